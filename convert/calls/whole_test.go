package calls_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// A case is a program and its profile. Types are numbered from 1 on as they come; type 90 is void. Methods are numbered, too, and have no
// parameters.
type wholeCase struct {
	name, classes  string
	types          []string
	methods        []string // type and name
	calls          []string
	receivers      []string
	samples        []string
	withoutClasses bool
}

func (c wholeCase) profile() string {
	var types, methods []string
	number := map[string]int{}
	for i, name := range c.types {
		number[name] = i + 1
		types = append(types, fmt.Sprintf(`{"id":%d,"name":%q}`, i+1, name))
	}
	for i, m := range c.methods {
		of, name, _ := strings.Cut(m, " ")
		methods = append(methods, fmt.Sprintf(`{"id":%d,"name":%q,"signature":[%d,90]}`, i+1, name, number[of]))
	}
	return `{"version":"1.0.0","types":[{"id":90,"name":"void"},` + strings.Join(types, ",") + `],"methods":[` + strings.Join(methods, ",") + `]` +
		testprofile.Calls(c.calls...) + testprofile.Section("virtualInvokeProfiles", c.receivers) + testprofile.Samples(c.samples...) + "}"
}

// manyClasses returns classes that implement app/W.
func manyClasses(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "class app/W%d implements app/W\nw()V: big\n", i)
	}
	return b.String()
}

var wholeCases = []wholeCase{
	// Run has 10 entries, 4 of them inlined into main. It calls help first, inlined in 6 calls; area for 5 Round, inlined, 1 Square and 4
	// unknown types; generated code; a missing class; none, which has no count.
	{name: "kinds of calls", classes: `class app/Main
static run()V: static app/Main.help()V, virtual app/Shape.area()V, dynamic make()V, static lib/Gone.away()V, static app/Square.none()V, special app/Main.plain()V, big
static help()V: big
plain()V: big
static main()V: static app/Main.run()V
class app/Shape
area()V: big
class app/Round extends app/Shape
area()V: big
class app/Square extends app/Shape
area()V: big
synchronized static none()V: big
`, types: []string{"app.Main", "app.Shape", "app.Round", "app.Square", "app.Late"},
		methods:   []string{"app.Main run", "app.Main help", "app.Shape area", "app.Round area", "app.Square area", "app.Main main", "app.Square none", "app.Late late", "app.Main <clinit>"},
		calls:     []string{"6:0 4", "1:0<6:0 4", "1:0 6", "2:0<1:0 6", "2:0 4", "4:0<1:3 5", "5:0 1", "8:0 3", "4:0<8:7 1", "9:0 1"},
		receivers: []string{"1:3 3 5 4 1"}, samples: []string{"4:2<1:3<6:0 3", "8:1<5:3 4", "8:1<5:2 2", "8:1<3:2 5", "1:6<9:1 2"}},
	// Either of two calls of done runs in each of 10 calls of run: together they are certain.
	{name: "one of two calls", classes: `class app/Main
static run()V: ifeq 9, static app/Main.done()V, goto 6, static app/Main.done()V, big
static done()V: big
`, types: []string{"app.Main"}, methods: []string{"app.Main run", "app.Main done"}, calls: []string{"1:0 10", "2:0 12"}},
	// The same with 3 calls inlined at one of them.
	{name: "one of two calls, inlined", classes: `class app/Main
static run()V: ifeq 9, static app/Main.done()V, goto 6, static app/Main.done()V, big
static done()V: big
`, types: []string{"app.Main"}, methods: []string{"app.Main run", "app.Main done"}, calls: []string{"1:0 10", "2:0<1:3 3", "2:0 9"}},
	// The same, but run has a context without a count, where done has 12 entries at most: either call ran 10 + 12 times at most.
	{name: "one of two calls, uncounted", classes: `class app/Main
static run()V: ifeq 9, static app/Main.done()V, goto 6, static app/Main.done()V, big
static done()V: big
`, types: []string{"app.Main"}, methods: []string{"app.Main run", "app.Main done", "app.Main leaf", "app.Main top"}, calls: []string{"1:0 10", "2:0 12", "3:0<1:30<4:2 1", "4:0 5"}},
	// Native-image replaced the second call by one of other, which was inlined and has 4 entries, so that the call ran 4 times. The first
	// call names a class without a class file, whose method the profile has.
	{name: "replaced and missing", classes: `class app/Main
static run()V: static app/Zero.z()V, static app/Main.named()V, big
static named()V: big
static other()V: big
`, types: []string{"app.Zero", "app.Main"}, methods: []string{"app.Zero z", "app.Main run", "app.Main named", "app.Main other"}, calls: []string{"1:0 10", "2:0 10", "4:0<2:3 4", "3:0 6"}},
	// Rare has only 4 entries, so that the call behind the condition was made 4 times at most, and the one after it too.
	{name: "bounds by entries", classes: `class app/Main
static run()V: ifeq 9, static app/Main.rare()V, static app/Main.other()V, big
static rare()V: big
static other()V: big
`, types: []string{"app.Main"}, methods: []string{"app.Main run", "app.Main rare", "app.Main other"}, calls: []string{"1:0 100", "2:0 4", "3:0 50"}},
	// The first call is made 5 times for certain, but its method has 2 entries: a contradiction, or if it is small, inlined early.
	{name: "fewer entries than calls", classes: `class app/Main
static run()V: static app/Main.large()V, big
static other()V: static app/Main.small()V, big
static large()V: big
static small()V: static app/Main.large()V
`, types: []string{"app.Main"}, methods: []string{"app.Main run", "app.Main other", "app.Main large", "app.Main small"}, calls: []string{"1:0 5", "2:0 5", "3:0 2", "4:0 2"}},
	// One of the bodies is called by each lambda. Two lambdas of Main have run, so that a type whose method the profile does not have may
	// be either; one alone has go.
	{name: "lambdas", classes: `interface app/Task
abstract run()V
interface app/Sub implements app/Task
interface app/Go
abstract go()V
class app/Main
static run()V: lambda run()Lapp/Task; app/Main.first()V, lambda run()Lapp/Sub; app/Main.second()V, lambda go()Lapp/Go; app/Main.third()V, interface app/Task.run()V, interface app/Go.go()V, big
static first()V: big
static second()V: big
static third()V: big
class app/One
static run()V: lambda run()Lapp/Task; app/One.body()V
static body()V: big
interface app/Unrelated
abstract run()V
class app/Two
static make()V: lambda run()Lapp/Unrelated; app/Two.not()V, lambda run()Lapp/Sub; app/Two.body()V
static not()V: big
static body()V: big
`, types: []string{"app.Main", "app.Main$$Lambda/1", "app.Main$$Lambda/2", "app.One", "app.One$$Lambda/3", "app.Main$$Lambda/4", "app.Two$$Lambda/5", "app.Main$$Lambda/6"},
		methods:   []string{"app.Main run", "app.Main first", "app.Main second", "app.Main third", "app.Main$$Lambda/1 run", "app.Main$$Lambda/2 go", "app.One$$Lambda/3 run", "app.One body", "app.Main$$Lambda/6 run", "app.Main$$Lambda/6 other", "app.Main caller"},
		calls:     []string{"1:0 10", "2:0 6", "3:0 4", "4:0 7", "5:0 6", "2:0<5:4 6", "6:0 7", "7:0 9", "8:0 9", "9:0 2", "10:0 1", "11:0 3", "1:0<11:0 3"},
		receivers: []string{"1:15 2 7 6 2 7 1", "1:15<11:0 6 3", "1:20 3 5 6 2"}},
	// Only one class has the method m, two have n. Final methods and arrays need no other class.
	{name: "all classes", classes: `interface app/I
abstract m()V
abstract n()V
class app/A implements app/I
m()V: big
n()V: big
final f()V: big
class app/B implements app/I extends app/A
n()V: big
class app/Main
static run()V: interface app/I.m()V, interface app/I.n()V, virtual app/A.f()V, virtual [I.clone()Ljava/lang/Object;, virtual app/A.n()V, virtual app/A.m()V, big
`, types: []string{"app.Main", "app.A", "app.B"}, methods: []string{"app.Main run", "app.A m", "app.A n", "app.B n", "app.A f"},
		calls: []string{"1:0 10", "2:0 10", "3:0 8", "4:0 2", "5:0 10", "3:0<1:16 0"}, receivers: []string{"1:16 2 1 3 2"}},
	// As before, but a type of the profile is not given.
	{name: "not all classes", classes: `interface app/I
abstract m()V
class app/A implements app/I
m()V: big
class app/Main
static run()V: interface app/I.m()V, big
`, types: []string{"app.Main", "app.A", "app.Gone"}, methods: []string{"app.Main run", "app.A m", "app.Gone m"}, calls: []string{"1:0 10", "2:0 10", "3:0 1"}},
	// Facts of calls that were not inlined: native, annotated, recursive in one of two contexts, rare.
	{name: "facts", classes: `class app/Main
static run()V: static app/Main.jni()V, static app/Main.never()V, static app/Main.run()V, ifeq 6, static app/Main.cold()V, virtual app/Main.many()V, big
static native jni()V
static never()V Lcom/oracle/NeverInline; Lapp/Other;: big
static cold()V: big
many()V: big
static top()V: static app/Main.run()V, big
`, types: []string{"app.Main", "T1", "T2", "T3", "T4", "T5", "T6", "T7", "T8"}, methods: []string{"app.Main run", "app.Main jni", "app.Main never", "app.Main cold", "app.Main many", "app.Main top", "app.Main leaf"},
		calls:     []string{"1:0 1000", "6:0 5", "1:0<6:0 5", "1:0<1:6<1:6 2", "2:0 1005", "3:0 1005", "4:0 9", "5:0 3", "7:0<4:0 9", "7:0<4:2 1"},
		receivers: []string{"1:15 2 1 3 1 4 1 5 1 6 1 7 1 8 1 9 1"}},
	// Nothing is certain of a class that is damaged, or of other code.
	{name: "damaged and other classes", classes: `class app/Main
static run()V: static app/Damaged.a()V, virtual app/Main.gone()V, interface app/Main.run()V, big
static other()V: big
class app/Late extends app/Late
static late()V: static app/Late.m()V, special lib/Gone.p()V, static app/Lost.q()V
`, types: []string{"app.Main", "app.Damaged", "app.Late", "app.Lost"}, methods: []string{"app.Main run", "app.Main other", "app.Damaged a", "app.Late late", "app.Late x", "app.Lost q"},
		calls: []string{"1:0 10", "2:0 5", "3:0<2:1 5", "3:0 10", "3:0<2:-1 2", "4:0 3", "5:0<4:9 1"}, receivers: []string{"1:3 2 20 77 1", "3:4 1 1"}},
	// Run has no count, and types without one, at a call of a final method. More than 16 classes have w.
	{name: "unknown counts, and many targets", classes: `class app/Main
static run()V: virtual app/Main.f()V, big
static w()V: interface app/W.w()V, big
final f()V: big
interface app/W
abstract w()V
` + manyClasses(17), types: []string{"app.Main", "app.A", "app.B"}, methods: []string{"app.Main run", "app.Main f", "app.Main w"}, calls: []string{"2:0<1:1 1", "3:0 5"}, receivers: []string{"1:0 2 0 3 0"}},
	// A context without a count may have any; the names of inlined callees select those of receiver types.
	{name: "records alone", withoutClasses: true, types: []string{"app.Main", "app.A", "app.B", "T4", "T5", "T6", "T7", "T8", "app.A$$Lambda/1"},
		methods:   []string{"app.Main run", "app.A get", "app.B get", "app.A other", "app.B leaf", "app.A$$Lambda/1 get"},
		calls:     []string{"1:0 10", "2:0<1:5 7", "4:0<1:7 1", "2:0<1:7 2", "5:0<3:0<1:9 4", "3:0 3", "1:0<5:1 6", "2:0<1:5<5:1 9", "1:0<1:13 4", "6:0 2", "2:0<1:17 1"},
		receivers: []string{"1:5 2 5 3 3", "1:5<5:1 2 9 3 1", "1:7 2 2 3 2", "1:11 1 1 2 2 3 3 4 4 5 5 6 6 7 7 8 8", "1:13 1 6", "1:17 2 1 9 2"}},
}

// TestWholeGraphs compares all that graphs of small programs say with testdata/graphs.txt, whose numbers were checked by hand.
func TestWholeGraphs(t *testing.T) {
	check := testprofile.Expected(t, "testdata/graphs.txt")
	for _, c := range wholeCases {
		for by := range len(c.methods) {
			p := testprofile.Parse(t, testprofile.Rotated(t, c.profile(), by, "types", "methods"))
			opts := calls.Options{}
			if !c.withoutClasses {
				opts = classesOf(t, c.classes)
			}
			g := calls.New(p, opts)
			checkIdentities(t, p, g)
			check(c.name, describe(g, p, by))
			if by == 0 { // callers share in their order what is not certain
				check(c.name+": root calls", fmt.Sprint(g.RootCalls()))
			}
		}
	}
}

package testtree

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
)

// A Stack of a tree: frames separated by semicolons, root first.
type Stack struct {
	Frames string
	Value  int64
	Base   int64
}

// From merges stacks. Kinds are derived from names. If they have a base the result is a comparison.
func From(metric convert.Metric, piles ...Stack) *stacks.Tree {
	return FromRest(metric, 0, 0, piles...)
}

// FromRest is like From, after filters have hidden some values.
func FromRest(metric convert.Metric, hidden, hiddenBase int64, piles ...Stack) *stacks.Tree {
	t := merged(metric, piles, func(s Stack) int64 { return s.Value })
	base := merged(metric, piles, func(s Stack) int64 { return s.Base })
	t.Hidden, base.Hidden = hidden, hiddenBase
	if base.Nodes[0].Total == 0 {
		return t
	}
	c, err := stacks.Compare(t, base, nil)
	if err != nil {
		panic(err)
	}
	return c
}

func merged(metric convert.Metric, piles []Stack, value func(Stack) int64) *stacks.Tree {
	t := &stacks.Tree{Metric: metric, Unit: "samples", PerSample: 1, Nodes: []stacks.Node{{Parent: -1, Frame: -1}}}
	if metric == convert.Calls {
		t.Unit, t.PerSample = "method entries", 0
		t.Roles = []stacks.Role{0}
	}
	type key struct {
		parent int32
		name   string
	}
	frames := map[string]int32{}
	nodes := map[key]int32{}
	for _, s := range piles {
		at := int32(0)
		path := []int32{0}
		for name := range strings.SplitSeq(s.Frames, ";") {
			f, ok := frames[name]
			if !ok {
				f = int32(len(t.Frames))
				frames[name] = f
				t.Frames = append(t.Frames, stacks.Frame{Name: name, Kind: kindOf(name)})
			}
			n, ok := nodes[key{at, name}]
			if !ok {
				n = int32(len(t.Nodes))
				nodes[key{at, name}] = n
				role := stacks.RoleInlined
				if at == 0 {
					role = stacks.RoleRoot
				}
				t.Nodes = append(t.Nodes, stacks.Node{Parent: at, Frame: f})
				if metric == convert.Calls {
					t.Roles = append(t.Roles, role)
				}
			}
			at = n
			path = append(path, n)
		}
		t.Nodes[at].Self += value(s)
		for _, n := range path {
			t.Nodes[n].Total += value(s)
		}
	}
	return t
}

func kindOf(name string) convert.Kind {
	for prefix, kind := range map[string]convert.Kind{
		"java.": convert.JDK, "jdk.": convert.JDK, "sun.": convert.JDK,
		"com.oracle.svm.core.": convert.NativeImage, "com.oracle.svm.enterprise.profiling.": convert.Profiler,
		"<unknown": convert.UnknownKind,
	} {
		if strings.HasPrefix(name, prefix) {
			return kind
		}
	}
	return convert.Application
}

// Wide makes a profile like a server's: some hundred stacks of 5 to 40 frames of all kinds.
func Wide(n int, compare bool) []Stack {
	r := rand.New(rand.NewPCG(1, 2))
	packages := []string{
		"com.example.shop.cart", "com.example.shop.catalog", "io.netty.channel.nio", "java.util", "java.util.concurrent",
		"jdk.internal.misc", "sun.nio.ch", "com.oracle.svm.core.genscavenge", "com.oracle.svm.enterprise.profiling",
		"org.hibernate.engine.internal", "java.util.stream",
	}
	classes := []string{"Cart", "OrderService", "HashMap", "NioEventLoop", "ThreadPoolExecutor$Worker", "Unsafe", "ReferencePipeline$3$1", "Heap"}
	methods := []string{"run", "get", "handleRequest", "processSelectedKeys", "<init>", "lambda$main$0", "add", "collectGarbageImpl"}
	frame := func(level, choice int) string {
		k := level*7 + choice*3
		return packages[(k/2)%len(packages)] + "." + classes[k%len(classes)] + "." + methods[(k/3)%len(methods)]
	}
	var all []Stack
	for i := range n {
		depth := 5 + r.IntN(36)
		var frames []string
		for level := range depth {
			frames = append(frames, frame(level, int(r.ExpFloat64()*1.1)))
		}
		if i%17 == 0 {
			frames[depth-1] = fmt.Sprintf("<unknown method %d>", 1000+i)
		}
		s := Stack{Frames: "java.lang.Thread.run;" + strings.Join(frames, ";"), Value: int64(1 + r.ExpFloat64()*20)}
		if compare {
			s.Base = int64(float64(s.Value) * (0.7 + r.Float64()*0.6))
			if i%11 == 0 {
				s.Base = 0
			}
			if i%13 == 0 {
				s.Value = 0
			}
		}
		all = append(all, s)
	}
	return all
}

// Deep makes a profile with one recursion, some frames deep, with samples at every level.
func Deep(depth int) []Stack {
	var all []Stack
	var path []string
	for i := range depth {
		path = append(path, []string{
			"com.example.json.Parser.parseValue", "com.example.json.Parser.parseObject", "java.util.HashMap.computeIfAbsent",
			"com.example.json.Parser.lambda$parse$0",
		}[i%4])
		all = append(all, Stack{Frames: strings.Join(path, ";"), Value: int64(1 + i%7)})
	}
	return all
}

// Hostile are names that would be markup, script, direction changes or control characters if they were not text.
func Hostile() []Stack {
	names := []string{
		`</script><script>alert(1)</script>`, `]]><x/>`, `<init>`, `a"b'c&d`, `x\N`, `[Ljava.lang.String;`[:18],
		"esc\x1b[31mred", "nul\x00nul", "line\nbreak\ttab", "\u202eevil.exe", "bad\xff\xfeutf8", "漢字のとても長い名前のメソッド.実行する",
		"👨‍👩‍👧‍👦 family.method", "e\u0301\u0301\u0301combining", "javascript:alert(1)", "${jndi:ldap://x}", "{{.}}", "=1+1", "&#x1b;", "\ufffe\uffff", "-->", "",
		strings.Repeat("long.", 500) + "Name.run",
	}
	var all []Stack
	for i, n := range names {
		all = append(all, Stack{Frames: "main.Main.main;" + strings.ReplaceAll(n, ";", "") + ";leaf" + n[:min(len(n), 3)], Value: int64(30 + i)})
	}
	return all
}

// Server has 100 samples: 60 in Cart, 30 of these where Cart calls itself, and 40 in Disk.
func Server(more ...Stack) *stacks.Tree {
	return From(convert.Samples, append([]Stack{
		{"Main.main;shop.Cart.total", 30, 0}, {"Main.main;shop.Cart.total;shop.Cart.total;java.util.List.get", 30, 0},
		{"Main.main;java.nio.Disk.read", 40, 0},
	}, more...)...)
}

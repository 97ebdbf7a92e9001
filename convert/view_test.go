package convert

import (
	"bytes"
	"fmt"
	"iter"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/internal/testtier"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// viewsProfile has frames of all kinds: main and work of the application, println of the JDK, start and alloc of the VM,
// count and flush of the profiler, 99 unlisted.
const viewsProfile = `{"version":"1.0.0","types":[
{"id":1,"name":"app.Main"},{"id":2,"name":"void"},{"id":3,"name":"java.io.PrintStream"},{"id":4,"name":"com.oracle.svm.core.Start"},
{"id":5,"name":"com.oracle.svm.enterprise.profiling.Data"},{"id":6,"name":"org.graalvm.word.Heap"}],
"methods":[
{"id":1,"name":"main","signature":[1,2]},{"id":2,"name":"work","signature":[1,2]},{"id":3,"name":"println","signature":[3,2]},
{"id":4,"name":"start","signature":[4,2]},{"id":5,"name":"count","signature":[5,2]},{"id":6,"name":"alloc","signature":[6,2]},
{"id":7,"name":"flush","signature":[5,2]}],
"samplingProfiles":[%s],"callCountProfiles":[%s]}`

// A shape writes a stack root first, a letter a frame: Main.main, Main.work, PrintStream.println, Start.start, Data.count,
// Heap.alloc, Data.flush, the unlisted method.
const shapeLetters = "mwpscafu"

func shape(stack string, value int) string {
	var frames []string
	for _, c := range stack {
		id := strings.IndexRune(shapeLetters, c) + 1
		if c == 'u' {
			id = 99
		}
		frames = append(frames, fmt.Sprintf("%d:%d", id, 0))
	}
	slices.Reverse(frames)
	return fmt.Sprintf(`{"ctx":%q,"records":[%d]}`, strings.Join(frames, "<"), value)
}

// shown writes the stacks that a projection keeps, one per line as in folded text, with V for <VM>.
func shown(p *iprof.Profile, t *iprof.Tree, pr *Projection, records *iprof.List[iprof.Count]) string {
	letter := func(slot int32) string {
		if slot == VMSlot {
			return "V"
		}
		m, ok := p.MethodAt(int(slot))
		if !ok {
			return "u"
		}
		return shapeLetters[m.ID-1 : m.ID]
	}
	var lines []string
	for _, r := range records.All() {
		line := ""
		for n := r.Node; n != iprof.NoNode; n = t.Node(n).Parent {
			slot := int32(p.MethodSlot(t.Node(n).Method))
			if pr != nil {
				slot = pr.Frame[n]
			}
			if slot != NoFrame {
				line = letter(slot) + line
			}
		}
		if pr == nil || pr.Keep[r.Node] {
			lines = append(lines, fmt.Sprintf("%s %d", line, r.Value))
		}
	}
	return strings.Join(lines, ", ")
}

func TestFilters(t *testing.T) {
	re := regexp.MustCompile
	for _, c := range []struct {
		what    string
		stacks  []string // the first counts 1, the second 2, …
		opts    FilterOptions
		samples string
		calls   string // "": as samples
	}{
		{"nothing to do", []string{"smwp", "smwc"}, FilterOptions{}, "smwp 1, smwc 2", ""},

		{"expert: samples of the profiler count for its caller, its entries do not",
			[]string{"smwc", "smwcf", "smcp", "smw"}, FilterOptions{View: ExpertView}, "smw 1, smw 2, smp 3, smw 4", "smp 3, smw 4"},
		{"expert: nothing but the profiler", []string{"cf", "c", "cm"}, FilterOptions{View: ExpertView}, "m 3", ""},

		{"user: a run of the VM is one frame", []string{"ssam", "sam", "mas", "msws", "s", "ss", "sa"}, FilterOptions{View: UserView},
			"Vm 1, Vm 2, mV 3, mVwV 4, V 5, V 6, V 7", ""},
		{"user: the profiler does not part a run", []string{"scam", "sca", "mcs"}, FilterOptions{View: UserView}, "Vm 1, V 2, mV 3", ""},
		{"user: who is unknown is not of the VM", []string{"sus", "us"}, FilterOptions{View: UserView}, "VuV 1, uV 2", ""},
		{"user: the profiler's leaf in the VM", []string{"msc"}, FilterOptions{View: UserView}, "mV 1", "-"},

		{"focus: any frame", []string{"smwp", "sm", "smw", "w"}, FilterOptions{Focus: re(`Main\.work`)}, "smwp 1, smw 3, w 4", ""},
		{"ignore: any frame", []string{"smwp", "sm", "smw", "w"}, FilterOptions{Ignore: re(`Main\.work`)}, "sm 2", ""},
		{"ignore wins over focus", []string{"smwp", "sm"}, FilterOptions{Focus: re(`main`), Ignore: re(`println`)}, "sm 2", ""},
		{"focus sees frames that are hidden", []string{"smwp", "sm"}, FilterOptions{Focus: re(`work`), Hide: re(`work`)}, "smp 1", ""},
		{"ignore sees frames that are hidden", []string{"smwp", "sm"}, FilterOptions{Ignore: re(`work`), Hide: re(`work|start`)}, "m 2", ""},
		{"a regular expression is part of the name, and minds case", []string{"mw", "p"}, FilterOptions{Focus: re(`main\.`)}, "-", ""},

		{"hide: samples count for the caller, entries do not", []string{"mw", "mwp"}, FilterOptions{Hide: re(`work`)}, "m 1, mp 2", "mp 2"},
		{"hide: everything", []string{"mw", "w"}, FilterOptions{Hide: re(`app`)}, "-", ""},
		{"hide: of one stack all", []string{"mw", "mwp"}, FilterOptions{Hide: re(`app`)}, "p 2", ""},

		{"show-from: the outermost", []string{"smwmp", "sp", "mwm"}, FilterOptions{ShowFrom: re(`main`)}, "mwmp 1, mwm 3", ""},
		{"show-from does not see hidden frames", []string{"smwp", "swp"}, FilterOptions{ShowFrom: re(`main|work`), Hide: re(`main`)}, "wp 1, wp 2", ""},
		{"show-from: nothing left", []string{"smwp"}, FilterOptions{ShowFrom: re(`main`), Hide: re(`main`)}, "-", ""},

		{"filters see <VM>, not the frames in it", []string{"sam", "mas", "m"}, FilterOptions{View: UserView, Focus: re(`^<VM>$`)}, "Vm 1, mV 2", ""},
		{"nobody sees the frames in <VM>", []string{"sam", "m"}, FilterOptions{View: UserView, Ignore: re(`start|alloc|oracle`)}, "Vm 1, m 2", ""},
		{"filters do not see frames that the view hides", []string{"mc", "m"}, FilterOptions{View: ExpertView, Ignore: re(`count`)}, "m 1, m 2", "m 2"},
		{"<VM> is hidden as a whole", []string{"sam", "mas"}, FilterOptions{View: UserView, Hide: re(`VM`)}, "m 1, m 2", "m 1"},
		{"hiding the frame between two <VM> leaves two", []string{"sms"}, FilterOptions{View: UserView, Hide: re(`main`)}, "VV 1", ""},
		{"show from <VM>", []string{"msap", "mp"}, FilterOptions{View: UserView, ShowFrom: re(`VM`)}, "Vp 1", ""},
		{"an outer <VM> before show-from", []string{"samsa"}, FilterOptions{View: UserView, ShowFrom: re(`main`)}, "mV 1", ""},
	} {
		var records []string
		for i, s := range c.stacks {
			records = append(records, shape(s, i+1))
		}
		all := strings.Join(records, ",")
		p := testprofile.Parse(t, fmt.Sprintf(viewsProfile, all, all))
		names := NewNames(p, NameOptions{})
		if c.calls == "" {
			c.calls = c.samples
		}
		for _, tree := range []struct {
			what    string
			tree    *iprof.Tree
			records *iprof.List[iprof.Count]
			want    string
		}{{"samples", p.Stacks, &p.Samples, c.samples}, {"calls", p.Contexts, &p.Calls, c.calls}} {
			got := shown(p, tree.tree, Project(p, tree.tree, names, c.opts), tree.records)
			if want := strings.TrimPrefix(tree.want, "-"); got != want {
				t.Errorf("%s: %s are %q, not %q", c.what, tree.what, got, want)
			}
		}
	}
}

func TestNothingToProject(t *testing.T) {
	p := testprofile.Parse(t, fmt.Sprintf(viewsProfile, shape("mwp", 1), shape("mwp", 1)))
	names := NewNames(p, NameOptions{})
	for _, opts := range []FilterOptions{
		{}, {View: ExpertView}, {View: UserView},
		{Focus: regexp.MustCompile("main")}, {ShowFrom: regexp.MustCompile("main")},
	} {
		if pr := Project(p, p.Stacks, names, opts); pr != nil {
			t.Errorf("%+v makes %+v of stacks that it does not change", opts, pr)
		}
	}
}

func TestFiltersThatMatchNothingAreNamed(t *testing.T) {
	p := testprofile.Parse(t, fmt.Sprintf(viewsProfile, shape("smwc", 1), ""))
	names := NewNames(p, NameOptions{})
	re := regexp.MustCompile
	for _, c := range []struct {
		opts FilterOptions
		want []string
	}{
		{FilterOptions{Focus: re("nobody"), Ignore: re("nobody"), Hide: re("nobody"), ShowFrom: re("nobody")}, []string{"focus", "ignore", "hide", "show-from"}},
		{FilterOptions{Focus: re("main"), Ignore: re("nobody"), Hide: re("work"), ShowFrom: re("main")}, []string{"ignore"}},
		{FilterOptions{Hide: re("nobody")}, []string{"hide"}},
		{FilterOptions{View: UserView, Hide: re("Start")}, nil}, // part of <VM>
		{FilterOptions{View: UserView, Hide: re("VM")}, nil},
	} {
		var got []string
		for _, none := range c.opts.Unmatched(names) {
			got = append(got, none.Filter)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%+v: matched by nothing are %v, not %v", c.opts, got, c.want)
		}
	}
}

func TestTally(t *testing.T) {
	stacks := []string{"smw", "mc", "c", "mp", "w", "ms"} // 1, 2, 3, …
	var records []string
	for i, s := range stacks {
		records = append(records, shape(s, i+1))
	}
	p := testprofile.Parse(t, fmt.Sprintf(viewsProfile, strings.Join(records, ","), ""))
	names := NewNames(p, NameOptions{})
	pr := Project(p, p.Stacks, names, FilterOptions{
		View: UserView, Focus: regexp.MustCompile("main"), Ignore: regexp.MustCompile("println"),
	})
	got := pr.Tally(counts(&p.Samples))
	var want Tally
	want.ByReason[NotDropped] = RecordSum{3, 1 + 2 + 6}
	want.ByReason[DroppedByView] = RecordSum{1, 3}
	want.ByReason[DroppedByIgnore] = RecordSum{1, 4}
	want.ByReason[DroppedByFocus] = RecordSum{1, 5}
	want.Moved = RecordSum{1, 2}
	want.VM = RecordSum{2, 1 + 6}
	if got != want {
		t.Errorf("the tally is %+v, not %+v", got, want)
	}
	if got.Hidden() != (RecordSum{3, 12}) {
		t.Errorf("hidden are %+v", got.Hidden())
	}
	notes := []string{
		"hidden: 3 samples in 1 stack (profiler runtime)",
		"hidden: 4 samples in 1 stack (--ignore)",
		"hidden: 5 samples in 1 stack (no --focus)",
		"counted for the caller: 2 samples in 1 stack (their own frame is hidden)",
		"folded into <VM>: 7 samples in 2 stacks (VM and native-image frames)",
	}
	if said := got.Notes("samples", "stacks"); !slices.Equal(said, notes) {
		t.Errorf("it reads\n%s", strings.Join(said, "\n"))
	}
	var all *Projection
	whole := all.Tally(counts(&p.Samples))
	if whole.Kept() != (RecordSum{6, 21}) || whole.Hidden() != (RecordSum{}) {
		t.Errorf("with nothing to project the tally is %+v", whole)
	}
	if of := all.TallyOf(p, Samples); of != whole {
		t.Errorf("of the metric it is %+v", of)
	}
}

func counts(records *iprof.List[iprof.Count]) iter.Seq2[iprof.NodeID, int64] {
	return func(yield func(iprof.NodeID, int64) bool) {
		for _, r := range records.All() {
			if !yield(r.Node, r.Value) {
				return
			}
		}
	}
}

// byTheRules applies filters to one stack, root first, frame by frame as FilterOptions words them. It is slow and knows
// nothing of trees. It returns nil for a stack that is dropped.
func byTheRules(p *iprof.Profile, names *Names, stack []int32, aboutLeaf bool, opts FilterOptions) []int32 {
	type frame struct {
		slot int32
		name string
		leaf bool
	}
	var frames []frame
	for i, slot := range stack {
		f := frame{slot, names.Method(int(slot)), i == len(stack)-1}
		class := ""
		if m, ok := p.MethodAt(int(slot)); ok {
			if ty, ok := p.Type(m.Declaring); ok {
				class = ty.Name
			}
		}
		profiler, vm := false, false
		for _, pkg := range []string{
			"com.oracle.svm.enterprise.profiling.", "com.oracle.svm.enterprise.pgo.", "com.oracle.graal.enterprise.profiling.", "com.oracle.svm.core.sampler.",
		} {
			profiler = profiler || strings.HasPrefix(class, pkg)
		}
		if opts.View >= ExpertView && profiler {
			continue
		}
		for _, pkg := range []string{"com.oracle.svm.", "com.oracle.graal.", "org.graalvm.", "jdk.graal."} {
			vm = vm || strings.HasPrefix(class, pkg)
		}
		if opts.View >= UserView && vm {
			if n := len(frames); n > 0 && frames[n-1].slot == VMSlot {
				frames[n-1].leaf = f.leaf
				continue
			}
			f.slot, f.name = VMSlot, "<VM>"
		}
		frames = append(frames, f)
	}
	any := func(re *regexp.Regexp) bool {
		return slices.ContainsFunc(frames, func(f frame) bool { return re.MatchString(f.name) })
	}
	if opts.Focus != nil && !any(opts.Focus) || opts.Ignore != nil && any(opts.Ignore) {
		return nil
	}
	if opts.Hide != nil {
		frames = slices.DeleteFunc(frames, func(f frame) bool { return opts.Hide.MatchString(f.name) })
	}
	if opts.ShowFrom != nil {
		first := slices.IndexFunc(frames, func(f frame) bool { return opts.ShowFrom.MatchString(f.name) })
		if first < 0 {
			return nil
		}
		frames = frames[first:]
	}
	if aboutLeaf && !slices.ContainsFunc(frames, func(f frame) bool { return f.leaf }) {
		return nil
	}
	var slots []int32
	for _, f := range frames {
		slots = append(slots, f.slot)
	}
	return slots
}

// Every stack of every tree is kept, changed or dropped as the rules say.
func TestProjectionGoesByTheRules(t *testing.T) {
	testtier.Sequential(t)
	for file, data := range testprofile.Varied(t) {
		p, err := iprof.Parse(bytes.NewReader(data), iprof.Options{})
		if err != nil {
			t.Fatal(file, err)
		}
		names := NewNames(p, NameOptions{})
		for _, tree := range []*iprof.Tree{p.Contexts, p.Stacks} {
			for _, opts := range filterSets() {
				pr := Project(p, tree, names, opts)
				every := iprof.NodeID(1 + tree.Len()/300) // the rules are slow
				for id := iprof.NodeID(tree.Len() - 1); id >= 0; id -= every {
					var stack, got []int32
					for n := id; n != iprof.NoNode; n = tree.Node(n).Parent {
						slot := int32(p.MethodSlot(tree.Node(n).Method))
						stack = append(stack, slot)
						if pr != nil {
							slot = pr.Frame[n]
						}
						if slot != NoFrame {
							got = append(got, slot)
						}
					}
					slices.Reverse(stack)
					slices.Reverse(got)
					if pr != nil && !pr.Keep[id] {
						got = nil
					}
					if want := byTheRules(p, names, stack, tree == p.Contexts, opts); !slices.Equal(got, want) {
						t.Fatalf("%s: of the stack of %s filters %+v leave %v, not %v", file, tree.Context(id, 0), opts, got, want)
					}
				}
			}
		}
	}
}

// Kept and hidden records add up to all; views drop no sample that is not the profiler's own; focusing on something and
// ignoring it share the stacks between them.
func TestProjectionLosesNothing(t *testing.T) {
	testtier.Sequential(t)
	for file, data := range testprofile.Varied(t) {
		p, err := iprof.Parse(bytes.NewReader(data), iprof.Options{})
		if err != nil {
			t.Fatal(file, err)
		}
		names := NewNames(p, NameOptions{})
		for _, m := range []struct {
			section iprof.Section
			tree    *iprof.Tree
			records *iprof.List[iprof.Count]
		}{{iprof.Samples, p.Stacks, &p.Samples}, {iprof.Calls, p.Contexts, &p.Calls}} {
			tally := func(opts FilterOptions) Tally {
				return Project(p, m.tree, names, opts).Tally(counts(m.records))
			}
			for _, opts := range filterSets() {
				y := tally(opts)
				if sum := y.Kept().Value + y.Hidden().Value; sum != p.Total(m.section) || y.Kept().Records+y.Hidden().Records != m.records.Len() {
					t.Errorf("%s: %v: kept and hidden with %+v add up to %d, not %d", file, m.section, opts, sum, p.Total(m.section))
				}
				if opts.Focus == nil || opts.Ignore != nil || opts.Hide != nil || opts.ShowFrom != nil {
					continue
				}
				with := tally(FilterOptions{View: opts.View, Focus: opts.Focus}).Kept()
				without := tally(FilterOptions{View: opts.View, Ignore: opts.Focus}).Kept()
				both := tally(FilterOptions{View: opts.View}).Kept()
				if with.Value+without.Value != both.Value || with.Records+without.Records != both.Records {
					t.Errorf("%s: %v: focus on %v keeps %+v and ignoring it %+v of %+v", file, m.section, opts.Focus, with, without, both)
				}
			}
		}
	}
}

// A stack of a million frames, recursing through the VM.
func TestProjectionOfDeepStack(t *testing.T) {
	testtier.Sequential(t)
	const depth = 1_000_000
	var tree iprof.TreeBuilder
	stack := make(iprof.Context, depth)
	for i := range stack {
		stack[i].Method = iprof.MethodID(1 + i%6)
	}
	p := testprofile.Parse(t, fmt.Sprintf(viewsProfile, "", shape("mwpscaf", 1)))
	leaf := tree.Add(stack)
	pr := Project(p, &tree.Tree, NewNames(p, NameOptions{}), FilterOptions{View: UserView, ShowFrom: regexp.MustCompile("println")})
	if !pr.Keep[leaf] || tree.Len() != depth {
		t.Errorf("the leaf of %d frames is dropped", tree.Len())
	}
	// Leaf first, methods 1 to 6 in turn: outside of the outermost println are 4 frames or fewer, and of 6 frames main,
	// work and println are shown, start and alloc are one <VM>, count is the profiler's.
	frames := 0
	for _, f := range pr.Frame {
		if f != NoFrame {
			frames++
		}
	}
	if want := depth / 6 * 4; frames < want-6 || frames > want+6 {
		t.Errorf("%d frames are shown, not %d", frames, want)
	}
}

// filterSets are combinations that leave something of most profiles.
func filterSets() []FilterOptions {
	re := regexp.MustCompile
	var sets []FilterOptions
	for _, view := range []View{MachineView, ExpertView, UserView} {
		sets = append(sets,
			FilterOptions{View: view},
			FilterOptions{View: view, Focus: re(`java\.util`)},
			FilterOptions{View: view, Ignore: re(`java\.util`)},
			FilterOptions{View: view, Focus: re(`java|VM`), Ignore: re(`lang\.String`)},
			FilterOptions{View: view, Hide: re(`^java\.lang|VM`)},
			FilterOptions{View: view, ShowFrom: re(`\.(main|run|init)$`)},
			FilterOptions{View: view, ShowFrom: re(`[Mm]ap|VM`), Hide: re(`<init>|lambda|oracle`), Ignore: re(`Thread`)},
			FilterOptions{View: view, Focus: re(`unknown method \d*7`), Hide: re(`unknown method \d*3`)},
			FilterOptions{View: view, Hide: re(``)},
		)
	}
	return sets
}

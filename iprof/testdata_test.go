package iprof_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/testfile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

func load(t testing.TB, name string) *iprof.Profile {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	p, err := iprof.Parse(f, iprof.Options{})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return p
}

// rows writes the records of a section as lines "context values", as in the file, in its order.
func rows(p *iprof.Profile, s iprof.Section) []string {
	var rows []string
	add := func(t *iprof.Tree, node iprof.NodeID, bci iprof.BCI, values ...any) {
		rows = append(rows, strings.TrimSpace(t.Context(node, bci).String()+" "+strings.TrimSpace(fmt.Sprintln(values...))))
	}
	types := func(records *iprof.List[iprof.TypeProfile]) {
		for _, r := range records.All() {
			var v []any
			for _, c := range p.TypeCounts(r) {
				v = append(v, int32(c.Type), c.Count)
			}
			add(p.Contexts, r.Node, r.BCI, v...)
		}
	}
	switch s {
	case iprof.Monitors:
		for _, c := range p.Monitors {
			rows = append(rows, fmt.Sprint(int32(c.Type), c.Count))
		}
	case iprof.Receivers:
		types(&p.Receivers)
	case iprof.InstanceOf:
		types(&p.InstanceOf)
	case iprof.Calls:
		for _, c := range p.Calls.All() {
			add(p.Contexts, c.Node, c.BCI, c.Value)
		}
	case iprof.Samples:
		for _, c := range p.Samples.All() {
			add(p.Stacks, c.Node, c.BCI, c.Value)
		}
	case iprof.Conditionals:
		for _, c := range p.Conditionals.All() {
			var v []any
			for _, s := range p.Successors(c) {
				v = append(v, int32(s.Target), s.Index, s.Count)
			}
			add(p.Contexts, c.Node, c.BCI, v...)
		}
	}
	return rows
}

// signature names a method with its types.
func signature(t *testing.T, p *iprof.Profile, id iprof.MethodID) string {
	t.Helper()
	m, ok := p.Method(id)
	if !ok {
		t.Fatalf("method %d is not listed", id)
	}
	name := func(id iprof.TypeID) string {
		typ, ok := p.Type(id)
		if !ok {
			t.Fatalf("type %d is not listed", id)
		}
		return typ.Name
	}
	var params []string
	for _, id := range m.Params {
		params = append(params, name(id))
	}
	return fmt.Sprintf("%s %s.%s(%s)", name(m.Return), name(m.Declaring), m.Name, strings.Join(params, ", "))
}

// The numbers are those that the published description of the format gives in its text.
func TestFib(t *testing.T) {
	p := load(t, "../testdata/fib.iprof")
	if p.Version.String() != "1.0.0" || len(p.Warnings) > 0 {
		t.Errorf("version %s, warnings %v", p.Version, p.Warnings)
	}
	for s, want := range map[iprof.Section][]string{
		iprof.Calls:        {"19551:0 1", "4669:0<19551:34 10"},
		iprof.Conditionals: {"19551:11 20 0 10 53 1 1"},
		iprof.Receivers:    {"3236:11<4669:2<19551:34 2280 10", "6886:9<6882:23 1322 2 2280 60 3660 56"},
		iprof.InstanceOf:   nil,
		iprof.Samples: {
			"11823:38<12811:1<12810:33<12855:25<19551:17<19547:9<19529:10<6305:105<5998:67<5941:0<5903:50<2684:23<2685:1 10",
			"22500:23<22353:65<22210:15<22187:246<22032:20<22030:1<22027:22<11795:68<11793:12<43854:2 1",
		},
	} {
		if got := rows(p, s); !slices.Equal(got, want) {
			t.Errorf("%s:\ngot  %q\nwant %q", s, got, want)
		}
	}
	wantMonitors := []iprof.TypeCount{
		{9, 4}, {10, 1}, {579, 9}, {619, 10}, {1213, 1}, {1972, 1}, {2284, 2}, {2337, 1},
		{2612, 2}, {3474, 3}, {3654, 61}, {3807, 3}, {3820, 7}, {4060, 2}, {4127, 3}, {4725, 6},
	}
	if !slices.Equal(p.Monitors, wantMonitors) {
		t.Errorf("monitors %v", p.Monitors)
	}
	for s, want := range map[iprof.Section]int64{
		iprof.Monitors: 116, iprof.Receivers: 128, iprof.Calls: 11, iprof.Conditionals: 11, iprof.InstanceOf: 0, iprof.Samples: 11,
	} {
		if p.Total(s) != want || p.Has(s) != (s != iprof.InstanceOf) {
			t.Errorf("%s: total %d, want %d; has %v", s, p.Total(s), want, p.Has(s))
		}
	}
	for id, want := range map[iprof.MethodID]string{
		19547: "void Fib.main([Ljava.lang.String;)",
		19551: "void Fib.fibonacci()",
		4669:  "void java.io.PrintStream.print(java.lang.String)",
		3236:  "java.lang.String java.lang.String.valueOf(java.lang.Object)",
		12855: "void java.lang.Thread.sleep(long)",
		11823: "void com.oracle.svm.core.thread.PlatformThreads.sleep(long)",
	} {
		if got := signature(t, p, id); got != want {
			t.Errorf("method %d is %s, want %s", id, got, want)
		}
	}
	// 19551; 4669, 3236 in it; 6882 with 6886: five instances. Two stacks of 13 and 10 frames share none.
	if p.Contexts.Len() != 5 || p.Stacks.Len() != 23 {
		t.Errorf("%d instances, %d frames of stacks", p.Contexts.Len(), p.Stacks.Len())
	}
}

// The two compilation units of the description's second picture, as trees.
func TestEvenOrOdd(t *testing.T) {
	p := load(t, "../testdata/even-or-odd.iprof")
	if len(p.Warnings) > 0 {
		t.Errorf("warnings %v", p.Warnings)
	}
	entries := map[iprof.NodeID]int64{}
	for _, c := range p.Calls.All() {
		entries[c.Node] += c.Value
	}
	var got []string
	for id, n := range p.Contexts.All() {
		where := "root"
		if n.Parent != iprof.NoNode {
			if int(n.Parent) >= id {
				t.Errorf("node %d is before its parent %d", id, n.Parent)
			}
			where = fmt.Sprintf("in %s at %d", signature(t, p, p.Contexts.Node(n.Parent).Method), n.Site)
		}
		got = append(got, fmt.Sprintf("%s, %s: %d", signature(t, p, n.Method), where, entries[iprof.NodeID(id)]))
	}
	slices.Sort(got)
	want := []string{
		"void EvenOrOddLength.main([Ljava.lang.String;), root: 2",
		"void EvenOrOddLength.print(java.lang.String), in void EvenOrOddLength.printEven() at 2: 1",
		"void EvenOrOddLength.print(java.lang.String), in void EvenOrOddLength.printOdd() at 2: 1",
		"void EvenOrOddLength.printEven(), in void EvenOrOddLength.printEvenOrOdd(java.lang.String) at 9: 1",
		"void EvenOrOddLength.printEvenOrOdd(java.lang.String), in void EvenOrOddLength.main([Ljava.lang.String;) at 3: 2",
		"void EvenOrOddLength.printOdd(), root: 1",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if got, want := rows(p, iprof.Conditionals), []string{"2:6<1:3 9 0 1 15 1 1"}; !slices.Equal(got, want) {
		t.Errorf("conditionals %q, want %q", got, want)
	}
}

// The invented program shows one of everything, and its numbers fit each other.
func TestShop(t *testing.T) {
	p := load(t, "../testdata/shop.iprof")
	if len(p.Warnings) != 1 || p.Warnings[0].Kind != iprof.WarnMissingCaller || p.Warnings[0].Count != 1 {
		t.Errorf("warnings %v", p.Warnings)
	}
	kinds := map[int]bool{}
	for _, r := range p.Receivers.All() {
		types := 0
		for range p.TypeCounts(r) {
			types++
		}
		kinds[types] = true
	}
	for _, n := range []int{1, 2, 5, iprof.SaturatedTypes} {
		if !kinds[n] {
			t.Errorf("no call site with %d receiver types", n)
		}
	}
	shared := 0
	for _, c := range p.Conditionals.All() {
		targets := map[iprof.BCI]bool{}
		for _, s := range p.Successors(c) {
			if targets[s.Target] {
				shared++
			}
			targets[s.Target] = true
		}
	}
	if shared == 0 || p.SharedTargetTotals() {
		t.Error("no successors of their own count that share a target")
	}
	if p.Total(iprof.Samples) != 1584 {
		t.Errorf("%d samples", p.Total(iprof.Samples))
	}
	for _, tree := range []*iprof.Tree{p.Contexts, p.Stacks} {
		for _, n := range tree.All() {
			signature(t, p, n.Method)
		}
	}
}

// Every file in testdata is in its README, and the other way round.
func TestReadmeOfTestdata(t *testing.T) {
	readme := testfile.Read(t, "../testdata/README.md")
	files, err := filepath.Glob("../testdata/*.iprof")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, f := range files {
		if !strings.Contains(string(readme), "\n| `"+filepath.Base(f)+"` |") {
			t.Errorf("%s has no line", f)
		}
	}
	for line := range strings.Lines(string(readme)) {
		if name, _, ok := strings.Cut(strings.TrimPrefix(line, "| `"), "`"); ok && strings.HasPrefix(line, "| `") {
			if _, err := os.Stat("../testdata/" + name); err != nil {
				t.Error(err)
			}
		}
	}
}

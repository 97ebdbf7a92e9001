package callgraph

import (
	"errors"
	"regexp"
	"slices"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// In the view of the application, samples of stacks without a frame of it have a node of their own, in both graphs of a comparison:
// 100 of 1000 samples in l alone and, before, 50 in the VM that it calls.
func TestSamplesOutsideTheApplication(t *testing.T) {
	before, after := testprofile.Parse(t, wholeBefore), testprofile.Parse(t, wholeAfter)
	opts := Options{Metric: convert.Samples, Filter: convert.FilterOptions{View: convert.AppView}}
	for _, c := range []struct {
		g             *Graph
		samples, base int64
	}{{graphOf(t, before, opts), 150, 0}, {graphOf(t, after, opts), 100, 0}, {graphSince(t, before, after, opts), 100, 150}, {graphSince(t, after, before, opts), 150, 100}} {
		g, found := c.g, false
		sum := int64(0)
		for _, n := range g.Nodes {
			sum += n.Self
			if n.Name != convert.OutsideFrame {
				continue
			}
			found = true
			if n.Self != c.samples || n.Total != c.samples || n.BaseSelf != c.base || n.BaseTotal != c.base || (n.SelfChange != nil) != (g.Base != nil) {
				t.Errorf("%+v", n)
			}
		}
		if !found || sum != 1000 {
			t.Errorf("outside: %t, %d samples in all", found, sum)
		}
	}
}

// The way from a compilation root goes on with its heaviest caller, and no more calls than either has; from other nodes it does not.
func TestCallerOfRoots(t *testing.T) {
	f := &wayFinder{tree: &callTree{above: []int32{-1, 0}}, callers: []rootCaller{{-1, 0}, {0, 5}}}
	root, other := waypoint{0, 3}, waypoint{1, 4}
	for _, c := range []struct {
		group  int32
		at     []waypoint
		caller int32
		calls  int64
	}{
		{1, []waypoint{root}, 0, 3}, {1, []waypoint{root, root}, 0, 5}, {1, []waypoint{root, other}, 0, 3}, {1, []waypoint{other}, -1, 0}, {1, nil, -1, 0}, {0, []waypoint{root}, -1, 0},
	} {
		if caller, calls := f.rootCaller(c.group, c.at); caller != c.caller || calls != c.calls {
			t.Errorf("%+v: %d, %d", c, caller, calls)
		}
	}
	f.callers = nil
	if caller, calls := f.rootCaller(1, []waypoint{root}); caller != -1 || calls != 0 {
		t.Errorf("without callers: %d, %d", caller, calls)
	}
}

// A call that one sample has, and only the base, has an edge in a comparison.
func TestEdgeOfTheBaseAlone(t *testing.T) {
	of := func(samples ...string) string {
		return "{" + testprofile.Methods("a", "b", "c") + testprofile.Samples(samples...) + "}"
	}
	g := graphSince(t, testprofile.Parse(t, of("2:0<1:1 1", "3:0<1:2 5")), testprofile.Parse(t, of("3:0<1:2 5")), Options{Metric: convert.Samples})
	found := false
	for _, e := range g.Edges {
		found = found || e.To >= 0 && g.Nodes[e.To].Name == "T.b" && e.Count == 0 && e.Base != nil && e.Base.Count == 1
	}
	if !found {
		t.Errorf("%+v", g.Edges)
	}
}

// The units of VM methods are one, whichever method is first in the file: with the entries of the roots, and of the VM in them.
func TestMergedUnitOfVM(t *testing.T) {
	text := `{"version":"1.0.0","types":[{"id":1,"name":"app.A"},{"id":2,"name":"com.oracle.svm.core.V"}],"methods":[{"id":1,"name":"a","signature":[1,1]},
		{"id":2,"name":"v","signature":[2,1]},{"id":3,"name":"w","signature":[2,1]},{"id":4,"name":"b","signature":[1,1]}]` +
		testprofile.Calls("2:0 50", "1:0<2:3 7", "4:0<1:1<2:3 5", "3:0 20", "4:0<3:1 4", "2:0<3:9 6", "1:0 1000", "2:0<1:8 3") + "}"
	for by := range 8 {
		u := unitsOf(t, testprofile.Parse(t, testprofile.Rotated(t, text, by)), UnitOptions{Filter: convert.FilterOptions{View: convert.UserView}})
		at := slices.IndexFunc(u.Units, func(x Unit) bool { return x.Merged > 0 })
		if at < 0 || len(u.Units) != 2 {
			t.Fatalf("rotated by %d: %+v", by, u.Units)
		}
		vm := u.Units[at]
		if vm.Merged != 2 || vm.Size != 5 || vm.Inclusive != 92 || len(vm.Contexts) != 1 {
			t.Fatalf("rotated by %d: %+v", by, vm)
		}
		if c := vm.Contexts[0]; c.Parent != -1 || c.Entries != 76 || !c.Known || c.Inclusive != 92 {
			t.Errorf("rotated by %d: %+v", by, c)
		}
	}
}

// A rate needs both counts.
func TestFrequencyOfContexts(t *testing.T) {
	for _, c := range []struct {
		of   UnitContext
		want float64
		ok   bool
	}{
		{UnitContext{Entries: 6, Known: true, CallerEntries: 4, CallerKnown: true}, 1.5, true}, {UnitContext{Known: true, CallerEntries: 4, CallerKnown: true}, 0, true},
		{UnitContext{Entries: 6, CallerEntries: 4, CallerKnown: true}, 0, false}, {UnitContext{Entries: 6, Known: true, CallerEntries: 4}, 0, false}, {UnitContext{Entries: 6, Known: true, CallerKnown: true}, 0, false},
	} {
		if got, ok := c.of.Frequency(); got != c.want || ok != c.ok {
			t.Errorf("%+v: %g, %t", c.of, got, ok)
		}
	}
}

// Without a match the error names what is like the pattern; that filters hide matches is told of methods alone.
func TestFocusOnNothing(t *testing.T) {
	empty := testprofile.Parse(t, wholeMethods+"}")
	if _, err := New(empty, convert.NewNames(empty, convert.NameOptions{}), Options{Filter: convert.FilterOptions{Focus: regexp.MustCompile("nothing")}}); err != nil {
		t.Errorf("an empty graph: %v", err)
	}
	p := testprofile.Parse(t, wholeBefore)
	for _, c := range []struct {
		focus, hide string
		by          convert.GroupBy
		hidden      bool
	}{
		{`\.b$`, `\.b$`, convert.ByMethod, true}, {`nothing`, `\.b$`, convert.ByMethod, false}, {`nothing`, ``, convert.ByMethod, false}, {`\.b$`, `\.b$`, convert.ByPackage, false},
	} {
		filter := convert.FilterOptions{Focus: regexp.MustCompile(c.focus)}
		if c.hide != "" {
			filter.Hide = regexp.MustCompile(c.hide)
		}
		_, err := New(p, convert.NewNames(p, convert.NameOptions{}), Options{By: c.by, Filter: filter})
		var none *convert.NoMatchError
		if !errors.As(err, &none) || none.Hidden != c.hidden {
			t.Errorf("focus %s, hide %s, by %s: %+v, %v", c.focus, c.hide, c.by, none, err)
		}
	}
}

// The total of methods that call each other counts each stack once, even if nothing else is in the picture.
func TestTotalOfACycleAlone(t *testing.T) {
	p := testprofile.Parse(t, "{"+testprofile.Methods("a", "b")+testprofile.Calls("1:0 1", "2:0<1:1 50", "1:0<2:1<1:1 30")+testprofile.Samples("2:0<1:1 5", "1:0<2:1<1:1 3", "1:0 2")+"}")
	for _, m := range []convert.Metric{convert.Samples, convert.Calls} {
		g := graphOf(t, p, Options{Metric: m, Ways: true})
		if len(g.Nodes) != 1 || len(g.Nodes[0].Members) != 2 || g.Nodes[0].Total != 10 || g.Nodes[0].Self != 10 || g.Nodes[0].Inclusive != 81 {
			t.Errorf("%s: %+v", m, g.Nodes)
		}
	}
}

// A cell of a change is empty for edges without one, or whose counts cannot be compared.
func TestCellsOfChanges(t *testing.T) {
	of := change(func(*Change) table.Cell { return table.IntCell(7) })
	for _, c := range []struct {
		change *Change
		want   table.Cell
	}{{nil, table.Cell{}}, {&Change{}, table.Cell{}}, {&Change{Comparable: true}, table.IntCell(7)}} {
		if got := of(&edgeRow{Edge: &Edge{Change: c.change}}); got.Kind != c.want.Kind || got.Int != c.want.Int {
			t.Errorf("%+v: %+v", c.change, got)
		}
	}
}

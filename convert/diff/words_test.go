package diff

import (
	"testing"

	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// The part with the largest count is the majority, unless another one has as much, or none has any.
func TestMajority(t *testing.T) {
	for _, c := range []struct {
		counts []int64
		want   int
	}{
		{nil, -1}, {[]int64{0}, -1}, {[]int64{1}, 0}, {[]int64{0, 0}, -1}, {[]int64{0, 1}, 1}, {[]int64{3, 2}, 0}, {[]int64{2, 3}, 1}, {[]int64{3, 3}, -1}, {[]int64{3, 3, 4}, 2}, {[]int64{4, 3, 3}, 0}, {[]int64{4, 3, 4}, -1}, {[]int64{1, 0}, 0},
	} {
		for run := range 2 {
			var parts []pairedPart
			for _, n := range c.counts {
				p := pairedPart{counts: []int64{9, 9}}
				p.counts[run] = n
				parts = append(parts, p)
			}
			if got := majority(parts, run); got != c.want {
				t.Errorf("%v: %d, want %d", c.counts, got, c.want)
			}
		}
	}
}

// A count of calls is marked if it is a bound, and unknown if it has none.
func TestCellsOfCalls(t *testing.T) {
	of := func(low, high int64, usual bool) calls.Count {
		return calls.Count{Range: code.Range{Low: low, High: high}, Usual: usual}
	}
	for count, want := range map[calls.Count]struct {
		kind table.CellKind
		n    int64
		mark string
	}{
		of(4, 4, false): {table.Int, 4, ""}, of(1, 4, true): {table.Int, 4, "≤"}, of(1, 4, false): {table.Int, 1, "≥"}, of(0, 4, false): {table.Int, 4, "≤"}, of(0, 0, false): {table.Int, 0, ""}, of(0, code.Unlimited, false): {table.Unknown, 0, ""},
	} {
		if got := callsCell(count); got.Kind != want.kind || got.Int != want.n || got.Mark != want.mark {
			t.Errorf("%+v: %+v, want %+v", count, got, want)
		}
	}
}

// Runs whose lengths differ by half a percent at most did the same work, as far as most methods go.
func TestWorkInWords(t *testing.T) {
	for _, c := range []struct {
		runs compare.Runs
		want string
	}{
		{compare.Runs{Ratio: 1, Old: 1000, New: 1000}, ""}, {compare.Runs{Typical: true, Ratio: 1, Old: 1000, New: 1000}, "for as many calls"}, {compare.Runs{Typical: true, Ratio: 1, Old: 1000, New: 1004}, "for as many calls"},
		{compare.Runs{Typical: true, Ratio: 1, Old: 1000, New: 1006}, "for as many calls of most methods"}, {compare.Runs{Typical: true, Ratio: 1, Old: 1000, New: 990}, "for as many calls of most methods"},
		{compare.Runs{Typical: true, Ratio: 1.004, Old: 1000, New: 1000}, "for as many calls"}, {compare.Runs{Typical: true, Ratio: 0.996, Old: 1000, New: 1000}, "for as many calls"},
		{compare.Runs{Typical: true, Ratio: 2, Old: 1000, New: 2000}, "for 2 times as many calls: 50.0% fewer per call"}, {compare.Runs{Typical: true, Ratio: 0.5, Old: 1000, New: 500}, "for 50.0% fewer calls: 2 times as many per call"},
	} {
		if got := workWords(c.runs, 1, 1, 1); got != c.want {
			t.Errorf("%+v: %q, want %q", c.runs, got, c.want)
		}
	}
}

// TestWhyNoGroups: sections without groups say why, each something else but for those of types.
func TestWhyNoGroups(t *testing.T) {
	reasons := map[string]Section{}
	for _, s := range Sections {
		why := s.WhyNoGroups()
		if s.HasGroups() != (why == "") {
			t.Errorf("%s: %q", s, why)
		}
		other, same := reasons[why]
		if reasons[why] = s; same && why != "" && (s != InstanceOf || other != Receivers) {
			t.Errorf("%s and %s: %q", other, s, why)
		}
	}
}

// TestRates: a changed copy has entries per entry of its base, unless there are none.
func TestRates(t *testing.T) {
	changed, same := &node{mark: markChanged}, &node{mark: markSame}
	if got := changed.rate(6, 4); got.Low != 1.5 {
		t.Errorf("%+v", got)
	}
	for _, got := range []table.Cell{changed.rate(6, 0), same.rate(6, 4)} {
		if got.Kind != table.None {
			t.Errorf("%+v", got)
		}
	}
}

// TestBases: the base of a copy is its innermost caller with entries in both profiles, however far out.
func TestBases(t *testing.T) {
	var b iprof.TreeBuilder
	b.Add(iprof.Context{{Method: 5}, {Method: 4}, {Method: 3}, {Method: 2}, {Method: 1}}) // root last
	tree := b.Take()
	nodes := []node{{entries: compare.Counts{Old: 1, New: 1}}, {entries: compare.Counts{Old: 5}}, {entries: compare.Counts{New: 5}}, {entries: compare.Counts{Old: 2, New: 3}}, {}}
	setBases(tree, nodes)
	for i, want := range []iprof.NodeID{iprof.NoNode, 0, 0, 0, 3} {
		if got := nodes[i].base; got != want {
			t.Errorf("the base of %d is %d, not %d", i, got, want)
		}
	}
}

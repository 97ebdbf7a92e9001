package diff

import (
	"fmt"
	"slices"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// Successors are paired by target and index, those that share both by their order; or by target alone. That holds for many as for few.
func TestKeysOfSuccessors(t *testing.T) {
	few := []iprof.Successor{{Target: 7, Index: 0}, {Target: 9, Index: 1}, {Target: 7, Index: 0}, {Target: 7, Index: 2}, {Target: 7, Index: 0}}
	want := []partKey{{target: 7}, {target: 9, index: 1}, {target: 7, occurrence: 1}, {target: 7, index: 2}, {target: 7, occurrence: 2}}
	for _, more := range []int{0, 2 * fewParts} {
		all := slices.Clone(few)
		for i := range more {
			all = append(all, iprof.Successor{Target: iprof.BCI(100 + i)})
		}
		got := successorKeys([]partKey{{target: 1}}, all, false)
		if !slices.Equal(got[:6], append([]partKey{{target: 1}}, want...)) || len(got) != 1+len(all) {
			t.Errorf("%d more: %+v", more, got)
		}
		for _, key := range got[6:] {
			if key.index != 0 || key.occurrence != 0 {
				t.Errorf("%d more: %+v", more, key)
			}
		}
	}
	if got := successorKeys(nil, few[:3], true); !slices.Equal(got, []partKey{{target: 7}, {target: 9}, {target: 7}}) {
		t.Errorf("by target: %+v", got)
	}
}

// Compilers number the successors of a conditional in another order from build to build: those of different targets are paired by
// these. Only where successors share a target, their numbers tell them apart.
func TestSuccessorsInAnotherOrder(t *testing.T) {
	run := func(records string) *iprof.Profile {
		return testprofile.Parse(t, "{"+testprofile.Methods("a")+testprofile.Section("conditionalProfiles", []string{"1:9 " + records})+"}")
	}
	for _, c := range []struct {
		name, old, new string
		changes        int64
		overlap, index string // of the first successor of a change; "": none
	}{
		{"a branch whose successors are numbered in another order", "20 0 30000 12 1 10000", "12 0 10000 20 1 30000", 0, "100.0%", ""},
		{"the same, the other way", "20 0 30000 12 1 10000", "12 0 30000 20 1 10000", 1, "50.0%", ""},
		{"the same numbers, the other way", "20 0 30000 12 1 10000", "20 0 10000 12 1 30000", 1, "50.0%", "1"},
		{"a switch without what was not inlined", "20 0 9000 30 1 9000 30 2 0", "20 0 9000 30 1 9000", 0, "100.0%", ""},
		{"a switch with a shared target", "20 0 9000 30 1 9000 30 2 1000", "20 0 9000 30 2 9000 30 1 1000", 1, "57.9%", "0"},
		{"a switch with a shared target, in another order", "20 0 9000 30 1 9000 30 2 1000", "20 2 9000 30 2 1000 30 1 9000", 0, "100.0%", ""},
	} {
		for _, pair := range [][2]string{{c.old, c.new}, {c.new, c.old}} {
			d := diff(run(pair[0]), run(pair[1]), Options{})
			if got := d.Tables[0].FactOf("groups"); got != c.changes || d.Notes[0] != "overlap: branches "+c.overlap {
				t.Errorf("%s: %d changes, %s\n%s", c.name, got, d.Notes[0], found(d))
			}
			d = diff(run(pair[0]), run(pair[1]), Options{Exact: true})
			if c.changes > 0 {
				row, index := &d.Tables[0].Rows[0], ""
				for _, column := range d.Tables[0].Columns {
					if cell := row.Cell(column); column.Key == "index" && cell.Kind == table.Int {
						index = fmt.Sprint(cell.Int)
					}
				}
				if index != c.index {
					t.Errorf("%s: index %q, want %q", c.name, index, c.index)
				}
			}
		}
	}
}

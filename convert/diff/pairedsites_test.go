package diff

import (
	"slices"
	"testing"

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

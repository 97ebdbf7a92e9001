package rank

import (
	"reflect"
	"testing"

	"github.com/iprof-viz/iprof-viz/iprof"
)

// TestSuccessorsByTarget: cases of a switch with a common target are one row, and those never taken have no separate rows if
// there are several.
func TestSuccessorsByTarget(t *testing.T) {
	of := func(targetsAndCounts ...int64) (all []iprof.Successor) {
		for i := 0; i < len(targetsAndCounts); i += 2 {
			all = append(all, iprof.Successor{Target: iprof.BCI(targetsAndCounts[i]), Count: targetsAndCounts[i+1]})
		}
		return all
	}
	for name, test := range map[string]struct {
		successors, merged []iprof.Successor
		most               int
		rows               []int // of merged
		rest               int64
	}{
		"merged":           {of(8, 5, 8, 1, 21, 0), of(8, 6, 21, 0), 10, []int{0, 1}, 0},
		"no places":        {of(-1, 5, -1, 1), of(-1, 5, -1, 1), 10, []int{0, 1}, 0},
		"one never taken":  {of(1, 5, 2, 0, 3, 1, 4, 2), of(1, 5, 2, 0, 3, 1, 4, 2), 10, []int{0, 1, 2, 3}, 0},
		"two never taken":  {of(1, 5, 2, 0, 3, 1, 4, 0), of(1, 5, 2, 0, 3, 1, 4, 0), 10, []int{0, 2}, 0},
		"all are shown":    {of(1, 5, 2, 0, 3, 1, 4, 0), of(1, 5, 2, 0, 3, 1, 4, 0), 0, []int{0, 1, 2, 3}, 0},
		"a row for others": {of(1, 5, 2, 0, 3, 1, 4, 0, 5, 2), of(1, 5, 2, 0, 3, 1, 4, 0, 5, 2), 3, []int{0, 4}, 1},
		"as many":          {of(1, 5, 2, 3, 3, 1), of(1, 5, 2, 3, 3, 1), 3, []int{0, 1, 2}, 0},
		"one too many":     {of(1, 5, 2, 3, 3, 1), of(1, 5, 2, 3, 3, 1), 2, []int{0}, 4},
		"three":            {of(1, 5, 2, 0, 3, 0), of(1, 5, 2, 0, 3, 0), 10, []int{0, 1, 2}, 0},
		"one taken":        {of(1, 0, 2, 0, 3, 7, 4, 0), of(1, 0, 2, 0, 3, 7, 4, 0), 10, []int{2}, 0},
		"taken as many":    {of(1, 5, 2, 0, 3, 1, 4, 0), of(1, 5, 2, 0, 3, 1, 4, 0), 2, []int{0}, 1},
		"one row":          {of(1, 5, 2, 7), of(1, 5, 2, 7), 1, []int{}, 12},
		"nothing taken":    {of(1, 0, 2, 0, 3, 0, 4, 0), of(1, 0, 2, 0, 3, 0, 4, 0), 10, []int{0, 1, 2, 3}, 0},
	} {
		merged := BranchOptions{}.merged(test.successors)
		if rows, rest := mostTaken(merged, test.most); !reflect.DeepEqual(merged, test.merged) || !reflect.DeepEqual(rows, test.rows) || rest != test.rest {
			t.Errorf("%s: %v, rows %v and %d; want %v, %v, %d", name, merged, rows, rest, test.merged, test.rows, test.rest)
		}
	}
}

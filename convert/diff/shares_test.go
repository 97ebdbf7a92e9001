package diff

import (
	"fmt"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// Only nothing and all are 0.0% and 100.0%.
func TestPercentText(t *testing.T) {
	for x, want := range map[float64]string{
		0: "0.0%", 0.0004: "less than 0.1%", 0.0006: "0.1%", 0.5: "50.0%", 0.9994: "99.9%", 0.9996: "more than 99.9%", 1: "100.0%", 1.5: "150.0%",
	} {
		if got := percentText(x); got != want {
			t.Errorf("%g: %s, want %s", x, got, want)
		}
	}
}

// Of the callers of a varied context twenty are named, the innermost ones.
func TestMostCallersOfContext(t *testing.T) {
	of := func(depth, count int) *iprof.Profile {
		context := "1:0"
		for i := range depth {
			context += fmt.Sprintf("<%d:%d", 1+i%2, i+1)
		}
		return testprofile.Parse(t, "{"+testprofile.Methods("a", "b")+testprofile.Calls("2:0 1000", fmt.Sprintf("%s %d", context, count))+"}")
	}
	for _, depth := range []int{1, 19, 20, 21, 40} {
		profiles := []*iprof.Profile{of(depth, 100_000), of(depth, 900_000)}
		s := Variance([]string{"1", "2"}, profiles, convert.NewSharedNames(convert.NameOptions{}, profiles...), VarianceOptions{})
		callers := -1
		for _, row := range s.Table("contexts").Rows {
			for _, c := range s.Table("contexts").Columns {
				if text := row.Cell(c).Text; strings.Contains(text, "@1") {
					callers = strings.Count(text, " < ") + 1
					if strings.HasSuffix(text, " < …") != (depth > 20) {
						t.Errorf("%d callers: %s", depth, text)
					}
				}
			}
		}
		if want := min(depth, 21); callers != want {
			t.Errorf("%d callers: %d are named, want %d", depth, callers, want)
		}
	}
}

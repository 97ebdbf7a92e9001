package callgraph

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// TestMemberCallers: methods that call each other have their heaviest callers, each stack counted once, those with less than a tenth left
// out. A method that calls itself is not its caller.
func TestMemberCallers(t *testing.T) {
	for by := range 6 {
		// even and odd call each other; main calls even, and odd a little.
		p := testprofile.Parse(t, testprofile.Rotated(t, "{"+testprofile.Methods("main", "even", "odd", "rare", "burn")+
			testprofile.Samples("2:0<1:1 10", "3:0<2:5<1:1 20", "2:0<3:6<2:5<1:1 30", "3:0<2:5<3:6<2:5<1:1 36", "3:0<2:5<2:4<1:1 15", "3:0<4:1<1:2 4", "5:0<3:7<2:5<1:1 9", "5:0<1:8 40")+
			testprofile.Calls("1:0 1", "2:0<1:1 10", "3:0<2:5<1:1 50", "2:0<3:6<2:5<1:1 40", "2:0<2:4<1:1 8", "4:0 1", "3:0<4:1 2", "5:0<3:7 30")+"}", by))
		for metric, want := range map[convert.Metric]string{
			convert.Samples: "T.even: T.main() 120, T.odd() 66; T.odd: T.even() 110",
			convert.Calls:   "T.even: T.odd() 40, T.main() 10; T.odd: T.even() 50",
		} {
			g := graphOf(t, p, Options{Metric: metric, Ways: true, NodeFraction: 0.02})
			var got []string
			for i := range g.Nodes {
				for _, m := range g.Nodes[i].Members {
					var callers []string
					for _, c := range m.Callers {
						callers = append(callers, fmt.Sprint(c.Name, " ", c.Count))
						if c.Short != strings.TrimSuffix(c.Name, "()") {
							t.Errorf("%s is %s in short", c.Name, c.Short)
						}
					}
					got = append(got, m.Name+": "+strings.Join(callers, ", "))
				}
				if g.Nodes[i].Members == nil && g.Nodes[i].Callers != nil {
					t.Errorf("%s has callers without a line", g.Nodes[i].Name)
				}
			}
			slices.Sort(got)
			if got := strings.Join(got, "; "); got != want {
				t.Errorf("%s: %s, want %s", metric, got, want)
			}
		}
	}
}

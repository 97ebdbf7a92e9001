package callgraph

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// TestMemberCalls: methods that call each other have their heaviest callers, each stack counted once, those with less than a tenth only
// as a number, and their heaviest callees. A method that calls itself is not its caller.
func TestMemberCalls(t *testing.T) {
	for by := range 6 {
		// even and odd call each other; main calls even, and odd a little.
		p := testprofile.Parse(t, testprofile.Rotated(t, "{"+testprofile.Methods("main", "even", "odd", "rare", "burn")+
			testprofile.Samples("2:0<1:1 10", "3:0<2:5<1:1 20", "2:0<3:6<2:5<1:1 30", "3:0<2:5<3:6<2:5<1:1 36", "3:0<2:5<2:4<1:1 15", "3:0<4:1<1:2 4", "5:0<3:7<2:5<1:1 9", "5:0<1:8 40")+
			testprofile.Calls("1:0 1", "2:0<1:1 10", "3:0<2:5<1:1 50", "2:0<3:6<2:5<1:1 40", "2:0<2:4<1:1 8", "4:0 1", "3:0<4:1 2", "5:0<3:7 30")+"}", by))
		for metric, want := range map[convert.Metric]string{
			convert.Samples: "T.even: T.main() 120, T.odd() 66 +0 -> T.odd() 110 +0; T.odd: T.even() 110 +1 -> T.even() 66, T.burn() 9 +0",
			convert.Calls:   "T.even: T.odd() 40, T.main() 10 +0 -> T.odd() 50 +0; T.odd: T.even() 50 +1 -> T.even() 40, T.burn() 30 +0",
		} {
			g := graphOf(t, p, Options{Metric: metric, Ways: true, NodeFraction: 0.02})
			var got []string
			for i := range g.Nodes {
				for _, m := range g.Nodes[i].Members {
					side := func(of []Caller, more int) string {
						var calls []string
						for _, c := range of {
							calls = append(calls, fmt.Sprint(c.Name, " ", c.Count))
							if c.Short != strings.TrimSuffix(c.Name, "()") {
								t.Errorf("%s is %s in short", c.Name, c.Short)
							}
						}
						return strings.Join(calls, ", ") + fmt.Sprint(" +", more)
					}
					got = append(got, m.Name+": "+side(m.Callers, m.MoreCallers)+" -> "+side(m.Callees, m.MoreCallees))
				}
				if n := &g.Nodes[i]; n.Members == nil && (n.Callers != nil || n.Callees != nil) {
					t.Errorf("%s has callers or callees without a line", n.Name)
				}
			}
			slices.Sort(got)
			if got := strings.Join(got, "; "); got != want {
				t.Errorf("%s: %s, want %s", metric, got, want)
			}
		}
	}
}

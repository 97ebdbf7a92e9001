package optimized

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/optlog"
)

// TestMutatedLogs: whatever a log says, counts are those of the profile: a call has as many as without a log, what is certain of the copies of a
// method is never more than its entries, and the outcomes of a call add up to the copies of its caller.
func TestMutatedLogs(t *testing.T) {
	for file, data := range testprofile.Varied(t) {
		p, err := iprof.Parse(bytes.NewReader(data), iprof.Options{})
		if err != nil {
			t.Fatal(file, err)
		}
		graph := calls.New(p, calls.Options{})
		random := rand.New(rand.NewPCG(4, uint64(len(data))))
		text, _, _, _ := derived(p, func() bool { return random.IntN(2) == 0 })
		log := readLog(t, text)
		for range 3 {
			mutate(log, random)
			m := New(p, log)
			checkUnits(t, p, m, graph, log, false)
			if roles := m.Roles(p.Contexts); len(roles) != p.Contexts.Len() {
				t.Errorf("%s: %d roles of %d contexts", file, len(roles), p.Contexts.Len())
			}
			for site, target := range graph.All() {
				f := m.Outcome(site.Slot, site.BCI, target)
				if f.Inlined < 0 || f.Removed < 0 || f.Inlined+f.Partly+f.Direct+f.Indirect+f.Removed != f.Copies {
					t.Errorf("%s: %+v", file, f)
				}
				d := m.Dispatch(site.Slot, site.BCI)
				if d.Removed < 0 || d.Virtual+d.Partly+d.Switch+d.Direct+d.Inlined+d.Removed != d.Copies {
					t.Errorf("%s: %+v", file, d)
				}
			}
			for _, x := range m.ForceInline(graph, nil) {
				if x.Sites == 0 || x.Calls.Low > x.Calls.High {
					t.Errorf("%s: %+v", file, x)
				}
			}
		}
	}
}

// mutate changes a tenth of the nodes of a log: the outcome of the call, its place, or its method.
func mutate(log *optlog.Log, random *rand.Rand) {
	var names []string
	for i := range log.Units {
		for _, n := range log.Units[i].Nodes {
			names = append(names, n.Method)
		}
	}
	for i := range log.Units {
		nodes := log.Units[i].Nodes
		for k := 1; k < len(nodes); k++ {
			if random.IntN(10) > 0 {
				continue
			}
			n := &nodes[k]
			switch random.IntN(6) {
			case 0:
				n.Inlined = !n.Inlined
			case 1:
				n.Alive = !n.Alive
			case 2:
				n.Indirect = !n.Indirect
			case 3:
				n.BCI = int32(random.IntN(70000)) - 2
			case 4:
				n.BCI = nodes[random.IntN(k)].BCI
			case 5:
				n.Method = names[random.IntN(len(names))]
			}
		}
	}
}

package optimized

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/optlog"
)

// A spot is a node of a log.
type spot struct{ unit, node int }

// replay says how often each node of a log is reached if the program runs as in a profile: each context of the profile is a chain of calls,
// and each call of it goes on where the log inlines it, or enters a unit anew.
//
// Lost are methods, by slot, that a context enters where the log has no call: it was made from another context.
func replay(p *iprof.Profile, log *optlog.Log) (counts map[spot]int64, lost []bool) {
	name, units := names(p), map[string]int{}
	for i := range log.Units {
		units[log.Units[i].Method()] = i
	}
	counts, lost = map[spot]int64{}, make([]bool, p.MethodSlots())
	entries, isLost := convert.NewEntries(p), make([]bool, p.Contexts.Len())
	at := make([]spot, p.Contexts.Len()) // of each context's copy; unit -1: not in the log
	for i, n := range p.Contexts.All() {
		method := name[p.MethodSlot(n.Method)]
		at[i] = spot{unit: -1}
		if unit, ok := units[method]; ok {
			at[i] = spot{unit, 0}
		}
		if n.Parent != iprof.NoNode {
			isLost[i] = isLost[n.Parent]
		}
		if n.Parent != iprof.NoNode && at[n.Parent].unit >= 0 {
			up, found := at[n.Parent], false
			for k, x := range log.Units[up.unit].Nodes {
				if k == 0 || int(x.Parent) != up.node || x.BCI != int32(n.Site) || x.Method != method {
					continue
				}
				if found = true; x.Inlined {
					at[i] = spot{up.unit, k}
				} else {
					counts[spot{up.unit, k}] += entries.Count[i]
				}
			}
			isLost[i] = isLost[i] || !found
		}
		lost[p.MethodSlot(n.Method)] = lost[p.MethodSlot(n.Method)] || isLost[i]
		if at[i].unit >= 0 {
			counts[at[i]] += entries.Count[i]
		}
	}
	return counts, lost
}

// TestCountsOfDerivedLogs: how often a node of a log was reached is within its bounds, over all profiles, with their own inlining, none, and
// parts of it; with their own inlining all of a profile without copies of its roots are certain.
func TestCountsOfDerivedLogs(t *testing.T) {
	for file, data := range testprofile.Varied(t) {
		p, err := iprof.Parse(bytes.NewReader(data), iprof.Options{})
		if err != nil {
			t.Fatal(file, err)
		}
		entries, graph := convert.NewEntries(p).Methods, calls.New(p, calls.Options{})
		for _, share := range []float64{1, 0, 0.6, 0.9} {
			random := rand.New(rand.NewPCG(2, uint64(share*10)))
			text, _, _, _ := derived(p, func() bool { return random.Float64() < share })
			log := readLog(t, text)
			m := New(p, log)
			was, lost := replay(p, log)
			certain, all := 0, 0
			for i, counts := range newCounter(m, graph, nil).count() {
				for k, r := range counts {
					n := was[spot{i, k}]
					if len(m.targets[log.Units[i].Nodes[k].Method]) != 1 { // the replay cannot tell which method is meant
						continue
					}
					if !log.Units[i].Nodes[k].Inlined { // other calls than inlined ones are not replayed
						if r.High < n {
							t.Errorf("%s %v: call of %s in %s @%d: %+v, made at least %d times", file, share, log.Units[i].Nodes[k].Method, log.Units[i].Method(), log.Units[i].Nodes[k].BCI, r, n)
						}
						continue
					}
					// Calls that the profile has as entries of a root may be of this site.
					least, most := n, n+entries[m.slots[i][k]].Root
					if k == 0 {
						least, most = n-entries[m.slots[i][k]].Root, n
					}
					raced := entries[m.slots[i][k]].Total() / 1000
					if r.Low > most+raced && !lost[m.slots[i][k]] || r.High < least-raced || r.High < r.Low {
						t.Errorf("%s %v: %s in %s @%d: %+v, reached %d times", file, share, log.Units[i].Nodes[k].Method, log.Units[i].Method(), log.Units[i].Nodes[k].BCI, r, n)
					}
					if all++; r.Fixed() {
						certain++
					}
				}
			}
			if share == 1 && strings.HasPrefix(file, "known/") && certain < all {
				t.Errorf("%s: %d of %d counts are certain", file, certain, all)
			}
		}
	}
}

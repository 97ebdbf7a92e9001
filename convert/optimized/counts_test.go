package optimized

import (
	"bytes"
	"fmt"
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
		graph := calls.New(p, calls.Options{})
		for _, share := range []float64{1, 0, 0.6, 0.9} {
			random := rand.New(rand.NewPCG(2, uint64(share*10)))
			text, _, _, _ := derived(p, func() bool { return random.Float64() < share })
			log := readLog(t, text)
			m := New(p, log)
			certain, all := checkCounts(t, fmt.Sprint(file, " ", share), p, m, graph)
			checkUnits(t, p, m, graph, log, true)
			if share == 1 && strings.HasPrefix(file, "known/") && certain < all {
				t.Errorf("%s: %d of %d counts are certain", file, certain, all)
			}
		}
	}
}

// checkCounts checks the counts of a log's nodes against a replay. It returns how many of them are certain, of those that can be checked.
func checkCounts(t tester, name string, p *iprof.Profile, m *Image, graph *calls.Graph) (certain, all int) {
	t.Helper()
	log, entries := m.Log, convert.NewEntries(p).Methods
	was, lost := replay(p, log)
	sums := make([]int64, p.MethodSlots())
	for i, counts := range newCounter(m, graph, nil).count() {
		for k, r := range counts {
			node, n := &log.Units[i].Nodes[k], was[spot{i, k}]
			if len(m.targets[node.Method]) != 1 { // the replay cannot tell which method is meant
				continue
			}
			if !node.Inlined { // other calls than inlined ones are not replayed
				if r.High < n {
					t.Errorf("%s: call of %s in %s @%d: %+v, made at least %d times", name, node.Method, log.Units[i].Method(), node.BCI, r, n)
				}
				continue
			}
			// Calls that the profile has as entries of a root may be of this site.
			slot := m.slots[i][k]
			least, most, raced := n, n+entries[slot].Root, entries[slot].Total()/1000
			if k == 0 {
				least, most = n-entries[slot].Root, n
			}
			if r.Low > most+raced && !lost[slot] || r.High < least-raced || r.High < r.Low {
				t.Errorf("%s: %s in %s @%d: %+v, reached %d times", name, node.Method, log.Units[i].Method(), node.BCI, r, n)
			}
			sums[slot] += r.Low
			if all++; r.Fixed() {
				certain++
			}
		}
	}
	for slot, sum := range sums {
		if entries[slot].Known() && sum > entries[slot].Total() {
			t.Errorf("%s: %d entries of %s are certain, of %d", name, sum, names(p)[slot], entries[slot].Total())
		}
	}
	return certain, all
}

// checkUnits checks the units that a log becomes: each copy and each call that is left is there once, but for calls that the compiler
// copied, and unless there is no whole tree of them; what is certain adds up to no more than the entries of the methods; and methods keep their names.
func checkUnits(t tester, p *iprof.Profile, m *Image, graph *calls.Graph, log *optlog.Log, whole bool) {
	t.Helper()
	u, err := m.NewUnits(graph, nil)
	if err != nil {
		t.Fatal(err)
	}
	type place struct {
		unit, parent int
		bci          int32
		method       string
	}
	copies, left := map[place]bool{}, map[place]bool{}
	for i := range log.Units {
		for _, n := range log.Units[i].Nodes {
			at := place{i, int(n.Parent), max(-1, n.BCI), n.Method} // other places than bytecode are one
			switch n.Kind() {
			case optlog.Root, optlog.Inlined:
				copies[at] = true
			case optlog.Direct, optlog.Indirect:
				left[at] = true
			}
		}
	}
	calls, certain, sum := 0, make([]int64, p.MethodSlots()), int64(0)
	for node, n := range u.Profile.Contexts.All() {
		calls += len(u.Calls[node])
		r := u.Entries[node]
		if slot := u.Profile.MethodSlot(n.Method); slot < p.Methods.Len() {
			certain[slot] += r.Low
			was, _ := p.MethodAt(slot)
			if is, _ := u.Profile.MethodAt(slot); is.ID != was.ID || is.Name != was.Name {
				t.Errorf("%v became %v", was, is)
			}
		}
		if r.Low > 0 || r.Fixed() {
			sum += r.Low
		}
	}
	if n := u.Profile.Contexts.Len(); n > len(copies) || calls > len(left) || whole && (n < len(copies) || calls < len(left)) {
		t.Errorf("%d copies and %d calls, of %d and %d in the log", u.Profile.Contexts.Len(), calls, len(copies), len(left))
	}
	if sum != u.Profile.Total(iprof.Calls) {
		t.Errorf("%d entries are certain, and recorded as %d", sum, u.Profile.Total(iprof.Calls))
	}
	for slot, of := range convert.NewEntries(p).Methods[:p.Methods.Len()] {
		if of.Known() && (certain[slot] > of.Total() || u.Methods[slot] != of.Total()) {
			t.Errorf("%d entries of %s are certain; %d are said to be, of %d", certain[slot], names(p)[slot], u.Methods[slot], of.Total())
		}
	}
}

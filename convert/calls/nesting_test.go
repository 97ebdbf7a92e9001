package calls

import (
	"testing"
	"time"

	"github.com/iprof-viz/iprof-viz/internal/budget"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// In how many contexts of a method another one is among the callers is the same if each context is followed outwards.
func TestNestingFollowsCallers(t *testing.T) {
	pairs := 0
	for name, data := range testprofile.Varied(t) {
		p := testprofile.Parse(t, string(data))
		c := newContexts(p, nil)
		want := map[[2]int32]int64{} // by caller and slot
		if p.Contexts.Len() > 20_000 {
			continue
		}
		for i := range p.Contexts.Len() {
			seen := map[int32]bool{}
			for n := iprof.NodeID(i); n != iprof.NoNode; n = p.Contexts.Node(n).Parent {
				if slot := c.slots[n]; !seen[slot] {
					seen[slot] = true
					want[[2]int32{c.slots[i], slot}]++
				}
			}
		}
		n := newNesting(c)
		methods := int32(min(p.MethodSlots(), 300))
		for caller := range methods {
			for slot := range methods {
				if got := n.within(caller, slot); got != want[[2]int32{caller, slot}] {
					t.Fatalf("%s: method %d is within %d in %d contexts, want %d", name, caller, slot, got, want[[2]int32{caller, slot}])
				}
			}
		}
		pairs += len(want)
	}
	if pairs < 1000 {
		t.Errorf("%d pairs only", pairs)
	}
}

// Facts about each call of a stack of 60,000 methods take as long as those about as many short stacks.
func TestFactsOfOneStack(t *testing.T) {
	const depth = 60_000
	p := testprofile.Parse(t, string(testprofile.Chain("callCountProfiles", depth)))
	g := New(p, Options{})
	defer budget.Budget{Memory: 256 << 20, Time: 2 * time.Second}.Start(t, 0)()
	all := 0
	for s, target := range g.All() {
		g.Facts(s, target)
		all++
	}
	if all != depth-1 {
		t.Errorf("%d calls", all)
	}
}

// So do those about the calls of a method with many calls and many contexts.
func TestFactsOfManyContexts(t *testing.T) {
	const sites, contexts = 40_000, 60_000
	p := testprofile.Parse(t, string(testprofile.Fan(sites, contexts)))
	g := New(p, Options{})
	defer budget.Budget{Memory: 256 << 20, Time: 2 * time.Second}.Start(t, 0)()
	all := 0
	for s, target := range g.All() {
		g.Facts(s, target)
		all++
	}
	if all != sites+contexts {
		t.Errorf("%d calls", all)
	}
}

package callgraph

import (
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// In the view of the application, samples of stacks without a frame of it have a node of their own, in both graphs of a comparison:
// 100 of 1000 samples in l alone and, before, 50 in the VM that it calls.
func TestSamplesOutsideTheApplication(t *testing.T) {
	before, after := testprofile.Parse(t, wholeBefore), testprofile.Parse(t, wholeAfter)
	opts := Options{Metric: convert.Samples, Filter: convert.FilterOptions{View: convert.AppView}}
	for _, c := range []struct {
		g             *Graph
		samples, base int64
	}{{graphOf(t, before, opts), 150, 0}, {graphOf(t, after, opts), 100, 0}, {graphSince(t, before, after, opts), 100, 150}, {graphSince(t, after, before, opts), 150, 100}} {
		g, found := c.g, false
		sum := int64(0)
		for _, n := range g.Nodes {
			sum += n.Self
			if n.Name != convert.OutsideFrame {
				continue
			}
			found = true
			if n.Self != c.samples || n.Total != c.samples || n.BaseSelf != c.base || n.BaseTotal != c.base || (n.SelfChange != nil) != (g.Base != nil) {
				t.Errorf("%+v", n)
			}
		}
		if !found || sum != 1000 {
			t.Errorf("outside: %t, %d samples in all", found, sum)
		}
	}
}

// The way from a compilation root goes on with its heaviest caller, and no more calls than either has; from other nodes it does not.
func TestCallerOfRoots(t *testing.T) {
	f := &wayFinder{above: []int32{-1, 0}, callers: []rootCaller{{-1, 0}, {0, 5}}}
	root, other := waypoint{0, 3}, waypoint{1, 4}
	for _, c := range []struct {
		group  int32
		at     []waypoint
		caller int32
		calls  int64
	}{
		{1, []waypoint{root}, 0, 3}, {1, []waypoint{root, root}, 0, 5}, {1, []waypoint{root, other}, 0, 3}, {1, []waypoint{other}, -1, 0}, {1, nil, -1, 0}, {0, []waypoint{root}, -1, 0},
	} {
		if caller, calls := f.rootCaller(c.group, c.at); caller != c.caller || calls != c.calls {
			t.Errorf("%+v: %d, %d", c, caller, calls)
		}
	}
	f.callers = nil
	if caller, calls := f.rootCaller(1, []waypoint{root}); caller != -1 || calls != 0 {
		t.Errorf("without callers: %d, %d", caller, calls)
	}
}

package calls_test

import (
	"path/filepath"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/internal/testfile"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// checkContexts checks that the sites of all contexts of a method have its calls in sum: ranges of sums meet.
func checkContexts(t *testing.T, p *iprof.Profile, g *calls.Graph) {
	t.Helper()
	type place struct {
		slot   int32
		bci    iprof.BCI
		callee *calls.Callee
	}
	type bounds struct{ low, high, inlined int64 }
	sums := map[place]bounds{}
	nodes := make([]iprof.NodeID, p.Contexts.Len())
	for i := range nodes {
		nodes[i] = iprof.NodeID(i)
	}
	inContexts, _ := g.InContexts(nodes)
	for node, sites := range inContexts {
		for _, s := range sites {
			if s.Slot != int32(p.MethodSlot(p.Contexts.Node(node).Method)) {
				t.Fatalf("a site of method %d in a context of another", s.Slot)
			}
			for _, target := range s.Targets {
				c, stayed := target.Calls, target.Stayed
				if stayed.Low < 0 || stayed.Low > stayed.High || c.Low > c.High || c.High < unlimited && c.High != stayed.High+target.Inlined {
					t.Fatalf("%d@%d: %+v: an empty range, or calls that are neither inlined nor not", s.Slot, s.BCI, target)
				}
				k := place{s.Slot, s.BCI, target.Callee}
				b := sums[k]
				sums[k] = bounds{plus(b.low, stayed.Low), plus(b.high, stayed.High), plus(b.inlined, target.Inlined)}
			}
		}
	}
	for s, target := range g.All() {
		b := sums[place{s.Slot, s.BCI, target.Callee}]
		if s.Contradicts {
			continue
		}
		if b.inlined != target.Inlined {
			t.Errorf("%d@%d: %d inlined calls in all contexts, want %d", s.Slot, s.BCI, b.inlined, target.Inlined)
		}
		if b.low > target.Stayed.High || b.high < target.Stayed.Low {
			t.Errorf("%d@%d: %d to %d stayed calls in all contexts, want %+v of %+v", s.Slot, s.BCI, b.low, b.high, target.Stayed, target.Callee)
		}
	}
}

// TestContextsWithoutClasses checks the calls in each context by records alone.
func TestContextsWithoutClasses(t *testing.T) {
	for name, data := range testprofile.Varied(t) {
		t.Run(name, func(t *testing.T) {
			p := testprofile.Parse(t, string(data))
			checkContexts(t, p, calls.New(p, calls.Options{}))
		})
	}
}

// TestContextsOfPrograms checks them with class files.
func TestContextsOfPrograms(t *testing.T) {
	for _, x := range programs {
		t.Run(x.profile, func(t *testing.T) {
			p, _ := readTruth(t, x.profile, x.edges)
			checkContexts(t, p, calls.New(p, withClasses(t, filepath.Join(shared, x.classes))))
		})
	}
}

// TestContextOfAProgram counts by hand: main calls addLine, which is a unit, in its loop over 10,000 lines.
func TestContextOfAProgram(t *testing.T) {
	data := testfile.Read(t, "../../testdata/wordcount.iprof")
	p := testprofile.Parse(t, string(data))
	g := calls.New(p, withClasses(t, "../../testdata/wordcount.jar"))
	for node, n := range p.Contexts.All() {
		if m, _ := p.Method(n.Method); m.Name != "main" {
			continue
		}
		inContext, _ := g.InContexts([]iprof.NodeID{iprof.NodeID(node)})
		for _, s := range inContext[iprof.NodeID(node)] {
			if s.BCI == 20 && (len(s.Targets) != 1 || s.Targets[0].Stayed.Figure() != 10_000 || s.Targets[0].Callee.Method != "addLine") {
				t.Errorf("%+v, want 10,000 calls of addLine", s)
			}
		}
	}
}

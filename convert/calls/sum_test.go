package calls_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// TestSumsOfTheVM compares the calls of one method by another, from all sites and from each choice of two, with the VM's edges, and with
// the entries of the callee: no sum is more.
func TestSumsOfTheVM(t *testing.T) {
	for _, x := range programs {
		t.Run(x.profile, func(t *testing.T) {
			p, text := readTruth(t, x.profile, x.edges)
			g := calls.New(p, withClasses(t, filepath.Join(shared, x.classes)))
			entries := convert.NewEntries(p)
			type pair struct{ caller, callee string }
			sites := map[pair][]edge{}
			edges := vmEdges(t, text)
			for e := range edges {
				sites[pair{e.caller, e.callee}] = append(sites[pair{e.caller, e.callee}], e)
			}
			several := 0
			for of, edgesOf := range sites {
				caller, callee := slotOf(p, of.caller), slotOf(p, of.callee)
				if caller < 0 || callee < 0 || strings.Contains(of.callee, ".<clinit>") {
					continue
				}
				var all []calls.StayedCall // also of sites without an edge
				var bcis []iprof.BCI
				inlined := map[iprof.BCI]int64{}
				for _, s := range g.Of(caller) {
					for i := range s.Targets {
						if target := &s.Targets[i]; target.Callee.Slot == callee && target.Evidence != calls.ByLambda {
							all, bcis = append(all, calls.StayedOf(&s, target)), append(bcis, s.BCI)
							inlined[s.BCI] = target.Inlined
						}
					}
				}
				if len(all) < 2 {
					continue
				}
				several++
				made := func(bcis []iprof.BCI) (n int64) {
					for _, e := range edgesOf {
						if slices.Contains(bcis, iprof.BCI(e.bci)) {
							n += edges[e]
						}
					}
					for _, bci := range bcis {
						n -= inlined[bci]
					}
					return n
				}
				check := func(sum calls.Count, n int64, bcis []iprof.BCI) {
					if n < sum.Low || n > sum.High || g.CountsEntries(callee) && sum.High > entries.Methods[callee].Root {
						t.Errorf("%v at %d: %+v, the VM says %d, of %+v", of, bcis, sum, n, entries.Methods[callee])
					}
				}
				check(g.Stayed(all), made(bcis), bcis)
				for i := range all {
					for k := range i {
						check(g.Stayed([]calls.StayedCall{all[i], all[k]}), made([]iprof.BCI{bcis[i], bcis[k]}), []iprof.BCI{bcis[i], bcis[k]})
					}
				}
			}
			t.Logf("%d pairs of methods with several sites", several)
		})
	}
}

// TestCallsThatWereNotMade: the VM made no calls that look certain, also of methods that the profile does not have.
func TestCallsThatWereNotMade(t *testing.T) {
	for _, x := range programs {
		p, text := readTruth(t, x.profile, x.edges)
		g := calls.New(p, withClasses(t, filepath.Join(shared, x.classes)))
		entered := map[string]bool{}
		for method := range vmEntries(text) {
			entered[method] = true
		}
		for s, target := range g.All() {
			c := target.Callee
			name := c.Class + "." + c.Method + c.Ref().Descriptor
			if c.Method == "" || convert.KindOf(c.Class) != convert.Application || entered[name] || target.Evidence == calls.ByLambda || c.Inherited || strings.HasPrefix(c.Class, "[") {
				continue
			}
			if e := target.Calls.Execution(); e.Plain() && e.Count > 0 || e.Bound == code.AtLeast && e.Count > 0 {
				t.Errorf("%s: %d@%d: %+v calls of %s, which the VM never entered", x.profile, s.Slot, s.BCI, target.Calls, name)
			}
		}
	}
}

// TestFinallyIsCalledOnce: one copy of a finally block runs, so its copies call a method as often as the caller was entered, and calls
// in the handler, whose executions are unknown, are none unless an exception was thrown.
func TestFinallyIsCalledOnce(t *testing.T) {
	p, _ := readTruth(t, "calls/profile.iprof", "calls/jvmti.tsv")
	g := calls.New(p, withClasses(t, filepath.Join(shared, "calls/classes")))
	const done = "calls.Dispatch.done()V"
	risky := slotOf(p, "calls.Dispatch.risky(I)I")
	var all []calls.StayedCall
	for bci, want := range map[int]code.Execution{15: {Count: 6900, Bound: code.UnlessThrown}, 26: {Count: 1800, Bound: code.Exact}, 32: {Bound: code.AtLeast}} {
		target := targetOf(g, risky, edge{bci: bci, callee: done})
		if got := target.Stayed.Execution(); got != want || target.Calls.Execution() != want || g.At(risky, iprof.BCI(bci)).Made.Execution() != want {
			t.Errorf("@%d: %+v, want %+v", bci, got, want)
		}
		all = append(all, calls.StayedOf(g.At(risky, iprof.BCI(bci)), target))
	}
	if got := g.Stayed(all).Execution(); got != (code.Execution{Count: 8700, Bound: code.Exact}) {
		t.Errorf("together: %+v", got)
	}
	slices.SortFunc(all, func(x, y calls.StayedCall) int { return int(x.Count.Low - y.Count.Low) })
	for _, c := range []struct {
		of   []calls.StayedCall
		want code.Execution
	}{
		{[]calls.StayedCall{all[0], all[1]}, code.Execution{Count: 6900, Bound: code.UnlessThrown}}, // what the third leaves
		{all[:1], all[0].Count.Execution()},
	} {
		if got := g.Stayed(c.of).Execution(); got != c.want {
			t.Errorf("%+v: %+v, want %+v", c.of, got, c.want)
		}
	}
}

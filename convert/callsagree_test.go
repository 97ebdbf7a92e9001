package convert_test

import (
	"math"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/hierarchy"
	"github.com/iprof-viz/iprof-viz/convert/inlining"
	"github.com/iprof-viz/iprof-viz/convert/rank"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/testpath"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/internal/testtier"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A calledAt is a method that a call site calls, by ids.
type calledAt struct{ caller, bci, target int64 }

// A saidCount is a number of calls as a table or a tree says it.
type saidCount struct {
	count int64
	bound string
}

// TestViewsOfCallsAgree compares the calls of each site and callee in the table calls, in peek, in inline --into, and in inlining trees.
func TestViewsOfCallsAgree(t *testing.T) {
	testtier.Sequential(t)
	for name, data := range testprofile.Varied(t) {
		t.Run(name, func(t *testing.T) { checkViewsOfCalls(t, testprofile.Parse(t, string(data)), calls.Options{}) })
	}
	for _, x := range []struct{ profile, classes string }{
		{"calls/profile.iprof", "calls/classes"}, {"known/known.iprof", "known/classes"}, {"seed/fib.iprof", "seed-classes"},
		{"seed/even.iprof", "seed-classes"}, {"seed/odd.iprof", "seed-classes"},
	} {
		t.Run(x.profile+" with classes", func(t *testing.T) {
			const shared = "../../shared/jvm"
			data, err := os.ReadFile(filepath.Join(shared, x.profile))
			if err != nil {
				t.Skip("no ../shared/jvm")
			}
			path := testpath.Open(t, filepath.Join(shared, x.classes))
			checkViewsOfCalls(t, testprofile.Parse(t, string(data)), calls.Options{Class: path.Class, Classes: hierarchy.New(path.Class, path.Headers)})
		})
	}
}

func checkViewsOfCalls(t *testing.T, p *iprof.Profile, opts calls.Options) {
	if p.Total(iprof.Calls) == 0 {
		t.Skip("no calls")
	}
	all := regexp.MustCompile("")
	byTable, stayedByTable := callsOfTable(t, p, opts)
	into, err := inlining.NewInto(p, nil, inlining.IntoOptions{Match: all, Target: all, Calls: opts})
	if err != nil {
		t.Fatal(err)
	}
	targets := map[calledAt]*calls.Target{}
	for _, c := range into.Callers {
		for _, call := range c.Calls {
			key, ok := placeOfCall(p, call.Site, call.Target)
			if !ok {
				continue
			}
			targets[key] = call.Target
			if got := said(call.Target.Calls); got != byTable[key] {
				t.Errorf("%v: inline --into says %v, calls %v", key, got, byTable[key])
			}
			if got := said(call.Target.Stayed); got != stayedByTable[key] {
				t.Errorf("%v: inline --into says that %v stayed calls, calls %v", key, got, stayedByTable[key])
			}
		}
	}
	if len(targets) != len(byTable) {
		t.Errorf("%d calls in inline --into, %d in calls", len(targets), len(byTable))
	}
	checkPeek(t, p, opts, targets)
	checkLeaves(t, p, opts, targets)
}

func placeOfCall(p *iprof.Profile, s *calls.Site, target *calls.Target) (calledAt, bool) {
	if target.Callee.Slot < 0 {
		return calledAt{}, false
	}
	return calledAt{int64(p.MethodIDAt(int(s.Slot))), int64(s.BCI), int64(p.MethodIDAt(int(target.Callee.Slot)))}, true
}

func said(c calls.Count) saidCount {
	e := c.Execution()
	return saidCount{e.Count, e.Bound.String()}
}

// callsOfTable returns the calls, and those that stayed calls, as the table calls has them.
func callsOfTable(t *testing.T, p *iprof.Profile, opts calls.Options) (byPlace, stayed map[calledAt]saidCount) {
	calls, err := rank.Calls(p, nil, rank.CallOptions{Code: opts})
	if err != nil {
		t.Fatal(err)
	}
	byPlace, stayed = map[calledAt]saidCount{}, map[calledAt]saidCount{}
	for _, row := range calls.Rows {
		if calls.Cell(row, "target_id").Kind != table.Int {
			continue
		}
		key := calledAt{calls.Cell(row, "id").Int, calls.Cell(row, "bci").Int, calls.Cell(row, "target_id").Int}
		byPlace[key] = saidCount{calls.Cell(row, "calls").Int, calls.Cell(row, "bound").Text}
		stayed[key] = saidCount{calls.Cell(row, "stayed").Int, calls.Cell(row, "stayed_bound").Text}
	}
	return byPlace, stayed
}

// checkPeek compares calls with the callees in peek, which leaves out those that may be none.
func checkPeek(t *testing.T, p *iprof.Profile, opts calls.Options, targets map[calledAt]*calls.Target) {
	peek, err := rank.Peek(p, nil, regexp.MustCompile(""), rank.PeekOptions{Metric: convert.Calls, Code: opts})
	if err != nil {
		t.Fatal(err)
	}
	found := map[calledAt]bool{}
	for _, row := range peek.Rows {
		if peek.Cell(row, "relation").Text != "callee" || peek.Cell(row, "other_id").Kind != table.Int || peek.Cell(row, "bci").Kind != table.Int {
			continue
		}
		key := calledAt{peek.Cell(row, "id").Int, peek.Cell(row, "bci").Int, peek.Cell(row, "other_id").Int}
		target := targets[key]
		if target == nil {
			t.Errorf("%v: only peek has the call", key)
			continue
		}
		found[key] = true
		got := saidCount{peek.Cell(row, "count").Int, peek.Cell(row, "bound").Text}
		onlyInlined := saidCount{target.Inlined, code.Exact.String()}
		if got != said(target.Calls) && (got != onlyInlined || target.Stayed.Low > 0) && !target.Uncounted {
			t.Errorf("%v: peek says %v, the call graph %+v", key, got, target.Calls)
		}
	}
	for key, target := range targets {
		if target.Calls.Low > 0 && !found[key] {
			t.Errorf("%v: peek lacks %+v", key, target.Calls)
		}
	}
}

// checkLeaves compares calls that stayed calls with the sums of those that leave the units, within the bounds of both.
func checkLeaves(t *testing.T, p *iprof.Profile, opts calls.Options, targets map[calledAt]*calls.Target) {
	trees, err := inlining.New(p, nil, inlining.Options{Calls: &opts})
	if err != nil {
		t.Fatal(err)
	}
	type bounds struct{ low, high int64 }
	sums := map[calledAt]bounds{}
	for u := range trees.Units {
		for i := range trees.Units[u].Instances {
			for _, c := range trees.Units[u].Instances[i].Calls {
				if key, ok := placeOfCall(p, c.Site, c.Target); ok {
					b := sums[key]
					sums[key] = bounds{saturate(b.low, c.Target.Stayed.Low), saturate(b.high, c.Target.Stayed.High)}
				}
			}
		}
	}
	graph := calls.New(p, opts)
	for site, target := range graph.All() {
		key, ok := placeOfCall(p, site, target)
		b, has := sums[key]
		switch {
		case !ok || site.Contradicts:
		case b.low > target.Stayed.High:
			t.Errorf("%v: %+v in trees, %+v in the call graph", key, b, target.Stayed)
		case has && b.high < target.Stayed.Low:
			t.Errorf("%v: %+v in trees, %+v in the call graph", key, b, target.Stayed)
		case !has && target.Stayed.Low > 0 && graph.Leaves(target):
			t.Errorf("%v: trees lack %+v", key, target.Stayed)
		}
	}
}

func saturate(a, b int64) int64 {
	if a > math.MaxInt64-b {
		return math.MaxInt64
	}
	return a + b
}

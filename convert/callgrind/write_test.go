package callgrind_test

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/callgrind"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/exchange"
	"github.com/iprof-viz/iprof-viz/internal/budget"
	"github.com/iprof-viz/iprof-viz/internal/testexport"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// callsOf prints the calls of a file: caller, callee, count, costs.
func callsOf(f *testexport.Callgrind) string {
	var lines []string
	for _, c := range f.Calls {
		lines = append(lines, fmt.Sprintf("%s > %s %dx %d", c.From.Function, c.To, c.Count, c.Costs))
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// A stack with recursion counts for the call that entered each method first; the calls of recursion are there, without costs.
func TestRecursion(t *testing.T) {
	p := testprofile.Parse(t, `{`+testprofile.Methods("main", "f", "g", "h")+
		testprofile.Samples("4:0<2:1<3:2<2:3<1:4 10", "2:0<3:2<2:3<1:4 5", "2:0<2:7<1:4 1", "1:9 100")+`}`)
	f := written(t, p, nil, callgrind.Options{})
	want := `<callers unknown> > T.main 1x [116]
T.f > T.f 1x [0]
T.f > T.g 1x [15]
T.f > T.h 1x [10]
T.g > T.f 1x [0]
T.main > T.f 1x [16]`
	testprofile.WantText(t, "calls", callsOf(f), want)
	for method, costs := range map[string][2]int64{"T.main": {100, 116}, "T.f": {6, 16}, "T.g": {0, 15}, "T.h": {10, 10}} {
		if f.Self[method][0] != costs[0] || f.Inclusive[method][0] != costs[1] {
			t.Errorf("%s: self %d, inclusive %d, want %d", method, f.Self[method], f.Inclusive[method], costs)
		}
	}
}

// The inclusive costs of a compilation root are divided among its callers by their calls, rounded so that nothing is lost. None are
// of recursive calls.
func TestRootsAreDivided(t *testing.T) {
	p := testprofile.Parse(t, `{`+testprofile.Methods("a", "b", "r", "in")+
		testprofile.Calls("1:0 1", "2:0 1", "3:0 10", "4:0<3:5 91")+`}`)
	slot := func(id iprof.MethodID) int32 { return int32(p.MethodSlot(id)) }
	roots := make([][]calls.RootCall, p.MethodSlots())
	roots[slot(3)] = []calls.RootCall{{Caller: slot(1), BCI: 3, Count: 3}, {Caller: slot(2), BCI: 4, Count: 3}, {Caller: slot(3), BCI: 9, Count: 2}}
	f := written(t, p, nil, callgrind.Options{Metrics: []convert.Metric{convert.Calls}, Complete: roots})
	want := `<callers unknown> > T.a 1x [1]
<callers unknown> > T.b 1x [1]
<callers unknown> > T.r 2x [26]
T.a > T.r 3x [37]
T.b > T.r 3x [38]
T.r > T.in 91x [91]
T.r > T.r 2x [0]`
	testprofile.WantText(t, "calls", callsOf(f), want)

	// If a copy of the method made all calls, as where its only caller has it inlined, they have the costs: no unknown caller called it.
	own := make([][]calls.RootCall, p.MethodSlots())
	own[slot(3)] = []calls.RootCall{{Caller: slot(3), BCI: 9, Count: 8}, {Caller: slot(3), BCI: 12, Count: 2}}
	f = written(t, p, nil, callgrind.Options{Metrics: []convert.Metric{convert.Calls}, Complete: own})
	want = `<callers unknown> > T.a 1x [1]
<callers unknown> > T.b 1x [1]
T.r > T.in 91x [91]
T.r > T.r 10x [101]`
	testprofile.WantText(t, "calls of its own", callsOf(f), want)

	// Callers have no more calls than entries are left.
	more := make([][]calls.RootCall, p.MethodSlots())
	more[slot(3)] = []calls.RootCall{{Caller: slot(1), BCI: 3, Count: 8}, {Caller: slot(2), BCI: 4, Count: 5}, {Caller: slot(1), BCI: 6, Count: 5}}
	f = written(t, p, nil, callgrind.Options{Metrics: []convert.Metric{convert.Calls}, Complete: more})
	want = `<callers unknown> > T.a 1x [1]
<callers unknown> > T.b 1x [1]
T.a > T.r 8x [80]
T.b > T.r 2x [21]
T.r > T.in 91x [91]`
	testprofile.WantText(t, "limited calls", callsOf(f), want)

	// Hidden callers are unknown ones.
	f = written(t, p, nil, callgrind.Options{Metrics: []convert.Metric{convert.Calls}, Complete: roots, Filter: hiding(t, `T\.a`)})
	want = `<callers unknown> > T.b 1x [1]
<callers unknown> > T.r 5x [64]
T.b > T.r 3x [37]
T.r > T.in 91x [91]
T.r > T.r 2x [0]`
	testprofile.WantText(t, "calls without a", callsOf(f), want)
}

// Names are text, on one line, and each has its own function, also those that Callgrind's syntax or this package uses.
func TestHostileNames(t *testing.T) {
	text, names := testprofile.Hostile()
	p := testprofile.Parse(t, text)
	f := written(t, p, nil, callgrind.Options{Metrics: exchange.Metrics(p)})
	if want := len(names) + 1; len(f.Self) != want {
		t.Errorf("%d functions, want %d", len(f.Self), want)
	}
	b := newStacks(t, convert.UnknownCallers, convert.VMFrame, "", " ", "(1) x", "fn=(1)", "calls=1 1", "1 2", "# x", "totals: 1", "???")
	f = written(t, b, nil, callgrind.Options{})
	if len(f.Self) != 12 || f.Totals[0] != 11 {
		t.Errorf("%d functions, total %d\n%v", len(f.Self), f.Totals, f.Self)
	}
}

// Errors of the output come back.
func TestWriteErrors(t *testing.T) {
	full := errors.New("disk full")
	p := testprofile.Example("wordcount.iprof")
	if err := callgrind.Write(failing{full}, p, nil, callgrind.Options{}); err != full {
		t.Error(err)
	}
	stop := errors.New("stop")
	opts := callgrind.Options{Filter: hiding(t, "find"), OnFiltered: func(all []exchange.FilterEffect) error {
		if len(all) != 1 || all[0].Metric != convert.Samples {
			t.Errorf("%+v", all)
		}
		return stop
	}}
	if err := callgrind.Write(io.Discard, p, nil, opts); err != stop {
		t.Error(err)
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

// FuzzWriteCallgrind writes random profiles in which two names are any text: the file can be read, its sums are the profile's, and the
// same profile gives the same bytes.
//
//fuzz:runs 300
func FuzzWriteCallgrind(f *testing.F) {
	for i, name := range testprofile.HostileNames {
		f.Add(uint64(i), name, testprofile.HostileNames[len(testprofile.HostileNames)-1-i])
	}
	f.Fuzz(func(t *testing.T, seed uint64, class, method string) {
		defer budget.Reading.Start(t, len(class)+len(method))()
		p := testprofile.Parse(t, string(testprofile.RandomNamed(seed%1000, class, method)))
		opts := callgrind.Options{Metrics: exchange.Metrics(p), Complete: calls.New(p, calls.Options{}).RootCalls()}
		read := written(t, p, nil, opts)
		for event, m := range opts.Metrics {
			if want := exchange.Filtered(p, []convert.Metric{m}, nil, nil); read.Totals[event] != total(p, m) || want != nil {
				t.Errorf("%s: total %d, want %d", m, read.Totals[event], total(p, m))
			}
		}
		var first, second strings.Builder
		for _, b := range []*strings.Builder{&first, &second} {
			if err := callgrind.Write(b, p, nil, opts); err != nil {
				t.Fatal(err)
			}
		}
		if first.String() != second.String() {
			t.Error("two runs differ")
		}
	})
}

// total adds up a metric's records.
func total(p *iprof.Profile, m convert.Metric) int64 {
	n := int64(0)
	for _, value := range m.Records(p) {
		n += value
	}
	return n
}

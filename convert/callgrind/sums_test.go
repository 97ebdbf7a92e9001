package callgrind_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/callgrind"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/exchange"
	"github.com/iprof-viz/iprof-viz/internal/testexport"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// written returns a profile as it is written, read again.
func written(t testing.TB, p *iprof.Profile, names *convert.Names, opts callgrind.Options) *testexport.Callgrind {
	t.Helper()
	var b strings.Builder
	if err := callgrind.Write(&b, p, names, opts); err != nil {
		t.Fatal(err)
	}
	f, err := testexport.ReadCallgrind(b.String())
	if err != nil {
		t.Fatalf("%v\n%.3000s", err, b.String())
	}
	return f
}

// A stackSum adds up stacks of method ids, root first, by hand.
type stackSum struct {
	self, total map[string]int64
	edges       map[[2]string]int64 // a stack counts for the call that entered a method first
	sum         int64
}

func newStackSum() *stackSum {
	return &stackSum{self: map[string]int64{}, total: map[string]int64{}, edges: map[[2]string]int64{}}
}

func (s *stackSum) add(stack []string, n int64) {
	s.sum += n
	s.self[stack[len(stack)-1]] += n
	seen := map[string]bool{}
	caller := convert.UnknownCallers
	for _, method := range stack {
		if !seen[method] {
			s.total[method] += n
			s.edges[[2]string{caller, method}] += n
		}
		seen[method], caller = true, method
	}
}

// weight returns the sum of a record's counts, as each format has them: of branches those of different targets before 1.0.0, as each
// of several successors with the same target had their total.
func weight(section iprof.Section, version string, records []int64) int64 {
	n := int64(0)
	switch section {
	case iprof.Calls, iprof.Samples:
		n = records[0]
	case iprof.Conditionals:
		seen := map[int64]bool{}
		for i := 0; i+2 < len(records); i += 3 {
			if !strings.HasPrefix(version, "0.") || !seen[records[i]] {
				n += records[i+2]
			}
			seen[records[i]] = true
		}
	default:
		for i := 0; i+1 < len(records); i += 2 {
			n += records[i+1]
		}
	}
	return n
}

// Self costs, inclusive costs and those of calls are the sums of the JSON's records, by method, for every metric.
func TestSumsAreThoseOfTheRecords(t *testing.T) {
	for name, data := range testprofile.Varied(t) {
		p := testprofile.Parse(t, string(data))
		var doc testprofile.Document
		if err := json.Unmarshal(data, &doc); err != nil {
			t.Fatal(err)
		}
		names := convert.NewNames(p, convert.NameOptions{Style: convert.SignatureNames, Disambiguate: true})
		metrics := exchange.Metrics(p)
		f := written(t, p, names, callgrind.Options{Metrics: metrics})
		for event, m := range metrics {
			want := newStackSum()
			for _, r := range doc.Section(m.Section()) {
				var stack []string
				for _, frame := range r.Frames() {
					digits, _, _ := strings.Cut(frame, ":")
					id, err := strconv.Atoi(digits)
					if err != nil {
						t.Fatal(err)
					}
					stack = append(stack, exchange.Printable(names.Method(p.MethodSlot(iprof.MethodID(id)))))
				}
				slices.Reverse(stack)
				if len(r.Records) > 0 {
					want.add(stack, weight(m.Section(), doc.Version, r.Records))
				}
			}
			check(t, name, f, event, want)
		}
	}
}

// check compares an event of a file with sums.
func check(t *testing.T, name string, f *testexport.Callgrind, event int, want *stackSum) {
	t.Helper()
	column := func(of map[string][]int64) map[string]int64 {
		all := map[string]int64{}
		for method, costs := range of {
			all[method] = costs[event]
		}
		return all
	}
	edges := map[[2]string]int64{}
	for _, c := range f.Calls {
		edges[[2]string{c.From.Function, c.To}] += c.Costs[event]
	}
	if f.Totals[event] != want.sum {
		t.Errorf("%s: %s: total %d, want %d", name, f.Events[event], f.Totals[event], want.sum)
	}
	compare(t, name+": self "+f.Events[event], column(f.Self), want.self)
	compare(t, name+": inclusive "+f.Events[event], column(f.Inclusive), want.total)
	compare(t, name+": calls "+f.Events[event], edges, want.edges)
	for method, n := range column(f.Inclusive) {
		if n > want.sum {
			t.Errorf("%s: inclusive %s of %s: %d of %d", name, f.Events[event], method, n, want.sum)
		}
	}
}

func compare[K comparable](t *testing.T, what string, got, want map[K]int64) {
	t.Helper()
	isZero := func(_ K, n int64) bool { return n == 0 }
	maps.DeleteFunc(got, isZero)
	maps.DeleteFunc(want, isZero)
	if maps.Equal(got, want) {
		return
	}
	for k, n := range want {
		if got[k] != n {
			t.Errorf("%s: %v: %d, want %d", what, k, got[k], n)
			return
		}
	}
	t.Errorf("%s: %d, want %d of them", what, len(got), len(want))
}

// Callers of calls that were not inlined divide the costs of what they call, and change no sum. The calls of a method are its entries.
func TestCallersDivideCosts(t *testing.T) {
	divided := false
	for name, data := range testprofile.Varied(t) {
		p := testprofile.Parse(t, string(data))
		metrics := exchange.Metrics(p)
		names := convert.NewNames(p, convert.NameOptions{Style: convert.SignatureNames, Disambiguate: true})
		without := written(t, p, names, callgrind.Options{Metrics: metrics})
		roots := calls.New(p, calls.Options{}).RootCalls()
		with := written(t, p, names, callgrind.Options{Metrics: metrics, Complete: roots})
		divided = divided || len(with.Calls) > len(without.Calls)
		if !maps.EqualFunc(with.Self, without.Self, slices.Equal) || !maps.EqualFunc(with.Inclusive, without.Inclusive, slices.Equal) {
			t.Errorf("%s: sums differ", name)
		}
		entries := map[string]int64{}
		for i := range p.Calls.Len() {
			r := p.Calls.At(i)
			entries[exchange.Printable(names.Method(p.MethodSlot(p.Contexts.Node(r.Node).Method)))] += r.Value
		}
		called, least := map[string]int64{}, map[string]int64{}
		for _, c := range with.Calls {
			called[c.To] += c.Count
			least[c.To]++ // an unknown number of calls is written as 1
		}
		for method, n := range called {
			if n < entries[method] || n > entries[method]+least[method] {
				t.Errorf("%s: %d calls of %s, which has %d entries", name, n, method, entries[method])
			}
		}
		for slot, list := range roots {
			sum := int64(0)
			for _, c := range list {
				sum += c.Count
			}
			if method := exchange.Printable(names.Method(slot)); sum > called[method] {
				t.Errorf("%s: %d calls of %s, %d are known", name, called[method], method, sum)
			}
		}
	}
	if !divided {
		t.Error("no profile has a call that was not inlined")
	}
}

// Outcomes of conditionals add up to the branches of their lines.
func TestJumpsAddUp(t *testing.T) {
	for name, data := range testprofile.Varied(t) {
		p := testprofile.Parse(t, string(data))
		f := written(t, p, nil, callgrind.Options{Metrics: []convert.Metric{convert.Branches}})
		jumps := map[testexport.Line]int64{}
		for _, j := range f.Jumps {
			jumps[j.From] += j.Taken
		}
		costs := map[testexport.Line]int64{}
		for line, of := range f.Lines {
			costs[line] = of[0]
		}
		compare(t, name, jumps, costs)
		if f := written(t, p, nil, callgrind.Options{Metrics: []convert.Metric{convert.Receivers}}); len(f.Jumps) > 0 {
			t.Errorf("%s: %d jumps without branches", name, len(f.Jumps))
		}
	}
}

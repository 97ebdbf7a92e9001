package application

import (
	"bytes"
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A recount has the numbers of a Breakdown and of Shares, counted independently from the text of the file.
type recount struct {
	base, value, own int64
	counted          int
	methods          map[iprof.MethodID][2]int64 // value, own
	profiler         int64                       // records that the expert view drops
	unknown          int64
}

func recountOf(t *testing.T, data []byte, m convert.Metric) recount {
	t.Helper()
	var d testprofile.Document
	if err := json.Unmarshal(data, &d); err != nil {
		t.Fatal(err)
	}
	class, types := map[int32]string{}, map[int32]string{}
	for _, x := range d.Types {
		types[x.ID] = x.Name + x.TypeName
	}
	for _, x := range d.Methods {
		if len(x.Signature) > 0 {
			class[x.ID] = strings.TrimSuffix(strings.TrimPrefix(types[x.Signature[0]], "L"), ";")
		}
	}
	kind := func(id int32) convert.Kind {
		if class[id] == "" {
			return convert.UnknownKind
		}
		return convert.KindOf(class[id])
	}
	r := recount{methods: map[iprof.MethodID][2]int64{}}
	counted := map[int32]bool{}
	for _, record := range d.Section(m.Section()) {
		count := record.Records[0]
		r.base += count
		var innermost int32 = -1
		for i, frame := range record.Frames() {
			text, _, _ := strings.Cut(frame, ":")
			n, err := strconv.Atoi(text)
			if err != nil {
				t.Fatal(err)
			}
			id := int32(n)
			if i == 0 {
				switch kind(id) {
				case convert.Profiler:
					r.profiler += count
				case convert.UnknownKind:
					r.unknown += count
				}
			}
			if kind(id) != convert.Application || count == 0 || i > 0 && m == convert.Calls {
				continue
			}
			counted[id] = true
			if innermost >= 0 {
				continue
			}
			innermost = id
			sum := r.methods[iprof.MethodID(id)]
			sum[0] += count
			r.value += count
			if i == 0 {
				sum[1] += count
				r.own += count
			}
			r.methods[iprof.MethodID(id)] = sum
		}
	}
	r.counted = len(counted)
	return r
}

func TestBreakdownIsWhatIsInTheFile(t *testing.T) {
	for file, data := range testprofile.Varied(t) {
		p, err := iprof.Parse(bytes.NewReader(data), iprof.Options{})
		if err != nil {
			t.Fatal(file, err)
		}
		names := convert.NewNames(p, convert.NameOptions{})
		for _, m := range []convert.Metric{convert.Samples, convert.Calls} {
			c, want := NewBreakdown(p, names, m), recountOf(t, data, m)
			kept := want.base
			if m == convert.Calls {
				kept -= want.profiler
			}
			if c.Total != want.base || c.Base != kept || c.Value != want.value || c.Own != want.own || c.Counted != want.counted {
				t.Errorf("%s: %s: %d of %d, %d own, of %d methods; counted again: %d of %d, %d own, of %d", file, m,
					c.Value, c.Base, c.Own, c.Counted, want.value, want.base, want.own, want.counted)
			}
			if len(c.Methods) != len(want.methods) {
				t.Errorf("%s: %s: %d methods, counted again %d", file, m, len(c.Methods), len(want.methods))
			}
			all := c.Hottest(names, 0)
			if first := c.Hottest(names, 3); !slices.Equal(first, all[:min(3, len(all))]) {
				t.Errorf("%s: %s: %v are the hottest, not %v", file, m, all, first)
			}
			for i, of := range all {
				if again := want.methods[p.MethodIDAt(int(of.Slot))]; again != [2]int64{of.Value, of.Own} {
					t.Errorf("%s: %s: method %d has %d, %d own; counted again: %v", file, m, p.MethodIDAt(int(of.Slot)), of.Value, of.Own, again)
				}
				if i > 0 && of.Value > all[i-1].Value {
					t.Errorf("%s: %s: method %d is in the wrong place", file, m, p.MethodIDAt(int(of.Slot)))
				}
			}
			whole := NewShare(p, names, m, nil, convert.FilterOptions{})
			if whole.Base != want.base || whole.Own != want.own || whole.Own+whole.Charged != want.value || whole.Unknown > want.unknown {
				t.Errorf("%s: %s: %+v, counted again %+v", file, m, whole, want)
			}
			if m != convert.Calls {
				continue
			}
			for _, view := range []convert.View{convert.ExpertView, convert.UserView} {
				opts := convert.FilterOptions{View: view}
				part := NewShare(p, names, m, convert.Project(p, p.Contexts, names, opts), opts)
				if part.Base != want.base-want.profiler || part.Own != want.own || part.Charged != 0 || part.Unknown != want.unknown {
					t.Errorf("%s: view %s: %+v, counted again %+v", file, view, part, want)
				}
			}
		}
	}
}

func TestNoteOfShare(t *testing.T) {
	calls, samples := Share{Metric: convert.Calls, Base: 1000}, Share{Metric: convert.Samples, Unit: "samples", Base: 1000}
	with := func(p Share, own, charged, unknown int64) Share {
		p.Own, p.Charged, p.Unknown = own, charged, unknown
		return p
	}
	for _, c := range []struct {
		part Share
		want string
	}{
		{Share{}, ""},
		{with(calls, 500, 0, 0), ""},
		{with(calls, 499, 0, 0), "49.9% of these entries are in application code: --view app shows only those"},
		{with(calls, 0, 0, 499), "no application method has entries; --app REGEXP defines the application"},
		{with(calls, 0, 0, 500), ""}, // names are missing
		{with(samples, 500, 400, 0), ""},
		{with(samples, 2, 997, 0), "0.2% of these samples are in application code, 99.9% with callees: --view app"},
		{with(samples, 0, 997, 0), "none of these samples are in application code, 99.7% with callees: --view app"},
		{Share{Metric: convert.Monitors, Unit: "locks", Base: 1000, ofRows: true}, "none of these locks are of application types; places are not recorded"},
		{Share{Metric: convert.Monitors, Unit: "locks", Base: 1000, Own: 300, ofRows: true}, "30.0% of these locks are of application types: --view app shows only those"},
		{Share{Metric: convert.Calls, Unit: "methods", Base: 1000, ofRows: true}, "none of these methods are in application code"},
		{Share{Metric: convert.Branches, Unit: "executions", Base: 1000, Own: 11, ofRows: true, Selected: 1009}, "1.1% of the executions of the 1,009 selected are in application code: --view app"},
		{Share{Metric: convert.Receivers, Unit: "virtual calls", Base: 1000, ofRows: true, Selected: 1}, "none of the virtual calls of the one selected are in application code"},
		{Share{Metric: convert.Receivers, Unit: "virtual calls", Base: 1000, Own: 499, ofRows: true}, "49.9% of these virtual calls are in application code: --view app shows only those"},
		{with(samples, 0, 0, 0), "no application method has samples; --app REGEXP defines the application"},
	} {
		if got := c.part.Note(); got != c.want {
			t.Errorf("of %+v it is %q, not %q", c.part, got, c.want)
		}
	}
}

// Who has chosen the code to see need not hear of other code.
func TestNoPartOfChosenCode(t *testing.T) {
	for file, data := range testprofile.Varied(t) {
		p, err := iprof.Parse(bytes.NewReader(data), iprof.Options{})
		if err != nil {
			t.Fatal(file, err)
		}
		if part := NewShare(p, nil, convert.Calls, nil, convert.FilterOptions{View: convert.AppView}); part != (Share{}) {
			t.Errorf("%s: %+v", file, part)
		}
	}
}

// A share divides what a projection keeps: by the frame that samples show in, and the application's code with what it calls.
func TestShareOfSamples(t *testing.T) {
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":8,"name":"void"},{"id":1,"name":"app.A"},{"id":2,"name":"java.util.C"},{"id":3,"name":"com.oracle.svm.core.V"},{"id":4,"name":"com.oracle.svm.enterprise.profiling.P"}],
		"methods":[{"id":1,"name":"a","signature":[1,8]},{"id":2,"name":"b","signature":[1,8]},{"id":3,"name":"c","signature":[2,8]},{"id":4,"name":"v","signature":[3,8]},{"id":5,"name":"p","signature":[4,8]}]`+
		testprofile.Samples("1:1 1", "3:1<1:2 20", "3:2<3:4<1:2 300", "4:1 4000", "9:1 50000", "9:2 50000", "9:1<2:3 600000", "5:1<2:5 2", "3:7 7000000")+"}")
	names := convert.NewNames(p, convert.NameOptions{})
	whole := NewShare(p, names, convert.Samples, nil, convert.FilterOptions{})
	if whole.Base != 7704323 || whole.Own != 1 || whole.Charged != 600322 || whole.Unknown != 100000 {
		t.Errorf("%+v", whole)
	}
	opts := convert.FilterOptions{View: convert.UserView} // samples of p are its caller's
	pr := convert.Project(p, p.Stacks, names, opts)
	part := NewShare(p, names, convert.Samples, pr, opts)
	if part.Base != 7704323 || part.Own != 3 || part.Charged != 600320 || part.Unknown != 100000 {
		t.Errorf("%+v", part)
	}
	part.AddHottest(p, names, pr)
	if part.Hottest != "app.A.b" || part.HottestValue != 600002 {
		t.Errorf("%s, %d", part.Hottest, part.HottestValue)
	}
	if notes := part.Notes(); len(notes) != 2 || notes[1] != "hottest app method: app.A.b, 7.8% incl. library code" {
		t.Errorf("%q", notes)
	}
	if notes := whole.Notes(); len(notes) != 1 {
		t.Errorf("without a hottest app method: %q", notes)
	}
	nobody := Share{Metric: convert.Samples, Unit: "samples", Base: 10}
	if nobody.AddHottest(p, names, nil); nobody.Hottest != "" || nobody.Note() == "" {
		t.Errorf("the application has nothing: %+v", nobody)
	}
	calls := Share{Metric: convert.Calls, Base: 1000, Own: 100, Hottest: "a.B.c", HottestValue: 90}
	if notes := calls.Notes(); len(notes) != 2 || notes[1] != "most called app method: a.B.c, 9.0%" {
		t.Errorf("%q", notes)
	}
}

// Shares of rows add up their values by kind.
func TestShareOfRows(t *testing.T) {
	rows := func(yield func(convert.Kind, int64) bool) {
		_ = yield(convert.Application, 1) && yield(convert.JDK, 20) && yield(convert.UnknownKind, 300) && yield(convert.Application, 4000) && yield(convert.UnknownKind, 50000)
	}
	got := NewShareOf(convert.Branches, "executions", convert.FilterOptions{}, rows)
	if got.Base != 54321 || got.Own != 4001 || got.Unknown != 50300 || got.Charged != 0 || got.Unit != "executions" || got.Metric != convert.Branches {
		t.Errorf("%+v", got)
	}
	for _, opts := range []convert.FilterOptions{{View: convert.AppView}, {Focus: regexp.MustCompile("x")}, {ShowFrom: regexp.MustCompile("x")}} {
		if got := NewShareOf(convert.Branches, "executions", opts, rows); got != (Share{}) {
			t.Errorf("%+v: %+v", opts, got)
		}
	}
}

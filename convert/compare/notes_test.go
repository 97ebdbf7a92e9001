package compare

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// Differences between samples are tested, if one sample has a value; exact values always differ, and calls are events.
func TestChanceOfRuns(t *testing.T) {
	samples := SampleRuns(1000, 2000, [2]int64{1, 1})
	if samples.Ratio != 2 || !samples.Sampled || SampleRuns(0, 5, [2]int64{1, 1}).Ratio != 1 || SampleRuns(5, 0, [2]int64{1, 1}).Ratio != 1 {
		t.Errorf("%+v", samples)
	}
	if got, want := samples.Chance(100, 150), fisher(100, 150, 900, 1850); got != want {
		t.Errorf("samples: %v, want %v", got, want)
	}
	periods := SampleRuns(10_000, 40_000, [2]int64{10, 20}) // the same numbers of samples, in ms
	if got, want := periods.Chance(1000, 3000), fisher(100, 150, 900, 1850); got != want {
		t.Errorf("periods: %v, want %v", got, want)
	}
	for _, exact := range [][2]int64{{0, 1}, {1, 0}, {0, 0}} {
		r := SampleRuns(1000, 2000, exact)
		if r.Chance(100, 200) != 1 || r.Chance(100, 201) != 0 || r.Chance(101, 200) != 0 || !r.Exact() {
			t.Errorf("%v: %v and %v", exact, r.Chance(100, 200), r.Chance(100, 201))
		}
		if r := SampleRuns(0, 2000, exact); r.Chance(0, 200) != 1 {
			t.Errorf("%v: nothing is compared with something", exact)
		}
	}
	calls := CallRuns([]Counts{{100, 300}, {200, 600}})
	refOld, refNew := calls.reference(100, 300)
	if got, want := calls.Chance(100, 200), fisher(100, 200, refOld, refNew); got != want || calls.Exact() || samples.Exact() {
		t.Errorf("calls: %v, want %v", got, want)
	}
}

// Parts of runs have shares of their own totals, and the lengths of the whole.
func TestRunsWithin(t *testing.T) {
	whole := CallRuns([]Counts{{100, 300}, {200, 600}, {700, 2100}})
	part := CallRuns([]Counts{{100, 100}}).Within(whole)
	if part.Old != 100 || part.New != 100 || part.Ratio != 3 || !part.Typical || part.Like != whole.Like || part.whole != whole.whole {
		t.Errorf("%+v", part)
	}
	if old, new := part.Shares(Counts{50, 50}); old != 0.5 || math.Abs(new-1./6) > 1e-12 {
		t.Errorf("%v and %v", old, new)
	}
	thirds := Runs{Old: 3, New: 1, Ratio: 1. / 3}
	if old, new := thirds.Shares(Counts{3, 1}); old != new || old != 1 {
		t.Errorf("%v and %v differ", old, new)
	}
}

// Counts reach a threshold of the normalized old count, up or down; samples have none.
func TestReaches(t *testing.T) {
	calls, samples := Runs{Old: 10, New: 20, Ratio: 2}, Runs{Ratio: 2, Sampled: true}
	for c, want := range map[Counts]bool{{100, 200}: false, {100, 219}: false, {100, 220}: true, {100, 180}: true, {100, 181}: false, {0, 1}: true, {0, 0}: true} {
		if got := calls.Reaches(c, 0.1); got != want || !samples.Reaches(c, 0.1) {
			t.Errorf("%+v: %t", c, got)
		}
	}
}

// Notes say what is compared, how the lengths are known, and by which criterion changes are reported.
func TestNotesOfRuns(t *testing.T) {
	calls, samples, exact := Runs{Ratio: 1.5}, Runs{Ratio: 2, Sampled: true, PerSample: [2]int64{1, 1}, Old: 299, New: 400}, Runs{Sampled: true}
	typical := Runs{Ratio: 1, Typical: true}
	for got, want := range map[string]string{
		samples.LengthNote():     "shares of samples are compared",
		calls.LengthNote():       "the new run is treated as 1.5 times as long, by their totals: the runs have too little in common for a median",
		typical.LengthNote():     "both runs are treated as equally long, by what most methods did, weighted with their shares",
		Correction(2, "methods"): "false discovery rate of at most 5% (Benjamini-Hochberg over 2 methods)",
		ChanceNote():             "false discovery rate of at most 5% per table",
		AtLeast(0.05):            "5% or more and ", AtLeast(0.125): "12.5% or more and ", AtLeast(0.0025): "0.25% or more and ", AtLeast(0.1): "10% or more and ", AtLeast(0): "0% or more and ",
		exact.ChangeNote(0.05, 3, "methods"):   "any difference is a change: values are exact or not known to be samples",
		samples.ChangeNote(0.05, 3, "methods"): "changes are significant by Fisher's exact test; false discovery rate of at most 5% (Benjamini-Hochberg over 3 methods)",
		calls.ChangeNote(0.05, 1, "methods"):   "changes are 5% or more and significant by Fisher's exact test; false discovery rate of at most 5% (Benjamini-Hochberg over 1 method)",
	} {
		if got != want {
			t.Errorf("%q\nwant %q", got, want)
		}
	}
	few := "only 299 samples: only large changes are statistically significant"
	for _, c := range []struct {
		runs Runs
		want []string
	}{
		{samples, []string{few}}, {Runs{PerSample: [2]int64{1, 1}, Old: 299, New: 400}, nil}, {Runs{Sampled: true, PerSample: [2]int64{1, 1}, Old: 400, New: 299}, []string{few}},
		{Runs{Sampled: true, PerSample: [2]int64{10, 20}, Old: 2990, New: 8000}, []string{few}},
		{Runs{Sampled: true, PerSample: [2]int64{1, 1}, Old: 300, New: 300}, nil}, {exact, nil}, {calls, nil},
	} {
		if got := c.runs.Caveats(); !slices.Equal(got, c.want) {
			t.Errorf("%+v: %q", c.runs, got)
		}
	}
}

// A caveat is about an unknown unit beside one that is neither samples nor ticks.
func TestUnitCaveats(t *testing.T) {
	caveat := "one profile has ms, another values of an unknown unit: unless these are ms, too, the changes mean nothing"
	for units, want := range map[string]string{
		"": "", "counts": "", "ms": "", "samples counts": "", "counts ticks": "", "ms samples": "", "ms counts": caveat, "counts ms": caveat, "samples counts ms": caveat, "ms bytes": "",
	} {
		if got := strings.Join(UnitCaveats(strings.Fields(units)...), "\n"); got != want {
			t.Errorf("%s: %q", units, got)
		}
	}
}

// Copies of a method at the same rate have not changed: per entry of their base or, without one, per length of the run.
func TestSameRate(t *testing.T) {
	both := [2]bool{true, true}
	runs := Runs{Ratio: 3}
	for _, c := range []struct {
		copy Copy
		want bool
	}{
		{Copy{Known: both, Entries: Counts{7, 21}}, true}, {Copy{Known: both, Entries: Counts{7, 20}}, false}, {Copy{Known: both, Entries: Counts{7, 22}}, false},
		{Copy{Known: both, Entries: Counts{7, 14}, Base: Counts{5, 10}}, true}, {Copy{Known: both, Entries: Counts{7, 21}, Base: Counts{5, 10}}, false},
		{Copy{Known: both, Entries: Counts{1 << 62, 1<<62 + 1}, Base: Counts{1 << 62, 1 << 62}}, false}, // products of 124 bits
		{Copy{Known: both, Entries: Counts{1 << 61, 1 << 62}, Base: Counts{1 << 60, 1 << 61}}, true},
		{Copy{Known: both, Entries: Counts{1 << 60, 1 << 30}, Base: Counts{1 << 40, 1 << 12}}, false}, // equal only in the lower half
		{Copy{Known: [2]bool{true, false}, Entries: Counts{7, 21}}, false}, {Copy{Known: [2]bool{false, true}}, false}, {Copy{Entries: Counts{1, 9}}, true},
	} {
		if got := c.copy.SameRate(runs); got != c.want {
			t.Errorf("%+v: %t", c.copy, got)
		}
	}
}

// The chance of a copy is that of its entries or, in one profile only, of all inside; with a base, the smaller one of two tests.
func TestChanceOfCopies(t *testing.T) {
	runs := CallRuns([]Counts{{1000, 1000}, {3000, 3000}})
	both := [2]bool{true, true}
	alone := Copy{In: both, Known: both, Entries: Counts{100, 160}}
	if got, want := alone.Chance(runs), runs.Chance(100, 160); got != want {
		t.Errorf("without a base: %v, want %v", got, want)
	}
	gone := Copy{In: [2]bool{true, false}, Known: [2]bool{true, false}, Inclusive: Counts{500, 0}}
	if got, want := gone.Chance(runs), runs.Chance(500, 0); got != want {
		t.Errorf("in one profile: %v, want %v", got, want)
	}
	if unknown := (&Copy{In: both, Known: [2]bool{true, false}, Entries: Counts{100, 0}}); unknown.Chance(runs) != 1 {
		t.Error("a count that is not known has changed")
	}
	hot := Copy{In: both, Known: both, Entries: Counts{1000, 2000}, Base: Counts{1, 2}} // the base of a loop, twice as often
	if got := hot.Chance(runs); got != 1 {
		t.Errorf("twice for a base that ran twice: %v", got)
	}
	half := Copy{In: both, Known: both, Entries: Counts{1000, 500}, Base: Counts{1000, 1000}}
	if got, want := half.Chance(runs), 2*fisher(1000, 500, 1000, 1000); math.Abs(got-want) > 1e-12*want && got > want {
		t.Errorf("half as often as its base: %v, at most %v", got, want)
	}
	few := Copy{In: both, Known: both, Entries: Counts{10, 10}, Base: Counts{1, 3}}
	if got := few.Chance(runs); got > 1 || got < 0.1 {
		t.Errorf("ten of one and of three: %v", got)
	}
}

// The shares of a part of a site are tested against the rest of it; a site has as many chances to differ as parts, but two are one.
func TestChanceOfSites(t *testing.T) {
	if got, want := PartChance(Counts{10, 30}, Counts{100, 100}), fisher(10, 30, 90, 70); got != want {
		t.Errorf("%v, want %v", got, want)
	}
	for _, c := range []struct {
		parts []float64
		want  float64
	}{{nil, 1}, {[]float64{0.02}, 0.02}, {[]float64{0.25, 0.02}, 0.02}, {[]float64{0.5, 0.125, 0.25}, 0.375}, {[]float64{0.9, 0.8, 0.7}, 1}} {
		if got := SiteChance(c.parts); got != c.want {
			t.Errorf("%v: %v", c.parts, got)
		}
	}
}

// The ratio of lengths is certain if there are many more chances than events: then equal rates differ by chance, and others do not.
func TestFisherOfRatio(t *testing.T) {
	for _, ratio := range []float64{0.25, 1, 3} {
		same := fisherOfRatio(1000, 1000*ratio, ratio)
		more := fisherOfRatio(1000, 1200*ratio, ratio)
		if same < 0.9 || more > 0.02 {
			t.Errorf("ratio %v: %v and %v", ratio, same, more)
		}
	}
	// Of 10 events that are as likely here as there, 10 and 0 are two of 2^10 ways.
	if got := fisherOfRatio(10, 0, 1); math.Abs(got-2./1024) > 1e-6 {
		t.Errorf("%v", got)
	}
	if got := fisherOfRatio(0, 4, 3); math.Abs(got-81./256) > 0.05 && got < 81./256 {
		t.Errorf("%v", got)
	}
}

// References of single runs are in proportion to their lengths, and no larger than their counts.
func TestLengths(t *testing.T) {
	got := Lengths([][]int64{{10, 20, 70}, {20, 40, 140}, {0, 0, 0}})
	if len(got) != 3 || math.Abs(got[1]/got[0]-2) > 1e-9 || got[2] != 0 {
		t.Errorf("%v", got)
	}
	for i, events := range []float64{100, 200} {
		if got[i] > events*(1+1e-9) || got[i] < events/2 {
			t.Errorf("run %d: %v of %v events", i, got[i], events)
		}
	}
}

// References of runs with typical methods are the calls of these, of the shortest run at most.
func TestLengthsOfTypicalRuns(t *testing.T) {
	run := func(factor, other int64) []int64 {
		counts := []int64{other}
		for i := range int64(40) {
			counts = append(counts, factor*(1000+10*i))
		}
		return counts
	}
	for _, runs := range [][][]int64{{run(1, 10), run(1, 10)}, {run(1, 10), run(3, 90_000)}, {run(1, 10), run(1, 10), run(3, 90_000), make([]int64, 41)}, {run(2, 5), run(4, 7), run(8, 1)}} {
		got := Lengths(runs)
		for i, counts := range runs {
			if i == 0 && got[0] < 0.9*float64(runs[0][1])*40 {
				t.Errorf("the first run: %v of %v events", got[0], 40*runs[0][1])
			}
			if factor := float64(counts[1]) / float64(runs[0][1]); math.Abs(got[i]/got[0]-factor) > 0.02*factor {
				t.Errorf("run %d is %v times as long, want %v", i, got[i]/got[0], factor)
			}
			sum := int64(0)
			for _, n := range counts[1:] {
				sum += n
			}
			if got[i] > 1.01*float64(sum) {
				t.Errorf("run %d: %v of %d events of typical methods", i, got[i], sum)
			}
		}
	}
}

// Runs without any count have no length.
func TestLengthsOfEmptyRuns(t *testing.T) {
	if got := Lengths([][]int64{{0, 0}, {0, 0}}); len(got) != 2 || got[0] != 0 || got[1] != 0 {
		t.Errorf("%v", got)
	}
}

// Values are added to their side.
func TestCountsOfSides(t *testing.T) {
	var c Counts
	c.Add(OldSide, 3)
	c.Add(NewSide, 5)
	c.Add(NewSide, 4)
	if c != (Counts{3, 9}) || c.Ratio() != 3 {
		t.Errorf("%+v", c)
	}
}

// program is a profile with a renamed method: many callers, callees and branches say so.
func program(t *testing.T, name string, samples ...string) *iprof.Profile {
	return testprofile.Parse(t, `{`+testprofile.Methods("main", name, "leaf", "other")+testprofile.Calls("1:0 7", "2:0<1:3 70", "3:0<2:9<1:3 700", "4:0<2:12<1:3 35")+
		testprofile.Section("conditionalProfiles", []string{"2:5<1:3 9 0 12345 14 1 54321", "2:20<1:3 30 0 777 40 1 888"})+testprofile.Samples(samples...)+`}`)
}

// A method that was paired by evidence has both names: in its label, in the notes and for the frames of the old profile.
func TestRenamedMethodsInWords(t *testing.T) {
	old, new := program(t, "before", "2:5<1:3 4"), program(t, "after", "2:5<1:3 9")
	all := convert.NewSharedNames(convert.NameOptions{}, old, new)
	c := New(all[0], all[1], Options{})
	number := c.Methods[OldSide][old.MethodSlot(2)]
	if c.Renamed != 1 || c.Methods[NewSide][new.MethodSlot(2)] != number {
		t.Fatalf("%d renamed, %v", c.Renamed, c.Methods)
	}
	if got := c.RenamedFrom(number); got != "T.before" {
		t.Errorf("renamed from %q", got)
	}
	if got := c.Label(number); got != "T.before → T.after" {
		t.Error(got)
	}
	main := c.Methods[OldSide][old.MethodSlot(1)]
	if c.RenamedFrom(main) != "" || c.Label(main) != "T.main" {
		t.Errorf("%q, %q", c.RenamedFrom(main), c.Label(main))
	}
	if name, before := c.Method(number); name != "T.after" || before != "T.before" {
		t.Errorf("%s, %s", name, before)
	}
	if got := c.FrameNames(); !maps.Equal(got, map[string]FrameName{"T.before": {"T.after", true}}) {
		t.Errorf("%v", got)
	}
	if got := c.Notes(); !slices.Equal(got, []string{"1 renamed method paired by signatures, callers, callees and branches: T.before → T.after"}) {
		t.Errorf("%q", got)
	}
	if c.PerSample() != [2]int64{1, 1} || c.Caveats() != nil {
		t.Errorf("%v, %q", c.PerSample(), c.Caveats())
	}
	byName := New(all[0], all[1], Options{NoRenames: true})
	if byName.Renamed != 0 || byName.Notes() != nil || len(byName.FrameNames()) != 0 {
		t.Errorf("by name: %d renamed, %q", byName.Renamed, byName.Notes())
	}
	for number := range int32(byName.NumTypes) {
		if name := byName.Type(number); name == "" || !byName.ListsType(number) {
			t.Errorf("type %d is %q", number, name)
		}
	}
}

// Notes name at most three renamed methods, and count the others.
func TestNotesOfManyRenamed(t *testing.T) {
	for n, want := range map[int]string{3: "3 renamed methods paired by signatures, callers, callees and branches: T.a0 → T.b0, T.a1 → T.b1, T.a2 → T.b2",
		4: "4 renamed methods paired by signatures, callers, callees and branches: T.a0 → T.b0, T.a1 → T.b1, T.a2 → T.b2, and 1 more",
		5: "5 renamed methods paired by signatures, callers, callees and branches: T.a0 → T.b0, T.a1 → T.b1, T.a2 → T.b2, and 2 more"} {
		parse := func(prefix string) *iprof.Profile {
			names, records := []string{"main"}, []string{"1:0 7"}
			for i := range n {
				names = append(names, fmt.Sprint(prefix, i))
				records = append(records, fmt.Sprintf("%d:0<1:%d %d", i+2, 10*i+3, 1000*(i+1)))
			}
			return testprofile.Parse(t, `{`+testprofile.Methods(names...)+testprofile.Calls(records...)+`}`)
		}
		all := convert.NewSharedNames(convert.NameOptions{}, parse("a"), parse("b"))
		c := New(all[0], all[1], Options{})
		if got := strings.Join(c.Notes(), "\n"); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}

// Methods that were paired otherwise than by their exact name are counted.
func TestNotesOfPairing(t *testing.T) {
	pr := Pairing{Normalized: 2, Ambiguous: 1}
	want := []string{"2 methods paired by names without build-dependent hashes", "1 method not paired: without build-dependent hashes several read alike"}
	if got := pr.Notes(); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	pr = Pairing{ByID: 3, truncation: func() []string { return nil }}
	if got := pr.Notes(); got != nil {
		t.Errorf("%q", got)
	}
	if got := pr.Caveats(); !slices.Equal(got, []string{"3 methods not listed in the file: paired by ids, which mean the same only in one build"}) {
		t.Errorf("%q", got)
	}
}

// A p-value at the limit is significant: 5% of one test, 2.5% of the first of two.
func TestBeyondChanceAtTheLimit(t *testing.T) {
	for _, c := range []struct {
		likelihoods []float64
		want        []bool
	}{
		{[]float64{0.05}, []bool{true}}, {[]float64{0.0501}, []bool{false}}, {[]float64{0.9, 0.025}, []bool{false, true}}, {[]float64{0.026, 0.9}, []bool{false, false}}, {[]float64{0.05, 0.04}, []bool{true, true}},
	} {
		if got := BeyondChance(c.likelihoods); !slices.Equal(got, c.want) {
			t.Errorf("%v: %v", c.likelihoods, got)
		}
	}
}

// Types and methods that one profile has are named as there, and names without hashes pair methods that are not renamed.
func TestNamesOfEitherSide(t *testing.T) {
	parse := func(class, hash string) *iprof.Profile {
		return testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":0,"name":"void"},{"id":1,"name":"`+class+`"},{"id":2,"name":"a.L$$Lambda/0x`+hash+`"}],
			"methods":[{"id":1,"name":"m","signature":[1,0]},{"id":2,"name":"run","signature":[2,0]},{"id":3,"name":"u","signature":[9,0]}]`+testprofile.Calls("1:0 5", "2:0<1:3 7", "3:0 1")+`}`)
	}
	old, new := parse("a.Old", "00000007c1156bd0"), parse("a.New", "00000008aaaabbbb")
	all := convert.NewSharedNames(convert.NameOptions{}, old, new)
	c := New(all[0], all[1], Options{NoRenames: true})
	lambda := c.Methods[OldSide][old.MethodSlot(2)]
	name, before := c.Method(lambda)
	if lambda != c.Methods[NewSide][new.MethodSlot(2)] || before == "" || before == name || c.RenamedFrom(lambda) != "" || c.Label(lambda) != name {
		t.Errorf("%s, %s, renamed from %q", name, before, c.RenamedFrom(lambda))
	}
	gone, fresh := c.Methods[OldSide][old.MethodSlot(1)], c.Methods[NewSide][new.MethodSlot(1)]
	if name, before := c.Method(gone); name != "a.Old.m" || before != "" {
		t.Errorf("%s, %s", name, before)
	}
	if name, before := c.Method(fresh); name != "a.New.m" || before != "" {
		t.Errorf("%s, %s", name, before)
	}
	for side, p := range []*iprof.Profile{old, new} {
		for slot := range p.TypeSlots() {
			typ, listed := p.TypeAt(slot)
			number := c.Types[side][slot]
			got := c.Type(number)
			want := all[side].Type(typ.ID)
			if strings.Contains(want, "Lambda") {
				want = all[NewSide].Type(typ.ID)
			}
			if got != want || c.ListsType(number) != listed {
				t.Errorf("side %d, type %s: %s, listed: %t", side, want, got, c.ListsType(number))
			}
		}
	}
	if got := c.Notes(); !slices.Equal(got, []string{"1 method paired by names without build-dependent hashes"}) {
		t.Errorf("%q", got)
	}
}

// The error of Stirling's formula is that of the logarithm of a factorial.
func TestStirlingError(t *testing.T) {
	for _, n := range []float64{1, 2, 3, 7, 14, 15, 16, 17, 25, 40, 100, 400, 1000} {
		lgamma, _ := math.Lgamma(n + 1)
		want := lgamma - ((n+0.5)*math.Log(n) - n + 0.5*math.Log(2*math.Pi))
		if got := stirlingError(n); math.Abs(got-want) > 4e-15*max(1, lgamma) {
			t.Errorf("%v: %v, want %v", n, got, want)
		}
		if got := stirlingError(n); math.Abs(got-1/(12*n)) > 1/(300*n*n*n) {
			t.Errorf("%v: %v is not about 1/12n", n, got)
		}
	}
}

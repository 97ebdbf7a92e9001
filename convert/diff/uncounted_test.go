package diff

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// Code that a profile ran without a count of its entries did not go: c has code inlined into it, and d is in a stack. Only e is in one profile
// alone. It is the same with the profiles swapped.
func TestUncountedAreNotCompared(t *testing.T) {
	head := `{` + testprofile.Methods("a", "b", "c", "d", "e")
	old := testprofile.Parse(t, head+testprofile.Calls("1:0 1000", "2:0 2000", "3:0 90000", "4:0 80000", "5:0 70000")+testprofile.Samples("1:0 3")+`}`)
	new := testprofile.Parse(t, head+testprofile.Calls("1:0 1000", "2:0 2000", "2:0<3:1 7")+testprofile.Samples("1:0 3", "4:2<1:0 1")+`}`)
	const caveat = "not compared, as one profile ran it without a count: 2 methods, T.c and T.d"
	d := diff(old, new, Options{Sections: []Section{Calls}})
	testprofile.WantText(t, "found", found(d), "calls gone T.e 70000 - -0.288")
	if !slices.Contains(d.Tables[0].Caveats, caveat) {
		t.Errorf("%q", d.Tables[0].Caveats)
	}
	d = diff(new, old, Options{Sections: []Section{Calls}})
	testprofile.WantText(t, "found in the opposite direction", found(d), "calls new T.e - 70000 +0.288")
	if d = diff(old, old, Options{Sections: []Section{Calls}}); slices.Contains(d.Tables[0].Caveats, caveat) {
		t.Errorf("of one profile: %q", d.Tables[0].Caveats)
	}
}

// What a filter leaves out is a count: b has entries of its own in the new profile, so in a, which alone is compared, it has none.
func TestCountedElsewhere(t *testing.T) {
	head := `{` + testprofile.Methods("a", "b", "c")
	old := testprofile.Parse(t, head+testprofile.Calls("1:0 90000", "2:0 70000", "2:0<1:3 80000", "3:0 760000")+`}`)
	new := testprofile.Parse(t, head+testprofile.Calls("1:0 90000", "2:0 70000", "3:0 760000")+`}`)
	opts := Options{Sections: []Section{Calls}}
	opts.Filter.Focus = regexp.MustCompile(`T\.a$`)
	testprofile.WantText(t, "found", found(diff(old, new, opts)), "calls gone T.b 80000 - -0.471") // of 170,000 in a
}

// An entry count is a lower bound where a context has none. It is compared if the contexts are the same in both profiles, as of d, and if it
// proves a change, as of c; b may have as many entries as before.
func TestPartsWithoutACount(t *testing.T) {
	const conditional = `"records":[5,0,3,9,1,4]`
	head := `{` + testprofile.Methods("a", "b", "c", "d")
	old := testprofile.Parse(t, head+testprofile.Calls("1:0 900000", "2:0<1:1 40000", "2:0<1:2 20000", "3:0<1:3 5000", "3:0<1:4 100", "4:0<1:5 60000")+
		`,"conditionalProfiles":[{"ctx":"4:7<1:6",`+conditional+`}]}`)
	new := testprofile.Parse(t, head+testprofile.Calls("1:0 900000", "2:0<1:1 40000", "3:0<1:3 50000", "4:0<1:5 40000")+
		`,"conditionalProfiles":[{"ctx":"2:7<1:2",`+conditional+`},{"ctx":"3:7<1:4",`+conditional+`},{"ctx":"4:7<1:6",`+conditional+`}]}`)
	const caveat = "not compared, as contexts have no count in one profile: 1 method, T.b"
	for _, c := range []struct {
		old, new *iprof.Profile
		want     string
	}{
		{old, new, "more T.c 5100 ≥50000 ≥9.8 ≥; fewer T.d ≥60000 ≥40000 0.667"},
		{new, old, "fewer T.c ≥50000 5100 ≤0.102 ≤; more T.d ≥40000 ≥60000 1.5"},
	} {
		d := diff(c.old, c.new, Options{Sections: []Section{Calls}})
		of := d.Tables[0]
		var got []string
		for _, r := range of.Rows {
			factor, points := of.Cell(r, "factor"), of.Cell(r, "difference")
			old, new := of.Cell(r, "old"), of.Cell(r, "new")
			got = append(got, strings.TrimSpace(fmt.Sprintf("%s %s %s%d %s%d %s%.3g %s", of.Cell(r, "change").Text, of.Cell(r, "method").Text, old.Mark, old.Int, new.Mark, new.Int,
				factor.Mark, factor.Low, points.Mark)))
			if of.Cell(r, "old_at_least").Bool != (old.Mark != "") || of.Cell(r, "new_at_least").Bool != (new.Mark != "") ||
				of.Cell(r, "old_share").Mark != old.Mark || of.Cell(r, "new_share").Mark != new.Mark {
				t.Errorf("marks of %s", of.Cell(r, "method").Text)
			}
		}
		testprofile.WantText(t, "rows", strings.Join(got, "; "), c.want)
		if !slices.Contains(of.Caveats, caveat) || !slices.ContainsFunc(of.Notes, func(n string) bool { return strings.Contains(n, "over 3 methods)") }) {
			t.Errorf("%q, %q", of.Caveats, of.Notes)
		}
	}
	if d := diff(new, new, Options{Sections: []Section{Calls}}); len(d.Tables[0].Caveats) > 0 {
		t.Errorf("of one profile: %q", d.Tables[0].Caveats)
	}
}

// An inlined copy that one profile has without a count was entered an unknown number of times, which is no difference, even if all are shown.
func TestUncountedCopies(t *testing.T) {
	head := `{` + testprofile.Methods("a", "b", "c")
	old := testprofile.Parse(t, head+testprofile.Calls("1:0 1000", "2:0<1:1 3000", "3:0<1:2 7000")+`}`)
	new := testprofile.Parse(t, head+testprofile.Calls("1:0 1000", "3:0<1:2 7000")+`,"conditionalProfiles":[{"ctx":"2:7<1:1","records":[5,0,3,9,1,4]}]}`)
	for _, of := range [][2]*iprof.Profile{{old, new}, {new, old}} {
		if d := diff(of[0], of[1], Options{Sections: []Section{Calls, Inlining}, Exact: true}); d.Title != "no differences of shares" {
			t.Errorf("%s: %s", d.Title, found(d))
		}
	}
}

// The headline compares the entries that both profiles count. One has no count of h, or of some contexts of p, or of all that the other has.
func TestHeadlineWithoutACount(t *testing.T) {
	const conditional = `"records":[5,0,3,9,1,4]`
	ran := func(contexts ...string) string {
		var records []string
		for _, ctx := range contexts {
			records = append(records, `{"ctx":"`+ctx+`",`+conditional+`}`)
		}
		return `,"conditionalProfiles":[` + strings.Join(records, ",") + `]}`
	}
	head := `{` + testprofile.Methods("a", "h", "p", "q", "r")
	both := testprofile.Parse(t, head+testprofile.Calls("1:0 1000", "2:0 90000", "3:0<1:1 400", "3:0<1:2 20")+ran("2:7"))
	noH := testprofile.Parse(t, head+testprofile.Calls("1:0 1100", "3:0<1:1 400", "3:0<1:2 20")+ran("2:7"))
	noHp := testprofile.Parse(t, head+testprofile.Calls("1:0 1000", "3:0<1:1 400")+ran("2:7", "3:7<1:2"))
	four := testprofile.Parse(t, head+testprofile.Calls("1:0 7", "2:0 10", "3:0 40", "4:0 30", "5:0 20")+`}`)
	one := testprofile.Parse(t, head+testprofile.Calls("1:0 7")+ran("2:7", "3:7", "4:7", "5:7"))
	other := testprofile.Parse(t, head+testprofile.Calls("3:0 7")+ran("2:7"))
	only := testprofile.Parse(t, head+testprofile.Calls("2:0 90")+`}`)
	sampled := func(p string) *iprof.Profile { return testprofile.Parse(t, head+testprofile.Samples("1:0 1000")+p) }
	const where, entries = "where both profiles have a count", " Entries are not time."
	for _, c := range []struct {
		name                string
		old, new            *iprof.Profile
		amount, work, about string
	}{
		{"one method", both, noH, "7.0% more method entries", where, "1,420 → 1,520 method entries. Method entries of 1 method, T.h, are not comparable: one profile has no count of them." + entries},
		{"the base's", noH, both, "6.6% fewer method entries", where, "1,520 → 1,420 method entries. Method entries of 1 method, T.h, are not comparable: one profile has no count of them." + entries},
		{"a part, too", both, noHp, "as many method entries", where, "1,000 → 1,000 method entries. Method entries of 2 methods, T.h and T.p, are not comparable: one profile has no count of some of them." + entries},
		{"many", four, one, "as many method entries", where, "7 → 7 method entries. Method entries of 4 methods, T.p, T.q, T.r and 1 more, are not comparable: one profile has no count of them." + entries},
		{"both without", noH, noH, "as many method entries", "", "1,520 → 1,520 method entries." + entries},
		{"nothing else", only, other, "method entries are not comparable", "", "Method entries of 1 method, T.h, are not comparable: one profile has no count of them." + entries},
		{"beside samples", sampled(testprofile.Calls("1:0 1000", "2:0 90000") + ran("2:7")), sampled(testprofile.Calls("1:0 1000") + ran("2:7")), "as many samples", "for as many calls",
			"1,000 → 1,000 samples, 95%: 8.4% fewer to 9.2% more; 1,000 → 1,000 method entries. Method entries of 1 method, T.h, are not comparable: one profile has no count of them. " +
				"Samples are time only if both runs were sampled equally often, which profiles do not record."},
		{"a in stacks of the base", sampled(testprofile.Calls("2:0 90000") + `}`), sampled(testprofile.Calls("1:0 1000") + ran("2:7")), "as many samples", "",
			"1,000 → 1,000 samples, 95%: 8.4% fewer to 9.2% more. Method entries of 2 methods, T.h and T.a, are not comparable: one profile has no count of them. So one run may just have been shorter. " +
				"Samples are time only if both runs were sampled equally often, which profiles do not record."},
	} {
		h := diff(c.old, c.new, Options{}).Headline()
		if h == nil || h.Amount != c.amount || h.Work != c.work || h.About != c.about {
			t.Errorf("%s: %+v", c.name, h)
		}
	}
}

// The overlap of calls is that of the entries that both profiles count, and says how many they are: by the others, a profile without the count
// of a hot method would have nothing in common with one that has it.
func TestOverlapWhereBothCount(t *testing.T) {
	run := func(records ...string) *iprof.Profile {
		return testprofile.Parse(t, `{`+testprofile.Methods("main", "hot", "cold")+testprofile.Calls(records...)+`,"conditionalProfiles":[{"ctx":"2:3<1:5","records":[10,0,7,20,1,3]}]}`)
	}
	whole, without := run("1:0 100", "2:0<1:5 9700", "3:0 200"), run("1:0 100", "3:0 200")
	for _, by := range []convert.GroupBy{convert.ByMethod, convert.ByClass} {
		d := diff(whole, without, Options{By: by, Threshold: compare.DefaultThreshold})
		if d.Overlaps[Calls] != (Overlap{Share: 1, Known: true, Apart: 0.97}) || !strings.HasPrefix(d.Notes[0], "overlap: calls 100.0% where both profiles have a count") ||
			!strings.HasSuffix(d.Notes[1], "; calls: of methods that both profiles count, with 3.0% of the old and 100.0% of the new method entries") {
			t.Errorf("%v: %q", d.Overlaps[Calls], d.Notes)
		}
	}
	if d := diff(whole, whole, Options{}); strings.Contains(strings.Join(d.Notes, ""), "both profiles") {
		t.Errorf("%q", d.Notes)
	}
}

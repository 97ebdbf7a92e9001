package check

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/caveats"
	"github.com/iprof-viz/iprof-viz/convert/fit"
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

func TestCheck(t *testing.T) {
	for _, tt := range []struct {
		name, text, kind string
		severity         caveats.Severity
		count            int64
		place            string
	}{
		{"nothing recorded", `{` + testprofile.Methods("f") + `}`, "empty", caveats.Problem, 0, ""},
		{"two numbers in one", `{` + testprofile.Methods("f") + `,"callCountProfiles":[{"ctx":"1:0","records":[34303903801135]}]}`, "packed-count", caveats.Problem, 1, "callCountProfiles[0]"},
		{"no tables", `{"version":"1.0.0","types":[{"id":-1,"name":""}],"methods":[{"id":-1,"name":"","signature":[]}],"callCountProfiles":[{"ctx":"1:0","records":[3]}]}`, "stripped", caveats.Problem, 1, ""},
		{
			"no names of types", `{"version":"1.0.0","types":[{"id":0,"name":""},{"id":1,"name":""},{"id":2,"name":"A"},{"id":3,"name":""}],
			"methods":[{"id":1,"name":"f","signature":[0,1,2]}],"callCountProfiles":[{"ctx":"1:0","records":[3]}]}`, "stripped", caveats.Problem, 2, "",
		},
		{
			"few names of types", `{"version":"1.0.0","types":[{"id":0,"name":"A"},{"id":1,"name":""}],"methods":[{"id":1,"name":"f","signature":[0,1]}],
			"callCountProfiles":[{"ctx":"1:0","records":[3]}]}`, "stripped", caveats.Caution, 1, "",
		},
		{
			"no names of methods", `{"version":"1.0.0","types":[{"id":0,"name":"A"}],"methods":[{"id":1,"name":"","signature":[0,0]}],
			"callCountProfiles":[{"ctx":"1:0","records":[3]}]}`, "stripped", caveats.Problem, 1, "",
		},
		{"samples only", `{` + testprofile.Methods("f") + `,"samplingProfiles":[{"ctx":"1:0","records":[400]}]}`, "sampling-only", caveats.Note, 1, ""},
		{"few samples", `{` + testprofile.Methods("f") + `,"samplingProfiles":[{"ctx":"1:0","records":[4]}]}`, "few-samples", caveats.Caution, 4, ""},
		{
			"listed twice", `{"version":"1.0.0","types":[{"id":0,"name":"A"},{"id":1,"name":"A"}],"methods":[{"id":1,"name":"f","signature":[0,0]},
			{"id":2,"name":"f","signature":[1,1]},{"id":3,"name":"f","signature":[0,0,0]}],"callCountProfiles":[{"ctx":"1:0","records":[3]}]}`,
			"listed-twice", caveats.Caution, 1, "",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			found := false
			for i, f := range Profile(testprofile.Parse(t, tt.text)) {
				if f.Kind == tt.kind {
					found = true
					if f.Severity != tt.severity || f.Count != tt.count || !strings.HasPrefix(f.Place, tt.place) || (f.Place == "") != (tt.place == "") {
						t.Errorf("%+v", f)
					}
					if tt.severity == caveats.Problem && i > 0 && Profile(testprofile.Parse(t, tt.text))[0].Severity != caveats.Problem {
						t.Error("the gravest is not the first")
					}
				}
			}
			if !found {
				t.Errorf("no %s", tt.kind)
			}
		})
	}
	sound := testprofile.Parse(t, `{`+testprofile.Methods("f")+`,"callCountProfiles":[{"ctx":"1:0","records":[3]}],"conditionalProfiles":[{"ctx":"1:3","records":[9,0,3]}],"samplingProfiles":[{"ctx":"1:0","records":[400]}]}`)
	if fs := Profile(sound); len(fs) > 0 {
		t.Errorf("of a sound profile: %+v", fs)
	}
}

func TestSalvaged(t *testing.T) {
	p, cut, err := iprof.Salvage(strings.NewReader(`{`+testprofile.Methods("f")+`,"callCountProfiles":[{"ctx":"1:0","records":[3]},{"ctx":"1:0","rec`), iprof.Options{})
	if err != nil || cut == nil {
		t.Fatal(cut, err)
	}
	f := Salvage(p, cut)
	if f.Severity != caveats.Caution || f.Kind != "truncated" || f.Count != 1 || !strings.HasPrefix(f.Place, "callCountProfiles[1]") {
		t.Errorf("%+v", f)
	}
	for _, lost := range []string{"monitorProfiles", "virtualInvokeProfiles", "conditionalProfiles", "samplingProfiles"} {
		if !strings.Contains(f.Text, lost) {
			t.Errorf("%s is not said to be lost: %s", lost, f.Text)
		}
	}
	if !strings.HasPrefix(f.Text, "the file ends here; 1 complete record is kept, everything after it is lost; nothing is left of ") || !strings.HasSuffix(f.Text, ", which the file may have had") {
		t.Error(f.Text)
	}
	if strings.Contains(f.Text, "callCountProfiles") {
		t.Error(f.Text)
	}
}

// TestVerdict: errors have no verdict but their number, as it is unknown how much of the rest is right.
func TestVerdict(t *testing.T) {
	for want, severities := range map[string][]caveats.Severity{
		"sane": nil, "sane, 2 notes": {caveats.Note, caveats.Note}, "1 warning, 1 note": {caveats.Note, caveats.Caution}, "1 error, 2 warnings": {caveats.Caution, caveats.Problem, caveats.Caution},
	} {
		var all []caveats.Caveat
		for _, s := range severities {
			all = append(all, caveats.Caveat{Severity: s})
		}
		if got := Verdict(all); got != want {
			t.Errorf("%v: %q, want %q", severities, got, want)
		}
	}
}

// TestPackedCountsOfPublishedProfiles: no program ran 68 billion times where it was profiled. The stripped profile says so 22 times.
func TestPackedCountsOfPublishedProfiles(t *testing.T) {
	for name, data := range testprofile.Varied(t) {
		p := testprofile.Parse(t, string(data))
		counts, marked := int64(0), 0
		for _, records := range []*iprof.List[iprof.TypeProfile]{&p.Receivers, &p.InstanceOf} {
			for _, r := range records.All() {
				for _, c := range p.TypeCounts(r) {
					if c.Count >= 1<<36 {
						counts++
					}
				}
			}
		}
		sums := sites.New(p, sites.Options{Metrics: []convert.Metric{convert.Receivers, convert.InstanceOf}})
		for _, of := range [][]sites.TypeSite{sums.Receivers.All, sums.InstanceOf.All} {
			for _, site := range of {
				if site.Damaged {
					marked++
				} else if site.Executions >= 1<<36 {
					t.Errorf("%s: %d executions at @%d", name, site.Executions, site.BCI)
				}
			}
		}
		found := int64(0)
		for _, f := range Profile(p) {
			if f.Kind == "packed-count" {
				found = f.Count
			}
		}
		if found != counts || (marked > 0) != (found > 0) {
			t.Errorf("%s: %d of %d counts found, %d sites marked", name, found, counts, marked)
		}
	}
}

func TestGoneMethods(t *testing.T) {
	for _, test := range []struct {
		value    int64 // of 672
		severity caveats.Severity
		text     string
	}{{71, caveats.Problem, "5 recorded methods are no longer in the program (10.6% of the entries)"}, {22, caveats.Caution, "5 recorded methods are no longer in the program (3.3% of the entries)"}} {
		f, any := GoneMethods(&fit.ListFit{Metric: convert.Calls, Total: 672, GoneValue: test.value, Rows: make([]fit.GoneMethod, 5)})
		if !any || f.Severity != test.severity || f.Count != 5 || f.Text != test.text {
			t.Errorf("%+v, want %s: %s", f, test.severity, test.text)
		}
	}
	if f, any := GoneMethods(&fit.ListFit{Metric: convert.Calls, Total: 672}); any {
		t.Errorf("no method is gone: %+v", f)
	}
}

// Files before 0.4.0 have no samples, and those before 1.1.0 no type checks: these are not lost.
func TestSalvagedOfOldVersions(t *testing.T) {
	at := &iprof.SyntaxError{Path: "callCountProfiles[0]", Offset: 7}
	for version, lost := range map[iprof.Version]bool{{Minor: 2}: false, {Minor: 3, Patch: 9}: false, {Minor: 4}: true, {Major: 1}: true, {Major: 1, Minor: 2}: true} {
		b := iprof.NewBuilder(version)
		for _, s := range []iprof.Section{iprof.Calls, iprof.Monitors} {
			b.Declare(s)
		}
		text := Salvage(b.Profile(), at).Text
		if got := strings.Contains(text, "samplingProfiles"); got != lost || !strings.Contains(text, "nothing is left of virtualInvokeProfiles") {
			t.Errorf("%s: %s", version, text)
		}
		if checks := version == (iprof.Version{Major: 1, Minor: 2}); strings.Contains(text, "instanceofProfiles") != checks || strings.Contains(text, "callCountProfiles") {
			t.Errorf("%s: %s", version, text)
		}
	}
}

// What a profile has no records of cannot be judged, nor its code without a class path.
func TestUnjudged(t *testing.T) {
	some := testprofile.Parse(t, `{`+testprofile.Methods("f")+testprofile.Calls("1:0 3")+testprofile.Section("virtualInvokeProfiles", []string{"1:5 8 1"})+`}`)
	all := testprofile.Parse(t, `{`+testprofile.Methods("f")+testprofile.Calls("1:0 3")+testprofile.Samples("1:5 3")+testprofile.Section("virtualInvokeProfiles", []string{"1:5 8 1"})+
		testprofile.Section("conditionalProfiles", []string{"1:3 5 0 9"})+`}`)
	for _, c := range []struct {
		p        *iprof.Profile
		compared bool
		want     string
	}{
		{some, true, "samples and branches (it has none)"},
		{some, false, "samples and branches (it has none), whether it fits the code (--classpath)"},
		{all, false, "whether it fits the code (--classpath)"},
		{all, true, ""},
	} {
		if got := strings.Join(Unjudged(c.p, c.compared), ", "); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// Findings come most severe first, also those that only check makes.
func TestFindingsAreSorted(t *testing.T) {
	kinds := map[caveats.Severity]bool{}
	for seed := range uint64(4) {
		text := strings.Replace(string(testprofile.Random(seed, "1.1.0")), `"methods":[`, `"methods":[{"id":99,"name":"m1","signature":[1,5]},`, 1)
		all := Profile(testprofile.Parse(t, text))
		twice := slices.IndexFunc(all, func(c caveats.Caveat) bool { return c.Kind == "listed-twice" })
		if twice < 0 || !slices.IsSortedFunc(all, func(a, b caveats.Caveat) int { return cmp.Compare(b.Severity, a.Severity) }) {
			t.Errorf("seed %d: %+v", seed, all)
		}
		for _, c := range all {
			kinds[c.Severity] = true
		}
	}
	if len(kinds) < 2 {
		t.Errorf("all have one severity")
	}
}

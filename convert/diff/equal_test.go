package diff

import (
	"bytes"
	"encoding/json"
	"regexp"
	"slices"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

func caveatEqual(d *Difference) bool { return slices.Contains(d.Caveats, equalCaveat) }

// oneMore returns the text of a profile with one count of a section raised by 1, and whether there is one. Counts are at every step-th
// place of a record from the first on.
func oneMore(t *testing.T, text []byte, section string, first, step int) ([]byte, bool) {
	t.Helper()
	var p map[string]any
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&p); err != nil {
		t.Fatal(err)
	}
	records, _ := p[section].([]any)
	for _, r := range records {
		values := r.(map[string]any)["records"].([]any)
		for i := first; i < len(values); i += step {
			if n, err := values[i].(json.Number).Int64(); err == nil && n > 0 {
				values[i] = n + 1
				changed, err := json.Marshal(p)
				if err != nil {
					t.Fatal(err)
				}
				return changed, true
			}
		}
	}
	return nil, false
}

// Every published profile with counts is of the same run as itself, and no longer if one count of any section is one more.
func TestDiffOfEqualCounts(t *testing.T) {
	for name, data := range testprofile.Varied(t) {
		p := testprofile.Parse(t, string(data))
		counts := false
		for section, at := range map[string][2]int{"callCountProfiles": {0, 1}, "samplingProfiles": {0, 1}, "conditionalProfiles": {2, 3},
			"virtualInvokeProfiles": {1, 2}, "instanceofProfiles": {1, 2},
			"hotnessPoints": {0, 1}, "conditionalPoints": {2, 3}, "invokePoints": {1, 2}} {
			if changed, ok := oneMore(t, data, section, at[0], at[1]); ok {
				counts = true
				if d := diff(p, testprofile.Parse(t, string(changed)), Options{}); caveatEqual(d) {
					t.Errorf("%s and one more in %s: %q", name, section, d.Caveats)
				}
			}
		}
		if d := diff(p, p, Options{}); caveatEqual(d) != counts || counts && d.Title != "no differences" {
			t.Errorf("%s and itself: %s, %q", name, d.Title, d.Caveats)
		}
	}
}

func TestDiffEqualCountsCaveat(t *testing.T) {
	run := func(sections ...string) *iprof.Profile {
		text := "{" + testprofile.Methods("a", "b")
		for _, s := range sections {
			text += s
		}
		return testprofile.Parse(t, text+"}")
	}
	branches := func(records ...string) string { return testprofile.Section("conditionalProfiles", records) }
	samples := func(records ...string) string { return testprofile.Section("samplingProfiles", records) }
	calls := testprofile.Calls("1:0 100", "2:0 7")
	whole := run(calls, branches("1:3 10 0 20 20 1 40", "2:3 10 0 2 20 1 4"))
	one := regexp.MustCompile(`^T\.a$`)
	of := func(focus *regexp.Regexp) (o Options) {
		o.Filter.Focus = focus
		return o
	}
	for _, c := range []struct {
		name     string
		old, new *iprof.Profile
		opts     Options
		want     bool
	}{
		{"the same", whole, whole, Options{}, true},
		{"the same, exact", whole, whole, Options{Exact: true}, true},
		{"one section of it", whole, whole, Options{Sections: []Section{Branches}}, true},
		{"its inlining", whole, whole, Options{Sections: []Section{Inlining}}, false},
		{"one method of it", whole, whole, of(one), true},
		{"nothing of it", whole, whole, of(regexp.MustCompile("nothing")), false},
		{"no sections", run(), run(), Options{}, false},
		{"twice as long", whole, run(testprofile.Calls("1:0 200", "2:0 14"), branches("1:3 10 0 40 20 1 80", "2:3 10 0 4 20 1 8")), Options{}, false},
		{"a section in one only", whole, run(calls), Options{}, false},
		// 66 executions in all, one to two everywhere.
		{"executions moved to another site", whole, run(calls, branches("1:3 10 0 18 20 1 36", "2:3 10 0 4 20 1 8")), Options{}, false},
		{"another site", whole, run(calls, branches("1:3 10 0 20 20 1 40", "2:4 10 0 2 20 1 4")), Options{}, false},
		{"one equal method of runs that differ", whole, run(testprofile.Calls("1:0 100", "2:0 8"), branches("1:3 10 0 20 20 1 40", "2:3 10 0 2 20 1 4")), of(one), false},
		// The samples say that these are two runs of a deterministic program.
		{"equal calls of two runs", run(calls, samples("1:3 20")), run(calls, samples("1:3 21")), Options{Sections: []Section{Calls}}, false},
	} {
		if d := diff(c.old, c.new, c.opts); caveatEqual(d) != c.want {
			t.Errorf("%s: %s, %q", c.name, d.Title, d.Caveats)
		}
	}
}

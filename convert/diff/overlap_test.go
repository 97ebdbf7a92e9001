package diff

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// overlapSections are the keys of an iprof whose records count something at a method, in all dialects, with the distance of their counts.
var overlapSections = map[string]int{
	"callCountProfiles": 1, "hotnessPoints": 1, "samplingProfiles": 1, "conditionalProfiles": 3, "conditionalPoints": 3,
}

// thinned returns the text of a profile without a third of its records, and with a third of them doubled.
func thinned(t *testing.T, data []byte) []byte {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	var doc map[string]any
	if err := d.Decode(&doc); err != nil {
		t.Fatal(err)
	}
	for key, distance := range overlapSections {
		list, _ := doc[key].([]any)
		var kept []any
		for i, record := range list {
			switch i % 3 {
			case 0:
				continue
			case 1:
				values := record.(map[string]any)["records"].([]any)
				for k := distance - 1; k < len(values); k += distance {
					n, err := values[k].(json.Number).Int64()
					if err != nil {
						t.Fatal(err)
					}
					values[k] = 2 * n
				}
			}
			kept = append(kept, record)
		}
		if list != nil {
			doc[key] = append([]any{}, kept...)
		}
	}
	text, err := json.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// documents decodes profiles.
func documents(t *testing.T, texts ...[]byte) (docs []testprofile.Document) {
	t.Helper()
	for _, text := range texts {
		var doc testprofile.Document
		if err := json.Unmarshal(text, &doc); err != nil {
			t.Fatal(err)
		}
		docs = append(docs, doc)
	}
	return docs
}

// countedByHand adds up the counts of a section by method id, of conditionals by successor: by place, target, index and the occurrence of
// these in the record. Before 1.0.0 only targets count, once in a record.
func countedByHand(doc testprofile.Document, section iprof.Section) map[string]float64 {
	all := map[string]float64{}
	for _, r := range doc.Section(section) {
		leaf := r.Frames()[0]
		id, _, _ := strings.Cut(leaf, ":")
		if section != iprof.Conditionals {
			all[id] += float64(r.Records[0])
			continue
		}
		seen := map[string]int{}
		for i := 0; i+2 < len(r.Records); i += 3 {
			key := fmt.Sprintf("%s %d %d", leaf, r.Records[i], r.Records[i+1])
			if strings.HasPrefix(doc.Version, "0.") {
				if key = fmt.Sprintf("%s %d", leaf, r.Records[i]); seen[key] > 0 {
					continue
				}
			}
			all[fmt.Sprintf("%s %d", key, seen[key])] += float64(r.Records[i+2])
			seen[key]++
		}
	}
	return all
}

// overlapByHand is the sum of the smallest shares; negative if a run has no counts.
func overlapByHand(runs ...map[string]float64) float64 {
	var sums []float64
	for _, run := range runs {
		sum := 0.0
		for _, n := range run {
			sum += n
		}
		if sum == 0 {
			return -1
		}
		sums = append(sums, sum)
	}
	overlap := 0.0
	for key := range runs[0] {
		least := 1.0
		for i, run := range runs {
			least = min(least, run[key]/sums[i])
		}
		overlap += least
	}
	return overlap
}

// leaveApart leaves out the entries of methods that some runs ran, in contexts or stacks, without the counts that others have.
func leaveApart(counted []map[string]float64, docs []testprofile.Document) {
	without := map[string]int{} // runs by context without a count
	method := map[string]string{}
	ran := make([]map[string]bool, len(docs))
	for run, doc := range docs {
		ran[run] = map[string]bool{}
		has, seen := map[string]bool{}, map[string]bool{}
		for _, section := range iprof.Sections {
			for _, r := range doc.Section(section) {
				frames := r.Frames()
				for i, f := range frames {
					id, _, _ := strings.Cut(f, ":")
					ran[run][id] = true
					context := id + "<" + strings.Join(frames[i+1:], "<")
					if section == iprof.Samples {
						continue
					}
					method[context], seen[context] = id, true
					has[context] = has[context] || section == iprof.Calls && i == 0
				}
			}
		}
		for context := range seen {
			if !has[context] {
				without[context]++
			}
		}
	}
	left := map[string]bool{}
	for context, runs := range without {
		left[method[context]] = left[method[context]] || runs < len(docs)
	}
	for _, all := range counted {
		for id := range all {
			for other := range docs {
				_, known := counted[other][id]
				left[id] = left[id] || !known && ran[other][id]
			}
		}
	}
	for id, is := range left {
		for _, of := range counted {
			if is {
				delete(of, id)
			}
		}
	}
}

// Overlaps of diff and variance are those of the JSON's records: by method, and of conditionals by successor.
func TestOverlapIsThatOfTheRecords(t *testing.T) {
	checked := 0
	for name, data := range testprofile.Varied(t) {
		other := thinned(t, data)
		again := thinned(t, other)
		byHand := documents(t, data, other, again)
		p, q := testprofile.Parse(t, string(data)), testprofile.Parse(t, string(other))
		d := diff(p, q, Options{})
		for _, s := range []Section{Samples, Calls, Branches} {
			section := s.Metric().Section()
			counted := []map[string]float64{countedByHand(byHand[0], section), countedByHand(byHand[1], section)}
			if s == Calls {
				leaveApart(counted, byHand[:2])
			}
			want := overlapByHand(counted...)
			table := d.Table(s.String())
			if table == nil || want < 0 {
				continue
			}
			got := -1.0
			for _, f := range table.Facts {
				if f.Key == "overlap" {
					got = f.Value.Low
				}
			}
			checked++
			if math.Abs(got-want) > 1e-9 || got < 0 || got > 1 {
				t.Errorf("%s: %s: overlap %v, want %v", name, s, got, want)
			}
		}
		allByHand := func(section iprof.Section) float64 {
			counted := []map[string]float64{countedByHand(byHand[0], section), countedByHand(byHand[1], section), countedByHand(byHand[2], section)}
			if section == iprof.Calls {
				leaveApart(counted, byHand)
			}
			return overlapByHand(counted...)
		}
		runs := []*iprof.Profile{p, q, testprofile.Parse(t, string(again))}
		for _, m := range []convert.Metric{convert.Calls, convert.Samples} {
			want := allByHand(m.Section())
			if want < 0 {
				continue
			}
			v := Variance([]string{"a", "b", "c"}, runs, nil, VarianceOptions{Metric: m})
			if math.Abs(v.Overlap.Share-want) > 1e-9 || !v.Overlap.Known {
				t.Errorf("%s: %s of three runs: overlap %v, want %v", name, m, v.Overlap, want)
			}
			if v.Agreement > v.Overlap.Share+1e-9 && !strings.Contains(strings.Join(v.Caveats, "\n"), "not compared") {
				t.Errorf("%s: %s: contexts overlap by %v, methods only by %v", name, m, v.Agreement, v.Overlap.Share)
			}
			if want := allByHand(iprof.Conditionals); m == convert.Calls && want >= 0 &&
				math.Abs(v.BranchesOverlap.Share-want) > 1e-9 {
				t.Errorf("%s: branches of three runs: overlap %v, want %v", name, v.BranchesOverlap, want)
			}
		}
	}
	if checked < 5 {
		t.Errorf("only %d overlaps", checked)
	}
}

// The overlap is 1 of equal shares, 0 of disjoint ones, and unknown without counts; more runs never raise it.
func TestOverlapBounds(t *testing.T) {
	for _, tt := range []struct {
		counts [][]int64 // by method, then by run
		runs   int
		want   Overlap
	}{
		{[][]int64{{1, 25}, {3, 75}}, 2, Overlap{Share: 1, Known: true}},
		{[][]int64{{1, 0}, {0, 7}}, 2, Overlap{Share: 0, Known: true}},
		{[][]int64{{1, 1}, {1, 0}}, 2, Overlap{Share: 0.5, Known: true}},
		{[][]int64{{1, 1, 0}, {1, 0, 1}}, 3, Overlap{Share: 0, Known: true}},
		{[][]int64{{1, 1, 0}, {1, 0, 1}}, 2, Overlap{Share: 0.5, Known: true}},
		{[][]int64{{1, 0}, {1, 0}}, 2, Overlap{}},
		{[][]int64{{math.MaxInt64, 1}, {math.MaxInt64, 1}}, 2, Overlap{Share: 1, Known: true}},
		{nil, 2, Overlap{}}, {nil, 0, Overlap{}},
	} {
		if got := overlapOf(tt.runs, slices.Values(tt.counts)); got != tt.want {
			t.Errorf("%d of %d runs: %v, want %v", tt.counts, tt.runs, got, tt.want)
		}
	}
}

// Profiles are probably of different programs if each overlap is below 5%: of 10,000 entries, the one has 501 or 499 in the other's
// method. Few counts, hidden ones and one section with more in common say nothing of the kind.
func TestProbablyDifferentPrograms(t *testing.T) {
	run := func(sections ...string) *iprof.Profile {
		return testprofile.Parse(t, `{`+testprofile.Methods("a", "b")+strings.Join(sections, "")+`}`)
	}
	calls, conditionals := testprofile.Calls, func(records ...string) string { return testprofile.Section("conditionalProfiles", records) }
	whole := Options{Threshold: compare.DefaultThreshold}
	of := func(old, new *iprof.Profile, opts Options) string {
		d := diff(old, new, opts)
		if d.InHead != 1 {
			t.Errorf("%d notes in the head", d.InHead)
		}
		return d.Notes[0]
	}
	const different = "; probably different programs"
	for _, test := range []struct {
		old, new *iprof.Profile
		want     string
	}{
		{run(calls("1:0 10000")), run(calls("1:0 499", "2:0 9501")), "overlap: calls 5.0%" + different},
		{run(calls("1:0 10000")), run(calls("1:0 501", "2:0 9499")), "overlap: calls 5.0%"},
		{run(calls("1:0 99")), run(calls("2:0 10000")), "overlap: calls 0.0%; nothing in common"},
		{run(calls("1:0 99"), conditionals("1:3 10 0 7 20 1 0")), run(calls("1:0 99"), conditionals("1:3 10 0 0 20 1 7")), "overlap: calls 100.0%, branches 0.0%"},
		{run(calls("1:0 1"), conditionals("1:3 10 0 7 20 1 0")), run(calls("2:0 1"), conditionals("1:3 10 0 0 20 1 7")), "overlap: branches 0.0%; nothing in common"},
		{run(calls("1:0 100")), run(calls("2:0 10000")), "overlap: calls 0.0%" + different},
		{run(calls("1:0 1000"), conditionals("1:3 10 0 700 20 1 300")), run(calls("2:0 1000"), conditionals("1:3 10 0 700 20 1 300")),
			"overlap: branches 100.0%"},
		{run(calls("1:0 1000"), conditionals("1:3 10 0 700 20 1 300")), run(calls("2:0 1000"), conditionals("2:3 10 0 700 20 1 300")),
			"overlap: calls 0.0%, branches 0.0%" + different},
	} {
		if got := of(test.old, test.new, whole); got != test.want {
			t.Errorf("%s, want %s", got, test.want)
		}
	}
	besideProfiler := func(view convert.View) string { // a program beside the profiler's own code
		const methods = `"version":"1.0.0","types":[{"id":0,"name":"void"},{"id":1,"name":"app.A"},{"id":2,"name":"com.oracle.svm.enterprise.profiling.P"}],"methods":[{"id":1,"name":"a","signature":[1,0]},{"id":2,"name":"b","signature":[1,0]},{"id":3,"name":"p","signature":[2,0]}]`
		of := func(records ...string) *iprof.Profile {
			return testprofile.Parse(t, `{`+methods+testprofile.Calls(records...)+`}`)
		}
		opts := whole
		opts.Filter.View = view
		return diff(of("1:0 1000", "3:0 10"), of("2:0 1000", "3:0 10"), opts).Notes[0]
	}
	for view, want := range map[convert.View]string{convert.ExpertView: "overlap: calls 0.0%" + different, convert.AppView: "overlap: calls 0.0%; nothing in common"} {
		if got := besideProfiler(view); got != want {
			t.Errorf("view %s: %s, want %s", view, got, want)
		}
	}
	for _, filter := range []convert.FilterOptions{ // each leaves counts of one program that another profile may not have
		{Focus: regexp.MustCompile(`\.[ab]$`)}, {Ignore: regexp.MustCompile(`\.c$`)}, {Hide: regexp.MustCompile(`\.c$`)}, {ShowFrom: regexp.MustCompile(`\.[ab]$`)},
	} {
		opts := whole
		opts.Filter = filter
		if got := of(run(calls("1:0 1000")), run(calls("2:0 1000")), opts); strings.Contains(got, different) {
			t.Errorf("%+v: %s", filter, got)
		}
	}
	hidden := whole
	hidden.Filter.Ignore = regexp.MustCompile(`\.a$`)
	if got := of(run(calls("1:0 9000", "2:0 1000")), run(calls("1:0 9000", "2:0 1000")), hidden); got != "overlap: calls 100.0%" {
		t.Error(got)
	}
	if got := of(run(calls("1:0 1000", "2:0 1000")), run(calls("1:0 2000")), whole); got != "overlap: calls 50.0%" {
		t.Error(got)
	}
}

// Sites that both profiles executed are what a table compares: without any, its title says that there is nothing to compare.
func TestNoSitesInCommon(t *testing.T) {
	run := func(records ...string) *iprof.Profile {
		return testprofile.Parse(t, `{`+testprofile.Methods("m")+testprofile.Section("conditionalProfiles", records)+`}`)
	}
	for _, records := range [][]string{{"1:3 10 0 7 20 1 7"}, {"1:3 10 0 7 20 1 7", "1:30 40 0 0 50 1 0"}} { // never executed
		d := diff(run(records...), run(append([]string{"1:9 10 0 500 20 1 1"}, records[1:]...)...), Options{Exact: true})
		if got, want := d.Tables[0].Title, "branches: none in common (executed: 1 in the old profile, 1 in the new)"; got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

func TestNoOverlaps(t *testing.T) {
	if got := (&overlaps{}).notes(); got != nil {
		t.Errorf("%q", got)
	}
}

// The variance of runs says by the same rule that they are probably of different programs.
func TestVarianceOfDifferentPrograms(t *testing.T) {
	run := func(sections ...string) *iprof.Profile {
		return testprofile.Parse(t, `{`+testprofile.Methods("a", "b")+strings.Join(sections, "")+`}`)
	}
	calls, conditionals := testprofile.Calls, func(records ...string) string { return testprofile.Section("conditionalProfiles", records) }
	one, branch := run(calls("1:0 1000")), conditionals("1:3 10 0 700 20 1 300")
	hidden := VarianceOptions{Filter: convert.FilterOptions{Ignore: regexp.MustCompile(`\.a$`)}}
	for _, tt := range []struct {
		runs []*iprof.Profile
		opts VarianceOptions
		want bool
	}{
		{[]*iprof.Profile{one, run(calls("2:0 100"))}, VarianceOptions{}, true},
		{[]*iprof.Profile{one, one, run(calls("2:0 100"))}, VarianceOptions{}, true},
		{[]*iprof.Profile{one, run(calls("2:0 99"))}, VarianceOptions{}, false},
		{[]*iprof.Profile{one, run(calls("1:0 6", "2:0 94"))}, VarianceOptions{}, false},
		{[]*iprof.Profile{run(calls("1:0 1000"), branch), run(calls("2:0 1000"), branch)}, VarianceOptions{}, false},
		{[]*iprof.Profile{run(calls("1:0 1000"), branch), run(calls("2:0 1000"), conditionals("1:3 10 0 7 20 1 3"))}, VarianceOptions{}, false},
		{[]*iprof.Profile{run(calls("1:0 9000", "2:0 1000")), run(calls("1:0 9000", "2:0 1000"))}, hidden, false},
	} {
		files := []string{"1", "2", "3"}[:len(tt.runs)]
		title := Variance(files, tt.runs, nil, tt.opts).Title
		if strings.HasSuffix(title, "; probably different programs") != tt.want {
			t.Errorf("%s: want %t", title, tt.want)
		}
	}
}

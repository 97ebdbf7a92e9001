package diff

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
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

// countedByHand adds up the counts of a section by method id, of conditionals by successor: by place, target, index and the occurrence of
// these in the record. Before 1.0.0 only targets count, once in a record.
func countedByHand(t *testing.T, data []byte, section iprof.Section) map[string]float64 {
	t.Helper()
	var doc testprofile.Document
	if err := json.Unmarshal(data, &doc); err != nil {
		t.Fatal(err)
	}
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

// Overlaps of diff and variance are those of the JSON's records: by method, and of conditionals by successor.
func TestOverlapIsThatOfTheRecords(t *testing.T) {
	checked := 0
	for name, data := range testprofile.Varied(t) {
		other := thinned(t, data)
		p, q := testprofile.Parse(t, string(data)), testprofile.Parse(t, string(other))
		d := diff(p, q, Options{})
		for _, s := range []Section{Samples, Calls, Branches} {
			section := s.Metric().Section()
			want := overlapByHand(countedByHand(t, data, section), countedByHand(t, other, section))
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
		again := thinned(t, other)
		runs := []*iprof.Profile{p, q, testprofile.Parse(t, string(again))}
		for _, m := range []convert.Metric{convert.Calls, convert.Samples} {
			want := overlapByHand(countedByHand(t, data, m.Section()), countedByHand(t, other, m.Section()), countedByHand(t, again, m.Section()))
			if want < 0 {
				continue
			}
			v := Variance([]string{"a", "b", "c"}, runs, nil, VarianceOptions{Metric: m})
			if math.Abs(v.Overlap.Share-want) > 1e-9 || !v.Overlap.Known {
				t.Errorf("%s: %s of three runs: overlap %v, want %v", name, m, v.Overlap, want)
			}
			if v.Agreement > v.Overlap.Share+1e-9 {
				t.Errorf("%s: %s: contexts overlap by %v, methods only by %v", name, m, v.Agreement, v.Overlap.Share)
			}
			if want := overlapByHand(countedByHand(t, data, iprof.Conditionals), countedByHand(t, other, iprof.Conditionals), countedByHand(t, again, iprof.Conditionals)); m == convert.Calls && want >= 0 &&
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
		{[][]int64{{1, 25}, {3, 75}}, 2, Overlap{1, true}},
		{[][]int64{{1, 0}, {0, 7}}, 2, Overlap{0, true}},
		{[][]int64{{1, 1}, {1, 0}}, 2, Overlap{0.5, true}},
		{[][]int64{{1, 1, 0}, {1, 0, 1}}, 3, Overlap{0, true}},
		{[][]int64{{1, 1, 0}, {1, 0, 1}}, 2, Overlap{0.5, true}},
		{[][]int64{{1, 0}, {1, 0}}, 2, Overlap{}},
		{[][]int64{{math.MaxInt64, 1}, {math.MaxInt64, 1}}, 2, Overlap{1, true}},
		{nil, 2, Overlap{}}, {nil, 0, Overlap{}},
	} {
		if got := overlapOf(tt.runs, slices.Values(tt.counts)); got != tt.want {
			t.Errorf("%d of %d runs: %v, want %v", tt.counts, tt.runs, got, tt.want)
		}
	}
}

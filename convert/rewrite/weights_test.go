package rewrite

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

func TestParseWeight(t *testing.T) {
	for text, want := range map[string]Weight{
		"1": {1, 1}, "10": {10, 1}, "0.5": {1, 2}, "2.50": {5, 2}, "0.000001": {1, 1e6}, "9223372036854775807": {math.MaxInt64, 1},
		"0": {}, "0.0": {}, "-1": {}, "+1": {}, "1.": {}, ".5": {}, "1e3": {}, "1/2": {}, "0.0000001": {}, "9223372036854775808": {}, "": {}, "NaN": {}, "1_0": {},
	} {
		if got, err := ParseWeight(text); got != want || (err == nil) != (want != Weight{}) {
			t.Errorf("%q: %v, %v, want %v", text, got, err, want)
		}
	}
}

func TestCommonWeights(t *testing.T) {
	for _, tt := range []struct {
		weights []Weight
		factors []int64
		divisor int64
	}{
		{[]Weight{{1, 1}, {10, 1}}, []int64{1, 10}, 1},
		{[]Weight{{1, 1}, {1, 2}}, []int64{2, 1}, 2},
		{[]Weight{{3, 4}, {1, 10}, {2, 1}}, []int64{15, 2, 40}, 20},
		{[]Weight{{math.MaxInt64, 1}, {1, 2}}, nil, 0},
		{nil, nil, 1},
	} {
		factors, divisor, err := CommonWeights(tt.weights)
		if !slices.Equal(factors, tt.factors) || divisor != tt.divisor || (err != nil) != (tt.divisor == 0) {
			t.Errorf("%v: %d / %d, %v", tt.weights, factors, divisor, err)
		}
	}
}

// Counts are rounded to the nearest integer, half of one up, but not to 0; equal ones remain equal and larger ones are not smaller.
func TestOver(t *testing.T) {
	for _, tt := range []struct{ n, divisor, want int64 }{
		{0, 3, 0}, {1, 3, 1}, {4, 3, 1}, {5, 3, 2}, {1, 1000, 1}, {1499, 1000, 1}, {1500, 1000, 2}, {1501, 1000, 2}, {math.MaxInt64, 1, math.MaxInt64},
		{math.MaxInt64, 2, 1 << 62}, {math.MaxInt64, math.MaxInt64, 1}, {7, 2, 4},
	} {
		if got := over(tt.n, tt.divisor); got != tt.want {
			t.Errorf("%d / %d: %d, want %d", tt.n, tt.divisor, got, tt.want)
		}
	}
}

// countsOf adds up the counts of a profile's JSON by hand, by section, context with names, and successor or type; nil if its tables are
// incomplete.
func countsOf(t *testing.T, text string) map[string]int64 {
	t.Helper()
	var doc testprofile.Document
	if err := json.Unmarshal([]byte(text), &doc); err != nil {
		t.Fatal(err)
	}
	types, methods := map[int64]string{}, map[string]string{}
	for _, x := range doc.Types {
		types[int64(x.ID)] = x.Name + x.TypeName
	}
	for _, m := range doc.Methods {
		name := m.Name + m.MethodName
		for _, of := range m.Signature {
			name += "|" + types[int64(of)]
		}
		methods[fmt.Sprint(m.ID)] = name
	}
	all := map[string]int64{}
	for _, section := range iprof.Sections {
		for _, r := range doc.Section(section) {
			key := fmt.Sprint(section)
			for _, frame := range r.Frames() {
				id, bci, _ := strings.Cut(frame, ":")
				name, listed := methods[id]
				if !listed {
					return nil
				}
				key += " < " + name + ":" + bci
			}
			switch section {
			case iprof.Calls, iprof.Samples:
				all[key] += r.Records[0]
			case iprof.Conditionals:
				seen, targets := map[string]int{}, map[int64]bool{}
				for i := 0; i+2 < len(r.Records); i += 3 {
					of := fmt.Sprintf("%s → %d %d", key, r.Records[i], r.Records[i+1])
					n := r.Records[i+2]
					if strings.HasPrefix(doc.Version, "0.") && targets[r.Records[i]] {
						n = 0 // the first has the total
					}
					targets[r.Records[i]] = true
					all[fmt.Sprintf("%s %d", of, seen[of])] += n
					seen[of]++
				}
			default:
				for i := 0; i+1 < len(r.Records); i += 2 {
					name, listed := types[r.Records[i]]
					if !listed {
						return nil
					}
					all[key+" "+name] += r.Records[i+1]
				}
			}
		}
	}
	return all
}

// weighted adds profiles up.
func weighted(t *testing.T, factors []int64, divisor int64, profiles ...*iprof.Profile) *iprof.Profile {
	t.Helper()
	m := NewMerger()
	for i, p := range profiles {
		if err := m.Add(fmt.Sprint(i), p, factors[i]); err != nil {
			t.Fatal(err)
		}
	}
	p, err := Divided(m.Merged().Profile, divisor)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Each count is the rounded sum of the weighted counts of the JSON.
func TestWeightedSumsAreThoseOfTheRecords(t *testing.T) {
	data := testprofile.Varied(t)
	names := slices.Sorted(maps.Keys(data))
	checked := 0
	for i, name := range names {
		text, other := string(data[name]), string(data[names[(i+1)%len(names)]])
		own, more := countsOf(t, text), countsOf(t, other)
		if own == nil || more == nil {
			continue
		}
		weights := []Weight{{1, 2}, {1, 10}, {5, 2}}
		factors, divisor, err := CommonWeights(weights)
		if err != nil {
			t.Fatal(err)
		}
		p, q := testprofile.Parse(t, text), testprofile.Parse(t, other)
		got := countsOf(t, write(t, weighted(t, factors, divisor, p, p, q)))
		if again := write(t, weighted(t, []int64{factors[2], factors[1], factors[0]}, divisor, q, p, p)); again != write(t, weighted(t, factors, divisor, p, p, q)) {
			t.Errorf("%s: the order of profiles matters", name)
		}
		want := map[string]*big.Rat{}
		for k, of := range []map[string]int64{own, own, more} {
			for key, n := range of {
				if want[key] == nil {
					want[key] = new(big.Rat)
				}
				want[key].Add(want[key], new(big.Rat).Mul(new(big.Rat).SetInt64(n), big.NewRat(weights[k].Num, weights[k].Den)))
			}
		}
		for key, exact := range want {
			checked++
			value, _ := exact.Float64()
			rounded := int64(math.Floor(value + 0.5)) // exact: halves and tenths of numbers far below 2^53
			if exact.Sign() > 0 {
				rounded = max(1, rounded)
			}
			if got[key] != rounded {
				t.Fatalf("%s: %s: %d, want %v", name, key, got[key], value)
			}
		}
	}
	if checked == 0 {
		t.Error("nothing is checked")
	}
}

func write(t *testing.T, p *iprof.Profile) string { return text(t, p) }

// With equal weights, each run has the same part of the sum, whose entries are as many as before, but for what rounding adds.
// Weights are integers in full, and others have four digits.
func TestWeightsInWords(t *testing.T) {
	for _, c := range []struct {
		weight, divisor int64
		want            string
	}{{12345, 0, "12345"}, {12345, 1, "12345"}, {123450, 10, "12345"}, {12346, 10, "1235"}, {1, 3, "0.3333"}, {88290001, 3, "29430000"}, {1, 300000, "0.000003333"}} {
		if got := (&Merged{Divisor: c.divisor}).WeightOf(MergeInput{Weight: c.weight}); got != c.want {
			t.Errorf("%d/%d: %s, want %s", c.weight, c.divisor, got, c.want)
		}
	}
}

func TestEqualWeights(t *testing.T) {
	data := testprofile.Varied(t)
	var runs []*iprof.Profile
	var lengths []Length
	for _, name := range slices.Sorted(maps.Keys(data)) {
		p := testprofile.Parse(t, string(data[name]))
		if p.Total(iprof.Calls) == 0 || countsOf(t, string(data[name])) == nil {
			continue
		}
		l := Length{Entries: p.Total(iprof.Calls)}
		for _, s := range iprof.Sections {
			l.Largest = max(l.Largest, p.Total(s))
		}
		runs, lengths = append(runs, p), append(lengths, l)
	}
	if len(runs) < 3 {
		t.Fatalf("%d runs", len(runs))
	}
	weights := slices.Repeat([]Weight{One}, len(runs))
	factors, divisor := EqualWeights(lengths, weights)
	entries, records := 0.0, 0
	for i := range runs {
		entries += float64(lengths[i].Entries)
		records += runs[i].Records(iprof.Calls)
	}
	for i, n := range factors {
		if part := float64(lengths[i].Entries) * float64(n) / float64(divisor); math.Abs(part/(entries/float64(len(runs)))-1) > 1e-6 {
			t.Errorf("run %d has %v entries of %v", i, part, entries)
		}
	}
	sum := weighted(t, factors, divisor, runs...)
	if got := float64(sum.Total(iprof.Calls)); math.Abs(got-entries) > float64(records)+1e-6*entries {
		t.Errorf("%v entries, want %v", got, entries)
	}
	weights[0] = Weight{2, 1}
	twice, other := EqualWeights(lengths, weights)
	if ratio := float64(twice[0]) / float64(twice[1]) / (float64(factors[0]) / float64(factors[1])); math.Abs(ratio-2) > 1e-6 || other < 1 {
		t.Errorf("weight 2 counts %v times", ratio)
	}
}

// Factors do not take sums past 63 bits, whatever the lengths.
func TestEqualWeightsAreBounded(t *testing.T) {
	for _, lengths := range [][]Length{
		{{1, 1}, {math.MaxInt64 / 4, math.MaxInt64 / 4}}, {{math.MaxInt64 / 8, math.MaxInt64 / 4}, {math.MaxInt64 / 8, math.MaxInt64 / 8}}, {{1, 1}}, {{5, 10}, {5, 1 << 40}},
	} {
		factors, divisor := EqualWeights(lengths, slices.Repeat([]Weight{One}, len(lengths)))
		sum := new(big.Int)
		for i, n := range factors {
			if n < 1 {
				t.Errorf("%v: %d", lengths, factors)
			}
			sum.Add(sum, new(big.Int).Mul(big.NewInt(n), big.NewInt(lengths[i].Largest)))
		}
		if !sum.IsInt64() || divisor < 1 {
			t.Errorf("%v: %d / %d: sum %d", lengths, factors, divisor, sum)
		}
	}
}

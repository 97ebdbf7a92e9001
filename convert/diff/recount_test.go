package diff

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A drawnSite is a conditional, a virtual call or a type check, with what each run counted at its parts, in any context.
type drawnSite struct {
	method, bci int
	parts       []string // target and index, or a type
	counts      [][]int64
}

// executions returns the sum of a run.
func (s *drawnSite) executions(run int) (sum int64) {
	for _, n := range s.counts[run] {
		sum += n
	}
	return sum
}

// share returns the share of a part in a run.
func (s *drawnSite) share(run, part int) float64 {
	return float64(s.counts[run][part]) / float64(s.executions(run))
}

// drawnRuns are runs of one program.
type drawnRuns struct {
	profiles                []*iprof.Profile
	conditionals, receivers []*drawnSite
}

// drawRuns runs a random program with six methods, of which m1 is inlined into m2, and six types. Some sites are executed in some of the
// runs only, and some successors and types are never seen.
func drawRuns(t *testing.T, seed uint64, runs int) *drawnRuns {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 5))
	d := &drawnRuns{}
	for method := 1; method <= 6; method++ {
		for bci := 2; bci < 30; bci += 3 + random.IntN(9) {
			s, r := &drawnSite{method: method, bci: bci}, &drawnSite{method: method, bci: bci + 1}
			for k := range 2 + max(0, random.IntN(6)-3) {
				s.parts = append(s.parts, fmt.Sprintf("%d %d", bci+5-3*k, k))
			}
			for k := range 1 + random.IntN(5) {
				r.parts = append(r.parts, fmt.Sprint("t.T", k))
			}
			d.conditionals, d.receivers = append(d.conditionals, s), append(d.receivers, r)
		}
	}
	kinds := []int64{0, 1, 10, 1000, 100000}
	for run := range runs {
		var sections [2][]string
		for i, of := range [][]*drawnSite{d.conditionals, d.receivers} {
			for _, s := range of {
				counts := make([]int64, len(s.parts))
				scale := kinds[random.IntN(len(kinds))]
				for range 1 + random.IntN(2) { // contexts
					record := ""
					for k := range counts {
						n := int64(0)
						if random.IntN(4) > 0 {
							n = random.Int64N(1 + scale)
						}
						counts[k] += n
						name := s.parts[k]
						if i == 1 {
							name = fmt.Sprint(20 + k)
						}
						record += fmt.Sprint(" ", name, " ", n)
					}
					context := fmt.Sprintf("%d:%d", s.method, s.bci)
					if s.method == 1 && random.IntN(2) == 0 {
						context += "<2:7"
					}
					sections[i] = append(sections[i], context+record)
				}
				s.counts = append(s.counts, counts)
			}
		}
		var types []string
		for k := range 6 {
			types = append(types, fmt.Sprintf(`{"id":%d,"name":"t.T%d"}`, 20+k, k))
		}
		text := strings.Replace(testprofile.Methods("m1", "m2", "m3", "m4", "m5", "m6"), `"types":[`, `"types":[`+strings.Join(types, ",")+",", 1)
		d.profiles = append(d.profiles, testprofile.Parse(t, `{`+text+testprofile.Calls(fmt.Sprint("1:0 ", 5+run), "2:0 7")+
			testprofile.Section("conditionalProfiles", sections[0])+testprofile.Section("virtualInvokeProfiles", sections[1])+`}`))
	}
	return d
}

// leading returns the part with the most executions of a run; -1: none, or several.
func (s *drawnSite) leading(run int) int {
	most := slices.Max(s.counts[run])
	at := slices.Index(s.counts[run], most)
	if slices.Contains(s.counts[run][at+1:], most) {
		return -1
	}
	return at
}

// seen returns how many parts were seen in a run.
func (s *drawnSite) seen(run int) (n int) {
	for _, count := range s.counts[run] {
		if count > 0 {
			n++
		}
	}
	return n
}

// A recountedSite is a changed site.
type recountedSite struct {
	*drawnSite
	word   string
	moved  float64
	weight float64
}

// changedSites compares the sites of the first two runs. Types are true for receivers.
func changedSites(all []*drawnSite, types bool) (changed []recountedSite, only [2]int) {
	var counts []compare.Counts
	for _, s := range all {
		counts = append(counts, compare.Counts{Old: s.executions(0), New: s.executions(1)})
	}
	ratio := compare.CallRuns(counts).Ratio
	for i, s := range all {
		old, new := counts[i].Old, counts[i].New
		switch {
		case old == 0 && new == 0:
			continue
		case new == 0:
			only[0]++
			continue
		case old == 0:
			only[1]++
			continue
		}
		c := recountedSite{drawnSite: s, word: "moved"}
		for k := range s.parts {
			c.moved += math.Abs(s.share(1, k)-s.share(0, k)) / 2
		}
		c.weight = c.moved * (float64(old) + float64(new)/ratio) / 2
		flipped := s.leading(0) != s.leading(1) && s.leading(0) >= 0 && s.leading(1) >= 0
		switch {
		case types && sites.TypeKindOf(s.seen(0)) != sites.TypeKindOf(s.seen(1)):
			c.word = "kind"
		case types && flipped:
			c.word = "top type"
		case types:
			c.word = "shares"
		case flipped:
			c.word = "flipped"
		}
		if c.moved > 1e-9 {
			changed = append(changed, c)
		}
	}
	return changed, only
}

// rowsOf writes the rows of a changed site.
func (c *recountedSite) rowsOf(types bool) (rows []string) {
	parts := make([]int, len(c.parts))
	for k := range parts {
		parts[k] = k
	}
	slices.SortStableFunc(parts, func(x, y int) int {
		if types {
			return cmp.Or(cmp.Compare(c.counts[1][y], c.counts[1][x]), cmp.Compare(c.counts[0][y], c.counts[0][x]), cmp.Compare(x, y))
		}
		return cmp.Compare(y, x) // later ones are at lower indexes
	})
	for _, k := range parts {
		old, new := c.counts[0][k], c.counts[1][k]
		if old == 0 && new == 0 && len(parts) > 2 {
			continue
		}
		row := fmt.Sprintf("%s T.m%d@%d %d %d moved %.9f: %s %d %d %.9f %.9f %.9f", c.word, c.method, c.bci, c.executions(0), c.executions(1), c.moved,
			c.parts[k], old, new, c.share(0, k), c.share(1, k), c.share(1, k)-c.share(0, k))
		if types {
			row += fmt.Sprintf(" %s → %s", sites.TypeKindOf(c.seen(0)), sites.TypeKindOf(c.seen(1)))
		}
		rows = append(rows, row)
	}
	return rows
}

// siteRowsOf writes the rows of a table of sites likewise.
func siteRowsOf(t *table.Table, types bool) (rows []string) {
	for _, r := range t.Rows {
		text := func(key string) string { return t.Cell(r, key).Text }
		count := func(key string) int64 { return t.Cell(r, key).Int }
		share := func(key string) float64 { return t.Cell(r, key).Low }
		part := text("type")
		if !types {
			part = fmt.Sprint(count("target_bci"), " ", count("index"))
		}
		row := fmt.Sprintf("%s %s@%d %d %d moved %.9f: %s %d %d %.9f %.9f %.9f", text("change"), text("method"), count("bci"), count("old_executions"), count("new_executions"),
			share("moved"), part, count("old"), count("new"), share("old_share"), share("new_share"), share("difference"))
		if types {
			row += fmt.Sprintf(" %s → %s", text("old_kind"), text("new_kind"))
		}
		rows = append(rows, row)
	}
	return rows
}

// TestRecountSites compares the sites of random runs again, part by part: all differences, and those from a threshold on, which chance may
// leave out.
func TestRecountSites(t *testing.T) {
	for seed := range uint64(8) {
		d := drawRuns(t, seed, 2)
		for _, threshold := range []float64{0, 0.2} {
			found := differenceOf(d.profiles[0], d.profiles[1], Options{Exact: threshold == 0, Threshold: threshold, Sections: []Section{Branches, Receivers}})
			for i, all := range [][]*drawnSite{d.conditionals, d.receivers} {
				types := i == 1
				changed, only := changedSites(all, types)
				of := found.Tables[i]
				slices.SortStableFunc(changed, func(x, y recountedSite) int { return cmp.Compare(y.weight, x.weight) })
				var want []string
				for _, c := range changed {
					if c.word == "kind" || c.moved >= threshold && (c.word != "shares" || threshold == 0) {
						want = append(want, c.rowsOf(types)...)
					}
				}
				got, what := siteRowsOf(of, types), fmt.Sprintf("seed %d, %s, threshold %v", seed, of.Name, threshold)
				if of.FactOf("only_old") != int64(only[0]) || of.FactOf("only_new") != int64(only[1]) {
					t.Errorf("%s: %v and %v in one run only, not %d", what, of.FactOf("only_old"), of.FactOf("only_new"), only)
				}
				if groups := of.FactOf("groups") + of.FactOf("within_noise"); groups != int64(len(changed)) {
					t.Errorf("%s: %v changes, not %d", what, groups, len(changed))
				}
				if threshold > 0 { // of these, all but a few
					less := slices.DeleteFunc(slices.Clone(want), func(row string) bool { return !slices.Contains(got, row) })
					if len(less) < len(want)/4 {
						t.Errorf("%s: %d of %d rows", what, len(less), len(want))
					}
					want = less
				}
				testprofile.WantText(t, what, strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
		}
	}
}

// TestRecountVariance: of the conditionals of random runs, the probability of the likeliest successor varies.
func TestRecountVariance(t *testing.T) {
	for seed := range uint64(6) {
		d := drawRuns(t, seed+50, 3)
		type varied struct {
			row    string
			weight float64
		}
		var all []varied
		either := map[string]bool{} // two successors are the likeliest
		for _, s := range d.conditionals {
			var means []float64 // of probabilities, in the runs that executed it
			executions, n := int64(0), 0.0
			for run := range s.counts {
				if s.executions(run) > 0 {
					executions += s.executions(run)
					n++
				}
			}
			for k := range s.parts {
				mean := 0.0
				for run := range s.counts {
					if s.executions(run) > 0 {
						mean += s.share(run, k) / n
					}
				}
				means = append(means, mean)
			}
			mean := slices.Max(means)
			likeliest := slices.Index(means, mean)
			if slices.ContainsFunc(means[likeliest+1:], func(other float64) bool { return other > mean-1e-9 }) {
				either[fmt.Sprintf("T.m%d@%d", s.method, s.bci)] = true
				continue
			}
			var probabilities []float64
			for run := range s.counts {
				if s.executions(run) > 0 {
					probabilities = append(probabilities, s.share(run, likeliest))
				}
			}
			if n < 2 || slices.Max(probabilities) == slices.Min(probabilities) {
				continue
			}
			square := 0.0
			for _, p := range probabilities {
				square += (p - mean) * (p - mean)
			}
			deviation := math.Sqrt(square / (n - 1))
			all = append(all, varied{fmt.Sprintf("%v %.0f %.6f ±%.6f from %.6f to %.6f T.m%d@%d %s", n, math.Round(float64(executions)/n), mean, deviation,
				slices.Min(probabilities), slices.Max(probabilities), s.method, s.bci, strings.Fields(s.parts[likeliest])[0]), float64(executions) / n * deviation})
		}
		slices.SortStableFunc(all, func(x, y varied) int { return cmp.Compare(y.weight, x.weight) })
		v := Variance([]string{"a", "b", "c"}, d.profiles, nil, VarianceOptions{Metric: convert.Calls})
		i := slices.IndexFunc(v.Tables, func(of *table.Table) bool { return of.Name == "branches" })
		var got, want []string
		for _, r := range v.Tables[i].Rows {
			cell := func(key string) table.Cell { return v.Tables[i].Cell(r, key) }
			if either[fmt.Sprintf("%s@%d", cell("method").Text, cell("bci").Int)] {
				continue
			}
			got = append(got, fmt.Sprintf("%d %d %.6f ±%.6f from %.6f to %.6f %s@%d %d", cell("runs").Int, cell("executions").Int, cell("probability").Low, cell("deviation").Low,
				cell("least").Low, cell("most").Low, cell("method").Text, cell("bci").Int, cell("target_bci").Int))
		}
		for _, of := range all {
			want = append(want, of.row)
		}
		testprofile.WantText(t, fmt.Sprint("seed ", seed), strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestRecountOtherCode: methods of two runs have other code if their conditionals are all at other places, or one of them goes elsewhere. It
// is a caveat if they are 1% of the methods, or of the executions of either run.
func TestRecountOtherCode(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 6))
	caveats := 0
	for range 300 {
		var codes [2]runCode
		var both, others int32
		var most [2]int64
		names, hottest := map[int64][]int32{}, int64(-1)
		size := int32(1 + random.IntN(150))
		for number := range size {
			var executions [2]int64
			in := [2]bool{random.IntN(8) > 0, random.IntN(8) > 0}
			other := random.IntN(60) == 0
			for side := range codes {
				executions[side] = random.Int64N(1 + int64(10)<<random.IntN(8))
				codes[side].executions += executions[side]
				if in[side] {
					targets := map[iprof.BCI][]iprof.BCI{3: {9, 20}, 11: {4, 12}}
					if other && side == 1 {
						targets = map[iprof.BCI][]iprof.BCI{4: {9, 20}}
						if number%2 == 0 {
							targets = map[iprof.BCI][]iprof.BCI{3: {9, 20}, 11: {4, 13}}
						}
					}
					left := executions[side]
					for _, bci := range slices.Sorted(maps.Keys(targets)) {
						from := int32(len(codes[side].leadTo))
						codes[side].leadTo = append(codes[side].leadTo, targets[bci]...)
						codes[side].sites = append(codes[side].sites, codeSite{number, bci, left, from, from + int32(len(targets[bci]))})
						left = 0
					}
				}
			}
			if !in[0] || !in[1] {
				continue
			}
			if both++; other {
				others++
				most[0], most[1] = most[0]+executions[0], most[1]+executions[1]
				n := max(executions[0], executions[1])
				names[n], hottest = append(names[n], number), max(hottest, n)
			}
		}
		want, caveat := "", false
		if others > 0 {
			such := ""
			if others > 1 {
				such = "such as "
			}
			methods := "methods"
			if both == 1 {
				methods = "method"
			}
			want = fmt.Sprintf("in %d of %d %s with conditionals, %sm%d,", others, both, methods, such, names[hottest][0])
			caveat = 100*others >= both
			for side, n := range most {
				caveat = caveat || 100*n >= max(1, codes[side].executions) && n > 0
			}
		}
		got, isCaveat := otherCode(codes, "", func(number int32) string { return fmt.Sprint("m", number) })
		if !strings.HasPrefix(got, want) || got != "" && want == "" || isCaveat != caveat {
			t.Errorf("%q, caveat %t, not %q, %t", got, isCaveat, want, caveat)
		}
		if caveat {
			caveats++
		}
	}
	if caveats < 20 {
		t.Errorf("%d caveats", caveats)
	}
}

// TestRecountFactors: each factor is new / old of the counts beside it, times the number in the note about the asterisk of its heading, if it
// has one: to its three digits.
func TestRecountFactors(t *testing.T) {
	marked, plain := 0, 0
	check := func(name string, of *table.Table) {
		factor, _ := of.Column("factor")
		times, notes := 1.0, 0
		for _, note := range of.Notes {
			if rest, ok := strings.CutPrefix(note, "×*: new / old × "); ok {
				text, _, _ := strings.Cut(rest, ",")
				if _, err := fmt.Sscan(text, &times); err != nil {
					t.Fatal(note, err)
				}
				notes++
			}
		}
		if factor.Heading != map[int]string{0: "×", 1: "×*"}[notes] {
			t.Errorf("%s: heading %s, %d notes", name, factor.Heading, notes)
		}
		for _, row := range of.Rows {
			got := of.Cell(row, "factor")
			old, new := of.Cell(row, "old").Int, of.Cell(row, "new").Int
			if got.Kind != table.Float || new == 0 {
				continue
			}
			if want := float64(new) / float64(old) * times; math.Abs(got.Low-want) > 0.006*want {
				t.Errorf("%s: ×%.3g of %d and %d, not ×%.3g", name, got.Low, old, new, want)
			}
			if notes > 0 {
				marked++
			} else {
				plain++
			}
		}
	}
	run := func(t *testing.T, random *rand.Rand, length int) *iprof.Profile {
		var names, calls, samples []string
		for i := range 40 {
			n := (20 + i*i) * length
			if random.IntN(5) == 0 {
				n = n * (1 + random.IntN(8)) / 3
			}
			names = append(names, fmt.Sprint("m", i))
			calls = append(calls, fmt.Sprintf("%d:0 %d", i+1, 10*n))
			samples = append(samples, fmt.Sprintf("%d:0 %d", i+1, n))
		}
		return testprofile.Parse(t, "{"+testprofile.Methods(names...)+testprofile.Calls(calls...)+testprofile.Samples(samples...)+"}")
	}
	for seed := range uint64(12) {
		random := rand.New(rand.NewPCG(seed, 9))
		old, new := run(t, random, 1+random.IntN(3)), run(t, random, 1+random.IntN(3))
		for _, totals := range []bool{false, true} {
			d := differenceOf(old, new, Options{Exact: true, Totals: totals, Sections: []Section{Samples, Calls}})
			for _, of := range d.Tables {
				check(fmt.Sprintf("seed %d, %s, totals %t", seed, of.Name, totals), of)
			}
		}
	}
	if marked < 500 || plain < 50 {
		t.Errorf("%d normalized factors, %d others", marked, plain)
	}
}

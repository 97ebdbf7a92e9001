package diff

import (
	"fmt"
	"math"
	"regexp"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// libraryRun is a run of a program whose application has three methods, and calls three of a library that have most entries.
func libraryRun(t *testing.T, library, one, two, three int) *convert.Names {
	t.Helper()
	p := testprofile.Parse(t, fmt.Sprintf(`{%s%s%s%s}`, testprofile.Methods("one", "two", "three", "put", "get", "hash"),
		testprofile.Calls(fmt.Sprint("1:0 ", one), fmt.Sprint("2:0 ", two), fmt.Sprint("3:0 ", three),
			fmt.Sprint("4:0 ", library), fmt.Sprint("5:0 ", library), fmt.Sprint("6:0 ", library)),
		testprofile.Samples(fmt.Sprintf("1:0 %d", one/10), fmt.Sprintf("2:0 %d", two/10), fmt.Sprintf("3:0 %d", three/10), fmt.Sprintf("4:0<1:3 %d", library)),
		testprofile.Section("conditionalProfiles", []string{fmt.Sprintf("1:5 10 0 %d 20 1 %d", one/2, one-one/2)})))
	return convert.NewNames(p, convert.NameOptions{Application: regexp.MustCompile(`T\.(one|two|three)$`)})
}

// views are those of a comparison that leave the application's methods: the three methods have the same story in all.
var views = []convert.FilterOptions{
	{View: convert.MachineView}, {View: convert.ExpertView}, {View: convert.UserView}, {View: convert.AppView},
	{View: convert.ExpertView, Focus: regexp.MustCompile(`T\.(one|two|three)$`)},
	{View: convert.AppView, Focus: regexp.MustCompile(`T\.(one|two|three)$`)},
}

// A run is twice as long, and two of the three methods of the application are called four times as often: by the application
// alone, the third would be called half as often and the others as before.
func TestLengthIsOfTheWhole(t *testing.T) {
	old, new := libraryRun(t, 100000, 1000, 1000, 1000), libraryRun(t, 200000, 4000, 4000, 2000)
	for _, filter := range views {
		d := New(compare.New(old, new, compare.Options{NoRenames: true}), Options{Filter: filter, Sections: []Section{Calls, Inlining}})
		calls := d.Table("calls")
		for _, fact := range calls.Facts {
			if fact.Key == "length_ratio" && fact.Value.Low != 2 {
				t.Errorf("%+v: the new run is %g times as long, not twice", filter, fact.Value.Low)
			}
		}
		var changes []string
		for _, row := range calls.Rows {
			changes = append(changes, calls.Cell(row, "change").Text+" "+calls.Cell(row, "method").Text)
		}
		if got := strings.Join(changes, ", "); got != "more T.one, more T.two" {
			t.Errorf("%+v: %s", filter, got)
		}
	}
}

// With several runs on a side, their lengths are the whole's as well.
func TestLengthOfSeveralRunsIsOfTheWhole(t *testing.T) {
	runs := [2][]*convert.Names{
		{libraryRun(t, 100000, 1000, 1010, 1000), libraryRun(t, 101000, 1010, 1000, 1005)},
		{libraryRun(t, 200000, 4000, 4040, 2000), libraryRun(t, 202000, 4040, 4000, 2010)},
	}
	var sums [2]*convert.Names
	sums[0], sums[1] = libraryRun(t, 201000, 2010, 2010, 2005), libraryRun(t, 402000, 8040, 8040, 4010)
	for _, filter := range views {
		d := New(compare.New(sums[0], sums[1], compare.Options{NoRenames: true}), Options{Filter: filter, Runs: runs, Sections: []Section{Calls}})
		calls := d.Table("calls")
		var changes []string
		for _, row := range calls.Rows {
			changes = append(changes, calls.Cell(row, "change").Text+" "+calls.Cell(row, "method").Text)
		}
		if got := strings.Join(changes, ", "); got != "more T.one, more T.two" {
			t.Errorf("%+v: %s", filter, got)
		}
	}
}

// A copy has changed if its entries differ more than between the runs of a side: b, which varies by a hundredth, and not c, which varies
// sixfold. Main is longer in half of the runs.
func TestInliningOfSeveralRuns(t *testing.T) {
	run := func(length, b, c int) *iprof.Profile {
		return testprofile.Parse(t, `{`+testprofile.Methods("a", "b", "c", "d")+testprofile.Calls(fmt.Sprintf("1:0 %d", 50_000*length), fmt.Sprintf("4:0 %d", 90_000*length),
			fmt.Sprintf("2:0<1:7 %d", b*length), fmt.Sprintf("3:0<1:9 %d", c*length))+`}`)
	}
	all := []*iprof.Profile{run(1, 3*10_033, 65_000), run(1, 3*20_033, 124_000), // sums
		run(1, 10_000, 5_000), run(2, 10_050, 30_000), run(1, 20_000, 12_000), run(2, 20_050, 56_000)}
	names := convert.NewSharedNames(convert.NameOptions{}, all...)
	of := compare.New(names[0], names[1], compare.Options{NoRenames: true})
	opts := Options{Sections: []Section{Inlining}}
	if got := found(New(of, opts)); !strings.Contains(got, "T.b 7 30099 60099") || !strings.Contains(got, "T.c 9 65000 124000") {
		t.Errorf("one run of each: %s", got)
	}
	opts.Runs = [2][]*convert.Names{names[2:4], names[4:]}
	if got := found(New(of, opts)); !strings.Contains(got, "T.b 7 30099 60099") || strings.Contains(got, "T.c") {
		t.Errorf("two runs of each: %s", got)
	}
}

// The third method has the same entries in each run after normalization: by the application alone, it would vary as well.
func TestVarianceLengthIsOfTheWhole(t *testing.T) {
	first, second := libraryRun(t, 100000, 1000, 1000, 1000), libraryRun(t, 201000, 4000, 4000, 2000)
	// The library makes the second one 2.01 times as long; at the average of 1.505, three has 1505 and 1497.51 entries.
	names := []*convert.Names{first, second}
	s := Variance([]string{"1", "2"}, []*iprof.Profile{first.Profile, second.Profile}, names, VarianceOptions{Metric: convert.Calls, Filter: convert.FilterOptions{View: convert.AppView}})
	contexts := s.Table("contexts")
	for _, row := range contexts.Rows {
		if contexts.Cell(row, "method").Text != "T.three" {
			continue
		}
		mean, deviation := contexts.Cell(row, "mean").Int, contexts.Cell(row, "deviation").Int
		if mean != 1501 || deviation != 5 {
			t.Errorf("the mean of three is %d ± %d, not 1,501 ± 5", mean, deviation)
		}
		return
	}
	t.Error("three is not in the table")
}

// A method that is called three times as often makes no other one vary: two runs are as long as in their difference, whatever a view shows,
// and the factors make the counts of the table from those of the profiles.
func TestVarianceLengthIsThatOfTheDifference(t *testing.T) {
	for _, c := range []struct{ library, one int }{{100_000, 300_000}, {300_000, 10}, {123_457, 1_000_000}} {
		first, second := libraryRun(t, 100_000, 100_000, 1000, 1000), libraryRun(t, c.library, c.one, c.library/100, c.library/100)
		profiles, names := []*iprof.Profile{first.Profile, second.Profile}, []*convert.Names{first, second}
		for _, filter := range views {
			d := New(compare.New(first, second, compare.Options{}), Options{Filter: filter, Sections: []Section{Calls}})
			ratio := 0.0
			for _, fact := range d.Table("calls").Facts {
				if fact.Key == "length_ratio" {
					ratio = fact.Value.Low
				}
			}
			s := Variance([]string{"1", "2"}, profiles, names, VarianceOptions{Metric: convert.Calls, Filter: filter})
			runs, contexts := s.Table("runs"), s.Table("contexts")
			scale := [2]float64{runs.Cell(runs.Rows[0], "scale").Low, runs.Cell(runs.Rows[1], "scale").Low}
			if math.Abs(scale[0]/scale[1]-ratio) > 1e-9*ratio || math.Abs(1/scale[0]+1/scale[1]-2) > 1e-9 {
				t.Errorf("%+v: factors %v for a ratio of %v", filter, scale, ratio)
			}
			for _, row := range contexts.Rows {
				if name := contexts.Cell(row, "method").Text; name != "T.one" && name != "T.two" && name != "T.three" || name != "T.one" && c.library%100 == 0 {
					t.Errorf("%+v: %s varies", filter, name)
				} else if name == "T.one" {
					old, new := 100_000*scale[0], float64(c.one)*scale[1]
					mean, deviation := contexts.Cell(row, "mean").Int, contexts.Cell(row, "deviation").Int
					if want := [2]float64{math.Round((old + new) / 2), math.Round(math.Abs(new-old) / math.Sqrt2)}; want != [2]float64{float64(mean), float64(deviation)} {
						t.Errorf("%+v: %d ± %d, want %v", filter, mean, deviation, want)
					}
				}
			}
			if len(contexts.Rows) == 0 {
				t.Errorf("%+v: nothing varies", filter)
			}
			// The factors are in the head, which is always visible, if there are any.
			if scaled := s.InHead == 1 && strings.Contains(s.Notes[0], "scaled to the average length of the runs, by what most methods did"); scaled != (c.library != 100_000) {
				t.Errorf("%+v: %q", filter, s.Notes[:s.InHead])
			}
		}
	}
}

// The probability of a conditional is the mean of those in single runs, as its deviation is around that: a run with nearly all executions is
// one run.
func TestVarianceOfProbabilitiesIsByRun(t *testing.T) {
	run := func(to10, to20 int) *iprof.Profile {
		return testprofile.Parse(t, `{`+testprofile.Methods("m")+testprofile.Calls("1:0 100")+
			testprofile.Section("conditionalProfiles", []string{fmt.Sprintf("1:5 10 0 %d 20 1 %d", to10, to20)})+`}`)
	}
	// Of all executions 99.99% go to 10, but none and 40% in two of the three runs: the mean to 20 is 1.6/3.
	testprofile.WantText(t, "branches", cellsOf(variancesOf(run(1_000_000, 0), run(0, 100), run(40, 60)).Table("branches")),
		`3 | 333400 | 0.533 | 0.503 | 0.000 | 1.000 | T.m | 5 | 20`)
	testprofile.WantText(t, "branches", cellsOf(variancesOf(run(1_000_000, 0), run(60, 40)).Table("branches")),
		`2 | 500050 | 0.800 | 0.283 | 0.600 | 1.000 | T.m | 5 | 10`)
}

// Equal runs of different lengths agree in every view.
func TestVarianceOfEqualRuns(t *testing.T) {
	first, second := libraryRun(t, 100000, 1000, 1000, 1000), libraryRun(t, 300000, 3000, 3000, 3000)
	for _, filter := range views {
		s := Variance([]string{"1", "2"}, []*iprof.Profile{first.Profile, second.Profile}, []*convert.Names{first, second}, VarianceOptions{Metric: convert.Calls, Filter: filter})
		if math.Abs(s.Agreement-1) > 1e-9 {
			t.Errorf("%+v: the agreement is %v", filter, s.Agreement)
		}
	}
}

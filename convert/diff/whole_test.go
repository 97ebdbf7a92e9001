package diff_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/convert/diff"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/internal/testtable"
	"github.com/iprof-viz/iprof-viz/iprof"
)

const methods = `{"version":"1.1.0","types":[{"id":8,"name":"void"},{"id":1,"name":"app.A"},{"id":2,"name":"app.B"},{"id":3,"name":"java.util.L"},{"id":4,"name":"com.oracle.svm.core.V"},{"id":5,"name":"[B"}],
	"methods":[{"id":1,"name":"a","signature":[1,8]},{"id":2,"name":"b","signature":[2,8]},{"id":3,"name":"l","signature":[3,8]},{"id":4,"name":"v","signature":[4,8]},{"id":5,"name":"d","signature":[2,8]}]`

// before is a profile whose numbers can be added up by hand. In after, a calls b three times for two, and so does b l, but the root of
// l runs half as often; d is new, v has gone. One conditional and one virtual call have other shares.
func before(t *testing.T, length int) *iprof.Profile {
	n := func(counts string) string { return times(counts, length) }
	return testprofile.Parse(t, methods+testprofile.Calls(n("1:0 1000"), n("2:0<1:5 4000"), n("3:0<2:7<1:5 8000"), n("3:0 2000"), n("4:0<3:2 500"), n("1:0<1:9 50000"))+
		testprofile.Section("conditionalProfiles", []string{n("1:3 9 0 800 14 1 200"), n("2:9<1:5 20 0 3000 12 1 1000"), n("3:4 20 0 500 12 1 500"), n("1:20 30 0 70000")})+
		testprofile.Section("virtualInvokeProfiles", []string{n("2:7<1:5 3 7000 5 1000"), n("3:2 4 500"), n("1:30 2 40000")})+
		testprofile.Section("instanceofProfiles", []string{n("1:6 2 1000 3 500")})+
		testprofile.Samples(n("3:4<2:7<1:5 400"), n("3:4 100"), n("2:9<1:5 300"), n("1:3 150"), n("4:2<3:2 50"))+"}")
}

func after(t *testing.T) *iprof.Profile {
	return testprofile.Parse(t, methods+testprofile.Calls("1:0 1000", "2:0<1:5 6000", "3:0<2:7<1:5 12000", "3:0 1000", "5:0<1:7 700", "1:0<1:9 50000")+
		testprofile.Section("conditionalProfiles", []string{"1:3 9 0 500 14 1 500", "2:9<1:5 20 0 4500 12 1 1500", "3:4 20 0 500 12 1 500", "1:20 30 0 70000"})+
		testprofile.Section("virtualInvokeProfiles", []string{"2:7<1:5 3 5000 5 7000", "3:2 4 500", "1:30 2 40000"})+
		testprofile.Section("instanceofProfiles", []string{"1:6 2 1500"})+
		testprofile.Samples("3:4<2:7<1:5 200", "3:4 100", "2:9<1:5 500", "1:3 150", "5:2<1:7 50")+"}")
}

// times multiplies the counts of a record: of sites the last number of each group.
func times(record string, length int) string {
	fields := strings.Fields(record)
	group := map[int]int{2: 1, 3: 2, 5: 2}[len(fields)] // numbers of a count; of a type
	if strings.HasPrefix(record, "1:3 ") || strings.HasPrefix(record, "2:9<") && len(fields) > 2 || strings.HasPrefix(record, "3:4 ") && len(fields) > 2 || strings.HasPrefix(record, "1:20 ") {
		group = 3 // of a successor
	}
	if len(fields) == 2 {
		group = 1
	}
	for i := group; i < len(fields); i += group {
		var n int
		fmt.Sscan(fields[i], &n)
		fields[i] = fmt.Sprint(n * length)
	}
	return strings.Join(fields, " ")
}

func whole(s *table.Set) string {
	var b strings.Builder
	fmt.Fprintf(&b, "title: %s\n", s.Title)
	for _, f := range s.Facts {
		b.WriteString(strings.TrimSpace(fmt.Sprintf("fact: %s %d %.3f %s", f.Key, f.Value.Int, f.Value.Low, f.Value.Text)) + "\n")
	}
	for _, text := range s.Notes {
		b.WriteString("note: " + text + "\n")
	}
	for _, text := range s.Caveats {
		b.WriteString("caveat: " + text + "\n")
	}
	for _, t := range s.Tables {
		b.WriteString("\n" + t.Name + "\n" + testtable.Whole(t))
	}
	return b.String()
}

// TestWholeTables compares tables with testdata/whole.txt, whose numbers were checked by hand: titles, facts, notes and every cell.
func TestWholeTables(t *testing.T) {
	check := testprofile.Expected(t, "testdata/whole.txt")
	compared := func(old, new *iprof.Profile, opts diff.Options) *diff.Difference {
		names := convert.NewSharedNames(convert.NameOptions{}, old, new)
		return diff.New(compare.New(names[0], names[1], compare.Options{}), opts)
	}
	check("all", whole(&compared(before(t, 1), after(t), diff.Options{}).Set))
	check("twice as long", whole(&compared(before(t, 2), after(t), diff.Options{Limit: 1}).Set))
	check("exact", whole(&compared(before(t, 1), after(t), diff.Options{Exact: true, Sections: []diff.Section{diff.Samples, diff.Calls}, Filter: convert.FilterOptions{View: convert.UserView}}).Set))
	check("same", whole(&compared(before(t, 1), before(t, 1), diff.Options{}).Set))
	profiles := []*iprof.Profile{before(t, 1), before(t, 2), after(t)}
	names := convert.NewSharedNames(convert.NameOptions{Disambiguate: true}, profiles...)
	check("variance", whole(&diff.Variance([]string{"one", "two", "three"}, profiles, names, diff.VarianceOptions{}).Set))
	check("variance of samples", whole(&diff.Variance([]string{"one", "two", "three"}, profiles, names, diff.VarianceOptions{Metric: convert.Samples, Limit: 1}).Set))
}

// A limit of as many rows, sites or units as there are changes nothing; one less has a rest of one, and each further one adds to it.
func TestLimitsOfTables(t *testing.T) {
	old, new := before(t, 1), after(t)
	names := convert.NewSharedNames(convert.NameOptions{}, old, new)
	of := compare.New(names[0], names[1], compare.Options{})
	for _, whole := range diff.New(of, diff.Options{}).Tables {
		n := int(whole.FactOf("groups"))
		if whole.Name == diff.Inlining.String() {
			continue
		}
		for limit := 1; limit <= n+1; limit++ {
			got := diff.New(of, diff.Options{Limit: limit}).Table(whole.Name)
			omitted := 0
			if got.Rest != nil {
				omitted = got.Rest.Omitted
			}
			if omitted != max(0, n-limit) || (got.Rest == nil) != (omitted == 0) || limit >= n && len(got.Rows) != len(whole.Rows) || limit < n && len(got.Rows) >= len(whole.Rows) {
				t.Errorf("%s: limit %d of %d: %d rows of %d, %d omitted", whole.Name, limit, n, len(got.Rows), len(whole.Rows), omitted)
			}
		}
	}
	for limit, want := range map[int]int{1: 1, 3: 1, 4: 1, 5: 0, 6: 0} { // rows: of units with three and two
		got := diff.New(of, diff.Options{Limit: limit}).Table(diff.Inlining.String())
		if omitted := got.Rest != nil; omitted != (want > 0) || omitted && got.Rest.Omitted != want || len(got.Rows) != 5-2*want {
			t.Errorf("inlining: limit %d: %d rows", limit, len(got.Rows))
		}
	}
	profiles := []*iprof.Profile{before(t, 1), before(t, 2), after(t)}
	names = convert.NewSharedNames(convert.NameOptions{Disambiguate: true}, profiles...)
	for limit, want := range map[int]int{0: 0, 1: 4, 4: 1, 5: 0, 6: 0} {
		report := diff.Variance([]string{"one", "two", "three"}, profiles, names, diff.VarianceOptions{Limit: limit})
		omitted := 0
		if rest := report.Table("contexts").Rest; rest != nil {
			omitted = rest.Omitted
		}
		if omitted != want {
			t.Errorf("variance: limit %d: %d omitted", limit, omitted)
		}
	}
}

// What filters hide is summed up over all runs, and the table of conditionals has the limit as well.
func TestVarianceOfPart(t *testing.T) {
	profiles := []*iprof.Profile{before(t, 1), before(t, 2), after(t)}
	names := convert.NewSharedNames(convert.NameOptions{Disambiguate: true}, profiles...)
	report := diff.Variance([]string{"one", "two", "three"}, profiles, names, diff.VarianceOptions{Filter: convert.FilterOptions{Hide: regexp.MustCompile(`\.b$`)}})
	hidden := report.Table("runs").Hidden
	if len(hidden) != 1 || hidden[0].Value != 4000+8000+6000 || hidden[0].Records != 3 {
		t.Errorf("%+v", hidden)
	}
	shown, all := report.Table("branches"), int64(0)
	for _, p := range profiles {
		all += p.Total(iprof.Conditionals)
	}
	if sum := shown.Base + shown.Hidden[0].Value; shown.Whole != all || sum != all || shown.Base == 0 || shown.Hidden[0].Value == 0 {
		t.Errorf("%d and %+v of %d executions, not %d", shown.Base, shown.Hidden, shown.Whole, all)
	}
	other := testprofile.Parse(t, methods+testprofile.Calls("1:0 1000", "2:0<1:5 4000")+testprofile.Section("conditionalProfiles", []string{"1:3 9 0 100 14 1 900", "2:9<1:5 20 0 1000 12 1 3000", "3:4 20 0 900 12 1 100"})+"}")
	profiles = append(profiles, other)
	names = convert.NewSharedNames(convert.NameOptions{Disambiguate: true}, profiles...)
	for limit, want := range map[int][2]int{0: {3, 0}, 1: {1, 2}, 2: {2, 1}, 3: {3, 0}} {
		branches := diff.Variance([]string{"1", "2", "3", "4"}, profiles, names, diff.VarianceOptions{Limit: limit}).Table("branches")
		omitted := 0
		if branches.Rest != nil {
			omitted = branches.Rest.Omitted
		}
		if len(branches.Rows) != want[0] || omitted != want[1] {
			t.Errorf("limit %d: %d rows, %d omitted", limit, len(branches.Rows), omitted)
		}
	}
}

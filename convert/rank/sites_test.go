package rank

import (
	"bufio"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/javaname"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// cells returns the rows of a table as lines: the cells of some columns, separated by bars.
func cells(tbl *table.Table, columns ...string) string {
	var b strings.Builder
	line := func(r table.Row) {
		for i, key := range columns {
			if i > 0 {
				b.WriteString(" | ")
			}
			c := tbl.Cell(r, key)
			if c.Mark == "≠" {
				b.WriteString(c.Bound())
			}
			switch c.Kind {
			case table.Int:
				fmt.Fprint(&b, c.Int)
			case table.Float:
				fmt.Fprintf(&b, "%.4g", c.Low)
			case table.Text:
				b.WriteString(c.Text)
			case table.Bool:
				fmt.Fprint(&b, c.Bool)
			case table.List:
				b.WriteString(listed(c))
			case table.Unknown:
				b.WriteString("n/a")
			}
		}
		b.WriteByte('\n')
	}
	for _, r := range tbl.AllRows() {
		line(r)
	}
	return b.String()
}

// listed returns the methods of a ListCell with their ids and, if they have any, BCIs.
func listed(c table.Cell) string {
	var words []string
	for _, f := range c.List {
		word := f.Method
		if f.ID.Kind == table.Int {
			word += fmt.Sprintf(" #%d", f.ID.Int)
		}
		if f.BCI.Kind == table.Int {
			word += fmt.Sprintf(" @%d", f.BCI.Int)
		}
		words = append(words, word)
	}
	return strings.Join(words, ", ")
}

func branchTable(t *testing.T, p *iprof.Profile, opts BranchOptions) *table.Table {
	t.Helper()
	tbl, err := Branches(p, convert.NewNames(p, convert.NameOptions{}), opts)
	if err != nil {
		t.Fatal(err)
	}
	return tbl
}

// loops is a profile of method T.m, with 10 entries as root and 30 inlined: a loop at BCI 40 that goes back to 3 nine times
// of ten, an if at 7 that always goes to 10, one at 20 that is even, and one that was never executed. The loop is counted in
// both contexts.
var loops = `{` + testprofile.Methods("c", "m") + `,
"callCountProfiles":[{"ctx":"1:0","records":[30]},{"ctx":"2:0<1:5","records":[30]},{"ctx":"2:0","records":[10]}],
"conditionalProfiles":[{"ctx":"2:40","records":[3,0,90,43,1,10]},{"ctx":"2:40<1:5","records":[3,0,270,43,1,30]},
 {"ctx":"2:7<1:5","records":[10,0,60,-4,1,0]},{"ctx":"2:20","records":[30,0,51,23,1,49]},{"ctx":"1:9","records":[12,0,0,20,1,0]}]}`

func TestBranchTable(t *testing.T) {
	p := testprofile.Parse(t, loops)
	for _, c := range []struct {
		name string
		opts BranchOptions
		want string
	}{
		// Entropy: 400 × 0.469 = 187.6 bits at 40, 100 × 0.9997 at 20, none at 7 and 9.
		{"by uncertainty", BranchOptions{}, `
T.m | 40 | 400 | 10 | 0 | 3 | 0 | 360 | 0.9 | n/a
T.m | 40 | 400 | 10 | 1 | 43 | 1 | 40 | 0.1 | 
T.m | 20 | 100 | 10 | 0 | 30 | 0 | 51 | 0.51 | 
T.m | 20 | 100 | 10 | 1 | 23 | 1 | 49 | 0.49 | 
T.m | 7 | 60 | 2 | 0 | 10 | 0 | 60 | 1 | 
T.m | 7 | 60 | 2 | 1 | -4 | 1 | 0 | 0 | 
T.c | 9 | 0 | 0 | 0 | 12 | 0 | 0 | n/a | 
T.c | 9 | 0 | 0 | 1 | 20 | 1 | 0 | n/a | 
`},
		{"limit", BranchOptions{SiteOptions: SiteOptions{Limit: 1, Sort: "executions"}}, `
T.m | 40 | 400 | 10 | 0 | 3 | 0 | 360 | 0.9 | n/a
T.m | 40 | 400 | 10 | 1 | 43 | 1 | 40 | 0.1 | 
<3 more conditionals> |  | 160 |  |  |  |  |  |  | 
`},
		{"near even", BranchOptions{NearEven: new(0.02)}, `
T.m | 20 | 100 | 10 | 0 | 30 | 0 | 51 | 0.51 | 
T.m | 20 | 100 | 10 | 1 | 23 | 1 | 49 | 0.49 | 
<3 more conditionals> |  | 460 |  |  |  |  |  |  | 
`},
		{"even except for a third successor", BranchOptions{NearEven: new(0.009)}, `
<4 more conditionals> |  | 560 |  |  |  |  |  |  | 
`},
		{"one-sided", BranchOptions{OneSided: true}, `
T.m | 7 | 60 | 2 | 0 | 10 | 0 | 60 | 1 | 
T.m | 7 | 60 | 2 | 1 | -4 | 1 | 0 | 0 | 
<3 more conditionals> |  | 500 |  |  |  |  |  |  | 
`},
		{"never taken", BranchOptions{Never: true}, `
T.m | 7 | 60 | 2 | 0 | 10 | 0 | 60 | 1 | 
T.m | 7 | 60 | 2 | 1 | -4 | 1 | 0 | 0 | 
<3 more conditionals> |  | 500 |  |  |  |  |  |  | 
`},
	} {
		t.Run(c.name, func(t *testing.T) {
			tbl := branchTable(t, p, c.opts)
			got := cells(tbl, "method", "bci", "executions", "per_entry", "successor", "target_bci", "index", "count", "probability", "trips")
			if got != c.want[1:] {
				t.Errorf("got\n%s\nwant%s", got, c.want)
			}
			if tbl.Base != 560 || tbl.Cell(*tbl.Total, "executions").Int != 560 {
				t.Errorf("base %d", tbl.Base)
			}
		})
	}
}

// TestExactlyEven checks that a distance of 0 from a half is a filter, and not the absence of one.
func TestExactlyEven(t *testing.T) {
	p := testprofile.Parse(t, `{`+testprofile.Methods("m")+`,"conditionalProfiles":[{"ctx":"1:1","records":[5,0,7,8,1,7]},
{"ctx":"1:2","records":[5,0,7000000,8,1,6999999]},{"ctx":"1:3","records":[5,0,2,8,1,2,9,2,0]},{"ctx":"1:4","records":[5,0,0,8,1,0]},
{"ctx":"1:5","records":[5,0,2,8,1,1,9,2,1]}]}`)
	tbl := branchTable(t, p, BranchOptions{NearEven: new(0.0)})
	want := "1 | 5 | 7\n1 | 8 | 7\n3 | 5 | 2\n3 | 8 | 2\n3 | 9 | 0\n |  | \n"
	if got := cells(tbl, "bci", "target_bci", "count"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestTitlesOfChosenSites has the four conditionals of loops, one of which is even within a fiftieth.
func TestTitlesOfChosenSites(t *testing.T) {
	for want, opts := range map[string]BranchOptions{
		"conditionals by executions × entropy, 1 of 4":                                           {SiteOptions: SiteOptions{Limit: 1}},
		"no conditional is even within 0.00001":                                                  {NearEven: new(0.00001)},
		"no conditional is exactly even":                                                         {NearEven: new(0.0)},
		"1 of 4 conditionals: those that are even within 0.02, by executions × entropy":          {NearEven: new(0.02)},
		"2 of 4 conditionals: those that are even within 0.4, by name, 1 shown":                  {NearEven: new(0.4), SiteOptions: SiteOptions{Limit: 1, Sort: "name"}},
		"1 of 4 conditionals: those that always went the same way, by executions × entropy":      {OneSided: true},
		"1 of 4 conditionals: those with a never-taken successor, in hot methods, by executions": {Never: true, SiteOptions: SiteOptions{Sort: "executions"}},
		"no conditional in hot methods has a successor never taken":                              {Never: true, SiteOptions: SiteOptions{Filter: convert.FilterOptions{Hide: regexp.MustCompile(`m$`)}}},
	} {
		if got := branchTable(t, testprofile.Parse(t, loops), opts).Title; got != want {
			t.Errorf("title %q, want %q", got, want)
		}
	}
	p := testprofile.Parse(t, loops)
	tbl, err := Types(p, convert.NewNames(p, convert.NameOptions{}), convert.Receivers, TypeOptions{Kinds: []sites.TypeKind{sites.Monomorphic, sites.Bimorphic, sites.Monomorphic}})
	if err != nil {
		t.Fatal(err)
	}
	if want := "no site of virtual calls is monomorphic or bimorphic"; tbl.Title != want {
		t.Errorf("title %q, want %q", tbl.Title, want)
	}
}

// TestTitlesOfContexts has two conditionals and a call in m, each in two contexts.
func TestTitlesOfContexts(t *testing.T) {
	p := testprofile.Parse(t, `{`+testprofile.Methods("m", "n")+`,"conditionalProfiles":[{"ctx":"1:1","records":[5,0,7]},{"ctx":"1:1<2:3","records":[5,0,6]},
{"ctx":"1:2","records":[5,0,5]},{"ctx":"1:2<2:3","records":[5,0,4]}],
"virtualInvokeProfiles":[{"ctx":"1:7","records":[9,3]},{"ctx":"1:7<2:3","records":[9,3]}]}`)
	options := func(limit int) SiteOptions { return SiteOptions{Contexts: true, Sort: "executions", Limit: limit} }
	tbl := branchTable(t, p, BranchOptions{SiteOptions: options(1)})
	types, err := Types(p, convert.NewNames(p, convert.NameOptions{}), convert.Receivers, TypeOptions{SiteOptions: options(1), Kinds: []sites.TypeKind{sites.Monomorphic}})
	if err != nil {
		t.Fatal(err)
	}
	rest := func(t *table.Table) string { return t.Cell(*t.Rest, "method").Text }
	for _, c := range []struct{ got, want string }{
		{tbl.Title, "conditionals per context by executions, 1 of 4"},
		{branchTable(t, p, BranchOptions{SiteOptions: options(0), OneSided: true}).Title,
			"4 of 4 conditionals per context: those that always went the same way, by executions"},
		{rest(tbl), "<3 more conditionals per context>"},
		{types.Title, "2 of 2 sites of virtual calls per context: those that are monomorphic, by executions, 1 shown"},
		{rest(types), "<1 more site per context>"},
		{types.Notes[0], "sites: 2 monomorphic"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}

// TestSingular has the words for all things that tables count.
func TestSingular(t *testing.T) {
	for many, one := range map[string]string{
		"methods": "method", "classes": "class", "matches": "match", "inlined copies": "inlined copy", "successors": "successor", "virtual calls": "virtual call",
		"kinds of code": "kind of code", "executions of conditionals": "execution of conditionals", "sites per context": "site per context",
		"lock acquisitions": "lock acquisition", "method entries": "method entry", "stacks": "stack",
	} {
		if got := words.Singular(many); got != one {
			t.Errorf("one of %s: %q, want %q", many, got, one)
		}
	}
}

// TestLoopsAreMarked checks that a successor to a lower BCI, or to its own, goes back.
func TestLoopsAreMarked(t *testing.T) {
	p := testprofile.Parse(t, `{`+testprofile.Methods("m")+`,"conditionalProfiles":[{"ctx":"1:40","records":[3,0,90,43,1,10]},{"ctx":"1:7","records":[7,0,5,-5,1,1]}]}`)
	tbl := branchTable(t, p, BranchOptions{})
	for _, r := range tbl.Rows {
		target := tbl.Cell(r, "target_bci")
		if want := target.Int == 3 || target.Int == 7; target.Backward != want {
			t.Errorf("to %d: back is %v", target.Int, target.Backward)
		}
	}
}

func TestBranchContexts(t *testing.T) {
	tbl := branchTable(t, testprofile.Parse(t, loops), BranchOptions{SiteOptions: SiteOptions{Contexts: true, Sort: "executions", Limit: 2}})
	want := `T.m | 40 | T.c@5 | 300 | 10 | 270
T.m | 40 | T.c@5 | 300 | 10 | 30
T.m | 20 | (root) | 100 | 10 | 51
T.m | 20 | (root) | 100 | 10 | 49
<3 more conditionals per context> |  |  | 160 |  | 
`
	if got := cells(tbl, "method", "bci", "context", "executions", "per_entry", "count"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestCoverageOfPerEntry has a method with 300 entries, of which the contexts with the conditional have 100. CSV has no
// coverage, and text has it only where it is below 1 somewhere.
func TestCoverageOfPerEntry(t *testing.T) {
	head := `{` + testprofile.Methods("m", "c") + testprofile.Calls("1:0 60", "1:0<2:5 40", "1:0<2:6 200", "2:0 7")
	for _, c := range []struct {
		name, sites string
		contexts    bool
		want        string
		heading     string
	}{
		{"below 1", testprofile.Section("conditionalProfiles", []string{"1:3 7 0 30 9 1 0", "1:3<2:5 7 0 20 9 1 0"}), false, "3 | 0.5 | 0.3333\n3 | 0.5 | 0.3333\n", "coverage"},
		{"by context", testprofile.Section("conditionalProfiles", []string{"1:3 7 0 30"}), true, "3 | 0.5 | 1\n", ""},
		{"unknown", testprofile.Section("conditionalProfiles", []string{"1:3<2:9 7 0 30"}), false, "3 | n/a | n/a\n", ""},
		{"all of it", testprofile.Section("conditionalProfiles", []string{"2:3 7 0 7"}), false, "3 | 1 | 1\n", ""},
	} {
		tbl := branchTable(t, testprofile.Parse(t, head+c.sites+`}`), BranchOptions{SiteOptions: SiteOptions{Contexts: c.contexts}})
		if got := cells(tbl, "bci", "per_entry", "coverage"); got != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.name, got, c.want)
		}
		for _, column := range tbl.Columns {
			if column.Key == coverageKey && (column.Heading != c.heading || column.CSV != 0) {
				t.Errorf("%s: column %+v", c.name, column)
			}
		}
	}
}

// TestBranchSharedTargets has the counts of a real profile of 0.4.0: 20881 + 7826 three times, in a method that was entered
// 28707 times. Since 1.0.0 the same numbers would be 44359 executions.
func TestBranchSharedTargets(t *testing.T) {
	text := `{"version":"%s","types":[],"methods":[],"conditionalProfiles":[{"ctx":"7:1","records":[36,0,20881,40,1,7826,40,2,7826,40,3,7826]}]}`
	for version, want := range map[string]string{
		"0.4.0": "28707 | 0 | 36 | 20881\n28707 | 1 | 40 | 7826\n",
		"1.0.0": "44359 | 0 | 36 | 20881\n44359 | 1 | 40 | 7826\n44359 | 2 | 40 | 7826\n44359 | 3 | 40 | 7826\n",
	} {
		tbl := branchTable(t, testprofile.Parse(t, fmt.Sprintf(text, version)), BranchOptions{})
		if got := cells(tbl, "executions", "successor", "target_bci", "count"); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", version, got, want)
		}
	}
}

// TestSharedTargetsOfContexts checks that before format 1.0.0 a target is one successor, for all indexes in a context and all
// orders of contexts. Since 1.0.0 the index distinguishes successors.
func TestSharedTargetsOfContexts(t *testing.T) {
	one, other := `{"ctx":"7:1","records":[36,0,20881,40,1,7826,40,2,7826,40,3,7826]}`, `{"ctx":"7:1<8:4","records":[40,0,1,36,1,2]}`
	wide := `{"ctx":"7:1<8:5","records":[36,2,10,40,5,4,-5,0,3,-5,0,3]}` // with a successor that the others do not have
	for _, c := range []struct {
		version, want string
		records       []string
	}{
		{"0.4.0", "28710 | 36 | 0 | 20883\n28710 | 40 | 0 | 7827\n", []string{one, other}},
		{"0.4.0", "28710 | 36 | 0 | 20883\n28710 | 40 | 0 | 7827\n", []string{other, one}},
		{"0.4.0", "28727 | -5 | 0 | 3\n28727 | 36 | 0 | 20893\n28727 | 40 | 0 | 7831\n", []string{one, other, wide}},
		{"0.4.0", "28727 | -5 | 0 | 3\n28727 | 36 | 0 | 20893\n28727 | 40 | 0 | 7831\n", []string{wide, other, one}},
		{"1.0.0", "16 | 36 | 1 | 2\n16 | 36 | 2 | 10\n16 | 40 | 0 | 1\n16 | 40 | 5 | 3\n", []string{other, `{"ctx":"7:1","records":[36,2,10,40,5,3]}`}},
	} {
		p := testprofile.Parse(t, `{"version":"`+c.version+`","types":[],"methods":[],"conditionalProfiles":[`+strings.Join(c.records, ",")+`]}`)
		if got := cells(branchTable(t, p, BranchOptions{}), "executions", "target_bci", "index", "count"); got != c.want {
			t.Errorf("%s %s: got\n%s\nwant\n%s", c.version, c.records, got, c.want)
		}
	}
}

// TestManySuccessors has a switch of 40 successors: the rarest of them are one row, with their sum.
func TestManySuccessors(t *testing.T) {
	var ways []string
	for i := range 40 {
		ways = append(ways, fmt.Sprintf("%d,%d,%d", 100+i, i, i))
	}
	p := testprofile.Parse(t, `{`+testprofile.Methods("m")+`,"conditionalProfiles":[{"ctx":"1:1","records":[`+strings.Join(ways, ",")+`]}]}`)
	tbl := branchTable(t, p, BranchOptions{SiteOptions: SiteOptions{Parts: 4}})
	want := "37 | 137 | 37\n38 | 138 | 38\n39 | 139 | 39\n | <37 more successors> | 666\n" // 0 + … + 36
	if got := cells(tbl, "successor", "target_bci", "count"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := tbl.Rows[3].Merged; got != 37 {
		t.Errorf("the last row sums up %d", got)
	}
}

func TestBranchViews(t *testing.T) {
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":1,"name":"com.oracle.svm.core.X"},{"id":2,"name":"com.example.A"}],
		"methods":[{"id":1,"name":"x","signature":[1,1]},{"id":2,"name":"a","signature":[2,2]}],
		"conditionalProfiles":[{"ctx":"1:3","records":[4,0,70]},{"ctx":"2:3<1:8","records":[4,0,20]},{"ctx":"1:5<2:1","records":[9,0,10]}]}`)
	tbl := branchTable(t, p, BranchOptions{SiteOptions: SiteOptions{Filter: convert.FilterOptions{View: convert.UserView}}})
	if got, want := cells(tbl, "method", "executions"), "com.example.A.a | 20\n<VM> | 80\n"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	tbl = branchTable(t, p, BranchOptions{SiteOptions: SiteOptions{Filter: convert.FilterOptions{Focus: regexp.MustCompile(`A\.a`)}}})
	if got, want := cells(tbl, "method", "executions"), "com.example.A.a | 20\ncom.oracle.svm.core.X.x | 10\n"; got != want || tbl.Base != 30 || tbl.Whole != 100 {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestTypeTable(t *testing.T) {
	// m is called on A 990 times and on B 10 times, in two contexts; the site at 9 has eight types in one record.
	p := testprofile.Parse(t, `{"version":"1.1.0","types":[{"id":1,"name":"A"},{"id":2,"name":"B"},{"id":3,"name":"[LA;"},{"id":4,"name":"D"},{"id":5,"name":"E"},
		{"id":6,"name":"F"},{"id":7,"name":"G"},{"id":8,"name":"H"}],
		"methods":[{"id":1,"name":"c","signature":[1,1]},{"id":2,"name":"m","signature":[1,1]},{"id":3,"name":"m","signature":[2,1]}],
		"callCountProfiles":[{"ctx":"2:0<1:5","records":[990]}],
		"samplingProfiles":[{"ctx":"3:1<1:5","records":[1]}],
		"virtualInvokeProfiles":[{"ctx":"1:5","records":[1,900]},{"ctx":"1:5<2:2","records":[2,10,1,90]},
		 {"ctx":"1:9","records":[1,1,2,1,3,1,4,1,5,1,6,1,7,1,8,1]},{"ctx":"2:4","records":[77,3]}],
		"instanceofProfiles":[{"ctx":"1:8","records":[1,6,2,2]}]}`)
	tbl, err := Types(p, convert.NewNames(p, convert.NameOptions{}), convert.Receivers, TypeOptions{SiteOptions: SiteOptions{Sort: "executions"}, MinShare: 0.005})
	if err != nil {
		t.Fatal(err)
	}
	want := `A.c | 5 | 1000 | bimorphic | A.m #2, B.m #3 | A | 990 | 0.99
A.c | 5 | 1000 | bimorphic | A.m #2, B.m #3 | B | 10 | 0.01
A.c | 9 | 8 | megamorphic | n/a | A | 1 | 0.125
A.c | 9 | 8 | megamorphic | n/a | B | 1 | 0.125
A.c | 9 | 8 | megamorphic | n/a | A[] | 1 | 0.125
A.c | 9 | 8 | megamorphic | n/a | D | 1 | 0.125
A.c | 9 | 8 | megamorphic | n/a | E | 1 | 0.125
A.c | 9 | 8 | megamorphic | n/a | F | 1 | 0.125
A.c | 9 | 8 | megamorphic | n/a | G | 1 | 0.125
A.c | 9 | 8 | megamorphic | n/a | H | 1 | 0.125
A.m | 4 | 3 | unknown | n/a | <unknown type 77> | 3 | 1
`
	if got := cells(tbl, "method", "bci", "executions", "kind", "callees", "type", "count", "share"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	words := map[string]bool{}
	for _, r := range tbl.Rows {
		words[tbl.Cell(r, "kind_text").Text] = true
	}
	if want := map[string]bool{"bimorphic, 99.0% one type": true, "megamorphic, saturated": true, "unknown": true}; !maps.Equal(words, want) {
		t.Errorf("kinds read %v", words)
	}
	if want := []string{"unknown: the file lists none of the types seen there", "1 site saturated: the profiler keeps 8 types, and there may have been more"}; tbl.InHead != 1 ||
		tbl.Notes[0] != "sites: 1 bimorphic, 1 megamorphic and 1 unknown" || !slices.Equal(tbl.Notes[len(tbl.Notes)-2:], want) {
		t.Errorf("notes %q", tbl.Notes)
	}

	tbl, err = Types(p, convert.NewNames(p, convert.NameOptions{}), convert.Receivers, TypeOptions{
		SiteOptions: SiteOptions{Parts: 3}, Kinds: []sites.TypeKind{sites.Megamorphic, sites.Bimorphic}, MinShare: 0.02,
	})
	if err != nil {
		t.Fatal(err)
	}
	want = `A.c | 5 | A | 990
A.c | 5 | <1 more type> | 10
A.c | 9 | A | 1
A.c | 9 | B | 1
A.c | 9 | <6 more types> | 6
<1 more site> |  |  | 
`
	if got := cells(tbl, "method", "bci", "type", "count"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	var merged, beyond []int
	for _, r := range tbl.Rows {
		merged, beyond = append(merged, r.Merged), append(beyond, r.Beyond)
	}
	if !slices.Equal(merged, []int{0, 1, 0, 0, 6}) || !slices.Equal(beyond, []int{0, 0, 0, 0, 6}) {
		t.Errorf("types that rows sum up: %v, because of the limit: %v", merged, beyond)
	}
	tbl, err = Types(p, convert.NewNames(p, convert.NameOptions{}), convert.InstanceOf, TypeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := cells(tbl, "method", "bci", "executions", "kind", "type", "share"), "A.c | 8 | 8 | bimorphic | A | 0.75\nA.c | 8 | 8 | bimorphic | B | 0.25\n"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestCalleesInViews has one site. There contexts have com.example.A.a, the VM's x and, below that, its y, and the profiler's
// p; sampled stacks have A.a, A.b and A.c, where c is below b and calls a VM frame.
func TestCalleesInViews(t *testing.T) {
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":1,"name":"com.example.A"},{"id":2,"name":"com.oracle.svm.core.X"},
		{"id":3,"name":"com.oracle.svm.enterprise.profiling.P"}],
		"methods":[{"id":1,"name":"m","signature":[1,1]},{"id":2,"name":"a","signature":[1,1]},{"id":3,"name":"b","signature":[1,1]},
		 {"id":4,"name":"c","signature":[1,1]},{"id":5,"name":"x","signature":[2,2]},{"id":6,"name":"y","signature":[2,2]},{"id":7,"name":"p","signature":[3,3]}],
		"virtualInvokeProfiles":[{"ctx":"1:5","records":[1,9,2,1]}],
		"callCountProfiles":[{"ctx":"2:0<1:5","records":[3]},{"ctx":"6:0<5:2<1:5","records":[1]},{"ctx":"5:0<1:5","records":[1]},{"ctx":"7:0<1:5","records":[9]}],
		"samplingProfiles":[{"ctx":"2:1<1:5","records":[2]},{"ctx":"3:1<1:5","records":[2]},{"ctx":"5:1<4:1<1:5<3:7","records":[2]}]}`)
	for _, c := range []struct {
		name string
		opts SiteOptions
		want string
	}{
		{"machine", SiteOptions{}, "com.example.A.a #2, com.example.A.b #3, com.example.A.c #4, com.oracle.svm.core.X.x #5, com.oracle.svm.enterprise.profiling.P.p #7"},
		{"expert", SiteOptions{Filter: convert.FilterOptions{View: convert.ExpertView}}, "com.example.A.a #2, com.example.A.b #3, com.example.A.c #4, com.oracle.svm.core.X.x #5"},
		{"user", SiteOptions{Filter: convert.FilterOptions{View: convert.UserView}}, "<VM>, com.example.A.a #2, com.example.A.b #3, com.example.A.c #4"},
		{"user, contexts", SiteOptions{Filter: convert.FilterOptions{View: convert.UserView}, Contexts: true}, "<VM>, com.example.A.a #2"},
		{"hide", SiteOptions{Filter: convert.FilterOptions{View: convert.UserView, Hide: regexp.MustCompile(`A\.a|VM`)}}, "com.example.A.b #3, com.example.A.c #4"},
		// c is called by b, and hidden with it.
		{"ignore", SiteOptions{Filter: convert.FilterOptions{View: convert.ExpertView, Ignore: regexp.MustCompile(`A\.[ab]`)}}, "com.oracle.svm.core.X.x #5"},
		{"ignore b", SiteOptions{Filter: convert.FilterOptions{View: convert.ExpertView, Ignore: regexp.MustCompile(`A\.b`)}}, "com.example.A.a #2, com.oracle.svm.core.X.x #5"},
	} {
		tbl, err := Types(p, convert.NewNames(p, convert.NameOptions{}), convert.Receivers, TypeOptions{SiteOptions: c.opts})
		if err != nil {
			t.Fatal(err)
		}
		if got := listed(tbl.Cell(tbl.Rows[0], "callees")); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// TestUnknownTypes has a site whose only type is listed, one with a listed type and another, one with two that are not listed, and
// one with a count that is two numbers, 20 and 21, read as one: 20·2³² + 21 = 85,899,345,941.
func TestUnknownTypes(t *testing.T) {
	p := testprofile.Parse(t, `{`+testprofile.Methods("a")+`,
		"virtualInvokeProfiles":[{"ctx":"1:1","records":[9,4]},{"ctx":"1:2","records":[0,3,9,1]},{"ctx":"1:3","records":[0,2,77,1]},{"ctx":"1:4","records":[0,85899345941]},
		{"ctx":"1:5","records":[0,1]}],"conditionalProfiles":[{"ctx":"1:1","records":[5,0,85899345941]},{"ctx":"1:2","records":[5,0,1]}]}`)
	list := func(kinds ...sites.TypeKind) *table.Table {
		tbl, err := Types(p, convert.NewNames(p, convert.NameOptions{}), convert.Receivers, TypeOptions{Kinds: kinds, SiteOptions: SiteOptions{Sort: "name"}})
		if err != nil {
			t.Fatal(err)
		}
		tbl.Rows = slices.DeleteFunc(tbl.Rows, func(r table.Row) bool { return !r.BeginsSite })
		return tbl
	}
	all := list()
	if got, want := cells(all, "bci", "kind", "counts"), "1 | monomorphic | \n2 | bimorphic | \n3 | unknown | \n4 | unknown | damaged\n5 | unknown | \n"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	// Of 3 and 1 the entropy is 0.8113 bits; unknown ones come last, regardless of their executions, and damaged ones after these.
	unsure, err := Types(p, nil, convert.Receivers, TypeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	unsure.Rows = slices.DeleteFunc(unsure.Rows, func(r table.Row) bool { return !r.BeginsSite })
	if got, want := cells(unsure, "bci", "entropy"), "2 | 0.8113\n1 | 0\n3 | n/a\n5 | n/a\n4 | n/a\n"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got, want := all.Notes[len(all.Notes)-2:], []string{
		"≠: counts of 1 site look like two 32-bit numbers read as one: their executions mean nothing",
		"unknown: the file lists none of the types seen there",
	}; !slices.Equal(got, want) || all.Notes[0] != "sites: 1 monomorphic, 1 bimorphic and 3 unknown" {
		t.Errorf("notes %q", got)
	}
	for key, want := range map[string]int64{"monomorphic_sites": 1, "bimorphic_sites": 1, "polymorphic_sites": 0, "megamorphic_sites": 0, "unknown_sites": 3} {
		if got := all.FactOf(key); got != want {
			t.Errorf("%s: %d, want %d", key, got, want)
		}
	}
	// A row for the rest, or for the VM, that includes a damaged count is marked, too.
	if got, want := cells(list(sites.Bimorphic), "method", "executions", "counts"), "T.a | 4 | \n<4 more sites> | ≠ 85899345949 | damaged\n"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	vm := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":8,"name":"com.oracle.svm.core.V"}],"methods":[{"id":1,"name":"v","signature":[8,8]}],
		"virtualInvokeProfiles":[{"ctx":"1:1","records":[8,85899345941]}],"conditionalProfiles":[{"ctx":"1:1","records":[5,0,85899345941]}]}`)
	folded := SiteOptions{Filter: convert.FilterOptions{View: convert.UserView}}
	receivers, err := Types(vm, nil, convert.Receivers, TypeOptions{SiteOptions: folded})
	if err != nil {
		t.Fatal(err)
	}
	for _, tbl := range []*table.Table{receivers, branchTable(t, vm, BranchOptions{SiteOptions: folded})} {
		if got, want := cells(tbl, "method", "executions", "counts"), "<VM> | ≠ 85899345941 | damaged\n"; got != want || !strings.Contains(strings.Join(tbl.Notes, "\n"), "≠: counts of <VM> look") {
			t.Errorf("got\n%s\nwant\n%s\n%s", got, want, tbl.Notes)
		}
	}
	none := testprofile.Parse(t, `{`+testprofile.Methods("a")+`,"conditionalProfiles":[{"ctx":"1:1","records":[5,0,9]}]}`)
	if _, has := branchTable(t, none, BranchOptions{}).Column("counts"); has {
		t.Error("a column without a cell")
	}
	// Of it is unknown how many classes the unknown ones are: they are near to no kind.
	if got, want := list(sites.Megamorphic).Miss, "nearest of 2: T.a @2, bimorphic with 2 types, 4 executions"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := list(sites.UnknownTypes); len(got.Rows) != 3 || got.Miss != "" {
		t.Errorf("%d rows, %q", len(got.Rows), got.Miss)
	}
	// Beside a damaged count, neither a conditional nor a method is rare.
	for _, sort := range SiteOrders(convert.Branches) {
		damagedLast := branchTable(t, p, BranchOptions{MinShare: 0.5, SiteOptions: SiteOptions{Sort: sort}})
		want := "2 | \n1 | damaged\n"
		if sort == "name" {
			want = "1 | damaged\n2 | \n"
		}
		if got := cells(damagedLast, "bci", "counts"); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", sort, got, want)
		}
		if note := strings.Join(damagedLast.Notes, "\n"); strings.Contains(note, "mean nothing, so they are last") == (sort == "name") {
			t.Errorf("%s: %s", sort, note)
		}
	}
	never := branchTable(t, testprofile.Parse(t, `{`+testprofile.Methods("a", "b")+`,"conditionalProfiles":[{"ctx":"1:1","records":[5,0,7,9,1,0]},
		{"ctx":"2:1","records":[5,0,85899345941,9,1,0]}]}`), BranchOptions{Never: true})
	if got, want := cells(never, "method", "bci", "target_bci"), "T.a | 1 | 5\nT.a | 1 | 9\n<1 more conditional> |  | \n"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestSaturated has a site with a record of nine types, one of them seen 992 times of 1000; a site at which two contexts have
// five types each, ten together; a site with two types, and one that never saw either.
func TestSaturated(t *testing.T) {
	p := testprofile.Parse(t, `{`+testprofile.Methods("a")+`,
		"virtualInvokeProfiles":[{"ctx":"1:30","records":[1,992,2,1,3,1,4,1,5,1,6,1,7,1,8,1,9,1]},{"ctx":"1:20","records":[1,50,2,1,3,1,4,1,5,1]},
		 {"ctx":"1:20<1:7","records":[6,50,7,1,8,1,9,1,10,1]},{"ctx":"1:10","records":[8,1,9,1]},{"ctx":"1:5","records":[8,0,9,0]}]}`)
	tbl, err := Types(p, convert.NewNames(p, convert.NameOptions{}), convert.Receivers, TypeOptions{SiteOptions: SiteOptions{Sort: "executions"}})
	if err != nil {
		t.Fatal(err)
	}
	tbl.Rows = slices.DeleteFunc(tbl.Rows, func(r table.Row) bool { return !r.BeginsSite })
	want := "30 | megamorphic | true\n20 | megamorphic | false\n10 | bimorphic | false\n5 | bimorphic | false\n"
	if got := cells(tbl, "bci", "kind", "saturated"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	for i, want := range []string{"megamorphic, saturated, 99.2% one type", "megamorphic", "bimorphic", "bimorphic"} {
		if got := tbl.Cell(tbl.Rows[i], "kind_text").Text; got != want {
			t.Errorf("row %d reads %q, want %q", i, got, want)
		}
	}
}

// TestTypesThatReadAlike has two lambdas of A and one of B, called 50, 40 and 60 times, and a class of A's name in another
// package. Two builds of it, with different ids and hashes, have the same rows.
func TestTypesThatReadAlike(t *testing.T) {
	lambda := func(class, digit string) string { return class + "$$Lambda$" + strings.Repeat(digit, 40) }
	build := func(a1, a2, b1 string, first int) *table.Table {
		p := testprofile.Parse(t, fmt.Sprintf(`{"version":"1.0.0","types":[{"id":9,"name":"x.T"},{"id":%d,"name":%q},{"id":%d,"name":%q},{"id":3,"name":%q},{"id":4,"name":"y.T"}],
			"methods":[{"id":1,"name":"m","signature":[9,9]}],
			"virtualInvokeProfiles":[{"ctx":"1:5","records":[%[1]d,50,%[3]d,40,3,60,9,7,4,7]}]}`, first, a1, 3-first, a2, b1))
		tbl, err := Types(p, convert.NewNames(p, convert.NameOptions{Normalize: true, Style: convert.ShortNames}), convert.Receivers, TypeOptions{})
		if err != nil {
			t.Fatal(err)
		}
		return tbl
	}
	want := "164 | polymorphic | A$$Lambda$* | 2 | 90\n164 | polymorphic | B$$Lambda$* | 1 | 60\n164 | polymorphic | T | 1 | 7\n164 | polymorphic | T | 1 | 7\n"
	for i, tbl := range []*table.Table{
		build(lambda("x.A", "1"), lambda("x.A", "2"), lambda("x.B", "3"), 1), build(lambda("x.A", "e"), lambda("x.A", "a"), lambda("x.B", "b"), 2),
	} {
		if got := cells(tbl, "executions", "kind", "type", "alike", "count"); got != want {
			t.Errorf("build %d: got\n%s\nwant\n%s", i, got, want)
		}
		// 50, 40, 60, 7 and 7 of 164, not 90, 60, 7 and 7
		if got := tbl.Cell(tbl.Rows[0], "entropy").Low; math.Abs(got-sites.Entropy(50, 40, 60, 7, 7)) > 1e-12 {
			t.Errorf("build %d: entropy %v", i, got)
		}
	}
}

func TestSiteOrders(t *testing.T) {
	p := testprofile.Parse(t, loops)
	_, err := Branches(p, convert.NewNames(p, convert.NameOptions{}), BranchOptions{SiteOptions: SiteOptions{Sort: "bci"}})
	if err == nil || err.Error() != "branches are sorted by uncertainty, entropy, executions, trips, samples, name, not by bci" {
		t.Errorf("%v", err)
	}
	tbl := branchTable(t, p, BranchOptions{SiteOptions: SiteOptions{Sort: "name"}})
	if got, want := cells(tbl, "method", "bci", "successor"), "T.c | 9 | 0\nT.c | 9 | 1\nT.m | 7 | 0\nT.m | 7 | 1\nT.m | 20 | 0\nT.m | 20 | 1\nT.m | 40 | 0\nT.m | 40 | 1\n"; got != want {
		t.Errorf("got\n%s", got)
	}
}

// By entropy the most even sites come first, and those of less than 0.1% of the executions last, however even they are. By types come
// those with most types, and unknown ones last.
func TestOrdersByEntropyAndTypes(t *testing.T) {
	p := testprofile.Parse(t, `{`+testprofile.Methods("m")+
		testprofile.Section("conditionalProfiles", []string{"1:1 10 0 5000 20 1 5000", "1:2 10 0 100 20 1 100", "1:3 10 0 900000 20 1 100000", "1:4 10 0 9 20 1 9", "1:5 10 0 70 20 1 0"})+
		testprofile.Section("virtualInvokeProfiles", []string{"1:1 9 900", "1:2 9 10 8 10", "1:3 9 50", "1:4 9 40 8 1", "1:5 0 5000 1 5000"})+`}`)
	// Of 1,010,288 executions, 200, 70 and 18 are less than 0.1%.
	got := branchTable(t, p, BranchOptions{SiteOptions: SiteOptions{Sort: "entropy"}})
	if got, want := cells(got, "bci", "successor"), "1 | 0\n1 | 1\n3 | 0\n3 | 1\n2 | 0\n2 | 1\n4 | 0\n4 | 1\n5 | 0\n5 | 1\n"; got != want {
		t.Errorf("by entropy:\n%s", got)
	}
	types, err := Types(p, nil, convert.Receivers, TypeOptions{SiteOptions: SiteOptions{Sort: "types"}})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := cells(types, "bci"), "4\n4\n2\n2\n1\n3\n5\n5\n"; got != want || !strings.Contains(types.Title, "by number of types") {
		t.Errorf("by types: %s\n%s", types.Title, got)
	}
}

// TestSiteTablesOfTheVM compares with the counts of the VM, which are summed over contexts.
func TestSiteTablesOfTheVM(t *testing.T) {
	for profile, truth := range map[string]string{
		"known/known.iprof": "known/flat.tsv", "known/known_alltypes.iprof": "known/flat_alltypes.tsv",
		"seed/fib.iprof": "seed/fib.flat.tsv", "seed/even.iprof": "seed/even.flat.tsv", "seed/odd.iprof": "seed/odd.flat.tsv",
		"seed/fib-jdk.iprof": "seed/fib-jdk.flat.tsv",
	} {
		t.Run(profile, func(t *testing.T) {
			text, err := os.ReadFile(filepath.Join("../../../shared/jvm", profile))
			if err != nil {
				t.Skip("no measured profiles beside the project")
			}
			f, err := os.Open(filepath.Join("../../../shared/jvm", truth))
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			want := map[string]string{}
			for lines := bufio.NewScanner(f); lines.Scan(); {
				c := strings.Split(lines.Text(), "\t")
				if c[0] != "if" && c[0] != "virtual" && c[0] != "instanceof" {
					continue
				}
				values := strings.Fields(c[5])
				for i, v := range values { // types are in Java notation; an index is the compiler's, not the VM's
					name, rest, _ := strings.Cut(v, ":")
					if c[0] == "if" {
						_, rest, _ = strings.Cut(rest, ":")
					}
					values[i] = javaname.Type(name) + ":" + rest
				}
				if len(values) > iprof.SaturatedTypes && c[0] != "if" {
					continue // the profiler keeps some of them
				}
				slices.Sort(values)
				want[c[0]+" "+c[1]+"."+c[2]+c[3]+" "+c[4]] = strings.Join(values, " ")
			}
			p := testprofile.Parse(t, string(text))
			names := convert.NewNames(p, convert.NameOptions{})
			got := map[string]string{}
			collect := func(kind string, tbl *table.Table, value func(r table.Row) string) {
				for _, r := range tbl.Rows {
					key := kind + " " + tbl.Cell(r, "signature").Text + " " + strconv.FormatInt(tbl.Cell(r, "bci").Int, 10)
					values := append(strings.Fields(got[key]), value(r))
					slices.Sort(values)
					got[key] = strings.Join(values, " ")
				}
			}
			tbl := branchTable(t, p, BranchOptions{})
			collect("if", tbl, func(r table.Row) string {
				return fmt.Sprintf("%d:%d", tbl.Cell(r, "target_bci").Int, tbl.Cell(r, "count").Int)
			})
			for metric, kind := range map[convert.Metric]string{convert.Receivers: "virtual", convert.InstanceOf: "instanceof"} {
				tbl, err := Types(p, names, metric, TypeOptions{})
				if err != nil {
					t.Fatal(err)
				}
				collect(kind, tbl, func(r table.Row) string {
					return tbl.Cell(r, "type").Text + ":" + strconv.FormatInt(tbl.Cell(r, "count").Int, 10)
				})
			}
			if len(want) == 0 {
				t.Fatal("nothing to compare")
			}
			for k, v := range want {
				if strings.HasPrefix(k, "instanceof") && !p.Has(iprof.InstanceOf) {
					continue
				}
				if got[k] != v {
					t.Errorf("%s: got %q, want %q", k, got[k], v)
				}
			}
		})
	}
}

// TestSitesOfProfiles counts the records of the text again. A site that has no successor or type has a row all the same, without a count.
func TestSitesOfProfiles(t *testing.T) {
	type record struct {
		Ctx, MethodBciList string
		Records            []int64
	}
	for name, data := range testprofile.Varied(t) {
		t.Run(name, func(t *testing.T) {
			var d struct {
				Version                                                                     string
				ConditionalProfiles, ConditionalPoints, VirtualInvokeProfiles, InvokePoints []record
			}
			if err := json.Unmarshal(data, &d); err != nil {
				t.Fatal(err)
			}
			leaf := func(ctx string) string {
				at, _, _ := strings.Cut(ctx, "<")
				at, _, _ = strings.Cut(at, ",")
				return at
			}
			want := map[string]int64{}
			empty := map[bool]map[string]bool{false: {}, true: {}} // with contexts or without: whether all records of a site are empty
			site := func(kind string, r record) {
				for contexts, at := range map[bool]string{false: kind + leaf(r.Ctx+r.MethodBciList), true: kind + r.Ctx + r.MethodBciList} {
					before, seen := empty[contexts][at]
					empty[contexts][at] = len(r.Records) == 0 && (before || !seen)
				}
			}
			for _, r := range append(d.ConditionalProfiles, d.ConditionalPoints...) {
				site("branches ", r)
				once := map[int64]bool{}
				for i := 0; i < len(r.Records); i += 3 {
					if !once[r.Records[i]] {
						want[fmt.Sprintf("%s→%d", leaf(r.Ctx+r.MethodBciList), r.Records[i])] += r.Records[i+2]
						once[r.Records[i]] = strings.HasPrefix(d.Version, "0.")
					}
				}
			}
			for _, r := range append(d.VirtualInvokeProfiles, d.InvokePoints...) {
				site("types ", r)
				for i := 0; i < len(r.Records); i += 2 {
					want[leaf(r.Ctx+r.MethodBciList)] += r.Records[i+1]
				}
			}
			p := testprofile.Parse(t, string(data))
			for _, contexts := range []bool{false, true} {
				got, gotEmpty := map[string]int64{}, map[string]int{}
				tbl := branchTable(t, p, BranchOptions{SiteOptions: SiteOptions{Contexts: contexts}})
				for _, r := range tbl.Rows {
					at := fmt.Sprintf("%d:%d", tbl.Cell(r, "id").Int, tbl.Cell(r, "bci").Int)
					if tbl.Cell(r, "target_bci").Kind == table.None {
						gotEmpty["branches "+at]++
						continue
					}
					got[fmt.Sprintf("%s→%d", at, tbl.Cell(r, "target_bci").Int)] += tbl.Cell(r, "count").Int
				}
				types, err := Types(p, convert.NewNames(p, convert.NameOptions{}), convert.Receivers, TypeOptions{SiteOptions: SiteOptions{Contexts: contexts}})
				if err != nil {
					t.Fatal(err)
				}
				for _, r := range types.Rows {
					at := fmt.Sprintf("%d:%d", types.Cell(r, "id").Int, types.Cell(r, "bci").Int)
					if types.Cell(r, "type").Kind == table.None {
						gotEmpty["types "+at]++
						continue
					}
					got[at] += types.Cell(r, "count").Int
				}
				wantEmpty := map[string]int{}
				for ctx, all := range empty[contexts] {
					if all {
						wantEmpty[leaf(ctx)]++
					}
				}
				if !maps.Equal(got, want) {
					t.Errorf("contexts %v: %d places, want %d", contexts, len(got), len(want))
				}
				if !maps.Equal(gotEmpty, wantEmpty) {
					t.Errorf("contexts %v: without records: %v, want %v", contexts, gotEmpty, wantEmpty)
				}
			}
		})
	}
}

// TestNoteCountsTheVMRow: in the view user the note on <VM> counts as much as its row, of every metric that contexts have.
func TestNoteCountsTheVMRow(t *testing.T) {
	profiles := testprofile.Published(t)
	for i := range uint64(20) {
		profiles[fmt.Sprint("random ", i)] = testprofile.Random(i, testprofile.RandomVersions[i%2])
	}
	user := convert.FilterOptions{View: convert.UserView}
	for name, data := range profiles {
		p := testprofile.Parse(t, string(data))
		for metric, of := range map[convert.Metric]func() (*table.Table, error){
			convert.Branches: func() (*table.Table, error) {
				return Branches(p, nil, BranchOptions{SiteOptions: SiteOptions{Filter: user}})
			},
			convert.Receivers: func() (*table.Table, error) {
				return Types(p, nil, convert.Receivers, TypeOptions{SiteOptions: SiteOptions{Filter: user}})
			},
			convert.InstanceOf: func() (*table.Table, error) {
				return Types(p, nil, convert.InstanceOf, TypeOptions{SiteOptions: SiteOptions{Filter: user}})
			},
		} {
			tbl, err := of()
			if err != nil {
				t.Fatal(err)
			}
			row := int64(0)
			for _, r := range tbl.Outside {
				row += tbl.Cell(r, "executions").Int
			}
			pr := convert.Project(p, p.Contexts, convert.NewNames(p, convert.NameOptions{}), user)
			if note := pr.Tally(metric.Records(p)).VM; note.Value != row || row > 0 && !strings.Contains(strings.Join(tbl.Filtered, "\n"), words.Thousands(row)) {
				t.Errorf("%s: %s: the note has %d, the row %d", name, metric, note.Value, row)
			}
		}
	}
}

// The iterations of a loop are unknown if the method also ran in contexts that do not count its entries: not in rows of other contexts.
func TestTripsOfPartlyCountedMethods(t *testing.T) {
	const loop = "1:9 3 0 90 20 1 10"
	for _, c := range []struct {
		name, want, inContext string
		calls                 []string
		branches              []string
	}{
		{"counted", "9", "9", []string{"1:0 10", "1:0<2:4 5"}, []string{loop}},
		{"one context without any count", "n/a", "9", []string{"1:0 10", "3:0<1:0<2:4 5"}, []string{loop}},
		{"one context with the conditional alone", "n/a", "9", []string{"1:0 10"}, []string{loop, "1:9<2:4 3 0 9 20 1 1"}},
		{"none with entries", "n/a", "n/a", []string{"2:0 1"}, []string{loop}},
	} {
		p := testprofile.Parse(t, `{`+testprofile.Methods("a", "b", "c")+testprofile.Calls(c.calls...)+testprofile.Section("conditionalProfiles", c.branches)+`}`)
		for _, contexts := range []bool{false, true} {
			want := c.want
			if contexts {
				want = c.inContext
			}
			tbl := branchTable(t, p, BranchOptions{SiteOptions: SiteOptions{Contexts: contexts}})
			cell := tbl.Cell(tbl.Rows[0], "trips")
			got := strconv.FormatFloat(cell.Low, 'f', -1, 64)
			if cell.Kind == table.Unknown {
				got = "n/a"
			}
			if got != want {
				t.Errorf("%s, contexts %t: %s trips, want %s", c.name, contexts, got, want)
			}
		}
	}
}

// The loop with the most trips comes first, however often it ran; those with unknown trips come last, and then other conditionals.
func TestSortByTrips(t *testing.T) {
	p := testprofile.Parse(t, `{`+testprofile.Methods("a", "b", "c", "d")+testprofile.Calls("1:0 100", "2:0 1", "3:0 9", "4:0 9")+testprofile.Section("conditionalProfiles", []string{
		"1:9 3 0 900 20 1 100", "2:9 3 0 50 20 1 1", "3:9 3 0 90 20 1 3", "4:9 12 0 9 20 1 0"})+`}`)
	got := cells(branchTable(t, p, BranchOptions{SiteOptions: SiteOptions{Sort: "trips"}}), "method", "target_bci", "trips")
	if want := "T.b | 3 | 50\nT.b | 20 | \nT.a | 3 | 9\nT.a | 20 | \nT.c | 3 | n/a\nT.c | 20 | \nT.d | 12 | \nT.d | 20 | \n"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestShareOfNativeImage: shares of conditionals are of all executions, and findings leave native-image's own out. A note says so if these are
// a hundredth, or more.
func TestShareOfNativeImage(t *testing.T) {
	for _, c := range []struct {
		own  int
		want string
	}{
		{100, "share: of all executions, 1.0% of them in native-image's own code, which the findings of info leave out"},
		{99, ""},
	} {
		p := testprofile.Parse(t, fmt.Sprintf(`{"version":"1.0.0","types":[{"id":0,"name":"void"},{"id":1,"name":"app.A"},{"id":2,"name":"com.oracle.svm.core.Heap"}],
			"methods":[{"id":1,"name":"a","signature":[1,0]},{"id":2,"name":"gc","signature":[2,0]}],
			"conditionalProfiles":[{"ctx":"1:5","records":[8,0,%d,12,1,0]},{"ctx":"2:5","records":[8,0,%d,12,1,0]}]}`, 10_000-c.own, c.own))
		tbl, err := Branches(p, nil, BranchOptions{})
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, note := range tbl.Notes {
			if strings.HasPrefix(note, "share: ") {
				got = note
			}
		}
		if got != c.want {
			t.Errorf("%d of 10,000: %q, want %q", c.own, got, c.want)
		}
	}
}

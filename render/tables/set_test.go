package tables

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/convert/diff"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/internal/testschema"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
)

func writeSet(t *testing.T, s *table.Set, format Format, opts Options) string {
	t.Helper()
	var b bytes.Buffer
	if err := WriteSet(&b, s, format, opts); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// manyTables is a set of a table with n rows, one with n sites, and one without rows.
func manyTables(rows int) *table.Set {
	var names []string
	for i := range rows {
		names = append(names, fmt.Sprintf("com.example.Method%d.`run|", i))
	}
	flat, none := nameTable(names...), nameTable()
	flat.Name, none.Name, none.Title = "flat", "none", "none: no change"
	sites := siteTable()
	sites.Name = "sites"
	for range rows {
		sites.Rows = append(sites.Rows, sites.Rows[:2]...)
	}
	return &table.Set{Name: "diff", Title: "many differences", Notes: []string{"a note"}, Tables: []*table.Table{flat, sites, none}}
}

// A comment on GitHub has at most 65,536 characters. Tables are cut between sites, and a warning says so.
func TestMarkdownFitsIntoAComment(t *testing.T) {
	short := writeSet(t, manyTables(3), MarkdownFormat, Options{})
	if strings.Contains(short, "cut to") || strings.Count(short, "\n| ") < 3+2*3 {
		t.Errorf("what fits is cut:\n%s", short)
	}
	long := writeSet(t, manyTables(5000), MarkdownFormat, Options{})
	if len(long) > maxComment || len(long) < maxComment*9/10 {
		t.Errorf("%d characters", len(long))
	}
	m := regexp.MustCompile(`tables truncated to (\d+) rows to fit in a 65,536-character comment(?:&#58;|:) ([\d,]+) not shown`).FindStringSubmatch(long)
	if m == nil {
		t.Fatalf("it does not say what is cut:\n%.600s", long)
	}
	n := m[1]
	if got := fmt.Sprint(strings.Count(long, "com.example.Method")); got != n {
		t.Errorf("%s rows are shown, it says %s", got, n)
	}
	if !strings.Contains(long, "none: no change") {
		t.Error("the table without rows is missing")
	}
	// A single name may be longer than a comment.
	huge := manyTables(1)
	huge.Tables[0] = nameTable(strings.Repeat("x", 100_000))
	if got := writeSet(t, huge, MarkdownFormat, Options{}); len(got) > maxComment || !strings.Contains(got, "truncated to 0 rows") {
		t.Errorf("%d characters:\n%.600s", len(got), got)
	}
}

// Rows that do not fit are summed up in the last row of their table, and the title says how many are shown, as with a limit.
func TestMarkdownSaysWhatIsCut(t *testing.T) {
	run := func(entries int) *iprof.Profile {
		var methods, calls []string
		for id := 1; id <= 2000; id++ {
			methods = append(methods, fmt.Sprintf(`{"id":%d,"name":"method%d","signature":[9,8]}`, id, id))
			calls = append(calls, fmt.Sprintf(`{"ctx":"%d:0","records":[%d]},{"ctx":"%d:0<%d:3","records":[%d]}`,
				id, 10*id, id%2000+1, id, entries*(id%5+1)))
		}
		return testprofile.Read(t, strings.NewReader(`{"version":"1.0.0","types":[{"id":8,"name":"void"},{"id":9,"name":"T"}],"methods":[`+
			strings.Join(methods, ",")+`],"callCountProfiles":[`+strings.Join(calls, ",")+`]}`))
	}
	old, new := run(1000), run(3000)
	diff := func(limit int) string {
		names := convert.NewSharedNames(convert.NameOptions{}, old, new)
		d := diff.New(compare.New(names[0], names[1], compare.Options{}), diff.Options{Exact: true, Limit: limit})
		return writeSet(t, &d.Set, MarkdownFormat, Options{})
	}
	cut := diff(0)
	m := regexp.MustCompile(`tables truncated to (\d+) rows`).FindStringSubmatch(cut)
	if m == nil || len(cut) > maxComment {
		t.Fatalf("%d characters:\n%.600s", len(cut), cut)
	}
	n, _ := strconv.Atoi(m[1])
	limited := diff(n)
	_, cut, _ = strings.Cut(cut, "**calls")
	_, limited, _ = strings.Cut(limited, "**calls")
	if cut != limited {
		t.Errorf("%d rows are not what a limit leaves:\n%.900s\n\n%.900s", n, cut, limited)
	}
	for _, want := range []string{fmt.Sprintf(", %d of 2,000**", n), fmt.Sprintf("`<%s more methods>`", numbers.Thousands(int64(1999-n))), // one is as the median
		fmt.Sprintf("`<%s more units>`", numbers.Thousands(int64(2000-n)))} {
		if !strings.Contains(cut, want) {
			t.Errorf("without %q:\n%.900s", want, cut)
		}
	}
}

// Of a table without rows only the title is shown, and why not to rely on it, after the caveats about all.
func TestCaveatsOfTablesWithoutRows(t *testing.T) {
	none := nameTable()
	none.Name, none.Title, none.Caveats = "none", "none: no change", []string{"12 samples are few"}
	s := &table.Set{Name: "diff", Title: "no differences", Caveats: []string{"of all"}, Tables: []*table.Table{none}}
	for format, want := range map[Format]string{TextFormat: "warning: of all\nwarning: 12 samples are few", MarkdownFormat: "- **Warning:** of all\n- **Warning:** 12 samples are few"} {
		if got := writeSet(t, s, format, Options{}); strings.Count(got, want) != 1 {
			t.Errorf("%s:\n%s", format, got)
		}
	}
	if len(s.Caveats) != 1 {
		t.Errorf("the set has changed: %q", s.Caveats)
	}
}

func TestSetAsCSV(t *testing.T) {
	s := manyTables(2)
	records, err := csv.NewReader(strings.NewReader(writeSet(t, s, CSVFormat, Options{}))).ReadAll()
	if err != nil {
		t.Fatal(err) // a record with another number of fields, too
	}
	if records[0][0] != "section" || len(records) != 1+2+len(s.Tables[1].AllRows()) {
		t.Errorf("%v, and %d rows", records[0], len(records)-1)
	}
	method := slices.Index(records[0], "method")
	if records[1][0] != "flat" || records[1][method] != "com.example.Method0.`run|" || records[3][0] != "sites" {
		t.Errorf("%v\n%v", records[1], records[3])
	}
}

func TestSetAsText(t *testing.T) {
	text := writeSet(t, manyTables(2), TextFormat, Options{Width: 80})
	if !strings.HasPrefix(text, "many differences\n\n") || !strings.HasSuffix(text, "\n\nnone: no change\n\na note\n") {
		t.Error(text)
	}
	if text := writeSet(t, &table.Set{Title: "no differences"}, TextFormat, Options{}); text != "no differences\n" {
		t.Errorf("%q", text)
	}
}

func checkSetSchema(t *testing.T, s *jsonschema.Schema, set *table.Set) {
	t.Helper()
	text := writeSet(t, set, JSONFormat, Options{})
	if !json.Valid([]byte(text)) {
		t.Fatalf("no JSON:\n%.500s", text)
	}
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Validate(doc); err != nil {
		t.Errorf("%v\n%.500s", err, text)
	}
}

// changed are two runs of one program with all kinds of changes.
func changed(t *testing.T) [2]*iprof.Profile {
	t.Helper()
	var runs [2]*iprof.Profile
	for i, counts := range [][]any{{"$$Lambda/0x0000000800c02000", 900, 100, 700, 7}, {"$$Lambda/0x0000000800c03000", 100, 900, 7, 700}} {
		text := fmt.Sprintf(`{"version":"1.1.0","types":[{"id":8,"name":"void"},{"id":9,"name":"T%[1]s"},{"id":10,"name":"U"}],
			"methods":[{"id":1,"name":"a","signature":[9,8]},{"id":2,"name":"b%[2]d","signature":[9,8]}],
			"callCountProfiles":[{"ctx":"1:0","records":[%[2]d]},{"ctx":"2:0<1:3","records":[%[2]d]}],
			"conditionalProfiles":[{"ctx":"1:6","records":[10,0,%[2]d,20,1,%[3]d]}],
			"virtualInvokeProfiles":[{"ctx":"1:3","records":[9,%[4]d,10,%[5]d]}],
			"instanceofProfiles":[{"ctx":"1:9","records":[9,%[4]d,10,%[5]d]}],
			"samplingProfiles":[{"ctx":"1:3","records":[%[2]d]},{"ctx":"2:3<1:3","records":[%[3]d]}]}`, counts...)
		p := testprofile.Parse(t, text)
		runs[i] = p
	}
	return runs
}

func TestDiffMatchesSchema(t *testing.T) {
	s := testschema.Read(t, "diff")
	runs := changed(t)
	names := convert.NewSharedNames(convert.NameOptions{}, runs[:]...)
	checkSetSchema(t, s, &diff.New(compare.New(names[0], names[1], compare.Options{}), diff.Options{Exact: true}).Set)
	d := diff.New(compare.New(names[0], names[1], compare.Options{NoRenames: true}), diff.Options{})
	if len(d.Tables) != len(diff.Sections)-1 { // decisions need logs
		t.Errorf("%d sections", len(d.Tables))
	}
	for _, table := range d.Tables {
		if len(table.Rows) == 0 {
			t.Errorf("%s: no row to look at", table.Name)
		}
	}
	checkSetSchema(t, s, &d.Set)
	for _, old := range testprofile.Examples(t) {
		for _, new := range testprofile.Examples(t) {
			for _, limit := range []int{0, 1} {
				names := convert.NewSharedNames(convert.NameOptions{}, old, new)
				opts := diff.Options{Limit: limit, Exact: true, Filter: convert.FilterOptions{View: convert.UserView, Ignore: regexp.MustCompile("HashMap")}}
				checkSetSchema(t, s, &diff.New(compare.New(names[0], names[1], compare.Options{}), opts).Set)
			}
		}
	}
}

func TestVarianceIsAsPublished(t *testing.T) {
	s := testschema.Read(t, "variance")
	two := changed(t)
	runs := append(testprofile.Examples(t), two[:]...)
	var files []string
	for i := range runs {
		files = append(files, fmt.Sprint(i))
	}
	for _, limit := range []int{0, 1} {
		checkSetSchema(t, s, &diff.Variance(files, runs, convert.NewSharedNames(convert.NameOptions{}, runs...), diff.VarianceOptions{Limit: limit}).Set)
	}
}

// rankedSet is a set of tables that have 30 rows each, or fewer, and of one without rows.
func rankedSet(tables int) *table.Set {
	none := nameTable()
	none.Name, none.Title = "none", "none: no change"
	s := &table.Set{Name: "diff", Title: "many differences", Notes: []string{"first", "second"}, InHead: 1}
	for i := range tables {
		t := rankedTable(30, 1, "a note of its own", "another note")
		t.Name = fmt.Sprintf("table%d", i)
		s.Tables = append(s.Tables, t)
	}
	s.Tables = append(s.Tables, none)
	return s
}

// Tables share a screen: three of two rows fit in 23 lines. Of more, each has two rows all the same. One that does not share it has five.
func TestSetsFitTheScreen(t *testing.T) {
	for lines := 1; lines <= 120; lines++ {
		for tables := 1; tables <= 5; tables++ {
			got := writeSet(t, rankedSet(tables), TextFormat, Options{Width: 80, Screen: Screen{Lines: lines, Columns: 80}})
			n, rows := strings.Count(got, "\n"), strings.Count(got, "app.T")/tables
			least := minRowsInSet
			if tables == 1 {
				least = minRows
			}
			if rows < least || n > lines && rows > least {
				t.Fatalf("%d tables in %d lines: %d lines, %d rows each\n%s", tables, lines, n, rows, got)
			}
			if tables <= 3 && lines >= 23 && n > lines {
				t.Fatalf("%d tables in %d lines: %d lines\n%s", tables, lines, n, got)
			}
			head := strings.Split(got, "\n")
			if head[0] != "many differences" || head[1] != "first" && lines >= 23+5*max(0, tables-3) {
				t.Fatalf("%d tables in %d lines:\n%s", tables, lines, got)
			}
			last := head[len(head)-2]
			if want := fmt.Sprintf("not shown: %d methods", (30-rows)*tables); rows < 30 && !strings.HasPrefix(last, want) {
				t.Fatalf("%d tables in %d lines: the last is %q, want %q", tables, lines, last, want)
			}
		}
	}
}

// A number of rows that the user chose is kept on a small screen, which then has fewer notes and blank lines. It never prints more
// than a larger number, or than rows by the screen.
func TestChosenRowsOnAScreen(t *testing.T) {
	written := func(limit, lines int, all bool) string {
		s := rankedSet(3)
		for i, of := range s.Tables {
			s.Tables[i] = Truncated(of, limit)
		}
		return writeSet(t, s, TextFormat, Options{Width: 80, Screen: Screen{Lines: lines, Columns: 80, AllRows: all}})
	}
	for lines := 1; lines <= 120; lines++ {
		most := max(lines, strings.Count(written(12, lines, false), "\n"))
		for limit := 1; limit <= 12; limit++ {
			got := written(limit, lines, true)
			if rows := strings.Count(got, "app.T"); rows != 3*limit {
				t.Fatalf("-n %d, %d lines: %d rows\n%s", limit, lines, rows, got)
			}
			if n := strings.Count(got, "\n"); limit <= minRowsInSet && n > most {
				t.Fatalf("-n %d, %d lines: %d lines, more than %d\n%s", limit, lines, n, most, got)
			}
		}
	}
	if got := written(2, 120, true); !strings.Contains(got, "a note of its own") || !strings.Contains(got, "<28 more methods>") {
		t.Errorf("a large screen has room for notes:\n%s", got)
	}
}

// However small a screen is, it says what the asterisk of a heading means; once for the tables of a set if it is small. A note about a column that is not
// shown is left out.
func TestMarksOfHeadingsAreExplained(t *testing.T) {
	const mark = "calls*: of the larger run"
	for lines := 5; lines <= 60; lines++ {
		s := rankedSet(2)
		for i := range s.Tables[:2] {
			s.Tables[i] = rankedTable(30, 1, "a note of its own", mark)
			s.Tables[i].Columns[1].Heading = "calls*"
		}
		got := writeSet(t, s, TextFormat, Options{Width: 80, Screen: Screen{Lines: lines, Columns: 80}})
		if n := strings.Count(got, mark); n == 0 || n > 1 && lines < 24 {
			t.Fatalf("%d lines: explained %d times\n%s", lines, n, got)
		}
	}
	of := rankedTable(3, 1, "old %*: left out")
	of.Columns = append(of.Columns, table.Column{Key: "old_share", Heading: "old %*"})
	if notes := tableNotes(of, of.Columns[:1]); len(notes) != 0 {
		t.Errorf("%q", notes)
	}
}

// A note about a mark of rows, "app.T3*: …", is there if a shown row has the mark, and one about names, "Type.?: …", if one has such a name.
func TestMarksOfRowsAreExplained(t *testing.T) {
	for _, c := range []struct {
		name, row string
		want      bool
	}{{"app.T0*", "app.T0*", true}, {"app.T7*", "app.T0*", false}, {"Type.?", "app.T0.?", true}, {"Type.?", "app.T0.f", false}} {
		of := rankedTable(3, 1, "other note", c.name+": only the share is larger")
		columns := of.Columns
		row := table.Declare(of, []table.ColumnOf[string]{table.Of(columns[0], func(s string) table.Cell { return table.TextOrNone(s) })})
		of.Rows = append(of.Rows[:0], row(c.row))
		if got := tableNotes(of, of.Columns); len(got) != 1 != c.want {
			t.Errorf("%s: %q", c.name, got)
		}
	}
}

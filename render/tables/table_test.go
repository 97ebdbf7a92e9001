package tables

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"io"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rivo/uniseg"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer/html"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
)

// A nameRow is a row of nameTable.
type nameRow struct {
	name      string
	id        int
	count, of int64
	total     bool
}

// nameTable is a table of top with a row for each name.
func nameTable(names ...string) *table.Table {
	t := &table.Table{Name: "top", Title: "methods by self samples", Metric: convert.Samples, Unit: "samples", View: convert.ExpertView}
	item := func(cell func(nameRow) table.Cell) func(nameRow) table.Cell {
		return func(r nameRow) table.Cell {
			if r.total {
				return table.Cell{}
			}
			return cell(r)
		}
	}
	row := table.Declare(t, []table.ColumnOf[nameRow]{
		table.Of(table.Column{Key: "self", Heading: "self", Kind: table.CountColumn, CSV: 2},
			func(r nameRow) table.Cell { return table.IntCell(r.count) }),
		table.Of(table.Column{Key: "self_share", Heading: "share", Kind: table.ShareColumn, CSV: 3},
			func(r nameRow) table.Cell { return table.ShareCell(r.count, r.of) }),
		table.Of(table.Column{Key: "self_interval", Heading: "95% interval", Kind: table.IntervalColumn},
			item(func(r nameRow) table.Cell { return table.IntervalCell(convert.WilsonInterval(r.count, r.of)) })),
		table.Of(table.Column{Key: "id", Kind: table.IDColumn}, item(func(r nameRow) table.Cell { return table.IntCell(int64(r.id)) })),
		table.Of(table.Column{Key: "method", Heading: "method", Kind: table.NameColumn, CSV: 1},
			func(r nameRow) table.Cell { return table.TextCell(r.name) }),
	})
	t.Base = int64(len(names)) * 1000
	t.Whole = t.Base
	for i, name := range names {
		t.Rows = append(t.Rows, row(nameRow{name, i, 1000, t.Base, false}))
	}
	total := row(nameRow{table.TotalName, 0, t.Base, t.Base, true})
	t.Total = &total
	return t
}

// A conditionalRow is a row of siteTable.
type conditionalRow struct {
	first                           bool
	method                          string
	site, executions, target, count int64
	sum                             bool // has executions and a name alone
}

// siteTable is a table with two sites of two rows and one.
func siteTable() *table.Table {
	t, _ := siteTableAndRows()
	return t
}

// siteTableAndRows returns siteTable and what makes its rows.
func siteTableAndRows() (*table.Table, func(conditionalRow) table.Row) {
	t := &table.Table{
		Name: "sites", Title: "conditionals by executions", Metric: convert.Branches, Unit: "executions",
		Whole: 7884224, Base: 7884224, Parts: "successors",
	}
	ofSite := func(cell func(conditionalRow) table.Cell) func(conditionalRow) table.Cell {
		return func(r conditionalRow) table.Cell {
			if r.sum {
				return table.Cell{}
			}
			return cell(r)
		}
	}
	cells := table.Declare(t, []table.ColumnOf[conditionalRow]{
		table.Of(table.Column{Key: "executions", Heading: "executions", Kind: table.CountColumn, Shared: true, CSV: 3},
			func(r conditionalRow) table.Cell { return table.IntCell(r.executions) }),
		table.Of(table.Column{Key: "method", Heading: "method", Kind: table.NameColumn, Shared: true, CSV: 1},
			func(r conditionalRow) table.Cell { return table.TextCell(r.method) }),
		table.Of(table.Column{Key: "bci", Heading: "at", Kind: table.BCIColumn, Shared: true, CSV: 2},
			ofSite(func(r conditionalRow) table.Cell { return table.IntCell(r.site) })),
		table.Of(table.Column{Key: "target_bci", Heading: "goes to", Kind: table.BCIColumn, CSV: 4},
			ofSite(func(r conditionalRow) table.Cell { return table.IntCell(r.target) })),
		table.Of(table.Column{Key: "count", Heading: "count", Kind: table.CountColumn, CSV: 5},
			ofSite(func(r conditionalRow) table.Cell { return table.IntCell(r.count) })),
		table.Of(table.Column{Key: "probability", Heading: "share", Kind: table.ShareColumn, CSV: 6},
			ofSite(func(r conditionalRow) table.Cell { return table.ShareCell(r.count, r.executions) })),
	})
	row := func(r conditionalRow) table.Row {
		made := cells(r)
		made.BeginsSite = r.first
		return made
	}
	t.Rows = []table.Row{
		row(conditionalRow{true, "Utils.convertNumber", 19, 7884213, 46, 7884212, false}),
		row(conditionalRow{false, "Utils.convertNumber", 19, 7884213, -4, 1, false}),
		row(conditionalRow{true, "Fib.fibonacci", 11, 11, 20, 11, false}),
	}
	return t, row
}

func write(t *testing.T, table *table.Table, format Format, opts Options) string {
	t.Helper()
	var b strings.Builder
	if err := Write(&b, table, format, opts); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestTextOfSites(t *testing.T) {
	for _, c := range []struct {
		width int
		want  string
	}{
		{0, `conditionals by executions
7,884,224 executions, view machine

executions  method                at          goes to      count   share
 7,884,213  Utils.convertNumber  @19              @46  7,884,212  >99.9%
                                      after exception          1   <0.1%

        11  Fib.fibonacci        @11              @20         11  100.0%
`},
		{56, `conditionals by executions
7,884,224 executions, view machine

executions  method                at
            goes to      count   share
 7,884,213  Utils.convertNumber  @19
                @46  7,884,212  >99.9%
    after exception          1   <0.1%

        11  Fib.fibonacci        @11
                @20         11  100.0%
`},
		{64, `conditionals by executions
7,884,224 executions, view machine

executions  method                at    goes to  count   share
     7.88M  Utils.convertNumber  @19        @46  7.88M  >99.9%
                                      exception      1   <0.1%

        11  Fib.fibonacci        @11        @20     11  100.0%
`},
	} {
		if got := write(t, siteTable(), TextFormat, Options{Width: c.width}); got != c.want {
			t.Errorf("width %d:\n%s\nwant\n%s", c.width, got, c.want)
		}
	}
}

func TestMarkdownOfSites(t *testing.T) {
	want := `**conditionals by executions**

- 7,884,224 executions, view machine

| executions | method | at | goes to | count | share |
| ---: | :--- | ---: | ---: | ---: | ---: |
| 7,884,213 | ` + "`Utils.convertNumber` | `@19` | `@46`" + ` | 7,884,212 | &#62;99.9% |
|  |  |  | ` + "`after exception`" + ` | 1 | &#60;0.1% |
| 11 | ` + "`Fib.fibonacci` | `@11` | `@20`" + ` | 11 | 100.0% |
`
	if got := write(t, siteTable(), MarkdownFormat, Options{}); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

func TestCSVOfSites(t *testing.T) {
	want := `method,bci,executions,target_bci,count,probability
Utils.convertNumber,19,7884213,46,7884212,0.9999998731642588
Utils.convertNumber,19,7884213,-4,1,0.00000012683574124646303
Fib.fibonacci,11,11,20,11,1
`
	if got := write(t, siteTable(), CSVFormat, Options{}); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

func TestJSONOfSites(t *testing.T) {
	type site struct {
		Method          string
		BCI, Executions int64
		Successors      []struct {
			TargetBCI   int64 `json:"target_bci"`
			Count       int64
			Probability float64
		}
	}
	var got struct {
		SchemaVersion int `json:"schema_version"`
		Table, Metric string
		Base          int64
		Rows          []site
	}
	text := write(t, siteTable(), JSONFormat, Options{})
	d := json.NewDecoder(strings.NewReader(text))
	if err := d.Decode(&got); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if got.SchemaVersion != 1 || got.Table != "sites" || got.Metric != "branches" || got.Base != 7884224 || len(got.Rows) != 2 {
		t.Fatalf("%+v", got)
	}
	if r := got.Rows[0]; r.Method != "Utils.convertNumber" || r.BCI != 19 || r.Executions != 7884213 || len(r.Successors) != 2 ||
		r.Successors[1].TargetBCI != -4 || r.Successors[1].Count != 1 || r.Successors[1].Probability != 1.0/7884213 {
		t.Errorf("%+v", r)
	}
	if r := got.Rows[1]; r.Method != "Fib.fibonacci" || len(r.Successors) != 1 {
		t.Errorf("%+v", r)
	}
}

func TestNastyNamesInCSV(t *testing.T) {
	text := write(t, nameTable(nasty...), CSVFormat, Options{})
	for i, c := range []byte(text) {
		if c < ' ' && c != '\n' || c == 0x7f {
			t.Fatalf("byte %d is %#x", i, c)
		}
	}
	records, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil || len(records) != len(nasty)+1 {
		t.Fatalf("%d records, %v", len(records), err)
	}
	for i, r := range records[1:] {
		if strings.ContainsAny(r[0][:min(1, len(r[0]))], "=+-@\t\r") {
			t.Errorf("%q is a formula", r[0])
		}
		name, err := strconv.Unquote(`"` + strings.ReplaceAll(strings.TrimPrefix(r[0], "'"), `"`, `\"`) + `"`)
		if err != nil || name != nasty[i] {
			t.Errorf("%q is written %q, which reads %q, %v", nasty[i], r[0], name, err)
		}
		if r[1] != "1000" {
			t.Errorf("self %q", r[1])
		}
	}
}

func TestNastyNamesInJSON(t *testing.T) {
	text := write(t, nameTable(nasty...), JSONFormat, Options{})
	for _, r := range text {
		if r < ' ' && r != '\n' || r >= 0x7f && r < 0xa0 || r == 0x202e {
			t.Fatalf("%U is written as it is", r)
		}
	}
	var got struct {
		Rows []struct {
			ID     int
			Method string
		}
	}
	if err := json.Unmarshal([]byte(text), &got); err != nil {
		t.Fatal(err)
	}
	for i, r := range got.Rows {
		if want := strings.ToValidUTF8(nasty[i], "\ufffd"); r.Method != want || r.ID != i {
			t.Errorf("%d %q, want %q", r.ID, r.Method, want)
		}
	}
}

func TestNastyNamesInText(t *testing.T) {
	for _, width := range []int{0, 80, 40} {
		text := write(t, nameTable(nasty...), TextFormat, Options{Width: width})
		lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
		if parts := strings.Split(text, "\n\n"); strings.Count(strings.TrimSuffix(parts[1], "\n"), "\n") != len(nasty)+1 {
			t.Errorf("width %d: %d lines below the head", width, strings.Count(parts[1], "\n"))
		}
		for _, line := range lines {
			for _, r := range line {
				if r < ' ' || r >= 0x7f && r < 0xa0 || r == 0x202e || r == 0x2028 || r == 0x200b || r == 0xad || r == 0x3164 {
					t.Errorf("%q holds %U", line, r)
				}
			}
			if n := uniseg.StringWidth(line); width > 0 && n > width {
				t.Errorf("width %d: %q has %d columns", width, line, n)
			}
		}
	}
}

// TestNastyNamesInMarkdown renders the table with a Markdown library as GitHub does and reads the result as XML.
func TestNastyNamesInMarkdown(t *testing.T) {
	var out bytes.Buffer
	md := goldmark.New(goldmark.WithExtensions(extension.GFM), goldmark.WithRendererOptions(html.WithUnsafe(), html.WithXHTML()))
	if err := md.Convert([]byte(write(t, nameTable(nasty...), MarkdownFormat, Options{})), &out); err != nil {
		t.Fatal(err)
	}
	var cells []string
	var open []string
	d := xml.NewDecoder(io.MultiReader(strings.NewReader("<html>"), &out, strings.NewReader("</html>")))
	for {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		switch x := token.(type) {
		case xml.StartElement:
			open = append(open, x.Name.Local)
			if !slices.Contains(strings.Fields("html p ul li strong table thead tbody tr th td code"), x.Name.Local) {
				t.Errorf("element %s in %s", x.Name.Local, open)
			}
			if x.Name.Local == "td" {
				cells = append(cells, "")
			}
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			if slices.Contains(open, "td") {
				cells[len(cells)-1] += string(x)
			}
		}
	}
	const columns = 4
	if len(cells) != columns*(len(nasty)+1) {
		t.Fatalf("%d cells of %d rows", len(cells), len(nasty)+1)
	}
	for i, name := range nasty {
		if got := cells[columns*(i+1)+3]; got != plaintext.Visible(name) {
			t.Errorf("%q reads %q, want %q", name, got, plaintext.Visible(name))
		}
	}
}

// TestPlaceholdersRunOver has a narrow column of names, and rows that are not sites.
func TestPlaceholdersRunOver(t *testing.T) {
	tbl, row := siteTableAndRows()
	rest := row(conditionalRow{first: true, executions: 12, method: "<8,786 more conditionals>", sum: true})
	tbl.Rest = &rest
	if text := write(t, tbl, TextFormat, Options{Width: 64}); !strings.Contains(text, "\n        12  <8,786 more conditionals>\n") {
		t.Error(text)
	}
	const name = "a.profile.with.a.Method.of_the_same_length"
	rest = row(conditionalRow{first: true, executions: 12, method: name, sum: true})
	if text := write(t, tbl, TextFormat, Options{Width: 44}); strings.Contains(text, name) {
		t.Error(text)
	}
}

// A heapProbe measures the memory that is in use when it is first written to.
type heapProbe struct{ used uint64 }

func (p *heapProbe) Write(b []byte) (int, error) {
	if p.used == 0 {
		p.used = heapInUse()
	}
	return len(b), nil
}

func heapInUse() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// TestTextOfManyRows: the texts of a table's cells are not kept while it is written. Without a width nothing is, with one the
// short names are.
func TestTextOfManyRows(t *testing.T) {
	const rows = 50_000
	names := make([]string, rows)
	for i := range names {
		names[i] = "com.example.shop.Cart" + strconv.Itoa(i) + ".add"
	}
	table := nameTable(names...)
	for _, c := range []struct{ width, most int }{{0, 10}, {160, 10}, {50, 400}} { // bytes a row
		before := heapInUse()
		var p heapProbe
		if err := Text(&p, table, Options{Width: c.width}); err != nil {
			t.Fatal(err)
		}
		if kept := (int64(p.used) - int64(before)) / rows; kept > int64(c.most) {
			t.Errorf("width %d: %d bytes a row are kept, want at most %d", c.width, kept, c.most)
		}
	}
	runtime.KeepAlive(table)
}

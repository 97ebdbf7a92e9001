package profilegen_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"io"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer/html"
	"pgregory.net/rapid"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/callgraph"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/convert/diff"
	"github.com/iprof-viz/iprof-viz/convert/rank"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/profilegen"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/tables"
)

// tables makes a table of each kind.
func allTables(t *rapid.T, p *iprof.Profile) []*table.Table {
	t.Helper()
	must := func(of *table.Table, err error) *table.Table {
		if err != nil {
			t.Fatal(err)
		}
		return of
	}
	all := []*table.Table{
		must(rank.Branches(p, nil, rank.BranchOptions{})),
		must(rank.Types(p, nil, convert.Receivers, rank.TypeOptions{})),
		must(rank.Types(p, nil, convert.InstanceOf, rank.TypeOptions{SiteOptions: rank.SiteOptions{Contexts: true}})),
		must(rank.Calls(p, nil, rank.CallOptions{})),
		graphOf(t, p, callgraph.Options{}).Table(0),
	}
	for _, m := range []convert.Metric{convert.Samples, convert.Calls, convert.Branches, convert.Receivers, convert.InstanceOf, convert.Monitors} {
		all = append(all, must(rank.Top(p, nil, rank.TopOptions{Metric: m})))
	}
	for _, m := range []convert.Metric{convert.Samples, convert.Calls} {
		if p.Total(stackMetrics[m]) > 0 {
			all = append(all, must(rank.Peek(p, nil, nil, rank.PeekOptions{Metric: m})))
		}
	}
	return all
}

// CSV, JSON and Markdown of a table have the same values.
func formatsAgree(t *rapid.T) {
	p := parse(t, profilegen.Draw(t, "profile", profilegen.Options{}))
	for _, of := range allTables(t, p) {
		checkFormats(t, of)
	}
}

func checkFormats(t *rapid.T, of *table.Table) {
	t.Helper()
	fromCSV := readCSV(t, tables.CSV, of)
	fromJSON := readJSON(t, tables.JSON, of)
	if len(fromCSV) != len(fromJSON)+1 {
		t.Fatalf("%s: %d rows in CSV, %d in JSON", of.Name, len(fromCSV)-1, len(fromJSON))
	}
	header := fromCSV[0]
	for i, row := range fromCSV[1:] {
		for k, key := range header {
			if got, want := plainName(row[k]), jsonText(fromJSON[i][key]); got != want {
				t.Errorf("%s, row %d: %s is %q in CSV, %q in JSON", of.Name, i, key, got, want)
			}
		}
	}
	checkMarkdown(t, of, fromJSON)
}

func readCSV(t *rapid.T, write func(io.Writer, *table.Table) error, of *table.Table) [][]string {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b, of); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(&b).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// plainName undoes the escapes of CSV.
func plainName(s string) string {
	s = strings.TrimPrefix(s, "'")
	return regexp.MustCompile(`\\(\\|x[0-9a-f]{2})`).ReplaceAllStringFunc(s, func(escape string) string {
		if escape == `\\` {
			return `\`
		}
		n, _ := strconv.ParseUint(escape[2:], 16, 8)
		return string([]byte{byte(n)})
	})
}

// readJSON returns the rows of a table that is not limited, a row for each part of a site.
func readJSON(t *rapid.T, write func(io.Writer, *table.Table) error, of *table.Table) []map[string]any {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b, of); err != nil {
		t.Fatal(err)
	}
	d := json.NewDecoder(&b)
	d.UseNumber()
	var doc map[string]any
	if err := d.Decode(&doc); err != nil {
		t.Fatal(err)
	}
	if _, err := d.Token(); err != io.EOF {
		t.Fatal("more after the JSON document")
	}
	var rows []map[string]any
	for _, key := range []string{"rows", "outside"} {
		list, _ := doc[key].([]any)
		for _, r := range list {
			row := r.(map[string]any)
			parts, nested := row[of.Parts].([]any)
			if !nested || len(parts) == 0 {
				rows = append(rows, row)
				continue
			}
			for _, part := range parts {
				merged := maps.Clone(row)
				maps.Copy(merged, part.(map[string]any))
				rows = append(rows, merged)
			}
		}
	}
	return rows
}

// jsonText returns a value as in CSV: nothing for null, and the names of a list of methods.
func jsonText(v any) string {
	switch v := v.(type) {
	case json.Number:
		return v.String()
	case string:
		return v
	case bool:
		return strconv.FormatBool(v)
	case []any:
		var names []string
		for _, x := range v {
			if frame, ok := x.(map[string]any); ok {
				name, _ := frame["method"].(string)
				names = append(names, name)
			}
		}
		return strings.Join(names, "; ")
	}
	return ""
}

// checkMarkdown reads a table as GitHub does: its counts are JSON's, with separators of thousands, and a mark for a bound.
func checkMarkdown(t *rapid.T, of *table.Table, want []map[string]any) {
	t.Helper()
	var b, page bytes.Buffer
	if err := tables.Markdown(&b, of); err != nil {
		t.Fatal(err)
	}
	md := goldmark.New(goldmark.WithExtensions(extension.GFM), goldmark.WithRendererOptions(html.WithUnsafe(), html.WithXHTML()))
	if err := md.Convert(b.Bytes(), &page); err != nil {
		t.Fatal(err)
	}
	headings, rows := readHTML(t, page.String())
	if of.Total != nil && len(rows) > 0 {
		rows = rows[1:]
	}
	if len(rows) != len(want) {
		t.Fatalf("%s: %d rows in Markdown, %d in JSON:\n%s", of.Name, len(rows), len(want), b.String())
	}
	columns := columnsOf(t, of, headings)
	for i, row := range rows {
		if len(row) != len(columns) {
			t.Fatalf("%s: %d cells, want %d:\n%s", of.Name, len(row), len(columns), b.String())
		}
		for k, c := range columns {
			text := markOf(want[i], c.Key) + jsonText(want[i][c.Key])
			if partOfDamage := []string{"root_calls", "inlined_calls", "stayed"}; want[i]["counts"] == "damaged" && slices.Contains(partOfDamage, c.Key) && strings.HasPrefix(row[k], "≠ ") {
				text = "≠ " + jsonText(want[i][c.Key]) // one of them at least
			}
			if c.Kind == table.CountColumn && row[k] != "" && strings.ReplaceAll(row[k], ",", "") != text && row[k] != "n/a" {
				t.Errorf("%s, row %d: %s is %s in Markdown, %s in JSON", of.Name, i, c.Key, row[k], text)
			}
		}
	}
}

// markOf returns the mark before a count of a row that is a bound or damaged.
func markOf(row map[string]any, key string) string {
	if row["counts"] == "damaged" {
		// The sum of a group's own entries is damaged or not, where that with the entries inlined is; the counts of types are as in the file.
		_, inclusive := row["inclusive"]
		_, types := row["executions"]
		if key == "executions" || key == "inclusive" || key == "calls" || key == "entries" && !inclusive || key == "count" && !types {
			return "≠ "
		}
	}
	if key == "executions" && row["saturated"] == true {
		return "≥ "
	}
	if left, _ := strconv.Atoi(jsonText(row["uncounted"])); key == "entries" && left > 0 || key == "inlined_calls" && (left > 1 || left == 1 && jsonText(row["root_calls"]) != "") {
		return "≥ "
	}
	bound := map[string]string{"count": "bound", "calls": "bound", "stayed": "stayed_bound"}[key]
	return map[string]string{"at_least": "≥ ", "at_most": "≤ "}[jsonText(row[bound])]
}

// columnsOf returns the columns of headings, which are some of a table's in its order.
func columnsOf(t *rapid.T, of *table.Table, headings []string) []table.Column {
	t.Helper()
	var found []table.Column
	for _, c := range of.Columns {
		if len(found) < len(headings) && c.Heading == headings[len(found)] {
			found = append(found, c)
		}
	}
	if len(found) < len(headings) {
		t.Fatalf("%s has no such columns: %q", of.Name, headings)
	}
	return found
}

// readHTML returns the cells of the head and of the body of a table. Names are not markup: only the elements of tables and lists
// are there.
func readHTML(t *rapid.T, page string) (head []string, rows [][]string) {
	t.Helper()
	var open []string
	d := xml.NewDecoder(strings.NewReader("<html>" + page + "</html>"))
	for {
		token, err := d.Token()
		if err == io.EOF {
			return head, rows
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, page)
		}
		switch x := token.(type) {
		case xml.StartElement:
			open = append(open, x.Name.Local)
			switch x.Name.Local {
			case "html", "p", "ul", "li", "strong", "table", "thead", "tbody", "code":
			case "th":
				head = append(head, "")
			case "tr":
				if slices.Contains(open, "tbody") {
					rows = append(rows, nil)
				}
			case "td":
				rows[len(rows)-1] = append(rows[len(rows)-1], "")
			default:
				t.Fatalf("element %s in\n%s", open, page)
			}
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			if slices.Contains(open, "th") {
				head[len(head)-1] += string(x)
			}
			if slices.Contains(open, "td") {
				last := rows[len(rows)-1]
				last[len(last)-1] += string(x)
			}
		}
	}
}

// A profile does not differ from itself, nor from another file of the same content.
func noDifferenceFromItself(t *rapid.T) {
	p := parse(t, profilegen.Draw(t, "profile", profilegen.Options{}))
	same := parseBytes(t, []byte(write(t, p)))
	for _, other := range []*iprof.Profile{p, same} {
		for _, exact := range []bool{false, true} {
			for _, view := range convert.Views {
				names := convert.NewSharedNames(convert.NameOptions{}, p, other)
				d := diff.New(compare.New(names[0], names[1], compare.Options{}), diff.Options{Exact: exact, Filter: convert.FilterOptions{View: view}})
				if d.Changes != 0 || d.Small != 0 || d.Largest != nil {
					t.Fatalf("exact %v, %s: %d changes, %d small, %v", exact, view, d.Changes, d.Small, d.Largest)
				}
			}
		}
	}
	g, err := callgraph.NewComparison(compare.New(convert.NewNames(p, convert.NameOptions{}), convert.NewNames(same, convert.NameOptions{}), compare.Options{}), callgraph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if g.Base.Changed() != 0 || g.Base.Small != 0 {
		t.Fatalf("graph: %v changes, %d small", g.Base.Changes, g.Base.Small)
	}
}

package tables

import (
	"bytes"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/convert/diff"
	"github.com/iprof-viz/iprof-viz/convert/rank"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/internal/testtier"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/internal/fitname"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
)

// realProfiles returns published and measured profiles, if they are beside the project.
func realProfiles(t *testing.T) map[string]*iprof.Profile {
	t.Helper()
	all := map[string]*iprof.Profile{}
	for name, data := range testprofile.Published(t) {
		all[name] = testprofile.Parse(t, string(data))
	}
	return all
}

// tablesOf returns the tables of all commands that show one profile.
func tablesOf(t *testing.T, p *iprof.Profile) map[string]*table.Table {
	t.Helper()
	names := convert.NewNames(p, convert.NameOptions{Disambiguate: true})
	all := map[string]*table.Table{}
	add := func(what string) func(*table.Table, error) {
		return func(table *table.Table, err error) {
			if err != nil {
				t.Fatal(what, err)
			}
			all[what] = table
		}
	}
	for _, view := range []convert.View{convert.ExpertView, convert.UserView} {
		filter := convert.FilterOptions{View: view}
		for _, m := range convert.Metrics {
			if p.Records(m.Section()) == 0 {
				continue
			}
			for _, by := range []convert.GroupBy{convert.ByMethod, convert.ByPackage, convert.BySite, convert.ByPattern} {
				if m == convert.Monitors && by != convert.ByMethod {
					continue
				}
				for _, order := range rank.TopOrders(m) {
					opts := rank.TopOptions{Metric: m, By: by, Pattern: regexp.MustCompile(`\w+$`), Sort: order, Limit: 20, Filter: filter}
					add(strings.Join([]string{"top", m.String(), by.String(), order, view.String()}, " "))(rank.Top(p, names, opts))
				}
			}
			if m == convert.Samples || m == convert.Calls {
				add("peek " + m.String() + " " + view.String())(rank.Peek(p, names, regexp.MustCompile(``), rank.PeekOptions{Metric: m, Limit: 20, Filter: filter}))
			}
		}
		for _, contexts := range []bool{false, true} {
			opts := rank.SiteOptions{Filter: filter, Contexts: contexts, Limit: 20, Parts: 9}
			what := view.String()
			if contexts {
				what += " contexts"
			}
			add("branches " + what)(rank.Branches(p, names, rank.BranchOptions{SiteOptions: opts}))
			add("receivers " + what)(rank.Types(p, names, convert.Receivers, rank.TypeOptions{SiteOptions: opts}))
			add("instanceof " + what)(rank.Types(p, names, convert.InstanceOf, rank.TypeOptions{SiteOptions: opts}))
		}
	}
	return all
}

// namedTable is a table, and the set that it is in.
type namedTable struct {
	what, set string
	*table.Table
}

// allTables returns the tables of all commands for all profiles at hand, those that compare with their neighbor among them.
func allTables(t *testing.T) []namedTable {
	t.Helper()
	profiles := realProfiles(t)
	files := slices.Sorted(maps.Keys(profiles))
	var all []namedTable
	for i, file := range files {
		p := profiles[file]
		tables := tablesOf(t, p)
		for _, what := range slices.Sorted(maps.Keys(tables)) {
			all = append(all, namedTable{file + ": " + what, "", tables[what]})
		}
		two := []*iprof.Profile{p, profiles[files[(i+1)%len(files)]]}
		names := convert.NewSharedNames(convert.NameOptions{Disambiguate: true}, two...)
		of := diff.New(compare.New(names[0], names[1], compare.Options{}), diff.Options{Limit: 20})
		v := diff.Variance([]string{"a", "b"}, two, names, diff.VarianceOptions{Limit: 20})
		for _, s := range []*table.Set{&of.Set, &v.Set} {
			for _, in := range s.Tables {
				if len(in.Rows) > 0 {
					all = append(all, namedTable{file + " and the next: " + s.Name + " " + in.Name, s.Name, in})
				}
			}
		}
	}
	return all
}

// answers are columns that no width takes away, by table.
var answers = map[string][]string{
	"top/samples": {"self", "method"}, "top/calls": {"entries", "method"}, "branches": {"executions", "target_bci", "count", "probability", "method"},
	"receivers": {"executions", "kind_text", "type", "count", "share", "method"}, "instanceof": {"kind_text", "type", "count", "share", "method"},
	"peek/samples": {"count", "relation", "other"}, "peek/calls": {"count", "relation", "other", "bci"},
	"diff/samples": {"change_text", "old", "new", "difference", "label"}, "diff/calls": {"change_text", "old", "new", "difference", "label"},
	"diff/branches":  {"change", "label", "bci", "target_bci", "new_share", "difference"},
	"diff/receivers": {"change", "label", "old_kind", "new_kind", "type", "new_share", "difference"},
	"diff/inlining":  {"old", "new", "mark", "tree"}, "variance/branches": {"probability", "deviation", "method"},
}

// TestAnswersFitInto80Columns has the rules of tables in an ordinary terminal: two lines above a table, and one more where little
// is the application's, and for a note that belongs there; no line is longer than the terminal, except where a method's own name has more than fitname.GoodName
// columns, or a method's and its caller together have more than there is; the names of methods are whole, and no two methods look
// the same; the columns that the command is about are there.
func TestAnswersFitInto80Columns(t *testing.T) {
	const width = 80
	for _, of := range allTables(t) {
		text := write(t, of.Table, TextFormat, Options{Width: width})
		head, _, _ := strings.Cut(text, "\n\n")
		if n := strings.Count(head, "\n") + 1 - len(of.Application.Notes()) - of.InHead; n > 2 {
			t.Errorf("%s: %d lines above the table:\n%s", of.what, n, head)
		}
		hints := hintsOf(of.set, of.Table)
		l := newLayout(of.Table, hints, width)
		name := of.Name
		if of.set != "" {
			name = of.set + "/" + name
		} else if name == "top" || name == "peek" {
			name += "/" + of.Metric.String()
		}
		for _, key := range answers[name] {
			c, ok := of.Column(key)
			if ok && !l.sites.has(c) && (l.parts == nil || !l.parts.has(c)) {
				t.Errorf("%s: no column %s\n%s", of.what, key, text)
			}
		}
		for _, g := range []*grid{l.sites, l.parts} {
			if g == nil {
				continue
			}
			whole := newGrid(of.Table, hints, 0, g.has)
			long := checkNames(t, of.what, whole, g)
			for i := range g.rows.len() {
				line := g.format(g.rows.at(i).Row, false)
				if n := plaintext.Columns(line); n > width && !long[i] && (g.fits() || g.goodNeed() == wholeMethod) {
					t.Errorf("%s: %d columns: %s", of.what, n, line)
				}
			}
		}
	}
}

// has reports whether the grid has a column.
func (g *grid) has(c table.Column) bool { return g.index(c) >= 0 }

// index returns the place of a column in the grid: one that is narrow may have another one instead of what a wide one has.
func (g *grid) index(c table.Column) int {
	return slices.IndexFunc(g.columns, func(of table.Column) bool { return of.Key == c.Key })
}

// checkNames checks the names of a grid with those of one that is as wide as it likes. It returns the rows whose own names
// are longer than fitname.GoodName.
func checkNames(t *testing.T, what string, whole, g *grid) map[int]bool {
	t.Helper()
	long := map[int]bool{}
	for k, c := range g.columns {
		if c.Kind != table.NameColumn {
			continue
		}
		methods := map[string]string{} // by the text
		for i := range g.rows.len() {
			row := g.rows.at(i).Row
			name, text := whole.fitted(row, whole.index(c)), g.fitted(row, k)
			if g.cell(row, k).placeholder || strings.Contains(name, fitname.CallerOf) {
				continue
			}
			long[i] = long[i] || fitname.MethodWidth(name) > fitname.GoodName
			name, text = fitname.MethodOf(name), fitname.MethodOf(text)
			for own := range strings.SplitSeq(name, fitname.Renamed) {
				own = strings.TrimPrefix(fitname.Parse(fitname.ShortHashes(own)).Method, ".")
				if !strings.Contains(text, own) {
					t.Errorf("%s: %s is %s: its own name is cut", what, name, text)
				}
			}
			if other, ok := methods[text]; ok && other != name {
				t.Errorf("%s: %s and %s are both %s", what, name, other, text)
			}
			methods[text] = name
		}
	}
	return long
}

// TestNoLineIsTooWide checks wide terminals; in narrow ones a method's own name may be too long. It also checks that
// placeholders are whole, or short where it is narrow, that nothing is cut twice, and that the methods of top are readable.
func TestNoLineIsTooWide(t *testing.T) {
	testtier.Sequential(t)
	widths := []int{50, 80, 160}
	if testtier.More(t, "seven widths rather than three") {
		widths = []int{40, 50, 60, 80, 100, 120, 160}
	}
	for name, p := range realProfiles(t) {
		for what, table := range tablesOf(t, p) {
			for _, width := range widths {
				text := write(t, table, TextFormat, Options{Width: width})
				for _, line := range strings.Split(text, "\n") {
					if n := plaintext.Columns(line); n > width && width > 80 {
						t.Errorf("%s: %s: %d columns rather than %d: %s", name, what, n, width, line)
					}
					if strings.Contains(line, "……") {
						t.Errorf("%s: %s: %d columns: cut twice: %s", name, what, width, line)
					}
				}
				if width >= 80 && strings.HasPrefix(what, "top ") && !newLayout(table, hintsOf("", table), width).sites.hasRoom(wholeMethod) {
					t.Errorf("%s: %s: %d columns leave names no room:\n%s", name, what, width, text)
				}
				rows := table.AllRows()
				if table.Total != nil {
					rows = append(rows, *table.Total)
				}
				for _, row := range rows {
					for _, c := range table.Columns {
						own := row.Cell(c).Text
						if c.Heading == "" || !fitname.IsPlaceholder(own) {
							continue
						}
						said, more := strings.Contains(text, own), width < 80
						for short := own; !said && more; {
							short, more = fitname.ShortenPlaceholder(short)
							said = strings.Contains(text, short)
						}
						if !said {
							t.Errorf("%s: %s: %d columns do not have %s", name, what, width, own)
						}
					}
				}
			}
		}
	}
}

// TestHottestMethodFits has a hottest method whose class is wider than the line.
func TestHottestMethodFits(t *testing.T) {
	class := "com.example." + strings.Repeat("Interceptor", 8)
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":0,"name":"void"},{"id":1,"name":"`+class+`"},{"id":2,"name":"java.lang.Object"}],
		"methods":[{"id":1,"name":"dispatch","signature":[1,0]},{"id":2,"name":"wait","signature":[2,0]}],
		"samplingProfiles":[{"ctx":"1:0","records":[100]},{"ctx":"2:0<1:3","records":[900]}]}`)
	top, err := rank.Top(p, nil, rank.TopOptions{Metric: convert.Samples})
	if err != nil {
		t.Fatal(err)
	}
	for _, width := range []int{40, 80, 100} {
		var b bytes.Buffer
		if err := Text(&b, top, Options{Width: width}); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(b.String(), "hottest app method") {
			t.Fatal(b.String())
		}
		for line := range strings.Lines(b.String()) {
			if n := plaintext.Columns(strings.TrimSuffix(line, "\n")); n > width {
				t.Errorf("width %d: %q has %d columns", width, line, n)
			}
		}
	}
}

// A column that is n/a in all rows is the first to go, and says so; a count remains then.
func TestUnknownColumnsGoFirst(t *testing.T) {
	of := &table.Table{Name: "calls", Title: "calls", SortedBy: "stayed"}
	type call struct{ stayed, calls, name table.Cell }
	row := table.Declare(of, []table.ColumnOf[call]{
		table.Of(table.Column{Key: "stayed", Heading: "stayed", Kind: table.CountColumn, Drop: table.DropLast}, func(c call) table.Cell { return c.stayed }),
		table.Of(table.Column{Key: "calls", Heading: "calls", Kind: table.CountColumn, Drop: 1}, func(c call) table.Cell { return c.calls }),
		table.Of(table.Column{Key: "method", Heading: "method", Kind: table.NameColumn}, func(c call) table.Cell { return c.name }),
	})
	text := func(stayed table.Cell) string {
		of.Rows = []table.Row{row(call{stayed, table.IntCell(1234), table.TextCell("com.example.shopping.Cart.addAllOfThem")})}
		var b bytes.Buffer
		if err := Text(&b, of, Options{Width: 34}); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	if got := text(table.UnknownCell()); !strings.Contains(got, "\n1,234  ") || !strings.Contains(got, "not shown: column stayed (n/a)") {
		t.Errorf("n/a:\n%s", got)
	}
	if got := text(table.IntCell(7)); !strings.Contains(got, "stayed  ") || strings.Contains(got, "(n/a)") {
		t.Errorf("known:\n%s", got)
	}
}

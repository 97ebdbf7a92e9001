package tables

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
)

// rankedTable returns a table of n methods with parts rows each, limited to as many; 1: without parts.
func rankedTable(n, parts int, notes ...string) *table.Table {
	t := &table.Table{Name: "top", Title: "methods", Unit: "calls", Whole: int64(n), Base: int64(n), Notes: notes}
	if parts > 1 {
		t.Parts = "types"
	}
	row := table.Declare(t, []table.ColumnOf[[2]string]{
		table.Of(table.Column{Key: "method", Heading: "method", Kind: table.NameColumn, Shared: parts > 1}, func(r [2]string) table.Cell { return table.TextOrNone(r[0]) }),
		table.Of(table.Column{Key: "type", Heading: "type", Kind: table.NameColumn}, func(r [2]string) table.Cell { return table.TextOrNone(r[1]) }),
	})
	return t.Limited(n, func(t *table.Table, limit int) {
		for i := range min(n, limit) {
			for k := range parts {
				r := row([2]string{fmt.Sprintf("app.Shop.m%d", i), fmt.Sprintf("app.T%d", k)})
				r.BeginsSite = parts > 1 && k == 0
				t.Rows = append(t.Rows, r)
			}
		}
		if limit < n {
			rest := row([2]string{table.More(n-limit, "methods")})
			rest.Omitted, rest.BeginsSite = n-limit, true
			t.Rest = &rest
		}
	})
}

// Each step takes lines away from some text, and adds none to any: a text that fits goes on to fit after the steps that follow.
func TestStepsOnlyTakeAway(t *testing.T) {
	long := strings.Repeat(" because of this, and for that", 9)
	flat, none := rankedTable(9, 1, "a note"), rankedTable(0, 1)
	sites := &table.Table{Name: "sites", Title: "sites" + long, Unit: "calls", Whole: 8, Base: 8, Parts: "types",
		Notes: slices.Repeat([]string{"a note"}, 9)}
	row := table.Declare(sites, []table.ColumnOf[string]{
		table.Of(table.Column{Key: "method", Heading: "method", Kind: table.NameColumn, Shared: true}, table.TextOrNone),
		table.Of(table.Column{Key: "type", Heading: "type", Kind: table.NameColumn}, table.TextOrNone),
		table.Of(table.Column{Key: "why", Heading: "why", Kind: table.NameColumn, Below: "method"}, func(name string) table.Cell { return table.TextOrNone(name + long) }),
	})
	sites = sites.Limited(2, func(t *table.Table, limit int) {
		for i := range 4 * min(limit, 2) {
			r := row(fmt.Sprint("m", i))
			r.BeginsSite = i%4 == 0
			t.Rows = append(t.Rows, r)
		}
		rest := row("<3 more methods>")
		t.Rest = &rest
	})
	none.Title = "none" + long
	s := &table.Set{Name: "diff", Title: "differences" + long, Chooser: "--section", Tables: []*table.Table{sites, flat, none}, Caveats: []string{"not whole" + long}}
	screen, fewer := Screen{Lines: 24, Columns: 80}, map[string]bool{}
	for _, tables := range []int{0, 2} {
		c, before := content{least: minRowsInSet, tables: tables, parts: 4}, plaintext.Unlimited
		steps := once(screen.steps(c))
		for i, step := range steps {
			var b bytes.Buffer
			p := newWriter(&b, Options{Width: 80}, &fitting{form: after(steps[:i+1])})
			p.Set(s, 1)
			p.B.Flush()
			n := strings.Count(b.String(), "\n")
			if fewer[step.takes] = fewer[step.takes] || n < before; n > before {
				t.Errorf("without %s, %d lines are %d\n%s", step.takes, before, n, b.String())
			}
			before = n
		}
		for _, step := range steps {
			if tables > 0 && !fewer[step.takes] {
				t.Errorf("%s: no line is taken", step.takes)
			}
		}
	}
}

// A site may have as many parts as a file says. Each form that is tried costs the time to write all of them.
func TestSitesOfManyPartsAreTriedRarely(t *testing.T) {
	tries := 0
	f, limit := Screen{Lines: 24, Columns: 80}.choose(content{most: 3, least: minRowsInSet, parts: 100_000}, func(f form, limit int) (rows int, fits bool) {
		tries++
		return f.parts * limit, f.parts > 0 && f.parts*limit <= 10
	})
	if f.parts != 10 || limit != 1 {
		t.Errorf("%d parts of %d sites, want 10 of one", f.parts, limit)
	}
	if tries > 30 {
		t.Errorf("written %d times", tries)
	}
}

// A table has the most rows that fit on the screen, and at least five; then its last line says what is missing.
func TestTablesFitTheScreen(t *testing.T) {
	for _, parts := range []int{1, 2, 3} {
		for _, notes := range [][]string{nil, {"one note"}, {"one note", "another note", strings.Repeat("long ", 30), "fourth"}} {
			for lines := 1; lines <= 80; lines += 1 + lines/16 {
				of := rankedTable(30, parts, notes...)
				written := func(screen Screen) string {
					var b bytes.Buffer
					if err := Text(&b, of, Options{Width: 80, Screen: screen}); err != nil {
						t.Fatal(err)
					}
					return b.String()
				}
				got := written(Screen{Lines: lines, Columns: 80})
				n, rows := strings.Count(got, "\n"), strings.Count(got, "app.T")
				shown := strings.Count(got, "app.Shop.m") // some without all of their parts
				if rows < minRows || n > lines && rows/parts > (minRows+parts-1)/parts {
					t.Fatalf("%d parts, %d lines: %d lines with %d rows\n%s", parts, lines, n, rows, got)
				}
				// One more, with a blank line, would not fit.
				if next := n + parts + 1; shown < 30 && n < lines && next <= lines {
					t.Fatalf("%d parts, %d lines: %d are left\n%s", parts, lines, lines-n, got)
				}
				all := strings.Split(strings.TrimSuffix(got, "\n"), "\n")
				last := all[len(all)-1]
				if want := fmt.Sprintf(" %d methods", 30-shown); shown < 30 && lines > 2*minRows && !(strings.HasPrefix(last, "not shown: ") && strings.Contains(last, want) && strings.HasSuffix(last, "(-n 0)")) {
					t.Fatalf("%d lines: the last is %q, want %q", lines, last, want)
				}
				for i, note := range notes {
					if missing := !strings.Contains(got, strings.Fields(note)[0]); missing && !strings.Contains(last, "note") {
						t.Fatalf("%d lines: nothing is said about note %d\n%s", lines, i, got)
					}
				}
				if whole := written(Screen{}); shown == 30 && n < lines-parts*30 && got != whole {
					t.Fatalf("there is room for\n%s but not for\n%s", got, whole)
				}
			}
		}
	}
}

// However small a screen, all warnings are shown, of a table alone and of several: rows and notes give way.
func TestWarningsAreNeverLeftOut(t *testing.T) {
	of := func() *table.Table {
		of := rankedTable(30, 1, "one note", "another note", "fourth")
		of.Caveats = []string{"not compared, as entries are unknown: 1 method, A.a", "not compared, as one has no count: 1 method, A.b", "C.c is named twice"}
		return of
	}
	for lines := 1; lines <= 60; lines++ {
		for name, write := range map[string]func(b *bytes.Buffer, opts Options) error{
			"table": func(b *bytes.Buffer, opts Options) error { return Text(b, of(), opts) },
			"set": func(b *bytes.Buffer, opts Options) error {
				return WriteSet(b, &table.Set{Name: "diff", Title: "differences", Tables: []*table.Table{of(), rankedTable(30, 1)}}, TextFormat, opts)
			},
			"chosen": func(b *bytes.Buffer, opts Options) error {
				s := &table.Set{Name: "diff", Title: "differences", Chooser: "--section", Tables: []*table.Table{of(), rankedTable(30, 1)}}
				return WriteSet(b, s, TextFormat, opts)
			},
		} {
			var b bytes.Buffer
			if err := write(&b, Options{Width: 80, Screen: Screen{Lines: lines, Columns: 80}}); err != nil {
				t.Fatal(err)
			}
			got := b.String()
			for _, caveat := range of().Caveats {
				if !strings.Contains(got, "warning: "+caveat+"\n") {
					t.Fatalf("%s, %d lines: no warning %q\n%s", name, lines, caveat, got)
				}
			}
			if note := strings.Index(got, "one note"); note >= 0 && note < strings.LastIndex(got, "warning: ") {
				t.Fatalf("%s, %d lines: a note comes before a warning\n%s", name, lines, got)
			}
			if n := strings.Count(got, "\n"); lines >= 24 && n > lines {
				t.Fatalf("%s: %d lines do not fit into %d\n%s", name, n, lines, got)
			}
		}
	}
}

// Lines that the terminal wraps count as often as it breaks them.
func TestWrappedLinesTakeMoreOfAScreen(t *testing.T) {
	for text, want := range map[string]int{"": 0, "a\n": 1, "a\nb\n": 2, "12345\n": 1, "123456\n": 2, "1234567890\n": 2, "12345678901\nb\n": 4, "…×…×…×\n": 2} {
		for lines := 1; lines < 6; lines++ {
			if got := (Screen{Lines: lines, Columns: 5}).Holds(text); got != (want <= lines) {
				t.Errorf("%q in %d lines: %v", text, lines, got)
			}
		}
	}
	if !(Screen{Lines: 1}).Holds(strings.Repeat("a", 1000)) {
		t.Error("a width that is unknown wraps nothing")
	}
}

// The last line names everything that is not shown, and columns in short if they do not fit.
func TestNotShown(t *testing.T) {
	rows := []rowsLeft{{1, "methods"}, {2000, "sites of calls"}}
	columns := []string{"share", "total 95%"}
	for _, c := range []struct {
		left  leftOut
		width int
		want  string
	}{
		{leftOut{}, 80, ""},
		{leftOut{shortNames: true}, 80, "names shortened to fit; --wide prints them in full"},
		{leftOut{rows: rows, notes: 1}, 80, "not shown: 1 method, 2,000 sites of calls, 1 note (-n 0 | less)"},
		{leftOut{rows: []rowsLeft{{60, "methods"}, {40, "sites"}}}, 80, "not shown: 60 methods, 40 sites (-n 0)"},
		{leftOut{rows: []rowsLeft{{60, "methods"}, {41, "sites"}}}, 80, "not shown: 60 methods, 41 sites (-n 0 | less)"},
		{leftOut{columns: columns}, 80, "not shown: columns share, total 95% (--wide)"},
		{leftOut{columns: columns[1:], shortNames: true}, 80, "not shown: full names, column total 95% (--wide)"},
		{leftOut{rows: rows, columns: columns, shortNames: true}, 104, "not shown: 1 method, 2,000 sites of calls (-n 0 | less); full names, columns share, total 95% (--wide)"},
		{leftOut{rows: rows, columns: columns, shortNames: true}, 80, "not shown: 1 method, 2,000 sites of calls (-n 0 | less); full names, 2 columns (--wide)"},
		{leftOut{notes: 3, shortNames: true}, 0, "not shown: 3 notes (-n 0); full names (--wide)"},
	} {
		if got := c.left.line(c.width, false); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
	var l leftOut
	l.addRows(3, "methods")
	l.addRows(0, "calls")
	l.addRows(4, "methods")
	if !slices.Equal(l.rows, []rowsLeft{{7, "methods"}}) {
		t.Error(l.rows)
	}
}

// Rows of a site that a small screen drops count as the parts that they sum up.
func TestDroppedRowsCountTheirParts(t *testing.T) {
	const merged = 9
	dropped := 0
	for lines := 8; lines <= 30; lines++ {
		of := rankedTable(30, 4)
		fill := of.Truncate
		of.Truncate = func(n int) *table.Table {
			short := fill(n)
			for i := 3; i < len(short.Rows); i += 4 {
				short.Rows[i].Merged = merged
			}
			return short
		}
		var b bytes.Buffer
		if err := Text(&b, of, Options{Width: 80, Screen: Screen{Lines: lines, Columns: 80}}); err != nil {
			t.Fatal(err)
		}
		got := b.String()
		sites, sums := strings.Count(got, "app.Shop.m"), strings.Count(got, "app.T3")
		hidden := sites*(3+merged) - (strings.Count(got, "app.T") - sums) - sums*merged
		if hidden > 0 {
			dropped++
		}
		want, sum := fmt.Sprintf(" %d types, ", hidden), fmt.Sprintf(" %d rows", hidden+30-sites)
		if hidden > 0 && !strings.Contains(got, want) && !strings.Contains(got, sum) || hidden == 0 && strings.Contains(got, " types") {
			t.Errorf("%d lines: want%s\n%s", lines, want, got)
		}
	}
	if dropped == 0 {
		t.Error("no screen drops any")
	}
}

// A row that a limit of parts has made says that there are more of them, and how to see them.
func TestPartsBeyondALimitAreSaid(t *testing.T) {
	of := rankedTable(2, 4)
	of.Truncate = nil
	of.Rows[3].Merged, of.Rows[3].Beyond, of.Rows[7].Merged = 9, 6, 5
	var b bytes.Buffer
	if err := Text(&b, of, Options{Width: 80, Screen: Screen{Lines: 30, Columns: 80}}); err != nil {
		t.Fatal(err)
	}
	if got := b.String(); !strings.HasSuffix(got, "\nnot shown: 6 types (-n 0)\n") {
		t.Error(got)
	}
}

// Rows of a table without sites are not parts of one, if another table of its set has sites.
func TestRowsWithoutSitesAreNoParts(t *testing.T) {
	var b bytes.Buffer
	p := newWriter(&b, Options{Width: 80}, &fitting{form: form{parts: 2}})
	p.Set(&table.Set{Name: "diff", Title: "differences", Tables: []*table.Table{rankedTable(9, 1), rankedTable(9, 3)}}, 0)
	p.B.Flush()
	if n, parts := strings.Count(b.String(), "app.T0"), strings.Count(b.String(), "app.T2"); n != 18 || parts != 0 {
		t.Errorf("%d rows, and %d third parts of sites:\n%s", n, parts, b.String())
	}
}

// Text below a row is cut to two lines, then to one, before the last of five rows scrolls the first away.
func TestTextBelowRowsGivesWay(t *testing.T) {
	of := &table.Table{Name: "calls", Title: "calls", Unit: "calls", Whole: 5, Base: 5}
	row := table.Declare(of, []table.ColumnOf[string]{
		table.Of(table.Column{Key: "method", Heading: "method", Kind: table.NameColumn}, table.TextOrNone),
		table.Of(table.Column{Key: "why", Heading: "why", Kind: table.NameColumn, Below: "method"}, func(name string) table.Cell {
			return table.TextOrNone(name + strings.Repeat(" because of this", 16))
		}),
	})
	of = of.Limited(5, func(t *table.Table, limit int) {
		for i := range min(5, limit) {
			r := row(fmt.Sprintf("m%d", i))
			r.BeginsSite = true
			t.Rows = append(t.Rows, r)
		}
	})
	for _, c := range []struct {
		lines, below int
		last         string
	}{{40, 4, ""}, {22, 2, "not shown: 5 cut lines (-n 0)"}, {16, 1, "not shown: 5 cut lines (-n 0)"}} {
		var b bytes.Buffer
		if err := Text(&b, of, Options{Width: 80, Screen: Screen{Lines: c.lines, Columns: 80}}); err != nil {
			t.Fatal(err)
		}
		text := b.String()
		if n, below := strings.Count(text, "\n"), strings.Count(text, "\n    "); n > c.lines || below != 5*c.below || !strings.Contains(text, c.last) || c.last == "" && strings.Contains(text, "not shown") {
			t.Errorf("%d lines of %d, %d below rows:\n%s", n, c.lines, below, text)
		}
	}
}

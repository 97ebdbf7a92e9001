package render

import (
	"bufio"
	"cmp"
	"io"
	"slices"
	"strings"

	"github.com/rivo/uniseg"

	"github.com/iprof-viz/iprof-viz/convert"
)

// What fitting a table into a terminal tries not to go below.
const (
	goodName  = 44 // columns of a name; below it counts are shortened. Class and method of most Java names fit
	shortName = 30 // below it minor columns go
	leastName = 8
	columnGap = 2
)

// Text writes a table for a person at a terminal: what it is, then aligned columns. Where it does not fit into the
// width, counts are shortened (7.88M), then minor columns left out, and long names cut in their middle, which keeps
// package and method. Characters that would move the cursor, or that nobody sees, are written by their numbers.
//
// Neither text/tabwriter nor the table libraries cut in the middle or share the width among columns by need, and
// tabwriter counts runes: names of wide or combining characters would not line up.
func Text(w io.Writer, t *convert.Table, opts TableOptions) error {
	p := lineWriter{bufio.NewWriter(w), opts.Color} // keeps the first error
	p.table(t, opts.Width)
	return p.b.Flush()
}

// table writes a table.
func (p lineWriter) table(t *convert.Table, width int) {
	p.head(head(t), t.Doubts, width)
	p.b.WriteByte('\n')
	g := newGrid(t, width)
	p.line(g.format(g.headings), dim)
	for i, row := range g.rows {
		if g.ruled[i] {
			p.b.WriteByte('\n')
		}
		p.line(g.format(row), g.styles[i])
	}
}

// head writes what stands above a table, the title first.
func (p lineWriter) head(lines, doubts []string, width int) {
	for i, line := range lines {
		style := dim
		if i == 0 {
			style = bold
		}
		for _, l := range wrap(visible(line), width) {
			p.line(l, style)
		}
	}
	for _, doubt := range doubts {
		for _, l := range wrap("warning: "+visible(doubt), width) {
			p.line(l, warn)
		}
	}
}

// A style is how a line stands out.
type style string

// The styles are of the eight colours that every terminal has, and readable on light and dark.
const (
	plain style = ""
	bold  style = "\x1b[1m"
	dim   style = "\x1b[2m"
	warn  style = "\x1b[33m"
)

// A lineWriter writes lines.
type lineWriter struct {
	b     *bufio.Writer
	color bool
}

func (p lineWriter) line(text string, s style) {
	if p.color && s != plain && text != "" {
		text = string(s) + text + "\x1b[0m"
	}
	p.b.WriteString(text)
	p.b.WriteByte('\n')
}

// A grid is a table as text that fits.
type grid struct {
	columns  []convert.Column
	headings []string
	rows     [][]string
	styles   []style
	ruled    []bool // by row: a blank line comes before it
	widths   []int
}

func newGrid(t *convert.Table, width int) *grid {
	s := newNumberStyle(t)
	g := layoutGrid(t, s, width, 0)
	if g.nameWidth() < g.goodWidth(goodName) {
		s.short = true
		g = layoutGrid(t, s, width, 0)
	}
	for dropped := 1; g.nameWidth() < g.goodWidth(shortName) && dropped <= minors(t); dropped++ {
		g = layoutGrid(t, s, width, dropped)
	}
	g.cut()
	return g
}

func minors(t *convert.Table) int {
	n := 0
	for _, c := range t.Columns {
		if c.Minor && c.Heading != "" {
			n++
		}
	}
	return n
}

// layoutGrid words the cells and shares the width out, without some of the minor columns, the last ones. Names are not cut
// yet.
func layoutGrid(t *convert.Table, s numberStyle, width, dropped int) *grid {
	g := &grid{}
	var places []int
	left := minors(t) - dropped
	for i, c := range t.Columns {
		if c.Minor {
			left--
		}
		if c.Heading != "" && !(c.Minor && left < 0) {
			places = append(places, i)
			g.columns = append(g.columns, c)
			g.headings = append(g.headings, c.Heading)
		}
	}
	add := func(row convert.Row, st style, ruled, continued bool) {
		if row.Strong {
			st = bold
		}
		texts := make([]string, len(places))
		for k, i := range places {
			if c := t.Columns[i]; !(continued && c.Shared) {
				texts[k] = visible(s.cell(row.Cells[i], c.Kind))
			}
		}
		g.rows, g.styles, g.ruled = append(g.rows, texts), append(g.styles, st), append(g.ruled, ruled)
	}
	if t.Total != nil {
		add(*t.Total, bold, false, false)
	}
	nested := t.Parts != ""
	for i, row := range t.Rows {
		first := i == 0 || row.First
		add(row, plain, nested && first && i > 0, nested && !first)
	}
	if t.Rest != nil {
		add(*t.Rest, dim, nested && len(t.Rows) > 0, false)
	}
	for i, row := range t.Outside {
		add(row, plain, i == 0 && len(g.rows) > 0, false)
	}
	if t.OutsideRest != nil {
		add(*t.OutsideRest, dim, false, false)
	}

	g.widths = make([]int, len(places))
	for k := range places {
		g.widths[k] = columnsOf(g.headings[k])
		for _, row := range g.rows {
			g.widths[k] = max(g.widths[k], columnsOf(row[k]))
		}
	}
	if width > 0 {
		g.fit(width)
	}
	return g
}

// fit makes the columns of names narrower until the line fits: the widest give way first.
func (g *grid) fit(width int) {
	free := width - columnGap*(len(g.columns)-1)
	var names []int
	for k, c := range g.columns {
		if isName(c.Kind) {
			names = append(names, k)
		} else {
			free -= g.widths[k]
		}
	}
	slices.SortStableFunc(names, func(a, b int) int { return cmp.Compare(g.widths[a], g.widths[b]) })
	for i, k := range names {
		share := max(leastName, free/(len(names)-i))
		g.widths[k] = min(g.widths[k], share)
		free -= g.widths[k]
	}
}

// nameWidth returns how wide the narrowest column of names is that has to cut any; a great number if none has to.
func (g *grid) nameWidth() int {
	least := 1 << 30
	for k, c := range g.columns {
		if isName(c.Kind) && slices.ContainsFunc(g.rows, func(row []string) bool { return columnsOf(row[k]) > g.widths[k] }) {
			least = min(least, g.widths[k])
		}
	}
	return least
}

// goodWidth is the wish for a width of names, which is less where several have to share.
func (g *grid) goodWidth(wish int) int {
	n := 0
	for _, c := range g.columns {
		if isName(c.Kind) {
			n++
		}
	}
	return wish / max(1, n)
}

// cut shortens what is too long for its column.
func (g *grid) cut() {
	for k := range g.columns {
		g.headings[k] = cutMiddle(g.headings[k], g.widths[k])
		for _, row := range g.rows {
			row[k] = cutMethod(row[k], g.widths[k])
		}
	}
}

// format aligns the cells of a row.
func (g *grid) format(row []string) string {
	var b strings.Builder
	for k, text := range row {
		if k > 0 {
			b.WriteString(strings.Repeat(" ", columnGap))
		}
		pad := strings.Repeat(" ", max(0, g.widths[k]-columnsOf(text)))
		if rightAligned(g.columns[k].Kind) {
			b.WriteString(pad)
			b.WriteString(text)
		} else {
			b.WriteString(text)
			b.WriteString(pad)
		}
	}
	return strings.TrimRight(b.String(), " ")
}

// columnsOf returns how many columns of a terminal a text takes.
func columnsOf(s string) int {
	for i := 0; i < len(s); i++ {
		if s[i] >= 0x80 {
			return uniseg.StringWidth(s)
		}
	}
	return len(s)
}

// cutMethod shortens a method's name to a number of columns. Class and method go last of all: of parameters no more is left
// than these spare, and of packages what there is room for:
//
//	java.util.…IntPipeline.forEachWithCancel
//	com.exam…Cart.add(java…String)
func cutMethod(s string, width int) string {
	if columnsOf(s) <= width {
		return s
	}
	name, params := s, ""
	if i := strings.IndexByte(s, '('); i > 0 {
		name, params = s[:i], s[i:]
	}
	if params != "" {
		name = cutMethod(name, max(width*2/3, width-columnsOf(params)))
		return name + cutMiddle(params, width-columnsOf(name))
	}
	tail := name[strings.LastIndexByte(name[:max(strings.LastIndexByte(name, '.'), 0)], '.')+1:]
	return cutBefore(name, width, columnsOf(tail))
}

// leastHead is what has to be left before the … for a tail that wants more than its share.
const leastHead = 3

// cutMiddle shortens a text to a number of columns with a … in its middle. What comes last says more: it gets two thirds.
func cutMiddle(s string, width int) string { return cutBefore(s, width, 0) }

// cutBefore shortens a text to a number of columns so that the last ones, end of them, stay whole if they can; 0: as
// cutMiddle does.
func cutBefore(s string, width, end int) string {
	if columnsOf(s) <= width {
		return s
	}
	if width <= 1 {
		return "…"[:min(width, 1)*len("…")]
	}
	head := (width - 1) / 3
	if more := width - 1 - end; end > 0 && more >= leastHead {
		head = more
	}
	tail := width - 1 - head
	var clusters []string
	var widths []int
	for rest, state := s, -1; rest != ""; {
		var c string
		var n int
		c, rest, n, state = uniseg.FirstGraphemeClusterInString(rest, state)
		clusters, widths = append(clusters, c), append(widths, n)
	}
	from, until := 0, len(clusters)
	for from < until && widths[from] <= head {
		head -= widths[from]
		from++
	}
	tail += head // what a wide character leaves
	for until > from && widths[until-1] <= tail {
		tail -= widths[until-1]
		until--
	}
	return strings.Join(clusters[:from], "") + "…" + strings.Join(clusters[until:], "")
}

// wrap breaks a text at spaces into lines of at most width columns, if a word does not take more; 0: never. Lines after
// the first are indented.
func wrap(text string, width int) []string {
	if width <= 0 || columnsOf(text) <= width {
		return []string{text}
	}
	var lines []string
	line := ""
	for word := range strings.FieldsSeq(text) {
		switch {
		case line == "":
			line = word
		case columnsOf(line)+1+columnsOf(word) <= width:
			line += " " + word
		default:
			lines = append(lines, line)
			line = "  " + word
		}
	}
	return append(lines, line)
}

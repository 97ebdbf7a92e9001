// Package summary writes the summary of a profile, and the findings of a check: as text, Markdown and JSON.
package summary

import (
	"bufio"
	"fmt"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/info"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/render/internal/fitname"
	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
	"github.com/iprof-viz/iprof-viz/render/internal/places"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
	"github.com/iprof-viz/iprof-viz/render/palette"
)

// An infoText writes parts of an Info.
type infoText struct {
	w     *bufio.Writer
	in    *info.Info
	width int
	short *bool // set when a name is shortened
}

// absent marks a section that the file does not have. Its counts are unknown, not zero.
const absent = "absent"

func (t *infoText) sections() {
	rows := [][]string{{"", "records", "total", ""}}
	for _, s := range t.in.Sections {
		row := []string{s.Metric.String(), absent, "", ""}
		if s.Present {
			row = []string{s.Metric.String(), numbers.Thousands(s.Records), "", ""}
			if s.Records > 0 {
				row[2], row[3] = numbers.Thousands(s.Total), numbers.MetricUnits[s.Metric]
			}
			if s.Damaged > 0 {
				row[2], row[3] = "n/a", row[3]+damagedWords(s.Damaged)
			}
		}
		rows = append(rows, row)
	}
	t.heading("Records" + t.withProfiler())
	t.grid(rows, left, right, right, left)
}

// damagedWords says, after the unit of a section, why it has no total.
func damagedWords(n int64) string { return ", no total: " + words.Count(n, "count") + " damaged" }

func (t *infoText) tables() {
	t.heading("Tables")
	rows := [][]string{{"", "listed", "referred to", "of these, unlisted"}}
	for _, table := range []struct {
		name string
		info.TableInfo
	}{{"methods", t.in.Methods}, {"types", t.in.Types}} {
		rows = append(rows, []string{table.name, numbers.Thousands(table.Listed), numbers.Thousands(table.Referred), numbers.Thousands(table.Unlisted)})
	}
	t.grid(rows, left, right, right, right)

	t.trees("Contexts"+t.withProfiler(), []namedTree{{"inlining contexts", t.in.Contexts}, {"sampled stacks", t.in.Stacks}})
}

// withProfiler says that numbers cover the entire file, unlike in other commands and in most lists.
func (t *infoText) withProfiler() string {
	if slices.ContainsFunc(t.in.Code, func(c info.CodeInfo) bool { return c.ByKind[convert.Profiler] > 0 }) {
		return ", including the profiler's own"
	}
	return ""
}

// A namedTree is a row of the table of trees; in is nil without contexts.
type namedTree struct {
	name string
	in   *info.TreeInfo
}

func (t *infoText) trees(heading string, trees []namedTree) {
	rows := [][]string{{"", "distinct", "roots", "frames: median", "mean", "most"}}
	for _, tree := range trees {
		row := []string{tree.name, "none", "", "", "", ""}
		if c := tree.in; c != nil {
			row = []string{tree.name, numbers.Thousands(c.Contexts), numbers.Thousands(c.Roots), numbers.Thousands(c.Median),
				fmt.Sprintf("%.1f", float64(c.Frames)/float64(c.Contexts)), numbers.Thousands(c.Max)}
		}
		rows = append(rows, row)
	}
	t.heading(heading)
	t.grid(rows, left, right, right, right, right, right)
}

// methodNoun is the word for what has samples: some frames are states of the VM.
func (t *infoText) methodNoun() string {
	if len(t.in.Origin().States) > 0 {
		return "frame"
	}
	return "method"
}

func (t *infoText) code() {
	if len(t.in.Code) == 0 {
		return
	}
	rows := [][]string{{""}}
	aligns := []align{left}
	for _, c := range t.in.Code {
		column := c.Metric.String()
		if t.in.OtherTool != nil {
			column = t.shortUnit(c.Metric)
		}
		rows[0] = append(rows[0], column)
		aligns = append(aligns, right)
	}
	for _, k := range palette.KindOrder {
		if k == convert.Library && !slices.ContainsFunc(t.in.Code, func(c info.CodeInfo) bool { return c.ByKind[k] > 0 }) {
			continue // there are none unless the user defines the application
		}
		row := []string{k.NameIn(t.in.Origin())}
		for _, c := range t.in.Code {
			share := "-"
			if n := c.ByKind[k]; n > 0 {
				share = numbers.SharePercent(float64(n)/float64(c.Total), 1)
			}
			row = append(row, share)
		}
		rows = append(rows, row)
	}
	heading := fmt.Sprintf("Code categories (by counted or sampled %s)", t.methodNoun())
	if slices.ContainsFunc(t.in.Code, func(c info.CodeInfo) bool { return c.Metric != convert.Samples && c.ByKind[convert.Profiler] > 0 }) {
		heading += "; shares elsewhere exclude the profiler"
	}
	t.heading(heading)
	t.grid(rows, aligns...)
}

// topHeading returns the heading of a list.
func (t *infoText) topHeading(list info.TopList) string {
	whose := ""
	switch {
	case list.Chosen == nil:
	case list.Chosen.Application:
		whose = " of the application"
	default:
		whose = " outside VM and profiler"
	}
	switch list.By {
	case info.TopApplication:
		return t.applicationHeading(list)
	case info.TopOutermost:
		return "Outermost frames by " + t.shortUnit(list.Metric)
	case info.TopSelf:
		if t.methodNoun() != "method" {
			return "Frames by self " + t.shortUnit(list.Metric)
		}
		return "Methods by self " + t.shortUnit(list.Metric)
	case info.TopEntered:
		return "Methods" + whose + " by entries"
	case info.TopRoots:
		if whose == "" {
			return "Compilation roots by inclusive entries"
		}
		return "Compilation roots" + whose + " by inclusive entries"
	case info.TopTypes:
		return "Locks" + whose + " by type"
	}
	things := map[convert.Metric]string{convert.Branches: "Conditionals", convert.Receivers: "Virtual calls", convert.InstanceOf: "Type checks"}
	return things[list.Metric] + whose + " by executions"
}

// chosenRows returns a list with its chosen rows, if there are any.
func chosenRows(list info.TopList) *info.TopList {
	if list.Chosen != nil {
		list.Rows, list.Listed, list.Total = list.Chosen.Rows, list.Chosen.Listed, list.Chosen.Base
	}
	return &list
}

func (t *infoText) top(list info.TopList) {
	t.chosen(chosenRows(list))
}

// chosen writes a list of chosen rows.
func (t *infoText) chosen(list *info.TopList) {
	heading := t.topHeading(*list)
	if damaged := t.in.Section(list.Metric).Damaged; damaged > 0 { // the first ones would be these
		t.heading(fmt.Sprintf("%s: not listed, as %s damaged", heading, words.Count(damaged, "count")+" "+words.IsOrAre(damaged)))
		return
	}
	if list.Listed > len(list.Rows) {
		heading += fmt.Sprintf(", %s of %s", numbers.Thousands(len(list.Rows)), numbers.Thousands(list.Listed))
	}
	share := "of all"
	if list.By == info.TopApplication && list.Metric != convert.Samples { // these have a row for stacks outside as well
		share = "of its entries"
	}
	rows := [][]string{{t.shortUnit(list.Metric), share}}
	aligns := []align{right, right}
	hasOwn := list.By == info.TopRoots || list.By == info.TopApplication && list.Metric == convert.Samples
	if hasOwn {
		rows[0], aligns = append(rows[0], "self"), append(aligns, right)
	}
	rows[0], aligns = append(rows[0], ""), append(aligns, left)
	for _, r := range list.Rows {
		row := []string{numbers.Thousands(r.Value), numbers.SharePercent(float64(r.Value)/float64(list.Total), 1)}
		if hasOwn {
			own := "n/a"
			if r.Own != nil {
				own = numbers.Thousands(*r.Own)
			}
			row = append(row, own)
		}
		name := plaintext.Visible(r.Name)
		if list.By == info.TopSites {
			name += " " + strings.TrimPrefix(places.CallSite(table.IntCell(int64(r.BCI))), " ")
		}
		rows = append(rows, append(row, name))
	}
	t.heading(heading)
	t.grid(rows, aligns...)
}

// caveats writes the first caveats.
func (t *infoText) caveats(n int) {
	heading := "Caveats"
	if all := len(t.in.Caveats); n < all {
		heading += fmt.Sprintf(", %s of %s", numbers.Thousands(n), numbers.Thousands(all))
	}
	t.heading(heading)
	if len(t.in.Caveats) == 0 {
		fmt.Fprintln(t.w, "  none")
	}
	const indent = "  "
	for _, d := range t.in.Caveats[:n] {
		text := d.Text
		if d.Place != "" {
			text += "; the first at " + d.Place
		}
		t.paragraph(indent+fmt.Sprintf("%-8s ", severities[d.Severity]), plaintext.Visible(text))
		if d.Hint != "" {
			t.paragraph(indent+strings.Repeat(" ", 9)+"hint: ", plaintext.Visible(d.Hint))
		}
	}
}

func (t *infoText) heading(s string) {
	fmt.Fprintln(t.w)
	t.paragraph("", s)
}

// paragraph writes text after a label, wrapped to the width and indented by the label.
func (t *infoText) paragraph(label, text string) {
	for _, line := range plaintext.WrapWords(label, strings.Repeat(" ", plaintext.Columns(label)), text, t.width) {
		fmt.Fprintln(t.w, line)
	}
}

// An align is the alignment of a column.
type align bool

const (
	left  align = false
	right align = true
)

// grid writes rows of cells in aligned columns with two spaces between them. A left-aligned last column holds names, which may be
// shortened.
func (t *infoText) grid(rows [][]string, aligns ...align) {
	widths := make([]int, len(aligns))
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], plaintext.Columns(cell))
		}
	}
	last := len(aligns) - 1
	room := t.width - 2*len(aligns)
	for _, n := range widths[:last] {
		room -= n
	}
	var names []fitname.NameInRoom
	if t.width > 0 && aligns[last] == left {
		for _, row := range rows {
			names = append(names, fitname.NameInRoom{Name: row[last], Room: max(room, fitname.MinName)})
		}
	}
	short := fitname.Fit(names)
	for r, row := range rows {
		var line strings.Builder
		for i, cell := range row {
			line.WriteString("  ")
			if i == last && names != nil {
				cell = short[names[r]]
				*t.short = *t.short || cell != row[last]
			}
			pad := strings.Repeat(" ", max(0, widths[i]-plaintext.Columns(cell)))
			if aligns[i] == right {
				line.WriteString(pad + cell)
			} else {
				line.WriteString(cell + pad)
			}
		}
		fmt.Fprintln(t.w, strings.TrimRight(line.String(), " "))
	}
}

package render

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/iprof-viz/iprof-viz/internal/words"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/table"
)

// tableHead returns the lines above a table for people: its title, and the total and view. Names fit into a line of the width; 0: any.
func tableHead(t *table.Table, width int) []string {
	if t.Subject != "" {
		return []string{t.Title, t.Subject + ", view " + t.View.String()}
	}
	of := words.CountOf(t.Base, t.Unit)
	if t.Base != t.Whole {
		of = fmt.Sprintf("%s of %s %s", thousands(t.Base), thousands(t.Whole), t.Unit)
	}
	of += ", view " + t.View.String()
	if t.Base == t.Whole && t.View != convert.MachineView {
		of += ", which hides none"
	}
	part := t.Application
	_, part.Hottest = splitName(shortHashes(part.Hottest))
	if width > 0 {
		part.Hottest = fitMethod(part.Hottest, width-len("  ,"))
	}
	head := []string{t.Title}
	if t.Miss != "" {
		head = append(head, t.Miss)
	}
	return append(append(head, of), part.Notes()...)
}

// headIsAnswer reports whether a table has no rows because nothing is the application's, or nothing is as an option asks: text and
// Markdown have only the head then, and the notes.
func headIsAnswer(t *table.Table) bool { return t.OutsideOnly || t.Miss != "" && len(t.Rows) == 0 }

// tableNotes returns everything else that a reader has to know but the doubts. Text has it below the table, so that the
// answer is on the first screen. A note of a column, "95%: …", goes with it.
func tableNotes(t *table.Table, shown []table.Column) []string {
	notes := t.Notes
	if t.Subject == "" {
		notes = slices.Concat(t.Filtered, notes)
	}
	has := func(columns []table.Column, note string) bool {
		return slices.ContainsFunc(columns, func(c table.Column) bool { return c.Heading != "" && strings.HasPrefix(note, c.Heading+": ") })
	}
	return slices.DeleteFunc(slices.Clone(notes), func(note string) bool { return has(t.Columns, note) && !has(shown, note) })
}

// fitHead shortens the counts of a line that is too long: 4,555,996,987 becomes 4.56G.
func fitHead(line string, width int) string {
	if width == 0 || columnsOf(line) <= width {
		return line
	}
	return groupedCount.ReplaceAllStringFunc(line, func(text string) string {
		n, err := strconv.ParseInt(strings.ReplaceAll(text, ",", ""), 10, 64)
		if err != nil || n < minShort {
			return text
		}
		return shortCount(n)
	})
}

// groupedCount matches a count with thousands separators.
var groupedCount = regexp.MustCompile(`\b\d{1,3}(?:,\d{3})+\b`)

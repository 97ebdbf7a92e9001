package diff

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/internal/words"
)

// A method has several shares of samples: of self samples, of those with callees and, in the application view, of its own and the
// library code that it calls. Each has its verdict. The notes below name the methods whose verdicts differ, as the reader of one table
// would take it for the answer to all.

// A methodVerdict says how a share changed: 1 it is larger, -1 it is smaller, 0 no change is reported.
type methodVerdict int

func (m *methodChange) verdict() methodVerdict {
	switch {
	case !m.changed:
		return 0
	case m.share > m.before:
		return 1
	}
	return -1
}

func (v methodVerdict) String() string { return [...]string{"smaller", "no change", "larger"}[v+1] }

// listed is the number of methods that a note names.
const listed = 3

// named returns the labels of the first rows, and how many more there are.
func (c *comparison) named(rows []methodChange, about func(methodChange) string) string {
	var parts []string
	for _, row := range rows[:min(listed, len(rows))] {
		parts = append(parts, c.rowNames(row.number).label+about(row))
	}
	if more := len(rows) - len(parts); more > 0 {
		parts = append(parts, words.Thousands(int64(more))+" more")
	}
	return words.List(parts)
}

// notCompared is the caveat about rows that are not compared; nil: there are none.
func (c *comparison) notCompared(why string, rows []methodChange) []string {
	if len(rows) == 0 {
		return nil
	}
	slices.SortStableFunc(rows, func(a, b methodChange) int {
		return cmp.Compare(max(b.count.Old, b.count.New), max(a.count.Old, a.count.New))
	})
	named := c.named(rows, func(methodChange) string { return "" })
	return []string{"not compared, as " + why + ": " + words.CountOf(int64(len(rows)), c.opts.By.Plural()) + ", " + named}
}

// addVerdictNotes adds notes about methods whose verdicts differ between tables of samples, given the rows of this one.
func (c *comparison) addVerdictNotes(tested []methodChange) {
	if c.opts.By != convert.ByMethod || c.opts.Exact {
		return
	}
	if note := c.oppositeNote(tested); note != "" {
		c.verdicts = append(c.verdicts, note)
	}
	if c.opts.Totals {
		return
	}
	if note := c.applicationNote(tested); note != "" {
		c.verdicts, c.otherInView = append(c.verdicts, note), true
	}
}

// oppositeNote names methods whose self samples have a larger share, and their samples with callees a smaller one, or the reverse.
func (c *comparison) oppositeNote(tested []methodChange) string {
	rows := map[int32]methodChange{}
	for _, row := range tested {
		if row.changed { // of a million methods, few have
			rows[row.number] = row
		}
	}
	if len(rows) == 0 {
		return ""
	}
	other := *c
	other.opts.Totals = !c.opts.Totals
	all, _, _ := other.testMethods(convert.Samples)
	var opposite []methodChange
	others := map[int32]methodChange{}
	for _, of := range all {
		if row := rows[of.number]; row.verdict()*of.verdict() < 0 {
			opposite, others[of.number] = append(opposite, row), of
		}
	}
	if len(opposite) == 0 {
		return ""
	}
	c.sortMethods(opposite)
	return "samples: opposite changes of self and total samples (with callees): " + c.named(opposite, func(row methodChange) string {
		self, total := row, others[row.number]
		if c.opts.Totals {
			self, total = total, self
		}
		return fmt.Sprintf(" (self %s, total %s)", pointsText(self), pointsText(total))
	})
}

// pointsText returns the change of a share: +1.19 points.
func pointsText(of methodChange) string {
	return strings.ReplaceAll(fmt.Sprintf("%+.2f points", 100*(of.share-of.before)), "-", "−")
}

// applicationNote compares the verdicts on application methods by their self samples alone with those of the application view, which
// charges these methods with the code that they call. It is the same in all views, and "" if the verdicts do not differ.
func (c *comparison) applicationNote(tested []methodChange) string {
	inView := func(v convert.View) map[int32]methodChange {
		rows, of := tested, c
		if (v == convert.AppView) != (c.opts.Filter.View == convert.AppView) {
			opts := c.opts
			opts.Filter.View = v
			of = newComparison(c.Comparison, opts)
			rows, _, _ = of.testMethods(convert.Samples)
		}
		found := map[int32]methodChange{}
		for _, row := range rows {
			if row.changed && of.isApplicationRow(row.number) {
				found[row.number] = row
			}
		}
		return found
	}
	self, charged := inView(convert.ExpertView), inView(convert.AppView)
	var differing []methodChange
	for number, row := range self {
		if of := charged[number]; of.verdict() != row.verdict() {
			differing = append(differing, row)
		}
	}
	for number, row := range charged {
		if _, ok := self[number]; !ok {
			differing = append(differing, row)
		}
	}
	if len(differing) == 0 {
		return ""
	}
	c.sortMethods(differing)
	number := func(of map[int32]methodChange) string {
		if len(of) == 0 {
			return "none"
		}
		return words.Thousands(int64(len(of)))
	}
	return fmt.Sprintf("samples: application methods with a changed share: %s of self samples alone, %s with the library code that they call (--view app); different verdicts: %s",
		number(self), number(charged), c.named(differing, func(row methodChange) string {
			alone, with := self[row.number], charged[row.number]
			return fmt.Sprintf(" (self %s, with library code %s)", alone.verdict(), with.verdict())
		}))
}

// contraryNote names methods with a larger share of a smaller whole whose counts did not rise, or the reverse: they may take no more time
// than before.
func (c *comparison) contraryNote(changes []methodChange, runs compare.Runs, unit string) string {
	contrary := slices.DeleteFunc(slices.Clone(changes), func(of methodChange) bool {
		return of.verdict() == methodVerdict(cmp.Compare(of.count.New, of.count.Old))
	})
	if len(contrary) == 0 || !runs.Comparable() {
		return ""
	}
	share, count := "larger", "more"
	if runs.Ratio > 1 {
		share, count = "smaller", "fewer"
	}
	whole := "there are " + factorWords(runs.New/runs.Old) + " in all"
	if !runs.Sampled && runs.Typical {
		whole = fmt.Sprintf("the new run is treated as %s times as long", words.Significant(runs.Ratio))
	}
	return fmt.Sprintf("a %s share, but no %s %s than before, as %s: %s", share, count, unit, whole, c.named(contrary, func(of methodChange) string {
		return fmt.Sprintf(" (%s → %s)", words.Thousands(of.count.Old), words.Thousands(of.count.New))
	}))
}

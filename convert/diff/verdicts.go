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
	if note, alone := c.applicationNote(tested); note != "" {
		c.verdicts, c.otherInView, c.onlyAlone = append(c.verdicts, note), true, alone
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
// charges these methods with the code that they call. It is the same in all views, and "" if the verdicts do not differ. Alone is the number
// of methods that changed by their self samples, if none did in the application view.
func (c *comparison) applicationNote(tested []methodChange) (note string, alone int) {
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
		return "", 0
	}
	if len(charged) == 0 {
		alone = len(self)
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
		})), alone
}

// markDiluted marks the changes that are only those of the whole, and returns a note about the mark; nil: there are none.
func (c *comparison) markDiluted(changes []methodChange, runs compare.Runs, m convert.Metric, unit string) []string {
	by := compare.UnknownWork()
	if m == convert.Samples {
		plain := *c
		plain.grouping = nil
		counts, _ := plain.methodCounts(m, wholePart, false)
		by = c.SampleWork(runs, counts)
	}
	n := int64(0)
	for i := range changes {
		if changes[i].diluted = runs.IsDiluted(changes[i].count, by); changes[i].diluted {
			n++
		}
	}
	if n == 0 {
		return nil
	}
	share, count, within := "larger", "more", ""
	if runs.Ratio > by.Ratio { // all of them are on this side
		share, count = "smaller", "fewer"
	}
	if runs.Sampled && !runs.Exact() {
		within = ", within noise"
	}
	return []string{fmt.Sprintf("%s*: only the share of %s is %s: no %s %s %s%s, as there are %s in all",
		share, words.CountOf(n, c.opts.By.Plural()), share, count, unit, by.Than, within, factorWords(runs.New/runs.Old))}
}

package diff

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/words"
)

// A methodChange is how a method's count changed.
type methodChange struct {
	number        int32
	count         compare.Counts
	inOld, inNew  bool
	share, before float64 // of the larger run, after normalization
	changed       bool    // significant and large enough
	spread        float64 // relative standard deviation between runs of one side; negative: unknown

	partly   [2]bool // by side: the count is a lower bound
	atLeast  bool    // so the change is of this size or larger
	diluted  bool    // only the share changed, as the total did, see [compare.Runs.IsDiluted]
	skipped  bool    // not compared: it may have changed by any amount
	untested bool    // it is skipped without a test
}

// word returns the kind of change: more, fewer, new or gone.
func (m *methodChange) word() string {
	switch {
	case !m.inNew:
		return "gone"
	case !m.inOld:
		return "new"
	case m.share < m.before:
		return "fewer"
	}
	return "more"
}

// methods compares self samples or entries by method.
func (c *comparison) methods(m convert.Metric, d *Difference) *table.Table {
	t := c.table(m)
	tested, uncounted, runs := c.testMethods(m)
	if m != convert.Samples {
		t.Notes = append(t.Notes, runs.LengthNote())
	}
	tests := len(tested)
	for tests > 0 && tested[tests-1].untested {
		tests--
	}
	section, of := Calls, 1
	if m == convert.Samples {
		section, of = Samples, 0
	}
	d.runs[of], d.apart = &runs, c.apart
	var skipped []methodChange
	for _, of := range tested {
		if of.skipped {
			skipped = append(skipped, of)
		}
	}
	overlap, left := c.methodOverlap(m, tested)
	c.overlaps.set(t, section, overlap, c.opts.Filter)
	c.overlaps.left += left // of calls only
	t.AddFact("length_ratio", table.FloatCell(runs.Ratio))
	t.Notes = append(t.Notes, c.changeNote(runs.ChangeNote(c.opts.Threshold, tests, c.opts.By.Plural())))
	c.addDetectable(t, runs, tests)
	t.Caveats = append(t.Caveats, c.notCompared("contexts have no count in one profile", skipped)...)
	t.Caveats = append(t.Caveats, c.notCompared("one profile ran it without a count", uncounted)...)
	if c.opts.By == convert.ByLine {
		if note := c.editedNote(tested); note != "" {
			t.Notes = append(t.Notes, note)
		}
	}
	t.Caveats = append(t.Caveats, runs.Caveats()...)
	c.random = c.random || !runs.Exact()
	if c.opts.By == convert.ByMethod && !c.opts.Totals && d.ofPrograms == "" {
		d.ofPrograms = ProgramCaveat(c.methodChanges(tested), t.Unit)
	}
	if section == Samples {
		c.addVerdictNotes(tested)
	}
	changes := tested[:0] // there may be a million
	quiet := 0
	for _, of := range tested {
		c.counted(of.count)
		switch {
		case of.share == of.before || of.skipped:
		case of.changed:
			changes = append(changes, of)
		default:
			quiet++
		}
	}
	if len(changes) == 0 && quiet > 0 {
		chance := func(of compare.Counts) float64 { return runs.Chance(float64(of.Old), float64(of.New)) }
		c.judge(tests, func(i int) float64 { return c.lowestOf(tested[i].count, chance) })
	}
	unit, share := t.Unit, "share"
	if section == Samples {
		share = c.opts.order() + " share"
	}
	if section == Samples && c.opts.Totals {
		unit = "total " + t.Unit
	}
	for _, of := range changes {
		if c.isApplicationRow(of.number) {
			c.ofApplication++
		}
	}
	c.sortMethods(changes)
	t.Notes = append(t.Notes, c.markDiluted(changes, runs, m, unit)...)
	if len(changes) > 0 {
		t.Subject += ", compared as shares" // fewer samples may be a larger share
		t.Notes = append(t.Notes, runs.HeadingNotes()...)
		first := changes[0]
		if change := first.share - first.before; d.Largest == nil || math.Abs(change) > math.Abs(d.Largest.Change) {
			d.Largest = &ShareChange{unit, c.rowNames(first.number).label, change}
		}
	}
	if note := runs.DetectableNote(tests); len(changes) == 0 && !c.opts.Exact {
		c.detectable += note
	}
	kept := keptMethods{methods: slices.Clone(changes[:c.limited(len(changes))]), all: len(changes), runs: runs} // the table keeps no more of them
	for i := range changes {
		kept.count.Old += changes[i].count.Old
		kept.count.New += changes[i].count.New
	}
	return t.Truncatable(len(kept.methods), func(t *table.Table, shown int) {
		c.fillMethods(t, &kept, shown)
		finishDiff(t, section, c.opts.By.Plural(), "change of their "+share, shown, kept.all, quiet, t.Subject)
	})
}

// testMethods compares the samples or entries of all rows that have any, in the order of their numbers, but for rows that one side ran
// without a count, which are uncounted. Those that are skipped come last.
func (c *comparison) testMethods(m convert.Metric) (tested []methodChange, uncounted []methodChange, runs compare.Runs) {
	totals := c.opts.Totals && m == convert.Samples
	counts, known := c.methodCounts(m, shownPart, false)
	all, anywhere := counts, known
	if c.opts.Filter != wholeFilter {
		all, anywhere = c.methodCounts(m, wholePart, false)
	}
	runs = c.methodRuns(m, counts).Within(c.methodRuns(m, all))
	if totals {
		counts, known = c.methodCounts(m, shownPart, true)
	}
	byRun := c.methodsByRun(m, shownPart, totals)
	if m == convert.Samples && !totals { // without self samples, a method may still be on stacks: it is not gone
		_, known = c.methodCounts(m, shownPart, true)
	}

	var unknown []bool
	var bounds [2][]compare.Uncounted
	if m == convert.Calls {
		unknown, bounds = c.uncounted(anywhere), c.bounds()
		c.apart = c.entriesApart(counts, unknown, bounds)
	}
	var skipped []methodChange

	tested = make([]methodChange, 0, len(counts))
	likelihoods := make([]float64, 0, len(counts))
	var observed [][]compare.Observation
	rests := c.restsOfRuns(m, c.methodsByRun(m, wholePart, false))
	for number, count := range counts {
		of := methodChange{number: int32(number), count: count, spread: -1, inOld: known[compare.OldSide][number], inNew: known[compare.NewSide][number]}
		if !of.inOld && !of.inNew || count == (compare.Counts{}) {
			continue
		}
		if unknown != nil && unknown[number] {
			uncounted = append(uncounted, of)
			continue
		}
		of.before, of.share = runs.Shares(count)
		if of.unproven(bounds) {
			of.skipped, of.untested = true, true
			skipped = append(skipped, of)
			continue
		}
		tested = append(tested, of)
		likelihoods = append(likelihoods, runs.Chance(float64(count.Old), float64(count.New)))
		if len(byRun) > 0 {
			observed = append(observed, observations(m, byRun, rests, number))
		}
	}
	for i, v := range c.beyondVariation(likelihoods, observed) {
		tested[i].spread = v.Spread
	}
	for i, picked := range c.chance(likelihoods) {
		of := &tested[i]
		of.changed = of.share != of.before && picked && (c.opts.Exact || runs.Reaches(of.count, c.opts.Threshold))
		of.skipped = of.atLeast && !of.changed
	}
	return append(tested, skipped...), uncounted, runs
}

// An unproven row has a count that is a lower bound, and changed by at least so much, or perhaps not at all.
func (of *methodChange) unproven(bounds [2][]compare.Uncounted) bool {
	var alone [2]bool
	for side, marks := range bounds {
		if marks != nil {
			of.partly[side], alone[side] = marks[of.number] != compare.Counted, marks[of.number] == compare.UncountedAlone
		}
	}
	more, fewer := alone[compare.NewSide] && of.share > of.before, alone[compare.OldSide] && of.share < of.before
	of.atLeast = alone[compare.NewSide] != alone[compare.OldSide] && (more || fewer)
	return alone != [2]bool{} && !of.atLeast
}

// entriesApart returns the entries of rows that have a count in one profile and contexts without one in the other, all or some of them, given
// the counts of all rows and the results of [comparison.uncounted] and [comparison.bounds].
func (c *comparison) entriesApart(counts []compare.Counts, unknown []bool, bounds [2][]compare.Uncounted) compare.Incomparable {
	var of compare.Incomparable
	var rows []methodChange
	for number, count := range counts {
		if count == (compare.Counts{}) || !isApart(int32(number), unknown, bounds) {
			continue
		}
		of.Partly = of.Partly || unknown == nil || !unknown[number]
		of.Counts.Old += count.Old
		of.Counts.New += count.New
		rows = append(rows, methodChange{number: int32(number), before: float64(count.Old), share: float64(count.New)})
	}
	if len(rows) > 0 {
		c.sortMethods(rows)
		of.Methods = words.CountOf(int64(len(rows)), c.opts.By.Plural()) + ", " + c.named(rows, func(methodChange) string { return "" })
	}
	return of
}

// methodCounts returns the self samples, or entries, of a part by row, or with totals the samples with callees, and which rows have
// records there on a side.
func (c *comparison) methodCounts(m convert.Metric, which part, totals bool) (counts []compare.Counts, known [2][]bool) {
	for i := range c.sides {
		s := &c.sides[i]
		of, has := c.rowCounts(i, s.Profile, c.Methods[i], m, s.of(which, m), totals)
		known[i] = has
		counts = append(counts, make([]compare.Counts, len(of)-len(counts))...) // the new side may have more lines
		for row, v := range of {
			counts[row].Add(i, v)
		}
	}
	known[compare.OldSide] = append(known[compare.OldSide], make([]bool, len(counts)-len(known[compare.OldSide]))...)
	return counts, known
}

// methodOverlap returns the overlap of self samples, or entries, by method, regardless of the rows that were tested: of all records, but for the
// entries of methods that both profiles ran and that one of them does not count, in all or some of their contexts. Of says how much is left;
// "": all.
func (c *comparison) methodOverlap(m convert.Metric, tested []methodChange) (overlap Overlap, of string) {
	notShared := 0.0
	if c.apart.Methods != "" && m == convert.Calls || c.grouping != nil || c.opts.Totals && m == convert.Samples {
		plain := *c
		plain.grouping = nil
		counts, known := plain.methodCounts(m, shownPart, false)
		var unknown []bool
		var bounds [2][]compare.Uncounted
		if m == convert.Calls {
			unknown, bounds = plain.uncounted(known), plain.bounds()
		}
		tested = make([]methodChange, len(counts))
		var whole, apart compare.Counts
		for i, n := range counts {
			whole.Old, whole.New = whole.Old+n.Old, whole.New+n.New
			if isApart(int32(i), unknown, bounds) {
				apart.Old, apart.New = apart.Old+n.Old, apart.New+n.New
				continue
			}
			tested[i].count = n
		}
		if apart != (compare.Counts{}) {
			old, new := float64(apart.Old)/float64(max(1, whole.Old)), float64(apart.New)/float64(max(1, whole.New))
			notShared = max(old, new)
			of = fmt.Sprintf("%s of the old and %s of the new %s", percentText(1-old), percentText(1-new), convert.EntriesUnit)
		}
	}
	overlap = overlapOf(len(c.sides), func(yield func([]int64) bool) {
		both := make([]int64, len(c.sides))
		for i := range tested {
			of := tested[i].count
			both[compare.OldSide], both[compare.NewSide] = of.Old, of.New
			if !yield(both) {
				return
			}
		}
	})
	overlap.Apart = notShared
	return overlap, of
}

// isApart reports whether a row has entries that only one profile counts, given the results of [comparison.uncounted] and [comparison.bounds].
func isApart(row int32, unknown []bool, bounds [2][]compare.Uncounted) bool {
	apart := unknown != nil && unknown[row]
	for _, marks := range bounds {
		apart = apart || marks != nil && marks[row] == compare.UncountedAlone
	}
	return apart
}

// methodRuns returns the runs of a metric, given the counts of methods.
func (c *comparison) methodRuns(m convert.Metric, counts []compare.Counts) compare.Runs {
	if m != convert.Samples {
		return compare.CallRuns(counts)
	}
	var old, new float64
	for _, count := range counts {
		old += float64(count.Old)
		new += float64(count.New)
	}
	return c.SampleRuns(old, new)
}

// sortMethods sorts changes, largest first.
func (c *comparison) sortMethods(changes []methodChange) {
	name := func(of methodChange) string { return c.rowNames(of.number).name }
	slices.SortFunc(changes, func(a, b methodChange) int {
		if larger := cmp.Compare(math.Abs(b.share-b.before), math.Abs(a.share-a.before)); larger != 0 {
			return larger
		}
		return cmp.Or(strings.Compare(name(a), name(b)), cmp.Compare(a.number, b.number))
	})
}

// isVisible reports whether the shares differ by at least 0.05 points: for smaller differences the factor is more informative.
func (of methodChange) isVisible() bool { return math.Abs(of.share-of.before) >= 0.0005 }

// keptMethods are the changed methods that a table may show, and the others as numbers.
type keptMethods struct {
	methods []methodChange
	all     int            // number of changed methods
	count   compare.Counts // of all of them
	runs    compare.Runs
}

func (c *comparison) fillMethods(t *table.Table, of *keptMethods, shown int) {
	kept := of.methods[:shown]
	oldNames := slices.ContainsFunc(kept, func(of methodChange) bool { n := c.rowNames(of.number); return n.old != "" && n.label == n.name })
	row := table.DeclareLate(t, methodColumns(t.Unit, c.opts.By, oldNames, len(c.singleRuns) > 0, slices.ContainsFunc(kept, methodChange.isVisible), of.runs))
	t.Rows = make([]table.Row, 0, len(kept))
	for i := range kept {
		t.Rows = append(t.Rows, row(methodRow{of: c, change: &kept[i]}))
	}
	if n := of.all - len(kept); n > 0 {
		sum := &methodSum{name: table.More(n, c.opts.By.Plural()), count: of.count, isOverlapping: c.opts.Totals && t.Metric == convert.Samples}
		for i := range kept {
			sum.count.Old -= kept[i].count.Old
			sum.count.New -= kept[i].count.New
		}
		rest := row(methodRow{of: c, sum: sum})
		rest.Omitted = n
		t.Rest = &rest
	}
}

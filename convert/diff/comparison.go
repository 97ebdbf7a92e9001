package diff

import (
	"fmt"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/convert/sourceline"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A comparison is a pair of profiles, with the records that filters keep of each.
type comparison struct {
	*compare.Comparison
	opts  Options
	sides [2]side

	grouping *grouping // of the rows of samples and calls; nil: they are methods

	singleRuns []singleRun // the old ones first; nil if each side is one run

	overlaps overlaps
	apart    compare.Incomparable // of the entries of the rows

	judged        bool     // a table so far has enough counts to find a change
	detectable    string   // which changes of samples are large enough to be found, if there are none
	ofApplication int      // number of changes so far in application methods
	verdicts      []string // notes about methods whose verdicts differ between tables of samples
	otherInView   bool     // the application view has other verdicts on application methods
	onlyAlone     int      // application methods whose self samples changed, if none changed in that view
	random        bool     // a table so far has differences that may be due to chance
	unequal       bool     // at least one count so far differs
}

type side struct {
	*compare.Side
	projections
}

// method returns the name of a method by its number, and its name in the old profile, "" if that is the same.
func (c *comparison) method(number int32) (name, oldName string) {
	if number == c.summaryNumber() {
		return c.opts.Filter.View.SummaryFrame(), ""
	}
	return c.Method(number)
}

func (c *comparison) namesOf(number int32) methodNames {
	name, old := c.method(number)
	return methodNames{name, old, c.label(number)}
}

// label returns the display name of a method: if it was renamed, both names.
func (c *comparison) label(number int32) string {
	if number == c.summaryNumber() {
		return c.opts.Filter.View.SummaryFrame()
	}
	return c.Label(number)
}

// identity returns the identity of a method, for scripts.
func (c *comparison) identity(number int32) identity {
	var of identity
	if number == c.summaryNumber() {
		return of
	}
	for _, side := range []int{compare.NewSide, compare.OldSide} {
		s := &c.sides[side]
		slot := s.MethodSlots[number]
		if slot < 0 {
			continue
		}
		m, _ := s.Profile.MethodAt(int(slot))
		if id := table.IntCell(int64(m.ID)); side == compare.NewSide {
			of.id = id
		} else {
			of.oldID = id
		}
		if of.signature.Kind == table.None {
			of.signature = table.TextCell(convert.JVMSignature(s.Profile, m))
		}
	}
	of.renamedFrom = table.TextOrNone(c.RenamedFrom(number))
	return of
}

// isApplication reports whether a method is application code, in either profile.
func (c *comparison) isApplication(number int32) bool {
	if number == c.summaryNumber() {
		return false
	}
	for i := range c.sides {
		s := &c.sides[i]
		if slot := s.MethodSlots[number]; slot >= 0 && s.Names.Kind(int(slot)) == convert.Application {
			return true
		}
	}
	return false
}

// applicationWords returns the end of the title, which says how many of all changes are in application code, for a reader who sees
// all code.
func (c *comparison) applicationWords(changes int) string {
	if c.opts.Filter.View == convert.AppView || changes == 0 || c.ofApplication == changes && !c.otherInView {
		return ""
	}
	number, other := "none", ""
	switch {
	case c.ofApplication == changes:
		number = "all"
	case c.ofApplication > 0:
		number = words.Thousands(int64(c.ofApplication))
	}
	switch {
	case c.onlyAlone > 0 && c.onlyAlone == c.ofApplication: // and no call or branch
		other = "; none with callees"
	case c.otherInView:
		other = "; others with callees"
	}
	return fmt.Sprintf(", %s of the application%s (--view app)", number, other)
}

// table returns an empty table for a metric, with the sums that the filters keep on both sides.
func (c *comparison) table(m convert.Metric) *table.Table {
	t := &table.Table{Metric: m, Unit: m.UnitIn(c.sides[compare.NewSide].Profile), View: c.opts.Filter.View}
	var tallies [2]convert.Tally
	for i := range c.sides {
		s := &c.sides[i]
		tallies[i] = s.of(shownPart, m).Tally(m.Records(s.Profile))
	}
	before, now := tallies[compare.OldSide], tallies[compare.NewSide]
	t.Base, t.Whole = now.Kept().Value, now.Kept().Value+now.Hidden().Value
	t.Hidden = table.DroppedBy(now)
	oldBase, oldWhole := before.Kept().Value, before.Kept().Value+before.Hidden().Value
	t.Facts = []table.Fact{{Key: "old_whole", Value: table.IntCell(oldWhole)}, {Key: "old_base", Value: table.IntCell(oldBase)}}
	t.Subject = fmt.Sprintf("%s → %s", ofWhole(oldBase, oldWhole, ""), ofWhole(t.Base, t.Whole, t.Unit))
	return t
}

// limited returns how many of all things are within the limit; without a limit all.
func (c *comparison) limited(all int) int {
	if n := c.opts.Limit; n > 0 {
		return min(n, all)
	}
	return all
}

// finishDiff sets the title, and adds how many things changed too little to be reported. A title without changes goes
// on with said, such as totals.
func finishDiff(t *table.Table, s Section, things, order string, shown, all, quiet int, said string) {
	t.AddFact("groups", table.IntCell(int64(all)))
	t.AddFact("within_noise", table.IntCell(int64(quiet)))
	t.AddFact("order", table.TextCell(order))
	if all > 0 {
		t.Title = s.String() + ": " + table.Title(things, order, shown, all)
		if quiet > 0 {
			t.Notes = append(t.Notes, fmt.Sprintf("smaller differences (use --exact): %s", words.Thousands(int64(quiet))))
		}
		return
	}
	t.Title = s.String() + ": no change"
	if s.comparesShares(t) {
		t.Title += " of shares"
	}
	if said != "" {
		t.Title += ", " + said
	}
	if quiet > 0 {
		t.Title += fmt.Sprintf(" (smaller differences: %s)", words.Thousands(int64(quiet)))
	}
}

// changeNote returns the note that defines a change, or with Exact one that says that every difference is shown.
func (c *comparison) changeNote(note string) string {
	if c.opts.Exact {
		return "all differences are shown, significant or not"
	}
	return note
}

// judge records whether a table without changes has enough counts to find one, given how many things were tested and the lowest p-value that
// each could have: its counts of both runs, all in one of them.
func (c *comparison) judge(things int, lowest func(thing int) float64) {
	if c.judged = c.judged || c.opts.Exact; c.judged {
		return
	}
	likelihoods := make([]float64, things)
	for i := range likelihoods {
		likelihoods[i] = lowest(i)
	}
	c.judged = slices.Contains(compare.BeyondChance(likelihoods), true)
}

// lowestOf returns the lower p-value of counts that are all in the old run, or all in the new one.
func (c *comparison) lowestOf(of compare.Counts, chance func(compare.Counts) float64) float64 {
	all := of.Old + of.New
	if all < 0 { // they exceed 2^63-1
		return 0
	}
	return min(chance(compare.Counts{Old: all}), chance(compare.Counts{New: all}))
}

// chance returns which of many tests found a significant difference; with Exact all of them.
func (c *comparison) chance(likelihoods []float64) []bool {
	picked := compare.BeyondChance(likelihoods)
	if c.opts.Exact {
		for i := range picked {
			picked[i] = true
		}
	}
	return picked
}

// Options control what [New] compares and which differences count as a change.
type Options struct {
	Filter convert.FilterOptions

	// Threshold is the minimum difference that counts as a change: for entries, relative to the old ones, normalized for run
	// length; for probabilities and shares of types, absolute. 0.05 is 5%. It does not apply to samples. 0:
	// [compare.DefaultThreshold]; negative: none.
	Threshold float64

	// By groups the rows of samples and calls: ByMethod, ByClass, ByPackage or ByLine. Totals compares samples with callees, once per
	// stack, rather than self samples.
	By     convert.GroupBy
	Totals bool

	// Working is called with the name of each section before it is made, to tell those who wait; nil: nobody waits. If it fails, the
	// comparison is given up.
	Working func(section string) error

	// Lines are the lines of the old and the new profile, for ByLine. Methods whose lines are unknown are a row each.
	Lines [2]*sourceline.Lines

	// Exact makes every difference a change, significant or not: for deterministic programs.
	Exact bool

	// Runs are the names of the single runs that the old and the new profile are the sums of. With two or more runs on a side, a
	// change must also exceed the differences between the runs of one side; see [compare.Variations]. nil: one run each.
	Runs [2][]*convert.Names

	// Images are the optimized images that were built with the old and the new profile, for Decisions; nil: unknown.
	Images [2]*Image

	Sections []Section // nil: all

	// Limit is the maximum number of rows, sites or units of a table; 0: all. Units of inlining end sooner if they have more rows
	// than that together, except for the first one and those of the application, which come first and are whole.
	Limit int
}

// settle sets defaults.
func (o Options) settle() Options {
	switch {
	case o.Threshold == 0:
		o.Threshold = compare.DefaultThreshold
	case o.Threshold < 0:
		o.Threshold = 0
	}
	return o
}

// order returns the word for the samples that are compared.
func (o Options) order() string {
	if o.Totals {
		return "total"
	}
	return "self"
}

// summaryNumber is the number of the frame that stands for others in the view, one more than the methods'.
func (c *comparison) summaryNumber() int32 { return int32(len(c.At)) }

// ofWhole returns the words for a part of a whole: "100 of 200 samples".
func ofWhole(base, whole int64, unit string) string {
	text := words.Thousands(base)
	if base != whole {
		text += " of " + words.Thousands(whole)
	}
	return strings.TrimSpace(text + " " + unit)
}

// owners returns, by node of a profile's tree, the number of the method that shows its records; -1 if none does. It is given the
// numbers of methods by slot.
func (c *comparison) owners(p *iprof.Profile, numbers []int32, tree *iprof.Tree, pr *convert.Projection) []int32 {
	owners := make([]int32, tree.Len())
	for i, n := range tree.All() {
		switch {
		case pr == nil:
			owners[i] = numbers[p.MethodSlot(n.Method)]
		case pr.Frame[i] == convert.VMSlot, pr.IsOutside(iprof.NodeID(i)):
			owners[i] = c.summaryNumber()
		case pr.Frame[i] >= 0:
			owners[i] = numbers[pr.Frame[i]]
		case n.Parent != iprof.NoNode:
			owners[i] = owners[n.Parent] // the owner of the frame that shows it
		default:
			owners[i] = -1
		}
	}
	return owners
}

// newComparison applies the filters to both profiles.
func newComparison(of *compare.Comparison, opts Options) *comparison {
	c := &comparison{Comparison: of, opts: opts}
	for i := range c.sides {
		s := &c.sides[i]
		s.Side = &of.Sides[i]
		s.projections = project(s.Names, opts.Filter)
	}
	c.grouping = c.newGrouping(opts.By)
	c.addRuns()
	return c
}

// A methodNames holds the names of a method in both profiles.
type methodNames struct {
	name  string
	old   string // in the old profile, if different
	label string // for people: both, if it was renamed
}

// An identity identifies the method of a row, for scripts. Cells are None if a profile does not have the method, and for <VM>.
type identity struct{ id, oldID, signature, renamedFrom table.Cell }

// counted records whether a count differs between the profiles, without normalization.
func (c *comparison) counted(of compare.Counts) { c.unequal = c.unequal || of.Old != of.New }

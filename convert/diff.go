package convert

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/iprof"
)

// A DiffSection is a part of what Diff compares.
type DiffSection int

// The sections, in the order in which they are shown.
const (
	DiffSamples DiffSection = iota
	DiffCalls
	DiffBranches
	DiffReceivers
	DiffInstanceOf
	DiffInlining
)

// DiffSections are all sections, in order.
var DiffSections = []DiffSection{DiffSamples, DiffCalls, DiffBranches, DiffReceivers, DiffInstanceOf, DiffInlining}

// String returns the name that users know the section by, which is that of its table too.
func (s DiffSection) String() string {
	return [...]string{"samples", "calls", "branches", "receivers", "instanceof", "inlining"}[s]
}

// Metric returns what the section counts.
func (s DiffSection) Metric() Metric {
	return [...]Metric{Samples, Calls, Branches, Receivers, InstanceOf, Calls}[s]
}

// DefaultDiffThreshold is the least change of counts that is called one: two runs of one image differ by some percent in
// what depends on timing.
const DefaultDiffThreshold = 0.05

// DiffOptions say what Diff compares and what it calls a change.
type DiffOptions struct {
	Filter FilterOptions

	// Threshold is the least change that is called one: for entries, relative to the old ones at the same length of the
	// run; for probabilities and shares of types, the difference. 0.05 is 5 %. Samples have no threshold but chance.
	Threshold float64

	// Exact calls every difference a change, be it chance or not: for programs that always do the same.
	Exact bool

	Sections []DiffSection // nil: all
	Limit    int           // rows, sites or units of a table; 0: all
}

// A Difference is what Diff finds.
type Difference struct {
	TableSet
	Changes int // rows, sites and units in all tables, with those that the limit leaves out
	Small   int // methods, sites and inlined copies that differ too little to be called a change

	// Largest is the largest change of a method's share, of self samples or of entries, that is called one. It is nil
	// where there is none.
	Largest *ShareChange
}

// A ShareChange is how a method's share of a metric changed.
type ShareChange struct {
	Metric Metric
	Unit   string // what the metric counts, in the plural
	Method string
	Change float64 // from -1 to 1, see Diff
}

// Size returns how large the change is, whichever way it goes.
func (c *ShareChange) Size() float64 { return math.Abs(c.Change) }

// Diff compares two profiles. Methods and types are paired by name, see [Pair].
//
// Runs are of different length, so counts are compared at the same one: samples by their shares, counts of instrumented
// code after division by how many times as long the new run was, which is the median over methods, or sites, weighted
// with their shares.
//
// Samples are drawn at random, and so a method changed if a two-proportion z-test tells its shares apart at 95 %,
// corrected for the number of methods (Benjamini, Hochberg). Counts of instrumented code are no random samples, and no
// test says how much two runs of one workload differ: they changed if they did by Threshold, and, as few events say
// little, by more than independent events would by chance, with the same correction.
//
// Shares of methods are of the run that has more samples, or entries, at the same length: then none is above 1, what did
// not change has the same in both, and the other way round each change is its opposite.
//
// What is in one profile only, a method or a site, is in the tables of methods and of inlining, and in no other: it has
// nothing to be compared with.
func Diff(old, new *iprof.Profile, oldNames, newNames *Names, opts DiffOptions) *Difference {
	c := newComparison(old, new, oldNames, newNames, opts)
	sections := opts.Sections
	if sections == nil {
		sections = DiffSections
	}
	d := &Difference{TableSet: TableSet{Name: "diff", View: opts.Filter.View}}
	for _, s := range DiffSections {
		if !slices.Contains(sections, s) {
			continue
		}
		m := s.Metric()
		inOld, inNew := old.Total(m.Section()) > 0, new.Total(m.Section()) > 0
		if !inOld || !inNew {
			if inOld != inNew && s != DiffInlining {
				only := "the old profile"
				if inNew {
					only = "the new profile"
				}
				d.Notes = append(d.Notes, fmt.Sprintf("only %s has %s", only, m))
			}
			continue
		}
		var t *Table
		switch s {
		case DiffSamples, DiffCalls:
			t = c.methods(m, d)
		case DiffBranches:
			t = c.branches()
		case DiffReceivers, DiffInstanceOf:
			t = c.types(m)
		case DiffInlining:
			t = c.inlining()
		}
		t.Name = s.String()
		d.Tables = append(d.Tables, t)
		d.Changes += int(t.fact("groups"))
		d.Small += int(t.fact("within_noise"))
	}
	d.Doubts = unmatched(
		projected{old.Contexts, c.sides[oldSide].contexts}, projected{old.Stacks, c.sides[oldSide].stacks},
		projected{new.Contexts, c.sides[newSide].contexts}, projected{new.Stacks, c.sides[newSide].stacks})
	d.Title = "no differences"
	if slices.ContainsFunc(d.Tables, func(t *Table) bool { return t.fact("only_old")+t.fact("only_new") > 0 }) {
		d.Title = "no differences in what both profiles have"
	}
	switch {
	case d.Changes > 0:
		d.Title = numberOf(int64(d.Changes), "differences")
	case d.Small > 0:
		d.Title = "no differences but such as are small or may be chance"
	}
	if len(d.Tables) == 0 && len(d.Notes) > 0 {
		d.Title = "nothing to compare"
	}
	d.Notes, d.Doubts = append(d.Notes, c.pairing.Notes()...), append(d.Doubts, c.pairing.Doubts()...)
	d.Facts = append(d.Facts,
		Fact{"changes", IntCell(int64(d.Changes))},
		Fact{"threshold", FloatCell(opts.Threshold)},
		Fact{"renamed", IntCell(int64(c.pairing.Renamed))})
	if d.Largest != nil {
		d.Facts = append(d.Facts, Fact{"largest_change", FloatCell(d.Largest.Change)})
	}
	return d
}

// fact returns a number that the table has for programs; 0 if it has none.
func (t *Table) fact(key string) int64 {
	for _, f := range t.Facts {
		if f.Key == key {
			return f.Value.Int
		}
	}
	return 0
}

// A comparison is of two profiles; what there is of each is by side, the old one first.
type comparison struct {
	opts    DiffOptions
	pairing *Pairing
	sides   [2]diffSide
}

const oldSide, newSide = 0, 1

type diffSide struct {
	p                *iprof.Profile
	names            *Names
	contexts, stacks *Projection
	slots            []int32 // by number of a method; -1 where the profile does not have it
	types            []int32 // likewise, of a type
}

func newComparison(old, new *iprof.Profile, oldNames, newNames *Names, opts DiffOptions) *comparison {
	c := &comparison{opts: opts, pairing: Pair(old, new)}
	c.sides = [2]diffSide{{p: old, names: oldNames}, {p: new, names: newNames}}
	for i := range c.sides {
		s := &c.sides[i]
		s.contexts = Project(s.p, s.p.Contexts, s.names, opts.Filter)
		s.stacks = Project(s.p, s.p.Stacks, s.names, opts.Filter)
		used := referredTo(s.p)
		s.slots = slotsOf(c.pairing.Methods[i], len(c.pairing.First), func(slot int) bool { return used[slot] })
		s.types = slotsOf(c.pairing.Types[i], c.pairing.NumTypes, func(int) bool { return false })
	}
	return c
}

// A projected tree is one with what filters leave of it.
type projected struct {
	tree *iprof.Tree
	*Projection
}

// unmatched says which filters match no frame of any of the trees.
func unmatched(trees ...projected) []string {
	var common []string
	first := true
	for _, t := range trees {
		switch {
		case t.tree.Len() == 0:
		case t.Projection == nil:
			return nil
		case first:
			common, first = slices.Clone(t.Unmatched), false
		default:
			common = slices.DeleteFunc(common, func(f string) bool { return !slices.Contains(t.Unmatched, f) })
		}
	}
	for i, filter := range common {
		common[i] = "--" + filter + " matches no frame"
	}
	return common
}

// slotsOf turns the numbers of slots round. Of slots with the same number the first is taken, or the first that is better.
func slotsOf(numbers []int32, n int, better func(slot int) bool) []int32 {
	slots := make([]int32, n)
	for i := range slots {
		slots[i] = -1
	}
	for slot, number := range numbers {
		if at := slots[number]; at < 0 || better(slot) && !better(int(at)) {
			slots[number] = int32(slot)
		}
	}
	return slots
}

// vmNumber is the number of <VM>, one more than the methods'.
func (c *comparison) vmNumber() int32 { return int32(len(c.pairing.First)) }

// owners returns by node of a tree the number of the method that its records are shown for; -1 where they are not.
func (c *comparison) owners(side int, tree *iprof.Tree, pr *Projection) []int32 {
	p := c.sides[side].p
	owners := make([]int32, tree.Len())
	for i, n := range tree.All() {
		switch {
		case pr == nil:
			owners[i] = c.pairing.Methods[side][p.MethodSlot(n.Method)]
		case pr.Frame[i] == VMSlot:
			owners[i] = c.vmNumber()
		case pr.Frame[i] >= 0:
			owners[i] = c.pairing.Methods[side][pr.Frame[i]]
		case n.Parent != iprof.NoNode:
			owners[i] = owners[n.Parent] // that of the frame that shows it
		default:
			owners[i] = -1
		}
	}
	return owners
}

// method returns the name of the method of a number, and its other name in the old profile; "" if that is the same.
func (c *comparison) method(number int32) (name, oldName string) {
	if number == c.vmNumber() {
		return VMFrame, ""
	}
	inOld, inNew := c.sides[oldSide].slots[number], c.sides[newSide].slots[number]
	if inNew < 0 {
		return c.sides[oldSide].names.Method(int(inOld)), ""
	}
	name = c.sides[newSide].names.Method(int(inNew))
	if inOld >= 0 {
		if before := c.sides[oldSide].names.Method(int(inOld)); before != name {
			oldName = before
		}
	}
	return name, oldName
}

// typeName returns the name of the type of a number.
func (c *comparison) typeName(number int32) string {
	side := &c.sides[newSide]
	if side.types[number] < 0 {
		side = &c.sides[oldSide]
	}
	t, _ := side.p.TypeAt(int(side.types[number]))
	return side.names.Type(t.ID)
}

// identity returns the cells that tell programs a method apart: id, id in the old profile, and signature.
func (c *comparison) identity(number int32) [3]Cell {
	var cells [3]Cell
	if number == c.vmNumber() {
		return cells
	}
	for i, side := range []int{newSide, oldSide} {
		s := &c.sides[side]
		if slot := s.slots[number]; slot >= 0 {
			m, _ := s.p.MethodAt(int(slot))
			cells[i] = IntCell(int64(m.ID))
			if cells[2].Kind == None {
				cells[2] = TextCell(JVMSignature(s.p, m))
			}
		}
	}
	return cells
}

// identityColumns are the columns of identity.
func identityColumns(shared bool) []Column {
	return []Column{
		{Key: "id", Kind: IDColumn, Shared: shared}, {Key: "old_id", Kind: IDColumn, Shared: shared},
		{Key: "signature", Kind: NameColumn, Shared: shared},
	}
}

// table begins the table of a metric, with what the filters left of it on both sides.
func (c *comparison) table(m Metric) *Table {
	t := &Table{Metric: m, Unit: m.unit(), View: c.opts.Filter.View}
	var tallies [2]Tally
	for i := range c.sides {
		s := &c.sides[i]
		pr := s.contexts
		if m == Samples {
			pr = s.stacks
		}
		tallies[i] = pr.Tally(m.Records(s.p))
	}
	before, now := tallies[oldSide], tallies[newSide]
	t.Base, t.Whole = now.Kept().Value, now.Kept().Value+now.Hidden().Value
	t.Hidden = HiddenBy(now)
	oldBase, oldWhole := before.Kept().Value, before.Kept().Value+before.Hidden().Value
	t.Facts = []Fact{{"old_whole", IntCell(oldWhole)}, {"old_base", IntCell(oldBase)}}
	t.Of = fmt.Sprintf("%s, after %s", ofWhole(t.Base, t.Whole, t.Unit), ofWhole(oldBase, oldWhole, ""))
	return t
}

// ofWhole words how much of a whole is left.
func ofWhole(base, whole int64, unit string) string {
	text := grouped(base)
	if base != whole {
		text += " of " + grouped(whole)
	}
	return strings.TrimSpace(text + " " + unit)
}

// limited is the number of things that a limit leaves of all; 0 is no limit.
func (c *comparison) limited(all int) int {
	if n := c.opts.Limit; n > 0 {
		return min(n, all)
	}
	return all
}

// cut returns the table that a function fills with the first things of all, as many as the limit leaves. It may be cut
// to fewer.
func (t *Table) cut(shown int, fill func(t *Table, shown int)) *Table {
	whole := *t
	whole.Notes, whole.Facts = slices.Clip(t.Notes), slices.Clip(t.Facts)
	first := func(n int) *Table {
		short := whole
		fill(&short, min(n, shown))
		return &short
	}
	filled := first(shown)
	filled.First = first
	return filled
}

// finishDiff sets the title, and says how many things differ too little for a change.
func finishDiff(t *Table, s DiffSection, things, order string, shown, all, quiet int) {
	t.Facts = append(t.Facts, Fact{"groups", IntCell(int64(all))}, Fact{"within_noise", IntCell(int64(quiet))})
	if all > 0 {
		t.Title = s.String() + ": " + titleOf(things, order, shown, all)
		if quiet > 0 {
			t.Notes = append(t.Notes, fmt.Sprintf("smaller differences, which are not shown: %s", grouped(int64(quiet))))
		}
		return
	}
	t.Title = s.String() + ": no change"
	if quiet > 0 {
		t.Title += fmt.Sprintf(" (smaller differences: %s)", grouped(int64(quiet)))
	}
}

// percent words the threshold.
func (c *comparison) percent() string {
	return fmt.Sprintf("%s %%", trimZeros(fmt.Sprintf("%.2f", 100*c.opts.Threshold)))
}

func trimZeros(s string) string {
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	return s
}

// lengthNote says what the new counts are divided by.
func lengthNote(ratio float64, typical bool) string {
	length := fmt.Sprintf("the new run counts as %.3g times as long", ratio)
	if ratio == 1 {
		length = "both runs count as equally long"
	}
	if typical {
		return length + ", by what most methods did, weighted with their shares"
	}
	return length + ", by the sum of all: the runs have too little in common for more"
}

// changeNote says what is called a change. A test is of so many things.
func (c *comparison) changeNote(tests int, things, criterion, test string) string {
	if c.opts.Exact {
		return "every difference is shown, be it chance or not"
	}
	return fmt.Sprintf("a change is what differs by %smore than chance: %s at 95 %%, corrected for %s", criterion, test, numberOf(int64(tests), things))
}

// chance tells which of many tests found more than chance does.
func (c *comparison) chance(likelihoods []float64) []bool {
	picked := beyondChance(likelihoods)
	if c.opts.Exact {
		for i := range picked {
			picked[i] = true
		}
	}
	return picked
}

// A methodChange is how a method's count changed.
type methodChange struct {
	number        int32
	count         paired
	inOld, inNew  bool
	share, before float64 // of the larger run, at the same length
}

// methods compares self samples or entries by method.
func (c *comparison) methods(m Metric, d *Difference) *Table {
	t := c.table(m)
	n := len(c.pairing.First) + 1
	counts := make([]paired, n)
	var known [2][]bool
	for i := range c.sides {
		s := &c.sides[i]
		tree, pr := s.p.Contexts, s.contexts
		if m == Samples {
			tree, pr = s.p.Stacks, s.stacks
		}
		owners := c.owners(i, tree, pr)
		known[i] = make([]bool, n)
		for node, v := range m.Records(s.p) {
			if o := owners[node]; o >= 0 && (pr == nil || pr.Keep[node]) {
				known[i][o] = true
				if i == oldSide {
					counts[o].old += v
				} else {
					counts[o].new += v
				}
			}
		}
	}
	var oldBase, newBase float64
	for _, count := range counts {
		oldBase += float64(count.old)
		newBase += float64(count.new)
	}
	ratio := 1.0
	switch {
	case m == Calls:
		var typical bool
		ratio, typical = lengthRatio(counts)
		t.Notes = append(t.Notes, lengthNote(ratio, typical))
	case oldBase > 0 && newBase > 0:
		ratio = newBase / oldBase
	}
	t.Facts = append(t.Facts, Fact{"length_ratio", FloatCell(ratio)})
	base := max(oldBase, newBase/ratio)

	var all []methodChange
	var likelihoods []float64
	for number, count := range counts {
		of := methodChange{number: int32(number), count: count, inOld: known[oldSide][number], inNew: known[newSide][number]}
		if !of.inOld && !of.inNew || count == (paired{}) {
			continue
		}
		of.before, of.share = float64(count.old)/base, float64(count.new)/ratio/base
		if largest := max(of.before, of.share); math.Abs(of.share-of.before) < rounding*largest { // the ratio is not exact
			of.before, of.share = largest, largest
		}
		all = append(all, of)
		if m == Samples {
			likelihoods = append(likelihoods, twoShares(float64(count.old), oldBase, float64(count.new), newBase))
		} else {
			likelihoods = append(likelihoods, countsDiffer(float64(count.old), float64(count.new), ratio))
		}
	}
	var changes []methodChange
	quiet := 0
	for i, picked := range c.chance(likelihoods) {
		of := all[i]
		if of.share == of.before {
			continue
		}
		expected := float64(of.count.old) * ratio
		if m == Calls && !c.opts.Exact && math.Abs(float64(of.count.new)-expected) < c.opts.Threshold*expected {
			picked = false
		}
		if picked {
			changes = append(changes, of)
		} else {
			quiet++
		}
	}
	if m == Samples {
		t.Notes = append(t.Notes, c.changeNote(len(all), "methods", "", "a two-proportion z-test"))
		if least := min(oldBase, newBase); least < FewSamples {
			t.Doubts = append(t.Doubts, fmt.Sprintf("%.0f samples are few: only large changes can be told from chance", least))
		}
	} else {
		t.Notes = append(t.Notes, c.changeNote(len(all), "methods", c.percent()+" or more and by ", "a test of independent calls"))
	}
	section := DiffCalls
	if m == Samples {
		section = DiffSamples
	}
	names := c.sortMethods(changes)
	if len(changes) > 0 {
		first := changes[0]
		if change := first.share - first.before; d.Largest == nil || math.Abs(change) > math.Abs(d.Largest.Change) {
			d.Largest = &ShareChange{t.Metric, t.Unit, names[first.number][0], change}
		}
	}
	return t.cut(c.limited(len(changes)), func(t *Table, shown int) {
		c.fillMethods(t, changes, names, shown)
		finishDiff(t, section, "methods", "change of their share", shown, len(changes), quiet)
	})
}

// sortMethods sorts changes, the largest first, and returns the names of the methods by number, with the old ones.
func (c *comparison) sortMethods(changes []methodChange) map[int32][2]string {
	names := make(map[int32][2]string, len(changes))
	for _, of := range changes {
		name, before := c.method(of.number)
		names[of.number] = [2]string{name, before}
	}
	slices.SortFunc(changes, func(a, b methodChange) int {
		return cmp.Or(cmp.Compare(math.Abs(b.share-b.before), math.Abs(a.share-a.before)),
			strings.Compare(names[a.number][0], names[b.number][0]), cmp.Compare(a.number, b.number))
	})
	return names
}

func (c *comparison) fillMethods(t *Table, changes []methodChange, names map[int32][2]string, shown int) {
	kept := changes[:shown]
	before := Column{Key: "old_method", Kind: NameColumn}
	if slices.ContainsFunc(kept, func(of methodChange) bool { return names[of.number][1] != "" }) {
		before.Heading = "was"
	}
	t.Columns = append([]Column{
		{Key: "change", Kind: WordColumn, Heading: "change"},
		{Key: "old", Kind: CountColumn, Heading: "old"}, {Key: "new", Kind: CountColumn, Heading: "new"},
		{Key: "factor", Kind: FactorColumn, Heading: "×", Minor: true},
		{Key: "old_share", Kind: ShareColumn, Heading: "share", Minor: true}, {Key: "new_share", Kind: ShareColumn, Heading: "now", Minor: true},
		{Key: "difference", Kind: ChangeColumn, Heading: "differs"},
	}, append(identityColumns(false), Column{Key: "method", Kind: NameColumn, Heading: "method"}, before)...)
	t.CSV = []string{"method", "old_method", "change", "old", "new", "factor", "old_share", "new_share", "difference"}

	for _, of := range kept {
		word, old, new, factor := "more", IntCell(of.count.old), IntCell(of.count.new), Cell{}
		if of.count.old > 0 {
			factor = FloatCell(of.share / of.before)
		}
		switch {
		case !of.inNew:
			word, new, factor = "gone", Cell{}, Cell{}
		case !of.inOld:
			word, old = "new", Cell{}
		case of.share < of.before:
			word = "fewer"
		}
		name, id := names[of.number], c.identity(of.number)
		cells := []Cell{TextCell(word), old, new, factor, FloatCell(of.before), FloatCell(of.share), FloatCell(of.share - of.before),
			id[0], id[1], id[2], TextCell(name[0]), {}}
		if name[1] != "" {
			cells[len(cells)-1] = TextCell(name[1])
		}
		t.Rows = append(t.Rows, Row{Cells: cells})
	}
	if n := len(changes) - len(kept); n > 0 {
		var sum paired
		for _, of := range changes[len(kept):] {
			sum.old += of.count.old
			sum.new += of.count.new
		}
		cells := make([]Cell, len(t.Columns))
		cells[t.Column("old")], cells[t.Column("new")] = IntCell(sum.old), IntCell(sum.new)
		cells[t.Column("method")] = TextCell(moreOf(n, "methods"))
		t.Rest = &Row{Cells: cells}
	}
}

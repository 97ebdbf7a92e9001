// Package diff makes the tables that say what changed between two profiles, and what varies among several.
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
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A Section is a part of what New compares.
type Section int

// The sections, in the order in which they are shown.
const (
	Samples Section = iota
	Calls
	Branches
	Receivers
	InstanceOf
	Inlining
)

// Sections are all sections, in order.
var Sections = []Section{Samples, Calls, Branches, Receivers, InstanceOf, Inlining}

// String returns the name that users know the section by, which is that of its table too.
func (s Section) String() string {
	return [...]string{"samples", "calls", "branches", "receivers", "instanceof", "inlining"}[s]
}

// Metric returns what the section counts.
func (s Section) Metric() convert.Metric {
	return [...]convert.Metric{convert.Samples, convert.Calls, convert.Branches, convert.Receivers, convert.InstanceOf, convert.Calls}[s]
}

// Options say what New compares and what it calls a change.
type Options struct {
	Filter convert.FilterOptions

	// Threshold is the least change that is called one: for entries, relative to the old ones at the same length of the
	// run; for probabilities and shares of types, the difference. 0.05 is 5 %. Samples have no threshold but chance.
	Threshold float64

	// Exact calls every difference a change, be it chance or not: for programs that always do the same.
	Exact bool

	Sections []Section // nil: all
	Limit    int       // rows, sites or units of a table; 0: all
}

// A Difference is what New finds.
type Difference struct {
	table.Set
	Changes int // rows, sites and units in all tables, with those that the limit leaves out
	Small   int // methods, sites and inlined copies that differ too little to be called a change

	// Largest is the largest change of a method's share, of self samples or of entries, that is called one. It is nil
	// where there is none.
	Largest *ShareChange
}

// A ShareChange is how a method's share of a metric changed.
type ShareChange struct {
	Metric convert.Metric
	Unit   string // what the metric counts, in the plural
	Method string
	Change float64 // from -1 to 1, see New
}

// Size returns how large the change is, whichever way it goes.
func (c *ShareChange) Size() float64 { return math.Abs(c.Change) }

// New compares two profiles. Methods and types are paired by name, see [compare.Pair].
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
func New(old, new *iprof.Profile, oldNames, newNames *convert.Names, opts Options) *Difference {
	c := newComparison(old, new, oldNames, newNames, opts)
	sections := opts.Sections
	if sections == nil {
		sections = Sections
	}
	d := &Difference{Set: table.Set{Name: "diff", View: opts.Filter.View}}
	for _, s := range Sections {
		if !slices.Contains(sections, s) {
			continue
		}
		m := s.Metric()
		inOld, inNew := old.Total(m.Section()) > 0, new.Total(m.Section()) > 0
		if !inOld || !inNew {
			if inOld != inNew && s != Inlining {
				only := "the old profile"
				if inNew {
					only = "the new profile"
				}
				d.Notes = append(d.Notes, fmt.Sprintf("only %s has %s", only, m))
			}
			continue
		}
		var t *table.Table
		switch s {
		case Samples, Calls:
			t = c.methods(m, d)
		case Branches:
			t = c.branches()
		case Receivers, InstanceOf:
			t = c.types(m)
		case Inlining:
			t = c.inlining()
		}
		t.Name = s.String()
		d.Tables = append(d.Tables, t)
		d.Changes += int(t.FactOf("groups"))
		d.Small += int(t.FactOf("within_noise"))
	}
	d.Doubts = unmatched(
		projected{old.Contexts, c.sides[compare.OldSide].contexts}, projected{old.Stacks, c.sides[compare.OldSide].stacks},
		projected{new.Contexts, c.sides[compare.NewSide].contexts}, projected{new.Stacks, c.sides[compare.NewSide].stacks})
	d.Title = "no differences"
	if slices.ContainsFunc(d.Tables, func(t *table.Table) bool { return t.FactOf("only_old")+t.FactOf("only_new") > 0 }) {
		d.Title = "no differences in what both profiles have"
	}
	switch {
	case d.Changes > 0:
		d.Title = words.Number(int64(d.Changes), "differences")
	case d.Small > 0:
		d.Title = "no differences but such as are small or may be chance"
	}
	if len(d.Tables) == 0 && len(d.Notes) > 0 {
		d.Title = "nothing to compare"
	}
	d.Notes, d.Doubts = append(d.Notes, c.pairing.Notes()...), append(d.Doubts, c.pairing.Doubts()...)
	d.Facts = append(d.Facts,
		table.Fact{Key: "changes", Value: table.IntCell(int64(d.Changes))},
		table.Fact{Key: "threshold", Value: table.FloatCell(opts.Threshold)},
		table.Fact{Key: "renamed", Value: table.IntCell(int64(c.pairing.Renamed))})
	if d.Largest != nil {
		d.Facts = append(d.Facts, table.Fact{Key: "largest_change", Value: table.FloatCell(d.Largest.Change)})
	}
	return d
}

// A comparison is of two profiles; what there is of each is by side, the old one first.
type comparison struct {
	opts    Options
	pairing *compare.Pairing
	sides   [2]side
}

type side struct {
	Profile          *iprof.Profile
	names            *convert.Names
	contexts, stacks *convert.Projection
	slots            []int32 // by number of a method; -1 where the profile does not have it
	types            []int32 // likewise, of a type
}

func newComparison(old, new *iprof.Profile, oldNames, newNames *convert.Names, opts Options) *comparison {
	c := &comparison{opts: opts, pairing: compare.Pair(old, new)}
	c.sides = [2]side{{Profile: old, names: oldNames}, {Profile: new, names: newNames}}
	for i := range c.sides {
		s := &c.sides[i]
		s.contexts = convert.Project(s.Profile, s.Profile.Contexts, s.names, opts.Filter)
		s.stacks = convert.Project(s.Profile, s.Profile.Stacks, s.names, opts.Filter)
		used := convert.ReferredMethods(s.Profile)
		s.slots = compare.SlotsOf(c.pairing.Methods[i], len(c.pairing.First), func(slot int) bool { return used[slot] })
		s.types = compare.SlotsOf(c.pairing.Types[i], c.pairing.NumTypes, func(int) bool { return false })
	}
	return c
}

// A projected tree is one with what filters leave of it.
type projected struct {
	tree *iprof.Tree
	*convert.Projection
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

// vmNumber is the number of <VM>, one more than the methods'.
func (c *comparison) vmNumber() int32 { return int32(len(c.pairing.First)) }

// owners returns by node of a tree the number of the method that its records are shown for; -1 where they are not.
func (c *comparison) owners(side int, tree *iprof.Tree, pr *convert.Projection) []int32 {
	p := c.sides[side].Profile
	owners := make([]int32, tree.Len())
	for i, n := range tree.All() {
		switch {
		case pr == nil:
			owners[i] = c.pairing.Methods[side][p.MethodSlot(n.Method)]
		case pr.Frame[i] == convert.VMSlot:
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
		return convert.VMFrame, ""
	}
	inOld, inNew := c.sides[compare.OldSide].slots[number], c.sides[compare.NewSide].slots[number]
	if inNew < 0 {
		return c.sides[compare.OldSide].names.Method(int(inOld)), ""
	}
	name = c.sides[compare.NewSide].names.Method(int(inNew))
	if inOld >= 0 {
		if before := c.sides[compare.OldSide].names.Method(int(inOld)); before != name {
			oldName = before
		}
	}
	return name, oldName
}

// typeName returns the name of the type of a number.
func (c *comparison) typeName(number int32) string {
	side := &c.sides[compare.NewSide]
	if side.types[number] < 0 {
		side = &c.sides[compare.OldSide]
	}
	t, _ := side.Profile.TypeAt(int(side.types[number]))
	return side.names.Type(t.ID)
}

// identity returns what tells programs a method apart.
func (c *comparison) identity(number int32) identity {
	var of identity
	if number == c.vmNumber() {
		return of
	}
	for _, side := range []int{compare.NewSide, compare.OldSide} {
		s := &c.sides[side]
		slot := s.slots[number]
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
	return of
}

// table begins the table of a metric, with what the filters left of it on both sides.
func (c *comparison) table(m convert.Metric) *table.Table {
	t := &table.Table{Metric: m, Unit: m.Unit(), View: c.opts.Filter.View}
	var tallies [2]convert.Tally
	for i := range c.sides {
		s := &c.sides[i]
		pr := s.contexts
		if m == convert.Samples {
			pr = s.stacks
		}
		tallies[i] = pr.Tally(m.Records(s.Profile))
	}
	before, now := tallies[compare.OldSide], tallies[compare.NewSide]
	t.Base, t.Whole = now.Kept().Value, now.Kept().Value+now.Hidden().Value
	t.Hidden = table.HiddenBy(now)
	oldBase, oldWhole := before.Kept().Value, before.Kept().Value+before.Hidden().Value
	t.Facts = []table.Fact{{Key: "old_whole", Value: table.IntCell(oldWhole)}, {Key: "old_base", Value: table.IntCell(oldBase)}}
	t.Of = fmt.Sprintf("%s, after %s", ofWhole(t.Base, t.Whole, t.Unit), ofWhole(oldBase, oldWhole, ""))
	return t
}

// ofWhole words how much of a whole is left.
func ofWhole(base, whole int64, unit string) string {
	text := words.Grouped(base)
	if base != whole {
		text += " of " + words.Grouped(whole)
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

// finishDiff sets the title, and says how many things differ too little for a change.
func finishDiff(t *table.Table, s Section, things, order string, shown, all, quiet int) {
	t.AddFact("groups", table.IntCell(int64(all)))
	t.AddFact("within_noise", table.IntCell(int64(quiet)))
	if all > 0 {
		t.Title = s.String() + ": " + table.Title(things, order, shown, all)
		if quiet > 0 {
			t.Notes = append(t.Notes, fmt.Sprintf("smaller differences, which are not shown: %s", words.Grouped(int64(quiet))))
		}
		return
	}
	t.Title = s.String() + ": no change"
	if quiet > 0 {
		t.Title += fmt.Sprintf(" (smaller differences: %s)", words.Grouped(int64(quiet)))
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

// changeNote says what is called a change. A test is of so many things.
func (c *comparison) changeNote(tests int, things, criterion, test string) string {
	if c.opts.Exact {
		return "every difference is shown, be it chance or not"
	}
	return fmt.Sprintf("a change is what differs by %smore than chance: %s at 95 %%, corrected for %s", criterion, test, words.Number(int64(tests), things))
}

// chance tells which of many tests found more than chance does.
func (c *comparison) chance(likelihoods []float64) []bool {
	picked := compare.BeyondChance(likelihoods)
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
	count         compare.Counts
	inOld, inNew  bool
	share, before float64 // of the larger run, at the same length
}

// methods compares self samples or entries by method.
func (c *comparison) methods(m convert.Metric, d *Difference) *table.Table {
	t := c.table(m)
	n := len(c.pairing.First) + 1
	counts := make([]compare.Counts, n)
	var known [2][]bool
	for i := range c.sides {
		s := &c.sides[i]
		tree, pr := s.Profile.Contexts, s.contexts
		if m == convert.Samples {
			tree, pr = s.Profile.Stacks, s.stacks
		}
		owners := c.owners(i, tree, pr)
		known[i] = make([]bool, n)
		for node, v := range m.Records(s.Profile) {
			if o := owners[node]; o >= 0 && (pr == nil || pr.Keep[node]) {
				known[i][o] = true
				if i == compare.OldSide {
					counts[o].Old += v
				} else {
					counts[o].New += v
				}
			}
		}
	}
	var oldBase, newBase float64
	for _, count := range counts {
		oldBase += float64(count.Old)
		newBase += float64(count.New)
	}
	ratio := 1.0
	switch {
	case m == convert.Calls:
		var typical bool
		ratio, typical = compare.LengthRatio(counts)
		t.Notes = append(t.Notes, compare.LengthNote(ratio, typical))
	case oldBase > 0 && newBase > 0:
		ratio = newBase / oldBase
	}
	t.AddFact("length_ratio", table.FloatCell(ratio))
	base := max(oldBase, newBase/ratio)

	var all []methodChange
	var likelihoods []float64
	for number, count := range counts {
		of := methodChange{number: int32(number), count: count, inOld: known[compare.OldSide][number], inNew: known[compare.NewSide][number]}
		if !of.inOld && !of.inNew || count == (compare.Counts{}) {
			continue
		}
		of.before, of.share = float64(count.Old)/base, float64(count.New)/ratio/base
		if largest := max(of.before, of.share); math.Abs(of.share-of.before) < compare.Rounding*largest { // the ratio is not exact
			of.before, of.share = largest, largest
		}
		all = append(all, of)
		if m == convert.Samples {
			likelihoods = append(likelihoods, compare.TwoShares(float64(count.Old), oldBase, float64(count.New), newBase))
		} else {
			likelihoods = append(likelihoods, compare.CountsDiffer(float64(count.Old), float64(count.New), ratio))
		}
	}
	var changes []methodChange
	quiet := 0
	for i, picked := range c.chance(likelihoods) {
		of := all[i]
		if of.share == of.before {
			continue
		}
		expected := float64(of.count.Old) * ratio
		if m == convert.Calls && !c.opts.Exact && math.Abs(float64(of.count.New)-expected) < c.opts.Threshold*expected {
			picked = false
		}
		if picked {
			changes = append(changes, of)
		} else {
			quiet++
		}
	}
	if m == convert.Samples {
		t.Notes = append(t.Notes, c.changeNote(len(all), "methods", "", "a two-proportion z-test"))
		if least := min(oldBase, newBase); least < convert.FewSamples {
			t.Doubts = append(t.Doubts, fmt.Sprintf("%.0f samples are few: only large changes can be told from chance", least))
		}
	} else {
		t.Notes = append(t.Notes, c.changeNote(len(all), "methods", c.percent()+" or more and by ", "a test of independent calls"))
	}
	section := Calls
	if m == convert.Samples {
		section = Samples
	}
	names := c.sortMethods(changes)
	if len(changes) > 0 {
		first := changes[0]
		if change := first.share - first.before; d.Largest == nil || math.Abs(change) > math.Abs(d.Largest.Change) {
			d.Largest = &ShareChange{t.Metric, t.Unit, names[first.number][0], change}
		}
	}
	return t.Truncatable(c.limited(len(changes)), func(t *table.Table, shown int) {
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

func (c *comparison) fillMethods(t *table.Table, changes []methodChange, names map[int32][2]string, shown int) {
	kept := changes[:shown]
	oldNames := slices.ContainsFunc(kept, func(of methodChange) bool { return names[of.number][1] != "" })
	row := table.Declare(t, methodColumns(t.Unit, oldNames))
	for i := range kept {
		of := &kept[i]
		name := names[of.number]
		t.Rows = append(t.Rows, row(&methodRow{name: name[0], oldName: name[1], count: of.count, change: of, identity: c.identity(of.number)}))
	}
	if n := len(changes) - len(kept); n > 0 {
		var sum compare.Counts
		for _, of := range changes[len(kept):] {
			sum.Old += of.count.Old
			sum.New += of.count.New
		}
		rest := row(&methodRow{name: table.More(n, "methods"), count: sum})
		t.Rest = &rest
	}
}

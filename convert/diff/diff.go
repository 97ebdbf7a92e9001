// Package diff makes the tables of the changes between two profiles, and of the variance of several. Package
// compare pairs their methods, and Tables of package render writes the tables.
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

// A Difference is the result of [New].
type Difference struct {
	table.Set
	Changes int // rows, sites and units in all tables, including those beyond the limit
	Small   int // methods, sites and inlined copies that differ too little to count as a change

	// Largest is the largest change of a method's share of self samples or entries; nil if there is none.
	Largest *ShareChange
}

// A ShareChange is the change of a method's share of a metric.
type ShareChange struct {
	Unit   string // of the metric, in the plural
	Method string
	Change float64 // from -1 to 1, see [New]
}

// Size returns the absolute value of the change.
func (c *ShareChange) Size() float64 { return math.Abs(c.Change) }

// New finds the changes between the profiles of a comparison.
//
// Runs differ in length, so both are scaled to the same one: samples are compared by their shares, and counts of
// instrumented code are divided by the ratio of the lengths. The ratio is the median over methods, or sites, weighted with
// their shares.
//
// Samples are random: a method changed if its shares differ by more than chance. Fisher's exact test tells, and its results
// are corrected for the number of methods (Benjamini and Hochberg): of the methods in a table, at most 5% are expected to be
// there by chance. Counts of instrumented code are not random samples, and no test gives the difference of two runs of one
// workload: they changed if they differ by Threshold or more and, because small counts vary most, by more than independent
// events would by chance, by the same test with the same correction.
//
// Shares of methods are relative to the run that has more samples, or entries, at the same length. Then no share is above
// 1, unchanged methods have the same share in both runs, and swapping the profiles negates each change.
//
// These are differences by chance, as there are between any two runs. If both profiles are sums of Runs, a change is what
// exceeds, too, how much the runs of each side differ from each other.
//
// A method or site that only one profile has is only in the tables of methods and of inlining: the others have nothing to
// compare it with.
//
// Where every count is equal, one of the doubts says that both profiles may be of one run.
func New(of *compare.Comparison, opts Options) *Difference {
	opts = opts.settle()
	c := newComparison(of, opts)
	old, new := c.sides[compare.OldSide].Profile, c.sides[compare.NewSide].Profile
	sections := opts.Sections
	if sections == nil {
		sections = Sections
	}
	others := !old.Origin().IsIprof() || !new.Origin().IsIprof() // profiles of other tools have only samples
	d := &Difference{Set: table.Set{Name: "diff", View: opts.Filter.View}}
	for _, s := range Sections {
		if !slices.Contains(sections, s) {
			continue
		}
		m := s.Metric()
		inOld, inNew := old.Total(m.Section()) > 0, new.Total(m.Section()) > 0
		if !inOld || !inNew {
			if inOld != inNew && s != Inlining && !others {
				only := "the old profile"
				if inNew {
					only = "the new profile"
				}
				d.Notes = append(d.Notes, fmt.Sprintf("only %s has %s", only, m))
			}
			continue
		}
		if err := convert.CheckUnits(m.UnitIn(new), m.UnitIn(old)); err != nil {
			d.Notes = append(d.Notes, err.Error())
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
	d.Title = "no differences"
	if slices.ContainsFunc(d.Tables, func(t *table.Table) bool { return t.FactOf("only_old")+t.FactOf("only_new") > 0 }) {
		d.Title = "no differences in the metrics that both profiles have"
	}
	switch {
	case d.Changes > 0:
		d.Title = words.CountOf(int64(d.Changes), "differences")
		if !others {
			d.Title += c.applicationWords(d.Changes)
		}
	case d.Small > 0:
		d.Title = fmt.Sprintf("no differences beyond the threshold and chance; --exact shows the smaller ones: %s", words.Thousands(int64(d.Small)))
	}
	if len(d.Tables) == 0 && len(d.Notes) > 0 {
		d.Title = "nothing to compare"
	}
	if d.Changes == 0 && d.Small == 0 && len(d.Notes) == 0 && c.allEqual(d.Tables) {
		d.Doubts = append(d.Doubts, equalDoubt)
	}
	d.Notes, d.Doubts = append(d.Notes, c.Notes()...), append(d.Doubts, c.Doubts()...)
	if !opts.Exact && (d.Changes > 0 || len(c.singleRuns) > 0) {
		d.Notes = append(d.Notes, c.runsNote())
	}
	d.Facts = append(d.Facts,
		table.Fact{Key: "old_runs", Value: table.IntCell(int64(max(1, len(opts.Runs[compare.OldSide]))))},
		table.Fact{Key: "new_runs", Value: table.IntCell(int64(max(1, len(opts.Runs[compare.NewSide]))))},
		table.Fact{Key: "changes", Value: table.IntCell(int64(d.Changes))},
		table.Fact{Key: "threshold", Value: table.FloatCell(opts.Threshold)},
		table.Fact{Key: "renamed", Value: table.IntCell(int64(c.Normalized + c.Renamed))})
	if d.Largest != nil {
		d.Facts = append(d.Facts, table.Fact{Key: "largest_change", Value: table.FloatCell(d.Largest.Change)})
	}
	return d
}

// newComparison applies the filters to both profiles.
func newComparison(of *compare.Comparison, opts Options) *comparison {
	c := &comparison{Comparison: of, opts: opts}
	for i := range c.sides {
		s := &c.sides[i]
		s.Side = &of.Sides[i]
		s.projections = project(s.Names, opts.Filter)
	}
	c.addRuns()
	return c
}

// owners returns, by node of a tree of a profile, the number of the method that shows its records; -1 if none does. Numbers
// are those of methods by slot.
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

// methods compares self samples or entries by method.
func (c *comparison) methods(m convert.Metric, d *Difference) *table.Table {
	t := c.table(m)
	tested, runs := c.testMethods(m)
	if m != convert.Samples {
		t.Notes = append(t.Notes, runs.LengthNote())
	}
	t.AddFact("length_ratio", table.FloatCell(runs.Ratio))
	t.Notes = append(t.Notes, c.changeNote(runs.ChangeNote(c.opts.Threshold, len(tested), "methods")))
	t.Doubts = append(t.Doubts, runs.Doubts()...)
	changes := tested[:0] // which may be a million
	quiet := 0
	for _, of := range tested {
		c.counted(of.count)
		switch {
		case of.share == of.before:
		case of.changed:
			changes = append(changes, of)
		default:
			quiet++
		}
	}
	section := Calls
	if m == convert.Samples {
		section = Samples
	}
	for _, of := range changes {
		if c.isApplication(of.number) {
			c.ofApplication++
		}
	}
	c.sortMethods(changes)
	if len(changes) > 0 {
		first := changes[0]
		if change := first.share - first.before; d.Largest == nil || math.Abs(change) > math.Abs(d.Largest.Change) {
			d.Largest = &ShareChange{t.Unit, c.label(first.number), change}
		}
	}
	return t.Truncatable(c.limited(len(changes)), func(t *table.Table, shown int) {
		c.fillMethods(t, changes, shown)
		finishDiff(t, section, "methods", "change of their share", shown, len(changes), quiet)
	})
}

// testMethods compares self samples or entries of all methods that have any, in the order of their numbers.
func (c *comparison) testMethods(m convert.Metric) ([]methodChange, compare.Runs) {
	counts, known := c.methodCounts(m, shownPart)
	all, _ := c.methodCounts(m, wholePart)
	runs := c.methodRuns(m, counts).Within(c.methodRuns(m, all))
	byRun := c.methodsByRun(m, shownPart)

	tested := make([]methodChange, 0, len(counts))
	likelihoods := make([]float64, 0, len(counts))
	var observed [][]compare.Observation
	rests := c.restsOfRuns(m, c.methodsByRun(m, wholePart))
	for number, count := range counts {
		of := methodChange{number: int32(number), count: count, spread: -1, inOld: known[compare.OldSide][number], inNew: known[compare.NewSide][number]}
		if !of.inOld && !of.inNew || count == (compare.Counts{}) {
			continue
		}
		of.before, of.share = runs.Shares(count)
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
	}
	return tested, runs
}

// methodCounts returns the self samples, or entries, of a part, by the number of a method, and which methods have records
// there on a side.
func (c *comparison) methodCounts(m convert.Metric, which part) (counts []compare.Counts, known [2][]bool) {
	counts = make([]compare.Counts, len(c.At)+1)
	for i := range c.sides {
		s := &c.sides[i]
		pr := s.of(which, m)
		owners := c.owners(s.Profile, c.Methods[i], m.Tree(s.Profile), pr)
		known[i] = make([]bool, len(counts))
		for node, v := range m.Records(s.Profile) {
			if o := owners[node]; o >= 0 && (pr == nil || pr.Keep[node]) {
				known[i][o] = true
				counts[o].Add(i, v)
			}
		}
	}
	return counts, known
}

// methodRuns returns the runs of a metric by the counts of methods.
func (c *comparison) methodRuns(m convert.Metric, counts []compare.Counts) compare.Runs {
	if m != convert.Samples {
		return compare.CallRuns(counts)
	}
	var old, new float64
	for _, count := range counts {
		old += float64(count.Old)
		new += float64(count.New)
	}
	return compare.SampleRuns(old, new, c.PerSample())
}

// sortMethods sorts changes, the largest first.
func (c *comparison) sortMethods(changes []methodChange) {
	name := func(of methodChange) string { name, _ := c.method(of.number); return name }
	slices.SortFunc(changes, func(a, b methodChange) int {
		if larger := cmp.Compare(math.Abs(b.share-b.before), math.Abs(a.share-a.before)); larger != 0 {
			return larger
		}
		return cmp.Or(strings.Compare(name(a), name(b)), cmp.Compare(a.number, b.number))
	})
}

// isVisible reports whether the shares differ by 0.05 points or more: of smaller differences the factor says more.
func (of methodChange) isVisible() bool { return math.Abs(of.share-of.before) >= 0.0005 }

func (c *comparison) fillMethods(t *table.Table, changes []methodChange, shown int) {
	kept := changes[:shown]
	oldNames := slices.ContainsFunc(kept, func(of methodChange) bool { n := c.namesOf(of.number); return n.old != "" && n.label == n.name })
	row := table.DeclareLate(t, methodColumns(t.Unit, oldNames, len(c.singleRuns) > 0, slices.ContainsFunc(kept, methodChange.isVisible)))
	t.Rows = make([]table.Row, 0, len(kept))
	for i := range kept {
		t.Rows = append(t.Rows, row(methodRow{of: c, change: &kept[i]}))
	}
	if n := len(changes) - len(kept); n > 0 {
		sum := &methodSum{name: table.More(n, "methods")}
		for _, of := range changes[len(kept):] {
			sum.count.Old += of.count.Old
			sum.count.New += of.count.New
		}
		rest := row(methodRow{of: c, sum: sum})
		rest.Omitted = n
		t.Rest = &rest
	}
}

// Package training evaluates a training run by its profile: which methods of a program ran, by package, and which large
// ones have none, because native-image compiles those for size; how many production samples are in methods that ran in training,
// and which hot methods did not run.
package training

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A Production divides production samples by the counts of their methods in training.
type Production struct {
	*table.Table
	BySample    [NumStates]int64 // samples by the state of their leaf
	Application [NumStates]int64 // the part of BySample whose leaf is application code
	Unread      int64            // of those in untrained methods: samples in methods without a class file, which may be native
	Stacks      bool             // the profile has no call counts: Entered means that it is on a stack

	Untrained string // the untrained method with the most self samples, except those that may be native; "": none
	OnlyUsed  bool   // the profile lists only methods with records: a class that it does not list may have been in the image all the same
}

// Judged returns the samples that are judged.
func (c *Production) Judged() int64 { return judged(&c.BySample) }

func judged(by *[NumStates]int64) int64 { return ran(by) + by[Cold] + by[Unlisted] }

func ran(by *[NumStates]int64) int64 { return by[Entered] + by[Uncounted] }

// Share returns the share of samples in methods that ran in training, of those that are judged, from 0 to 1. It is false if none.
func (c *Production) Share() (float64, bool) {
	return ratio(ran(&c.BySample), c.Judged()), c.Judged() > 0
}

// Foreign reports whether more samples are in classes that the profile does not list than are judged: then these say little about
// production, which probably ran another program.
func (c *Production) Foreign() bool { return c.BySample[UnlistedClass] > c.Judged() }

// ProductionOptions are the options of [OfProduction]. The zero value is useful.
type ProductionOptions struct {
	Limit int // rows; 0: all

	// Class finds a class by name, to tell methods that have no bytecode; nil: none is found.
	Class func(name string) (*classfile.Class, error)
}

// OfProduction compares the stacks of a profile of production with a training profile. Methods are the same if their full plain names and
// parameters are, or, where the stacks have no parameters, their names: overloads count together then. Numbers and hashes that
// differ from build to build do not count.
//
// Rows are the methods on stacks: those that are cold in training first, the application's before others, those on most stacks
// first; those that are not judged last.
func OfProduction(training, production *convert.Names, opts ProductionOptions) *Production {
	c := &Production{}
	p := production.Profile
	known := newIndex(training)
	c.Stacks, c.OnlyUsed = known.samples, !known.unused
	files := &bytecode{find: opts.Class, classes: map[string]map[string]State{}}
	rows := methodsOf(production)
	signed := false
	var hottest int64
	for i := range rows {
		r := &rows[i]
		if m, _ := p.MethodHeadAt(int(r.slot)); m.Declaring != iprof.NoType {
			signed = true
		}
		r.state, r.trained = known.look(production, int(r.slot))
		kind := production.Kind(int(r.slot))
		r.application = kind == convert.Application && r.state != NotMethod
		r.name = production.Method(int(r.slot))
		if r.state == Unlisted && production.Options.Disambiguate && known.hasName(production, int(r.slot)) {
			r.name = production.MethodWith(int(r.slot), convert.WithParams)
		}
		switch {
		case r.state.ran() || r.state == NotMethod:
		case kind == convert.NativeImage || kind == convert.Profiler:
			r.state = VMCode
		default:
			method, _ := methodName(production, int(r.slot))
			without, read := files.without(method)
			if without != Entered {
				r.state = without
			}
			if r.state.judged() && !read {
				c.Unread += r.self
			}
			if r.state.judged() && (read || r.application) && r.self > hottest {
				hottest, c.Untrained = r.self, r.name
			}
		}
		c.BySample[r.state] += r.self
		if r.application {
			c.Application[r.state] += r.self
		}
	}
	group := func(r productionRow) int {
		switch r.state {
		case Cold, Unlisted:
			return -1
		case Uncounted:
			return int(Entered)
		}
		return int(r.state)
	}
	slices.SortFunc(rows, func(a, b productionRow) int {
		bySamples := cmp.Or(cmp.Compare(b.total, a.total), cmp.Compare(b.self, a.self))
		return production.OrByName(cmp.Or(cmp.Compare(group(a), group(b)), convert.CompareBools(b.application, a.application), bySamples), a.slot, b.slot)
	})
	c.Table = ProductionDefinition.NewOf(p, convert.Samples, convert.MachineView)
	var tally convert.Tally
	tally.ByReason[convert.NotDropped] = convert.RecordSum{Records: p.Records(iprof.Samples), Value: p.Total(iprof.Samples)}
	c.SetTally(tally, convert.Samples.RecordsNoun())
	c.describe(signed)
	c.Table = c.Limited(opts.Limit, func(t *table.Table, limit int) { fillProduction(t, rows, limit) })
	return c
}

// describe sets title, facts and notes.
func (c *Production) describe(signed bool) {
	part := func(n int64) string { return words.Percent(ratio(n, c.Judged())) }
	entered, none := "with entries", "without entries"
	if c.Stacks {
		entered, none = "on the profile's stacks", "on none of its stacks"
		c.Caveats = append(c.Caveats, "the profile has no call counts: a method that is on none of its stacks may have run all the same")
	}
	uncounted := ""
	if n := c.BySample[Uncounted]; n > 0 {
		uncounted = fmt.Sprintf(", %s that ran without a count", part(n))
	}
	c.Title = fmt.Sprintf("production: %s of %s judged %s in methods %s%s, %s %s, %s not in the profile", part(c.BySample[Entered]),
		words.Thousands(c.Judged()), c.Unit, entered, uncounted, part(c.BySample[Cold]), none, part(c.BySample[Unlisted]))
	if c.Judged() == 0 {
		c.Title = fmt.Sprintf("production: none of the %s are in a method that could be judged", c.Unit)
	}
	for state, n := range c.BySample {
		c.AddFact(stateKeys[state], table.IntCell(n))
	}
	c.AddFact("judged", table.IntCell(c.Judged()))
	c.AddFact("unread", table.IntCell(c.Unread))
	var all int64
	for _, n := range c.Application {
		all += n
	}
	c.AddFact("application", table.IntCell(all))
	c.AddFact("application_entered", table.IntCell(c.Application[Entered]))
	if own := judged(&c.Application); own > 0 {
		c.Notes = append(c.Notes, fmt.Sprintf("of the judged %s in application methods %s are in methods %s", c.Unit, words.Percent(ratio(ran(&c.Application), own)), ranWords(entered, c.Application[Uncounted])))
	}
	missing := "in classes that the profile does not list, so probably were not in the image that recorded it"
	if c.OnlyUsed {
		missing = "in classes that the profile does not list, as it has no methods without records: they were not in the image, or never ran"
	}
	for _, apart := range []struct {
		state State
		where string
	}{
		{UnlistedClass, missing},
		{Native, "in native methods, which have no bytecode to count"},
		{Abstract, "in abstract methods, which have no bytecode to count"},
		{VMCode, "in code of native-image " + none + ", of which much is never counted"},
		{NotMethod, "in non-Java frames"},
	} {
		if n := c.BySample[apart.state]; n > 0 {
			c.Notes = append(c.Notes, fmt.Sprintf("not judged: %s of all %s", words.Percent(ratio(n, c.Base)), apart.where))
		}
	}
	if c.Unread > 0 {
		c.Notes = append(c.Notes, fmt.Sprintf("%s of the judged are in methods %s, whose class files are not given (--classpath, --jdk): unknown whether they are native", part(c.Unread), none))
	}
	if !signed {
		c.Notes = append(c.Notes, "methods are matched by class and name; overloads are merged where parameters are unknown")
	}
}

// ranWords describes methods with entries, and those that ran without a count if they have samples.
func ranWords(entered string, uncounted int64) string {
	if uncounted == 0 {
		return entered
	}
	return entered + " or that ran without a count"
}

// fillProduction adds the rows.
func fillProduction(t *table.Table, rows []productionRow, limit int) {
	row := table.DeclareLate(t, productionColumns)
	shown := rows
	if limit > 0 && limit < len(rows) {
		shown = rows[:limit]
		rest := productionRow{name: table.More(len(rows)-limit, "methods"), rest: true}
		for _, r := range rows[limit:] {
			rest.self += r.self
		}
		rest.base = t.Base
		of := row(rest)
		of.Omitted = len(rows) - limit
		t.Rest = &of
	}
	for i := range shown {
		shown[i].base = t.Base
		t.Rows = append(t.Rows, row(shown[i]))
	}
}

// methodsOf returns the methods on the stacks of a profile with their samples.
func methodsOf(names *convert.Names) []productionRow {
	p := names.Profile
	parents, slots, values := make([]int32, p.Stacks.Len()), make([]int32, p.Stacks.Len()), make([]int64, p.Stacks.Len())
	rows := make([]productionRow, p.MethodSlots())
	for i, n := range p.Stacks.All() {
		parents[i], slots[i] = int32(n.Parent), int32(p.MethodSlot(n.Method))
	}
	for _, r := range p.Samples.All() {
		values[r.Node] += r.Value
		rows[slots[r.Node]].self += r.Value
	}
	for slot, total := range convert.OncePerStack(parents, slots, values, p.MethodSlots()) {
		rows[slot].slot, rows[slot].total = int32(slot), total
	}
	return slices.DeleteFunc(rows, func(r productionRow) bool { return r.total == 0 })
}

func ratio(part, whole int64) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}

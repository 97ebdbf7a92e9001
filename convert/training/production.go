// Package training says how good a training run was, by the profile that it gave: which methods of a program it has entries of, by
// package, and which large ones it has none of, as native-image compiles those for size; and how much of production's samples is in
// methods that ran in training, and which hot methods did not.
package training

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A Production is samples of production by their methods' counts in training.
type Production struct {
	*table.Table
	BySample    [NumStates]int64 // samples by the state of their leaf
	Application [NumStates]int64 // those of them whose leaf is the application's
	Stacks      bool             // the profile has no call counts: Entered is on one of its stacks
}

// A State is how well a profile knows a method.
type State uint8

// The states.
const (
	Entered   State = iota // it has entries; in a profile without call counts, it is on a sampled stack
	Cold                   // the profile lists the method, and has no entries
	Unlisted               // the profile does not list it
	VMCode                 // native-image's own code without entries: much of it is never counted
	NotMethod              // a frame that is not of Java: the kernel, a library in C

	NumStates = int(NotMethod) + 1
)

// String returns the state in words.
func (s State) String() string {
	return words.Enum(s, "State", "entered", "no entries", "not listed", "native image", "not Java")
}

// Share returns the share of samples in methods with entries, of those that are judged: in the first three states. It is from 0
// to 1, and false if none.
func (c *Production) Share() (float64, bool) {
	judged := c.BySample[Entered] + c.BySample[Cold] + c.BySample[Unlisted]
	return ratio(c.BySample[Entered], judged), judged > 0
}

// OfProduction compares the stacks of a profile of production with a training profile. Methods are the same if their full plain names and
// parameters are, or, where the stacks have no parameters, their names: overloads count together then. Numbers and hashes that
// differ from build to build do not count.
//
// Rows are the methods on stacks: those that are cold in training first, the application's before others, those on most stacks
// first. The limit is the number of rows; 0: all.
func OfProduction(training, production *convert.Names, limit int) *Production {
	c := &Production{}
	p := production.Profile
	known := newIndex(training)
	c.Stacks = known.samples
	rows := methodsOf(production)
	signed := false
	for i := range rows {
		r := &rows[i]
		if m, _ := p.MethodHeadAt(int(r.slot)); m.Declaring != iprof.NoType {
			signed = true
		}
		r.state, r.trained = known.look(production, int(r.slot))
		kind := production.Kind(int(r.slot))
		if r.state != Entered && (kind == convert.NativeImage || kind == convert.Profiler) {
			r.state = VMCode
		}
		r.application = kind == convert.Application && r.state != NotMethod
		r.name = production.Method(int(r.slot))
		c.BySample[r.state] += r.self
		if r.application {
			c.Application[r.state] += r.self
		}
	}
	cold := func(r productionRow) int {
		return map[State]int{Cold: 0, Unlisted: 0, Entered: 1, VMCode: 2, NotMethod: 3}[r.state]
	}
	slices.SortFunc(rows, func(a, b productionRow) int {
		return cmp.Or(cmp.Compare(cold(a), cold(b)), convert.CompareBools(b.application, a.application), cmp.Compare(b.total, a.total), cmp.Compare(b.self, a.self),
			convert.CompareSlotNames(production, a.slot, b.slot))
	})
	c.Table = ProductionDefinition.NewOf(p, convert.Samples, convert.MachineView)
	var tally convert.Tally
	tally.ByReason[convert.NotDropped] = convert.RecordSum{Records: p.Records(iprof.Samples), Value: p.Total(iprof.Samples)}
	c.SetTally(tally, convert.Samples.RecordsNoun())
	c.describe(signed)
	c.fill(rows, limit)
	return c
}

// describe sets title, facts and notes.
func (c *Production) describe(signed bool) {
	part := func(n int64) string { return words.Percent(ratio(n, c.Base)) }
	c.Title = fmt.Sprintf("production: %s of the %s in methods with entries, %s in methods without entries, %s in methods not in the profile",
		part(c.BySample[Entered]), c.Unit, part(c.BySample[Cold]), part(c.BySample[Unlisted]))
	if c.Stacks {
		c.Title = fmt.Sprintf("production: %s of the %s in methods that are on the profile's stacks, %s in others that it lists, %s in methods that it does not list",
			part(c.BySample[Entered]), c.Unit, part(c.BySample[Cold]), part(c.BySample[Unlisted]))
		c.Caveats = append(c.Caveats, "the profile has no call counts: a method that is on none of its stacks may have run all the same")
	}
	for state, n := range c.BySample {
		c.AddFact(stateKeys[state], table.IntCell(n))
	}
	var all int64
	for _, n := range c.Application {
		all += n
	}
	c.AddFact("application", table.IntCell(all))
	c.AddFact("application_entered", table.IntCell(c.Application[Entered]))
	entered, none := "with entries", "without entries"
	if c.Stacks {
		entered, none = "on the profile's stacks", "on none of them"
	}
	if all > 0 {
		c.Notes = append(c.Notes, fmt.Sprintf("of the %s in application methods %s are in methods %s", c.Unit, words.Percent(ratio(c.Application[Entered], all)), entered))
	}
	if n := c.BySample[VMCode]; n > 0 {
		c.Notes = append(c.Notes, fmt.Sprintf("not judged: %s in code of native-image %s, of which much is never counted", part(n), none))
	}
	if n := c.BySample[NotMethod]; n > 0 {
		c.Notes = append(c.Notes, fmt.Sprintf("not judged: %s in non-Java frames", part(n)))
	}
	if !signed {
		c.Notes = append(c.Notes, "methods are matched by class and name; overloads are merged where parameters are unknown")
	}
}

// fill adds the rows.
func (c *Production) fill(rows []productionRow, limit int) {
	row := table.DeclareLate(c.Table, productionColumns)
	shown := rows
	if limit > 0 && limit < len(rows) {
		shown = rows[:limit]
		rest := productionRow{name: table.More(len(rows)-limit, "methods"), rest: true}
		for _, r := range rows[limit:] {
			rest.self += r.self
		}
		rest.base = c.Base
		of := row(rest)
		of.Omitted = len(rows) - limit
		c.Rest = &of
	}
	for i := range shown {
		shown[i].base = c.Base
		c.Rows = append(c.Rows, row(shown[i]))
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

package diff

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/background"
	"github.com/iprof-viz/iprof-viz/internal/firstrows"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// branches compares the probabilities of conditionals.
func (c *comparison) branches() *table.Table {
	profiles, filters, methods, _ := c.runs()
	// Files before format 1.0.0 do not distinguish successors with the same target.
	byTarget := slices.ContainsFunc(profiles, (*iprof.Profile).SharedTargetTotals)
	var codes [2]runCode
	shown := pairConditionals(profiles, filters, methods, byTarget, func(run int, all []sites.Conditional) {
		if run < len(codes) { // and not a single run
			codes[run] = codeOf(all, c.Methods[run])
		}
	})
	shown.joinMoved()
	shape := siteShape{
		section: Branches,
		things:  "conditionals", order: "executions × change of probability", parts: "successors",
		columns: conditionalColumns(), byTarget: byTarget,
	}
	if about, caveat := otherCode(codes, "", c.label); caveat {
		shape.caveat = about
	} else {
		shape.note = about
	}
	return c.sites(shown, convert.Branches, shape)
}

// types compares the types seen at virtual calls or type checks.
func (c *comparison) types(m convert.Metric) *table.Table {
	profiles, filters, methods, types := c.runs()
	shown := pairTypes(m, profiles, filters, methods, types, c.LikeTypes())
	section, things := Receivers, "virtual calls"
	if m == convert.InstanceOf {
		section, things = InstanceOf, "type checks"
	}
	return c.sites(shown, m, siteShape{
		section: section,
		things:  things, order: "executions × change of types", parts: "types", kinds: true,
		columns: typeColumns(),
	})
}

// runs returns both profiles, followed by the single runs that they are the sums of, the contexts that are shown, and the numbers of
// methods and types.
func (c *comparison) runs() (profiles []*iprof.Profile, filters []*convert.Projection, methods, types [][]int32) {
	for i := range c.sides {
		profiles, filters = append(profiles, c.sides[i].Profile), append(filters, c.sides[i].of(shownPart, convert.Branches))
	}
	methods, types = slices.Clone(c.Methods), slices.Clone(c.Types)
	for i := range c.singleRuns {
		run := &c.singleRuns[i]
		profiles, filters = append(profiles, run.Profile), append(filters, run.of(shownPart, convert.Branches))
		methods, types = append(methods, run.methods), append(types, run.types)
	}
	return profiles, filters, methods, types
}

// firstSingleRun is the index of the first single run in counts by run, after both profiles.
const firstSingleRun = 2

// observations returns the counts of a part in the single runs of a site.
func (p *pairedPart) observations(s *pairedSite) []compare.Observation {
	var all []compare.Observation
	for run := firstSingleRun; run < len(p.counts); run++ {
		all = append(all, compare.Observation{Count: float64(p.counts[run]), Rest: float64(s.executions[run] - p.counts[run])})
	}
	return all
}

// A siteShape holds the differences between the tables of sites.
type siteShape struct {
	section              Section
	things, order, parts string
	kinds                bool // sites have a TypeKind
	byTarget             bool // successors with the same target are one
	columns              []table.ColumnOf[siteRow]
	note, caveat         string // about all of them; "": none
}

// A siteChange is a site that changed. There may be hundreds of thousands, of which few are shown.
type siteChange struct {
	*pairedSite       // nil except while the site is tested, and of sites to show
	at          int32 // the site among all; -1: too little has moved
	kinds       [2]sites.TypeKind
	word        string
	tested      int     // parts with a count, without unlisted types
	moved       float64 // the share of the executions that go elsewhere, from 0 to 1; with unlisted types the minimum
	weight      float64

	unlisted unlistedCount // kinds of the types
}

// sites makes the table of changed sites, given those that are shown.
func (c *comparison) sites(list *pairedSites, m convert.Metric, shape siteShape) *table.Table {
	t := c.table(m)
	if shape.section == Branches {
		c.overlaps.set(t, shape.section, overlapOfParts(list, len(c.sides)), c.opts.Filter)
	}
	x := &siteTests{comparison: c, shape: shape, runs: compare.CallRuns(countsOf(list))}
	if c.opts.Filter != wholeFilter {
		x.runs = x.runs.Within(compare.CallRuns(c.wholeExecutions(m)))
	}
	x.test(list)
	c.unequal = c.unequal || x.unequal
	changes := x.changes()
	for _, s := range changes {
		if c.isApplication(list.sites.at(s.at).method) {
			c.ofApplication++
		}
	}
	if len(changes) == 0 && x.within > 0 {
		x.comparison.judge(list.len(), func(i int) float64 { return x.lowest(list.at(i)) })
	}
	kept := c.keepSites(list, changes, c.limited(len(changes))) // the table keeps no more of the many sites
	alone := x.notComparedNote(list.moved)
	x.addNotes(t, len(changes), alone)
	t.AddFact("only_old", table.IntCell(int64(x.only[compare.OldSide])))
	t.AddFact("only_new", table.IntCell(int64(x.only[compare.NewSide])))
	within, said := x.within, x.saidWithoutChanges(t, list.moved)
	return t.Truncatable(len(kept.sites), func(t *table.Table, shown int) {
		c.fillSites(t, kept, shape, shown)
		finishDiff(t, shape.section, shape.things, shape.order, shown, kept.all, within, said)
		if kept.all == 0 && alone != "" && len(x.candidates) == 0 {
			t.Title = fmt.Sprintf("%s: none in common (executed: %s in the old profile, %s in the new)", shape.section,
				words.Thousands(int64(x.only[compare.OldSide])), words.Thousands(int64(x.only[compare.NewSide])))
		}
	})
}

// siteTests tests sites for changes.
type siteTests struct {
	*comparison
	shape siteShape
	runs  compare.Runs

	candidates  []siteChange            // sites that both profiles executed
	likelihoods []float64               // of all parts of candidates, in the same order
	observed    [][]compare.Observation // nil without single runs

	only     [2]int // sites that only one profile executed, by side
	within   int    // sites that differ too little
	unlisted int    // sites with types that a file does not list
	unequal  bool   // a count differs
}

// test tests all sites.
func (x *siteTests) test(list *pairedSites) {
	for _, of := range background.Gather(list.len(), 5000, func(from, to int) *siteTests {
		part := &siteTests{comparison: x.comparison, shape: x.shape, runs: x.runs}
		var site pairedSite
		for i := from; i < to; i++ {
			list.read(i, &site)
			part.add(int32(i), &site)
		}
		return part
	}) {
		x.candidates, x.likelihoods, x.observed = append(x.candidates, of.candidates...), append(x.likelihoods, of.likelihoods...), append(x.observed, of.observed...)
		x.only[compare.OldSide] += of.only[compare.OldSide]
		x.only[compare.NewSide] += of.only[compare.NewSide]
		x.within, x.unlisted, x.unequal = x.within+of.within, x.unlisted+of.unlisted, x.unequal || of.unequal
	}
}

// add tests a site, which is one of all. The next call may have another one in the same memory.
func (x *siteTests) add(at int32, s *pairedSite) {
	for i := range s.parts {
		count := s.parts[i].count()
		x.unequal = x.unequal || count.Old != count.New
	}
	executions := s.count()
	switch {
	case executions.Old == 0 && executions.New == 0:
		return
	case executions.New == 0:
		x.only[compare.OldSide]++
		return
	case executions.Old == 0:
		x.only[compare.NewSide]++
		return
	}
	change := siteChange{pairedSite: s, at: at}
	if x.shape.kinds {
		if change.unlisted = x.unlistedOf(s); change.unlisted.any() {
			x.unlisted++
		}
	}
	listed := x.testParts(&change, executions)
	change.moved = change.unlisted.minMoved(change.moved, executions)
	change.weight = change.moved * (float64(executions.Old) + float64(executions.New)/x.runs.Ratio) / 2
	if !x.judge(&change, listed) {
		if change.moved > compare.RoundingTolerance {
			x.within++
		}
		change.at = -1
	}
	change.pairedSite = nil
	x.candidates = append(x.candidates, change)
}

// testParts tests the parts of a site, adds up what moved between them, and finds the kinds of its types. It returns the counts of
// listed types if there are unlisted ones.
func (x *siteTests) testParts(change *siteChange, executions compare.Counts) (seen []compare.Counts) {
	old, new := float64(executions.Old), float64(executions.New)
	var types, listed [2]int
	for _, p := range change.parts {
		count := p.count()
		if count == (compare.Counts{}) {
			continue
		}
		isListed := !change.unlisted.any() || x.ListsType(p.index)
		for side, n := range [2]int64{compare.OldSide: count.Old, compare.NewSide: count.New} {
			if n == 0 {
				continue
			}
			types[side]++
			if isListed {
				listed[side]++
			}
		}
		if !isListed {
			continue
		}
		change.tested++
		x.likelihoods = append(x.likelihoods, compare.PartChance(change.unlisted.closest(count, executions), executions))
		if len(x.singleRuns) > 0 {
			x.observed = append(x.observed, p.observations(change.pairedSite))
		}
		if change.unlisted.any() {
			seen = append(seen, count)
		}
		change.moved += math.Abs(float64(count.New)/new-float64(count.Old)/old) / 2
	}
	if x.shape.kinds {
		for side := range change.kinds {
			if change.kinds[side] = sites.TypeKindOf(types[side] + change.pairedSite.hidden[side]); types[side] > 0 && listed[side] == 0 {
				change.kinds[side] = sites.UnknownTypes
			}
		}
	}
	return seen
}

// judge sets the word for a change, and reports whether it is large enough to be one, given the counts of listed types if there are
// unlisted ones.
func (x *siteTests) judge(change *siteChange, listed []compare.Counts) (far bool) {
	was, is := majority(change.parts, compare.OldSide), majority(change.parts, compare.NewSide)
	flipped := was != is && was >= 0 && is >= 0 && !(change.unlisted.any() && change.unlisted.oneMayLead(listed))
	far = change.moved > compare.RoundingTolerance && (x.opts.Exact || change.moved >= x.opts.Threshold)
	if !x.shape.kinds {
		change.word = "moved"
		if flipped {
			change.word = "flipped"
		}
		return far
	}
	switch was, is := change.kinds[compare.OldSide], change.kinds[compare.NewSide]; {
	case was != is && !change.unlisted.any():
		change.word = "kind"
		return true
	case flipped && far:
		change.word = "top type"
		return true
	}
	change.word = "shares"
	return far && x.opts.Exact
}

// changes returns the candidates that changed significantly.
func (x *siteTests) changes() []siteChange {
	x.beyondVariation(x.likelihoods, x.observed)
	bySite := make([]float64, len(x.candidates))
	for i, rest := 0, x.likelihoods; i < len(x.candidates); i++ {
		n := x.candidates[i].tested
		bySite[i], rest = compare.SiteChance(rest[:n]), rest[n:]
	}
	var changes []siteChange
	for i, picked := range x.chance(bySite) {
		switch {
		case x.candidates[i].at < 0:
		case picked:
			changes = append(changes, x.candidates[i])
		default:
			x.within++
		}
	}
	return changes
}

// lowest returns the lowest p-value that a site could have with its counts.
func (x *siteTests) lowest(s *pairedSite) float64 {
	executions := s.count()
	if executions.Old == 0 || executions.New == 0 {
		return 1 // it is not compared
	}
	var parts []float64
	for i := range s.parts {
		if count := s.parts[i].count(); count != (compare.Counts{}) {
			parts = append(parts, x.lowestOf(count, func(of compare.Counts) float64 { return compare.PartChance(of, executions) }))
		}
	}
	return compare.SiteChance(parts)
}

// notComparedNote says how many sites were not compared because only one profile executed them, and how many lead to other bytecode
// indexes, which is not a change; "": none.
func (x *siteTests) notComparedNote(moved int) string {
	var parts []string
	ran := func(side int) string { return words.CountOf(int64(x.only[side]), x.shape.things) + " ran only in " }
	switch inOld, inNew := x.only[compare.OldSide] > 0, x.only[compare.NewSide] > 0; {
	case inOld && inNew:
		parts = append(parts, ran(compare.OldSide)+"old, "+words.Thousands(int64(x.only[compare.NewSide]))+" in new")
	case inOld:
		parts = append(parts, ran(compare.OldSide)+"old")
	case inNew:
		parts = append(parts, ran(compare.NewSide)+"new")
	}
	if moved > 0 {
		parts = append(parts, movedNote(moved))
	}
	return strings.Join(parts, "; ")
}

// saidWithoutChanges is the rest of the title of a table without rows, which shows nothing else: first how often each run came to such sites, and
// that some were not compared, short enough for a line of a terminal. With Exact the totals are in full.
func (x *siteTests) saidWithoutChanges(t *table.Table, moved int) string {
	count := words.ShortCount
	if x.opts.Exact {
		count = words.Thousands
	}
	unit, _, _ := strings.Cut(t.Unit, " of ") // executions
	said := fmt.Sprintf("%s → %s %s", count(t.FactOf("old_base")), count(t.Base), unit)
	if n := x.only[compare.OldSide] + x.only[compare.NewSide]; n > 0 {
		said += fmt.Sprintf("; %s not compared: %s ran only in the old profile, %s in the new", words.CountOf(int64(n), "sites"),
			words.Thousands(int64(x.only[compare.OldSide])), words.Thousands(int64(x.only[compare.NewSide])))
	}
	if moved > 0 {
		said += "; " + movedNote(moved)
	}
	return said
}

func (x *siteTests) addNotes(t *table.Table, changes int, alone string) {
	if changes > 0 {
		criterion := compare.AtLeast(x.opts.Threshold)
		if x.shape.kinds {
			criterion = "a kind, or by another top type and " + criterion
		}
		t.Notes = append(t.Notes, x.changeNote(compare.ChangeNote(criterion, len(x.candidates), x.shape.things)))
	}
	for _, note := range []string{alone, x.shape.note} {
		if note != "" {
			t.Notes = append(t.Notes, note)
		}
	}
	if x.shape.caveat != "" {
		t.Caveats = append(t.Caveats, x.shape.caveat)
	}
	if x.unlisted > 0 {
		t.Caveats = append(t.Caveats, unlistedCaveat(x.unlisted, len(x.candidates), x.shape.things))
	}
}

// countsOf returns the executions of sites, in their order.
func countsOf(sites *pairedSites) []compare.Counts {
	counts := make([]compare.Counts, sites.len())
	for i := range counts {
		counts[i] = ofTwoRuns(sites.executions.at(int32(i), sites.runs))
	}
	return counts
}

// wholeExecutions returns the executions of all sites, shown or not, in the order of their appearance.
func (c *comparison) wholeExecutions(m convert.Metric) []compare.Counts {
	var numbers convert.Keys // by method and BCI
	var counts []compare.Counts
	for i := range c.sides {
		s := &c.sides[i]
		add := func(of sites.Site, executions int64) {
			number, fresh := numbers.Add(convert.PlaceKey(c.Methods[i][of.Slot], of.BCI))
			if fresh {
				counts = append(counts, compare.Counts{})
			}
			if i == compare.OldSide {
				counts[number].Old += executions
			} else {
				counts[number].New += executions
			}
		}
		all := sites.New(s.Profile, sites.Options{Metrics: []convert.Metric{m}, Contexts: s.of(wholePart, m), NoParts: true})
		for i := range all.Conditionals.All {
			add(all.Conditionals.All[i].Site, all.Conditionals.All[i].Executions)
		}
		for i := range all.Types(m).All {
			add(all.Types(m).All[i].Site, all.Types(m).All[i].Executions)
		}
	}
	return counts
}

// majority returns the index of the part with the largest count in a run, or -1 if there are several or none.
func majority(parts []pairedPart, run int) int {
	best, most := -1, int64(0)
	for i, p := range parts {
		switch n := p.counts[run]; {
		case n > most:
			best, most = i, n
		case n == most:
			best = -1
		}
	}
	return best
}

// keptSites are the changed sites that a table may show, and the others as numbers.
type keptSites struct {
	sites      []siteChange
	names      []methodNames  // of the methods of sites
	all        int            // number of changed sites
	executions compare.Counts // of all of them
}

// keepSites copies the first of the changed sites by descending weight.
func (c *comparison) keepSites(all *pairedSites, changes []siteChange, first int) *keptSites {
	kept := &keptSites{all: len(changes)}
	for i := range changes {
		executions := ofTwoRuns(all.executions.at(changes[i].at, all.runs))
		kept.executions.Old += executions.Old
		kept.executions.New += executions.New
	}
	if first == 0 {
		return kept
	}
	kept.sites = slices.Clone(firstrows.Sort(changes, first, func(x, y siteChange) int {
		if heavier := cmp.Compare(y.weight, x.weight); heavier != 0 {
			return heavier
		}
		a, b := all.sites.at(x.at), all.sites.at(y.at)
		if a.method == b.method {
			return cmp.Compare(a.bci, b.bci)
		}
		return cmp.Or(strings.Compare(c.namesOf(a.method).name, c.namesOf(b.method).name), cmp.Compare(a.bci, b.bci), cmp.Compare(a.method, b.method))
	}))
	for i := range kept.sites {
		site := all.at(int(kept.sites[i].at))
		kept.sites[i].pairedSite = site
		kept.names = append(kept.names, c.namesOf(site.method))
	}
	return kept
}

func (c *comparison) fillSites(t *table.Table, kept *keptSites, shape siteShape, shown int) {
	t.Parts = shape.parts
	row := table.Declare(t, shape.columns)
	rest := kept.executions
	for i, s := range kept.sites[:shown] {
		rest.Old -= s.count().Old
		rest.New -= s.count().New
		site := &changedSite{&kept.sites[i], c.identity(s.method)}
		parts := slices.Clone(s.parts)
		slices.SortStableFunc(parts, func(a, b pairedPart) int {
			if shape.kinds {
				return cmp.Or(cmp.Compare(b.count().New, a.count().New), cmp.Compare(b.count().Old, a.count().Old),
					strings.Compare(c.Type(a.index), c.Type(b.index)))
			}
			return cmp.Or(cmp.Compare(a.target, b.target), cmp.Compare(a.index, b.index), cmp.Compare(a.occurrence, b.occurrence))
		})
		first := true
		for _, p := range parts {
			if p.count() == (compare.Counts{}) && len(parts) > 2 {
				continue // a successor of a switch that was never taken
			}
			part := &changedPart{pairedPart: p, byTarget: shape.byTarget}
			if shape.kinds {
				part.typeName = c.Type(p.index)
				for side, n := range p.counts[:firstSingleRun] {
					part.unknown[side] = n == 0 && (s.unlisted[side] > 0 || !c.ListsType(p.index))
				}
			}
			r := row(siteRow{kept.names[i], s.count(), site, part})
			r.BeginsSite = first
			t.Rows = append(t.Rows, r)
			first = false
		}
	}
	if n := kept.all - shown; n > 0 {
		more := table.More(n, shape.things)
		r := row(siteRow{names: methodNames{name: more, label: more}, executions: rest})
		r.BeginsSite, r.Omitted = true, n
		t.Rest = &r
	}
}

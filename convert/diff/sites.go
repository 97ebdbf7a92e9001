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
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// branches compares the probabilities of conditionals.
func (c *comparison) branches() *table.Table {
	// Before format 1.0.0 the file does not distinguish successors with the same target.
	profiles, _, _, _ := c.runs(shownPart)
	byTarget := slices.ContainsFunc(profiles, (*iprof.Profile).SharedTargetTotals)
	pair := func(which part) []pairedSite {
		profiles, filters, methods, _ := c.runs(which)
		return pairConditionals(profiles, filters, methods, byTarget)
	}
	shape := siteShape{
		section: Branches,
		things:  "conditionals", order: "executions × change of probability", parts: "successors",
		columns: conditionalColumns(), byTarget: byTarget,
	}
	if about, doubt := c.otherCode(); doubt {
		shape.doubt = about
	} else {
		shape.note = about
	}
	return c.sites(pair, convert.Branches, shape)
}

// types compares the types seen at virtual calls or type checks.
func (c *comparison) types(m convert.Metric) *table.Table {
	pair := func(which part) []pairedSite {
		profiles, filters, methods, types := c.runs(which)
		return pairTypes(m, profiles, filters, methods, types)
	}
	section, things := Receivers, "virtual calls"
	if m == convert.InstanceOf {
		section, things = InstanceOf, "type checks"
	}
	return c.sites(pair, m, siteShape{
		section: section,
		things:  things, order: "executions × change of types", parts: "types", kinds: true,
		columns: typeColumns(),
	})
}

// runs returns both profiles, followed by the single runs that they are the sums of: the contexts of a part, and the
// numbers of methods and types.
func (c *comparison) runs(which part) (profiles []*iprof.Profile, filters []*convert.Projection, methods, types [][]int32) {
	for i := range c.sides {
		profiles, filters = append(profiles, c.sides[i].Profile), append(filters, c.sides[i].of(which, convert.Branches))
	}
	methods, types = slices.Clone(c.Methods), slices.Clone(c.Types)
	for i := range c.singleRuns {
		run := &c.singleRuns[i]
		profiles, filters = append(profiles, run.Profile), append(filters, run.of(which, convert.Branches))
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
	note, doubt          string // about all of them; "": none
}

// A siteChange is a site that changed.
type siteChange struct {
	*pairedSite
	word   string
	kinds  [2]sites.TypeKind
	tested int     // parts with a count, without unlisted types
	moved  float64 // the share of the executions that go elsewhere, from 0 to 1; with unlisted types the least possible one
	weight float64

	unlisted unlistedCount // of types
}

// sites makes the table of the sites that changed, of which a function returns those of a part.
func (c *comparison) sites(pair func(part) []pairedSite, m convert.Metric, shape siteShape) *table.Table {
	t := c.table(m)
	list := pair(shownPart)
	counts := countsOf(list)
	runs := compare.CallRuns(counts)
	if c.opts.Filter != wholeFilter {
		runs = runs.Within(compare.CallRuns(countsOf(pair(wholePart))))
	}

	var candidates []siteChange
	var likelihoods []float64 // of all parts, in the order of sites
	var observed [][]compare.Observation
	var only [2]int
	within, unlisted := 0, 0
	for i := range list {
		s, executions := &list[i], counts[i]
		for p := range s.parts {
			c.counted(s.parts[p].count())
		}
		if executions.Old == 0 || executions.New == 0 {
			switch {
			case executions.Old > 0:
				only[compare.OldSide]++
			case executions.New > 0:
				only[compare.NewSide]++
			}
			continue
		}
		change := siteChange{pairedSite: s}
		old, new := float64(executions.Old), float64(executions.New)
		var types, listed [2]int
		var seen []compare.Counts // of listed types, if there are others
		if shape.kinds {
			if change.unlisted = c.unlisted(s); change.unlisted.any() {
				unlisted++
			}
		}
		for _, p := range s.parts {
			count := p.count()
			if count == (compare.Counts{}) {
				continue
			}
			isListed := !change.unlisted.any() || c.ListsType(p.index)
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
			likelihoods = append(likelihoods, compare.PartChance(change.unlisted.closest(count, executions), executions))
			observed = append(observed, p.observations(s))
			if change.unlisted.any() {
				seen = append(seen, count)
			}
			change.moved += math.Abs(float64(count.New)/new-float64(count.Old)/old) / 2
		}
		change.moved = change.unlisted.leastMoved(change.moved, executions)
		change.weight = change.moved * (old + new/runs.Ratio) / 2
		was, is := majority(s.parts, compare.OldSide), majority(s.parts, compare.NewSide)
		flipped := was != is && was >= 0 && is >= 0 && !(change.unlisted.any() && change.unlisted.oneMayLead(seen))
		far := change.moved > compare.RoundingTolerance && (c.opts.Exact || change.moved >= c.opts.Threshold)
		if shape.kinds {
			for side := range change.kinds {
				if change.kinds[side] = sites.TypeKindOf(types[side]); types[side] > 0 && listed[side] == 0 {
					change.kinds[side] = sites.UnknownTypes
				}
			}
			switch was, is := change.kinds[compare.OldSide], change.kinds[compare.NewSide]; {
			case was != is && !change.unlisted.any():
				change.word, far = "kind", true
			case flipped && far:
				change.word = "top type"
			default:
				change.word, far = "shares", far && c.opts.Exact
			}
		} else if change.word = "moved"; flipped {
			change.word = "flipped"
		}
		if !far {
			if change.moved > compare.RoundingTolerance {
				within++
			}
			change.pairedSite = nil
		}
		candidates = append(candidates, change)
	}
	c.beyondVariation(likelihoods, observed)
	bySite := make([]float64, len(candidates))
	for i, rest := 0, likelihoods; i < len(candidates); i++ {
		n := candidates[i].tested
		bySite[i], rest = compare.SiteChance(rest[:n]), rest[n:]
	}
	var changes []siteChange
	for i, picked := range c.chance(bySite) {
		switch {
		case candidates[i].pairedSite == nil:
		case picked:
			changes = append(changes, candidates[i])
		default:
			within++
		}
	}
	for _, s := range changes {
		if c.isApplication(s.method) {
			c.ofApplication++
		}
	}
	names := c.sortSites(changes)
	if len(changes) > 0 {
		criterion := compare.AtLeast(c.opts.Threshold)
		if shape.kinds {
			criterion = "a kind, or by another top type and " + criterion
		}
		t.Notes = append(t.Notes, c.changeNote(compare.ChangeNote(criterion, len(bySite), shape.things)))
	}
	alone := ""
	if only[compare.OldSide]+only[compare.NewSide] > 0 {
		alone = fmt.Sprintf("executed in one profile only, and so not compared: %s of the old, %s of the new",
			words.CountOf(int64(only[compare.OldSide]), shape.things), words.Thousands(int64(only[compare.NewSide])))
		t.Notes = append(t.Notes, alone)
	}
	if shape.note != "" {
		t.Notes = append(t.Notes, shape.note)
	}
	if shape.doubt != "" {
		t.Doubts = append(t.Doubts, shape.doubt)
	}
	if unlisted > 0 {
		t.Doubts = append(t.Doubts, unlistedDoubt(unlisted, len(candidates), shape.things))
	}
	t.AddFact("only_old", table.IntCell(int64(only[compare.OldSide])))
	t.AddFact("only_new", table.IntCell(int64(only[compare.NewSide])))
	return t.Truncatable(c.limited(len(changes)), func(t *table.Table, shown int) {
		c.fillSites(t, changes, names, shape, shown)
		finishDiff(t, shape.section, shape.things, shape.order, shown, len(changes), within)
		if len(changes) == 0 && alone != "" {
			t.Title += "; " + alone // of a table without rows only the title is shown
		}
	})
}

// countsOf returns the executions of sites, in their order.
func countsOf(sites []pairedSite) []compare.Counts {
	counts := make([]compare.Counts, len(sites))
	for i := range sites {
		counts[i] = sites[i].count()
	}
	return counts
}

// majority returns the index of the part with the greatest count in a run, or -1 if there are several or none.
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

// sortSites sorts changes, those with the greatest weight first, and returns the names of their methods by number.
func (c *comparison) sortSites(changes []siteChange) map[int32]methodNames {
	names := make(map[int32]methodNames, len(changes))
	for _, s := range changes {
		names[s.method] = c.namesOf(s.method)
	}
	slices.SortFunc(changes, func(a, b siteChange) int {
		return cmp.Or(cmp.Compare(b.weight, a.weight), strings.Compare(names[a.method].name, names[b.method].name),
			cmp.Compare(a.bci, b.bci), cmp.Compare(a.method, b.method))
	})
	return names
}

func (c *comparison) fillSites(t *table.Table, changes []siteChange, names map[int32]methodNames, shape siteShape, shown int) {
	t.Parts = shape.parts
	row := table.Declare(t, shape.columns)
	for i, s := range changes {
		if i == shown {
			var rest compare.Counts
			for _, s := range changes[i:] {
				rest.Old += s.count().Old
				rest.New += s.count().New
			}
			more := table.More(len(changes)-i, shape.things)
			r := row(siteRow{names: methodNames{name: more, label: more}, executions: rest})
			r.BeginsSite, r.Omitted = true, len(changes)-i
			t.Rest = &r
			break
		}
		site := &changedSite{&changes[i], c.identity(s.method)}
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
			r := row(siteRow{names[s.method], s.count(), site, part})
			r.BeginsSite = first
			t.Rows = append(t.Rows, r)
			first = false
		}
	}
}

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

// A diffSite is a conditional, a virtual call or a type check, over all contexts in which it was counted.
type diffSite struct {
	method int32 // number
	BCI    iprof.BCI
	count  compare.Counts
	parts  []diffPart // in the order of the profiles
}

// A diffPart is a successor or a type of a site.
type diffPart struct {
	partKey
	count compare.Counts
}

// A partKey tells the parts of a site apart: successors by target, index and how-manieth of these, types by number.
type partKey struct {
	target iprof.BCI
	index  int32
	nth    int32
}

// diffSites collects sites.
type diffSites struct {
	sites  []diffSite
	places map[methodPlace]int32
	parts  map[partOf]int32
}

type methodPlace struct {
	method int32
	BCI    iprof.BCI
}

type partOf struct {
	site int32
	partKey
}

func newDiffSites() *diffSites {
	return &diffSites{places: map[methodPlace]int32{}, parts: map[partOf]int32{}}
}

func (d *diffSites) site(method int32, bci iprof.BCI) int32 {
	at, ok := d.places[methodPlace{method, bci}]
	if !ok {
		at = int32(len(d.sites))
		d.places[methodPlace{method, bci}] = at
		d.sites = append(d.sites, diffSite{method: method, BCI: bci})
	}
	return at
}

func (d *diffSites) add(side int, at int32, key partKey, n int64) {
	s := &d.sites[at]
	part, ok := d.parts[partOf{at, key}]
	if !ok {
		part = int32(len(s.parts))
		d.parts[partOf{at, key}] = part
		s.parts = append(s.parts, diffPart{partKey: key})
	}
	if side == compare.OldSide {
		s.count.Old += n
		s.parts[part].count.Old += n
	} else {
		s.count.New += n
		s.parts[part].count.New += n
	}
}

// siteMethod returns the slot of the method that the site of a record at a node is in. It is false where the filters drop
// the record, or fold it into <VM>, which has no places.
func siteMethod(p *iprof.Profile, pr *convert.Projection, node iprof.NodeID) (slot int32, ok bool) {
	switch {
	case pr == nil:
		return int32(p.MethodSlot(p.Contexts.Node(node).Method)), true
	case !pr.Keep[node]:
		return 0, false
	}
	return pr.Frame[node], pr.Frame[node] >= 0
}

// fewParts is up to where comparing every pair is quicker than a map.
const fewParts = 16

// successorKeys appends what tells the successors of a record apart, or their targets.
func successorKeys(dst []partKey, successors []iprof.Successor, byTarget bool) []partKey {
	var seen map[partKey]int32
	if len(successors) > fewParts {
		seen = make(map[partKey]int32, len(successors))
	}
	for i, s := range successors {
		key := partKey{target: s.Target, index: s.Index}
		switch {
		case byTarget:
			key.index = 0
		case seen != nil:
			n := seen[key]
			seen[key]++
			key.nth = n
		default:
			for _, other := range successors[:i] {
				if other.Target == s.Target && other.Index == s.Index {
					key.nth++
				}
			}
		}
		dst = append(dst, key)
	}
	return dst
}

// branches compares the probabilities of conditionals.
func (c *comparison) branches() *table.Table {
	d := newDiffSites()
	// Before 1.0.0 the file does not say which of the successors with the same target was taken.
	byTarget := c.sides[compare.OldSide].Profile.SharedTargetTotals() || c.sides[compare.NewSide].Profile.SharedTargetTotals()
	var successors []iprof.Successor
	var keys []partKey
	for i := range c.sides {
		p := c.sides[i].Profile
		for _, r := range p.Conditionals.All() {
			slot, ok := siteMethod(p, c.sides[i].contexts, r.Node)
			if !ok {
				continue
			}
			at := d.site(c.Methods[i][slot], r.BCI)
			successors = p.OwnSuccessors(successors[:0], r)
			keys = successorKeys(keys[:0], successors, byTarget)
			for j, s := range successors {
				d.add(i, at, keys[j], s.Count)
			}
		}
	}
	return c.sites(d, convert.Branches, siteShape{
		section: Branches,
		things:  "conditionals", order: "executions × change of probability", parts: "successors",
		columns: conditionalColumns(), byTarget: byTarget,
	})
}

// types compares which types were seen at virtual calls or type checks.
func (c *comparison) types(m convert.Metric) *table.Table {
	d := newDiffSites()
	for i := range c.sides {
		p := c.sides[i].Profile
		list := &p.Receivers
		if m == convert.InstanceOf {
			list = &p.InstanceOf
		}
		for _, r := range list.All() {
			slot, ok := siteMethod(p, c.sides[i].contexts, r.Node)
			if !ok {
				continue
			}
			at := d.site(c.Methods[i][slot], r.BCI)
			for _, t := range p.TypeCounts(r) {
				d.add(i, at, partKey{index: c.Types[i][p.TypeSlot(t.Type)]}, t.Count)
			}
		}
	}
	section, things := Receivers, "virtual calls"
	if m == convert.InstanceOf {
		section, things = InstanceOf, "type checks"
	}
	return c.sites(d, m, siteShape{
		section: section,
		things:  things, order: "executions × change of types", parts: "types", kinds: true,
		columns: typeColumns(),
	})
}

// A siteShape is what differs between tables of sites.
type siteShape struct {
	section              Section
	things, order, parts string
	kinds                bool // sites have a TypeKind
	byTarget             bool // of successors that share a target, there is one
	columns              []table.ColumnOf[siteRow]
}

// A siteChange is a site that changed.
type siteChange struct {
	*diffSite
	word   string
	kinds  [2]convert.TypeKind
	moved  float64 // of the executions: how many go elsewhere, from 0 to 1
	weight float64
}

// sites makes the table of the sites that changed.
func (c *comparison) sites(d *diffSites, m convert.Metric, shape siteShape) *table.Table {
	t := c.table(m)
	var counts []compare.Counts
	for _, s := range d.sites {
		counts = append(counts, s.count)
	}
	runs := compare.CallRuns(counts)

	var candidates []siteChange
	var likelihoods []float64
	var only [2]int
	within := 0
	for i := range d.sites {
		s := &d.sites[i]
		if s.count.Old == 0 || s.count.New == 0 {
			switch {
			case s.count.Old > 0:
				only[compare.OldSide]++
			case s.count.New > 0:
				only[compare.NewSide]++
			}
			continue
		}
		change := siteChange{diffSite: s}
		old, new := float64(s.count.Old), float64(s.count.New)
		var parts []compare.Counts
		var types [2]int
		for _, p := range s.parts {
			if p.count == (compare.Counts{}) {
				continue
			}
			parts = append(parts, p.count)
			if p.count.Old > 0 {
				types[compare.OldSide]++
			}
			if p.count.New > 0 {
				types[compare.NewSide]++
			}
			change.moved += math.Abs(float64(p.count.New)/new-float64(p.count.Old)/old) / 2
		}
		change.weight = change.moved * (old + new/runs.Ratio) / 2
		was, is := majority(s.parts, func(p compare.Counts) int64 { return p.Old }), majority(s.parts, func(p compare.Counts) int64 { return p.New })
		flipped := was != is && was >= 0 && is >= 0
		far := change.moved > compare.Rounding && (c.opts.Exact || change.moved >= c.opts.Threshold)
		if shape.kinds {
			change.kinds = [2]convert.TypeKind{convert.TypeKindOf(types[compare.OldSide]), convert.TypeKindOf(types[compare.NewSide])}
			switch {
			case change.kinds[compare.OldSide] != change.kinds[compare.NewSide]:
				change.word, far = "kind", true
			case flipped && far:
				change.word = "top type"
			default:
				change.word, far = "shares", far && c.opts.Exact
			}
		} else if change.word = "moved"; flipped {
			change.word = "flipped"
		}
		likelihoods = append(likelihoods, compare.PartsDiffer(s.count, parts))
		if !far {
			if change.moved > compare.Rounding {
				within++
			}
			change.diffSite = nil
		}
		candidates = append(candidates, change)
	}
	var changes []siteChange
	for i, picked := range c.chance(likelihoods) {
		switch {
		case candidates[i].diffSite == nil:
		case picked:
			changes = append(changes, candidates[i])
		default:
			within++
		}
	}
	names := c.sortSites(changes)
	if len(changes) > 0 {
		criterion := compare.AtLeast(c.opts.Threshold)
		if shape.kinds {
			criterion = "a kind, or by another top type and " + criterion
		}
		t.Notes = append(t.Notes, c.changeNote(compare.ChangeNote(criterion, compare.SharesTest, len(likelihoods), shape.things)))
	}
	alone := ""
	if only[compare.OldSide]+only[compare.NewSide] > 0 {
		alone = fmt.Sprintf("executed in one profile only, and so not compared: %s of the old, %s of the new",
			words.Number(int64(only[compare.OldSide]), shape.things), words.Grouped(int64(only[compare.NewSide])))
		t.Notes = append(t.Notes, alone)
	}
	t.AddFact("only_old", table.IntCell(int64(only[compare.OldSide])))
	t.AddFact("only_new", table.IntCell(int64(only[compare.NewSide])))
	return t.Truncatable(c.limited(len(changes)), func(t *table.Table, shown int) {
		c.fillSites(t, changes, names, shape, shown)
		finishDiff(t, shape.section, shape.things, shape.order, shown, len(changes), within)
		if len(changes) == 0 && alone != "" {
			t.Title += "; " + alone // the title is all that is shown of a table without rows
		}
	})
}

// majority returns the part with the greatest count, or -1 where there are several or none.
func majority(parts []diffPart, count func(compare.Counts) int64) int {
	best, most := -1, int64(0)
	for i, p := range parts {
		switch n := count(p.count); {
		case n > most:
			best, most = i, n
		case n == most:
			best = -1
		}
	}
	return best
}

// sortSites sorts changes, the greatest weight first, and returns the names of their methods by number.
func (c *comparison) sortSites(changes []siteChange) map[int32]methodNames {
	names := make(map[int32]methodNames, len(changes))
	for _, s := range changes {
		names[s.method] = c.namesOf(s.method)
	}
	slices.SortFunc(changes, func(a, b siteChange) int {
		return cmp.Or(cmp.Compare(b.weight, a.weight), strings.Compare(names[a.method].name, names[b.method].name),
			cmp.Compare(a.BCI, b.BCI), cmp.Compare(a.method, b.method))
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
				rest.Old += s.count.Old
				rest.New += s.count.New
			}
			more := table.More(len(changes)-i, shape.things)
			r := row(siteRow{names: methodNames{name: more, label: more}, executions: rest})
			t.Rest = &r
			break
		}
		site := &changedSite{&changes[i], c.identity(s.method)}
		parts := slices.Clone(s.parts)
		slices.SortStableFunc(parts, func(a, b diffPart) int {
			if shape.kinds {
				return cmp.Or(cmp.Compare(b.count.New, a.count.New), cmp.Compare(b.count.Old, a.count.Old),
					strings.Compare(c.Type(a.index), c.Type(b.index)))
			}
			return cmp.Or(cmp.Compare(a.target, b.target), cmp.Compare(a.index, b.index), cmp.Compare(a.nth, b.nth))
		})
		first := true
		for _, p := range parts {
			if p.count == (compare.Counts{}) && len(parts) > 2 {
				continue // of a switch, where it never went
			}
			part := &changedPart{diffPart: p, byTarget: shape.byTarget}
			if shape.kinds {
				part.typeName = c.Type(p.index)
			}
			r := row(siteRow{names[s.method], s.count, site, part})
			r.First = first
			t.Rows = append(t.Rows, r)
			first = false
		}
	}
}

package convert

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/iprof"
)

// A diffSite is a conditional, a virtual call or a type check, over all contexts in which it was counted.
type diffSite struct {
	method int32 // number
	bci    iprof.BCI
	count  paired
	parts  []diffPart // in the order of the profiles
}

// A diffPart is a successor or a type of a site.
type diffPart struct {
	partKey
	count paired
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
	bci    iprof.BCI
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
		d.sites = append(d.sites, diffSite{method: method, bci: bci})
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
	if side == oldSide {
		s.count.old += n
		s.parts[part].count.old += n
	} else {
		s.count.new += n
		s.parts[part].count.new += n
	}
}

// siteMethod returns the slot of the method that the site of a record at a node is in. It is false where the filters drop
// the record, or fold it into <VM>, which has no places.
func siteMethod(p *iprof.Profile, pr *Projection, node iprof.NodeID) (slot int32, ok bool) {
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
func (c *comparison) branches() *Table {
	d := newDiffSites()
	// Before 1.0.0 the file does not say which of the successors with the same target was taken.
	byTarget := c.sides[oldSide].p.SharedTargetTotals() || c.sides[newSide].p.SharedTargetTotals()
	var successors []iprof.Successor
	var keys []partKey
	for i := range c.sides {
		p := c.sides[i].p
		for _, r := range p.Conditionals.All() {
			slot, ok := siteMethod(p, c.sides[i].contexts, r.Node)
			if !ok {
				continue
			}
			at := d.site(c.pairing.Methods[i][slot], r.BCI)
			successors = p.OwnSuccessors(successors[:0], r)
			keys = successorKeys(keys[:0], successors, byTarget)
			for j, s := range successors {
				d.add(i, at, keys[j], s.Count)
			}
		}
	}
	return c.sites(d, Branches, siteShape{
		section: DiffBranches,
		things:  "conditionals", order: "executions × change of probability", parts: "successors",
		part: []Column{
			{Key: "target_bci", Kind: BCIColumn, Heading: "to"}, {Key: "index", Kind: IDColumn},
		},
		cells: func(p partKey) []Cell {
			index := IntCell(int64(p.index))
			if byTarget {
				index = Cell{}
			}
			return []Cell{IntCell(int64(p.target)), index}
		},
		csv: []string{"target_bci", "index"},
	})
}

// types compares which types were seen at virtual calls or type checks.
func (c *comparison) types(m Metric) *Table {
	d := newDiffSites()
	for i := range c.sides {
		p := c.sides[i].p
		list := &p.Receivers
		if m == InstanceOf {
			list = &p.InstanceOf
		}
		for _, r := range list.All() {
			slot, ok := siteMethod(p, c.sides[i].contexts, r.Node)
			if !ok {
				continue
			}
			at := d.site(c.pairing.Methods[i][slot], r.BCI)
			for _, t := range p.TypeCounts(r) {
				d.add(i, at, partKey{index: c.pairing.Types[i][p.TypeSlot(t.Type)]}, t.Count)
			}
		}
	}
	section, things := DiffReceivers, "virtual calls"
	if m == InstanceOf {
		section, things = DiffInstanceOf, "type checks"
	}
	return c.sites(d, m, siteShape{
		section: section,
		things:  things, order: "executions × change of types", parts: "types", kinds: true,
		part:  []Column{{Key: "type", Kind: NameColumn, Heading: "type"}},
		cells: func(p partKey) []Cell { return []Cell{TextCell(c.typeName(p.index))} },
		csv:   []string{"type"},
	})
}

// A siteShape is what differs between tables of sites.
type siteShape struct {
	section              DiffSection
	things, order, parts string
	kinds                bool // sites have a TypeKind
	part                 []Column
	cells                func(partKey) []Cell
	csv                  []string
}

// A siteChange is a site that changed.
type siteChange struct {
	*diffSite
	word   string
	kinds  [2]TypeKind
	moved  float64 // of the executions: how many go elsewhere, from 0 to 1
	weight float64
}

// sites makes the table of the sites that changed.
func (c *comparison) sites(d *diffSites, m Metric, shape siteShape) *Table {
	t := c.table(m)
	var counts []paired
	for _, s := range d.sites {
		counts = append(counts, s.count)
	}
	ratio, _ := lengthRatio(counts)

	var candidates []siteChange
	var likelihoods []float64
	var only [2]int
	within := 0
	for i := range d.sites {
		s := &d.sites[i]
		if s.count.old == 0 || s.count.new == 0 {
			switch {
			case s.count.old > 0:
				only[oldSide]++
			case s.count.new > 0:
				only[newSide]++
			}
			continue
		}
		change := siteChange{diffSite: s}
		old, new := float64(s.count.old), float64(s.count.new)
		likelihood, seen := 1.0, 0
		var types [2]int
		for _, p := range s.parts {
			if p.count == (paired{}) {
				continue
			}
			seen++
			if p.count.old > 0 {
				types[oldSide]++
			}
			if p.count.new > 0 {
				types[newSide]++
			}
			change.moved += math.Abs(float64(p.count.new)/new-float64(p.count.old)/old) / 2
			likelihood = min(likelihood, twoShares(float64(p.count.old), old, float64(p.count.new), new))
		}
		change.weight = change.moved * (old + new/ratio) / 2
		was, is := majority(s.parts, func(p paired) int64 { return p.old }), majority(s.parts, func(p paired) int64 { return p.new })
		flipped := was != is && was >= 0 && is >= 0
		far := change.moved > rounding && (c.opts.Exact || change.moved >= c.opts.Threshold)
		if shape.kinds {
			change.kinds = [2]TypeKind{TypeKindOf(types[oldSide]), TypeKindOf(types[newSide])}
			switch {
			case change.kinds[oldSide] != change.kinds[newSide]:
				change.word, far = "kind", true
			case flipped && far:
				change.word = "top type"
			default:
				change.word, far = "shares", far && c.opts.Exact
			}
		} else if change.word = "moved"; flipped {
			change.word = "flipped"
		}
		// A conditional of two ways is one test. A site of more is so many chances to differ by chance in one of them.
		likelihoods = append(likelihoods, min(1, likelihood*float64(max(1, seen-1))))
		if !far {
			if change.moved > rounding {
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
		criterion := c.percent() + " or more and by "
		if shape.kinds {
			criterion = "a kind, or by another top type and " + criterion
		}
		t.Notes = append(t.Notes, c.changeNote(len(likelihoods), shape.things, criterion, "a two-proportion z-test"))
	}
	alone := ""
	if only[oldSide]+only[newSide] > 0 {
		alone = fmt.Sprintf("executed in one profile only, and so not compared: %s of the old, %s of the new",
			numberOf(int64(only[oldSide]), shape.things), grouped(int64(only[newSide])))
		t.Notes = append(t.Notes, alone)
	}
	t.Facts = append(t.Facts, Fact{"only_old", IntCell(int64(only[oldSide]))}, Fact{"only_new", IntCell(int64(only[newSide]))})
	return t.cut(c.limited(len(changes)), func(t *Table, shown int) {
		c.fillSites(t, changes, names, shape, shown)
		finishDiff(t, shape.section, shape.things, shape.order, shown, len(changes), within)
		if len(changes) == 0 && alone != "" {
			t.Title += "; " + alone // the title is all that is shown of a table without rows
		}
	})
}

// majority returns the part with the greatest count, or -1 where there are several or none.
func majority(parts []diffPart, count func(paired) int64) int {
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
func (c *comparison) sortSites(changes []siteChange) map[int32]string {
	names := make(map[int32]string, len(changes))
	for _, s := range changes {
		names[s.method], _ = c.method(s.method)
	}
	slices.SortFunc(changes, func(a, b siteChange) int {
		return cmp.Or(cmp.Compare(b.weight, a.weight), strings.Compare(names[a.method], names[b.method]),
			cmp.Compare(a.bci, b.bci), cmp.Compare(a.method, b.method))
	})
	return names
}

func (c *comparison) fillSites(t *Table, changes []siteChange, names map[int32]string, shape siteShape, shown int) {
	t.Parts = shape.parts
	t.Columns = []Column{
		{Key: "change", Kind: WordColumn, Heading: "change", Shared: true},
		{Key: "old_executions", Kind: CountColumn, Heading: "old", Shared: true},
		{Key: "new_executions", Kind: CountColumn, Heading: "new", Shared: true},
		{Key: "moved", Kind: ShareColumn, Shared: true},
		{Key: "method", Kind: NameColumn, Heading: "method", Shared: true},
		{Key: "bci", Kind: BCIColumn, Heading: "at", Shared: true},
	}
	if shape.kinds {
		t.Columns = append(t.Columns, Column{Key: "old_kind", Kind: WordColumn, Heading: "was", Shared: true, Minor: true},
			Column{Key: "new_kind", Kind: WordColumn, Heading: "is", Shared: true})
	}
	t.Columns = append(t.Columns, identityColumns(true)...)
	t.Columns = append(t.Columns, shape.part...)
	t.Columns = append(t.Columns,
		Column{Key: "old", Kind: CountColumn}, Column{Key: "new", Kind: CountColumn},
		Column{Key: "old_share", Kind: ShareColumn, Heading: "share"}, Column{Key: "new_share", Kind: ShareColumn, Heading: "now"},
		Column{Key: "difference", Kind: ChangeColumn, Heading: "differs", Minor: true})
	t.CSV = []string{"method", "bci", "change", "old_executions", "new_executions"}
	if shape.kinds {
		t.CSV = append(t.CSV, "old_kind", "new_kind")
	}
	t.CSV = append(append(t.CSV, shape.csv...), "old", "new", "old_share", "new_share", "difference")

	for i, s := range changes {
		if i == shown {
			var rest paired
			for _, s := range changes[i:] {
				rest.old += s.count.old
				rest.new += s.count.new
			}
			cells := make([]Cell, len(t.Columns))
			cells[t.Column("old_executions")], cells[t.Column("new_executions")] = IntCell(rest.old), IntCell(rest.new)
			cells[t.Column("method")] = TextCell(moreOf(len(changes)-i, shape.things))
			t.Rest = &Row{Cells: cells}
			break
		}
		id := c.identity(s.method)
		parts := slices.Clone(s.parts)
		slices.SortStableFunc(parts, func(a, b diffPart) int {
			if shape.kinds {
				return cmp.Or(cmp.Compare(b.count.new, a.count.new), cmp.Compare(b.count.old, a.count.old),
					strings.Compare(c.typeName(a.index), c.typeName(b.index)))
			}
			return cmp.Or(cmp.Compare(a.target, b.target), cmp.Compare(a.index, b.index), cmp.Compare(a.nth, b.nth))
		})
		first := true
		for _, p := range parts {
			if p.count == (paired{}) && len(parts) > 2 {
				continue // of a switch, where it never went
			}
			before, now := float64(p.count.old)/float64(s.count.old), float64(p.count.new)/float64(s.count.new)
			cells := []Cell{TextCell(s.word), IntCell(s.count.old), IntCell(s.count.new), FloatCell(s.moved),
				TextCell(names[s.method]), IntCell(int64(s.bci))}
			if shape.kinds {
				cells = append(cells, TextCell(s.kinds[oldSide].String()), TextCell(s.kinds[newSide].String()))
			}
			cells = append(append(cells, id[:]...), shape.cells(p.partKey)...)
			cells = append(cells, IntCell(p.count.old), IntCell(p.count.new), FloatCell(before), FloatCell(now), FloatCell(now-before))
			t.Rows = append(t.Rows, Row{Cells: cells, First: first})
			first = false
		}
	}
}

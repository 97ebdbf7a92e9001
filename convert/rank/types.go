package rank

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/index"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// TypeOptions say which sites Types shows.
type TypeOptions struct {
	SiteOptions
	Kinds    []convert.TypeKind // only sites of these kinds; nil: all
	MinShare float64            // types with less of their site are one row
}

// A typeSite is a virtual call or a type check.
type typeSite struct {
	siteCounts
	types     []iprof.TypeCount
	saturated bool // a record has as many types as the profiler keeps
}

func (t *typeSite) kind() convert.TypeKind { return convert.TypeKindOf(len(t.types)) }

// mostlyOne is the share of one type from which a site with several says so.
const mostlyOne = 0.99

// Types ranks the sites of [convert.Receivers] or [convert.InstanceOf]: how often each was executed, and with which types. Counts are
// summed over contexts and then divided; a site's kind is by the types that any context has.
func Types(p *iprof.Profile, names *convert.Names, metric convert.Metric, opts TypeOptions) (*table.Table, error) {
	s, err := newSiteTable(p, names, metric, opts.SiteOptions)
	if err != nil {
		return nil, err
	}
	sites := s.typeSites()
	var chosen []*typeSite
	for i := range sites {
		if opts.Kinds == nil || slices.Contains(opts.Kinds, sites[i].kind()) {
			chosen = append(chosen, &sites[i])
		}
	}
	n := first(chosen, opts.Limit, func(a, b *typeSite) int { return s.compare(&a.siteCounts, &b.siteCounts) })
	s.typeRows(sites, chosen, n, opts)
	return s.Table, nil
}

// typeSites adds up the records.
func (s *siteTable) typeSites() []typeSite {
	list := &s.Profile.Receivers
	if s.Metric == convert.InstanceOf {
		list = &s.Profile.InstanceOf
	}
	var sites []typeSite
	for _, r := range list.All() {
		i, vm, ok := s.find(r.Node, r.BCI)
		if !ok && !vm {
			continue
		}
		if ok && i == len(sites) {
			sites = append(sites, typeSite{siteCounts: siteCounts{site: s.at(r.Node, r.BCI)}})
		}
		types := 0
		for _, c := range s.Profile.TypeCounts(r) {
			types++
			if vm {
				s.vm.executions += c.Count
				continue
			}
			sites[i].types = append(sites[i].types, c)
			sites[i].executions += c.Count
		}
		if ok && types >= iprof.SaturatedTypes {
			sites[i].saturated = true
		}
	}
	var counts []int64
	for i := range sites {
		t := &sites[i]
		t.types = convert.SumTypes(t.types)
		counts = counts[:0]
		for _, c := range t.types {
			counts = append(counts, c.Count)
		}
		t.entropy = convert.Entropy(counts...)
	}
	return sites
}

// typeRows makes the columns, and rows of the first n of the sites that were chosen.
func (s *siteTable) typeRows(sites []typeSite, chosen []*typeSite, n int, opts TypeOptions) {
	s.Parts = "types"
	var callees [][]int32
	if s.Metric == convert.Receivers {
		callees = s.callees(chosen[:n])
	}
	var rows []typeTableRow
	shown, alike := int64(0), false
	for i, t := range chosen[:n] {
		shown += t.executions
		row := typeTableRow{
			siteRow: s.siteRow(t.site, t.executions, t.entropy), begins: true,
			kindRow: &kindRow{kind: t.kind(), text: t.words(), saturated: t.saturated},
		}
		if callees != nil {
			row.callees = s.calleesCell(callees[i])
		}
		add := func(types *typeCount) {
			row.typeCount = types
			rows = append(rows, row)
			row.begins = false
		}
		types, rest, more := s.readAlike(t.types), int64(0), 0
		tooMany := opts.Parts > 0 && len(types) > opts.Parts
		for len(types) > 1 && (tooMany && len(types) >= opts.Parts || float64(types[len(types)-1].count) < opts.MinShare*float64(t.executions)) {
			rest += types[len(types)-1].count
			more += types[len(types)-1].types
			types = types[:len(types)-1]
		}
		for _, c := range types {
			count := &typeCount{name: c.name, count: c.count}
			if s.names.Opts.Normalize {
				count.alike = table.IntCell(int64(c.types))
				alike = alike || c.types > 1
			}
			add(count)
		}
		switch {
		case more > 0:
			add(&typeCount{name: table.More(more, "types"), count: rest})
		case len(types) == 0:
			add(nil)
		}
	}
	if alike {
		s.Notes = append(s.Notes, "types that read alike without what differs from build to build are one row; kinds are of the types as recorded")
	}
	row := table.Declare(s.Table, typeColumns(opts.Contexts, s.Metric == convert.Receivers, alike))
	for i := range rows {
		r := row(&rows[i])
		r.First = rows[i].begins
		s.Rows = append(s.Rows, r)
	}
	other := func(name string, executions int64) *table.Row {
		r := row(&typeTableRow{siteRow: s.noSite(name, executions)})
		r.First = true
		return &r
	}
	s.Total = other(table.TotalName, s.Base)
	things := "sites of virtual calls"
	if s.Metric == convert.InstanceOf {
		things = "sites of instanceof"
	}
	if n < len(sites) {
		s.Rest = other(table.More(len(sites)-n, s.counted("sites")), s.Base-s.vm.executions-shown)
	}
	if s.vm.executions > 0 {
		s.Outside = []table.Row{*other(convert.VMFrame, s.vm.executions)}
	}
	which := ""
	if opts.Kinds != nil {
		var words []string
		for _, k := range opts.Kinds {
			if !slices.Contains(words, k.String()) { // a user may say one twice
				words = append(words, k.String())
			}
		}
		which = "that are " + strings.Join(words, " or ")
	}
	s.Title = s.title(s.counted(things), which, n, len(chosen), len(sites))
	s.AddFact("sites", table.IntCell(int64(len(sites))))
	s.AddFact("chosen", table.IntCell(int64(len(chosen))))
	s.Notes = append(s.Notes, s.counted("sites")+": "+kindNote(sites))
}

// A typeRow is a type of a site, or several that read alike.
type typeRow struct {
	name  string
	types int
	count int64
}

// readAlike makes a row of each type, which is what was recorded. With Normalize those are one row that are one but for
// what differs from build to build, such as lambdas of a class: between builds nobody can tell which of them is which, and
// a row that only this build has cannot be compared.
func (s *siteTable) readAlike(types []iprof.TypeCount) []typeRow {
	rows := make([]typeRow, len(types))
	for i, c := range types {
		rows[i] = typeRow{s.names.Type(c.Type), 1, c.Count}
	}
	if !s.names.Opts.Normalize {
		return rows
	}
	numbers := map[string]int{}
	n := 0
	for i, c := range types {
		full := s.names.FullType(c.Type) // what reads alike for want of its package is not the same
		at, seen := numbers[full]
		if !seen {
			at = n
			numbers[full] = at
			rows[at] = typeRow{name: rows[i].name}
			n++
		}
		rows[at].types++
		rows[at].count += c.Count
	}
	rows = rows[:n]
	slices.SortStableFunc(rows, func(a, b typeRow) int {
		return cmp.Or(cmp.Compare(b.count, a.count), strings.Compare(a.name, b.name))
	})
	return rows
}

// words are the kind for people, with what the number of types alone does not say.
func (t *typeSite) words() string {
	word := t.kind().String()
	if t.saturated {
		word += ", saturated"
	}
	if len(t.types) > 1 && float64(t.types[0].Count) >= mostlyOne*float64(t.executions) {
		word += ", " + words.Percent(float64(t.types[0].Count)/float64(t.executions)) + " one type"
	}
	return word
}

// kindNote says how many sites are of which kind.
func kindNote(sites []typeSite) string {
	var counts [convert.Megamorphic + 1]int64
	saturated := int64(0)
	for i := range sites {
		counts[sites[i].kind()]++
		if sites[i].saturated {
			saturated++
		}
	}
	var parts []string
	for kind, n := range counts {
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%s %s", words.Grouped(n), convert.TypeKind(kind)))
		}
	}
	note := words.List(parts)
	if saturated > 0 {
		note += fmt.Sprintf("; %s saturated: the profiler keeps %d types, and there may have been more", words.Grouped(saturated), iprof.SaturatedTypes)
	}
	return note
}

// callees returns, by site, the methods that are seen called there: inlined in a context, or on a sampled stack. They are
// those that the view and the filters show; VMSlot is among them where some are folded.
func (s *siteTable) callees(sites []*typeSite) [][]int32 {
	var row index.Keys
	for _, t := range sites {
		row.Number(s.key(t.site))
	}
	found := make([][]int32, len(sites))
	for _, t := range []*iprof.Tree{s.Profile.Contexts, s.Profile.Stacks} {
		if s.opts.Contexts && t == s.Profile.Stacks {
			continue
		}
		shown := s.shownFrames(t)
		for id, n := range t.All() {
			if n.Parent == iprof.NoNode {
				continue
			}
			at := site{slot: int32(s.Profile.MethodSlot(t.Node(n.Parent).Method)), Node: iprof.NoNode, BCI: n.Site}
			if s.opts.Contexts {
				at.Node = n.Parent
			}
			if i := row.LookUp(s.key(at)); i >= 0 {
				if slot := shown(iprof.NodeID(id), n); slot != convert.NoFrame {
					found[i] = append(found[i], slot)
				}
			}
		}
	}
	for i := range found {
		slices.SortFunc(found[i], func(a, b int32) int {
			return cmp.Or(convert.CompareSlots(s.names, a, b))
		})
		found[i] = slices.Compact(found[i])
	}
	return found
}

// shownFrames returns what the frames of a tree's nodes are shown as: a method's slot, VMSlot or NoFrame.
func (s *siteTable) shownFrames(t *iprof.Tree) func(iprof.NodeID, iprof.Node) int32 {
	pr, shown := s.pr, []bool(nil)
	switch {
	case t == s.Profile.Stacks:
		if pr = convert.Project(s.Profile, t, s.names, s.opts.Filter); pr != nil {
			shown = convert.LiveNodes(t, pr, convert.Samples.Places(s.Profile)) // filters choose whole stacks
		}
	case pr != nil:
		shown = pr.Keep
	}
	if pr == nil {
		return func(_ iprof.NodeID, n iprof.Node) int32 { return int32(s.Profile.MethodSlot(n.Method)) }
	}
	return func(id iprof.NodeID, _ iprof.Node) int32 {
		if !shown[id] {
			return convert.NoFrame
		}
		return pr.Frame[id]
	}
}

// frameName returns the name of a method's slot, or of VMSlot.
func (s *siteTable) frameName(slot int32) string {
	if slot == convert.VMSlot {
		return convert.VMFrame
	}
	return s.names.Method(int(slot))
}

// calleesCell lists callees. That none is seen does not mean that none is called.
func (s *siteTable) calleesCell(callees []int32) table.Cell {
	if len(callees) == 0 {
		return table.UnknownCell()
	}
	frames := make([]table.Frame, len(callees))
	for i, slot := range callees {
		frames[i].Method = s.frameName(slot)
		if slot != convert.VMSlot {
			m, _ := s.Profile.MethodAt(int(slot))
			frames[i].ID = table.IntCell(int64(m.ID))
		}
	}
	return table.ListCell(frames)
}

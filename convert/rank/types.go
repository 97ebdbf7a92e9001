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
	s.Columns = append([]table.Column{
		{Key: "executions", Heading: "executions", Brief: "exec.", Kind: table.CountColumn, Shared: true},
		{Key: "executions_share", Heading: "share", Kind: table.ShareColumn, Shared: true, Minor: true},
		{Key: "kind", Kind: table.WordColumn, Shared: true},
		{Heading: "kind", Kind: table.WordColumn, Shared: true},
		{Key: "saturated", Kind: table.WordColumn, Shared: true},
		{Key: "entropy", Kind: table.NumberColumn, Shared: true},
	}, s.siteColumns()...)
	if s.Metric == convert.Receivers {
		s.Columns = append(s.Columns, table.Column{Key: "callees", Heading: "calls", Kind: table.CalleesColumn, Shared: true, Minor: true, Spare: 1})
	}
	typeColumns := []table.Column{
		{Key: "type", Heading: "type", Kind: table.NameColumn},
		{Key: "alike", Kind: table.CountColumn},
		{Key: "count", Heading: "count", Kind: table.CountColumn},
		{Key: "share", Heading: "share", Kind: table.ShareColumn},
	}
	s.Columns = append(s.Columns, typeColumns...)
	s.CSV = []string{"method", "bci", "executions", "kind", "type", "count", "share"}
	if opts.Contexts {
		s.CSV = append(s.CSV, "context")
	}

	one := func(executions int64, kind [4]table.Cell, site []table.Cell) table.Row {
		cells := append([]table.Cell{table.IntCell(executions), table.ShareCell(executions, s.Base)}, kind[:]...)
		cells = append(cells, site...)
		return table.Row{Cells: append(cells, make([]table.Cell, len(s.Columns)-len(cells))...), First: true}
	}
	other := func(executions int64, name string) *table.Row {
		row := one(executions, [4]table.Cell{}, s.unnamedSite(name))
		return &row
	}
	s.Total = other(s.Base, "<Total>")
	var callees [][]int32
	if s.Metric == convert.Receivers {
		callees = s.callees(chosen[:n])
	}
	shown, alike := int64(0), false
	for i, t := range chosen[:n] {
		shown += t.executions
		kind := [4]table.Cell{table.TextCell(t.kind().String()), table.BriefCell(t.words(), t.word()), table.BoolCell(t.saturated), table.FloatCell(t.entropy)}
		row := one(t.executions, kind, s.siteCells(t.site))
		at := len(row.Cells) - len(typeColumns)
		if callees != nil {
			row.Cells[at-1] = s.calleesCell(callees[i])
		}
		types, rest, more := s.readAlike(t.types), int64(0), 0
		tooMany := opts.Parts > 0 && len(types) > opts.Parts
		for len(types) > 1 && (tooMany && len(types) >= opts.Parts || float64(types[len(types)-1].count) < opts.MinShare*float64(t.executions)) {
			rest += types[len(types)-1].count
			more += types[len(types)-1].types
			types = types[:len(types)-1]
		}
		add := func(first bool, name string, types table.Cell, count int64) {
			r := table.Row{Cells: slices.Clone(row.Cells), First: first}
			copy(r.Cells[at:], []table.Cell{table.TextCell(name), types, table.IntCell(count), table.ShareCell(count, t.executions)})
			s.Rows = append(s.Rows, r)
		}
		for k, c := range types {
			types := table.Cell{}
			if s.names.Opts.Normalize {
				types = table.IntCell(int64(c.types))
				alike = alike || c.types > 1
			}
			add(k == 0, c.name, types, c.count)
		}
		switch {
		case more > 0:
			add(false, table.More(more, "types"), table.Cell{}, rest)
		case len(types) == 0:
			s.Rows = append(s.Rows, row)
		}
	}
	if alike {
		s.Columns[s.Column("alike")].Heading = "types"
		s.Notes = append(s.Notes, "types that read alike without what differs from build to build are one row; kinds are of the types as recorded")
	}
	things := "sites of virtual calls"
	if s.Metric == convert.InstanceOf {
		things = "sites of instanceof"
	}
	if n < len(sites) {
		s.Rest = other(s.Base-s.vm.executions-shown, table.More(len(sites)-n, s.counted("sites")))
	}
	if s.vm.executions > 0 {
		s.Outside = []table.Row{*other(s.vm.executions, convert.VMFrame)}
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
	s.Facts = append(s.Facts, table.Fact{Key: "sites", Value: table.IntCell(int64(len(sites)))}, table.Fact{Key: "chosen", Value: table.IntCell(int64(len(chosen)))})
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

// word is the kind where there is room for one word alone. What is saturated is megamorphic.
func (t *typeSite) word() string {
	if t.saturated {
		return "saturated"
	}
	return t.kind().String()
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

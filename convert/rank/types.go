package rank

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/optimized"
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/firstrows"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// TypeOptions control [Types].
type TypeOptions struct {
	SiteOptions
	Kinds     []sites.TypeKind // only sites of these kinds; nil: all
	Optimized *optimized.Image // by the log of its compiler; nil: unknown
	MinShare  float64          // types below this share of their site are merged into one row
}

// mostlyOne is the minimum share of one type that kindWords mentions at a site with several types.
const mostlyOne = 0.99

// Types ranks the sites of [convert.Receivers] or [convert.InstanceOf]: how often each was executed, and with which types. Counts
// are summed over contexts before ratios are computed; a site's kind counts the types of all contexts. Nil names mean full names.
func Types(p *iprof.Profile, names *convert.Names, metric convert.Metric, opts TypeOptions) (*table.Table, error) {
	if metric != convert.Receivers && metric != convert.InstanceOf {
		return nil, fmt.Errorf("%s have no types: receivers and instanceof have", metric)
	}
	s, err := newSiteTable(p, names, metric, opts.SiteOptions)
	if err != nil {
		return nil, err
	}
	if s.opts.Sort == "types" {
		s.SortedBy = "recorded_types"
	}
	sites := s.sites().Types(metric)
	for i := range sites.All {
		if t := &sites.All[i]; t.Damaged {
			s.setAside(t.Executions)
		}
	}
	chosen := chooseTypes(sites.All, opts)
	s.divide(chosen, len(sites.All))
	s.countSamples(chosen)
	return s.Limited(opts.Limit, func(t *table.Table, limit int) {
		of := *s
		of.Table = t
		n := len(firstrows.Sort(chosen, limit, s.compare))
		if n > 0 {
			of.noteColumns()
			of.Notes = append(of.Notes, "bits: entropy; 2^bits is the effective number of types")
		}
		of.typeRows(sites, chosen, n, opts)
	}), nil
}

// chooseTypes returns the sites that the options select.
func chooseTypes(sites []sites.TypeSite, opts TypeOptions) []rankedSite {
	var chosen []rankedSite
	for i := range sites {
		if t := &sites[i]; opts.Kinds == nil || slices.Contains(opts.Kinds, t.Kind()) {
			types, entropy := int32(len(t.Types)), t.Entropy()
			if math.IsNaN(entropy) { // the kind is unknown
				types = -1
			}
			chosen = append(chosen, rankedSite{Site: t.Site, executions: t.Executions, entropy: entropy, types: types, number: int32(i), damaged: t.Damaged})
		}
	}
	return chosen
}

// newKindRow returns the cells that follow from the types of a site, and the outcome of the call in an optimized image; nil: unknown.
func newKindRow(t *sites.TypeSite, image *optimized.Image) *kindRow {
	row := &kindRow{kind: t.Kind(), text: kindWords(t), types: len(t.Types), saturated: t.Saturated}
	if image != nil {
		row.optimized = image.Dispatch(t.Slot, t.BCI).String()
	}
	return row
}

// typeRows makes the columns, and the rows of the first n chosen sites.
func (s *siteTable) typeRows(sites *sites.List[sites.TypeSite], chosen []rankedSite, n int, opts TypeOptions) {
	s.Parts = "types"
	var callees [][]int32
	if s.Metric == convert.Receivers {
		callees = s.callees(chosen[:n])
	}
	var rows []typeTableRow
	shown, alike := int64(0), false
	for i, r := range chosen[:n] {
		t := &sites.All[r.number]
		shown += t.Executions
		row := typeTableRow{
			siteRow: s.siteRow(r), begins: true,
			kindRow: newKindRow(t, opts.Optimized),
		}
		if callees != nil {
			row.callees = s.calleesCell(callees[i])
			if row.callees.Kind == table.Unknown {
				if called, ok := opts.Lines.Called(r.Slot, r.BCI); ok {
					row.callees = table.ListCell([]table.Frame{{Method: calls.RefName(s.names, called)}})
				}
			}
		}
		add := func(types *typeCount, merged, beyond int) {
			row.typeCount, row.merged, row.beyond = types, merged, beyond
			rows = append(rows, row)
			row.begins = false
		}
		types, rest, more, beyond := s.readAlike(t.Ranked()), int64(0), 0, 0
		tooMany := opts.Parts > 0 && len(types) > opts.Parts
		for len(types) > 1 {
			last := types[len(types)-1]
			rare := float64(last.count) < opts.MinShare*float64(t.Executions)
			if !rare && !(tooMany && len(types) >= opts.Parts) {
				break
			}
			rest += last.count
			more += last.types
			if !rare {
				beyond += last.types
			}
			types = types[:len(types)-1]
		}
		for _, c := range types {
			count := &typeCount{name: c.name, count: c.count}
			if s.names.Options.Normalize {
				count.alike = c.types
				alike = alike || c.types > 1
			}
			add(count, 0, 0)
		}
		switch {
		case more > 0:
			add(&typeCount{name: table.More(more, "types"), count: rest}, more, beyond)
		case len(types) == 0:
			add(nil, 0, 0)
		}
	}
	if alike {
		s.Notes = append(s.Notes, "types with the same normalized name are one row; kinds count the types as recorded")
	}
	damaged := s.noteDamage(sites.VMDamaged)
	row := table.DeclareLate(s.Table, typeColumns(siteShape{
		contexts: opts.Contexts, damaged: damaged, samples: s.hasSamples(), lines: opts.Lines,
		callees: s.Metric == convert.Receivers, outcomes: opts.Optimized != nil, alike: alike,
	}))
	for i := range rows {
		r := row(rows[i])
		r.BeginsSite, r.Merged, r.Beyond = rows[i].begins, rows[i].merged, rows[i].beyond
		s.Rows = append(s.Rows, r)
	}
	other := func(name string, executions int64, damaged bool) *table.Row {
		r := row(typeTableRow{siteRow: s.noSite(name, executions, damaged)})
		r.BeginsSite = true
		return &r
	}
	s.Total = other(table.TotalName, s.Base, damaged)
	things := "sites of virtual calls"
	if s.Metric == convert.InstanceOf {
		things = "sites of instanceof"
	}
	if n < len(sites.All) {
		s.Rest = other(table.More(len(sites.All)-n, s.counted("sites")), s.Base-sites.VM-shown, s.damagedRest(chosen[:n]))
		s.Rest.Omitted = len(sites.All) - n
	}
	if sites.VM > 0 {
		s.Outside = []table.Row{*other(convert.VMFrame, sites.VM, sites.VMDamaged)}
	}
	which, has := s.selectionOfKinds(sites.All, len(chosen), opts.Kinds)
	s.Title = s.title(s.counted(things), which, has, n, len(chosen), len(sites.All))
	if len(chosen) == 0 && opts.Filter.View == convert.AppView {
		if others, err := newSiteTable(s.profile, s.names, s.Metric, opts.elsewhere()); err == nil {
			s.Title = s.noneTitle(strings.TrimPrefix(s.counted(things), "sites of "), which, chooseTypes(others.sites().Types(s.Metric).All, opts))
		}
	}
	s.AddFact("sites", table.IntCell(int64(len(sites.All))))
	s.AddFact("chosen", table.IntCell(int64(len(chosen))))
	s.addKinds(sites.All)
}

// A typeRow is a type of a site, or several with the same normalized name.
type typeRow struct {
	name  string
	types int
	count int64
}

// readAlike makes a row for each recorded type. With Normalize, types whose names differ only in parts that change from build to
// build, such as the lambdas of a class, share one row: separate rows could not be compared between builds.
func (s *siteTable) readAlike(types []iprof.TypeCount) []typeRow {
	rows := make([]typeRow, len(types))
	for i, c := range types {
		rows[i] = typeRow{s.names.Type(c.Type), 1, c.Count}
	}
	if !s.names.Options.Normalize {
		return rows
	}
	numbers := map[string]int{}
	n := 0
	for i, c := range types {
		full := s.names.FullType(c.Type) // the same simple name in two packages means two types
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

// kindWords returns the kind in words, and whether the site is saturated or mostly of one type.
func kindWords(t *sites.TypeSite) string {
	word := t.Kind().String()
	if t.Saturated {
		word += ", saturated"
	}
	if types := t.Ranked(); len(types) > 1 && t.Executions > 0 && float64(types[0].Count) >= mostlyOne*float64(t.Executions) {
		word += ", " + words.Percent(float64(types[0].Count)/float64(t.Executions)) + " one type"
	}
	return word
}

// kindFact is the key of the number of sites of a kind.
func kindFact(kind sites.TypeKind) string { return kind.String() + "_sites" }

// selectionOfKinds describes the selection of sites by kind, and an empty one, for the title: "that are bimorphic", "is bimorphic"; "": all.
func (s *siteTable) selectionOfKinds(list []sites.TypeSite, chosen int, selected []sites.TypeKind) (which, has string) {
	if selected == nil {
		return "", ""
	}
	var names []string
	for _, k := range selected {
		if !slices.Contains(names, k.String()) { // a user may specify one twice
			names = append(names, k.String())
		}
	}
	kinds := strings.Join(names, " or ")
	which, has = "that are "+kinds, "is "+kinds
	if chosen == 0 {
		s.Miss = s.typesMiss(list, selected)
		if unknown := s.unknownKinds(list); unknown != "" {
			has, s.Miss = "is known to be "+kinds, cmp.Or(s.Miss, unknown)
		}
	}
	return which, has
}

// unknownKinds says how many sites may be of any kind; "": none.
func (s *siteTable) unknownKinds(list []sites.TypeSite) string {
	n := 0
	for i := range list {
		if list[i].Kind() == sites.UnknownTypes {
			n++
		}
	}
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("%s of %s of unknown kind", words.Thousands(int64(n)), words.CountOf(int64(len(list)), s.counted("sites")))
}

// addKinds adds the number of sites of each kind, as facts and in a note above the table, and explains kinds below it.
func (s *siteTable) addKinds(list []sites.TypeSite) {
	var counts [sites.UnknownTypes + 1]int64
	saturated := int64(0)
	for i := range list {
		counts[list[i].Kind()]++
		if list[i].Saturated {
			saturated++
		}
	}
	for kind := sites.Monomorphic; kind <= sites.UnknownTypes; kind++ {
		s.AddFact(kindFact(kind), table.IntCell(counts[kind]))
	}
	if len(list) == 0 {
		return
	}
	var parts []string
	for kind, n := range counts {
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%s %s", words.Thousands(n), sites.TypeKind(kind)))
		}
	}
	s.Notes, s.InHead = slices.Insert(s.Notes, 0, "sites: "+words.List(parts)), 1
	if counts[sites.UnknownTypes] > 0 {
		s.Notes = append(s.Notes, "unknown: the file lists none of the types seen there")
	}
	if saturated > 0 {
		s.Notes = append(s.Notes, fmt.Sprintf("%s saturated: the profiler keeps %d types, and there may have been more",
			words.Count(saturated, s.counted("site"), s.counted("sites")), iprof.SaturatedTypes))
	}
}

// callees returns, by site, the slots of the methods that are called there: inlined in a context, or on a sampled stack.
// Only methods that the view and the filters show are included, and [convert.VMSlot] if some are folded.
func (s *siteTable) callees(list []rankedSite) [][]int32 {
	found := make([][]int32, len(list))
	if len(list) == 0 {
		return found
	}
	opts := sites.Options{Metrics: []convert.Metric{convert.Calls}, ByContext: s.opts.Contexts, Contexts: s.pr}
	at := make(map[sites.Site]int, len(list)) // the index of a site
	slots := make([]int32, len(list))
	for i, r := range list {
		at[r.Site], slots[i] = i, r.Slot
		opts.CallSites = append(opts.CallSites, r.Site)
	}
	opts.Scope = sites.MethodScope(s.profile, slots...)
	if !opts.ByContext {
		opts.Stacks = convert.Project(s.profile, s.profile.Stacks, s.names, s.opts.Filter)
	}
	for _, site := range sites.New(s.profile, opts).Calls.All {
		i := at[site.Site]
		for _, c := range site.Callees {
			found[i] = append(found[i], c.Slot)
		}
		slices.SortFunc(found[i], func(a, b int32) int { return convert.CompareSlotNames(s.names, a, b) })
	}
	return found
}

// frameName returns the name of a method by its slot, or of [convert.VMSlot].
func (s *siteTable) frameName(slot int32) string {
	if slot == convert.VMSlot {
		return convert.VMFrame
	}
	return s.names.Method(int(slot))
}

// calleesCell lists callees. Without any it is Unknown: there may still have been calls.
func (s *siteTable) calleesCell(callees []int32) table.Cell {
	if len(callees) == 0 {
		return table.UnknownCell()
	}
	frames := make([]table.Frame, len(callees))
	for i, slot := range callees {
		frames[i].Method = s.frameName(slot)
		if slot != convert.VMSlot {
			m, _ := s.profile.MethodAt(int(slot))
			frames[i].ID = table.IntCell(int64(m.ID))
		}
	}
	seen := table.ListCell(frames)
	seen.Text = inlinedOrSampled
	return seen
}

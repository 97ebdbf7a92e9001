package rank

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/application"
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/convert/sourceline"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// SiteOptions control tables of branches, receivers or instanceof.
type SiteOptions struct {
	Filter   convert.FilterOptions
	Contexts bool   // one row per inlining context instead of one for their sum
	Sort     string // one of SiteOrders; "": the first
	Limit    int    // maximum number of sites; 0: all
	Parts    int    // maximum number of successors or types of a site; the rarest others are merged into one row; 0: all

	Lines *sourceline.Lines // nil: no lines
}

// HotMethod is the minimum share of all executions that makes a method hot.
const HotMethod = 0.001

// SiteOrders returns the orders of the sites of a metric, the default first: executions times entropy, so that hot, hard-to-predict
// sites come first; entropy, so that the most even ones do, with those of less than [HotMethod] of the executions last; executions;
// types, of virtual calls and type checks: how many were seen; trips of loops, unknown ones last; samples at the line of the site, then
// in its method; or name.
func SiteOrders(metric convert.Metric) []string {
	if metric == convert.Branches {
		return []string{"uncertainty", "entropy", "executions", "trips", "samples", "name"}
	}
	return []string{"uncertainty", "entropy", "executions", "types", "samples", "name"}
}

// A rankedSite is a site with its sort keys.
type rankedSite struct {
	sites.Site
	damaged                    bool  // see sites.TypeSite.Damaged
	number                     int32 // index in SiteList.All
	types                      int32 // how many were seen; -1: unknown
	executions                 int64
	entropy                    float64 // NaN: unknown
	trips                      float64 // if they are the order; 0: unknown
	lineSamples, methodSamples int64   // self samples at its line, and in its method
}

// A siteTable makes a table of sites.
type siteTable struct {
	*table.Table
	profile *iprof.Profile
	names   *convert.Names
	opts    SiteOptions
	pr      *convert.Projection
	damaged int64 // sites with damaged counts
}

func newSiteTable(p *iprof.Profile, names *convert.Names, metric convert.Metric, opts SiteOptions) (*siteTable, error) {
	names = names.OrDefault(p)
	orders := SiteOrders(metric)
	opts.Sort = cmp.Or(opts.Sort, orders[0])
	if !slices.Contains(orders, opts.Sort) {
		return nil, fmt.Errorf("%s are sorted by %s, not by %s", metric, strings.Join(orders, ", "), opts.Sort)
	}
	s := &siteTable{
		Table:   &table.Table{Name: metric.String(), Metric: metric, Unit: metric.Unit(), View: opts.Filter.View},
		profile: p, names: names, opts: opts,
		pr: convert.Project(p, p.Contexts, names, opts.Filter),
	}
	s.SetTally(s.pr.TallyOf(p, metric), metric.RecordsNoun())
	s.Certain = s.Base
	if opts.Sort == "samples" && s.hasSamples() {
		s.SortedBy = "method_samples"
		if opts.Lines != nil {
			s.SortedBy = "samples"
		}
	}
	s.AddFact("sort", table.TextCell(opts.Sort))
	return s, nil
}

// noteColumns explains the columns of all sites, where there are rows.
func (s *siteTable) noteColumns() {
	if s.hasSamples() && s.opts.Lines == nil {
		whose := "self samples in the method of the site"
		if f := s.opts.Filter; f.View == convert.AppView || f.Hide != nil {
			whose = "those in the method of the site and in hidden code that it calls"
		}
		s.Notes = append(s.Notes, "samples: "+whose+"; --classpath shows those at its line")
	}
	if s.opts.Contexts {
		s.Notes = append(s.Notes, convert.InstrumentedInliningNote)
	}
}

// divide sets the application's part of the chosen sites, of so many.
func (s *siteTable) divide(chosen []rankedSite, all int) {
	unit := s.Unit
	if s.Metric == convert.Branches {
		unit = "executions"
	}
	s.Application = application.NewShareOf(s.Metric, unit, s.opts.Filter, func(yield func(convert.Kind, int64) bool) {
		for _, r := range chosen {
			if !yield(s.names.Kind(int(r.Slot)), r.executions) {
				return
			}
		}
	})
	if len(chosen) < all {
		s.Application.Selected = len(chosen)
	}
}

// sites sums up the table's metric by site.
func (s *siteTable) sites() *sites.Sites {
	return sites.New(s.profile, s.siteOptions())
}

func (s *siteTable) siteOptions() sites.Options {
	return sites.Options{Metrics: []convert.Metric{s.Metric}, ByContext: s.opts.Contexts, Contexts: s.pr}
}

// compare is the order of rows. Damaged counts, and figures made of them, mean nothing: their sites are last in all orders but that of names.
func (s *siteTable) compare(a, b rankedSite) int {
	if a.damaged != b.damaged && s.opts.Sort != "name" {
		return convert.CompareBools(a.damaged, b.damaged)
	}
	var order int
	switch s.opts.Sort {
	case "executions":
		order = cmp.Compare(b.executions, a.executions)
	case "samples":
		order = cmp.Or(cmp.Compare(b.lineSamples, a.lineSamples), cmp.Compare(b.methodSamples, a.methodSamples), cmp.Compare(b.executions, a.executions))
	case "entropy":
		rare := func(r rankedSite) int {
			if float64(r.executions) < HotMethod*float64(s.Certain) {
				return 1
			}
			return 0
		}
		order = cmp.Or(cmp.Compare(rare(a), rare(b)), cmp.Compare(b.entropy, a.entropy), cmp.Compare(b.executions, a.executions)) // NaN is the least
	case "types":
		order = cmp.Or(cmp.Compare(b.types, a.types), cmp.Compare(b.executions, a.executions))
	case "trips":
		order = cmp.Or(cmp.Compare(b.trips, a.trips), cmp.Compare(b.executions, a.executions))
	case "uncertainty":
		order = sites.CompareByEntropy(a.executions, a.entropy, b.executions, b.entropy)
	}
	if order != 0 {
		return order
	}
	return s.compareSites(a.Site, b.Site)
}

// compareSites orders sites by name.
func (s *siteTable) compareSites(a, b sites.Site) int {
	return cmp.Or(convert.CompareSlotNames(s.names, a.Slot, b.Slot), cmp.Compare(a.BCI, b.BCI), cmp.Compare(a.Context, b.Context))
}

// setAside counts the sites with damaged counts, given the executions of one.
func (s *siteTable) setAside(executions int64) {
	s.damaged++
	s.Certain -= executions
}

// noteDamage adds a note about damaged counts, which are in rows of sites, in the row for the rest or in that of the VM, and reports
// whether there are any.
func (s *siteTable) noteDamage(vm bool) bool {
	var things []string
	if s.damaged > 0 {
		things = append(things, words.CountOf(s.damaged, "sites"))
	}
	if vm {
		things = append(things, convert.VMFrame)
	}
	if things != nil {
		s.Notes = append(s.Notes, table.DamageNote(words.List(things), "executions", s.opts.Sort))
	}
	return things != nil
}

// damagedRest reports whether sites without a row have damaged counts, given those with one.
func (s *siteTable) damagedRest(shown []rankedSite) bool {
	n := int64(0)
	for _, r := range shown {
		if r.damaged {
			n++
		}
	}
	return n < s.damaged
}

// title returns the title of the table. Which describes the selection made by the options, such as "that are even"; "" means all.
// With a selection the title says how many sites it has, because the rows for the total and for the rest count all sites. If no
// site is selected, the title says that none of them is: "is even".
func (s *siteTable) title(things, which, has string, shown, chosen, all int) string {
	order := siteOrderTitle(s.opts.Sort)
	if which == "" {
		return table.Title(things, order, shown, chosen)
	}
	if chosen == 0 {
		return fmt.Sprintf("no %s %s", words.Singular(things), has)
	}
	title := fmt.Sprintf("%s of %s: those %s, by %s", words.Thousands(int64(chosen)), words.CountOf(int64(all), things), which, order)
	if shown < chosen {
		title += fmt.Sprintf(", %s shown", words.Thousands(int64(shown)))
	}
	return title
}

// noneTitle returns the title of a table of application sites that is empty. Others are the sites of all code that the same options
// choose; the kind of methods without names is unknown.
func (s *siteTable) noneTitle(things, which string, others []rankedSite) string {
	title, elsewhere := "no "+things+" of the application", ""
	if which != "" {
		title += " " + which
	}
	unnamed := 0
	for _, r := range others {
		if s.names.Kind(int(r.Slot)) == convert.UnknownKind {
			unnamed++
		}
	}
	if named := len(others) - unnamed; named > 0 {
		elsewhere = fmt.Sprintf("; %s in library and VM code", words.Thousands(int64(named)))
	}
	if unnamed > 0 {
		elsewhere += fmt.Sprintf("; %s in methods without names", words.Thousands(int64(unnamed)))
	}
	if elsewhere == "" { // other views have none either
		return title
	}
	return title + elsewhere + " (--view expert)"
}

// elsewhere returns the options for the sites of all code, to be counted if the application has none.
func (o SiteOptions) elsewhere() SiteOptions {
	o.Filter.View = convert.ExpertView
	return o
}

// siteRow returns the cells that all rows of a site share.
func (s *siteTable) siteRow(r rankedSite) *siteRow {
	m, _ := s.profile.MethodAt(int(r.Slot))
	f := &siteFacts{bci: r.BCI, method: m.ID, signature: convert.JVMSignature(s.profile, m), entropy: r.entropy, lineSamples: r.lineSamples, methodSamples: r.methodSamples}
	if lines := s.opts.Lines; lines != nil {
		f.line, f.file, f.source = lines.Line(r.Slot, r.BCI), lines.File(r.Slot), lines.Text(r.Slot, r.BCI)
	}
	if s.opts.Contexts {
		f.callers = s.callers(r.Context)
	}
	return &siteRow{s.names.Method(int(r.Slot)), r.executions, s.Base, r.damaged, f}
}

// noSite returns the row for executions that belong to no site of the table.
func (s *siteTable) noSite(name string, executions int64, damaged bool) *siteRow {
	return &siteRow{name: name, executions: executions, base: s.Base, damaged: damaged}
}

// callers returns the methods that a node is inlined into, the innermost first.
func (s *siteTable) callers(id iprof.NodeID) []table.Frame {
	callers := []table.Frame{}
	for n := s.profile.Contexts.Node(id); n.Parent != iprof.NoNode; {
		bci := table.IntCell(int64(n.Site))
		n = s.profile.Contexts.Node(n.Parent)
		callers = append(callers, table.Frame{ID: table.IntCell(int64(n.Method)), Method: s.names.Method(s.profile.MethodSlot(n.Method)), BCI: bci})
	}
	return callers
}

// pathOf returns callers as one line: "printEvenOrOdd@9 < main@3".
func pathOf(callers []table.Frame) string {
	if len(callers) == 0 {
		return "(root)"
	}
	var b strings.Builder
	for i, c := range callers {
		if i > 0 {
			b.WriteString(" < ")
		}
		b.WriteString(c.Method)
		if bci := iprof.BCI(c.BCI.Int); bci < 0 {
			fmt.Fprintf(&b, " (%s)", bci)
		} else {
			fmt.Fprintf(&b, "@%d", bci)
		}
	}
	return b.String()
}

// siteOrderTitle describes an order of sites.
func siteOrderTitle(order string) string {
	switch order {
	case "", "uncertainty":
		return "executions × entropy"
	case "entropy":
		return "entropy, rare ones last"
	case "types":
		return "number of types"
	case "trips":
		return "trips of loops"
	}
	return order
}

package convert

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/iprof"
)

// SiteOptions say which sites a table of branches, receivers or instanceof shows.
type SiteOptions struct {
	Filter   FilterOptions
	Contexts bool   // a row for each inlining context, rather than for the sum of them
	Sort     string // one of SiteOrders; "": the first
	Limit    int    // sites; 0: all
	Parts    int    // ways or types of a site: of more, the least are one row; 0: all
}

// SiteOrders are what sites can be sorted by, the default first: executions times entropy, which puts first what is both
// executed often and hard to foretell; executions; or name.
var SiteOrders = []string{"uncertainty", "executions", "name"}

// A site is a place in a method's bytecode where something was counted: over all contexts, or in one.
type site struct {
	slot int32        // of the method
	node iprof.NodeID // the context; NoNode: all
	bci  iprof.BCI
}

// siteCounts are what every kind of site has.
type siteCounts struct {
	site
	executions int64
	entropy    float64
}

// A siteTable makes a table of sites.
type siteTable struct {
	*Table
	p     *iprof.Profile
	names *Names
	opts  SiteOptions
	pr    *Projection
	index keyNumbers // of sites, by method or context and BCI

	vm siteCounts // what a view folds into <VM>
}

func newSiteTable(p *iprof.Profile, names *Names, metric Metric, opts SiteOptions) (*siteTable, error) {
	if opts.Sort == "" {
		opts.Sort = SiteOrders[0]
	}
	if !slices.Contains(SiteOrders, opts.Sort) {
		return nil, fmt.Errorf("%s are sorted by %s, not by %s", metric, strings.Join(SiteOrders, ", "), opts.Sort)
	}
	s := &siteTable{
		Table: &Table{Name: metric.String(), Metric: metric, Unit: metric.unit(), View: opts.Filter.View},
		p:     p, names: names, opts: opts,
		pr: Project(p, p.Contexts, names, opts.Filter),
	}
	var unmatched []string
	if s.pr != nil {
		unmatched = s.pr.Unmatched
	}
	s.setTally(s.pr.tallyOf(p, metric), metric.recordsNoun(), unmatched)
	if opts.Contexts {
		s.Notes = append(s.Notes, InstrumentedInlining)
	}
	s.Facts = append(s.Facts, Fact{"sort", TextCell(opts.Sort)})
	return s, nil
}

// find returns the number of a record's site; numbers go up by one. It is false where the record is not shown by itself:
// dropped, or, with vm, folded into <VM>.
func (s *siteTable) find(node iprof.NodeID, bci iprof.BCI) (number int, vm, ok bool) {
	if s.pr != nil {
		if !s.pr.Keep[node] {
			return 0, false, false
		}
		if s.pr.Frame[node] < 0 {
			return 0, true, false
		}
	}
	return int(s.index.number(s.key(s.at(node, bci)))), false, true
}

// key returns what the index knows a site by.
func (s *siteTable) key(at site) uint64 {
	if s.opts.Contexts {
		return placeKey(int32(at.node), at.bci)
	}
	return placeKey(at.slot, at.bci)
}

// at returns the site of a record.
func (s *siteTable) at(node iprof.NodeID, bci iprof.BCI) site {
	at := site{slot: int32(s.p.MethodSlot(s.p.Contexts.Node(node).Method)), node: iprof.NoNode, bci: bci}
	if s.opts.Contexts {
		at.node = node
	}
	return at
}

// compare is the order of rows.
func (s *siteTable) compare(a, b *siteCounts) int {
	var order int
	switch s.opts.Sort {
	case "executions":
		order = cmp.Compare(b.executions, a.executions)
	case "uncertainty":
		order = compareWorth(a.executions, a.entropy, b.executions, b.entropy)
	}
	if order != 0 {
		return order
	}
	return cmp.Or(compareSlots(s.names, a.slot, b.slot), cmp.Compare(a.bci, b.bci), cmp.Compare(a.node, b.node))
}

// first sorts the sites that are shown to the front and returns how many these are. It does not sort those behind the
// limit.
func first[T any](all []T, limit int, compare func(a, b T) int) int {
	if limit <= 0 || limit >= len(all) {
		slices.SortFunc(all, compare)
		return len(all)
	}
	// The best so far are sorted at the front; others gather behind them until there are as many again.
	for at := limit; at < len(all); {
		end := min(at+max(limit, 1000), len(all))
		head := all[:limit]
		if at == limit {
			slices.SortFunc(head, compare)
		}
		worst, n := head[limit-1], at
		for i := at; i < end; i++ {
			if compare(all[i], worst) < 0 {
				all[n], all[i] = all[i], all[n]
				n++
			}
		}
		// all[at:n] beat the worst: the best of them and of the head come to the front.
		if n > at {
			both := append(slices.Clone(head), all[at:n]...)
			slices.SortFunc(both, compare)
			copy(head, both)
			copy(all[at:n], both[limit:])
		}
		at = end
	}
	return limit
}

// title says what the rows are. Which is what the options choose sites by, as in "that are even"; then the title says how
// many these are, so that nobody takes the rows of the total and of the rest for what was found. "": all.
func (s *siteTable) title(things, which string, shown, chosen, all int) string {
	order := siteOrderTitle(s.opts.Sort)
	if which == "" {
		return titleOf(things, order, shown, chosen)
	}
	title := fmt.Sprintf("%s of %s: those %s", grouped(int64(chosen)), numberOf(int64(all), things), which)
	if chosen > 0 {
		title += ", by " + order
	}
	if shown < chosen {
		title += fmt.Sprintf(", %s shown", grouped(int64(shown)))
	}
	return title
}

// siteColumns are what says where a site is.
func (s *siteTable) siteColumns() []Column {
	columns := []Column{
		{Key: "method", Heading: "method", Kind: NameColumn, Shared: true},
		{Key: "bci", Heading: "at", Kind: BCIColumn, Shared: true},
		{Key: "id", Kind: IDColumn, Shared: true},
		{Key: "signature", Kind: NameColumn, Shared: true},
	}
	if s.opts.Contexts {
		columns = append(columns, Column{Key: "context", Kind: NameColumn, Shared: true},
			Column{Key: "callers", Heading: "inlined into", Brief: "into", Kind: CallersColumn, Shared: true})
	}
	return columns
}

// siteCells are the cells of siteColumns.
func (s *siteTable) siteCells(at site) []Cell {
	m, _ := s.p.MethodAt(int(at.slot))
	cells := []Cell{
		TextCell(s.names.Method(int(at.slot))), IntCell(int64(at.bci)),
		IntCell(int64(m.ID)), TextCell(JVMSignature(s.p, m)),
	}
	if s.opts.Contexts {
		callers := s.callers(at.node)
		cells = append(cells, TextCell(pathOf(callers)), ListCell(callers))
	}
	return cells
}

// callers are what a node is inlined into, the innermost first.
func (s *siteTable) callers(id iprof.NodeID) []Frame {
	callers := []Frame{}
	for n := s.p.Contexts.Node(id); n.Parent != iprof.NoNode; {
		bci := IntCell(int64(n.Site))
		n = s.p.Contexts.Node(n.Parent)
		callers = append(callers, Frame{IntCell(int64(n.Method)), s.names.Method(s.p.MethodSlot(n.Method)), bci})
	}
	return callers
}

// pathOf words a path of callers: "printEvenOrOdd@9 < main@3".
func pathOf(callers []Frame) string {
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

// unnamedSite are the cells of siteColumns of a row that is no site.
func (s *siteTable) unnamedSite(name string) []Cell {
	cells := make([]Cell, len(s.siteColumns()))
	cells[0] = TextCell(name)
	return cells
}

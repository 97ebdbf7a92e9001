package rank

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/index"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// BranchOptions say which conditionals Branches shows. Of NearEven, OneSided and Never at most one is set.
type BranchOptions struct {
	SiteOptions
	NearEven *float64 // only those whose two likeliest ways out are no further from a half than this; nil: all
	OneSided bool     // only those that always went the same way
	Never    bool     // only those with a way out that was never taken, in hot methods
}

// HotMethod is the share of all executions from which a method is hot.
const HotMethod = 0.001

// A branchSite is a conditional.
type branchSite struct {
	siteCounts
	successors []iprof.Successor // as the file tells them apart: before 1.0.0 one for each target
}

// goesBack reports whether a successor is the way back of a loop.
func (b *branchSite) goesBack(x iprof.Successor) bool { return x.Target >= 0 && x.Target <= b.BCI }

// Branches ranks conditionals: how often each was executed, and how often it went each way. Counts are summed over
// contexts and then divided; successors are paired as [iprof.Canonical] pairs them. Before 1.0.0, successors that share a
// target are one, since each of them carries the total, and so they are in all contexts together.
func Branches(p *iprof.Profile, names *convert.Names, opts BranchOptions) (*table.Table, error) {
	s, err := newSiteTable(p, names, convert.Branches, opts.SiteOptions)
	if err != nil {
		return nil, err
	}
	sites := s.branchSites()
	chosen := s.choose(sites, opts)
	n := first(chosen, opts.Limit, func(a, b *branchSite) int { return s.compare(&a.siteCounts, &b.siteCounts) })
	s.branchRows(sites, chosen, n, opts)
	return s.Table, nil
}

// branchSites adds up the conditionals.
func (s *siteTable) branchSites() []branchSite {
	const dropped, vm = -1, -2
	numbers := make([]int32, s.Profile.Conditionals.Len()) // of sites, or one of these
	for k, r := range s.Profile.Conditionals.All() {
		i, inVM, ok := s.find(r.Node, r.BCI)
		switch {
		case inVM:
			i = vm
		case !ok:
			i = dropped
		}
		numbers[k] = int32(i)
	}
	sites := make([]branchSite, len(s.index.List))
	var successors, room []iprof.Successor // room: where those of many sites are kept
	for k, r := range s.Profile.Conditionals.All() {
		if numbers[k] == dropped {
			continue
		}
		successors = convert.AppendSuccessors(successors[:0], s.Profile, r)
		if numbers[k] == vm {
			for _, x := range successors {
				s.vm.executions += x.Count
			}
			continue
		}
		b := &sites[numbers[k]]
		if b.successors != nil {
			b.successors = convert.SumSuccessors(s.Profile, b.successors, successors)
			continue
		}
		if len(room)+len(successors) > cap(room) {
			room = make([]iprof.Successor, 0, max(4096, len(successors)))
		}
		from := len(room)
		room = append(room, successors...)
		b.site, b.successors = s.at(r.Node, r.BCI), room[from:len(room):len(room)]
	}
	var counts []int64
	for i := range sites {
		b := &sites[i]
		if x := b.successors; len(x) == 2 && x[0].Target != x[1].Target { // as nearly always
			counts = append(counts[:0], x[0].Count, x[1].Count)
			b.executions = x[0].Count + x[1].Count
			b.entropy = convert.Entropy(counts...)
			continue
		}
		counts = counts[:0]
		for _, p := range convert.Targets(b.successors) {
			counts = append(counts, p.Count)
			b.executions += p.Count
		}
		b.entropy = convert.Entropy(counts...)
	}
	return sites
}

// choose returns the sites that the options ask for.
func (s *siteTable) choose(sites []branchSite, opts BranchOptions) []*branchSite {
	executions := map[int32]int64{} // by method
	if opts.Never {
		for i := range sites {
			executions[sites[i].slot] += sites[i].executions
		}
	}
	var chosen []*branchSite
	for i := range sites {
		b := &sites[i]
		likeliest, second := int64(0), int64(0)
		if opts.NearEven == nil && !opts.OneSided && !opts.Never {
			chosen = append(chosen, b)
			continue
		}
		if list := convert.Targets(b.successors); len(list) > 0 {
			likeliest = list[0].Count
			if len(list) > 1 {
				second = list[1].Count
			}
		}
		switch {
		case opts.NearEven != nil:
			even := float64(b.executions) * 0.5
			off := float64(b.executions) * *opts.NearEven
			if b.executions == 0 || float64(likeliest) > even+off || float64(second) < even-off {
				continue
			}
		case opts.OneSided:
			if b.executions == 0 || likeliest < b.executions {
				continue
			}
		case opts.Never:
			hot := b.executions > 0 && float64(executions[b.slot]) >= HotMethod*float64(s.Base)
			if !hot || !slices.ContainsFunc(b.successors, func(x iprof.Successor) bool { return x.Count == 0 }) {
				continue
			}
		}
		chosen = append(chosen, b)
	}
	return chosen
}

// branchRows makes the columns, and rows of the first n of the sites that were chosen.
func (s *siteTable) branchRows(sites []branchSite, chosen []*branchSite, n int, opts BranchOptions) {
	s.Parts = branchTables.Parts
	row := table.Declare(s.Table, branchColumns(opts.Contexts))
	other := func(name string, executions int64) *table.Row {
		r := row(&branchRow{siteRow: s.noSite(name, executions)})
		r.First = true
		return &r
	}
	s.Total = other(table.TotalName, s.Base)
	perEntry := s.perEntry(chosen[:n])
	shown := int64(0)
	for i, b := range chosen[:n] {
		shown += b.executions
		site := branchRow{siteRow: s.siteRow(b.site, b.executions, b.entropy), perEntry: perEntry[i]}
		first := true
		add := func(successor *successorRow) {
			site.successorRow = successor
			r := row(&site)
			r.First, first = first, false
			s.Rows = append(s.Rows, r)
		}
		ways, rest := mostTaken(b.successors, opts.Parts)
		for _, k := range ways {
			x := b.successors[k]
			add(&successorRow{number: k, Successor: x, back: b.goesBack(x), trips: s.trips(b, x)})
		}
		switch more := len(b.successors) - len(ways); {
		case more > 0:
			add(&successorRow{Successor: iprof.Successor{Count: rest}, more: table.More(more, "ways")})
		case len(ways) == 0:
			add(nil)
		}
	}
	things := s.counted("conditionals")
	if rest := s.Base - s.vm.executions - shown; n < len(sites) {
		s.Rest = other(table.More(len(sites)-n, things), rest)
	}
	if s.vm.executions > 0 {
		s.Outside = []table.Row{*other(convert.VMFrame, s.vm.executions)}
	}

	which := ""
	switch {
	case opts.NearEven != nil && *opts.NearEven == 0:
		which = "that are exactly even"
	case opts.NearEven != nil:
		which = "that are even within " + strconv.FormatFloat(*opts.NearEven, 'f', -1, 64)
	case opts.OneSided:
		which = "that always went the same way"
	case opts.Never:
		which = "with a way never taken, in hot methods"
		s.Notes = append(s.Notes, fmt.Sprintf("a method is hot with %s or more of the executions", words.Percent(HotMethod)))
	}
	s.Title = s.title(things, which, n, len(chosen), len(sites))
	s.AddFact("sites", table.IntCell(int64(len(sites))))
	s.AddFact("chosen", table.IntCell(int64(len(chosen))))
	if s.Profile.SharedTargetTotals() {
		s.Notes = append(s.Notes, "before format 1.0.0, ways out with the same target cannot be told apart: they are one row")
	}
}

// counted is what rows count, given the word for sites: a site has several where its contexts are told apart.
func (s *siteTable) counted(sites string) string {
	if s.opts.Contexts {
		return sites + " in contexts"
	}
	return sites
}

// mostTaken returns which successors have rows, in the order of the file, and what is left for all others together.
func mostTaken(successors []iprof.Successor, most int) (rows []int, rest int64) {
	for k := range successors {
		rows = append(rows, k)
	}
	if most <= 0 || len(rows) <= most {
		return rows, 0
	}
	slices.SortStableFunc(rows, func(a, b int) int { return cmp.Compare(successors[b].Count, successors[a].Count) })
	for _, k := range rows[most-1:] {
		rest += successors[k].Count
	}
	rows = rows[:most-1]
	slices.Sort(rows)
	return rows, rest
}

// siteOrderTitle words what sites are sorted by.
func siteOrderTitle(order string) string {
	if order == "" || order == SiteOrders[0] {
		return "executions × entropy"
	}
	return order
}

// trips returns how often a loop goes round for each time it is left, in the row of the way back.
func (s *siteTable) trips(b *branchSite, x iprof.Successor) table.Cell {
	if !b.goesBack(x) {
		return table.Cell{}
	}
	back := int64(0)
	for _, y := range b.successors {
		if b.goesBack(y) {
			back += y.Count
		}
	}
	switch {
	case b.executions == 0:
		return table.Cell{}
	case back == b.executions: // it was never left here
		return table.UnknownCell()
	}
	return table.FloatCell(float64(x.Count) / float64(b.executions-back))
}

// perEntry returns how often sites were executed for each time that their methods were entered, over the contexts that
// have both counts.
func (s *siteTable) perEntry(sites []*branchSite) []table.Cell {
	cells := make([]table.Cell, len(sites))
	var row index.Keys
	for i, b := range sites {
		row.Number(s.key(b.site))
		cells[i] = table.UnknownCell()
	}
	if len(sites) == 0 || s.Profile.Calls.Len() == 0 {
		return cells
	}
	count, known := convert.EntriesByNode(s.Profile)
	executions, entries := make([]int64, len(sites)), make([]int64, len(sites))
	var contexts index.Keys // by row and node
	var successors []iprof.Successor
	for _, r := range s.Profile.Conditionals.All() {
		if s.pr != nil && !s.pr.Keep[r.Node] || !known[r.Node] {
			continue
		}
		i := row.LookUp(s.key(s.at(r.Node, r.BCI)))
		if i < 0 {
			continue
		}
		successors = s.Profile.OwnSuccessors(successors[:0], r)
		for _, x := range successors {
			executions[i] += x.Count
		}
		if n := len(contexts.List); int(contexts.Number(uint64(i)<<32|uint64(r.Node))) == n {
			entries[i] += count[r.Node]
		}
	}
	for i := range cells {
		if f := float64(executions[i]) / float64(entries[i]); entries[i] > 0 && !math.IsNaN(f) {
			cells[i] = table.FloatCell(f)
		}
	}
	return cells
}

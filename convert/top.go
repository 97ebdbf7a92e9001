package convert

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/iprof"
)

// TopOptions say what Top shows.
type TopOptions struct {
	Metric  Metric
	Filter  FilterOptions
	By      GroupBy
	Pattern *regexp.Regexp // of ByPattern: rows are its submatches, or what it matches if it has none
	Sort    string         // a column that counts, such as "self", or "name"; "": the first, see TopOrders
	Limit   int            // rows; 0: all. What is outside of what has a name has a limit of its own
}

// TopOrders returns what the rows for a metric can be sorted by, the default first.
func TopOrders(m Metric) []string {
	switch m {
	case Samples:
		return []string{"self", "total", "name"}
	case Calls:
		return []string{"entries", "inclusive", "root", "inlined", "contexts", "name"}
	case Monitors:
		return []string{"count", "name"}
	}
	return []string{"executions", "sites", "contexts", "name"}
}

// Top returns the methods, or whatever By says, with the most of a metric.
//
// Samples have self, what was counted in frames of the group, and total, the stacks with such a frame, once each. Calls
// have entries, of which some as compilation root and some inlined, and the number of contexts that have a count; their
// inclusive entries, those with all that is inlined below, are there where they are sorted by. Branches, receivers and
// instanceof have executions and the number of sites; monitors have types for rows.
//
// Rows are of the whole profile as far as the filters leave it: the limit changes no sum. It fails where the metric
// cannot be grouped or sorted so.
func Top(p *iprof.Profile, names *Names, opts TopOptions) (*Table, error) {
	metric := opts.Metric.Resolve(p)
	orders := TopOrders(metric)
	if opts.Sort == "" {
		opts.Sort = orders[0]
	}
	if !slices.Contains(orders, opts.Sort) {
		return nil, fmt.Errorf("%s are sorted by %s, not by %s", metric, strings.Join(orders, ", "), opts.Sort)
	}
	if opts.By == ByPattern && opts.Pattern == nil {
		return nil, fmt.Errorf("grouping by %s needs one", ByPattern)
	}
	if metric == Monitors {
		return topMonitors(p, names, opts)
	}
	t := &Table{Name: "top", Metric: metric, Unit: metric.unit(), View: opts.Filter.View}
	c := newTopCounts(p, names, metric, opts)
	t.setTally(c.tally, metric.recordsNoun(), c.unmatched)
	shape := siteTop
	switch {
	case metric == Samples:
		shape = sampleTop
		t.Notes = append(t.Notes, "95 %: where the true share lies 19 times out of 20, were samples independent")
	case metric == Calls && opts.Sort == "inclusive":
		shape = slices.Concat(inclusiveTop, callTop)
	case metric == Calls:
		shape = callTop
	}
	if metric == Calls {
		t.Notes = append(t.Notes, InstrumentedInlining)
	}
	c.fill(t, shape, opts)
	return t, nil
}

// unit is what the metric's values count, in the plural.
func (m Metric) unit() string {
	switch m {
	case Calls:
		return "method entries"
	case Branches:
		return "executions of conditionals"
	case Receivers:
		return "virtual calls"
	case InstanceOf:
		return "type checks"
	case Monitors:
		return "locks taken"
	}
	return "samples"
}

// recordsNoun is what the metric's records are, in the plural.
func (m Metric) recordsNoun() string {
	switch m {
	case Samples:
		return "stacks"
	case Calls:
		return "contexts"
	case Monitors:
		return "types"
	}
	return "sites in contexts"
}

// topCounts are what was counted, by group.
type topCounts struct {
	*grouper
	tally     Tally
	unmatched []string // filters
	counts    []topCount
	sum       topCount // of all groups
	contexts  *contextSet
	sites     *siteSet
}

type topCount struct {
	self     int64 // the metric's own value
	total    int64 // once per stack; not for all metrics and orders
	root     int64 // of self, in a compilation root
	contexts int64 // with records
	sites    int64
}

func newTopCounts(p *iprof.Profile, names *Names, metric Metric, opts TopOptions) *topCounts {
	from := p.Contexts
	if metric == Samples {
		from = p.Stacks
	}
	pr := Project(p, from, names, opts.Filter)
	records := metric.decoded(p)
	c := &topCounts{grouper: newGrouper(p, names, opts.By, opts.Pattern), tally: pr.Tally(byNode(records))}
	if pr != nil {
		c.unmatched = pr.Unmatched
	}
	// Entries count for the call site that they come through, other records for their own place.
	c.entries = opts.By == BySite && metric == Calls
	ownPlace := opts.By == BySite && metric != Calls
	gt := c.tree(from, pr, alive(from, pr, records))
	withTotals := metric == Samples || opts.Sort == "inclusive"
	var value []int64
	if withTotals {
		value = make([]int64, from.Len())
	}
	c.contexts, c.sites = newContextSet(from.Len(), ownPlace), newSiteSet()
	for at, v := range records {
		if pr != nil && !pr.Keep[at.node] {
			continue
		}
		node := from.Node(at.node)
		isRoot := node.Parent == iprof.NoNode
		g := gt.group[at.node]
		if ownPlace {
			slot := int32(p.MethodSlot(node.Method))
			if pr != nil {
				slot = pr.Frame[at.node]
			}
			if slot != NoFrame {
				g = c.frame(slot, at.bci)
			}
		} else if opts.By == BySite && isRoot {
			g = c.number(callersUnknown, true)
		}
		switch {
		case withTotals && ownPlace: // a leaf frame by itself: the groups of nodes are those of their callers
			gt.parent, gt.group, value = append(gt.parent, int32(at.node)), append(gt.group, g), append(value, v)
		case withTotals:
			value[at.node] += v
		}
		for len(c.counts) < len(c.groups) {
			c.counts = append(c.counts, topCount{})
		}
		count := &c.counts[g]
		count.self += v
		if isRoot {
			count.root += v
		}
		if c.contexts.add(g, at.node) {
			count.contexts++
		}
		if metric != Samples && metric != Calls && c.sites.add(g, int32(p.MethodSlot(node.Method)), at.bci) {
			count.sites++
		}
	}
	c.counts = append(c.counts, make([]topCount, len(c.groups)-len(c.counts))...)
	for _, count := range c.counts {
		c.sum.self += count.self
		c.sum.root += count.root
	}
	c.sum.total, c.sum.contexts, c.sum.sites = c.sum.self, c.contexts.all, c.sites.all()
	if withTotals {
		for g, total := range oncePerStack(gt.parent, gt.group, value, len(c.groups)) {
			c.counts[g].total = total
		}
		if g, ok := c.numbers[callersUnknown]; ok { // it has no frame: every unit is entered through it
			c.counts[g].total = c.sum.self
		}
	}
	return c
}

// unnamed is what stands for no method.
var unnamed = groupKey{slot: noSlot}

// callersUnknown is the call site of compilation roots.
var callersUnknown = groupKey{slot: noSlot, name: unknownCallers}

// callersHidden is the call site of what is inlined into frames that are not shown, with none above them that is.
var callersHidden = groupKey{slot: noSlot, name: hiddenCaller}

// sumOf returns what groups but for some have together, each context and each site once. Their totals are no sums.
func (c *topCounts) sumOf(groups, but []int32) topCount {
	among := make([]bool, len(c.groups))
	for _, g := range groups {
		among[g] = true
	}
	for _, g := range but {
		among[g] = false
	}
	var sum topCount
	for g, n := range c.counts {
		if among[g] {
			sum.self += n.self
			sum.root += n.root
			sum.contexts += n.contexts
		}
	}
	if c.contexts.groups != nil {
		sum.contexts = distinct(c.contexts.groups, among, len(c.contexts.nodes))
	}
	sum.sites = distinct(c.sites.groups, among, len(c.sites.numbers))
	return sum
}

// distinct counts the numbers, all of which are below n, that some groups have.
func distinct(groups map[uint64]struct{}, among []bool, n int) (count int64) {
	seen := make([]bool, n)
	for key := range groups {
		if number := uint32(key); among[key>>32] && !seen[number] {
			seen[number] = true
			count++
		}
	}
	return count
}

// A contextSet tells contexts that were counted from those that are new, within a group. A node is in one group unless
// records of different places in it are told apart.
type contextSet struct {
	nodes  []bool
	all    int64               // nodes that are true
	groups map[uint64]struct{} // group<<32 | node; nil: a node is in one group
}

func newContextSet(nodes int, apart bool) *contextSet {
	s := &contextSet{nodes: make([]bool, nodes)}
	if apart {
		s.groups = map[uint64]struct{}{}
	}
	return s
}

// add is true if the context is new.
func (s *contextSet) add(group int32, node iprof.NodeID) bool {
	seen := s.nodes[node]
	if !seen {
		s.nodes[node] = true
		s.all++
	}
	if s.groups == nil {
		return !seen
	}
	key := uint64(group)<<32 | uint64(node)
	_, seen = s.groups[key]
	s.groups[key] = struct{}{}
	return !seen
}

// A siteSet tells places in the bytecode that were counted from those that are new, within a group.
type siteSet struct {
	numbers map[uint64]int32    // by slot<<32 | BCI
	groups  map[uint64]struct{} // group<<32 | number
}

func newSiteSet() *siteSet { return &siteSet{map[uint64]int32{}, map[uint64]struct{}{}} }

func (s *siteSet) all() int64 { return int64(len(s.numbers)) }

// add is true if the place is new.
func (s *siteSet) add(group, slot int32, bci iprof.BCI) bool {
	place := uint64(slot)<<32 | uint64(uint32(bci))
	n, ok := s.numbers[place]
	if !ok {
		n = int32(len(s.numbers))
		s.numbers[place] = n
	}
	key := uint64(group)<<32 | uint64(n)
	_, seen := s.groups[key]
	s.groups[key] = struct{}{}
	return !seen
}

// A rowRole is what a row of top stands for.
type rowRole uint8

const (
	itemRow  rowRole = iota
	totalRow         // everything
	restRow          // what the limit left out
)

// A topColumn is a column of top and how its cells come about.
type topColumn struct {
	Column
	cell func(n topCount, base int64, role rowRole) Cell
}

func countCell(of func(topCount) int64) func(topCount, int64, rowRole) Cell {
	return func(n topCount, _ int64, _ rowRole) Cell { return IntCell(of(n)) }
}

func shareCell(of func(topCount) int64) func(topCount, int64, rowRole) Cell {
	return func(n topCount, base int64, _ rowRole) Cell { return ShareCell(of(n), base) }
}

// errorCell is the sampling error of a share. All samples are all samples without any.
func errorCell(of func(topCount) int64) func(topCount, int64, rowRole) Cell {
	return func(n topCount, base int64, role rowRole) Cell {
		if role == totalRow || base == 0 {
			return Cell{}
		}
		return IntervalCell(Wilson(of(n), base))
	}
}

// apart leaves a cell out of the row of what the limit left out: stacks that several groups share cannot be added.
func apart(cell func(topCount, int64, rowRole) Cell) func(topCount, int64, rowRole) Cell {
	return func(n topCount, base int64, role rowRole) Cell {
		if role == restRow {
			return Cell{}
		}
		return cell(n, base, role)
	}
}

// known makes a cell unknown where the file has no count at all.
func known(cell func(topCount, int64, rowRole) Cell) func(topCount, int64, rowRole) Cell {
	return func(n topCount, base int64, role rowRole) Cell {
		if n.contexts == 0 && role != totalRow {
			return UnknownCell()
		}
		return cell(n, base, role)
	}
}

func selfOf(n topCount) int64     { return n.self }
func totalOf(n topCount) int64    { return n.total }
func rootOf(n topCount) int64     { return n.root }
func inlinedOf(n topCount) int64  { return n.self - n.root }
func contextsOf(n topCount) int64 { return n.contexts }
func sitesOf(n topCount) int64    { return n.sites }

// The columns of top, without the name. topCSV has those of CSV.
var (
	sampleTop = []topColumn{
		{Column{Key: "self", Heading: "self", Kind: CountColumn}, countCell(selfOf)},
		{Column{Key: "self_share", Heading: "share", Apart: "self share", Kind: ShareColumn, Minor: true, Spare: Dear}, shareCell(selfOf)},
		{Column{Key: "self_interval", Heading: "95 %", Apart: "self 95 %", Kind: IntervalColumn, Minor: true, Spare: 1}, errorCell(selfOf)},
		{Column{Key: "total", Heading: "total", Kind: CountColumn}, apart(countCell(totalOf))},
		{Column{Key: "total_share", Heading: "share", Apart: "total share", Kind: ShareColumn, Minor: true}, apart(shareCell(totalOf))},
		{Column{Key: "total_interval", Heading: "95 %", Apart: "total 95 %", Kind: IntervalColumn, Minor: true, Spare: 1}, apart(errorCell(totalOf))},
	}
	// The entries go only from beside inclusive ones, whose share is worth more there.
	callTop = []topColumn{
		{Column{Key: "entries", Heading: "entries", Kind: CountColumn, Minor: true, Spare: Dear - 1}, known(countCell(selfOf))},
		{Column{Key: "entries_share", Heading: "share", Apart: "entries share", Kind: ShareColumn, Minor: true, Spare: Dear}, known(shareCell(selfOf))},
		{Column{Key: "root_calls", Heading: "as root", Kind: CountColumn, Minor: true}, known(countCell(rootOf))},
		{Column{Key: "inlined_calls", Heading: "inlined", Kind: CountColumn, Minor: true}, known(countCell(inlinedOf))},
		{Column{Key: "contexts", Heading: "contexts", Kind: CountColumn, Minor: true}, countCell(contextsOf)},
	}
	inclusiveTop = []topColumn{
		{Column{Key: "inclusive", Heading: "inclusive", Brief: "incl.", Kind: CountColumn}, apart(countCell(totalOf))},
		{Column{Key: "inclusive_share", Heading: "share", Apart: "inclusive share", Kind: ShareColumn, Minor: true, Spare: Dear - 2}, apart(shareCell(totalOf))},
	}
	siteTop = []topColumn{
		{Column{Key: "executions", Heading: "executions", Brief: "exec.", Kind: CountColumn}, countCell(selfOf)},
		{Column{Key: "share", Heading: "share", Kind: ShareColumn, Minor: true, Spare: Dear}, shareCell(selfOf)},
		{Column{Key: "sites", Heading: "sites", Kind: CountColumn, Minor: true}, countCell(sitesOf)},
		{Column{Key: "contexts", Heading: "contexts", Kind: CountColumn, Minor: true}, countCell(contextsOf)},
	}
)

// topCSV are the columns of top in CSV behind the name.
var topCSV = map[Metric][]string{
	Samples:    {"self", "total", "self_share", "total_share"},
	Calls:      {"entries", "root_calls", "inlined_calls", "contexts"},
	Branches:   {"executions", "share", "sites", "contexts"},
	Receivers:  {"executions", "share", "sites", "contexts"},
	InstanceOf: {"executions", "share", "sites", "contexts"},
}

// orderOf returns the value that rows fall by; nil for the order of names.
func orderOf(sort string) func(topCount) int64 {
	switch sort {
	case "total", "inclusive":
		return totalOf
	case "root":
		return rootOf
	case "inlined":
		return inlinedOf
	case "contexts":
		return contextsOf
	case "sites":
		return sitesOf
	case "name":
		return nil
	}
	return selfOf
}

// fill makes the table's columns and rows.
func (c *topCounts) fill(t *Table, shape []topColumn, opts TopOptions) {
	for _, col := range shape {
		col.Minor = col.Minor && col.Key != opts.Sort && col.Key != opts.Sort+"_calls" // what rows are sorted by stays
		t.Columns = append(t.Columns, col.Column)
	}
	byID := opts.By == ByMethod || opts.By == ByRoot || opts.By == BySite
	if byID {
		t.Columns = append(t.Columns, Column{Key: "id", Kind: IDColumn}, Column{Key: "signature", Kind: NameColumn})
	}
	if opts.By == BySite {
		t.Columns = append(t.Columns, Column{Key: "bci", Kind: BCIColumn})
	}
	t.Columns = append(t.Columns, Column{Key: opts.By.column(), Heading: opts.By.column(), Kind: NameColumn})
	t.CSV = append([]string{opts.By.column()}, topCSV[t.Metric]...)
	if opts.Sort == "inclusive" {
		t.CSV = append(t.CSV, "inclusive")
	}
	row := func(n topCount, role rowRole, name string, key groupKey) Row {
		r := Row{Cells: make([]Cell, 0, len(t.Columns))}
		for _, col := range shape {
			r.Cells = append(r.Cells, col.cell(n, t.Base, role))
		}
		if byID {
			id, signature, bci := Cell{}, Cell{}, Cell{}
			if key.slot >= 0 {
				m, _ := c.p.MethodAt(int(key.slot))
				id, signature, bci = IntCell(int64(m.ID)), TextCell(JVMSignature(c.p, m)), IntCell(int64(key.bci))
			}
			r.Cells = append(r.Cells, id, signature)
			if opts.By == BySite {
				r.Cells = append(r.Cells, bci)
			}
		}
		r.Cells = append(r.Cells, TextCell(name))
		return r
	}

	var inside, outside []int32 // groups
	for g, of := range c.groups {
		switch n := c.counts[g]; {
		case n.contexts == 0 && t.Metric != Samples && t.Metric != Calls: // it only calls what has sites
		case of.outside:
			outside = append(outside, int32(g))
		default:
			inside = append(inside, int32(g))
		}
	}
	rows := func(groups []int32) ([]Row, *Row) {
		var rest *Row
		kept := headOf(groups, opts.Limit, c.order(orderOf(opts.Sort)))
		if n := len(groups) - len(kept); n > 0 {
			r := row(c.sumOf(groups, kept), restRow, moreOf(n, opts.By.plural()), unnamed)
			rest = &r
		}
		rows := make([]Row, len(kept))
		for i, g := range kept {
			rows[i] = row(c.counts[g], itemRow, c.name(c.groups[g]), c.groups[g].groupKey)
		}
		return rows, rest
	}
	total := row(c.sum, totalRow, "<Total>", unnamed)
	t.Total = &total
	t.Rows, t.Rest = rows(inside)
	t.Outside, t.OutsideRest = rows(outside)

	groups := len(inside) + len(outside)
	t.Title = titleOf(opts.By.plural(), topTitles[opts.Sort], len(t.Rows)+len(t.Outside), groups)
	t.Facts = append(t.Facts,
		Fact{"by", TextCell(opts.By.String())},
		Fact{"sort", TextCell(opts.Sort)},
		Fact{"groups", IntCell(int64(groups))})
	if opts.By == ByPattern {
		t.Facts = append(t.Facts, Fact{"pattern", TextCell(opts.Pattern.String())})
	}
}

// topTitles word what rows are sorted by.
var topTitles = map[string]string{
	"self": "samples of their own", "total": "samples with what they call", "entries": "entries",
	"inclusive": "inclusive entries", "root": "entries as compilation root", "inlined": "inlined entries",
	"executions": "executions", "sites": "number of sites", "contexts": "number of contexts", "count": "locks taken", "name": "name",
}

// titleOf says what the rows are, what they are sorted by, and how many are shown.
func titleOf(things, order string, shown, all int) string {
	title := things + " by " + order
	if shown < all {
		title += fmt.Sprintf(", %s of %s", grouped(int64(shown)), grouped(int64(all)))
	}
	return title
}

// moreOf names the row of what a limit left out, which are things, in the plural.
func moreOf(n int, things string) string {
	if n == 1 {
		things = singular(things)
	}
	return fmt.Sprintf("<%s more %s>", grouped(int64(n)), things)
}

// order compares groups by a value that falls, then by the other, then by name, then in the order of the file.
func (c *topCounts) order(by func(topCount) int64) func(a, b int32) int {
	names := make([]string, len(c.groups)) // "" until asked for; of sites, those of their methods
	name := func(g int32) string {
		if of := c.groups[g]; names[g] == "" && c.by == BySite && of.slot >= 0 {
			names[g] = c.names.InStyle(int(of.slot))
		} else if names[g] == "" {
			names[g] = c.inStyle(of)
		}
		return names[g]
	}
	return func(a, b int32) int {
		x, y := &c.counts[a], &c.counts[b]
		if by != nil {
			if d := cmp.Or(cmp.Compare(by(*y), by(*x)), cmp.Compare(y.self+y.total, x.self+x.total)); d != 0 {
				return d
			}
			if known := x.contexts > 0; known != (y.contexts > 0) {
				if known { // a count of 0 comes before none
					return -1
				}
				return 1
			}
		}
		s, t := c.groups[a], c.groups[b]
		return cmp.Or(strings.Compare(name(a), name(b)), cmp.Compare(s.slot, t.slot), cmp.Compare(s.bci, t.bci), cmp.Compare(a, b))
	}
}

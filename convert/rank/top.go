// Package rank makes the tables that rank methods and sites: top, peek, branches, receivers, instanceof and monitors. Package
// render/tables writes them.
package rank

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/application"
	"github.com/iprof-viz/iprof-viz/convert/sourceline"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/convert/truncation"
	"github.com/iprof-viz/iprof-viz/internal/firstrows"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// TopOptions control [Top].
type TopOptions struct {
	Metric  convert.Metric // any
	Filter  convert.FilterOptions
	By      convert.GroupBy   // the zero value: by method
	Pattern *regexp.Regexp    // for ByPattern: rows are its submatches, or its matches if it has no groups
	Sort    string            // one of TopOrders, such as "self"; "": the first
	Lines   *sourceline.Lines // for ByLine; nil: no lines
	Limit   int               // maximum number of rows, and of rows of Table.Outside; 0: all
}

// TopOrders returns the row orders for a metric, the default first.
func TopOrders(m convert.Metric) []string {
	switch m {
	case convert.Samples:
		return []string{"self", "total", "name"}
	case convert.Calls:
		return []string{"entries", "inclusive", "root", "inlined", "contexts", "name"}
	case convert.Monitors:
		return []string{"count", "name"}
	}
	return []string{"executions", "sites", "contexts", "name"}
}

// Top returns the methods, or other groups, with the largest counts of a metric.
//
// Samples have self, the samples in frames of the group, and total, the samples of stacks with such a frame, once per stack. Calls
// have entries, as compilation root and inlined, and the number of contexts with a count. They have inclusive entries, which
// include inlined callees, only if sorted by them. Branches, receivers and instanceof have executions and the number of sites. The
// rows of monitors are types.
//
// Rows cover all records that the filters keep: the limit changes no sum. Nil names mean full names. It fails if the metric cannot
// be grouped or sorted according to the options.
func Top(p *iprof.Profile, names *convert.Names, opts TopOptions) (*table.Table, error) {
	names = names.OrDefault(p)
	metric := opts.Metric.Resolve(p)
	if !slices.Contains(convert.Metrics, metric) {
		return nil, fmt.Errorf("unknown metric %s", metric)
	}
	if opts.By < convert.ByMethod || opts.By > convert.ByPattern {
		return nil, fmt.Errorf("unknown grouping %s", opts.By)
	}
	orders := TopOrders(metric)
	opts.Sort = cmp.Or(opts.Sort, orders[0])
	if !slices.Contains(orders, opts.Sort) {
		return nil, fmt.Errorf("%s are sorted by %s, not by %s", metric, strings.Join(orders, ", "), opts.Sort)
	}
	if opts.By == convert.ByPattern && opts.Pattern == nil {
		return nil, fmt.Errorf("grouping by %s needs a regular expression", convert.ByPattern)
	}
	if opts.By == convert.ByLine && opts.Lines == nil {
		return nil, fmt.Errorf("grouping by line needs the classes")
	}
	if metric == convert.Monitors {
		return monitors(p, names, opts)
	}
	t := topTables().NewOf(p, metric, opts.Filter.View)
	c := newTopCounts(p, names, metric, opts)
	t.SetTally(c.tally, metric.RecordsNoun())
	t.Application = application.NewShare(p, names, metric, c.projection, opts.Filter)
	t.Application.AddHottest(p, names, c.projection)
	switch {
	case t.PerSample > 0:
		t.Notes = append(t.Notes, "95%: confidence interval of the share, assuming independent samples")
	case metric == convert.Calls:
		t.Notes = append(t.Notes, c.callersNote(opts.By)...)
		t.Notes = append(t.Notes, convert.InstrumentedInliningNote)
	}
	if metric == convert.Samples {
		t.Notes = append(t.Notes, truncation.Of(p).Notes()...)
		t.Notes = append(t.Notes, names.StatesNote()...)
	}
	return t.Limited(opts.Limit, func(t *table.Table, limit int) {
		of := opts
		of.Limit = limit
		c.fill(t, of)
	}), nil
}

// callersNote says how many methods have rows but no entries, which pictures leave out, and how many have a part of them; none if all have
// all.
func (c *topCounts) callersNote(by convert.GroupBy) []string {
	var methods, uncounted, partly int64
	for g, of := range c.Groups {
		if of.Slot < 0 {
			continue
		}
		methods++
		switch n := &c.counts[g]; {
		case n.contexts == 0:
			uncounted++
		case n.uncounted > 0:
			partly++
		}
	}
	if by != convert.ByMethod {
		return nil
	}
	var notes []string
	if uncounted > 0 {
		notes = append(notes, fmt.Sprintf("%s of %s without a count: only callers of others", words.Thousands(uncounted), words.Count(methods, "method")))
	}
	if c.rowless > 0 {
		notes = append(notes, fmt.Sprintf("%s ran without a count of entries, and %s no row: check names the hottest", words.Count(c.rowless, "method"), words.HasOrHave(c.rowless)))
	}
	if partly > 0 {
		notes = append(notes, fmt.Sprintf("≥: %s also ran in contexts without a count", words.Count(partly, "method")))
	}
	return notes
}

// topCounts holds the counts by group.
type topCounts struct {
	*convert.Grouper
	projection *convert.Projection
	tally      convert.Tally
	counts     []topCount
	rowless    int64    // methods that ran, but have no count and no group
	sum        topCount // over all groups
	contexts   *contextSet
	sites      *siteSet
}

type topCount struct {
	self     int64 // the metric's own value
	total    int64 // once per stack; not for all metrics and orders
	root     int64 // part of self in a compilation root
	contexts int64 // number of contexts or sites with records
	sites    int64

	uncounted     int64 // of a method: contexts without a count, which self leaves out
	rootUncounted bool  // compilation roots without a count are among the group's
	damaged       bool  // self includes a count that is two numbers read as one: see [iprof.LooksPacked]
	damagedTotal  bool  // total does
	damagedRoot   bool  // root does
	damagedOthers bool  // what of self is not in root does
}

func newTopCounts(p *iprof.Profile, names *convert.Names, metric convert.Metric, opts TopOptions) *topCounts {
	from := metric.Tree(p)
	pr := convert.Project(p, from, names, opts.Filter)
	records := metric.CachedLeaves(p)
	c := &topCounts{Grouper: convert.NewGrouper(p, names, opts.By, opts.Pattern), projection: pr, tally: pr.Tally(convert.WithoutBCI(records))}
	// Entries are charged to the call site of the entry, other records to their own place.
	c.LineOf = opts.Lines.Line
	c.Entries = opts.By.IsPlace() && metric == convert.Calls
	ownPlace := opts.By.IsPlace() && metric != convert.Calls
	alive := convert.LiveNodes(from, pr, records)
	gt := c.Tree(from, pr, alive)
	withTotals := metric == convert.Samples || opts.Sort == "inclusive"
	damaged, number := p.DamagedRecords(metric.Section()), -1
	var value []int64
	var damagedAt []int // indices of value
	if withTotals {
		value = make([]int64, from.Len())
	}
	c.contexts, c.sites = newContextSet(from.Len(), ownPlace), &siteSet{}
	for at, v := range records {
		number++
		if pr != nil && !pr.Keep[at.Node] {
			continue
		}
		node := from.Node(at.Node)
		isRoot := node.Parent == iprof.NoNode
		g, index := c.NumberOfRecord(from, gt, pr, at), int(at.Node)
		switch {
		case withTotals && (ownPlace || pr.IsOutside(at.Node)): // a leaf frame by itself: the groups of nodes are those of their callers
			index = len(value)
			gt.Parent, gt.Group, value = append(gt.Parent, int32(at.Node)), append(gt.Group, g), append(value, v)
		case withTotals:
			value[at.Node] += v
		}
		if more := len(c.Groups) - len(c.counts); more > 0 {
			c.counts = append(c.counts, make([]topCount, more)...)
		}
		count := &c.counts[g]
		count.self += v
		if damaged[number] {
			count.damaged, damagedAt = true, append(damagedAt, index)
			count.damagedRoot, count.damagedOthers = count.damagedRoot || isRoot, count.damagedOthers || !isRoot
		}
		if isRoot {
			count.root += v
		}
		if c.contexts.add(g, at.Node) {
			count.contexts++
		}
		if metric != convert.Samples && metric != convert.Calls && c.sites.add(g, int32(p.MethodSlot(node.Method)), at.BCI) {
			count.sites++
		}
	}
	c.counts = append(c.counts, make([]topCount, len(c.Groups)-len(c.counts))...)
	switch {
	case metric != convert.Calls || opts.By.IsPlace():
	case opts.By == convert.ByMethod:
		c.addUncounted(p)
	default:
		c.addUncountedRoots(p, gt, alive)
	}
	for _, count := range c.counts {
		c.sum.self += count.self
		c.sum.root += count.root
		c.sum.damaged = c.sum.damaged || count.damaged
	}
	c.sum.total, c.sum.contexts, c.sum.sites = c.sum.self, c.contexts.all, c.sites.all()
	if withTotals {
		for g, total := range convert.OncePerStack(gt.Parent, gt.Group, value, len(c.Groups)) {
			c.counts[g].total = total
		}
		if g, ok := c.Numbers[convert.CallersUnknown]; ok { // it has no frame: every unit is entered from it
			c.counts[g].total = c.sum.self
		}
		c.markDamagedTotals(gt, damagedAt, len(value))
	}
	return c
}

// markDamagedTotals marks the groups with damaged counts in their totals, given the nodes of these.
func (c *topCounts) markDamagedTotals(gt convert.GroupedTree, at []int, nodes int) {
	if len(at) == 0 {
		return
	}
	damage := make([]int64, nodes)
	for _, i := range at {
		damage[i] = 1
	}
	for g, n := range convert.OncePerStack(gt.Parent, gt.Group, damage, len(c.Groups)) {
		c.counts[g].damagedTotal = n > 0
	}
	if g, ok := c.Numbers[convert.CallersUnknown]; ok {
		c.counts[g].damagedTotal = true
	}
	c.sum.damagedTotal = true
}

// addUncounted counts the contexts of methods that have no count of their entries.
func (c *topCounts) addUncounted(p *iprof.Profile) {
	group := make([]int32, p.MethodSlots()) // by slot, from 1 on
	for g, of := range c.Groups {
		if of.Slot >= 0 {
			group[of.Slot] = int32(g) + 1
		}
	}
	_, known := convert.EntriesByNode(p)
	ran := convert.Ran(p)
	for i, node := range p.Contexts.All() {
		slot := int32(p.MethodSlot(node.Method))
		if pr := c.projection; known[i] || pr != nil && (!pr.Keep[i] || pr.Frame[i] != slot) {
			continue
		}
		if g := group[slot]; g > 0 {
			count := &c.counts[g-1]
			count.uncounted++
			count.rootUncounted = count.rootUncounted || node.Parent == iprof.NoNode
		} else if ran[slot] {
			c.rowless++
			ran[slot] = false // once
		}
	}
}

// addUncountedRoots marks the groups of compilation roots that have no count of their own entries, but records below.
func (c *topCounts) addUncountedRoots(p *iprof.Profile, gt convert.GroupedTree, alive []bool) {
	_, known := convert.EntriesByNode(p)
	for i, node := range p.Contexts.All() {
		if g := gt.Group[i]; node.Parent == iprof.NoNode && alive[i] && g >= 0 && !known[i] {
			c.counts[g].rootUncounted = true
		}
	}
}

// sumOf returns the sum of all groups except some, with each context and each site counted once. Totals are not summed, because
// groups share stacks.
func (c *topCounts) sumOf(groups, but []int32) topCount {
	among := make([]bool, len(c.Groups))
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
			sum.damaged = sum.damaged || n.damaged
			sum.damagedRoot, sum.damagedOthers = sum.damagedRoot || n.damagedRoot, sum.damagedOthers || n.damagedOthers
		}
	}
	if c.contexts.groups != nil {
		sum.contexts = distinct(c.contexts.groups.List, among, len(c.contexts.nodes))
	}
	sum.sites = distinct(c.sites.groups.List, among, len(c.sites.numbers.List))
	return sum
}

// distinct returns how many distinct numbers, all below n, some groups have.
func distinct(groups []uint64, among []bool, n int) (count int64) {
	seen := make([]bool, n)
	for _, key := range groups {
		if number := uint32(key); among[key>>32] && !seen[number] {
			seen[number] = true
			count++
		}
	}
	return count
}

// A contextSet holds the contexts counted in each group. A node is in one group unless its records are grouped by place.
type contextSet struct {
	nodes  []bool
	all    int64         // nodes set
	groups *convert.Keys // group<<32 | node; nil: each node is in one group
}

func newContextSet(nodes int, apart bool) *contextSet {
	s := &contextSet{nodes: make([]bool, nodes)}
	if apart {
		s.groups = &convert.Keys{}
	}
	return s
}

// add adds a context to a group. It returns false if the group has it already.
func (s *contextSet) add(group int32, node iprof.NodeID) bool {
	seen := s.nodes[node]
	if !seen {
		s.nodes[node] = true
		s.all++
	}
	if s.groups == nil {
		return !seen
	}
	_, fresh := s.groups.Add(uint64(group)<<32 | uint64(node))
	return fresh
}

// A siteSet holds the bytecode places counted in each group.
type siteSet struct {
	numbers convert.Keys // of [convert.PlaceKey]
	groups  convert.Keys // group<<32 | number
}

func (s *siteSet) all() int64 { return int64(len(s.numbers.List)) }

// add adds a place to a group. It returns false if the group has it already.
func (s *siteSet) add(group, slot int32, bci iprof.BCI) bool {
	place := s.numbers.Number(convert.PlaceKey(slot, bci))
	_, fresh := s.groups.Add(uint64(group)<<32 | uint64(place))
	return fresh
}

// A topOrder is a row order: the column to sort by, descending, and its value.
type topOrder struct {
	column string
	value  func(*topCount) int64 // nil: rows are sorted by name
}

var topOrders = map[string]topOrder{
	"self": {"self", selfOf}, "total": {"total", totalOf},
	"entries": {"entries", selfOf}, "inclusive": {"inclusive", totalOf}, "root": {"root_calls", rootOf}, "inlined": {"inlined_calls", inlinedOf},
	"executions": {"executions", selfOf}, "sites": {"sites", sitesOf}, "contexts": {"contexts", contextsOf},
	"name": {},
}

// fill makes the table's columns and rows.
func (c *topCounts) fill(t *table.Table, opts TopOptions) {
	columns := topColumns(t.Metric, opts.By, opts.Sort == "inclusive", c.sum.damaged, opts.Lines)
	if c.sum.damaged {
		t.Notes = append(t.Notes, c.damageNote(t, opts))
	}
	if t.PerSample == 0 {
		columns = withoutIntervals(columns)
	}
	if opts.Filter.View == convert.AppView && t.Metric == convert.Samples {
		t.Notes = append(t.Notes, "self: incl. library code (JDK, VM and anything else that the application calls)")
	}
	row := table.DeclareLate(t, columns)
	sort := topOrders[opts.Sort]
	t.SortedBy = sort.column
	var inside, outside, unknown, folded []int32 // groups
	for g, of := range c.Groups {
		switch n := c.counts[g]; {
		case n.contexts == 0 && t.Metric != convert.Samples && t.Metric != convert.Calls: // only its callees have sites
		case n.contexts == 0 && t.Metric == convert.Calls && c.isForeign(of, opts): // only those inlined into it have entries
		case of.GroupKey == convert.CallersUnknown:
			unknown = append(unknown, int32(g))
		case of.IsSummary():
			folded = append(folded, int32(g))
		case of.Outside:
			outside = append(outside, int32(g))
		default:
			inside = append(inside, int32(g))
		}
	}
	rows := func(groups []int32, limit int) ([]table.Row, *table.Row) {
		var rest *table.Row
		kept := firstrows.Sort(groups, limit, c.order(sort.value))
		if n := len(groups) - len(kept); n > 0 {
			r := row(topRow{c.sumOf(groups, kept), t.Base, t.PerSample, restRow, table.More(n, opts.By.Plural()), c.Profile, convert.GroupKey{Slot: convert.NoSlot}, opts.Lines})
			r.Omitted = n
			rest = &r
		}
		rows := make([]table.Row, len(kept))
		for i, g := range kept {
			rows[i] = row(topRow{c.counts[g], t.Base, t.PerSample, itemRow, c.Name(c.Groups[g]), c.Profile, c.Groups[g].GroupKey, opts.Lines})
		}
		return rows, rest
	}
	total := row(topRow{c.sum, t.Base, t.PerSample, totalRow, table.TotalName, c.Profile, convert.GroupKey{Slot: convert.NoSlot}, opts.Lines})
	t.Total = &total
	t.Rows, t.Rest = rows(inside, opts.Limit)
	t.Outside, t.OutsideRest = rows(outside, opts.Limit)

	groups := len(inside) + len(outside)
	by := convert.TopTitle(opts.Sort, t.Unit)
	if opts.Sort == "self" && opts.Filter.View == convert.AppView {
		by += ", incl. library code"
	}
	t.Title = table.Title(opts.By.Plural(), by, len(t.Rows)+len(t.Outside), groups)
	first, _ := rows(unknown, 0)
	last, _ := rows(folded, 0)
	t.Outside = slices.Concat(first, t.Outside, last) // the title includes neither of these
	if t.OutsideOnly {
		t.Title = fmt.Sprintf("no application %s have %s; --view expert shows the others", opts.By.Plural(), t.Unit)
		if c.Profile.Methods.Len() == 0 {
			t.Title = fmt.Sprintf("cannot tell whose %s have %s: all names are stripped; --view expert shows the others", opts.By.Plural(), t.Unit)
		}
	}
	t.AddFact("by", table.TextCell(opts.By.String()))
	t.AddFact("sort", table.TextCell(opts.Sort))
	t.AddFact("groups", table.IntCell(int64(groups+len(unknown)+len(folded))))
	if opts.By == convert.ByPattern {
		t.AddFact("pattern", table.TextCell(opts.Pattern.String()))
	}
}

// isForeign reports whether a group is not application code in the application's view: it may appear there as a compilation root.
func (c *topCounts) isForeign(of convert.Group, opts TopOptions) bool {
	return opts.Filter.View == convert.AppView && opts.By != convert.ByRoot && !opts.By.IsPlace() &&
		(of.Slot < 0 || c.Names.Kind(int(of.Slot)) != convert.Application)
}

// damageNote explains the mark of damaged counts.
func (c *topCounts) damageNote(t *table.Table, opts TopOptions) string {
	n := 0
	for i := range c.counts {
		if c.counts[i].isDamaged() {
			n++
		}
	}
	counts := "executions"
	if t.Metric == convert.Calls {
		counts = "entries"
	}
	return table.DamageNote(words.CountOf(int64(n), opts.By.Plural()), counts, opts.Sort)
}

func (n *topCount) isDamaged() bool { return n.damaged || n.damagedTotal }

// order compares groups, those with damaged counts last, by a value, descending, then by the other value, then by name, by signature, and by the order of the file.
func (c *topCounts) order(by func(*topCount) int64) func(a, b int32) int {
	names := make([]string, len(c.Groups)) // "" until needed; of sites, the names of their methods
	name := func(g int32) string {
		if of := c.Groups[g]; names[g] == "" && c.By.IsPlace() && of.Slot >= 0 {
			names[g] = c.Names.StyleName(int(of.Slot))
		} else if names[g] == "" {
			names[g] = c.StyleName(of)
		}
		return names[g]
	}
	return func(a, b int32) int {
		x, y := &c.counts[a], &c.counts[b]
		if by != nil {
			if order := convert.CompareBools(x.isDamaged(), y.isDamaged()); order != 0 {
				return order
			}
			if d := cmp.Or(cmp.Compare(by(y), by(x)), cmp.Compare(y.self+y.total, x.self+x.total)); d != 0 {
				return d
			}
			if known := x.contexts > 0; known != (y.contexts > 0) {
				if known { // a count of 0 comes before a missing one
					return -1
				}
				return 1
			}
		}
		s, t := c.Groups[a], c.Groups[b]
		if order := strings.Compare(name(a), name(b)); order != 0 {
			return order
		}
		return cmp.Or(convert.CompareSignatures(c.Names, s.Slot, t.Slot), cmp.Compare(s.BCI, t.BCI), cmp.Compare(a, b))
	}
}

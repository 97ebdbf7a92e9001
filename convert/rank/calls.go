package rank

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/optimized"
	"github.com/iprof-viz/iprof-viz/convert/pattern"
	"github.com/iprof-viz/iprof-viz/convert/sourceline"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/firstrows"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// CallOptions control [Calls].
type CallOptions struct {
	Code    calls.Options // the class files; its Contexts are set from Filter
	Graph   *calls.Graph  // already made with Code and Filter; nil: Calls makes it
	Filter  convert.FilterOptions
	Made    bool           // only calls that may have been made: not those whose instruction never ran
	Callers *regexp.Regexp // only sites of methods that match, see [convert.Names.Matches]; nil: all
	To      *regexp.Regexp // only targets that match, likewise; nil: all
	Kinds   []calls.Kind   // only sites of these kinds; nil: all
	Inlined []calls.Part   // only targets that are inlined so; nil: all
	Sort    string         // one of CallOrders; "": the first
	Limit   int            // maximum number of rows; 0: all
	Lines   *sourceline.Lines
	Input   []string // arguments that select the profile and the class files, added to commands in notes

	Optimized *optimized.Image // by the log of its compiler; nil: unknown
	Missed    bool             // only calls that are left in the optimized image, or in some copies of their caller
}

// CallOrders are the orders of calls, the default first: how many stayed calls, all of them, samples in the callee below the call, or
// name of the caller.
var CallOrders = []string{"stayed", "calls", "samples", "name"}

// Calls ranks what the call sites of a profile call: a row is a target of a site, with how often the site calls it, and how often it was
// inlined there. Counts are summed over the contexts that the filters keep. Nil names mean full names. The error is a
// [convert.NoMatchError] if no caller, or no target, matches.
func Calls(p *iprof.Profile, names *convert.Names, opts CallOptions) (*table.Table, error) {
	opts.Sort = cmp.Or(opts.Sort, CallOrders[0])
	if !slices.Contains(CallOrders, opts.Sort) {
		return nil, fmt.Errorf("calls are sorted by %s, not by %s", strings.Join(CallOrders, ", "), opts.Sort)
	}
	c := &callTable{Table: callTables().NewOf(p, convert.Calls, opts.Filter.View), profile: p, names: names.OrDefault(p), opts: opts}
	pr := convert.Project(p, p.Contexts, c.names, opts.Filter)
	c.SetTally(pr.TallyOf(p, convert.Calls), convert.Calls.RecordsNoun())
	if c.graph = opts.Graph; c.graph == nil {
		opts.Code.Contexts = pr
		c.graph = calls.New(p, opts.Code)
	}
	c.countEntries(pr)
	c.countSamples()
	c.findDamage(pr)
	if err := c.choose(convert.CalledFrames(p, pr)); err != nil {
		return nil, err
	}
	c.note()
	return c.Limited(opts.Limit, func(t *table.Table, limit int) {
		of := *c
		of.Table, of.opts.Limit = t, limit
		of.fill()
	}), nil
}

// A callTable makes the table.
type callTable struct {
	*table.Table
	profile *iprof.Profile
	names   *convert.Names
	opts    CallOptions
	graph   *calls.Graph
	entries []int64 // by slot: in the contexts that the filters keep; -1: not counted, in all or in some of them
	samples map[callPlace][]calleeSamples
	rows    []callKey
	leftOut int     // rows beyond the limit that are not among rows any more
	rest    callSum // of these
	all     int     // targets, whatever the options choose
	hidden  int     // targets that the view or the filters hide
	survey  siteSurvey

	damaged      map[callPlace][]int32 // callees, by slot, with an inlined call count that is two numbers read as one: see [iprof.LooksPacked]
	damagedRoots map[int32]bool        // slots with such a count of their entries as compilation root
	withDamage   int64                 // rows with these

	aboveAll        bool  // a row has more calls than there are entries
	matching, inLog int64 // calls of the rows that match, and of these from methods that the log of the optimized image has
}

// A callPlace is a site.
type callPlace struct {
	caller int32
	bci    iprof.BCI
}

// calleeSamples are the samples in the frame of a callee, by its slot, that a site entered.
type calleeSamples struct {
	callee int32
	n      int64
}

// countEntries counts the entries of each method in the contexts that a projection keeps, as calls have only those; nil: all.
func (c *callTable) countEntries(pr *convert.Projection) {
	c.entries = slices.Repeat([]int64{-1}, c.profile.MethodSlots())
	partly := make([]bool, len(c.entries))
	count, known := convert.EntriesByNode(c.profile)
	for i, n := range c.profile.Contexts.All() {
		if pr != nil && (!pr.Keep[i] || pr.Frame[i] < 0) {
			continue
		}
		slot := c.profile.MethodSlot(n.Method)
		if !known[i] {
			partly[slot] = true
			continue
		}
		c.entries[slot] = max(0, c.entries[slot]) + count[i]
	}
	for slot := range partly {
		if partly[slot] {
			c.entries[slot] = -1
		}
	}
}

// findDamage finds the damaged counts of calls in the contexts that a projection keeps.
func (c *callTable) findDamage(pr *convert.Projection) {
	c.damaged, c.damagedRoots = map[callPlace][]int32{}, map[int32]bool{}
	for at, count := range convert.Calls.Records(c.profile) {
		if !iprof.LooksPacked(count) || pr != nil && !pr.Keep[at] {
			continue
		}
		n := c.profile.Contexts.Node(at)
		slot := int32(c.profile.MethodSlot(n.Method))
		if n.Parent == iprof.NoNode {
			c.damagedRoots[slot] = true
			continue
		}
		place := callPlace{int32(c.profile.MethodSlot(c.profile.Contexts.Node(n.Parent).Method)), n.Site}
		c.damaged[place] = append(c.damaged[place], slot)
	}
}

// isDamaged reports whether the calls of a target, and how many stayed calls, include or follow from a damaged count. Those that stayed
// follow from the entries as compilation root unless receiver types count them.
func (c *callTable) isDamaged(site *calls.Site, target *calls.Target) (any, stayed bool) {
	slot := target.Callee.Slot
	stayed = c.damagedRoots[slot] && target.Stayed.High > 0 && target.Stayed.High != code.Unlimited && len(target.Types) == 0
	return stayed || slices.Contains(c.damaged[callPlace{site.Slot, site.BCI}], slot), stayed
}

// countSamples counts the samples in each callee, by the call that it was entered by.
func (c *callTable) countSamples() {
	p := c.profile
	c.samples = map[callPlace][]calleeSamples{}
	for _, r := range p.Samples.All() {
		n := p.Stacks.Node(r.Node)
		if n.Parent == iprof.NoNode {
			continue
		}
		at, callee := callPlace{int32(p.MethodSlot(p.Stacks.Node(n.Parent).Method)), n.Site}, int32(p.MethodSlot(n.Method))
		of := c.samples[at]
		if i := slices.IndexFunc(of, func(s calleeSamples) bool { return s.callee == callee }); i >= 0 {
			of[i].n += r.Value
		} else {
			c.samples[at] = append(of, calleeSamples{callee, r.Value})
		}
	}
}

// matchers report whether callers, by slot, and targets match.
func (o *CallOptions) matchers(names *convert.Names) (from func(int32) bool, to func(*calls.Site, *calls.Callee) bool) {
	from, to = func(int32) bool { return true }, func(*calls.Site, *calls.Callee) bool { return true }
	if o.Callers != nil {
		from = convert.SlotMatcher(names, o.Callers)
	}
	if o.To != nil {
		others := names.ForPattern(o.To)
		matches := calls.TargetMatcher(names, o.To)
		to = func(site *calls.Site, callee *calls.Callee) bool {
			if callee.IsOfUnknownMethod() {
				return o.To.MatchString(o.targetName(others, site, callee))
			}
			return matches(site, callee)
		}
	}
	return from, to
}

// targetName names what a site calls. Of a receiver type whose method is unknown, the log may have the method's name.
func (o *CallOptions) targetName(names *convert.Names, site *calls.Site, callee *calls.Callee) string {
	if o.Optimized != nil && callee.IsOfUnknownMethod() {
		if method, params, ok := o.Optimized.Called(site.Slot, site.BCI); ok {
			return names.OfCode(callee.Class, method, params)
		}
	}
	return site.TargetName(names, callee)
}

// takes reports whether the options take a call of a method that matches, regardless of its outcome.
func (o *CallOptions) takes(site *calls.Site, target *calls.Target) bool {
	return !(o.Made && target.Calls.High == 0 && target.Contexts == 0 ||
		o.Kinds != nil && !slices.Contains(o.Kinds, site.Kind) || o.Inlined != nil && !slices.Contains(o.Inlined, target.Part()))
}

// Keeps returns a function that reports whether the options choose a call, regardless of its outcome in the optimized image.
func (o *CallOptions) Keeps(names *convert.Names) func(*calls.Site, *calls.Target) bool {
	from, to := o.matchers(names)
	return func(site *calls.Site, target *calls.Target) bool {
		return from(site.Slot) && to(site, target.Callee) && o.takes(site, target)
	}
}

// choose makes the rows that the options select. Frames are those of called methods, see [convert.CalledFrames].
func (c *callTable) choose(frames []int32) error {
	from, to := c.opts.matchers(c.names)
	anyCaller, anyTarget := false, false
	if c.opts.Limit > 0 {
		c.rows = make([]callKey, 0, min(c.mostRows(), c.profile.Contexts.Len()))
	}
	for site := range c.graph.EachSite() {
		var kept *calls.Site // each is kept once, however many targets it has
		c.survey.add(site)
		for at := range site.Targets {
			target := &site.Targets[at]
			if slot := target.Callee.Slot; slot >= 0 && frames[slot] == convert.NoFrame {
				if from(site.Slot) {
					c.hidden++
				}
				continue
			}
			c.all++
			if !from(site.Slot) {
				continue
			}
			anyCaller = true
			if !to(site, target.Callee) {
				continue
			}
			anyTarget = true
			if !c.opts.takes(site, target) {
				continue
			}
			n, outcome := target.Calls.Figure(), c.outcome(site, target)
			if c.matching += n; outcome.Copies > 0 {
				c.inLog += n
			}
			if c.opts.Missed && outcome.Stayed() == 0 {
				continue
			}
			k := c.key(site, int32(at))
			c.aboveAll = c.aboveAll || k.calls.Figure() > c.Base
			if !c.leavesOut(&k) {
				if kept == nil {
					kept = c.graph.Kept(site)
				}
				k.site = kept
				c.add(k)
			}
		}
	}
	c.letGo()
	switch {
	case c.all == 0 || c.Base == 0 && c.Whole > 0:
		return nil
	case !anyCaller && convert.RanAny(c.names, c.opts.Callers):
		return c.noCall(c.opts.Callers, convert.NoMatchError{Callless: true})
	case !anyCaller:
		return convert.NewNoMatchError(c.opts.Callers, c.callerNames(), false)
	case !anyTarget && convert.RanAny(c.names, c.opts.To):
		return c.noCall(c.opts.To, convert.NoMatchError{Uncalled: true})
	case !anyTarget:
		return convert.NewNoMatchError(c.opts.To, c.targetNames(), false)
	}
	return nil
}

// noCall completes the error about methods that ran, but that have no calls.
func (c *callTable) noCall(of *regexp.Regexp, err convert.NoMatchError) error {
	err.Pattern, err.WithCode = pattern.Text(of), c.opts.Code.Class != nil
	err.Sampled = !convert.AnyMethodMatches(c.names, c.names.Profile.Contexts, nil, of)
	return &err
}

// leavesOut adds a row to the rest if it is certain to be beyond the limit.
func (c *callTable) leavesOut(k *callKey) bool {
	if c.leftOut == 0 || c.compare(*k, c.rows[c.opts.Limit-1]) <= 0 {
		return false
	}
	c.leftOut++
	c.rest = c.rest.plus(k.callSum)
	return true
}

// add adds a row. There may be millions, so when there are mostRows, it drops those beyond the limit and adds them to the rest. The largest
// of the kept rows is then at the limit, where leavesOut expects it.
func (c *callTable) add(k callKey) {
	c.rows = append(c.rows, k)
	if c.opts.Limit > 0 && len(c.rows) >= c.mostRows() {
		c.letGo()
	}
}

// letGo lets go of the rows beyond the limit, and of their sites.
func (c *callTable) letGo() {
	n := c.opts.Limit
	if n <= 0 || n >= len(c.rows) {
		return
	}
	firstrows.Select(c.rows, n, c.compare)
	c.leftOut += len(c.rows) - n
	c.rest = c.restWith(c.rows[n:])
	clear(c.rows[n:])
	c.rows = c.rows[:n]
}

// mostRows is the number of rows to keep while there may be more, with a limit: each takes hundreds of bytes, with its site.
func (c *callTable) mostRows() int { return c.opts.Limit + max(c.opts.Limit/4, 1000) }

// restWith returns the rest with some more rows.
func (c *callTable) restWith(rows []callKey) callSum {
	sum := c.rest
	for i := range rows {
		sum = sum.plus(rows[i].callSum)
	}
	return sum
}

func (c *callTable) callerNames() []string {
	var names []string
	last := int32(-1)
	for s := range c.graph.Sites() {
		if s.Slot != last {
			names, last = append(names, convert.SlotName(c.names, s.Slot)), s.Slot
		}
	}
	return names
}

func (c *callTable) targetNames() []string {
	var names []string
	seen := map[string]bool{}
	for site, target := range c.graph.All() {
		if name := c.opts.targetName(c.names, site, target.Callee); !seen[name] {
			seen[name] = true
			names = append(names, name)
		}
	}
	return names
}

// callRow returns the row of a key.
func (c *callTable) callRow(k *callKey) callRow {
	target := &k.site.Targets[k.target]
	return callRow{callSum: k.callSum, outcome: c.outcome(k.site, target), table: c, site: k.site, target: target}
}

// outcome returns the outcome of a call in the optimized image, if a log tells.
func (c *callTable) outcome(site *calls.Site, target *calls.Target) optimized.Outcome {
	if c.opts.Optimized == nil {
		return optimized.Outcome{}
	}
	return c.opts.Optimized.Outcome(site.Slot, site.BCI, target)
}

// samplesBelow returns the samples in the frame of a target. A target that is not a method of the profile has those in callees that are no
// other target of the site and have its name, if that is known: which methods were entered is unknown there, but some were seen on stacks.
func (c *callTable) samplesBelow(site *calls.Site, target *calls.Target) (sum int64) {
	for _, s := range c.samples[callPlace{site.Slot, site.BCI}] {
		if c.targetOf(site, s.callee) == target {
			sum += s.n
		}
	}
	return sum
}

// targetOf returns the target of a site that stands for a callee, by its slot; nil: none, as the callee is a static initializer, for example.
func (c *callTable) targetOf(site *calls.Site, callee int32) (of *calls.Target) {
	m, _ := c.profile.MethodHeadAt(int(callee))
	for i := range site.Targets {
		switch t := &site.Targets[i]; {
		case t.Callee.Slot == callee:
			return t
		case of == nil && t.Callee.Slot < 0 && (t.Callee.Method == m.Name || t.Callee.Method == "" && m.Name != "<clinit>"):
			of = t
		}
	}
	return of
}

// fill makes the columns and rows.
func (c *callTable) fill() {
	columns := callSiteColumns(c.profile, c.opts.Lines, c.opts.Optimized != nil)
	if c.withDamage == 0 {
		columns = slices.DeleteFunc(columns, func(of table.ColumnOf[*callRow]) bool { return of.Key == table.DamageKey })
	}
	for i := range columns {
		if key := columns[i].Key; c.opts.Missed && (key == "stayed" || key == "inlined_share") { // they are of the instrumented image
			columns[i].Heading = ""
		}
	}
	row := table.DeclareLate(c.Table, columns)
	things := "calls"
	if c.opts.Missed {
		things = "calls left in the optimized image"
	}
	order := map[string]string{"stayed": "how many stayed calls", "calls": "count", "samples": "samples in the callee", "name": "caller"}[c.opts.Sort]
	c.SortedBy = map[string]string{"stayed": "stayed", "calls": "calls", "samples": "samples"}[c.opts.Sort]
	n := len(firstrows.Sort(c.rows, c.opts.Limit, c.compare))
	if c.opts.Sort == "stayed" && n > 0 && !slices.ContainsFunc(c.rows[:n], callKey.staysKnown) { // their order is the next one
		order, c.SortedBy = "count (how many stayed calls is unknown)", "calls"
	}
	all := c.leftOut + len(c.rows)
	c.Title = table.Title(things, order, n, all)
	c.Rows = make([]table.Row, n)
	for i := range c.rows[:n] {
		c.Rows[i] = row(c.callRow(&c.rows[i]))
		c.Rows[i].BeginsSite = true // facts are below it
	}
	if omitted := all - n; omitted > 0 {
		r := row(callRow{table: c, name: table.More(omitted, things), callSum: c.restWith(c.rows[n:])})
		r.Omitted = omitted
		c.Rest = &r
	}
	noteUnnamed(c.Table, "target")
	if c.graph.Classes && slices.ContainsFunc(c.rows[:n], c.hasSize) {
		c.Notes = append(c.Notes, "bytes: of bytecode (unit: the caller's, with inlined code), not the reason")
	}
	c.AddFact("sort", table.TextCell(c.opts.Sort))
	c.AddFact("calls", table.IntCell(int64(c.all)))
	c.AddFact("chosen", table.IntCell(int64(all)))
	c.AddFact("from_outside", table.IntCell(c.outside()))
}

// hasSize reports whether the facts of a call have a size.
func (c *callTable) hasSize(k callKey) bool {
	return slices.ContainsFunc(c.graph.Facts(k.site, &k.site.Targets[k.target]), func(f calls.Fact) bool { return f.Kind == calls.Size })
}

// outside returns the entries of methods that no call of the graph accounts for.
func (c *callTable) outside() int64 {
	n := int64(0)
	for _, e := range c.graph.Entered {
		if e.Known {
			n += max(0, e.Root-e.Called.Figure())
		}
	}
	return n
}

// A callKey has the values that a row is sorted by, and made of: there may be millions of calls, and a table has few of them.
type callKey struct {
	callSum
	order  [4]int64 // descending; those with damaged counts last
	caller int32    // slot
	bci    iprof.BCI
	target int32 // among the site's
	callee *calls.Callee
	site   *calls.Site // of rows that may be shown
}

// staysKnown reports whether anything is known of how many calls stayed calls.
func (k callKey) staysKnown() bool { return k.stayed.Execution().Bound != code.None }

// key returns what a row is sorted by.
func (c *callTable) key(site *calls.Site, at int32) callKey {
	target := &site.Targets[at]
	k := callKey{
		callSum: callSum{calls: target.Calls, stayed: c.graph.AtMostStayed(target), inlined: target.Inlined, samples: c.samplesBelow(site, target)},
		caller:  site.Slot, bci: site.BCI, target: at, callee: target.Callee,
	}
	sound := int64(1)
	k.damaged, k.damagedStayed = c.isDamaged(site, target)
	if k.damaged {
		sound = 0
		c.withDamage++
	}
	switch c.opts.Sort {
	case "stayed":
		k.order = [4]int64{sound, k.stayed.Rank(), k.stayed.Figure(), k.calls.Figure()}
	case "calls":
		k.order = [4]int64{sound, k.calls.Rank(), k.calls.Figure()}
	case "samples":
		k.order = [4]int64{k.samples, sound, k.calls.Rank(), k.calls.Figure()}
	}
	return k
}

// compare is the order of rows.
func (c *callTable) compare(x, y callKey) int {
	if order := slices.Compare(y.order[:], x.order[:]); order != 0 {
		return order
	}
	if x.caller != y.caller {
		if order := convert.CompareSlotNames(c.names, x.caller, y.caller); order != 0 {
			return order
		}
	}
	if order := cmp.Compare(x.bci, y.bci); order != 0 {
		return order
	}
	s, t := x.callee, y.callee
	if order := strings.Compare(s.Name(c.names), t.Name(c.names)); order != 0 {
		return order
	}
	return cmp.Or(convert.CompareSignatures(c.names, s.Slot, t.Slot), cmp.Compare(x.target, y.target))
}

// A callSum is what targets have in numbers.
type callSum struct {
	calls, stayed calls.Count
	inlined       int64
	samples       int64

	damaged, damagedStayed bool // calls, and stayed, are meaningless: see [callTable.isDamaged]
}

func (s callSum) plus(t callSum) callSum {
	return callSum{s.calls.Plus(t.calls), s.stayed.Plus(t.stayed), s.inlined + t.inlined, s.samples + t.samples, s.damaged || t.damaged, s.damagedStayed || t.damagedStayed}
}

// countOf returns the cell of a count that may be a bound.
func countOf(c calls.Count) table.Cell {
	e := c.Execution()
	if e.Bound == code.None {
		return table.UnknownCell()
	}
	return table.IntCell(e.Count).Marked(e.Bound.Mark())
}

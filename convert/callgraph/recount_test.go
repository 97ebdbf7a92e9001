package callgraph

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A walk is a path of the file, a context or a sampled stack, root first.
type walk struct {
	groups []int32     // of its frames; -1: hidden
	sites  []iprof.BCI // by frame: the place in its caller
	nodes  []iprof.NodeID
	value  int64
	known  bool // a record has it
}

// above returns the innermost frame above one that is shown, and among some groups (nil: all); -1: none.
func (w *walk) above(frame int, among []bool) int {
	for frame--; frame >= 0; frame-- {
		if g := w.groups[frame]; g >= 0 && (among == nil || among[g]) {
			return frame
		}
	}
	return -1
}

// has reports whether the stack passes a group.
func (w *walk) has(group int32) bool { return slices.Contains(w.groups, group) }

// A recount counts the stacks of a profile one by one, without trees. Groups have the numbers of a builder.
type recount struct {
	b                *builder
	contexts, stacks []walk
	bySite           bool
	groups           int
	by               []Node          // by group
	all              []recountedEdge // between all groups
}

// newRecount lists the stacks of a profile. Hidden methods are those of the class app.B, if hide is true.
func newRecount(p *iprof.Profile, b *builder, hide bool) *recount {
	r := &recount{b: b, bySite: b.opts.By == convert.ByMethod, groups: len(b.nodes)}
	list := func(tree *iprof.Tree, m convert.Metric) []walk {
		walks := make([]walk, tree.Len())
		for node, value := range m.Records(p) {
			walks[node].value, walks[node].known = walks[node].value+value, true
		}
		for i := range walks {
			w := &walks[i]
			for at := iprof.NodeID(i); at >= 0; at = tree.Node(at).Parent {
				n, group := tree.Node(at), int32(-1)
				if m, _ := p.Method(n.Method); !hide || n.Method == 10 || m.Declaring != 1 { // method 10 is not listed
					group = b.groups.NumberOfFrame(int32(p.MethodSlot(n.Method)), 0)
				}
				w.groups, w.sites, w.nodes = append(w.groups, group), append(w.sites, n.Site), append(w.nodes, at)
			}
			if m == convert.Calls && w.groups[0] < 0 { // entries of hidden methods are left out, samples in them are of their callers
				w.value, w.known = 0, false
			}
			slices.Reverse(w.groups)
			slices.Reverse(w.sites)
			slices.Reverse(w.nodes)
		}
		return walks
	}
	r.contexts, r.stacks = list(p.Contexts, convert.Calls), list(p.Stacks, convert.Samples)
	for g := range r.groups {
		r.by = append(r.by, r.node(int32(g)))
	}
	r.all = r.edges(nil)
	return r
}

// node counts what the graph says of a group.
func (r *recount) node(group int32) Node {
	var n Node
	for i := range r.contexts {
		w := &r.contexts[i]
		if w.has(group) {
			n.Inclusive += w.value
		}
		last := len(w.groups) - 1
		if !w.known || w.groups[last] != group {
			continue
		}
		n.Entries.Contexts++
		if last == 0 {
			n.Entries.Root += w.value
			continue
		}
		n.Entries.Inlined += w.value
		if w.above(last, nil) < 0 {
			n.Hidden += w.value
		}
	}
	for i := range r.stacks {
		w := &r.stacks[i]
		if w.has(group) {
			n.Total += w.value
		}
		if self := w.above(len(w.groups), nil); self >= 0 && w.groups[self] == group {
			n.Self += w.value
		}
	}
	return n
}

// sums returns the entries and samples of all.
func (r *recount) sums() (entries, samples int64) {
	for i := range r.contexts {
		if w := &r.contexts[i]; w.groups[len(w.groups)-1] >= 0 {
			entries += w.value
		}
	}
	for i := range r.stacks {
		samples += r.stacks[i].value
	}
	return entries, samples
}

// linkAt returns the call that a frame was entered by, of those between some groups; false: none.
func (r *recount) linkAt(w *walk, frame int, among []bool) (link, bool) {
	to, up := w.groups[frame], w.above(frame, among)
	if to < 0 || among != nil && !among[to] || up < 0 {
		return link{}, false
	}
	l := link{from: w.groups[up], to: to, through: up < frame-1}
	if r.bySite && !l.through {
		l.site, l.siteKnown = w.sites[frame], true
	}
	return l, true
}

// A recountedEdge is an edge with its counts.
type recountedEdge struct {
	link
	evidence Evidence
	bound    code.Bound
	EdgeCounts
	heaviest *walk
}

// size is the count by which edges are taken.
func (e *recountedEdge) size() float64 { return float64(e.Count) }

// edges counts the calls between some groups (nil: all), in the order of [Graph.Edges] but for those of unknown callers.
func (r *recount) edges(among []bool) []recountedEdge {
	inlined, hidden := map[link]*recountedEdge{}, map[link]*recountedEdge{}
	for i := range r.contexts {
		w := &r.contexts[i]
		last := len(w.groups) - 1
		of := inlined
		l, ok := r.linkAt(w, last, among)
		if to := w.groups[last]; !ok && last > 0 && to >= 0 && (among == nil || among[to]) && w.above(last, nil) < 0 {
			l, ok, of = link{from: HiddenCaller, to: to, through: true}, true, hidden
		}
		if !ok {
			continue
		}
		e := of[l]
		if e == nil {
			e = &recountedEdge{link: l, heaviest: w}
			of[l] = e
		}
		if w.value > e.heaviest.value {
			e.heaviest = w
		}
		e.Known = e.Known || w.known
		e.Count += w.value
		if up := &r.contexts[w.nodes[max(last-1, 0)]]; w.known && up.known && l.siteKnown {
			e.MatchedCallee, e.MatchedCaller = e.MatchedCallee+w.value, e.MatchedCaller+up.value
		}
		if l.siteKnown {
			e.CallerEntries = r.entries(l.from)
		}
	}
	sampled := map[link]*recountedEdge{}
	for i := range r.stacks {
		w, seen := &r.stacks[i], map[link]bool{}
		for frame := range w.groups {
			l, ok := r.linkAt(w, frame, among)
			if !ok || seen[l] || w.value == 0 {
				continue
			}
			seen[l] = true
			if sampled[l] == nil {
				sampled[l] = &recountedEdge{link: l, evidence: SampledEvidence, EdgeCounts: EdgeCounts{Known: true}}
			}
			sampled[l].Count += w.value
		}
	}
	var all []recountedEdge
	for _, of := range []map[link]*recountedEdge{inlined, hidden, sampled} {
		for _, e := range of {
			all = append(all, *e)
		}
	}
	for _, e := range r.b.called { // by receivers, which package calls counts
		if x := e.count.Execution(); among == nil || among[e.from] && among[e.to] {
			all = append(all, recountedEdge{link: e.link, evidence: CalledEvidence, bound: x.Bound, EdgeCounts: EdgeCounts{Count: x.Count, Known: true}})
			if n := r.entries(e.from); e.siteKnown && r.by[e.from].Entries.Known() {
				last := &all[len(all)-1]
				last.MatchedCallee, last.MatchedCaller, last.CallerEntries = x.Count, n, n
			}
		}
	}
	slices.SortFunc(all, func(x, y recountedEdge) int {
		hidden := convert.CompareBools(x.from == HiddenCaller, y.from == HiddenCaller) // after the others
		if x.evidence != y.evidence || x.Count != y.Count || hidden != 0 {
			return cmp.Or(cmp.Compare(x.evidence, y.evidence), cmp.Compare(y.Count, x.Count), hidden)
		}
		return cmp.Or(cmp.Compare(x.from, y.from), cmp.Compare(x.site, y.site), cmp.Compare(x.to, y.to),
			convert.CompareBools(x.siteKnown, y.siteKnown), convert.CompareBools(x.through, y.through))
	})
	return all
}

// entries returns the entries of a group.
func (r *recount) entries(group int32) int64 { return r.by[group].Entries.Total() }

// picture returns the nodes and edges of a graph with options: "node …" lines with numbers, heaviest first, then its edges.
func (r *recount) picture(opts Options) (lines []string) {
	nodes := make([]Node, r.groups)
	order := make([]int32, 0, r.groups)
	for g := range nodes {
		nodes[g] = r.by[g]
		nodes[g].Focus = r.matches(opts.Filter.Focus, int32(g))
		if r.isSeen(int32(g)) {
			order = append(order, int32(g))
		}
	}
	slices.SortFunc(order, func(x, y int32) int {
		m, n := &nodes[x], &nodes[y]
		calls := cmp.Or(cmp.Compare(n.Entries.Total(), m.Entries.Total()), cmp.Compare(n.Inclusive, m.Inclusive))
		samples := cmp.Or(cmp.Compare(n.Total, m.Total), cmp.Compare(n.Self, m.Self))
		if opts.Metric == convert.Samples {
			calls, samples = samples, calls
		}
		return cmp.Or(calls, samples, cmp.Compare(x, y))
	})
	c := chosen{recount: r, Options: opts, by: nodes, order: order, shown: make([]bool, r.groups), kept: map[link]bool{}, room: opts.Nodes}
	if opts.Nodes == 0 {
		c.room = r.groups
	}
	switch {
	case opts.Filter.Focus != nil:
		c.around()
	case opts.Metric == convert.Samples:
		c.bySamples()
	case opts.Nodes == 0 && opts.NodeFraction == 0 && opts.EdgeFraction == 0:
		for g := range c.shown {
			c.shown[g] = true
		}
	default:
		c.byCalls()
	}
	place := map[int32]int{}
	for _, g := range order {
		if c.shown[g] {
			n := &nodes[g]
			place[g] = len(lines)
			lines = append(lines, nodeLine(n))
		}
	}
	at := func(g int32) int {
		if g < 0 {
			return int(g)
		}
		return place[g]
	}
	entries, samples := r.sums()
	for _, e := range r.edges(c.shown) {
		whole := entries
		if e.evidence == SampledEvidence {
			whole = samples
		}
		if !c.isLight(&e, whole) {
			lines = append(lines, edgeLine(e.evidence, at(e.from), at(e.to), e.link, e.EdgeCounts, e.bound))
		}
	}
	for _, g := range order {
		if x := r.b.outside[g].Execution(); c.shown[g] && x.Count > 0 {
			e := recountedEdge{link: link{from: UnknownCaller, to: g}, EdgeCounts: EdgeCounts{Count: nodes[g].Entries.Root, Known: true}}
			if !c.isLight(&e, entries) {
				e.Count = x.Count
				lines = append(lines, edgeLine(UnknownEvidence, -1, place[g], e.link, e.EdgeCounts, x.Bound))
			}
		}
	}
	return lines
}

// matches reports whether a pattern matches a group or one of its methods.
func (r *recount) matches(re *regexp.Regexp, group int32) bool {
	for slot := range r.b.profile.MethodSlots() {
		if re != nil && r.b.groups.NumberOfFrame(int32(slot), 0) == group && re.MatchString(r.b.names.PlainName(slot)) {
			return true
		}
	}
	return re != nil && re.MatchString(r.b.groups.Groups[group].Name)
}

// isSeen reports whether a stack has a group.
func (r *recount) isSeen(group int32) bool {
	has := func(w walk) bool { return w.has(group) }
	return slices.ContainsFunc(r.contexts, has) || slices.ContainsFunc(r.stacks, has)
}

func nodeLine(n *Node) string {
	return fmt.Sprintf("node %+v, inclusive %d, self %d of %d, hidden %d, focus %t", n.Entries, n.Inclusive, n.Self, n.Total, n.Hidden, n.Focus)
}

func edgeLine(evidence Evidence, from, to int, l link, c EdgeCounts, bound code.Bound) string {
	return fmt.Sprintf("%s %d → %d at %d %t, through %t: %+v %s", evidence, from, to, l.site, l.siteKnown, l.through && from >= 0, c, bound)
}

// lines writes a graph as picture does.
func (r *recount) lines(g *Graph) (lines []string) {
	for i := range g.Nodes {
		lines = append(lines, nodeLine(&g.Nodes[i]))
	}
	for _, e := range g.Edges {
		lines = append(lines, edgeLine(e.Evidence, int(e.From), int(e.To), link{site: e.Site, siteKnown: e.SiteKnown, through: e.Through}, e.EdgeCounts, e.Bound))
	}
	return lines
}

// chosen chooses nodes as the options say, one after the other.
type chosen struct {
	*recount
	Options
	by    []Node
	order []int32 // groups, heaviest first
	shown []bool
	kept  map[link]bool
	room  int
}

// isLight reports whether an edge is left out.
func (c *chosen) isLight(e *recountedEdge, whole int64) bool {
	if c.EdgeFraction == 0 || c.kept[e.link] && e.evidence != UnknownEvidence || c.Filter.Focus != nil && !e.through {
		return false
	}
	return !e.Known || e.size() < c.EdgeFraction*float64(whole)
}

// take shows a group if it is not shown and there is room.
func (c *chosen) take(g int32) bool {
	if c.room == 0 || c.shown[g] {
		return false
	}
	c.shown[g] = true
	c.room--
	return true
}

func (c *chosen) bySamples() {
	_, samples := c.sums()
	for _, g := range c.order {
		if n := float64(c.by[g].Total); c.Nodes == 0 && c.NodeFraction == 0 || n >= 1 && n >= c.NodeFraction*float64(samples) {
			c.take(g)
		}
	}
}

// byCalls offers the edges and the entries of roots, heaviest first. An edge comes with all callers of its heaviest context, or not at all.
func (c *chosen) byCalls() {
	type offer struct {
		size int64
		to   int32
		with *walk
	}
	var offers []offer
	all := c.all
	for _, e := range all {
		if e.evidence == InlinedEvidence && e.from != HiddenCaller && e.Known {
			offers = append(offers, offer{e.Count, e.to, e.heaviest})
		}
	}
	for g := range c.by {
		offers = append(offers, offer{c.by[g].Entries.Root, int32(g), &walk{groups: []int32{int32(g)}}})
	}
	slices.SortStableFunc(offers, func(x, y offer) int { return cmp.Compare(y.size, x.size) })
	entries, samples := c.sums()
	for _, o := range offers {
		if o.size < 1 || float64(o.size) < c.EdgeFraction*float64(entries) || float64(c.by[o.to].Inclusive) < c.NodeFraction*float64(entries) {
			continue
		}
		missing := map[int32]bool{}
		for _, g := range o.with.groups {
			if g >= 0 && !c.shown[g] {
				missing[g] = true
			}
		}
		if len(missing) > c.room || c.room == 0 {
			continue
		}
		for g := range missing {
			c.take(g)
		}
		for frame := range o.with.groups {
			if l := (link{}); frame > 0 && o.with.groups[frame-1] >= 0 && o.with.groups[frame] >= 0 {
				l, _ = c.linkAt(o.with, frame, nil)
				c.kept[l] = true
			} else if frame > 0 {
				if l, ok := c.linkAt(o.with, frame, nil); ok {
					c.kept[l] = true
				}
			}
		}
	}
	// Roots get the caller with the most samples, and these theirs.
	roots := slices.DeleteFunc(slices.Clone(c.order), func(g int32) bool { return !c.shown[g] || c.by[g].Entries.Root == 0 })
	for _, g := range roots {
		for more := true; more; {
			at := slices.IndexFunc(all, func(e recountedEdge) bool { return e.evidence == SampledEvidence && e.to == g && e.from != g })
			if more = at >= 0; more {
				g = all[at].from
				more = float64(c.by[g].Total) >= c.NodeFraction*float64(samples) && c.take(g)
			}
		}
	}
}

// around takes the focus, then its callers and callees in turn, a step at a time: those of counted calls first.
func (c *chosen) around() {
	sampledFocus := c.Metric == convert.Samples && slices.ContainsFunc(c.by, func(n Node) bool { return n.Focus && n.Total > 0 })
	take := func(g int32) bool { return (!sampledFocus || c.by[g].Total > 0) && c.take(g) }
	var callers, callees []int32
	for _, g := range c.order {
		if c.by[g].Focus && take(g) {
			callers, callees = append(callers, g), append(callees, g)
		}
	}
	all := slices.DeleteFunc(slices.Clone(c.all), func(e recountedEdge) bool { return e.from == HiddenCaller })
	slices.SortStableFunc(all, func(x, y recountedEdge) int {
		if x.evidence == SampledEvidence || y.evidence == SampledEvidence {
			return cmp.Compare(x.evidence, y.evidence)
		}
		return cmp.Or(cmp.Compare(y.Count, x.Count), cmp.Compare(x.evidence, y.evidence))
	})
	next := func(of []int32, ends func(l link) (int32, int32)) (to []int32) {
		for _, e := range all {
			if a, b := ends(e.link); slices.Contains(of, a) && !slices.Contains(of, b) && !slices.Contains(to, b) {
				to = append(to, b)
			}
		}
		return to
	}
	for step := 0; step < c.Callers || step < c.Callees; step++ {
		var up, down []int32
		if step < c.Callers {
			up = next(callers, func(l link) (int32, int32) { return l.to, l.from })
		}
		if step < c.Callees {
			down = next(callees, func(l link) (int32, int32) { return l.from, l.to })
		}
		callers, callees = nil, nil
		for len(up)+len(down) > 0 {
			if len(up) > 0 {
				if take(up[0]) {
					callers = append(callers, up[0])
				}
				up = up[1:]
			}
			if len(down) > 0 {
				if take(down[0]) {
					callees = append(callees, down[0])
				}
				down = down[1:]
			}
		}
	}
}

// TestRecount counts nodes and edges of random profiles again, stack by stack, and chooses those that the limits leave.
func TestRecount(t *testing.T) {
	focus := regexp.MustCompile("m[126]$|A$")
	for seed := range uint64(4) {
		p := testprofile.Parse(t, string(testprofile.Random(seed+20, testprofile.RandomVersions[seed%2])))
		for _, hide := range []*regexp.Regexp{nil, regexp.MustCompile(`^app\.B\b`)} {
			recounts := map[convert.GroupBy]*recount{}
			for _, o := range []Options{
				{}, {Nodes: 4}, {Nodes: 7, NodeFraction: 0.3}, {NodeFraction: 0.2, EdgeFraction: 0.02}, {By: convert.ByClass, Nodes: 3, EdgeFraction: 0.1},
				{Filter: convert.FilterOptions{Focus: focus}, Nodes: 5, Callers: 1, Callees: 2}, {Filter: convert.FilterOptions{Focus: focus}, By: convert.ByClass, Callers: 1, EdgeFraction: 0.1},
			} {
				for _, o.Metric = range []convert.Metric{convert.Calls, convert.Samples} {
					o.Filter.Hide = hide
					names := convert.NewNames(p, convert.NameOptions{})
					b, err := newBuilder(p, names, o, nil)
					if err != nil {
						t.Fatal(err)
					}
					r := recounts[o.By]
					if r == nil {
						r = newRecount(p, b, hide != nil)
						recounts[o.By] = r
					}
					g := b.graph(b.choose())
					what := fmt.Sprintf("seed %d, %s by %s, %d nodes, %v, %v, focus %v, hide %v", seed, o.Metric, o.By, o.Nodes, o.NodeFraction, o.EdgeFraction, o.Filter.Focus, hide)
					got, want := r.lines(g), r.picture(o)
					for i := range max(len(got), len(want)) {
						if i >= len(got) || i >= len(want) || got[i] != want[i] {
							t.Fatalf("%s: line %d of %d, %d:\ngot  %q\nwant %q", what, i, len(got), len(want), got[min(i, len(got)):min(i+1, len(got))], want[min(i, len(want)):min(i+1, len(want))])
						}
					}
				}
			}
		}
	}
}

package callgraph

import (
	"fmt"
	"math"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A Base is the profile that a graph is compared with, as a whole.
type Base struct {
	Entries, Samples int64 // of the base, as the filters leave it

	// Changes are the nodes that changed, with those that are not shown, by [Change.Word]; Small are those that
	// differ too little to be called changed.
	Changes map[string]int
	Small   int
	Shown   int // of the changed, those in Graph.Nodes

	Notes  []string // how the profiles were brought to the same length and paired, and what is called a change
	Doubts []string
}

// Changed returns how many nodes changed.
func (b *Base) Changed() int {
	n := 0
	for _, k := range b.Changes {
		n += k
	}
	return n
}

// A Change says how a count differs from what it was in the base.
type Change struct {
	Base       int64
	BaseKnown  bool // false: the base lacks the count
	New, Gone  bool // it is only in the profile, or only in the base
	Comparable bool // both counts are known, or it is in one only

	// Shares of all entries or samples of the run that has more at the same length, in the base and now.
	BaseShare, Share float64

	// Beyond says that the change is one: for entries, by [compare.DefaultThreshold] or more and by more than independent
	// events would differ, for samples by more than chance.
	Beyond bool
}

// Word returns what tables call the change: same, more, fewer, new or gone; "" where nothing can be told.
func (c *Change) Word() string {
	switch {
	case !c.Comparable:
		return ""
	case c.New:
		return "new"
	case c.Gone:
		return "gone"
	case !c.Beyond:
		return "same"
	case c.Share > c.BaseShare:
		return "more"
	}
	return "fewer"
}

// Difference returns by how much the share changed, from -1 to 1.
func (c *Change) Difference() float64 { return c.Share - c.BaseShare }

// Factor returns how many times as much it is as in the base, at the same length. It is false where the base has nothing.
func (c *Change) Factor() (float64, bool) {
	if c.BaseShare == 0 {
		return 0, false
	}
	return c.Share / c.BaseShare, true
}

// runLengths are what two runs count altogether of one metric, as their length.
type runLengths struct {
	Old, New float64
	ratio    float64 // new for each old one at the same length; 0: one of them has none, and nothing is compared
	sampled  bool
}

// change compares what something counts. Present says in which profiles it is, known in which it has a count.
func (l *runLengths) change(count compare.Counts, present, known [2]bool) *Change {
	if l.ratio == 0 || present == [2]bool{} {
		return nil
	}
	base := max(l.Old, l.New/l.ratio)
	c := &Change{
		Base: count.Old, BaseKnown: known[compare.OldSide],
		New: !present[compare.OldSide], Gone: !present[compare.NewSide],
		Comparable: (known[compare.OldSide] || !present[compare.OldSide]) && (known[compare.NewSide] || !present[compare.NewSide]),
		BaseShare:  float64(count.Old) / base, Share: float64(count.New) / l.ratio / base,
	}
	if math.Abs(c.Difference()) < compare.Rounding*c.BaseShare { // the ratio is not what it is to the last bit
		c.Share = c.BaseShare
	}
	return c
}

// judge settles which of many changes are more than chance. It returns of how many it could be.
func (l *runLengths) judge(changes []*Change, counts []compare.Counts) (tests int) {
	var of []int
	var likelihoods []float64
	for i, c := range changes {
		if c == nil || !c.Comparable || counts[i] == (compare.Counts{}) {
			continue
		}
		old, new := float64(counts[i].Old), float64(counts[i].New)
		p := compare.CountsDiffer(old, new, l.ratio)
		if l.sampled {
			p = compare.TwoShares(old, l.Old, new, l.New)
		}
		of, likelihoods = append(of, i), append(likelihoods, p)
	}
	for k, picked := range compare.BeyondChance(likelihoods) {
		c := changes[of[k]]
		c.Beyond = picked && c.Share != c.BaseShare &&
			(l.sampled || math.Abs(c.Difference()) >= compare.DefaultThreshold*c.BaseShare)
	}
	return len(of)
}

// A comparison is what a builder knows of the profile that its graph is compared with.
type comparison struct {
	*union
	names          *convert.Names // of the union
	calls, samples runLengths
	groups         []comparedGroup
	base           *Base
}

// A comparedGroup is what a node of the graph is compared by.
type comparedGroup struct {
	in          [2]bool
	entries     convert.MethodEntries // of the base
	inclusive   int64
	self, total int64
	change      *Change // of the metric, entries or total samples
	root        *Change // of entries from callers that are not known
	selfChange  *Change // of self samples
}

// NewSince makes the call graph of two profiles together: what is in either, with the numbers of the new one and how
// they differ from those of the base. Methods are paired by name, see [compare.Pair]. Runs are brought to the same length and
// changes told from chance as [diff.New] does. The error is a [convert.NoMatchError] where nothing matches the focus.
func NewSince(base, p *iprof.Profile, style convert.NameOptions, opts Options) (*Graph, error) {
	u := unite(base, p)
	style.Apart = false // nodes see to that among themselves
	names := convert.NewNames(style, u.Profile)[0]
	for slot, name := range u.unlisted {
		names.Methods[slot] = name
	}
	b, err := newBuilder(u.Profile, names, opts, u)
	if err != nil {
		return nil, err
	}
	return b.graph(b.choose()), nil
}

// compare adds up what the base counts, by group, and compares.
func (b *builder) compare() {
	c := b.since
	c.groups = make([]comparedGroup, len(b.nodes))
	contexts, stacks := &b.contexts, &b.stacks
	for i, g := range contexts.group {
		if g < 0 || !contexts.oldKnown[i] {
			continue
		}
		n := &c.groups[g]
		if contexts.parent[i] < 0 {
			n.entries.Root += contexts.Old[i]
		} else {
			n.entries.Inlined += contexts.Old[i]
		}
		n.entries.Contexts++
		c.base.Entries += contexts.Old[i]
	}
	inclusive := convert.OncePerStack(contexts.parent, contexts.group, append([]int64(nil), contexts.Old...), len(b.nodes))
	total := convert.OncePerStack(stacks.parent, stacks.group, append([]int64(nil), stacks.Old...), len(b.nodes))
	for g := range c.groups {
		c.groups[g].inclusive, c.groups[g].total = inclusive[g], total[g]
	}
	shown := stacks.nearest(nil)
	for i, value := range stacks.Old {
		c.base.Samples += value
		if shown[i] >= 0 {
			c.groups[stacks.group[shown[i]]].self += value
		}
	}

	var entries, roots, totals, selves []compare.Counts
	for g := range b.nodes {
		n, of := &b.nodes[g], &c.groups[g]
		entries = append(entries, compare.Counts{Old: of.entries.Total(), New: n.Entries.Total()})
		roots = append(roots, compare.Counts{Old: of.entries.Root, New: n.Entries.Root})
		totals = append(totals, compare.Counts{Old: of.total, New: n.Total})
		selves = append(selves, compare.Counts{Old: of.self, New: n.Self})
	}
	c.calls = runLengths{Old: float64(c.base.Entries), New: float64(b.entries)}
	c.samples = runLengths{Old: float64(c.base.Samples), New: float64(b.samples), sampled: true}
	typical := false
	if c.base.Entries > 0 && b.entries > 0 {
		c.calls.ratio, typical = compare.LengthRatio(b.methodEntries(entries))
	}
	if c.base.Samples > 0 && b.samples > 0 {
		c.samples.ratio = c.samples.New / c.samples.Old
	}
	if c.calls.ratio > 0 { // what one of them lacks does not tell what is in it
		b.present(contexts)
	}
	if c.samples.ratio > 0 {
		b.present(stacks)
	}
	b.describe(typical, b.judgeNodes(entries, roots, totals, selves))
}

// methodEntries returns the entries by method, whatever nodes stand for: how long a run was is a matter of what most methods
// did, and of few packages one that changed would be most of it.
func (b *builder) methodEntries(byNode []compare.Counts) []compare.Counts {
	if b.opts.By == convert.ByMethod {
		return byNode
	}
	counts := make([]compare.Counts, b.Profile.MethodSlots())
	for i, node := range b.contexts.tree.All() {
		count := &counts[b.Profile.MethodSlot(node.Method)]
		count.Old += b.contexts.Old[i]
		count.New += b.contexts.value[i]
	}
	return counts
}

// present notes which groups a tree shows to be in which profile.
func (b *builder) present(t *callTree) {
	for i, g := range t.group {
		for side := range t.in {
			if g >= 0 && t.in[side][i] {
				b.since.groups[g].in[side] = true
			}
		}
	}
}

// judgeNodes compares the nodes, each by what the metric counts and by what its edges and its tooltip have.
func (b *builder) judgeNodes(entries, roots, totals, selves []compare.Counts) (tests int) {
	c := b.since
	n := len(b.nodes)
	changes, rootChanges, selfChanges := make([]*Change, n), make([]*Change, n), make([]*Change, n)
	always := [2]bool{true, true} // samples: what has none was seen in none
	for g := range b.nodes {
		of := &c.groups[g]
		if b.metric == convert.Samples {
			changes[g] = c.samples.change(totals[g], of.in, always)
		} else {
			changes[g] = c.calls.change(entries[g], of.in, [2]bool{of.entries.Known(), b.nodes[g].Entries.Known()})
		}
		if root := roots[g]; root != (compare.Counts{}) {
			rootChanges[g] = c.calls.change(root, [2]bool{root.Old > 0, root.New > 0}, always)
		}
		selfChanges[g] = c.samples.change(selves[g], of.in, always)
		of.change, of.root, of.selfChange = changes[g], rootChanges[g], selfChanges[g]
	}
	c.calls.judge(rootChanges, roots)
	c.samples.judge(selfChanges, selves)
	if b.metric == convert.Samples {
		return c.samples.judge(changes, totals)
	}
	return c.calls.judge(changes, entries)
}

// describe says what was done, and counts changes.
func (b *builder) describe(typical bool, tests int) {
	c := b.since
	base := c.base
	base.Changes = map[string]int{}
	for g := range c.groups {
		switch change := c.groups[g].change; {
		case change == nil || !change.Comparable:
		case change.Beyond:
			base.Changes[change.Word()]++
		case change.Share != change.BaseShare:
			base.Small++
		}
	}
	things := b.opts.By.Plural()
	criterion, test := "", "a two-proportion z-test"
	if b.metric == convert.Samples {
		base.Notes = append(base.Notes, "shares of samples are compared")
		if least := min(base.Samples, b.samples); least < convert.FewSamples {
			base.Doubts = append(base.Doubts, fmt.Sprintf("%s samples are few: only large changes can be told from chance", words.Grouped(least)))
		}
	} else {
		base.Notes = append(base.Notes, compare.LengthNote(c.calls.ratio, typical))
		criterion, test = fmt.Sprintf("%.0f %% or more and by ", 100*compare.DefaultThreshold), "a test of independent calls"
	}
	base.Notes = append(base.Notes, fmt.Sprintf("a change is what differs by %smore than chance: %s at 95 %%, corrected for %s",
		criterion, test, words.Number(int64(tests), things)))
	for _, only := range []struct {
		Old, New int64
		what     string
	}{{base.Entries, b.entries, "calls"}, {base.Samples, b.samples, "samples"}} {
		switch {
		case only.Old == 0 && only.New > 0:
			base.Notes = append(base.Notes, "the base has no "+only.what+": these are not compared")
		case only.New == 0 && only.Old > 0:
			base.Notes = append(base.Notes, "only the base has "+only.what+": these are not compared")
		}
	}
	base.Notes, base.Doubts = append(base.Notes, c.pairing.Notes()...), append(base.Doubts, c.pairing.Doubts()...)
}

// node completes a node of the graph.
func (c *comparison) node(n *Node, g int32) {
	of := &c.groups[g]
	n.Change, n.SelfChange = of.change, of.selfChange
	n.BaseEntries, n.BaseSelf, n.BaseTotal = of.entries, of.self, of.total
	if of.change != nil && of.change.Beyond {
		c.base.Shown++
	}
}

// edges compares what edges count.
func (c *comparison) edges(e *edges) {
	inlined, counts := make([]*Change, len(e.inlined)), make([]compare.Counts, len(e.inlined))
	for i := range e.inlined {
		of := &e.inlined[i]
		counts[i] = compare.Counts{Old: of.base.Count, New: of.Count}
		inlined[i] = c.calls.change(counts[i], of.in, [2]bool{of.base.Known, of.Known})
		of.change = inlined[i]
	}
	c.calls.judge(inlined, counts)
	sampled, counts := make([]*Change, len(e.sampled)), make([]compare.Counts, len(e.sampled))
	for i := range e.sampled {
		of := &e.sampled[i]
		counts[i] = compare.Counts{Old: of.base, New: of.Count}
		sampled[i] = c.samples.change(counts[i], [2]bool{of.base > 0, of.Count > 0}, [2]bool{true, true})
		of.change = sampled[i]
	}
	c.samples.judge(sampled, counts)
}

// size is what decides what is shown: of both runs the larger count, at the length of the new one.
func (l *runLengths) size(old, new int64) float64 {
	return max(float64(new), float64(old)*l.ratio)
}

// Sizes decide what is shown: of one profile the count.

func (b *builder) nodeSize(node int32) float64 {
	if b.since == nil {
		return float64(b.contexts.value[node])
	}
	return b.since.calls.size(b.contexts.Old[node], b.contexts.value[node])
}

func (b *builder) inlinedSize(e *inlinedEdge) float64 {
	if b.since == nil {
		return float64(e.Count)
	}
	return b.since.calls.size(e.base.Count, e.Count)
}

func (b *builder) sampledSize(e *sampledEdge) float64 {
	if b.since == nil {
		return float64(e.Count)
	}
	return b.since.samples.size(e.base, e.Count)
}

// groupSizes returns of a node entries from callers that are not known, entries with those of all that is inlined below,
// and samples with all it called.
func (b *builder) groupSizes(g int32) (root, inclusive, total float64) {
	n := &b.nodes[g]
	if b.since == nil {
		return float64(n.Entries.Root), float64(n.Inclusive), float64(n.Total)
	}
	of := &b.since.groups[g]
	return b.since.calls.size(of.entries.Root, n.Entries.Root), b.since.calls.size(of.inclusive, n.Inclusive),
		b.since.samples.size(of.total, n.Total)
}

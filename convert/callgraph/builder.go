package callgraph

import (
	"cmp"
	"regexp"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A choice is the drawn subset of a graph.
type choice struct {
	all   *edges
	nodes []bool        // by group; nil: all
	kept  map[link]bool // edges that are always drawn: they keep the picture connected
	ways  *arrangement  // nil: all edges between the nodes are drawn

	conditionals []sites.Conditional // of the nodes; nil: not needed yet

	around                       *Around       // nil: no focus
	beyondCallers, beyondCallees map[int32]int // by group, see Beyond
}

// A comparison holds the data of the profile that the graph of a builder is compared with.
type comparison struct {
	*union
	names          *convert.Names // of the union
	calls, samples compare.Runs   // until compare: totals of the whole program, regardless of what is shown
	groups         []comparedGroup
	byNumber       bool // see Options
	base           *Base
	limits         edgeLimits
}

// A comparedGroup holds the counts of a node in the base, and their changes.
type comparedGroup struct {
	in          [2]bool
	entries     convert.MethodEntries // of the base
	roots       [2]compare.Uncounted  // of entries as compilation root, by side
	inlined     [2]compare.Uncounted  // of the others
	inclusive   int64
	self, total int64
	counts      compare.Counts // of the metric, entries or total samples
	change      *Change        // of these
	root        *Change        // of entries from unknown callers
	selfChange  *Change        // of self samples
}

// nodeCounts are the counts of a [Node] that do not depend on the choice of nodes and edges.
type nodeCounts struct {
	entries     convert.MethodEntries
	inclusive   int64
	self, total int64
	intoHidden  int64 // Node.Hidden
	focus       bool
}

// A builder makes a [Graph]. Its nodes are the groups of a [convert.Grouper], by number.
type builder struct {
	profile *iprof.Profile
	names   *convert.Names
	opts    Options
	metric  convert.Metric
	focus   *regexp.Regexp
	groups  *convert.Grouper

	contexts, stacks callTree
	calls            *calls.Graph  // nil in a comparison, and without need of calls
	outside          []calls.Count // by group: entries as compilation root that no call accounts for; nil in a comparison
	called           []calledEdge  // heaviest first
	contradicted     []bool        // by group, see Node.Contradicts
	nodes            []nodeCounts  // by group
	entries, samples int64
	comparison       *comparison // nil: no comparison
}

// heavier compares nodes by the metric, then by other counts, then by their order in the profile.
func (b *builder) heavier(x, y int32) int {
	m, n := &b.nodes[x], &b.nodes[y]
	calls := cmp.Or(cmp.Compare(n.entries.Total(), m.entries.Total()), cmp.Compare(n.inclusive, m.inclusive))
	samples := cmp.Or(cmp.Compare(n.total, m.total), cmp.Compare(n.self, m.self))
	was := 0
	if c := b.comparison; c != nil {
		m, n := &c.groups[x], &c.groups[y]
		if was = cmp.Compare(n.entries.Total(), m.entries.Total()); b.metric == convert.Samples {
			was = cmp.Compare(n.total, m.total)
		}
	}
	if b.metric == convert.Samples {
		calls, samples = samples, calls
	}
	return cmp.Or(calls, samples, was, cmp.Compare(x, y))
}

// inGraph reports by group whether it has a frame in the profile. Others are methods that are called, and never seen.
func (b *builder) inGraph() []bool {
	in := make([]bool, len(b.nodes))
	for _, t := range []*callTree{&b.contexts, &b.stacks} {
		for _, g := range t.group {
			if g >= 0 {
				in[g] = true
			}
		}
	}
	return in
}

// A callTree is a filtered tree of the profile. All slices are by node.
type callTree struct {
	tree       *iprof.Tree
	projection *convert.Projection // the effect of the filters

	parent []int32 // -1: none
	above  []int32 // the nearest node above it that is shown; -1: none. Without hidden nodes, the same slice as parent
	group  []int32 // of the frame; -1: hidden
	value  []int64 // the self count of the node; shared like known, so neither may change
	known  []bool  // the node has a record
	site   bool    // each call site has its own edge
	vm     int32   // the group of <VM>, -1: none; it may stand for several methods, so BCIs in it mean nothing

	// In a comparison: the profiles that have the node, and value and known in the base.
	in       [2][]bool
	old      []int64
	oldKnown []bool

	uncounted [2][]compare.Uncounted // by side; nil: all nodes have a count
}

// A link is the identity of an edge.
type link struct {
	from, to  int32 // groups
	site      iprof.BCI
	siteKnown bool
	through   bool
}

// An inlinedEdge is a link with its counts in the contexts.
type inlinedEdge struct {
	link
	sites.InlinedCalls
	heaviest int32 // the node with the largest count

	in       [2]bool            // in a comparison: the profiles that have it
	base     sites.InlinedCalls // in the base
	baseSite iprof.BCI          // in the base
	change   *Change

	uncounted [2]compare.Uncounted // by side
}

// A sampledEdge is a link with the samples of the stacks that contain it, once per stack.
type sampledEdge struct {
	link
	count int64

	base     int64     // in a comparison
	baseSite iprof.BCI // in the base
	change   *Change
}

// A calledEdge is a link with the calls that were not inlined.
type calledEdge struct {
	link
	calls []calls.StayedCall
	count calls.Count // their sum
}

// edges holds all links between some groups.
type edges struct {
	inlined []inlinedEdge // heaviest first
	called  []calledEdge  // heaviest first
	hidden  []inlinedEdge // inlined into callers that are all hidden; one per callee, heaviest first
	sampled []sampledEdge // heaviest first
}

package callgraph

import (
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/application"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/convert/sourceline"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A Base is the profile that a graph is compared with, and the summary of the comparison.
type Base struct {
	Entries, Samples int64 // of the base, after filters

	// Changes holds the number of nodes that changed, by [Change.Word], including nodes that are not shown. Small is the
	// number of nodes that differ too little to count as changed.
	Changes map[string]int
	Small   int
	Shown   int // changed nodes in Graph.Nodes

	Notes   []string // about length of runs, pairing of methods and the definition of a change
	Caveats []string
}

// Changed returns how many nodes changed.
func (b *Base) Changed() int {
	n := 0
	for _, k := range b.Changes {
		n += k
	}
	return n
}

// A Change is the difference between a count and its value in the base.
type Change struct {
	New, Gone  bool // the node or edge is only in the profile, or only in the base
	Comparable bool // both counts are known, of the same contexts, or only one profile has the node or edge; or see AtLeast

	// BeyondChance is true if the difference is statistically significant. For entries it must also be at least
	// [compare.DefaultThreshold].
	BeyondChance bool

	// AtLeast is true if a count is a lower bound, as some of its contexts have no count in one of the profiles, and proves a change: of this
	// size, or larger.
	AtLeast bool

	// Shares of all entries, or samples, of the larger run after normalization: in the base, and in the profile.
	BaseShare, Share float64

	// ByNumber is true if numbers of samples are compared, which are not normalized, see [Options]. More is then their difference to the
	// base.
	ByNumber bool
	More     int64
}

// Word returns the word for the change in tables: same, more, fewer, new or gone; "" if it is not Comparable.
func (c *Change) Word() string {
	switch {
	case !c.Comparable:
		return ""
	case c.New:
		return "new"
	case c.Gone:
		return "gone"
	case !c.BeyondChance:
		return "same"
	case c.Share > c.BaseShare:
		return "more"
	}
	return "fewer"
}

// Difference returns the difference of the shares, from -1 to 1.
func (c *Change) Difference() float64 { return c.Share - c.BaseShare }

// Factor returns the count as a multiple of the normalized count in the base; false if the base has none.
func (c *Change) Factor() (float64, bool) {
	if c.BaseShare == 0 {
		return 0, false
	}
	return c.Share / c.BaseShare, true
}

// Options choose the nodes and edges of a call graph. The zero value shows all of them, by method.
type Options struct {
	// Metric is the metric that nodes are chosen, sorted and colored by: Calls or Samples, or DefaultMetric for one of them.
	Metric convert.Metric
	By     convert.GroupBy // ByMethod, ByClass or ByPackage

	// Filter chooses stacks and frames, except for Focus, which chooses nodes: the matching ones, their callers up to Callers steps
	// away, and their callees up to Callees steps away.
	Filter           convert.FilterOptions
	Callers, Callees int

	// ByNumber makes comparisons by samples compare their numbers instead of their shares of all, if samples of both profiles stand for as
	// much each. Calls are always normalized for run length.
	ByNumber bool

	// Code says how the call graph of counts reads class files, see package calls; its Contexts are set from Filter. Without classes,
	// receiver types tell some calls that were not inlined. It is not used in comparisons.
	Code calls.Options

	// Calls is what Code and Filter make of the profile, if the caller has that already; otherwise nil.
	Calls *calls.Graph

	// Lines are the source lines of the profile, for nodes and edges; nil: unknown. They are not used in comparisons and in graphs
	// of classes or packages.
	Lines *sourceline.Lines

	// NoSampledSites merges all sampled calls from one method to another into one edge. Its count is not the sum over the
	// call sites, because a stack may have several of them.
	NoSampledSites bool

	// NoInlinedSites merges all inlined calls from one method to another into one edge, whose counts are added. The edge has
	// no frequency.
	NoInlinedSites bool

	// TableOnly is for callers that need only [Graph.Table], which does not use names of methods in nodes: Node has a Name only if
	// it is a class or a package, and neither Full, Signature nor Plain.
	TableOnly bool

	// BesideCalls leaves out the edges that the table of calls has, see package rank: those of counts, but for inlined calls through frames
	// that are not shown.
	BesideCalls bool

	nodesOnly bool // calls need not be found: compilation units are made of nodes

	// Limits of the picture; sums still cover the whole profile. 0: no limit.
	Nodes        int     // the maximum number of nodes
	NodeFraction float64 // the minimum share of inclusive entries, or total samples, of a node; not with a focus
	EdgeFraction float64 // the minimum share of entries, or samples, of an edge, unless it keeps the picture connected or is around the focus

	// Ways draws, instead of all edges between the chosen nodes, the heaviest way from each of the hottest nodes to its root, the
	// heaviest calls between ways that no node connects, and other calls with a tenth of the callee's value or a twentieth of all: see
	// [Node.Members], [Node.Others] and [Edge.Via]. Nodes limits the boxes, and NodeFraction is the minimum self share of the hottest.
	// It has no effect on comparisons and on graphs with a focus.
	Ways bool
}

// A Graph is the call graph of a profile: methods, or classes or packages, and the calls between them.
type Graph struct {
	Metric convert.Metric
	By     convert.GroupBy
	View   convert.View

	Ways bool // it has only the heaviest ways of the hottest nodes, see [Options.Ways]

	Nodes []Node // heaviest first
	Edges []Edge // by evidence, then heaviest first

	// Totals of everything that the filters keep.
	AllNodes   int   // nodes with a count of the metric, as rows of top; <VM> and the like are not among them
	Entries    int64 // of methods
	Inlined    int64 // the part of Entries through inlined edges
	Hidden     int64 // entries inlined into callers that are all hidden; the others are from unknown callers
	Samples    int64 // in SampleUnit
	FocusNodes int   // nodes that match the focus; 0 without one

	// Totals of the nodes and edges in the graph.
	ShownNodes   int   // the part of AllNodes in this graph; Nodes may have more, which connect these
	ShownEntries int64 // of methods in Nodes and Edge.Via
	ShownSamples int64 // self samples of these

	SampleUnit string // unit of Samples, in the plural: "samples", or that of another tool's stacks
	PerSample  int64  // the value of one sample; 0: no sampling error, or an unknown one

	Base   *Base   // the profile that the graph is compared with; nil: none
	Around *Around // nil: no focus

	Tally       convert.Tally     // the records of the metric that filters keep and drop
	Application application.Share // of calls; zero in a comparison and with a focus
	Notes       []string          // explanatory notes, one sentence each

	Lines *sourceline.Lines // nil: unknown

	// The profile and names that the graph was made with; for a comparison, the union's.
	profile *iprof.Profile
	names   *convert.Names

	since *comparison
	calls *calls.Graph // nil without calls that were not inlined
}

// A Node is a method, a class or a package.
type Node struct {
	// Slot is the slot of the method in the profile; negative for classes, packages and <VM>.
	Slot int32
	Name string // in the style of the names, extended if other nodes of the graph have the same name
	Full string // with packages; for a method also with parameters, and more if other nodes of the graph have the same name

	// Members are the methods of a node that stands for several, which call each other, those with the largest self values first; nil: it
	// is one method. Its counts are those of all, each stack counted once.
	Members []Node

	// Callers are the heaviest callers of one of Members, inside the box and outside: at most three, heaviest first, each with at least a
	// tenth of its total samples, or entries. Callees are the three nodes that it calls most. MoreCallers and MoreCallees are how many
	// others there are.
	Callers, Callees         []Caller
	MoreCallers, MoreCallees int

	// Others are the callers without a line, in a graph of ways.
	Others OtherCallers

	Beyond Beyond // where a graph with a focus ends

	// Regular expressions are matched against these: like Full, without extensions, and without parameters as well.
	Signature, Plain string

	Was string // in a comparison: the name in the base, if the method was renamed since; otherwise ""

	Entries   convert.MethodEntries // from unknown callers, and inlined
	Inclusive int64                 // entries of the node and of its inlined callees, counted once even with recursion
	Self      int64                 // samples
	Total     int64                 // samples of the stacks with the node, once per stack
	Focus     bool                  // it matches the focus

	// Contradicts is true if more calls are certain than entries as compilation root were counted: counters raced, the class files are
	// of other code, or native-image inlined the method before it added counters.
	Contradicts bool

	Hidden int64 // the part of Entries.Inlined from callers that filters hide, without a visible caller further out

	// Conditionals are the conditionals of the method, over all contexts, except fully biased ones. Those that are hot and hard to
	// predict come first. They are nil for nodes that are not methods, and in a comparison.
	Conditionals []sites.Conditional

	// In a comparison: the counts in the base. Change is the metric's, SelfChange that of self samples; nil if unknown.
	BaseEntries         convert.MethodEntries
	BaseSelf, BaseTotal int64
	Change, SelfChange  *Change

	// In a comparison: which entries of the profile, and of the base, are lower bounds.
	Partly, BasePartly Partly
}

// Partly says of which entries of a node some contexts have no count: their sum is a lower bound.
type Partly struct {
	Root    bool // as compilation root
	Inlined bool
}

// Any reports whether all entries together are a lower bound.
func (p Partly) Any() bool { return p.Root || p.Inlined }

// OtherCallers are the callers of a box in a graph of ways whose calls have no line.
type OtherCallers struct {
	Callers int      // nodes
	Count   int64    // of the metric: samples of the stacks with such a call, once per stack, or entries
	Most    []Caller // the heaviest ones, at most five, heaviest first
}

// A Caller is a node that calls another one, or is called by it, without a line in the picture.
type Caller struct {
	Slot  int32  // of the method; negative for classes, packages and <VM>
	Name  string // in full
	Short string // in the style of the names
	Count int64  // may overlap with those of others, as a stack may have both
}

// An Around says how much of what is around a focus a graph has.
type Around struct {
	Callers, Callees int // steps from the focus, see [Options]

	// Nodes with a call to a caller that is in the graph, or from a callee, which are not in it themselves.
	MoreCallers, MoreCallees int
}

// Beyond are the callers of a node that a graph with a focus leaves out, if the node is in focus or a caller, and its callees, if it is
// in focus or a callee.
type Beyond struct{ Callers, Callees int }

// Evidence is the source of an edge. Counts of different evidence measure different things and are never added.
type Evidence uint8

// The kinds of evidence.
const (
	InlinedEvidence Evidence = iota // the callee was inlined there: Count is exact
	CalledEvidence                  // a call that was not inlined: Count may be a bound, see Bound
	SampledEvidence                 // in sampled stacks: Count is the samples of stacks with the call, once per stack
	UnknownEvidence                 // entries of a compilation root that no edge accounts for, or may not; see Bound
)

// String returns the word for the evidence in tables.
func (e Evidence) String() string {
	return words.Enum(e, "Evidence", "inlined", "called", "sampled", "unknown")
}

// Values of Edge.From that are not nodes.
const (
	UnknownCaller int32 = -1
	HiddenCaller  int32 = -2
)

// An Edge is a call site with a method that it calls or, if nodes are not methods, all calls from one node to another.
type Edge struct {
	From, To int32 // indexes of Graph.Nodes; From is UnknownCaller with UnknownEvidence, and HiddenCaller where filters hide all callers
	Evidence Evidence

	Slot      int32 // of the method that Site is in, if SiteKnown: of From, of one of its members, or of one of Via
	Site      iprof.BCI
	SiteKnown bool // false with UnknownEvidence and Through, from HiddenCaller and <VM>, and between classes or packages

	// Through is true if there are frames between caller and callee that are not shown.
	Through bool

	// Via are the methods between caller and callee, from the caller on, that have no node because each has one caller and one callee in the
	// graph. Count is the number of samples in stacks with all of these calls, or of entries through the last one.
	Via []Node

	// Beside is true for the calls from one box to another that are on none of the ways, and through methods without a box if Through is.
	Beside bool

	Bound code.Bound // how sure Count is, if it is known

	EdgeCounts

	// In a comparison: the change of Count, and the counts in the base; otherwise nil. BaseSite is Site in the base: another bytecode index
	// where code before the call changed.
	Change   *Change
	Base     *EdgeCounts
	BaseSite iprof.BCI

	stayed []calls.StayedCall // with CalledEvidence
}

// EdgeCounts are the counts of an edge in one profile.
type EdgeCounts struct {
	Count int64
	Known bool // false: the file has no count, which is not the same as 0

	Partly bool // in a comparison: some of its contexts have no count, and Count is a lower bound

	// Over the contexts in which both callee and caller have a count: the entries of the callee and of the caller; 0 without a
	// frequency. CallerEntries are all entries of the caller, for the coverage.
	MatchedCallee, MatchedCaller, CallerEntries int64
}

// Frequency returns the calls per entry of the caller, which are above 1 in loops. It is false if no context has both
// counts.
func (e *EdgeCounts) Frequency() (float64, bool) {
	if e.MatchedCaller == 0 {
		return 0, false
	}
	return float64(e.MatchedCallee) / float64(e.MatchedCaller), true
}

// Coverage returns the share of the caller's entries that the frequency covers, from 0 to 1. It is false without a frequency.
func (e *EdgeCounts) Coverage() (float64, bool) {
	if e.MatchedCaller == 0 {
		return 0, false
	}
	return float64(e.MatchedCaller) / float64(e.CallerEntries), true
}

// addBase adds the summary of the comparison to the head of the table.
func (g *Graph) addBase(t *table.Table) {
	t.Notes = append(slices.Clone(t.Notes), g.Base.Notes...)
	t.AddFact("base_entries", table.IntCell(g.Base.Entries))
	t.AddFact("base_samples", table.IntCell(g.Base.Samples))
	t.AddFact("changed_nodes", table.IntCell(int64(g.Base.Changed())))
	if runs := g.since.calls; runs.Comparable() {
		t.AddFact("length_ratio", table.FloatCell(runs.Ratio))
	}
}

// Line returns the source line of an edge's call site; 0: unknown.
func (g *Graph) Line(e *Edge) int {
	if !e.SiteKnown {
		return 0
	}
	return g.Lines.Line(e.Slot, e.Site)
}

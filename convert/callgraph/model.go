package callgraph

import (
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/table"
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

	// BeyondChance says that the change is one: for entries, by [compare.DefaultThreshold] or more and by more than independent
	// events would differ, for samples by more than chance.
	BeyondChance bool
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
	case !c.BeyondChance:
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

// Options say what a call graph shows. The zero value shows all of it, by method.
type Options struct {
	// Metric is what nodes are chosen, sorted and coloured by: Calls or Samples; DefaultMetric stands for calls where
	// the profile has any, as they are exact, and else for samples.
	Metric convert.Metric
	By     convert.GroupBy // ByMethod, ByClass or ByPackage

	// Filter chooses stacks and frames, but for Focus, which chooses nodes: those that match, and around them callers
	// of callers up to Callers steps and callees of callees up to Callees steps.
	Filter           convert.FilterOptions
	Callers, Callees int

	// NoSampledSites takes all calls that stacks show from one method to another as one edge. Counts of several sites
	// must not be added: a stack may have more than one.
	NoSampledSites bool

	// NoInlinedSites does so with what is inlined, whose counts may be added. There are no frequencies then.
	NoInlinedSites bool

	// The rest is for pictures; sums are of the whole profile all the same. 0: no limit.
	Nodes        int     // the most nodes
	NodeFraction float64 // no nodes with less of all entries (or samples), with what they call, unless something is in focus
	EdgeFraction float64 // no edges with less of all entries, or samples, but for those that hold the picture together or are around the focus
}

// A Graph is the call graph of a profile: methods, or classes or packages, and who calls whom.
type Graph struct {
	Metric convert.Metric
	By     convert.GroupBy
	View   convert.View

	Nodes []Node // the heaviest first
	Edges []Edge // by evidence, then the heaviest first

	// The whole that Nodes and Edges are of: what the filters leave.
	AllNodes   int
	AllEdges   int   // inlined and sampled
	Entries    int64 // of methods
	Inlined    int64 // of these, through inlined edges; the others come from callers that are not known
	Samples    int64 // in SampleUnit
	FocusNodes int   // nodes that match the focus; 0 without one

	// Of these, what the picture shows.
	ShownEntries int64 // of methods in Nodes
	ShownInlined int64 // through inlined edges in Edges
	ShownSamples int64 // taken in methods in Nodes

	SampleUnit string // what Samples count, in the plural: "samples", or what the stacks of another tool have
	PerSample  int64  // what one sample adds; 0: there is no sampling error, or none that is known

	Base *Base // what the graph is compared with; nil: nothing

	Tally     convert.Tally // what the filters do to the records of the metric
	Unmatched []string      // filters that nothing matches
	Notes     []string      // what a reader has to know, a sentence each

	since *comparison
}

// A Node is a method, a class or a package.
type Node struct {
	// Slot is the method's in the profile; negative for classes and packages and for <VM>.
	Slot  int32
	Name  string       // as the names' style has it, with more where nodes of the graph would read alike
	Full  string       // with packages, and of a method with parameters
	Plain string       // with packages and without parameters
	Was   string       // of a comparison: the name in the base, if the method was renamed since; else ""
	Kind  convert.Kind // of a method's class; UnknownKind for other nodes

	Entries   convert.MethodEntries // from callers that are not known, and inlined
	Inclusive int64                 // entries with those of all that is inlined below, each call once however deep it recurses
	Self      int64                 // samples
	Total     int64                 // samples, with all it called, once per stack
	Focus     bool                  // it matches the focus

	// Shown is how many of Entries.Inlined the edges in Graph.Edges account for: the rest was inlined into methods that
	// are not shown, or through edges that are not.
	Shown int64

	// Conditionals are those of the method, over all contexts, that are not always decided the same way: what is both
	// executed often and hard to foretell first. nil for nodes that are no methods.
	Conditionals []convert.Conditional

	// What the base has, and how what the metric counts and the self samples differ from it: nil where that is not known.
	// There are no Conditionals then.
	BaseEntries         convert.MethodEntries
	BaseSelf, BaseTotal int64
	Change, SelfChange  *Change
}

// Evidence says how an edge is known. Numbers of different evidence measure different things and are never added.
type Evidence uint8

// The kinds of evidence.
const (
	InlinedEvidence Evidence = iota // the callee was inlined there: Count is exact
	SampledEvidence                 // stacks show the call: Count is samples, each stack once
	UnknownEvidence                 // entries of a compilation root, whoever called it
)

// String returns the word that tables have.
func (e Evidence) String() string { return [...]string{"inlined", "sampled", "unknown"}[e] }

// A Edge is a call site with a method that it calls or, where nodes are no methods, all calls from one to another.
type Edge struct {
	From, To int32 // indexes of Graph.Nodes; From is -1 with UnknownEvidence
	Evidence Evidence

	Site      iprof.BCI
	SiteKnown bool // false with UnknownEvidence and Through, from <VM>, and between classes or packages

	// Through says that the callee is reached through frames that are not shown.
	Through bool

	Count    int64
	Known    bool // false: the file has no count, which is not zero, and Count says nothing
	Contexts int  // of inlined edges: in which the callee stands there, with a count or without

	// Of the contexts in which both callee and caller have a count: the callee's entries and the caller's; 0 where
	// Frequency makes no sense. CallerEntries are all of the caller's, for the coverage.
	MatchedCallee, MatchedCaller, CallerEntries int64

	// How Count differs from that of the base, and the same of the base as above; nil without one.
	Change *Change
	Base   *Edge
}

// Frequency returns how often an invocation of the caller calls the callee there: above 1 in loops. It is false where no
// context tells.
func (e *Edge) Frequency() (float64, bool) {
	if e.MatchedCaller == 0 {
		return 0, false
	}
	return float64(e.MatchedCallee) / float64(e.MatchedCaller), true
}

// Coverage returns which part of the caller's entries the frequency was measured over, from 0 to 1. It is false where
// there is no frequency.
func (e *Edge) Coverage() (float64, bool) {
	if e.MatchedCaller == 0 {
		return 0, false
	}
	return float64(e.MatchedCaller) / float64(e.CallerEntries), true
}

// addBase adds to the head what a comparison found.
func (g *Graph) addBase(t *table.Table) {
	t.Notes = append(slices.Clone(t.Notes), g.Base.Notes...)
	t.AddFact("base_entries", table.IntCell(g.Base.Entries))
	t.AddFact("base_samples", table.IntCell(g.Base.Samples))
	t.AddFact("changed_nodes", table.IntCell(int64(g.Base.Changed())))
	if runs := g.since.calls; runs.Comparable() {
		t.AddFact("length_ratio", table.FloatCell(runs.Ratio))
	}
}

package pagegraph

import (
	"strconv"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/callgraph"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
	"github.com/iprof-viz/iprof-viz/render/internal/records"
)

// ChangedGraphsPart are the call graphs of two profiles that a page draws.
type ChangedGraphsPart struct {
	Graphs []ChangedGraph `page:"graphs"`
}

// ChangedGraph is the call graph of two profiles: by a metric, the methods and calls with the largest changes and those around them.
type ChangedGraph struct {
	Metric string `page:"metric" words:"samples calls"`
	// Of samples.
	SampleUnit string `page:"sample_unit"`
	// Of this profile and of the base, after filters, and the part of this profile's that the methods in the graph have themselves.
	Base    int64 `page:"base"`
	OldBase int64 `page:"old_base"`
	Shown   int64 `page:"shown"`
	// Whether either profile has samples.
	Sampled bool `page:"sampled"`
	// Self samples include the library code that a method calls.
	WithLibrary bool `page:"with_library"`
	// By which samples, and by which entries, are compared.
	Samples Lengths       `page:"samples"`
	Calls   Lengths       `page:"calls"`
	Boxes   []ChangedBox  `page:"boxes"`
	Lines   []ChangedCall `page:"lines"`
	// Methods with a count in either profile, and those of them in the graph.
	Methods      int `page:"methods"`
	ShownMethods int `page:"shown_methods"`
	// How many changed.
	Summary string   `page:"summary"`
	Notes   []string `page:"notes"`
}

// Lengths are those of two runs. A share of the larger run after normalization is an old count, or a new one divided by the ratio, as a
// share of the whole.
type Lengths struct {
	// false: a profile has no counts. The whole is then that of this profile.
	Compared bool `page:"compared"`
	// Numbers are compared, not shares: the ratio is 1.
	ByNumber bool `page:"by_number"`
	// In decimal, as numbers of pages have six digits only: what did not change would seem to differ.
	Ratio string `page:"ratio"`
	Whole string `page:"whole"`
}

// A ChangedBox is a method in either profile.
type ChangedBox struct {
	// In this profile.
	ID records.Maybe[iprof.MethodID] `page:"id,optional"`
	// In the base, if it is in that alone.
	OldID  records.Maybe[int32] `page:"old_id,optional"`
	Method string               `page:"method" nameof:"id"`
	// Of the code of a method that only the base has: the page may not have it.
	Kind convert.Kind `page:"kind,optional"`
	// Its name in the base, if it was renamed.
	Was string `page:"was,optional"`
	// Of the total samples, or of the entries.
	Verdict
	// Whether the change of self samples is significant.
	SelfSure bool `page:"self_sure"`
	// Of samples.
	Total    int64 `page:"total"`
	OldTotal int64 `page:"old_total"`
	Self     int64 `page:"self"`
	OldSelf  int64 `page:"old_self"`
	// null: there is no count. Roots are the entries as compilation root.
	Entries    records.Maybe[int64] `page:"entries"`
	OldEntries records.Maybe[int64] `page:"old_entries"`
	Roots      int64                `page:"roots"`
	OldRoots   int64                `page:"old_roots"`
	// These entries are lower bounds: some contexts have no count.
	RootsPartly      bool `page:"roots_partly"`
	InlinedPartly    bool `page:"inlined_partly"`
	OldRootsPartly   bool `page:"old_roots_partly"`
	OldInlinedPartly bool `page:"old_inlined_partly"`
}

// A ChangedCall is a line between two boxes.
type ChangedCall struct {
	// -1: unknown callers.
	From     int32  `page:"from"`
	To       int32  `page:"to"`
	Evidence string `page:"evidence" words:"inlined called sampled unknown"`
	// By way of methods that are not in the graph.
	Through bool       `page:"through"`
	Counts  CallCounts `page:"counts"`
	// Of the same call, in samples.
	Sampled []CallCounts `page:"sampled"`
}

// CallCounts are the counts of a call in both profiles.
type CallCounts struct {
	// null: unknown.
	Now records.Maybe[int64] `page:"now"`
	Old records.Maybe[int64] `page:"old"`
	// These counts are lower bounds.
	Partly    bool `page:"partly"`
	OldPartly bool `page:"old_partly"`
	Verdict
}

// A Verdict is about a count in two profiles.
type Verdict struct {
	// Absent: both profiles have what is counted.
	Only string `page:"only,optional" words:"new gone"`
	// false: a count is missing.
	Compared bool `page:"compared"`
	// The change is significant, and large enough.
	Sure bool `page:"sure"`
	// The change is of this size or larger, as a count is a lower bound.
	AtLeast bool `page:"at_least"`
}

// NewChangedGraphs returns call graphs of two profiles for a page.
func NewChangedGraphs(base, now *convert.Names, graphs []*callgraph.Graph) *ChangedGraphsPart {
	of := &ChangedGraphsPart{}
	for _, g := range graphs {
		m := changedMaker{g, [2]*convert.Names{compare.OldSide: base, compare.NewSide: now}}
		of.Graphs = append(of.Graphs, m.graph())
	}
	return of
}

// A changedMaker makes the records of a comparison.
type changedMaker struct {
	*callgraph.Graph
	sides [2]*convert.Names
}

func (m changedMaker) graph() ChangedGraph {
	of := ChangedGraph{
		Metric: m.Metric.String(), SampleUnit: m.SampleUnit, Sampled: m.Graph.Samples > 0 || m.Graph.Base.Samples > 0, WithLibrary: m.Tally.Charged.Value > 0,
		Methods: m.AllNodes, ShownMethods: m.ShownNodes, Summary: m.ChangedNodes(),
		Base: m.Entries, OldBase: m.Graph.Base.Entries, Shown: m.ShownEntries,
	}
	if m.Metric == convert.Samples {
		of.Base, of.OldBase, of.Shown = m.Graph.Samples, m.Graph.Base.Samples, m.ShownSamples
	}
	for _, notes := range [][]string{m.Graph.Base.Caveats, m.Graph.Base.Notes, m.Notes} {
		for _, note := range notes {
			if note != "" {
				of.Notes = append(of.Notes, note)
			}
		}
	}
	of.Samples, of.Calls = lengthsOf(m.Runs(convert.Samples), m.Graph.Samples), lengthsOf(m.Runs(convert.Calls), m.Entries)
	for i := range m.Nodes {
		of.Boxes = append(of.Boxes, m.box(&m.Nodes[i]))
	}
	for _, l := range m.ChangedLines() {
		call := ChangedCall{From: max(-1, l.From), To: l.To, Evidence: l.Evidence.String(), Through: l.Through, Counts: countsOf(l.Edge)}
		for _, e := range l.Sampled {
			call.Sampled = append(call.Sampled, countsOf(e))
		}
		of.Lines = append(of.Lines, call)
	}
	return of
}

func lengthsOf(r compare.Runs, now int64) Lengths {
	exact := func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
	if !r.Comparable() {
		return Lengths{Ratio: "1", Whole: exact(float64(now))}
	}
	return Lengths{Compared: true, ByNumber: r.ByNumber(), Ratio: exact(r.Ratio), Whole: exact(max(r.Old, r.New/r.Ratio))}
}

func (m changedMaker) box(n *callgraph.Node) ChangedBox {
	b := ChangedBox{
		Verdict: verdictOf(n.Change), Was: plaintext.Visible(n.Was),
		Total: n.Total, OldTotal: n.BaseTotal, Self: n.Self, OldSelf: n.BaseSelf, Roots: n.Entries.Root, OldRoots: n.BaseEntries.Root,
		Entries: records.KnownIf(n.Entries.Total(), n.Entries.Known()), OldEntries: records.KnownIf(n.BaseEntries.Total(), n.BaseEntries.Known()),
	}
	b.RootsPartly, b.InlinedPartly, b.OldRootsPartly, b.OldInlinedPartly = n.Partly.Root, n.Partly.Inlined, n.BasePartly.Root, n.BasePartly.Inlined
	b.SelfSure = n.SelfChange != nil && n.SelfChange.BeyondChance
	slot, id, inNew := m.MethodIn(compare.NewSide, n)
	oldSlot, oldID, inOld := m.MethodIn(compare.OldSide, n)
	switch {
	case inNew:
		b.ID, b.Method = records.KnownIf(id, true), convert.SlotName(m.sides[compare.NewSide], slot)
	case inOld:
		b.OldID, b.Method = records.KnownIf(int32(oldID), true), convert.SlotName(m.sides[compare.OldSide], oldSlot)
		b.Kind = m.sides[compare.OldSide].Kind(int(oldSlot))
	default:
		b.Method = n.Full
	}
	return b
}

func verdictOf(c *callgraph.Change) Verdict {
	if c == nil {
		return Verdict{}
	}
	v := Verdict{Compared: c.Comparable, Sure: c.BeyondChance, AtLeast: c.AtLeast}
	switch {
	case c.Gone:
		v.Only = "gone"
	case c.New:
		v.Only = "new"
	}
	return v
}

func countsOf(e *callgraph.Edge) CallCounts {
	known, wasKnown := e.KnownCounts()
	return CallCounts{Now: records.KnownIf(e.Count, known), Old: records.KnownIf(e.Base.Count, wasKnown), Partly: e.Partly, OldPartly: e.Base.Partly, Verdict: verdictOf(e.Change)}
}

// Package pagegraph has the call graphs of pages, as records: package page has everything else.
package pagegraph

import (
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/callgraph"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/internal/records"
)

// WaysPart are the call graphs that a page draws.
type WaysPart struct {
	Graphs []Ways `page:"graphs"`
}

// Ways is a call graph of the hottest methods by a metric, each with its heaviest callers up to the root.
type Ways struct {
	Metric string `page:"metric" words:"samples calls"`
	Unit   string `page:"unit"`
	// Of the profile, and the part of it that the methods in the graph have themselves.
	Base  int64     `page:"base"`
	Shown int64     `page:"shown"`
	Boxes []WayBox  `page:"boxes"`
	Lines []WayCall `page:"lines"`
	// Methods with a count, and those of them in the graph.
	Methods      int      `page:"methods"`
	ShownMethods int      `page:"shown_methods"`
	Notes        []string `page:"notes"`
}

// A WayBox is a method, or methods that call each other, those with the largest self values first.
type WayBox struct {
	Self  records.Maybe[int64] `page:"self"`
	Total records.Maybe[int64] `page:"total"`
	Of    []WayMethod          `page:"of"`
	// Methods beyond the limit.
	More int `page:"more"`
	// Callers without a line, what their calls have of the metric, and the heaviest of them, whose totals are those of their calls.
	Others     int         `page:"others"`
	OtherCount int64       `page:"other_count"`
	MostOthers []WayMethod `page:"most_others"`
}

// A WayMethod is a method in a box or on a line. Self are entries in a graph of calls, and total is inclusive.
type WayMethod struct {
	ID     records.Maybe[iprof.MethodID] `page:"id,optional"`
	Method string                        `page:"method" nameof:"id"`
	Self   records.Maybe[int64]          `page:"self"`
	Total  records.Maybe[int64]          `page:"total"`
}

// A WayCall is a line between two boxes. Calls are those of the last one on the way.
type WayCall struct {
	From int32 `page:"from"`
	To   int32 `page:"to"`
	// Methods between them, from the caller on, and those beyond the limit.
	Via     []WayMethod `page:"via"`
	MoreVia int         `page:"more_via"`
	// By way of methods without a box that are not listed.
	Through bool `page:"through"`
	// Samples of stacks that go all of the way, once per stack.
	Samples records.Maybe[int64] `page:"samples"`
	Calls   records.Maybe[int64] `page:"calls"`
	Bound   string               `page:"bound,optional" words:"exact at_least at_most unless_thrown"`
	Inlined int64                `page:"inlined"`
	Sites   int                  `page:"sites"`
	// If there is one site alone. Over the contexts in which both have a count: entries of callee and caller, and all of the caller; 0: none.
	BCI           *records.Maybe[iprof.BCI] `page:"bci,optional"`
	MatchedCallee int64                     `page:"matched_callee"`
	MatchedCaller int64                     `page:"matched_caller"`
	CallerEntries int64                     `page:"caller_entries"`
}

// mostOfWay is the maximum number of methods that a page lists for a box or a line.
const mostOfWay = 200

// NewWays returns graphs of ways for a page.
func NewWays(names *convert.Names, graphs []*callgraph.Graph) *WaysPart {
	of := &WaysPart{}
	for _, g := range graphs {
		w := wayMaker{g, names}
		of.Graphs = append(of.Graphs, w.graph())
	}
	return of
}

// A wayMaker makes the records of a graph.
type wayMaker struct {
	*callgraph.Graph
	names *convert.Names
}

func (w wayMaker) graph() Ways {
	of := Ways{Metric: w.Metric.String(), Unit: w.SampleUnit, Base: w.Samples, Shown: w.ShownSamples, Methods: w.AllNodes, ShownMethods: w.ShownNodes, Notes: w.Notes}
	if w.Metric == convert.Calls {
		of.Unit, of.Base, of.Shown = convert.EntriesUnit, w.Entries, w.ShownEntries
	}
	for i := range w.Nodes {
		n := &w.Nodes[i]
		members := n.Members
		if members == nil {
			members = w.Nodes[i : i+1]
		}
		box := WayBox{}
		box.Self, box.Total = w.numbers(n)
		box.Of, box.More = w.methods(members)
		box.Others, box.OtherCount = n.Others.Callers, n.Others.Count
		for _, o := range n.Others.Most {
			m := w.method(o.Slot)
			m.Total = records.KnownIf(o.Count, true)
			box.MostOthers = append(box.MostOthers, m)
		}
		of.Boxes = append(of.Boxes, box)
	}
	lines := w.WayLines()
	for i := range lines {
		of.Lines = append(of.Lines, w.line(&lines[i]))
	}
	return of
}

func (w wayMaker) numbers(n *callgraph.Node) (self, total records.Maybe[int64]) {
	if w.Metric == convert.Samples {
		return records.KnownIf(n.Self, true), records.KnownIf(n.Total, true)
	}
	known := n.Entries.Known()
	return records.KnownIf(n.Entries.Total(), known), records.KnownIf(n.Inclusive, known)
}

func (w wayMaker) methods(nodes []callgraph.Node) (of []WayMethod, more int) {
	if len(nodes) > mostOfWay {
		nodes, more = nodes[:mostOfWay], len(nodes)-mostOfWay
	}
	for i := range nodes {
		n := &nodes[i]
		m := w.method(n.Slot)
		m.Self, m.Total = w.numbers(n)
		of = append(of, m)
	}
	return of, more
}

func (w wayMaker) method(slot int32) WayMethod {
	m := WayMethod{Method: convert.SlotName(w.names, slot)}
	if slot >= 0 {
		m.ID = records.KnownIf(w.names.Profile.MethodIDAt(int(slot)), true)
	}
	return m
}

func (w wayMaker) line(l *callgraph.WayLine) WayCall {
	of := WayCall{From: l.From, To: l.To, Through: l.Through, Sites: len(l.Counts)}
	of.Via, of.MoreVia = w.methods(l.Via)
	if l.Samples != nil {
		of.Samples = records.KnownIf(l.Samples.Count, true)
	}
	if len(l.Counts) == 0 {
		return of
	}
	calls, bound := w.Sum(l.Counts)
	of.Calls, of.Bound = records.KnownIf(calls, bound != code.None), bound.String()
	for _, e := range l.Counts {
		if e.Evidence == callgraph.InlinedEvidence {
			of.Inlined += e.Count
		}
	}
	if e := l.Counts[0]; len(l.Counts) == 1 && e.SiteKnown {
		bci := records.KnownIf(e.Site, true)
		of.BCI = &bci
		of.MatchedCallee, of.MatchedCaller, of.CallerEntries = e.MatchedCallee, e.MatchedCaller, e.CallerEntries
	}
	return of
}

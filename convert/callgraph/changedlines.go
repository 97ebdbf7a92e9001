package callgraph

import (
	"fmt"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A ChangedLine is a line in the picture of a comparison.
type ChangedLine struct {
	*Edge

	// Sampled are the samples of the same calls: calls with a count have no separate line for their samples; nil: none.
	Sampled []*Edge
}

// ChangedLines returns the lines of a comparison's picture, in order of the first edges between two nodes. A call has the line of its count
// of inlined entries and, only without one, that of its samples.
func (g *Graph) ChangedLines() []ChangedLine {
	type pair struct{ from, to int32 }
	groups := map[pair][]*Edge{}
	var order []pair
	for i := range g.Edges {
		e := &g.Edges[i]
		if e.From == HiddenCaller || g.By != convert.ByMethod && e.From == e.To {
			continue
		}
		p := pair{e.From, e.To}
		if groups[p] == nil {
			order = append(order, p)
		}
		groups[p] = append(groups[p], e)
	}
	lines := make([]ChangedLine, 0, len(g.Edges))
	for _, p := range order {
		lines = append(lines, changedLinesOf(groups[p])...)
	}
	return lines
}

// changedLinesOf returns the lines for all edges from one node to another.
func changedLinesOf(edges []*Edge) []ChangedLine {
	of := func(evidence Evidence, through bool) (found []*Edge) {
		for _, e := range edges {
			if e.Evidence == evidence && e.Through == through {
				found = append(found, e)
			}
		}
		return found
	}
	inlined, sampled, through := of(InlinedEvidence, false), of(SampledEvidence, false), of(InlinedEvidence, true)
	var lines []ChangedLine
	add := func(edges []*Edge) {
		for _, e := range edges {
			lines = append(lines, ChangedLine{Edge: e})
		}
	}
	add(inlined)
	if len(inlined) > 0 {
		lines[0].Sampled = sampled
	}
	// A method that is no longer inlined may still be called.
	if !slices.ContainsFunc(inlined, func(e *Edge) bool { return e.Change == nil || !e.Change.Gone }) {
		add(sampled)
	}
	add(through)
	if len(inlined)+len(through) == 0 {
		add(of(SampledEvidence, true))
	}
	add(of(UnknownEvidence, false))
	return lines
}

// KnownCounts reports whether the counts of a call are known in the profile and in the base. Where both have samples,
// a call that is on no stack has the known count 0; a call without a count of entries may have been made.
func (e *Edge) KnownCounts() (now, before bool) {
	none := e.Evidence == SampledEvidence && e.Change != nil
	return e.Known || none, e.Base.Known || none
}

// Runs returns the lengths of the runs that a comparison has shares of.
func (g *Graph) Runs(m convert.Metric) compare.Runs {
	if m == convert.Samples {
		return g.since.samples
	}
	return g.since.calls
}

// MethodIn returns the slot of a node's method, and its id, in one of the profiles of a comparison; false: it has none there.
func (g *Graph) MethodIn(side int, n *Node) (slot int32, id iprof.MethodID, ok bool) {
	if n.Slot < 0 {
		return 0, 0, false
	}
	if slot = g.since.slots[side][n.Slot]; slot < 0 {
		return 0, 0, false
	}
	return slot, g.since.Sides[side].Profile.MethodIDAt(int(slot)), true
}

// ChangedNodes says how many nodes changed, and how many of them are not in the graph.
func (g *Graph) ChangedNodes() string {
	b := g.Base
	nodes := g.By.Plural()
	if b.Changed() == 0 {
		if b.Small > 0 {
			return fmt.Sprintf("only changes that are small or not significant (%s %s)", words.Thousands(int64(b.Small)), nodes)
		}
		return "no change"
	}
	var parts []string
	for _, of := range [][2]string{{"more", "larger"}, {"fewer", "smaller"}, {"new", "new"}, {"gone", "gone"}} { // shares
		if n := b.Changes[of[0]]; n > 0 {
			parts = append(parts, words.Thousands(int64(n))+" "+of[1])
		}
	}
	if b.Changed() == 1 {
		nodes = g.By.String()
	}
	text := fmt.Sprintf("%s %s changed: %s", words.Thousands(int64(b.Changed())), nodes, strings.Join(parts, ", "))
	if left := b.Changed() - b.Shown; left > 0 {
		text += fmt.Sprintf("; not shown: %s of them", words.Thousands(int64(left)))
	}
	return text
}

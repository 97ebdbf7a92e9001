package callgraph

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// sideOf writes the counts of one side of a comparison, or of a graph alone, in the order of names.
func sideOf(g *Graph, side int) string {
	var lines []string
	for i := range g.Nodes {
		n := &g.Nodes[i]
		entries, self, total := n.Entries, n.Self, n.Total
		if side == compare.OldSide {
			entries, self, total = n.BaseEntries, n.BaseSelf, n.BaseTotal
		}
		if entries.Known() || total > 0 {
			lines = append(lines, fmt.Sprintf("%s: %+v, %d of %d", n.Full, entries, self, total))
		}
	}
	for i := range g.Edges {
		e := &g.Edges[i]
		counts, site := &e.EdgeCounts, e.Site
		if side == compare.OldSide {
			counts, site = e.Base, e.BaseSite
		}
		if counts.Known && (e.Evidence == InlinedEvidence || e.Evidence == SampledEvidence) {
			from := fmt.Sprint(e.From)
			if e.From >= 0 {
				from = g.Nodes[e.From].Full
			}
			plain := *counts
			plain.Partly = false // which only comparisons say
			lines = append(lines, fmt.Sprintf("%s → %s %d %t %t %s: %+v", from, g.Nodes[e.To].Full, site, e.SiteKnown, e.Through, e.Evidence, plain))
		}
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// Each side of a comparison has the counts of its own graph.
func TestSidesOfComparison(t *testing.T) {
	for seed := range uint64(3) {
		base, p := testprofile.Parse(t, string(testprofile.Random(seed, "1.1.0"))), testprofile.Parse(t, string(testprofile.Random(seed+30, "1.1.0")))
		for _, filter := range []convert.FilterOptions{{}, {View: convert.UserView}, {View: convert.AppView}, {View: convert.ExpertView, Hide: regexp.MustCompile(`\bA\.`)}} {
			for _, opts := range []Options{{Metric: convert.Calls}, {Metric: convert.Samples}, {By: convert.ByClass, Metric: convert.Calls}, {Metric: convert.Calls, NoInlinedSites: true, NoSampledSites: true}} {
				opts.Filter = filter
				g := graphSince(t, base, p, opts)
				alone := [2]*Graph{compare.OldSide: graphOf(t, base, opts), compare.NewSide: graphOf(t, p, opts)}
				for side, of := range alone {
					if got, want := sideOf(g, side), sideOf(of, compare.NewSide); got != want {
						t.Fatalf("seed %d, view %s, side %d: got\n%s\nwant\n%s", seed, filter.View, side, got, want)
					}
				}
				if g.Base.Entries != alone[0].Entries || g.Base.Samples != alone[0].Samples || g.Entries != alone[1].Entries || g.Samples != alone[1].Samples || g.Inlined != alone[1].Inlined {
					t.Errorf("seed %d, view %s: %d and %d entries, %d and %d samples, %d inlined", seed, filter.View, g.Base.Entries, g.Entries, g.Base.Samples, g.Samples, g.Inlined)
				}
				words := map[string]int{}
				small := 0
				for _, n := range g.Nodes {
					switch c := n.Change; {
					case c == nil || !c.Comparable:
					case c.BeyondChance:
						words[c.Word()]++
					case c.Difference() != 0:
						small++
					}
				}
				if fmt.Sprint(words) != fmt.Sprint(g.Base.Changes) || small != g.Base.Small {
					t.Errorf("seed %d, view %s: %v and %d small, want %v and %d", seed, filter.View, g.Base.Changes, g.Base.Small, words, small)
				}
			}
		}
	}
}

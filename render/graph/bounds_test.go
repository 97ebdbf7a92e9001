package graph

import (
	"regexp"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/callgraph"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/dot"
)

// TestLegendOfBounds: the legend explains the marks of bounds that stand before counts in the picture, and no others.
func TestLegendOfBounds(t *testing.T) {
	seen := map[string]bool{}
	for file, p := range pictured(t) {
		if p.Total(iprof.Calls) == 0 {
			continue
		}
		for _, opts := range []callgraph.Options{defaultGraph(convert.Calls), {Metric: convert.Calls}} {
			g := graphOf(t, p, opts)
			if len(g.Edges) > dot.MaxEdgeLabels {
				continue // only stubs have labels
			}
			legend, lines, _ := strings.Cut(dotOf(t, g), "\tnode [")
			var labels strings.Builder
			for _, part := range strings.Split(lines, "label=")[1:] {
				label, _, _ := strings.Cut(part, "tooltip=")
				labels.WriteString(label)
			}
			want := ""
			for _, mark := range []string{"≤", "≥"} {
				if strings.Contains(labels.String(), mark+" ") {
					want += ", " + mark
				}
			}
			want = strings.TrimPrefix(want, ", ")
			seen[want] = true
			if has := strings.Contains(legend, ": a bound"); has != (want != "") || has && !strings.Contains(legend, want+": a bound") {
				t.Errorf("%s, ways %v: labels have %q, the legend says\n%s", file, opts.Ways, want, legend)
			}
		}
	}
	if len(seen) < 2 {
		t.Errorf("the pictures have %v", seen)
	}
}

// TestLegendOfTerms: the legend of the hottest methods explains what stands behind the counts of lines, and where branches go, if the
// picture has them.
func TestLegendOfTerms(t *testing.T) {
	words, seen := regexp.MustCompile(`>\s*([^<]+?)\s*<`), 0
	for file, p := range pictured(t) {
		for _, m := range []convert.Metric{convert.Calls, convert.Samples} {
			if p.Total(m.Section()) == 0 {
				continue
			}
			head, rest, _ := strings.Cut(dotOf(t, graphOf(t, p, defaultGraph(m))), "\tnode [")
			var legend, boxes, labels strings.Builder
			for _, text := range words.FindAllStringSubmatch(head, -1) {
				legend.WriteString(text[1] + " ")
			}
			for line := range strings.Lines(rest) {
				before, after, _ := strings.Cut(line, ", tooltip=")
				if !strings.Contains(before, " -> ") {
					boxes.WriteString(before)
				} else if _, label, ok := strings.Cut(after, ", label="); ok {
					label, _, _ = strings.Cut(label, ", labeltooltip=")
					labels.WriteString(label)
				}
			}
			for _, c := range []struct{ in, sign, meaning string }{
				{labels.String(), "@", "@: bytecode index"}, {labels.String(), "×", "×: calls per entry"}, {labels.String(), "(cov ", "(cov 63%): of"},
				{labels.String(), "(place unknown)", "(place unknown): the compiler"}, {boxes.String(), ">@", "→8 50%: where the branch"},
			} {
				used := strings.Contains(c.in, c.sign)
				if has := strings.Contains(legend.String(), c.meaning); has != used {
					t.Errorf("%s by %s: %q is in the picture: %v, in the legend: %v", file, m, c.sign, used, has)
				}
				if used {
					seen++
				}
			}
		}
	}
	if seen < 10 {
		t.Errorf("only %d terms in the pictures", seen)
	}
}

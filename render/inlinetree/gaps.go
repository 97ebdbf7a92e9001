package inlinetree

import (
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/inlining"
	"github.com/iprof-viz/iprof-viz/render/internal/places"
)

// treeGaps record which signs of gaps in a profile occur in trees.
type treeGaps struct{ count, place bool }

// legendWithGaps returns the legend of trees, with explanations of the signs for gaps in them.
func legendWithGaps(legend string, gaps treeGaps) []string {
	lines := []string{legend}
	if gaps.count {
		lines = append(lines, "n/a: not in the profile")
	}
	if gaps.place {
		lines = append(lines, places.PlaceUnknownNote)
	}
	return lines
}

func inlineGaps(in *inlining.Trees) treeGaps {
	var gaps treeGaps
	for i := range in.Units {
		for j := range in.Units[i].Instances {
			n := &in.Units[i].Instances[j]
			gaps.count = gaps.count || instanceCount(n) == "n/a" || !n.InclusiveKnown
			gaps.place = gaps.place || instanceSite(n) == places.PlaceUnknown
		}
	}
	return gaps
}

func intoGaps(in *inlining.Into) treeGaps {
	var gaps treeGaps
	for i := range in.Methods {
		for j := range in.Methods[i].Places {
			p := &in.Methods[i].Places[j]
			gaps.count = gaps.count || p.Count().Bound == code.None
			gaps.place = gaps.place || j > 0 && !p.End && places.TreeSite(p.Site, p.SiteKnown) == places.PlaceUnknown
		}
	}
	return gaps
}

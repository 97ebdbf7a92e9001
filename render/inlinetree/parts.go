package inlinetree

import (
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/inlining"
	"github.com/iprof-viz/iprof-viz/render/dot"
	"github.com/iprof-viz/iprof-viz/render/drawing"
	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
)

// PartsOf returns the parts for [DOT].
func PartsOf(in *inlining.Trees, opts dot.Options) drawing.Parts {
	names := map[string][]drawing.SearchName{}
	plain, signature := fullNamesOf(in)
	for k := range in.Units {
		for i := range in.Units[k].Instances {
			n := &in.Units[k].Instances[i]
			names[instanceID(k, i)] = []drawing.SearchName{{Name: convert.SlotName(plain, n.Slot), Signature: convert.SlotName(signature, n.Slot), Weight: numbers.ShareOf(n.Entries, in.Base)}}
		}
	}
	return drawing.Parts{Names: names, Legend: inlineDOTLegend(in, inliningHeat(in), opts), Slide: opts.Slide}
}

// fullNamesOf returns the names that regular expressions are matched against.
func fullNamesOf(in *inlining.Trees) (plain, signature *convert.Names) {
	of := func(style convert.NameStyle) *convert.Names {
		return convert.NewNames(in.Names.Profile, convert.NameOptions{Style: style, Normalize: in.Names.Options.Normalize})
	}
	return of(convert.FullNames), of(convert.SignatureNames)
}

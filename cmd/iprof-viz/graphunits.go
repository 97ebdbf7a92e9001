package main

import (
	"bytes"
	"io"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/callgraph"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/optimized"
	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/layout"
	"github.com/iprof-viz/iprof-viz/internal/load"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/graph"
)

// drawUnits draws compilation units.
func drawUnits(e *cli.Env, o graphOptions, files []string, p *iprof.Profile, names *convert.Names, image *optimized.Units, code calls.Options) error {
	unitsOf := func(o graphOptions) (*callgraph.Units, error) {
		opts := callgraph.UnitOptions{
			Filter: o.graph.Filter, AppFirst: true, Units: o.limit, Nodes: o.graph.Nodes, NodeFraction: o.graph.NodeFraction,
			Lines: o.graph.Lines, Image: image,
		}
		if code.Class != nil { // as in inline
			opts.Calls = &code
		}
		u, err := makeUnits(p, names, opts)
		return u, cli.InFile(load.NameOf(files), err)
	}
	if o.format == "dot" {
		u, err := unitsOf(o)
		if err != nil {
			return err
		}
		return e.Out.WriteResult(func(w io.Writer) error { return graph.UnitsDOT(w, u, o.look(files)) })
	}
	return o.draw(e, func(o graphOptions) (layout.Sketch, error) {
		u, err := unitsOf(o)
		if err != nil {
			return layout.Sketch{}, err
		}
		var b bytes.Buffer
		if err := graph.UnitsDOT(&b, u, o.look(files)); err != nil {
			return layout.Sketch{}, err
		}
		d := layout.Sketch{DOT: b.Bytes(), Label: "compilation units", Less: lessGraph, Parts: graph.PartsOfUnits(u, o.look(files)),
			Tree: graph.TreesOfUnits(u, o.look(files))}
		d.Nodes = len(u.Leaving)
		for _, unit := range u.Units {
			d.Nodes += len(unit.Contexts)
		}
		return d, nil
	})
}

// makeUnits makes compilation units.
func makeUnits(p *iprof.Profile, names *convert.Names, opts callgraph.UnitOptions) (*callgraph.Units, error) {
	if err := load.HintAtCommand(p, load.CheckMetric(p, convert.Calls)); err != nil && opts.Image == nil {
		return nil, err
	}
	u, err := callgraph.NewUnits(p, names, opts)
	if err != nil {
		return nil, load.NoMatch(err)
	}
	return u, load.EntriesLeft(u.Entries, u.Tally)
}

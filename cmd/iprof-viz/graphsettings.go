package main

import (
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/callgraph"
	"github.com/iprof-viz/iprof-viz/internal/cli"
)

// The numbers of nodes to try in pictures that cannot be zoomed: the first one with legible text, otherwise the last.
var (
	slideNodes = []int{24, 20, 17, 14, 12, 10, 8, 6}
	pngNodes   = []int{callgraph.DefaultNodes, 60, 45, 33, 25}
	pngBoxes   = []int{callgraph.DefaultBoxes, 33, 25}
)

// slideUnits is the number of units on slides.
const slideUnits = 3

// settle sets the defaults of the format, and fails if the options contradict each other.
func (o graphOptions) settle(t cli.Target) (graphOptions, error) {
	var err error
	if o.format, err = o.formatFor(t); err != nil {
		return o, err
	}
	if err := o.conflict(); err != nil {
		return o, err
	}
	o.names.Disambiguate = o.units // the nodes of a call graph disambiguate their names themselves, and scripts use ids
	o.graph.TableOnly = o.isTable()
	if o.isTable() {
		if !o.given["names"] {
			o.names.Style = convert.FullNames
		}
		o.limit = max(o.limit, 0)
	} else {
		o.settlePicture()
	}
	o.graph.Nodes = max(o.graph.Nodes, 0)
	o.graph.NodeFraction, o.graph.EdgeFraction = max(o.graph.NodeFraction, 0), max(o.graph.EdgeFraction, 0)
	return o, nil
}

// formatFor returns the format of an output: the one that was asked for, or that of its extension.
func (o graphOptions) formatFor(t cli.Target) (string, error) {
	if o.format != "" {
		return o.format, nil
	}
	format, ok := map[string]string{
		"": "svg", ".svg": "svg", ".png": "png", ".dot": "dot", ".gv": "dot", ".csv": "csv", ".json": "json",
	}[t.Extension()]
	if !ok {
		return "", cli.Usage("--format svg writes SVG to any file", "graphs are written to .svg, .png, .dot, .csv or .json files, not to %s", cli.Printable(string(t)))
	}
	return format, nil
}

// conflict returns an error if options exclude each other.
func (o graphOptions) conflict() error {
	switch {
	case o.isTable() && o.slide:
		return cli.Usage("", "--slide needs a picture format, not %s", o.format)
	case o.isTable() && o.units:
		return cli.Usage("inline --format json has units", "--units needs a picture format, not %s", o.format)
	case !o.isTable() && o.given["edges"] && !o.all && o.whole():
		return cli.Usage("", "--edges ways cannot be used with --base or --focus")
	case o.optlog != "" && !o.units:
		return cli.Usage("", "--optlog needs --units: a call graph is the same in both images")
	case o.units && o.base != "":
		return cli.Usage("diff --section inlining compares the inlining of two profiles", "--base cannot be used with --units")
	case !o.units:
		return nil
	}
	for _, flag := range []string{"by", "metric", "edge-fraction", "callers", "callees"} {
		if o.given[flag] {
			return cli.Usage("", "--%s cannot be used with --units", flag)
		}
	}
	return nil
}

// whole reports whether a picture has all calls between the heaviest nodes, as there is no way of the hottest to draw.
func (o graphOptions) whole() bool { return o.base != "" || o.graph.Filter.Focus != nil }

// settlePicture sets what a picture leaves out.
func (o *graphOptions) settlePicture() {
	o.graph.NoSampledSites = true
	o.graph.NoInlinedSites = o.base != "" // other code has other bytecode indexes
	o.graph.Ways = !o.units && !o.whole() && !o.all
	if !o.units && o.limit >= 0 { // the name of the limit in other commands
		o.graph.Nodes = o.limit
	}
	if o.graph.Nodes < 0 {
		o.numbers = o.nodesToTry()
		o.graph.Nodes = o.numbers[0]
	}
	if o.graph.NodeFraction < 0 {
		o.graph.NodeFraction = callgraph.DefaultNodeShare
		if o.graph.Ways {
			o.graph.NodeFraction = callgraph.DefaultSelfShare
		}
	}
	if o.graph.EdgeFraction < 0 {
		o.graph.EdgeFraction = callgraph.DefaultCallShare
	}
	if o.units && o.limit < 0 {
		o.limit = defaultUnits
		if o.slide {
			o.limit = slideUnits
		}
	}
}

// nodesToTry returns the numbers of nodes to try in a picture.
func (o graphOptions) nodesToTry() []int {
	switch {
	case o.slide:
		return slideNodes
	case o.format == "png" && o.fewBoxes():
		return pngBoxes
	case o.format == "png":
		return pngNodes
	case o.fewBoxes():
		return []int{callgraph.DefaultBoxes}
	default:
		return []int{callgraph.DefaultNodes}
	}
}

// fewBoxes reports whether a picture has the boxes that a window can show: that of a comparison has those that changed most.
func (o graphOptions) fewBoxes() bool { return o.graph.Ways || o.base != "" && !o.all }

func (o graphOptions) isTable() bool { return o.format == "csv" || o.format == "json" }

package main

import (
	"bytes"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/callgraph"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render"
)

// graphOptions are those of graph. Numbers are -1 where the format decides.
type graphOptions struct {
	ioOptions
	names   convert.NameOptions
	graph   callgraph.Options
	units   bool   // draw compilation units, not the call graph
	base    string // the file to compare with; "": none
	limit   int    // of units, or of rows; 0: all
	format  string // svg, png, dot, csv or json; "": by the extension of the output
	title   string
	picture pictureOptions
	given   map[string]bool // the flags that were set, as some do not go with others
}

// What a picture shows unless told. Tables have all.
const (
	defaultNodes        = 80
	defaultNodeFraction = 0.005
	defaultEdgeFraction = 0.001
	defaultGraphUnits   = 12
)

// graphMetrics are those with callers, the default first.
var graphMetrics = []convert.Metric{convert.Calls, convert.Samples}

// lessGraph are flags that make pictures smaller.
const lessGraph = "--nodes 80, --node-fraction 1% or --focus"

func newGraph(e *env, o *graphOptions) *cobra.Command {
	*o = graphOptions{
		graph: callgraph.Options{
			Filter: convert.FilterOptions{View: convert.ExpertView}, Callers: 2, Callees: 2,
			Nodes: -1, NodeFraction: -1, EdgeFraction: -1,
		},
		names: convert.NameOptions{Style: convert.ShortNames},
		limit: -1,
	}
	c := &cobra.Command{
		Use:   "graph [flags] PROFILE...",
		Short: "Draw call graphs and compilation units",
		Long: `graph draws who calls whom: methods with their entries, which are calls and not
time, how much of them was inlined, and the conditionals most worth a look.
Three kinds of lines tell how a call is known, and are never added up:

solid   inlined there: an exact count, with the calls per entry of the caller.
        (cov 33%): that was measured over a third of its entries only, those in
        contexts in which both were counted
dashed  seen in sampled stacks, each stack once
dotted  a stub: entries of a compilation root, from callers that are not known;
        or calls through methods that are left out

--units draws compilation units: a box for each root, with everything that was
inlined into it. The inlining is that of the instrumented image, not of the
optimised one.

--base draws both profiles together and colors what changed: orange rose, blue
fell, gray is what chance or little may explain. Runs are brought to the same
length first, and methods are paired, as by diff. What is new has a bold
outline, what is gone a dashed one.

SVG and PNG need a layout engine: iprof-viz-dot, which comes with iprof-viz, or
dot of Graphviz.`,
		Example: `  iprof-viz graph -o app.svg app.iprof
  iprof-viz graph --units -o units.svg app.iprof
  iprof-viz graph --focus 'HashMap\.get$' --callees 0 -o get.svg app.iprof
  iprof-viz graph --by package -o packages.png app.iprof
  iprof-viz graph --base old.iprof -o changed.svg new.iprof
  iprof-viz graph --format csv app.iprof | grep ',inlined,'`,
		Args: someProfiles,
		RunE: func(c *cobra.Command, args []string) error {
			o.given = given(c)
			return running(e, o, runGraph)(c, args)
		},
	}
	outputFlag(c, &o.ioOptions)
	fs := c.Flags()
	choiceFlag(c, &o.format, "format", "", "by the extension of --output, else svg", wordPicks("svg", "png", "dot", "csv", "json")...)
	fs.BoolVar(&o.units, "units", false, "draw compilation units")
	fs.StringVar(&o.base, "base", "", "show what changed since this `PROFILE`")
	choiceFlag(c, &o.graph.By, "by", "", "what a node stands for", byName(convert.ByMethod, convert.ByClass, convert.ByPackage)...)
	metricFlag(c, &o.graph.Metric, graphMetrics...)
	fs.Lookup("metric").Usage = "what nodes are chosen and colored by; calls if there are any, else samples, unless told"
	bind(c, numberValue(&o.graph.Nodes, "NODES"), "nodes", "", "draw no more than that, 0: all; 80 in pictures, unless told")
	bind(c, shareValue(&o.graph.NodeFraction), "node-fraction", "", "leave out nodes with a lower share of all entries, with what is inlined below; 0.5% in pictures, unless told")
	bind(c, shareValue(&o.graph.EdgeFraction), "edge-fraction", "", "leave out edges with a lower share of all entries or samples; 0.1% in pictures, unless told")
	bind(c, numberValue(&o.limit, "NUMBER"), "limit", "n", "the hottest so many units, or rows of a table, 0: all; 12 units, unless told")
	filterFlags(c, &o.graph.Filter)
	fs.Lookup("focus").Usage = "only nodes that match, and callers and callees of them; with --units, only units that have one"
	bind(c, numberValue(&o.graph.Callers, "STEPS"), "callers", "", "of what is in focus, callers up to so many steps")
	bind(c, numberValue(&o.graph.Callees, "STEPS"), "callees", "", "of what is in focus, callees up to so many steps")
	nameFlags(c, &o.names)
	fs.StringVar(&o.title, "title", "", "the `TEXT` above")
	pictureFlags(c, &o.picture)
	inputFlags(c, &o.ioOptions)
	return c
}

// settle decides where the user has not, and fails where the options contradict each other.
func (o graphOptions) settle(t target) (graphOptions, error) {
	if o.format == "" {
		format, ok := map[string]string{
			"": "svg", ".svg": "svg", ".png": "png", ".dot": "dot", ".gv": "dot", ".csv": "csv", ".json": "json",
		}[t.extension()]
		if !ok {
			return o, usage("--format svg writes SVG into any file", "graphs go into .svg, .png, .dot, .csv or .json, and %s is none of them", printable(string(t)))
		}
		o.format = format
	}
	o.names.Apart = o.units // nodes of a call graph see to that among themselves, and programs go by ids
	if o.isTable() {
		if o.units {
			return o, usage("inline --format json has units", "--units draws, and %s is no picture", o.format)
		}
		if !o.given["names"] {
			o.names.Style = convert.FullNames
		}
		o.limit = max(o.limit, 0)
	} else {
		o.graph.NoSampledSites = true
		o.graph.NoInlinedSites = o.base != "" // other code has other bytecode indexes
		if o.graph.Nodes < 0 {
			o.graph.Nodes = defaultNodes
		}
		if o.graph.NodeFraction < 0 {
			o.graph.NodeFraction = defaultNodeFraction
		}
		if o.graph.EdgeFraction < 0 {
			o.graph.EdgeFraction = defaultEdgeFraction
		}
		switch {
		case o.units && o.limit < 0:
			o.limit = defaultGraphUnits
		case !o.units && o.limit >= 0:
			return o, usage("--nodes says how many methods are drawn", "-n/--limit is for --units and for tables")
		}
	}
	if o.units {
		if o.base != "" {
			return o, usage("diff --section inlining shows what was inlined where in two profiles", "--base does not go with --units")
		}
		for _, flag := range []string{"by", "metric", "edge-fraction", "callers", "callees"} {
			if o.given[flag] {
				return o, usage("", "--%s does not go with --units", flag)
			}
		}
	}
	o.graph.Nodes = max(o.graph.Nodes, 0)
	o.graph.NodeFraction, o.graph.EdgeFraction = max(o.graph.NodeFraction, 0), max(o.graph.EdgeFraction, 0)
	return o, nil
}

func (o graphOptions) isTable() bool { return o.format == "csv" || o.format == "json" }

func runGraph(e *env, o graphOptions, files []string) error {
	o, err := o.settle(e.out.target)
	if err != nil {
		return err
	}
	if o.base == "-" && slices.Contains(files, "-") {
		return usage("", "standard input can be read once only")
	}
	from, p, err := load(e, files, o.reading())
	if err != nil {
		return err
	}
	names := convert.NewNames(o.names, p)[0]
	if o.units {
		return drawUnits(e, o, files, p, names)
	}
	var g *callgraph.Graph
	var notes []note
	d := drawing{less: lessGraph}
	if o.base == "" {
		g, notes, err = makeGraph(p, names, o.graph)
	} else {
		reading := o.reading()
		reading.several = len(files) > 1
		baseFrom, base, loadErr := loadFile(e, o.base, reading)
		if loadErr != nil {
			return loadErr
		}
		d.label = "call graph of what changed"
		g, notes, err = makeChangedGraph(p, base, baseFrom.name, o.names, o.graph)
	}
	e.console.tell(from.name, notes...)
	if err != nil {
		return hintAtParameters(inFile(from.name, err), o.graph.Filter, o.names.Style)
	}
	if o.isTable() {
		format := render.CSVFormat
		if o.format == "json" {
			format = render.JSONFormat
		}
		t := g.Table(p, names, o.limit)
		return e.out.write(func(w io.Writer) error { return render.Table(w, t, format, render.TableOptions{}) })
	}
	var b bytes.Buffer
	if err := render.DOT(&b, g, o.look(files)); err != nil {
		return err
	}
	d.dot, d.nodes = b.Bytes(), len(g.Nodes)
	return d.write(e, o.picture, o.format)
}

func (o graphOptions) reading() loadOptions {
	return loadOptions{maxInput: o.maxInput, sections: []iprof.Section{iprof.Calls, iprof.Conditionals, iprof.Samples}}
}

func (o graphOptions) look(files []string) render.DOTOptions {
	return render.DOTOptions{Title: o.title, Subtitle: subtitle(files, o.base)}
}

// makeGraph makes a call graph. The notes hold with an error, too.
func makeGraph(p *iprof.Profile, names *convert.Names, opts callgraph.Options) (*callgraph.Graph, []note, error) {
	metric := callgraph.ResolveMetric(p, opts.Metric)
	if p.Total(metric.Section()) == 0 && opts.Metric == convert.DefaultMetric {
		metric = convert.DefaultMetric // the failure is to speak of both
	}
	if err := hintAtCommand(p, checkMetric(p, metric, graphMetrics...)); err != nil {
		return nil, nil, err
	}
	notes := metricNotes(p, metric)
	g, err := callgraph.New(p, names, opts)
	return graphLeft(g, notes, err)
}

// makeChangedGraph makes the call graph of a profile and a base, which notes call by its name, together. The notes hold
// with an error, too.
func makeChangedGraph(p, base *iprof.Profile, baseName string, names convert.NameOptions, opts callgraph.Options) (*callgraph.Graph, []note, error) {
	if opts.Metric == convert.DefaultMetric {
		has := func(m convert.Metric) bool { return p.Total(m.Section()) > 0 && base.Total(m.Section()) > 0 }
		if opts.Metric = callgraph.ResolveMetric(p, convert.DefaultMetric); !has(opts.Metric) && has(convert.Samples) {
			opts.Metric = convert.Samples
		}
	}
	if err := checkMetric(p, opts.Metric, graphMetrics...); err != nil {
		return nil, nil, err
	}
	notes := metricNotes(p, opts.Metric)
	if err := checkMetric(base, opts.Metric, graphMetrics...); err != nil {
		return nil, notes, inFile(baseName, err)
	}
	for _, n := range metricNotes(base, opts.Metric) {
		n.file = baseName
		notes = append(notes, n)
	}
	all := convert.NewNames(names, base, p)
	g, err := callgraph.NewSince(compare.New(base, p, all[0], all[1]), opts)
	return graphLeft(g, notes, err)
}

// graphLeft adds to notes what filters did to a graph, and fails where they leave nothing of it. What else they hide is in
// the graph.
func graphLeft(g *callgraph.Graph, notes []note, err error) (*callgraph.Graph, []note, error) {
	if err != nil {
		return nil, notes, noMatch(err)
	}
	left, unit := g.Entries, "method entries"
	if g.Metric == convert.Samples {
		left, unit = g.Samples, "samples"
	}
	if left > 0 {
		return g, append(notes, unmatchedNotes(g.Unused)...), nil
	}
	more, err := filterNotes(unit, g.Metric, g.Tally, g.Unused)
	return g, append(notes, more...), err
}

func drawUnits(e *env, o graphOptions, files []string, p *iprof.Profile, names *convert.Names) error {
	u, notes, err := makeUnits(p, names, callgraph.UnitOptions{
		Filter: o.graph.Filter, Units: o.limit, Nodes: o.graph.Nodes, NodeFraction: o.graph.NodeFraction,
	})
	e.console.tell(nameOf(files), notes...)
	if err != nil {
		return hintAtParameters(inFile(nameOf(files), err), o.graph.Filter, o.names.Style)
	}
	var b bytes.Buffer
	if err := render.UnitsDOT(&b, u, o.look(files)); err != nil {
		return err
	}
	d := drawing{dot: b.Bytes(), label: "compilation units", less: lessGraph}
	for _, unit := range u.Units {
		d.nodes += len(unit.Contexts)
	}
	return d.write(e, o.picture, o.format)
}

// makeUnits makes compilation units. The notes hold with an error, too.
func makeUnits(p *iprof.Profile, names *convert.Names, opts callgraph.UnitOptions) (*callgraph.Units, []note, error) {
	if err := hintAtCommand(p, checkMetric(p, convert.Calls)); err != nil {
		return nil, nil, err
	}
	u, err := callgraph.NewUnits(p, names, opts)
	if err != nil {
		return nil, nil, noMatch(err)
	}
	notes, err := entriesLeft(u.Entries, u.Tally, u.Unused)
	return u, notes, err
}

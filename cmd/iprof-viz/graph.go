package main

import (
	"bytes"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/callgraph"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/changes"
	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/layout"
	"github.com/iprof-viz/iprof-viz/internal/load"
	"github.com/iprof-viz/iprof-viz/internal/tablejob"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/dot"
	"github.com/iprof-viz/iprof-viz/render/drawing"
	"github.com/iprof-viz/iprof-viz/render/graph"
	"github.com/iprof-viz/iprof-viz/render/tables"
)

// graphOptions are the options of graph. Numbers are -1 if the format decides.
type graphOptions struct {
	cli.IOOptions
	sources load.SourceOptions
	names   convert.NameOptions
	graph   callgraph.Options
	units   bool            // draw compilation units, not the call graph
	optlog  string          // the log of the compiler, for units; "": none
	base    string          // the file to compare with; "": none
	pairing compare.Options // with base
	change  stacks.ChangeOf // likewise
	limit   int             // of units, or of rows; 0: all
	all     bool            // draw all calls between the heaviest nodes, not the ways of the hottest
	slide   bool            // 16:9, for a projector
	numbers []int           // numbers of nodes to try; none: graph.Nodes
	fewer   bool            // there are fewer nodes to keep the text legible
	format  string          // svg, png, dot, csv or json; "": by the extension of the output
	title   string
	picture layout.Options
	classes load.ClassOptions
	given   map[string]bool // the flags that were set, because some are mutually exclusive
}

// graphMetrics are the metrics with callers, the default first.
var graphMetrics = []convert.Metric{convert.Calls, convert.Samples}

// lessGraph are flags that make pictures smaller.
const lessGraph = "--nodes 80, --node-fraction 1% or --focus"

func newGraph(e *cli.Env, o *graphOptions) *cobra.Command {
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
		Long: `graph draws the call graph: methods with their entries (calls, not time), how
many of those were inlined, and their least predictable branches. Line styles
show the evidence for a call; counts of different evidence are never added up:

blue    inlined: an exact count, with the calls per entry of the caller.
        (cov 33%): based on only a third of the caller's entries, in contexts
        with both counts
green   calls that were not inlined: receiver types tell some and, with
        --classpath, class files the others; a count that is not certain has
        a bound, ≤ or ≥
dashed  in sampled stacks; each stack counts once
dotted  other entries as compilation root: from outside, or caller unknown;
        or calls through methods that are left out

A bar in each box shows the method's self share and, lighter, its total. The
hotter the color, the larger the self share. Methods without calls are listed in
a table. SVGs pan, zoom and search in a browser; a click on a box of several
methods, or on a line through others, lists them.

--units draws compilation units: a box for each root, with all methods inlined
into it, or indented trees where these are large. Units with application code
come first. With --classpath, calls that were not inlined lead out of a unit;
those below --node-fraction of the unit's entries are left out. Inlining is
shown as in the instrumented image; with --optlog, a log of the compiler, as in
the optimized one, in the colors of GraalVM's build report.

--base draws both profiles together and colors the change: red for increases,
violet for decreases, gray if small or not significant. Methods are paired, as in
diff. If both runs made as many calls, numbers of samples are compared, otherwise
shares, as in flame; --change chooses. Calls are normalized for run length. New
nodes have a bold outline, removed nodes a dashed one.

SVG and PNG need a layout engine: iprof-viz-dot (included) or Graphviz's dot.`,
		Example: `  iprof-viz graph -o app.svg app.iprof
  iprof-viz graph --units -o units.svg app.iprof
  iprof-viz graph --focus 'HashMap\.get$' --callees 0 -o get.svg app.iprof
  iprof-viz graph --by package -o packages.png app.iprof
  iprof-viz graph --slide -o slide.png app.iprof
  iprof-viz graph --base old.iprof -o changed.svg new.iprof
  iprof-viz graph --format csv app.iprof | grep ',inlined,'`,
		Args: cli.SomeProfiles,
		RunE: func(c *cobra.Command, args []string) error {
			o.given = cli.Given(c)
			return running(e, o, runGraph)(c, args)
		},
	}
	cli.OutputFlag(c, &o.IOOptions)
	fs := c.Flags()
	cli.FormatFlag(c, &o.format, "output format (default: by the extension of --output, otherwise svg)", cli.WordPicks("svg", "png", "dot", "csv", "json")...)
	fs.BoolVar(&o.units, "units", false, "draw compilation units")
	load.OptlogFlag(c, &o.optlog)
	fs.StringVar(&o.base, "base", "", "show the change since this `PROFILE`")
	cli.ChoiceFlag(c, &o.graph.By, "by", "", "the unit of a node", cli.ByName(convert.ByMethod, convert.ByClass, convert.ByPackage)...)
	load.MetricFlag(c, &o.graph.Metric, graphMetrics...)
	fs.Lookup("metric").Usage = "the metric that selects and colors nodes (default: samples if there are 300, otherwise calls)"
	cli.Bind(c, cli.NumberValue(&o.graph.Nodes, "NODES"), "nodes", "", "maximum nodes; 0: all (default: 40 in pictures, 80 with --edges all; in PNGs and slides as many as stay legible)")
	cli.Bind(c, cli.ShareValue(&o.graph.NodeFraction), "node-fraction", "", "leave out nodes with a lower share of all entries: inclusive with --edges all (default: 0.5% in pictures), otherwise self (default: 0.1%)")
	cli.Bind(c, cli.ShareValue(&o.graph.EdgeFraction), "edge-fraction", "", "leave out edges with a lower share of all entries or samples (default: 0.1% in pictures)")
	cli.Bind(c, cli.NumberValue(&o.limit, "NUMBER"), "limit", "n", "maximum units, table rows or nodes, hottest first; 0: all (default: 10 units)")
	load.ClassFlags(c, &o.classes)
	load.FilterFlags(c, &o.graph.Filter)
	fs.Lookup("focus").Usage = "keep only matching nodes, their callers and callees; with --units, units with a matching method"
	cli.Bind(c, cli.NumberValue(&o.graph.Callers, "STEPS"), "callers", "", "number of steps from the focus to callers")
	cli.Bind(c, cli.NumberValue(&o.graph.Callees, "STEPS"), "callees", "", "number of steps from the focus to callees")
	load.NameFlags(c, &o.names)
	fs.Lookup("names").Usage += "; in CSV and JSON full, unless you choose"
	load.RenamesFlag(c, &o.pairing)
	load.ChangeFlag(c, &o.change)
	fs.StringVar(&o.title, "title", "", "use this `TEXT` as the title")
	cli.ChoiceFlag(c, &o.all, "edges", "", "ways: each of the hottest methods with its heaviest callers up to the root, and others with 10% of its calls or 5% of all; all: all calls between the heaviest methods, as always with --focus and --base",
		cli.Pick[bool]{Word: "ways"}, cli.Pick[bool]{Word: "all", Value: true})
	fs.BoolVar(&o.slide, "slide", false, "16:9, hottest nodes only, in large text")
	layout.Flags(c, &o.picture)
	load.SourceFlags(c, &o.sources)
	cli.InputFlags(c, &o.IOOptions)
	return c
}

func runGraph(e *cli.Env, o graphOptions, files []string) error {
	o, err := o.settle(e.Out.Target)
	if err != nil {
		return err
	}
	if o.format == "svg" || o.format == "png" {
		if err := e.Out.NotForTerminal("a picture", "app."+o.format); err != nil {
			return err
		}
	}
	if o.base == "-" && slices.Contains(files, "-") {
		return cli.Usage("", "standard input can be read only once")
	}
	found, err := o.classes.OpenForSources()
	if err != nil {
		return err
	}
	defer found.Close()
	if found != nil && o.base != "" {
		return cli.Usage("", "--classpath cannot be used with --base")
	}
	all, err := loadGraph(e, o, files)
	if err != nil {
		return err
	}
	from := all[0]
	if err := o.classes.TellSources(e, from); err != nil {
		return err
	}
	image, err := load.OptimizedUnits(e, o.optlog, o.MaxInput, from.Profile, found)
	if err != nil {
		return err
	}
	if image != nil {
		from.Profile = image.Profile
	}
	p := from.Profile
	var profiles []*iprof.Profile // the base first
	for _, l := range slices.Backward(all) {
		profiles = append(profiles, l.Profile)
	}
	filter := o.graph.Filter
	if o.graph.By != convert.ByMethod {
		filter.Focus = nil // the graph searches for it among its nodes
	}
	names, err := load.NewNames(e, from.Name, o.names, filter, profiles...)
	if err != nil {
		return err
	}
	if o.units {
		o.graph.Lines = found.Lines(p)
		defer load.TellLines(e, from.Name, found, o.graph.Lines)
		return drawUnits(e, o, files, p, names[0], image, found.CallOptions())
	}
	if m, notes, err := load.FocusMetric(names, o.graph.Metric, o.graph.Filter); err == nil { // a graph has methods without a count, too
		e.Console.Tell(from.Name, notes...)
		o.graph.Metric = m
	}
	o.graph.Lines, o.graph.Code = found.Lines(p), found.CallOptions()
	defer load.TellLines(e, from.Name, found, o.graph.Lines)
	newGraph := func(opts callgraph.Options) (*callgraph.Graph, []cli.Note, error) {
		if o.base == "" {
			return makeGraph(p, names[0], opts)
		}
		return makeChangedGraph(names[1], names[0], all, o, opts)
	}
	return drawGraph(e, o, files, from.Name, newGraph)
}

// drawGraph writes a call graph in the format of the options. NewGraph makes it, perhaps several times, with fewer nodes.
func drawGraph(e *cli.Env, o graphOptions, files []string, name string, newGraph func(callgraph.Options) (*callgraph.Graph, []cli.Note, error)) error {
	g, notes, err := newGraph(o.graph)
	e.Console.Tell(name, notes...)
	if err != nil {
		return cli.InFile(name, err)
	}
	if o.isTable() {
		return o.writeTable(e, name, g.Table(o.limit))
	}
	if o.format == "dot" {
		return e.Out.WriteResult(func(w io.Writer) error { return graph.DOT(w, g, o.look(files)) })
	}
	return o.draw(e, func(o graphOptions) (layout.Sketch, error) {
		if o.fewer {
			if g, _, err = newGraph(o.graph); err != nil {
				return layout.Sketch{}, err
			}
		}
		d := layout.Sketch{Less: lessGraph, Nodes: len(g.Nodes), Parts: graph.PartsOf(g, o.look(files))}
		if o.base != "" {
			d.Label = "call graph of what changed"
		}
		var b bytes.Buffer
		err := graph.DOT(&b, g, o.look(files))
		d.DOT = b.Bytes()
		return d, err
	})
}

// writeTable writes the edges of a call graph.
func (o graphOptions) writeTable(e *cli.Env, name string, t *table.Table) error {
	format := tables.JSONFormat
	if o.format == "csv" {
		format = tables.CSVFormat
		e.Console.Tell(name, tablejob.OmittedNotes(o.limit, t)...)
	}
	e.Console.Tell(name, load.Notes(t.Application.Notes())...)
	return e.Out.WriteResult(func(w io.Writer) error { return tables.Write(w, t, format, tables.Options{}) })
}

// loadGraph reads the profile to draw and, if there is one, the base.
func loadGraph(e *cli.Env, o graphOptions, files []string) ([]*load.Loaded, error) {
	reading := o.reading()
	from, err := load.Files(e, files, reading)
	if err != nil {
		return nil, err
	}
	all := []*load.Loaded{from}
	if o.base != "" {
		reading.Several = len(files) > 1
		base, err := load.File(e, o.base, reading)
		if err != nil {
			return nil, err
		}
		all = append(all, base)
	}
	if err := o.sources.Check(all...); err != nil {
		return nil, err
	}
	load.TellSourceNotes(e, all)
	return all, nil
}

// draw draws as many nodes as possible with legible text, unless the user has set the number.
func (o graphOptions) draw(e *cli.Env, of func(graphOptions) (layout.Sketch, error)) error {
	minimum := float64(drawing.MinText)
	if o.slide {
		minimum = drawing.MinSlideText
	}
	d, err := of(o)
	for i := 1; i < len(o.numbers) && err == nil; i++ {
		var pixels float64
		if pixels, err = d.SmallestText(e, o.picture); err != nil || pixels >= minimum {
			break
		}
		if d.Nodes > o.numbers[i] {
			o.graph.Nodes, o.fewer = o.numbers[i], true
			d, err = of(o)
		}
	}
	if err != nil {
		return err
	}
	if o.fewer {
		e.Console.Tell("", cli.Notef("showing only %s nodes to keep text legible; -n draws more", words.Thousands(int64(d.Nodes))))
	}
	return d.Write(e, o.picture, o.format)
}

func (o graphOptions) reading() load.Options {
	// All sections: each has inlined calls, even if no section has their count.
	reading := load.Options{MaxInput: o.MaxInput, Sources: o.sources, Needs: load.MetricNeeds(o.graph.Metric)}
	if o.units {
		reading.Needs = load.InliningContexts
	}
	return reading
}

func (o graphOptions) look(files []string) dot.Options {
	return dot.Options{Title: o.title, Subtitle: load.PictureSubtitle(files, o.base, o.graph.Filter), Slide: o.slide, Fewer: o.fewer}
}

// makeGraph makes a call graph. The notes are valid even with an error.
func makeGraph(p *iprof.Profile, names *convert.Names, opts callgraph.Options) (*callgraph.Graph, []cli.Note, error) {
	metric := opts.Metric.Resolve(p)
	if p.Total(metric.Section()) == 0 && opts.Metric == convert.DefaultMetric {
		metric = convert.DefaultMetric // the error should mention both
	}
	if err := load.HintAtCommand(p, load.CheckMetric(p, metric, graphMetrics...)); err != nil {
		return nil, nil, err
	}
	notes := load.MetricNotes(p, metric)
	g, err := callgraph.New(p, names, opts)
	return graphLeft(g, notes, err)
}

// makeChangedGraph makes the combined call graph of a profile and a base, which are loaded in this order. The notes are valid even with an
// error.
func makeChangedGraph(now, before *convert.Names, all []*load.Loaded, o graphOptions, opts callgraph.Options) (*callgraph.Graph, []cli.Note, error) {
	p, base, baseName := now.Profile, before.Profile, all[1].Name
	opts.Metric = opts.Metric.Resolve(p, base)
	if err := load.CheckMetric(p, opts.Metric, graphMetrics...); err != nil {
		return nil, nil, err
	}
	notes := load.MetricNotes(p, opts.Metric)
	if err := load.CheckMetric(base, opts.Metric, graphMetrics...); err != nil {
		return nil, notes, cli.InFile(baseName, err)
	}
	for _, n := range load.MetricNotes(base, opts.Metric) {
		n.File = baseName
		notes = append(notes, n)
	}
	if err := convert.CheckUnits(opts.Metric.UnitIn(p), opts.Metric.UnitIn(base)); err != nil {
		return nil, notes, &cli.Failure{Status: cli.StatusInput, File: baseName, Err: err, Hint: load.ChooseValues}
	}
	notes = append(notes, changes.Anonymous([2]string{baseName, all[0].Name}, [2]*iprof.Profile{base, p})...)
	pairs := compare.New(before, now, o.pairing)
	opts.ByNumber, _ = o.change.ByNumber(pairs)
	g, err := callgraph.NewComparison(pairs, opts)
	return graphLeft(g, notes, err)
}

// graphLeft adds to notes the effect of filters on a graph, and fails if they keep nothing of it. How much they hide is in the
// graph.
func graphLeft(g *callgraph.Graph, notes []cli.Note, err error) (*callgraph.Graph, []cli.Note, error) {
	if err != nil {
		return nil, notes, load.NoMatch(err)
	}
	left, unit := g.Entries, "method entries"
	if g.Metric == convert.Samples {
		left, unit = g.Samples, g.SampleUnit
	}
	if left > 0 {
		return g, notes, nil
	}
	more, err := load.FilterNotes(unit, g.Metric, g.Tally)
	return g, append(notes, more...), err
}

package main

import (
	"bytes"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/callgraph"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render"
)

// A graphCommand has the flags of graph. Numbers are -1 where the format decides.
type graphCommand struct {
	names   convert.NameOptions
	graph   callgraph.Options
	units   bool
	base    string
	limit   int // of units, or of rows
	format  string
	title   string
	picture graphPicture
}

// What a picture shows unless told. Tables have all.
const (
	defaultNodes        = 80
	defaultNodeFraction = 0.005
	defaultEdgeFraction = 0.001
	defaultGraphUnits   = 12
)

// lessGraph are flags that make pictures smaller.
const lessGraph = "--nodes 80, --node-fraction 1% or --focus"

func (a *app) newGraph(cmd *graphCommand) *cobra.Command {
	*cmd = graphCommand{
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
		RunE: func(c *cobra.Command, args []string) error { return a.graph(c, cmd, args) },
	}
	a.outputFlags(c)
	fs := c.Flags()
	choiceFlag(c, &cmd.format, "format", "", "by the extension of --output, else svg",
		pick[string]{"svg", "svg"}, pick[string]{"png", "png"}, pick[string]{"dot", "dot"}, pick[string]{"csv", "csv"}, pick[string]{"json", "json"})
	fs.BoolVar(&cmd.units, "units", false, "draw compilation units")
	fs.StringVar(&cmd.base, "base", "", "show what changed since this `PROFILE`")
	choiceFlag(c, &cmd.graph.By, "by", "", "what a node stands for", byName(convert.ByMethod, convert.ByClass, convert.ByPackage)...)
	metricFlag(c, &cmd.graph.Metric, convert.Calls, convert.Samples)
	fs.Lookup("metric").Usage = "what nodes are chosen and colored by; calls if there are any, else samples, unless told"
	bind(c, numberValue(&cmd.graph.Nodes, "NODES"), "nodes", "", "draw no more than that, 0: all; 80 in pictures, unless told")
	bind(c, shareValue(&cmd.graph.NodeFraction), "node-fraction", "", "leave out nodes with a lower share of all entries, with what is inlined below; 0.5% in pictures, unless told")
	bind(c, shareValue(&cmd.graph.EdgeFraction), "edge-fraction", "", "leave out edges with a lower share of all entries or samples; 0.1% in pictures, unless told")
	bind(c, numberValue(&cmd.limit, "NUMBER"), "limit", "n", "the hottest so many units, or rows of a table, 0: all; 12 units, unless told")
	filterFlags(c, &cmd.graph.Filter)
	fs.Lookup("focus").Usage = "only nodes that match, and callers and callees of them; with --units, only units that have one"
	bind(c, numberValue(&cmd.graph.Callers, "STEPS"), "callers", "", "of what is in focus, callers up to so many steps")
	bind(c, numberValue(&cmd.graph.Callees, "STEPS"), "callees", "", "of what is in focus, callees up to so many steps")
	nameFlags(c, &cmd.names)
	fs.StringVar(&cmd.title, "title", "", "the `TEXT` above")
	a.pictureFlags(c, &cmd.picture, lessGraph)
	a.readFlags(c)
	return c
}

// settle decides on what the user has not.
func (cmd *graphCommand) settle(c *cobra.Command, t *target) error {
	if cmd.format == "" {
		format, ok := map[string]string{
			"": "svg", ".svg": "svg", ".png": "png", ".dot": "dot", ".gv": "dot", ".csv": "csv", ".json": "json",
		}[t.extension()]
		if !ok {
			return usage("--format svg writes SVG into any file", "graphs go into .svg, .png, .dot, .csv or .json, and %s is none of them", printable(t.path))
		}
		cmd.format = format
	}
	cmd.names.Apart = cmd.units // nodes of a call graph see to that among themselves, and programs go by ids
	if cmd.isTable() {
		if cmd.units {
			return usage("inline --format json has units", "--units draws, and %s is no picture", cmd.format)
		}
		if !c.Flags().Changed("names") {
			cmd.names.Style = convert.FullNames
		}
		cmd.limit = max(cmd.limit, 0)
	} else {
		cmd.graph.NoSampledSites = true
		cmd.graph.NoInlinedSites = cmd.base != "" // other code has other bytecode indexes
		if cmd.graph.Nodes < 0 {
			cmd.graph.Nodes = defaultNodes
		}
		if cmd.graph.NodeFraction < 0 {
			cmd.graph.NodeFraction = defaultNodeFraction
		}
		if cmd.graph.EdgeFraction < 0 {
			cmd.graph.EdgeFraction = defaultEdgeFraction
		}
		switch {
		case cmd.units && cmd.limit < 0:
			cmd.limit = defaultGraphUnits
		case !cmd.units && cmd.limit >= 0:
			return usage("--nodes says how many methods are drawn", "-n/--limit is for --units and for tables")
		}
	}
	if cmd.units {
		if cmd.base != "" {
			return usage("diff --section inlining shows what was inlined where in two profiles", "--base does not go with --units")
		}
		for _, flag := range []string{"by", "metric", "edge-fraction", "callers", "callees"} {
			if c.Flags().Changed(flag) {
				return usage("", "--%s does not go with --units", flag)
			}
		}
	}
	cmd.graph.Nodes = max(cmd.graph.Nodes, 0)
	cmd.graph.NodeFraction, cmd.graph.EdgeFraction = max(cmd.graph.NodeFraction, 0), max(cmd.graph.EdgeFraction, 0)
	return nil
}

func (cmd *graphCommand) isTable() bool { return cmd.format == "csv" || cmd.format == "json" }

func (a *app) graph(c *cobra.Command, cmd *graphCommand, files []string) error {
	if err := cmd.settle(c, &a.target); err != nil {
		return err
	}
	if cmd.base == "-" && slices.Contains(files, "-") {
		return usage("", "standard input can be read once only")
	}
	a.reading.iprof.Sections = []iprof.Section{iprof.Calls, iprof.Conditionals, iprof.Samples}
	in, p, err := a.profile(files)
	if err != nil {
		return err
	}
	names := convert.NewNames(cmd.names, p)[0]
	opts := render.DOTOptions{Title: cmd.title, Subtitle: subtitle(files, cmd.base)}
	var dot bytes.Buffer
	nodes := 0
	if cmd.units {
		if err := a.counted(in.name, p, convert.Calls); err != nil {
			return err
		}
		u, err := callgraph.NewUnits(p, names, callgraph.UnitOptions{
			Filter: cmd.graph.Filter, Units: cmd.limit, Nodes: cmd.graph.Nodes, NodeFraction: cmd.graph.NodeFraction,
		})
		if err != nil {
			return noMatch(in.name, err, cmd.names.Style)
		}
		if err := a.leftToShow(in.name, u.Entries, u.Tally, u.Unused); err != nil {
			return err
		}
		for _, unit := range u.Units {
			nodes += len(unit.Contexts)
		}
		cmd.picture.label = "compilation units"
		if err := render.UnitsDOT(&dot, u, opts); err != nil {
			return err
		}
	} else {
		var g *callgraph.Graph
		if cmd.base == "" {
			g, err = a.callGraph(cmd, in.name, p, names)
		} else {
			cmd.picture.label = "call graph of what changed"
			g, err = a.changedGraph(cmd, in, p)
		}
		if err != nil {
			return err
		}
		if cmd.isTable() {
			format := render.CSVFormat
			if cmd.format == "json" {
				format = render.JSONFormat
			}
			t := g.Table(p, names, cmd.limit)
			return a.write(func(w io.Writer) error { return render.Table(w, t, format, render.TableOptions{}) })
		}
		nodes = len(g.Nodes)
		if err := render.DOT(&dot, g, opts); err != nil {
			return err
		}
	}
	return a.drawGraph(&cmd.picture, cmd.format, dot.Bytes(), nodes)
}

// callGraph makes the graph, and says what its reader has to know.
func (a *app) callGraph(cmd *graphCommand, file string, p *iprof.Profile, names *convert.Names) (*callgraph.Graph, error) {
	metric := callgraph.ResolveMetric(p, cmd.graph.Metric)
	if p.Total(metric.Section()) == 0 && cmd.graph.Metric == convert.DefaultMetric {
		metric = convert.DefaultMetric // the failure is to speak of both
	}
	if err := a.counted(file, p, metric, convert.Calls, convert.Samples); err != nil {
		return nil, err
	}
	g, err := callgraph.New(p, names, cmd.graph)
	return g, a.graphLeft(cmd, file, g, err)
}

// graphLeft says what the filters did to a graph, and fails where nothing is left.
func (a *app) graphLeft(cmd *graphCommand, file string, g *callgraph.Graph, err error) error {
	if err != nil {
		return noMatch(file, err, cmd.names.Style)
	}
	left, unit := g.Entries, "method entries"
	if g.Metric == convert.Samples {
		left, unit = g.Samples, "samples"
	}
	if left == 0 {
		return a.filtered(file, unit, g.Metric, g.Tally, g.Unused)
	}
	for _, name := range g.Unused {
		a.note(file, "--%s matches no frame", name)
	}
	return nil
}

// changedGraph makes the graph of a profile and the one that it is compared with.
func (a *app) changedGraph(cmd *graphCommand, in *input, p *iprof.Profile) (*callgraph.Graph, error) {
	baseIn, base, err := a.profile([]string{cmd.base})
	if err != nil {
		return nil, err
	}
	if cmd.graph.Metric == convert.DefaultMetric {
		has := func(m convert.Metric) bool { return p.Total(m.Section()) > 0 && base.Total(m.Section()) > 0 }
		if cmd.graph.Metric = callgraph.ResolveMetric(p, convert.DefaultMetric); !has(cmd.graph.Metric) && has(convert.Samples) {
			cmd.graph.Metric = convert.Samples
		}
	}
	if err := a.metric(in.name, p, cmd.graph.Metric, convert.Calls, convert.Samples); err != nil {
		return nil, err
	}
	if err := a.metric(baseIn.name, base, cmd.graph.Metric, convert.Calls, convert.Samples); err != nil {
		return nil, err
	}
	g, err := callgraph.NewSince(base, p, cmd.names, cmd.graph)
	if err := a.graphLeft(cmd, in.name, g, err); err != nil {
		return nil, err
	}
	return g, nil
}

// drawGraph writes a graph: its DOT text as it is, or what the layout engine makes of it. The hint at what makes it
// smaller is for graphs that are too large.
func (a *app) drawGraph(to *graphPicture, format string, dot []byte, nodes int) error {
	if format == "dot" {
		return a.write(func(w io.Writer) error { _, err := w.Write(dot); return err })
	}
	picture, err := a.layOut(to, dot, nodes)
	if err != nil {
		return err
	}
	var out bytes.Buffer
	if format == "png" {
		scale, err := render.GraphPNG(&out, picture, to.theme)
		if err != nil {
			return a.layoutFailed(to, dot, err)
		}
		if scale < 1 {
			a.note("", "the picture is scaled down to %s: SVG has it in full", percentOf(scale))
		}
	} else if err := render.GraphSVG(&out, picture, render.GraphSVGOptions{Theme: to.theme, Label: to.label}); err != nil {
		return a.layoutFailed(to, dot, err)
	}
	return a.write(func(w io.Writer) error { _, err := out.WriteTo(w); return err })
}

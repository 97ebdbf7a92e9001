package main

import (
	"bytes"
	"io"

	"github.com/spf13/cobra"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render"
)

// A graphCommand has the flags of graph. Numbers are -1 where the format decides.
type graphCommand struct {
	names   convert.NameOptions
	graph   convert.GraphOptions
	units   bool
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
		graph: convert.GraphOptions{
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

SVG and PNG need a layout engine: iprof-viz-dot, which comes with iprof-viz, or
dot of Graphviz.`,
		Example: `  iprof-viz graph -o app.svg app.iprof
  iprof-viz graph --units -o units.svg app.iprof
  iprof-viz graph --focus 'HashMap\.get$' --callees 0 -o get.svg app.iprof
  iprof-viz graph --by package -o packages.png app.iprof
  iprof-viz graph --format csv app.iprof | grep ',inlined,'`,
		Args: someProfiles,
		RunE: func(c *cobra.Command, args []string) error { return a.graph(c, cmd, args) },
	}
	a.outputFlags(c)
	fs := c.Flags()
	choiceFlag(c, &cmd.format, "format", "", "by the extension of --output, else svg",
		pick[string]{"svg", "svg"}, pick[string]{"png", "png"}, pick[string]{"dot", "dot"}, pick[string]{"csv", "csv"}, pick[string]{"json", "json"})
	fs.BoolVar(&cmd.units, "units", false, "draw compilation units")
	choiceFlag(c, &cmd.graph.By, "by", "", "what a node stands for", pick[convert.GroupBy]{"method", convert.ByMethod},
		pick[convert.GroupBy]{"class", convert.ByClass}, pick[convert.GroupBy]{"package", convert.ByPackage})
	metricFlag(c, &cmd.graph.Metric, convert.Calls, convert.Samples)
	fs.Lookup("metric").Usage = "what nodes are chosen and colored by; calls if there are any, else samples, unless told"
	numberFlag(c, &cmd.graph.Nodes, "nodes", "", "NODES", "draw no more than that, 0: all; 80 in pictures, unless told")
	fs.Var((*share)(&cmd.graph.NodeFraction), "node-fraction", "leave out nodes with a lower share of all entries, with what is inlined below; 0.5% in pictures, unless told")
	fs.Var((*share)(&cmd.graph.EdgeFraction), "edge-fraction", "leave out edges with a lower share of all entries or samples; 0.1% in pictures, unless told")
	numberFlag(c, &cmd.limit, "limit", "n", "NUMBER", "the hottest so many units, or rows of a table, 0: all; 12 units, unless told")
	filterFlags(c, &cmd.graph.Filter)
	fs.Lookup("focus").Usage = "only nodes that match, and callers and callees of them; with --units, only units that have one"
	numberFlag(c, &cmd.graph.Callers, "callers", "", "STEPS", "of what is in focus, callers up to so many steps")
	numberFlag(c, &cmd.graph.Callees, "callees", "", "STEPS", "of what is in focus, callees up to so many steps")
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
	cmd.names.Apart = false // nodes see to that among themselves, and programs go by ids
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
	a.reading.iprof.Sections = []iprof.Section{iprof.Calls, iprof.Conditionals, iprof.Samples}
	in, p, err := a.profile(files)
	if err != nil {
		return err
	}
	names := convert.NewNames(cmd.names, p)[0]
	opts := render.DOTOptions{Title: cmd.title, Subtitle: subtitle(files, "")}
	var dot bytes.Buffer
	nodes := 0
	if cmd.units {
		if err := a.counted(in.name, p, convert.Calls); err != nil {
			return err
		}
		u, err := convert.NewUnits(p, names, convert.UnitOptions{
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
		g, err := a.callGraph(cmd, in.name, p, names)
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
func (a *app) callGraph(cmd *graphCommand, file string, p *iprof.Profile, names *convert.Names) (*convert.Graph, error) {
	metric := convert.GraphMetric(p, cmd.graph.Metric)
	if p.Total(metric.Section()) == 0 && cmd.graph.Metric == convert.DefaultMetric {
		metric = convert.DefaultMetric // the failure is to speak of both
	}
	if err := a.counted(file, p, metric, convert.Calls, convert.Samples); err != nil {
		return nil, err
	}
	g, err := convert.NewGraph(p, names, cmd.graph)
	if err != nil {
		return nil, noMatch(file, err, cmd.names.Style)
	}
	left, unit := g.Entries, "method entries"
	if g.Metric == convert.Samples {
		left, unit = g.Samples, "samples"
	}
	if left == 0 {
		return nil, a.filtered(file, unit, g.Metric, g.Tally, g.Unused)
	}
	for _, name := range g.Unused {
		a.note(file, "--%s matches no frame", name)
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

package graph

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert/callgraph"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/render/dot"
	"github.com/iprof-viz/iprof-viz/render/drawing"
	"github.com/iprof-viz/iprof-viz/render/internal/fitname"
	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
	"github.com/iprof-viz/iprof-viz/render/internal/places"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
	"github.com/iprof-viz/iprof-viz/render/internal/siteline"
	"github.com/iprof-viz/iprof-viz/render/palette"
)

// UnitsDOT writes compilation units in DOT: a box for each unit, as in the format's published description.
func UnitsDOT(w io.Writer, u *callgraph.Units, opts dot.Options) error {
	d := graphWriter{dot.NewWriter(w)}
	nodes := 0
	for i := range u.Units {
		nodes += len(u.Units[i].Contexts)
	}
	heat := unitsHeat(u)
	d.Begin(nodes, false, unitsLegend(u, heat, opts).HTML())
	d.Print("\tgraph [newrank=true]\n\t{ rank=min;") // all roots on one line
	for k := range slices.Backward(u.Units) {
		d.Print(" c%d_0;", k)
	}
	d.Print(" }\n")
	d.Labels = nodes+len(u.Calls)+len(u.Leaving) <= dot.MaxEdgeLabels
	for k := range slices.Backward(u.Units) { // engines put what comes last at the top
		unit := &u.Units[k]
		d.BeginCluster(k, len(dot.NameLines(unit.Name)), unitLabel(u, unit), unitTooltip(u, unit))
		for i := range unit.Contexts {
			d.unitContext(u, unit, heat, contextID(int32(k), int32(i)), i)
		}
		d.Print("\t}\n")
		for i, c := range unit.Contexts {
			if c.Parent >= 0 {
				d.unitArrow(u, unit, contextID(int32(k), c.Parent), contextID(int32(k), int32(i)), &c)
			}
		}
	}
	for _, a := range unitArrows(u) {
		d.Arrow(a)
	}
	for i := range u.Leaving {
		if u.Leaving[i].ToUnit < 0 {
			d.leavingName(u, i)
		}
	}
	d.Print("}\n")
	return d.B.Flush()
}

// leavingName writes a call that was not inlined as an arrow to the name of the method, as its unit is not shown.
func (d graphWriter) leavingName(u *callgraph.Units, i int) {
	c := &u.Leaving[i]
	label, count := leavingLabel(u, c)
	text := "→ " + fitname.Method(plaintext.Visible(c.Name), maxLeavingName) + " " + count
	tooltip := []string{u.Units[c.FromUnit].Contexts[c.FromContext].Full, "→ " + c.Name, label + ": " + leavingWords(c) + ", " + count}
	id := fmt.Sprintf("l%d", i)
	d.Print("\t%s [class=\"name0\", shape=plaintext, style=\"\", fontcolor=\"%s\", label=%s, tooltip=%s]\n", id, palette.Called.Light, dot.Quote(text), dot.QuoteTooltip(tooltip...))
	d.Arrow(dot.Arrow{
		From: contextID(c.FromUnit, c.FromContext), To: id, Style: "dashed", Color: palette.Called, Share: numbers.ShareOf(c.Calls().Figure(), u.Entries),
		Label: []string{label}, Tooltip: tooltip,
	})
}

// leavingWords gives the outcome of a call, with the compiler's reason if it is known.
func leavingWords(c *callgraph.UnitLeaving) string {
	switch {
	case c.Outcome == "":
		return "not inlined"
	case c.Reason == "":
		return siteline.Outcome(&c.LeavingCall)
	}
	return siteline.Outcome(&c.LeavingCall) + " (" + c.ReasonText() + ")"
}

// leavingLabel returns the place of a call with its calls per entry, and its calls.
func leavingLabel(u *callgraph.Units, c *callgraph.UnitLeaving) (place, count string) {
	from := &u.Units[c.FromUnit].Contexts[c.FromContext]
	place = siteline.CallPlace(u.Lines, c.Site)
	if f, ok := c.Calls().PerEntry(from.Entries, from.Known); ok {
		place += " " + numbers.TreeFactor(f)
	}
	return place, siteline.CallCount(c.Calls()) + " calls"
}

// unitArrows returns the arrows between units. A context has one arrow to a unit, as others would cover it: of the calls that were not
// inlined or, without any, of sampled calls. Counts of both are side by side, and never added up.
func unitArrows(u *callgraph.Units) []dot.Arrow {
	type between struct{ unit, context, to int32 }
	var arrows []dot.Arrow
	at := map[between]int{}
	add := func(k between, a dot.Arrow, text string) {
		i, ok := at[k]
		if !ok {
			i = len(arrows)
			at[k] = i
			from := &u.Units[k.unit].Contexts[k.context]
			a.From, a.To, a.Style, a.Extra = contextID(k.unit, k.context), contextID(k.to, 0), "dashed", ", constraint=false"
			if k.to != k.unit { // a line cannot end at the box that it starts in
				a.Extra += fmt.Sprintf(", lhead=cluster_%d", k.to)
			}
			a.Tooltip = []string{from.Full, "→ " + u.Units[k.to].Full}
			arrows = append(arrows, a)
		} else {
			arrows[i].Share = max(arrows[i].Share, a.Share)
			arrows[i].Label = append(arrows[i].Label, a.Label...)
		}
		arrows[i].Tooltip = append(arrows[i].Tooltip, text)
	}
	for i := range u.Leaving {
		c := &u.Leaving[i]
		if c.ToUnit >= 0 {
			place, count := leavingLabel(u, c)
			add(between{c.FromUnit, c.FromContext, c.ToUnit}, dot.Arrow{
				Color: palette.Called, Share: numbers.ShareOf(c.Calls().Figure(), u.Entries), Label: []string{count + " " + place},
			}, place+": "+leavingWords(c)+", "+count)
		}
	}
	for _, c := range u.Calls {
		add(between{c.FromUnit, c.FromContext, c.ToUnit}, dot.Arrow{
			Color: palette.Sampled, Share: numbers.ShareOf(c.Count, u.Samples), Label: []string{numbers.ShortPlural(c.Count, "sample")},
		}, "sampled, "+numbers.Plural(c.Count, "sample"))
	}
	for i := range arrows {
		arrows[i].Label = []string{joinLabels(arrows[i].Label)}
	}
	return arrows
}

// joinLabels joins the labels of several calls to one line, as long as it is short.
func joinLabels(labels []string) string {
	const maximum = 2
	if more := len(labels) - maximum; more > 0 {
		labels = append(slices.Clip(labels[:maximum]), "… "+numbers.Thousands(more)+" more")
	}
	return strings.Join(labels, ", ")
}

// maxLeavingName limits the name of a method whose unit is not shown, in columns.
const maxLeavingName = 40

func contextID(unit, context int32) string { return fmt.Sprintf("c%d_%d", unit, context) }

// unitLabel returns the label of a box. The first line is the name of the root, for searches.
func unitLabel(u *callgraph.Units, unit *callgraph.Unit) []string {
	return append(dot.NameLines(unit.Name), unitSize(u, unit))
}

// unitSize says how large a unit is.
func unitSize(u *callgraph.Units, unit *callgraph.Unit) string {
	text := numbers.ShortPlural(unit.Inclusive, "method entry") + ", " + numbers.Percent(unit.Inclusive, u.Entries) + " " + ofAll(u)
	if missing := unit.Size - len(unit.Contexts); missing > 0 {
		text += fmt.Sprintf("; %s of %s instances shown", numbers.Thousands(len(unit.Contexts)), numbers.Thousands(unit.Size))
	}
	return text
}

// ofAll says which entries shares of the whole are of, as inlining trees do.
func ofAll(u *callgraph.Units) string {
	if u.Optimized {
		return "of all certain entries"
	}
	return "of all entries"
}

func unitTooltip(u *callgraph.Units, unit *callgraph.Unit) []string {
	lines := []string{
		"compilation unit of " + unit.Full,
		fmt.Sprintf("%s in %s, %s %s", numbers.Plural(unit.Inclusive, "method entry"), numbers.Plural(unit.Size, "instance"), numbers.Percent(unit.Inclusive, u.Entries), ofAll(u)),
	}
	if unit.Shown < unit.Inclusive || len(unit.Contexts) < unit.Size {
		lines = append(lines, fmt.Sprintf("not shown: %s with %s", numbers.Plural(unit.Size-len(unit.Contexts), "instance"), numbers.Plural(unit.Inclusive-unit.Shown, "entry")))
	}
	return lines
}

// unitContext writes the node of a context.
func (d graphWriter) unitContext(u *callgraph.Units, unit *callgraph.Unit, heat palette.HeatScale, id string, i int) {
	c := &unit.Contexts[i]
	b := dot.Box{ID: id, Name: dot.NameLines(c.Name), Tooltip: contextTooltip(unit, c), Fill: palette.NoCount.Light, Style: "filled,rounded,dashed"}
	if c.Known {
		b.Lines = append(b.Lines, contextCount(c)+", "+numbers.Percent(c.Entries, u.Entries))
		b.Fill, b.Style = contextColor(u, c, heat).Light, "filled,rounded"
		b.Bar, b.Self, b.Total = true, numbers.ShareOf(c.Entries, unit.Inclusive), numbers.ShareOf(c.Inclusive, unit.Inclusive)
	} else {
		b.Lines = append(b.Lines, "entries "+siteline.Count(c.Count()))
		if u.Optimized {
			b.Fill = contextColor(u, c, heat).Light
		}
	}
	if c.Focus {
		b.Extra = ", penwidth=2.5"
	}
	d.Box(b)
}

// contextCount returns the entries of a context: 10.0k entries; ≤10.0k entries.
func contextCount(c *callgraph.UnitContext) string {
	if c.Count().Bound == code.Exact {
		return numbers.ShortPlural(c.Entries, "entry")
	}
	return siteline.Count(c.Count()) + " entries"
}

// contextColor returns the color of a context: by its entries or, in the optimized image, that of GraalVM's build report.
func contextColor(u *callgraph.Units, c *callgraph.UnitContext, heat palette.HeatScale) palette.Color {
	switch {
	case u.Optimized && c.Parent < 0:
		return palette.UnitRoot
	case u.Optimized:
		return palette.InlinedCopy
	}
	return heat.Color(c.Entries)
}

func contextTooltip(unit *callgraph.Unit, c *callgraph.UnitContext) []string {
	of := c.Count()
	entries := of.Bound.Words() + numbers.Plural(of.Count, "method entry") + " in this copy"
	switch of.Bound {
	case code.None:
		entries = "method entries n/a: not in the file"
	case code.Exact:
		entries = numbers.Plural(of.Count, "method entry") + " in this context"
	}
	if c.New {
		entries += "; not inlined here in the instrumented image"
	}
	return []string{c.Full, entries, fmt.Sprintf("%s inclusive, %s of the unit", numbers.Thousands(c.Inclusive), numbers.Percent(c.Inclusive, unit.Inclusive))}
}

// unitArrow writes the line from a context's caller to it.
func (d graphWriter) unitArrow(u *callgraph.Units, unit *callgraph.Unit, from, to string, c *callgraph.UnitContext) {
	caller := &unit.Contexts[c.Parent]
	label, style, text := "", "solid", "inlined"
	if c.SiteKnown {
		label = places.AtBCI(c.Site)
		text = label + ": inlined"
	}
	if c.Through {
		style = "dotted"
		text += " via hidden frames"
	}
	if f, ok := c.Frequency(); ok {
		label += " " + numbers.Factor(f)
		text += fmt.Sprintf(", %s per entry of the caller (%s of %s)", numbers.Factor(f), numbers.Thousands(c.Entries), numbers.Thousands(c.CallerEntries))
	}
	d.Arrow(dot.Arrow{
		From: from, To: to, Style: style, Color: palette.Inlined, Share: numbers.ShareOf(c.Inclusive, u.Entries),
		Label: []string{label}, Tooltip: []string{caller.Full, "→ " + c.Full, text},
	})
}

// unitsHeat is the scale of the entries of contexts.
func unitsHeat(u *callgraph.Units) palette.HeatScale {
	var values []int64
	for i := range u.Units {
		for k := range u.Units[i].Contexts {
			values = append(values, u.Units[i].Contexts[k].Entries)
		}
	}
	return palette.NewHeatScale(values, 0)
}

// unitsHead returns the legend without the explanation of nodes and lines.
func unitsHead(u *callgraph.Units, heat palette.HeatScale, opts dot.Options) *drawing.Legend {
	l := &drawing.Legend{}
	title := opts.Title
	if title == "" {
		if title = "Compilation units"; u.Optimized {
			title += " of the optimized image"
		}
	}
	l.Title(title, opts.Subtitle)
	contexts := 0
	inclusive := int64(0)
	for _, unit := range u.Units {
		inclusive += unit.Inclusive
		contexts += len(unit.Contexts)
	}
	certain, first := "", ""
	if u.Optimized {
		certain = "certain "
	}
	if u.AppFirst {
		first = ", application first"
	}
	l.Keep(func() {
		l.Line(fmt.Sprintf("%s of %s%s, with %s of %s %smethod entries (calls, not time)",
			numbers.Thousands(len(u.Units)), numbers.Plural(u.AllUnits, "unit"), first, numbers.TreePercent(inclusive, u.Entries), numbers.Thousands(u.Entries), certain))
	})
	l.Line(fmt.Sprintf("%s of %s instances are drawn, with %s", numbers.Thousands(contexts), numbers.Thousands(u.AllContexts), numbers.TreePercent(u.ShownEntries, u.Entries)))
	if !opts.Slide {
		l.Notes(u.Application.Notes(), u.Notes, u.Tally.Notes("method entries", "contexts"))
	}
	if u.Optimized {
		l.Keep(func() {
			l.Swatches([]palette.Color{palette.UnitRoot, palette.InlinedCopy}, []string{"root of a unit", "inlined into its caller"})
		})
		l.Words(palette.Text, "≤12.0k", "at most: the copies of a method share the counts that the instrumented image has of it")
		return l
	}
	l.Heat(heat, u.Entries, "of all entries")
	return l
}

func unitsLegend(u *callgraph.Units, heat palette.HeatScale, opts dot.Options) *drawing.Legend {
	l := unitsHead(u, heat, opts)
	through := false
	for _, unit := range u.Units {
		for _, c := range unit.Contexts {
			through = through || c.Through
		}
	}
	l.Bar("entries", "inclusive (with inlined callees)", "the rest of the unit")
	l.Edge(palette.Inlined, "solid", "inlined call: @bytecode index, ×calls per entry of the caller")
	switch {
	case slices.ContainsFunc(unitArrows(u), func(a dot.Arrow) bool { return a.Color == palette.Sampled }):
		l.Edge(palette.Sampled, "dashed", "sampled calls from one unit to another, once per stack")
	case len(u.Calls) > 0: // in labels alone
		l.Line("samples at lines: sampled calls from one unit to another, once per stack")
	}
	if len(u.Leaving) > 0 {
		l.Edge(palette.Called, "dashed", siteline.LeavingLegend)
	}
	if through {
		l.Edge(palette.Text, "dotted", "via hidden frames")
	}
	return l
}

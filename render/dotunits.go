package render

import (
	"fmt"
	"io"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert/callgraph"
)

// UnitsDOT writes compilation units in Graphviz's language: a box for each unit, as in the format's published description.
func UnitsDOT(w io.Writer, u *callgraph.Units, opts DOTOptions) error {
	d := newDotWriter(w)
	nodes := 0
	for i := range u.Units {
		nodes += len(u.Units[i].Contexts)
	}
	d.begin(nodes, false, unitsLegend(u, opts))
	d.labels = nodes+len(u.Calls) <= maxEdgeLabels
	id := func(unit, context int32) string { return fmt.Sprintf("c%d_%d", unit, context) }
	for k := range slices.Backward(u.Units) { // engines lay out what comes last at the top
		unit := &u.Units[k]
		d.beginCluster(k, len(nameLines(unit.Name)), unitLabel(u, unit), unitTooltip(u, unit))
		for i := range unit.Contexts {
			d.unitContext(u, unit, id(int32(k), int32(i)), i)
		}
		d.print("\t}\n")
		for i, c := range unit.Contexts {
			if c.Parent >= 0 {
				d.unitArrow(u, unit, id(int32(k), c.Parent), id(int32(k), int32(i)), &c)
			}
		}
	}
	for _, c := range u.Calls {
		to, head := id(c.ToUnit, 0), fmt.Sprintf(", lhead=cluster_%d", c.ToUnit)
		if c.ToUnit == c.FromUnit { // a line cannot end at the box that it starts in
			head = ", constraint=false"
		}
		from := &u.Units[c.FromUnit].Contexts[c.FromContext]
		samples := shortPlural(c.Count, "sample")
		d.arrow(arrow{
			from: id(c.FromUnit, c.FromContext), to: to, style: "dashed", color: dotSampled, share: shareOf(c.Count, u.Samples),
			label: []string{samples}, tooltip: []string{from.Full, "→ " + u.Units[c.ToUnit].Full, "sampled, " + samples}, extra: head,
		})
	}
	d.print("}\n")
	return d.b.Flush()
}

// unitLabel returns the label of a box. The first line is the name of the root, for searches.
func unitLabel(u *callgraph.Units, unit *callgraph.Unit) []string {
	lines := nameLines(unit.Name)
	text := shortPlural(unit.Inclusive, "method entry") + ", " + percent(unit.Inclusive, u.Entries) + " of all"
	if missing := unit.Size - len(unit.Contexts); missing > 0 {
		text += fmt.Sprintf("; %s of %s contexts shown", thousands(len(unit.Contexts)), thousands(unit.Size))
	}
	return append(lines, text)
}

func unitTooltip(u *callgraph.Units, unit *callgraph.Unit) []string {
	lines := []string{
		"compilation unit of " + unit.Full,
		fmt.Sprintf("%s in %s, %s of all", plural(unit.Inclusive, "method entry"), plural(unit.Size, "context"), percent(unit.Inclusive, u.Entries)),
	}
	if unit.Shown < unit.Inclusive || len(unit.Contexts) < unit.Size {
		lines = append(lines, fmt.Sprintf("not shown: %s with %s", plural(unit.Size-len(unit.Contexts), "context"), plural(unit.Inclusive-unit.Shown, "entry")))
	}
	return lines
}

// unitContext writes the node of a context.
func (d *dotWriter) unitContext(u *callgraph.Units, unit *callgraph.Unit, id string, i int) {
	c := &unit.Contexts[i]
	name := nameLines(c.Name)
	lines, fill, style := slices.Clone(name), dotNoCount.light, "filled,rounded,dashed"
	tooltip := []string{c.Full}
	if c.Known {
		lines = append(lines, shortPlural(c.Entries, "entry"))
		fill, style = profileHeat.color(c.Entries, u.Entries).light, "filled,rounded"
		tooltip = append(tooltip, plural(c.Entries, "method entry")+" in this context")
	} else {
		lines = append(lines, "entries n/a")
		tooltip = append(tooltip, "method entries n/a: the file has no count")
	}
	tooltip = append(tooltip, fmt.Sprintf("%s with all that is inlined below, %s of the unit", thousands(c.Inclusive),
		percent(c.Inclusive, unit.Inclusive)))
	extra := ""
	if c.Focus {
		extra = ", penwidth=2.5"
	}
	d.box(id, len(name), lines, tooltip, fill, style, extra)
}

// unitArrow writes the line from a context's caller to it.
func (d *dotWriter) unitArrow(u *callgraph.Units, unit *callgraph.Unit, from, to string, c *callgraph.UnitContext) {
	caller := &unit.Contexts[c.Parent]
	label, style, text := "", "solid", "inlined"
	if c.SiteKnown {
		label = atBCI(c.Site)
		text = label + ": inlined"
	}
	if c.Through {
		style = "dotted"
		text += " through frames that are not shown"
	}
	if f, ok := c.Frequency(); ok {
		label += " " + factor(f)
		text += fmt.Sprintf(", %s per entry of the caller (%s of %s)", factor(f), thousands(c.Entries), thousands(c.CallerEntries))
	}
	d.arrow(arrow{
		from: from, to: to, style: style, color: dotInlined, share: shareOf(c.Inclusive, u.Entries),
		label: []string{label}, tooltip: []string{caller.Full, "→ " + c.Full, text},
	})
}

func unitsLegend(u *callgraph.Units, opts DOTOptions) string {
	l := dotLegend{}
	title := opts.Title
	if title == "" {
		title = "Compilation units"
	}
	l.title(title, opts.Subtitle)
	contexts := 0
	through := false
	for _, unit := range u.Units {
		contexts += len(unit.Contexts)
		for _, c := range unit.Contexts {
			through = through || c.Through
		}
	}
	l.line(fmt.Sprintf("%s of %s units, %s of %s contexts, %s of %s method entries (calls, not time)",
		thousands(len(u.Units)), thousands(u.AllUnits), thousands(contexts), thousands(u.AllContexts),
		percent(u.ShownEntries, u.Entries), thousands(u.Entries)))
	l.notes(u.Application.Notes())
	l.notes(u.Notes, u.Tally.Notes("method entries", "contexts"))
	l.heat(profileHeat, "of all entries")
	l.edge(dotInlined, "solid", "inlined into its caller at a bytecode index, ×calls per entry of the caller there")
	if len(u.Calls) > 0 {
		l.edge(dotSampled, "dashed", "sampled calls from one unit to another, each stack once")
	}
	if through {
		l.edge(dotText, "dotted", "through frames that are not shown")
	}
	return l.done()
}

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
	heat := unitsHeat(u)
	d.begin(nodes, false, unitsLegend(u, heat, opts))
	d.print("\tgraph [newrank=true]\n\t{ rank=min;") // all roots on one line
	for k := range slices.Backward(u.Units) {
		d.print(" c%d_0;", k)
	}
	d.print(" }\n")
	d.labels = nodes+len(u.Calls) <= maxEdgeLabels
	for k := range slices.Backward(u.Units) { // engines lay out what comes last at the top
		unit := &u.Units[k]
		d.beginCluster(k, len(nameLines(unit.Name)), unitLabel(u, unit), unitTooltip(u, unit))
		for i := range unit.Contexts {
			d.unitContext(u, unit, heat, contextID(int32(k), int32(i)), i)
		}
		d.print("\t}\n")
		for i, c := range unit.Contexts {
			if c.Parent >= 0 {
				d.unitArrow(u, unit, contextID(int32(k), c.Parent), contextID(int32(k), int32(i)), &c)
			}
		}
	}
	for _, c := range u.Calls {
		to, head := contextID(c.ToUnit, 0), ", constraint=false"
		if c.ToUnit != c.FromUnit { // a line cannot end at the box that it starts in
			head += fmt.Sprintf(", lhead=cluster_%d", c.ToUnit)
		}
		from := &u.Units[c.FromUnit].Contexts[c.FromContext]
		samples := shortPlural(c.Count, "sample")
		d.arrow(arrow{
			from: contextID(c.FromUnit, c.FromContext), to: to, style: "dashed", color: dotSampled, share: shareOf(c.Count, u.Samples),
			label: []string{samples}, tooltip: []string{from.Full, "→ " + u.Units[c.ToUnit].Full, "sampled, " + plural(c.Count, "sample")}, extra: head,
		})
	}
	d.print("}\n")
	return d.b.Flush()
}

func contextID(unit, context int32) string { return fmt.Sprintf("c%d_%d", unit, context) }

// unitLabel returns the label of a box. The first line is the name of the root, for searches.
func unitLabel(u *callgraph.Units, unit *callgraph.Unit) []string {
	return append(nameLines(unit.Name), unitSize(u, unit))
}

// unitSize says how large a unit is.
func unitSize(u *callgraph.Units, unit *callgraph.Unit) string {
	text := shortPlural(unit.Inclusive, "method entry") + ", " + percent(unit.Inclusive, u.Entries) + " of all"
	if missing := unit.Size - len(unit.Contexts); missing > 0 {
		text += fmt.Sprintf("; %s of %s instances shown", thousands(len(unit.Contexts)), thousands(unit.Size))
	}
	return text
}

func unitTooltip(u *callgraph.Units, unit *callgraph.Unit) []string {
	lines := []string{
		"compilation unit of " + unit.Full,
		fmt.Sprintf("%s in %s, %s of all", plural(unit.Inclusive, "method entry"), plural(unit.Size, "instance"), percent(unit.Inclusive, u.Entries)),
	}
	if unit.Shown < unit.Inclusive || len(unit.Contexts) < unit.Size {
		lines = append(lines, fmt.Sprintf("not shown: %s with %s", plural(unit.Size-len(unit.Contexts), "instance"), plural(unit.Inclusive-unit.Shown, "entry")))
	}
	return lines
}

// unitContext writes the node of a context.
func (d *dotWriter) unitContext(u *callgraph.Units, unit *callgraph.Unit, heat heatScale, id string, i int) {
	c := &unit.Contexts[i]
	b := dotBox{id: id, name: nameLines(c.Name), tooltip: contextTooltip(unit, c), fill: dotNoCount.light, style: "filled,rounded,dashed"}
	if c.Known {
		b.lines = append(b.lines, shortPlural(c.Entries, "entry")+", "+percent(c.Entries, u.Entries))
		b.fill, b.style = heat.color(c.Entries).light, "filled,rounded"
		b.bar, b.self, b.total = true, shareOf(c.Entries, unit.Inclusive), shareOf(c.Inclusive, unit.Inclusive)
	} else {
		b.lines = append(b.lines, "entries n/a")
	}
	if c.Focus {
		b.extra = ", penwidth=2.5"
	}
	d.box(b)
}

func contextTooltip(unit *callgraph.Unit, c *callgraph.UnitContext) []string {
	entries := "method entries n/a: the file has no count"
	if c.Known {
		entries = plural(c.Entries, "method entry") + " in this place"
	}
	return []string{c.Full, entries, fmt.Sprintf("%s with all that is inlined below, %s of the unit", thousands(c.Inclusive), percent(c.Inclusive, unit.Inclusive))}
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

// unitsHeat is the scale of the entries of contexts.
func unitsHeat(u *callgraph.Units) heatScale {
	var values []int64
	for i := range u.Units {
		for k := range u.Units[i].Contexts {
			values = append(values, u.Units[i].Contexts[k].Entries)
		}
	}
	return newHeatScale(values)
}

// unitsHead returns the legend without the explanation of nodes and lines.
func unitsHead(u *callgraph.Units, heat heatScale, opts DOTOptions) *dotLegend {
	l := &dotLegend{}
	title := opts.Title
	if title == "" {
		title = "Compilation units"
	}
	l.title(title, opts.Subtitle)
	contexts := 0
	inclusive := int64(0)
	for _, unit := range u.Units {
		inclusive += unit.Inclusive
		contexts += len(unit.Contexts)
	}
	l.line(fmt.Sprintf("%s of %s, with %s of %s method entries (calls, not time)",
		thousands(len(u.Units)), plural(u.AllUnits, "unit"), treePercent(inclusive, u.Entries), thousands(u.Entries)))
	l.line(fmt.Sprintf("%s of %s instances are drawn, with %s", thousands(contexts), thousands(u.AllContexts), treePercent(u.ShownEntries, u.Entries)))
	if !opts.Slide {
		l.notes(u.Application.Notes(), u.Notes, u.Tally.Notes("method entries", "contexts"))
	}
	l.heat(heat, u.Entries, "of all entries")
	return l
}

func unitsLegend(u *callgraph.Units, heat heatScale, opts DOTOptions) *dotLegend {
	l := unitsHead(u, heat, opts)
	through := false
	for _, unit := range u.Units {
		for _, c := range unit.Contexts {
			through = through || c.Through
		}
	}
	l.bar("entries", "with all that is inlined below", "the rest of the unit")
	l.edge(dotInlined, "solid", "inlined into its caller at a bytecode index, ×calls per entry of the caller there")
	if len(u.Calls) > 0 {
		l.edge(dotSampled, "dashed", "sampled calls from one unit to another, each stack once")
	}
	if through {
		l.edge(dotText, "dotted", "through frames that are not shown")
	}
	return l
}

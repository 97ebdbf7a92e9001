package render

import (
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/inlining"
)

// InlineDOTOptions are the options of [InlineDOT]. The zero value is useful.
type InlineDOTOptions struct {
	DOTOptions
	Sites int // branches, and as many calls with their types, that an instance shows at most; 0: all
}

// InlineDOT writes inlining trees in Graphviz's language: a box for each unit, with a node for each instance, its types and
// its branches.
func InlineDOT(w io.Writer, in *inlining.Trees, opts InlineDOTOptions) error {
	d := newDotWriter(w)
	nodes := InlineNodes(in)
	heat := inliningHeat(in)
	_, full := fullNamesOf(in)
	d.begin(nodes, false, inlineDOTLegend(in, heat, opts.DOTOptions))
	d.labels = nodes <= maxEdgeLabels
	d.print("\tgraph [newrank=true, ordering=out, ranksep=0.3]\n\t{ rank=min;") // without newrank, the roots are not on one line
	for k := range slices.Backward(in.Units) {                                  // engines lay out what comes last at the top
		d.print(" i%d_0;", k)
	}
	d.print(" }\n")
	for k := range slices.Backward(in.Units) {
		u := &in.Units[k]
		name := nameLines(in.Name(u.Root().Slot))
		d.beginCluster(k, len(name), append(name, unitText(in, u, shortPlural)), []string{"compilation unit of " + convert.SlotName(full, u.Root().Slot), unitText(in, u, plural[int64])})
		prefix := fmt.Sprintf("i%d_", k)
		for i := range u.Instances {
			d.prunedNode(u, prefix+strconv.Itoa(i), i)
		}
		for i := range slices.Backward(u.Instances) {
			d.inliningNode(in, u, full, heat, prefix+strconv.Itoa(i), i, opts.Sites)
		}
		d.print("\t}\n")
		for i := range slices.Backward(u.Instances) {
			d.inliningArrow(u, full, prefix, i)
		}
	}
	d.print("}\n")
	return d.b.Flush()
}

func instanceID(unit, instance int) string { return fmt.Sprintf("i%d_%d", unit, instance) }

// InlineNodes returns the number of nodes that [InlineDOT] draws.
func InlineNodes(in *inlining.Trees) int {
	nodes := 0
	for i := range in.Units {
		for k := range in.Units[i].Instances {
			nodes++
			if in.Units[i].Instances[k].PrunedSites > 0 {
				nodes++
			}
		}
	}
	return nodes
}

// unitText returns the line about a unit in the label or the tooltip of its box. Count writes entries.
func unitText(in *inlining.Trees, u *inlining.Unit, count func(int64, string) string) string {
	if !u.Known {
		return "entries n/a, " + plural(u.Size, "instance")
	}
	return fmt.Sprintf("%s in %s, %s of all", count(u.Inclusive, "method entry"), plural(u.Size, "instance"), treePercent(u.Inclusive, in.Base))
}

// inliningNode writes the node of an instance.
func (d *dotWriter) inliningNode(in *inlining.Trees, u *inlining.Unit, full *convert.Names, heat heatScale, id string, i, sites int) {
	n := &u.Instances[i]
	b := dotBox{id: id, name: nameLines(in.Name(n.Slot)), tooltip: []string{convert.SlotName(full, n.Slot)}, fill: dotNoCount.light, style: "filled,rounded,dashed"}
	switch {
	case n.Slot == convert.NoFrame:
		b.name = []string{plural(n.Hidden, "hidden frame")}
	case n.Known:
		b.lines = append(b.lines, shortPlural(n.Entries, "entry")+", "+instanceShare(u, n)+" of the unit")
		b.tooltip = append(b.tooltip, plural(n.Entries, "method entry")+" in this place")
		b.fill, b.style = heat.color(n.Entries).light, "filled,rounded"
		b.bar, b.self, b.total = true, shareOf(n.Entries, u.Inclusive), shareOf(n.Inclusive, u.Inclusive)
	default:
		b.lines = append(b.lines, "entries n/a, "+instanceShare(u, n)+" of the unit")
		b.tooltip = append(b.tooltip, "method entries n/a: the file has no count")
	}
	if n.InclusiveKnown {
		b.tooltip = append(b.tooltip, fmt.Sprintf("%s with all that is inlined below", thousands(n.Inclusive)))
	}
	shown, oneSided := instanceSites(in, n, sites, treeCount)
	for k := range shown {
		b.small = append(b.small, shown[k].plainText(maxSiteColumns))
		if shown[k].more != "" {
			b.small = append(b.small, "… "+shown[k].more)
		}
	}
	if oneSided > 0 {
		b.small = append(b.small, plural(oneSided, "one-sided branch"))
	}
	all, _ := instanceSites(in, n, tooltipSites, thousands[int64])
	for k := range all {
		b.tooltip = append(b.tooltip, all[k].plainText(unlimited))
	}
	if n.Matches || i == 0 {
		b.extra = ", penwidth=2.5"
	}
	d.box(b)
}

// prunedNode writes a node that says how much is not shown below an instance, and the line to it.
func (d *dotWriter) prunedNode(u *inlining.Unit, id string, i int) {
	n := &u.Instances[i]
	if n.PrunedSites == 0 {
		return
	}
	text := inlinePruned(n, u.Inclusive)
	d.print("\t%sr [class=\"name0\", shape=plaintext, style=\"\", fontcolor=\"%s\", label=%s, tooltip=%s]\n", id, dotFaint.light, quote(text), quoteTooltip(text))
	d.print("\t%s -> %sr [style=dotted, color=\"%s\", arrowhead=none]\n", id, id, dotUnknown.light)
}

// maxSiteColumns limits the width of lines about sites: a wide node makes all nodes of its rank as wide.
const maxSiteColumns = 40

// tooltipSites is the number of sites of a kind in a tooltip: more do not fit on a screen.
const tooltipSites = 12

func instanceShare(u *inlining.Unit, n *inlining.Instance) string {
	if !n.InclusiveKnown {
		return "n/a"
	}
	return treePercent(n.Inclusive, u.Inclusive)
}

// inliningArrow writes the line from the caller to an instance.
func (d *dotWriter) inliningArrow(u *inlining.Unit, full *convert.Names, prefix string, i int) {
	n := &u.Instances[i]
	id := prefix + strconv.Itoa(i)
	if n.Parent < 0 {
		return
	}
	label, text := "", "inlined "
	if n.SiteKnown {
		label = treeSite(n.Site, true)
		text += label
	}
	if f, ok := n.Frequency(); ok {
		label += " " + treeFactor(f)
		text += fmt.Sprintf(" %s per entry of the caller (%s of %s)", treeFactor(f), thousands(n.Entries), thousands(n.CallerEntries))
	}
	d.arrow(arrow{
		from: prefix + strconv.Itoa(int(n.Parent)), to: id, color: dotInlined, share: shareOf(n.Inclusive, u.Inclusive),
		label: []string{label}, tooltip: []string{convert.SlotName(full, u.Instances[n.Parent].Slot), "→ " + convert.SlotName(full, n.Slot), text},
	})
}

// inliningHeat is the scale of the entries of instances.
func inliningHeat(in *inlining.Trees) heatScale {
	var values []int64
	for i := range in.Units {
		for k := range in.Units[i].Instances {
			values = append(values, in.Units[i].Instances[k].Entries)
		}
	}
	return newHeatScale(values)
}

func inlineDOTLegend(in *inlining.Trees, heat heatScale, opts DOTOptions) *dotLegend {
	l := inlineDOTHead(in, heat, opts)
	l.bar("entries", "with all that is inlined below", "the rest of the unit")
	l.words(dotInlined, "@13 ×2", "inlined into its caller at a bytecode index, calls per entry of the caller there")
	l.words(dotText, "@19 →46 67%", "where a branch went, and the types seen at a call: first those that run often and are hard to predict")
	return l
}

// inlineDOTHead returns the legend without the explanation of nodes.
func inlineDOTHead(in *inlining.Trees, heat heatScale, opts DOTOptions) *dotLegend {
	l := &dotLegend{}
	title := opts.Title
	if title == "" {
		title = "Inlining trees"
	}
	l.title(title, opts.Subtitle)
	l.line(shownUnits(in) + " (calls, not time)")
	l.notes(in.Application.Notes())
	l.notes(in.Tally.Notes("method entries", "contexts"), in.Notes)
	l.heat(heat, in.Base, "of all entries")
	return l
}

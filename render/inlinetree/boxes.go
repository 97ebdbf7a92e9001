package inlinetree

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/inlining"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/render/dot"
	"github.com/iprof-viz/iprof-viz/render/drawing"
	"github.com/iprof-viz/iprof-viz/render/internal/fitname"
	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
	"github.com/iprof-viz/iprof-viz/render/internal/places"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
	"github.com/iprof-viz/iprof-viz/render/internal/siteline"
	"github.com/iprof-viz/iprof-viz/render/palette"
)

// DOTOptions are the options of [DOT]. The zero value is useful.
type DOTOptions struct {
	dot.Options
	Sites int // maximum branches of an instance, and maximum calls with their types; 0: all
}

// DOT writes inlining trees in DOT: a box for each unit, with a node for each instance, its types and its branches.
func DOT(w io.Writer, in *inlining.Trees, opts DOTOptions) error {
	d := treeWriterDOT{dot.NewWriter(w)}
	nodes := Nodes(in)
	heat := inliningHeat(in)
	_, full := fullNamesOf(in)
	d.Begin(nodes, false, inlineDOTLegend(in, heat, opts.Options).HTML())
	d.Labels = nodes <= dot.MaxEdgeLabels
	d.Print("\tgraph [newrank=true, ordering=out, ranksep=0.3]\n\t{ rank=min;") // without newrank, the roots would not be on one line
	for k := range slices.Backward(in.Units) {                                  // engines put what comes last at the top
		d.Print(" i%d_0;", k)
	}
	d.Print(" }\n")
	for k := range slices.Backward(in.Units) {
		u := &in.Units[k]
		name := dot.NameLines(in.Name(u.Root().Slot))
		d.BeginCluster(k, len(name), append(name, unitText(in, u, numbers.ShortPlural)), []string{"compilation unit of " + convert.SlotName(full, u.Root().Slot), unitText(in, u, numbers.Plural[int64])})
		prefix := fmt.Sprintf("i%d_", k)
		for i := range u.Instances {
			d.prunedNode(u, prefix+strconv.Itoa(i), i)
			d.leavingNodes(in, u, prefix+strconv.Itoa(i), i)
		}
		for i := range slices.Backward(u.Instances) {
			d.inliningNode(in, u, full, heat, prefix+strconv.Itoa(i), i, opts.Sites)
		}
		d.Print("\t}\n")
		for i := range slices.Backward(u.Instances) {
			d.inliningArrow(u, full, prefix, i)
		}
	}
	d.Print("}\n")
	return d.B.Flush()
}

func instanceID(unit, instance int) string { return fmt.Sprintf("i%d_%d", unit, instance) }

// Nodes returns the number of nodes that [DOT] draws.
func Nodes(in *inlining.Trees) int {
	nodes := 0
	for i := range in.Units {
		for k := range in.Units[i].Instances {
			nodes++
			if in.Units[i].Instances[k].PrunedSites > 0 {
				nodes++
			}
			nodes += len(in.Units[i].Instances[k].Calls)
		}
	}
	return nodes
}

// unitText returns the line about a unit in the label or the tooltip of its box. Count formats entries.
func unitText(in *inlining.Trees, u *inlining.Unit, count func(int64, string) string) string {
	if !u.Known {
		return "entries n/a, " + numbers.Plural(u.Size, "instance")
	}
	return fmt.Sprintf("%s in %s, %s %s", count(u.Inclusive, "method entry"), numbers.Plural(u.Size, "instance"), numbers.TreePercent(u.Inclusive, in.Base), ofAll(in))
}

// inliningNode writes the node of an instance.
func (d treeWriterDOT) inliningNode(in *inlining.Trees, u *inlining.Unit, full *convert.Names, heat palette.HeatScale, id string, i, sites int) {
	n := &u.Instances[i]
	b := dot.Box{ID: id, Name: dot.NameLines(in.Name(n.Slot)), Tooltip: []string{convert.SlotName(full, n.Slot)}, Fill: palette.NoCount.Light, Style: "filled,rounded,dashed"}
	switch {
	case n.Slot == convert.NoFrame:
		b.Name = []string{numbers.Plural(n.Hidden, "hidden frame")}
	case n.Known:
		count := numbers.ShortPlural(n.Entries, "entry")
		if !n.IsCertain() {
			count = instanceCount(n) + " entries"
		}
		b.Lines = append(b.Lines, count+", "+InstanceShare(u, n)+" of the unit")
		b.Tooltip = append(b.Tooltip, entriesText(n))
		b.Fill, b.Style = heat.Color(n.Entries).Light, "filled,rounded"
		b.Bar, b.Self, b.Total = true, numbers.ShareOf(n.Entries, u.Inclusive), numbers.ShareOf(n.Inclusive, u.Inclusive)
	default:
		b.Lines = append(b.Lines, "entries "+instanceCount(n)+", "+InstanceShare(u, n)+" of the unit")
		b.Tooltip = append(b.Tooltip, entriesText(n))
	}
	if n.New {
		b.Name[0] = newMark + b.Name[0]
		b.Tooltip = append(b.Tooltip, "not inlined here in the instrumented image")
	}
	if n.InclusiveKnown {
		b.Tooltip = append(b.Tooltip, fmt.Sprintf("%s inclusive", numbers.Thousands(n.Inclusive)))
	}
	shown, oneSided := instanceSites(in, n, sites, numbers.TreeCount)
	for k := range shown {
		b.Small = append(b.Small, shown[k].PlainText(maxSiteColumns))
		if shown[k].More != "" {
			b.Small = append(b.Small, "… "+shown[k].More)
		}
	}
	if oneSided > 0 {
		b.Small = append(b.Small, numbers.Plural(oneSided, "fully biased branch"))
	}
	all, _ := instanceSites(in, n, tooltipSites, numbers.Thousands[int64])
	for k := range all {
		b.Tooltip = append(b.Tooltip, all[k].PlainText(plaintext.Unlimited))
	}
	if n.Matches || i == 0 {
		b.Extra = ", penwidth=2.5"
	}
	d.Box(b)
}

// prunedNode writes a node that says how much is not shown below an instance, and the line to it.
func (d treeWriterDOT) prunedNode(u *inlining.Unit, id string, i int) {
	n := &u.Instances[i]
	if n.PrunedSites == 0 {
		return
	}
	text := inlinePruned(n, u.Inclusive)
	d.Print("\t%sr [class=\"name0\", shape=plaintext, style=\"\", fontcolor=\"%s\", label=%s, tooltip=%s]\n", id, palette.Faint.Light, dot.Quote(text), dot.QuoteTooltip(text))
	d.Print("\t%s -> %sr [style=dotted, color=\"%s\", arrowhead=none]\n", id, id, palette.Unknown.Light)
}

// leavingNodes writes the calls that left the unit from an instance, and the lines to them.
func (d treeWriterDOT) leavingNodes(in *inlining.Trees, u *inlining.Unit, id string, i int) {
	n := &u.Instances[i]
	for k := range n.Calls {
		c := &n.Calls[k]
		name := c.Name(in.Names)
		text := "→ " + fitname.Method(plaintext.Visible(name), maxSiteColumns) + " " + siteline.CallCount(c.Calls()) + " calls"
		tooltip := []string{"→ " + name, inlining.CallsText(c.Calls()) + " that stayed calls, not entries of this unit"}
		if c.Outcome != "" {
			tooltip = append(tooltip, strings.TrimSuffix(siteline.Outcome(c)+": "+words.CompilerReason(c.Reason), ": "))
		}
		d.Print("\t%sc%d [class=\"name0\", shape=plaintext, style=\"\", fontcolor=\"%s\", label=%s, tooltip=%s]\n", id, k, palette.Called.Light, dot.Quote(text), dot.QuoteTooltip(tooltip...))
		label := siteline.CallPlace(in.Lines, c.Site)
		if f, ok := c.Calls().PerEntry(n.Entries, n.Known); ok {
			label += " " + numbers.TreeFactor(f)
		}
		d.Arrow(dot.Arrow{
			From: id, To: fmt.Sprintf("%sc%d", id, k), Style: "dashed", Color: palette.Called, Share: numbers.ShareOf(c.Target.Stayed.Figure(), u.Inclusive),
			Label: []string{label}, Tooltip: append(tooltip, label),
		})
	}
}

// maxSiteColumns limits the width of lines about sites: a wide node makes all nodes of its rank equally wide.
const maxSiteColumns = 40

// tooltipSites is the maximum number of sites of a kind in a tooltip: more do not fit on a screen.
const tooltipSites = 12

// InstanceShare returns the share of an instance in its unit, inclusive (with inlined callees).
func InstanceShare(u *inlining.Unit, n *inlining.Instance) string {
	if !n.InclusiveKnown {
		return "n/a"
	}
	return numbers.TreePercent(n.Inclusive, u.Inclusive)
}

// inliningArrow writes the line from the caller to an instance.
func (d treeWriterDOT) inliningArrow(u *inlining.Unit, full *convert.Names, prefix string, i int) {
	n := &u.Instances[i]
	id := prefix + strconv.Itoa(i)
	if n.Parent < 0 {
		return
	}
	label, text := "", "inlined "
	if n.SiteKnown {
		label = places.TreeSite(n.Site, true)
		text += label
	}
	if f, ok := n.Frequency(); ok {
		label += " " + numbers.TreeFactor(f)
		text += fmt.Sprintf(" %s per entry of the caller (%s of %s)", numbers.TreeFactor(f), numbers.Thousands(n.Entries), numbers.Thousands(n.CallerEntries))
	}
	d.Arrow(dot.Arrow{
		From: prefix + strconv.Itoa(int(n.Parent)), To: id, Color: palette.Inlined, Share: numbers.ShareOf(n.Inclusive, u.Inclusive),
		Label: []string{label}, Tooltip: []string{convert.SlotName(full, u.Instances[n.Parent].Slot), "→ " + convert.SlotName(full, n.Slot), text},
	})
}

// inliningHeat is the scale of the entries of instances.
func inliningHeat(in *inlining.Trees) palette.HeatScale {
	var values []int64
	for i := range in.Units {
		for k := range in.Units[i].Instances {
			values = append(values, in.Units[i].Instances[k].Entries)
		}
	}
	return palette.NewHeatScale(values, 0)
}

func inlineDOTLegend(in *inlining.Trees, heat palette.HeatScale, opts dot.Options) *drawing.Legend {
	l := inlineDOTHead(in, heat, opts)
	l.Bar("entries", "inclusive (with inlined callees)", "the rest of the unit")
	l.Words(palette.Inlined, "@13 ×2", "inlined into its caller at a bytecode index, calls per entry of the caller there")
	if hasLeaving(in) {
		l.Words(palette.Called, "→ 10.0k calls", siteline.LeavingLegend)
	}
	if in.Optimized {
		l.Words(palette.Text, "≤12.0k", boundsLegend)
		return l
	}
	l.Words(palette.Text, "@19 →46 67%", "branch targets and receiver types, hottest and least predictable first")
	return l
}

// inlineDOTHead returns the legend without the explanation of nodes.
func inlineDOTHead(in *inlining.Trees, heat palette.HeatScale, opts dot.Options) *drawing.Legend {
	l := &drawing.Legend{}
	l.Title(cmp.Or(opts.Title, treesTitle(in)), opts.Subtitle)
	l.Keep(func() { l.Line(shownUnits(in) + " (calls, not time)") })
	l.Notes(in.Application.Notes())
	l.Notes(in.Tally.Notes("method entries", "contexts"), in.Notes, leavingNotes(in))
	l.Heat(heat, in.Base, ofAll(in))
	return l
}

// A treeWriterDOT writes inlining trees.
type treeWriterDOT struct{ *dot.Writer }

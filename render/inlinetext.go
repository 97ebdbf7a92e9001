package render

import (
	"bufio"
	"fmt"
	"io"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/inlining"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// InlineText writes inlining trees for a person at a terminal.
//
//	(root) Json$_JsonHandler.endNumber  7.88M           [100% of unit entries]
//	├─ @13 Utils.convertNumber          7.88M  ×1       [60.0%]
//	│  │  ◆ @19 →46 66.7% →22 33.3% (7.88M)   … 2 one-sided
//	│  ├─ @47 Double.doubleValue        5.25M  ×0.667    [5.0%]
//
// That is: the call site in the caller, the method, its entries in this very place, how often an entry of the caller
// calls it, and its share of the unit's entries with all that is inlined below it.
func InlineText(w io.Writer, in *inlining.Trees, opts TreeOptions) error {
	b := bufio.NewWriterSize(w, 64<<10) // keeps the first error
	t := newTreeWriter(b, opts)
	t.head(inlineHead(in))
	t.heading(inlineLegend, dim)
	t.units(in)
	return b.Flush()
}

const inlineLegend = "@call site, method, entries, ×calls per entry of the caller, [share of the unit's entries with all that is inlined below]; " +
	"◇ types seen; ◆ where a branch went; ◆2 two branches that always went the same way"

// InlineMarkdown writes inlining trees for a review or a report, as GitHub renders it: text in a block of code.
func InlineMarkdown(w io.Writer, in *inlining.Trees, opts TreeOptions) error {
	opts.Color = false
	return markdownTrees(w, append(inlineHead(in), inlineLegend), opts, func(t *treeWriter) { t.units(in) })
}

// units writes the trees and what is left out.
func (w *treeWriter) units(in *inlining.Trees) {
	for i := range in.Units {
		w.b.WriteByte('\n')
		w.heading(unitHead(in, i), bold)
		w.tree(inlineRows(in, &in.Units[i], w.opts))
	}
	if rest := unitsLeftOut(in); rest != "" && len(in.Units) > 0 {
		w.b.WriteByte('\n')
		w.heading(rest, dim)
	}
}

// head writes the lines above trees, the first of which is a title.
func (w *treeWriter) head(lines []string) {
	for i, line := range lines {
		if i == 0 {
			w.heading(line, bold)
		} else {
			w.heading(line, dim)
		}
	}
}

// inlineHead are the lines above the trees.
func inlineHead(in *inlining.Trees) []string {
	lines := []string{
		fmt.Sprintf("inlining trees by method entries, iprof %s, view %s", in.Profile.Version, in.View),
		shownUnits(in),
	}
	lines = append(lines, in.Tally.Notes("method entries", "contexts")...)
	return append(lines, in.Notes...)
}

// shownUnits says which units there are to see.
func shownUnits(in *inlining.Trees) string {
	var entries int64
	for i := range in.Units {
		entries += in.Units[i].Inclusive
	}
	units := fmt.Sprintf("%s of %s", thousands(len(in.Units)), plural(in.UnitCount, "unit"))
	switch {
	case in.Asked:
		units = fmt.Sprintf("%s of %s asked for, of %s in all", thousands(len(in.Units)), plural(in.Matching, "unit"), thousands(in.UnitCount))
	case len(in.Units) == in.UnitCount && in.UnitCount > 1:
		units = "all " + plural(in.UnitCount, "unit")
	}
	return fmt.Sprintf("%s, with %s of %s method entries", units, treePercent(entries, in.Base), thousands(in.Base))
}

// unitsLeftOut says what is not shown, in the last line; "" if all is.
func unitsLeftOut(in *inlining.Trees) string {
	left := in.UnitCount - len(in.Units)
	if left == 0 {
		return ""
	}
	entries := in.Base
	for i := range in.Units {
		entries -= in.Units[i].Inclusive
	}
	asked := ""
	if in.Asked {
		asked = fmt.Sprintf(" (%s asked for)", thousands(in.Matching-len(in.Units)))
	}
	return fmt.Sprintf("… %s%s, with %s of all entries", plural(left, "more unit"), asked, treePercent(entries, in.Base))
}

// unitHead is the line above a unit.
func unitHead(in *inlining.Trees, i int) string {
	u := &in.Units[i]
	if !u.Known {
		return fmt.Sprintf("#%d  entries n/a, %s", i+1, plural(u.Size, "instance"))
	}
	return fmt.Sprintf("#%d  %s of all entries: %s in %s", i+1, treePercent(u.Inclusive, in.Base), shortCount(u.Inclusive), plural(u.Size, "instance"))
}

// inlineRows words a unit.
func inlineRows(in *inlining.Trees, u *inlining.Unit, opts TreeOptions) []treeRow {
	rows := make([]treeRow, 0, len(u.Instances))
	var pruned []int32         // instances that still have to say what is missing below them
	say := func(depth int32) { // of those at this depth and deeper
		for len(pruned) > 0 && u.Instances[pruned[len(pruned)-1]].Depth >= depth {
			n := &u.Instances[pruned[len(pruned)-1]]
			pruned = pruned[:len(pruned)-1]
			rows = append(rows, treeRow{depth: int(n.Depth) + 1, rest: inlinePruned(n, u.Inclusive)})
		}
	}
	for i := range u.Instances {
		n := &u.Instances[i]
		say(n.Depth)
		row := treeRow{
			depth: int(n.Depth),
			place: instancePlace(n, opts.Width > 0 && opts.Width < narrow),
			name:  in.Name(n.Slot),
			count: instanceCount(n),
		}
		switch {
		case u.Inclusive == 0:
		case n.InclusiveKnown:
			row.share = "[" + treePercent(n.Inclusive, u.Inclusive) + "]"
		default:
			row.share = "[n/a]"
		}
		var oneSided int
		if row.sites, oneSided = instanceSites(in, n, opts.Sites); oneSided > 0 {
			row.after, row.brief = fmt.Sprintf("◆ %d one-sided", oneSided), fmt.Sprintf("◆%d", oneSided)
		}
		if n.Hidden > 1 {
			row.name = fmt.Sprintf("(%d hidden)", n.Hidden)
		}
		if f, ok := n.Frequency(); ok {
			row.times = treeFactor(f)
		}
		switch {
		case n.Matches:
			row.style = bold + matchStyle
		case i == 0:
			row.style = bold
		}
		if i == 0 && row.share != "" {
			row.of = "of unit entries"
		}
		rows = append(rows, row)
		if n.PrunedSites > 0 {
			pruned = append(pruned, int32(i))
		}
	}
	say(0)
	return rows
}

// narrow is a terminal that has no columns to spare.
const narrow = 100

func instancePlace(n *inlining.Instance, short bool) string {
	if n.Parent < 0 {
		return "(root)"
	}
	return treeSite(n.Site, n.SiteKnown, short)
}

func instanceCount(n *inlining.Instance) string {
	switch {
	case n.Slot == convert.NoFrame:
		return ""
	case !n.Known:
		return "n/a"
	}
	return treeCount(n.Entries)
}

// inlinePruned says what is not shown below an instance: … 3 more, 0.4% of unit entries.
func inlinePruned(n *inlining.Instance, unit int64) string {
	text := "… " + thousands(n.PrunedSites) + " more"
	if n.PrunedInstances > n.PrunedSites {
		text += fmt.Sprintf(" (%s)", plural(n.PrunedInstances, "instance"))
	}
	if !n.PrunedKnown {
		return text + ", entries n/a"
	}
	return text + ", " + treePercent(n.PrunedInclusive, unit) + " of unit entries"
}

// instanceSites words what was seen at the calls and branches of an instance. Where all branches are one-sided and so
// have no line that could say it, it returns their number.
func instanceSites(in *inlining.Trees, n *inlining.Instance, most int) (lines []aside, onlyOneSided int) {
	if most <= 0 {
		most = unlimited
	}
	shown := min(len(n.Types), most)
	for i := range n.Types[:shown] {
		lines = append(lines, typesLine(in, &n.Types[i]))
	}
	if left := len(n.Types) - shown; left > 0 {
		lines[len(lines)-1].more = fmt.Sprintf("%d more", left)
	}

	oneSided, left, first := 0, 0, len(lines)
	for i := range n.Conditionals {
		c := &n.Conditionals[i]
		switch {
		case c.OneSided() && most < unlimited:
			oneSided++
		case len(lines)-first < most:
			lines = append(lines, branchLine(c))
		default:
			left++
		}
	}
	if len(lines) == first {
		return lines, oneSided
	}
	last := &lines[len(lines)-1]
	switch {
	case left > 0 && oneSided > 0:
		last.more = fmt.Sprintf("%d more, %d one-sided", left, oneSided)
	case left > 0:
		last.more = fmt.Sprintf("%d more", left)
	case oneSided > 0:
		last.more = fmt.Sprintf("%d one-sided", oneSided)
	}
	return lines, 0
}

// typesLine words types: ◇ @10 bimorphic: A 66.7% | B 33.3% (7.88M).
func typesLine(in *inlining.Trees, t *convert.TypeSite) aside {
	a := aside{mark: '◇', style: typeStyle, head: treeBCI(t.BCI) + " ", sep: " | ", tail: " (" + treeCount(t.Executions) + ")"}
	if t.InstanceOf {
		a.head += "instanceof, "
	}
	a.head += typeKind(t.Kind()) + ": "
	for _, c := range t.Types {
		a.parts = append(a.parts, asidePart{in.Names.Type(c.Type), treePercent(c.Count, t.Executions)})
	}
	return a
}

// typeKind names a kind of sites. One with as many types as the profiler keeps may have had more.
func typeKind(k convert.TypeKind) string {
	if k == convert.Megamorphic {
		return fmt.Sprintf("%s (%d+)", k, iprof.SaturatedTypes)
	}
	return k.String()
}

// branchLine words a conditional: ◆ @19 →46 66.7% →22 33.3% (7.88M).
func branchLine(c *convert.Conditional) aside {
	a := aside{mark: '◆', style: branchStyle, head: treeBCI(c.BCI) + " ", sep: " ", tail: " (" + treeCount(c.Executions) + ")"}
	for _, p := range c.Targets() {
		a.parts = append(a.parts, asidePart{"→" + targetBCI(p.Target), treePercent(p.Count, c.Executions)})
	}
	return a
}

// Styles of trees only.
const (
	typeStyle   style = "\x1b[36m"
	branchStyle style = "\x1b[35m"
	matchStyle  style = "\x1b[32m"
)

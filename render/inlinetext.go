package render

import (
	"fmt"
	"io"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/inlining"
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// InlineText writes inlining trees for people at a terminal.
//
//	(root) Json$_JsonHandler.endNumber  7.88M           [100% of unit entries]
//	├─ @13 Utils.convertNumber          7.88M  ×1       [60.0%]
//	│  │  ◆ @19 →46 66.7% →22 33.3% (7.88M)   … 2 one-sided
//	│  ├─ @47 Double.doubleValue        5.25M  ×0.667    [5.0%]
//
// Each row has the call site in the caller, the method, its entries in this place, the calls per entry of the caller, and the
// share of the unit's entries, including all that is inlined below it.
func InlineText(w io.Writer, in *inlining.Trees, opts TreeOptions) error {
	return textTrees(w, inlineHead(in), opts, func(t *treeWriter) { t.units(in) })
}

const inlineLegend = "@call site, method, entries, ×calls per entry of the caller, [share of the unit's entries with all that is inlined below]; " +
	"◇ types seen; ◆ where a branch went; ◆2 two branches that always went the same way"

// InlineMarkdown is [InlineText] in a code block of GitHub Flavored Markdown.
func InlineMarkdown(w io.Writer, in *inlining.Trees, opts TreeOptions) error {
	opts.Color = false
	return markdownTrees(w, inlineHead(in), opts, func(t *treeWriter) { t.units(in) })
}

// units writes the trees, and how many are left out.
func (w *treeWriter) units(in *inlining.Trees) {
	rest := unitsLeftOut(in)
	leftOut := func() {
		if rest != "" && len(in.Units) > 0 {
			w.b.WriteByte('\n')
			w.heading(rest, dim)
		}
		rest = ""
	}
	for i := range in.Units {
		if in.Units[i].Merged > 0 { // the last
			leftOut()
		}
		w.b.WriteByte('\n')
		w.heading(unitHead(in, i), bold)
		w.tree(inlineRows(in, &in.Units[i], w.opts))
	}
	leftOut()
}

// inlineHead returns the text around the trees.
func inlineHead(in *inlining.Trees) treeHead {
	notes := slices.Concat(in.Tally.Notes("method entries", "contexts"), in.Notes)
	if len(in.Units) > 0 {
		notes = append(notes, legendWithGaps(inlineLegend, inlineGaps(in))...)
	}
	return treeHead{
		lines: append([]string{fmt.Sprintf("inlining trees by method entries, iprof %s, view %s", in.Profile.Version, in.View), shownUnits(in)},
			in.Application.Notes()...),
		notes: notes,
	}
}

// shownUnits says how many units are shown, with how many entries.
func shownUnits(in *inlining.Trees) string {
	var entries int64
	for i := range in.Units {
		entries += in.Units[i].Inclusive
	}
	if in.Tally.IsOutside() {
		return "no unit is known to have entries of the application; --view expert has others"
	}
	units := fmt.Sprintf("%s of %s", thousands(len(in.Units)), plural(in.UnitCount, "unit"))
	switch {
	case in.HasMatch:
		units = fmt.Sprintf("%s of %s asked for, of %s in all", thousands(len(in.Units)), plural(in.Matching, "unit"), thousands(in.UnitCount))
	case len(in.Units) == in.UnitCount && in.UnitCount > 1:
		units = "all " + plural(in.UnitCount, "unit")
	}
	return fmt.Sprintf("%s, with %s of %s method entries", units, treePercent(entries, in.Base), thousands(in.Base))
}

// unitsLeftOut says how many units are not shown; "" for none.
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
	if in.HasMatch {
		asked = fmt.Sprintf(" (%s asked for)", thousands(in.Matching-len(in.Units)))
	}
	return fmt.Sprintf("… %s%s, with %s of all entries", plural(left, "more unit"), asked, treePercent(entries, in.Base))
}

// unitHead returns the line above a unit.
func unitHead(in *inlining.Trees, i int) string {
	u := &in.Units[i]
	switch {
	case u.Merged > 0 && !u.Known:
		return fmt.Sprintf("%s  entries unknown, %s in %s", convert.VMFrame, plural(u.Size, "instance"), plural(u.Merged, "unit"))
	case u.Merged > 0:
		return fmt.Sprintf("%s  %s of all entries: %s in %s of %s", convert.VMFrame, treePercent(u.Inclusive, in.Base), shortCount(u.Inclusive),
			plural(u.Size, "instance"), plural(u.Merged, "unit"))
	case !u.Known:
		return fmt.Sprintf("#%d  entries unknown, %s", i+1, plural(u.Size, "instance"))
	}
	return fmt.Sprintf("#%d  %s of all entries: %s in %s", i+1, treePercent(u.Inclusive, in.Base), shortCount(u.Inclusive), plural(u.Size, "instance"))
}

// inlineRows returns the rows of a unit.
func inlineRows(in *inlining.Trees, u *inlining.Unit, opts TreeOptions) *treeRows {
	rows := &treeRows{
		row:  func(i int) treeRow { return inlineRow(in, u, i, opts) },
		more: func(i int) string { return inlinePruned(&u.Instances[i], u.Inclusive) },
	}
	for i := range u.Instances {
		rows.add(i, u.Instances[i].Depth)
		if u.Instances[i].PrunedSites > 0 {
			rows.leaveOut()
		}
	}
	rows.end(0)
	return rows
}

// inlineRow returns the row of an instance.
func inlineRow(in *inlining.Trees, u *inlining.Unit, i int, opts TreeOptions) treeRow {
	n := &u.Instances[i]
	row := treeRow{site: instanceSite(n) + lineSuffix(instanceLine(in, u, i)), name: in.Name(n.Slot), count: instanceCount(n)}
	switch {
	case u.Inclusive == 0:
	case n.InclusiveKnown:
		row.share, row.part = "["+treePercent(n.Inclusive, u.Inclusive)+"]", float64(n.Inclusive)/float64(u.Inclusive)
	default:
		row.share = unknownShare
	}
	var oneSided int
	if row.lines, oneSided = instanceSites(in, n, opts.Sites, treeCount); oneSided > 0 {
		row.note, row.shortNote = "◆ "+thousands(oneSided)+" one-sided", "◆"+thousands(oneSided)
	}
	if n.Hidden > 1 {
		row.name = fmt.Sprintf("(%s hidden)", thousands(n.Hidden))
	}
	if f, ok := n.Frequency(); ok {
		row.factor = treeFactor(f)
	}
	switch {
	case n.Matches:
		row.style = bold + matchStyle
	case i == 0:
		row.style = bold
	}
	if i == 0 && row.share != "" {
		row.shareOf = "of unit entries"
	}
	return row
}

func instanceSite(n *inlining.Instance) string {
	if n.Parent < 0 {
		return "(root)"
	}
	return treeSite(n.Site, n.SiteKnown)
}

// instanceLine returns the source line of the call of an instance of a unit; 0: unknown.
func instanceLine(in *inlining.Trees, u *inlining.Unit, i int) int {
	n := &u.Instances[i]
	if n.Parent < 0 || !n.SiteKnown {
		return 0
	}
	return in.Lines.Line(u.Instances[n.Parent].Slot, n.Site)
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

// inlinePruned says how much is not shown below an instance: … 3 more, 0.4% of unit entries.
func inlinePruned(n *inlining.Instance, unit int64) string {
	text := "… " + thousands(n.PrunedSites) + " more"
	if n.PrunedInstances > n.PrunedSites {
		text += fmt.Sprintf(" (%s)", plural(n.PrunedInstances, "instance"))
	}
	if !n.PrunedKnown {
		return text + ", entries unknown"
	}
	return text + ", " + treePercent(n.PrunedInclusive, unit) + " of unit entries"
}

// instanceSites returns the lines about the types and branches of an instance, up to maxLines of both, and if all branches are
// one-sided, so that no line can say it, their number. Count writes executions: treeCount in lines that are drawn.
func instanceSites(in *inlining.Trees, n *inlining.Instance, maxLines int, count func(int64) string) (lines []siteLine, onlyOneSided int) {
	if maxLines <= 0 {
		maxLines = unlimited
	}
	shown := min(len(n.Types), maxLines)
	for i := range n.Types[:shown] {
		lines = append(lines, typesLine(in.Names, &n.Types[i], count).inLine(in.Lines, n.Types[i].Site))
	}
	if left := len(n.Types) - shown; left > 0 {
		lines[len(lines)-1].more = thousands(left) + " more"
	}

	oneSided, left, first := 0, 0, len(lines)
	for i := range n.Conditionals {
		c := &n.Conditionals[i]
		switch {
		case c.OneSided() && maxLines < unlimited:
			oneSided++
		case len(lines)-first < maxLines:
			lines = append(lines, branchLine(c, count).inLine(in.Lines, c.Site))
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
		last.more = fmt.Sprintf("%s more, %s one-sided", thousands(left), thousands(oneSided))
	case left > 0:
		last.more = thousands(left) + " more"
	case oneSided > 0:
		last.more = thousands(oneSided) + " one-sided"
	}
	return lines, 0
}

// typesLine returns the line about types: ◇ @10 bimorphic: A 66.7% | B 33.3% (7.88M).
func typesLine(names *convert.Names, t *sites.TypeSite, count func(int64) string) siteLine {
	a := siteLine{mark: '◇', style: typeStyle, head: treeBCI(t.BCI) + " ", sep: " | ", tail: " (" + count(t.Executions) + ")"}
	if t.InstanceOf {
		a.head += "instanceof, "
	}
	a.head += typeKind(t.Kind()) + ": "
	for _, c := range t.Ranked() {
		a.parts = append(a.parts, sitePart{names.Type(c.Type), treePercent(c.Count, t.Executions)})
	}
	return a
}

// typeKind names the kind of a site. If it has as many types as the profiler keeps, there may have been more.
func typeKind(k sites.TypeKind) string {
	if k == sites.Megamorphic {
		return fmt.Sprintf("%s (%d+)", k, iprof.SaturatedTypes)
	}
	return k.String()
}

// branchLine returns the line about a conditional: ◆ @19 →46 66.7% →22 33.3% (7.88M).
func branchLine(c *sites.Conditional, count func(int64) string) siteLine {
	a := siteLine{mark: '◆', style: branchStyle, head: treeBCI(c.BCI) + " ", sep: " ", tail: " (" + count(c.Executions) + ")"}
	for _, p := range c.Targets() {
		a.parts = append(a.parts, sitePart{"→" + targetBCI(p.Target), treePercent(p.Count, c.Executions)})
	}
	return a
}

// The styles of marks and matches.
const (
	typeStyle   style = "\x1b[36m"
	branchStyle style = "\x1b[35m"
	matchStyle  style = "\x1b[32m"
)

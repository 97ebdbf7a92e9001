package inlinetree

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/inlining"
	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
	"github.com/iprof-viz/iprof-viz/render/internal/places"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
	"github.com/iprof-viz/iprof-viz/render/internal/siteline"
	"github.com/iprof-viz/iprof-viz/render/internal/terminal"
)

// TextOptions are the options of [Text], [Markdown], [IntoText] and [IntoMarkdown]. The zero value is useful.
type TextOptions = siteline.Options

// Text writes inlining trees for reading in a terminal.
//
//	(root) Json$_JsonHandler.endNumber  7.88M           [100% of unit entries]
//	├─ @13 Utils.convertNumber          7.88M  ×1       [60.0%]
//	│  │  ◆ @19 →46 66.7% →22 33.3% (7.88M)   … 2 always one way
//	│  ├─ @47 Double.doubleValue        5.25M  ×0.667    [5.0%]
//
// Each row has the call site in the caller, the method, its entries in this place, the calls per entry of the caller, and the
// share of the unit's entries, including inlined callees.
func Text(w io.Writer, in *inlining.Trees, opts TextOptions) error {
	return textTrees(w, inlineHead(in), opts, func(t *treeWriter) { t.units(in) })
}

const (
	bareLegend     = "@call site, method, entries, ×calls per entry of the caller, [inclusive share of the unit's entries]"
	typesLegend    = "; ◇ observed types"
	branchesLegend = "; ◆ branch probabilities; ◆2 two branches that always went one way"
)

// Markdown is [Text] in a code block of GitHub Flavored Markdown.
func Markdown(w io.Writer, in *inlining.Trees, opts TextOptions) error {
	opts.Color = false
	return markdownTrees(w, inlineHead(in), opts, func(t *treeWriter) { t.units(in) })
}

// units writes the trees, and how many are left out.
func (w *treeWriter) units(in *inlining.Trees) {
	rest := unitsLeftOut(in)
	leftOut := func() {
		if rest != "" && len(in.Units) > 0 {
			w.B.WriteByte('\n')
			w.heading(rest, terminal.Dim)
		}
		rest = ""
	}
	for i := range in.Units {
		if in.Units[i].Merged > 0 { // the last
			leftOut()
		}
		w.B.WriteByte('\n')
		w.heading(unitHead(in, i), terminal.Bold)
		w.tree(inlineRows(in, &in.Units[i], w.opts))
	}
	leftOut()
}

// inlineHead returns the text around the trees.
func inlineHead(in *inlining.Trees) treeHead {
	notes := slices.Concat(in.Tally.Notes("method entries", "contexts"), withHowToShow(in.Notes), leavingNotes(in))
	if len(in.Units) > 0 {
		notes = append(notes, legendWithGaps(legendOf(in), inlineGaps(in))...)
	}
	title := fmt.Sprintf("%s by method entries, iprof %s", strings.ToLower(treesTitle(in)), in.Profile.Version)
	return treeHead{
		lines: slices.Concat([]string{title, shownUnits(in)}, in.Application.Notes(), in.SortedNotes()),
		view:  in.View,
		notes: notes,
	}
}

// bareInlineHead is inlineHead with nothing below the trees but a short legend.
func bareInlineHead(in *inlining.Trees) treeHead {
	head := inlineHead(in)
	head.notes = []string{bareLegend}
	if in.Optimized {
		head.notes = []string{bareOptimizedLegend}
	}
	return head
}

// withoutNotes is inlineHead with nothing below the trees, and above them only what they are of.
func withoutNotes(in *inlining.Trees) treeHead {
	head := inlineHead(in)
	head.lines, head.notes = head.lines[:2], nil
	return head
}

// legendOf explains trees, with the marks that they have.
func legendOf(in *inlining.Trees) string {
	legend, left := bareLegend, leavingLegend
	if in.Optimized {
		legend, left = optimizedLegend, callsLegend
	} else {
		if hasInstance(in, func(n *inlining.Instance) bool { return len(n.Types) > 0 }) {
			legend += typesLegend
		}
		if hasInstance(in, func(n *inlining.Instance) bool { return len(n.Conditionals) > 0 }) {
			legend += branchesLegend
		}
	}
	if hasLeaving(in) {
		legend += "; " + left
	}
	return legend
}

// hasInstance reports whether there is such an instance.
func hasInstance(in *inlining.Trees, such func(n *inlining.Instance) bool) bool {
	for i := range in.Units {
		for k := range in.Units[i].Instances {
			if such(&in.Units[i].Instances[k]) {
				return true
			}
		}
	}
	return false
}

// shownUnits says how many units are shown, with how many entries.
func shownUnits(in *inlining.Trees) string {
	var entries int64
	for i := range in.Units {
		entries += in.Units[i].Inclusive
	}
	if in.Tally.IsOutside() {
		return "no unit is known to have entries of the application; --view expert shows the others"
	}
	units := fmt.Sprintf("%s of %s", numbers.Thousands(len(in.Units)), numbers.Plural(in.UnitCount, "unit"))
	switch {
	case in.HasMatch:
		units = fmt.Sprintf("%s of %s, of %s in all", numbers.Thousands(len(in.Units)), numbers.Plural(in.Matching, "matching unit"), numbers.Thousands(in.UnitCount))
	case len(in.Units) == in.UnitCount && in.UnitCount > 1:
		units = "all " + numbers.Plural(in.UnitCount, "unit")
	}
	if in.AppFirst {
		units += ", application first"
	}
	return fmt.Sprintf("%s, with %s of %s%s", units, numbers.TreePercent(entries, in.Base), numbers.Thousands(in.Base), ofEntries(in))
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
	switch {
	case in.HasMatch && in.Matching == len(in.Units):
		return fmt.Sprintf("… %s not matching, with %s %s", numbers.Plural(left, "more unit"), numbers.TreePercent(entries, in.Base), ofAll(in))
	case in.HasMatch:
		asked = fmt.Sprintf(" (%s of them matching)", numbers.Thousands(in.Matching-len(in.Units)))
	}
	return fmt.Sprintf("… %s%s, with %s %s", numbers.Plural(left, "more unit"), asked, numbers.TreePercent(entries, in.Base), ofAll(in))
}

// unitHead returns the line above a unit.
func unitHead(in *inlining.Trees, i int) string {
	u := &in.Units[i]
	switch {
	case u.Merged > 0 && !u.Known:
		return fmt.Sprintf("%s  entries unknown, %s in %s", convert.VMFrame, numbers.Plural(u.Size, "instance"), numbers.Plural(u.Merged, "unit"))
	case u.Merged > 0:
		return fmt.Sprintf("%s  %s %s: %s in %s of %s", convert.VMFrame, numbers.TreePercent(u.Inclusive, in.Base), ofAll(in), numbers.ShortCount(u.Inclusive),
			numbers.Plural(u.Size, "instance"), numbers.Plural(u.Merged, "unit"))
	case !u.Known && in.Optimized:
		return fmt.Sprintf("#%d  no entries are certain, %s", i+1, numbers.Plural(u.Size, "instance"))
	case !u.Known:
		return fmt.Sprintf("#%d  entries unknown, %s", i+1, numbers.Plural(u.Size, "instance"))
	}
	alone := ""
	if u.Size == 1 && len(in.Tally.Notes("method entries", "contexts")) == 0 { // hidden methods may be inlined
		alone = ", nothing inlined into it"
	}
	return fmt.Sprintf("#%d  %s %s: %s in %s%s", i+1, numbers.TreePercent(u.Inclusive, in.Base), ofAll(in), numbers.ShortCount(u.Inclusive), numbers.Plural(u.Size, "instance"), alone)
}

// inlineRows returns the rows of a unit.
func inlineRows(in *inlining.Trees, u *inlining.Unit, opts TextOptions) *treeRows {
	type leaf struct{ instance, call int32 }
	var leaves []leaf // numbered after the instances
	rows := &treeRows{
		row: func(i int) treeRow {
			if i < len(u.Instances) {
				return inlineRow(in, u, i, opts)
			}
			l := leaves[i-len(u.Instances)]
			return leavingRow(in, &u.Instances[l.instance], int(l.call))
		},
		more: func(i int) string { return inlinePruned(&u.Instances[i], u.Inclusive) },
	}
	for i := range u.Instances {
		n := &u.Instances[i]
		rows.add(i, n.Depth)
		if n.PrunedSites > 0 {
			rows.leaveOut()
		}
		for k := range slices.Backward(n.Calls) {
			rows.addLast(len(u.Instances) + len(leaves))
			leaves = append(leaves, leaf{int32(i), int32(k)})
		}
	}
	rows.end(0)
	return rows
}

// inlineRow returns the row of an instance.
func inlineRow(in *inlining.Trees, u *inlining.Unit, i int, opts TextOptions) treeRow {
	n := &u.Instances[i]
	row := treeRow{site: instanceSite(n) + places.LineSuffix(instanceLine(in, u, i)), name: in.Name(n.Slot), count: instanceCount(n)}
	switch {
	case u.Inclusive == 0:
	case n.InclusiveKnown:
		row.share, row.part = "["+numbers.TreePercent(n.Inclusive, u.Inclusive)+"]", float64(n.Inclusive)/float64(u.Inclusive)
	default:
		row.share = unknownShare
	}
	var oneSided int
	if row.lines, oneSided = instanceSites(in, n, opts.Sites, numbers.TreeCount); oneSided > 0 {
		row.note, row.shortNote = "◆ "+numbers.Thousands(oneSided)+" always one way", "◆"+numbers.Thousands(oneSided)
	}
	if n.Hidden > 1 {
		row.name = fmt.Sprintf("(%s hidden)", numbers.Thousands(n.Hidden))
	}
	if n.New {
		row.name = newMark + row.name
	}
	if f, ok := n.Frequency(); ok {
		row.factor = numbers.TreeFactor(f)
	}
	switch {
	case n.Matches:
		row.style = terminal.Bold + siteline.MatchStyle
	case i == 0:
		row.style = terminal.Bold
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
	return places.TreeSite(n.Site, n.SiteKnown)
}

// instanceLine returns the source line of the call of an instance of a unit; 0: unknown.
func instanceLine(in *inlining.Trees, u *inlining.Unit, i int) int {
	n := &u.Instances[i]
	if n.Parent < 0 || !n.SiteKnown {
		return 0
	}
	return in.Lines.Line(u.Instances[n.Parent].Slot, n.Site)
}

// newMark marks copies that the instrumented image did not have.
const newMark = "+ "

func instanceCount(n *inlining.Instance) string {
	if n.Slot == convert.NoFrame {
		return ""
	}
	return siteline.Count(n.Count())
}

// inlinePruned says how much is not shown below an instance: … 3 more, 0.4% of unit entries.
func inlinePruned(n *inlining.Instance, unit int64) string {
	text := "… " + numbers.Thousands(n.PrunedSites) + " more"
	if n.PrunedInstances > n.PrunedSites {
		text += fmt.Sprintf(" (%s)", numbers.Plural(n.PrunedInstances, "instance"))
	}
	if !n.PrunedKnown {
		return text + ", entries unknown"
	}
	return text + ", " + numbers.TreePercent(n.PrunedInclusive, unit) + " of unit entries"
}

// instanceSites returns the lines about the types and branches of an instance, up to maxLines of both and, if all branches are
// fully biased, so that no line can say it, their number. Count formats executions: numbers.TreeCount in drawn lines.
func instanceSites(in *inlining.Trees, n *inlining.Instance, maxLines int, count func(int64) string) (lines []siteline.Line, onlyOneSided int) {
	if maxLines <= 0 {
		maxLines = plaintext.Unlimited
	}
	shown := min(len(n.Types), maxLines)
	for i := range n.Types[:shown] {
		lines = append(lines, siteline.OfTypes(in.Names, &n.Types[i], count).InLine(in.Lines, n.Types[i].Site))
	}
	if left := len(n.Types) - shown; left > 0 {
		lines[len(lines)-1].More = numbers.Thousands(left) + " more"
	}

	oneSided, left, first := 0, 0, len(lines)
	for i := range n.Conditionals {
		c := &n.Conditionals[i]
		switch {
		case c.OneSided() && maxLines < plaintext.Unlimited:
			oneSided++
		case len(lines)-first < maxLines:
			lines = append(lines, siteline.OfBranch(c, count).InLine(in.Lines, c.Site))
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
		last.More = fmt.Sprintf("%s more, %s always one way", numbers.Thousands(left), numbers.Thousands(oneSided))
	case left > 0:
		last.More = numbers.Thousands(left) + " more"
	case oneSided > 0:
		last.More = numbers.Thousands(oneSided) + " always one way"
	}
	return lines, 0
}

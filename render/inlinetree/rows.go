package inlinetree

import (
	"fmt"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/inlining"
	"github.com/iprof-viz/iprof-viz/render/drawing"
	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
	"github.com/iprof-viz/iprof-viz/render/internal/places"
	"github.com/iprof-viz/iprof-viz/render/internal/siteline"
	"github.com/iprof-viz/iprof-viz/render/palette"
)

// TreesOf draws inlining trees. It is nil if they are so small that boxes show them better, see [DOT].
func TreesOf(in *inlining.Trees, opts DOTOptions) *drawing.Trees {
	nodes, levels := Nodes(in), 0
	for i := range in.Units {
		for k := range in.Units[i].Instances {
			levels = max(levels, int(in.Units[i].Instances[k].Depth)+1)
		}
	}
	if nodes <= drawing.MostBoxes && levels <= drawing.MostBoxLevels {
		return nil
	}
	heat := inliningHeat(in)
	plain, signature := fullNamesOf(in)
	p := &drawing.Trees{Legend: drawing.TreeLegend(inlineDOTHead(in, heat, opts.Options)), Rest: unitsLeftOut(in), Slide: opts.Slide}
	if in.Optimized {
		p.Legend.Words(palette.Text, "≤12.0k", boundsLegend)
		p.Legend.Words(palette.Text, "+ String.length", "not inlined there in the instrumented image")
	} else {
		p.Legend.Words(palette.Faint, "@19 →46 67%", "where a branch went (filled mark), or the types seen at a call: first those that run often and are hard to predict")
	}
	if hasLeaving(in) {
		p.Legend.Words(palette.Called, "→ 10.0k calls", siteline.LeavingLegend)
	}
	for i := range in.Units {
		u := &in.Units[i]
		p.Units = append(p.Units, drawing.Tree{Head: unitHead(in, i), Rows: inliningRows(in, u, heat, plain, signature, opts.Sites)})
	}
	return p
}

func inliningRows(in *inlining.Trees, u *inlining.Unit, heat palette.HeatScale, plain, signature *convert.Names, sites int) []drawing.Row {
	var rows []drawing.Row
	var left []drawing.Row // follow everything else below the row above them
	end := func(depth int) {
		for len(left) > 0 && left[len(left)-1].Depth > depth {
			rows = append(rows, left[len(left)-1])
			left = left[:len(left)-1]
		}
	}
	for i := range u.Instances {
		n := &u.Instances[i]
		end(int(n.Depth))
		name := in.Name(n.Slot)
		if n.Hidden > 1 {
			name = fmt.Sprintf("(%s hidden)", numbers.Thousands(n.Hidden))
		}
		row := drawing.Row{
			Depth: int(n.Depth), Name: name, Share: InstanceShare(u, n), Known: n.Known, Bold: n.Matches,
			Total:      numbers.ShareOf(n.Inclusive, u.Inclusive),
			SearchName: drawing.SearchName{Name: convert.SlotName(plain, n.Slot), Signature: convert.SlotName(signature, n.Slot)},
		}
		var text []string
		if n.Known {
			row.Fill, row.Self = heat.Color(n.Entries), numbers.ShareOf(n.Entries, u.Inclusive)
		}
		switch {
		case n.IsCertain():
			text = append(text, numbers.ShortCount(n.Entries))
		case n.Slot != convert.NoFrame:
			text = append(text, instanceCount(n))
		}
		if n.New {
			row.Name = newMark + row.Name
		}
		if f, ok := n.Frequency(); ok {
			text = append(text, numbers.TreeFactor(f))
		}
		if n.Parent >= 0 {
			text = append(text, places.TreeSite(n.Site, n.SiteKnown))
		}
		shown, oneSided := instanceSites(in, n, sites, numbers.TreeCount)
		for k := range shown {
			line := drawing.RowLine{Text: shown[k].PlainText(2 * maxSiteColumns), Branch: shown[k].Mark == '◆'}
			if shown[k].More != "" {
				line.Text += "  … " + shown[k].More
			}
			row.Lines = append(row.Lines, line)
		}
		if oneSided > 0 {
			text = append(text, "("+numbers.Plural(oneSided, "fully biased branch")+")")
		}
		row.Text = strings.Join(text, "  ")
		row.Tooltip = inliningTooltip(u, n, row.Signature)
		rows = append(rows, row)
		if n.PrunedSites > 0 {
			left = append(left, drawing.Row{Depth: int(n.Depth) + 1, More: inlinePruned(n, u.Inclusive)})
		}
		for k := range slices.Backward(n.Calls) {
			left = append(left, drawing.Row{Depth: int(n.Depth) + 1, Call: siteline.Leaving(in.Lines, &n.Calls[k], n.Calls[k].Name(in.Names), n.Entries, n.Known), CallColor: palette.Called})
		}
	}
	end(-1)
	return rows
}

func inliningTooltip(u *inlining.Unit, n *inlining.Instance, name string) string {
	lines := []string{name}
	lines = append(lines, entriesText(n))
	if n.New {
		lines = append(lines, "not inlined here in the instrumented image")
	}
	if n.InclusiveKnown {
		lines = append(lines, fmt.Sprintf("%s inclusive, %s of the unit", numbers.Thousands(n.Inclusive), InstanceShare(u, n)))
	}
	if f, ok := n.Frequency(); ok {
		lines = append(lines, fmt.Sprintf("%s per entry of the caller (%s of %s)", numbers.TreeFactor(f), numbers.Thousands(n.Entries), numbers.Thousands(n.CallerEntries)))
	}
	return drawing.VisibleLines(lines)
}

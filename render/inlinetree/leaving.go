package inlinetree

import (
	"github.com/iprof-viz/iprof-viz/convert/inlining"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
	"github.com/iprof-viz/iprof-viz/render/internal/siteline"
	"github.com/iprof-viz/iprof-viz/render/internal/terminal"
)

const leavingLegend = "→ a call that was not inlined, with its calls, which are not entries of the unit (≤ at most, ≥ at least)"

// callStyle is the style of calls that left their unit.
const callStyle terminal.Style = "\x1b[33m"

// hasLeaving reports whether trees have calls that left their unit.
func hasLeaving(in *inlining.Trees) bool {
	return hasInstance(in, func(n *inlining.Instance) bool { return len(n.Calls) > 0 })
}

// leavingNotes says how many calls that left their unit are not shown.
func leavingNotes(in *inlining.Trees) []string {
	pruned := 0
	for i := range in.Units {
		for k := range in.Units[i].Instances {
			pruned += in.Units[i].Instances[k].PrunedCalls
		}
	}
	if pruned == 0 {
		return nil
	}
	if in.Optimized {
		return []string{numbers.Plural(pruned, "call") + " of these units, rare or of unknown number, " + words.IsOrAre(int64(pruned)) + " not shown: --min-share 0"}
	}
	return []string{numbers.Plural(pruned, "rarer call") + " that left these units " + words.IsOrAre(int64(pruned)) + " not shown: --min-share"}
}

// leavingRow returns the row of a call of an instance. It has no share, as its calls are not entries of the unit.
func leavingRow(in *inlining.Trees, n *inlining.Instance, call int) treeRow {
	c := &n.Calls[call]
	row := treeRow{
		site: siteline.CallPlace(in.Lines, c.Site), name: "→ " + c.Name(in.Names), style: callStyle, count: siteline.CallCount(c.Calls()), leaving: true,
	}
	if c.Outcome != "" {
		row.note, row.shortNote = siteline.Outcome(c), c.Outcome
		if c.Reason != "" {
			row.lines = []siteline.Line{{Mark: '·', Head: words.CompilerReason(c.Reason)}}
		}
	}
	if f, ok := c.Calls().PerEntry(n.Entries, n.Known); ok {
		row.factor = numbers.TreeFactor(f)
	}
	return row
}

package diff

import (
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A line is a line of the source file, within a method.
type line struct {
	method int32 // its number in the comparison
	number int32 // in the new source file, or the old one if only that has the method; 0: unknown
}

// lineOf returns the line at a BCI of a method, by its number. Old lines are moved by as much as the beginning of the method, so
// that a change above it changes none of its lines.
func (c *comparison) lineOf(side int, method int32, bci iprof.BCI) int {
	n := c.opts.Lines[side].Line(c.sides[side].MethodSlots[method], bci)
	if side == compare.OldSide && n > 0 {
		return max(0, n+c.lineShift(method))
	}
	return n
}

// lineShift returns by how many lines a method begins further down in the new source file; 0 if it is unknown.
func (c *comparison) lineShift(method int32) int {
	var first [2]int
	for side := range c.sides {
		first[side] = c.opts.Lines[side].First(c.sides[side].MethodSlots[method])
	}
	if first[compare.OldSide] == 0 || first[compare.NewSide] == 0 {
		return 0
	}
	return first[compare.NewSide] - first[compare.OldSide]
}

// lineCounts returns the counts of a profile of a side by line, as rowCounts does. As in top, samples count for their own line and,
// with totals, for those of the calls on their stacks; entries count for the line of the call that they come through.
func (c *comparison) lineCounts(side int, p *iprof.Profile, numbers []int32, m convert.Metric, pr *convert.Projection, totals bool) (counts []int64, known []bool) {
	t := m.Tree(p)
	g := convert.NewGrouper(p, c.sides[side].Names, convert.ByLine, nil) // whose names are not used
	g.Entries = m == convert.Calls
	g.LineOf = func(slot int32, bci iprof.BCI) int {
		if numbers[slot] < 0 {
			return 0
		}
		return c.lineOf(side, numbers[slot], bci)
	}
	gt := g.Tree(t, pr, convert.LiveNodes(t, pr, m.Leaves(p)))
	var own []int32 // by record, the group of its place: a leaf frame by itself, as the groups of nodes are their callers'
	var values []int64
	for at, v := range m.Leaves(p) {
		if pr == nil || pr.Keep[at.Node] {
			own, values = append(own, g.NumberOfRecord(t, gt, pr, at)), append(values, v)
			gt.Parent = append(gt.Parent, int32(at.Node))
		}
	}
	rowOf := make([]int32, len(g.Groups))
	for i, of := range g.Groups {
		rowOf[i] = c.rowOfLine(of, numbers)
	}
	counts, known = make([]int64, c.rows()), make([]bool, c.rows())
	rows := make([]int32, t.Len(), len(gt.Parent))
	for i, of := range gt.Group {
		if rows[i] = -1; of >= 0 {
			rows[i] = rowOf[of]
		}
	}
	for i, of := range own {
		row := rowOf[of]
		rows = append(rows, row)
		if row >= 0 {
			counts[row] += values[i]
			known[row] = true
		}
	}
	if totals {
		counts = convert.OncePerStack(gt.Parent, rows, append(make([]int64, t.Len()), values...), len(counts))
		for row, total := range counts {
			known[row] = known[row] || total > 0
		}
	}
	return counts, known
}

// rowOfLine returns the row of a group; -1: it has none.
func (c *comparison) rowOfLine(of convert.Group, numbers []int32) int32 {
	g := c.grouping
	switch {
	case of.IsSummary():
		summary := c.opts.Filter.View.SummaryFrame()
		return g.row(summary, summary)
	case of.Slot == convert.NoSlot:
		return g.row(of.Name, of.Name)
	case numbers[of.Slot] < 0:
		return -1
	}
	key := line{numbers[of.Slot], int32(of.BCI)}
	number, ok := g.lines[key]
	if !ok {
		number = int32(len(g.rows))
		g.lines[key] = number
		g.rows = append(g.rows, group{line: &key})
	}
	return number
}

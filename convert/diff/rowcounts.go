package diff

import (
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// rowCounts returns the counts of a profile of a side by row, as methodCounts does. Numbers are those of methods by slot. It may add
// rows of lines.
func (c *comparison) rowCounts(side int, p *iprof.Profile, numbers []int32, m convert.Metric, pr *convert.Projection, totals bool) (counts []int64, known []bool) {
	if c.grouping != nil && c.grouping.of == nil {
		return c.lineCounts(side, p, numbers, m, pr, totals)
	}
	t := m.Tree(p)
	rows := c.rowsOfNodes(p, numbers, t, pr)
	counts, known = make([]int64, c.rows()), make([]bool, c.rows())
	var values []int64
	if totals {
		values = make([]int64, t.Len())
	}
	for node, v := range m.Records(p) {
		row := rows[node]
		if row < 0 || pr != nil && !pr.Keep[node] {
			continue
		}
		known[row] = true
		if totals {
			values[node] += v
		} else {
			counts[row] += v
		}
	}
	if totals {
		parents := make([]int32, t.Len())
		for i, n := range t.All() {
			parents[i] = int32(n.Parent)
		}
		counts = convert.OncePerStack(parents, rows, values, len(counts))
		for row, total := range counts {
			known[row] = known[row] || total > 0
		}
	}
	return counts, known
}

// rowsOfNodes returns, by node of a profile's tree, the number of the row that has its records; -1 if none has.
func (c *comparison) rowsOfNodes(p *iprof.Profile, numbers []int32, t *iprof.Tree, pr *convert.Projection) []int32 {
	rows := c.owners(p, numbers, t, pr)
	if c.grouping != nil {
		for i, number := range rows {
			if number >= 0 {
				rows[i] = c.grouping.of[number]
			}
		}
	}
	return rows
}

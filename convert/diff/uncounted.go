package diff

import (
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/compare"
)

// uncounted reports, by row, whether one profile has no count of the entries of its code but shows that it ran, in contexts or stacks, and
// the other one has a count, given the rows with one. How often it was entered is unknown then, and not 0 as of code that a profile does not
// have. It is nil for lines: a method's first one has its entries, and the others never have any.
func (c *comparison) uncounted(counted [2][]bool) []bool {
	if c.grouping != nil && c.grouping.of == nil {
		return nil
	}
	uncounted := make([]bool, len(counted[0]))
	for i := range c.sides {
		s := &c.sides[i]
		for _, m := range []convert.Metric{convert.Calls, convert.Samples} {
			for _, row := range c.rowsOfNodes(s.Profile, c.Methods[i], m.Tree(s.Profile), nil) {
				if row >= 0 && !counted[i][row] && counted[1-i][row] {
					uncounted[row] = true
				}
			}
		}
	}
	return uncounted
}

// bounds returns, by side and row, whether the entries of what is shown are a lower bound, as contexts of the row have no count; nil: none is.
// A profile's first line of a method has its entries, however many contexts they are from: rows of lines have no bounds.
func (c *comparison) bounds() (of [2][]compare.Uncounted) {
	if c.grouping != nil && c.grouping.of == nil {
		return of
	}
	for i, marks := range c.Uncounted() {
		if marks == nil {
			continue
		}
		s := &c.sides[i]
		pr := s.of(shownPart, convert.Calls)
		of[i] = make([]compare.Uncounted, c.rows())
		for node, row := range c.rowsOfNodes(s.Profile, c.Methods[i], s.Profile.Contexts, pr) {
			if row >= 0 && (pr == nil || pr.Keep[node]) {
				of[i][row] = max(of[i][row], marks[node])
			}
		}
	}
	return of
}

package diff

import (
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/compare"
)

// A grouping assigns the methods of both profiles to the rows of samples and calls: classes or packages.
type grouping struct {
	of          []int32 // by number of a method, then for the frame that stands for others: the row
	names       []string
	application []bool // the row has a method of the application
}

// newGrouping groups the methods of a comparison; nil: each is its own row. A renamed method belongs to the class that it is in now.
func (c *comparison) newGrouping(by convert.GroupBy) *grouping {
	if by == convert.ByMethod {
		return nil
	}
	g := &grouping{of: make([]int32, len(c.At)+1)}
	rows := map[string]int32{}
	row := func(key, name string) int32 {
		number, ok := rows[key]
		if !ok {
			number = int32(len(g.names))
			rows[key] = number
			g.names, g.application = append(g.names, name), append(g.application, false)
		}
		return number
	}
	var groupers [2]*convert.Grouper
	for i := range c.sides {
		groupers[i] = convert.NewGrouper(c.sides[i].Profile, c.sides[i].Names, by, nil)
	}
	for number := range c.At {
		g.of[number] = -1
		for _, side := range []int{compare.NewSide, compare.OldSide} {
			if slot := c.sides[side].MethodSlots[number]; slot >= 0 {
				of := groupers[side].Groups[groupers[side].NumberOfFrame(slot, 0)]
				g.of[number] = row(of.Name, groupers[side].StyleName(of))
				break
			}
		}
		if at := g.of[number]; at >= 0 && c.isApplication(int32(number)) {
			g.application[at] = true
		}
	}
	summary := c.opts.Filter.View.SummaryFrame()
	g.of[c.summaryNumber()] = row(summary, summary)
	return g
}

// rows returns the number of rows.
func (c *comparison) rows() int {
	if c.grouping == nil {
		return len(c.At) + 1
	}
	return len(c.grouping.names)
}

// rowNames returns the names of a row of samples or calls.
func (c *comparison) rowNames(row int32) methodNames {
	if c.grouping == nil {
		return c.namesOf(row)
	}
	return methodNames{name: c.grouping.names[row], label: c.grouping.names[row]}
}

// rowIdentity returns the identity of a row: of a method.
func (c *comparison) rowIdentity(row int32) identity {
	if c.grouping == nil {
		return c.identity(row)
	}
	return identity{}
}

// isApplicationRow reports whether a row has code of the application.
func (c *comparison) isApplicationRow(row int32) bool {
	if c.grouping == nil {
		return c.isApplication(row)
	}
	return c.grouping.application[row]
}

package diff

import (
	"fmt"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/compare"
)

// A grouping assigns the methods of both profiles to the rows of samples and calls: classes, packages or lines.
type grouping struct {
	of    []int32 // by number of a method, then for the frame that stands for others: the row; nil: rows are lines
	rows  []group
	named map[string]int32 // rows by the key of their group
	lines map[line]int32   // rows by line
}

// A group is a row that is not a method.
type group struct {
	name        string
	line        *line // nil: a class, a package, or a group that has no name in the code
	application bool  // it has a method of the application
}

// newGrouping groups the methods of a comparison; nil: each is its own row. A renamed method belongs to the class that it is in now.
func (c *comparison) newGrouping(by convert.GroupBy) *grouping {
	if by == convert.ByMethod {
		return nil
	}
	g := &grouping{named: map[string]int32{}, lines: map[line]int32{}}
	if by == convert.ByLine { // rows are added as they are counted
		return g
	}
	g.of = make([]int32, len(c.At)+1)
	var groupers [2]*convert.Grouper
	for i := range c.sides {
		groupers[i] = convert.NewGrouper(c.sides[i].Profile, c.sides[i].Names, by, nil)
	}
	for number := range c.At {
		g.of[number] = -1
		for _, side := range []int{compare.NewSide, compare.OldSide} {
			if slot := c.sides[side].MethodSlots[number]; slot >= 0 {
				of := groupers[side].Groups[groupers[side].NumberOfFrame(slot, 0)]
				g.of[number] = g.row(of.Name, groupers[side].StyleName(of))
				break
			}
		}
		if at := g.of[number]; at >= 0 && c.isApplication(int32(number)) {
			g.rows[at].application = true
		}
	}
	summary := c.opts.Filter.View.SummaryFrame()
	g.of[c.summaryNumber()] = g.row(summary, summary)
	return g
}

// row returns the row of a group with a key and a name, new or not.
func (g *grouping) row(key, name string) int32 {
	number, ok := g.named[key]
	if !ok {
		number = int32(len(g.rows))
		g.named[key] = number
		g.rows = append(g.rows, group{name: name})
	}
	return number
}

// rows returns the number of rows.
func (c *comparison) rows() int {
	if c.grouping == nil {
		return len(c.At) + 1
	}
	return len(c.grouping.rows)
}

// rowNames returns the names of a row of samples or calls.
func (c *comparison) rowNames(row int32) methodNames {
	if c.grouping == nil {
		return c.namesOf(row)
	}
	of := c.grouping.rows[row]
	if of.line == nil {
		return methodNames{name: of.name, label: of.name}
	}
	names := c.namesOf(of.line.method)
	if of.line.number > 0 {
		suffix := fmt.Sprintf(":%d", of.line.number)
		names.name, names.label = names.name+suffix, names.label+suffix
	}
	return names
}

// rowIdentity returns the identity of a row: of a method.
func (c *comparison) rowIdentity(row int32) identity {
	if c.grouping == nil {
		return c.identity(row)
	}
	if of := c.grouping.rows[row]; of.line != nil {
		return c.identity(of.line.method)
	}
	return identity{}
}

// isApplicationRow reports whether a row has code of the application.
func (c *comparison) isApplicationRow(row int32) bool {
	if c.grouping == nil {
		return c.isApplication(row)
	}
	of := c.grouping.rows[row]
	return of.application || of.line != nil && c.isApplication(of.line.method)
}

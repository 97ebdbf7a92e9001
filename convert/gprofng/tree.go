package gprofng

import (
	"errors"
	"fmt"
	"math"

	"github.com/iprof-viz/iprof-viz/internal/lines"
)

// The indentation of callees relative to their caller, in columns.
const (
	indentLast = 2 // below a last sibling
	indentMore = 3 // below a function with later siblings, because of its bar
)

// totalName is the root of a call tree. It is not a function.
const totalName = "<Total>"

// A node is a function on the current stack.
type node struct {
	line    int
	column  int
	callees int // the column of its callees; 0: none so far
	value   int64
	sum     int64 // of its callees so far
	count   int64 // number of its callees so far
}

// hasMore reports whether the indentation of its callees announces later siblings.
func (n node) hasMore() bool { return n.callees == n.column+indentMore }

// A tree converts the rows of a call tree to stacks. The value of a stack is the value of its last function without the callees.
type tree struct {
	add     func([]string, int64) error
	rounded bool // values are rounded to 1

	nodes []node   // the current stack
	names []string // by node
	isNot int      // 1 if the first node is <Total>, which is not a frame

	rows    int
	total   int64 // of the first row
	sum     int64 // of all stacks
	missing int   // rows that the indentation announces and the text lacks
	excess  discrepancy
	rest    int64 // value of <Total> without its callees
}

// A discrepancy is an excess of callees over their caller that rounding does not explain.
type discrepancy struct {
	functions int
	line      int   // of the first one
	by        int64 // excess of the first one
}

// push adds a row. Call popTo with its column first.
func (t *tree) push(r row, value int64, line int) error {
	name := lines.String(r.name)
	depth := len(t.nodes)
	switch {
	case t.rows == 0:
		t.total = value
		if name == totalName {
			t.isNot = 1
		}
	case depth == 0:
		return errors.New("a second root")
	default:
		caller := &t.nodes[depth-1]
		switch {
		case caller.callees == 0 && (r.column == caller.column+indentLast || r.column == caller.column+indentMore):
			caller.callees = r.column
		case caller.callees != r.column:
			return fmt.Errorf("column %d fits no row above", r.column+1)
		}
		if value > math.MaxInt64-caller.sum {
			return fmt.Errorf("value %d takes the sum of callees past 2^63-1", value)
		}
		caller.sum += value
		caller.count++
	}
	t.rows++
	t.nodes = append(t.nodes, node{line: line, column: r.column, value: value})
	t.names = append(t.names, name)
	return nil
}

// popTo ends the functions that are not callers of a function in a column. Its errors have the line of a function.
func (t *tree) popTo(column int) error {
	for len(t.nodes) > 0 {
		n := t.nodes[len(t.nodes)-1]
		if n.column < column {
			return nil
		}
		if n.column > column && n.hasMore() {
			t.missing++
		}
		if err := t.pop(); err != nil {
			return err
		}
	}
	return nil
}

// pop ends the last function and passes on its stack.
func (t *tree) pop() error {
	last := len(t.nodes) - 1
	n, stack := t.nodes[last], t.names[t.isNot:]
	t.nodes, t.names = t.nodes[:last], t.names[:last]
	self := n.value - n.sum
	slack := int64(0)
	if t.rounded {
		slack = (n.count + 1) / 2 // half of 1 for each value
	}
	switch {
	case self < -slack:
		if t.excess.functions == 0 || n.line < t.excess.line {
			t.excess.line, t.excess.by = n.line, -self
		}
		t.excess.functions++
		return nil
	case self <= 0:
		return nil
	case len(stack) == 0:
		if self > slack {
			t.rest = self
		}
		return nil
	case self > math.MaxInt64-t.sum:
		return &lines.Error{Line: n.line, Err: fmt.Errorf("value %d takes the sum past 2^63-1", self)}
	}
	t.sum += self
	if err := t.add(stack, self); err != nil {
		return &lines.Error{Line: n.line, Err: err}
	}
	return nil
}

// finish ends all functions.
func (t *tree) finish() error { return t.popTo(-1) }

package gprofng

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/iprof-viz/iprof-viz/internal/lines"
)

// Options choose the values to read.
type Options struct {
	// Column is the metric to read: the title of a column as in "Total CPU" or "Sync Wait Count", part of it, or the
	// metric's name as in "totalcpu". Empty: the first one.
	Column string
}

// VM is the name of the frame of a JVM's own work: compilation, garbage collection. It is no method.
const VM = "<JVM-System>"

// ErrNoTree means that the text contains no call tree.
var ErrNoTree = errors.New("not a gprofng or er_print call tree")

// maxLine is the maximum length of a line in bytes. So there are at most two million callers, as each indents the line more.
const maxLine = 4 << 20

// A collector has hardly ever more than one or two warnings, of one line. Others are not read.
const (
	maxWarnings = 5
	maxWarning  = 300 // bytes
)

// Read reads the first call tree of a text that has the column. It calls add for each stack, root first, with the value of its last
// function without the callees. Seconds are read as milliseconds, other values unchanged. <Total> is not a frame. The slice is only
// valid during the call. Read stops if add returns an error.
//
// A tree may not add up, because rows are rounded or omitted. If the callees of a function have more than the function itself, the
// excess is ignored, and Summary.Notes says so unless it is rounding. Errors are [*lines.Error], or wrap ErrNoTree.
func Read(r io.Reader, opts Options, add func(stack []string, value int64) error) (*Summary, error) {
	rd := reader{opts: opts, add: add}
	in := lines.NewReader(r, maxLine)
	for {
		text, err := in.Next()
		if err == io.EOF {
			return rd.finish()
		}
		if err != nil {
			return nil, err
		}
		if err := rd.line(bytes.TrimSuffix(text, []byte("\r")), in.Line()); err != nil {
			return nil, err
		}
	}
}

// A reader reads a text.
type reader struct {
	opts     Options
	add      func([]string, int64) error
	state    state
	metrics  []string // names of the columns of the next tree
	prefix   lines.Prefix
	heading  heading
	row      row
	numbers  int   // numbers in each row
	tree     *tree // the tree being read; nil: not begun
	sum      Summary
	more     int // number of other trees
	warnings []string
	err      error // title of the first tree, if it was not read
}

// A state is the section of a text that the next line belongs to.
type state uint8

const (
	outside state = iota
	inHeading
	inTree
)

func (r *reader) line(text []byte, number int) error {
	if before, ok := cutTitle(text); ok {
		if r.tree != nil {
			r.more++
			r.state = outside
			return nil
		}
		r.prefix, r.heading, r.state = lines.Prefix(before), heading{}, inHeading
		r.sum = Summary{Line: number}
		return nil
	}
	if r.state == outside {
		if names, ok := parseMetrics(text); ok {
			r.metrics = names
		}
		if warning, ok := bytes.CutPrefix(text, []byte("*** Collector Warning: ")); ok && len(r.warnings) < maxWarnings && len(warning) <= maxWarning {
			r.warnings = append(r.warnings, string(warning))
		}
		return nil
	}
	text, ok := r.prefix.Cut(text)
	if !ok {
		return nil
	}
	isRow := r.row.parse(text)
	switch {
	case r.state == inHeading && !isRow:
		r.heading.add(text)
		return nil
	case !isRow:
		return nil
	case r.state == inHeading:
		if err := r.begin(number); err != nil {
			r.state = outside
			if r.err == nil {
				r.err = err
			}
			return nil
		}
	}
	return r.push(number)
}

// cutTitle finds the line above a call tree. It returns the text before it.
//
//	Functions Call Tree. Metric: Attributed Total CPU Time
func cutTitle(line []byte) (before []byte, ok bool) {
	before, _, ok = bytes.Cut(line, []byte("Functions Call Tree. Metric:"))
	return before, ok
}

// begin starts a tree at its first row.
func (r *reader) begin(line int) error {
	columns, err := r.heading.columns(r.row)
	if err != nil {
		return &lines.Error{Line: line, Err: err}
	}
	if len(r.metrics) == len(columns) {
		for i := range columns {
			columns[i].Name = r.metrics[i]
		}
	}
	r.metrics = nil
	column, err := choose(columns, r.opts.Column)
	if err == nil && columns[column].Unit == "%" {
		err = fmt.Errorf("column %s has percentages only, which do not add up", columns[column])
	}
	if err != nil {
		return &lines.Error{Line: line, Err: err}
	}
	r.sum.Columns, r.sum.Column = columns, column
	r.tree = &tree{add: r.add, rounded: columns[column].Unit == "ms"}
	r.numbers = len(r.row.numbers)
	r.state = inTree
	return nil
}

// push adds the current row to the tree, after the stacks of functions that end there.
func (r *reader) push(line int) error {
	if err := r.tree.popTo(r.row.column); err != nil {
		return err
	}
	c := r.sum.Columns[r.sum.Column]
	var value int64
	err := fmt.Errorf("the row has %d values, the first row %d", len(r.row.numbers), r.numbers)
	if len(r.row.numbers) == r.numbers {
		value, err = parseValue(r.row.numbers[c.token].text, c.Unit)
	}
	if err == nil {
		err = r.tree.push(r.row, value, line)
	}
	if err != nil {
		return &lines.Error{Line: line, Err: err}
	}
	return nil
}

// finish completes the tree after the last line.
func (r *reader) finish() (*Summary, error) {
	switch {
	case r.tree != nil:
	case r.err != nil:
		return nil, r.err
	case r.sum.Line > 0:
		return nil, &lines.Error{Line: r.sum.Line, Err: fmt.Errorf("%w: no rows after the title", ErrNoTree)}
	default:
		return nil, fmt.Errorf("%w: no line begins with %q", ErrNoTree, "Functions Call Tree. Metric:")
	}
	if err := r.tree.finish(); err != nil {
		return nil, err
	}
	s := &r.sum
	s.Total, s.Missing, s.Warnings = r.tree.total, r.tree.missing, r.warnings
	s.note(r.tree, r.more)
	return s, nil
}

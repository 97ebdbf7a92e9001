package sourceline

import (
	"slices"

	"github.com/iprof-viz/iprof-viz/classfile"
)

// Containing returns those of some methods, by their slots, that have code of a line or, if none has, the smallest of those that begin
// before the line and end after it: a comment, or the second line of a statement, has no code.
func (l *Lines) Containing(slots []int32, number int) []int32 {
	var with, around []int32
	smallest := 0
	for _, slot := range slots {
		m := l.method(slot)
		if m == nil || len(m.lines) == 0 {
			continue
		}
		first, last := m.lines[0].Line, m.lines[0].Line
		for _, line := range m.lines {
			first, last = min(first, line.Line), max(last, line.Line)
		}
		lines := last - first
		switch {
		case number < first || number > last:
		case slices.ContainsFunc(m.lines, func(line classfile.Line) bool { return line.Line == number }):
			with = append(with, slot)
		case len(around) == 0 || lines < smallest:
			around, smallest = []int32{slot}, lines
		case lines == smallest:
			around = append(around, slot)
		}
	}
	if len(with) > 0 {
		return with
	}
	return around
}

package classfile

import (
	"cmp"
	"slices"
)

// A Line says that the instructions from BCI on, up to the next Line, belong to a line of the source file.
type Line struct {
	BCI  int
	Line int // from 1 on; compilers also write 0
}

// readLines reads an attribute LineNumberTable (JVMS 4.7.12). A method may have several, in any order.
func (c *Code) readLines(part *cursor) {
	n := part.count(4, "lines")
	c.Lines = slices.Grow(c.Lines, n)
	for range n {
		at := part.at
		l := Line{BCI: part.u2(), Line: part.u2()}
		if l.BCI >= c.Length {
			part.fail(at, "line %d begins at BCI %d, and the code ends at %d", l.Line, l.BCI, c.Length)
			return
		}
		c.Lines = append(c.Lines, l)
	}
}

// Line returns the source line of the instruction at a BCI, or 0 if it is unknown. Like HotSpot, it takes the first line that
// begins at the BCI, otherwise the last one of those that begin closest before it.
func (c *Code) Line(bci int) int {
	i, ok := slices.BinarySearchFunc(c.Lines, bci, func(l Line, bci int) int { return cmp.Compare(l.BCI, bci) })
	switch {
	case bci < 0 || bci >= c.Length:
		return 0
	case ok:
		return c.Lines[i].Line
	case i == 0:
		return 0
	}
	return c.Lines[i-1].Line
}

// LastLine returns the last line of the class's source file that has code; 0: none is known. It is 0 as well for a class with an attribute
// SourceDebugExtension (JSR 45): its lines may stand for those of several files, as Kotlin writes them beyond the end of the file for inlined
// functions.
func (k *Class) LastLine() int {
	if k.mapped {
		return 0
	}
	last := 0
	for i := range k.Methods {
		c, err := k.Methods[i].Code()
		if err != nil || c == nil {
			continue
		}
		for _, l := range c.Lines {
			last = max(last, l.Line)
		}
	}
	return last
}

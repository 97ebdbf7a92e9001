package sourceline

import (
	"strings"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// maxTexts is how many bytes of source text are kept. Beyond it the files are read again.
const maxTexts = 16 << 20

// Text returns the source text of the line at a BCI of a method, without the blanks around it; "" if it is unknown.
func (l *Lines) Text(slot int32, bci iprof.BCI) string {
	number := l.Line(slot, bci)
	if number < 1 || l.source == nil {
		return ""
	}
	if lines := l.text(slot); number <= len(lines) {
		return strings.TrimSpace(lines[number-1])
	}
	return ""
}

// text returns the lines of the source file of a method; nil: there is none.
func (l *Lines) text(slot int32) []string {
	m, _ := l.profile.MethodHeadAt(int(slot))
	if lines, ok := l.texts[l.profile.TypeSlot(m.Declaring)]; ok {
		return lines
	}
	class, typeSlot, ok := l.class(slot)
	if !ok {
		return nil
	}
	text, _, err := l.source(class)
	if err != nil {
		l.problem(err)
		text = nil
	}
	if l.textSize += len(text); l.textSize > maxTexts {
		clear(l.texts)
		l.textSize = len(text)
	}
	lines := code.SplitLines(text)
	l.texts[typeSlot] = lines
	return lines
}

// HasText reports whether there are source files.
func (l *Lines) HasText() bool { return l != nil && l.source != nil }

// Called returns the method that the instruction at a BCI of a method calls, as the instruction names it. It returns false if there is no
// such instruction, or its class was not found.
func (l *Lines) Called(slot int32, bci iprof.BCI) (classfile.Ref, bool) {
	if l.method(slot) == nil {
		return classfile.Ref{}, false
	}
	class, _, ok := l.class(slot)
	if !ok {
		return classfile.Ref{}, false
	}
	in, err := code.Find(l.profile, int(slot), func(string) (*classfile.Class, error) { return class, nil })
	if err != nil {
		return classfile.Ref{}, false
	}
	body, err := in.Code()
	if err != nil || body == nil {
		return classfile.Ref{}, false
	}
	at, ok := body.At(int(bci))
	if !ok {
		return classfile.Ref{}, false
	}
	return at.Called()
}

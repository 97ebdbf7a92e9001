package sourceline

import (
	"strings"
	"unicode/utf8"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// Limits of source text in bytes.
const (
	maxTexts = 16 << 20 // kept in memory: beyond it, files are reloaded
	maxLine  = 400      // for a line that Text returns: generated code has longer ones
)

// Text returns the source text of the line at a BCI of a method, without surrounding whitespace, as valid UTF-8; "" if it is
// unknown. A line of more than 400 bytes is truncated, and ends with …
func (l *Lines) Text(slot int32, bci iprof.BCI) string {
	number := l.Line(slot, bci)
	if number < 1 || l.source == nil {
		return ""
	}
	line := strings.TrimSpace(lineOf(l.text(slot), number))
	if len(line) > maxLine {
		cut := maxLine
		for cut > 0 && !utf8.RuneStart(line[cut]) {
			cut--
		}
		line = line[:cut] + "…"
	}
	return strings.ToValidUTF8(line, "\uFFFD")
}

// lineOf returns a line of a text by its number; "" if there are fewer.
func lineOf(text string, number int) string {
	for range number - 1 {
		_, rest, more := strings.Cut(text, "\n")
		if !more {
			return ""
		}
		text = rest
	}
	line, _, _ := strings.Cut(text, "\n")
	return line
}

// text returns the source file of a method; "": none.
func (l *Lines) text(slot int32) string {
	m, _ := l.profile.MethodHeadAt(int(slot))
	if text, ok := l.texts[l.profile.TypeSlot(m.Declaring)]; ok {
		return text
	}
	class, typeSlot, ok := l.class(slot)
	if !ok {
		return ""
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
	l.texts[typeSlot] = string(text)
	return l.texts[typeSlot]
}

// HasText reports whether there are source files.
func (l *Lines) HasText() bool { return l != nil && l.source != nil }

// Called returns the method that the instruction at a BCI of a method calls, as named in the instruction. It returns false if the
// instruction does not exist, or its class was not found.
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

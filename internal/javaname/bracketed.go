package javaname

import (
	"strings"

	"github.com/iprof-viz/iprof-viz/internal/lazyregexp"
)

// EscapeBracketed escapes the first character of a name in angle brackets, which the JVM allows for a class, so that a class named
// <VM> or <Total> does not look like a frame or row with that name.
func EscapeBracketed(name string) string {
	if strings.HasPrefix(name, "<") && strings.HasSuffix(name, ">") {
		return `\u003c` + name[1:]
	}
	return name
}

// rows are the names in angle brackets of rows in tables and graphs that are not frames. <VM> and <unknown method 5> are not among
// them: stacks written by iprof-viz have frames with these names, which mean the same.
var rows = lazyregexp.New(`^<(?:Total|self|no caller|hidden|callers unknown|outside(?:: .*)?|other types|any .*|generated code|unknown|no match|default package|[0-9,]+ more(?: .*)?)>$`)

// Unnamed stands for an empty name, as frames of other tools may have.
const Unnamed = "<unnamed>"

// EscapeRow escapes the first character of a frame of another tool, whose name may be any text, if it would look like a row. An empty
// name is [Unnamed].
func EscapeRow(name string) string {
	switch {
	case name == "":
		return Unnamed
	case strings.HasPrefix(name, "<") && rows().MatchString(name):
		return EscapeBracketed(name)
	}
	return name
}

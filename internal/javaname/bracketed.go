package javaname

import "strings"

// EscapeBracketed escapes the first character of a name in angle brackets, which the JVM allows for a class, so that a class
// named <VM> or <Total> does not look like a frame or row of that name.
func EscapeBracketed(name string) string {
	if strings.HasPrefix(name, "<") && strings.HasSuffix(name, ">") {
		return `\u003c` + name[1:]
	}
	return name
}

package pattern

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/iprof-viz/iprof-viz/internal/lazyregexp"
)

// lineReference matches a class, a method or a source file with a line: Parser:118, com.example.Parser.next:118, Parser.java:118.
var lineReference = lazyregexp.New(`^([^\\()\[\]{}|*?^+:]*[^\\()\[\]{}|*?^+:.]):([1-9][0-9]{0,6})$`)

// A Line is a line of a class, a method or a source file.
type Line struct {
	Name   string // of the class or method, as users write them; "" with a file
	File   string // Parser.java or com/example/Parser.java
	Number int
}

// sourceExtensions are those of the languages whose compilers write class files.
var sourceExtensions = []string{".java", ".kt", ".scala", ".groovy", ".clj"}

// LineOf returns the line that a compiled pattern stands for. Names of methods in stacks of other tools may end in a line as well.
func LineOf(re *regexp.Regexp) (Line, bool) {
	parts := lineReference().FindStringSubmatch(written.Replace(re.String()))
	if parts == nil {
		return Line{}, false
	}
	n, _ := strconv.Atoi(parts[2]) // of at most seven digits
	for _, ext := range sourceExtensions {
		if strings.HasSuffix(parts[1], ext) {
			return Line{File: parts[1], Number: n}, true
		}
	}
	return Line{Name: parts[1], Number: n}, true
}

// Names returns the expression for the plain names of the class, with all its methods, or of the method; nil with a file.
func (l Line) Names() (*regexp.Regexp, error) {
	if l.File != "" {
		return nil, nil
	}
	var b strings.Builder
	b.WriteString(`(?:^|[.$/])`)
	writeName(&b, l.Name)
	b.WriteString(`(?:$|[.$])`)
	return regexp.Compile(b.String())
}

// IsFile reports whether a source file, com/example/Parser.java, is the one of the line.
func (l Line) IsFile(path string) bool {
	return path == l.File || strings.HasSuffix(path, "/"+l.File)
}

// Exactly returns the pattern for the methods with these signatures, as if the user had written the text.
func Exactly(text string, signatures []string) (*regexp.Regexp, error) {
	quoted := make([]string, len(signatures))
	for i, s := range signatures {
		quoted[i] = regexp.QuoteMeta(s)
	}
	return regexp.Compile(standsFor + regexp.QuoteMeta(text) + endOfText + strings.Join(quoted, "|") + ")$")
}

// The beginning of an expression that stands for a text, which it repeats zero times.
const (
	standsFor = "(?:"
	endOfText = "){0}^(?:"
)

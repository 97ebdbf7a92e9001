// Package templates holds the fixed parts of pictures: markup, styles and scripts.
package templates

import (
	_ "embed"
	"strings"
	"sync"
	"text/template"
)

//go:embed flame.svg.tmpl
var flameSVG string

//go:embed flame.css
var flameCSS string

//go:embed flame-dark.css
var flameDarkCSS string

// The modules of templates/flame, and those that they share with pages, in one file. make page writes it.
//
//go:embed flame.js
var flameJS string

//go:embed graph.css
var graphCSS string

//go:embed graph-dark.css
var graphDarkCSS string

//go:embed graph-opened.css
var graphOpenedCSS string

//go:embed graph-opened-dark.css
var graphOpenedDarkCSS string

// Likewise, of templates/graph.
//
//go:embed graph.js
var graphJS string

//go:embed document.css
var documentCSS string

// DocumentCSS returns the style of documents without a script: listings and inlining trees. The widths of columns are in the
// variables --runs, --samples, --line, --indent, --count and --factor.
func DocumentCSS() string { return compact(documentCSS) }

// FlameSVG returns the template of a flame graph: everything except the boxes. It escapes nothing: all values must be markup
// already. flame.SVG executes it.
var FlameSVG = sync.OnceValue(func() *template.Template { // parsed only by commands that draw
	return template.Must(template.New("flame.svg").Option("missingkey=error").Parse(flameSVG))
})

// FlameCSS returns the style of a flame graph. Its rules apply only to the element with this id, as a page may have several
// graphs.
func FlameCSS(id string) string {
	return strings.ReplaceAll(compact(flameCSS), "&", "#"+id)
}

// FlameDarkCSS returns the rules for a dark background, which follow [FlameCSS]'s.
func FlameDarkCSS(id string) string {
	return strings.ReplaceAll(compact(flameDarkCSS), "&", "#"+id)
}

// FlameJS returns the script of a flame graph. It is the same for all graphs: it finds its graph by its position in the document.
func FlameJS() string { return flameJS }

// GraphClass is the class of pictures of call graphs.
const GraphClass = "iprof-graph"

// GraphCSS returns the style of call graphs. Its rules apply only to elements of [GraphClass].
func GraphCSS() string { return ofGraphs(graphCSS) }

// GraphDarkCSS returns the rules for a dark background, which follow [GraphCSS]'s.
func GraphDarkCSS() string { return ofGraphs(graphDarkCSS) }

// GraphOpenedCSS returns the style of call graphs some of whose boxes or lines open, which follows [GraphCSS]'s.
func GraphOpenedCSS() string { return ofGraphs(compactStyle(graphOpenedCSS)) }

// GraphOpenedDarkCSS returns the rules for a dark background, which follow [GraphDarkCSS]'s.
func GraphOpenedDarkCSS() string { return ofGraphs(compactStyle(graphOpenedDarkCSS)) }

func ofGraphs(css string) string { return strings.ReplaceAll(compact(css), "&", "."+GraphClass) }

// GraphJS returns the script of a call graph. It is the same for all graphs: it finds its graph by its position in the document.
func GraphJS() string { return graphJS }

// compactStyle is compact for a style whose strings have none of these spaces.
func compactStyle(css string) string {
	return strings.NewReplacer(": ", ":", ", ", ",", "; ", ";", " {", "{", "{ ", "{", " }", "}", " > ", ">").Replace(compact(css))
}

// compact removes indentation, empty lines and lines with only a comment.
func compact(css string) string {
	var b strings.Builder
	for line := range strings.Lines(css) {
		line = strings.TrimSpace(line)
		if line != "" && !strings.HasPrefix(line, "/*") {
			b.WriteString(line)
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// Package templates has the static parts of the pictures: markup, styles and scripts.
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

//go:embed flame.js
var flameJS string

// FlameSVG returns the frame of a flame graph: everything but the boxes. It escapes nothing: all its data must be
// markup already. render.FlameSVG executes it.
var FlameSVG = sync.OnceValue(func() *template.Template { // not parsed by commands that draw none
	return template.Must(template.New("flame.svg").Option("missingkey=error").Parse(flameSVG))
})

// FlameCSS returns the style of a flame graph, for the element with this id only, so that several graphs on a page do
// not affect each other.
func FlameCSS(id string) string {
	return strings.ReplaceAll(compact(flameCSS, "/*"), "&", "#"+id)
}

// FlameDarkCSS returns the rules that differ on a dark background.
func FlameDarkCSS(id string) string {
	return strings.ReplaceAll(compact(flameDarkCSS, "/*"), "&", "#"+id)
}

// FlameJS returns the script of a flame graph. It is the same for all graphs: it finds its graph and the data by its
// place.
func FlameJS() string {
	return compact(flameJS, "//")
}

// compact removes indentation, empty lines and lines that hold a comment only.
func compact(s, comment string) string {
	var b strings.Builder
	for line := range strings.Lines(s) {
		line = strings.TrimSpace(line)
		if line != "" && !strings.HasPrefix(line, comment) {
			b.WriteString(line)
			b.WriteByte('\n')
		}
	}
	return b.String()
}

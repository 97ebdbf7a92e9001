// Package templates holds the parts of the pictures that are not computed: markup, styles and scripts.
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

// FlameSVG returns the frame of a flame graph: everything but the boxes. It escapes nothing; every text that it is given
// must be markup already. Writing it is render.FlameSVG's part.
var FlameSVG = sync.OnceValue(func() *template.Template { // not for the commands that draw none
	return template.Must(template.New("flame.svg").Option("missingkey=error").Parse(flameSVG))
})

// FlameCSS returns the style of a flame graph, for the element with this id only: several graphs on a page do not
// touch each other.
func FlameCSS(id string) string {
	return strings.ReplaceAll(compact(flameCSS, "/*"), "&", "#"+id)
}

// FlameDarkCSS returns what is different on a dark background.
func FlameDarkCSS(id string) string {
	return strings.ReplaceAll(compact(flameDarkCSS, "/*"), "&", "#"+id)
}

// FlameJS returns the script of a flame graph. It is the same for all: it finds its graph and the data by its place.
func FlameJS() string {
	return compact(flameJS, "//")
}

// compact leaves out indentation, empty lines and lines that are a comment and nothing else.
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

package tables

import (
	"bufio"
	"bytes"
	"strings"

	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/render/internal/terminal"
)

// An Excerpt is a text of tables in little room: without blank lines between sites, and without notes, but with a warning.
type Excerpt struct {
	Lines []string
	Rest  []string // what it counts instead of showing, such as "36 methods"

	ShortNames bool // some names are not in full
}

// NewExcerpt returns the excerpt that write writes, for a terminal of a width; 0: unlimited. Write limits the rows.
func NewExcerpt(width int, write func(p Writer)) Excerpt {
	var b bytes.Buffer
	fit := &fitting{form: form{compact: true}}
	p := Writer{terminal.Writer{B: bufio.NewWriter(&b), Width: width}, fit}
	write(p)
	p.B.Flush() // never fails for a Buffer
	e := Excerpt{ShortNames: fit.left.shortNames}
	if b.Len() > 0 {
		e.Lines = strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
	}
	for _, r := range fit.left.rows {
		e.Rest = append(e.Rest, words.CountOf(r.n, r.things))
	}
	return e
}

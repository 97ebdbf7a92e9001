// Package tables writes tables as text that fits a terminal, CSV, JSON and Markdown.
package tables

import (
	"strings"

	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
)

// The formats.
const (
	TextFormat     Format = iota // for reading in a terminal
	CSVFormat                    // for spreadsheets and databases
	JSONFormat                   // for scripts
	MarkdownFormat               // GitHub Flavored, for reviews and reports
)

// A Format is a format of tables.
type Format int

// String returns the name of the format on the command line.
func (f Format) String() string {
	return words.Enum(f, "Format", "text", "csv", "json", "markdown")
}

// Options are the options of tables as text. Other formats ignore them.
type Options struct {
	Width int  // terminal columns, at least 40; 0: unlimited, nothing is truncated
	Color bool // use the terminal's colors

	Screen Screen // if it is limited, tables that can be shortened have as many rows as fit
}

// A Screen is the room that a terminal has for a text, so that its first line is still visible after its last.
type Screen struct {
	Lines   int // 0: unlimited, as for a file
	Columns int // at which the terminal wraps lines that are not wrapped by us; 0: unknown

	// AllRows is set if the user chose the number of rows: a small screen has fewer notes and blank lines, but no fewer rows.
	AllRows bool
}

// Holds reports whether a text fits on the screen.
func (s Screen) Holds(text string) bool {
	n := 0
	for line := range strings.Lines(text) {
		n++
		if columns := plaintext.Columns(strings.TrimSuffix(line, "\n")); s.Columns > 0 && columns > s.Columns {
			n += (columns - 1) / s.Columns
		}
	}
	return n <= s.Lines
}

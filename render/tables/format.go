// Package tables writes tables as text that fits a terminal, CSV, JSON and Markdown.
package tables

import "github.com/iprof-viz/iprof-viz/internal/words"

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
	return words.Enum(f, "TableFormat", "text", "csv", "json", "markdown")
}

// Options are the options of tables as text. Other formats ignore them.
type Options struct {
	Width int  // terminal columns, at least 40; 0: unlimited, nothing is truncated
	Color bool // use the terminal's colors
}

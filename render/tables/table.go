package tables

import (
	"io"

	"github.com/iprof-viz/iprof-viz/convert/table"
)

// Write writes a table in a format.
func Write(w io.Writer, t *table.Table, format Format, opts Options) error {
	switch format {
	case CSVFormat:
		return CSV(w, t)
	case JSONFormat:
		return JSON(w, t)
	case MarkdownFormat:
		return Markdown(w, t)
	default:
		return Text(w, t, opts)
	}
}

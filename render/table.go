package render

import (
	"io"

	"github.com/iprof-viz/iprof-viz/convert/table"
)

// Table writes a table in a format.
func Table(w io.Writer, t *table.Table, format TableFormat, opts TableOptions) error {
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

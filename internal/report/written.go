package report

import (
	"bytes"
	"io"

	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/render/page"
	"github.com/iprof-viz/iprof-viz/render/tables"
)

// addWritten adds a part of JSON that is written at once, so that its model, which is larger, is not in memory with those of the others.
func (r *report) addWritten(name string, write func(io.Writer) error) error {
	var text bytes.Buffer
	if err := write(&text); err != nil {
		return err
	}
	r.parts = append(r.parts, page.Part{Name: name, JSON: func(w io.Writer) error {
		_, err := w.Write(text.Bytes())
		return err
	}})
	return nil
}

func (r *report) addTable(name string, t *table.Table) error {
	return r.addWritten(name, func(w io.Writer) error { return tables.Write(w, t, tables.JSONFormat, tables.Options{}) })
}

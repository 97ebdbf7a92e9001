package pagedata

import (
	"bytes"
	"encoding/json"
	"io"

	"github.com/iprof-viz/iprof-viz/internal/background"
	"github.com/iprof-viz/iprof-viz/templates"
)

// An Index is the beginning of the data of a page, which names its parts.
type Index struct {
	Title    string      `json:"title"`
	Subtitle string      `json:"subtitle"`
	Theme    string      `json:"theme"`
	Served   bool        `json:"served,omitempty"`
	Parts    []IndexPart `json:"parts"`
}

type IndexPart struct {
	Name   string `json:"name"`
	Length int    `json:"length"` // in bytes; ToTheEnd for the last one
}

// ToTheEnd is the length of a part that is written without being held in memory.
const ToTheEnd = -1

// WritePage writes a page whose parts write puts after the index. Level is the deflate level: the best one is worth its time for
// parts of a megabyte, as in reports, but not for a tree of millions of frames.
func WritePage(w io.Writer, page templates.Page, index Index, level int, write func(*Writer)) error {
	var packed bytes.Buffer
	packing := background.Go(func() {
		c := NewWriter(&packed, level)
		c.WriteString(page.Unpacked())
		c.Close() // writing to memory does not fail
	})
	if err := templates.PageHead().Execute(w, page); err != nil {
		return err
	}
	c := NewWriter(w, level)
	c.JSON(index)
	write(c)
	if err := c.Close(); err != nil {
		return err
	}
	packing.Wait()
	page.Packed = packed.String()
	return templates.PageEnd().Execute(w, page)
}

// JSON writes the length of a JSON text and the text.
func (c *Writer) JSON(value any) {
	text, err := json.Marshal(value) // escapes <, > and &
	if err != nil {
		panic(err) // not for strings and finite numbers
	}
	c.Text(string(text))
}

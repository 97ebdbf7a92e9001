package render

import (
	"bytes"
	"encoding/json"
	"io"

	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/templates"
)

// PageOptions are the options of [Report]. The zero value is useful.
type PageOptions struct {
	Title    string // "": "Profile report"
	Subtitle string // such as the name of the profile; "": none
	Theme    Theme
}

// A PagePart is a part of a report: the JSON of a command, or stacks.
type PagePart struct {
	Name string                // that the page knows it by, such as "receivers" or "flame.samples"
	JSON func(io.Writer) error // nil: Tree
	Tree *stacks.Tree
}

// Report writes a page with several views of a profile, for browsers with JavaScript. The page needs no other file, and its
// policy forbids all requests. It shows the figures of its parts, and none that is not in them.
func Report(w io.Writer, parts []PagePart, opts PageOptions) error {
	if opts.Title == "" {
		opts.Title = "Profile report"
	}
	index := pageIndex{Title: visible(opts.Title), Subtitle: visible(opts.Subtitle), Theme: opts.Theme.String()}
	var texts [][]byte
	for _, part := range parts {
		if part.JSON == nil {
			continue
		}
		var b bytes.Buffer
		if err := part.JSON(&b); err != nil {
			return err
		}
		texts = append(texts, b.Bytes())
	}
	shared, packed := shareStrings(texts)
	data := [][]byte{}
	add := func(name string, part []byte) {
		index.Parts = append(index.Parts, pageIndexPart{name, len(part)})
		data = append(data, part)
	}
	add("strings", bytesOfColumns(func(c *columnWriter) {
		c.number(uint64(len(shared)))
		c.texts(shared)
	}))
	for _, part := range parts {
		if part.JSON != nil {
			add(part.Name, packed[0])
			packed = packed[1:]
			continue
		}
		t := orEmpty(part.Tree)
		look, err := FlameOptions{Theme: opts.Theme}.settle(t)
		if err != nil {
			return err
		}
		add(part.Name, bytesOfColumns(newFlamePage(t, look).write))
	}
	return writePage(w, templates.ReportPage(xmlText(index.Title)), index, func(c *columnWriter) {
		for _, part := range data {
			c.Write(part)
		}
	})
}

// A pageIndex is the beginning of the data of a page, which names its parts.
type pageIndex struct {
	Title    string          `json:"title"`
	Subtitle string          `json:"subtitle"`
	Theme    string          `json:"theme"`
	Parts    []pageIndexPart `json:"parts"`
}

type pageIndexPart struct {
	Name   string `json:"name"`
	Length int    `json:"length"` // in bytes; toTheEnd for the last one
}

// toTheEnd is the length of a part that is written without being held in memory.
const toTheEnd = -1

// writePage writes a page whose parts write puts after the index.
func writePage(w io.Writer, page templates.Page, index pageIndex, write func(*columnWriter)) error {
	if err := templates.PageHead().Execute(w, page); err != nil {
		return err
	}
	c, err := newColumnWriter(w)
	if err != nil {
		return err
	}
	c.json(index)
	write(c)
	if err := c.close(); err != nil {
		return err
	}
	return templates.PageEnd().Execute(w, page)
}

// json writes the length of a JSON text and the text.
func (c *columnWriter) json(value any) {
	text, err := json.Marshal(value) // escapes <, > and &
	if err != nil {
		panic(err) // not of strings and finite numbers
	}
	c.text(string(text))
}

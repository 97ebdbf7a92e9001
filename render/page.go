package render

import (
	"bytes"
	"encoding/json"
	"io"

	"github.com/klauspost/compress/flate"

	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/internal/background"
	"github.com/iprof-viz/iprof-viz/templates"
)

// PageOptions are the options of [Report]. The zero value is useful.
type PageOptions struct {
	Title    string // "": "Profile report"
	Subtitle string // such as the name of the profile; "": none, and so is one that is the title
	Theme    Theme

	// Served is the version of the profile on a page from a server, which has a list of its profiles and reloads the page when there is
	// a newer version. Its policy allows requests to that server, see [ServedPolicy]. "": the page is a file.
	Served string
}

// A PagePart is a part of a report: the JSON of a command, or stacks.
type PagePart struct {
	Name string                // that the page knows it by, such as "receivers" or "flame.samples"
	JSON func(io.Writer) error // nil: Tree
	Tree *stacks.Tree
}

// methodsPart is the name of the part that [PageMethods] writes. Other parts have ids of its methods.
const methodsPart = "methods"

// unreadKeys are keys of the commands' JSON that no view of a page reads; whoever needs one takes it out of here. Names as the JVM has
// them are in the part "methods".
var unreadKeys = map[string]bool{
	"signature": true, "caller_signature": true, "callee_signature": true, "successor": true,
}

// Report writes a page with several views of a profile, for browsers with JavaScript. The page needs no other file, and its
// policy forbids all requests. It shows the figures of its parts, and none that is not in them.
func Report(w io.Writer, parts []PagePart, opts PageOptions) error {
	if opts.Title == "" {
		opts.Title = "Profile report"
	}
	if opts.Subtitle == opts.Title {
		opts.Subtitle = ""
	}
	index := pageIndex{Title: visible(opts.Title), Subtitle: visible(opts.Subtitle), Theme: opts.Theme.String(), Served: opts.Served != ""}
	table := newStringTable()
	texts, flames := make([]*jsonColumn, len(parts)), make([]*flamePage, len(parts))
	var methods *jsonColumn
	for i, part := range parts {
		if part.JSON == nil {
			t := orEmpty(part.Tree)
			look, err := FlameOptions{Theme: opts.Theme}.settle(t)
			if err != nil {
				return err
			}
			flames[i] = newFlamePage(t, look)
			flames[i].share(table)
			continue
		}
		var b bytes.Buffer
		if err := part.JSON(&b); err != nil {
			return err
		}
		texts[i] = readJSON(b.Bytes(), table, unreadKeys)
		if part.Name == methodsPart {
			methods = texts[i]
		}
	}
	data := [][]byte{}
	add := func(name string, part []byte) {
		index.Parts = append(index.Parts, pageIndexPart{name, len(part)})
		data = append(data, part)
	}
	strings := table.settle()
	add("strings", bytesOfColumns(func(c *columnWriter) {
		c.number(uint64(len(strings)))
		c.texts(strings)
	}))
	p := newPacker(table, methods)
	for i, part := range parts {
		switch {
		case part.JSON == nil:
			add(part.Name, bytesOfColumns(flames[i].write))
		case part.Name == methodsPart:
			add(part.Name, newPacker(table, nil).pack(texts[i]))
		default:
			add(part.Name, p.pack(texts[i]))
		}
	}
	page := templates.ReportPage(xmlText(index.Title))
	if opts.Served != "" {
		page.Served = templates.NewServedPart(xmlText(opts.Served))
	}
	level, size := flate.BestCompression, 0
	for _, part := range data {
		size += len(part)
	}
	if size > mostDeflatedBest {
		level = flate.DefaultCompression
	}
	return writePage(w, page, index, level, func(c *columnWriter) {
		for _, part := range data {
			c.Write(part)
		}
	})
}

// mostDeflatedBest is the number of bytes of data up to which the best level of deflating is worth its time: it makes pages up
// to a sixth smaller, and takes twice as long. A profile of 4 MB has less.
const mostDeflatedBest = 8 << 20

// A pageIndex is the beginning of the data of a page, which names its parts.
type pageIndex struct {
	Title    string          `json:"title"`
	Subtitle string          `json:"subtitle"`
	Theme    string          `json:"theme"`
	Served   bool            `json:"served,omitempty"`
	Parts    []pageIndexPart `json:"parts"`
}

type pageIndexPart struct {
	Name   string `json:"name"`
	Length int    `json:"length"` // in bytes; toTheEnd for the last one
}

// toTheEnd is the length of a part that is written without being held in memory.
const toTheEnd = -1

// writePage writes a page whose parts write puts after the index. Level is that of deflate: the best one is worth its time for
// parts of a megabyte, as reports have, but not for a tree of millions of frames.
func writePage(w io.Writer, page templates.Page, index pageIndex, level int, write func(*columnWriter)) error {
	var script bytes.Buffer
	packing := background.Go(func() {
		c := newColumnWriter(&script, level)
		c.WriteString(page.Script)
		c.close() // memory has no errors
	})
	if err := templates.PageHead().Execute(w, page); err != nil {
		return err
	}
	c := newColumnWriter(w, level)
	c.json(index)
	write(c)
	if err := c.close(); err != nil {
		return err
	}
	packing.Wait()
	page.Packed = script.String()
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

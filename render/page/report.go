package page

import (
	"bytes"
	"io"

	"github.com/klauspost/compress/flate"

	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/render/flame"
	"github.com/iprof-viz/iprof-viz/render/internal/pagedata"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
	"github.com/iprof-viz/iprof-viz/render/internal/svgtext"
	"github.com/iprof-viz/iprof-viz/render/palette"
	"github.com/iprof-viz/iprof-viz/templates"
)

// Options are the options of [Report]. The zero value is useful.
type Options struct {
	Title    string // "": "Profile report"
	Subtitle string // such as the name of the profile; "": none, and so is one that is the title
	Theme    palette.Theme

	// Served is the version of the profile on a page from a server, which has a list of its profiles and reloads the page when there is
	// a newer version. Its policy allows requests to that server, see [ServedPolicy]. "": the page is a file.
	Served string
}

// A Part is a part of a report: the JSON of a command, or stacks.
type Part struct {
	Name string                // that the page knows it by, such as "receivers" or "flame.samples"
	JSON func(io.Writer) error // nil: Tree
	Tree *stacks.Tree
}

// methodsPart is the name of the part that [Methods] writes. Other parts have ids of its methods.
const methodsPart = "methods"

// unreadKeys are keys of the commands' JSON that no view of a page reads; whoever needs one takes it out of here. Names as the JVM has
// them are in the part "methods".
var unreadKeys = map[string]bool{
	"signature": true, "caller_signature": true, "callee_signature": true, "successor": true,
}

// Report writes a page with several views of a profile, for browsers with JavaScript. The page needs no other file, and its
// policy forbids all requests. It shows the figures of its parts, and none that is not in them.
func Report(w io.Writer, parts []Part, opts Options) error {
	if opts.Title == "" {
		opts.Title = "Profile report"
	}
	if opts.Subtitle == opts.Title {
		opts.Subtitle = ""
	}
	index := pagedata.Index{Title: plaintext.Visible(opts.Title), Subtitle: plaintext.Visible(opts.Subtitle), Theme: opts.Theme.String(), Served: opts.Served != ""}
	table := pagedata.NewStrings()
	texts, flames := make([]*jsonColumn, len(parts)), make([]*flame.Page, len(parts))
	var methods *jsonColumn
	for i, part := range parts {
		if part.JSON == nil {
			t := flame.OrEmpty(part.Tree)
			look, err := flame.Options{Theme: opts.Theme}.Settle(t)
			if err != nil {
				return err
			}
			flames[i] = flame.NewPage(t, look)
			flames[i].Share(table)
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
		index.Parts = append(index.Parts, pagedata.IndexPart{Name: name, Length: len(part)})
		data = append(data, part)
	}
	strings := table.Settle()
	add("strings", pagedata.BytesOfColumns(func(c *pagedata.Writer) {
		c.Number(uint64(len(strings)))
		c.Texts(strings)
	}))
	p := newPacker(table, methods)
	for i, part := range parts {
		switch {
		case part.JSON == nil:
			add(part.Name, pagedata.BytesOfColumns(flames[i].Write))
		case part.Name == methodsPart:
			add(part.Name, newPacker(table, nil).pack(texts[i]))
		default:
			add(part.Name, p.pack(texts[i]))
		}
	}
	page := templates.ReportPage(svgtext.Escape(index.Title))
	if opts.Served != "" {
		page.Served = templates.NewServedPart(svgtext.Escape(opts.Served))
	}
	level, size := flate.BestCompression, 0
	for _, part := range data {
		size += len(part)
	}
	if size > mostDeflatedBest {
		level = flate.DefaultCompression
	}
	return pagedata.WritePage(w, page, index, level, func(c *pagedata.Writer) {
		for _, part := range data {
			c.Write(part)
		}
	})
}

// mostDeflatedBest is the number of bytes of data up to which the best level of deflating is worth its time: it makes pages up
// to a sixth smaller, and takes twice as long. A profile of 4 MB has less.
const mostDeflatedBest = 8 << 20

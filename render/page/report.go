package page

import (
	"io"

	"github.com/klauspost/compress/flate"

	"github.com/iprof-viz/iprof-viz/render/internal/pagedata"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
	"github.com/iprof-viz/iprof-viz/render/internal/svgtext"
	"github.com/iprof-viz/iprof-viz/render/palette"
	"github.com/iprof-viz/iprof-viz/templates"
)

// Options are the options of [Report]. The zero value is useful.
type Options struct {
	Title    string // "": "Profile report"
	Subtitle string // such as the name of the profile; "", or if it equals the title: none
	Theme    palette.Theme

	// Served is the version of the profile on a page from a server, which has a list of its profiles and reloads the page when
	// there is a newer version. Its CSP allows requests to that server, see [ServedPolicy]. "": the page is a file.
	Served string
}

// Report writes a page with several views of a profile, for browsers with JavaScript. The page is self-contained, and its CSP
// forbids all requests. It shows only values contained in its parts, and takes them: afterwards there are none.
func Report(w io.Writer, parts *Parts, opts Options) error {
	if opts.Title == "" {
		opts.Title = "Profile report"
	}
	if opts.Subtitle == opts.Title {
		opts.Subtitle = ""
	}
	index := pagedata.Index{Title: plaintext.Visible(opts.Title), Subtitle: plaintext.Visible(opts.Subtitle), Theme: opts.Theme.String(), Served: opts.Served != ""}
	data, err := dataOf(parts, opts.Theme)
	if err != nil {
		return err
	}
	size := 0
	for _, part := range data {
		index.Parts = append(index.Parts, pagedata.IndexPart{Name: part.name, Length: len(part.bytes)})
		size += len(part.bytes)
	}
	page := templates.ReportPage(svgtext.Escape(index.Title))
	if opts.Served != "" {
		page.Served = templates.NewServedPart(svgtext.Escape(opts.Served))
	}
	level := flate.BestCompression
	if size > mostDeflatedBest {
		level = flate.DefaultCompression
	}
	return pagedata.WritePage(w, page, index, level, func(c *pagedata.Writer) {
		for _, part := range data {
			c.Write(part.bytes)
		}
	})
}

// mostDeflatedBest is the number of bytes of data up to which the best deflate level is worth its time: it makes pages up to a
// sixth smaller, and takes twice as long. A profile of 4 MB has less data.
const mostDeflatedBest = 8 << 20

package page

import (
	"io"

	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
	"github.com/iprof-viz/iprof-viz/render/internal/svgtext"
	"github.com/iprof-viz/iprof-viz/templates"
)

// ServedPolicy returns the content security policy of the pages that [Report], with Options.Served, and [ServedNotice] write, for
// the HTTP header. It also forbids frames around them, which pages cannot declare themselves.
func ServedPolicy() string {
	page := templates.ReportPage("")
	page.Served = templates.NewServedPart("")
	return page.Policy() + "; frame-ancestors 'none'"
}

// ServedNotice writes a page from a server that has no profile to show, only paragraphs that say so; empty ones are left out. The
// title of the options is the heading; the default is "No profile". With Options.Served the page reloads like [Report]'s.
func ServedNotice(w io.Writer, opts Options, paragraphs ...string) error {
	if opts.Title == "" {
		opts.Title = "No profile"
	}
	page := templates.ReportPage(svgtext.Escape(plaintext.Visible(opts.Title)))
	page.Served = templates.NewServedPart(svgtext.Escape(opts.Served))
	notice := templates.Notice{Page: page, Theme: opts.Theme.String()}
	for _, text := range paragraphs {
		if text != "" {
			notice.Paragraphs = append(notice.Paragraphs, svgtext.Escape(plaintext.Visible(text)))
		}
	}
	return templates.ServedNotice().Execute(w, notice)
}

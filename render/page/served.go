package page

import (
	"io"

	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
	"github.com/iprof-viz/iprof-viz/render/internal/svgtext"
	"github.com/iprof-viz/iprof-viz/templates"
)

// ServedPolicy returns the content security policy of the pages that [Report], with Options.Served, and [ServedNotice] write,
// for the header of that name. It also forbids frames around them, which pages cannot say of themselves.
func ServedPolicy() string {
	page := templates.ReportPage("")
	page.Served = templates.NewServedPart("")
	return page.Policy() + "; frame-ancestors 'none'"
}

// ServedNotice writes a page from a server that has no profile to show, but paragraphs that say so; empty ones are left out. The
// title of the options is the heading; the default is "No profile". With Options.Served the page reloads as [Report]'s does.
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

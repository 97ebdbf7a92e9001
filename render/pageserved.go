package render

import (
	"io"

	"github.com/iprof-viz/iprof-viz/templates"
)

// ServedPolicy returns the content security policy of the pages that [Report], with PageOptions.Served, and [ServedNotice] write,
// for the header of that name. It also forbids frames around them, which pages cannot say of themselves.
func ServedPolicy() string {
	page := templates.ReportPage("")
	page.Served = templates.NewServedPart("")
	return page.Policy() + "; frame-ancestors 'none'"
}

// ServedNotice writes a page from a server that has no profile to show, but a text that says so. The title of the options is
// the heading; the default is "No profile".
func ServedNotice(w io.Writer, text string, opts PageOptions) error {
	if opts.Title == "" {
		opts.Title = "No profile"
	}
	page := templates.ReportPage(xmlText(visible(opts.Title)))
	page.Served = templates.NewServedPart("")
	return templates.ServedNotice().Execute(w, templates.Notice{Page: page, Theme: opts.Theme.String(), Text: xmlText(visible(text))})
}

package templates

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"sync"
	"text/template"
)

//go:embed page/page.html.tmpl
var pageHead string

//go:embed page/page-end.html.tmpl
var pageEnd string

//go:embed page/early.css
var earlyCSS string

//go:embed page/page.css
var pageCSS string

//go:embed page/forced.css
var forcedCSS string

// The modules that a page needs, in one file: for example templates/page/page-report.ts and what it imports. make page writes all.
//
//go:embed page-flame.js
var flamePageJS string

//go:embed page-report.js
var reportPageJS string

//go:embed page-start.js
var startJS string

//go:embed page-served.js
var servedJS string

//go:embed page/served.css
var servedCSS string

//go:embed page/served.html.tmpl
var servedNothing string

// A Page holds the values of [PageHead] and [PageEnd].
type Page struct {
	Title         string // markup
	Early         string // the style until the script runs
	Style, Script string
	Packed        string      // what Unpacked returns, deflated (RFC 1951), in base 85
	Served        *ServedPart // nil: the page is a file
	Commands      []Command   // for readers whose browser runs no scripts
}

// A Command of iprof-viz shows a part of a page without a browser. Both are markup.
type Command struct{ Line, Shows string }

// Loading returns the script that says that the page is being loaded, replacing the text for readers without scripts: either those
// are disabled, or the CSP of a server forbids them. It removes itself.
func (Page) Loading() string {
	return `document.querySelector(".unread").remove();document.querySelector(".loading").hidden=false;document.currentScript.remove()`
}

// Unpacked returns the style and the script, which take a quarter of their bytes when packed together. page-start.ts parts them.
func (p Page) Unpacked() string { return p.Style + "\x00" + p.Script }

// Start returns the script that applies the packed style and runs the packed script.
func (Page) Start() string { return startJS }

// A ServedPart is what a server adds to a page.
type ServedPart struct {
	Version       string // version of the content, as counted by the server; markup
	Style, Script string
}

// NewServedPart returns that part for a page with this version of its content, which must be markup already.
func NewServedPart(version string) *ServedPart {
	return &ServedPart{Version: version, Style: compact(servedCSS), Script: servedJS}
}

// Policy returns the content security policy of a page. It allows the styles and scripts of the page and, for a page from a server,
// requests to that server.
func (p Page) Policy() string {
	scripts, styles, connect := sourceHash(p.Loading())+"' '"+sourceHash(p.Start())+"' '"+sourceHash(p.Script), sourceHash(p.Early)+"' '"+sourceHash(p.Style), ""
	if s := p.Served; s != nil {
		scripts += "' '" + sourceHash(s.Script)
		styles += "' '" + sourceHash(s.Style)
		connect = "connect-src 'self'; "
	}
	return "default-src 'none'; script-src '" + scripts + "'; style-src '" + styles + "'; " + connect + "img-src data: blob:; base-uri 'none'; form-action 'none'"
}

// FlamePage returns the values of a page with a flame graph and this title, which must be markup already.
func FlamePage(title string) Page {
	return newPage(title, flamePageJS, Command{"iprof-viz flame -o app.svg app.iprof", "the flame graph as a picture"}, Command{"iprof-viz top app.iprof", "its methods as text"})
}

// ReportPage returns the values of a report with this title, which must be markup already.
func ReportPage(title string) Page {
	return newPage(title, reportPageJS,
		Command{"iprof-viz info app.iprof", "the overview, as text"},
		Command{"iprof-viz flame -o app.svg app.iprof", "the flame graph as a picture"},
		Command{"iprof-viz top app.iprof", "methods, as text; peek has their callers and callees, list their code"},
		Command{"iprof-viz branches app.iprof", "conditionals, as text; receivers, instanceof and monitors are the other sites"},
		Command{"iprof-viz inline app.iprof", "units, as text"},
		Command{"iprof-viz diff old.iprof app.iprof", "changes, as text"})
}

func newPage(title, script string, commands ...Command) Page {
	return Page{Title: title, Early: compactStyle(earlyCSS), Style: compactStyle(pageCSS + forcedCSS), Script: script, Commands: commands}
}

// sourceHash returns the hash by which a content security policy allows a text: https://www.w3.org/TR/CSP3/#grammardef-hash-source.
func sourceHash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// PageHead returns the template of a page up to its data, PageEnd the template of what follows. The data is base 85, see package
// render/internal/pagedata.
var (
	PageHead = sync.OnceValue(func() *template.Template { return parsePage("page", pageHead) })
	PageEnd  = sync.OnceValue(func() *template.Template { return parsePage("page-end", pageEnd) })
)

// A Notice holds the values of [ServedNotice], all of them markup.
type Notice struct {
	Page
	Theme      string // auto, light or dark
	Paragraphs []string
}

// ServedNotice returns the template of a page from a server that has no profile.
var ServedNotice = sync.OnceValue(func() *template.Template { return parsePage("served", servedNothing) })

func parsePage(name, text string) *template.Template {
	return template.Must(template.New(name).Option("missingkey=error").Parse(text))
}

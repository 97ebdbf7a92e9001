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

//go:embed page/page.css
var pageCSS string

// The modules of templates/page that a page needs, in one file. make page writes both.
//
//go:embed page-flame.js
var flamePageJS string

//go:embed page-report.js
var reportPageJS string

// A Page holds the values of [PageHead] and [PageEnd].
type Page struct {
	Title                 string // markup
	Style, Script         string
	StyleHash, ScriptHash string // sources of the content security policy
}

// FlamePage returns the values of a page with a flame graph and this title, which must be markup already.
func FlamePage(title string) Page { return newPage(title, flamePageJS) }

// ReportPage returns the values of a report with this title, which must be markup already.
func ReportPage(title string) Page { return newPage(title, reportPageJS) }

func newPage(title, script string) Page {
	style := compact(pageCSS, "/*")
	return Page{Title: title, Style: style, Script: script, StyleHash: sourceHash(style), ScriptHash: sourceHash(script)}
}

// sourceHash returns the hash by which a content security policy allows a text: https://www.w3.org/TR/CSP3/#grammardef-hash-source.
func sourceHash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// PageHead returns the template of a page up to its data, PageEnd that of what follows. The data is base64, see package render.
var (
	PageHead = sync.OnceValue(func() *template.Template { return parsePage("page", pageHead) })
	PageEnd  = sync.OnceValue(func() *template.Template { return parsePage("page-end", pageEnd) })
)

func parsePage(name, text string) *template.Template {
	return template.Must(template.New(name).Option("missingkey=error").Parse(text))
}

// Package htmltext writes HTML documents: one file without a script, see [Writer].
package htmltext

import (
	"bufio"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/iprof-viz/iprof-viz/render/internal/fitname"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
	"github.com/iprof-viz/iprof-viz/render/internal/siteline"
	"github.com/iprof-viz/iprof-viz/render/internal/svgtext"
	"github.com/iprof-viz/iprof-viz/templates"
)

// A Writer writes a document: one file without a script, whose CSP allows its own style and nothing else. Everything that is not
// the program's markup goes through text.
type Writer struct {
	b *bufio.Writer // keeps the first error
}

func NewWriter(w io.Writer) *Writer { return &Writer{bufio.NewWriterSize(w, 64<<10)} }

// Raw writes markup.
func (w *Writer) Raw(markup ...string) {
	for _, m := range markup {
		w.b.WriteString(m)
	}
}

// Text writes a text.
func (w *Writer) Text(s string) {
	w.b.Write(svgtext.AppendEscaped(w.b.AvailableBuffer(), plaintext.Visible(s)))
}

// Element writes an element with a text. The tag may have attributes.
func (w *Writer) Element(tag, text string) {
	w.Raw("<", tag, ">")
	w.Text(text)
	name, _, _ := strings.Cut(tag, " ")
	w.Raw("</", name, ">")
}

// Name writes an element with a name: its hashes are short, and the tooltip has the whole of them. Where it is narrow, lines break after
// its dots and before its nested classes.
func (w *Writer) Name(tag, name string) {
	short := fitname.ShortHashes(name)
	if short != name {
		tag += ` title="` + string(svgtext.AppendEscaped(nil, plaintext.Visible(name))) + `"`
	}
	w.Raw("<", tag, ">")
	w.breakable(short)
	element, _, _ := strings.Cut(tag, " ")
	w.Raw("</", element, ">")
}

func (w *Writer) breakable(name string) {
	start := 0
	for i := 1; i+1 < len(name); i++ {
		if name[i-1] == '.' && name[i] != '.' || name[i] == '$' && name[i-1] != '$' {
			w.Text(name[start:i])
			w.Raw("<wbr/>")
			start = i
		}
	}
	w.Text(name[start:])
}

// A ColumnWidth is the value of a CSS variable.
type ColumnWidth struct{ Name, Value string }

// WidthFor returns a width for a number of characters.
func WidthFor(name string, characters int) ColumnWidth {
	return ColumnWidth{name, strconv.Itoa(characters) + "ch"}
}

// Begin writes everything before the content: the title, and lines under it.
func (w *Writer) Begin(title string, lines []string, widths ...ColumnWidth) {
	var css strings.Builder
	css.WriteString(templates.DocumentCSS())
	css.WriteString(":root {")
	for _, c := range widths {
		fmt.Fprintf(&css, " --%s: %s;", c.Name, c.Value)
	}
	css.WriteString(" }\n")
	digest := sha256.Sum256([]byte(css.String()))
	w.Raw("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n",
		`<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-`, base64.StdEncoding.EncodeToString(digest[:]), `'; base-uri 'none'; form-action 'none'"/>`,
		"\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<meta name=\"color-scheme\" content=\"light dark\"/>\n")
	w.Element("title", title)
	w.Raw("\n<style>", css.String(), "</style>\n</head>\n<body>\n<header>\n")
	w.Element("h1", title)
	w.Raw("\n")
	for _, line := range lines {
		w.Element(`p class="sub"`, line)
		w.Raw("\n")
	}
	w.Raw("</header>\n")
}

// End writes notes, and everything after the content.
func (w *Writer) End(notes []string) error {
	w.Raw("<footer>\n")
	for _, note := range notes {
		w.Element("p", note)
		w.Raw("\n")
	}
	w.Raw("</footer>\n</body>\n</html>\n")
	return w.b.Flush()
}

// MethodHeading writes the name of a method, with the distinguishing part in bold.
func (w *Writer) MethodHeading(name, anchor string) {
	title := ""
	if short := fitname.ShortHashes(name); short != name {
		title, name = ` title="`+string(svgtext.AppendEscaped(nil, plaintext.Visible(name)))+`"`, short
	}
	at := 0
	if end := strings.IndexByte(name, '('); end >= 0 {
		at = strings.LastIndexByte(name[:end], '.')
	} else {
		at = strings.LastIndexByte(name, '.')
	}
	if at > 0 {
		at = strings.LastIndexByte(name[:at], '.') + 1
	}
	at = max(at, 0)
	w.Raw(`<h2><a href="#`, anchor, `"`, title, `>`)
	w.breakable(name[:at])
	w.Raw("<b>")
	w.breakable(name[at:])
	w.Raw("</b></a></h2>\n")
}

// Anchors makes anchors from names of places in a document. Its values are the last number that was appended to an anchor: counting
// again from the first would take a time quadratic in namesakes.
type Anchors map[string]int

// Of returns the anchor of a name: its letters and digits, so that it is the same in the next document.
func (a Anchors) Of(name string) string {
	anchor := strings.Map(func(r rune) rune {
		if r == '.' || r == '-' || '0' <= r && r <= '9' || 'A' <= r && r <= 'Z' || 'a' <= r && r <= 'z' {
			return r
		}
		return '_'
	}, name)
	const longest = 200
	if len(anchor) > longest {
		anchor = anchor[:longest]
	}
	fresh := anchor
	for fresh == "" || a[fresh] > 0 {
		a[anchor] = max(a[anchor], 1) + 1
		fresh = anchor + "-" + strconv.Itoa(a[anchor])
	}
	a[fresh] = 1
	return fresh
}

// Site writes a line about a site, with all parts. Links are the anchors of parts; "" for none.
func (w *Writer) Site(l *siteline.Line, links []string) {
	class := "types"
	switch l.Mark {
	case '◆':
		class = "branch"
	case '!':
		class = "warn"
	}
	w.Raw(`<p class="site `, class, `"><i>`, string(l.Mark), "</i> ")
	w.Text(l.Head)
	for i, part := range l.Parts {
		if i > 0 {
			w.Text(l.Sep)
		}
		if i < len(links) && links[i] != "" {
			w.Name(`a href="#`+links[i]+`"`, part.Name)
		} else {
			w.Name("span", part.Name)
		}
		if part.Share != "" {
			w.Raw(" ")
			w.Element("b", part.Share)
		}
	}
	w.Text(l.Tail)
	if l.More != "" {
		w.Element(`span class="more"`, "   … "+l.More)
	}
	w.Raw("</p>\n")
}

// HeatOf is the heat level of a share, from 0 for none to 8.
func HeatOf(share float64) int {
	if !(share > 0) {
		return 0
	}
	return 1 + min(int(share*7), 7)
}

// Bar draws a share, from 0 to 1.
func (w *Writer) Bar(share float64) {
	fmt.Fprintf(w.b, `<span class="bar" aria-hidden="true"><svg><rect width="%.1f%%" height="100%%"/></svg></span>`, 100*share)
}

// Number writes a number in its own column.
func (w *Writer) Number(class, text string) {
	w.Raw(`<span class="n`)
	if class != "" {
		w.Raw(" ", class)
	}
	w.Raw(`">`)
	w.Text(text)
	w.Raw("</span>")
}

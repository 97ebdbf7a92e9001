package render

import (
	"bufio"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/iprof-viz/iprof-viz/templates"
)

// An htmlWriter writes a document: one file without a script, whose policy allows its own style and nothing else. All that
// is not markup of the program goes through text.
type htmlWriter struct {
	b *bufio.Writer // keeps the first error
}

func newHTMLWriter(w io.Writer) *htmlWriter { return &htmlWriter{bufio.NewWriterSize(w, 64<<10)} }

// raw writes markup.
func (w *htmlWriter) raw(markup ...string) {
	for _, m := range markup {
		w.b.WriteString(m)
	}
}

// text writes a text.
func (w *htmlWriter) text(s string) { w.b.Write(appendXML(nil, visible(s))) }

// element writes an element with a text. The tag may have attributes.
func (w *htmlWriter) element(tag, text string) {
	w.raw("<", tag, ">")
	w.text(text)
	name, _, _ := strings.Cut(tag, " ")
	w.raw("</", name, ">")
}

// A columnWidth is the value of a variable of the style.
type columnWidth struct{ name, value string }

// widthFor returns a width for a number of characters.
func widthFor(name string, characters int) columnWidth {
	return columnWidth{name, strconv.Itoa(characters) + "ch"}
}

// begin writes everything before the content: the title, and lines under it.
func (w *htmlWriter) begin(title string, lines []string, widths ...columnWidth) {
	var css strings.Builder
	css.WriteString(templates.DocumentCSS())
	css.WriteString(":root {")
	for _, c := range widths {
		fmt.Fprintf(&css, " --%s: %s;", c.name, c.value)
	}
	css.WriteString(" }\n")
	digest := sha256.Sum256([]byte(css.String()))
	w.raw("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n",
		`<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-`, base64.StdEncoding.EncodeToString(digest[:]), `'; base-uri 'none'; form-action 'none'"/>`,
		"\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<meta name=\"color-scheme\" content=\"light dark\"/>\n")
	w.element("title", title)
	w.raw("\n<style>", css.String(), "</style>\n</head>\n<body>\n<header>\n")
	w.element("h1", title)
	w.raw("\n")
	for _, line := range lines {
		w.element(`p class="sub"`, line)
		w.raw("\n")
	}
	w.raw("</header>\n")
}

// end writes notes, and everything after the content.
func (w *htmlWriter) end(notes []string) error {
	w.raw("<footer>\n")
	for _, note := range notes {
		w.element("p", note)
		w.raw("\n")
	}
	w.raw("</footer>\n</body>\n</html>\n")
	return w.b.Flush()
}

// methodHeading writes the name of a method, with what tells it from others in bold.
func (w *htmlWriter) methodHeading(name, anchor string) {
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
	w.raw(`<h2><a href="#`, anchor, `">`)
	w.text(name[:at])
	w.element("b", name[at:])
	w.raw("</a></h2>\n")
}

// anchors makes names of places in a document.
type anchors map[string]bool

// of returns the anchor of a name: its letters and digits, so that it is the same in the next document.
func (a anchors) of(name string) string {
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
	for n := 2; fresh == "" || a[fresh]; n++ {
		fresh = anchor + "-" + strconv.Itoa(n)
	}
	a[fresh] = true
	return fresh
}

// site writes a line about a site, with all parts. Links are the anchors of parts; "" for none.
func (w *htmlWriter) site(l *siteLine, links []string) {
	class := map[rune]string{'◆': "branch", '!': "warn"}[l.mark]
	if class == "" {
		class = "types"
	}
	w.raw(`<p class="site `, class, `"><i>`, string(l.mark), "</i> ")
	w.text(l.head)
	for i, part := range l.parts {
		if i > 0 {
			w.text(l.sep)
		}
		if i < len(links) && links[i] != "" {
			w.element(`a href="#`+links[i]+`"`, part.name)
		} else {
			w.text(part.name)
		}
		if part.share != "" {
			w.raw(" ")
			w.element("b", part.share)
		}
	}
	w.text(l.tail)
	if l.more != "" {
		w.element(`span class="more"`, "   … "+l.more)
	}
	w.raw("</p>\n")
}

// heatOf is the level of heat of a share, from 0 for none to 8.
func heatOf(share float64) int {
	if !(share > 0) {
		return 0
	}
	return 1 + min(int(share*7), 7)
}

// bar draws a share, from 0 to 1.
func (w *htmlWriter) bar(share float64) {
	fmt.Fprintf(w.b, `<span class="bar h%d" aria-hidden="true"><svg><rect width="%.1f%%" height="100%%"/></svg></span>`, heatOf(share), 100*share)
}

// number writes a number in a column of its own.
func (w *htmlWriter) number(class, text string) {
	if class != "" {
		class = " " + class
	}
	w.element(`span class="n`+class+`"`, text)
}

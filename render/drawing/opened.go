package drawing

import (
	"bufio"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"

	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
	"github.com/iprof-viz/iprof-viz/render/internal/svgtext"
)

// Opened are the methods that a box or a line stands for. The script of an SVG shows them in a panel. Names are text.
type Opened struct {
	Title string
	Parts []OpenedPart
}

// An OpenedPart is a list of methods, with what is to be said of all of them.
type OpenedPart struct {
	Texts   []string
	Heading string   // of the methods; "": none
	Columns []string // of the figures
	Methods []OpenedMethod
}

// An OpenedMethod is a method in a list.
type OpenedMethod struct {
	Name, Full       string   // see [callgraph.Node]
	Plain, Signature string   // which Full begins with
	Figures          []string // by column
	Calls            []OpenedCall
}

// An OpenedCall is a call of a method in a list, or to it.
type OpenedCall struct {
	Caller bool // of the method, otherwise a callee
	Name   string
	Full   string // "": the name says it all
	Member int    // the number of the method in the list, which has the names, from 1 on; 0: it is not in the list
	Share  string
}

// write writes the lines of a panel, whose fields are separated by tabs, which no name has: templates/graph/opened.ts reads them. The
// first field of all but the first line says what it is. Names that are in the title of the box or line are references to it.
func (o *Opened) write(b *bufio.Writer, title string) {
	b.WriteString("<metadata>")
	b.WriteString(svgtext.Escape(plaintext.Visible(o.Title)))
	line := func(kind string, fields ...string) {
		b.WriteString("\n" + kind)
		for _, f := range fields {
			b.WriteByte('\t')
			b.WriteString(svgtext.Escape(plaintext.Visible(f)))
		}
	}
	for i := range o.Parts {
		part := &o.Parts[i]
		for _, text := range part.Texts {
			line("text", text)
		}
		if part.Heading != "" {
			line("list", append([]string{part.Heading}, part.Columns...)...)
		}
		for k := range part.Methods {
			m := &part.Methods[k]
			line("", append([]string{nameIn(title, m.Name), nameIn(title, m.Full), strconv.Itoa(length(m.Plain)), strconv.Itoa(length(m.Signature))}, m.Figures...)...)
			for _, c := range m.Calls {
				kind := "to"
				if c.Caller {
					kind = "from"
				}
				if c.Member > 0 {
					line(kind, c.Share, strconv.Itoa(c.Member))
				} else {
					line(kind, c.Share, nameIn(title, c.Name), nameIn(title, c.Full))
				}
			}
		}
	}
	b.WriteString("</metadata>")
}

// nameIn returns a name after a colon or, if the title has it, where: =12 40.
func nameIn(title, name string) string {
	name = plaintext.Visible(name)
	if before, _, found := strings.Cut(title, name); found && name != "" {
		return fmt.Sprintf("=%d %d", length(before), length(name))
	}
	return ":" + name
}

// length is that of a string in JavaScript.
func length(s string) int {
	n := 0
	for _, r := range plaintext.Visible(s) {
		n += max(1, utf16.RuneLen(r))
	}
	return n
}

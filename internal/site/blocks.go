package site

import (
	"html"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"
)

// blocks renders code: commands in it are bold, and a block that scrolls can be reached by keyboard. Short code within a line, such
// as a flag, is not broken.
type blocks struct{}

func (b blocks) RegisterFuncs(reg renderer.NodeRendererFuncRegisterer) {
	reg.Register(ast.KindCodeSpan, span)
	reg.Register(ast.KindFencedCodeBlock, code)
	reg.Register(ast.KindCodeBlock, code)
}

func code(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	language := ""
	if fenced, ok := n.(*ast.FencedCodeBlock); ok {
		language = string(fenced.Language(source))
	}
	w.WriteString(`<pre tabindex="0"><code>`)
	inCommand := false
	for line := range strings.Lines(strings.TrimRight(string(n.Lines().Value(source)), "\n")) {
		text := html.EscapeString(line)
		if language == "console" && (inCommand || strings.HasPrefix(line, "$ ")) {
			inCommand = strings.HasSuffix(strings.TrimRight(line, "\n"), `\`)
			text = "<b>" + strings.TrimSuffix(text, "\n") + "</b>" + text[len(strings.TrimSuffix(text, "\n")):]
		}
		w.WriteString(text)
	}
	_, err := w.WriteString("</code></pre>\n")
	return ast.WalkSkipChildren, err
}

// unbroken is the number of bytes up to which code within a line stays in one line.
const unbroken = 24

func span(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	var text strings.Builder
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if c, ok := c.(*ast.Text); ok {
			text.WriteString(strings.ReplaceAll(string(c.Segment.Value(source)), "\n", " "))
		}
	}
	tag := "<code>"
	if text.Len() <= unbroken {
		tag = `<code class="short">`
	}
	_, err := w.WriteString(tag + html.EscapeString(text.String()) + "</code>")
	return ast.WalkSkipChildren, err
}

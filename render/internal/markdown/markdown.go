// Package markdown quotes text for Markdown.
package markdown

import (
	"bufio"
	"bytes"
	"fmt"
	"strings"

	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
)

// Head writes the lines above a table, the title first.
func Head(b *bufio.Writer, lines, caveats []string) {
	for i, line := range lines {
		if i == 0 {
			fmt.Fprintf(b, "**%s**\n\n", Text(line))
		} else {
			fmt.Fprintf(b, "- %s\n", Text(line))
		}
	}
	for _, caveat := range caveats {
		fmt.Fprintf(b, "- **Warning:** %s\n", Text(caveat))
	}
}

// CodeBlock writes a text between fences that do not occur in it.
func CodeBlock(b *bufio.Writer, text []byte) {
	fence := "```"
	for bytes.Contains(text, []byte(fence)) {
		fence += "`"
	}
	fmt.Fprintf(b, "\n%stext\n%s%s\n", fence, bytes.TrimLeft(text, "\n"), fence)
}

// Code returns a name as code. In a code span only backticks and, in a table, pipes have a meaning. Renderers differ about pipes
// after backslashes, so names with any of these are in a code element instead.
func Code(name string) string {
	switch {
	case name == "":
		return ""
	case strings.ContainsAny(name, "`|\\") || strings.TrimSpace(name) != name:
		return "<code>" + Text(name) + "</code>"
	}
	return "`" + name + "`"
}

// Text escapes text so that none of it is markup: all characters except letters, digits and a few harmless ones are written by
// number. An empty comment keeps GitHub from linking @name and #1.
func Text(text string) string {
	if strings.Trim(text, "0123456789,%") == "" { // like most cells
		return text
	}
	text = plaintext.Visible(text)
	link := strings.Contains(text, "://") || strings.Contains(text, "www.") || strings.Contains(text, "@")
	var b strings.Builder
	for i, r := range text {
		inside := i > 0 && i < len(text)-1
		switch {
		case r >= 0x80,
			'0' <= r && r <= '9', 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z',
			strings.ContainsRune(",;%()/'=?", r),
			r == ' ' && inside,
			strings.ContainsRune(".-+:", r) && inside && !link:
			b.WriteRune(r)
		case r == '@' || r == '#':
			fmt.Fprintf(&b, "&#%d;<!-- -->", r)
		default:
			fmt.Fprintf(&b, "&#%d;", r)
		}
	}
	return b.String()
}

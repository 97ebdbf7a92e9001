package page

import (
	"encoding/json"
	"io"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/iprof-viz/iprof-viz/convert/findings"
	"github.com/iprof-viz/iprof-viz/docs"
)

// pageAdvice is what the documentation says about findings. records.ts has the meaning of each field.
type pageAdvice struct {
	Kinds []pageKindAdvice `json:"kinds"`
}

type pageKindAdvice struct {
	Kind   findings.Kind `json:"kind"`
	Blocks []proseBlock  `json:"blocks"`
}

// A proseBlock is a paragraph or a list. Code is between backticks.
type proseBlock struct {
	Text  string   `json:"text,omitempty"`
	Items []string `json:"items,omitempty"`
}

// Advice writes the sections of [findings.Doc] about findings for a part of [Report], each kind once, so that a page needs no network
// for them.
func Advice(w io.Writer, findings []findings.Finding) error {
	part := pageAdvice{Kinds: []pageKindAdvice{}}
	for _, f := range findings {
		if !slices.ContainsFunc(part.Kinds, func(k pageKindAdvice) bool { return k.Kind == f.Kind }) {
			part.Kinds = append(part.Kinds, pageKindAdvice{f.Kind, proseOf(adviceAbout(docs.WorthALook, f.Kind))})
		}
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false) // as in the other parts
	return e.Encode(part)
}

// adviceAbout returns the section whose anchor is the kind, without its heading.
func adviceAbout(page string, kind findings.Kind) string {
	for section := range strings.SplitSeq(page, "\n## ") {
		heading, text, _ := strings.Cut(section, "\n")
		if strings.ReplaceAll(strings.ToLower(heading), " ", "-") == string(kind) {
			return text
		}
	}
	return ""
}

var (
	proseLink     = regexp.MustCompile(`\[([^\]]+)\]\([^)]*\)`)
	proseEmphasis = regexp.MustCompile(`\*+([^*]+)\*+`)
	proseExample  = regexp.MustCompile(`^\*[^*]+\*: `) // of a finding: the reader has another one
)

// proseOf reads the paragraphs and lists of Markdown, as that of [findings.Doc] has them.
func proseOf(markdown string) []proseBlock {
	var blocks []proseBlock
	for text := range strings.SplitSeq(strings.TrimSpace(markdown), "\n\n") {
		text = strings.ReplaceAll(proseExample.ReplaceAllString(text, ""), "\n  ", " ")
		if items, ok := strings.CutPrefix(text, "- "); ok {
			var block proseBlock
			for item := range strings.SplitSeq(items, "\n- ") {
				block.Items = append(block.Items, proseLine(item))
			}
			blocks = append(blocks, block)
			continue
		}
		blocks = append(blocks, proseBlock{Text: proseLine(text)})
	}
	return blocks
}

// proseLine returns a text without line breaks, links and emphasis.
func proseLine(text string) string {
	text = proseLink.ReplaceAllString(strings.ReplaceAll(text, "\n", " "), "$1")
	parts := strings.Split(text, "`")
	for i := 0; i < len(parts); i += 2 {
		parts[i] = proseEmphasis.ReplaceAllString(parts[i], "$1")
	}
	text = strings.Join(parts, "`")
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:]
}

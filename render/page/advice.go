package page

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/iprof-viz/iprof-viz/convert/findings"
	"github.com/iprof-viz/iprof-viz/docs"
	"github.com/iprof-viz/iprof-viz/internal/lazyregexp"
)

// An Advice is what the documentation says about findings.
type Advice struct {
	Kinds []KindAdvice `page:"kinds"`
}

// A KindAdvice is about a kind of finding.
type KindAdvice struct {
	Kind   findings.Kind `page:"kind"`
	Blocks []ProseBlock  `page:"blocks"`
}

// A ProseBlock is a paragraph or a list. Code is between backticks.
type ProseBlock struct {
	Text  string   `page:"text,optional"`
	Items []string `page:"items,optional"`
}

// NewAdvice returns the sections of [findings.Doc] about findings, each kind once, so that a page needs no network to show them.
func NewAdvice(findings []findings.Finding) *Advice {
	part := &Advice{}
	for _, f := range findings {
		if !slices.ContainsFunc(part.Kinds, func(k KindAdvice) bool { return k.Kind == f.Kind }) {
			part.Kinds = append(part.Kinds, KindAdvice{f.Kind, proseOf(adviceAbout(docs.WorthALook, f.Kind))})
		}
	}
	return part
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
	proseLink     = lazyregexp.New(`\[([^\]]+)\]\([^)]*\)`)
	proseEmphasis = lazyregexp.New(`\*+([^*]+)\*+`)
	proseExample  = lazyregexp.New(`^\*[^*]+\*: `) // of a finding: the reader has another one
)

// proseOf reads the paragraphs and lists of Markdown, as in [findings.Doc].
func proseOf(markdown string) []ProseBlock {
	var blocks []ProseBlock
	for text := range strings.SplitSeq(strings.TrimSpace(markdown), "\n\n") {
		text = strings.ReplaceAll(proseExample().ReplaceAllString(text, ""), "\n  ", " ")
		if items, ok := strings.CutPrefix(text, "- "); ok {
			var block ProseBlock
			for item := range strings.SplitSeq(items, "\n- ") {
				block.Items = append(block.Items, proseLine(item))
			}
			blocks = append(blocks, block)
			continue
		}
		blocks = append(blocks, ProseBlock{Text: proseLine(text)})
	}
	return blocks
}

// proseLine returns a text without line breaks, links and emphasis.
func proseLine(text string) string {
	text = proseLink().ReplaceAllString(strings.ReplaceAll(text, "\n", " "), "$1")
	parts := strings.Split(text, "`")
	for i := 0; i < len(parts); i += 2 {
		parts[i] = proseEmphasis().ReplaceAllString(parts[i], "$1")
	}
	text = strings.Join(parts, "`")
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:]
}

package site

import (
	"bytes"
	"cmp"
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
)

// excerptLength is the number of characters of a section that a result of a search shows.
const excerptLength = 120

// licenses is a page whose sections a search does not find: hundreds of lines of the terms of others.
const licenses = "THIRD_PARTY_NOTICES.md"

// searchIndex returns the script with the index of all sections: for each its address, its page, its heading and the text that it begins
// with; and all words, each with the numbers of the sections that have it, as differences in base 36.
func (s *site) searchIndex() ([]byte, error) {
	var sections [][4]string
	words := map[string][]int{}
	for _, name := range s.order() {
		p := s.pages[name]
		text, prose := map[int]string{}, map[int]string{} // by section of the page
		now := -1
		for n := p.root.FirstChild(); n != nil; n = n.NextSibling() {
			block := searchText(n, p.source) + " "
			switch n.Kind() {
			case ast.KindHeading:
				now++
			case ast.KindParagraph:
				prose[now] += block
			}
			text[now] += block
		}
		for i, h := range p.heads {
			if name == licenses && i > 0 {
				break
			}
			for w := range wordsOf(text[i]) {
				words[w] = append(words[w], len(sections))
			}
			address := target(name)
			if i > 0 {
				address += "#" + h.anchor
			}
			sections = append(sections, [4]string{address, p.title, h.text, excerpt(cmp.Or(prose[i], strings.TrimPrefix(text[i], h.text)))})
		}
	}
	var list strings.Builder
	for _, w := range slices.Sorted(maps.Keys(words)) {
		list.WriteString(w)
		last := 0
		for _, i := range words[w] {
			list.WriteString(" " + strconv.FormatInt(int64(i-last), 36))
			last = i
		}
		list.WriteByte('\n')
	}
	var b bytes.Buffer
	b.WriteString("const siteIndex = ")
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false) // it is a file of its own
	err := encoder.Encode(map[string]any{"sections": sections, "words": list.String()})
	return b.Bytes(), err
}

// excerpt shortens a text to a line or two, after a word.
func excerpt(text string) string {
	words, length := strings.Fields(text), 0
	for i, w := range words {
		if length += utf8.RuneCountInString(w) + 1; length > excerptLength {
			return strings.TrimRight(strings.Join(words[:i], " "), ",.;:") + " …"
		}
	}
	return strings.Join(words, " ")
}

// searchText is the text of a block with its code.
func searchText(n ast.Node, source []byte) string {
	var b strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch {
		case n.Kind() == ast.KindFencedCodeBlock || n.Kind() == ast.KindCodeBlock:
			b.Write(n.Lines().Value(source))
		case n.Type() == ast.TypeBlock && n.FirstChild() != nil && n.FirstChild().Type() == ast.TypeInline:
			b.WriteString(plain(n, source) + " ")
			return ast.WalkSkipChildren, nil
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}

var searchWord = regexp.MustCompile(`[\p{L}\p{N}]+(?:[-_.][\p{L}\p{N}]+)*`)

// wordsOf returns the words of a text in lower case, and the parts of those with hyphens and dots. Words of digits alone are numbers of
// examples, which nobody looks for.
func wordsOf(text string) map[string]bool {
	words := map[string]bool{}
	for _, w := range searchWord.FindAllString(strings.ToLower(text), -1) {
		parts := strings.FieldsFunc(w, func(r rune) bool { return strings.ContainsRune("-_.", r) })
		for _, part := range append(parts, w) {
			if strings.Trim(part, "0123456789.-_") != "" && len(part) > 1 && len(part) < 40 {
				words[part] = true
			}
		}
	}
	return words
}

package tables

import (
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
)

// minFile is the minimum number of columns for the names of files that a warning is about.
const minFile = 8

// endEarlier returns a text in at most so many lines, without the last parts of its sentence, such as a list or a reason; nil: it would lose
// more than half of the room. The names of files at its beginning are shortened if that is needed.
func endEarlier(label, text string, most, width int) []string {
	files, said := filesOf(text)
	words := strings.Fields(strings.TrimSuffix(files, ": "))
	for i, word := range words {
		words[i] = word[strings.LastIndex(word, "/")+1:]
	}
	names := strings.Join(words, " ")
	begins := []string{label + files}
	for room := plaintext.Columns(names); room >= minFile; room-- {
		begins = append(begins, label+plaintext.CutEnd(names, room)+": ")
	}
	ends := partEnds(said)
	for _, begin := range begins {
		for _, end := range slices.Backward(ends) {
			text := begin + said[:end]
			if plaintext.Columns(text) < most*width/2 {
				break
			}
			if lines := plaintext.Wrap(text+" "+plaintext.Ellipsis, width); len(lines) <= most {
				return lines
			}
		}
	}
	return nil
}

// filesOf divides a text after the names of the files that it is about, as in a.iprof and b.iprof: text.
func filesOf(text string) (files, said string) {
	names, said, ok := strings.Cut(text, ": ")
	if !ok || slices.ContainsFunc(strings.Fields(names), func(word string) bool { return word != "and" && !strings.ContainsAny(word, "./") }) {
		return "", text
	}
	return names + ": ", said
}

// partEnds returns where a sentence could end: before marks of punctuation and parentheses, but not within parentheses, and not before an
// example, which its sentence goes on after.
func partEnds(text string) (ends []int) {
	depth := 0
	for i := range len(text) {
		next := text[i:]
		begins := func(prefix string) bool { return strings.HasPrefix(next, prefix) }
		if depth == 0 && i > 0 && (begins(", ") && !begins(", such as ") || begins(": ") || begins("; ") || begins(" (")) {
			ends = append(ends, i)
		}
		switch text[i] {
		case '(':
			depth++
		case ')':
			depth--
		}
	}
	return ends
}

// Package nearest finds the names most similar to another.
package nearest

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// Names returns at most n names that are most similar to a regular expression. Those that contain its letters in any
// case come first, then those whose method, class or both differ from it in the fewest letters.
func Names(pattern string, names []string, n int) []string {
	wish := strings.ToLower(strings.NewReplacer(`\`, "", "^", "", "$", "", ".*", "", ".+", "", "(", "", ")", "", "[", "", "]", "",
		"?", "", "*", "", "+", "", "|", "").Replace(pattern))
	type candidate struct {
		name     string
		distance int
	}
	var all []candidate
	for _, name := range names {
		c := candidate{name, 0}
		if low := strings.ToLower(name); !strings.Contains(low, wish) {
			c.distance = math.MaxInt
			for _, part := range partsOf(low) {
				c.distance = min(c.distance, Distance(wish, part))
			}
		}
		all = append(all, c)
	}
	slices.SortFunc(all, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.distance, b.distance), cmp.Compare(len(a.name), len(b.name)), strings.Compare(a.name, b.name))
	})
	all = slices.CompactFunc(all, func(a, b candidate) bool { return a.name == b.name })
	var found []string
	for _, c := range all[:min(n, len(all))] {
		found = append(found, c.name)
	}
	return found
}

// partsOf returns the parts of a name that a pattern may be meant for: all of it without parameters, class and method,
// either alone.
func partsOf(name string) []string {
	if i := strings.IndexByte(name, '('); i > 0 {
		name = name[:i]
	}
	dot := strings.LastIndexByte(name, '.')
	method := name[dot+1:]
	class := name[:max(dot, 0)]
	class = class[strings.LastIndexByte(class, '.')+1:]
	return []string{name, class + "." + method, method, class}
}

// mostLetters bounds the letters that Distance compares: names that differ in more are not meant.
const mostLetters = 64

// Distance returns the Levenshtein distance: how many bytes have to be inserted, removed or replaced to turn a into b.
func Distance(a, b string) int {
	a, b = a[:min(len(a), mostLetters)], b[:min(len(b), mostLetters)]
	var row [mostLetters + 1]int
	for j := range len(b) + 1 {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			d := diagonal
			if a[i] != b[j] {
				d = min(diagonal, row[j], row[j+1]) + 1
			}
			diagonal, row[j+1] = row[j+1], d
		}
	}
	return row[len(b)]
}

// Package nearest finds the names most similar to another.
package nearest

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// Names returns at most n names of methods that are most similar to a regular expression. Those that contain its letters in any
// case come first, then those in which the same number of parts (package, class, method) differ from it in the fewest letters: at most
// half of its own, unless one of them is the same, such as the class.
func Names(pattern string, names []string, n int) []string {
	wish := letters(pattern)
	to := measure{wish: wish, parts: 1 + strings.Count(wish, "."), known: map[string]int{}}
	type candidate struct {
		name     string
		distance int
	}
	var all []candidate
	for _, name := range names {
		c := candidate{name, 0}
		if low := strings.ToLower(name); !strings.Contains(low, wish) {
			c.distance = to.distance(low)
		}
		if 2*c.distance > len(wish) && !sharesPart(wish, strings.ToLower(name)) {
			continue
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

// sharesPart reports whether a name has a part between dots that a wish has, too.
func sharesPart(wish, name string) bool {
	name, _, _ = strings.Cut(name, "(")
	for part := range strings.SplitSeq(wish, ".") {
		if len(part) > 2 && strings.Contains("."+name+".", "."+part+".") {
			return true
		}
	}
	return false
}

// letters returns the letters of a regular expression in lower case, up to the parameters of a method.
func letters(pattern string) string {
	s := strings.ToLower(strings.NewReplacer(`\`, "", "^", "", "$", "", ".*", "", ".+", "", "[", "", "]", "",
		"?", "", "*", "", "+", "", "|", "").Replace(pattern))
	if i := strings.IndexByte(s, '('); i > 0 && s[i-1] != '.' {
		s = s[:i]
	}
	return strings.NewReplacer("(", "", ")", "").Replace(s)
}

// A measure compares names with a wish. Names share packages and classes, so it caches their distances from it.
type measure struct {
	wish  string
	parts int // of the wish, between dots
	known map[string]int
}

// distance returns the edit distance between the wish and one of its possible meanings: the whole name without parameters, class
// and method, either alone, or as many parts of the name as the wish has, the last of which may be longer.
func (m *measure) distance(name string) int {
	if i := strings.IndexByte(name, '('); i > 0 {
		name = name[:i]
	}
	dot := strings.LastIndexByte(name, '.')
	class := name[:max(dot, 0)]
	class = class[strings.LastIndexByte(class, '.')+1:]
	smallest := min(m.to(name), m.to(class+"."+name[dot+1:]), m.to(name[dot+1:]), m.to(class))
	for from := 0; from < len(name); {
		end := from
		for i := 0; i < m.parts && end < len(name); i++ {
			if i > 0 {
				end++ // the dot
			}
			if next := strings.IndexByte(name[end:], '.'); next >= 0 {
				end += next
			} else {
				end = len(name)
			}
		}
		window := name[from:end]
		smallest = min(smallest, m.to(window))
		if m.parts > 1 && len(window) > len(m.wish) {
			smallest = min(smallest, m.to(window[:len(m.wish)]))
		}
		next := strings.IndexByte(name[from:], '.')
		if next < 0 || end == len(name) {
			break
		}
		from += next + 1
	}
	return smallest
}

func (m *measure) to(part string) int {
	if part == "" {
		return math.MaxInt
	}
	d, ok := m.known[part]
	if !ok {
		d = Distance(m.wish, part)
		m.known[part] = d
	}
	return d
}

// mostLetters is the maximum number of letters that Distance compares: names that differ in more are not meant.
const mostLetters = 64

// Distance returns the Levenshtein distance: how many bytes must be inserted, removed or replaced to turn a into b.
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

package pagedata

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/iprof-viz/iprof-viz/internal/background"
	"github.com/iprof-viz/iprof-viz/internal/texttable"
)

// A Strings holds the strings of all parts of a report once: names are in every table, and together would be most of it. First all
// strings are added, then the table is settled, then columns refer to places in it.
type Strings struct {
	all    *texttable.Table // until they are settled
	Places []int32          // by id: the place in sorted order
}

// NewStrings returns a table without strings. It grows with them: most are the names of methods, which reports add last, when they take
// less memory than before.
func NewStrings() *Strings {
	return &Strings{all: texttable.New(0)}
}

// Add returns the id of a string.
func (t *Strings) Add(s string) int32 {
	id, _ := t.all.Add(s)
	return id
}

// AddAll returns the ids of strings.
func (t *Strings) AddAll(all []string) []int32 {
	ids := make([]int32, len(all))
	for i, s := range all {
		ids[i] = t.Add(s)
	}
	return ids
}

// Settle sorts the strings, so that neighbors share prefixes, and returns them. There may be a million.
func (t *Strings) Settle() []string {
	type numberedText struct {
		text string
		id   int32
	}
	all := make([]numberedText, len(t.all.All))
	for id, s := range t.all.All {
		all[id] = numberedText{s, int32(id)}
	}
	sorted := t.all.All[:0]
	t.all = nil
	byText := func(a, b numberedText) int { return strings.Compare(a.text, b.text) }
	a, b := all[:len(all)/2], all[len(all)/2:]
	background.All( // without errors
		func() error { slices.SortFunc(a, byText); return nil },
		func() error { slices.SortFunc(b, byText); return nil },
	)
	t.Places = make([]int32, len(all))
	for len(a)+len(b) > 0 {
		least := &a
		if len(a) == 0 || len(b) > 0 && b[0].text < a[0].text {
			least = &b
		}
		t.Places[(*least)[0].id] = int32(len(sorted))
		sorted, *least = append(sorted, (*least)[0].text), (*least)[1:]
	}
	return sorted
}

// Texts writes three columns: how many of the first characters a text shares with the previous one, all of them ASCII; the length
// of the others, in UTF-16 units; and these others.
func (c *Writer) Texts(all []string) {
	before, bytes := "", 0
	same, lengths := make([]int, len(all)), make([]int, len(all))
	for i, s := range all {
		s = validText(s)
		n := 0
		for n < min(len(s), len(before)) && s[n] == before[n] && s[n] < utf8.RuneSelf {
			n++
		}
		before, same[i] = s, n
		bytes += len(s) - n
		for k := n; k < len(s); k++ {
			switch {
			case s[k] >= 0xF0: // begins a character of two units
				lengths[i] += 2
			case utf8.RuneStart(s[k]):
				lengths[i]++
			}
		}
	}
	for _, n := range same {
		c.Number(uint64(n))
	}
	for _, n := range lengths {
		c.Number(uint64(n))
	}
	c.Number(uint64(bytes))
	if c.held != nil && c.deflate == nil {
		c.held.Grow(bytes + c.Buffered())
	}
	for i, s := range all {
		c.WriteString(validText(s)[same[i]:])
	}
}

func validText(s string) string {
	if utf8.ValidString(s) { // eight bytes at a time, unlike ToValidUTF8
		return s
	}
	return strings.ToValidUTF8(s, string(utf8.RuneError))
}

// List writes a column of texts as places in a list that it writes before.
func (c *Writer) List(all []string) {
	distinct := slices.Compact(slices.Sorted(slices.Values(all)))
	c.Number(uint64(len(distinct)))
	c.Texts(distinct)
	for _, s := range all {
		at, _ := slices.BinarySearch(distinct, s)
		c.Number(uint64(at))
	}
}

// Shared writes a column of texts, given their ids, as places in a table.
func (c *Writer) Shared(ids []int32, table *Strings) {
	for _, id := range ids {
		c.Number(uint64(table.Places[id]))
	}
}

package pagedata

import (
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// A Strings holds the strings of all parts of a report once: names are in every table, and together would be most of it. First all
// strings are added, then the table is settled, then columns refer to places in it.
type Strings struct {
	ids    map[string]int32
	all    []string // by id, until they are settled
	Places []int32  // by id: the place in sorted order
}

func NewStrings() *Strings { return &Strings{ids: map[string]int32{}} }

// Add returns the id of a string.
func (t *Strings) Add(s string) int32 {
	id, known := t.ids[s]
	if !known {
		id = int32(len(t.all))
		t.ids[s] = id
		t.all = append(t.all, s)
	}
	return id
}

// Settle sorts the strings, so that neighbors share prefixes, and returns them. There may be a million.
func (t *Strings) Settle() []string {
	sorted := t.all
	t.all = nil
	slices.Sort(sorted)
	t.Places = make([]int32, len(sorted))
	for place, s := range sorted {
		t.Places[t.ids[s]] = int32(place)
	}
	return sorted
}

// place returns the place of a string in sorted order.
func (t *Strings) place(s string) uint64 { return uint64(t.Places[t.ids[s]]) }

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
		for _, r := range s[n:] {
			lengths[i] += utf16.RuneLen(r)
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

// List writes a column of texts: as places in a table or, without one, as places in a list that it writes before.
func (c *Writer) List(all []string, table *Strings) {
	if table != nil {
		for _, s := range all {
			c.Number(table.place(s))
		}
		return
	}
	distinct := slices.Compact(slices.Sorted(slices.Values(all)))
	c.Number(uint64(len(distinct)))
	c.Texts(distinct)
	for _, s := range all {
		at, _ := slices.BinarySearch(distinct, s)
		c.Number(uint64(at))
	}
}

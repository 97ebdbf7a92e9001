package folded

import (
	"cmp"
	"encoding/binary"
	"slices"
)

// sortTexts sorts keys by their texts, byte by byte. The function text returns the bytes of a key's text from an offset on, none at
// the end. No text may contain a zero byte or be a prefix of another.
//
// Names have long common prefixes, which a sort by comparisons reads again and again. This sort compares eight bytes at a time as
// numbers, and continues with the next eight only for equal keys. It takes a third of the time.
func sortTexts(keys []int32, text func(key int32, from int) string) {
	type item struct {
		bytes uint64
		key   int32
	}
	type span struct{ from, to, depth int }
	items := make([]item, len(keys))
	for i, k := range keys {
		items[i].key = k
	}
	for todo := []span{{0, len(keys), 0}}; len(todo) > 0; {
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		part := items[s.from:s.to]
		for i := range part {
			var b [8]byte
			copy(b[:], text(part[i].key, s.depth))
			part[i].bytes = binary.BigEndian.Uint64(b[:])
		}
		slices.SortFunc(part, func(a, b item) int { return cmp.Compare(a.bytes, b.bytes) })
		for i := 0; i < len(part); {
			j := i + 1
			for j < len(part) && part[j].bytes == part[i].bytes {
				j++
			}
			if j > i+1 && part[i].bytes&0xff != 0 { // a zero means that the text has ended
				todo = append(todo, span{s.from + i, s.from + j, s.depth + 8})
			}
			i = j
		}
	}
	for i, it := range items {
		keys[i] = it.key
	}
}

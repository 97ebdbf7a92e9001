// Package texttable numbers distinct texts, such as the names of a hundred thousand methods. A map would take three times the memory.
package texttable

import "hash/maphash"

// A Table numbers texts from 0 on, in order of appearance. Make one with [New].
type Table struct {
	All   []string // by number
	slots []slot   // their number is a power of two; a text is at the index of its hash, or in the next free slot after it
	seed  maphash.Seed
}

// A slot holds a text's number plus one, or 0 if it is free, and 32 bits of its hash: texts are compared only if these are equal.
type slot struct{ number, hash uint32 }

// New returns an empty table with room for a number of texts.
func New(room int) *Table {
	size := 16
	for 3*size < 4*room {
		size *= 2
	}
	return &Table{All: make([]string, 0, room), slots: make([]slot, size), seed: maphash.MakeSeed()}
}

// Add returns a text's number, and whether it is new.
func (t *Table) Add(text string) (number int32, fresh bool) {
	if 4*len(t.All) >= 3*len(t.slots) {
		t.grow()
	}
	hash := uint32(maphash.String(t.seed, text))
	at := t.find(hash, text)
	if n := t.slots[at].number; n != 0 {
		return int32(n - 1), false
	}
	t.All = append(t.All, text)
	t.slots[at] = slot{uint32(len(t.All)), hash}
	return int32(len(t.All) - 1), true
}

// find returns the slot of a text, or the free one where it belongs.
func (t *Table) find(hash uint32, text string) uint32 {
	last := uint32(len(t.slots) - 1)
	for i := hash & last; ; i = (i + 1) & last {
		if s := t.slots[i]; s.number == 0 || s.hash == hash && t.All[s.number-1] == text {
			return i
		}
	}
}

func (t *Table) grow() {
	old := t.slots
	t.slots = make([]slot, 2*len(old))
	last := uint32(len(t.slots) - 1)
	for _, s := range old {
		if s.number == 0 {
			continue
		}
		i := s.hash & last
		for t.slots[i].number != 0 {
			i = (i + 1) & last
		}
		t.slots[i] = s
	}
}

package iprof

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A parser builds a Profile from tokens. Each of its methods reads one element, from the position of the scanner. The fields
// section to sub are the place in the document.
type parser struct {
	*scanner
	p         *Profile
	collector *collector
	batch     *batch            // the profile being filled
	keeps     [numSections]bool // the sections whose records are stored
	omits     bool              // the frames that repeat their callee, in the dialect that has some
	repeats   bool              // so does the file

	section string // key of the document's object, as in the file; "": the object itself
	elem    int    // index in the section's array; -1: none
	field   string // key of the element; "": none
	sub     int    // index in the field's array; -1: none

	seen     map[string]string // keys of the document as in the file, by their name in 1.1.0
	warnings warnings

	frames Context // the context of the current record
	values []int64 // the numbers of the current record
	places []int64 // the offsets of their array and of each of them; only set by readRecord
	succs  []Successor
	counts []TypeCount

	name   []byte   // of the current type or method
	params []TypeID // its signature
}

// where returns the current place, such as samplingProfiles[3].records[0].
func (ps *parser) where() string {
	var b strings.Builder
	key := func(k string) {
		special := func(r rune) bool { return r <= ' ' || r == '"' || r == '.' || r == '[' || !strconv.IsPrint(r) }
		if len(k) > longKey || !utf8.ValidString(k) || strings.ContainsFunc(k, special) {
			k = quoteShort(k)
		}
		b.WriteString(k)
	}
	index := func(i int) {
		if i >= 0 {
			fmt.Fprintf(&b, "[%d]", i)
		}
	}
	key(ps.section)
	index(ps.elem)
	if ps.field != "" {
		b.WriteByte('.')
		key(ps.field)
		index(ps.sub)
	}
	return b.String()
}

// warn counts a warning about the current place. Warnings of one kind are counted by name.
func (ps *parser) warn(kind WarningKind, name string) *Warning {
	return ps.warnAt(ps.offset(), kind, name)
}

// warnAt does the same as warn, for an element that begins at an offset.
func (ps *parser) warnAt(start int64, kind WarningKind, name string) *Warning {
	w, first := ps.warnings.add(kind, name)
	if first {
		w.Path, w.Offset = ps.where(), start
	}
	return w
}

// warnUnknown adds a warning that a field is skipped. It counts the first hundred fields one by one and all others as one, so
// that a malicious file cannot fill the memory.
func (ps *parser) warnUnknown() {
	name := ps.section + "\x00" + ps.field
	if len(ps.warnings.list) > 100 {
		name = ""
	}
	ps.next()
	ps.warn(WarnUnknownField, name)
}

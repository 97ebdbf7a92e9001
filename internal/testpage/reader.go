package testpage

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"strings"
	"unicode/utf16"
)

// A reader reads parts.
type reader struct {
	shapes  map[string][]field
	data    []byte
	strings []string
	methods []method
}

type method struct {
	id   float64
	name string
}

// A scope holds records while they are read.
type scope struct {
	records []map[string]any
	outer   *scope
	owner   []int // by record: the index in outer of the one that contains it
	first   []int // by record: the index of the first one in its list
}

func (r *reader) bytes(n int) []byte {
	b := r.data[:n]
	r.data = r.data[n:]
	return b
}

func (r *reader) number() int {
	x, n := binary.Uvarint(r.data)
	if n <= 0 {
		panic(errors.New("no number"))
	}
	r.data = r.data[n:]
	return int(x)
}

func (r *reader) texts(n int) []string {
	same, lengths := make([]int, n), make([]int, n)
	for _, column := range [][]int{same, lengths} {
		for i := range column {
			column[i] = r.number()
		}
	}
	ends, before, all := utf16.Encode([]rune(string(r.bytes(r.number())))), "", make([]string, n)
	for i := range all {
		before = before[:same[i]] + string(utf16.Decode(ends[:lengths[i]]))
		ends = ends[lengths[i]:]
		all[i] = before
	}
	return all
}

// records reads the fields of n records, one after the other.
func (r *reader) records(kind string, n int, own *scope) []map[string]any {
	fields, known := r.shapes[kind]
	if !known {
		panic(fmt.Errorf("no shape %s", kind))
	}
	for range n {
		own.records = append(own.records, map[string]any{})
	}
	for _, f := range fields {
		switch f.how {
		case "=":
			for i, record := range own.records {
				record[f.name] = own.derived(f.kind, i)
			}
		case "?":
			r.sometimes(f, own)
		default:
			var owners []int
			for i := range own.records {
				owners = append(owners, i)
			}
			for i, value := range r.values(f.kind, own, owners) {
				own.records[i][f.name] = value
			}
		}
	}
	return own.records
}

// sometimes reads a field that may be missing: 0 present, 1 absent, 2 null.
func (r *reader) sometimes(f field, own *scope) {
	states, how := make([]byte, len(own.records)), r.bytes(1)[0]
	for i := range states {
		states[i] = how
	}
	if how == 3 {
		states = r.bytes(len(own.records))
	}
	var owners []int
	for i, state := range states {
		if state == 0 {
			owners = append(owners, i)
		}
	}
	ids, isName := strings.CutPrefix(f.kind, "$")
	isName = isName && ids != "" && ids != "*"
	kind := f.kind
	if isName {
		kind = "$"
	}
	var values []any
	if len(owners) > 0 {
		values = r.values(kind, own, owners)
	}
	for i, value := range values {
		own.records[owners[i]][f.name] = value
	}
	for i, state := range states {
		switch {
		case state == 1 && isName:
			if id, has := own.records[i][ids].(float64); has {
				own.records[i][f.name] = r.nameOf(id)
			}
		case state == 2:
			own.records[i][f.name] = nil
		}
	}
}

func (r *reader) nameOf(id float64) string {
	for _, m := range r.methods {
		if m.id == id {
			return m.name
		}
	}
	panic(fmt.Errorf("no method %v", id))
}

// values reads a value for each of some records.
func (r *reader) values(kind string, of *scope, owners []int) []any {
	item, isList := strings.CutSuffix(kind, "*")
	if !isList {
		first := make([]int, len(owners))
		for i := range first {
			first[i] = i
		}
		return r.items(kind, of, owners, first)
	}
	lengths := r.whole(len(owners), r.bytes(1)[0])
	var all, first []int
	for i, n := range lengths {
		start := len(all)
		for range int(n) {
			all, first = append(all, owners[i]), append(first, start)
		}
	}
	var items []any
	if len(all) > 0 {
		items = r.items(item, of, all, first)
	}
	lists := make([]any, len(owners))
	for i, n := range lengths {
		lists[i] = append([]any{}, items[:int(n)]...)
		items = items[int(n):]
	}
	return lists
}

func (r *reader) items(kind string, outer *scope, owners, first []int) []any {
	n := len(owners)
	all := make([]any, n)
	switch kind {
	case "#", "@":
		for i, x := range r.numbers(n) {
			all[i] = x
		}
	case "$":
		for i, place := range r.whole(n, r.bytes(1)[0]) {
			all[i] = r.strings[int(place)]
		}
	case "&":
		for i, b := range r.bytes(n) {
			all[i] = b != 0
		}
	default:
		for i, record := range r.records(kind, n, &scope{outer: outer, owner: owners, first: first}) {
			all[i] = record
		}
	}
	return all
}

// numbers reads numbers in one of six encodings, see render/internal/encode/numbers.go.
func (r *reader) numbers(n int) []float64 {
	switch way := r.bytes(1)[0]; way {
	case 3: // decimals
		all := r.whole(n, r.bytes(1)[0])
		for i, digits := range r.bytes(n) {
			all[i] /= math.Pow10(int(digits))
		}
		return all
	case 4: // doubles
		all := make([]float64, n)
		for i := range all {
			all[i] = math.Float64frombits(binary.LittleEndian.Uint64(r.bytes(8)))
		}
		return all
	case 5: // of methods
		all := r.whole(n, r.bytes(1)[0])
		for i, place := range all {
			all[i] = r.methods[int(place)].id
		}
		return all
	default:
		return r.whole(n, way)
	}
}

func (r *reader) whole(n int, way byte) []float64 {
	all, before := make([]float64, n), 0.0
	for i := range all {
		x := float64(r.number())
		if way != 0 { // signed
			if half := math.Floor(x / 2); math.Mod(x, 2) == 1 {
				x = -half
			} else {
				x = half
			}
		}
		if way == 2 { // steps
			before += x
			x = before
		}
		all[i] = x
	}
	return all
}

// derived computes a field of a record: a quotient or a difference, nil if a number is missing or the divisor is 0.
func (s *scope) derived(rule string, i int) any {
	rule, only, _ := strings.Cut(rule, "?")
	if only != "" && s.records[i][only] == nil {
		return nil
	}
	at := strings.IndexAny(rule, "/-")
	a, known := s.operand(rule[:at], i)
	b, both := s.operand(rule[at+1:], i)
	switch {
	case !known || !both:
		return nil
	case rule[at] == '-':
		return a - b
	case b == 0:
		return nil
	}
	return a / b
}

func (s *scope) operand(text string, i int) (float64, bool) {
	of, name := s, text
	if rest, outer := strings.CutPrefix(text, "^"); outer {
		of, i, name = s.outer, s.owner[i], rest
	} else if rest, ofParent := strings.CutPrefix(text, "parent."); ofParent {
		parent, has := s.records[i]["parent"].(float64)
		if !has {
			return 0, false
		}
		i, name = s.first[i]+int(parent), rest
	}
	x, has := of.records[i][name].(float64)
	return x, has
}

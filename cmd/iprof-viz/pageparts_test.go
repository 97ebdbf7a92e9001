package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"strings"
	"unicode/utf16"
)

// A partReader reads the parts of a report, as templates/page/data/packed.ts does: values at one place of a JSON text are together.
type partReader struct {
	data    []byte
	strings []string
	methods []pageMethod
	root    *objectFields
}

type pageMethod struct {
	id   float64
	name string
}

// absent is the value of a key that an object does not have.
type absent struct{}

// objectFields are the fields of objects, by key and object.
type objectFields struct {
	keys   []string
	values [][]any
	outer  *objectFields
	owner  []int // by object: the one in outer whose array has it
	first  []int // by object: the first one of its array
}

// readParts reads the parts that are JSON: "strings" comes first, then others refer to it and to "methods".
func readParts(parts map[string][]byte) error {
	r := partReader{data: parts["strings"]}
	if len(r.data) > 0 {
		r.strings = r.texts(r.number())
	}
	read := func(name string) (any, error) {
		r.data, r.root = parts[name], nil
		value := r.column(1, nil, nil)[0]
		if _, ok := value.(map[string]any); !ok || len(r.data) > 0 {
			return nil, fmt.Errorf("%s is %v with %d bytes left", name, value, len(r.data))
		}
		return value, nil
	}
	if len(parts["methods"]) > 0 {
		value, err := read("methods")
		if err != nil {
			return err
		}
		for _, m := range value.(map[string]any)["methods"].([]any) {
			m := m.(map[string]any)
			r.methods = append(r.methods, pageMethod{m["id"].(float64), m["name"].(string)})
		}
	}
	for name := range parts {
		if name == "strings" || name == "methods" || strings.HasPrefix(name, "flame") {
			continue
		}
		if _, err := read(name); err != nil {
			return err
		}
	}
	return nil
}

func (r *partReader) bytes(n int) []byte {
	b := r.data[:n]
	r.data = r.data[n:]
	return b
}

func (r *partReader) number() int {
	x, n := binary.Uvarint(r.data)
	if n <= 0 {
		panic(errors.New("no number"))
	}
	r.data = r.data[n:]
	return int(x)
}

func (r *partReader) text() string { return string(r.bytes(r.number())) }

func (r *partReader) texts(n int) []string {
	same, lengths := make([]int, n), make([]int, n)
	for _, column := range [][]int{same, lengths} {
		for i := range column {
			column[i] = r.number()
		}
	}
	ends, before, all := utf16.Encode([]rune(r.text())), "", make([]string, n)
	for i := range all {
		before = before[:same[i]] + string(utf16.Decode(ends[:lengths[i]]))
		ends = ends[lengths[i]:]
		all[i] = before
	}
	return all
}

// column reads as many values: of a key in a scope, or of arrays that objects of the scope have, whose lengths are by object.
func (r *partReader) column(n int, scope *objectFields, arrays []int) []any {
	set := r.bytes(1)[0]
	kinds := make([]byte, n)
	if set&(set-1) != 0 {
		copy(kinds, r.bytes(n))
	} else {
		for i := range kinds {
			for kinds[i] = 0; set>>kinds[i] > 1; kinds[i]++ {
			}
		}
	}
	all := make([]any, n)
	for kind := range byte(8) {
		var at []int
		for i, k := range kinds {
			if k == kind {
				at = append(at, i)
			}
		}
		if set>>kind&1 == 0 {
			continue
		}
		var values []any
		switch kind {
		case 0:
			values = repeated(absent{}, len(at))
		case 1:
			values = repeated(nil, len(at))
		case 2, 3:
			values = repeated(kind == 3, len(at))
		case 4:
			values = anyOf(r.numbers(at, scope))
		case 5:
			values = anyOf(r.names(at, scope))
		case 6:
			lengths, sum := make([]int, n), 0
			for i, length := range r.whole(len(at), r.bytes(1)[0]) {
				lengths[at[i]] = int(length)
				sum += int(length)
			}
			items := r.column(sum, scope, lengths)
			for _, i := range at {
				values = append(values, items[:lengths[i]:lengths[i]])
				items = items[lengths[i]:]
			}
		case 7:
			values = r.objects(len(at), len(at) == n, scope, arrays)
		}
		for i, to := range at {
			all[to] = values[i]
		}
	}
	return all
}

func repeated(value any, n int) []any {
	all := make([]any, n)
	for i := range all {
		all[i] = value
	}
	return all
}

func anyOf[T any](values []T) []any {
	all := make([]any, len(values))
	for i, v := range values {
		all[i] = v
	}
	return all
}

func (r *partReader) objects(n int, alone bool, scope *objectFields, arrays []int) []any {
	own := &objectFields{keys: make([]string, r.number())}
	for i := range own.keys {
		own.keys[i] = r.text()
	}
	own.values = make([][]any, len(own.keys))
	if arrays != nil && scope != nil && alone {
		own.outer = scope
		for owner, length := range arrays {
			first := len(own.owner)
			for range length {
				own.owner, own.first = append(own.owner, owner), append(own.first, first)
			}
		}
	}
	if r.root == nil {
		r.root = own
	}
	for _, ids := range []bool{true, false} {
		for i, key := range own.keys {
			if (key == "id" || strings.HasSuffix(key, "_id")) == ids {
				own.values[i] = r.column(n, own, nil)
			}
		}
	}
	all := make([]any, n)
	for i := range all {
		object := map[string]any{}
		for k, key := range own.keys {
			if own.values[k][i] != (absent{}) {
				object[key] = own.values[k][i]
			}
		}
		all[i] = object
	}
	return all
}

// numbers reads numbers in one of seven ways, see render/pagepack.go.
func (r *partReader) numbers(at []int, scope *objectFields) []float64 {
	n := len(at)
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
	case 6: // quotients
		dividends, where, divisor := scope.values[r.number()], r.bytes(1)[0], r.number()
		of := []*objectFields{scope, scope.outer, r.root, scope}[where]
		all := make([]float64, n)
		for i, object := range at {
			in := object
			switch where {
			case 1:
				in = scope.owner[object]
			case 2:
				in = 0
			case 3:
				for k, key := range scope.keys {
					if key == "parent" {
						if parent, ok := scope.values[k][object].(float64); ok {
							in = scope.first[object] + int(parent)
						}
					}
				}
			}
			dividend, _ := dividends[object].(float64)
			if by, _ := of.values[divisor][in].(float64); by != 0 {
				all[i] = dividend / by
			}
		}
		places := r.whole(r.number(), r.bytes(1)[0])
		others := r.numbers(make([]int, len(places)), nil)
		for i, object := range at {
			for k, place := range places {
				if int(place) == object {
					all[i] = others[k]
				}
			}
		}
		return all
	default:
		return r.whole(n, way)
	}
}

func (r *partReader) whole(n int, way byte) []float64 {
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

func (r *partReader) names(at []int, scope *objectFields) []string {
	all := make([]string, len(at))
	if r.bytes(1)[0] == 0 {
		for i, place := range r.whole(len(at), r.bytes(1)[0]) {
			all[i] = r.strings[int(place)]
		}
		return all
	}
	ids := scope.values[r.number()]
	for i, object := range at {
		for _, m := range r.methods {
			if m.id == ids[object] {
				all[i] = m.name
			}
		}
	}
	places := r.whole(r.number(), r.bytes(1)[0])
	for k, place := range r.whole(len(places), r.bytes(1)[0]) {
		for i, object := range at {
			if object == int(places[k]) {
				all[i] = r.strings[int(place)]
			}
		}
	}
	return all
}

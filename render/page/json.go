package page

import (
	"encoding/json"
	"math"
	"strconv"

	"github.com/iprof-viz/iprof-viz/render/internal/pagedata"
)

// A jsonKind is the kind of a JSON value.
type jsonKind byte

const (
	absentValue jsonKind = iota // an object without the key
	nullValue
	falseValue
	trueValue
	numberValue
	stringValue
	arrayValue
	objectValue
)

// A jsonColumn holds the values at one place of a JSON text, such as the count of all rows: the kind of each, and then for each kind
// those of that kind.
type jsonColumn struct {
	kinds   []jsonKind
	numbers []float64
	strings []int32 // ids in a pagedata.Strings
	lengths []int32 // of arrays
	items   *jsonColumn
	objects int
	keys    []string // of objects, as they come
	fields  []*jsonColumn

	byKey  map[string]int
	next   int       // in keys: most objects have the same ones in the same order
	values []float64 // see aligned
}

// A jsonReader makes columns of a JSON text.
type jsonReader struct {
	text   []byte // valid, as we have written it
	at     int
	table  *pagedata.Strings
	tokens map[string]int32 // by string with its escapes
}

// readJSON makes columns of a valid JSON text. Keys of omit are left out, with their values.
func readJSON(text []byte, table *pagedata.Strings, omit map[string]bool) *jsonColumn {
	r := &jsonReader{text: text, table: table, tokens: map[string]int32{}}
	root := &jsonColumn{}
	r.value(root, omit)
	return root
}

// token skips what may be between tokens and returns the first byte of the next one.
func (r *jsonReader) token() byte {
	for {
		switch b := r.text[r.at]; b {
		case ' ', '\n', '\t', '\r', ',', ':':
			r.at++
		default:
			return b
		}
	}
}

// skip goes to the end of a value.
func (r *jsonReader) skip() {
	r.token()
	for depth := 0; ; {
		switch r.text[r.at] {
		case '"':
			r.at = r.endOfString()
		case '[', '{':
			depth++
		case ']', '}':
			depth--
			if depth < 0 {
				return // it was a number or a word, and the last one of an object
			}
		case ',':
			if depth == 0 {
				return
			}
		}
		r.at++
	}
}

// value appends a value to a column.
func (r *jsonReader) value(to *jsonColumn, omit map[string]bool) {
	kind := numberValue
	switch r.token() {
	case 'n':
		kind = nullValue
		r.at += len("null")
	case 'f':
		kind = falseValue
		r.at += len("false")
	case 't':
		kind = trueValue
		r.at += len("true")
	case '"':
		kind = stringValue
		to.strings = append(to.strings, r.string())
	case '[':
		kind = arrayValue
		if to.items == nil {
			to.items = &jsonColumn{}
		}
		r.at++
		n := int32(0)
		for ; r.token() != ']'; n++ {
			r.value(to.items, omit)
		}
		r.at++
		to.lengths = append(to.lengths, n)
	case '{':
		kind = objectValue
		r.object(to, omit)
	default:
		start := r.at
		for r.at < len(r.text) && isNumeric(r.text[r.at]) {
			r.at++
		}
		x, err := strconv.ParseFloat(string(r.text[start:r.at]), 64)
		if err != nil {
			panic(err) // we have written it
		}
		to.numbers = append(to.numbers, x)
	}
	to.kinds = append(to.kinds, kind)
}

func isNumeric(b byte) bool {
	return '0' <= b && b <= '9' || b == '.' || b == '-' || b == '+' || b == 'e' || b == 'E'
}

func (r *jsonReader) object(to *jsonColumn, omit map[string]bool) {
	r.at++
	to.next = 0
	for r.token() != '}' {
		start := r.at + 1
		end := r.endOfString()
		key := r.text[start:end]
		r.at = end + 2 // with the colon, which has no space before it
		if omit[string(key)] {
			r.skip()
			continue
		}
		field := to.field(key)
		for len(field.kinds) < to.objects {
			field.kinds = append(field.kinds, absentValue)
		}
		r.value(field, omit)
	}
	r.at++
	to.objects++
}

// field returns the column of a key.
func (c *jsonColumn) field(key []byte) *jsonColumn {
	if c.next < len(c.keys) && c.keys[c.next] == string(key) {
		c.next++
		return c.fields[c.next-1]
	}
	i, known := c.byKey[string(key)]
	if !known {
		if c.byKey == nil {
			c.byKey = map[string]int{}
		}
		i = len(c.keys)
		c.byKey[string(key)] = i
		c.keys = append(c.keys, string(key))
		c.fields = append(c.fields, &jsonColumn{})
	}
	c.next = i + 1
	return c.fields[i]
}

// get returns the column of a key, or nil.
func (c *jsonColumn) get(key string) *jsonColumn {
	if i, ok := c.byKey[key]; ok {
		return c.fields[i]
	}
	return nil
}

// endOfString returns the place of the quote that ends a string.
func (r *jsonReader) endOfString() int {
	for i := r.at + 1; ; i++ {
		switch r.text[i] {
		case '\\':
			i++
		case '"':
			return i
		}
	}
}

func (r *jsonReader) string() int32 {
	end := r.endOfString()
	token := r.text[r.at : end+1]
	r.at = end + 1
	id, known := r.tokens[string(token)]
	if !known {
		var s string
		if err := json.Unmarshal(token, &s); err != nil {
			panic(err) // we have written it
		}
		id = r.table.Add(s)
		r.tokens[string(token)] = id
	}
	return id
}

// aligned returns a number for each value; NaN for those that are none.
func (c *jsonColumn) aligned() []float64 {
	if len(c.numbers) == len(c.kinds) {
		return c.numbers
	}
	if c.values == nil {
		c.values = make([]float64, len(c.kinds))
		n := 0
		for i, kind := range c.kinds {
			c.values[i] = math.NaN()
			if kind == numberValue {
				c.values[i] = c.numbers[n]
				n++
			}
		}
	}
	return c.values
}

// Package jsontext writes JSON that is also readable for people: one line for each key of the outermost object and for each item of
// its lists.
package jsontext

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strconv"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
)

// A Writer writes pieces of JSON.
type Writer struct {
	B       *bufio.Writer // keeps the first error
	keys    int           // number of keys of the outermost object so far
	text    bytes.Buffer  // of a value
	encoder *json.Encoder // to text

	floats [1 << floatBits]struct { // the last numbers, by some bits of them
		x    float64
		text string
	}
}

const floatBits = 6

// NewWriter returns a writer of one object.
func NewWriter(w io.Writer) *Writer {
	j := &Writer{B: bufio.NewWriterSize(w, 64<<10)}
	j.encoder = json.NewEncoder(&j.text)
	j.encoder.SetEscapeHTML(false) // keep <VM>
	return j
}

// Begin begins the outermost object, with the version of its schema.
func (j *Writer) Begin(schemaVersion int) {
	j.B.WriteString("{\n")
	j.Line("schema_version", func() { j.Int(int64(schemaVersion)) })
}

// End ends the outermost object, and returns the first error.
func (j *Writer) End() error {
	j.B.WriteString("\n}\n")
	return j.B.Flush()
}

// Line writes a key of the outermost object and its value.
func (j *Writer) Line(key string, value func()) {
	if j.keys++; j.keys > 1 {
		j.B.WriteString(",\n")
	}
	j.B.WriteString("  ")
	j.Key(key)
	value()
}

// Texts writes a key of the outermost object and a list of strings.
func (j *Writer) Texts(key string, list []string) {
	j.Line(key, func() { j.List(len(list), func(i int) { j.String(list[i]) }) })
}

// Key writes a key of an object, without anything before it.
func (j *Writer) Key(key string) {
	j.String(key)
	j.B.WriteString(": ")
}

// Field writes a key of an inner object, other than its first.
func (j *Writer) Field(key string) {
	j.B.WriteString(", ")
	j.Key(key)
}

// List writes a list on one line.
func (j *Writer) List(n int, item func(i int)) {
	j.B.WriteByte('[')
	for i := range n {
		if i > 0 {
			j.B.WriteString(", ")
		}
		item(i)
	}
	j.B.WriteByte(']')
}

// Lines writes a list with one line per item. indent is the indent of the line around the list.
func (j *Writer) Lines(n int, indent string, item func(i int)) {
	j.B.WriteByte('[')
	j.Items(n, indent, item)
	j.B.WriteByte(']')
}

// Items writes the lines between the brackets.
func (j *Writer) Items(n int, indent string, item func(i int)) {
	for i := range n {
		if i > 0 {
			j.B.WriteByte(',')
		}
		j.B.WriteString("\n" + indent + "  ")
		item(i)
	}
	if n > 0 {
		j.B.WriteString("\n" + indent)
	}
}

// Int writes an integer.
func (j *Writer) Int(n int64) {
	j.B.Write(strconv.AppendInt(j.B.AvailableBuffer(), n, 10))
}

// IntOrNull writes an integer, or null if it is unknown.
func (j *Writer) IntOrNull(n int64, known bool) {
	if !known {
		j.B.WriteString("null")
		return
	}
	j.Int(n)
}

// Float writes a number. Tables are sorted, and most of a long one is rows with the same few shares, so texts often serve again.
func (j *Writer) Float(x float64) {
	known := &j.floats[math.Float64bits(x)*0x9e3779b97f4a7c15>>(64-floatBits)]
	if known.text == "" || known.x != x {
		known.x, known.text = x, numbers.ExactFloat(x)
	}
	j.B.WriteString(known.text)
}

// String writes a string with all unprintable characters escaped. JSON allows some that terminals obey, such as U+009B.
func (j *Writer) String(s string) {
	plain := true
	for i := 0; i < len(s) && plain; i++ {
		plain = s[i] >= ' ' && s[i] < 0x7f && s[i] != '"' && s[i] != '\\'
	}
	if plain {
		j.B.WriteByte('"')
		j.B.WriteString(s)
		j.B.WriteByte('"')
		return
	}
	print(j.B, j.encode(s))
}

// encode returns the JSON of a value without spaces, valid until the next call.
func (j *Writer) encode(value any) []byte {
	j.text.Reset()
	j.encoder.Encode(value) // never fails: values have our own types
	return bytes.TrimSuffix(j.text.Bytes(), []byte("\n"))
}

// Value writes a value on one line, with a space after each comma and colon.
func (j *Writer) Value(value any) { j.spaced(j.encode(value)) }

// Object writes an object of a list on one line, except for a last key that is a list with one line per item.
func (j *Writer) Object(value any, last string, n int, item func(i int)) {
	j.spaced(bytes.TrimSuffix(j.encode(value), []byte("}")))
	j.Field(last)
	j.Lines(n, "    ", item)
	j.B.WriteByte('}')
}

// spaced writes JSON with a space after each comma and colon.
func (j *Writer) spaced(text []byte) {
	start, quoted, escaped := 0, false, false
	for i, c := range text {
		switch {
		case escaped:
			escaped = false
		case c == '\\':
			escaped = true
		case c == '"':
			quoted = !quoted
		case !quoted && (c == ',' || c == ':'):
			print(j.B, text[start:i+1])
			j.B.WriteByte(' ')
			start = i + 1
		}
	}
	print(j.B, text[start:])
}

// Encode writes a value indented.
func Encode(w io.Writer, value any) error {
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false) // keep <init>
	e.SetIndent("", "  ")
	if err := e.Encode(value); err != nil {
		return err
	}
	b := bufio.NewWriter(w) // keeps the first error
	print(b, text.Bytes())
	return b.Flush()
}

// Indented returns a writer of a value within another: it indents all lines but the first, and drops the line break at the end.
// Errors are kept in b.
func Indented(b *bufio.Writer, indent string) io.Writer { return &indenter{b: b, indent: indent} }

type indenter struct {
	b       *bufio.Writer
	indent  string
	pending bool // a line break
}

func (i *indenter) Write(text []byte) (int, error) {
	for _, c := range text {
		if i.pending {
			i.b.WriteString("\n" + i.indent)
		}
		if i.pending = c == '\n'; !i.pending {
			i.b.WriteByte(c)
		}
	}
	return len(text), nil
}

// print writes JSON, escaping all unprintable characters.
func print(b *bufio.Writer, text []byte) {
	for len(text) > 0 {
		plain := printable(text)
		b.Write(text[:plain])
		if text = text[plain:]; len(text) == 0 {
			return
		}
		r, n := utf8.DecodeRune(text)
		for _, unit := range utf16.Encode([]rune{r}) {
			fmt.Fprintf(b, `\u%04x`, unit)
		}
		text = text[n:]
	}
}

// printable returns the number of bytes before the first unprintable character. Most text has none, and is ASCII.
func printable(text []byte) int {
	for i := 0; i < len(text); {
		if text[i] < 0x7f {
			i++
			continue
		}
		r, n := utf8.DecodeRune(text[i:])
		if r == 0x7f || !unicode.IsPrint(r) {
			return i
		}
		i += n
	}
	return len(text)
}

// OrNone returns an empty list instead of nil, which would be null in JSON.
func OrNone(all []string) []string { return append([]string{}, all...) }

// A Float is a number with all of its digits, and without an exponent.
type Float float64

// MarshalJSON writes the number.
func (x Float) MarshalJSON() ([]byte, error) { return []byte(numbers.ExactFloat(float64(x))), nil }

// OrNull returns a value or, if it is unknown, nil, which is null in JSON.
func OrNull[T any](value T, known bool) *T {
	if !known {
		return nil
	}
	return &value
}

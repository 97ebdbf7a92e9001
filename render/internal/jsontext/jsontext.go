package jsontext

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"

	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
)

// A Writer writes pieces of JSON.
type Writer struct {
	B    *bufio.Writer // keeps the first error
	keys int           // of the outermost object so far
}

func NewWriter(w io.Writer) *Writer {
	return &Writer{B: bufio.NewWriterSize(w, 64<<10)}
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

func (j *Writer) Key(key string) {
	j.String(key)
	j.B.WriteString(": ")
}

// Field writes a key of an inner object, but not its first.
func (j *Writer) Field(key string) {
	j.B.WriteString(", ")
	j.Key(key)
}

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

// Lines writes a list with a line for each item. indent is that of the line around the list.
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

func (j *Writer) Int(n int64) {
	j.B.Write(strconv.AppendInt(j.B.AvailableBuffer(), n, 10))
}

func (j *Writer) IntOrNull(n int64, known bool) {
	if !known {
		j.B.WriteString("null")
		return
	}
	j.Int(n)
}

func (j *Writer) FloatOrNull(x float64, known bool) {
	if !known {
		j.B.WriteString("null")
		return
	}
	j.B.WriteString(numbers.ExactFloat(x))
}

// share writes a share from 0 to 1; null for a share of nothing.
func (j *Writer) share(n, of int64) { j.FloatOrNull(float64(n)/float64(of), of != 0) }

func (j *Writer) Bool(b bool) {
	if b {
		j.B.WriteString("true")
	} else {
		j.B.WriteString("false")
	}
}

// String writes a string in which all characters print. JSON allows some that terminals obey, such as U+009B.
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
	var text strings.Builder
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false) // keep <VM>
	e.Encode(s)            // never fails for a string
	print(j.B, strings.TrimSuffix(text.String(), "\n"))
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
	print(b, text.String())
	return b.Flush()
}

// print writes JSON with escapes for all characters that do not print.
func print(b *bufio.Writer, text string) {
	for _, r := range text {
		switch {
		case r < 0x80 && r != 0x7f, unicode.IsPrint(r):
			b.WriteRune(r)
		case r > 0xffff:
			r -= 0x10000
			fmt.Fprintf(b, `\u%04x\u%04x`, 0xd800+r>>10, 0xdc00+r&0x3ff)
		default:
			fmt.Fprintf(b, `\u%04x`, r)
		}
	}
}

// OrNone makes an empty list of nil, which JSON has as null.
func OrNone(all []string) []string { return append([]string{}, all...) }

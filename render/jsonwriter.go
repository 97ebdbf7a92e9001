package render

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"
)

// A jsonWriter writes pieces of JSON.
type jsonWriter struct {
	b    *bufio.Writer // keeps the first error
	keys int           // of the outermost object so far
}

func newJSONWriter(w io.Writer) *jsonWriter {
	return &jsonWriter{b: bufio.NewWriterSize(w, 64<<10)}
}

// begin begins the outermost object, with the version of its schema.
func (j *jsonWriter) begin(schemaVersion int) {
	j.b.WriteString("{\n")
	j.line("schema_version", func() { j.int(int64(schemaVersion)) })
}

// end ends the outermost object, and returns the first error.
func (j *jsonWriter) end() error {
	j.b.WriteString("\n}\n")
	return j.b.Flush()
}

// line writes a key of the outermost object and its value.
func (j *jsonWriter) line(key string, value func()) {
	if j.keys++; j.keys > 1 {
		j.b.WriteString(",\n")
	}
	j.b.WriteString("  ")
	j.key(key)
	value()
}

// texts writes a key of the outermost object and a list of strings.
func (j *jsonWriter) texts(key string, list []string) {
	j.line(key, func() { j.list(len(list), func(i int) { j.string(list[i]) }) })
}

func (j *jsonWriter) key(key string) {
	j.string(key)
	j.b.WriteString(": ")
}

// field writes a key of an inner object, but not its first.
func (j *jsonWriter) field(key string) {
	j.b.WriteString(", ")
	j.key(key)
}

func (j *jsonWriter) list(n int, item func(i int)) {
	j.b.WriteByte('[')
	for i := range n {
		if i > 0 {
			j.b.WriteString(", ")
		}
		item(i)
	}
	j.b.WriteByte(']')
}

// lines writes a list with a line for each item. indent is that of the line around the list.
func (j *jsonWriter) lines(n int, indent string, item func(i int)) {
	j.b.WriteByte('[')
	j.items(n, indent, item)
	j.b.WriteByte(']')
}

// items writes the lines between the brackets.
func (j *jsonWriter) items(n int, indent string, item func(i int)) {
	for i := range n {
		if i > 0 {
			j.b.WriteByte(',')
		}
		j.b.WriteString("\n" + indent + "  ")
		item(i)
	}
	if n > 0 {
		j.b.WriteString("\n" + indent)
	}
}

func (j *jsonWriter) int(n int64) {
	j.b.Write(strconv.AppendInt(j.b.AvailableBuffer(), n, 10))
}

func (j *jsonWriter) intOrNull(n int64, known bool) {
	if !known {
		j.b.WriteString("null")
		return
	}
	j.int(n)
}

func (j *jsonWriter) floatOrNull(x float64, known bool) {
	if !known {
		j.b.WriteString("null")
		return
	}
	j.b.WriteString(exactFloat(x))
}

// share writes a share from 0 to 1; null for a share of nothing.
func (j *jsonWriter) share(n, of int64) { j.floatOrNull(float64(n)/float64(of), of != 0) }

func (j *jsonWriter) bool(b bool) {
	if b {
		j.b.WriteString("true")
	} else {
		j.b.WriteString("false")
	}
}

// string writes a string in which all characters print. JSON allows some that terminals obey, such as U+009B.
func (j *jsonWriter) string(s string) {
	plain := true
	for i := 0; i < len(s) && plain; i++ {
		plain = s[i] >= ' ' && s[i] < 0x7f && s[i] != '"' && s[i] != '\\'
	}
	if plain {
		j.b.WriteByte('"')
		j.b.WriteString(s)
		j.b.WriteByte('"')
		return
	}
	var text strings.Builder
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false) // keep <VM>
	e.Encode(s)            // never fails for a string
	printJSON(j.b, strings.TrimSuffix(text.String(), "\n"))
}

// encodeJSON writes a value indented.
func encodeJSON(w io.Writer, value any) error {
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false) // keep <init>
	e.SetIndent("", "  ")
	if err := e.Encode(value); err != nil {
		return err
	}
	b := bufio.NewWriter(w) // keeps the first error
	printJSON(b, text.String())
	return b.Flush()
}

// printJSON writes JSON with escapes for all characters that do not print.
func printJSON(b *bufio.Writer, text string) {
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

package csvtext

import (
	"bufio"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Writer writes records of comma-separated values (RFC 4180), each with a line feed. It quotes what encoding/csv does, and fields with a
// semicolon or a tab: a spreadsheet that separates by these would otherwise see the rest of a name as a field of its own, which may be a
// formula (https://owasp.org/www-community/attacks/CSV_Injection).
type Writer struct{ b *bufio.Writer }

// NewWriter returns a writer of records.
func NewWriter(w io.Writer) *Writer { return &Writer{bufio.NewWriter(w)} } // keeps the first error

// Write writes a record.
func (w *Writer) Write(record []string) {
	for i, field := range record {
		if i > 0 {
			w.b.WriteByte(',')
		}
		if !needsQuotes(field) {
			w.b.WriteString(field)
			continue
		}
		w.b.WriteByte('"')
		w.b.WriteString(strings.ReplaceAll(field, `"`, `""`))
		w.b.WriteByte('"')
	}
	w.b.WriteByte('\n')
}

// Flush writes what is left, and returns the first error.
func (w *Writer) Flush() error { return w.b.Flush() }

func needsQuotes(field string) bool {
	if field == `\.` || strings.ContainsAny(field, ",;\t\"\r\n") { // \. alone ends a COPY of PostgreSQL
		return true
	}
	first, _ := utf8.DecodeRuneInString(field)
	return unicode.IsSpace(first)
}

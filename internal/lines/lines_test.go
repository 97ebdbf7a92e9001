package lines_test

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/iprof-viz/iprof-viz/internal/lines"
)

// read returns the lines of a text, quoted, and their errors, each with its number.
func read(text io.Reader, limit int) []string {
	r := lines.NewReader(text, limit)
	var got []string
	for {
		line, err := r.Next()
		if err == io.EOF {
			return got
		}
		if err != nil {
			got = append(got, err.Error())
			if !errors.Is(err, lines.ErrTooLong) {
				return got
			}
			continue
		}
		got = append(got, fmt.Sprintf("%d:%q", r.Line(), line))
	}
}

func TestReader(t *testing.T) {
	long := strings.Repeat("x", 200<<10)
	for _, test := range []struct {
		name, text string
		limit      int
		want       []string
	}{
		{"nothing has no lines", "", 10, nil},
		{"the last line needs no line feed", "a\nb", 10, []string{`1:"a"`, `2:"b"`}},
		{"a line feed at the end starts no line", "a\n", 10, []string{`1:"a"`}},
		{"empty lines count", "\n\na\n", 10, []string{`1:""`, `2:""`, `3:"a"`}},
		{"a carriage return stays", "a\r\nb\rc\n", 10, []string{`1:"a\r"`, `2:"b\rc"`}},
		{"a line as long as the limit is read", "0123456789\n", 10, []string{`1:"0123456789"`}},
		{"a longer line is skipped", "01234567890\nb\n", 10, []string{"line 1: line too long: more than 10 bytes", `2:"b"`}},
		{"so is one longer than the buffer", long + "\nb\n", 100 << 10,
			[]string{"line 1: line too long: more than 102400 bytes", `2:"b"`}},
		{"and one that is the last", "a\n" + long, 100 << 10, []string{`1:"a"`, "line 2: line too long: more than 102400 bytes"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := read(strings.NewReader(test.text), test.limit); !slices.Equal(got, test.want) {
				t.Errorf("%q, want %q", got, test.want)
			}
			if got := read(iotest.OneByteReader(strings.NewReader(test.text)), test.limit); !slices.Equal(got, test.want) {
				t.Errorf("byte by byte: %q, want %q", got, test.want)
			}
		})
	}
	if got := read(strings.NewReader(long), 1<<20); len(got) != 1 || len(got[0]) != len(long)+4 {
		t.Errorf("a line longer than the buffer reads as %d lines", len(got))
	}
}

func TestReadErrorHasALine(t *testing.T) {
	broken := errors.New("broken pipe")
	_, err := lines.NewReader(io.MultiReader(strings.NewReader("a"), iotest.ErrReader(broken)), 10).Next()
	var placed *lines.Error
	if !errors.As(err, &placed) || placed.Line != 1 || !errors.Is(err, broken) {
		t.Errorf("%v, want %v on line 1", err, broken)
	}
}

func TestPrefix(t *testing.T) {
	for _, test := range []struct {
		name   string
		prefix lines.Prefix
		line   string
		want   string
		ok     bool
	}{
		{"no prefix, whole line", "", " x", " x", true},
		{"the same", "[info] ", "[info]  57.1%", " 57.1%", true},
		{"another level", "[info] ", "[error] x", "x", true},
		{"another time", "[9.99s] ", "[10.001s] x", "x", true},
		{"a blank more or less between words", "Nov  9 12:00:01 host java[7]: ", "Nov 10 12:00:02 host java[7]: x", "x", true},
		{"an empty line without the blank", "[info] ", "[info]", "", true},
		{"other marks", "[info] ", "(info) x", "", false},
		{"too few words", "12:00:01 INFO ", "12:00:01 ", "", false},
		{"blanks at the end are counted", "|  ", "| x", "", false},
		{"text without a separator is compared as it is", "abc", "abcd", "d", true},
		{"and stands for no other", "abc", "xyz", "", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, ok := test.prefix.Cut([]byte(test.line))
			if ok != test.ok || ok && string(got) != test.want {
				t.Errorf("%q, %v; want %q, %v", got, ok, test.want, test.ok)
			}
		})
	}
}

func TestStringIsUTF8(t *testing.T) {
	if got, want := lines.String([]byte("a\xff\xfeb\x00é")), "a\ufffdb\x00é"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

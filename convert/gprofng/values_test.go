package gprofng

import (
	"math"
	"slices"
	"testing"
)

// Values are whole numbers, or seconds of up to three decimals, which are milliseconds.
func TestParseValue(t *testing.T) {
	for _, c := range []struct {
		text, unit string
		want       int64 // -1: an error
	}{
		{"0", "count", 0}, {"12", "count", 12}, {"+7", "count", 7}, {"9223372036854775807", "bytes", math.MaxInt64}, {"9223372036854775808", "bytes", -1}, {"0.", "count", 0}, {"5.", "count", -1}, {"1.5", "count", -1},
		{"1.5", "ms", 1500}, {"1,250", "ms", 1250}, {"0.001", "ms", 1}, {"3", "ms", 3000}, {"12.34", "ms", 12340}, {"1.2345", "ms", -1}, {"1.2.3", "ms", -1}, {"2.", "ms", 2000}, {"0.", "ms", 0},
		{"9223372036854775.807", "ms", math.MaxInt64}, {"9223372036854775.808", "ms", -1}, {"9223372036854776", "ms", -1},
		{".5", "ms", -1}, {",5", "ms", -1}, {"", "ms", -1}, {"+", "count", -1}, {"-1", "count", -1}, {"1x", "count", -1}, {"x", "ms", -1}, {"1/2", "count", -1}, {"1:2", "count", -1},
	} {
		got, err := parseValue([]byte(c.text), c.unit)
		if (err == nil) != (c.want >= 0) || err == nil && got != c.want {
			t.Errorf("%q in %s: %d, %v; want %d", c.text, c.unit, got, err, c.want)
		}
	}
	for text, want := range map[string]string{
		"-1": "a value is negative: is this a comparison of experiments?", "x": `"x" is not a value`, "9999999999999999999": `"9999999999999999999" does not fit in 63 bits`,
	} {
		if _, err := parseValue([]byte(text), "count"); err == nil || err.Error() != want {
			t.Errorf("%q: %v", text, err)
		}
	}
	if _, err := parseValue([]byte("1.2345"), "ms"); err == nil || err.Error() != `"1.2345" has more than 3 decimals` {
		t.Error(err)
	}
}

// Columns begin after two spaces or more.
func TestColumnStarts(t *testing.T) {
	for line, want := range map[string][]int{
		"": {0}, "Name": {0}, "Attr. Total  Name": {0, 13}, "a  b   c": {0, 3, 7}, "a b c": {0}, "  a": {0, 2}, " a  b": {0, 4}, "a  ": {0},
	} {
		if got := columnStarts(line); !slices.Equal(got, want) {
			t.Errorf("%q: %v, want %v", line, got, want)
		}
	}
}

// A column has the title of all lines of the heading, and its unit.
func TestColumnsOfHeading(t *testing.T) {
	h := heading{lines: []string{"Attr. Total  Attr.    Attr. Heap  Name", "CPU          Sync     Bytes", " sec.         %"}}
	for _, c := range []struct {
		start, end int
		want       Column
	}{{0, 13, Column{Title: "Total CPU", Unit: "ms"}}, {13, 22, Column{Title: "Sync", Unit: "%"}}, {22, 34, Column{Title: "Heap Bytes", Unit: "bytes"}}, {34, 99, Column{Title: "Name", Unit: "count"}}} {
		if got := h.column(c.start, c.end); got != c.want {
			t.Errorf("%d to %d: %+v, want %+v", c.start, c.end, got, c.want)
		}
	}
	for title, want := range map[string]string{"Heap Bytes": "bytes", "Bytes": "bytes", "KBytes": "count", "": "count"} {
		if got := countUnit(title); got != want {
			t.Errorf("%q: %s", title, got)
		}
	}
}

// Notes are about what is cut, what is missing and what is too much, each only if there is any.
func TestNotesOfTrees(t *testing.T) {
	for _, c := range []struct {
		missing    int
		rest, over int64
		functions  int
		trees      int
		want       []string
	}{
		{want: nil},
		{missing: 1, want: []string{"the call tree is cut, as by -limit: 1 announced function is missing, and their values count for their callers"}},
		{rest: 1, want: []string{"the call tree does not add up: <Total> has 10, which is 1 ms more than its callees; the rest has no stack"}},
		{functions: 2, over: 30, want: []string{"inconsistent call tree: the callees of 2 functions have more than their caller, first in line 7, by 30 ms"}},
		{trees: 1, want: []string{"1 more call tree was ignored: only one is read"}},
	} {
		s := Summary{Columns: []Column{{Unit: "ms"}}, Total: 10, Missing: c.missing}
		tr := tree{rest: c.rest}
		tr.excess.functions, tr.excess.by, tr.excess.line = c.functions, c.over, 7
		s.note(&tr, c.trees)
		if !slices.Equal(s.Notes, c.want) {
			t.Errorf("%q\nwant %q", s.Notes, c.want)
		}
	}
}

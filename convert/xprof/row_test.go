package xprof

import "testing"

// A row whose blanks are kept has each of its columns at least as wide as HotSpot makes it.
func TestPaddedRows(t *testing.T) {
	for _, c := range []struct {
		percent, end, plus, last int
		want                     bool
	}{
		{5, 12, 14, 21, true}, {5, 13, 15, 23, true},
		{5, 11, 13, 20, false}, {5, 12, 15, 22, false}, {5, 12, 13, 20, false}, {5, 12, 14, 20, false}, {5, 11, 12, 14, false},
	} {
		if got := isPadded(c.percent, c.end, nativeTicks{plus: c.plus, end: c.last}); got != c.want {
			t.Errorf("%+v: %t", c, got)
		}
	}
}

// The rest of a half row is a title of several words, or ticks and a method, although its name may end like a title of one word.
func TestRestsOfRows(t *testing.T) {
	for _, c := range []struct {
		text, want string
		form       form
	}{
		{"  +     0    com.example.Extra", "com.example.Extra", twoNumbers},
		{"  +     0    Unknown: no pc", "Unknown: no pc", oneNumber},
		{"output Compilation ", "Compilation", oneNumber},
		{"output", "", halfRow},
	} {
		r := row{form: halfRow}
		if ok := r.complete([]byte(c.text)); ok != (c.want != "") || r.form != c.form || string(r.text) != c.want {
			t.Errorf("%q: %+v, %q", c.text, r, r.text)
		}
	}
}

// HotSpot pads names to column 25: a row with other text before it is broken, and has the text after the padding.
func TestColumnOfNames(t *testing.T) {
	for _, c := range []struct {
		line   string
		column int
		broken bool
		text   string
	}{
		{"x name", 25, false, "x name"}, {"x name", 30, false, "x name"}, {"x name", 24, true, "name"}, {" name", 24, false, " name"},
		{"     a.b", 20, false, "     a.b"}, {"    a.b", 20, true, ""}, {"out     a.b", 20, true, "a.b"}, {"out     a     a.b", 20, true, "a.b"}, {"out    a.b", 20, true, ""},
	} {
		r := row{text: []byte(c.line)}
		if r.checkColumn([]byte(c.line), 0, c.column); r.broken != c.broken || string(r.text) != c.text {
			t.Errorf("%q from column %d: %q, broken %t", c.line, c.column, r.text, r.broken)
		}
	}
}

// The last four beginnings of rows wait for their rest.
func TestLastBeginnings(t *testing.T) {
	var list []int
	for i := range 7 {
		list = appendLast(list, i)
		if len(list) != min(i+1, 4) || list[len(list)-1] != i || list[0] != max(0, i-3) {
			t.Errorf("after %d: %v", i, list)
		}
	}
}

// A percentage is right if it is that of the ticks, rounded to a tenth, either way if that is half.
func TestPercentagesFit(t *testing.T) {
	for _, c := range []struct {
		tenths       int64
		ticks, total int64
		want         bool
	}{
		{333, 1, 3, true}, {334, 1, 3, false}, {332, 1, 3, false}, {667, 2, 3, true}, {666, 2, 3, false}, {62, 1, 16, true}, {63, 1, 16, true}, {61, 1, 16, false}, {64, 1, 16, false},
		{1000, 5, 5, true}, {0, 0, 5, true}, {0, 1, 2001, true}, {0, 1, 2000, true}, {0, 1, 1999, false}, {0, 0, 0, false},
	} {
		if got := fits(c.tenths, float64(c.ticks), c.total); got != c.want {
			t.Errorf("%d of %d are %d tenths of a percent: %t", c.ticks, c.total, c.tenths, got)
		}
	}
}

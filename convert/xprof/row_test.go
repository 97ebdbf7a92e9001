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

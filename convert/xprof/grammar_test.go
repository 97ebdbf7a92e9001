package xprof

import (
	"math"
	"testing"
	"time"
)

// Times have two decimals after a point or a comma, and fit.
func TestSeconds(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"4.06 secs": 4060 * time.Millisecond, "0,10": 100 * time.Millisecond, "12.99": 12990 * time.Millisecond, "7.00x": 7 * time.Second, "9223372034.99": math.MaxInt64/time.Second*time.Second - 2*time.Second + 990*time.Millisecond,
		"4": -1, "4.0": -1, "4:06": -1, ".06": -1, "4.x6": -1, "4.6x": -1, "x": -1, "": -1, "9223372036.00": -1, "99999999999999999999.00": -1,
	} {
		c := cursor{text: []byte(text)}
		got, ok := c.seconds()
		if ok != (want >= 0) || ok && got != want || !ok && got != 0 {
			t.Errorf("%q: %v, %t; want %v", text, got, ok, want)
		}
	}
}

// Numbers fit in 63 bits, and need a digit.
func TestIntegers(t *testing.T) {
	for text, want := range map[string]int64{"0": 0, "10 ": 10, "9223372036854775807": math.MaxInt64, "007": 7, "9223372036854775808": -1, "92233720368547758070": -1, "": -1, " 1": -1, "-1": -1, "/": -1, ":": -1} {
		c := cursor{text: []byte(text)}
		got, ok := c.integer()
		if ok != (want >= 0) || ok && got != want {
			t.Errorf("%q: %d, %t", text, got, ok)
		}
	}
}

// Words are preceded by blanks.
func TestWords(t *testing.T) {
	for text, want := range map[string]int{" total ticks):x": 14, "\t total   ticks):": 17, "total ticks):": -1, " total": -1, " totalticks):": -1, " total ticks)": -1} {
		c := cursor{text: []byte(text)}
		if ok := c.words("total", "ticks):"); ok != (want >= 0) || ok && c.at != want {
			t.Errorf("%q: %t, at %d", text, ok, c.at)
		}
	}
}

// A percentage has one decimal after a point or a comma, at the end of a text.
func TestTenthsBefore(t *testing.T) {
	for text, want := range map[string]int64{
		"57.1": 571, "  0.0": 0, "x100,0": 1000, "abc9.9": 99, "1234567890.1": 12345678901, "91234567890.1": 12345678901, "1.2.3": 23,
		"": -1, "1": -1, ".1": -1, "57": -1, "57.": -1, "57.x": -1, "57:1": -1, "x.1": -1,
	} {
		got, ok := tenthsBefore([]byte(text))
		if ok != (want >= 0) || ok && got != want {
			t.Errorf("%q: %d, %t; want %d", text, got, ok, want)
		}
	}
}

// Rows are found after other text; the second number makes it one of a method, a title one of another kind, and else it is half a row.
func TestRows(t *testing.T) {
	for _, c := range []struct {
		line          string
		form          form
		tenths, ticks int64
		native        int64
		text          string
		broken        bool
	}{
		{" 57.1%   172  +     0    com.example.Main.main", twoNumbers, 571, 172, 0, "com.example.Main.main", false},
		{"output 63.8%   190  +     2    Total interpreted", twoNumbers, 638, 190, 2, "Total interpreted", false},
		{" 97.9%   190             Blocked (of total)", oneNumber, 979, 190, 0, "Blocked (of total)", false},
		{"  1.0%     3             Compilation", oneNumber, 10, 3, 0, "Compilation", false},
		{" 57.1%   172  and more", halfRow, 571, 172, 0, "and more", false},
		{"50% of 57.1%   172  +     4    a.b.c  ", twoNumbers, 571, 172, 4, "a.b.c", false},
		{"100% of it", noNumbers, 0, 0, 0, "", false},
		{"57.1%172", noNumbers, 0, 0, 0, "", false},
		{"57.1% x", noNumbers, 0, 0, 0, "", false},
		{"no numbers", noNumbers, 0, 0, 0, "", false},
	} {
		r := parseRow([]byte(c.line))
		if r.form != c.form || r.tenths != c.tenths || r.ticks != c.ticks || r.native != c.native || string(r.text) != c.text || r.broken != c.broken {
			t.Errorf("%q: %+v, text %q", c.line, r, r.text)
		}
	}
}

// A header has the time, the ticks and the name of a thread, after other text.
func TestHeaders(t *testing.T) {
	for _, c := range []struct {
		line    string
		elapsed time.Duration
		ticks   int64
		thread  string
	}{
		{"Flat profile of 4.06 secs (301 total ticks): main", 4060 * time.Millisecond, 301, "main"},
		{"x Flat profile of Flat profile of 0.10 secs (1 total ticks):  two blanks", 100 * time.Millisecond, 1, " two blanks"},
		{"Flat profile of 1.00 secs (7 total ticks):", time.Second, 7, ""},
		{"Flat profile of 1.00 secs (7 total ticks):x", time.Second, 7, "x"},
	} {
		h, ok := parseHeader([]byte(c.line))
		if !ok || h.elapsed != c.elapsed || h.ticks != c.ticks || h.thread != c.thread {
			t.Errorf("%q: %+v, %t", c.line, h, ok)
		}
	}
	for _, line := range []string{"", "Flat profile of", "Flat profile of 1 secs (7 total ticks): x", "Flat profile of 1.00 secs (x total ticks): x", "Flat profile of 1.00 (7 total ticks): x", "Flat profile of 1.00 secs (7 ticks): x"} {
		if h, ok := parseHeader([]byte(line)); ok {
			t.Errorf("%q: %+v", line, h)
		}
	}
}

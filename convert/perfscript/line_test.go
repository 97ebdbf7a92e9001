package perfscript

import "testing"

// A time is in seconds with a fraction, and ends with a colon.
func TestTimes(t *testing.T) {
	for word, want := range map[string]bool{
		"2015.033697:": true, "0.1:": true, "1.2": false, "12:": false, "123:": false, "x.5:": false, "5.x:": false, ".55:": false, "55.:": false, "1.2.3:": false, "": false, ":": false, "1.23;": false,
	} {
		if got := isTime([]byte(word)); got != want {
			t.Errorf("%q: %t", word, got)
		}
	}
}

// The number of a thread comes alone or after that of its process; -1 is unknown.
func TestIDs(t *testing.T) {
	for word, want := range map[string]bool{"20046": true, "20046/20050": true, "-1": true, "-1/7": true, "7/-1": true, "": false, "/7": false, "7/": false, "x": false, "7/x": false, "x/7": false, "-": false, "1/2/3": false} {
		if got := isIDs([]byte(word)); got != want {
			t.Errorf("%q: %t", word, got)
		}
	}
}

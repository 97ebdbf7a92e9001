package recording

import (
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/words"
)

// A name in a message is cut, without half of a character, if it is longer than names are.
func TestNamesInMessages(t *testing.T) {
	long := strings.Repeat("x", maxName)
	for name, want := range map[string]string{"jdk.Event": "jdk.Event", long: long, long + "y": long + "…", long[1:] + "é": long[1:] + "…", long[2:] + "é": long[2:] + "é", "a\nb": words.Visible("a\nb")} {
		if got := inMessage(name); got != want {
			t.Errorf("%.20q of %d bytes: %d bytes, %q", name, len(name), len(got), got[max(0, len(got)-20):])
		}
	}
}

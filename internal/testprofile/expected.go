package testprofile

import (
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/testfile"
)

// Expected returns a function that compares a text with the part of a file that has its name. A part begins with a line of @@, a
// space and the name. Each part must be compared once at least.
func Expected(t *testing.T, file string) (check func(name, got string)) {
	t.Helper()
	data := testfile.Read(t, file)
	parts, compared := map[string]string{}, map[string]bool{}
	for part := range strings.SplitSeq(strings.TrimPrefix(string(data), "@@ "), "\n@@ ") {
		name, text, _ := strings.Cut(part, "\n")
		parts[name] = strings.TrimSpace(text)
	}
	t.Cleanup(func() {
		for name := range parts {
			if !compared[name] {
				t.Errorf("%s: %s is not compared", file, name)
			}
		}
	})
	return func(name, got string) {
		t.Helper()
		compared[name] = true
		if got = strings.TrimSpace(got); got != parts[name] {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, parts[name])
		}
	}
}

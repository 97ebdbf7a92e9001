package load

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/cli"
)

// A profile that is given several times is noticed by any of its names, and a copy of a run by its contents; each is told once.
func TestRepeated(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"a": "one", "b": "two", "copy": "one", "longer": "one more", "empty": "", "none": ""} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Link("a", "hard"); err != nil {
		t.Skip(err)
	}
	if err := os.Symlink("a", "soft"); err != nil {
		t.Skip(err)
	}
	full, err := filepath.Abs("a")
	if err != nil {
		t.Fatal(err)
	}
	held := map[string][]byte{"x": []byte("one"), "y": []byte("one"), "z": []byte("two")}
	const named, same, contents = "it is named more than once: E", "it is the same file as a: E", "it has the same contents as a, and is probably the same run: E"
	for _, tt := range []struct {
		files []string
		runs  bool
		held  map[string][]byte
		want  []cli.Note
	}{
		{[]string{"a", "b", "longer", "missing", "."}, true, nil, nil},
		{[]string{"a", "b", "./a", "a"}, false, nil, []cli.Note{{File: "./a", Text: named}}},
		{[]string{"a", "hard", "soft", full}, false, nil, []cli.Note{{File: "hard", Text: same}}},
		{[]string{"a", "copy"}, false, nil, nil},
		{[]string{"a", "copy", "copy", "a"}, true, nil, []cli.Note{{File: "copy", Text: contents}, {File: "a", Text: named}}},
		{[]string{"empty", "none"}, true, nil, nil},
		{[]string{"-", "a"}, true, nil, nil},
		{[]string{"x", "y", "z", "a"}, true, held, []cli.Note{{File: "y", Text: "it has the same contents as x, and is probably the same run: E"}}},
		{[]string{"x", "x"}, false, held, []cli.Note{{File: "x", Text: named}}},
	} {
		if got := Repeated(&cli.Env{Held: tt.held}, tt.files, tt.runs, "E"); !slices.Equal(got, tt.want) {
			t.Errorf("%q: %v, want %v", tt.files, got, tt.want)
		}
	}
}

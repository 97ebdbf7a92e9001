package main

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/spf13/pflag"

	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/manpages"
	"github.com/iprof-viz/iprof-viz/internal/testtier"
)

// The manual has a page for each command with all its flags; mandoc finds no fault with it, and shows it in 80 columns.
func TestManPages(t *testing.T) {
	testtier.Sequential(t)
	root := newRoot(cli.NewEnv(nil, io.Discard, io.Discard), io.Discard)
	pages := manpages.Of(root, "1.0", time.Date(2026, 11, 28, 23, 0, 0, 0, time.UTC))
	shown := map[string]string{}
	dir := t.TempDir()
	mandoc, err := exec.LookPath("mandoc")
	for name, page := range pages {
		if !strings.Contains(page, `"2026-11-28"`) {
			t.Errorf("%s lacks the date", name)
		}
		if err != nil {
			continue
		}
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(page), 0o666); err != nil {
			t.Fatal(err)
		}
		if faults, err := exec.Command(mandoc, "-Tlint", "-Wstyle", file).CombinedOutput(); err != nil || len(faults) > 0 {
			t.Errorf("%v\n%s", err, faults)
		}
		text, err := exec.Command(mandoc, "-Tutf8", "-Owidth=80", file).Output()
		if err != nil {
			t.Fatal(err)
		}
		shown[name] = regexp.MustCompile(`.\x08`).ReplaceAllString(string(text), "") // bold and underlined
		for line := range strings.Lines(shown[name]) {
			if utf8.RuneCountInString(strings.TrimRight(line, "\n")) > 80 {
				t.Errorf("%s has a line of more than 80 columns:\n%s", name, line)
			}
		}
	}
	if err != nil {
		t.Skip("mandoc is not installed: whether it can read pages is not tested")
	}
	for _, c := range root.Commands() {
		if c.Name() == "help" || c.Name() == "completion" {
			continue
		}
		text := shown["iprof-viz-"+c.Name()+".1"]
		if !strings.Contains(text, "iprof-viz-"+c.Name()+" - ") || !strings.Contains(shown["iprof-viz.1"], c.Name()) {
			t.Errorf("no page names %s", c.Name())
		}
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if has := regexp.MustCompile(`(?m)^ {1,9}(?:-., )?--` + f.Name + `\b`).MatchString(text); has == f.Hidden {
				t.Errorf("%s: hidden %t, on the page %t: --%s", c.Name(), f.Hidden, has, f.Name)
			}
		})
		for line := range strings.SplitSeq(c.Example, "\n") { // words stay as they are typed
			for word := range strings.FieldsSeq(line) {
				if !strings.Contains(text, word) {
					t.Errorf("%s: the page has no %s", c.Name(), word)
				}
			}
		}
	}
}

package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/internal/testtier"
)

// A process that needs more memory than it may have ends with one line, and leaves no file.
func TestMemoryLimit(t *testing.T) {
	testtier.Sequential(t)
	program := filepath.Join(build(t, thisProgram), "iprof-viz") // not this test's own: the race detector takes more addresses than any limit has
	dir := t.TempDir()
	file, out := filepath.Join(dir, "roots.iprof"), filepath.Join(dir, "out.json")
	if err := os.WriteFile(file, testprofile.Roots("callCountProfiles", 300_000), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ shell, want string }{
		{`GOMEMLIMIT=40MiB exec "$@"`, `needs more than 40 MiB of memory\nhint: GOMEMLIMIT=1GiB allows more`},
		{`ulimit -v 1900000; exec "$@"`, `more memory is needed than ulimit -v allows`},
	} {
		c := exec.Command("sh", "-c", tt.shell, "sh", program, "graph", "-q", "--format", "json", "-o", out, "--base", file, file)
		var stderr bytes.Buffer
		c.Stderr = &stderr
		err := c.Run()
		var exit *exec.ExitError
		if !errors.As(err, &exit) || exit.ExitCode() != cli.StatusLimit || !regexp.MustCompile("^iprof-viz: "+tt.want+"\n$").MatchString(stderr.String()) {
			t.Errorf("%s: %v\n%s", tt.shell, err, stderr.String())
		}
		if left, _ := os.ReadDir(dir); len(left) != 1 {
			t.Errorf("%s leaves %v", tt.shell, left)
		}
	}
}

// a bug is one line as well, unless the user asks for more: also in the goroutines that inflate, and that read several files.
func TestDefect(t *testing.T) {
	t.Setenv(cli.TracebackVar, "")
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	z.Write([]byte(`{"version":"1.0.0","types":[`))
	z.Flush()
	for _, tt := range []struct {
		args  []string
		stdin string // before the defect
	}{
		{[]string{"info", "-"}, ""},
		{[]string{"info", "-"}, `{"version":"1.0.0","types":[`},
		{[]string{"info", "-"}, packed.String()},
		{[]string{"merge", "-", "../../testdata/even-or-odd.iprof"}, ""},
		{[]string{"merge", "../../testdata/even-or-odd.iprof", "-"}, packed.String()},
	} {
		var stderr strings.Builder
		status := run(tt.args, io.MultiReader(strings.NewReader(tt.stdin), defective{}), io.Discard, &stderr)
		if want := "iprof-viz: a bug in iprof-viz: no such luck\nhint: GOTRACEBACK=all prints more, for a report\n"; status != cli.StatusDefect || stderr.String() != want {
			t.Errorf("%s: status %d with\n%s", tt.args, status, stderr.String())
		}
	}
}

type defective struct{}

func (defective) Read([]byte) (int, error) { panic("no such luck") }

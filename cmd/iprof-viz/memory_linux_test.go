package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/google/pprof/profile"

	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/internal/testtier"
	"github.com/iprof-viz/iprof-viz/internal/words"
)

// refusal is a command of the shell that allows the program too little memory, and how the program ends.
type refusal struct{ shell, want string }

// A process that needs more memory than it may have ends with one line, and leaves no file.
func TestMemoryLimit(t *testing.T) {
	testtier.Sequential(t)
	t.Parallel()
	program := filepath.Join(build(t, thisProgram), "iprof-viz") // not this test's own: the race detector takes more addresses than any limit has
	dir := t.TempDir()
	file, out := filepath.Join(dir, "roots.iprof"), filepath.Join(dir, "out.json")
	roots, limits := 60_000, []refusal{{`GOMEMLIMIT=40MiB exec "$@"`, `needs more than 40 MiB of memory\nhint: GOMEMLIMIT=1GiB allows more`}}
	if testtier.More(t, "memory that the system refuses") {
		roots, limits = 300_000, []refusal{
			{`GOMEMLIMIT=80MiB exec "$@"`, `needs more than 80 MiB of memory\nhint: GOMEMLIMIT=1GiB allows more`},
			{`ulimit -v 1900000; exec "$@"`, `more memory is needed than ulimit -v allows`},
			{`ulimit -d 200000; exec "$@"`, `more memory is needed than ulimit -d allows`},
			{`ulimit -v 8000000; ulimit -d 200000; exec "$@"`, `more memory is needed than ulimit -d allows`},
		}
	}
	makeInput(func() {
		if err := os.WriteFile(file, testprofile.Roots("callCountProfiles", roots), 0o666); err != nil {
			t.Fatal(err)
		}
	})
	for _, tt := range limits {
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

// Recordings are read a chunk at a time: 400 MB of them, from a pipe, take less than 300 MB.
func TestRecordingsAreStreamed(t *testing.T) {
	testtier.Long(t, "reads 400 MB of flight recordings")
	t.Parallel()
	program := filepath.Join(build(t, thisProgram), "iprof-viz")
	packed, err := os.Open("../../testdata/busy.jfr.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer packed.Close()
	unpacked, err := gzip.NewReader(packed)
	if err != nil {
		t.Fatal(err)
	}
	var recording []byte
	makeInput(func() { recording, err = io.ReadAll(unpacked) }) // what tests before this one have used would count, see runMeasured
	if err != nil {
		t.Fatal(err)
	}
	n := 400_000_000/len(recording) + 1
	all := make([]io.Reader, n)
	for i := range all {
		all[i] = bytes.NewReader(recording)
	}
	c := exec.Command(program, "top", "--format", "csv", "-")
	c.Stdin = io.MultiReader(all...)
	var stdout, stderr bytes.Buffer
	c.Stdout, c.Stderr = &stdout, &stderr
	if err := runMeasured(c); err != nil {
		t.Fatalf("%v\n%s", err, stderr.String())
	}
	if want := fmt.Sprintf("\nbusy.Busy.fib,%d,", 155*n); !strings.Contains(stdout.String(), want) { // 155 as in recordings.txtar
		t.Errorf("no %q in\n%s", want, stdout.String())
	}
	if peak := c.ProcessState.SysUsage().(*syscall.Rusage).Maxrss; peak > 300_000_000/1024 {
		t.Errorf("%d MiB, want at most 300 MB", peak>>10)
	} else {
		t.Logf("%d MiB", peak>>10)
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

// Distinct frames are limited by the memory there is, and by the size of the file, and so are all frames of a pprof profile. The
// message names the limit, and its hint works, also where a file is too large in two ways.
func TestLimitOfNodes(t *testing.T) {
	testtier.Sequential(t)
	t.Parallel()
	program := filepath.Join(build(t, thisProgram), "iprof-viz")
	dir := t.TempDir()
	plain, packed, inlined := filepath.Join(dir, "plain.iprof"), filepath.Join(dir, "packed.iprof.gz"), filepath.Join(dir, "inlined.pb.gz")
	size := map[string]int{} // in bytes
	makeInput(func() {
		for file, data := range map[string][]byte{
			plain: testprofile.Chains("samplingProfiles", 3, 200_000), packed: gzipOf(testprofile.Chains("samplingProfiles", 2, 300_000)), inlined: inlinedPprof(t, 800),
		} {
			size[file] = len(data)
			if err := os.WriteFile(file, data, 0o666); err != nil {
				t.Fatal(err)
			}
		}
	})
	for _, tt := range []struct {
		file, memory, limit string
	}{
		{plain, "128MiB", "more than 524,288"},
		{packed, "2GiB", "more than " + words.Thousands(262_144+2*int64(size[packed]))},
		{inlined, "2GiB", "640,000 frames of stacks, with inlined functions; the limit is 294,528"},
	} {
		run := func(args ...string) (status int, stderr string) {
			c := exec.Command(program, append([]string{"top", "-q", "-o", filepath.Join(dir, "out"), tt.file}, args...)...)
			c.Env = append(os.Environ(), "GOMEMLIMIT="+tt.memory)
			var errs bytes.Buffer
			c.Stderr = &errs
			if err := c.Run(); c.ProcessState == nil {
				t.Fatal(err)
			}
			return c.ProcessState.ExitCode(), errs.String()
		}
		status, stderr := run()
		limit, hint, _ := strings.Cut(strings.TrimSuffix(stderr, "\n"), "\nhint: ")
		if status != cli.StatusLimit || !strings.HasSuffix(limit, tt.limit) {
			t.Errorf("%s: status %d with\n%s", tt.file, status, stderr)
		}
		if status, stderr := run(strings.Fields(strings.TrimSuffix(hint, " sets no limit"))...); status != cli.StatusOK {
			t.Errorf("%s: %q: status %d with\n%s", tt.file, hint, status, stderr)
		}
	}
}

// inlinedPprof is a pprof profile of a stack that has a location n times, which has n inlined functions.
func inlinedPprof(t *testing.T, n int) []byte {
	f := &profile.Function{ID: 1, Name: "f"}
	l := &profile.Location{ID: 1, Line: slices.Repeat([]profile.Line{{Function: f}}, n)}
	p := profile.Profile{
		SampleType: []*profile.ValueType{{Type: "samples", Unit: "count"}}, Function: []*profile.Function{f}, Location: []*profile.Location{l},
		Sample: []*profile.Sample{{Location: slices.Repeat([]*profile.Location{l}, n), Value: []int64{1}}},
	}
	var b bytes.Buffer
	if err := p.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

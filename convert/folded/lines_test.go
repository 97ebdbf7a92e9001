package folded_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/folded"
	"github.com/iprof-viz/iprof-viz/convert/sourceline"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/internal/testpath"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// withLine is a frame with a line, as both this program and the flight recorder have it; -1 is an unknown one.
var withLine = regexp.MustCompile(`^(.*):(-?\d+)$`)

// applicationLines adds up folded stacks, with the lines of the application's frames only: the JDK's are of its version.
func applicationLines(t *testing.T, text string) map[string]int64 {
	t.Helper()
	all := map[string]int64{}
	for line := range strings.Lines(text) {
		at := strings.LastIndexByte(line, ' ')
		n, err := strconv.ParseInt(strings.TrimSpace(line[at+1:]), 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		frames := strings.Split(line[:at], ";")
		for i, frame := range frames {
			m := withLine.FindStringSubmatch(frame)
			switch {
			case m == nil:
			case !strings.HasPrefix(frame, "app."), m[2] == "-1", strings.Contains(frame, "$$Lambda"):
				frames[i] = m[1]
			// This one is at BCI -1, which is not a place in the bytecode. The recorder takes the line of BCI 0.
			case m[1] == "app.RecursionApp.ack" && i > 0 && strings.HasPrefix(frames[i-1], "app.RecursionApp$Tree."):
				frames[i] = m[1]
			}
		}
		all[strings.Join(frames, ";")] += n
	}
	return all
}

func gunzipped(t *testing.T, file string) []byte {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Skip("no ../shared/jvm")
	}
	defer f.Close()
	zr, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(zr)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestLinesAreThoseOfTheRecorder compares stacks with lines, 893 deep, with those that the flight recorder wrote.
func TestLinesAreThoseOfTheRecorder(t *testing.T) {
	const shared = "../../../shared/jvm"
	for _, name := range []string{"sampling-json", "sampling-recursion"} {
		want := applicationLines(t, string(gunzipped(t, filepath.Join(shared, name, "folded_lines.txt.gz"))))
		p := testprofile.Read(t, bytes.NewReader(gunzipped(t, filepath.Join(shared, name, "profile.iprof.gz"))))
		path := testpath.Open(t, filepath.Join(shared, "app-classes"))
		tree, err := stacks.NewTree(p, nil, stacks.Options{Metric: convert.Samples, Lines: sourceline.New(p, path.Class, nil), ByLine: true})
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		if err := folded.Write(&b, tree); err != nil {
			t.Fatal(err)
		}
		got := applicationLines(t, b.String())
		if !maps.Equal(got, want) {
			for stack, n := range want {
				if got[stack] != n {
					t.Errorf("%s: %d, want %d: %.300s", name, got[stack], n, stack)
				}
			}
		}
		if !strings.Contains(b.String(), "app.") || len(got) < 400 {
			t.Errorf("%s: %d stacks", name, len(got))
		}
	}
}

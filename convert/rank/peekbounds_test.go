package rank

import (
	"os"
	"regexp"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/hierarchy"
	"github.com/iprof-viz/iprof-viz/internal/testpath"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// In a program that the VM has measured, javac has copied a finally block, which calls done, three times: after the try block (unless
// that throws), after its handler, and for what else is thrown, which may have happened each time or, as is true, never. What may have
// no calls at all comes last.
func TestCertainCallersComeFirst(t *testing.T) {
	const dir = "../../../shared/jvm/calls/"
	data, err := os.ReadFile(dir + "profile.iprof")
	if err != nil {
		t.Skip("no ../shared/jvm/calls")
	}
	path := testpath.Open(t, dir+"classes")
	p, code := testprofile.Parse(t, string(data)), calls.Options{Class: path.Class, Classes: hierarchy.New(path.Class, path.Headers)}
	tbl, err := Peek(p, nil, regexp.MustCompile(`Dispatch\.done$`), PeekOptions{Metric: convert.Calls, Code: code})
	if err != nil {
		t.Fatal(err)
	}
	// the last one is in the handler, so there is none unless something was thrown, and its ratio is not measured
	const want = "6900 | 15 | unless_thrown | 1\n1800 | 26 | exact | 1\n0 | 32 | at_least | n/a\n8700 |  | exact | \n"
	if got := cells(tbl, "count", "bci", "bound", "coverage"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	tbl, err = Calls(p, nil, CallOptions{Code: code, To: regexp.MustCompile(`Dispatch\.done$`)})
	if err != nil {
		t.Fatal(err)
	}
	const ranked = "6900 | 15\n1800 | 26\n0 | 32\n"
	if got := cells(tbl, "stayed", "bci"); got != ranked {
		t.Errorf("calls: got\n%s\nwant\n%s", got, ranked)
	}
}

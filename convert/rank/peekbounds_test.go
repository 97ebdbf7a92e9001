package rank

import (
	"os"
	"regexp"
	"testing"

	"github.com/iprof-viz/iprof-viz/classpath"
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/hierarchy"
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
	path, err := classpath.Open(dir+"classes", classpath.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer path.Close()
	tbl, err := Peek(testprofile.Parse(t, string(data)), nil, regexp.MustCompile(`Dispatch\.done$`), PeekOptions{
		Metric: convert.Calls, Code: calls.Options{Class: path.Class, Classes: hierarchy.New(path.Class, path.Headers)},
	})
	if err != nil {
		t.Fatal(err)
	}
	const want = "6900 | 15 | unless_thrown\n1800 | 26 | exact\n8700 | 32 | at_most\n8700 |  | exact\n"
	if got := cells(tbl, "count", "bci", "bound"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

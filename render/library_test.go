package render_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/testfile"
)

// The documentation of the library shows code that tests run.
func TestDocsShowExamples(t *testing.T) {
	page := testfile.Read(t, "../docs/questions.md")
	var sources string
	for _, file := range []string{"flame/example_test.go", "graph/example_test.go", "../convert/calls/example_test.go"} {
		source := testfile.Read(t, file)
		sources += string(source)
	}
	blocks := regexp.MustCompile("(?ms)^```go\n(.*?)^```$").FindAllSubmatch(page, -1)
	if len(blocks) != 3 {
		t.Fatalf("the page has %d blocks of Go, want one of each example", len(blocks))
	}
	for _, block := range blocks {
		code := "\t" + strings.ReplaceAll(strings.TrimSuffix(string(block[1]), "\n"), "\n", "\n\t")
		code = strings.ReplaceAll(code, "\n\t\n", "\n\n") // empty lines
		if !strings.Contains(sources, " error {\n"+code+"\n}\n") {
			t.Errorf("no function of an example has what the page shows:\n%s", code)
		}
	}
}

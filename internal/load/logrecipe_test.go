package load

import (
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/testfile"
)

// TestLogRecipe: the documentation has the options that help and hints name, in the same order.
func TestLogRecipe(t *testing.T) {
	for _, file := range []string{"../../docs/optimized.md", "../../docs/tutorial.md", "../../optlog/doc.go"} {
		data := testfile.Read(t, file)
		text := strings.Join(strings.Fields(strings.NewReplacer("\\\n", " ", "\n//", " ", "Path=optlog", "Path=DIR").Replace(string(data))), " ")
		if !strings.Contains(text, LogRecipe) {
			t.Errorf("%s does not have %s", file, LogRecipe)
		}
	}
}

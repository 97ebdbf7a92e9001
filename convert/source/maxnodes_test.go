package source_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert/source"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// Distinct frames of stacks of other tools are limited as well.
func TestMaxNodes(t *testing.T) {
	for name, text := range map[string]string{
		"folded":  "main;a 1\nmain;b;c 2\n",
		"gprofng": "Functions Call Tree. Metric: Attributed Total CPU Time\n\nAttr. Total    Name\nCPU sec.\n6.0       +-<Total>\n6.0         +-main\n3.0           +-a\n3.0           +-b\n3.0             +-c\n",
	} {
		format := map[string]*source.Format{"folded": source.Folded, "gprofng": source.Gprofng}[name]
		for _, maxNodes := range []int{3, 4} {
			_, err := format.Read(strings.NewReader(text), source.Options{MaxNodes: maxNodes})
			if errors.Is(err, iprof.ErrTooManyNodes) != (maxNodes == 3) || maxNodes == 4 && err != nil {
				t.Errorf("%s: at most %d: %v", name, maxNodes, err)
			}
		}
	}
}

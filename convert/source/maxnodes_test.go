package source_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert/source"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// Distinct frames of stacks of other tools are limited as well: three stacks have more than may be, and two do not.
func TestMaxNodes(t *testing.T) {
	const depth = 400_000
	for _, stacks := range []int{2, 3} {
		var text strings.Builder
		for i := range stacks {
			frame := string(rune('a' + i))
			fmt.Fprintf(&text, "%s%s 1\n", strings.Repeat(frame+";", depth-1), frame)
		}
		_, err := source.Folded.Read(strings.NewReader(text.String()), source.Options{MaxInput: 64 << 20})
		if errors.Is(err, iprof.ErrTooManyNodes) != (stacks == 3) {
			t.Errorf("%d stacks: %v", stacks, err)
		}
	}
}

package load_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/load"
	"github.com/iprof-viz/iprof-viz/internal/work"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// The hint at too much work is enough: what is too much in one way may be so in another, so no other number would do.
func TestHintAtTooMuchWork(t *testing.T) {
	f := load.InputFailure("x", fmt.Errorf("%w: %w", iprof.ErrTooLarge, work.New(0).Charge(work.Frames, 3<<18)), nil)
	if f.Status != cli.StatusLimit || f.Hint != "--max-input 0 sets no limit" || !errors.Is(f, iprof.ErrTooLarge) {
		t.Errorf("status %d, %v, hint %q", f.Status, f, f.Hint)
	}
}

package main

import (
	"strings"
	"testing"
	"time"

	"github.com/iprof-viz/iprof-viz/internal/budget"
	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// Callers of a stack that has a count are no stacks of their own, as nothing was counted in them: reversed, a stack of n frames has n nodes.
// In a comparison they are, if they are contexts whose entries are unknown. Then they are too many of a stack that is deep enough.
func TestReversedStackOfMethods(t *testing.T) {
	file := writeInput(t, string(testprofile.Chain("callCountProfiles", 10_000)))
	end := budget.Budget{Memory: 128 << 20, Time: 2 * time.Second}.Start(t, 0)
	status, _, stderr, _ := runHere([]string{"flame", "--reverse", file})
	if status != cli.StatusOK {
		t.Errorf("status %d: %s", status, stderr)
	}
	status, _, stderr, _ = runHere([]string{"flame", "--reverse", "--base", file, file})
	if status != cli.StatusLimit || !strings.Contains(stderr, "has at least 50,005,000 frames of stacks") {
		t.Errorf("compared, status %d: %s", status, stderr)
	}
	end()
	few := writeInput(t, string(testprofile.Chain("callCountProfiles", 100)))
	if status, _, stderr, _ := runHere([]string{"flame", "--reverse", "--base", few, few}); status != cli.StatusOK {
		t.Errorf("of few frames, status %d: %s", status, stderr)
	}
}

package testtier_test

import (
	"os"
	"runtime/debug"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/testtier"
)

// reached reports whether a test goes on after Long.
func reached(t *testing.T) (after bool) {
	t.Run("sub", func(t *testing.T) {
		testtier.Long(t, "a test")
		after = true
	})
	return after
}

func TestTiers(t *testing.T) {
	for value, want := range map[string]bool{"": false, "long": true} {
		t.Setenv("IPROF_VIZ_TEST", value)
		if got := reached(t); got != want {
			t.Errorf("%q: Long goes on: %t", value, got)
		}
		if got := testtier.More(t, "more of it"); got != want {
			t.Errorf("%q: More: %t", value, got)
		}
	}
}

// Programs of this package's tests collect as much garbage at a time as they should.
func TestCollector(t *testing.T) {
	if os.Getenv("GOGC") != "" {
		t.Skip("GOGC is set")
	}
	want := 400
	if testtier.More(t, "more memory for less work") {
		want = 200
	}
	got := debug.SetGCPercent(100)
	debug.SetGCPercent(got)
	if got != want {
		t.Errorf("%d%%, want %d%%", got, want)
	}
}

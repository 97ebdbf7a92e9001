package cli

import (
	"math"
	"runtime"
	"runtime/debug"
	"testing"
	"time"
)

const mb = 1 << 20

// collecting starts to limit garbage of a machine with 10,000 MB, until the test ends.
func collecting(t *testing.T) *garbage {
	t.Setenv("GOGC", "")
	usual := debug.SetMemoryLimit(-1)
	t.Cleanup(func() { debug.SetMemoryLimit(usual) })
	runtime.GC() // what another test had is no longer alive
	g := &garbage{}
	g.start(10_000 * mb)
	return g
}

// TestGarbage: until something is read, and while a size is unknown, garbage may fill all memory; otherwise what the inputs suggest (small ones much) or, if
// more than that is alive, a fifth more than that, but never more than the limit.
func TestGarbage(t *testing.T) {
	g := collecting(t)
	for _, step := range []struct {
		bytes     int64 // of an input; -1: none
		low, high int64
	}{{-1, 10_000 * mb, 10_000 * mb}, {1 * mb, 384 * mb, 384 * mb}, {99 * mb, 248 * mb, 249 * mb}, {50 * mb, 298 * mb, 299 * mb}} {
		if step.bytes > 0 {
			g.expect(step.bytes)
		}
		if got := debug.SetMemoryLimit(-1); got < step.low || got > step.high {
			t.Errorf("after an input of %d bytes: %d, want %d to %d", step.bytes, got, step.low, step.high)
		}
	}
	live := make([]byte, 400*mb)
	limit := int64(0)
	for deadline := time.Now().Add(time.Minute); limit < 480*mb && time.Now().Before(deadline); time.Sleep(time.Millisecond) {
		runtime.GC()
		limit = debug.SetMemoryLimit(-1)
	}
	if limit < 480*mb || limit > 600*mb {
		t.Errorf("with %d bytes alive: %d", len(live), limit)
	}
	runtime.KeepAlive(live)
	g.expect(0)
	if got := debug.SetMemoryLimit(-1); got != 10_000*mb {
		t.Errorf("after an input of unknown size: %d", got)
	}
	g.expect(math.MaxInt64)
	runtime.KeepAlive(g)
}

// TestGarbageOfOneInput: the process may be three times as large as its only input, with its own code, or more where a tenth of its data is.
func TestGarbageOfOneInput(t *testing.T) {
	g := collecting(t)
	live := make([]byte, 300*mb)
	runtime.GC()
	for _, step := range []struct{ input, low, high int64 }{{170 * mb, 486 * mb, 486 * mb}, {110 * mb, 331 * mb, 355 * mb}} {
		g.mutex.Lock() // what follows each collection reads them
		g.inputs, g.largest = 0, 0
		g.mutex.Unlock()
		g.expect(step.input)
		if got := debug.SetMemoryLimit(-1); got < step.low || got > step.high {
			t.Errorf("with an input of %d MB and %d MB alive: %d MB, want %d to %d", step.input/mb, len(live)/mb, got/mb, step.low/mb, step.high/mb)
		}
	}
	runtime.KeepAlive(live)
	runtime.KeepAlive(g)
}

// TestGarbageOfParts: while one part of a page is made, garbage may take as much memory as an earlier part needed.
func TestGarbageOfParts(t *testing.T) {
	for _, inParts := range []bool{false, true} {
		g := collecting(t)
		g.inParts = inParts
		live := make([]byte, 400*mb)
		runtime.GC()
		g.expect(30 * mb)
		g.expect(20 * mb)
		runtime.KeepAlive(live)
		runtime.GC()
		g.expect(1 * mb)
		if got := debug.SetMemoryLimit(-1); inParts != (got >= 480*mb) {
			t.Errorf("in parts: %v: %d MB", inParts, got/mb)
		}
		runtime.KeepAlive(g)
	}
}

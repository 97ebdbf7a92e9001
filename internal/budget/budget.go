// Package budget fails a fuzz target that costs too much memory or time for the size of its input.
package budget

import (
	"cmp"
	"fmt"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"sync"
	"testing"
	"time"

	"github.com/iprof-viz/iprof-viz/internal/cputime"
)

// A Budget limits the cost of work on an input. It is generous: it is meant to catch work that is quadratic in the input, or that
// turns a few bytes into gigabytes, not a regression by half.
type Budget struct {
	Memory  int64 // bytes allocated, regardless of the input: freed bytes count as well, so the heap cannot grow by more
	PerByte int64 // in addition, for each byte of the input

	Time time.Duration // processor time, in addition to 0.2 ms for each byte; 0: 2 s
}

// Reading is the budget of a reader: windows and tables of fixed size, and an amount for each byte of the input.
var Reading = Budget{Memory: 16 << 20, PerByte: 2 << 10}

// Drawing is the budget of a whole conversion, with its templates, scripts and drawn pictures.
var Drawing = Budget{Memory: 64 << 20, PerByte: 32 << 10}

// The time depends mostly on the machine, so few budgets have a separate one.
const (
	usualTime   = 2 * time.Second
	timePerByte = 200 * time.Microsecond
)

// A target that never returns cannot fail: the process is ended once it has cost this multiple of its budget. It is checked at this
// interval.
const (
	patience  = 10
	lookEvery = 100 * time.Millisecond
)

// Start begins to measure work on an input of that size, and returns the function that ends it and fails the test if the work cost
// too much. It must be alone in its process, as a fuzz target is.
//
// Time is processor time, because wall-clock time depends on other programs. If the system does not report it, time is not limited.
func (b Budget) Start(t testing.TB, input int) (end func()) {
	t.Helper()
	crashOutput()
	memory, limit := b.Memory+b.PerByte*int64(input), cmp.Or(b.Time, usualTime)+timePerByte*time.Duration(input)
	spent := meter()
	endWatch := watch(t.Name(), input, spent, patience*memory, patience*limit)
	return func() {
		t.Helper()
		endWatch()
		if grown, took := spent(); grown > memory || took > limit {
			t.Errorf("%d bytes of input took %d KiB and %v, want at most %d KiB and %v", input, grown>>10, took.Round(time.Millisecond), memory>>10, limit)
		}
	}
}

// CrashOutput is the environment variable with the name of a file to which a process that crashes, or that the watch ends, writes
// its stacks: the standard error of the processes that go test -fuzz starts is not shown.
const CrashOutput = "FUZZ_CRASH_OUTPUT"

var crashOutput = sync.OnceFunc(func() {
	if name := os.Getenv(CrashOutput); name != "" {
		if f, err := os.OpenFile(name, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600); err == nil {
			debug.SetTraceback("all")
			debug.SetCrashOutput(f, debug.CrashOptions{})
			f.Close() // the descriptor is duplicated
		}
	}
})

// watch ends the process, with the stacks of all goroutines, if unfinished work has cost too much. The returned function ends the
// watch.
func watch(name string, input int, spent func() (int64, time.Duration), memory int64, limit time.Duration) (end func()) {
	done := make(chan struct{})
	timer := time.AfterFunc(lookEvery, func() {
		for {
			if grown, took := spent(); grown > memory || took > limit {
				debug.SetTraceback("all")
				panic(fmt.Sprintf("%s: %d bytes of input have taken %d MiB and %v so far", name, input, grown>>20, took.Round(time.Second)))
			}
			select {
			case <-done:
				return
			case <-time.After(lookEvery):
			}
		}
	})
	return func() {
		timer.Stop()
		close(done)
	}
}

// meter returns a function that returns the bytes allocated and the time elapsed since.
func meter() func() (grown int64, took time.Duration) {
	before, cpu := allocated(), cputime.Used()
	return func() (int64, time.Duration) { return allocated() - before, cputime.Used() - cpu }
}

// allocated returns the bytes that the process has allocated so far.
func allocated() int64 {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(sample)
	return int64(sample[0].Value.Uint64())
}

package main

import (
	"cmp"
	"fmt"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"time"

	"github.com/iprof-viz/iprof-viz/internal/cputime"
)

// timeoutVar is set by iprof-viz to the processor time, such as "20s", after which it kills this process. If iprof-viz cannot do so, because
// it was killed itself, this process ends by itself: when its parent has ended, and after that time.
const timeoutVar = "IPROF_VIZ_DOT_TIMEOUT"

const (
	defaultTimeout = 10 * time.Minute // for a process that a user started directly
	maxMemory      = 1 << 30          // bytes; a layout of 1,500 methods takes a fifth
)

// bound limits the time and the memory of this process.
func bound() {
	timeout, err := time.ParseDuration(os.Getenv(timeoutVar))
	supervised := err == nil && timeout > 0
	if !supervised {
		timeout = defaultTimeout
	}
	debug.SetMemoryLimit(maxMemory / 2) // collect garbage more often instead of coming near the limit
	limitResources(2*maxMemory, int64(math.Ceil(2*timeout.Seconds())))

	// WebAssembly does not let other goroutines run: they need their own processor.
	runtime.GOMAXPROCS(max(2, runtime.GOMAXPROCS(0)))
	parent := 0
	if supervised {
		parent = os.Getppid()
	}
	go watch(timeout, parent)
}

// watch ends the process after the timeout, of processor time if that is known, when it uses too much memory, and when its parent has ended; 0: the parent may end.
func watch(timeout time.Duration, parent int) {
	began := time.Now()
	memory := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	for range time.Tick(100 * time.Millisecond) {
		metrics.Read(memory)
		switch {
		case cmp.Or(cputime.Used(), time.Since(began)) > timeout:
			giveUp("the layout takes more than %v", timeout)
		case memory[0].Value.Uint64()-memory[1].Value.Uint64() > maxMemory:
			giveUp("the layout takes more than %d MiB of memory", maxMemory>>20)
		case parent != 0 && os.Getppid() != parent:
			os.Exit(1)
		}
	}
}

// giveUp ends the process with a message.
func giveUp(format string, args ...any) {
	fmt.Fprintf(os.Stderr, "iprof-viz-dot: "+format+"\n", args...)
	os.Exit(1)
}

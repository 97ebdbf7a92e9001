package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// An outcome is the outcome of a planted fault.
type outcome string

// The outcomes.
const (
	caught      outcome = "caught"
	timedOut    outcome = "timed out" // caught as well: the test did not end, or took all memory
	survived    outcome = "SURVIVED"
	equivalent  outcome = "equivalent" // by the list; not tried
	notCompiled outcome = "does not compile"
)

// Limits of a test with a fault, which may be an endless loop: processor time, and memory in bytes. A test that waits forever ends
// after a wall-clock time that no other test takes.
const (
	mostMemory = 3 << 30
	mostWait   = 5 * time.Minute
)

// tests are the tests of a package, compiled with faults that the environment activates.
type tests struct {
	dir, binary string
	names       string        // only matching tests
	limit       time.Duration // processor time
}

// run runs the short tier of tests with a fault, given its number, or with none for 0: all that go test runs by default, also those that
// are left out of -short for the race detector. It also returns the processor time.
func (t tests) run(fault int) (outcome, time.Duration, error) {
	if _, err := os.Stat(t.binary); err != nil {
		return survived, 0, nil // there are no tests
	}
	ctx, cancel := context.WithTimeout(context.Background(), mostWait)
	defer cancel()
	c := exec.CommandContext(ctx, t.binary, "-test.failfast", "-test.count=1", "-test.run="+t.names)
	c.Dir, c.WaitDelay = t.dir, time.Second
	c.Env = append(os.Environ(), "IPROF_VIZ_TEST=", fmt.Sprintf("%s=%d", variable, fault))
	if err := c.Start(); err != nil {
		return "", 0, err
	}
	go t.limits(ctx, cancel, c.Process.Pid)
	err := c.Wait()
	took := c.ProcessState.UserTime() + c.ProcessState.SystemTime()
	switch {
	case ctx.Err() != nil:
		return timedOut, took, nil
	case err != nil:
		return caught, took, nil
	}
	return survived, took, nil
}

// limits stops a process that takes too much memory or time, on Linux.
func (t tests) limits(ctx context.Context, stop func(), pid int) {
	const ticks = 100 // per second, for all programs on Linux
	number := func(fields []string, at int) int64 {
		n, _ := strconv.ParseInt(fields[at], 10, 64)
		return n
	}
	for range time.Tick(50 * time.Millisecond) {
		text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		_, after, _ := strings.Cut(string(text), ") ") // after the name
		f := strings.Fields(after)
		if err != nil || ctx.Err() != nil || len(f) < 22 {
			return
		}
		user, system, pages := number(f, 11), number(f, 12), number(f, 21)
		if time.Duration(user+system)*time.Second/ticks > t.limit || pages*int64(os.Getpagesize()) > mostMemory {
			stop()
			return
		}
	}
}

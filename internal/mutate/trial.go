package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// An outcome is that of a planted fault.
type outcome string

// The outcomes.
const (
	caught      outcome = "caught"
	timedOut    outcome = "timed out" // caught as well: the test did not end, or took all memory
	survived    outcome = "SURVIVED"
	equivalent  outcome = "equivalent" // by the list; not tried
	notCompiled outcome = "does not compile"
)

// A trial compiles the tests of a package with a fault, beside the source, and runs them.
type trial struct {
	dir     string
	temp    string // its own directory
	timeout time.Duration
}

// mostMemory is a test's, in bytes: a fault may be a loop that appends.
const mostMemory = 3 << 30

// run plants a fault, or none for nil.
func (t trial) run(s *site) (outcome, error) {
	binary := filepath.Join(t.temp, "package.test")
	os.Remove(binary)
	args := []string{"test", "-c", "-vet=off", "-ldflags=-s -w", "-o", binary} // without tables for debuggers it links faster
	if s != nil {
		overlay, err := t.overlay(s)
		if err != nil {
			return "", err
		}
		args = append(args, "-overlay", overlay)
	}
	if out, err := exec.Command("go", append(args, "./"+t.dir)...).CombinedOutput(); err != nil {
		if s == nil {
			return "", fmt.Errorf("%s: %s", t.dir, out)
		}
		return notCompiled, nil
	}
	if _, err := os.Stat(binary); err != nil {
		return survived, nil // there are no tests
	}
	ctx, cancel := context.WithTimeout(context.Background(), t.timeout)
	defer cancel()
	c := exec.CommandContext(ctx, binary, "-test.short", "-test.failfast", "-test.count=1")
	c.Dir, c.WaitDelay = t.dir, time.Second
	if err := c.Start(); err != nil {
		return "", err
	}
	go limitMemory(ctx, cancel, c.Process.Pid)
	err := c.Wait()
	switch {
	case ctx.Err() != nil:
		return timedOut, nil
	case err != nil:
		return caught, nil
	}
	return survived, nil
}

// overlay writes the file with the fault, and the file that tells the go command to read it instead.
func (t trial) overlay(s *site) (string, error) {
	source, err := os.ReadFile(s.file)
	if err != nil {
		return "", err
	}
	faulty := filepath.Join(t.temp, filepath.Base(s.file))
	text := string(source[:s.start]) + s.text + string(source[s.end:])
	if err := os.WriteFile(faulty, []byte(text), 0o600); err != nil {
		return "", err
	}
	path, err := filepath.Abs(s.file)
	if err != nil {
		return "", err
	}
	replace, err := json.Marshal(map[string]map[string]string{"Replace": {path: faulty}})
	if err != nil {
		return "", err
	}
	overlay := filepath.Join(t.temp, "overlay.json")
	return overlay, os.WriteFile(overlay, replace, 0o600)
}

// limitMemory stops a process that takes too much memory, on Linux.
func limitMemory(ctx context.Context, stop func(), pid int) {
	for range time.Tick(50 * time.Millisecond) {
		text, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
		fields := strings.Fields(string(text))
		if err != nil || ctx.Err() != nil || len(fields) < 2 {
			return
		}
		if pages, _ := strconv.ParseInt(fields[1], 10, 64); pages*int64(os.Getpagesize()) > mostMemory {
			stop()
			return
		}
	}
}

package main

import (
	"io"
	"runtime"
	"testing"
	"time"

	"github.com/spf13/pflag"

	"github.com/iprof-viz/iprof-viz/internal/cli"
)

// A server makes the commands anew for each request: nothing keeps them, nor the values of their flags, when it is done.
func TestCommandsAreCollected(t *testing.T) {
	collected := make(chan bool, 1000)
	flags := 0
	for _, c := range newRoot(cli.NewEnv(nil, io.Discard, io.Discard), io.Discard).Commands() {
		c.Flags().VisitAll(func(f *pflag.Flag) {
			flags++
			runtime.AddCleanup(f, func(bool) { collected <- true }, true)
		})
	}
	runtime.GC()
	for left := flags; left > 0; left-- {
		select {
		case <-collected:
		case <-time.After(hanging):
			t.Fatalf("%d of %d flags are kept", left, flags)
		}
	}
}

//go:build unix

package main

import (
	"os"
	"os/signal"
	"syscall"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/cli"
)

// Ctrl-C ends serve with a status of success, also while pages are open.
func TestServeEnds(t *testing.T) {
	for _, s := range []os.Signal{syscall.SIGINT, syscall.SIGTERM} {
		t.Run(s.String(), func(t *testing.T) {
			t.Parallel()
			if signal.Ignored(s) {
				t.Skip("the signal is ignored here, as under nohup, and the program leaves it so")
			}
			serve := startServe(t, shopFile)
			serve.events(t)()
			if status := serve.end(t, s); status != cli.StatusOK {
				t.Errorf("exit status %d with %s", status, serve.stderr)
			}
		})
	}
}

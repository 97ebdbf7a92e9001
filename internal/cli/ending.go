package cli

import (
	"context"
	"sync"
)

// An ending lets a command end by itself at a signal, with exit status 0. A second signal ends the program at once.
type ending struct {
	mu  sync.Mutex
	end context.CancelFunc // nil: a signal ends the program
}

// Wait returns a context that ends at the next signal.
func (x *ending) Wait() context.Context {
	ctx, end := context.WithCancel(context.Background())
	x.mu.Lock()
	defer x.mu.Unlock()
	x.end = end
	return ctx
}

// Begin makes the command end, and reports whether it does so by itself.
func (x *ending) Begin() bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.end == nil {
		return false
	}
	x.end()
	x.end = nil
	return true
}

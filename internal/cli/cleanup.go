package cli

import "sync"

// A cleanup holds functions that undo things when a signal ends the program.
type cleanup struct {
	mu    sync.Mutex
	todo  []func()
	ended bool
}

// Add registers a function to be called at a signal, in another goroutine; at once if the signal has come.
func (c *cleanup) Add(undo func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ended {
		undo()
		return
	}
	c.todo = append(c.todo, undo)
}

// Run calls the functions in the order in which they were added.
func (c *cleanup) Run() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ended = true
	for _, undo := range c.todo {
		undo()
	}
}

package hierarchy

import (
	"iter"
	"sync/atomic"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/internal/background"
)

// A reading is a goroutine that reads the headers of all classes.
type reading struct {
	task    *background.Task
	stopped atomic.Bool
	world   *world // these are valid after the task
	err     error
}

// ReadAhead starts to read the headers of all classes in a goroutine, so that they are there when needed: a JDK has tens of
// thousands. The caller calls stop, which ends it, when nobody will need them any more.
func (c *Classes) ReadAhead() (stop func()) {
	if c.given == nil || c.all != nil || c.allFailed != nil || c.ahead != nil {
		return func() {}
	}
	r := &reading{}
	r.task = background.Go(func() { r.world, r.err = readGiven(r.untilStopped(c.given())) })
	c.ahead = r
	return func() {
		r.stopped.Store(true)
		r.task.Wait()
		if c.ahead == r {
			c.ahead = nil // it may lack classes
		}
	}
}

// takeRead waits for the classes read ahead. It returns nil if there are none.
func (c *Classes) takeRead() (*world, error) {
	r := c.ahead
	if r == nil {
		return nil, nil
	}
	c.ahead = nil
	r.task.Wait()
	return r.world, r.err
}

func (r *reading) untilStopped(given iter.Seq2[classfile.Header, error]) iter.Seq2[classfile.Header, error] {
	return func(yield func(classfile.Header, error) bool) {
		for h, err := range given {
			if r.stopped.Load() || !yield(h, err) {
				return
			}
		}
	}
}

// Package background runs functions in goroutines and propagates their panics to the waiter. A panic that is not recovered in its
// goroutine would end the program with a dump.
package background

import (
	"fmt"
	"runtime/debug"
)

// A Task is a function that runs in its own goroutine.
type Task struct {
	done  chan struct{}
	panic *Panic // nil: none; valid after done
}

// A Panic is a value that a task has panicked with, and its stack.
type Panic struct {
	Value any
	Stack []byte
}

// Error returns the value and the stack, as Go prints them for an unrecovered panic.
func (p *Panic) Error() string { return fmt.Sprintf("%v\n\n%s", p.Value, p.Stack) }

// Go starts a task.
func Go(f func()) *Task {
	t := &Task{done: make(chan struct{})}
	go func() {
		defer close(t.done)
		defer func() {
			if v := recover(); v != nil {
				t.panic = panicOf(v)
			}
		}()
		f()
	}()
	return t
}

// panicOf records the stack of a task.
func panicOf(v any) *Panic {
	if p, ok := v.(*Panic); ok {
		return p
	}
	return &Panic{v, debug.Stack()}
}

// Wait waits until the function has returned. If it has panicked, Wait panics with a [*Panic].
func (t *Task) Wait() {
	if <-t.done; t.panic != nil {
		panic(t.panic)
	}
}

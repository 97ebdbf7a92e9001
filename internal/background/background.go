// Package background runs functions in goroutines and propagates their panics to the waiter. A panic that is not recovered in its
// goroutine would end the program with a dump.
package background

import (
	"fmt"
	"runtime"
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
	go t.run(f)
	return t
}

// run runs the function of the task.
func (t *Task) run(f func()) {
	defer close(t.done)
	defer func() {
		if v := recover(); v != nil {
			t.panic = panicOf(v)
		}
	}()
	f()
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

// All runs functions concurrently, the first one in this goroutine, and waits for all of them. With one processor they run one after the
// other, so that they need the memory of one. The error is the first in the order of the functions, as if they had run in that order; so
// is a panic.
func All(functions ...func() error) error {
	if runtime.GOMAXPROCS(0) == 1 {
		for _, f := range functions {
			if err := f(); err != nil {
				return err
			}
		}
		return nil
	}
	errs := make([]error, len(functions))
	tasks := make([]*Task, len(functions))
	for i := len(functions) - 1; i >= 0; i-- {
		run := func() { errs[i] = functions[i]() }
		if i > 0 {
			tasks[i] = Go(run)
			continue
		}
		tasks[0] = &Task{done: make(chan struct{})}
		tasks[0].run(run)
	}
	for _, t := range tasks {
		<-t.done
	}
	for i, t := range tasks {
		if t.Wait(); errs[i] != nil {
			return errs[i]
		}
	}
	return nil
}

// Ranges calls a function for ranges that together are 0 to n, side by side, one per processor. Each has at least so many elements that it is
// worth a goroutine, but for the only one.
func Ranges(n, least int, f func(from, to int)) {
	Gather(n, least, func(from, to int) struct{} { f(from, to); return struct{}{} })
}

// Gather does the same, and returns the results in the order of the ranges.
func Gather[T any](n, least int, f func(from, to int) T) []T {
	results := make([]T, max(1, min(runtime.GOMAXPROCS(0), n/least)))
	functions := make([]func() error, len(results))
	for i := range functions {
		functions[i] = func() error { results[i] = f(n*i/len(results), n*(i+1)/len(results)); return nil }
	}
	All(functions...)
	return results
}

// Ordered fills parts 0 to n-1 side by side, and passes each to use, in order and in this goroutine. At a time there are at most two parts per
// processor, and eight, in memory that later ones get again; with one processor there is one. The error is the first of use: then nothing
// more is filled, and what was begun has ended.
func Ordered[T any](n int, fill func(i int, part *T), use func(part *T) error) error {
	processors := min(runtime.GOMAXPROCS(0), n, 4) // use is not faster with more
	if processors <= 1 {
		var part T
		for i := range n {
			fill(i, &part)
			if err := use(&part); err != nil {
				return err
			}
		}
		return nil
	}
	type filling struct {
		part T
		task *Task // nil: none is under way
	}
	ahead := make([]filling, 2*processors)
	defer func() {
		for i := range ahead {
			if t := ahead[i].task; t != nil {
				<-t.done
			}
		}
	}()
	for i := range n + len(ahead) {
		m := &ahead[i%len(ahead)]
		if m.task != nil {
			m.task.Wait()
			m.task = nil
			if err := use(&m.part); err != nil {
				return err
			}
		}
		if i < n {
			m.task = Go(func() { fill(i, &m.part) })
		}
	}
	return nil
}

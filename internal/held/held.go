// Package held finds again what was made of something, as long as anyone holds it, so that those who need it at the same time share it. It
// keeps nothing.
package held

import (
	"sync"
	"sync/atomic"
	"weak"

	"github.com/iprof-viz/iprof-viz/internal/background"
)

// A Last remembers the value that was last made of a key. The zero value remembers none.
type Last[K, V any] struct {
	made atomic.Pointer[pair[K, V]]

	mu     sync.Mutex
	making map[*K]*making[V]
}

type pair[K, V any] struct {
	key   weak.Pointer[K]
	value weak.Pointer[V]
}

type making[V any] struct {
	task  *background.Task
	value *V // after the task
}

// wait returns the value when it is made. It panics if that has.
func (m *making[V]) wait() *V {
	m.task.Wait()
	return m.value
}

// Of returns the value that was made of a key, or waits for it if it is being made, see OrMake. Nil: a value of another key was made last,
// or nobody holds it.
func (l *Last[K, V]) Of(key *K) *V {
	l.mu.Lock()
	m := l.making[key]
	l.mu.Unlock()
	if m != nil {
		return m.wait()
	}
	return l.last(key)
}

func (l *Last[K, V]) last(key *K) *V {
	if p := l.made.Load(); p != nil && p.key == weak.Make(key) {
		return p.value.Value()
	}
	return nil
}

// Set remembers the value of a key.
func (l *Last[K, V]) Set(key *K, value *V) {
	l.made.Store(&pair[K, V]{weak.Make(key), weak.Make(value)})
}

// OrMake returns the value of a key as Of does, or makes it. Those who ask for it meanwhile wait for it and get the same one.
func (l *Last[K, V]) OrMake(key *K, makeOf func(*K) *V) *V {
	l.mu.Lock()
	m := l.making[key]
	if m == nil {
		if v := l.last(key); v != nil {
			l.mu.Unlock()
			return v
		}
		m = &making[V]{}
		m.task = background.Go(func() {
			defer l.forget(key)
			m.value = makeOf(key)
			l.Set(key, m.value)
		})
		if l.making == nil {
			l.making = map[*K]*making[V]{}
		}
		l.making[key] = m
	}
	l.mu.Unlock()
	return m.wait()
}

func (l *Last[K, V]) forget(key *K) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.making, key)
}

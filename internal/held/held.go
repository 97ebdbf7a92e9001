// Package held finds again what was made of something, as long as anyone holds it, so that those who need it at the same time share it. It
// keeps nothing.
package held

import (
	"sync/atomic"
	"weak"
)

// A Last remembers the value that was last made of a key. The zero value remembers none.
type Last[K, V any] struct{ made atomic.Pointer[pair[K, V]] }

type pair[K, V any] struct {
	key   weak.Pointer[K]
	value weak.Pointer[V]
}

// Of returns the value that was made of a key; nil: it was made of another one last, or nobody holds it.
func (l *Last[K, V]) Of(key *K) *V {
	if p := l.made.Load(); p != nil && p.key == weak.Make(key) {
		return p.value.Value()
	}
	return nil
}

// Set remembers the value of a key.
func (l *Last[K, V]) Set(key *K, value *V) {
	l.made.Store(&pair[K, V]{weak.Make(key), weak.Make(value)})
}

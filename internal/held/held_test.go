package held_test

import (
	"runtime"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/held"
)

// A value is found by its key until another one is set, or until nobody holds it.
func TestLast(t *testing.T) {
	var last held.Last[[1]string, []byte]
	key, other, value := &[1]string{"key"}, &[1]string{"key"}, &[]byte{1}
	if last.Of(key) != nil {
		t.Error("a value before there is one")
	}
	last.Set(key, value)
	runtime.GC()
	if last.Of(key) != value || last.Of(other) != nil {
		t.Errorf("%p and %p, want %p and none", last.Of(key), last.Of(other), value)
	}
	runtime.KeepAlive(value)
	last.Set(other, &[]byte{2})
	runtime.GC()
	if last.Of(key) != nil || last.Of(other) != nil {
		t.Error("a value that nobody holds")
	}
	runtime.KeepAlive([]any{key, other})
}

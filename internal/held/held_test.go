package held_test

import (
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"github.com/iprof-viz/iprof-viz/internal/background"
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

// Those who ask for a value while it is made wait for it, and get the same one. It is made again when nobody holds it, or when the first
// one to make it panics.
func TestOrMake(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var last held.Last[[1]string, []byte]
		var made atomic.Int32
		key, gate := &[1]string{"key"}, make(chan bool)
		makeSlowly := func(k *[1]string) *[]byte {
			made.Add(1)
			<-gate
			value := []byte(k[0])
			return &value
		}
		var got [3]*[]byte
		var group sync.WaitGroup
		group.Go(func() { got[0] = last.OrMake(key, makeSlowly) })
		synctest.Wait()
		group.Go(func() { got[1] = last.OrMake(key, makeSlowly) })
		group.Go(func() { got[2] = last.Of(key) })
		synctest.Wait()
		close(gate)
		group.Wait()
		if made.Load() != 1 || string(*got[0]) != "key" || got[1] != got[0] || got[2] != got[0] {
			t.Errorf("made %d times: %p", made.Load(), got)
		}
		runtime.KeepAlive(got)
		if last.OrMake(key, makeSlowly) != got[0] {
			t.Error("made again while it is held")
		}
		got = [3]*[]byte{}
		runtime.GC()
		if value := last.OrMake(key, makeSlowly); made.Load() != 2 || string(*value) != "key" {
			t.Errorf("made %d times, want 2", made.Load())
		}
	})
}

func TestOrMakePanics(t *testing.T) {
	var last held.Last[[1]string, []byte]
	key := &[1]string{"key"}
	func() {
		defer func() {
			if p, ok := recover().(*background.Panic); !ok || p.Value != "no value" {
				t.Error("the panic is lost")
			}
		}()
		last.OrMake(key, func(*[1]string) *[]byte { panic("no value") })
	}()
	if value := last.OrMake(key, func(*[1]string) *[]byte { return &[]byte{1} }); value == nil || (*value)[0] != 1 {
		t.Errorf("%v after a panic, want 1", value)
	}
}

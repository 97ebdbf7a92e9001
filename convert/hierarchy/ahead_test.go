package hierarchy_test

import (
	"errors"
	"iter"
	"testing"
	"time"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/convert/hierarchy"
	"github.com/iprof-viz/iprof-viz/internal/background"
)

// Classes that were read ahead are read once, and those that were given up are read again.
func TestReadAhead(t *testing.T) {
	p := programOf(t, "class A: public m\nclass Between extends A\nclass B extends Between: public m")
	for _, c := range []struct {
		name        string
		use, thenGo bool // before stop; after it
		read        int
	}{
		{"used", true, false, 1},
		{"used, and used again", true, true, 1},
		{"not used", false, false, 1},
		{"used too late", false, true, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			read := 0
			begun := make(chan struct{})
			classes := hierarchy.New(p.find, func() iter.Seq2[classfile.Header, error] {
				if read++; read == 1 {
					close(begun)
				}
				return program{[]string{"A", "B"}, p.types}.headers()
			})
			stop := classes.ReadAhead()
			defer stop()
			<-begun
			check := func() {
				t.Helper()
				if targets, err := classes.Targets(refOf("A.m"), 9); err != nil || len(targets) != 2 {
					t.Errorf("%d targets, %v", len(targets), err)
				}
				if n, damaged, err := classes.World(); err != nil || n != 2 || damaged {
					t.Errorf("%d classes, damaged %t: %v", n, damaged, err)
				}
			}
			if c.use {
				check()
			}
			if stop(); c.thenGo {
				check()
			}
			if read != c.read {
				t.Errorf("read %d times, not %d", read, c.read)
			}
		})
	}
}

// Those who need the classes wait for a reading that goes on.
func TestReadAheadIsAwaited(t *testing.T) {
	p := programOf(t, "class A: public m\nclass B extends A: public m")
	begun, goOn := make(chan struct{}), make(chan struct{})
	classes := hierarchy.New(p.find, func() iter.Seq2[classfile.Header, error] {
		return func(yield func(classfile.Header, error) bool) {
			close(begun) // it panics if there is a second reading
			<-goOn
			program{[]string{"A", "B"}, p.types}.headers()(yield)
		}
	})
	defer classes.ReadAhead()()
	<-begun
	time.AfterFunc(20*time.Millisecond, func() { close(goOn) })
	if n, damaged, err := classes.World(); err != nil || n != 2 || damaged {
		t.Errorf("%d classes, damaged %t: %v", n, damaged, err)
	}
}

// A reading that was stopped in the middle is not taken for complete.
func TestReadAheadStopped(t *testing.T) {
	p := programOf(t, "class A: public m\nclass B extends A: public m")
	first, begun := true, make(chan struct{})
	classes := hierarchy.New(p.find, func() iter.Seq2[classfile.Header, error] {
		if !first {
			return program{[]string{"A", "B"}, p.types}.headers()
		}
		first = false
		return func(yield func(classfile.Header, error) bool) {
			if !yield(headerOf(p.types["A"]), nil) {
				t.Error("stopped too early")
			}
			close(begun)
			for range 1_000_000_000 {
				if !yield(headerOf(p.types["A"]), nil) {
					return
				}
			}
			t.Error("not stopped")
		}
	})
	stop := classes.ReadAhead()
	<-begun
	stop()
	if n, damaged, err := classes.World(); err != nil || n != 2 || damaged {
		t.Errorf("%d classes, damaged %t: %v", n, damaged, err)
	}
}

// Errors and panics of the reading reach those who need the classes, or stop it.
func TestReadAheadFails(t *testing.T) {
	p := programOf(t, "class A: public m")
	classes := hierarchy.New(p.find, func() iter.Seq2[classfile.Header, error] {
		return func(yield func(classfile.Header, error) bool) {
			if yield(classfile.Header{}, classfile.ErrTruncated) {
				yield(headerOf(p.types["A"]), nil)
			}
		}
	})
	defer classes.ReadAhead()()
	if n, damaged, err := classes.World(); err != nil || n != 1 || !damaged {
		t.Errorf("%d classes, damaged %t: %v", n, damaged, err)
	}

	unknown := hierarchy.New(p.find, nil)
	unknown.ReadAhead()()
	if _, _, err := unknown.World(); !errors.Is(err, hierarchy.UnknownWorld) {
		t.Error(err)
	}

	stop := hierarchy.New(p.find, func() iter.Seq2[classfile.Header, error] { panic("no such luck") }).ReadAhead()
	defer func() {
		if p, ok := recover().(*background.Panic); !ok || p.Value != "no such luck" {
			t.Errorf("%v", p)
		}
	}()
	stop()
	t.Error("nothing has panicked")
}

package background_test

import (
	"errors"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/background"
)

func TestWait(t *testing.T) {
	ran := false
	background.Go(func() { ran = true }).Wait()
	if !ran {
		t.Error("Wait has not waited")
	}
}

// A panic arrives once, with the stack of where it was, however many tasks wait for each other.
func TestPanicReachesWaiter(t *testing.T) {
	luck := errors.New("no such luck")
	defer func() {
		p, ok := recover().(*background.Panic)
		if !ok || p.Value != luck || strings.Count(p.Error(), "no such luck") != 1 || !strings.Contains(p.Error(), "failHere") {
			t.Errorf("%v", p)
		}
	}()
	background.Go(func() {
		background.Go(func() { failHere(luck) }).Wait()
	}).Wait()
	t.Error("nothing has panicked")
}

func failHere(err error) { panic(err) }

// All returns the first error in order, however late its function fails, after all functions have ended.
func TestAllReturnsFirstErrorInOrder(t *testing.T) {
	first, second := errors.New("first"), errors.New("second")
	for _, processors := range []int{1, 2} {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(processors))
		failed := make(chan bool, 1)
		ended := 0
		err := background.All(
			func() error { ended++; return nil },
			func() error {
				if processors > 1 {
					<-failed
				}
				return first
			},
			func() error { failed <- true; return second })
		if err != first || ended != 1 {
			t.Errorf("with %d processors: %v, %d ended", processors, err, ended)
		}
	}
	if err := background.All(); err != nil {
		t.Error(err)
	}
}

// A panic of a function reaches the caller of All, also of the one in its own goroutine, after the others have ended.
func TestAllPanics(t *testing.T) {
	luck := errors.New("no such luck")
	for failing := range 2 {
		ended := make([]bool, 2)
		func() {
			defer func() {
				p, ok := recover().(*background.Panic)
				if !ok || p.Value != luck || !strings.Contains(p.Error(), "failHere") || !ended[1-failing] {
					t.Errorf("function %d: %v, ended: %v", failing, p, ended)
				}
			}()
			run := func(i int) func() error {
				return func() error {
					if i == failing {
						failHere(luck)
					}
					ended[i] = true
					return nil
				}
			}
			defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
			background.All(run(0), run(1))
		}()
	}
}

// Ranges are each element once, in parts that are worth it.
func TestRanges(t *testing.T) {
	for _, c := range []struct{ n, least, processors, parts int }{{0, 10, 2, 1}, {9, 10, 2, 1}, {19, 10, 2, 1}, {20, 10, 2, 2}, {1001, 10, 3, 3}, {1001, 10, 1, 1}} {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(c.processors))
		seen, parts := make([]int32, c.n), atomic.Int32{}
		background.Ranges(c.n, c.least, func(from, to int) {
			parts.Add(1)
			for i := from; i < to; i++ {
				atomic.AddInt32(&seen[i], 1)
			}
		})
		if int(parts.Load()) != c.parts || slices.ContainsFunc(seen, func(n int32) bool { return n != 1 }) {
			t.Errorf("%+v: %d parts, seen %v", c, parts.Load(), seen)
		}
	}
}

// Ordered uses each part once and in order, with few at a time, and ends what it began before it returns an error or panics.
func TestOrdered(t *testing.T) {
	late := errors.New("late")
	for _, processors := range []int{1, 2, 16} {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(processors))
		for _, n := range []int{0, 1, 2, 1000} {
			var filling, filled atomic.Int32
			var used []int
			order := func(limit int) error {
				used = nil
				return background.Ordered(n, func(i int, part *[]int) {
					if filling.Add(1) > 8 {
						t.Errorf("%d processors: more than eight parts at a time", processors)
					}
					if i%3 == 0 {
						runtime.Gosched()
					}
					*part = append((*part)[:0], i)
					filled.Add(1)
				}, func(part *[]int) error {
					filling.Add(-1)
					if used = append(used, *part...); len(used) == limit {
						return late
					}
					return nil
				})
			}
			if err := order(-1); err != nil || int(filled.Load()) != n || len(used) != n || !slices.IsSorted(used) {
				t.Errorf("%d processors, %d parts: %v, filled %d, used %v", processors, n, err, filled.Load(), used)
			}
			if n < 1000 {
				continue
			}
			if err := order(10); err != late || len(used) != 10 || filled.Load() != filling.Load()+int32(n)+10 {
				t.Errorf("%d processors: %v, filled %d, used %v", processors, err, filled.Load(), used)
			}
		}
	}
}

func TestOrderedPanics(t *testing.T) {
	luck := errors.New("no such luck")
	for _, processors := range []int{1, 2} {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(processors))
		var begun, ended atomic.Int32
		func() {
			defer func() {
				v := recover()
				if p, ok := v.(*background.Panic); ok {
					v = p.Value
				}
				if v != luck || begun.Load() != ended.Load() {
					t.Errorf("%d processors: %v, %d begun, %d ended", processors, v, begun.Load(), ended.Load())
				}
			}()
			background.Ordered(100, func(i int, _ *int) {
				begun.Add(1)
				defer ended.Add(1)
				if i == 5 {
					failHere(luck)
				}
			}, func(*int) error { return nil })
		}()
	}
}

package background_test

import (
	"errors"
	"strings"
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

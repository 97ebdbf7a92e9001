package lazyregexp_test

import (
	"regexp"
	"sync"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/lazyregexp"
)

// An expression is compiled once, also by several goroutines, and not before it is used.
func TestNew(t *testing.T) {
	digits := lazyregexp.New(`^\d+$`)
	var all sync.WaitGroup
	var compiled [8]*regexp.Regexp
	for i := range compiled {
		all.Go(func() { compiled[i] = digits() })
	}
	all.Wait()
	for _, one := range compiled {
		if one != compiled[0] || !one.MatchString("123") {
			t.Error("compiled more than once, or wrongly")
		}
	}
	wrong := lazyregexp.New("(") // nobody has asked yet
	defer func() {
		if recover() == nil {
			t.Error("no panic for a wrong expression")
		}
	}()
	wrong()
}

package hierarchy

import (
	"errors"
	"testing"

	"github.com/iprof-viz/iprof-viz/classfile"
)

// All answers together visit at most 20 million types.
func TestStepsOfAllAnswers(t *testing.T) {
	const iface = 0x600
	all := map[string]*classfile.Class{"A": {Name: "A", Super: "java.lang.Object", Flags: 1, Interfaces: []string{"I"}}, "I": {Name: "I", Super: "java.lang.Object", Flags: iface}, "java.lang.Object": {Name: "java.lang.Object"}}
	for steps, refused := range map[int64]bool{0: false, maxSteps - 2: false, maxSteps - 1: true, maxSteps: true} {
		c := New(func(name string) (*classfile.Class, error) { return all[name], nil }, nil)
		k, err := c.Class("A")
		if err != nil {
			t.Fatal(err)
		}
		c.steps = steps
		var e *Error
		if _, err := c.superinterfaces(k); errors.As(err, &e) != refused || refused && e.Problem != TooLarge {
			t.Errorf("after %d steps: %v", steps, err)
		}
	}
}

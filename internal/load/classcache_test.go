package load

import (
	"errors"
	"testing"

	"github.com/iprof-viz/iprof-viz/classfile"
)

// Small classes are read once, large ones again after another.
func TestClassCache(t *testing.T) {
	var c classCache
	reads := map[string]int{}
	read := func(name string) (*classfile.Class, error) {
		reads[name]++
		if name == "missing" {
			return nil, errors.New("missing")
		}
		class := &classfile.Class{Name: name, Methods: make([]classfile.Method, 1)}
		if name == "Large" {
			class.Methods = make([]classfile.Method, maxClassCache/bytesPerMethod)
		}
		return class, nil
	}
	for _, name := range []string{"A", "B", "A", "missing", "missing", "Large", "Large", "A", "Large", "B"} {
		if class, err := c.find(classKey{name: name}, read); name != "missing" && (err != nil || class.Name != name) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, want := range map[string]int{"A": 2, "B": 2, "missing": 2, "Large": 2} {
		if reads[name] != want {
			t.Errorf("%s was read %d times, want %d", name, reads[name], want)
		}
	}
}

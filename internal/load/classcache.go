package load

import (
	"errors"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/classpath"
)

// A classCache keeps classes that were read: a class with many methods is read once, and not once for each of them. It also knows which
// are missing.
type classCache struct {
	classes map[string]*classfile.Class
	weight  int // bytes, about
	missing map[string]bool
}

// Classes that weigh more together are dropped, apart from the last.
const (
	maxClassCache  = 32 << 20
	bytesPerMethod = 256
	bytesPerCode   = 8 // with tables of lines and frames
)

// find returns a class, and reads it if it is not kept.
func (c *classCache) find(name string, read func(name string) (*classfile.Class, error)) (*classfile.Class, error) {
	if class, ok := c.classes[name]; ok {
		return class, nil
	}
	if c.missing[name] {
		return nil, classpath.ErrNotFound
	}
	class, err := read(name)
	switch {
	case errors.Is(err, classpath.ErrNotFound):
		if c.missing == nil {
			c.missing = map[string]bool{}
		}
		c.missing[name] = true
		return nil, err
	case err != nil:
		return nil, err
	}
	weight := 0
	for i := range class.Methods {
		weight += bytesPerMethod + bytesPerCode*class.Methods[i].CodeLength()
	}
	if c.weight += weight; c.classes == nil || c.weight > maxClassCache {
		c.classes, c.weight = map[string]*classfile.Class{}, weight
	}
	c.classes[name] = class
	return class, nil
}

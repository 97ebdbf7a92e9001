package load

import (
	"errors"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/classpath"
)

// A classCache keeps classes that were read: a class with many methods is read once, and not once for each of them. It also knows which
// are missing.
type classCache struct {
	classes map[classKey]*classfile.Class
	weight  int // bytes, about
	missing map[classKey]bool
}

// A classKey is a class by its name, of the class path or of the JDK.
type classKey struct {
	from *classpath.Path
	name string
}

// Classes that weigh more together are dropped, apart from the last.
const (
	maxClassCache  = 32 << 20
	bytesPerMethod = 256
)

// find returns a class, and reads it if it is not kept.
func (c *classCache) find(key classKey, read func(name string) (*classfile.Class, error)) (*classfile.Class, error) {
	if class, ok := c.classes[key]; ok {
		return class, nil
	}
	if c.missing[key] {
		return nil, classpath.ErrNotFound
	}
	class, err := read(key.name)
	switch {
	case errors.Is(err, classpath.ErrNotFound):
		if c.missing == nil {
			c.missing = map[classKey]bool{}
		}
		c.missing[key] = true
		return nil, err
	case err != nil:
		return nil, err
	}
	const bytesPerCode = 8 // with tables of lines and frames
	weight := 0
	for i := range class.Methods {
		weight += bytesPerMethod + bytesPerCode*class.Methods[i].CodeLength()
	}
	if c.weight += weight; c.classes == nil || c.weight > maxClassCache {
		c.classes, c.weight = map[classKey]*classfile.Class{}, weight
	}
	c.classes[key] = class
	return class, nil
}

package load

import "github.com/iprof-viz/iprof-viz/classfile"

// A classCache keeps classes that were read: a class with many methods is read once, and not once for each of them.
type classCache struct {
	classes map[string]*classfile.Class
	weight  int // bytes, about
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
	class, err := read(name)
	if err != nil {
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

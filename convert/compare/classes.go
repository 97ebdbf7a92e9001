package compare

import (
	"strings"

	"github.com/iprof-viz/iprof-viz/internal/javaname"
)

// classes are the declaring classes of the methods of two profiles. They have the numbers of types if all methods have a signature,
// and otherwise the numbers of names.
type classes struct {
	names  []string          // by number, without build-dependent parts
	hashed []bool            // by number: the name had such parts
	in     [2][]bool         // by side and number: the profile has it
	byName map[string]int32  // nil if methods have signatures
	became map[string]string // names of renamed classes, new by old
}

// classes returns the classes of both profiles.
func (pr *Pairing) classes() *classes {
	c := &classes{became: map[string]string{}}
	if !pr.signed {
		c.byName = map[string]int32{}
		for side, names := range pr.names {
			for slot := range pr.Methods[side] {
				if class, _ := splitName(names.Method(slot)); class != "" {
					c.in[side][c.named(class)] = true
				}
			}
		}
		return c
	}
	c.names, c.hashed = make([]string, pr.NumTypes), make([]bool, pr.NumTypes)
	for side, names := range pr.names {
		c.in[side] = make([]bool, pr.NumTypes)
		for slot, number := range pr.Types[side] {
			c.in[side][number] = true
			t, _ := names.Profile.TypeAt(slot)
			c.names[number] = javaname.Normalize(t.Name)
			c.hashed[number] = c.names[number] != t.Name
		}
	}
	return c
}

// named returns the number of a class by its name.
func (c *classes) named(name string) int32 {
	plain := javaname.Normalize(name)
	n, ok := c.byName[name]
	if !ok {
		n = int32(len(c.names))
		c.byName[name] = n
		c.names, c.hashed = append(c.names, plain), append(c.hashed, plain != name)
		for side := range c.in {
			c.in[side] = append(c.in[side], false)
		}
	}
	return n
}

// of returns the class of a method, -1 if it is unknown, and the method's name without the class.
func (c *classes) of(pr *Pairing, side, slot int) (class int32, name string) {
	if c.byName != nil {
		class, name := splitName(pr.names[side].Method(slot))
		if class == "" {
			return -1, name
		}
		return c.byName[class], name
	}
	p := pr.names[side].Profile
	m, _ := p.MethodHeadAt(slot)
	return pr.Types[side][p.TypeSlot(m.Declaring)], m.Name
}

// inBoth reports whether both profiles have a class.
func (c *classes) inBoth(class int32) bool { return c.in[OldSide][class] && c.in[NewSide][class] }

// likeClassName is the evidence from a similar class name, see likeness.
const likeClassName = 2.0

// likeness scores the similarity of the names of two classes: likeClassName if they differ only in the package or a hash, or
// if they are nested classes of the same name whose outer class was renamed; otherwise 0.
func (c *classes) likeness(old, new int32) float64 {
	a, b := c.names[old], c.names[new]
	if javaname.WithoutPackage(a) == javaname.WithoutPackage(b) {
		return likeClassName
	}
	i, j := strings.LastIndexByte(a, '$'), strings.LastIndexByte(b, '$')
	if i > 0 && j > 0 && a[i:] == b[j:] && c.became[a[:i]] == b[:j] {
		return likeClassName
	}
	return 0
}

// splitName splits a printed method name into class and name. The class is empty if none.
func splitName(printed string) (class, name string) {
	end := len(printed)
	if i := strings.IndexByte(printed, '('); i > 0 {
		end = i
	}
	i := strings.LastIndexByte(printed[:end], '.')
	if i <= 0 {
		return "", printed
	}
	return printed[:i], printed[i+1:]
}

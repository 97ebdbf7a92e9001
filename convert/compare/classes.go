package compare

import (
	"strings"

	"github.com/iprof-viz/iprof-viz/internal/generated"
	"github.com/iprof-viz/iprof-viz/internal/javaname"
)

// Classes are those that methods of two profiles are declared in. Where all methods have a signature their numbers are those of
// types; else they are those of names.
type classes struct {
	names  []string          // by number, without build-dependent parts
	hashed []bool            // by number: the name had such parts
	in     [2][]bool         // by side and number: the profile has it
	byName map[string]int32  // nil where methods have signatures
	became map[string]string // by name, those of the old profile that were paired with others
}

// classes finds the classes of both profiles.
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
			c.names[number] = generated.Normalize(t.Name)
			c.hashed[number] = c.names[number] != t.Name
		}
	}
	return c
}

// named returns the number of a class that is known by its name.
func (c *classes) named(name string) int32 {
	plain := generated.Normalize(name)
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

// of returns the class of a method, -1 where nothing tells it, and the method's own name.
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

// likeClassName is how much evidence the name of a class can be, see likeness.
const likeClassName = 2.0

// likeness scores how much the names of two classes say that one is the other: that they are the same in another package,
// are the same but for a hash, or have the same outer class.
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

// splitName takes the name of a method as it is printed apart. The class is empty where there is none.
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

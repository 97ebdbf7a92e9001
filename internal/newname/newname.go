// Package newname guesses the new name of a method that a program no longer has.
package newname

import (
	"strings"

	"github.com/iprof-viz/iprof-viz/internal/generated"
	"github.com/iprof-viz/iprof-viz/internal/javaname"
	"github.com/iprof-viz/iprof-viz/internal/nearest"
)

// A Method is a method by class, name and parameters as Java writes them: "long, java.lang.String[]".
type Method struct {
	Class, Name, Params string
}

// String returns app.Shop.find(long, java.lang.String[]).
func (m Method) String() string { return m.Class + "." + m.Name + "(" + m.Params + ")" }

// A Search looks for the new names of some methods among all methods of a program, offered one by one. It keeps the best one so
// far for each, so it needs memory for the methods that are gone only.
type Search struct {
	gone  []Method
	byKey [numLikenesses]map[Method][]int32 // indexes of gone methods
	best  [][numLikenesses]candidate        // of gone methods
}

// A likeness is the parts that a method has in common with its new self, the most likely first.
type likeness int

const (
	normalized    likeness = iota // all but a hash
	overload                      // all but the parameters
	moved                         // all but the package
	inClass                       // class and parameters
	inPackage                     // all but the class, in the same package
	numLikenesses int      = iota
)

// A candidate is the method with the least distance of the names that differ; its name is "" for none.
type candidate struct {
	name     string
	distance int
}

// NewSearch starts a search for the new names of methods.
func NewSearch(gone []Method) *Search {
	s := &Search{gone: gone, best: make([][numLikenesses]candidate, len(gone))}
	for by := range s.byKey {
		s.byKey[by] = map[Method][]int32{}
		for i, m := range gone {
			key := likeness(by).key(m)
			s.byKey[by][key] = append(s.byKey[by][key], int32(i))
		}
	}
	return s
}

// key is equal for methods that are like each other.
func (by likeness) key(m Method) Method {
	switch by {
	case normalized:
		return Method{generated.Normalize(m.Class), generated.Normalize(m.Name), generated.Normalize(m.Params)}
	case overload:
		return Method{m.Class, m.Name, ""}
	case moved:
		return Method{javaname.WithoutPackage(m.Class), m.Name, m.Params}
	case inClass:
		return Method{m.Class, "", m.Params}
	default:
		return Method{strings.TrimSuffix(m.Class, javaname.WithoutPackage(m.Class)), m.Name, m.Params}
	}
}

// Offer says that the program has a method. Offer only those that may be new: a method that was there before is not the new
// self of another. The order does not matter.
func (s *Search) Offer(m Method) {
	name := ""
	for by := range s.byKey {
		for _, i := range s.byKey[by][likeness(by).key(m)] {
			distance, ok := likeness(by).distance(s.gone[i], m)
			if !ok {
				continue
			}
			if name == "" {
				name = m.String()
			}
			if c := &s.best[i][by]; c.name == "" || distance < c.distance || distance == c.distance && name < c.name {
				*c = candidate{name, distance}
			}
		}
	}
}

// distance returns the distance of the names of methods that are like each other; false: too much differs.
func (by likeness) distance(gone, m Method) (int, bool) {
	was, is := gone.Name, m.Name
	if was == is {
		was, is = javaname.WithoutPackage(gone.Class), javaname.WithoutPackage(m.Class)
	}
	d := nearest.Distance(was, is)
	if by >= inClass && 2*d > max(len(was), len(is)) { // most letters differ: another method
		return 0, false
	}
	return d, true
}

// Best returns the method that is probably the gone one with an index; "": none is similar.
func (s *Search) Best(gone int) string {
	for _, c := range s.best[gone] {
		if c.name != "" {
			return c.name
		}
	}
	return ""
}

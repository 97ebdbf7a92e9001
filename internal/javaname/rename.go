package javaname

import (
	"strings"

	"github.com/iprof-viz/iprof-viz/internal/nearest"
)

// A Method is a method by class, name and parameters as Java writes them: "long, java.lang.String[]".
type Method struct {
	Class, Name, Params string
}

// String returns app.Shop.find(long, java.lang.String[]).
func (m Method) String() string { return m.Class + "." + m.Name + "(" + m.Params + ")" }

// A RenameSearch finds the new names of some methods among all methods of a program, offered one by one. It keeps the best
// candidate for each, so it needs memory only for the gone methods.
type RenameSearch struct {
	gone  []Method
	byKey [numLikenesses]map[Method][]int32 // indexes of gone methods
	best  [][numLikenesses]renameCandidate  // of gone methods
	first [numLikenesses]map[Method]string  // the first name among those offered, if names need not be compared
	left  int                               // comparisons
}

// maxComparisons limits the search for new names among very many similar methods: the rest get none.
const maxComparisons = 250_000

// A likeness says which parts a method has in common with its new version, most likely first.
type likeness int

const (
	normalized    likeness = iota // all but a hash
	overload                      // all but the parameters
	moved                         // all but the package
	inClass                       // class and parameters
	inPackage                     // all but the class, in the same package
	numLikenesses int      = iota
)

// A renameCandidate is the method with the minimum distance between the differing names; its name is "" if none.
type renameCandidate struct {
	name     string
	distance int
}

// NewRenameSearch starts a search for the new names of methods.
func NewRenameSearch(gone []Method) *RenameSearch {
	s := &RenameSearch{gone: gone, left: maxComparisons, best: make([][numLikenesses]renameCandidate, len(gone))}
	for by := range s.byKey {
		s.byKey[by], s.first[by] = map[Method][]int32{}, map[Method]string{}
		for i, m := range gone {
			key := likeness(by).key(m)
			s.byKey[by][key] = append(s.byKey[by][key], int32(i))
		}
	}
	return s
}

// key is equal for similar methods.
func (by likeness) key(m Method) Method {
	switch by {
	case normalized:
		return Method{Normalize(m.Class), Normalize(m.Name), Normalize(m.Params)}
	case overload:
		return Method{m.Class, m.Name, ""}
	case moved:
		return Method{WithoutPackage(m.Class), m.Name, m.Params}
	case inClass:
		return Method{m.Class, "", m.Params}
	default:
		return Method{strings.TrimSuffix(m.Class, WithoutPackage(m.Class)), m.Name, m.Params}
	}
}

// Offer adds a method of the program. Offer only methods that may be new: a method that existed before is not the new version of
// another. The order does not matter.
func (s *RenameSearch) Offer(m Method) {
	name := ""
	for by := range s.byKey {
		key := likeness(by).key(m)
		gone := s.byKey[by][key]
		if len(gone) > 0 && !likeness(by).compares() {
			if name == "" {
				name = m.String()
			}
			if first, ok := s.first[by][key]; !ok || name < first {
				s.first[by][key] = name
			}
			continue
		}
		for _, i := range gone[:min(len(gone), s.left)] {
			s.left--
			distance, ok := likeness(by).distance(s.gone[i], m)
			if !ok {
				continue
			}
			if name == "" {
				name = m.String()
			}
			if c := &s.best[i][by]; c.name == "" || distance < c.distance || distance == c.distance && name < c.name {
				*c = renameCandidate{name, distance}
			}
		}
	}
}

// compares reports whether the names of similar methods differ, so that the nearest one is the best. If their keys contain
// everything that distance compares, the first by name is the best.
func (by likeness) compares() bool { return by != overload && by != moved }

// distance returns the distance between the names of similar methods; false: too much differs.
func (by likeness) distance(gone, m Method) (int, bool) {
	was, is := gone.Name, m.Name
	if was == is {
		was, is = WithoutPackage(gone.Class), WithoutPackage(m.Class)
	}
	d := nearest.Distance(was, is)
	if by >= inClass && 2*d > max(len(was), len(is)) { // most letters differ: a different method
		return 0, false
	}
	return d, true
}

// Best returns the method that is probably the new version of the gone one with an index; "": none is similar.
func (s *RenameSearch) Best(gone int) string {
	for by, c := range s.best[gone] {
		if c.name != "" {
			return c.name
		}
		if first, ok := s.first[by][likeness(by).key(s.gone[gone])]; ok && !likeness(by).compares() {
			return first
		}
	}
	return ""
}

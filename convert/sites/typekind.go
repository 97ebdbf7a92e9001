package sites

import (
	"strconv"

	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A TypeKind classifies a site by the number of types seen there, in the words that compilers use for virtual calls.
type TypeKind uint8

// The kinds of sites.
const (
	NoTypes      TypeKind = iota // none was recorded
	Monomorphic                  // 1
	Bimorphic                    // 2
	Polymorphic                  // 3 to 7
	Megamorphic                  // 8, the maximum that the profiler keeps: there may have been more
	UnknownTypes                 // with ids that the file does not list: the number of classes is unknown
)

// TypeKindOf returns the kind of a site by the number of its recorded types, at least one of which the file lists.
func TypeKindOf(types int) TypeKind {
	switch {
	case types <= 0:
		return NoTypes
	case types == 1:
		return Monomorphic
	case types == 2:
		return Bimorphic
	case types < iprof.SaturatedTypes:
		return Polymorphic
	default:
		return Megamorphic
	}
}

// NumberOfTypes formats a number of recorded types: 8+ if a record has as many as the profiler keeps, so that there may have been more. A
// site can have eight in several records without that.
func NumberOfTypes(types int, saturated bool) string {
	if saturated {
		return strconv.Itoa(types) + "+"
	}
	return strconv.Itoa(types)
}

// String returns the user-visible name of the kind.
func (k TypeKind) String() string {
	return words.Enum(k, "TypeKind", "no types", "monomorphic", "bimorphic", "polymorphic", "megamorphic", "unknown")
}

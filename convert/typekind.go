package convert

import (
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A TypeKind says how many types were seen at a site, as compilers sort virtual calls by it.
type TypeKind uint8

// The kinds of sites.
const (
	NoTypes     TypeKind = iota // none was recorded
	Monomorphic                 // 1
	Bimorphic                   // 2
	Polymorphic                 // 3 to 7
	Megamorphic                 // 8, which is all that the profiler keeps: there may have been more
)

// TypeKindOf returns the kind of a site by the number of its recorded types.
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

// String returns the name that users know the kind by.
func (k TypeKind) String() string {
	return [...]string{"no types", "monomorphic", "bimorphic", "polymorphic", "megamorphic"}[k]
}

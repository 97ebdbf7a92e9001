package compare

import "github.com/iprof-viz/iprof-viz/convert"

// LikeTypes are the types that read like another one without build-dependent hashes, as the lambdas of a class do. Their names do not
// reveal which of them are one type in two builds; a place that met only one in each build does.
type LikeTypes struct {
	One   bool    // names are shown without hashes, so that types that read alike are one
	forms []int32 // by number of a type: the number of the form that it shares with others; 0: with none
}

// Form returns a number that types that read alike have in common; 0: no other type reads like it.
func (l *LikeTypes) Form(number int32) int32 {
	if l == nil {
		return 0
	}
	return l.forms[number]
}

// LikeTypes returns the types that read alike, nil if there are none: all of them if names are shown without hashes, otherwise those that
// only one profile has.
func (c *Comparison) LikeTypes() *LikeTypes {
	like := &LikeTypes{One: c.Sides[NewSide].Names.Options.Normalize}
	var keys convert.Keys
	forms := make([]int32, c.NumTypes)
	var firsts []int32 // by form: the first type
	any := false
	for number := range forms {
		old, new := c.Sides[OldSide].TypeSlots[number], c.Sides[NewSide].TypeSlots[number]
		var key nameKey
		switch {
		case old >= 0 && new >= 0 && !like.One, old < 0 && new < 0:
			continue
		case new >= 0:
			key = c.typeKeys[NewSide][new]
		default:
			key = c.typeKeys[OldSide][old]
		}
		form, fresh := keys.Add(key.normal)
		if fresh {
			firsts = append(firsts, int32(number))
			continue
		}
		forms[number], forms[firsts[form]], any = form+1, form+1, true
	}
	if !any {
		return nil
	}
	like.forms = forms
	return like
}

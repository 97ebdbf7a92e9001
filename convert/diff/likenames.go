package diff

import (
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/compare"
)

// distinguish shows the parameters of methods that would have the name of one of another run. Methods of one run are distinguished
// already.
func (v *variance) distinguish() {
	last := len(v.profiles) - 1
	if !slices.ContainsFunc(v.pairing.At, func(at compare.MethodOfSide) bool { return at.Profile != last }) {
		return // all methods are named by one run
	}
	first := make(map[string]compare.MethodOfSide, len(v.pairing.At))
	used := make([][]bool, len(v.profiles))
	for i, p := range v.profiles {
		used[i] = convert.ReferencedMethods(p)
	}
	for _, at := range v.pairing.At {
		if !used[at.Profile][at.Slot] {
			continue
		}
		name := v.names[at.Profile].Method(at.Slot)
		switch other, ok := first[name]; {
		case !ok:
			first[name] = at
		case other.Profile != at.Profile:
			v.names[other.Profile].Distinguish(other.Slot, v.names[at.Profile], at.Slot)
		}
	}
}

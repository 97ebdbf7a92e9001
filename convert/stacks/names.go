package stacks

import (
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// NewNamesLike names the methods of a profile that is compared with stacks from elsewhere, such as folded text. Whether
// that tells methods apart nobody knows: with Apart, the names are told apart or not, whichever finds more of the other's
// frames.
func NewNamesLike(other *Tree, opts convert.NameOptions, p *iprof.Profile) *convert.Names {
	names := convert.NewNames(opts, p)[0]
	if !opts.Apart {
		return names
	}
	opts.Apart = false
	plain := convert.NewNames(opts, p)[0]
	there := make(map[string]bool, len(other.Frames))
	for _, f := range other.Frames {
		there[f.Name] = true
	}
	apart, alike := map[string]bool{}, map[string]bool{}
	for slot, used := range convert.ReferredMethods(p) {
		if name := names.Method(slot); used && there[name] {
			apart[name] = true
		}
		if name := plain.Method(slot); used && there[name] {
			alike[name] = true
		}
	}
	if len(alike) > len(apart) {
		return plain
	}
	return names
}

package diff

import (
	"fmt"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/internal/words"
)

// distinguish shows the parameters of methods that would have the name of one of another run. Methods of one run are distinguished
// already.
func (v *variance) distinguish() {
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

// compareCode compares the code of a run with that of the first one, given its conditionals.
func (v *variance) compareCode(run int, conditionals []sites.Conditional) {
	code := codeOf(conditionals, v.pairing.Methods[run])
	if run == 0 {
		v.firstCode = code
		return
	}
	about, caveat := otherCode([2]runCode{v.firstCode, code}, v.methodName)
	if about == "" {
		return
	}
	kind := 0
	if caveat {
		kind = 1
	}
	v.otherCodes[kind] = append(v.otherCodes[kind], fmt.Sprintf("%s and %s: %s", v.files[0], v.files[run], about))
}

// otherCode says of the first run and another one how many methods cannot have the same code, and how many more runs have other code than
// the first. Caveats are of runs with so much other code that their positions do not match.
func (v *variance) otherCode() (notes, caveats []string) {
	found := v.otherCodes
	for i, all := range found {
		if more := len(all) - 1; more > 0 {
			found[i] = []string{all[0] + "; likewise " + words.CountOf(int64(more), "more runs")}
		}
	}
	return found[0], found[1]
}

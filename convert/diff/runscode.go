package diff

import (
	"fmt"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/internal/words"
)

// distinguish shows the parameters of methods that would have the name of one of another run. Methods of one run are distinguished
// already.
func (v *variance) distinguish() {
	first := map[string]compare.MethodOfSide{}
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

// otherCode says of the first run and another one how many methods cannot have the same code, and how many more runs have other code than
// the first. Caveats are of runs with so much other code that their positions do not match.
func (v *variance) otherCode() (notes, caveats []string) {
	if v.metric == convert.Samples {
		return nil, nil
	}
	var found [2][]string // notes, caveats
	label := func(number int32) string {
		name, _ := v.method(number)
		return name
	}
	first := codeOf(v.profiles[0], v.filters[0], v.pairing.Methods[0])
	for run := 1; run < len(v.profiles); run++ {
		about, caveat := otherCode([2]runCode{first, codeOf(v.profiles[run], v.filters[run], v.pairing.Methods[run])}, label)
		switch {
		case caveat:
			found[1] = append(found[1], fmt.Sprintf("%s and %s: %s", v.files[0], v.files[run], about))
		case about != "":
			found[0] = append(found[0], fmt.Sprintf("%s and %s: %s", v.files[0], v.files[run], about))
		}
	}
	for i, all := range found {
		if more := len(all) - 1; more > 0 {
			found[i] = []string{all[0] + "; likewise " + words.CountOf(int64(more), "more runs")}
		}
	}
	return found[0], found[1]
}

package training

import (
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/javaname"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// An index holds the counts of the methods that a profile lists.
type index struct {
	samples     bool             // the counts are samples, because there are no call counts
	bySignature map[string]int64 // app.Shop.find(long)
	byName      map[string]int64 // app.Shop.find: the sum of overloads
	classes     map[string]bool  // those of listed methods
	unused      bool             // it lists methods without records
}

func newIndex(names *convert.Names) *index {
	p := names.Profile
	x := &index{samples: p.Total(iprof.Calls) == 0, bySignature: map[string]int64{}, byName: map[string]int64{}, classes: map[string]bool{}}
	counts := make([]int64, p.MethodSlots())
	if x.samples {
		for _, r := range methodsOf(names) {
			counts[r.slot] = r.total
		}
	} else {
		for slot, e := range convert.NewEntries(p).Methods {
			counts[slot] = e.Total()
		}
	}
	used := convert.ReferencedMethods(p)
	for slot := range p.Methods.Len() {
		x.unused = x.unused || !used[slot]
		x.bySignature[javaname.Normalize(names.Signature(slot))] += counts[slot]
		name := javaname.Normalize(names.PlainName(slot))
		if sum := x.byName[name] + counts[slot]; sum >= 0 { // overloads may share stacks, so samples may overflow
			x.byName[name] = sum
		}
		class, _ := splitMethod(name)
		x.classes[class] = true
	}
	return x
}

// look returns the state of a method of another profile by names alone, and its count.
func (x *index) look(names *convert.Names, slot int) (State, int64) {
	m, _ := names.Profile.MethodHeadAt(slot)
	by := x.bySignature
	name, java := methodName(names, slot)
	if m.Declaring == iprof.NoType && !strings.HasSuffix(name, ")") {
		by = x.byName
	}
	count, listed := by[javaname.Normalize(name)]
	if open := strings.IndexByte(name, '('); !listed && open > 0 && m.Declaring == iprof.NoType {
		count, listed = x.byName[javaname.Normalize(name[:open])] // parameters without their packages, as other tools print them
	}
	switch {
	case !listed && !java:
		return NotMethod, 0
	case !listed:
		if class, _ := splitMethod(javaname.Normalize(name)); class != "" && !x.classes[class] {
			return UnlistedClass, 0
		}
		return Unlisted, 0
	case count == 0:
		return Cold, 0
	}
	return Entered, count
}

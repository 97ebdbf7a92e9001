package training

import (
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/javaname"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// An index holds the counts of the methods that a profile lists.
type index struct {
	samples     bool               // the counts are samples, because there are no call counts
	bySignature map[string]trained // app.Shop.find(long)
	byName      map[string]trained // app.Shop.find: the sum of overloads
	classes     map[string]bool    // those of listed methods
	unused      bool               // it lists methods without records
}

// trained is what a profile has of methods of a name.
type trained struct {
	count int64
	ran   bool // also without a count
}

func newIndex(names *convert.Names) *index {
	p := names.Profile
	x := &index{samples: p.Total(iprof.Calls) == 0, bySignature: map[string]trained{}, byName: map[string]trained{}, classes: map[string]bool{}}
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
	used, ran := convert.ReferencedMethods(p), convert.Ran(p)
	for slot := range p.Methods.Len() {
		x.unused = x.unused || !used[slot]
		signature, name := javaname.Normalize(names.Signature(slot)), javaname.Normalize(names.PlainName(slot))
		x.bySignature[signature] = x.bySignature[signature].and(counts[slot], ran[slot])
		x.byName[name] = x.byName[name].and(counts[slot], ran[slot])
		class, _ := splitMethod(name)
		x.classes[class] = true
	}
	return x
}

// and adds a method of the same name. Overloads may share stacks, so that the sum of their samples may overflow: it stays then.
func (t trained) and(count int64, ran bool) trained {
	t.ran = t.ran || ran
	if sum := t.count + count; sum >= 0 {
		t.count = sum
	}
	return t
}

// hasName reports whether the profile lists a method of the name of one of another profile, whatever their parameters.
func (x *index) hasName(names *convert.Names, slot int) bool {
	_, listed := x.byName[javaname.Normalize(names.PlainName(slot))]
	return listed
}

// look returns the state of a method of another profile by names alone, and its count.
func (x *index) look(names *convert.Names, slot int) (State, int64) {
	m, _ := names.Profile.MethodHeadAt(slot)
	by := x.bySignature
	name, java := methodName(names, slot)
	if m.Declaring == iprof.NoType && !strings.HasSuffix(name, ")") {
		by = x.byName
	}
	of, listed := by[javaname.Normalize(name)]
	if open := strings.IndexByte(name, '('); !listed && open > 0 && m.Declaring == iprof.NoType {
		of, listed = x.byName[javaname.Normalize(name[:open])] // parameters without their packages, as other tools print them
	}
	switch {
	case !listed && !java:
		return NotMethod, 0
	case !listed:
		if class, _ := splitMethod(javaname.Normalize(name)); class != "" && !x.classes[class] {
			return UnlistedClass, 0
		}
		return Unlisted, 0
	case of.count > 0:
		return Entered, of.count
	case of.ran:
		return Uncounted, 0
	}
	return Cold, 0
}

package training

import (
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/javaname"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// An index has the counts of the methods that a profile lists.
type index struct {
	samples     bool             // the counts are samples, as it has no call counts
	bySignature map[string]int64 // app.Shop.find(long)
	byName      map[string]int64 // app.Shop.find: the sum of overloads
}

func newIndex(names *convert.Names) *index {
	p := names.Profile
	x := &index{samples: p.Total(iprof.Calls) == 0, bySignature: map[string]int64{}, byName: map[string]int64{}}
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
	for slot := range p.Methods.Len() {
		x.bySignature[javaname.Normalize(names.Signature(slot))] += counts[slot]
		name := javaname.Normalize(names.PlainName(slot))
		if sum := x.byName[name] + counts[slot]; sum >= 0 { // overloads may share stacks, so samples may overflow
			x.byName[name] = sum
		}
	}
	return x
}

// look returns the state of a method of another profile, and its count.
func (x *index) look(names *convert.Names, slot int) (State, int64) {
	m, _ := names.Profile.MethodHeadAt(slot)
	by, name := x.bySignature, names.Signature(slot)
	java := true
	if m.Declaring == iprof.NoType {
		name, java = plain(m.Name)
		if !strings.HasSuffix(name, ")") {
			by = x.byName
		}
	}
	count, listed := by[javaname.Normalize(name)]
	if open := strings.IndexByte(name, '('); !listed && open > 0 && m.Declaring == iprof.NoType {
		count, listed = x.byName[javaname.Normalize(name[:open])] // parameters without their packages, as other tools print them
	}
	switch {
	case !listed && !java:
		return NotMethod, 0
	case !listed:
		return Unlisted, 0
	case count == 0:
		return Cold, 0
	}
	return Entered, count
}

// plain returns the name of a frame of another tool as in an iprof, and whether it is plainly a method of Java:
// java/lang/Thread.run_[j] is java.lang.Thread.run.
func plain(text string) (string, bool) {
	if n := len(text) - len("_[j]"); n > 0 && text[n:n+2] == "_[" && text[len(text)-1] == ']' {
		text = text[:n]
	}
	f, ok := javaname.ParseFrame(text)
	if !ok {
		return text, false
	}
	if f.Package == "" {
		return text, true
	}
	return strings.ReplaceAll(f.Package, "/", ".") + "." + f.Short(), true
}

package fit

import (
	"errors"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/classpath"
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/javaname"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A judge finds the code of methods and compares it with the profile.
type judge struct {
	profile *iprof.Profile
	names   *convert.Names
	code    Code
	places  *places

	kin      map[string]kin     // by class
	packages [2]map[string]bool // of the program and the JDK; nil: not requested yet

	substitutes map[string]bool // names of classes for which the program has a Target_ class, with _ for . and $; nil: not requested yet

	damaged []error
	told    map[string]bool // deduplicates the texts of damaged
}

func newJudge(p *iprof.Profile, names *convert.Names, code Code) *judge {
	return &judge{profile: p, names: names, code: code, places: newPlaces(p), told: map[string]bool{}, kin: map[string]kin{}}
}

// A judged is a method and its verdict.
type judged struct {
	Method
	verdict  Verdict
	reason   Reason
	compared int // places
}

// A classGroup is the methods of the profile that a class declares.
type classGroup struct {
	class string // "": unknown
	slots []int32
}

// byClass returns the methods that records refer to, by class: each class is read once.
func (j *judge) byClass() []classGroup {
	var groups []classGroup
	numbers := map[iprof.TypeID]int{}
	for slot, used := range j.places.used {
		if !used {
			continue
		}
		class, declaring := "", iprof.NoType
		if m, ok := j.profile.MethodHeadAt(slot); ok && m.Name != "" && m.Declaring != iprof.NoType {
			if t, ok := j.profile.Type(m.Declaring); ok {
				class, declaring = t.Name, m.Declaring
			}
		}
		n, ok := numbers[declaring]
		if !ok {
			n = len(groups)
			numbers[declaring] = n
			groups = append(groups, classGroup{class: class})
		}
		groups[n].slots = append(groups[n].slots, int32(slot))
	}
	return groups
}

// class judges the methods of a class.
func (j *judge) class(g classGroup) []judged {
	all := make([]judged, len(g.slots))
	for i, slot := range g.slots {
		all[i].Slot = slot
	}
	if g.class == "" {
		for i := range all {
			all[i].reason = Unnamed
		}
		return all
	}
	class, jdk, err := j.find(g.class)
	var missing judged
	if errors.Is(err, classpath.ErrNotFound) {
		missing = j.missing(g.class, jdk)
	}
	for i := range all {
		m := &all[i]
		m.JDK = jdk
		switch {
		case err == nil:
			j.method(m, class)
		case errors.Is(err, classpath.ErrNotFound):
			if head, _ := j.profile.MethodHeadAt(int(m.Slot)); isGeneratedMethod(head.Name) {
				m.reason = Generated
			} else {
				m.verdict, m.reason, m.JDK = missing.verdict, missing.reason, missing.JDK
			}
		default:
			j.damage(err)
			m.reason = Damaged
		}
	}
	if slices.ContainsFunc(all, func(m judged) bool { return m.verdict == Changed || m.verdict == Gone }) && j.isSubstituted(g.class, jdk, all) {
		for i := range all {
			if m := &all[i]; m.verdict == Changed || m.verdict == Gone {
				m.verdict, m.reason, m.Misfits = NotJudged, Substituted, nil
			}
		}
	}
	return all
}

// find returns a class, and whether it is a JDK class.
func (j *judge) find(name string) (class *classfile.Class, jdk bool, err error) {
	if j.code.Program != nil {
		class, err = j.code.read(j.code.Program, name)
		if err == nil || !errors.Is(err, classpath.ErrNotFound) {
			return class, false, err
		}
	}
	if jdk = isJDK(name); !jdk || j.code.JDK == nil {
		return nil, jdk, classpath.ErrNotFound
	}
	class, err = j.code.read(j.code.JDK, name)
	return class, true, err
}

// isJDK reports whether a class may be a JDK class.
func isJDK(class string) bool {
	return convert.KindOf(class) == convert.JDK || convert.InPackage(class, "org.w3c") || convert.InPackage(class, "org.xml") || convert.InPackage(class, "org.ietf")
}

func (j *judge) damage(err error) {
	if text := err.Error(); !j.told[text] {
		j.told[text] = true
		j.damaged = append(j.damaged, err)
	}
}

// missing judges the methods of a class that was not found, apart from those that are generated: at once, as its name may be very
// long.
func (j *judge) missing(class string, jdk bool) (m judged) {
	m.JDK = jdk
	switch {
	case isGeneratedClass(class):
		m.reason = Generated
	case j.has(j.code.Program, 0, class):
		m.verdict, m.JDK = Gone, false
	case isVM(convert.KindOf(class)):
		m.reason = VMCode
	case !isJDK(class):
		m.reason = NoClass
	case j.code.JDK == nil:
		m.reason = NoJDK
	case j.has(j.code.JDK, 1, class):
		m.verdict = Gone
	default: // of a module that this JDK does not have
		m.reason = NoClass
	}
	return m
}

// has reports whether a path has the package of a class.
func (j *judge) has(path *classpath.Path, number int, class string) bool {
	if path == nil || strings.HasPrefix(class, "[") {
		return false
	}
	if j.packages[number] == nil {
		j.packages[number] = map[string]bool{}
		for _, name := range path.Packages() {
			j.packages[number][name] = true
		}
	}
	return j.packages[number][class[:max(0, strings.LastIndexByte(class, '.'))]]
}

// method judges a method of a class that was found.
func (j *judge) method(m *judged, class *classfile.Class) {
	of, _ := j.profile.MethodAt(int(m.Slot))
	params, ret, ok := j.types(of)
	if !ok {
		m.reason = Unnamed
		return
	}
	found, ok := class.Method(of.Name, params, ret)
	switch {
	case ok:
	case isGenerated(class.Name, of.Name):
		m.reason = Generated
		return
	default:
		m.verdict = Gone
		return
	}
	if found.Flags&classfile.AccNative != 0 {
		m.reason = Native
		return
	}
	code, err := found.Code()
	if err != nil {
		j.damage(err)
		m.reason = Damaged
		return
	}
	if code == nil {
		m.verdict, m.Misfits = Changed, []Misfit{{EntryPlace, 0, j.places.weight[m.Slot], "entries", "no bytecode: the method is abstract"}}
		return
	}
	m.Misfits, m.compared = j.compare(code, j.places.of[m.Slot])
	if m.verdict = Fits; len(m.Misfits) > 0 {
		m.verdict = Changed
	}
}

// maxDescriptor is the length of the longest descriptor that a class file can hold (JVMS 4.4.7).
const maxDescriptor = 65535

// types returns the names of a method's types. It is false if the profile does not list all of them, or if they are too long for
// any class file.
func (j *judge) types(m iprof.Method) (params []string, ret string, ok bool) {
	result, ok := j.profile.Type(m.Return)
	length := len(result.Name)
	for _, id := range m.Params {
		t, listed := j.profile.Type(id)
		if length += len(t.Name); !listed || length > maxDescriptor {
			return nil, "", false
		}
		params = append(params, t.Name)
	}
	return params, result.Name, ok
}

// isSubstituted reports whether native-image replaces some of the methods of a class. The image has other code for these than the
// class, and which ones they are is unknown. A class with replacements is on the class path, named after the class that it replaces
// parts of: Target_java_lang_Thread. For the JDK that is rare; but replaced methods call native-image's own code.
func (j *judge) isSubstituted(class string, jdk bool, methods []judged) bool {
	if j.substitutes == nil {
		j.substitutes = map[string]bool{}
		if j.code.Program != nil {
			for name := range j.code.Program.Classes() {
				if _, of, ok := strings.Cut(name, "Target_"); ok {
					j.substitutes[strings.Clone(of)] = true
				}
			}
		}
	}
	return j.substitutes[strings.NewReplacer(".", "_", "$", "_").Replace(class)] ||
		jdk && slices.ContainsFunc(methods, func(m judged) bool { return j.callsVM(m.Slot) })
}

// callsVM reports whether a method calls native-image's code, except code that native-image inserts for every allocation.
func (j *judge) callsVM(slot int32) bool {
	for _, x := range j.places.of[slot] {
		for _, callee := range x.callees {
			name := j.names.PlainName(int(callee.Slot))
			if isVM(j.names.Kind(int(callee.Slot))) && !strings.Contains(name, ".FactoryMethodHolder.") && !strings.Contains(name, ".sboutlining.") &&
				!strings.Contains(name, ".ImplicitExceptions.") {
				return true
			}
		}
	}
	return false
}

// maxSought limits the search for new names: the number of gone methods, heaviest first, and the bytes of their names.
const (
	maxSought      = 1000
	maxSoughtBytes = 4 << 20
)

// findCandidates searches for the new names of program methods that are gone.
func (j *judge) findCandidates(methods []Method, groups []classGroup) {
	var gone []javaname.Method
	var indexes []int
	bytes := 0
	for i, m := range methods {
		if m.Verdict != Gone || m.JDK || len(gone) == maxSought {
			continue
		}
		of, _ := j.profile.MethodAt(int(m.Slot))
		class, _ := j.profile.Type(of.Declaring)
		params, _, ok := j.types(of)
		if name := nameOf(class.Name, of.Name, params); ok && bytes < maxSoughtBytes {
			bytes += len(name.Class) + len(name.Name) + len(name.Params)
			gone, indexes = append(gone, name), append(indexes, i)
		}
	}
	if len(gone) == 0 {
		return
	}
	known := make(map[string][]int32, len(groups)) // slots, by class
	for _, g := range groups {
		known[g.class] = g.slots
	}
	search := javaname.NewRenameSearch(gone)
	for name := range j.code.Program.Classes() {
		class, err := j.code.Program.Class(name)
		if err != nil {
			continue // the profile does not refer to it, or its damage has been reported
		}
		listed := j.listed(class, known[name])
		for i := range class.Methods {
			if m := &class.Methods[i]; m.HasCode() && !listed[m] {
				params, _ := m.Types()
				search.Offer(nameOf(name, m.Name, params))
			}
		}
	}
	for k, i := range indexes {
		methods[i].Candidate = strings.Clone(search.Best(k)) // this does not keep the class in memory
	}
}

// listed returns the methods of a class that are in some slots of the profile.
func (j *judge) listed(class *classfile.Class, slots []int32) map[*classfile.Method]bool {
	all := map[*classfile.Method]bool{}
	for _, slot := range slots {
		of, _ := j.profile.MethodAt(int(slot))
		if params, ret, ok := j.types(of); ok {
			if m, ok := class.Method(of.Name, params, ret); ok {
				all[m] = true
			}
		}
	}
	return all
}

func nameOf(class, method string, params []string) javaname.Method {
	names := make([]string, len(params))
	for i, t := range params {
		names[i] = javaname.Type(t)
	}
	return javaname.Method{Class: javaname.Type(class), Name: javaname.EscapeHalves(method), Params: strings.Join(names, ", ")}
}

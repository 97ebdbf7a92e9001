package convert

import (
	"strings"

	"github.com/iprof-viz/iprof-viz/iprof"
)

// A stub is a name that native-image gave a method of its own, after another that it calls and a hash of that one's
// signature: 40 hexadecimal digits, and 22 to the base 62 later on.
//
//	OrderException_constructor_5087f5482cc9a6abc971913ece43acb471d2631b
//	jniInvoke_VARARGS_Nonvirtual_String_concat_4d2cd1bef161b9f70fb99077880c0eb73d07583d
//	JavaMainWrapper_run_XNhh1mz2Ib2aPR1wdv014D
//	invoke_c511f121d90083c757192f4297b38391950e9558
//	com.oracle.svm.reflect.InputStream_read_440398ed669560ee7c315f4ebe9086c404f8daa0_1075, a class of old versions
type stub struct {
	how    string // "jniInvoke_VARARGS_Nonvirtual_", "invoke_"; mostly ""
	target string // class and method, which may both have _ inside; "" where only the hash tells
	hash   string
	number string // "_1"; mostly ""
}

// constructor ends the target of a stub that makes an object.
const constructor = "_constructor"

var stubs = onDemand(`(?s)^(jniInvoke_(?:ARRAY|VARARGS|VA_LIST)_(?:Nonvirtual_)?|invoke_)?(?:(.+)_)?([0-9a-f]{32,}|[0-9A-Za-z]{22})(_[0-9]+)?$`)

// asStub takes the name of a method apart, where it is that of a stub.
func asStub(name string) (stub, bool) {
	m := stubs().FindStringSubmatch(name)
	if m == nil || m[1] == "" && m[2] == "" && len(m[3]) < shortestHash { // 22 letters alone are a name
		return stub{}, false
	}
	return stub{m[1], m[2], m[3], m[4]}, true
}

func (s stub) String() string {
	target := s.target
	if target != "" {
		target += "_"
	}
	return s.how + target + s.hash + s.number
}

// rename renames what the stub calls.
func (s stub) rename(rename func(kind byte, word string) string) stub {
	if class, ok := strings.CutSuffix(s.target, constructor); ok && class != "" {
		s.target = nested(class, 'C', rename) + constructor
	} else if s.target != "" {
		s.target = rename('m', s.target)
	}
	s.hash = rename('h', s.hash)
	return s
}

// A targetSet has what stubs may call, normalized: methods and constructors, by their classes' simple names. It is true for
// those of public classes that the application has none of that name beside.
type targetSet map[string]bool

func publicTargets(p *iprof.Profile) targetSet {
	targets := targetSet{}
	add := func(class, method string, public bool) {
		_, class = splitClass(class)
		target := NormalizeName(class) + method
		known, ok := targets[target]
		targets[target] = public && (known || !ok)
	}
	for _, t := range p.Types.All() {
		_, element := arrayOf(t.Name)
		add(element, constructor, isPublic(element) && !isNamedByContent(element))
	}
	for _, m := range p.Methods.All() {
		if t, ok := p.Type(m.Declaring); ok {
			add(t.Name, "_"+m.Name, isPublic(t.Name) && !isProxy(t.Name))
		}
	}
	return targets
}

// names reports whether a name, in a public class or of one, may be seen: it is not that of a stub, or tells of what is
// public. Of a hash alone nobody knows what it tells.
func (targets targetSet) names(name string) bool {
	s, ok := asStub(name)
	return !ok || targets[NormalizeName(s.target)]
}

// class reports whether the name of a type may be seen.
func (targets targetSet) class(binary string) bool {
	_, element := arrayOf(binary)
	_, class := splitClass(element)
	return isPublic(element) && !isNamedByContent(element) && targets.names(class)
}

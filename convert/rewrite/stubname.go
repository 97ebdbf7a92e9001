package rewrite

import (
	"crypto/sha256"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/internal/javaname"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A stub is the name of a method that native-image generated. It has the name of the method that it calls and a hash of that
// method's signature: 40 hexadecimal digits, in newer versions 22 digits in base 62.
//
//	OrderException_constructor_5087f5482cc9a6abc971913ece43acb471d2631b
//	jniInvoke_VARARGS_Nonvirtual_String_concat_4d2cd1bef161b9f70fb99077880c0eb73d07583d
//	JavaMainWrapper_run_XNhh1mz2Ib2aPR1wdv014D
//	NullPointerException_XNhh1mz2Ib2aPR1wdv014D, a constructor with such a hash
//	invoke_c511f121d90083c757192f4297b38391950e9558
//	com.oracle.svm.reflect.InputStream_read_440398ed669560ee7c315f4ebe9086c404f8daa0_1075, a class of old versions
type stub struct {
	prefix string // "jniInvoke_VARARGS_Nonvirtual_", "invoke_"; mostly ""
	target string // class and method, which may both contain _; "" if there is only a hash
	hash   string
	suffix string // "_1", "%1", "%%D%1"; mostly ""
}

// constructor ends the target of a stub that makes an object, where the hash is long.
const constructor = "_constructor"

// versions is the suffix that native-image gives methods compiled several times: the purpose, and a number.
const versions = `(?:(?:%%|\*\*)(?:[A-Z]|Deopt_Target_Method_Key|Runtime_Compiled_Method_Key)|[%*][0-9]+)*`

var stubs = javaname.LazyRegexp(`(?s)^(jniInvoke_(?:ARRAY|VARARGS|VA_LIST)_(?:Nonvirtual_)?|invoke_)?(?:(.+)_)?([0-9a-f]{32,}|[0-9A-Za-z]{22})((?:_[0-9]+)?(?:\$[0-9]+)?` + versions + `)$`)

// asStub splits the name of a stub.
func asStub(name string) (stub, bool) {
	if len(name) < javaname.DigestLength {
		return stub{}, false
	}
	m := stubs().FindStringSubmatch(name)
	if m == nil || m[1] == "" && m[2] == "" && len(m[3]) < javaname.ShortestHash { // 22 letters alone are a name
		return stub{}, false
	}
	return stub{m[1], m[2], m[3], m[4]}, true
}

func (s stub) String() string {
	target := s.target
	if target != "" {
		target += "_"
	}
	return s.prefix + target + s.hash + s.suffix
}

// isSure reports whether this is the name of a stub in any class.
func (s stub) isSure() bool {
	return len(s.hash) != javaname.DigestLength || javaname.IsDigest(s.hash)
}

// key returns the key of the target in a [targetSet].
func (s stub) key() string {
	if len(s.hash) == javaname.DigestLength {
		return targetKey(shortTarget(s.target))
	}
	return targetKey(javaname.Normalize(s.target))
}

// targetKey returns the key of a target in a [targetSet]: its normalized name, or the SHA-256 of a long one, because each method
// repeats the name of its class.
func targetKey(normalized string) string {
	if len(normalized) <= 256 {
		return normalized
	}
	sum := sha256.Sum256([]byte(normalized))
	return string(sum[:])
}

// mangledStubs are JNI stubs in older versions, named after the method's descriptor.
//
//	jniInvoke_VARARGS:Ljava_lang_System_2_0002egetProperty_00028Ljava_lang_String_2_00029Ljava_lang_String_2
var mangledStubs = javaname.LazyRegexp(`(?s)^(jniInvoke_(?:ARRAY|VARARGS|VA_LIST)(?:_Nonvirtual)?:)(.*?)(` + versions + `)$`)

// unmangle reverses JNI's mangling of a descriptor. Escapes of all other characters begin with _0; no public method has any.
var unmangle = strings.NewReplacer("_0002e", ".", "_00028", "(", "_00029", ")", "_00024", "$", "_0003c", "<", "_0003e", ">",
	"_1", "_", "_2", ";", "_3", "[", "_0", "?", "_", "/")

// descriptors are Ljava/lang/System;.getProperty(Ljava/lang/String;)Ljava/lang/String;
var descriptors = javaname.LazyRegexp(`^L([^;?]+);\.([^.;()/?]+)(\((?:\[*(?:[ZBCSIJFD]|L[^;()?]+;))*\)\[*(?:[ZBCSIJFDV]|L[^;()?]+;))$`)

// typesInDescriptor matches the classes in parameter and return types.
var typesInDescriptor = javaname.LazyRegexp(`L([^;]+);`)

// isPublicCall reports whether a mangled descriptor belongs to a public method, and names nothing else.
func isPublicCall(mangled string) bool {
	m := descriptors().FindStringSubmatch(unmangle.Replace(mangled))
	if m == nil || !hasPublicMethods(m[1]) || hasHash(m[1]) || hasHash(m[2]) {
		return false
	}
	return !slices.ContainsFunc(typesInDescriptor().FindAllStringSubmatch(m[3], -1), func(t []string) bool {
		return !isPublic(t[1]) || isNamedByContent(t[1]) || hasHash(t[1])
	})
}

// stubHolders are the native-image classes that contain its stubs.
var stubHolders = javaname.LazyRegexp(`(?:^|[./])(?:Factory(?:Throw)?MethodHolder|Isolate(?:Enter|Leave)Stub|\w*ReflectionAccessorHolder|\w*JNIJavaCall(?:s|\w*Wrapper\w*))$`)

// notStubs are other methods of these classes: their own, and some that are named after the kinds of values that they pass on.
var notStubs = javaname.LazyRegexp(`^(?:invokePrototype(?:ForCallerSensitiveAdapter)?|newInstancePrototype|(?:newInstance|methodInvoke|methodHandleInvoke)Error` +
	`|throwIllegalArgumentException(?:With(?:out)?Receiver)?|getConstantPool` +
	`|invoke_?[ZBCSIJFDA]*_[ZBCSIJFDAV](?:_(?:VARARGS|ARRAY|VA_LIST)(?:_Nonvirtual)?)?)$`)

// hasPublicMethods reports whether all methods of a class are public knowledge.
func hasPublicMethods(class string) bool {
	return isPublic(class) && !isProxy(class) && !stubHolders().MatchString(class)
}

// hashInName matches a hash where stubs have it.
var hashInName = javaname.LazyRegexp(`(?:^|[_./])[0-9a-f]{32,}`)

// hasHash reports whether a name is a hash or has one after any _, as stubs do.
func hasHash(name string) bool {
	if javaname.HasHexRun(name, javaname.ShortestHash) && hashInName().MatchString(name) {
		return true
	}
	for {
		_, rest, ok := strings.Cut(name, "_")
		if !ok {
			return false
		}
		end := strings.IndexFunc(rest, func(r rune) bool { return r > 0x7f || !javaname.IsAlphanumeric(byte(r)) })
		if end < 0 {
			end = len(rest)
		}
		if javaname.IsDigest(rest[:end]) {
			return true
		}
		name = rest
	}
}

// A targetSet holds the possible targets of stubs, normalized: methods and constructors, by the simple names of their classes.
type targetSet map[string]target

type target struct {
	class  bool // it is a class that a stub instantiates
	public bool // it belongs to a public class, and no class of the application has the same name
}

func targetsOf(p *iprof.Profile) targetSet {
	targets := targetSet{}
	add := func(normalized string, t target) {
		key := targetKey(normalized)
		if known, ok := targets[key]; ok {
			t.class, t.public = t.class || known.class, t.public && known.public
		}
		targets[key] = t
	}
	type class struct {
		name, short string // as in stubs
		public      bool   // its methods are public
	}
	classes := make([]class, p.TypeSlots())
	for i, t := range p.Types.All() {
		_, element := javaname.ArrayOf(t.Name)
		name, public := stubClass(element), isPublic(element) && !hasHash(element)
		c := class{name, shortened(name), public && hasPublicMethods(element)}
		add(javaname.Normalize(c.name+constructor), target{public: public && !isNamedByContent(element)})
		add(shortTarget(c.short), target{class: true, public: public && !isNamedByContent(element)})
		classes[i] = c
	}
	for _, m := range p.Methods.All() {
		if slot := p.TypeSlot(m.Declaring); slot < p.Types.Len() {
			c := classes[slot]
			t := target{public: c.public && !hasHash(m.Name)}
			if len(c.name) <= longestTarget { // it would be hashed for each method, and what is not a known target is private
				add(javaname.Normalize(c.name+"_"+m.Name), t)
			}
			add(shortTarget(c.short+"_"+m.Name), t)
		}
	}
	return targets
}

// stubClass returns the name of a class as used in stubs: without its package and the slash of a hidden class.
func stubClass(class string) string {
	_, class = splitClass(class)
	return strings.ReplaceAll(class, "/", "")
}

// shortened returns the name of a class as used in stubs with a digest: its end, and for a lambda the first digits of its hash.
func shortened(class string) string {
	if outer, _, lambda := strings.Cut(class, "$$Lambda"); lambda {
		class = outer + "$$L00000000"
	}
	if runes := []rune(class); len(runes) > longestClass {
		return string(runes[len(runes)-longestClass:])
	}
	return class
}

// longestTarget is the length of class names up to which stubs may have them in full.
const longestTarget = 4096

// longestClass is the number of characters that native-image keeps of a class name.
const longestClass = 40

// shortTarget normalizes the target of a stub with a digest.
func shortTarget(target string) string {
	if strings.Contains(target, "$$L") {
		target = javaname.ShortLambda().ReplaceAllString(target, `$$$$Lambda$$*$1`)
	}
	return javaname.Normalize(target)
}

// keepsClass reports whether the name of a type may stay: it is a public class, and not a stub unless its target is public.
func (targets targetSet) keepsClass(binary string) bool {
	_, element := javaname.ArrayOf(binary)
	pkg, class := splitClass(element)
	switch {
	case !isPublic(element) || isNamedByContent(element) || hasHash(pkg):
		return false
	case !hasHash(class):
		return true
	}
	s, ok := asStub(class)
	return ok && targets.isPublic(s)
}

// keepsMethod reports whether the name of a method may stay: it is in a public class, and not a stub unless its target is public. A
// name that looks like a stub but cannot be parsed may reveal anything.
func (targets targetSet) keepsMethod(class, name string) bool {
	if !isPublic(class) || isProxy(class) {
		return false
	}
	if s, ok := asStub(name); ok {
		return targets.isPublic(s)
	}
	if m := mangledStubs().FindStringSubmatch(name); m != nil {
		return isPublicCall(m[2])
	}
	if stubHolders().MatchString(class) {
		return notStubs().MatchString(name)
	}
	return !hasHash(class) && !hasHash(name)
}

// isPublic reports whether the target of a stub is public. A hash alone does not reveal its target.
func (targets targetSet) isPublic(s stub) bool { return targets[s.key()].public }

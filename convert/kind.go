package convert

import (
	"strings"

	"github.com/iprof-viz/iprof-viz/internal/javaname"
	"github.com/iprof-viz/iprof-viz/internal/words"
)

// A Kind says whose code a frame is.
type Kind uint8

// The kinds of code.
const (
	UnknownKind Kind = iota // the file does not list the method
	Application             // everything that is none of the others, or see NameOptions.Application
	JDK                     // java.*, javax.*, jdk.*, sun.*, com.sun.*
	NativeImage             // com.oracle.svm.*, com.oracle.graal.*, org.graalvm.*, jdk.graal.*
	Profiler                // the profiler's own runtime, com.oracle.svm.enterprise.profiling.* and its older packages
	Library                 // what else is not the application's by NameOptions.Application

	NumKinds = int(Library) + 1
)

// unaskedKind marks slots in a cache of kinds.
const unaskedKind Kind = 0xff

// String returns the name that users know the kind by.
func (k Kind) String() string {
	return words.Enum(k, "Kind", "unknown", "application", "JDK", "native image", "profiler", "library")
}

// packages are the packages of kinds other than Application. The first that fits counts.
var packages = []struct {
	name string
	kind Kind
}{
	{"com.oracle.svm.enterprise.profiling", Profiler},
	{"com.oracle.svm.enterprise.pgo", Profiler},         // up to 0.2.0
	{"com.oracle.graal.enterprise.profiling", Profiler}, // up to 0.2.0
	{"com.oracle.svm.core.sampler", Profiler},           // the sampler
	{"com.oracle.svm", NativeImage},
	{"com.oracle.graal", NativeImage},
	{"org.graalvm", NativeImage},
	{"jdk.graal", NativeImage},
	{"java", JDK},
	{"javax", JDK},
	{"jdk", JDK},
	{"sun", JDK},
	{"com.sun", JDK},
}

// KindOf returns the kind of a class, by its binary or its Java name, or of a frame, such as java.lang.Thread.sleep.
// Folded text often has slashes for dots: java/lang/Thread.sleep. An array has the kind of its elements, and primitive
// types are the JDK's. A name without a package is taken for the application's.
func KindOf(name string) Kind {
	if dims, element := javaname.ArrayOf(name); dims > 0 {
		name = element
	}
	switch name { // frames without a name, as perf, -Xprof and gprofng have them besides us
	case VMFrame, "<native>", "<JVM-System>":
		return NativeImage
	case "", OutsideFrame, "[unknown]", "<elided>", "<Truncated-stack>", "<no Java callstack recorded>":
		return UnknownKind
	}
	if strings.HasPrefix(name, "<unknown ") || strings.HasPrefix(name, "<unnamed ") {
		return UnknownKind
	}
	if _, ok := javaname.Primitives[strings.TrimRight(name, "[]")]; ok {
		return JDK
	}
	for _, p := range packages {
		if InPackage(name, p.name) {
			return p.kind
		}
	}
	return Application
}

// InPackage reports whether a name starts with a package and more: javassist.X is not in java.
func InPackage(name, pkg string) bool {
	if len(name) <= len(pkg) || !isSeparator(name[len(pkg)]) {
		return false
	}
	for i := range len(pkg) {
		if name[i] != pkg[i] && !(isSeparator(name[i]) && isSeparator(pkg[i])) {
			return false
		}
	}
	return true
}

func isSeparator(c byte) bool { return c == '.' || c == '/' }

// OutsideFrame is the name of the frame of stacks without a frame of the application, in [AppView].
const OutsideFrame = "<outside the application>"

// VMFrame is the name of the frame that [UserView] folds frames of the VM into.
const VMFrame = "<VM>"

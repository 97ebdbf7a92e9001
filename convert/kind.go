package convert

import (
	"strings"

	"github.com/iprof-viz/iprof-viz/internal/javaname"
	"github.com/iprof-viz/iprof-viz/internal/objectfile"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A Kind is the category of a frame's code.
type Kind uint8

// The kinds of code.
const (
	UnknownKind Kind = iota // the file does not list the method
	Application             // everything else, or see NameOptions.Application
	JDK                     // java.*, javax.*, jdk.*, sun.*, com.sun.*
	NativeImage             // com.oracle.svm.*, com.oracle.graal.*, org.graalvm.*, jdk.graal.*
	Profiler                // the profiler's own runtime, com.oracle.svm.enterprise.profiling.* and its older packages
	Library                 // native libraries and the kernel, and other code that NameOptions.Application does not match

	NumKinds = int(Library) + 1
)

// String returns the user-visible name of the kind.
func (k Kind) String() string {
	return words.Enum(k, "Kind", "unknown", "application", "JDK", "native image", "profiler", "library")
}

// NameIn returns the user-visible name of the kind in a profile: a tool that knows states of the VM, or libraries, profiles a JVM, or any
// program, not a native image alone.
func (k Kind) NameIn(origin iprof.Origin) string {
	if k == NativeImage && len(origin.States)+len(origin.Owners) > 0 {
		return "VM"
	}
	return k.String()
}

// packages are the packages of kinds other than Application. The first match counts.
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

// KindOf returns the kind of a class, by its binary or its Java name, or of a frame, such as java.lang.Thread.sleep. Folded text
// often has slashes instead of dots: java/lang/Thread.sleep. An array has the kind of its elements, and primitive types belong to
// the JDK. A kernel symbol is marked as FlameGraph and async-profiler do, do_syscall_64_[k], and a frame without a symbol has the name of
// its file in brackets, [libc.so.6]. A name without a package is assumed to be application code.
func KindOf(name string) Kind {
	if dims, element := javaname.ArrayOf(name); dims > 0 {
		name = element
	}
	switch name { // frames without a name, as written by perf, -Xprof, gprofng and this program
	case VMFrame, "<native>", "<JVM-System>":
		return NativeImage
	case "", javaname.Unnamed, OutsideFrame, "[unknown]", "<elided>", TruncatedFrame, "<no Java callstack recorded>":
		return UnknownKind
	}
	if strings.HasPrefix(name, "<unknown ") || strings.HasPrefix(name, "<unnamed ") || strings.HasPrefix(name, "<static>@") { // the last of gprofng, with an address
		return UnknownKind
	}
	if strings.HasSuffix(name, "_[k]") {
		return Library
	}
	if file, ok := strings.CutPrefix(name, "["); ok && strings.HasSuffix(file, "]") {
		file = strings.TrimSuffix(file, "]")
		if objectfile.IsJitted(file) || file == "anon" || file == "heap" || file == "stack" || strings.HasPrefix(file, "memfd:") {
			return UnknownKind
		}
		if kind := kindOfOwner[objectfile.Owner(file)]; kind != UnknownKind {
			return kind
		}
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

// kindOfOwner has the kinds of frames whose owners are known; UnknownKind: their names decide.
var kindOfOwner = map[iprof.Owner]Kind{
	iprof.LibraryOwner: Library, iprof.KernelOwner: Library, iprof.JDKOwner: JDK, iprof.VMOwner: NativeImage,
}

// InPackage reports whether a name begins with a package and a separator: javassist.X is not in java.
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

// OutsideFrame is the name of the frame that stands for stacks without an application frame, in [AppView].
const OutsideFrame = "<outside the application>"

// TruncatedFrame is the name of the outermost frame of stacks that gprofng has cut.
const TruncatedFrame = "<Truncated-stack>"

// VMFrame is the name of the frame that [UserView] folds VM frames into.
const VMFrame = "<VM>"

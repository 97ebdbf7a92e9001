package convert

// A Kind says whose code a frame is.
type Kind uint8

// The kinds of code.
const (
	UnknownKind Kind = iota // the file does not list the method
	Application             // everything that is none of the others
	JDK                     // java.*, javax.*, jdk.*, sun.*, com.sun.*
	NativeImage             // com.oracle.svm.*, com.oracle.graal.*, org.graalvm.*, jdk.graal.*
	Profiler                // the profiler's own runtime, com.oracle.svm.enterprise.profiling.*
)

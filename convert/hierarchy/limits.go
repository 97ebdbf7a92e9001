package hierarchy

// Limits of what class files of a few bytes could multiply. Real programs are far below them.
const (
	maxSuperclasses    = 1_000
	maxSuperinterfaces = 20_000     // of a type, counted once for each type that names them
	maxSteps           = 20_000_000 // types visited for all answers; those for all calls of a JDK's java.base are a tenth
	maxReceivers       = 200        // classes whose objects a call may be made on; with more, [Classes.Targets] would read a large part of a JDK
	maxKept            = 256 << 20  // bytes
	classSize          = 256        // bytes of a Class, with its place in the map
	methodSize         = 96         // bytes of a Method
	textSize           = 16         // bytes of the reference to a text
	worldTypeSize      = 128        // bytes of a worldType, with its place in the map
	edgeSize           = 16         // bytes of an edge
)

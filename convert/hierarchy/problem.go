package hierarchy

import "github.com/iprof-viz/iprof-viz/internal/words"

// A Problem is the reason why there is no answer. It is itself an error, for errors.Is and for counting.
type Problem uint8

// The problems. Those with the name of an error of the JVM would make the call throw it.
const (
	ClassNotFound     Problem = iota + 1 // a class is not given, and its methods could matter
	DamagedClass                         // a class file is damaged, or has another class
	NoSuchMethod                         // NoSuchMethodError
	Ambiguous                            // IncompatibleClassChangeError: several default methods, none of which overrides the others
	Abstract                             // AbstractMethodError, or the receiver's class is abstract, so that it has no objects
	Cyclic                               // ClassCircularityError: a class is its own supertype
	IncompatibleClass                    // IncompatibleClassChangeError: an interface for a class, a static for an instance method, or the reverse
	Inaccessible                         // IllegalAccessError: an interface's method is not public in the class
	NotSubtype                           // the receiver's class is no subtype of the class of the method
	TooLarge                             // more supertypes or methods than the limits of this package
	UnknownWorld                         // not all classes are given that could be subtypes
)

// Error returns the problem in a few words.
func (p Problem) Error() string {
	return words.Enum(p, "Problem", "no problem", "class not found", "damaged class", "no such method", "ambiguous", "abstract",
		"cyclic supertypes", "incompatible class", "inaccessible", "not a subtype", "too large", "unknown classes")
}

// An Error says which class or method a problem is about.
type Error struct {
	Problem Problem
	Name    string // java.util.Map or java.util.Map.get(Ljava/lang/Object;)Ljava/lang/Object;
	Err     error  // of the class's reader; nil: none
}

// Error returns problem, name and cause on one line.
func (e *Error) Error() string {
	text := e.Problem.Error() + ": " + words.QuoteShort(e.Name, 200)
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	return text
}

// Unwrap returns the problem and the cause.
func (e *Error) Unwrap() []error {
	if e.Err == nil {
		return []error{e.Problem}
	}
	return []error{e.Problem, e.Err}
}

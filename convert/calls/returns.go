package calls

import (
	"github.com/iprof-viz/iprof-viz/convert/code"
)

// Limits of the search for methods that throw nothing: getters and setters, and constructors of small classes, are short and call
// little.
const (
	maxReturning      = 60 // bytes of code
	maxReturningDepth = 6  // methods that call each other
)

// returns reports whether a method that an instruction of a class calls throws nothing, nor initializes its class. Depth is the number of
// methods around it that depend on the answer.
func (r *resolver) returns(x *instruction, caller string, depth int) bool {
	if x.only == nil || x.evidence != ByCode || x.resolved == nil || x.resolved.CodeLength == 0 || x.resolved.CodeLength > maxReturning || depth > maxReturningDepth {
		return false
	}
	if x.kind == Static && x.only.Class != caller && r.initializes(x.only.Class) {
		return false
	}
	known, ok := r.returning[x.only]
	if !ok {
		r.returning[x.only] = false // if it calls itself
		known = r.neverThrows(x.only, depth)
		r.returning[x.only] = known
	}
	return known
}

func (r *resolver) neverThrows(c *Callee, depth int) bool {
	class, err := r.find(c.Class)
	if err != nil {
		return false
	}
	m, ok := class.MethodByDescriptor(c.Method, c.Ref().Descriptor)
	if !ok {
		return false
	}
	body, err := m.Code()
	if err != nil || body == nil {
		return false
	}
	hints := map[int]code.CallHint{}
	for _, in := range body.Instructions {
		if x, ok := r.instruction(c.Class, in); ok && r.returns(&x, c.Class, depth+1) {
			hints[in.BCI] = code.CallHint{Returns: true}
		}
	}
	return code.NeverThrows(body, hints)
}

// initializes reports whether the initialization of a class runs code, or may, as a class file is missing.
func (r *resolver) initializes(name string) bool {
	for range maxInterfaces {
		class, err := r.classes.Class(name)
		if err != nil || len(class.Interfaces) > 0 { // those with default methods are initialized, too
			return true
		}
		if _, ok := class.Method("<clinit>", "()V"); ok {
			return true
		}
		if name = class.Super; name == "" || name == object {
			return false
		}
	}
	return true
}

const object = "java.lang.Object"

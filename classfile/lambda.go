package classfile

// A Handle is a method handle: a method, and how it is called (JVMS 4.4.8, 5.4.3.5).
type Handle struct {
	Kind HandleKind
	Ref  Ref
}

// A HandleKind is the kind of a method handle, under its number in JVMS table 5.4.3.5-A.
type HandleKind uint8

// The kinds of handles of methods. The handle calls the method as the instruction of that name does; a constructor after new.
const (
	HandleVirtual   HandleKind = 5
	HandleStatic    HandleKind = 6
	HandleSpecial   HandleKind = 7
	HandleNew       HandleKind = 8
	HandleInterface HandleKind = 9
)

// String returns the name in the specification: REF_invokeVirtual.
func (k HandleKind) String() string {
	if int(k) < len(handleKinds) && handleKinds[k] != "" {
		return handleKinds[k]
	}
	return "unknown kind of handle"
}

// Lambda returns the method that a lambda expression or method reference calls, for the invokedynamic that creates it: its bootstrap
// method is metafactory or altMetafactory of java.lang.invoke.LambdaMetafactory. [Instruction.Called] has the method's name in the
// functional interface, and that interface as the type that its descriptor returns. It returns false for other instructions, and if
// the attribute BootstrapMethods (JVMS 4.7.23) is damaged.
func (in Instruction) Lambda() (Handle, bool) {
	if in.Op != OpInvokedynamic {
		return Handle{}, false
	}
	k := in.code.class
	p := k.constants
	number := p.ref(int(in.arg), 0)
	starts := k.bootstrapMethods()
	if number >= len(starts) {
		return Handle{}, false
	}
	at := int(starts[number])
	if n := u2(p.data, at+2); n < 3 {
		return Handle{}, false
	}
	factory, ok := p.handle(u2(p.data, at))
	if !ok || factory.Ref.Owner != "java.lang.invoke.LambdaMetafactory" || factory.Ref.Name != "metafactory" && factory.Ref.Name != "altMetafactory" {
		return Handle{}, false
	}
	h, ok := p.handle(u2(p.data, at+6)) // the second argument
	return h, ok && h.Kind >= HandleVirtual
}

// handle returns a MethodHandle constant.
func (p *constants) handle(i int) (Handle, bool) {
	if p.tag(i) != tagMethodHandle {
		return Handle{}, false
	}
	at := int(p.tags[i])
	return Handle{HandleKind(p.data[at+1]), p.member(u2(p.data, at+2))}, true
}

// bootstrapMethods returns the offsets of the bootstrap methods: each has the index of a handle, a number of arguments, and their
// indexes. They are none if the attribute is damaged.
func (k *Class) bootstrapMethods() []int32 {
	k.bootstrapped.Do(func() {
		if k.bootstrap == 0 {
			return
		}
		c := &cursor{data: k.constants.data, at: k.bootstrap, end: k.bootstrap + k.bootstrapLength}
		starts := make([]int32, c.count(4, "bootstrap methods"))
		for i := range starts {
			starts[i] = int32(c.at)
			c.skip(2)
			c.skip(2 * c.count(2, "arguments"))
		}
		if c.err == nil && c.left() == 0 {
			k.bootstraps = starts
		}
	})
	return k.bootstraps
}

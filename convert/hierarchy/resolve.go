package hierarchy

import (
	"strings"

	"github.com/iprof-viz/iprof-viz/classfile"
)

// Resolve returns the method that a method reference names (JVMS 5.4.3.3 and, for interfaces, 5.4.3.4). It may be abstract, and of
// several superinterfaces. A method of java.lang.invoke.MethodHandle or VarHandle that is signature polymorphic has its own
// descriptor, not that of the reference. The error is an [*Error].
func (c *Classes) Resolve(ref classfile.Ref) (*Method, error) {
	owner, err := c.Class(ref.Owner)
	if err != nil {
		return nil, err
	}
	if owner.Interface() != ref.Interface {
		return nil, &Error{Problem: IncompatibleClass, Name: owner.Name}
	}
	m, err := c.declared(owner, ref)
	if m != nil || err != nil {
		return m, err
	}
	methods, err := c.maximallySpecific(owner, ref.Name, ref.Descriptor)
	switch {
	case err != nil && ref.Name != constructor:
		return nil, err
	case len(methods) == 0:
		return nil, &Error{Problem: NoSuchMethod, Name: ref.Owner + "." + ref.Name + ref.Descriptor}
	}
	if m, only := concrete(methods); only {
		return m, nil
	}
	return methods[0], nil // an arbitrary one, which is abstract, or selection fails
}

// declared returns the method that a class or one of its superclasses declares, or that an interface or java.lang.Object declares;
// nil if none. A constructor is not inherited (JVMS 6.5.invokespecial).
func (c *Classes) declared(owner *Class, ref classfile.Ref) (m *Method, err error) {
	if owner.Interface() {
		if m, ok := owner.Method(ref.Name, ref.Descriptor); ok {
			return m, nil
		}
		return c.ofObject(ref.Name, ref.Descriptor)
	}
	err = c.lineage(owner, func(k *Class) bool {
		if polymorphic, ok := k.signaturePolymorphic(ref.Name); ok {
			m = polymorphic
		} else if own, ok := k.Method(ref.Name, ref.Descriptor); ok {
			m = own
		}
		return m == nil && ref.Name != constructor
	})
	if onlyObject(err, ref.Name) {
		err = nil
	}
	return m, err
}

// ofObject returns the public instance method of java.lang.Object that each interface has, too; nil if none.
func (c *Classes) ofObject(name, descriptor string) (*Method, error) {
	k, err := c.Class(object)
	switch {
	case onlyObject(err, name):
		return nil, nil
	case err != nil:
		return nil, err
	}
	if m, ok := k.overridable(name, descriptor); ok && m.has(classfile.AccPublic) {
		return m, nil
	}
	return nil, nil
}

// signaturePolymorphic returns the signature polymorphic method of a name (JVMS 2.9.3), which is the only one of its name.
func (k *Class) signaturePolymorphic(name string) (m *Method, ok bool) {
	if k.Name != "java.lang.invoke.MethodHandle" && k.Name != "java.lang.invoke.VarHandle" {
		return nil, false
	}
	for i := range k.methods {
		if k.methods[i].Name != name {
			continue
		}
		if m != nil {
			return nil, false
		}
		m = &k.methods[i]
	}
	const flags = classfile.AccVarargs | classfile.AccNative
	return m, m != nil && m.Flags&flags == flags && strings.HasPrefix(m.Descriptor, "([Ljava/lang/Object;)")
}

// concrete returns the only method that is not abstract, if there is exactly one.
func concrete(methods []*Method) (only *Method, ok bool) {
	for _, m := range methods {
		if m.abstract() {
			continue
		}
		if only != nil {
			return nil, false
		}
		only = m
	}
	return only, only != nil
}

// Special returns the method that an invokespecial in the code of caller calls (JVMS 6.5.invokespecial): a constructor, a private
// method, one of a superclass or of a superinterface. The error is an [*Error].
func (c *Classes) Special(caller *Class, ref classfile.Ref) (*Method, error) {
	resolved, err := c.Resolve(ref)
	switch {
	case err != nil:
		return nil, err
	case resolved.has(classfile.AccStatic):
		return nil, resolved.fail(IncompatibleClass)
	case resolved.Name == constructor:
		return resolved, nil
	}
	from, err := c.specialClass(caller, ref)
	if err != nil {
		return nil, err
	}
	m, err := c.instanceMethod(from, ref.Name, resolved.Descriptor)
	if err == nil && m == nil {
		m, err = c.defaultMethod(from, resolved)
	}
	switch {
	case err != nil:
		return nil, err
	case m.abstract():
		return nil, m.fail(Abstract)
	}
	return m, nil
}

// specialClass returns the class where the lookup starts: the caller's superclass if the reference names any of its superclasses,
// otherwise the class that it names. All versions of the JVM that are in use treat ACC_SUPER as set.
func (c *Classes) specialClass(caller *Class, ref classfile.Ref) (*Class, error) {
	named, err := c.Class(ref.Owner)
	if err != nil || named.Interface() || caller.Name == named.Name || caller.Super == "" {
		return named, err
	}
	above := false
	if err := c.lineage(caller, func(k *Class) bool {
		above = k.Name == named.Name
		return !above
	}); err != nil {
		return nil, err
	}
	if above {
		return c.Class(caller.Super)
	}
	return named, nil
}

// instanceMethod returns the instance method that a class or one of its superclasses declares, or that an interface or
// java.lang.Object declares; nil if none.
func (c *Classes) instanceMethod(from *Class, name, descriptor string) (m *Method, err error) {
	own := func(k *Class) bool {
		if o, ok := k.Method(name, descriptor); ok && !o.has(classfile.AccStatic) {
			m = o
		}
		return m == nil
	}
	if from.Interface() {
		if own(from) {
			return c.ofObject(name, descriptor)
		}
		return m, nil
	}
	err = c.lineage(from, own)
	if onlyObject(err, name) {
		err = nil
	}
	return m, err
}

// defaultMethod returns the only maximally-specific superinterface method that is not abstract.
func (c *Classes) defaultMethod(of *Class, resolved *Method) (*Method, error) {
	methods, err := c.maximallySpecific(of, resolved.Name, resolved.Descriptor)
	if err != nil {
		return nil, err
	}
	if m, only := concrete(methods); only {
		return m, nil
	}
	for _, m := range methods {
		if !m.abstract() {
			return nil, resolved.failIn(of, Ambiguous)
		}
	}
	return nil, resolved.failIn(of, Abstract)
}

// failIn returns a problem with the method in a class that inherits it.
func (m *Method) failIn(k *Class, p Problem) error {
	return &Error{Problem: p, Name: k.Name + "." + m.Name + m.Descriptor}
}

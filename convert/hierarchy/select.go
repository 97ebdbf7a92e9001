package hierarchy

import "github.com/iprof-viz/iprof-viz/classfile"

// Select returns the method that runs when a virtual or interface call has been resolved and the class of its receiver is known
// (JVMS 5.4.6): the one in the class or its nearest superclass that overrides it (JVMS 5.4.5; as for class files of Java 7 and later),
// otherwise the default method of an interface. The error is an [*Error].
func (c *Classes) Select(resolved *Method, receiver string) (*Method, error) {
	k, err := c.Class(receiver)
	if err != nil {
		return nil, err
	}
	if resolved.has(classfile.AccStatic) || resolved.Name == constructor {
		return nil, resolved.fail(IncompatibleClass)
	}
	if k.Flags&(classfile.AccAbstract|classfile.AccInterface) != 0 && !k.array() {
		return nil, &Error{Problem: Abstract, Name: k.Name}
	}
	is, err := c.subtype(k, resolved.Class)
	switch {
	case err != nil:
		return nil, err
	case !is:
		return nil, &Error{Problem: NotSubtype, Name: k.Name + " of " + resolved.Class.Name}
	case resolved.has(classfile.AccPrivate):
		return resolved, nil
	}
	var m *Method
	if resolved.Class.Interface() || resolved.Class.array() {
		m, err = c.implementation(k, resolved)
	} else {
		m, err = c.overriding(k, resolved)
	}
	if err == nil && m == nil {
		m, err = c.defaultMethod(k, resolved)
	}
	switch {
	case err != nil:
		return nil, err
	case m.abstract():
		return nil, m.failIn(k, Abstract)
	case resolved.Class.Interface() && !m.has(classfile.AccPublic):
		return nil, m.fail(Inaccessible)
	}
	return m, nil
}

// implementation returns the method of a class or its nearest superclass that implements that of an interface; nil if none.
func (c *Classes) implementation(k *Class, resolved *Method) (m *Method, err error) {
	err = c.lineage(k, func(k *Class) bool {
		var ok bool
		if m, ok = k.overridable(resolved.Name, resolved.Descriptor); !ok {
			m = nil
		}
		return m == nil
	})
	if onlyObject(err, resolved.Name) {
		err = nil
	}
	return m, err
}

// overriding returns the lowest method of a class and its superclasses that overrides the method of one of them, or that method
// itself.
func (c *Classes) overriding(k *Class, resolved *Method) (*Method, error) {
	var own []*Method // from k up to the class of the method
	if err := c.lineage(k, func(k *Class) bool {
		if m, ok := k.overridable(resolved.Name, resolved.Descriptor); ok && k != resolved.Class {
			own = append(own, m)
		}
		return k != resolved.Class
	}); err != nil {
		return nil, err
	}
	m, o := resolved, overriddenBy(resolved)
	for i := len(own) - 1; i >= 0; i-- {
		if o.overrides(own[i]) {
			m, o = own[i], o.with(own[i])
		}
	}
	return m, nil
}

// An override says which methods of subclasses override a method (JVMS 5.4.5).
type override struct {
	in     *Class // any in the package of this class
	anyone bool   // or in any package: the method, or one that overrides it, is public or protected
}

func overriddenBy(m *Method) override { return override{in: m.Class}.with(m) }

func (o override) overrides(m *Method) bool { return o.anyone || m.Class.inPackageOf(o.in) }

// with adds a method that overrides it.
func (o override) with(m *Method) override {
	o.anyone = o.anyone || m.has(classfile.AccPublic|classfile.AccProtected)
	return o
}

package hierarchy

import (
	"slices"

	"github.com/iprof-viz/iprof-viz/classfile"
)

// step counts a type that is visited. The error is that these were too many, in all answers so far: few bytes of class files have many
// pairs of calls and types.
func (c *Classes) step(name string) error {
	if c.steps++; c.steps > maxSteps {
		return &Error{Problem: TooLarge, Name: name}
	}
	return nil
}

// lineage visits a class and its superclasses, from the class up, until visit returns false. The error is that of the first
// superclass that cannot be read, or cannot be one.
func (c *Classes) lineage(k *Class, visit func(*Class) bool) error {
	mark, next := k, 2 // finds cycles (Brent): the mark moves up to the class visited at each power of two
	for n := 1; visit(k) && k.Super != ""; n++ {
		if err := c.step(k.Name); err != nil {
			return err
		}
		super, err := c.Class(k.Super)
		switch {
		case err != nil:
			return err
		case super == mark:
			return &Error{Problem: Cyclic, Name: super.Name}
		case super.Flags&(classfile.AccInterface|classfile.AccFinal) != 0: // JVMS 5.3.5
			return &Error{Problem: IncompatibleClass, Name: super.Name}
		case n == maxSuperclasses:
			return &Error{Problem: TooLarge, Name: super.Name}
		}
		if k = super; n == next {
			mark, next = k, 2*next
		}
	}
	return nil
}

// A visit is what a walk over superinterfaces notes at each.
type visit struct {
	walk       uint32 // the walk that the rest is of
	open       bool   // its superinterfaces are being visited
	overridden bool   // a subinterface that was visited declares the method
}

// superinterfaces returns the superinterfaces of a class or interface, direct and indirect, those of superclasses included, and the
// class itself with its superclasses: subtypes before supertypes. Interfaces that are not found are left out. The error is a cycle, a
// missing superclass, or a limit.
func (c *Classes) superinterfaces(k *Class) ([]*Class, error) {
	w := &walk{classes: c}
	if c.walks++; c.walks == 0 { // it overflowed
		for _, f := range c.found {
			if f.class != nil {
				f.class.visit = visit{}
			}
		}
		c.walks = 1
	}
	var line []*Class
	if k.Interface() {
		line = []*Class{k}
	} else if err := c.lineage(k, func(k *Class) bool {
		line = append(line, k)
		return true
	}); err != nil && !onlyObject(err, "") {
		return nil, err
	}
	for i := len(line) - 1; i >= 0; i-- { // the walk is from supertypes to subtypes
		if err := w.add(line[i], 0); err != nil {
			return nil, err
		}
	}
	for i, j := 0, len(w.order)-1; i < j; i, j = i+1, j-1 {
		w.order[i], w.order[j] = w.order[j], w.order[i]
	}
	return w.order, nil
}

// A walk collects superinterfaces, supertypes before subtypes.
type walk struct {
	classes *Classes
	order   []*Class
	steps   int
}

func (w *walk) add(k *Class, depth int) error {
	switch {
	case k.visit.walk == w.classes.walks && k.visit.open:
		return &Error{Problem: Cyclic, Name: k.Name}
	case k.visit.walk == w.classes.walks:
		return nil
	case depth > maxSuperclasses:
		return &Error{Problem: TooLarge, Name: k.Name}
	}
	k.visit = visit{walk: w.classes.walks, open: true}
	for _, name := range k.Interfaces {
		if w.steps++; w.steps > maxSuperinterfaces {
			return &Error{Problem: TooLarge, Name: k.Name}
		}
		if err := w.classes.step(k.Name); err != nil {
			return err
		}
		super, err := w.classes.Class(name)
		if err != nil {
			continue // whether it matters depends on the method, see maximallySpecific
		}
		if !super.Interface() {
			return &Error{Problem: IncompatibleClass, Name: super.Name}
		}
		if err := w.add(super, depth+1); err != nil {
			return err
		}
	}
	k.visit.open = false
	w.order = append(w.order, k)
	return nil
}

// maximallySpecific returns the maximally-specific superinterface methods of a class or interface (JVMS 5.4.3.3): instance methods,
// not private, that no other subinterface overrides. They are in the order in which subtypes come before supertypes.
func (c *Classes) maximallySpecific(of *Class, name, descriptor string) ([]*Method, error) {
	types, err := c.superinterfaces(of)
	if err != nil {
		return nil, err
	}
	var methods []*Method
	for _, k := range types {
		declares := false
		if k.Interface() && k != of {
			var m *Method
			if m, declares = k.overridable(name, descriptor); declares && !k.visit.overridden {
				methods = append(methods, m)
			}
		}
		decided := declares || k.visit.overridden
		for _, i := range k.Interfaces {
			super, err := c.Class(i)
			switch {
			case err == nil:
				super.visit.overridden = super.visit.overridden || decided
			case !decided && !onlyMarker(err):
				return nil, err // it, or one of its superinterfaces, could declare the method
			}
		}
	}
	return methods, nil
}

// subtype reports whether a class is a class or interface, or a subtype of it. If a missing type could make it one, that is the error.
func (c *Classes) subtype(k *Class, of *Class) (bool, error) {
	if of.Name == object || k == of {
		return true, nil
	}
	if of.array() {
		return k.array(), nil // only clone is asked for, which all have
	}
	if !of.Interface() {
		is := false
		err := c.lineage(k, func(k *Class) bool {
			is = k == of
			return !is
		})
		if onlyObject(err, "") {
			err = nil
		}
		return is, err
	}
	types, err := c.superinterfaces(k)
	if err != nil {
		return false, err
	}
	if slices.Contains(types, of) {
		return true, nil
	}
	var undecided error
	for _, t := range types {
		for _, i := range t.Interfaces {
			if _, err := c.Class(i); err != nil && !onlyMarker(err) && undecided == nil {
				undecided = err
			}
		}
	}
	return false, undecided
}

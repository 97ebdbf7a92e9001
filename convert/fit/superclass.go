package fit

import (
	"strings"

	"github.com/iprof-viz/iprof-viz/classfile"
)

// A kin holds the superclass of a class.
type kin struct {
	super string // "": none
	known bool   // the class was found
	iface bool   // it is an interface
}

// kinOf returns the superclass of a class. Classes are read once.
func (j *judge) kinOf(name string) kin {
	k, ok := j.kin[name]
	if !ok {
		if class, _, err := j.find(name); err == nil {
			k = kin{strings.Clone(class.Super), true, class.Flags&classfile.AccInterface != 0}
		}
		j.kin[strings.Clone(name)] = k
	}
	return k
}

// maxAncestors limits the path from a class to java.lang.Object, which may be a cycle in damaged classes.
const maxAncestors = 1000

// below reports whether a class is another one or extends it, and whether that is certain: all classes on the path were found.
func (j *judge) below(name, super string) (is, certain bool) {
	for range maxAncestors {
		if name == super {
			return true, true
		}
		k := j.kinOf(name)
		if !k.known {
			return false, false
		}
		if k.super == "" {
			return false, true
		}
		name = k.super
	}
	return false, false
}

// mayCall reports whether an instruction that names a method of one class may call a method of another. For constructors it must be
// the same class. Through interfaces, it may be any class; otherwise it is the same class or one that it extends and, if the call
// is virtual, one that extends it.
func (j *judge) mayCall(op classfile.Opcode, method, owner, class string) bool {
	if owner == class || strings.HasPrefix(owner, "[") {
		return true
	}
	if method == "<init>" {
		return false
	}
	if from, to := j.kinOf(owner), j.kinOf(class); !from.known || !to.known || from.iface || to.iface {
		return true
	}
	inherited, certain := j.below(owner, class)
	if inherited || !certain {
		return true
	}
	overridden, certain := j.below(class, owner)
	return op == classfile.OpInvokevirtual && (overridden || !certain)
}

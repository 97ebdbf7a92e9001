package hierarchy

import (
	"cmp"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/classfile"
)

// A Class is a class or interface, or an array type. It is immutable; the class file is not kept.
type Class struct {
	Name       string // java.util.Map$Entry, [I
	Super      string // "" for java.lang.Object
	Interfaces []string
	Flags      classfile.Flags

	methods []Method // by name and descriptor
	visit   visit
}

// A Method is a method that a class declares. It is immutable; a class has one Method for each, so that pointers can be compared.
type Method struct {
	Class       *Class
	Name        string
	Descriptor  string
	Flags       classfile.Flags
	CodeLength  int      // bytes of bytecode; 0: none, or damaged
	Annotations []string // classes, in the order of the class file: java.lang.Deprecated; those of sources are not in class files
}

// Method returns the method that the class itself declares with a name and descriptor; of two, the first in the class file.
func (k *Class) Method(name, descriptor string) (*Method, bool) {
	i, ok := slices.BinarySearchFunc(k.methods, Method{Name: name, Descriptor: descriptor}, compareMethods)
	if !ok {
		return nil, false
	}
	return &k.methods[i], true
}

func compareMethods(a, b Method) int {
	return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Descriptor, b.Descriptor))
}

// overridable returns the class's own instance method, unless it is private: private methods neither override nor are overridden.
func (k *Class) overridable(name, descriptor string) (*Method, bool) {
	m, ok := k.Method(name, descriptor)
	return m, ok && !m.has(classfile.AccStatic|classfile.AccPrivate)
}

// Interface reports whether it is an interface.
func (k *Class) Interface() bool { return k.Flags&classfile.AccInterface != 0 }

// array reports whether it is an array type.
func (k *Class) array() bool { return strings.HasPrefix(k.Name, "[") }

// inPackageOf reports whether two classes have the same package.
func (k *Class) inPackageOf(other *Class) bool {
	pkg := func(name string) string { return name[:max(0, strings.LastIndexByte(name, '.'))] }
	return pkg(k.Name) == pkg(other.Name)
}

// String returns java.util.Map.get(Ljava/lang/Object;)Ljava/lang/Object;.
func (m *Method) String() string { return m.Class.Name + "." + m.Name + m.Descriptor }

// Final reports whether no other method can be selected in its place, by its class file alone: it is static, private, final, a
// constructor, or of a final class.
func (m *Method) Final() bool {
	return m.has(classfile.AccStatic|classfile.AccPrivate|classfile.AccFinal) || m.Name == constructor || m.Class.Flags&classfile.AccFinal != 0
}

const constructor = "<init>"

// has reports whether the method has any of the flags.
func (m *Method) has(flags classfile.Flags) bool { return m.Flags&flags != 0 }

func (m *Method) abstract() bool { return m.has(classfile.AccAbstract) }

// fail returns a problem with the method.
func (m *Method) fail(p Problem) error { return &Error{Problem: p, Name: m.String()} }

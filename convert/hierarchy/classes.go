package hierarchy

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/classpath"
)

// Classes are the classes of a program. They are read when they are needed, and once. They are not safe for concurrent use, but
// find and given are called concurrently after [Classes.ReadAhead].
type Classes struct {
	find  func(name string) (*classfile.Class, error)
	given func() iter.Seq2[classfile.Header, error] // nil: unknown
	found map[string]found
	texts map[string]string // names and descriptors, each once
	kept  int64             // bytes of methods and texts, about
	walks uint32            // walks over superinterfaces so far
	steps int64             // types visited so far

	ahead     *reading // nil: none
	all       *world   // nil: not read yet, or it failed
	allFailed error
}

type found struct {
	class *Class
	err   error
}

// New returns the hierarchy of the classes that find finds, as [classpath.Path.Class] does: the error is [classpath.ErrNotFound] if
// there is none. Given yields the headers of all classes, as [classpath.Path.Headers] does; nil: unknown.
func New(find func(name string) (*classfile.Class, error), given func() iter.Seq2[classfile.Header, error]) *Classes {
	return &Classes{find: find, given: given, found: map[string]found{}, texts: map[string]string{}}
}

// Class returns a class by its name. The error is an [*Error]: [ClassNotFound], [DamagedClass] or [TooLarge].
func (c *Classes) Class(name string) (*Class, error) {
	if f, ok := c.found[name]; ok {
		return f.class, f.err
	}
	var f found
	name = strings.Clone(name) // it may be a part of a class file
	if strings.HasPrefix(name, "[") {
		f.class, f.err = arrayType(name)
	} else {
		f.class, f.err = c.read(name)
	}
	c.found[name] = f
	return f.class, f.err
}

func (c *Classes) read(name string) (*Class, error) {
	file, err := c.find(name)
	switch {
	case errors.Is(err, classpath.ErrNotFound):
		return nil, &Error{Problem: ClassNotFound, Name: name}
	case err != nil:
		return nil, &Error{Problem: DamagedClass, Name: name, Err: err}
	case file.Name != name:
		return nil, &Error{Problem: DamagedClass, Name: name, Err: fmt.Errorf("the class is %s", file.Name)}
	case (name == object) != (file.Super == ""):
		return nil, &Error{Problem: DamagedClass, Name: name, Err: errors.New("it has no superclass, or java.lang.Object has one")}
	}
	k := &Class{Name: name, Super: c.text(file.Super), Flags: file.Flags}
	for _, i := range file.Interfaces {
		k.Interfaces = append(k.Interfaces, c.text(i))
	}
	if c.kept += classSize + int64(len(file.Methods))*methodSize; c.kept > maxKept {
		return nil, &Error{Problem: TooLarge, Name: name}
	}
	k.methods = make([]Method, len(file.Methods))
	for i := range file.Methods {
		m := &file.Methods[i]
		k.methods[i] = Method{Class: k, Name: c.text(m.Name), Descriptor: c.text(m.Descriptor), Flags: m.Flags, CodeLength: m.CodeLength()}
		for _, name := range m.Annotations() {
			c.kept += textSize
			k.methods[i].Annotations = append(k.methods[i].Annotations, c.text(name))
		}
	}
	if c.kept > maxKept {
		return nil, &Error{Problem: TooLarge, Name: name}
	}
	slices.SortStableFunc(k.methods, compareMethods)
	return k, nil
}

// text returns a copy of a text, always the same, so that class files can be dropped.
func (c *Classes) text(s string) string {
	if kept, ok := c.texts[s]; ok {
		return kept
	}
	s = strings.Clone(s)
	c.texts[s] = s
	c.kept += int64(len(s))
	return s
}

const (
	object       = "java.lang.Object"
	cloneable    = "java.lang.Cloneable"
	serializable = "java.io.Serializable"
)

// arrayType returns an array type (JLS 10.7, 10.8).
func arrayType(name string) (*Class, error) {
	if _, _, err := classfile.Types("(" + strings.ReplaceAll(name, ".", "/") + ")V"); err != nil {
		return nil, &Error{Problem: ClassNotFound, Name: name}
	}
	k := &Class{Name: name, Super: object, Interfaces: []string{cloneable, serializable}}
	k.Flags = classfile.AccPublic | classfile.AccFinal | classfile.AccAbstract
	k.methods = []Method{{Class: k, Name: "clone", Descriptor: "()Ljava/lang/Object;", Flags: classfile.AccPublic | classfile.AccFinal | classfile.AccNative}}
	return k, nil
}

// objectMethods are the names of all methods that java.lang.Object has had in any release.
var objectMethods = []string{"<clinit>", "<init>", "clone", "equals", "finalize", "getClass", "hashCode", "notify", "notifyAll", "registerNatives", "toString", "wait", "wait0"}

// onlyObject reports whether the error is that java.lang.Object is not found, which declares no method of that name.
func onlyObject(err error, method string) bool {
	return missing(err) == object && !slices.Contains(objectMethods, method)
}

// onlyMarker reports whether the error is that an interface is not found which is known to declare no methods.
func onlyMarker(err error) bool {
	name := missing(err)
	return name == cloneable || name == serializable
}

// missing returns the name of the class that the error says is not found; "" for other errors.
func missing(err error) string {
	if e := (*Error)(nil); errors.As(err, &e) && e.Problem == ClassNotFound {
		return e.Name
	}
	return ""
}

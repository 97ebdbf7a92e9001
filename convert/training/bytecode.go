package training

import (
	"strings"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/internal/javaname"
)

// A bytecode says which methods have none, by their class files.
type bytecode struct {
	find    func(class string) (*classfile.Class, error) // nil: no class is found
	classes map[string]map[string]State                  // those that were looked for, see read; nil: not found
	text    javaname.RepeatedText
}

// without returns Native or Abstract for a method without bytecode, such as java.lang.Thread.sleep(long) or, with all its overloads,
// java.lang.Thread.sleep; Entered if it has some. It is false if that is unknown, as no class file has the method.
func (b *bytecode) without(method string) (State, bool) {
	class, signature := splitMethod(method)
	methods := b.methods(class)
	if state, known := methods[signature]; known {
		return state, true
	}
	name, _, _ := strings.Cut(signature, "(")
	state, known := methods[name]
	return state, known
}

func (b *bytecode) methods(class string) map[string]State {
	if b.find == nil || class == "" {
		return nil
	}
	methods, known := b.classes[class]
	if known {
		return methods
	}
	if of, err := b.find(class); err == nil && !b.text.Full() {
		methods = b.read(of)
	}
	b.classes[strings.Clone(class)] = methods
	return methods
}

// read returns the states of methods by signature, sleep(long), and by name: Entered if any of the overloads has bytecode, or if they
// differ.
func (b *bytecode) read(class *classfile.Class) map[string]State {
	methods := map[string]State{}
	for i := range class.Methods {
		m := &class.Methods[i]
		state := Entered
		switch {
		case m.Flags&classfile.AccNative != 0:
			state = Native
		case m.Flags&classfile.AccAbstract != 0:
			state = Abstract
		}
		signature := signatureOf(m, &b.text)
		name, _, _ := strings.Cut(signature, "(")
		if other, overloaded := methods[name]; overloaded && other != state {
			methods[name] = Entered
		} else {
			methods[name] = state
		}
		methods[signature] = state
	}
	return methods
}

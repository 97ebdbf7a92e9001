package training

import (
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/classfile"
)

// A bytecode says which methods have none, by their class files.
type bytecode struct {
	find    func(class string) (*classfile.Class, error) // nil: no class is found
	classes map[string][]methodHead                      // those that were looked for; nil: not found
}

// A methodHead is a method of a class file: sleep(long), which is native, abstract or, as Entered, has bytecode.
type methodHead struct {
	signature string
	state     State
}

// without returns Native or Abstract for a method without bytecode, such as java.lang.Thread.sleep(long) or, with all its overloads,
// java.lang.Thread.sleep; Entered if it has some. It is false if that is unknown, as no class file has the method.
func (b *bytecode) without(method string) (State, bool) {
	class, signature := splitMethod(method)
	name, _, _ := strings.Cut(signature, "(")
	var named []methodHead
	for _, head := range b.methods(class) {
		if head.signature == signature {
			return head.state, true
		}
		if strings.HasPrefix(head.signature, name+"(") {
			named = append(named, head)
		}
	}
	if len(named) == 0 {
		return Entered, false
	}
	if slices.ContainsFunc(named, func(head methodHead) bool { return head.state != named[0].state }) {
		return Entered, true
	}
	return named[0].state, true
}

func (b *bytecode) methods(class string) []methodHead {
	if b.find == nil || class == "" {
		return nil
	}
	heads, known := b.classes[class]
	if known {
		return heads
	}
	if of, err := b.find(class); err == nil {
		for i := range of.Methods {
			m := &of.Methods[i]
			head := methodHead{signature: signatureOf(m)}
			switch {
			case m.Flags&classfile.AccNative != 0:
				head.state = Native
			case m.Flags&classfile.AccAbstract != 0:
				head.state = Abstract
			}
			heads = append(heads, head)
		}
	}
	b.classes[strings.Clone(class)] = heads
	return heads
}

package hierarchy_test

import (
	"errors"
	"iter"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/classpath"
	"github.com/iprof-viz/iprof-viz/convert/hierarchy"
)

// A program is a text with a type on each line, in the order in which they are given: flags, kind, name, supertypes and, after a colon,
// methods with their flags. Methods have the descriptor ()V.
//
//	abstract class a.B extends a.A implements a.I, a.J: public m, private static n
//
// Methods of interfaces are public unless they are private, and java.lang.Object is given unless the program has a line for it.
type program struct {
	names []string // in the order of the text
	types map[string]*classfile.Class
}

const (
	object    = "java.lang.Object"
	noObject  = "missing " + object
	ofObject  = "class " + object + ": public toString, protected finalize, public final getClass, public <init>\n"
	signature = "()V"
)

var flagWords = map[string]classfile.Flags{
	"public": classfile.AccPublic, "private": classfile.AccPrivate, "protected": classfile.AccProtected, "static": classfile.AccStatic,
	"final": classfile.AccFinal, "abstract": classfile.AccAbstract, "native": classfile.AccNative, "varargs": classfile.AccVarargs,
}

func programOf(t *testing.T, text string) program {
	t.Helper()
	p := program{types: map[string]*classfile.Class{}}
	if !strings.Contains(text, noObject) && !strings.Contains(text, "class "+object) {
		text = ofObject + text
	}
	for line := range strings.Lines(text) {
		head, methods, _ := strings.Cut(strings.TrimSpace(line), ":")
		if head == "" || head == noObject {
			continue
		}
		k := &classfile.Class{Super: object}
		state := ""
		for word := range strings.FieldsSeq(strings.ReplaceAll(head, ",", " ")) {
			flag, isFlag := flagWords[word]
			switch {
			case isFlag:
				k.Flags |= flag
			case word == "class" || word == "interface":
				if state = "name"; word == "interface" {
					k.Flags |= classfile.AccInterface | classfile.AccAbstract
				}
			case word == "extends" || word == "implements":
				state = word
			case state == "name":
				k.Name = word
			case state == "extends" && k.Flags&classfile.AccInterface == 0:
				k.Super = word
			case state == "extends" || state == "implements":
				k.Interfaces = append(k.Interfaces, word)
			default:
				t.Fatalf("%q in %q", word, line)
			}
		}
		if k.Name == object {
			k.Super = ""
		}
		for method := range strings.SplitSeq(methods, ",") {
			m := classfile.Method{Descriptor: signature}
			for word := range strings.FieldsSeq(method) {
				if flag, ok := flagWords[word]; ok {
					m.Flags |= flag
				} else {
					m.Name, m.Descriptor, _ = strings.Cut(word, "(")
					if m.Descriptor = "(" + m.Descriptor; m.Descriptor == "(" {
						m.Descriptor = signature
					}
				}
			}
			if k.Flags&classfile.AccInterface != 0 && m.Flags&classfile.AccPrivate == 0 {
				m.Flags |= classfile.AccPublic
			}
			if m.Name != "" {
				k.Methods = append(k.Methods, m)
			}
		}
		p.names = append(p.names, k.Name)
		p.types[k.Name] = k
	}
	return p
}

// find finds a class: of a name with "damaged", an error.
func (p program) find(name string) (*classfile.Class, error) {
	if k, ok := p.types[name]; ok {
		return k, nil
	}
	if strings.Contains(name, "Damaged") {
		return nil, &classfile.FormatError{File: name, Err: classfile.ErrTruncated}
	}
	return nil, classpath.ErrNotFound
}

// headers yields all classes.
func (p program) headers() iter.Seq2[classfile.Header, error] {
	return func(yield func(classfile.Header, error) bool) {
		for _, name := range p.names {
			if !yield(headerOf(p.types[name]), nil) {
				return
			}
		}
	}
}

func headerOf(k *classfile.Class) classfile.Header {
	return classfile.Header{Name: k.Name, Super: k.Super, Interfaces: k.Interfaces, Flags: k.Flags}
}

func (p program) classes() *hierarchy.Classes { return hierarchy.New(p.find, p.headers) }

// refOf returns the reference for a text: a.A.m, or interface a.I.m.
func refOf(text string) classfile.Ref {
	name, isInterface := strings.CutPrefix(text, "interface ")
	at := strings.LastIndexByte(name, '.')
	if strings.HasSuffix(name, ".<init>") {
		at = len(name) - len(".<init>")
	}
	method, descriptor, ok := strings.Cut(name[at+1:], "(")
	if descriptor = "(" + descriptor; !ok {
		descriptor = signature
	}
	return classfile.Ref{Owner: name[:at], Name: method, Descriptor: descriptor, Interface: isInterface}
}

// answer returns the method without the usual descriptor, or the error.
func answer(m *hierarchy.Method, err error) string {
	if err != nil {
		var e *hierarchy.Error
		if !errors.As(err, &e) {
			return "not an Error: " + err.Error()
		}
		return strings.ReplaceAll(err.Error(), signature, "")
	}
	return strings.TrimSuffix(m.String(), signature)
}

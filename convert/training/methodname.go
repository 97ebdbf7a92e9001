package training

import (
	"strings"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/javaname"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// methodName returns the full name of a method, with parameters if they are known, and whether it is plainly one of Java.
func methodName(names *convert.Names, slot int) (string, bool) {
	if m, _ := names.Profile.MethodHeadAt(slot); m.Declaring == iprof.NoType {
		return plain(m.Name)
	}
	return names.Signature(slot), true
}

// plain returns the name of a frame of another tool as in an iprof, and whether it is plainly a method of Java:
// java/lang/Thread.run_[j] is java.lang.Thread.run.
func plain(text string) (string, bool) {
	if n := len(text) - len("_[j]"); n > 0 && text[n:n+2] == "_[" && text[len(text)-1] == ']' {
		text = text[:n]
	}
	f, ok := javaname.ParseFrame(text)
	if !ok {
		return text, false
	}
	if f.Package == "" {
		return text, true
	}
	return strings.ReplaceAll(f.Package, "/", ".") + "." + f.Short(), true
}

// splitMethod returns the class of a method, and its name with parameters if it has some; "" if no class is known.
func splitMethod(name string) (class, signature string) {
	end := len(name)
	if open := strings.IndexByte(name, '('); open >= 0 {
		end = open
	}
	dot := strings.LastIndexByte(name[:end], '.')
	if dot < 0 {
		return "", name
	}
	return name[:dot], name[dot+1:]
}

// nameOf returns the name of a method with its parameters. It shares no memory with the class.
func nameOf(m *classfile.Method, text *javaname.RepeatedText) string {
	return text.Cut(m.Class().Name) + "." + signatureOf(m, text)
}

// signatureOf is [nameOf] without the class. A descriptor that is longer than those of real methods is left as it is, and cut.
func signatureOf(m *classfile.Method, text *javaname.RepeatedText) string {
	if len(m.Descriptor) > 8192 {
		return text.Cut(m.Name) + text.Cut(m.Descriptor)
	}
	params, _ := m.Types()
	return text.Cut(m.Name) + "(" + text.Params(params) + ")"
}

package convert

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/iprof-viz/iprof-viz/internal/javaname"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// JVMSignature returns a method with the JVM's descriptors: java.lang.Thread.sleep(J)V. It is unique in a profile unless two class
// loaders have classes of the same name. A method that the profile does not list is <unknown method 1666>, one without a signature
// its name; a type that it does not list is an unknown class: L<unknown type 7>;. It is empty without a return type, which no profile lacks but
// names in a log of the compiler do.
//
// The names of types are truncated at 65,535 bytes, or earlier if there are more than a thousand methods and types, but never below
// 1,024. So are lists of parameters. A … stands for the rest, with the number of bytes or parameters left out.
func JVMSignature(p *iprof.Profile, m iprof.Method) string {
	return (&JVMSignatures{Profile: p}).Of(m)
}

// JVMSignatures makes the signatures of many methods of a profile. It reuses its memory, so it is not safe for concurrent use.
type JVMSignatures struct {
	Profile *iprof.Profile
	room    []byte
}

// Of returns the signature of a method, as [JVMSignature] does.
func (s *JVMSignatures) Of(m iprof.Method) string {
	p := s.Profile
	switch {
	case !p.ListsMethod(m.ID):
		return UnknownMethodName(m.ID)
	case m.Declaring == iprof.NoType:
		return cmp.Or(m.Name, javaname.Unnamed)
	case m.Return == iprof.NoType:
		return ""
	}
	limit := javaname.LengthLimit(p)
	b := s.room[:0]
	if b == nil {
		b = make([]byte, 0, 96)
	}
	if t, ok := p.Type(m.Declaring); ok {
		b = append(b, javaname.Shorten(t.Name, limit)...)
	} else {
		b = append(b, UnknownTypeName(m.Declaring)...)
	}
	b = append(b, '.')
	b = append(b, m.Name...)
	b = append(b, '(')
	b = javaname.AppendParams(b, m.Params, "", limit, s.appendDescriptor)
	b = append(b, ')')
	b = s.appendDescriptor(b, m.Return)
	s.room = b
	return javaname.EscapeHalves(string(b))
}

// UnknownTypeName is the name of a type that the profile does not list.
func UnknownTypeName(id iprof.TypeID) string { return "<unknown type " + strconv.Itoa(int(id)) + ">" }

// appendDescriptor appends the descriptor of a type.
func (s *JVMSignatures) appendDescriptor(b []byte, id iprof.TypeID) []byte {
	t, ok := s.Profile.Type(id)
	if !ok {
		b = append(b, 'L')
		b = append(b, UnknownTypeName(id)...)
		return append(b, ';')
	}
	if d, ok := javaname.Primitives[t.Name]; ok {
		return append(b, d)
	}
	dims, _ := javaname.ArrayOf(t.Name)
	if dims == 0 {
		b = append(b, 'L')
	}
	b = appendInternal(b, javaname.Shorten(t.Name, javaname.LengthLimit(s.Profile)))
	if dims == 0 {
		b = append(b, ';')
	}
	return b
}

// appendInternal appends a class name with slashes for dots. The suffix of a hidden class, after its slash, then follows a dot:
// a.Form/0x0000000800c03000 is a/Form.0x0000000800c03000 inside the JVM.
func appendInternal(b []byte, name string) []byte {
	from, hidden := len(b), strings.IndexByte(name, '/')
	b = append(b, name...)
	for i, c := range b[from:] {
		switch {
		case c == '.':
			b[from+i] = '/'
		case i == hidden:
			b[from+i] = '.'
		}
	}
	return b
}

// UnknownMethodName stands for the name of a method that its profile does not list.
func UnknownMethodName(id iprof.MethodID) string {
	return "<unknown method " + strconv.Itoa(int(id)) + ">"
}

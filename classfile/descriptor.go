package classfile

import (
	"fmt"
	"strings"

	"github.com/iprof-viz/iprof-viz/internal/words"
)

// primitives are the names of the primitive types, and void, by descriptor (JVMS 4.3.2, 4.3.3).
var primitives = [128]string{
	'Z': "boolean", 'B': "byte", 'C': "char", 'S': "short", 'I': "int", 'J': "long", 'F': "float", 'D': "double", 'V': "void",
}

const primitiveTypes = "ZBCSIJFDV"

// Descriptor returns the descriptor of a method from the names of its types: ["int", "[Ljava.lang.String;"] and "void"
// give (I[Ljava/lang/String;)V. Invalid type names give a descriptor that matches no method.
func Descriptor(params []string, ret string) string {
	var b strings.Builder
	b.WriteByte('(')
	for _, p := range params {
		writeDescriptor(&b, p)
	}
	b.WriteByte(')')
	writeDescriptor(&b, ret)
	return b.String()
}

func writeDescriptor(b *strings.Builder, name string) {
	if strings.HasPrefix(name, "[") {
		b.WriteString(strings.ReplaceAll(name, ".", "/"))
		return
	}
	for i := range len(primitiveTypes) {
		if c := primitiveTypes[i]; primitives[c] == name {
			b.WriteByte(c)
			return
		}
	}
	b.WriteByte('L')
	b.WriteString(strings.ReplaceAll(name, ".", "/"))
	b.WriteByte(';')
}

// Types returns the names of the parameter types and of the return type of a descriptor: (I[Ljava/lang/String;)V gives ["int",
// "[Ljava.lang.String;"] and "void". It fails for text that is not a method descriptor.
func Types(descriptor string) (params []string, ret string, err error) {
	if err := checkDescriptor(descriptor); err != nil {
		return nil, "", err
	}
	rest := descriptor[1:]
	for rest[0] != ')' {
		n := fieldType(rest)
		params = append(params, typeName(rest[:n]))
		rest = rest[n:]
	}
	return params, typeName(rest[1:]), nil
}

// checkDescriptor checks that a text is a method descriptor.
func checkDescriptor(s string) error {
	if !isDescriptor(s) {
		return fmt.Errorf("%s is not a method descriptor", quoteShort(s))
	}
	return nil
}

func isDescriptor(s string) bool {
	if !strings.HasPrefix(s, "(") {
		return false
	}
	rest := s[1:]
	for !strings.HasPrefix(rest, ")") {
		n := fieldType(rest)
		if n == 0 {
			return false
		}
		rest = rest[n:]
	}
	ret := rest[1:]
	return ret == "V" || ret != "" && fieldType(ret) == len(ret)
}

// fieldType returns the length of the type descriptor at the beginning of s, or 0 if none. Void is not a type of fields
// and parameters.
func fieldType(s string) int {
	dims := 0
	for dims < len(s) && s[dims] == '[' {
		dims++
	}
	switch rest := s[dims:]; {
	case rest == "" || dims > 255:
		return 0
	case rest[0] == 'L':
		if n := strings.IndexAny(rest, ";.["); n > 1 && rest[n] == ';' { // names contain none of these (JVMS 4.2)
			return dims + n + 1
		}
		return 0
	case rest[0] < 128 && rest[0] != 'V' && primitives[rest[0]] != "":
		return dims + 1
	}
	return 0
}

// typeName returns the name of a type from its descriptor: I gives int, Ljava/lang/String; java.lang.String, and arrays
// only change their slashes.
func typeName(descriptor string) string {
	switch descriptor[0] {
	case '[':
		return strings.ReplaceAll(descriptor, "/", ".")
	case 'L':
		return strings.ReplaceAll(descriptor[1:len(descriptor)-1], "/", ".")
	}
	return primitives[descriptor[0]]
}

// quoteShort quotes offending text, shortened to 60 bytes.
func quoteShort(s string) string { return words.QuoteShort(s, 60) }

// Package javaname parses and shortens the names of classes and methods in class files, profiles and Java source, recognizes
// generated names, with hashes and addresses that differ from build to build, and guesses the new name of a method that a program
// no longer has.
package javaname

import (
	"strings"
)

// Primitives are the descriptors of the primitive types.
var Primitives = map[string]byte{
	"boolean": 'Z', "byte": 'B', "char": 'C', "short": 'S', "int": 'I', "long": 'J', "float": 'F', "double": 'D', "void": 'V',
}

// primitiveNames are the names of the primitive types by descriptor; arrays of void do not exist.
var primitiveNames = [128]string{
	'Z': "boolean", 'B': "byte", 'C': "char", 'S': "short", 'I': "int", 'J': "long", 'F': "float", 'D': "double",
}

// Type returns the name of a type as Java writes it, from its binary name:
//
//	[Ljava.lang.String;  ->  java.lang.String[]
//	[[D                  ->  double[][]
//
// Any other text is returned unchanged.
func Type(binary string) string {
	dims, element := ArrayOf(binary)
	if dims == 0 {
		return binary
	}
	return element + strings.Repeat("[]", dims)
}

// ArrayOf splits the binary name of an array type into the number of dimensions and the name of the element type. For
// any other type it returns 0 and the name itself.
func ArrayOf(binary string) (dims int, element string) {
	for dims < len(binary) && binary[dims] == '[' {
		dims++
	}
	switch element := binary[dims:]; {
	case dims == 0:
	case len(element) > 2 && element[0] == 'L' && element[len(element)-1] == ';':
		return dims, element[1 : len(element)-1]
	case len(element) == 1 && element[0] < 128 && primitiveNames[element[0]] != "":
		return dims, primitiveNames[element[0]]
	}
	return 0, binary
}

// WithoutPackage removes the package from a class name: java.util.Map$Entry[] gives Map$Entry[]. The suffix of a hidden class,
// after a slash, belongs to the class: a.b.LambdaForm$MH/0x0000000800c03000 gives LambdaForm$MH/0x0000000800c03000.
func WithoutPackage(class string) string {
	_, class = splitPackage(class)
	return class
}

// splitPackage separates the package, including its last dot, from the class.
func splitPackage(name string) (pkg, class string) {
	end := len(name)
	if i := strings.IndexByte(name, '/'); i >= 0 {
		end = i
	}
	i := strings.LastIndexByte(name[:end], '.') + 1
	return name[:i], name[i:]
}

// Package hierarchy resolves and selects methods as the JVM does, over class files: it says which method a call names, and which
// one runs. It runs nothing.
//
// [Classes.Resolve] follows a method reference (JVMS 5.4.3.3, 5.4.3.4), [Classes.Special] is the lookup of invokespecial (JVMS 6.5),
// and [Classes.Select] is what a virtual or interface call does for the class of its receiver (JVMS 5.4.6):
//
//	classes := hierarchy.New(path.Class, nil)
//	resolved, err := classes.Resolve(ref)
//	selected, err := classes.Select(resolved, "java.util.ArrayList")
//
// Access is not checked, except where it decides which method runs: a call that may not be made throws an exception. All classes
// count as loaded by one class loader.
//
// # Names
//
// Types and descriptors are named as in package classfile. An array type has the methods of java.lang.Object, and a method clone of
// its own.
//
// # Errors
//
// An answer is certain for the classes given, or else it is an [*Error] with a [Problem]: a missing superclass could declare the
// method. Two missing types are known anyway: java.lang.Object, which declares no methods but its well-known ones, and the
// interfaces of arrays, which declare none. Missing classes do not matter where a class below them has decided.
//
// # Limits
//
// A class has at most 1,000 superclasses, and 20,000 paths to superinterfaces. The tables of methods have at most 256 MiB. All
// answers together visit at most 20 million types.
//
// JVMS is The Java Virtual Machine Specification, Java SE 26.
package hierarchy

// Package classfile reads the code of Java programs from class files of Java 1.0 to 26 (versions 45 to 70). It runs nothing.
//
// [Parse] reads a class, and [Method.Code] decodes one method:
//
//	class, err := classfile.Parse(data)
//	method, ok := class.Method("main", []string{"[Ljava.lang.String;"}, "void")
//	code, err := method.Code()
//	for _, in := range code.Instructions {
//		fmt.Println(in.BCI, in, code.Line(in.BCI))
//	}
//
// Package classpath finds classes in directories, jars and JDKs. A control-flow graph follows from [Instruction.Successors],
// [Instruction.CanThrow] and the handlers of [Code].
//
// # Names
//
// Types are named as in Class.getName and in iprof files: java.lang.String, java.util.Map$Entry, int, [Ljava.lang.String;, [[D.
// Descriptors stay as in the class file: (ILjava/lang/String;)V. Operands are formatted as in javap -c. All strings are valid
// UTF-8: half of a surrogate pair, which the modified UTF-8 of class files can contain, becomes U+FFFD.
//
// # Order and units
//
// Everything is in the order of the class file; instructions and lines are in the order of their bytecode index (BCI). Offsets in
// errors are bytes from the beginning of the class file.
//
// # Errors
//
// Input may be arbitrary bytes: each count, index and offset is checked. An error in a file is a [*FormatError] with the file, the
// place in it and a cause. A damaged class affects only that class, and the damaged code of a method only that method.
//
// # Sources of the rules
//
// JVMS is The Java Virtual Machine Specification, Java SE 26: chapter 4 has the class file, 4.4 its constants, 4.7 its attributes,
// chapter 6 the instructions. Classes that no current Java compiler writes are accepted if HotSpot loads them. Invalid class names
// are not rejected.
package classfile

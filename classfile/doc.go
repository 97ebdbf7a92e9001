// Package classfile reads the code of Java programs: class files of Java 1.0 to 26 (versions 45 to 70), from
// directories, jars, jmods and the run-time image of a JDK. It runs nothing and extracts nothing to disk.
//
// [Open] opens a class path in the syntax of java -cp, [OpenJDK] the classes of a JDK. Both only index names; [Path.Class]
// reads one class, and [Method.Code] decodes one method:
//
//	path, err := classfile.Open("app.jar:lib/*", classfile.Options{})
//	class, err := path.Class("app.Main")
//	method, ok := class.Method("main", []string{"[Ljava.lang.String;"}, "void")
//	code, err := method.Code()
//	for _, in := range code.Instructions {
//		fmt.Println(in.BCI, in, code.Line(in.BCI))
//	}
//
// [OpenSources] finds the source files of classes. A control-flow graph follows from [Instruction.Successors],
// [Instruction.CanThrow] and the handlers of [Code].
//
// # Names
//
// Names of types are those of Class.getName and of iprof files: java.lang.String, java.util.Map$Entry, int,
// [Ljava.lang.String;, [[D. Descriptors stay as in the class file: (ILjava/lang/String;)V. The text of operands is that
// of javap -c. All strings are valid UTF-8: half of a surrogate pair, which the modified UTF-8 of class files can hold,
// becomes U+FFFD.
//
// # Order and units
//
// Everything is in the order of the class file; instructions and lines are in the order of their bytecode index (BCI).
// Offsets in errors are bytes from the beginning of the class file or, for an archive, of the archive.
//
// # Errors
//
// Any bytes may come in: each count, index and offset is checked, and [Options] limits sizes. An error in a file is a
// [*FormatError] with the file, the place in it and a cause. A damaged class is an error of this class only, and the
// damaged code of a method one of this method only. A damaged archive is left out, see [Path.Problems].
//
// # Sources of the rules
//
// JVMS is The Java Virtual Machine Specification, Java SE 26: chapter 4 has the class file, 4.4 its constants, 4.7 its
// attributes, chapter 6 the instructions. Classes that no Java compiler of today writes are accepted if HotSpot loads
// them. Names that no class can have are not refused. The layout of run-time images is that of the JDK's jimage.hpp.
package classfile

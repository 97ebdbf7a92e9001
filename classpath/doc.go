// Package classpath finds the classes of Java programs, and their sources: in directories, jars, jmods and the run-time image of a
// JDK. It runs nothing and extracts nothing to disk.
//
// [Open] opens a class path in the syntax of java -cp, [OpenJDK] the classes of a JDK. Both only index names; [Path.Class] reads
// one class:
//
//	path, err := classpath.Open("app.jar:lib/*", classpath.Options{})
//	class, err := path.Class("app.Main")
//
// [OpenSources] finds the source files of classes. Classes are named as in package classfile.
//
// Input may be arbitrary bytes: each count, index and offset is checked, and [Options] limits sizes. An error in a file is a
// [*classfile.FormatError], whose offset is from the beginning of the class file or, for an archive, of the archive. A damaged
// archive is left out, see [Path.Problems]. The layout of run-time images is defined in the JDK's jimage.hpp.
package classpath

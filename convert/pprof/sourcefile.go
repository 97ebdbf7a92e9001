package pprof

import "github.com/iprof-viz/iprof-viz/internal/javaname"

// SourceFile returns the source file that the name of a class implies: java/lang/Thread.java for java.lang.Thread, its nested
// classes, its lambdas and its hidden classes. It is "" for a primitive type and for names that are invalid in Java.
func SourceFile(class string) string { return javaname.SourceFile(class) }

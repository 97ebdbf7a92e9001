package pprof

import (
	"strings"

	"github.com/iprof-viz/iprof-viz/internal/javaname"
)

// frameFile returns the source file that the text of a frame implies; "" if it is not a Java frame.
func frameFile(text string) string {
	f, ok := javaname.ParseFrame(text)
	switch {
	case !ok:
		return ""
	case f.Package == "":
		return SourceFile(f.Class)
	}
	return SourceFile(strings.ReplaceAll(f.Package, "/", ".") + "." + f.Class[len(f.Package)+1:])
}

// SourceFile returns the source file that the name of a class implies: java/lang/Thread.java for java.lang.Thread, its nested
// classes, its lambdas and its hidden classes. It is "" for a primitive type and for names that are invalid in Java.
func SourceFile(class string) string { return javaname.SourceFile(class) }

package sourceline

import (
	"strings"
	"unicode"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/internal/javaname"
)

// SourceFile returns the path of the source file of a class, relative to the source directories: com/acme/Parser.java. The class
// file has the file name; otherwise it is derived from the outermost class. It is "" for names that are invalid in Java, which
// could lead elsewhere.
func SourceFile(class *classfile.Class) string {
	file := javaname.SourceFile(class.Name)
	if file != "" && isFileName(class.SourceFile) {
		file = file[:strings.LastIndexByte(file, '/')+1] + class.SourceFile
	}
	return file
}

// isFileName reports whether a name is a file name without directories.
func isFileName(name string) bool {
	return strings.Trim(name, ".") != "" && !strings.ContainsAny(name, `/\:`) && !strings.ContainsFunc(name, unicode.IsControl)
}

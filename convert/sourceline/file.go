package sourceline

import (
	"strings"
	"unicode"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/internal/javaname"
)

// SourceFile returns the source file of a class below the directories of sources: com/acme/Parser.java. The class names the
// file; otherwise it is that of the outermost class. It is "" for names that Java cannot have, which could lead elsewhere.
func SourceFile(class *classfile.Class) string {
	file := javaname.SourceFile(class.Name)
	if file != "" && isFileName(class.SourceFile) {
		file = file[:strings.LastIndexByte(file, '/')+1] + class.SourceFile
	}
	return file
}

// isFileName reports whether a name is a file's, without directories.
func isFileName(name string) bool {
	return strings.Trim(name, ".") != "" && !strings.ContainsAny(name, `/\:`) && !strings.ContainsFunc(name, unicode.IsControl)
}

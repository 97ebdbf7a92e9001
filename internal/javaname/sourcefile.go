package javaname

import "strings"

// SourceFile returns the source file that the name of a class implies: java/lang/Thread.java for java.lang.Thread, its nested
// classes, its lambdas and its hidden classes. It is "" for a primitive type and for names that are invalid in Java.
func SourceFile(class string) string {
	dims, class := ArrayOf(class)
	if Primitives[class] != 0 || dims == 0 && strings.HasPrefix(class, "[") {
		return ""
	}
	class, _, _ = strings.Cut(class, "/") // a suffix of hidden classes follows
	name := class[strings.LastIndexByte(class, '.')+1:]
	if name == "" {
		return ""
	}
	pkg := strings.ReplaceAll(class[:len(class)-len(name)], ".", "/")
	if strings.HasPrefix(pkg, "/") || strings.Contains(pkg, "//") || strings.ContainsAny(class, `\:`) {
		return "" // a name that Java cannot have must not become a path to elsewhere
	}
	if i := strings.IndexByte(name[1:], '$'); i >= 0 { // $Proxy83 is not nested
		name = name[:i+1]
	}
	return pkg + name + ".java"
}

// FrameClass returns the class that the text of a frame names, with dots; "" if it is not a Java frame.
func FrameClass(text string) string {
	f, ok := ParseFrame(text)
	switch {
	case !ok:
		return ""
	case f.Package == "":
		return f.Class
	}
	return strings.ReplaceAll(f.Package, "/", ".") + "." + f.Class[len(f.Package)+1:]
}

// FrameFile returns the source file that the text of a frame implies; "" if it is not a Java frame.
func FrameFile(text string) string {
	if class := FrameClass(text); class != "" {
		return SourceFile(class)
	}
	return ""
}

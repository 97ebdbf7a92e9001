package javaname

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Frame is a parsed stack frame, as other tools print Java frames:
//
//	java.util.Map$Entry.getKey(Object)         java.util   java.util.Map$Entry                    getKey(Object)
//	java/lang/Thread.run_[j]                   java/lang   java/lang/Thread                       run_[j]
//	java/lang/Thread.run:829_[j]               java/lang   java/lang/Thread                       run:829_[j]
//	app.Main$$Lambda/0x0000000800c03000.run    app         app.Main$$Lambda/0x0000000800c03000    run
type Frame struct {
	Package string // "" for the default package
	Class   string // including its package
	Method  string // including anything that follows the name
}

// Short returns the text without the package.
func (f Frame) Short() string {
	if f.Package == "" {
		return f.Class + "." + f.Method
	}
	return f.Class[len(f.Package)+1:] + "." + f.Method
}

// ParseFrame parses the text of a frame. It is false if the text is not clearly Class.method with a class whose name begins with a
// capital letter, in a package that does not: it does not guess about frames of other languages.
func ParseFrame(text string) (Frame, bool) {
	head := text
	if open := strings.IndexByte(text, '('); open >= 0 {
		head = text[:open]
	}
	dot := strings.LastIndexByte(head, '.')
	if dot <= 0 || !isMethodName(head[dot+1:]) {
		return Frame{}, false
	}
	begin, ok := classBegin(head[:dot])
	if !ok {
		return Frame{}, false
	}
	f := Frame{Class: text[:dot], Method: text[dot+1:]}
	if begin > 0 {
		f.Package = text[:begin-1]
	}
	return f, true
}

// classBegin returns where the name of a class begins in a full name, after its package.
func classBegin(full string) (int, bool) {
	for begin := 0; begin < len(full); {
		r, size := utf8.DecodeRuneInString(full[begin:])
		if unicode.IsUpper(r) {
			return begin, isClassName(full[begin:])
		}
		if !isIdentifierStart(r) {
			return 0, false
		}
		end := begin + size
		for end < len(full) && !isSeparator(full[end]) {
			r, size := utf8.DecodeRuneInString(full[end:])
			if !isIdentifierPart(r) {
				return 0, false
			}
			end += size
		}
		begin = end + 1
	}
	return 0, false
}

// isClassName reports whether s is the name of a class without its package. Hidden classes have an address in their names, after a
// slash, a dot or a plus, and normalized ones a star. Classes that were generated may have a hyphen, as those of the JDK's flight
// recorder do, but files have one before a dot: Xlib-1.2.so.
func isClassName(s string) bool {
	if hyphen := strings.IndexByte(s, '-'); hyphen >= 0 && strings.ContainsAny(s[hyphen:], "./") {
		return false
	}
	return strings.IndexFunc(s, func(r rune) bool { return !isIdentifierPart(r) && !strings.ContainsRune("/.+*-", r) }) < 0
}

// isMethodName reports whether s is the name of a method, possibly with a source line, run:829, and with the kind of its code, both
// as async-profiler adds them. Kotlin's compiler gives methods hyphens: copy-8_81llA.
func isMethodName(s string) bool {
	if n := len(s) - len("_[j]"); n > 0 && s[n:n+2] == "_[" && s[len(s)-1] == ']' {
		s = s[:n]
	}
	if name, line, ok := strings.Cut(s, ":"); ok && line != "" && strings.Trim(line, "0123456789") == "" {
		s = name
	}
	if s == "<init>" || s == "<clinit>" {
		return true
	}
	first, _ := utf8.DecodeRuneInString(s)
	return s != "" && isIdentifierStart(first) &&
		strings.IndexFunc(s, func(r rune) bool { return !isIdentifierPart(r) && r != '*' && r != '-' }) < 0
}

func isSeparator(c byte) bool { return c == '.' || c == '/' }

func isIdentifierStart(r rune) bool { return r == '_' || r == '$' || unicode.IsLetter(r) }

func isIdentifierPart(r rune) bool { return isIdentifierStart(r) || unicode.IsDigit(r) }

// Package pattern compiles the regular expressions that choose methods by their names.
package pattern

import (
	"regexp"
	"strings"
)

// Compile compiles a regular expression for names of methods as users write or paste them: a dollar sign followed by more of a name
// is part of the name, as in App$Inner.run and lambda$main$0, because it cannot mean the end of the text there; a pair of brackets
// is an array's, and the plus sign in Lambda$37+0x00007f2f3c06da90 stands for itself.
//
// Names that tables shorten can be pasted as well: single letters before a class, as in j.u.s.Streams.concat, begin the names of
// its packages, and … stands for any text. So can names with their parameters: a name that ends in nothing but a list of types in
// parentheses, as in Streams.concat(Stream, Stream), stands for a method with these parameters, whose types may lack their
// packages. Other parentheses group.
//
// Names as other tools write them match as well: java/util/HashMap.get, HashMap#get, HashMap::get, with the descriptor of the JVM
// java/util/HashMap.get:(Ljava/lang/Object;)Ljava/lang/Object;, and lines of stack traces.
func Compile(s string) (*regexp.Regexp, error) {
	s = plainReference(s)
	if parts := pasted().FindStringSubmatch(closed(s)); parts != nil {
		return compilePasted(parts[1], parts[2], parts[3])
	}
	return CompileGroups(s)
}

// CompileGroups is like Compile, for a pattern whose groups matter: all parentheses group.
func CompileGroups(s string) (*regexp.Regexp, error) {
	s = unknown().ReplaceAllString(s, "<unknown method $1>")
	var b strings.Builder
	packages := initials(s)
	writeInitials(&b, packages)
	s = s[len(packages):]
	if !strings.ContainsAny(s, `$…\+/#`) && !strings.Contains(s, "[]") && !strings.Contains(s, "::") {
		return regexp.Compile(b.String() + s)
	}
	inClass := false
	for i := 0; i < len(s); i++ {
		if expr, n := separator(s, i); n > 0 && !inClass {
			b.WriteString(expr)
			i += n - 1
			continue
		}
		rest := s[i+1:]
		switch c := s[i]; {
		case c == '\\' && rest != "":
			if !inClass {
				if n := writeEscape(&b, s[i:]); n > 0 {
					i += n - 1
					continue
				}
			}
			b.WriteString(s[i : i+2])
			i++
			continue
		case inClass:
			inClass = c != ']'
		case c == '[' && isArray(rest):
			b.WriteString(`\[\]`)
			i++
			continue
		case c == '[':
			inClass = true
			if strings.HasPrefix(rest, "]") || strings.HasPrefix(rest, "^]") { // a leading bracket belongs to the class
				n := strings.IndexByte(rest, ']') + 1
				b.WriteString(s[i : i+1+n])
				i += n
				continue
			}
		case strings.HasPrefix(s[i:], ellipsis) && !inClass:
			b.WriteString(anyText)
			i += len(ellipsis) - 1
			continue
		case c == '$' && continuesName(rest), beginsAddress(s, i):
			b.WriteByte('\\')
		}
		b.WriteByte(s[i])
	}
	return regexp.Compile(b.String())
}

// isArray reports whether an opening bracket before a text is that of an array. Before a dot, as in int[].clone, it is unless the text
// closes a class that begins with a bracket and a dot.
func isArray(rest string) bool {
	switch {
	case !strings.HasPrefix(rest, "]"):
		return false
	case len(rest) == 1 || strings.IndexByte(`[)\,|: `, rest[1]) >= 0:
		return true
	case rest[1] != '.':
		return false
	}
	end := strings.IndexByte(rest[1:], ']') + 1
	return end == 0 || rest[end-1] == '['
}

// ellipsis stands for text that an output has left out.
const ellipsis = "…"

// beginsAddress reports whether a character of a pattern is the plus sign before an address in the name of a hidden class, as in
// Lambda$37+0x00007f2f3c06da90; there may be ellipses around it.
func beginsAddress(s string, at int) bool {
	name, rest := s[:at], s[at+1:]
	if s[at] != '+' {
		return false
	}
	return strings.HasSuffix(name, ellipsis) || strings.HasPrefix(rest, ellipsis) ||
		endsName(name) && (strings.HasPrefix(rest, "0x") || strings.HasPrefix(rest, "0"+ellipsis))
}

// endsName reports whether the text before an address is a name, not a class of characters such as \d.
func endsName(s string) bool {
	n := len(s)
	return n > 0 && (isDigit(s[n-1]) || isLetter(s[n-1])) && (n == 1 || s[n-2] != '\\')
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isLetter(c byte) bool { return 'A' <= c&^0x20 && c&^0x20 <= 'Z' }

// continuesName reports whether the text after a dollar sign can only be the rest of a name.
func continuesName(s string) bool {
	s = strings.TrimPrefix(s, ".")
	return strings.HasPrefix(s, ellipsis) || s != "" && (s[0] == '$' || s[0] == '_' || s[0] == '<' || isDigit(s[0]) || isLetter(s[0]))
}

// AboutParameters reports whether a pattern is matched against signatures, java.lang.Thread.sleep(long), not plain names.
func AboutParameters(pattern string) bool { return strings.Contains(pattern, `\(`) }

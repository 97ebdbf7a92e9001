// Package pattern compiles the regular expressions that choose methods by their names.
package pattern

import (
	"regexp"
	"strings"
)

// Compile compiles a regular expression for names of methods as users write or paste them: a dollar sign with more of a name
// after it is one of the name, as in App$Inner.run and lambda$main$0, as the end of the text cannot be meant there; a pair of
// brackets is that of an array, and the plus sign in Lambda$37+0x00007f2f3c06da90 is itself.
//
// Names that tables shorten can be pasted, too: single letters before a class, as in j.u.s.Streams.concat, begin the names of
// its packages, and … stands for any text.
func Compile(s string) (*regexp.Regexp, error) {
	if initials := packageInitials.FindString(s); initials != "" {
		initials = initials[:len(initials)-1] // without the class
		s = strings.ReplaceAll(initials, ".", `\w*\.`) + s[len(initials):]
	}
	if !strings.ContainsAny(s, "$…") && !strings.Contains(s, "[]") && !strings.Contains(s, address) {
		return regexp.Compile(s)
	}
	var b strings.Builder
	inClass := false
	for i := 0; i < len(s); i++ {
		rest := s[i+1:]
		switch c := s[i]; {
		case c == '\\' && rest != "":
			b.WriteString(s[i : i+2])
			i++
			continue
		case inClass:
			inClass = c != ']'
		case c == '[' && strings.HasPrefix(rest, "]") && (len(rest) == 1 || strings.IndexByte(`[)\,|: `, rest[1]) >= 0):
			b.WriteString(`\[\]`)
			i++
			continue
		case c == '[':
			inClass = true
			if strings.HasPrefix(rest, "]") || strings.HasPrefix(rest, "^]") { // a bracket that comes first is one of the class
				n := strings.IndexByte(rest, ']') + 1
				b.WriteString(s[i : i+1+n])
				i += n
				continue
			}
		case strings.HasPrefix(s[i:], ellipsis) && !inClass:
			b.WriteString(".*")
			i += len(ellipsis) - 1
			continue
		case c == '$' && continuesName(rest), strings.HasPrefix(s[i:], address) && endsName(s[:i]):
			b.WriteByte('\\')
		}
		b.WriteByte(s[i])
	}
	return regexp.Compile(b.String())
}

// packageInitials matches the initials of packages and the first letter of a class.
var packageInitials = regexp.MustCompile(`^(?:[a-z]\.)+[A-Z]`)

// ellipsis stands for text that an output has left out.
const ellipsis = "…"

// address begins the address in the name of a hidden class.
const address = "+0x"

// endsName reports whether the text before an address is a name, not a class of characters such as \d.
func endsName(s string) bool {
	n := len(s)
	return n > 0 && (isDigit(s[n-1]) || isLetter(s[n-1])) && (n == 1 || s[n-2] != '\\')
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isLetter(c byte) bool { return 'A' <= c&^0x20 && c&^0x20 <= 'Z' }

// continuesName reports whether the text after a dollar sign can only be more of a name.
func continuesName(s string) bool {
	s = strings.TrimPrefix(s, ".")
	return strings.HasPrefix(s, ellipsis) || s != "" && (s[0] == '$' || s[0] == '_' || s[0] == '<' || isDigit(s[0]) || isLetter(s[0]))
}

// AboutParameters reports whether a pattern is about signatures, java.lang.Thread.sleep(long), not about plain names.
func AboutParameters(pattern string) bool { return strings.Contains(pattern, `\(`) }

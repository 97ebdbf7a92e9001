package convert

import (
	"regexp"
	"strings"
)

// CompilePattern compiles a regular expression for names of methods as users write or paste them: a dollar sign that is
// followed by more of a name is one of the name, as in App$Inner.run and lambda$main$0, where the end of the text cannot be
// meant; so is the pair of brackets of an array. [Names.Matches] says what patterns are matched with.
func CompilePattern(s string) (*regexp.Regexp, error) {
	if !strings.Contains(s, "$") && !strings.Contains(s, "[]") {
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
		case c == '$' && continuesName(rest):
			b.WriteByte('\\')
		}
		b.WriteByte(s[i])
	}
	return regexp.Compile(b.String())
}

// continuesName reports whether the text after a dollar sign can only be more of a name.
func continuesName(s string) bool {
	s = strings.TrimPrefix(s, ".")
	return s != "" && (s[0] == '$' || s[0] == '_' || s[0] == '<' || '0' <= s[0] && s[0] <= '9' || 'A' <= s[0]&^0x20 && s[0]&^0x20 <= 'Z')
}

// Matches reports whether a pattern matches the method in a slot. Whatever the style of the names, that is its full plain name,
// java.lang.Thread.sleep; or, if the pattern has \( in it, its signature, java.lang.Thread.sleep(long). So the same pattern means
// the same methods everywhere, and a name that is printed in any style is part of what it is matched with.
func (n *Names) Matches(re *regexp.Regexp, slot int) bool {
	if AboutParameters(re.String()) {
		return re.MatchString(n.Signature(slot))
	}
	return re.MatchString(n.PlainName(slot))
}

// AboutParameters reports whether a pattern is matched with signatures, see [Names.Matches].
func AboutParameters(pattern string) bool { return strings.Contains(pattern, `\(`) }

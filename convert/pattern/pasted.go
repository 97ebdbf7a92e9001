package pattern

import (
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

// pasted matches the name of a method with its parameters, as outputs print it, whole or shortened: a name without signs of regular
// expressions but dots, dollar signs, brackets of arrays and addresses; parentheses around types; and for people alone, so that
// they are left out, the type of the result, the id and the site. No regular expression that means a group looks like this: nothing
// follows the parentheses, and between them is nothing to choose from.
//
// The submatches are the name, the parameters and a dollar sign at the end.
var pasted = regexp.MustCompile(`^((?:[^\\()\[\]{}|*?^+]|\[\]|` + addressSyntax + `|` + escapeSyntax + `)*(?:[^\\()\[\]{}|*?^+., ]|` + escapeSyntax + `)(?:\([A-Z]+\))?)` + // native-image has methods such as StringBuilder(IA)
	`\(((?:[^\\()\[\]{}|*?^+]|\[\]|\[…\]?|…\]|` + addressSyntax + `|` + escapeSyntax + `)*)\)` +
	`(?::(?:[^\\()\[\]{}|*?^+ ]|\[\])+)?(?: #[0-9]+)?(?: ?@[0-9]+)?(\$?)$`)

const (
	addressSyntax = `\+0?[x…]|…\+`                  // the plus sign in front of an address, which may be cut; or of how much is left out
	escapeSyntax  = `\\u[0-9a-f]{4}|\\U[0-9a-f]{8}` // as outputs write characters that do not show

	pastedMark = "(?:)"          // begins the expressions of pasted names
	anyPackage = `(?:[^ (]*\.)?` // before a type
	anyText    = ".*"            // for an ellipsis
	anyLetters = `[^.]*\.`       // after the initial of a package
)

// compilePasted compiles the submatches of pasted.
func compilePasted(name, params, end string) (*regexp.Regexp, error) {
	var b strings.Builder
	b.WriteString(pastedMark)
	writeName(&b, name)
	b.WriteString(`\(`)
	for i := 0; i < len(params); {
		if (i == 0 || params[i-1] == ' ') && params[i] != ' ' && !strings.HasPrefix(params[i:], ellipsis) {
			b.WriteString(anyPackage)
		}
		i += writeLiteral(&b, params[i:])
	}
	b.WriteString(`\)`)
	b.WriteString(end)
	return regexp.Compile(b.String())
}

// writeName writes the name of a class or method as a regular expression.
func writeName(b *strings.Builder, name string) {
	packages := initials(name)
	writeInitials(b, packages)
	for i := len(packages); i < len(name); {
		i += writeLiteral(b, name[i:])
	}
}

// writeLiteral writes the first character of a printed text as a regular expression, and returns its length.
func writeLiteral(b *strings.Builder, s string) int {
	if n := writeEscape(b, s); n > 0 {
		return n
	}
	if strings.HasPrefix(s, ellipsis) {
		b.WriteString(anyText)
		return len(ellipsis)
	}
	if strings.IndexByte(`.$+[]()`, s[0]) >= 0 {
		b.WriteByte('\\')
	}
	_, n := utf8.DecodeRuneInString(s)
	b.WriteString(s[:n])
	return n
}

// escape matches a character that outputs escape, at the beginning of a text.
var escape = regexp.MustCompile(`^(?:` + escapeSyntax + `)`)

// writeEscape writes an escape that begins a text as a regular expression that matches the character, or the same letters: halves of
// surrogate pairs are such letters in names. It returns the length of the escape; 0: the text begins with none.
func writeEscape(b *strings.Builder, s string) int {
	if s == "" || s[0] != '\\' {
		return 0
	}
	found := escape.FindString(s)
	if found == "" {
		return 0
	}
	code, err := strconv.ParseUint(found[2:], 16, 32)
	if r := rune(code); err == nil && code > 0x7f && code <= utf8.MaxRune && utf8.ValidRune(r) {
		b.WriteString("(?:" + string(r) + `|\` + found + ")")
	} else {
		b.WriteString(`\` + found)
	}
	return len(found)
}

// unknown matches the name of a method that its profile does not list, with or without its first words.
var unknown = regexp.MustCompile(`^<(?:method )?([0-9]+)>$`)

// closed returns the name of a method whose parameters are cut with its result, so that their end is missing, with an end:
// position(in…teBuffer becomes position(in…). Other texts are returned as they are.
func closed(s string) string {
	open := strings.IndexByte(s, '(')
	if open < 0 || strings.IndexByte(s, ')') >= 0 {
		return s
	}
	if cut := strings.Index(s[open:], ellipsis); cut >= 0 {
		return s[:open+cut] + ellipsis + ")"
	}
	return s
}

// packageInitials matches the initials of packages at the beginning of a name. A single one may be a regular expression unless whole
// packages and a class come after it.
var packageInitials = regexp.MustCompile(`^(?:((?:[a-z_]\.){2,})[\p{L}_$<…]|([a-z_]\.)(?:(?:[\p{L}\p{N}_-]+\.)*(?:\p{Lu}|[\p{L}\p{N}_-]*…)|(?:[\p{L}\p{N}_-]+\.){2}[\p{L}_$<]))`)

// factory is the initial of FactoryMethodHolder. In the names of its methods are those of classes, which tables show instead.
const factory = "F."

// initials returns the initials of packages, with their dots, that a name begins with.
func initials(name string) string {
	n := 0
	if found := packageInitials.FindStringSubmatch(name); found != nil {
		n = len(found[1] + found[2])
	}
	if strings.HasPrefix(name[n:], factory) && strings.Contains(name, "_constructor_") {
		n += len(factory)
	}
	return name[:n]
}

// writeInitials writes initials with any letters after each.
func writeInitials(b *strings.Builder, initials string) {
	if initials == "" {
		return
	}
	b.WriteString(`\b`)
	b.WriteString(strings.ReplaceAll(initials, ".", anyLetters))
}

// written are the parts of the expression of a pasted name, and the text that they are for.
var written = strings.NewReplacer(pastedMark, "", anyPackage, "", anyText, ellipsis, anyLetters, ".", `\b`, "",
	`\(`, "(", `\)`, ")", `\.`, ".", `\$`, "$", `\+`, "+", `\[`, "[", `\]`, "]")

// Text returns a compiled pattern for people: that of a pasted name with parameters as it was written, any other as it is.
func Text(re *regexp.Regexp) string {
	if s := re.String(); strings.HasPrefix(s, pastedMark) {
		return written.Replace(s)
	}
	return re.String()
}

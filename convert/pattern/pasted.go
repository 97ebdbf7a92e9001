package pattern

import (
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/iprof-viz/iprof-viz/internal/lazyregexp"
)

// pasted matches the name of a method with its parameters, as outputs print it, whole or shortened: a name without metacharacters
// of regular expressions except dots, dollar signs, brackets of arrays and addresses; parentheses around types; and, ignored
// because they are only for readers, the return type, the id and the site. No regular expression with a real group looks like this:
// nothing follows the parentheses, and there are no alternatives between them.
//
// The submatches are the name, the parameters and a dollar sign at the end.
var pasted = lazyregexp.New(`^((?:[^\\()\[\]{}|*?^+]|\[\]|` + addressSyntax + `|` + escapeSyntax + `)*(?:[^\\()\[\]{}|*?^+., ]|` + escapeSyntax + `)(?:\([A-Z]+\))?)` + // native-image has methods such as StringBuilder(IA)
	`\(((?:[^\\()\[\]{}|*?^+]|\[\]|\[…\]?|…\]|` + addressSyntax + `|` + escapeSyntax + `)*)\)` +
	`(?::(?:[^\\()\[\]{}|*?^+ ]|\[\])+)?(?: #[0-9]+)?(?: ?@[0-9]+)?(\$?)$`)

const (
	addressSyntax = `\+0?[x…]|…\+`                  // the plus sign before an address, which may be truncated, or before the number of omitted characters
	escapeSyntax  = `\\u[0-9a-f]{4}|\\U[0-9a-f]{8}` // as outputs write characters that do not show

	pastedMark = "(?:)"          // prefix of expressions of pasted names
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
		i += writeLiteral(&b, params, i)
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
		i += writeLiteral(b, name, i)
	}
}

// writeLiteral writes the character, or the separator, at a place in a printed text as a regular expression, and returns its length.
func writeLiteral(b *strings.Builder, text string, at int) int {
	if expr, n := separator(text, at); n > 0 {
		b.WriteString(expr)
		return n
	}
	s := text[at:]
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

// escape matches an escaped character at the beginning of a text.
var escape = lazyregexp.New(`^(?:` + escapeSyntax + `)`)

// writeEscape writes the escape at the beginning of a text as a regular expression that matches the character, or the same letters:
// halves of surrogate pairs are such letters in names. It returns the length of the escape; 0: the text does not begin with one.
func writeEscape(b *strings.Builder, s string) int {
	if s == "" || s[0] != '\\' {
		return 0
	}
	found := escape().FindString(s)
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
var unknown = lazyregexp.New(`^<(?:method )?([0-9]+)>$`)

// closed completes the name of a method whose parameters are truncated together with its result, so that their end is missing:
// position(in…teBuffer becomes position(in…). It returns other texts unchanged.
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

// packageInitials matches the initials of packages at the beginning of a name. A single one may be a regular expression unless
// whole packages and a class follow.
var packageInitials = lazyregexp.New(`^(?:((?:[a-z_]\.){2,})[\p{L}_$<…]|([a-z_]\.)(?:(?:[\p{L}\p{N}_-]+\.)*(?:\p{Lu}|[\p{L}\p{N}_-]*…)|(?:[\p{L}\p{N}_-]+\.){2}[\p{L}_$<]))`)

// factory is the initial of FactoryMethodHolder. The names of its methods contain the names of classes, which tables show instead.
const factory = "F."

// initials returns the initials of packages, with their dots, at the beginning of a name.
func initials(name string) string {
	n := 0
	if found := packageInitials().FindStringSubmatch(name); found != nil {
		n = len(found[1] + found[2])
	}
	if strings.HasPrefix(name[n:], factory) && strings.Contains(name, "_constructor_") {
		n += len(factory)
	}
	return name[:n]
}

// writeInitials writes each initial followed by any letters.
func writeInitials(b *strings.Builder, initials string) {
	if initials == "" {
		return
	}
	b.WriteString(`\b`)
	b.WriteString(strings.ReplaceAll(initials, ".", anyLetters))
}

// written maps parts of the expression of a pasted name to the original text.
var written = strings.NewReplacer(pastedMark, "", anyPackage, "", anyText, ellipsis, anyLetters, ".", `\b`, "",
	anySlash, "/", anyHash, "#", anyColons, "::",
	`\(`, "(", `\)`, ")", `\.`, ".", `\$`, "$", `\+`, "+", `\[`, "[", `\]`, "]")

// separators maps the expressions of separators to these.
var separators = strings.NewReplacer(anySlash, "/", anyHash, "#", anyColons, "::")

// Text returns the display text of a compiled pattern: a pasted name with parameters as it was written, any other pattern
// unchanged except for separators.
func Text(re *regexp.Regexp) string {
	if s := re.String(); strings.HasPrefix(s, pastedMark) {
		return written.Replace(s)
	}
	if text, _, ok := strings.Cut(re.String(), endOfText); ok {
		return strings.ReplaceAll(strings.TrimPrefix(text, standsFor), `\`, "")
	}
	return separators.Replace(re.String())
}

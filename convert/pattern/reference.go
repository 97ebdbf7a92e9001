package pattern

import (
	"regexp"
	"strings"
)

// separator returns the expression for a separator at a place in a pattern, and its length, if other tools write it where names have a
// dot: java/util/HashMap.get (javap), HashMap#get (IDEs, Javadoc) and HashMap::get (the JVM's log, method references). It still matches
// itself: names such as LambdaForm$DMH/sa346b79c have a slash, and those of C++ functions in stacks of perf two colons. The length is 0
// if there is none. A slash before a digit begins the address of a hidden class.
func separator(s string, at int) (expr string, length int) {
	switch rest := s[at:]; {
	case !endsPart(s[:at]):
	case strings.HasPrefix(rest, "::") && beginsPart(rest[2:]) && !beginsGroup(s[:at]):
		return anyColons, 2
	case rest[0] == '#' && beginsPart(rest[1:]):
		return anyHash, 1
	case rest[0] == '/' && beginsPart(rest[1:]):
		return anySlash, 1
	}
	return "", 0
}

// Expressions of separators, which match a dot as well.
const (
	anySlash  = `[/.]`
	anyHash   = `[#.]`
	anyColons = `(?:::|\.)`
)

// endsPart reports whether a separator can follow: after a name, or an expression of one.
func endsPart(s string) bool {
	if s == "" {
		return false
	}
	c := s[len(s)-1]
	return c >= 0x80 || isDigit(c) || isLetter(c) || strings.IndexByte("_$>)]}*+", c) >= 0
}

// beginsPart reports whether a name, or an expression of one, begins.
func beginsPart(s string) bool {
	return s != "" && (s[0] >= 0x80 || isLetter(s[0]) || strings.IndexByte(`_$<.([\`, s[0]) >= 0)
}

// beginsGroup reports whether a colon after a text ends the flags of a group, as in (?i:.
func beginsGroup(s string) bool { return strings.HasSuffix(strings.TrimRight(s, "imsU-"), "(?") }

// descriptor matches a name with the descriptor of the JVM: java/util/HashMap.get:(Ljava/lang/Object;)Ljava/lang/Object; in javap, and
// without the colon in pprof profiles. The submatches are the name, the parameters and a dollar sign at the end.
var descriptor = regexp.MustCompile(`^([^\\()|*?^{}]+)\(((?:\[*(?:[BCDFIJSZ]|L[^;()]+;))*)\)\[*(?:[BCDFIJSZV]|L[^;()]+;)(\$?)$`)

// parameter matches a parameter in a descriptor.
var parameter = regexp.MustCompile(`(\[*)(?:([BCDFIJSZ])|L([^;]+);)`)

var primitives = map[string]string{"B": "byte", "C": "char", "D": "double", "F": "float", "I": "int", "J": "long", "S": "short", "Z": "boolean"}

// withoutDescriptor writes the parameters of a descriptor as outputs do: HashMap.get(java.lang.Object). It returns other patterns unchanged.
func withoutDescriptor(s string) string {
	parts := descriptor.FindStringSubmatch(s)
	if parts == nil {
		return s
	}
	name := strings.ReplaceAll(strings.TrimSuffix(parts[1], ":"), `"`, "") // javap prints constructors as Shop."<init>":()V
	var types []string
	for _, p := range parameter.FindAllStringSubmatch(parts[2], -1) {
		types = append(types, primitives[p[2]]+strings.ReplaceAll(p[3], "/", ".")+strings.Repeat("[]", len(p[1])))
	}
	return name + "(" + strings.Join(types, ", ") + ")" + parts[3]
}

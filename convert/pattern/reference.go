package pattern

import (
	"strings"

	"github.com/iprof-viz/iprof-viz/internal/lazyregexp"
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

// beginsGroup reports whether a colon after a text ends the flags of a group, as in (?i:. It looks back for no more than all flags.
func beginsGroup(s string) bool {
	return strings.HasSuffix(strings.TrimRight(s[max(0, len(s)-mostFlags):], "imsU-"), "(?")
}

// mostFlags is the length of (?imsU-imsU.
const mostFlags = 11

// descriptor matches a name with the descriptor of the JVM: java/util/HashMap.get:(Ljava/lang/Object;)Ljava/lang/Object; in javap, and
// without the colon in pprof profiles. The submatches are the name, the parameters and a dollar sign at the end.
var descriptor = lazyregexp.New(`^([^\\()|*?^{}]+)\(((?:\[*(?:[BCDFIJSZ]|L[^;()]+;))*)\)\[*(?:[BCDFIJSZV]|L[^;()]+;)(\$?)$`)

// parameter matches a parameter in a descriptor.
var parameter = lazyregexp.New(`(\[*)(?:([BCDFIJSZ])|L([^;]+);)`)

var primitives = map[string]string{"B": "byte", "C": "char", "D": "double", "F": "float", "I": "int", "J": "long", "S": "short", "Z": "boolean"}

// traceElement matches a line of a stack trace, which names a method without parameters, but with its file: at
// java.base/java.util.HashMap.get(HashMap.java:557). The submatch is the name, without the module or class loader.
var traceElement = lazyregexp.New(`^(?:at )?(?:[A-Za-z0-9_.@-]*/){0,2}([^\\()|*?^{} ]+)\((?:[A-Za-z0-9_.@-]+/)?(?:[A-Za-z0-9_$-]+\.(?:java|kt|scala|groovy|clj)(?::[0-9]+)?|Native Method|Unknown Source)\)$`)

// lineOfFlight matches the end of a frame as jfr prints it: java.util.HashMap.get(Object) line: 557.
var lineOfFlight = lazyregexp.New(`\)[ \t]+line: [0-9]+$`)

// placed matches a method with a place in its bytecode, as tables and summaries print it: Tally.find@29 or Tally.find @29. The submatch is the
// method.
var placed = lazyregexp.New(`^([^\\()|*?^{}]*[^\\()|*?^{} ]) ?@[0-9]+$`)

// implementation matches what calls prints for a callee that is not known: <any java.lang.String.length>. The submatch is the method.
var implementation = lazyregexp.New(`^<any ([^<>|]+)>$`)

// plainReference writes a method as outputs do, with the parameters of a descriptor or of jfr: HashMap.get(java.lang.Object), and without
// a place. The name in a line of a stack trace has to match as a whole from its end. It returns other patterns unchanged.
func plainReference(s string) string {
	if name := traceElement().FindStringSubmatch(s); name != nil {
		return name[1] + "$"
	}
	if end := lineOfFlight().FindStringIndex(s); end != nil {
		return s[:end[0]+1]
	}
	if method := placed().FindStringSubmatch(s); method != nil {
		return method[1]
	}
	if method := implementation().FindStringSubmatch(s); method != nil {
		return method[1]
	}
	parts := descriptor().FindStringSubmatch(s)
	if parts == nil {
		return s
	}
	name := strings.ReplaceAll(strings.TrimSuffix(parts[1], ":"), `"`, "") // javap prints constructors as Shop."<init>":()V
	var types []string
	for _, p := range parameter().FindAllStringSubmatch(parts[2], -1) {
		types = append(types, primitives[p[2]]+strings.ReplaceAll(p[3], "/", ".")+strings.Repeat("[]", len(p[1])))
	}
	return name + "(" + strings.Join(types, ", ") + ")" + parts[3]
}

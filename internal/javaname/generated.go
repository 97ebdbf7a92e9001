package javaname

import (
	"regexp"
	"strings"
	"sync"
)

// A buildDependent part of a name changes from build to build. The pattern is tried only if the marker occurs.
type buildDependent struct {
	marker  string
	pattern func() *regexp.Regexp
	without string // for Regexp.ReplaceAllString
}

// LazyRegexp compiles an expression on first use: most runs need none, and compiling all of them takes a tenth of a millisecond.
func LazyRegexp(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}

// buildDependents are tried one after the other.
var buildDependents = []buildDependent{
	// Outer$$Lambda$45dce27977eb3b217a31dc8778a0802922b54621_1   native-image
	// Outer$$Lambda/0x00000007c1156bd0                           HotSpot since 21
	// Outer$$Lambda$112+0x00000007c1156bd0/689401025             before
	// Outer$$Lambda$11260x00000007c1156bd0_constructor_…         its factory method in native-image
	{"$$Lambda", LazyRegexp(`\$\$Lambda(?:[$/+.]?(?:\d*?0x[0-9a-f]+|[0-9a-f]{32,}|\d+))+(?:_\d+)?`), `$$$$Lambda$$*`},
	// java.lang.invoke.LambdaForm$DMH/s384ff554                  native-image, by content
	{"LambdaForm$", LazyRegexp(`(LambdaForm\$\w+)/s[0-9a-f]+(?:_\d+)?`), `$1/*`},
	// java.lang.invoke.LambdaForm$MH/0x00000007c109f400 and any other hidden class
	{"0x", LazyRegexp(`[/+.]0x[0-9a-f]+(?:/\d+)?(?:_\d+\b)?`), `/*`},
	{"0x", LazyRegexp(`0x[0-9a-f]{8,}`), `*`},
	// jdk.proxy4.$Proxy83, com.sun.proxy.jdk.proxy4.$Proxy83, com.sun.proxy.$Proxy83
	{"proxy", LazyRegexp(`\b(jdk[./]proxy)\d+\b`), `$1*`},
	// jdk.proxy4.$Proxy/s1a2b3c_1                                native-image since 2024, by content; some write a dot, after
	//                                                            which a method such as safe may follow
	{"$Proxy", LazyRegexp(`(\$Proxy)(?:\d+|/s[0-9a-f]+(?:_\d+)?\b|\.s[0-9a-f]*\d[0-9a-f]*(?:_\d+)?\b)`), `$1*`},
	// jdk.internal.reflect.GeneratedMethodAccessor12
	{"Accessor", LazyRegexp(`(Generated\w*Accessor)\d+`), `$1*`},
	// app.Service$$EnhancerBySpringCGLIB$$8b5bd5a7
	{"CGLIB$$", LazyRegexp(`(CGLIB\$\$)[0-9a-f]{6,8}\b`), `$1*`},
	// app.Entity$HibernateProxy$Zx81kQ2p
	{"$HibernateProxy$", LazyRegexp(`(\$HibernateProxy\$)[0-9A-Za-z]{8}\b`), `$1*`},
	{"$ByteBuddy$", LazyRegexp(`(\$ByteBuddy\$)[0-9A-Za-z]{8}\b`), `$1*`},
}

// hash is a hash that native-image adds to a generated name, such as JavaMainWrapper_run_5087f5482cc9a6abc971913ece43acb471d2631b,
// or the whole name. native-image uses SHA-1; MD5 is the shortest hash in use.
var hash = LazyRegexp(`(^|[^0-9A-Za-z])[0-9a-f]{32,}`)

// ShortestHash is the length of the shortest hexadecimal hash, MD5.
const ShortestHash = 32

// DigestLength is the length of the base-62 hashes that newer versions of native-image add instead:
// JavaMainWrapper_run_XNhh1mz2Ib2aPR1wdv014D.
const DigestLength = 22

// Normalize replaces with * those parts of the name of a type, method or frame that change from build to build: hashes, addresses
// and numbers in the names of lambdas, proxies, hidden classes, accessors and generated methods. It is for reading and comparing:
// native-image matches names exactly.
//
//	Outer$$Lambda/0x00000007c1156bd0.run  ->  Outer$$Lambda$*.run
//	jdk.proxy4.$Proxy83.equals            ->  jdk.proxy*.$Proxy*.equals
//	JavaMainWrapper_run_5087f5482cc9a6…   ->  JavaMainWrapper_run_*
//	JavaMainWrapper_run_XNhh1mz2Ib2aPR…   ->  JavaMainWrapper_run_*
func Normalize(name string) string {
	for _, d := range buildDependents {
		if strings.Contains(name, d.marker) {
			name = d.pattern().ReplaceAllString(name, d.without)
		}
	}
	if HasHexRun(name, ShortestHash) {
		name = hash().ReplaceAllString(name, `$1*`)
	}
	return withoutDigests(name)
}

// withoutDigests replaces the digests at the end of method names, and before them Outer$$L0123abcd, which stands for Outer$$Lambda
// and the first digits of a hash.
func withoutDigests(name string) string {
	for from := 0; ; {
		i := strings.IndexByte(name[from:], '_')
		if i < 0 {
			return name
		}
		from += i + 1
		end := from + DigestLength
		if end > len(name) {
			return name
		}
		if IsDigest(name[from:end]) && (end == len(name) || endsMethod(name[end])) {
			before := ShortLambda().ReplaceAllString(name[:from], `$$$$Lambda$$*$1`)
			name = before + "*" + name[end:]
			from = len(before)
		}
	}
}

// IsDigest reports whether s is certainly a digest, not a word. One digest in fifty contains no number, and is taken for a word.
func IsDigest(s string) bool {
	var digits, upper, lower int
	for i := range len(s) {
		switch c := s[i]; {
		case '0' <= c && c <= '9':
			digits++
		case 'A' <= c && c <= 'Z':
			upper++
		case 'a' <= c && c <= 'z':
			lower++
		default:
			return false
		}
	}
	return len(s) == DigestLength && digits > 0 && upper > 0 && lower > 0
}

// endsMethod reports whether the name of a method can end before c: parameters follow, a count of methods with that name, or
// something that is not part of a name.
func endsMethod(c byte) bool {
	return c < 0x80 && !IsAlphanumeric(c) && !strings.ContainsRune("_$./-", rune(c))
}

// IsAlphanumeric reports whether c is an ASCII letter or digit.
func IsAlphanumeric(c byte) bool {
	return '0' <= c && c <= '9' || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z'
}

// ShortLambda matches a lambda in the name of a method that was generated for it.
var ShortLambda = LazyRegexp(`\$\$L[0-9a-f]{8}(_|$)`)

// HasHexRun reports whether s has n consecutive lower-case hexadecimal digits. It looks at every nth byte first.
func HasHexRun(s string, n int) bool {
	for end := n - 1; end < len(s); {
		i := end
		for i > end-n && isHex(s[i]) {
			i--
		}
		if i == end-n {
			return true
		}
		end = i + n
	}
	return false
}

func isHex(c byte) bool { return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' }

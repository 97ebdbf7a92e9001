package render

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// splitName splits a Java name into packages, with their dots, and class and method. Other names have no packages.
func splitName(name string) (packages, rest string) {
	end := 0
	for {
		i := strings.IndexByte(name[end:], '.')
		if i <= 0 || !isPackage(name[end:end+i]) || !strings.Contains(name[end+i+1:], ".") {
			return name[:end], name[end:]
		}
		end += i + 1
	}
}

// isPackage tells a package from a class by its lower-case first letter.
func isPackage(s string) bool {
	for i := range len(s) {
		switch c := s[i]; {
		case c >= 'a' && c <= 'z', c == '_', c >= utf8.RuneSelf:
		case i > 0 && (c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-'):
		default:
			return false
		}
	}
	return true
}

// isClass tells a class from a method by its upper-case first letter.
func isClass(s string) bool {
	return s != "" && s[0] >= 'A' && s[0] <= 'Z' && !strings.Contains(s, ".")
}

// withoutPackages drops the packages of types in parameters: (java.lang.String, int) becomes (String, int).
func withoutPackages(params string) string {
	var b strings.Builder
	for params != "" {
		end := strings.IndexAny(params, "(), :")
		if end < 0 {
			end = len(params)
		}
		packages, class := splitName(params[:end] + ".") // the dot stands for a method
		if class == "." {
			class = packages
		}
		b.WriteString(strings.TrimSuffix(class, "."))
		if end < len(params) {
			b.WriteByte(params[end])
			end++
		}
		params = params[end:]
	}
	return b.String()
}

// longHash matches the hashes that compilers put into names. Their first digits are usually enough to tell names apart.
var longHash = regexp.MustCompile(`[0-9a-f]{16,}`)

// shortHashes shortens hashes in a name.
func shortHashes(name string) string {
	digits, most := 0, 0 // in a row: a regular expression takes ten times as long
	for i := range len(name) {
		if c := name[i]; c >= '0' && c <= '9' || c >= 'a' && c <= 'f' {
			digits++
			most = max(most, digits)
		} else {
			digits = 0
		}
	}
	if most < 16 {
		return name
	}
	return longHash.ReplaceAllStringFunc(name, func(hash string) string { return hash[:6] + ellipsis })
}

// lambdaAddress matches the numbers after the number of a lambda's class in a VM: its address in memory, and a hash.
var lambdaAddress = regexp.MustCompile(`(\$\$Lambda\$\d+)[+/](?:0x[0-9a-f]+(?:…)?)?(?:/\d+)?`)

// shortLambdas leaves the address of a lambda's class out of a name: $$Lambda$94+0x00007f…/574568002 becomes $$Lambda$94….
func shortLambdas(name string) string {
	if !strings.Contains(name, "$$Lambda$") {
		return name
	}
	return lambdaAddress.ReplaceAllString(name, "$1"+ellipsis)
}

// maxName is the maximum length of names in a picture, in bytes. Longer ones are made to do harm.
const maxName = 2000

// boundName cuts a name to maxName bytes, between characters, and says how many are missing.
func boundName(s string) string {
	if len(s) <= maxName {
		return s
	}
	start := maxName
	for start > 0 && !utf8.RuneStart(s[start]) {
		start--
	}
	end, state := 0, -1
	for rest := s[:start]; rest != ""; {
		var cluster string
		cluster, rest, _, state = uniseg.FirstGraphemeClusterInString(rest, state)
		if rest != "" { // the last one may be incomplete
			end += len(cluster)
		}
	}
	return s[:end] + missing(s[end:])
}

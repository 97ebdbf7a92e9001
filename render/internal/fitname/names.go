// Package fitname shortens the names of methods and classes to a width, in columns or in pixels, so that different names stay
// different.
package fitname

import (
	"strings"
	"unicode/utf8"

	"github.com/rivo/uniseg"

	"github.com/iprof-viz/iprof-viz/internal/lazyregexp"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
)

// Split splits a Java name into packages, with their dots, and class and method. Other names have no packages.
func Split(name string) (packages, rest string) {
	end := 0
	for {
		i := strings.IndexByte(name[end:], '.')
		if i <= 0 || !isPackage(name[end:end+i]) || !strings.Contains(name[end+i+1:], ".") {
			return name[:end], name[end:]
		}
		end += i + 1
	}
}

// isPackage recognizes a package by its lower-case first letter.
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

// isClass recognizes a class by its upper-case first letter.
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
		packages, class := Split(params[:end] + ".") // the dot stands for a method
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

// Minimum number of hexadecimal digits of a compiler-generated hash in a name. The first few usually suffice to distinguish
// names.
const (
	minHash   = 16
	shortHash = 6
)

// ShortHashes shortens hashes and addresses in a name, as withoutHash of templates/text/names.ts does. Of addresses the last digits remain,
// as the first ones are those of the heap. A lambda's class in a VM keeps its number alone: $$Lambda$94+0x00007f…/574568002 becomes
// $$Lambda$94…. It is called for every name of a table, and a regular expression takes ten times as long.
func ShortHashes(name string) string {
	if strings.Contains(name, "$$Lambda$") {
		name = lambdaAddress().ReplaceAllString(name, "$1"+plaintext.Ellipsis)
	}
	var b strings.Builder
	rest := 0 // start of what is not in b yet
	for i := 0; i < len(name); {
		end := i
		for end < len(name) && (name[end] >= '0' && name[end] <= '9' || name[end] >= 'a' && name[end] <= 'f') {
			end++
		}
		if end-i >= minHash {
			if strings.HasSuffix(name[:i], "0x") {
				b.WriteString(name[rest:i])
				b.WriteString(plaintext.Ellipsis)
				rest = end - shortHash
			} else {
				b.WriteString(name[rest : i+shortHash])
				b.WriteString(plaintext.Ellipsis)
				rest = end
			}
		}
		i = end + 1
	}
	if rest == 0 {
		return name
	}
	b.WriteString(name[rest:])
	return b.String()
}

// lambdaAddress matches the numbers after the number of a lambda's class in a VM: its address in memory, and a hash.
var lambdaAddress = lazyregexp.New(`(\$\$Lambda\$\d+)(?:[+/](?:0x[0-9a-f]+|\d+))+`)

// MaxName is the maximum length of names in a picture, in bytes. Longer ones are malicious.
const MaxName = 2000

// withoutMiddle drops the middle of a name of more than twice MaxName bytes: measuring and shortening such names would take long.
func withoutMiddle(s string) string {
	if len(s) <= 2*MaxName {
		return s
	}
	end, start := MaxName, len(s)-MaxName
	for !utf8.RuneStart(s[end]) {
		end--
	}
	for start < len(s) && !utf8.RuneStart(s[start]) {
		start++
	}
	return s[:end] + plaintext.Ellipsis + s[start:]
}

// Bound truncates a name to MaxName bytes, between characters, and says how many are missing.
func Bound(s string) string {
	if len(s) <= MaxName {
		return s
	}
	start := MaxName
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
	return s[:end] + Missing(s[end:])
}

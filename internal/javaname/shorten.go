package javaname

import (
	"strconv"
	"unicode/utf8"

	"github.com/iprof-viz/iprof-viz/iprof"
)

// Limits of the text that names repeat: the names of the class, of the parameter types and of the return type. A file contains each
// of them once, but 255 parameters of 20,000 methods may repeat one of 60,000 characters. Names of real classes have less than 600
// bytes.
const (
	repeatedText  = 64 << 20 // bytes, of the names of all methods and types
	shortestLimit = 1024     // bytes, regardless of the number of names
	longestLimit  = 65535    // bytes: the JVM's limit for names and descriptors
)

// LengthLimit returns the number of bytes above which the name of a type, and a list of parameters, is truncated. The more names
// and contexts a profile has, the less of each may be repeated.
func LengthLimit(p *iprof.Profile) int {
	n := p.MethodSlots() + p.TypeSlots() + p.Contexts.Len() + p.Stacks.Len()
	return min(longestLimit, max(shortestLimit, repeatedText/max(n, 1)))
}

// Shorten truncates a text that is longer than a limit, and says how many bytes are left out: x.Generated…+59000.
func Shorten(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	end := limit
	for end > 0 && !utf8.RuneStart(s[end]) {
		end--
	}
	return s[:end] + "…+" + strconv.Itoa(len(s)-end)
}

// AppendParams appends a list of parameters, using a function that appends one. It leaves out the rest of a list that is longer
// than a limit, and says how many: "int, int, …+253".
func AppendParams[T any](b []byte, params []T, separator string, limit int, appendOne func([]byte, T) []byte) []byte {
	start := len(b)
	for i, t := range params {
		before := len(b)
		if i > 0 {
			b = append(b, separator...)
		}
		b = appendOne(b, t)
		if i > 0 && len(b)-start > limit {
			b = append(append(b[:before], separator...), "…+"...)
			return strconv.AppendInt(b, int64(len(params)-i), 10)
		}
	}
	return b
}

// A RepeatedText cuts texts that class files repeat, as many methods may share one long descriptor: each at 1,024 bytes and, once they
// have 64 MiB together, at 64. The zero value is ready for use.
type RepeatedText struct{ bytes int }

// Full reports whether texts are cut at 64 bytes from now on.
func (r *RepeatedText) Full() bool { return r.bytes >= repeatedText }

// Cut returns a text, cut as by [Shorten].
func (r *RepeatedText) Cut(s string) string {
	s = Shorten(s, r.limit())
	r.bytes += len(s)
	return s
}

// Params returns the types of parameters as Java writes them, cut as by [AppendParams]: "int, java.lang.String[]".
func (r *RepeatedText) Params(types []string) string {
	var b []byte
	for i, t := range types {
		before := len(b)
		if i > 0 {
			b = append(b, ", "...)
		}
		b = append(b, Shorten(Type(t), r.limit())...)
		if i > 0 && len(b) > r.limit() {
			b = strconv.AppendInt(append(b[:before], ", …+"...), int64(len(types)-i), 10)
			break
		}
	}
	r.bytes += len(b)
	return string(b)
}

func (r *RepeatedText) limit() int {
	if r.Full() {
		return 64
	}
	return shortestLimit
}

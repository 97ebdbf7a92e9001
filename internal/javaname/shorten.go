package javaname

import (
	"strconv"
	"unicode/utf8"

	"github.com/iprof-viz/iprof-viz/iprof"
)

// Limits of the text that names repeat: the names of the class, of the types of the parameters and of the result. A file holds each
// of them once, but 255 parameters of 20,000 methods may repeat one of 60,000 characters. Names of real classes have less than 600
// bytes.
const (
	repeatedText  = 64 << 20 // bytes, of the names of all methods and types
	shortestLimit = 1024     // bytes, however many there are
	longestLimit  = 65535    // bytes: the JVM has no longer names and descriptors
)

// LengthLimit returns the number of bytes from which on the name of a type, and a list of parameters, is cut. The more names and
// contexts a profile has, the less of each may be repeated.
func LengthLimit(p *iprof.Profile) int {
	n := p.MethodSlots() + p.TypeSlots() + p.Contexts.Len() + p.Stacks.Len()
	return min(longestLimit, max(shortestLimit, repeatedText/max(n, 1)))
}

// Shorten cuts a text that is longer than a limit, and says how many bytes are left out: x.Generated…+59000.
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

// AppendParams appends a list of parameters, which a function appends one by one. It leaves out the rest of a list that is longer
// than a limit, and says how many it left out: "int, int, …+253".
func AppendParams(b []byte, params []iprof.TypeID, separator string, limit int, appendOne func([]byte, iprof.TypeID) []byte) []byte {
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

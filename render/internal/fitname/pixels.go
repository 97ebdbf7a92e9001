package fitname

import (
	"cmp"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/rivo/uniseg"

	"github.com/iprof-viz/iprof-viz/render/internal/pixeltext"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
)

// Shorten returns the most useful form of a frame's name that fits into a width in pixels. The method's own name is kept longest.
// It drops the parameters and everything after them, then shortens the packages to their first letters, outermost first, then drops
// them. Then it cuts the middle of the class, as long as a few letters of it fit, then drops it, and finally cuts the middle of the
// method. labels.ts does the same:
//
//	com.example.shop.CartService.checkout(int)
//	com.example.shop.CartService.checkout
//	c.example.shop.CartService.checkout
//	c.e.s.CartService.checkout
//	CartService.checkout
//	Cart…ice.checkout
//	checkout
//	che…out
//
// It keeps only the last word of a placeholder such as <unknown method 1666>: <1666>, or nothing.
func Shorten(name string, size, width float64) string {
	if pixeltext.Width(name, size) <= width {
		return name
	}
	fits := func(s string) bool { return pixeltext.Width(s, size) <= width }
	if name = fitPlaceholder(name, size, width); fits(name) {
		return name
	}
	packages, rest := Split(name)
	if i := strings.IndexByte(rest, '('); i > 0 && afterParams.MatchString(rest) {
		rest = rest[:i]
	}
	room := width - pixeltext.Width(rest, size)
	if room < 0 {
		return cutName(rest, size, width)
	}
	var short strings.Builder
	wide := pixeltext.Width(packages, size)
	for packages != "" && wide > room {
		first, inner, _ := strings.Cut(packages, ".")
		_, n := utf8.DecodeRuneInString(first)
		short.WriteString(first[:n])
		short.WriteByte('.')
		packages = inner
		wide -= pixeltext.Width(first[n:], size)
	}
	if wide > room {
		return rest
	}
	return short.String() + packages + rest
}

// afterParams matches the end of parameters, and the beginning of a return type or an id.
var afterParams = regexp.MustCompile(`\)($|:| #\d)`)

// constructor ends the names of methods that native-image generates to construct an object, except for a hash.
const constructor = "_constructor"

// constructedClass returns the class in the name of such a method: Cart of FactoryMethodHolder.Cart_constructor_dfe170b189d4e96….
func constructedClass(name string) (class string, ok bool) {
	at := strings.LastIndex(name, constructor+"_")
	if at < 0 {
		return "", false
	}
	hash, class := name[at+len(constructor)+1:], name[:at]
	class = class[strings.LastIndexByte(class, '.')+1:]
	return class, class != "" && len(hash) >= minHash && strings.Trim(hash, "0123456789abcdef") == ""
}

// cutName cuts class and method to a width in pixels.
func cutName(name string, size, width float64) string {
	if class, ok := constructedClass(name); ok {
		return cmp.Or(fitClass(class, constructor, size, width), cutInside(class+constructor, size, width))
	}
	dot := strings.LastIndexByte(name, '.')
	if dot <= 0 && strings.HasPrefix(name, "<") && isDigits(strings.Trim(name, "<>")) {
		return "" // part of a number is another number
	}
	if dot <= 0 {
		return cutInside(name, size, width)
	}
	return cmp.Or(fitClass(name[:dot], name[dot:], size, width), cutInside(name[dot+1:], size, width))
}

// fitClass cuts the middle of a class to the width left by its method: an ellipsis right before the dot would read as four dots. It
// returns "" if not even a few letters of the class fit.
func fitClass(class, method string, size, width float64) string {
	if s := cutInside(class, size, width-pixeltext.Width(method, size)); s == class || utf8.RuneCountInString(s) > 4 {
		return s + method
	}
	return ""
}

// cutInside returns the first and last characters of s that fit into a width in pixels, with an ellipsis between them. It
// returns "" if fewer than three would be left.
func cutInside(s string, size, width float64) string {
	if pixeltext.Width(s, size) <= width {
		return s
	}
	width -= pixeltext.Width(plaintext.Ellipsis, size)
	var clusters []string
	for rest, state := s[:min(len(s), MaxName)], -1; rest != ""; {
		var cluster string
		cluster, rest, _, state = uniseg.FirstGraphemeClusterInString(rest, state)
		clusters = append(clusters, cluster)
	}
	head, tail := 0, 0 // number of characters kept
	for head+tail < len(clusters) {
		next := clusters[head]
		if head > tail {
			next = clusters[len(clusters)-1-tail]
		}
		if width -= pixeltext.Width(next, size); width < 0 {
			break
		}
		if head > tail {
			tail++
		} else {
			head++
		}
	}
	if head+tail < 3 {
		return ""
	}
	return strings.Join(clusters[:head], "") + plaintext.Ellipsis + strings.Join(clusters[len(clusters)-tail:], "")
}

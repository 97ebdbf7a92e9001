package fitname

import (
	"strings"

	"github.com/iprof-viz/iprof-viz/internal/lazyregexp"
	"github.com/iprof-viz/iprof-viz/render/internal/pixeltext"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
)

// Shorten returns the most useful form of a frame's name that fits into a width in pixels. The method's own name is kept longest.
// Hashes are short in any case. It drops the parameters and everything after them, then all packages, then the first words of the class, as long as one of them fits, then
// the class, and finally the end of the method. labels.ts does the same:
//
//	com.example.shop.CartService.checkout(int)
//	com.example.shop.CartService.checkout
//	CartService.checkout
//	…Service.checkout
//	checkout
//	check…
//
// It keeps only the last word of a placeholder such as <unknown method 1666>: <1666>, or nothing.
func Shorten(name string, size, width float64) string {
	if name = ShortHashes(name); pixeltext.Width(name, size) <= width {
		return name
	}
	fits := func(s string) bool { return pixeltext.Width(s, size) <= width }
	if name = fitPlaceholder(name, size, width); fits(name) {
		return name
	}
	packages, rest := Split(name)
	if i := strings.IndexByte(rest, '('); i > 0 && afterParams().MatchString(rest) {
		rest = rest[:i]
	}
	switch {
	case fits(packages + rest):
		return packages + rest
	case fits(rest):
		return rest
	}
	return cutName(rest, size, width)
}

// afterParams matches the end of parameters, and the beginning of a return type or an id.
var afterParams = lazyregexp.New(`\)($|:| #\d)`)

// constructor ends the names of methods that native-image generates to construct an object, except for a hash.
const constructor = "_constructor"

// constructedClass returns the class in the name of such a method: Cart of FactoryMethodHolder.Cart_constructor_dfe170b189d4e96….
func constructedClass(name string) (class string, ok bool) {
	at := strings.LastIndex(name, constructor+"_")
	if at < 0 {
		return "", false
	}
	hash, short := strings.CutSuffix(name[at+len(constructor)+1:], plaintext.Ellipsis)
	class = name[:at]
	class = class[strings.LastIndexByte(class, '.')+1:]
	return class, class != "" && (len(hash) >= minHash || short && len(hash) == shortHash) && strings.Trim(hash, "0123456789abcdef") == ""
}

// cutName cuts class and method to a width in pixels.
func cutName(name string, size, width float64) string {
	measure := func(s string) float64 { return pixeltext.Width(s, size) }
	if class, ok := constructedClass(name); ok {
		if words := lastWords(class, width-measure(constructor), measure); words != "" {
			return words + constructor
		}
		return pixeltext.Cut(class+constructor, size, width)
	}
	dot := strings.LastIndexByte(name, '.')
	if dot <= 0 && strings.HasPrefix(name, "<") && isDigits(strings.Trim(name, "<>")) {
		return "" // part of a number is another number
	}
	if dot <= 0 {
		return pixeltext.Cut(name, size, width)
	}
	if words := lastWords(name[:min(dot, MaxName)], width-measure(name[dot:]), measure); words != "" {
		return words + name[dot:]
	}
	return pixeltext.Cut(name[dot+1:], size, width)
}

package render

import (
	"strings"
	"unicode/utf8"
)

// shortenName returns the most useful form of a frame's name that fits into a width in pixels. It drops the parameters, then
// shortens the packages to their first letters, from the outermost on, then drops them. Then it cuts the class, as long as the
// whole method and a few letters of the class fit, or the method, or drops the class. flame.js does the same:
//
//	com.example.shop.CartService.checkout(int)
//	com.example.shop.CartService.checkout
//	c.example.shop.CartService.checkout
//	c.e.s.CartService.checkout
//	CartService.checkout
//	CartSer….checkout
//	CartService.che…    if that keeps more
//	…checkout
//	CartS…
//
// Of a placeholder such as <unknown method 1666> it keeps the last word: <1666>.
func shortenName(name string, size, width float64) string {
	if textWidth(name, size) <= width {
		return name
	}
	fits := func(s string) bool { return textWidth(s, size) <= width }
	if name = fitPlaceholder(name, size, width); fits(name) {
		return name
	}
	packages, rest := splitName(name)
	if i := strings.IndexByte(rest, '('); i > 0 && strings.HasSuffix(rest, ")") {
		rest = rest[:i]
	}
	room := width - textWidth(rest, size)
	if room < 0 {
		return cutName(rest, size, width)
	}
	var short strings.Builder
	wide := textWidth(packages, size)
	for packages != "" && wide > room {
		first, inner, _ := strings.Cut(packages, ".")
		_, n := utf8.DecodeRuneInString(first)
		short.WriteString(first[:n])
		short.WriteByte('.')
		packages = inner
		wide -= textWidth(first[n:], size)
	}
	if wide > room {
		return rest
	}
	return short.String() + packages + rest
}

// cutName cuts class and method to a width in pixels.
func cutName(name string, size, width float64) string {
	dot := strings.LastIndexByte(name, '.')
	if dot <= 0 {
		return cutText(name, size, width)
	}
	class, method := name[:dot], name[dot:]
	if s := cutText(class, size, width-textWidth(method, size)); len(s) >= 4+len(ellipsis) {
		return s + method
	}
	s := cutText(name, size, width)
	if len(s) < dot+len(".run")+len(ellipsis) && textWidth(ellipsis+method[1:], size) <= width {
		return ellipsis + method[1:]
	}
	return s
}

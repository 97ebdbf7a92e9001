package render

import (
	"strings"
	"unicode/utf8"
)

// shortenName returns the most telling form of a frame's name that fits into a width. Parameters go first, then package
// by package is written by its initial, from the outermost on, then packages go, and only then is something cut: the
// class while the whole method and a few letters of the class can stay, else the method, else the class goes:
//
//	com.example.shop.CartService.checkout(int)
//	com.example.shop.CartService.checkout
//	c.example.shop.CartService.checkout
//	c.e.s.CartService.checkout
//	CartService.checkout
//	CartSer….checkout
//	CartService.che…    where that leaves more
//	…checkout
//	CartS…
//
// Of what stands for a name, as <unknown method 1666> does, the last word tells it apart: <1666>.
func shortenName(name string, size, width float64) string {
	if textWidth(name, size) <= width {
		return name
	}
	fits := func(s string) bool { return textWidth(s, size) <= width }
	if name = fitPlaceholder(name, fits); fits(name) {
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

// cutName cuts class and method.
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

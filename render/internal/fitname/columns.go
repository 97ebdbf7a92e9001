package fitname

import (
	"strings"
	"unicode/utf8"

	"github.com/iprof-viz/iprof-viz/internal/lazyregexp"
	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
)

// Columns that a name should have. To make room for them, tables drop something else.
const (
	GoodName = 44 // enough for the class and method of most Java names
	MinName  = 8
)

// maxMethod is the number of columns above which even a method's own name is truncated. Compilers generate up to a hundred; longer
// ones are malicious.
const maxMethod = 120

// A Name is a name from the profile, split into parts that can be dropped to shorten it.
type Name struct {
	Indent   string // of a tree
	packages string // with their dots
	class    string
	Method   string // its own name with the dot before it, never truncated; "": it is a type
	params   string // with parentheses and anything after them that distinguishes overloads, without packages
	after    string // never truncated: @9, :72
}

// withoutSite returns a name without the place in the method, and without the number of further names after it:
//
//	Cart.add@9, Cart.add(int):72, Cart.add @9 +1,204, Cart.add (Cart.java:12) +3
//
// Every name of a table comes here several times: a regular expression took half of the time for a long table.
func withoutSite(name string) string {
	if start := placeStart(name[:moreStart(name)]); start > 0 {
		return name[:start]
	}
	return name
}

// moreStart returns where a name's " +1,204" begins, or its length.
func moreStart(name string) int {
	end := len(strings.TrimRight(name, "0123456789,"))
	if end < len(name) && strings.HasSuffix(name[:end], " +") {
		return end - 2
	}
	return len(name)
}

// placeStart returns where the place at the end of a name begins; 0 or less if none.
func placeStart(name string) int {
	if inside, ok := strings.CutSuffix(name, ")"); ok {
		start := strings.LastIndexAny(inside, "()")
		if start < 1 || inside[start] != '(' || inside[start-1] != ' ' {
			return -1
		}
		return start - 1
	}
	digits := len(strings.TrimRight(name, "0123456789"))
	switch {
	case digits == len(name) || digits == 0:
		return -1
	case name[digits-1] == ':' && !strings.HasSuffix(name[:digits], "::"): // a line
		return digits - 1
	case name[digits-1] != '@':
		return -1
	}
	return len(strings.TrimSuffix(name[:digits-1], " "))
}

// factoryHolder is the class that has all such methods, as the end of their packages: see [factoryMethod].
const factoryHolder = "FactoryMethodHolder."

// factoryMethod matches a method that native-image generates to allocate and construct an object: its name contains the class.
var factoryMethod = lazyregexp.New(`^((?:.*\.)?FactoryMethodHolder\.)(.+)(_constructor_[0-9a-f]+(?:…)?)$`)

// Parse splits a name into its parts.
func Parse(s string) Name {
	n := parseRawName(s)
	n.params = withoutPackages(n.params)
	return n
}

// parseRawName is like Parse, but keeps the packages in parameters.
func parseRawName(s string) Name {
	var n Name
	name := strings.TrimLeft(s, " ")
	n.Indent = s[:len(s)-len(name)]
	base := withoutSite(name)
	name, n.after = base, name[len(base):]
	i := strings.IndexByte(name, '(')
	if end := strings.Index(name, ")("); end > i && i > 0 {
		i = end + 1 // native-image has methods such as StringBuilder(IA)
	}
	if i > 0 {
		name, n.params = name[:i], name[i:]
	}
	if strings.Contains(name, "_constructor_") { // most have none, and regular expressions take time
		if of := factoryMethod().FindStringSubmatch(name); of != nil {
			n.packages, n.class, n.Method = of[1], of[2], of[3]
			return n
		}
	}
	packages, rest := Split(name)
	if pkg, class, ok := strings.Cut(rest, "."); ok && isPackage(pkg) && isClass(class) {
		n.packages, n.class = packages+pkg+".", class // a type, not a method
		return n
	}
	n.packages = packages
	if dot := strings.LastIndexByte(rest, '.'); dot > 0 {
		n.class, n.Method = rest[:dot], rest[dot:]
	} else {
		n.class = rest
	}
	return n
}

// initials shortens packages to their first letters: com.oracle.svm. becomes c.o.s.
func initials(packages string) string {
	if packages == factoryHolder {
		return "" // short names have no packages, and F. tells nobody anything
	}
	var b strings.Builder
	for pkg := range strings.SplitSeq(strings.TrimSuffix(packages, "."), ".") {
		if pkg != "" {
			r, _ := utf8.DecodeRuneInString(pkg)
			b.WriteRune(r)
			b.WriteByte('.')
		}
	}
	return b.String()
}

// text joins the parts that are left.
func (n Name) text() string {
	return joinEllipses(n.Indent + n.packages + n.class + n.Method + n.params + n.after)
}

// columns returns the width of the text.
func (n Name) columns() int {
	sum := 0
	for _, part := range [...]string{n.Indent, n.packages, n.class, n.Method, n.params, n.after} {
		if !plaintext.IsASCII(part) {
			return plaintext.Columns(n.text())
		}
		sum += len(part)
	}
	return sum
}

func joinEllipses(s string) string {
	return strings.ReplaceAll(s, plaintext.Ellipsis+plaintext.Ellipsis, plaintext.Ellipsis)
}

// withClass returns the name without packages and parameters, with its class shortened by a function to the columns that the method
// leaves.
func (n Name) withClass(width int, cut func(class string, room int) string) string {
	n.packages, n.params = "", ""
	whole := n.class
	n.class = ""
	switch room := width - n.columns(); {
	case n.Method == "":
		n.class = cut(whole, max(room, 1))
	case room >= plaintext.Columns(whole):
		n.class = whole
	case min(room, plaintext.Columns(whole)-minCut) >= minClass:
		n.class = cut(whole, min(room, plaintext.Columns(whole)-minCut))
	case room > 0:
		n.class = plaintext.Ellipsis
	default:
		n.Method = strings.TrimPrefix(n.Method, ".")
	}
	if plaintext.Columns(n.Method) > maxMethod {
		n.Method = plaintext.CutMiddle(n.Method, max(width-plaintext.Columns(n.Indent+n.class+n.after), 1))
	}
	return n.text()
}

// minClass is the number of columns from which on a shortened class shows some of its letters.
const minClass = 3

// minCut is the minimum number of columns that shortening must save: Known does not become K…wn to save one.
const minCut = 3

func cutClass(class string, room int) string { return plaintext.CutTo(class, room, (room-1)/2) }

// Method shortens the name of a method or a type to a number of columns. It drops hashes first, then the packages of parameters,
// then shortens packages to initials, then drops parameters, then the initials, and finally the first words of the class:
//
//	com.example.shop.CartService.add(String)
//	c.e.shop.CartService.add(String)
//	c.e.s.CartService.add
//	CartService.add
//	…Service.add
//	….add
//
// The method's own name stays whole: if that alone is wider, so is the result. A placeholder such as <unknown method 1666> loses
// words: <1666>. A renamed method, old → new, is treated as two names.
func Method(s string, width int) string { return Style{}.Method(s, width) }

// The separators between names in one cell: of a renamed method, and of a method and its caller.
const (
	Renamed  = " → "
	CallerOf = " < "
)

// chain shortens a method and its callers, dropping the outermost first.
func (as Style) chain(s string, width int) string {
	frames := strings.Split(s, CallerOf)
	for n := len(frames); n > 0; n-- {
		rest := ""
		if left := len(frames) - n; left > 0 {
			rest = CallerOf + numbers.MoreText(left)
		}
		minimum := plaintext.Columns(rest) + plaintext.Columns(CallerOf)*(n-1)
		for _, f := range frames[:n] {
			minimum += MethodWidth(f)
		}
		if minimum > width && n > 1 {
			continue
		}
		if n == 1 && minimum > width {
			rest = numbers.ShortMore(len(frames) - 1)
		}
		var short []string
		room := width - plaintext.Columns(rest) - plaintext.Columns(CallerOf)*(n-1)
		for i, f := range frames[:n] {
			word := as.Method(f, max(room/(n-i), 1))
			room -= plaintext.Columns(word)
			short = append(short, word)
		}
		return strings.Join(short, CallerOf) + rest
	}
	return s
}

// fewerWords shortens a placeholder, dropping words first.
func fewerWords(s string, width int) string {
	short, ok := s, true
	for ok && plaintext.Columns(short) > width {
		short, ok = ShortenPlaceholder(short)
	}
	if ok {
		return short
	}
	return plaintext.CutMiddle(s, width)
}

// ShortName is the number of columns up to which a class and its method are never cut in a table.
const ShortName = 28

// MethodWidth returns the minimum number of columns for a name: for the class and the method of a short name, otherwise for the
// method's own name and the last word of its class.
func MethodWidth(s string) int {
	_, method := NameWidths(s)
	return method
}

// NameWidths returns the columns that a name needs to keep its whole class, and its MethodWidth.
func NameWidths(s string) (class, method int) {
	s = withoutMiddle(s)
	if before, after, ok := strings.Cut(s, Renamed); ok {
		class, method = NameWidths(before)
		moreClass, moreMethod := NameWidths(after)
		return class + plaintext.Columns(Renamed) + moreClass, method + plaintext.Columns(Renamed) + moreMethod
	}
	if first, rest, ok := strings.Cut(s, CallerOf); ok {
		class, method = NameWidths(first)
		more := plaintext.Columns(numbers.ShortMore(strings.Count(rest, CallerOf) + 1))
		return class + more, method + more
	}
	if words, name, ok := cutOrigin(s); ok {
		class, _ = NameWidths(name)
		return class + plaintext.Columns("<"+inSamples+">"), plaintext.Columns(ShortestPlaceholder(words))
	}
	n := parseRawName(ShortHashes(s))
	n.params = ""
	if n.Method == "" {
		method = min(plaintext.Columns(s), minType)
	} else {
		short := n
		short.packages = ""
		whole := short.columns()
		short.class = lastWord(n.class)
		method = max(short.columns(), min(whole, ShortName))
	}
	n.packages = initials(n.packages)
	return n.columns(), method
}

// minType is the number of columns that suffice for the name of a type.
const minType = 20

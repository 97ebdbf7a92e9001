package render

import (
	"slices"
	"strings"

	"github.com/rivo/uniseg"
)

// columnsOf returns how many columns of a terminal a text takes.
func columnsOf(s string) int {
	for i := 0; i < len(s); i++ {
		if s[i] >= 0x80 {
			return uniseg.StringWidth(s)
		}
	}
	return len(s)
}

// cutMethod shortens the name of a method or a type to a number of columns. Class and method go last of all: first hashes
// are shortened, then the packages of parameters go, then those of the class, then parameters, and only then is something
// cut from the class and, as long as it leaves most of the columns to it, not from the method:
//
//	java.util.…IntPipeline.forEachWithCancel
//	com.exam…Cart.add(String)
//	…IntPipeline.forEachWithCancel
//	IntP…line.for…WithCancel
//
// What stands for a name, as <unknown method 1666> does, has fewer words: <1666>.
func cutMethod(s string, width int) string {
	if columnsOf(s) <= width {
		return s
	}
	if s = shortHashes(s); columnsOf(s) <= width {
		return s
	}
	if standsForName(s) {
		short, ok := s, true
		for ok && columnsOf(short) > width {
			short, ok = fewerWords(short)
		}
		if ok {
			return short
		}
	}
	if width < minName {
		return cutMiddle(s, width)
	}
	name, params := s, ""
	if i := strings.IndexByte(s, '('); i > 0 {
		name, params = s[:i], withoutPackages(s[i:])
	}
	packages, rest := splitName(name)
	if pkg, class, ok := strings.Cut(rest, "."); ok && isPackage(pkg) && isClass(class) {
		packages, rest = packages+pkg+".", class // a type, which has no method
	}
	switch room := width - columnsOf(rest) - columnsOf(params); {
	case room >= columnsOf(packages):
		return packages + rest + params
	case room > leastHead:
		return cutEnd(packages, room) + rest + params
	case room > 0 && packages != "":
		return "…" + rest + params
	case room >= 0:
		return rest + params
	}
	switch {
	case width < narrowName:
		params = ""
	case params != "":
		room := columnsOf("(…)")
		if width >= wideName {
			room = width / 3
		}
		room = min(columnsOf(params), max(room, width-columnsOf(rest)))
		params = cutParams(params, room)
	}
	return cutClass(rest, width-columnsOf(params)) + params
}

// fewerWords says what stands for a name in fewer words. It is false where all are needed. A number stays, as it tells one
// from another:
//
//	<2,741 more methods>    <2,741 more>    <+2,741>
//	<unknown method 1666>   <method 1666>   <1666>
//	<callers unknown>       <unknown>
func fewerWords(s string) (string, bool) {
	words := strings.Fields(strings.Trim(s, "<>"))
	last := len(words) - 1
	switch {
	case last < 1:
		return s, false
	case words[1] == "more" && last > 1:
		return "<" + words[0] + " more>", true
	case words[1] == "more":
		return "<+" + words[0] + ">", true
	case isDigits(words[last]):
		return "<" + strings.Join(words[1:], " ") + ">", true
	case slices.Contains(words, "unknown"):
		return "<unknown>", true
	}
	return s, false
}

// fewestWords are those that fewerWords comes to.
func fewestWords(s string) string {
	for more := true; more; {
		s, more = fewerWords(s)
	}
	return s
}

func isDigits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// wideName is from how many columns on a name that has to be cut shows some of its parameters.
const wideName = 30

// narrowName is below how many columns a name has to do with its method, without parameters.
const narrowName = 14

// cutParams cuts what is in the brackets first: what follows them tells methods apart.
func cutParams(params string, width int) string {
	end := strings.LastIndexByte(params, ')')
	if room := width - 1 - columnsOf(params[max(end, 0):]); end > 0 && room > 0 {
		return "(" + cutMiddle(params[1:end], room) + params[end:]
	}
	return cutMiddle(params, width)
}

// cutClass shortens class and method.
func cutClass(name string, width int) string {
	if columnsOf(name) <= width {
		return name
	}
	dot := strings.LastIndexByte(name, '.')
	if dot <= 0 {
		return cutMiddle(name, width)
	}
	class, method := name[:dot], name[dot:]
	least := width * 2 / 5
	if width < narrowName { // two halves of names say less than one name
		least = 1
	}
	room := max(width-columnsOf(method), least) // for the class
	class = cutTo(class, room, (room-1)/2)
	return class + cutMiddle(method, width-columnsOf(class))
}

// withoutPackages leaves the packages out of the types in parameters: (java.lang.String, int) is (String, int).
func withoutPackages(params string) string {
	var b strings.Builder
	for params != "" {
		end := strings.IndexAny(params, "(), :")
		if end < 0 {
			end = len(params)
		}
		packages, class := splitName(params[:end] + ".") // the dot: for a class without a method
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

// isClass tells a class from a method by its upper-case initial.
func isClass(s string) bool {
	return s != "" && s[0] >= 'A' && s[0] <= 'Z' && !strings.Contains(s, ".")
}

// leastHead is how many columns of packages are worth showing.
const leastHead = 3

// cutMiddle shortens a text to a number of columns with a … in its middle. What comes last says more: it gets two thirds.
func cutMiddle(s string, width int) string { return cutTo(s, width, (width-1)/3) }

// cutEnd shortens a text to a number of columns with a … at its end.
func cutEnd(s string, width int) string { return cutTo(s, width, width-1) }

// cutTo shortens a text to a number of columns with a … after the first ones, head of them.
func cutTo(s string, width, head int) string {
	if columnsOf(s) <= width {
		return s
	}
	if width <= 1 {
		return "…"[:max(0, min(width, 1))*len("…")]
	}
	tail := width - 1 - head
	var clusters []string
	var widths []int
	for rest, state := s, -1; rest != ""; {
		var c string
		var n int
		c, rest, n, state = uniseg.FirstGraphemeClusterInString(rest, state)
		clusters, widths = append(clusters, c), append(widths, n)
	}
	from, until := 0, len(clusters)
	for from < until && widths[from] <= head {
		head -= widths[from]
		from++
	}
	tail += head // what a wide character leaves
	for until > from && widths[until-1] <= tail {
		tail -= widths[until-1]
		until--
	}
	return strings.Join(clusters[:from], "") + "…" + strings.Join(clusters[until:], "")
}

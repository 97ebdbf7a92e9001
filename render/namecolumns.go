package render

import "strings"

// Columns that a name should have. To give names that many, tables do without something else.
const (
	goodName     = 44 // counts are shortened; class and method of most Java names fit
	fairName     = 28 // words are shortened, and minor columns left out
	sharedName   = 20 // the same, if several names share a line
	readableName = 18 // the parts of a site are below it, not beside it
	minName      = 8
)

// cutMethod shortens the name of a method or a type to a number of columns. It shortens hashes, drops the packages of
// parameters, then those of the class, then cuts parameters, and last the class, or the method where it is most of the name:
//
//	java.util.…IntPipeline.forEachWithCancel
//	com.exam…Cart.add(String)
//	…IntPipeline.forEachWithCancel
//	IntP…line.for…WithCancel
//
// A placeholder such as <unknown method 1666> has fewer words: <1666>.
func cutMethod(s string, width int) string {
	if columnsOf(s) <= width {
		return s
	}
	if s = shortHashes(s); columnsOf(s) <= width {
		return s
	}
	if isPlaceholder(s) {
		short, ok := s, true
		for ok && columnsOf(short) > width {
			short, ok = shortenPlaceholder(short)
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
		packages, rest = packages+pkg+".", class // a type, not a method
	}
	switch room := width - columnsOf(rest) - columnsOf(params); {
	case room >= columnsOf(packages):
		return packages + rest + params
	case room > minPackages:
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

// wideName is the number of columns from which on a cut name shows some of its parameters.
const wideName = 30

// narrowName is the number of columns below which a cut name has no parameters.
const narrowName = 14

// minPackages is the number of columns from which on packages are shown.
const minPackages = 3

// cutParams cuts the parameters first, not the text after the brackets, which may tell methods apart.
func cutParams(params string, width int) string {
	end := strings.LastIndexByte(params, ')')
	if room := width - 1 - columnsOf(params[max(end, 0):]); end > 0 && room > 0 {
		return "(" + cutMiddle(params[1:end], room) + params[end:]
	}
	return cutMiddle(params, width)
}

// cutClass shortens class and method to a number of columns.
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
	if width < narrowName { // one whole name is better than two halves
		least = 1
	}
	room := max(width-columnsOf(method), least) // for the class
	class = cutTo(class, room, (room-1)/2)
	return class + cutMiddle(method, width-columnsOf(class))
}

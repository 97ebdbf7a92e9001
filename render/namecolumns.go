package render

import "strings"

// Columns that names should have at least. Where they would have fewer, a table that is fitted into a terminal gives up
// something else first.
const (
	goodName     = 44 // shorten counts: class and method of most Java names fit into so many columns
	fairName     = 28 // shorten words, and leave out minor columns
	sharedName   = 20 // the same, where several names share a line
	readableName = 18 // print the parts of a site below it, not beside it
	minName      = 8
)

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
		packages, rest = packages+pkg+".", class // a type, which has no method
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

// wideName is from how many columns on a name that has to be cut shows some of its parameters.
const wideName = 30

// narrowName is below how many columns a name has to do with its method, without parameters.
const narrowName = 14

// minPackages is how many columns of packages are worth showing.
const minPackages = 3

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

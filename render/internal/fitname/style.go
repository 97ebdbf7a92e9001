package fitname

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
)

// A level says how much of a name is left. Names that are read together have the same, so that no reader takes two spellings of a class
// for two classes.
type level uint8

const (
	wholeName      level = iota
	withoutHash          // without the rest of hashes and addresses, and the packages of parameters
	initialsOnly         // packages are initials
	withoutParams        // and without parameters
	classAndMethod       // and without packages
	levels         = iota
)

// A Style is how names that are read together are shortened. The zero Style shortens a name only as far as its room requires.
type Style struct {
	level level
	words map[string]int // by class with its packages: the columns that all of its names have for it
}

// at returns what is left of a name at a level.
func (n Name) at(of level) Name {
	switch {
	case of >= classAndMethod:
		n.packages, n.params = "", ""
	case of >= withoutParams:
		n.packages, n.params = initials(n.packages), ""
	case of >= initialsOnly:
		n.packages = initials(n.packages)
	}
	return n
}

// oneName reports whether a text is a single name that levels apply to.
func oneName(s string) bool {
	_, _, origin := cutOrigin(s)
	return !IsPlaceholder(s) && !origin && !strings.Contains(s, Renamed) && !strings.Contains(s, CallerOf)
}

// StyleOf returns the style in which all names fit into their rooms and show as much as possible; if there is none, that without
// packages, in which classes lose words.
func StyleOf(names iter.Seq[NameInRoom]) Style {
	var as Style
	wide := map[NameInRoom]bool{}
	for n := range names {
		if len(n.Name) > 2*MaxName || plaintext.Columns(n.Name) <= n.Room || wide[n] || !oneName(n.Name) {
			continue
		}
		wide[n] = true
		if as.level < classAndMethod {
			as.level = max(as.level, levelFor(n.Name, n.Room))
		}
	}
	if as.level < classAndMethod {
		return as
	}
	as.words = map[string]int{}
	for n := range wide {
		of := Parse(ShortHashes(n.Name))
		class := of.packages + of.class
		if of = of.at(classAndMethod); of.Method == "" || of.columns() <= n.Room {
			continue
		}
		room := n.Room - of.columns() + plaintext.Columns(of.class)
		if known, ok := as.words[class]; (!ok || room < known) && inColumns(of.class, room) != "" {
			as.words[class] = room
		}
	}
	return as
}

// Shortens reports whether names lose their packages, or whole words of them, even where they have room.
func (as Style) Shortens() bool { return as.level > withoutHash }

// CutsClasses reports whether some classes lose words.
func (as Style) CutsClasses() bool { return len(as.words) > 0 }

// ClassAndMethod returns the columns of a name without packages and parameters; 0 if it is not a single name.
func ClassAndMethod(s string) int {
	if !oneName(s) {
		return 0
	}
	return Parse(ShortHashes(s)).at(classAndMethod).columns()
}

// levelFor returns the first level at which a name fits into a number of columns.
func levelFor(name string, width int) level {
	if plaintext.Columns(name) <= width {
		return wholeName
	}
	short := ShortHashes(name)
	if plaintext.Columns(short) <= width {
		return withoutHash
	}
	n := Parse(short)
	for of := withoutHash; of < classAndMethod; of++ {
		if n.at(of).columns() <= width {
			return of
		}
	}
	return classAndMethod
}

// Method is like the function [Method], for a name among others.
func (as Style) Method(s string, width int) string {
	switch {
	case IsPlaceholder(s):
		if plaintext.Columns(s) <= width {
			return s
		}
		return fewerWords(s, width)
	case as.level == wholeName && plaintext.Columns(s) <= width:
		return s
	case strings.Contains(s, Renamed):
		return as.pair(s, width)
	case strings.Contains(s, CallerOf):
		if plaintext.Columns(s) <= width {
			return s
		}
		return as.chain(s, width)
	}
	if _, _, ok := cutOrigin(s); ok {
		return as.origin(s, width)
	}
	if s = ShortHashes(s); as.level <= withoutHash && plaintext.Columns(s) <= width {
		return s
	}
	n := Parse(s)
	for of := max(as.level, withoutHash); of < levels; of++ {
		if left := n.at(of); left.columns() <= width && !(of == classAndMethod && as.cuts(n)) {
			return left.text()
		}
	}
	return as.withLastWords(n, width)
}

// cuts reports whether other names of the same class are too wide, so that the class is cut in all of them.
func (as Style) cuts(n Name) bool {
	_, cut := as.words[n.packages+n.class]
	return cut && n.Method != ""
}

// pair shortens a renamed method, old → new. One whose parameters alone changed keeps some of them: where both
// names have no room with all, one has both, Tally.find(String → String, int); then its class is left out.
func (as Style) pair(s string, width int) string {
	before, after, _ := strings.Cut(s, Renamed)
	if plaintext.Columns(s) <= width {
		return s
	}
	room := max(width-plaintext.Columns(Renamed), 2)
	left := max(min(plaintext.Columns(before), room/2), room-plaintext.Columns(after))
	if m, n := Parse(before), Parse(after); m.packages+m.class+m.Method == n.packages+n.class+n.Method {
		m.packages, n.packages = "", ""
		once, ok := withBothParams(m, n)
		if both := m.columns() + plaintext.Columns(Renamed) + n.columns(); ok && both > width && once.columns() <= width {
			return once.text()
		}
		for _, shorten := range []otherWay{withParams, withParamsOnly} {
			old, okOld := shorten(before, left)
			new, okNew := shorten(after, room-plaintext.Columns(old))
			if okOld && okNew && old != new {
				return old + Renamed + new
			}
		}
	}
	old := as.Method(before, left)
	return old + Renamed + as.Method(after, max(room-plaintext.Columns(old), 1))
}

// withBothParams returns the name of a method whose parameters changed with those before and after; false: it lacks some.
func withBothParams(before, after Name) (Name, bool) {
	old, ok := strings.CutSuffix(before.params, ")")
	after.params, ok = old+Renamed+strings.TrimPrefix(after.params, "("), ok && strings.HasSuffix(after.params, ")") && before.after == after.after
	return after, ok
}

// withLastWords returns a name without packages, parameters and the first words of its class, so many that the rest fits.
func (as Style) withLastWords(n Name, width int) string {
	common, isCommon := as.words[n.packages+n.class]
	n = n.at(classAndMethod)
	whole := n.class
	n.class = ""
	room := width - n.columns()
	switch words := inColumns(whole, room); {
	case n.Method == "" && words == "":
		n.class = plaintext.CutEnd(whole, max(room, 1))
	case words != "":
		if n.class = words; isCommon {
			n.class = inColumns(whole, min(common, room))
		}
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

// lambdaClass is in the names of the classes of lambdas, between the class that has the lambda and a number or a hash.
const lambdaClass = "$$Lambda"

// lastWords returns the class in a room, without its first words if necessary: JavaStackFrameVisitor becomes …FrameVisitor,
// Streams$ConcatSpliterator$OfInt …$OfInt. A lambda loses its number first. It returns "" if no word fits. Widths are in the unit of
// the room.
func lastWords(class string, room float64, measure func(string) float64) string {
	if measure(class) <= room {
		return class
	}
	if at := strings.Index(class, lambdaClass+"$"); at > 0 {
		class = class[:at+len(lambdaClass)] + plaintext.Ellipsis
		if measure(class) <= room {
			return class
		}
	}
	return lastWordsWithNumber(class, room, measure)
}

// lastWordsWithNumber is like lastWords, but keeps the number of a lambda.
func lastWordsWithNumber(class string, room float64, measure func(string) float64) string {
	if measure(class) <= room {
		return class
	}
	room -= measure(plaintext.Ellipsis)
	from, end := 0, len(class)
	for at := len(class); at > 0; {
		_, size := utf8.DecodeLastRuneInString(class[:at])
		at -= size
		if at == 0 || !beginsWord(class, at) {
			continue
		}
		if room -= measure(class[at:end]); room < 0 {
			break
		}
		from, end = at, at
	}
	if from == 0 || !strings.ContainsFunc(class[from:], unicode.IsLetter) { // the number of an anonymous class alone says nothing
		return ""
	}
	return plaintext.Ellipsis + class[from:]
}

// inColumns is lastWords for a terminal.
func inColumns(class string, room int) string { return lastWords(class, float64(room), columns) }

func columns(s string) float64 { return float64(plaintext.Columns(s)) }

// lastWord returns a class without all its words but the last, or the whole class if it has only one.
func lastWord(class string) string {
	for at := len(class); at > 0; {
		_, size := utf8.DecodeLastRuneInString(class[:at])
		if at -= size; at > 0 && beginsWord(class, at) && strings.ContainsFunc(class[at:], unicode.IsLetter) {
			return plaintext.Ellipsis + class[at:]
		}
	}
	return class
}

// beginsWord reports whether a word of a class begins at a position: a nested class, or a capital that does not continue a word in
// capitals.
func beginsWord(class string, at int) bool {
	r, size := utf8.DecodeRuneInString(class[at:])
	before, _ := utf8.DecodeLastRuneInString(class[:at])
	switch {
	case r == '$':
		return before != '$' && at+size < len(class)
	case before == '$':
		return r != '$'
	case !unicode.IsUpper(r):
		return false
	case unicode.IsUpper(before):
		next, _ := utf8.DecodeRuneInString(class[at+size:])
		return unicode.IsLower(next)
	}
	return true
}

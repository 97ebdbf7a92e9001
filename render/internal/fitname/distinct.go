package fitname

import (
	"cmp"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
)

// A NameInRoom is a name and the number of columns for it.
type NameInRoom struct {
	Name string
	Room int
}

// ShortNames maps names to short names; no two methods have the same.
type ShortNames map[NameInRoom]string

// Fit shortens names that are read together, all to one level: if one of them has no room for its packages, none shows its own. If two
// of them would look the same in the columns that all have, these are shortened in another way: with parameters, with packages,
// with another part of the class or of the hash. If none of that distinguishes them, they are longer than the available columns. The
// place in a method, @9, does not distinguish methods.
func Fit(names []NameInRoom) ShortNames { return Column(slices.Values(names)) }

// maxGrouped is the maximum number of names that are distinguished consistently. If there are more, which nobody reads together,
// the later ones are shortened one by one: they differ from all previous ones, but each in its own way.
const maxGrouped = 10_000

// Column is like Fit, for names that are not in a list.
func Column(names iter.Seq[NameInRoom]) ShortNames { return StyleOf(names).Column(names) }

// Column shortens the names of a column like Fit, in a style that several columns share.
func (as Style) Column(names iter.Seq[NameInRoom]) ShortNames {
	short := ShortNames{}
	var distinct, huge []NameInRoom // in the order of names; huge ones are malicious
	longest, narrowest, widest := 0, plaintext.Unlimited, 0
	for n := range names {
		if _, done := short[n]; !done {
			short[n] = n.Name
			if len(n.Name) > 2*MaxName {
				huge = append(huge, n)
			} else {
				distinct = append(distinct, n)
			}
			longest, narrowest, widest = max(longest, plaintext.Columns(n.Name)), min(narrowest, n.Room), max(widest, n.Room)
		}
	}
	if longest <= narrowest && !as.Shortens() { // all are whole
		return short
	}
	common := max(narrowest, min(minCommon, widest))
	alike := map[string][]NameInRoom{} // by the short name, in the order of names
	var order []string
	grouped := min(len(distinct), maxGrouped)
	for _, n := range distinct[:grouped] {
		_, _, origin := cutOrigin(n.Name)
		if origin || strings.Contains(n.Name, CallerOf) { // a call site is not part of a name, and several callers may be unknown
			short[n] = as.Method(n.Name, n.Room)
			continue
		}
		text := MethodOf(as.Method(n.Name, common))
		if alike[text] == nil {
			order = append(order, text)
		}
		alike[text] = append(alike[text], n)
	}
	taken := takenNames{}
	for _, text := range order {
		if group := alike[text]; !sameMethod(group) || !short.inOneWay(group, taken, as.everyMethod) {
			short.tellApart(group, taken, as)
		}
	}
	for _, n := range huge {
		text := Method(withoutMiddle(n.Name), n.Room)
		if !taken.isFree(text, n.Name) {
			text = n.Name
		}
		taken.take(text, n.Name)
		short[n] = text
	}
	for _, n := range distinct[grouped:] {
		text := as.Method(n.Name, n.Room)
		if !strings.Contains(n.Name, CallerOf) {
			if !taken.isFree(text, n.Name) {
				text = anyWay(n, taken, 0, as)
			}
			taken.take(text, n.Name)
		}
		short[n] = text
	}
	return short
}

// minCommon is the maximum number of columns in which names may look the same and still be distinguished in wider ones.
const minCommon = 26

func (as Style) everyMethod(name string, room int) (string, bool) { return as.Method(name, room), true }

// takenNames maps short names to the methods that have them.
type takenNames map[string]string

// MethodOf returns a name without its indent and the place in the method.
func MethodOf(name string) string { return strings.TrimLeft(withoutSite(name), " ") }

func (t takenNames) take(text, name string) { t[MethodOf(text)] = MethodOf(name) }

// isFree reports whether a name may be shortened in this way.
func (t takenNames) isFree(text, name string) bool {
	by, used := t[MethodOf(text)]
	return !used || by == MethodOf(name)
}

func sameMethod(group []NameInRoom) bool {
	return !slices.ContainsFunc(group, func(n NameInRoom) bool { return MethodOf(n.Name) != MethodOf(group[0].Name) })
}

// tellApart shortens names so that they differ from each other and from those in use, all in the same way if possible.
func (short ShortNames) tellApart(group []NameInRoom, taken takenNames, as Style) {
	for _, shorten := range as.otherWays(group[0].Name) {
		if short.inOneWay(group, taken, shorten) {
			return
		}
	}
	for _, n := range group {
		short[n] = anyWay(n, taken, maxWider, as)
		taken.take(short[n], n.Name)
	}
}

// inOneWay shortens names in one way, if that makes them differ even in the narrowest of their widths: a class truncated in two
// places does not look like two classes.
func (short ShortNames) inOneWay(group []NameInRoom, taken takenNames, shorten otherWay) bool {
	if len(group) == 1 {
		n := group[0]
		text, ok := shorten(n.Name, n.Room)
		if !ok || !taken.isFree(text, n.Name) {
			return false
		}
		short[n] = text
		taken.take(text, n.Name)
		return true
	}
	narrowest := group[0].Room
	for _, n := range group {
		narrowest = min(narrowest, n.Room)
	}
	own, narrow := takenNames{}, takenNames{}
	for _, n := range group {
		text, ok := shorten(n.Name, n.Room)
		if !ok || !taken.isFree(text, n.Name) || !own.isFree(text, n.Name) {
			return false
		}
		own.take(text, n.Name)
		short[n] = text
		if n.Room > narrowest {
			if text, ok = shorten(n.Name, narrowest); !ok {
				return false
			}
		}
		if !narrow.isFree(text, n.Name) {
			return false
		}
		narrow.take(text, n.Name)
	}
	maps.Copy(taken, own)
	return true
}

// maxWider is the number of columns by which a name may exceed its width before it is shown in full.
const maxWider = 200

// anyWay shortens a name in the first way that makes it differ from those in use, exceeding its width by up to wider columns, or
// not at all.
func anyWay(n NameInRoom, taken takenNames, wider int, as Style) string {
	for _, shorten := range as.otherWays(n.Name) {
		if text, ok := shorten(n.Name, n.Room); ok && taken.isFree(text, n.Name) {
			return text
		}
	}
	for room := n.Room + 1; room < min(plaintext.Columns(n.Name), n.Room+wider+1); room++ {
		if text := Method(n.Name, room); taken.isFree(text, n.Name) {
			return text
		}
	}
	return n.Name
}

// An otherWay shortens a name to its columns; false: not applicable, or still too long.
type otherWay func(name string, room int) (string, bool)

// otherWays returns the other ways for a name among others; a pair of names, old → new, has none.
func (as Style) otherWays(name string) []otherWay {
	if strings.Contains(name, Renamed) {
		return nil
	}
	return append([]otherWay{as.withWholeParams}, otherWays...)
}

// otherWays are for names that a style shortens to the same text, in order of readability.
var otherWays = []otherWay{
	withResult,
	withParams,
	withPackages,
	byClass(func(class string, room int) string {
		return cmp.Or(lastWordsWithNumber(class, float64(room), columns), plaintext.Ellipsis)
	}),
	byClass(func(class string, room int) string { return plaintext.CutTo(class, room, room-1-room/4) }),
	byClass(func(class string, room int) string { return plaintext.CutTo(class, room, room/4) }),
	byClass(func(class string, room int) string { return plaintext.CutTo(class, room, room/2) }),
	byClass(plaintext.CutEnd),
	byClass(func(class string, room int) string { return plaintext.CutTo(class, room, 0) }),
	withHash,
	withParamsOnly,
}

// withWholeParams keeps the parameters, and the packages as the other names.
func (as Style) withWholeParams(s string, room int) (string, bool) {
	n := Parse(ShortHashes(s))
	params := n.params
	n = n.at(as.level)
	n.params = params
	return n.text(), params != "" && n.columns() <= room
}

// withResult keeps what follows the parameters: the return type, a number.
func withResult(s string, room int) (string, bool) {
	n := Parse(ShortHashes(s))
	end := strings.LastIndexByte(n.params, ')')
	if end < 0 || end+1 == len(n.params) {
		return "", false
	}
	result := "(" + plaintext.Ellipsis + n.params[end:] + n.after
	n.after = ""
	text := Style{}.withLastWords(n, room-plaintext.Columns(result)) + result
	return text, plaintext.Columns(text) <= room
}

// withParams keeps parameters rather than packages, and shortens them and the class if both are too long.
func withParams(s string, room int) (string, bool) {
	n := Parse(ShortHashes(s))
	if n.params == "" {
		return "", false
	}
	params := n.params
	n.packages, n.params = "", ""
	for minimum := plaintext.Columns(params); minimum >= min(plaintext.Columns(params), minParams); minimum-- {
		if plaintext.Columns(n.text())+minimum <= room {
			n.params = cutParams(params, minimum)
			return n.text(), true
		}
		if plaintext.Columns(n.class) <= room/3 {
			continue
		}
		if short := (Style{}).withLastWords(n, room-minimum); plaintext.Columns(short)+minimum <= room && !strings.HasPrefix(short, plaintext.Ellipsis+".") {
			return joinEllipses(strings.TrimSuffix(short, n.after) + cutParams(params, minimum) + n.after), true
		}
	}
	return "", false
}

// withParamsOnly keeps the parameters and the method.
func withParamsOnly(s string, room int) (string, bool) {
	n := Parse(ShortHashes(s))
	n.packages, n.class, n.Method = "", "", strings.TrimPrefix(n.Method, ".")
	minimum := room - plaintext.Columns(n.Method+n.Indent+n.after)
	if n.params == "" || minimum < min(plaintext.Columns(n.params), minParams) {
		return "", false
	}
	n.params = cutParams(n.params, minimum)
	return n.text(), true
}

// minParams is the minimum number of columns at which truncated parameters are useful.
const minParams = 9

// withPackages keeps as many of the innermost packages as fit.
func withPackages(s string, room int) (string, bool) {
	n := Parse(ShortHashes(s))
	n.params = ""
	packages := strings.SplitAfter(n.packages, ".")
	for whole := range packages {
		n.packages = initials(strings.Join(packages[:whole], "")) + strings.Join(packages[whole:], "")
		if text := n.text(); n.packages != "" && plaintext.Columns(text) <= room {
			return text, true
		}
	}
	return "", false
}

// byClass keeps only the method and the class, shortened by a function.
func byClass(cut func(class string, room int) string) otherWay {
	return func(s string, room int) (string, bool) {
		text := Parse(ShortHashes(s)).withClass(room, cut)
		return text, plaintext.Columns(text) <= room
	}
}

// withHash keeps more digits of hashes, and less of the class.
func withHash(s string, room int) (string, bool) {
	text := Parse(s).withClass(room, cutClass)
	return text, plaintext.Columns(text) <= room
}

// cutParams truncates the parameters first, not the text after the parentheses, which may distinguish methods.
func cutParams(params string, width int) string {
	end := strings.LastIndexByte(params, ')')
	if room := width - 1 - plaintext.Columns(params[max(end, 0):]); end > 0 && room > 0 {
		return "(" + plaintext.CutMiddle(params[1:end], room) + params[end:]
	}
	return plaintext.CutMiddle(params, width)
}

package render

import (
	"iter"
	"maps"
	"slices"
	"strings"
)

// A nameInRoom is a name and the columns that there are for it.
type nameInRoom struct {
	name string
	room int
}

// shortNames are short names by the whole ones; no two methods have the same.
type shortNames map[nameInRoom]string

// fitNames shortens names that are read together. Where two of them would look the same in the room that all have, these are
// shortened in another way: with parameters rather than packages, with another part of the class or of the hash. If nothing of
// that tells them apart, they are longer than there is room for. The place in a method, @9, tells no methods apart.
func fitNames(names []nameInRoom) shortNames {
	short, _ := fitEach(slices.Values(names))
	return short
}

// fitColumn shortens the names of a column as fitNames does, and abbreviates their packages in one way.
func fitColumn(names iter.Seq[nameInRoom]) shortNames {
	short, taken := fitEach(names)
	if len(short) <= maxGrouped {
		short.abbreviateAlike(names, taken)
	}
	return short
}

// maxGrouped is the number of names that are told apart all in the same way. Of more, which nobody reads together, the later
// ones are shortened one by one: they differ from all before them, but each in its own way.
const maxGrouped = 10_000

// fitEach is fitNames for names that are not in a list. It returns the short names that are taken, too.
func fitEach(names iter.Seq[nameInRoom]) (shortNames, takenNames) {
	short := shortNames{}
	var distinct, huge []nameInRoom // in the order of names; huge ones were made to do harm
	longest, narrowest, widest := 0, unlimited, 0
	for n := range names {
		if _, done := short[n]; !done {
			short[n] = n.name
			if len(n.name) > 2*maxName {
				huge = append(huge, n)
			} else {
				distinct = append(distinct, n)
			}
			longest, narrowest, widest = max(longest, columnsOf(n.name)), min(narrowest, n.room), max(widest, n.room)
		}
	}
	if longest <= narrowest { // all are whole
		return short, nil
	}
	common := max(narrowest, min(minCommon, widest))
	alike := map[string][]nameInRoom{} // by the short name, in the order of names
	var order []string
	grouped := min(len(distinct), maxGrouped)
	for _, n := range distinct[:grouped] {
		if strings.Contains(n.name, callerOf) { // what calls a method is no name
			short[n] = fitMethod(n.name, n.room)
			continue
		}
		text := methodOf(fitMethod(n.name, common))
		if alike[text] == nil {
			order = append(order, text)
		}
		alike[text] = append(alike[text], n)
	}
	taken := takenNames{}
	for _, text := range order {
		if group := alike[text]; !sameMethod(group) || !short.inOneWay(group, taken, fitEveryMethod) {
			short.tellApart(group, taken)
		}
	}
	for _, n := range huge {
		text := fitMethod(withoutMiddle(n.name), n.room)
		if !taken.isFree(text, n.name) {
			text = n.name
		}
		taken.take(text, n.name)
		short[n] = text
	}
	for _, n := range distinct[grouped:] {
		text := fitMethod(n.name, n.room)
		if !strings.Contains(n.name, callerOf) {
			if !taken.isFree(text, n.name) {
				text = anyWay(n, taken, 0)
			}
			taken.take(text, n.name)
		}
		short[n] = text
	}
	return short, taken
}

// abbreviateAlike gives names whole packages no longer where another name has only their initials: neighbors of one package read
// alike.
func (s shortNames) abbreviateAlike(names iter.Seq[nameInRoom], taken takenNames) {
	brief := map[string]bool{} // packages
	for n := range names {
		if s[n] == n.name || strings.Contains(n.name, renamed) || strings.Contains(n.name, callerOf) {
			continue
		}
		of := parseName(n.name).packages
		if text := methodOf(s[n]); of != initials(of) && strings.HasPrefix(text, initials(of)) {
			brief[of] = true
		}
	}
	if len(brief) == 0 {
		return
	}
	for n := range names {
		of := parseName(s[n])
		if !brief[of.packages] || strings.Contains(n.name, renamed) || strings.Contains(n.name, callerOf) {
			continue
		}
		of.packages = initials(of.packages)
		if text := of.text(); taken.isFree(text, n.name) {
			taken.take(text, n.name)
			s[n] = text
		}
	}
}

// minCommon is the number of columns in which names may look the same at most to be told apart in wider ones.
const minCommon = 26

func fitEveryMethod(name string, room int) (string, bool) { return fitMethod(name, room), true }

// takenNames are short names and whose they are, of both the name of the method.
type takenNames map[string]string

// methodOf returns a name without its indent and the place in the method.
func methodOf(name string) string { return strings.TrimLeft(withoutSite(name), " ") }

func (t takenNames) take(text, name string) { t[methodOf(text)] = methodOf(name) }

// isFree reports whether a name may be shortened so.
func (t takenNames) isFree(text, name string) bool {
	by, used := t[methodOf(text)]
	return !used || by == methodOf(name)
}

func sameMethod(group []nameInRoom) bool {
	for _, n := range group {
		if methodOf(n.name) != methodOf(group[0].name) {
			return false
		}
	}
	return true
}

// tellApart shortens names so that they differ from each other and from those that are taken, all in the same way if there
// is one.
func (short shortNames) tellApart(group []nameInRoom, taken takenNames) {
	for _, shorten := range otherWaysOf(group[0].name) {
		if short.inOneWay(group, taken, shorten) {
			return
		}
	}
	for _, n := range group {
		short[n] = anyWay(n, taken, maxWider)
		taken.take(short[n], n.name)
	}
}

// inOneWay shortens names in one way, if that makes them differ in the narrowest of their rooms too: a class that is cut in
// two places is not two classes.
func (short shortNames) inOneWay(group []nameInRoom, taken takenNames, shorten otherWay) bool {
	if len(group) == 1 {
		n := group[0]
		text, ok := shorten(n.name, n.room)
		if !ok || !taken.isFree(text, n.name) {
			return false
		}
		short[n] = text
		taken.take(text, n.name)
		return true
	}
	narrowest := group[0].room
	for _, n := range group {
		narrowest = min(narrowest, n.room)
	}
	own, narrow := takenNames{}, takenNames{}
	for _, n := range group {
		text, ok := shorten(n.name, n.room)
		if !ok || !taken.isFree(text, n.name) || !own.isFree(text, n.name) {
			return false
		}
		own.take(text, n.name)
		short[n] = text
		if n.room > narrowest {
			if text, ok = shorten(n.name, narrowest); !ok {
				return false
			}
		}
		if !narrow.isFree(text, n.name) {
			return false
		}
		narrow.take(text, n.name)
	}
	maps.Copy(taken, own)
	return true
}

// maxWider is the number of columns by which a name may be longer than its room before it is whole.
const maxWider = 200

// anyWay shortens a name in the first way that makes it differ from those that are taken, in up to wider columns more than it
// has room for, or not at all.
func anyWay(n nameInRoom, taken takenNames, wider int) string {
	for _, shorten := range otherWaysOf(n.name) {
		if text, ok := shorten(n.name, n.room); ok && taken.isFree(text, n.name) {
			return text
		}
	}
	for room := n.room + 1; room < min(columnsOf(n.name), n.room+wider+1); room++ {
		if text := fitMethod(n.name, room); taken.isFree(text, n.name) {
			return text
		}
	}
	return n.name
}

// An otherWay shortens a name to a room; false: it has no such part, or there is no room for it.
type otherWay func(name string, room int) (string, bool)

// otherWaysOf returns the other ways for a name: two names, old → new, have none.
func otherWaysOf(name string) []otherWay {
	if strings.Contains(name, renamed) {
		return nil
	}
	return otherWays
}

// otherWays are for names that fitMethod makes alike, the one that readers like best first.
var otherWays = []otherWay{
	inFull,
	withResult,
	withParams,
	withPackages,
	byClass(func(class string, room int) string { return cutTo(class, room, room-1-room/4) }),
	byClass(func(class string, room int) string { return cutTo(class, room, room/4) }),
	byClass(func(class string, room int) string { return cutTo(class, room, room/2) }),
	byClass(cutEnd),
	byClass(func(class string, room int) string { return cutTo(class, room, 0) }),
	withHash,
	withParamsOnly,
}

// inFull has the whole name.
func inFull(name string, room int) (string, bool) { return name, columnsOf(name) <= room }

// withResult has what comes after the parameters: the type of the result, a number.
func withResult(s string, room int) (string, bool) {
	n := parseName(shortHashes(s))
	end := strings.LastIndexByte(n.params, ')')
	if end < 0 || end+1 == len(n.params) {
		return "", false
	}
	result := "(" + ellipsis + n.params[end:] + n.after
	n.after = ""
	text := n.withClass(room-columnsOf(result), cutClass) + result
	return text, columnsOf(text) <= room
}

// withParams keeps parameters rather than packages, and cuts the class if both are too long.
func withParams(s string, room int) (string, bool) {
	n := parseName(shortHashes(s))
	if n.params == "" {
		return "", false
	}
	whole := n
	if whole.packages = initials(n.packages); columnsOf(whole.text()) <= room {
		return whole.text(), true
	}
	params := n.params
	n.packages, n.params = "", ""
	for least := columnsOf(params); least >= min(columnsOf(params), minParams); least-- {
		if columnsOf(n.text())+least <= room {
			n.params = cutParams(params, least)
			return n.text(), true
		}
		if columnsOf(n.class) <= room/3 {
			continue
		}
		if short := n.withClass(room-least, cutClass); columnsOf(short)+least <= room && !strings.HasPrefix(short, ellipsis) {
			return joinEllipses(strings.TrimSuffix(short, n.after) + cutParams(params, least) + n.after), true
		}
	}
	return "", false
}

// withParamsOnly keeps the parameters and the method.
func withParamsOnly(s string, room int) (string, bool) {
	n := parseName(shortHashes(s))
	n.packages, n.class, n.method = "", "", strings.TrimPrefix(n.method, ".")
	least := room - columnsOf(n.method+n.indent+n.after)
	if n.params == "" || least < min(columnsOf(n.params), minParams) {
		return "", false
	}
	n.params = cutParams(n.params, least)
	return n.text(), true
}

// minParams is the number of columns from which on cut parameters say something.
const minParams = 9

// withPackages has as many of the innermost packages as there is room for.
func withPackages(s string, room int) (string, bool) {
	n := parseName(shortHashes(s))
	n.params = ""
	packages := strings.SplitAfter(n.packages, ".")
	for whole := range packages {
		n.packages = initials(strings.Join(packages[:whole], "")) + strings.Join(packages[whole:], "")
		if text := n.text(); n.packages != "" && columnsOf(text) <= room {
			return text, true
		}
	}
	return "", false
}

// byClass has nothing but method and class, cut by a function.
func byClass(cut func(class string, room int) string) otherWay {
	return func(s string, room int) (string, bool) {
		text := parseName(shortHashes(s)).withClass(room, cut)
		return text, columnsOf(text) <= room
	}
}

// withHash has more digits of hashes, and less of the class.
func withHash(s string, room int) (string, bool) {
	text := parseName(s).withClass(room, cutType)
	return text, columnsOf(text) <= room
}

// cutParams cuts the parameters first, not the text after the brackets, which may tell methods apart.
func cutParams(params string, width int) string {
	end := strings.LastIndexByte(params, ')')
	if room := width - 1 - columnsOf(params[max(end, 0):]); end > 0 && room > 0 {
		return "(" + cutMiddle(params[1:end], room) + params[end:]
	}
	return cutMiddle(params, width)
}

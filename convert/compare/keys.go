package compare

import (
	"strconv"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/javaname"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// typeKeys are the parts of a method's key that stand for types, by the slot of the type in its profile. A key has numbers instead
// of the names of types, because a signature may have 255 types with names of any length: the number of the name and, after a byte
// 2, the number of the name without build-dependent hashes. The numbers come from one Pairing.
type typeKeys []string

// newTypeKeys returns the keys of the types of the profiles of names.
func newTypeKeys(names []*convert.Names) []typeKeys {
	numbers := map[string]int{}
	number := func(name string) string {
		n, ok := numbers[name]
		if !ok {
			n = len(numbers)
			numbers[name] = n
		}
		return strconv.Itoa(n)
	}
	all := make([]typeKeys, len(names))
	for i, n := range names {
		for _, name := range typeNames(n.Profile) {
			all[i] = append(all[i], typeMark+number(name)+normalMark+number(javaname.Normalize(name)))
		}
	}
	return all
}

// Separators of the parts of a key. No valid name has these bytes; if one does, at worst two such methods count as the same.
const (
	partMark   = "\x00" // between the parts
	typeMark   = "\x01" // before the number of a type's name
	normalMark = "\x02" // before the number of its name without hashes
)

// typeNames returns the names of a profile's types, by slot.
func typeNames(p *iprof.Profile) []string {
	names := make([]string, p.TypeSlots())
	for slot := range names {
		t, ok := p.TypeAt(slot)
		if names[slot] = t.Name; !ok {
			names[slot] = convert.UnknownTypeName(t.ID)
		}
	}
	return names
}

// methodKey identifies a method by class, name and signature.
func (k typeKeys) methodKey(p *iprof.Profile, m iprof.Method) string {
	b := make([]byte, 0, 256) // most keys fit, so that only the string is allocated
	b = append(b, k[p.TypeSlot(m.Declaring)]...)
	b = append(b, partMark...)
	b = append(b, m.Name...)
	b = append(b, partMark...)
	b = append(b, k[p.TypeSlot(m.Return)]...)
	for _, t := range m.Params {
		b = append(b, partMark...)
		b = append(b, k[p.TypeSlot(t)]...)
	}
	return string(b)
}

// normalizeKey applies [javaname.Normalize] to each part of a key, or to a name.
func normalizeKey(key string) string {
	if !strings.Contains(key, partMark) && !strings.HasPrefix(key, typeMark) {
		return javaname.Normalize(key)
	}
	b := make([]byte, 0, 256)
	for {
		part, rest, more := strings.Cut(key, partMark)
		if _, normal, ok := strings.Cut(part, normalMark); ok && strings.HasPrefix(part, typeMark) {
			b = append(append(b, typeMark...), normal...)
		} else {
			b = append(b, javaname.Normalize(part)...)
		}
		if !more {
			return string(b)
		}
		b, key = append(b, partMark...), rest
	}
}

package compare

import (
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/background"
	"github.com/iprof-viz/iprof-viz/internal/javaname"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A nameKey stands for the name of a type, or for the class, name and signature of a method: nearly all names are only compared.
type nameKey struct {
	exact  uint64 // a hash of it
	normal uint64 // of it without build-dependent hashes: [javaname.Normalize]
}

// keyOf returns the key of a name.
func keyOf(name string) nameKey {
	key := hashText(0, name)
	if normal := javaname.Normalize(name); normal != name {
		return nameKey{key, hashText(0, normal)}
	}
	return nameKey{key, key}
}

// newTypeKeys returns the keys of the types of profiles, by profile and slot.
func newTypeKeys(names []*convert.Names) [][]nameKey {
	all := make([][]nameKey, len(names))
	for i, n := range names {
		all[i] = make([]nameKey, n.Profile.TypeSlots())
		background.Ranges(len(all[i]), 2000, func(from, to int) {
			for slot := from; slot < to; slot++ {
				t, ok := n.Profile.TypeAt(slot)
				if !ok {
					t.Name = convert.UnknownTypeName(t.ID)
				}
				all[i][slot] = keyOf(t.Name)
			}
		})
	}
	return all
}

// key identifies a method in its profile: by its signature if all profiles have signatures, otherwise by its printed name.
func (pr *Pairing) key(profile, slot int) nameKey {
	if !pr.signed {
		return keyOf(pr.full[profile].Method(slot))
	}
	p := pr.names[profile].Profile
	m, ok := p.MethodAt(slot)
	if !ok {
		return keyOf(convert.UnknownMethodName(m.ID))
	}
	types := pr.typeKeys[profile]
	of := func(id iprof.TypeID) nameKey { return types[p.TypeSlot(id)] }
	key := of(m.Declaring).and(keyOf(m.Name)).and(of(m.Return))
	for _, t := range m.Params {
		key = key.and(of(t))
	}
	return key
}

// and returns the key of several names.
func (k nameKey) and(next nameKey) nameKey {
	return nameKey{mix(k.exact, next.exact), mix(k.normal, next.normal)}
}

package calls

import (
	"encoding/binary"
	"strings"
	"sync/atomic"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A methodIndex finds the methods of a profile by declaring class, name and descriptor.
type methodIndex struct {
	profile *iprof.Profile
	types   map[string]iprof.TypeID            // of several with one name, the first
	firsts  []iprof.TypeID                     // by slot of a type: the first with its name
	slots   grouped[int32]                     // by slot of the declaring class
	keys    []atomic.Pointer[map[string]int32] // by slot of the class, see keysOf
}

func newMethodIndex(p *iprof.Profile) *methodIndex {
	x := &methodIndex{
		profile: p, types: make(map[string]iprof.TypeID, p.TypeSlots()), firsts: make([]iprof.TypeID, p.TypeSlots()),
		keys: make([]atomic.Pointer[map[string]int32], p.TypeSlots()),
	}
	for slot := range p.TypeSlots() {
		t, ok := p.TypeAt(slot)
		if x.firsts[slot] = t.ID; !ok {
			continue
		}
		name := inDescriptors(t.Name)
		x.firsts[slot] = x.named(name, t.ID)
		if name != t.Name {
			x.named(t.Name, t.ID)
		}
	}
	classes := make([]int32, p.MethodSlots()) // -1: none
	for slot := range classes {
		classes[slot] = -1
		if class, _ := p.DeclaringAt(slot); class != iprof.NoType {
			classes[slot] = int32(p.TypeSlot(class))
		}
	}
	x.slots = group(p.TypeSlots(), func(yield func(int32, int32) bool) {
		for slot, class := range classes {
			if class >= 0 && !yield(class, int32(slot)) {
				return
			}
		}
	})
	return x
}

// named returns the first type with a name. If there is none yet, it adds the given one.
func (x *methodIndex) named(name string, id iprof.TypeID) iprof.TypeID {
	if first, twice := x.types[name]; twice {
		return first
	}
	x.types[name] = id
	return id
}

// class returns the name of the class that declares a method; "" if the profile does not list it.
func (x *methodIndex) class(slot int32) string {
	class, _ := x.profile.DeclaringAt(int(slot))
	t, _ := x.profile.Type(class)
	return t.Name
}

// find returns the slot of a method, of several the first; -1: none.
func (x *methodIndex) find(class, name, descriptor string) int32 {
	if key, ok := x.key(name, descriptor); ok {
		return x.findKey(class, key)
	}
	return -1
}

// key returns the key that a method has in keysOf; false: no class of the profile has such a method.
func (x *methodIndex) key(name, descriptor string) ([]byte, bool) {
	params, returned, err := classfile.Types(descriptor)
	if err != nil {
		return nil, false
	}
	b := make([]byte, 0, 64)
	for _, t := range append(params, returned) {
		of, ok := x.types[t]
		if !ok {
			return nil, false
		}
		b = appendType(b, of)
	}
	return append(b, name...), true
}

// findKey is like find, for a key.
func (x *methodIndex) findKey(class string, key []byte) int32 {
	if id, ok := x.types[class]; ok {
		if slot, ok := x.keysOf(id)[string(key)]; ok {
			return slot
		}
	}
	return -1
}

// of returns the slots of the methods of a class.
func (x *methodIndex) of(class iprof.TypeID) []int32 {
	return x.slots.in(int32(x.profile.TypeSlot(class)))
}

// keysOf returns the methods of a class by their types and name. A key has types as numbers: a descriptor of a few bytes can name types
// with names of megabytes many times. Goroutines that ask for a class at the same time may make its keys twice; they are equal.
func (x *methodIndex) keysOf(class iprof.TypeID) map[string]int32 {
	made := &x.keys[x.profile.TypeSlot(class)]
	if keys := made.Load(); keys != nil {
		return *keys
	}
	slots := x.of(class)
	keys := make(map[string]int32, len(slots))
	var b []byte
	for _, slot := range slots {
		m, _ := x.profile.MethodAt(int(slot))
		b = b[:0]
		for _, id := range m.Params {
			b = appendType(b, x.first(id))
		}
		b = append(appendType(b, x.first(m.Return)), m.Name...)
		if _, twice := keys[string(b)]; !twice {
			keys[string(b)] = slot
		}
	}
	made.Store(&keys)
	return keys
}

// first returns the first type with the name of a type.
func (x *methodIndex) first(id iprof.TypeID) iprof.TypeID {
	if slot, ok := x.profile.FindTypeSlot(id); ok {
		return x.firsts[slot]
	}
	return id
}

// inDescriptors returns a type's name as [classfile.Types] has it, where the suffix of a hidden class cannot be told from a package.
func inDescriptors(name string) string { return strings.ReplaceAll(name, "/", ".") }

// appendType appends a type to a key. Few have more than two bytes.
func appendType(key []byte, id iprof.TypeID) []byte {
	return binary.AppendVarint(key, int64(id))
}

// descriptor returns the descriptor of a method, as a class file has it.
func (x *methodIndex) descriptor(slot int32) string {
	m, ok := x.profile.MethodAt(int(slot))
	if !ok {
		return ""
	}
	params := make([]string, len(m.Params))
	for i, id := range m.Params {
		t, _ := x.profile.Type(id)
		params[i] = t.Name
	}
	returned, _ := x.profile.Type(m.Return)
	return classfile.Descriptor(params, returned.Name)
}

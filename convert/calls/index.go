package calls

import (
	"encoding/binary"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A methodIndex finds the methods of a profile by declaring class, name and descriptor.
type methodIndex struct {
	profile *iprof.Profile
	types   map[string]iprof.TypeID // of several with one name, the first
	slots   grouped[int32]          // by slot of the declaring class
	keys    map[iprof.TypeID]map[string]int32
}

func newMethodIndex(p *iprof.Profile) *methodIndex {
	x := &methodIndex{profile: p, types: make(map[string]iprof.TypeID, p.TypeSlots()), keys: map[iprof.TypeID]map[string]int32{}}
	for slot := range p.TypeSlots() {
		if t, ok := p.TypeAt(slot); ok {
			for _, name := range []string{t.Name, inDescriptors(t.Name)} {
				if _, twice := x.types[name]; !twice {
					x.types[name] = t.ID
				}
			}
		}
	}
	classes := make([]int32, p.MethodSlots()) // -1: none
	for slot := range classes {
		classes[slot] = -1
		if m, ok := p.MethodHeadAt(slot); ok && m.Declaring != iprof.NoType {
			classes[slot] = int32(p.TypeSlot(m.Declaring))
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

// class returns the name of the class that declares a method; "" if the profile does not list it.
func (x *methodIndex) class(slot int32) string {
	m, ok := x.profile.MethodHeadAt(int(slot))
	if !ok {
		return ""
	}
	t, _ := x.profile.Type(m.Declaring)
	return t.Name
}

// find returns the slot of a method, of several the first; -1: none.
func (x *methodIndex) find(class, name, descriptor string) int32 {
	id, ok := x.types[class]
	if !ok {
		return -1
	}
	params, returned, err := classfile.Types(descriptor)
	if err != nil {
		return -1
	}
	b := make([]byte, 0, 64)
	for _, t := range append(params, returned) {
		of, ok := x.types[t]
		if !ok {
			return -1
		}
		b = appendType(b, of)
	}
	slot, ok := x.keysOf(id)[string(append(b, name...))]
	if !ok {
		return -1
	}
	return slot
}

// of returns the slots of the methods of a class.
func (x *methodIndex) of(class iprof.TypeID) []int32 {
	return x.slots.in(int32(x.profile.TypeSlot(class)))
}

// keysOf returns the methods of a class by their types and name. A key has types as numbers: a descriptor of a few bytes can name types
// with names of megabytes many times.
func (x *methodIndex) keysOf(class iprof.TypeID) map[string]int32 {
	keys, ok := x.keys[class]
	if ok {
		return keys
	}
	slots := x.of(class)
	keys = make(map[string]int32, len(slots))
	var b []byte
	for _, slot := range slots {
		m, _ := x.profile.MethodAt(int(slot))
		b = b[:0]
		for _, id := range append(slices.Clip(m.Params), m.Return) {
			b = appendType(b, x.first(id))
		}
		b = append(b, m.Name...)
		if _, twice := keys[string(b)]; !twice {
			keys[string(b)] = slot
		}
	}
	x.keys[class] = keys
	return keys
}

// first returns the first type with the name of a type.
func (x *methodIndex) first(id iprof.TypeID) iprof.TypeID {
	t, ok := x.profile.Type(id)
	if !ok {
		return id
	}
	return x.types[inDescriptors(t.Name)]
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

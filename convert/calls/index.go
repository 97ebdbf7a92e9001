package calls

import (
	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A methodIndex finds the methods of a profile by declaring class, name and descriptor.
type methodIndex struct {
	profile *iprof.Profile
	types   map[string]iprof.TypeID
	slots   map[iprof.TypeID][]int32 // by declaring class
}

func newMethodIndex(p *iprof.Profile) *methodIndex {
	x := &methodIndex{profile: p, types: make(map[string]iprof.TypeID, p.TypeSlots()), slots: map[iprof.TypeID][]int32{}}
	for slot := range p.TypeSlots() {
		if t, ok := p.TypeAt(slot); ok {
			if _, twice := x.types[t.Name]; !twice {
				x.types[t.Name] = t.ID
			}
		}
	}
	for slot := range int32(p.MethodSlots()) {
		if m, ok := p.MethodHeadAt(int(slot)); ok && m.Declaring != iprof.NoType {
			x.slots[m.Declaring] = append(x.slots[m.Declaring], slot)
		}
	}
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

// find returns the slot of a method; -1: none.
func (x *methodIndex) find(class, name, descriptor string) int32 {
	id, ok := x.types[class]
	if !ok {
		return -1
	}
	for _, slot := range x.slots[id] {
		if m, _ := x.profile.MethodHeadAt(int(slot)); m.Name == name && x.descriptor(slot) == descriptor {
			return slot
		}
	}
	return -1
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

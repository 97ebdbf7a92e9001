package calls

import (
	"errors"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/hierarchy"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// maxTargets is the maximum number of methods that a call may enter before nothing is said of them one by one.
const maxTargets = 16

// A resolver says what instructions and receiver types can call. Without class files, it is safe for concurrent use.
type resolver struct {
	index   *methodIndex
	find    code.Finder
	classes *hierarchy.Classes // nil: no class files
	closed  bool               // the classes given are all of the program's, as far as the profile tells

	slots   []atomic.Pointer[Callee] // by slot; nil: not asked for yet
	making  sync.Mutex               // guards room and callees
	room    []Callee                 // for the next slots: there are many, and they are side by side in memory
	callees map[calleeKey]*Callee
	unnamed []atomic.Pointer[Callee] // by slot of a type: its unknown method; nil: not asked for yet
	lambdas map[string][]lambda      // by class that makes them
	tinies  map[*Callee]bool

	returning map[*Callee]bool            // throws nothing
	searched  map[classfile.Ref][]*Callee // that the method of a virtual call may be, by searchClasses; nil: unknown
}

// A calleeKey identifies a callee that the profile does not have, by its names.
type calleeKey struct {
	class, method, descriptor string
	inherited, otherTypes     bool
}

// An instruction is what class files say of a call.
type instruction struct {
	kind   Kind
	op     classfile.Opcode
	called classfile.Ref

	resolved *hierarchy.Method // of a virtual or an interface call; nil: unknown
	only     *Callee           // the only method that the instruction can enter; nil: unknown, or there are several
	evidence Evidence          // for only: ByCode or, if others are possible in classes that were not given, ByClasses
	may      []*Callee         // the methods that it can enter, if there are several
	reason   Reason
}

// callee returns the callee for a method of a class file.
func (r *resolver) callee(m *hierarchy.Method) *Callee {
	return r.named(m.Class.Name, m.Name, m.Descriptor)
}

// named returns the callee for a method.
func (r *resolver) named(class, method, descriptor string) *Callee {
	if method != "" {
		if slot := r.index.find(class, method, descriptor); slot >= 0 {
			return r.slot(slot)
		}
	}
	if method == "" && descriptor == "" {
		return r.ofClass(class)
	}
	return r.other(calleeKey{class: class, method: method, descriptor: descriptor})
}

// other returns a callee that the profile does not have.
func (r *resolver) other(key calleeKey) *Callee {
	r.making.Lock()
	defer r.making.Unlock()
	c, ok := r.callees[key]
	if !ok {
		c = &Callee{Slot: -1, Class: key.class, Method: key.method, Descriptor: key.descriptor, Inherited: key.inherited, OtherTypes: key.otherTypes}
		r.callees[key] = c
	}
	return c
}

// inherited returns the callee for a method that a class has or inherits; if the profile has it in that class, for that.
func (r *resolver) inherited(class, method, descriptor string) *Callee {
	if c := r.named(class, method, descriptor); c.Slot >= 0 {
		return c
	}
	return r.other(calleeKey{class: class, method: method, descriptor: descriptor, inherited: true})
}

// calleeRoom is the number of callees that memory is allocated for at a time.
const calleeRoom = 64

// slot returns the callee for a method of the profile.
func (r *resolver) slot(slot int32) *Callee {
	if c := r.slots[slot].Load(); c != nil {
		return c
	}
	return r.made(&r.slots[slot], func() Callee {
		m, _ := r.index.profile.MethodHeadAt(int(slot))
		class, _ := r.index.profile.Type(m.Declaring)
		return Callee{Slot: slot, Class: class.Name, Method: m.Name, index: r.index}
	})
}

// made returns the callee that a place has, or puts one there.
func (r *resolver) made(place *atomic.Pointer[Callee], callee func() Callee) *Callee {
	r.making.Lock()
	defer r.making.Unlock()
	c := place.Load()
	if c == nil { // no other goroutine was faster
		if len(r.room) == 0 {
			r.room = make([]Callee, calleeRoom)
		}
		c, r.room = &r.room[0], r.room[1:]
		*c = callee()
		place.Store(c)
	}
	return c
}

// ofType returns the callee for an unknown method of a type.
func (r *resolver) ofType(of iprof.TypeID) *Callee {
	slot, ok := r.index.profile.FindTypeSlot(of)
	if !ok {
		return r.unknown()
	}
	c := r.unnamed[slot].Load()
	if c == nil {
		t, _ := r.index.profile.TypeAt(slot)
		c = r.ofClass(t.Name)
		r.unnamed[slot].Store(c)
	}
	return c
}

// ofClass returns the callee for an unknown method of a class: that of the first type with the name. There are as many as receiver types, so
// they are not among the callees by key.
func (r *resolver) ofClass(class string) *Callee {
	first := r.index.types[class]
	if t, _ := r.index.profile.Type(first); class == "" || t.Name != class { // none, or its name was found for another one, see inDescriptors
		return r.other(calleeKey{class: class})
	}
	return r.made(&r.unnamed[r.index.profile.TypeSlot(first)], func() Callee { return Callee{Slot: -1, Class: class} })
}

// otherTypes returns the callee for the types beyond those that the profiler keeps.
func (r *resolver) otherTypes() *Callee { return r.other(calleeKey{otherTypes: true}) }

// reasonOf returns the reason for which something cannot be resolved.
func reasonOf(err error) Reason {
	var problem hierarchy.Problem
	if errors.As(err, &problem) {
		switch problem {
		case hierarchy.DamagedClass:
			return DamagedClass
		case hierarchy.NoSuchMethod, hierarchy.Abstract, hierarchy.IncompatibleClass, hierarchy.Inaccessible:
			return MissingMethod
		case hierarchy.Ambiguous:
			return AmbiguousMethod
		case hierarchy.Cyclic:
			return CyclicSupertypes
		case hierarchy.TooLarge:
			return TooManyClasses
		}
	}
	return MissingClass
}

// instruction returns what an instruction of a class can call; false if it calls nothing.
func (r *resolver) instruction(caller string, in classfile.Instruction) (instruction, bool) {
	called, ok := in.Called()
	if !ok {
		return instruction{}, false
	}
	x := instruction{op: in.Op, called: called}
	switch in.Op {
	case classfile.OpInvokedynamic:
		x.kind, x.reason = Dynamic, BootstrapCode
		_, makesLambda := in.Lambda()
		return x, !makesLambda // making a lambda does not call it
	case classfile.OpInvokestatic:
		x.kind = Static
		x.settle(r.classes.Resolve(called))
	case classfile.OpInvokespecial:
		x.kind = Special
		class, err := r.classes.Class(caller)
		if err != nil {
			x.reason = reasonOf(err)
			return x, true
		}
		x.settle(r.classes.Special(class, called))
	case classfile.OpInvokevirtual, classfile.OpInvokeinterface:
		x.kind = Virtual
		if in.Op == classfile.OpInvokeinterface {
			x.kind = Interface
		}
		r.virtual(&x)
		return x, true
	}
	switch {
	case x.resolved != nil:
		x.only, x.evidence = r.callee(x.resolved), ByCode
	case x.reason == MissingClass:
		x.only, x.evidence = r.inherited(called.Owner, called.Name, called.Descriptor), ByCode
	}
	return x, true
}

// settle sets the resolved method, or the reason for none.
func (in *instruction) settle(m *hierarchy.Method, err error) {
	if err != nil {
		in.reason = reasonOf(err)
		return
	}
	in.resolved = m
}

// virtual says what a virtual or an interface call can enter.
func (r *resolver) virtual(x *instruction) {
	if x.settle(r.classes.Resolve(x.called)); x.resolved == nil {
		return
	}
	if x.resolved.Final() || strings.HasPrefix(x.called.Owner, "[") { // arrays have no subclasses
		x.only, x.evidence = r.callee(x.resolved), ByCode
		return
	}
	x.reason = SeveralMethods
}

// searchClasses looks for what a virtual or an interface call can enter among all classes. It reports whether it found something.
func (r *resolver) searchClasses(x *instruction) bool {
	may, ok := r.searched[x.called]
	if !ok {
		targets, err := r.classes.Targets(x.called, maxTargets)
		if err == nil && len(targets) <= maxTargets {
			for _, m := range targets {
				may = append(may, r.callee(m))
			}
		}
		r.searched[x.called] = may
	}
	if len(may) == 1 {
		x.only, x.evidence, x.reason = may[0], ByClasses, NoReason
	} else {
		x.may = may
	}
	return len(may) > 0
}

// early are the annotations of methods that native-image replaces by its own code, or inlines before it adds counters, by the end of
// their names.
var early = []string{".IntrinsicCandidate", ".HotSpotIntrinsicCandidate", ".ForceInline", ".AlwaysInline"}

// isTiny reports whether native-image may inline a method before it adds counters, or replace it.
func (r *resolver) isTiny(m *hierarchy.Method) bool {
	for _, name := range m.Annotations {
		if slices.ContainsFunc(early, func(end string) bool { return strings.HasSuffix(name, end) }) {
			return true
		}
	}
	const most = 24 // bytes: one call and one other operation, with all their arguments
	if m.CodeLength > most || m.CodeLength == 0 {
		return false
	}
	class, err := r.find(m.Class.Name)
	if err != nil {
		return true
	}
	method, ok := class.MethodByDescriptor(m.Name, m.Descriptor)
	if !ok {
		return true
	}
	body, err := method.Code()
	return err != nil || body == nil || code.MayBeInlinedEarly(body)
}

// selected is what a receiver type selects.
type selected struct {
	callee   *Callee
	evidence Evidence // Receivers, ByLambda or NoEvidence
	may      []*Callee
}

// selectMethod returns what a receiver type selects at a call.
func (r *resolver) selectMethod(x *instruction, of iprof.TypeID) selected {
	t, ok := r.index.profile.Type(of)
	if !ok {
		return selected{r.unknown(), NoEvidence, nil}
	}
	if x.resolved != nil {
		if m, err := r.classes.Select(x.resolved, t.Name); err == nil {
			return selected{r.callee(m), Receivers, nil}
		}
	}
	if slot := r.index.find(t.Name, x.called.Name, x.called.Descriptor); slot >= 0 {
		return selected{r.slot(slot), Receivers, nil}
	}
	return r.selectOther(x, t.Name)
}

// selectOther is like selectMethod, for a type that declares no such method in the profile.
func (r *resolver) selectOther(x *instruction, of string) selected {
	if callee, may := r.lambda(x, of); callee != nil {
		return selected{callee, ByLambda, nil}
	} else if may != nil {
		return selected{r.named(of, "", ""), NoEvidence, may}
	}
	if x.called.Name == "" {
		return selected{r.named(of, "", ""), NoEvidence, nil}
	}
	return selected{r.other(calleeKey{class: of, method: x.called.Name, descriptor: x.called.Descriptor, inherited: true}), Receivers, nil}
}

// method returns the method of a callee; nil: unknown.
func (r *resolver) method(c *Callee) *hierarchy.Method {
	if r.classes == nil || c.Method == "" {
		return nil
	}
	class, err := r.classes.Class(c.Class)
	if err != nil {
		return nil
	}
	m, _ := class.Method(c.Method, c.Ref().Descriptor)
	return m
}

// mayBeTiny reports whether native-image may inline a callee before it adds counters. Without its class file nothing is known.
func (r *resolver) mayBeTiny(c *Callee) bool {
	if r.classes == nil {
		return true
	}
	tiny, ok := r.tinies[c]
	if !ok {
		m := r.method(c)
		tiny = m == nil || r.isTiny(m)
		r.tinies[c] = tiny
	}
	return tiny
}

// unknown returns the callee of which nothing is known.
func (r *resolver) unknown() *Callee { return r.other(calleeKey{}) }

// Package iprof reads and writes iprof files: the profiles of GraalVM native images that were built with --pgo-instrument or run
// with the sampling profiler. It reads every published dialect, 0.2.0, 0.4.0, 1.0.0 and 1.1.0, plain or gzipped.
//
// [Parse] returns a [Profile]: tables of types and methods, records of counts, and two trees of contexts, see [Tree]. One tree
// holds inlining contexts, which are partial, the other one sampled stacks, which are complete. The package represents the file as
// is and does not interpret it.
//
// A record refers to a [Node] of a tree; the path from its root to the node is the context:
//
//	for _, c := range p.Calls.All() {
//		method, ok := p.Method(p.Contexts.Node(c.Node).Method)
//		…
//	}
//
// [Write] writes a profile as native-image does, and a [Builder] makes one from other sources.
//
// Section names in quotes refer to "The iprof File Format" in the GraalVM documentation. If published files differ from it, the
// comments say so.
package iprof

import (
	"fmt"
	"iter"
)

// A Profile is the content of a file. It is created by [Parse] or a [Builder] and is immutable afterwards, so it is safe for
// concurrent use. The zero Profile is empty.
//
// The counts of a section never add up to more than 2^63-1, so sums of some of them cannot overflow: Parse rejects files with
// larger counts.
type Profile struct {
	Version Version

	// The tables, in the order of the file, without the placeholder (id -1) of stripped files. A file may refer to types and
	// methods that it does not list, see Profile.Method.
	Types   TypeTable
	Methods MethodTable

	// Contexts are the inlining contexts: a root is a compilation root, its descendants are the methods inlined into it.
	// Stacks are the sampled stacks: a root is the outermost frame of a thread.
	Contexts *Tree
	Stacks   *Tree

	// The records, in the order of the file.
	Calls        List[Count] // entries of a node of Contexts, in exactly this context
	Conditionals List[Conditional]
	Receivers    List[TypeProfile]
	InstanceOf   List[TypeProfile]
	Monitors     []TypeCount // for the whole program: lock acquisitions by type
	Samples      List[Count] // samples that have a node of Stacks as their leaf

	// Warnings are the peculiarities of the file, one warning for each kind.
	Warnings []Warning

	origin   Origin
	unsigned bool // a method has no signature
	present  [numSections]bool
	totals   [numSections]int64
	skipped  [numSections]int // records that were checked but not stored
	runs     runs             // the values of Conditionals, Receivers and InstanceOf
	methods  slots
	types    slots
	early    slots // types that methods refer to and that were not listed at that time; review needs it
}

// refer records the types in the signature of a method.
func (p *Profile) refer(types []TypeID) {
	for _, t := range types {
		if t == NoType {
			continue
		}
		if _, listed := p.types.find(int32(t)); !listed {
			p.early.add(int32(t))
		}
	}
}

// Has reports whether the file has the section. It may be empty.
func (p *Profile) Has(s Section) bool { return p.present[s] }

// Records returns the number of records of a section, including those that [Options] excluded. For [Monitors] it is the
// number of (type, count) pairs.
func (p *Profile) Records(s Section) int {
	if p.skipped[s] > 0 {
		return p.skipped[s]
	}
	switch s {
	case Monitors:
		return len(p.Monitors)
	case Conditionals:
		return p.Conditionals.Len()
	case Receivers, InstanceOf:
		return p.typeProfiles(s).Len()
	default:
		return p.counts(s).Len()
	}
}

// counts returns the records of [Calls] or [Samples].
func (p *Profile) counts(s Section) *List[Count] {
	switch s {
	case Calls:
		return &p.Calls
	case Samples:
		return &p.Samples
	}
	panic(fmt.Sprintf("iprof: records of %s are not a Count", s))
}

// typeProfiles returns the records of [Receivers] or [InstanceOf].
func (p *Profile) typeProfiles(s Section) *List[TypeProfile] {
	switch s {
	case Receivers:
		return &p.Receivers
	case InstanceOf:
		return &p.InstanceOf
	}
	panic(fmt.Sprintf("iprof: records of %s are not a TypeProfile", s))
}

// Total returns the sum of all counts of a section, including records that [Options] excluded. Before version 1.0.0, the sum of
// [Conditionals] counts shared targets several times, see [Successor].
func (p *Profile) Total(s Section) int64 { return p.totals[s] }

// Successors yields the successors of c with their index in the record, unchanged and in the order of the file. See
// [Profile.OwnSuccessors] for counts that can be added up.
func (p *Profile) Successors(c Conditional) iter.Seq2[int, Successor] {
	return p.runs.successors(c.run)
}

// TypeCounts yields the types of t with their index in the record, in the order of the file.
func (p *Profile) TypeCounts(t TypeProfile) iter.Seq2[int, TypeCount] {
	return p.runs.typeCounts(t.run)
}

// Values returns the number of successors and types in all records.
func (p *Profile) Values() int64 { return p.runs.values }

// SharedTargetTotals reports whether the successors of a conditional that share a target all have the total of that target
// as their count (before version 1.0.0) and not their own.
func (p *Profile) SharedTargetTotals() bool { return p.Version.Major == 0 }

// Origin returns the origin of the profile. Its Unit is never empty: for an iprof it is "samples", with a PerSample of 1.
func (p *Profile) Origin() Origin {
	o := p.origin
	if o.Unit == "" {
		o.Unit, o.PerSample = "samples", 1
	}
	return o
}

// Method returns the method with an id. It returns false if the file does not list it; then only the ID is set.
func (p *Profile) Method(id MethodID) (Method, bool) {
	if i, ok := p.methods.find(int32(id)); ok && i < p.Methods.Len() {
		return p.Methods.At(i), true
	}
	return Method{ID: id}, false
}

// ListsMethod reports whether the file lists the method with an id.
func (p *Profile) ListsMethod(id MethodID) bool {
	i, ok := p.methods.find(int32(id))
	return ok && i < p.Methods.Len()
}

// Type returns the type with an id. It returns false if the file does not list it; then only the ID is set.
func (p *Profile) Type(id TypeID) (Type, bool) {
	if i, ok := p.types.find(int32(id)); ok && i < p.Types.Len() {
		return p.Types.At(i), true
	}
	return Type{ID: id}, false
}

// MethodSlots returns the number of methods that the file lists or refers to. Slots number them from 0, for use as an index into
// slices: slot i < Methods.Len() belongs to Methods.At(i), later slots to methods that are not listed.
func (p *Profile) MethodSlots() int { return p.methods.ids.Len() }

// MethodSlot returns the slot of a method. It panics for an id that the file neither lists nor refers to.
func (p *Profile) MethodSlot(id MethodID) int { return p.methods.must(int32(id)) }

// MethodAt returns the method of a slot. It returns false if the file does not list it; then only the ID is set. It panics
// if the slot is not in [0, MethodSlots).
func (p *Profile) MethodAt(slot int) (Method, bool) {
	if slot < p.Methods.Len() {
		return p.Methods.At(slot), true
	}
	return Method{ID: p.MethodIDAt(slot)}, false
}

// MethodHeadAt is like [Profile.MethodAt] without Params, and twice as fast.
func (p *Profile) MethodHeadAt(slot int) (Method, bool) {
	if slot < p.Methods.Len() {
		m, _ := p.Methods.head(slot)
		return m, true
	}
	return Method{ID: p.MethodIDAt(slot)}, false
}

// DeclaringAt returns the declaring type of the method in a slot, or [NoType] if that is unknown. It returns false if the file does not list
// the method. It is ten times as fast as [Profile.MethodHeadAt].
func (p *Profile) DeclaringAt(slot int) (TypeID, bool) {
	if slot < p.Methods.Len() {
		return p.Methods.declaring.At(slot), true
	}
	return NoType, false
}

// MethodIDAt returns the id of the method in a slot.
func (p *Profile) MethodIDAt(slot int) MethodID { return MethodID(p.methods.ids.At(slot)) }

// TypeSlots returns the number of types that the file lists or refers to. Slots number them like methods, see
// [Profile.MethodSlots].
func (p *Profile) TypeSlots() int { return p.types.ids.Len() }

// TypeSlot returns the slot of a type. It panics for an id that the file neither lists nor refers to, and for [NoType].
func (p *Profile) TypeSlot(id TypeID) int { return p.types.must(int32(id)) }

// FindTypeSlot is like [Profile.TypeSlot], but returns false where that panics.
func (p *Profile) FindTypeSlot(id TypeID) (int, bool) { return p.types.find(int32(id)) }

// TypeAt returns the type of a slot. It returns false if the file does not list it; then only the ID is set. It panics if
// the slot is not in [0, TypeSlots).
func (p *Profile) TypeAt(slot int) (Type, bool) {
	if slot < p.Types.Len() {
		return p.Types.At(slot), true
	}
	return Type{ID: TypeID(p.types.ids.At(slot))}, false
}

// Renamed returns a profile with other names: types[i] is the new name of Types.At(i), methods[i] the new name of Methods.At(i).
// Everything else is shared with p.
func (p *Profile) Renamed(types, methods []string) *Profile {
	named := *p
	named.Types, named.Methods = TypeTable{}, MethodTable{}
	for i, t := range p.Types.All() {
		addType(&named.Types, t.ID, types[i])
	}
	for i, m := range p.Methods.All() {
		addMethod(&named.Methods, m.ID, methods[i], append([]TypeID{m.Declaring, m.Return}, m.Params...))
	}
	return &named
}

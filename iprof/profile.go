// Package iprof reads the profiles that a GraalVM native image writes when it was built with --pgo-instrument (or with
// the sampling profiler), in every published dialect: 0.2.0, 0.4.0, 1.0.0 and 1.1.0, plain or gzipped.
//
// The package says what the file says and draws no conclusions. Contexts are kept as two trees, see [Tree]: one of
// inlining contexts, which are partial, and one of sampled stacks, which are whole.
package iprof

import (
	"fmt"
	"iter"
)

// A MethodID identifies a method within one file. IDs are sparse.
type MethodID int32

// A TypeID identifies a type within one file. IDs are sparse, and not negative.
type TypeID int32

// NoType stands for the types in a [Method] whose signature is unknown, as in other tools' stacks. No file lists it, and
// it has no slot, see [Profile.TypeSlot].
const NoType TypeID = -1

// A BCI is a bytecode index within a method. Negative ones are not places in the bytecode; see [BCI.String].
type BCI int32

// The negative BCIs of JVMCI's BytecodeFrame.
const (
	BCIUnwind            BCI = -1
	BCIBefore            BCI = -2
	BCIAfter             BCI = -3
	BCIAfterException    BCI = -4
	BCIUnknown           BCI = -5
	BCIInvalidFrameState BCI = -6
)

// The range of BCIs: a method has at most 65,535 bytes of bytecode (JVM specification, 4.7.3).
const (
	MinBCI BCI = -32768
	MaxBCI BCI = 65535
)

// String returns the number, or the name that JVMCI's BytecodeFrame has for a negative BCI.
func (b BCI) String() string {
	switch b {
	case BCIUnwind:
		return "unwind"
	case BCIBefore:
		return "before"
	case BCIAfter:
		return "after"
	case BCIAfterException:
		return "after exception"
	case BCIUnknown:
		return "unknown"
	case BCIInvalidFrameState:
		return "invalid frame state"
	}
	return fmt.Sprint(int32(b))
}

// A Version is the format's version as the file states it. Pre is what follows the patch number, with its "-" or "+";
// it is nearly always empty.
type Version struct {
	Major, Minor, Patch int
	Pre                 string
}

// String returns MAJOR.MINOR.PATCH and Pre.
func (v Version) String() string {
	return fmt.Sprintf("%d.%d.%d%s", v.Major, v.Minor, v.Patch, v.Pre)
}

// A Type is an entry of the types table: a class, an array type or a primitive type by its name in Java's binary form,
// such as "[Ljava.lang.String;" or "A$B".
type Type struct {
	ID   TypeID
	Name string
}

// A Method is an entry of the methods table. The file's signature is the declaring type, the return type and the
// parameter types, without the receiver. In a profile of another tool's stacks it may be unknown: Declaring and Return are
// then [NoType].
type Method struct {
	ID        MethodID
	Name      string
	Declaring TypeID
	Return    TypeID
	Params    []TypeID
}

// A Count is a record of one value: how often a node of a tree was entered, or a stack sampled. The same context may
// have several records; they add up.
type Count struct {
	Node  NodeID
	BCI   BCI // of the leaf: 0 in call counts, the place of the sample in samples
	Value int64
}

// A Conditional is a record about a conditional (an if, a switch, the end of a loop) at a BCI of a node. Its
// successors are [Profile.Successors].
type Conditional struct {
	Node NodeID
	BCI  BCI
	run  runRef
}

// A Successor is one way out of a conditional. Neither Target nor (Target, Index) is unique within a record: a
// successor is its position. In profiles before 1.0.0 each successor that shares a target carries the total of that
// target, since 1.0.0 its own count; see [Profile.SharedTargetTotals].
type Successor struct {
	Target BCI
	Index  int32
	Count  int64
}

// A TypeProfile is a record about the types seen at a BCI of a node: receivers of a virtual call, or operands of an
// instanceof. Its types are [Profile.TypeCounts].
type TypeProfile struct {
	Node NodeID
	BCI  BCI
	run  runRef
}

// A TypeCount says how often a type was seen.
type TypeCount struct {
	Type  TypeID
	Count int64
}

// SaturatedTypes is the number of types that the profiler keeps at a site at the most; a site with as many may have
// seen more.
const SaturatedTypes = 8

// A Section is a kind of record.
type Section int

// The sections of records, in the order in which the format's description has them.
const (
	Monitors Section = iota
	Receivers
	Calls
	Conditionals
	InstanceOf
	Samples
	numSections
)

// Sections are all sections, in order.
var Sections = [...]Section{Monitors, Receivers, Calls, Conditionals, InstanceOf, Samples}

// String returns the name that format 1.1.0 has for the section.
func (s Section) String() string {
	return [...]string{
		"monitorProfiles", "virtualInvokeProfiles", "callCountProfiles", "conditionalProfiles",
		"instanceofProfiles", "samplingProfiles",
	}[s]
}

// A Profile is what one file holds. It is built by [Parse] and only read from then on; reading it from several
// goroutines is safe.
//
// No sum of the counts of one section passes 2^63-1: Parse refuses such a file. A partial sum of them cannot either.
type Profile struct {
	Version Version

	// Types and Methods are the tables in the order of the file, without the placeholder (id -1) of stripped files.
	Types   TypeTable
	Methods MethodTable

	// Contexts are the inlining contexts: a root is a compilation root, its descendants are what was inlined into it.
	// Stacks are the sampled stacks: a root is a thread's outermost frame.
	Contexts *Tree
	Stacks   *Tree

	Calls        List[Count] // on Contexts: entries of the node in this very context
	Conditionals List[Conditional]
	Receivers    List[TypeProfile]
	InstanceOf   List[TypeProfile]
	Monitors     []TypeCount // of the whole program: a lock's type and how often it was taken
	Samples      List[Count] // on Stacks

	// Warnings are what is odd about the file though it can be read, one for each kind.
	Warnings []Warning

	origin   Origin
	unsigned bool // a method has no signature
	present  [numSections]bool
	totals   [numSections]int64
	skipped  [numSections]int // records that were checked but not kept
	runs     runs             // the values of Conditionals, Receivers and InstanceOf
	methods  slots
	types    slots
	early    slots // types that methods referred to before they were listed, if ever; until review
}

// refer notes that a method refers to types.
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

// Has reports whether the file has the section, be it empty.
func (p *Profile) Has(s Section) bool { return p.present[s] }

// Records returns the number of a section's records, kept or not, see [Options.Sections]; for monitors that of
// (type, count) pairs.
func (p *Profile) Records(s Section) int {
	if p.skipped[s] > 0 {
		return p.skipped[s]
	}
	switch s {
	case Monitors:
		return len(p.Monitors)
	case Receivers:
		return p.Receivers.Len()
	case Calls:
		return p.Calls.Len()
	case Conditionals:
		return p.Conditionals.Len()
	case InstanceOf:
		return p.InstanceOf.Len()
	default:
		return p.Samples.Len()
	}
}

// Total returns the sum of all counts of a section, as the file has them.
func (p *Profile) Total(s Section) int64 { return p.totals[s] }

// Successors yields the ways out of c in the order of the file, numbered from 0, as the file has them.
func (p *Profile) Successors(c Conditional) iter.Seq2[int, Successor] {
	return p.runs.successors(c.run)
}

// TypeCounts yields the types seen at t in the order of the file, numbered from 0.
func (p *Profile) TypeCounts(t TypeProfile) iter.Seq2[int, TypeCount] {
	return p.runs.typeCounts(t.run)
}

// SharedTargetTotals reports whether successors of one conditional that share a target each carry the total of that
// target (before 1.0.0) rather than their own count.
func (p *Profile) SharedTargetTotals() bool { return p.Version.Major == 0 }

// Method returns the method that id names. It is false where the file does not list it.
func (p *Profile) Method(id MethodID) (Method, bool) {
	if i, ok := p.methods.find(int32(id)); ok && i < p.Methods.Len() {
		return p.Methods.At(i), true
	}
	return Method{ID: id}, false
}

// Type returns the type that id names. It is false where the file does not list it.
func (p *Profile) Type(id TypeID) (Type, bool) {
	if i, ok := p.types.find(int32(id)); ok && i < p.Types.Len() {
		return p.Types.At(i), true
	}
	return Type{ID: id}, false
}

// MethodSlots returns the number of methods that the file lists or refers to. Slots number them densely: slot i below
// Methods.Len() is Methods.At(i), the others are methods that are referred to but not listed.
func (p *Profile) MethodSlots() int { return p.methods.ids.Len() }

// MethodSlot returns the slot of a method that the file lists or refers to. It panics for any other id.
func (p *Profile) MethodSlot(id MethodID) int { return p.methods.must(int32(id)) }

// MethodAt returns the method of a slot. It is false, with nothing but the ID, where the file does not list it.
func (p *Profile) MethodAt(slot int) (Method, bool) {
	if slot < p.Methods.Len() {
		return p.Methods.At(slot), true
	}
	return Method{ID: p.MethodIDAt(slot)}, false
}

// MethodHeadAt returns what [Profile.MethodAt] does, without the parameters, for half the price.
func (p *Profile) MethodHeadAt(slot int) (Method, bool) {
	if slot < p.Methods.Len() {
		m, _ := p.Methods.head(slot)
		return m, true
	}
	return Method{ID: p.MethodIDAt(slot)}, false
}

// MethodIDAt returns the id of the method in a slot.
func (p *Profile) MethodIDAt(slot int) MethodID { return MethodID(p.methods.ids.At(slot)) }

// TypeSlots, TypeSlot and TypeAt number types as MethodSlots, MethodSlot and MethodAt do methods.
func (p *Profile) TypeSlots() int { return p.types.ids.Len() }

// TypeSlot returns the slot of a type that the file lists or refers to. It panics for any other id.
func (p *Profile) TypeSlot(id TypeID) int { return p.types.must(int32(id)) }

// TypeAt returns the type of a slot. It is false, with nothing but the ID, where the file does not list it.
func (p *Profile) TypeAt(slot int) (Type, bool) {
	if slot < p.Types.Len() {
		return p.Types.At(slot), true
	}
	return Type{ID: TypeID(p.types.ids.At(slot))}, false
}

// Renamed returns p with other names: types[i] for that of Types.At(i), methods[i] for that of Methods.At(i). Nothing else
// changes, and the records are shared with p.
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

package iprof

import (
	"encoding/binary"
	"iter"
)

// A Count is a record of [Calls] or [Samples] ("Storing Call Count Profiles", "Sampling Profiles"): how often a node was entered,
// or a stack was sampled. A call count covers only its leaf, so summing records counts nothing twice. Several records of one
// context add up.
type Count struct {
	Node  NodeID // of Profile.Contexts for calls, of Profile.Stacks for samples
	BCI   BCI    // of the leaf: 0 in call counts, the position of the sample in samples
	Value int64
}

// A Conditional is a record of [Conditionals] ("Conditional Profiles"): an if, a switch or the end of a loop at a BCI of a node. See
// [Profile.Successors] and [Profile.OwnSuccessors] for the counts.
type Conditional struct {
	Node NodeID // of Profile.Contexts
	BCI  BCI
	run  runRef
}

// A Successor is a place to which a conditional went, with a count. Contrary to "Conditional Profiles", neither Target nor
// (Target, Index) is unique within a record; only the position in the record is unique. Before version 1.0.0, each successor that
// shares a target with others has the total of that target as its count, since 1.0.0 it has its own; see
// [Profile.SharedTargetTotals].
type Successor struct {
	Target BCI
	Index  int32
	Count  int64
}

// A TypeProfile is a record of [Receivers] or [InstanceOf] ("Virtual Invoke Profiles"): the types that were seen at a BCI of a node, as the receivers
// of a virtual call or the operands of an instanceof. See [Profile.TypeCounts] for the counts.
type TypeProfile struct {
	Node NodeID // of Profile.Contexts
	BCI  BCI
	run  runRef
}

// A TypeCount says how often a type was seen.
type TypeCount struct {
	Type  TypeID
	Count int64
}

// SaturatedTypes is the maximum number of types that the profiler stores for a call site. Call sites at this limit may have seen
// more.
const SaturatedTypes = 8

func (r *runs) addSuccessors(list []Successor) runRef {
	r.values += int64(len(list))
	return r.add(len(list), func(b []byte) []byte {
		for _, s := range list {
			b = binary.AppendVarint(b, int64(s.Target))
			b = binary.AppendUvarint(b, uint64(s.Index))
			b = binary.AppendUvarint(b, uint64(s.Count))
		}
		return b
	})
}

func (r *runs) successors(ref runRef) iter.Seq2[int, Successor] {
	return func(yield func(int, Successor) bool) {
		elements, b := r.at(ref)
		for i := range elements {
			s := Successor{Target: BCI(b.varint()), Index: int32(b.uvarint()), Count: int64(b.uvarint())}
			if !yield(i, s) {
				return
			}
		}
	}
}

// appendSuccessors appends the successors of a run to dst.
func (r *runs) appendSuccessors(dst []Successor, ref runRef) []Successor {
	elements, b := r.at(ref)
	for range elements {
		dst = append(dst, Successor{Target: BCI(b.varint()), Index: int32(b.uvarint()), Count: int64(b.uvarint())})
	}
	return dst
}

func (r *runs) addTypeCounts(list []TypeCount) runRef {
	r.values += int64(len(list))
	return r.add(len(list), func(b []byte) []byte {
		for _, c := range list {
			b = binary.AppendUvarint(b, uint64(c.Type))
			b = binary.AppendUvarint(b, uint64(c.Count))
		}
		return b
	})
}

func (r *runs) typeCounts(ref runRef) iter.Seq2[int, TypeCount] {
	return func(yield func(int, TypeCount) bool) {
		elements, b := r.at(ref)
		for i := range elements {
			c := TypeCount{Type: TypeID(b.uvarint()), Count: int64(b.uvarint())}
			if !yield(i, c) {
				return
			}
		}
	}
}

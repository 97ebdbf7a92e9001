package classfile

import (
	"slices"
)

// Flow says where control goes from the instruction.
func (in Instruction) Flow() Flow { return opcodes[in.Op].flow }

// A Successor is a place that control may go to from an instruction.
type Successor struct {
	BCI   int
	Kind  SuccessorKind
	Value int32 // the value of the case
}

// A SuccessorKind says why control goes to a successor.
type SuccessorKind byte

// The kinds of successors.
const (
	FallThrough SuccessorKind = iota // the next instruction
	Target                           // the target of a jump
	Case                             // a case of a switch
	Default                          // the default of a switch
)

// Successors returns the instructions that control may go to from this one, unless it throws: first the next one, then targets; for
// a switch, in the order of the file, with the default last. Several cases of a switch may share a BCI. The successor of ret is the
// instruction after any jsr of the method. A successor beyond the end of the code, which can only follow code that never runs, is
// left out.
func (in Instruction) Successors() []Successor {
	var s []Successor
	next := func(in Instruction) {
		if to := in.BCI + in.Len; to < in.code.Length {
			s = append(s, Successor{BCI: to, Kind: FallThrough})
		}
	}
	switch in.Flow() {
	case Next:
		next(in)
	case Branch:
		next(in)
		s = append(s, Successor{BCI: int(in.arg), Kind: Target})
	case Jump, Subroutine:
		s = append(s, Successor{BCI: int(in.arg), Kind: Target})
	case Switch:
		return slices.Collect(in.cases)
	case SubroutineReturn:
		for _, jsr := range in.code.Instructions {
			if jsr.Flow() == Subroutine {
				next(jsr)
			}
		}
	}
	return s
}

// cases yields the successors of a switch, the default last.
func (in Instruction) cases(yield func(Successor) bool) {
	code, at := in.code.bytes, switchStart(in.BCI)
	to := func(at int) int { return int(jumpTo(in.BCI, s4(code, at))) }
	if in.Op == OpTableswitch {
		low := s4(code, at+4)
		for i := range s4(code, at+8) - low + 1 {
			if !yield(Successor{BCI: to(at + 12 + 4*i), Kind: Case, Value: int32(low + i)}) {
				return
			}
		}
	} else {
		for i := range s4(code, at+4) {
			if !yield(Successor{BCI: to(at + 12 + 8*i), Kind: Case, Value: int32(s4(code, at+8+8*i))}) {
				return
			}
		}
	}
	yield(Successor{BCI: to(at), Kind: Default})
}

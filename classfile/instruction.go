package classfile

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// An Instruction is an instruction of a method (JVMS 6.5).
type Instruction struct {
	BCI  int // the bytecode index: bytes before it
	Len  int // bytes, with wide and the padding of switches
	Op   Opcode
	Wide bool // wide stands before it

	arg  int32 // by its form: number, index of a constant, local variable or, for a jump, the target BCI
	code *Code
}

// readInstructions decodes the bytecode and marks where instructions start. An error comes with the BCI of its instruction.
func (c *Code) readInstructions(starts []bool) (int, error) {
	c.Instructions = make([]Instruction, 0, c.Length/2+1)
	for bci := 0; bci < c.Length; {
		in := Instruction{BCI: bci, code: c}
		if err := in.read(c.bytes); err != nil {
			return bci, err
		}
		c.Instructions = append(c.Instructions, in)
		starts[bci] = true
		bci += in.Len
	}
	starts[c.Length] = true
	return 0, nil
}

var (
	errCodeEnds = fmt.Errorf("%w of the bytecode", ErrTruncated)
	errPadding  = errors.New("bytes that have to be 0 are not")
)

// lengths are the number of bytes of an instruction by its form, without those of switches and wide.
var lengths = [...]int{
	formNone: 1, formByte: 2, formShort: 3, formConst1: 2, formConst: 3, formInterface: 5, formDynamic: 5, formMulti: 4,
	formArray: 2, formLocal: 2, formIinc: 3, formJump: 3, formJump4: 5, formWide: 2,
}

// read decodes the instruction at in.BCI.
func (in *Instruction) read(code string) error {
	at := in.BCI
	in.Op = Opcode(code[at])
	if int(in.Op) >= len(opcodes) {
		return fmt.Errorf("unknown %v", in.Op)
	}
	form := opcodes[in.Op].form
	switch form {
	case formTable, formLookup:
		return in.readSwitch(code, form)
	case formWide:
		if len(code)-at < 2 {
			return errCodeEnds
		}
		in.Wide, in.Op = true, Opcode(code[at+1])
		if int(in.Op) < len(opcodes) {
			form = opcodes[in.Op].form
		}
		if form != formLocal && form != formIinc {
			return fmt.Errorf("wide before %v", in.Op)
		}
		in.Len = 2 * lengths[form]
	default:
		in.Len = lengths[form]
	}
	if len(code)-at < in.Len {
		return errCodeEnds
	}
	switch form {
	case formByte:
		in.arg = int32(int8(code[at+1]))
	case formShort:
		in.arg = int32(s2(code, at+1))
	case formConst1:
		in.arg = int32(code[at+1])
	case formConst, formInterface, formDynamic, formMulti:
		in.arg = int32(u2(code, at+1))
	case formArray:
		if in.arg = int32(code[at+1]); arrayTypes[in.arg] == "" {
			return fmt.Errorf("newarray of the unknown type %d", in.arg)
		}
	case formLocal, formIinc:
		if in.Wide {
			in.arg = int32(u2(code, at+2))
		} else {
			in.arg = int32(code[at+1])
		}
	case formJump:
		in.arg = int32(at + s2(code, at+1))
	case formJump4:
		in.arg = jumpTo(at, s4(code, at+1))
	}
	if form == formInterface && code[at+4] != 0 || form == formDynamic && u2(code, at+3) != 0 {
		return errPadding
	}
	return in.checkConstant()
}

// jumpTo adds a distance to a BCI; distances that lead out of every code give -1.
func jumpTo(bci, distance int) int32 {
	if to := bci + distance; to >= 0 && to <= 0xFFFF {
		return int32(to)
	}
	return -1
}

// checkConstant checks the kind of the constant that the instruction refers to.
func (in *Instruction) checkConstant() error {
	wanted := opcodes[in.Op].tags
	if wanted == 0 {
		return nil
	}
	switch t := in.code.class.constants.tag(int(in.arg)); {
	case t == 0:
		return fmt.Errorf("%v refers to constant %d, which does not exist", in.Op, in.arg)
	case wanted&(1<<t) == 0:
		return fmt.Errorf("%v refers to constant %d, a %v", in.Op, in.arg, t)
	}
	return nil
}

// readSwitch decodes tableswitch and lookupswitch.
func (in *Instruction) readSwitch(code string, form form) error {
	at := switchStart(in.BCI)
	if len(code)-at < 8 || form == formTable && len(code)-at < 12 {
		return errCodeEnds
	}
	head, n, size := 8, s4(code, at+4), 8
	if form == formTable {
		head, n, size = 12, s4(code, at+8)-s4(code, at+4)+1, 4
	}
	switch left := len(code) - at - head; {
	case n < 0:
		return fmt.Errorf("%v with %d values", in.Op, n)
	case n > left/size:
		return fmt.Errorf("%w: %v has %d values, and %d bytes are left", errCodeEnds, in.Op, n, left)
	}
	in.Len = at + head + n*size - in.BCI
	return nil
}

// switchStart returns the offset of the operands of the switch at a BCI: the next multiple of four.
func switchStart(bci int) int { return bci&^3 + 4 }

// maxReturns limits the successors of all returns from subroutines of a method.
const maxReturns = 1 << 20

// checkTargets checks that all jumps go to instructions. An error comes with the BCI of the jump.
func (c *Code) checkTargets(starts []bool) (int, error) {
	calls, returns := 0, 0 // of subroutines
	for i := range c.Instructions {
		in := &c.Instructions[i]
		switch in.Flow() {
		case Subroutine:
			calls++
		case SubroutineReturn:
			returns++
		}
		if calls*returns > maxReturns {
			return in.BCI, limitError{int64(calls * returns), maxReturns, "ways back from subroutines"}
		}
		switch opcodes[in.Op].form {
		case formJump, formJump4:
			if t := int(in.arg); t < 0 || t >= c.Length || !starts[t] {
				return in.BCI, fmt.Errorf("%v to BCI %d, where no instruction starts", in.Op, t)
			}
		case formTable, formLookup:
			for s := range in.cases {
				if s.BCI < 0 || s.BCI >= c.Length || !starts[s.BCI] {
					return in.BCI, fmt.Errorf("%v to BCI %d, where no instruction starts", in.Op, s.BCI)
				}
			}
		}
	}
	return 0, nil
}

// Flow tells where control goes from the instruction.
func (in Instruction) Flow() Flow { return opcodes[in.Op].flow }

// CanThrow reports whether the instruction can end with an exception, including those of linking and of initializing a
// class. It leaves out those that may come anywhere, such as a lack of memory for a boxed constant, and, for a return, that
// of locks which the method did not release: code of compilers releases them.
func (in Instruction) CanThrow() bool {
	if opcodes[in.Op].tags&(loadable|loadable2) != 0 {
		switch in.code.class.constants.tag(int(in.arg)) {
		case tagClass, tagMethodHandle, tagMethodType, tagDynamic:
			return true
		}
	}
	return opcodes[in.Op].throws
}

// Constant returns the text of a constant that the instruction loads, as javap -c has it: int 100000, String abc. It
// returns false for other instructions than ldc, ldc_w and ldc2_w.
func (in Instruction) Constant() (string, bool) {
	switch in.Op {
	case OpLdc, OpLdcW, OpLdc2W:
		return in.Operands(), true
	}
	return "", false
}

// Called returns the method that the instruction calls. For invokedynamic, Owner is empty, and the name is that of the
// call site. It returns false for other instructions.
func (in Instruction) Called() (Ref, bool) {
	switch in.Op {
	case OpInvokevirtual, OpInvokespecial, OpInvokestatic, OpInvokeinterface, OpInvokedynamic:
		return in.code.class.constants.member(int(in.arg)), true
	}
	return Ref{}, false
}

// Field returns the field that the instruction reads or writes. It returns false for other instructions.
func (in Instruction) Field() (Ref, bool) {
	switch in.Op {
	case OpGetstatic, OpPutstatic, OpGetfield, OpPutfield:
		return in.code.class.constants.member(int(in.arg)), true
	}
	return Ref{}, false
}

// Type returns the type that the instruction names: java.lang.String, [I. It returns false for other instructions than
// new, anewarray, multianewarray, newarray, checkcast and instanceof. Those that make an array name the type of its
// elements, but multianewarray that of the array.
func (in Instruction) Type() (string, bool) {
	switch in.Op {
	case OpNew, OpAnewarray, OpMultianewarray, OpCheckcast, OpInstanceof:
		return in.code.class.className(int(in.arg)), true
	case OpNewarray:
		return arrayTypes[in.arg], true
	}
	return "", false
}

// arrayTypes are the operands of newarray (JVMS 6.5.newarray, table 6.5.newarray-A).
var arrayTypes = [256]string{4: "boolean", "char", "float", "double", "byte", "short", "int", "long"}

// String returns the instruction without its BCI: if_icmpeq 20.
func (in Instruction) String() string {
	name := in.Op.String()
	if in.Wide {
		name += "_w"
	}
	if o := in.Operands(); o != "" {
		return name + " " + o
	}
	return name
}

// Operands returns the operands as javap -c has them, but constants by their value instead of their index:
// Method java/io/PrintStream.println:(Ljava/lang/String;)V. Members of the class itself are without owner. Operands are
// one line of text, although a name may have any characters.
func (in Instruction) Operands() string {
	if in.code == nil {
		return ""
	}
	constant := func() string { return in.code.class.constants.describe(int(in.arg), in.code.class.internal) }
	switch opcodes[in.Op].form {
	case formByte, formShort, formLocal, formJump, formJump4:
		return strconv.Itoa(int(in.arg))
	case formConst1, formConst, formInterface, formDynamic:
		return constant()
	case formMulti:
		return fmt.Sprintf("%s, %d", constant(), in.code.bytes[in.BCI+3])
	case formArray:
		return arrayTypes[in.arg]
	case formIinc:
		return fmt.Sprintf("%d, %d", in.arg, in.increment())
	case formTable, formLookup:
		var b strings.Builder
		for s := range in.cases {
			if b.Len() > 0 {
				b.WriteString(", ")
			}
			if s.Kind == Default {
				fmt.Fprintf(&b, "default: %d", s.BCI)
			} else {
				fmt.Fprintf(&b, "%d: %d", s.Value, s.BCI)
			}
		}
		return b.String()
	}
	return ""
}

// increment returns the number that iinc adds.
func (in Instruction) increment() int {
	if in.Wide {
		return s2(in.code.bytes, in.BCI+4)
	}
	return int(int8(in.code.bytes[in.BCI+2]))
}

// Local returns the number of the local variable that the instruction reads or writes. It returns false for instructions
// without one.
func (in Instruction) Local() (int, bool) {
	switch f := opcodes[in.Op].form; {
	case f == formLocal || f == formIinc:
		return int(in.arg), true
	case in.Op >= OpIload0 && in.Op <= OpAload3:
		return int(in.Op-OpIload0) % 4, true
	case in.Op >= OpIstore0 && in.Op <= OpAstore3:
		return int(in.Op-OpIstore0) % 4, true
	}
	return 0, false
}

// A Successor is a place that control may go to from an instruction.
type Successor struct {
	BCI   int
	Kind  SuccessorKind
	Value int32 // of the case
}

// A SuccessorKind tells why control goes to a successor.
type SuccessorKind byte

// The kinds of successors.
const (
	FallThrough SuccessorKind = iota // the next instruction
	Target                           // the target of a jump
	Case                             // a case of a switch
	Default                          // the default of a switch
)

// Successors returns the instructions that control may go to from this one, unless it throws: the next one first, then
// targets; those of a switch in the order of the file, the default last. Several cases of a switch may share a BCI. After
// ret it is the one after any jsr of the method. A successor beyond the end of the code, which can only follow
// code that never runs, is left out.
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

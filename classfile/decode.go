package classfile

import (
	"errors"
	"fmt"
)

// readInstructions decodes the bytecode and marks where instructions begin. It returns an error together with the BCI of the
// instruction.
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

// lengths are the number of bytes of an instruction by its form, except for switches and wide.
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

// jumpTo adds a distance to a BCI; distances that lead out of any code give -1.
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

// checkTargets checks that all jumps go to instructions. It returns an error together with the BCI of the jump.
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
			return in.BCI, fmt.Errorf("%w: %d ways back from subroutines, limit %d", ErrLimit, calls*returns, maxReturns)
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

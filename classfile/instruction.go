package classfile

import (
	"fmt"
	"strconv"
	"strings"
)

// An Instruction is an instruction of a method (JVMS 6.5).
type Instruction struct {
	BCI  int // the bytecode index: bytes before it
	Len  int // bytes, including wide and the padding of switches
	Op   Opcode
	Wide bool // it is prefixed by wide

	arg  int32 // by its form: number, index of a constant, local variable or, for a jump, the target BCI
	code *Code
}

// CanThrow reports whether the instruction can throw, including exceptions from linking and from initializing a class. It ignores
// exceptions that may occur anywhere, such as a lack of memory for a boxed constant, and, for a return, the one for locks that the
// method did not release: compiled code releases them.
func (in Instruction) CanThrow() bool {
	if opcodes[in.Op].tags&(loadable|loadable2) != 0 {
		switch in.code.class.constants.tag(int(in.arg)) {
		case tagClass, tagMethodHandle, tagMethodType, tagDynamic:
			return true
		}
	}
	return opcodes[in.Op].throws
}

// Called returns the method that the instruction calls. For invokedynamic, Owner is empty, and the name is the call site's. It
// returns false for other instructions.
func (in Instruction) Called() (Ref, bool) {
	switch in.Op {
	case OpInvokevirtual, OpInvokespecial, OpInvokestatic, OpInvokeinterface, OpInvokedynamic:
		return in.code.class.constants.member(int(in.arg)), true
	}
	return Ref{}, false
}

// Local returns the number of the local variable that the instruction loads, stores or increments. It returns false for other
// instructions.
func (in Instruction) Local() (int, bool) {
	switch op := in.Op; {
	case opcodes[op].form == formLocal && opcodes[op].flow == Next, opcodes[op].form == formIinc:
		return int(in.arg), true
	case op >= 0x1a && op <= 0x2d: // iload_0 to aload_3
		return int(op-0x1a) % 4, true
	case op >= 0x3b && op <= 0x4e: // istore_0 to astore_3
		return int(op-0x3b) % 4, true
	}
	return 0, false
}

// Number returns the number that iconst, bipush or sipush pushes. It returns false for other instructions.
func (in Instruction) Number() (int, bool) {
	switch op := in.Op; {
	case op >= 0x02 && op <= 0x08: // iconst_m1 to iconst_5
		return int(op) - 3, true
	case opcodes[op].form == formByte, opcodes[op].form == formShort:
		return int(in.arg), true
	}
	return 0, false
}

// Field returns the field that the instruction reads or writes. It returns false for other instructions.
func (in Instruction) Field() (Ref, bool) {
	switch in.Op {
	case OpGetstatic, OpPutstatic, OpGetfield, OpPutfield:
		return in.code.class.constants.member(int(in.arg)), true
	}
	return Ref{}, false
}

// Type returns the type that the instruction names: java.lang.String, [I. It returns false for instructions other than new,
// anewarray, multianewarray, newarray, checkcast and instanceof. Those that create an array name the type of its elements, except
// for multianewarray, which names the array type.
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

// Operands returns the operands as in javap -c, but with constants by value instead of index: Method
// java/io/PrintStream.println:(Ljava/lang/String;)V. Members of the class itself have no owner. Operands are one line of text,
// although a name may contain any characters.
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

package classfile

import "fmt"

// An Opcode is the first byte of an instruction (JVMS 6.5), or the second one after wide.
type Opcode byte

// Opcodes that users of instructions need to distinguish, under the mnemonics of JVMS 6.5. All others are known only by their
// number and by [Opcode.String].
const (
	OpLdc             Opcode = 0x12
	OpLdcW            Opcode = 0x13
	OpLdc2W           Opcode = 0x14
	OpTableswitch     Opcode = 0xaa
	OpGetstatic       Opcode = 0xb2
	OpPutstatic       Opcode = 0xb3
	OpGetfield        Opcode = 0xb4
	OpPutfield        Opcode = 0xb5
	OpInvokevirtual   Opcode = 0xb6
	OpInvokespecial   Opcode = 0xb7
	OpInvokestatic    Opcode = 0xb8
	OpInvokeinterface Opcode = 0xb9
	OpInvokedynamic   Opcode = 0xba
	OpNew             Opcode = 0xbb
	OpNewarray        Opcode = 0xbc
	OpAnewarray       Opcode = 0xbd
	OpCheckcast       Opcode = 0xc0
	OpInstanceof      Opcode = 0xc1
	OpMultianewarray  Opcode = 0xc5
)

// String returns the mnemonic: if_icmpeq.
func (op Opcode) String() string {
	if int(op) < len(opcodes) {
		return opcodes[op].mnemonic
	}
	return fmt.Sprintf("opcode %d", byte(op))
}

// A Flow says where control goes from an instruction, unless it throws.
type Flow byte

// The kinds of control flow.
const (
	Next             Flow = iota // to the next instruction
	Branch                       // to the next instruction or to a target: if…
	Jump                         // to a target: goto
	Switch                       // to one of several targets: tableswitch, lookupswitch
	Return                       // back to the caller
	Throw                        // to a handler or back to the caller: athrow
	Subroutine                   // to a target, and from there to the next instruction: jsr, which compilers wrote before Java 6
	SubroutineReturn             // to the instruction after a jsr: ret
)

// A form is the layout of an instruction's operands.
type form byte

const (
	formNone      form = iota
	formByte           // a signed byte
	formShort          // a signed 16-bit number
	formConst1         // the index of a constant, of one byte
	formConst          // the index of a constant
	formInterface      // the index of a constant, the number of arguments, 0
	formDynamic        // the index of a constant, 0, 0
	formMulti          // the index of a constant, the number of dimensions
	formArray          // the kind of a primitive type
	formLocal          // the number of a local variable, of one byte or, after wide, two
	formIinc           // the number of a local variable and a signed number, of a byte or, after wide, two each
	formJump           // a signed distance of 16 bits
	formJump4          // a signed distance of 32 bits
	formTable          // padding, default, low, high, a distance for each
	formLookup         // padding, default, number of pairs of a value and a distance
	formWide           // another instruction
)

// The kinds of constants that ldc and ldc2_w load, as sets of 1<<tag (JVMS 5.1, table 5.1-A).
const (
	loadable  = 1<<tagInteger | 1<<tagFloat | 1<<tagString | 1<<tagClass | 1<<tagMethodHandle | 1<<tagMethodType | 1<<tagDynamic
	loadable2 = 1<<tagLong | 1<<tagDouble | 1<<tagDynamic
)

// opcodes describes each opcode, in the order of their numbers. Throws says whether it may throw, see [Instruction.CanThrow]; tags
// are the kinds of constants it may refer to, as a set of 1<<tag.
var opcodes = [...]struct {
	mnemonic string
	form     form
	flow     Flow
	throws   bool
	tags     uint32
}{
	{mnemonic: "nop"},
	{mnemonic: "aconst_null"},
	{mnemonic: "iconst_m1"},
	{mnemonic: "iconst_0"},
	{mnemonic: "iconst_1"},
	{mnemonic: "iconst_2"},
	{mnemonic: "iconst_3"},
	{mnemonic: "iconst_4"},
	{mnemonic: "iconst_5"},
	{mnemonic: "lconst_0"},
	{mnemonic: "lconst_1"},
	{mnemonic: "fconst_0"},
	{mnemonic: "fconst_1"},
	{mnemonic: "fconst_2"},
	{mnemonic: "dconst_0"},
	{mnemonic: "dconst_1"},
	{mnemonic: "bipush", form: formByte},
	{mnemonic: "sipush", form: formShort},
	{mnemonic: "ldc", form: formConst1, tags: loadable},
	{mnemonic: "ldc_w", form: formConst, tags: loadable},
	{mnemonic: "ldc2_w", form: formConst, tags: loadable2},
	{mnemonic: "iload", form: formLocal},
	{mnemonic: "lload", form: formLocal},
	{mnemonic: "fload", form: formLocal},
	{mnemonic: "dload", form: formLocal},
	{mnemonic: "aload", form: formLocal},
	{mnemonic: "iload_0"},
	{mnemonic: "iload_1"},
	{mnemonic: "iload_2"},
	{mnemonic: "iload_3"},
	{mnemonic: "lload_0"},
	{mnemonic: "lload_1"},
	{mnemonic: "lload_2"},
	{mnemonic: "lload_3"},
	{mnemonic: "fload_0"},
	{mnemonic: "fload_1"},
	{mnemonic: "fload_2"},
	{mnemonic: "fload_3"},
	{mnemonic: "dload_0"},
	{mnemonic: "dload_1"},
	{mnemonic: "dload_2"},
	{mnemonic: "dload_3"},
	{mnemonic: "aload_0"},
	{mnemonic: "aload_1"},
	{mnemonic: "aload_2"},
	{mnemonic: "aload_3"},
	{mnemonic: "iaload", throws: true},
	{mnemonic: "laload", throws: true},
	{mnemonic: "faload", throws: true},
	{mnemonic: "daload", throws: true},
	{mnemonic: "aaload", throws: true},
	{mnemonic: "baload", throws: true},
	{mnemonic: "caload", throws: true},
	{mnemonic: "saload", throws: true},
	{mnemonic: "istore", form: formLocal},
	{mnemonic: "lstore", form: formLocal},
	{mnemonic: "fstore", form: formLocal},
	{mnemonic: "dstore", form: formLocal},
	{mnemonic: "astore", form: formLocal},
	{mnemonic: "istore_0"},
	{mnemonic: "istore_1"},
	{mnemonic: "istore_2"},
	{mnemonic: "istore_3"},
	{mnemonic: "lstore_0"},
	{mnemonic: "lstore_1"},
	{mnemonic: "lstore_2"},
	{mnemonic: "lstore_3"},
	{mnemonic: "fstore_0"},
	{mnemonic: "fstore_1"},
	{mnemonic: "fstore_2"},
	{mnemonic: "fstore_3"},
	{mnemonic: "dstore_0"},
	{mnemonic: "dstore_1"},
	{mnemonic: "dstore_2"},
	{mnemonic: "dstore_3"},
	{mnemonic: "astore_0"},
	{mnemonic: "astore_1"},
	{mnemonic: "astore_2"},
	{mnemonic: "astore_3"},
	{mnemonic: "iastore", throws: true},
	{mnemonic: "lastore", throws: true},
	{mnemonic: "fastore", throws: true},
	{mnemonic: "dastore", throws: true},
	{mnemonic: "aastore", throws: true},
	{mnemonic: "bastore", throws: true},
	{mnemonic: "castore", throws: true},
	{mnemonic: "sastore", throws: true},
	{mnemonic: "pop"},
	{mnemonic: "pop2"},
	{mnemonic: "dup"},
	{mnemonic: "dup_x1"},
	{mnemonic: "dup_x2"},
	{mnemonic: "dup2"},
	{mnemonic: "dup2_x1"},
	{mnemonic: "dup2_x2"},
	{mnemonic: "swap"},
	{mnemonic: "iadd"},
	{mnemonic: "ladd"},
	{mnemonic: "fadd"},
	{mnemonic: "dadd"},
	{mnemonic: "isub"},
	{mnemonic: "lsub"},
	{mnemonic: "fsub"},
	{mnemonic: "dsub"},
	{mnemonic: "imul"},
	{mnemonic: "lmul"},
	{mnemonic: "fmul"},
	{mnemonic: "dmul"},
	{mnemonic: "idiv", throws: true},
	{mnemonic: "ldiv", throws: true},
	{mnemonic: "fdiv"},
	{mnemonic: "ddiv"},
	{mnemonic: "irem", throws: true},
	{mnemonic: "lrem", throws: true},
	{mnemonic: "frem"},
	{mnemonic: "drem"},
	{mnemonic: "ineg"},
	{mnemonic: "lneg"},
	{mnemonic: "fneg"},
	{mnemonic: "dneg"},
	{mnemonic: "ishl"},
	{mnemonic: "lshl"},
	{mnemonic: "ishr"},
	{mnemonic: "lshr"},
	{mnemonic: "iushr"},
	{mnemonic: "lushr"},
	{mnemonic: "iand"},
	{mnemonic: "land"},
	{mnemonic: "ior"},
	{mnemonic: "lor"},
	{mnemonic: "ixor"},
	{mnemonic: "lxor"},
	{mnemonic: "iinc", form: formIinc},
	{mnemonic: "i2l"},
	{mnemonic: "i2f"},
	{mnemonic: "i2d"},
	{mnemonic: "l2i"},
	{mnemonic: "l2f"},
	{mnemonic: "l2d"},
	{mnemonic: "f2i"},
	{mnemonic: "f2l"},
	{mnemonic: "f2d"},
	{mnemonic: "d2i"},
	{mnemonic: "d2l"},
	{mnemonic: "d2f"},
	{mnemonic: "i2b"},
	{mnemonic: "i2c"},
	{mnemonic: "i2s"},
	{mnemonic: "lcmp"},
	{mnemonic: "fcmpl"},
	{mnemonic: "fcmpg"},
	{mnemonic: "dcmpl"},
	{mnemonic: "dcmpg"},
	{mnemonic: "ifeq", form: formJump, flow: Branch},
	{mnemonic: "ifne", form: formJump, flow: Branch},
	{mnemonic: "iflt", form: formJump, flow: Branch},
	{mnemonic: "ifge", form: formJump, flow: Branch},
	{mnemonic: "ifgt", form: formJump, flow: Branch},
	{mnemonic: "ifle", form: formJump, flow: Branch},
	{mnemonic: "if_icmpeq", form: formJump, flow: Branch},
	{mnemonic: "if_icmpne", form: formJump, flow: Branch},
	{mnemonic: "if_icmplt", form: formJump, flow: Branch},
	{mnemonic: "if_icmpge", form: formJump, flow: Branch},
	{mnemonic: "if_icmpgt", form: formJump, flow: Branch},
	{mnemonic: "if_icmple", form: formJump, flow: Branch},
	{mnemonic: "if_acmpeq", form: formJump, flow: Branch},
	{mnemonic: "if_acmpne", form: formJump, flow: Branch},
	{mnemonic: "goto", form: formJump, flow: Jump},
	{mnemonic: "jsr", form: formJump, flow: Subroutine},
	{mnemonic: "ret", form: formLocal, flow: SubroutineReturn},
	{mnemonic: "tableswitch", form: formTable, flow: Switch},
	{mnemonic: "lookupswitch", form: formLookup, flow: Switch},
	{mnemonic: "ireturn", flow: Return},
	{mnemonic: "lreturn", flow: Return},
	{mnemonic: "freturn", flow: Return},
	{mnemonic: "dreturn", flow: Return},
	{mnemonic: "areturn", flow: Return},
	{mnemonic: "return", flow: Return},
	{mnemonic: "getstatic", form: formConst, throws: true, tags: 1 << tagFieldref},
	{mnemonic: "putstatic", form: formConst, throws: true, tags: 1 << tagFieldref},
	{mnemonic: "getfield", form: formConst, throws: true, tags: 1 << tagFieldref},
	{mnemonic: "putfield", form: formConst, throws: true, tags: 1 << tagFieldref},
	{mnemonic: "invokevirtual", form: formConst, throws: true, tags: 1 << tagMethodref},
	{mnemonic: "invokespecial", form: formConst, throws: true, tags: 1<<tagMethodref | 1<<tagInterfaceMethodref},
	{mnemonic: "invokestatic", form: formConst, throws: true, tags: 1<<tagMethodref | 1<<tagInterfaceMethodref},
	{mnemonic: "invokeinterface", form: formInterface, throws: true, tags: 1 << tagInterfaceMethodref},
	{mnemonic: "invokedynamic", form: formDynamic, throws: true, tags: 1 << tagInvokeDynamic},
	{mnemonic: "new", form: formConst, throws: true, tags: 1 << tagClass},
	{mnemonic: "newarray", form: formArray, throws: true},
	{mnemonic: "anewarray", form: formConst, throws: true, tags: 1 << tagClass},
	{mnemonic: "arraylength", throws: true},
	{mnemonic: "athrow", flow: Throw, throws: true},
	{mnemonic: "checkcast", form: formConst, throws: true, tags: 1 << tagClass},
	{mnemonic: "instanceof", form: formConst, throws: true, tags: 1 << tagClass},
	{mnemonic: "monitorenter", throws: true},
	{mnemonic: "monitorexit", throws: true},
	{mnemonic: "wide", form: formWide},
	{mnemonic: "multianewarray", form: formMulti, throws: true, tags: 1 << tagClass},
	{mnemonic: "ifnull", form: formJump, flow: Branch},
	{mnemonic: "ifnonnull", form: formJump, flow: Branch},
	{mnemonic: "goto_w", form: formJump4, flow: Jump},
	{mnemonic: "jsr_w", form: formJump4, flow: Subroutine},
}

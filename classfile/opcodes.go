package classfile

import "fmt"

// An Opcode is the first byte of an instruction (JVMS 6.5), or the second one after wide.
type Opcode byte

// The opcodes by their number, under the mnemonics of JVMS 6.5.
const (
	OpNop Opcode = iota
	OpAconstNull
	OpIconstM1
	OpIconst0
	OpIconst1
	OpIconst2
	OpIconst3
	OpIconst4
	OpIconst5
	OpLconst0
	OpLconst1
	OpFconst0
	OpFconst1
	OpFconst2
	OpDconst0
	OpDconst1
	OpBipush
	OpSipush
	OpLdc
	OpLdcW
	OpLdc2W
	OpIload
	OpLload
	OpFload
	OpDload
	OpAload
	OpIload0
	OpIload1
	OpIload2
	OpIload3
	OpLload0
	OpLload1
	OpLload2
	OpLload3
	OpFload0
	OpFload1
	OpFload2
	OpFload3
	OpDload0
	OpDload1
	OpDload2
	OpDload3
	OpAload0
	OpAload1
	OpAload2
	OpAload3
	OpIaload
	OpLaload
	OpFaload
	OpDaload
	OpAaload
	OpBaload
	OpCaload
	OpSaload
	OpIstore
	OpLstore
	OpFstore
	OpDstore
	OpAstore
	OpIstore0
	OpIstore1
	OpIstore2
	OpIstore3
	OpLstore0
	OpLstore1
	OpLstore2
	OpLstore3
	OpFstore0
	OpFstore1
	OpFstore2
	OpFstore3
	OpDstore0
	OpDstore1
	OpDstore2
	OpDstore3
	OpAstore0
	OpAstore1
	OpAstore2
	OpAstore3
	OpIastore
	OpLastore
	OpFastore
	OpDastore
	OpAastore
	OpBastore
	OpCastore
	OpSastore
	OpPop
	OpPop2
	OpDup
	OpDupX1
	OpDupX2
	OpDup2
	OpDup2X1
	OpDup2X2
	OpSwap
	OpIadd
	OpLadd
	OpFadd
	OpDadd
	OpIsub
	OpLsub
	OpFsub
	OpDsub
	OpImul
	OpLmul
	OpFmul
	OpDmul
	OpIdiv
	OpLdiv
	OpFdiv
	OpDdiv
	OpIrem
	OpLrem
	OpFrem
	OpDrem
	OpIneg
	OpLneg
	OpFneg
	OpDneg
	OpIshl
	OpLshl
	OpIshr
	OpLshr
	OpIushr
	OpLushr
	OpIand
	OpLand
	OpIor
	OpLor
	OpIxor
	OpLxor
	OpIinc
	OpI2l
	OpI2f
	OpI2d
	OpL2i
	OpL2f
	OpL2d
	OpF2i
	OpF2l
	OpF2d
	OpD2i
	OpD2l
	OpD2f
	OpI2b
	OpI2c
	OpI2s
	OpLcmp
	OpFcmpl
	OpFcmpg
	OpDcmpl
	OpDcmpg
	OpIfeq
	OpIfne
	OpIflt
	OpIfge
	OpIfgt
	OpIfle
	OpIfIcmpeq
	OpIfIcmpne
	OpIfIcmplt
	OpIfIcmpge
	OpIfIcmpgt
	OpIfIcmple
	OpIfAcmpeq
	OpIfAcmpne
	OpGoto
	OpJsr
	OpRet
	OpTableswitch
	OpLookupswitch
	OpIreturn
	OpLreturn
	OpFreturn
	OpDreturn
	OpAreturn
	OpReturn
	OpGetstatic
	OpPutstatic
	OpGetfield
	OpPutfield
	OpInvokevirtual
	OpInvokespecial
	OpInvokestatic
	OpInvokeinterface
	OpInvokedynamic
	OpNew
	OpNewarray
	OpAnewarray
	OpArraylength
	OpAthrow
	OpCheckcast
	OpInstanceof
	OpMonitorenter
	OpMonitorexit
	OpWide
	OpMultianewarray
	OpIfnull
	OpIfnonnull
	OpGotoW
	OpJsrW
)

// String returns the mnemonic: if_icmpeq.
func (op Opcode) String() string {
	if int(op) < len(opcodes) {
		return opcodes[op].mnemonic
	}
	return fmt.Sprintf("opcode %d", byte(op))
}

// A Flow tells where control goes from an instruction, unless it throws.
type Flow byte

// The ways on from an instruction.
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

// opcodes describes each opcode. Throws is whether it may throw, see [Instruction.CanThrow]; tags are the kinds of
// constants it may refer to, as a set of 1<<tag.
var opcodes = [...]struct {
	mnemonic string
	form     form
	flow     Flow
	throws   bool
	tags     uint32
}{
	OpNop:             {mnemonic: "nop"},
	OpAconstNull:      {mnemonic: "aconst_null"},
	OpIconstM1:        {mnemonic: "iconst_m1"},
	OpIconst0:         {mnemonic: "iconst_0"},
	OpIconst1:         {mnemonic: "iconst_1"},
	OpIconst2:         {mnemonic: "iconst_2"},
	OpIconst3:         {mnemonic: "iconst_3"},
	OpIconst4:         {mnemonic: "iconst_4"},
	OpIconst5:         {mnemonic: "iconst_5"},
	OpLconst0:         {mnemonic: "lconst_0"},
	OpLconst1:         {mnemonic: "lconst_1"},
	OpFconst0:         {mnemonic: "fconst_0"},
	OpFconst1:         {mnemonic: "fconst_1"},
	OpFconst2:         {mnemonic: "fconst_2"},
	OpDconst0:         {mnemonic: "dconst_0"},
	OpDconst1:         {mnemonic: "dconst_1"},
	OpBipush:          {mnemonic: "bipush", form: formByte},
	OpSipush:          {mnemonic: "sipush", form: formShort},
	OpLdc:             {mnemonic: "ldc", form: formConst1, tags: loadable},
	OpLdcW:            {mnemonic: "ldc_w", form: formConst, tags: loadable},
	OpLdc2W:           {mnemonic: "ldc2_w", form: formConst, tags: loadable2},
	OpIload:           {mnemonic: "iload", form: formLocal},
	OpLload:           {mnemonic: "lload", form: formLocal},
	OpFload:           {mnemonic: "fload", form: formLocal},
	OpDload:           {mnemonic: "dload", form: formLocal},
	OpAload:           {mnemonic: "aload", form: formLocal},
	OpIload0:          {mnemonic: "iload_0"},
	OpIload1:          {mnemonic: "iload_1"},
	OpIload2:          {mnemonic: "iload_2"},
	OpIload3:          {mnemonic: "iload_3"},
	OpLload0:          {mnemonic: "lload_0"},
	OpLload1:          {mnemonic: "lload_1"},
	OpLload2:          {mnemonic: "lload_2"},
	OpLload3:          {mnemonic: "lload_3"},
	OpFload0:          {mnemonic: "fload_0"},
	OpFload1:          {mnemonic: "fload_1"},
	OpFload2:          {mnemonic: "fload_2"},
	OpFload3:          {mnemonic: "fload_3"},
	OpDload0:          {mnemonic: "dload_0"},
	OpDload1:          {mnemonic: "dload_1"},
	OpDload2:          {mnemonic: "dload_2"},
	OpDload3:          {mnemonic: "dload_3"},
	OpAload0:          {mnemonic: "aload_0"},
	OpAload1:          {mnemonic: "aload_1"},
	OpAload2:          {mnemonic: "aload_2"},
	OpAload3:          {mnemonic: "aload_3"},
	OpIaload:          {mnemonic: "iaload", throws: true},
	OpLaload:          {mnemonic: "laload", throws: true},
	OpFaload:          {mnemonic: "faload", throws: true},
	OpDaload:          {mnemonic: "daload", throws: true},
	OpAaload:          {mnemonic: "aaload", throws: true},
	OpBaload:          {mnemonic: "baload", throws: true},
	OpCaload:          {mnemonic: "caload", throws: true},
	OpSaload:          {mnemonic: "saload", throws: true},
	OpIstore:          {mnemonic: "istore", form: formLocal},
	OpLstore:          {mnemonic: "lstore", form: formLocal},
	OpFstore:          {mnemonic: "fstore", form: formLocal},
	OpDstore:          {mnemonic: "dstore", form: formLocal},
	OpAstore:          {mnemonic: "astore", form: formLocal},
	OpIstore0:         {mnemonic: "istore_0"},
	OpIstore1:         {mnemonic: "istore_1"},
	OpIstore2:         {mnemonic: "istore_2"},
	OpIstore3:         {mnemonic: "istore_3"},
	OpLstore0:         {mnemonic: "lstore_0"},
	OpLstore1:         {mnemonic: "lstore_1"},
	OpLstore2:         {mnemonic: "lstore_2"},
	OpLstore3:         {mnemonic: "lstore_3"},
	OpFstore0:         {mnemonic: "fstore_0"},
	OpFstore1:         {mnemonic: "fstore_1"},
	OpFstore2:         {mnemonic: "fstore_2"},
	OpFstore3:         {mnemonic: "fstore_3"},
	OpDstore0:         {mnemonic: "dstore_0"},
	OpDstore1:         {mnemonic: "dstore_1"},
	OpDstore2:         {mnemonic: "dstore_2"},
	OpDstore3:         {mnemonic: "dstore_3"},
	OpAstore0:         {mnemonic: "astore_0"},
	OpAstore1:         {mnemonic: "astore_1"},
	OpAstore2:         {mnemonic: "astore_2"},
	OpAstore3:         {mnemonic: "astore_3"},
	OpIastore:         {mnemonic: "iastore", throws: true},
	OpLastore:         {mnemonic: "lastore", throws: true},
	OpFastore:         {mnemonic: "fastore", throws: true},
	OpDastore:         {mnemonic: "dastore", throws: true},
	OpAastore:         {mnemonic: "aastore", throws: true},
	OpBastore:         {mnemonic: "bastore", throws: true},
	OpCastore:         {mnemonic: "castore", throws: true},
	OpSastore:         {mnemonic: "sastore", throws: true},
	OpPop:             {mnemonic: "pop"},
	OpPop2:            {mnemonic: "pop2"},
	OpDup:             {mnemonic: "dup"},
	OpDupX1:           {mnemonic: "dup_x1"},
	OpDupX2:           {mnemonic: "dup_x2"},
	OpDup2:            {mnemonic: "dup2"},
	OpDup2X1:          {mnemonic: "dup2_x1"},
	OpDup2X2:          {mnemonic: "dup2_x2"},
	OpSwap:            {mnemonic: "swap"},
	OpIadd:            {mnemonic: "iadd"},
	OpLadd:            {mnemonic: "ladd"},
	OpFadd:            {mnemonic: "fadd"},
	OpDadd:            {mnemonic: "dadd"},
	OpIsub:            {mnemonic: "isub"},
	OpLsub:            {mnemonic: "lsub"},
	OpFsub:            {mnemonic: "fsub"},
	OpDsub:            {mnemonic: "dsub"},
	OpImul:            {mnemonic: "imul"},
	OpLmul:            {mnemonic: "lmul"},
	OpFmul:            {mnemonic: "fmul"},
	OpDmul:            {mnemonic: "dmul"},
	OpIdiv:            {mnemonic: "idiv", throws: true},
	OpLdiv:            {mnemonic: "ldiv", throws: true},
	OpFdiv:            {mnemonic: "fdiv"},
	OpDdiv:            {mnemonic: "ddiv"},
	OpIrem:            {mnemonic: "irem", throws: true},
	OpLrem:            {mnemonic: "lrem", throws: true},
	OpFrem:            {mnemonic: "frem"},
	OpDrem:            {mnemonic: "drem"},
	OpIneg:            {mnemonic: "ineg"},
	OpLneg:            {mnemonic: "lneg"},
	OpFneg:            {mnemonic: "fneg"},
	OpDneg:            {mnemonic: "dneg"},
	OpIshl:            {mnemonic: "ishl"},
	OpLshl:            {mnemonic: "lshl"},
	OpIshr:            {mnemonic: "ishr"},
	OpLshr:            {mnemonic: "lshr"},
	OpIushr:           {mnemonic: "iushr"},
	OpLushr:           {mnemonic: "lushr"},
	OpIand:            {mnemonic: "iand"},
	OpLand:            {mnemonic: "land"},
	OpIor:             {mnemonic: "ior"},
	OpLor:             {mnemonic: "lor"},
	OpIxor:            {mnemonic: "ixor"},
	OpLxor:            {mnemonic: "lxor"},
	OpIinc:            {mnemonic: "iinc", form: formIinc},
	OpI2l:             {mnemonic: "i2l"},
	OpI2f:             {mnemonic: "i2f"},
	OpI2d:             {mnemonic: "i2d"},
	OpL2i:             {mnemonic: "l2i"},
	OpL2f:             {mnemonic: "l2f"},
	OpL2d:             {mnemonic: "l2d"},
	OpF2i:             {mnemonic: "f2i"},
	OpF2l:             {mnemonic: "f2l"},
	OpF2d:             {mnemonic: "f2d"},
	OpD2i:             {mnemonic: "d2i"},
	OpD2l:             {mnemonic: "d2l"},
	OpD2f:             {mnemonic: "d2f"},
	OpI2b:             {mnemonic: "i2b"},
	OpI2c:             {mnemonic: "i2c"},
	OpI2s:             {mnemonic: "i2s"},
	OpLcmp:            {mnemonic: "lcmp"},
	OpFcmpl:           {mnemonic: "fcmpl"},
	OpFcmpg:           {mnemonic: "fcmpg"},
	OpDcmpl:           {mnemonic: "dcmpl"},
	OpDcmpg:           {mnemonic: "dcmpg"},
	OpIfeq:            {mnemonic: "ifeq", form: formJump, flow: Branch},
	OpIfne:            {mnemonic: "ifne", form: formJump, flow: Branch},
	OpIflt:            {mnemonic: "iflt", form: formJump, flow: Branch},
	OpIfge:            {mnemonic: "ifge", form: formJump, flow: Branch},
	OpIfgt:            {mnemonic: "ifgt", form: formJump, flow: Branch},
	OpIfle:            {mnemonic: "ifle", form: formJump, flow: Branch},
	OpIfIcmpeq:        {mnemonic: "if_icmpeq", form: formJump, flow: Branch},
	OpIfIcmpne:        {mnemonic: "if_icmpne", form: formJump, flow: Branch},
	OpIfIcmplt:        {mnemonic: "if_icmplt", form: formJump, flow: Branch},
	OpIfIcmpge:        {mnemonic: "if_icmpge", form: formJump, flow: Branch},
	OpIfIcmpgt:        {mnemonic: "if_icmpgt", form: formJump, flow: Branch},
	OpIfIcmple:        {mnemonic: "if_icmple", form: formJump, flow: Branch},
	OpIfAcmpeq:        {mnemonic: "if_acmpeq", form: formJump, flow: Branch},
	OpIfAcmpne:        {mnemonic: "if_acmpne", form: formJump, flow: Branch},
	OpGoto:            {mnemonic: "goto", form: formJump, flow: Jump},
	OpJsr:             {mnemonic: "jsr", form: formJump, flow: Subroutine},
	OpRet:             {mnemonic: "ret", form: formLocal, flow: SubroutineReturn},
	OpTableswitch:     {mnemonic: "tableswitch", form: formTable, flow: Switch},
	OpLookupswitch:    {mnemonic: "lookupswitch", form: formLookup, flow: Switch},
	OpIreturn:         {mnemonic: "ireturn", flow: Return},
	OpLreturn:         {mnemonic: "lreturn", flow: Return},
	OpFreturn:         {mnemonic: "freturn", flow: Return},
	OpDreturn:         {mnemonic: "dreturn", flow: Return},
	OpAreturn:         {mnemonic: "areturn", flow: Return},
	OpReturn:          {mnemonic: "return", flow: Return},
	OpGetstatic:       {mnemonic: "getstatic", form: formConst, throws: true, tags: 1 << tagFieldref},
	OpPutstatic:       {mnemonic: "putstatic", form: formConst, throws: true, tags: 1 << tagFieldref},
	OpGetfield:        {mnemonic: "getfield", form: formConst, throws: true, tags: 1 << tagFieldref},
	OpPutfield:        {mnemonic: "putfield", form: formConst, throws: true, tags: 1 << tagFieldref},
	OpInvokevirtual:   {mnemonic: "invokevirtual", form: formConst, throws: true, tags: 1 << tagMethodref},
	OpInvokespecial:   {mnemonic: "invokespecial", form: formConst, throws: true, tags: 1<<tagMethodref | 1<<tagInterfaceMethodref},
	OpInvokestatic:    {mnemonic: "invokestatic", form: formConst, throws: true, tags: 1<<tagMethodref | 1<<tagInterfaceMethodref},
	OpInvokeinterface: {mnemonic: "invokeinterface", form: formInterface, throws: true, tags: 1 << tagInterfaceMethodref},
	OpInvokedynamic:   {mnemonic: "invokedynamic", form: formDynamic, throws: true, tags: 1 << tagInvokeDynamic},
	OpNew:             {mnemonic: "new", form: formConst, throws: true, tags: 1 << tagClass},
	OpNewarray:        {mnemonic: "newarray", form: formArray, throws: true},
	OpAnewarray:       {mnemonic: "anewarray", form: formConst, throws: true, tags: 1 << tagClass},
	OpArraylength:     {mnemonic: "arraylength", throws: true},
	OpAthrow:          {mnemonic: "athrow", flow: Throw, throws: true},
	OpCheckcast:       {mnemonic: "checkcast", form: formConst, throws: true, tags: 1 << tagClass},
	OpInstanceof:      {mnemonic: "instanceof", form: formConst, throws: true, tags: 1 << tagClass},
	OpMonitorenter:    {mnemonic: "monitorenter", throws: true},
	OpMonitorexit:     {mnemonic: "monitorexit", throws: true},
	OpWide:            {mnemonic: "wide", form: formWide},
	OpMultianewarray:  {mnemonic: "multianewarray", form: formMulti, throws: true, tags: 1 << tagClass},
	OpIfnull:          {mnemonic: "ifnull", form: formJump, flow: Branch},
	OpIfnonnull:       {mnemonic: "ifnonnull", form: formJump, flow: Branch},
	OpGotoW:           {mnemonic: "goto_w", form: formJump4, flow: Jump},
	OpJsrW:            {mnemonic: "jsr_w", form: formJump4, flow: Subroutine},
}

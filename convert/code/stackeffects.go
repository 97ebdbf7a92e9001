package code

import "github.com/iprof-viz/iprof-viz/classfile"

// effects are, by opcode, the slots of the operand stack that an instruction takes and gives (JVMS 6.5), a digit each. Those that depend
// on operands, and those that copy values, are 00.
const effects = "" +
	"0001010101010101010202010101020201010101020102010201" + // nop to aload
	"0101010102020202010101010202020201010101" + // iload_0 to aload_3
	"2122212221212121" + // iaload to saload
	"1020102010" + "1010101020202020101010102020202010101010" + // istore to astore_3
	"3040304030303030" + // iastore to sastore
	"102000000000000000" + // pop to swap
	"21422142" + "21422142" + "21422142" + "21422142" + "21422142" + "11221122" + // iadd to dneg
	"213221322132214221422142" + "00" + // ishl to iinc
	"121112212122111212212221111111" + "4121214141" + // i2l to dcmpg
	"101010101010" + "2020202020202020" + "0001001010" + // ifeq to lookupswitch
	"102010201000" + // ireturn to return
	"0000000000000000" + "00" + // getstatic to invokedynamic
	"01111111101111" + "1010" + "00" + "01" + "1010" + "0001" // new to jsr_w

// effect returns the slots that an instruction takes and gives.
func effect(op classfile.Opcode) (takes, gives int) {
	at := 2 * int(op)
	if at >= len(effects) {
		return 0, 0
	}
	return int(effects[at] - '0'), int(effects[at+1] - '0')
}

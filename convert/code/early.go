package code

import "github.com/iprof-viz/iprof-viz/classfile"

// MayBeInlinedEarly reports whether native-image may inline a method before it adds counters, so that the method has no entries
// although it ran: it does at most one call and one other operation, such as to read a field; moving values and returning is free. Of
// 241 methods of the JDK that two published profiles name in contexts or on stacks, so they ran, without entries, 176 are like that.
func MayBeInlinedEarly(body *classfile.Code) bool {
	calls, others := 0, 0
	for _, in := range body.Instructions {
		switch op := in.Op; {
		case op <= 0x2d: // constants, and loads of variables
		case op >= 0x36 && op <= 0x4e: // stores to variables
		case op >= 0x57 && op <= 0x5f: // pop, dup, swap
		case op >= 0xac && op <= 0xb1: // returns
		case op >= classfile.OpInvokevirtual && op <= classfile.OpInvokeinterface:
			calls++
		case op >= 0xb2 && op <= 0xb5, op == classfile.OpNew, op == classfile.OpCheckcast, op == classfile.OpInstanceof,
			op >= 0x60 && op <= 0x98: // fields, arithmetic and comparisons
			others++
		default:
			return false
		}
	}
	return calls <= 1 && others <= 1
}

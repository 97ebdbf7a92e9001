package code

import (
	"testing"

	"github.com/iprof-viz/iprof-viz/classfile"
)

// A call has a receiver that may be null unless it has none, or a new object.
func TestReceiversThatMayBeNull(t *testing.T) {
	for _, c := range []struct {
		op   classfile.Opcode
		name string
		want bool
	}{
		{classfile.OpInvokestatic, "m", false}, {classfile.OpInvokedynamic, "m", false}, {classfile.OpInvokespecial, "<init>", false},
		{classfile.OpInvokespecial, "m", true}, {classfile.OpInvokevirtual, "m", true}, {classfile.OpInvokeinterface, "m", true},
	} {
		if got := mayBeNull(c.op, classfile.Ref{Name: c.name}); got != c.want {
			t.Errorf("%v of %s: %t", c.op, c.name, got)
		}
	}
}

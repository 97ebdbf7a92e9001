package fit

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/internal/testclass"
	"github.com/iprof-viz/iprof-viz/internal/testpath"
)

// Classes have a superclass, and interfaces are told from them.
func TestKinOf(t *testing.T) {
	dir := t.TempDir()
	for name, b := range map[string]testclass.Builder{"A": {}, "B": {Super: "A", Flags: 0x421}, "I": {Flags: 0x600}, "Note": {Flags: 0x2600}} {
		if err := os.WriteFile(filepath.Join(dir, name+".class"), b.Build(name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	path := testpath.Open(t, dir)
	j := &judge{code: Code{Program: path}, kin: map[string]kin{}}
	const object = "java.lang.Object"
	for name, want := range map[string]kin{"A": {object, true, false}, "B": {"A", true, false}, "I": {object, true, true}, "Note": {object, true, true}, "None": {}} {
		for range 2 {
			if got := j.kinOf(name); got != want {
				t.Errorf("%s: %+v, want %+v", name, got, want)
			}
		}
	}
}

// A call of a method of one class may be one of another class if one extends the other, in the direction that the instruction allows,
// and wherever that is unknown.
func TestMayCall(t *testing.T) {
	j := &judge{kin: map[string]kin{
		"A": {known: true}, "B": {super: "A", known: true}, "BB": {super: "B", known: true}, "D": {known: true},
		"C": {super: "X", known: true}, "X": {}, "I": {known: true, iface: true}, "Circle": {super: "Circle", known: true},
	}}
	for _, c := range []struct {
		owner, class     string
		virtual, special bool
	}{
		{"A", "A", true, true},
		{"A", "B", true, false}, // overridden
		{"A", "BB", true, false},
		{"B", "A", true, true}, // inherited
		{"BB", "A", true, true},
		{"A", "D", false, false},
		{"C", "A", true, true}, // X may extend A
		{"A", "C", true, false},
		{"A", "X", true, true}, {"X", "A", true, true},
		{"A", "I", true, true}, {"I", "A", true, true},
		{"[LA;", "D", true, true},
		{"Circle", "A", true, true}, // nobody knows
	} {
		for op, want := range map[classfile.Opcode]bool{classfile.OpInvokevirtual: c.virtual, classfile.OpInvokespecial: c.special, classfile.OpInvokestatic: c.special} {
			if got := j.mayCall(op, "m", c.owner, c.class); got != want {
				t.Errorf("%v %s.m may call %s.m: %t", op, c.owner, c.class, got)
			}
		}
		if got, want := j.mayCall(classfile.OpInvokespecial, "<init>", c.owner, c.class), c.owner == c.class || c.owner[0] == '['; got != want {
			t.Errorf("constructor of %s for %s: %t", c.owner, c.class, got)
		}
	}
}

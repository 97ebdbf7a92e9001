package fit

import (
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/internal/testclass"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// The conditional at 1 goes on at 4, where a call and a jump lead to 17, or at 11, where a static field decides between 17 and 19. At 30 a
// switch goes to 4 or 11.
func TestImpossibleTargets(t *testing.T) {
	var b testclass.Builder
	call, field := testclass.Big(2, b.Member(10, "app/Main", "m", "()V")), testclass.Big(2, b.Member(9, "app/Main", "f", "I"))
	b.Method(8, "m", "()V", b.Code(testclass.Join(0x1a, 0x99, 0, 10, 0xb8, call, 0xa7, 0, 10, 0x00, 0xb2, field, 0x99, 0, 5, 0x00, 0xb1, 0x00, 0xb1), nil))
	class, err := classfile.Parse(b.Build("app/Main"))
	if err != nil {
		t.Fatal(err)
	}
	code, err := class.Methods[0].Code()
	if err != nil {
		t.Fatal(err)
	}
	in, _ := code.At(1)
	for _, c := range []struct {
		recorded []int64 // targets and counts
		want     iprof.BCI
		ok       bool
		called   int
	}{
		{[]int64{4, 5, 11, 5}, 0, false, 0}, {[]int64{11, 5, 4, 5}, 0, false, 0},
		{[]int64{4, 5, 17, 5}, 0, false, 0}, {[]int64{4, 5, 19, 5}, 0, false, 0}, {[]int64{4, 5, 20, 5}, 0, false, 0}, {[]int64{7, 5, 14, 5}, 0, false, 0}, // on the lines
		{[]int64{4, 5, 1, 5}, 0, false, 0}, {[]int64{4, 5, -1, 5}, 0, false, 0}, // itself, and no bytecode
		{[]int64{4, 5, 99, 5}, 99, true, 0}, {[]int64{4, 5, 99, 0}, 99, true, 0}, {[]int64{4, 5, 10, 5}, 10, true, 0}, // no call on the other line
		{[]int64{11, 5, 10, 5}, 10, true, 1}, {[]int64{11, 5, 10, 0}, 0, false, 0}, {[]int64{11, 5, 21, 5}, 21, true, 1}, {[]int64{11, 5, 99, 0, 98, 0}, 98, true, 1}, // with a call
		{[]int64{4, 5, 0, 5}, 0, false, 0}, {[]int64{0, 5, 0, 5}, 0, false, 0}, {[]int64{0, 5, 0, 5, 0, 5}, 0, true, 1}, {[]int64{4, 5, 11, 5, 0, 5}, 0, true, 0}, // in an inlined method
	} {
		var recorded []iprof.Successor
		for i := 0; i < len(c.recorded); i += 2 {
			recorded = append(recorded, iprof.Successor{Target: iprof.BCI(c.recorded[i]), Count: c.recorded[i+1]})
		}
		of := &targets{code: code, steps: maxSteps}
		if target, called, ok := of.impossible(in, recorded); target != c.want || ok != c.ok || len(called) != c.called {
			t.Errorf("%d: @%d, %t, %v", c.recorded, target, ok, called)
		}
		of.steps = 3
		if target, _, ok := of.impossible(in, recorded); ok {
			t.Errorf("%d: @%d after few steps", c.recorded, target)
		}
	}
}

// A descriptor may be as long as a class file can hold.
func TestLongestDescriptor(t *testing.T) {
	for length, want := range map[int]bool{3: true, 65535: true, 65536: false} {
		var b iprof.Builder
		b.AddType(iprof.Type{ID: 1, Name: "int"})
		b.AddType(iprof.Type{ID: 2, Name: strings.Repeat("x", length-3)})
		j := &judge{profile: b.Profile()}
		params, ret, ok := j.types(iprof.Method{Return: 1, Params: []iprof.TypeID{2}})
		if ok != want || ok && (len(params) != 1 || ret != "int") {
			t.Errorf("%d bytes: %t", length, ok)
		}
		if _, _, ok := j.types(iprof.Method{Return: 1, Params: []iprof.TypeID{7}}); ok {
			t.Error("a type that is not listed")
		}
		if _, _, ok := j.types(iprof.Method{Return: 7}); ok {
			t.Error("a result that is not listed")
		}
	}
}

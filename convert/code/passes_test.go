package code_test

import (
	"testing"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/internal/testclass"
)

// codeOf returns the code of the methods of a class.
func codeOf(t *testing.T, b *testclass.Builder) (all []*classfile.Code) {
	t.Helper()
	k, err := classfile.Parse(b.Build("app/Main"))
	if err != nil {
		t.Fatal(err)
	}
	for i := range k.Methods {
		body, err := k.Methods[i].Code()
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, body)
	}
	return all
}

// Handlers have from, to, target and type, 0 for any.
func TestPasses(t *testing.T) {
	var b testclass.Builder
	call, class := testclass.Join(0xb8, testclass.Big(2, b.Member(10, "app/A", "f", "()V"))), b.Class("app/Failure")
	cases := []struct {
		name         string
		code         []byte
		handlers     [][4]int
		at           []int
		always, once bool
	}{
		{"at the start", testclass.Join(call, 0xb1), nil, []int{0}, true, true},
		{"an early return", testclass.Join(0x1a, 0x99, 0, 6, call, 0xb1), nil, []int{4}, false, true}, // iload_0 ifeq
		{"one of two", testclass.Join(0x1a, 0x99, 0, 7, call, 0xb1, call, 0xb1), nil, []int{4, 8}, true, true},
		{"one after the other", testclass.Join(call, call, 0xb1), nil, []int{0, 3}, true, false},
		{"a loop", testclass.Join(call, 0x1a, 0x99, 0xff, 0xfc, 0xb1), nil, []int{0}, true, false},
		{"the call before may throw", testclass.Join(call, call, 0xb1), nil, []int{3}, false, true},
		{"unknown", testclass.Join(call, 0xb1), nil, []int{1}, false, false},
		// A finally block, copied: all exceptions come to the first handler, and none to the second.
		{"finally", testclass.Join(call, call, 0xb1, 0x57, call, 0xb1, 0x57, 0xb1), [][4]int{{0, 3, 7, 0}, {0, 3, 12, 0}}, []int{3, 8}, true, true},
		{"a handler of one class before it", testclass.Join(call, call, 0xb1, 0x57, call, 0xb1, 0x57, 0xb1), [][4]int{{0, 3, 12, class}, {0, 3, 7, 0}}, []int{3, 8}, false, true},
		{"a handler of code that throws nothing", testclass.Join(0, call, 0xb1, 0x57, 0xb1), [][4]int{{0, 1, 5, 0}}, []int{1}, true, true},
	}
	for i, c := range cases {
		b.Method(static, string(rune('a'+i)), "(ILjava/lang/Object;)V", b.Code(c.code, c.handlers))
	}
	all := codeOf(t, &b)
	for i, c := range cases {
		if always, once := code.Passes(all[i], c.at); always != c.always || once != c.once {
			t.Errorf("%s: always %t, once %t", c.name, always, once)
		}
	}
}

// One call and one other operation are free to be inlined before counters are added, and moves of values.
func TestMayBeInlinedEarly(t *testing.T) {
	var b testclass.Builder
	call, field := testclass.Join(0xb8, testclass.Big(2, b.Member(10, "app/A", "f", "()V"))), testclass.Join(0xb2, testclass.Big(2, b.Member(9, "app/A", "i", "I")))
	cases := []struct {
		name string
		code []byte
		want bool
	}{
		{"nothing", testclass.Join(0xb1), true},
		{"moves", testclass.Join(0x2d, 0x4e, 0x01, 0x59, 0x5f, 0x57, 0x36, 9, 0xb1), true}, // aload_3 astore_3 aconst_null dup swap pop istore
		{"a call", testclass.Join(call, 0xb1), true},
		{"two calls", testclass.Join(call, call, 0xb1), false},
		{"a field", testclass.Join(field, 0x57, 0xb1), true},
		{"a field and a call", testclass.Join(field, 0x57, call, 0xb1), true},
		{"two fields", testclass.Join(field, field, 0xb1), false},
		{"a field and a sum", testclass.Join(field, 0x1a, 0x60, 0xb1), false},
		{"a comparison", testclass.Join(0x09, 0x09, 0x94, 0xb1), true}, // lcmp
		{"a load from an array", testclass.Join(0x2b, 0x03, 0x2e, 0xb1), false},
		{"a store to an array", testclass.Join(0x2b, 0x03, 0x03, 0x4f, 0xb1), false},
		{"a conditional", testclass.Join(0x1a, 0x99, 0, 3, 0xb1), false},
		{"throw", testclass.Join(0x01, 0xbf), false},
	}
	for i, c := range cases {
		b.Method(static, string(rune('a'+i)), "(ILjava/lang/Object;)V", b.Code(c.code, nil))
	}
	all := codeOf(t, &b)
	for i, c := range cases {
		if got := code.MayBeInlinedEarly(all[i]); got != c.want {
			t.Errorf("%s: %t", c.name, got)
		}
	}
}

package code_test

import (
	"slices"
	"testing"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/internal/testclass"
)

const static = 0x8

// TestRisks writes code by hand, and lists the BCIs of instructions that may throw, and of calls whose receiver may be null.
func TestRisks(t *testing.T) {
	var b testclass.Builder
	own, other := testclass.Big(2, b.Member(9, "app/Main", "f", "I")), testclass.Big(2, b.Member(9, "app/Other", "f", "I"))
	wide := testclass.Big(2, b.Member(9, "app/Main", "w", "J"))
	virtual := testclass.Big(2, b.Member(10, "app/Main", "get", "(J)I"))
	double, integer := testclass.Big(2, b.Member(10, "app/Main", "get", "(D)I")), testclass.Big(2, b.Member(10, "app/Main", "get", "(I)I"))
	object := testclass.Big(2, b.Member(10, "java/lang/Object", "<init>", "()V"))
	construct := testclass.Big(2, b.Member(10, "app/Main", "<init>", "()V"))
	class := testclass.Big(2, b.Class("app/Main"))
	join := testclass.Join
	cases := []struct {
		name         string
		flags        int
		code         []byte
		hints        map[int]code.CallHint
		throws, null []int
	}{
		{"a field of this", 0, join(0x2a, 0xb4, own, 0xac), nil, nil, nil}, // aload_0 getfield ireturn
		{"a field of the first parameter", static, join(0x2a, 0xb4, own, 0xac), nil, []int{1}, nil},
		{"variable 0 is not this any more", 0, join(0x2b, 0x4b, 0x2a, 0xb4, own, 0xac), nil, []int{3}, nil},                       // aload_1 astore_0
		{"a variable that was used", 0, join(0x2b, 0xb4, own, 0x57, 0x2b, 0xb4, own, 0xac), nil, []int{1}, nil},                   // pop
		{"a variable with a new value", 0, join(0x2b, 0xb4, own, 0x57, 0x2c, 0x4c, 0x2b, 0xb4, own, 0xac), nil, []int{1, 8}, nil}, // aload_2 astore_1
		{"the old value of a variable", 0, join(0x2b, 0xb4, own, 0x57, 0x2b, 0x2c, 0x4c, 0xb4, own, 0xac), nil, []int{1}, nil},
		{"a variable with the value of another", 0, join(0x2b, 0xb4, own, 0x57, 0x2b, 0x4d, 0x2c, 0xb4, own, 0xac), nil, []int{1}, nil}, // aload_1 astore_2
		{"a variable with half of a long", 0, join(0x2b, 0xb4, own, 0x57, 0x09, 0x40, 0x2b, 0xb4, own, 0xac), nil, []int{1, 8}, nil},    // lconst_0 lstore_1
		{"a variable at a target of a jump", 0, join(0x2b, 0xb4, own, 0x57, 0x2b, 0xb4, own, 0x99, 0xff, 0xfc, 0xb1), nil, []int{1, 6}, nil},
		{"a variable that is not null", 0, join(0x2b, 0xc6, 0, 8, 0x2b, 0xb4, own, 0x57, 0xb1, 0x2b, 0xb4, own, 0x57, 0xb1), nil, []int{11}, nil}, // ifnull
		{"static fields", 0, join(0xb2, own, 0xb3, own, 0xb2, other, 0xb3, other, 0xb1), nil, []int{6, 9}, nil},
		{"fields of two slots", 0, join(0x2a, 0x2a, 0xb4, wide, 0xb5, wide, 0xb1), nil, nil, nil},
		{"division", 0, join(0x1b, 0x05, 0x6c, 0x1b, 0x03, 0x6c, 0x1b, 0x02, 0x70, 0xb1), nil, []int{5, 8}, nil}, // by 2, 0, and the rest by -1
		{"arrays", 0, join(0x08, 0xbc, 10, 0xbe, 0x57, 0x1b, 0xbc, 10, 0x57, 0x2b, 0xbe, 0x57, 0xb1), nil, []int{6, 10}, nil},
		{"a call of this", 0, join(0x2a, 0x09, 0xb6, virtual, 0x57, 0xb1), nil, []int{2}, nil},
		{"a call with a double", 0, join(0x2a, 0x0e, 0xb6, double, 0x57, 0xb1), nil, []int{2}, nil},
		{"a call with an int", 0, join(0x2a, 0x05, 0xb6, integer, 0x57, 0xb1), nil, []int{2}, nil},
		{"a call that returns", 0, join(0x2a, 0x09, 0xb6, virtual, 0x57, 0xb1), map[int]code.CallHint{2: {Returns: true}}, nil, nil},
		{"a call of another object", 0, join(0x2b, 0x09, 0xb6, virtual, 0x57, 0xb1), map[int]code.CallHint{2: {Returns: true}}, []int{2}, []int{2}},
		{"constructors", 0, join(0x2a, 0xb7, object, 0xbb, class, 0x59, 0xb7, construct, 0xc2, 0xb1), nil, []int{4, 8}, nil}, // the lock of a new object
		{"copies", 0, join(0x2a, 0x1b, 0x5a, 0x57, 0xb4, own, 0x57, 0x1b, 0x2a, 0x5f, 0x57, 0xb4, own, 0xac), nil, nil, nil}, // dup_x1 pop; swap pop
	}
	for i, c := range cases {
		b.Method(c.flags, string(rune('a'+i)), "(IJJ)I", b.Code(c.code, nil))
	}
	all := codeOf(t, &b)
	for i, c := range cases {
		body := all[i]
		at := func(set []bool) (bcis []int) {
			for i, is := range set {
				if is {
					bcis = append(bcis, body.Instructions[i].BCI)
				}
			}
			return bcis
		}
		if throws, null := at(code.MayThrow(body, c.hints)), at(code.MayBeNull(body)); !slices.Equal(throws, c.throws) || !slices.Equal(null, c.null) {
			t.Errorf("%s: may throw %v, null %v; want %v and %v", c.name, throws, null, c.throws, c.null)
		}
		if got := code.NeverThrows(body, c.hints); got != (c.throws == nil) {
			t.Errorf("%s: never throws %t", c.name, got)
		}
	}
}

// TestNeverThrows has code that does not come back, or waits for a lock.
func TestNeverThrows(t *testing.T) {
	var b testclass.Builder
	b.Method(static, "loop", "()V", b.Code([]byte{0xa7, 0, 0}, nil))        // goto itself
	b.Method(static, "fail", "()V", b.Code([]byte{0x01, 0xbf}, nil))        // aconst_null athrow
	b.Method(static|0x20, "synchronized", "()V", b.Code([]byte{0xb1}, nil)) // return
	b.Method(static, "ahead", "()V", b.Code([]byte{0xa7, 0, 3, 0xb1}, nil)) // goto return
	k, err := classfile.Parse(b.Build("app/Main"))
	if err != nil {
		t.Fatal(err)
	}
	for i := range k.Methods {
		body, err := k.Methods[i].Code()
		if err != nil {
			t.Fatal(err)
		}
		if name := k.Methods[i].Name; code.NeverThrows(body, nil) != (name == "ahead") {
			t.Error(name)
		}
	}
}

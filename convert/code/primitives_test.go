package code

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// Sums and differences of counts stay between 0 and unlimited.
func TestBoundedArithmetic(t *testing.T) {
	for _, c := range [][4]int64{ // a, b, their sum, their difference
		{5, 3, 8, 2}, {3, 5, 8, 0}, {4, 4, 8, 0}, {0, 0, 0, 0}, {unlimited, 3, unlimited, unlimited}, {unlimited, unlimited, unlimited, unlimited}, {unlimited - 1, 1, unlimited, unlimited - 2},
		{unlimited - 1, 2, unlimited, unlimited - 3}, {1, unlimited, unlimited, 0},
	} {
		if got := sum(c[0], c[1]); got != c[2] {
			t.Errorf("%d + %d is %d", c[0], c[1], got)
		}
		if got := less(c[0], c[1]); got != c[3] {
			t.Errorf("%d - %d is %d", c[0], c[1], got)
		}
	}
}

// Successors are added up by target, in the order in which they come first, whether they are few or many.
func TestAddSuccessors(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for n := range 40 {
		var list []iprof.Successor
		var order []iprof.BCI
		want := map[iprof.BCI]int64{}
		for range 4 {
			var more []iprof.Successor
			for range random.IntN(n + 1) {
				s := iprof.Successor{Target: iprof.BCI(random.IntN(n + 1)), Count: random.Int64N(100)}
				more = append(more, s)
				if _, known := want[s.Target]; !known {
					order = append(order, s.Target)
				}
				want[s.Target] += s.Count
			}
			list = addSuccessors(list, more)
		}
		for i, s := range list {
			if i >= len(order) || s.Target != order[i] || s.Count != want[s.Target] {
				t.Fatalf("%d: %v, want %v in the order %v", n, list, want, order)
			}
		}
		if len(list) != len(order) {
			t.Fatalf("%d: %d successors, want %d", n, len(list), len(order))
		}
	}
}

// Contexts have the same key if and only if they have the same method, are both entered or not, and have conditionals at the same places.
func TestContextKeys(t *testing.T) {
	keys := map[string]int{}
	number := 0
	for _, slot := range []int32{0, 1, 63, 64, 128} {
		for _, entered := range []bool{false, true} {
			for _, bcis := range [][]iprof.BCI{nil, {0}, {1}, {7}, {8}, {9}, {0, 8}, {8, 16}, {0, 16}, {15}, {7, 15}, {300}} {
				var list, reversed []*sites.Conditional
				for _, bci := range bcis {
					list = append(list, &sites.Conditional{Site: sites.Site{BCI: bci}})
				}
				for _, c := range slices.Backward(list) {
					reversed = append(reversed, c, &sites.Conditional{Site: sites.Site{BCI: -1}})
				}
				number++
				for _, x := range [][]*sites.Conditional{list, reversed} {
					key := contextKey(slot, entered, x)
					if before := keys[key]; before != 0 && before != number {
						t.Errorf("method %d, entered %t, at %v: the key is not its own", slot, entered, bcis)
					}
					keys[key] = number
				}
			}
		}
	}
	if len(keys) != number {
		t.Errorf("%d keys of %d", len(keys), number)
	}
}

// What is free, a call or an operation is what the mnemonics say (JVMS 6.5).
func TestInlinedEarly(t *testing.T) {
	body := func(ops ...classfile.Opcode) *classfile.Code {
		c := &classfile.Code{}
		for _, op := range ops {
			c.Instructions = append(c.Instructions, classfile.Instruction{Op: op})
		}
		return c
	}
	const free, call, other, never = "free", "call", "other", "never"
	for op := range 0xca {
		want := never
		switch {
		case op <= 45, op >= 54 && op <= 78, op >= 87 && op <= 95, op >= 172 && op <= 177: // nop to aload_3, istore to astore_3, pop to swap, ireturn to return
			want = free
		case op >= 182 && op <= 185: // invokevirtual, invokespecial, invokestatic, invokeinterface
			want = call
		case op >= 178 && op <= 181, op == 187, op == 192, op == 193, op >= 96 && op <= 152: // getstatic to putfield, new, checkcast, instanceof, iadd to dcmpg
			want = other
		}
		o := classfile.Opcode(op)
		got := never
		switch once, twice := MayBeInlinedEarly(body(o)), MayBeInlinedEarly(body(o, o)); {
		case twice:
			got = free
		case once && MayBeInlinedEarly(body(o, classfile.OpNew)):
			got = call
		case once:
			got = other
		}
		if got != want {
			t.Errorf("opcode %d is %s, want %s", op, got, want)
		}
	}
}

// A callee was certainly called if samples have the call, no context has it inlined, and it has entries of its own.
func TestCertainlyCalled(t *testing.T) {
	of := func(slot int32, samples int64, contexts int) sites.Callee {
		c := sites.Callee{Slot: slot, Samples: samples}
		c.Inlined.Contexts = contexts
		return c
	}
	entered := &Listing{entered: []bool{true, false}}
	for _, c := range []struct {
		l    *Listing
		of   sites.Callee
		want bool
	}{
		{entered, of(0, 1, 0), true}, {entered, of(0, 0, 0), false}, {entered, of(0, 1, 1), false}, {entered, of(1, 1, 0), false}, {entered, of(-1, 1, 0), false}, {&Listing{}, of(0, 1, 0), false},
		{entered, of(0, math.MaxInt64, 0), true},
	} {
		if got := c.l.CertainlyCalled(c.of); got != c.want {
			t.Errorf("%+v: %t", c.of, got)
		}
	}
}

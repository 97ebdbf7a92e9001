package code_test

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/internal/budget"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// FuzzExecutions runs a method of any instructions and exception handlers at random. Counts that are derived from some of
// the counts agree with the others. Counts that no run has, and code that is none, do not panic.
//
//fuzz:runs 2000
func FuzzExecutions(f *testing.F) {
	f.Add([]byte{1, 0, 4, 9, 2, 5, 5, 0, 6, 0, 3, 1, 7, 0}, []byte{0, 4, 5, 0}, uint64(1))             // a loop with calls, and a handler
	f.Add([]byte{8, 7, 5, 0, 3, 8, 4, 0, 3, 8, 6, 0, 3, 8, 9, 0, 7, 0}, []byte{0, 9, 7, 1}, uint64(2)) // a switch
	f.Add([]byte{2, 4, 2, 6, 4, 1, 7, 0, 5, 0, 9, 0, 6, 0}, []byte{0, 3, 3, 0, 1, 2, 5, 1}, uint64(3))
	f.Add([]byte{2, 0}, []byte{0, 1, 0, 0}, uint64(4)) // around itself
	f.Fuzz(func(t *testing.T, program, handlers []byte, seed uint64) {
		if len(program) > 200 || len(handlers) > 40 {
			return
		}
		defer budget.Reading.Start(t, len(program)+len(handlers))()
		random := rand.New(rand.NewPCG(seed, 0))
		bytecode, starts := assemble(program)
		body := parseBody(t, bytecode, handlerRows(handlers, starts))
		if body == nil {
			t.Fatal("no code")
		}
		r := newRun(body, random)
		for range 1 + random.IntN(20) {
			r.enter()
		}
		x := code.NewExecutions(body, []code.Counts{r.counts()}, nil, nil)
		r.check(t, x)
		equations := code.NewConservation(body, nil)
		for _, e := range equations.Of(r.counts()) {
			if e.Excess() != 0 {
				t.Errorf("%+v contradicts, in counts of real runs", e)
			}
		}

		wrong := r.counts()
		for bci, successors := range wrong.Conditionals {
			if random.IntN(2) == 0 {
				successors[0].Count = random.Int64()
			} else {
				successors[0].Target = iprof.BCI(bci + random.IntN(9))
			}
		}
		wrong.Entries = random.Int64N(1000)
		checkKnown(t, body, code.NewExecutions(body, []code.Counts{wrong, r.counts()}, nil, nil))
		for _, e := range equations.Of(wrong) {
			if e.Excess() < 0 || e.Excess() > e.Base() {
				t.Errorf("%+v: an excess of %d", e, e.Excess())
			}
		}
		if raw := parseBody(t, program, nil); raw != nil { // mostly not code
			checkKnown(t, raw, code.NewExecutions(raw, []code.Counts{wrong}, nil, nil))
		}
	})
}

// checkKnown checks what holds for any counts.
func checkKnown(t *testing.T, body *classfile.Code, x *code.Executions) {
	if len(x.ByInstruction) != len(body.Instructions) {
		t.Fatalf("%d of %d instructions", len(x.ByInstruction), len(body.Instructions))
	}
	for i, e := range x.ByInstruction {
		if e.Count < 0 || e.Bound == code.None && e.Count != 0 {
			t.Errorf("@%d: %+v", body.Instructions[i].BCI, e)
		}
	}
	for _, c := range x.Contradictions {
		if _, ok := body.Index(c.BCI); !ok {
			t.Errorf("%+v", c)
		}
	}
}

// A run counts the executions of a method.
type run struct {
	code         *classfile.Code
	random       *rand.Rand
	entries      int64
	executions   []int64               // by instruction
	steps        map[[2]int]int64      // from instruction to instruction
	conditionals map[int]map[int]int64 // by BCI and target BCI
	made         map[int]int64         // by BCI
	thrown       map[int]int64         // by instruction: how often it threw

	mayThrow, mayBeNull []bool // by instruction
}

func newRun(body *classfile.Code, random *rand.Rand) *run {
	r := &run{code: body, mayThrow: code.MayThrow(body, nil), mayBeNull: code.MayBeNull(body), random: random, executions: make([]int64, len(body.Instructions)),
		steps: map[[2]int]int64{}, thrown: map[int]int64{}}
	r.newContext()
	return r
}

// newContext begins other counts of the profiler.
func (r *run) newContext() {
	r.entries, r.conditionals, r.made = 0, map[int]map[int]int64{}, map[int]int64{}
}

// enter runs the method once, if it ends.
func (r *run) enter() {
	path := []int{0}
	type called struct{ bci, to int }
	var taken []called
	var made, thrown []int
	for at := 0; at >= 0; {
		if len(path) > 300 {
			return // perhaps forever
		}
		in := r.code.Instructions[at]
		to := -1
		_, calls := in.Called()
		null := r.mayBeNull[at] && r.random.IntN(10) == 0
		if calls && !null {
			made = append(made, in.BCI)
		}
		successors := in.Successors()
		if null || in.Flow() == classfile.Throw || r.mayThrow[at] && r.random.IntN(5) == 0 {
			to = r.catch(in.BCI)
			thrown = append(thrown, at)
		} else if len(successors) > 0 {
			to = successors[r.random.IntN(len(successors))].BCI
			if in.Flow() != classfile.Next && in.Flow() != classfile.Jump {
				taken = append(taken, called{in.BCI, to})
			}
		}
		at = -1
		if to >= 0 {
			at, _ = r.code.Index(to)
			path = append(path, at)
		}
	}
	r.entries++
	for k, i := range path {
		if r.executions[i]++; k > 0 {
			r.steps[[2]int{path[k-1], i}]++
		}
	}
	for _, c := range taken {
		if r.conditionals[c.bci] == nil {
			in, _ := r.code.At(c.bci)
			r.conditionals[c.bci] = map[int]int64{}
			for _, s := range in.Successors() {
				r.conditionals[c.bci][s.BCI] = 0
			}
		}
		r.conditionals[c.bci][c.to]++
	}
	for _, bci := range made {
		r.made[bci]++
	}
	for _, i := range thrown {
		r.thrown[i]++
	}
}

// catch returns where an exception goes; -1: to the caller.
func (r *run) catch(bci int) int {
	for _, h := range r.code.Handlers {
		if h.Covers(bci) && (h.Type == "" || r.random.IntN(2) == 0) {
			return h.Target
		}
	}
	return -1
}

// counts are the entries and some of the other counts.
func (r *run) counts() code.Counts {
	c := code.Counts{Entries: r.entries, Conditionals: map[int][]iprof.Successor{}, Calls: map[int]code.Made{}}
	for _, in := range r.code.Instructions { // in order, for the same input to be the same test
		if targets := r.conditionals[in.BCI]; targets != nil && r.random.IntN(3) > 0 {
			for to, n := range targets {
				c.Conditionals[in.BCI] = append(c.Conditionals[in.BCI], iprof.Successor{Target: iprof.BCI(to), Count: n})
			}
			slices.SortFunc(c.Conditionals[in.BCI], func(a, b iprof.Successor) int { return int(a.Target - b.Target) })
		}
		if made, ok := r.made[in.BCI]; ok && r.random.IntN(3) > 0 {
			c.Calls[in.BCI] = code.Made{Count: made}
			if less := r.random.Int64N(3); less > 0 {
				c.Calls[in.BCI] = code.Made{Count: max(0, made-less), AtLeast: true}
			}
		}
	}
	if r.random.IntN(4) == 0 {
		c.Entries, c.AtLeast = r.random.Int64N(r.entries+1), true
	}
	return c
}

func (r *run) check(t *testing.T, x *code.Executions) {
	checkKnown(t, r.code, x)
	if len(x.Contradictions) > 0 || x.Unmatched > 0 {
		t.Errorf("%+v, %d not matched", x.Contradictions, x.Unmatched)
	}
	for i, e := range x.ByInstruction {
		n := r.executions[i]
		if e.Bound == code.Exact && e.Count != n || (e.Bound == code.UnlessThrown || e.Bound == code.AtMost) && e.Count < n || e.Bound == code.AtLeast && e.Count > n {
			t.Errorf("@%d %v: %+v, but it ran %d times", r.code.Instructions[i].BCI, r.code.Instructions[i], e, n)
		}
	}
	for i, n := range x.NotReturned {
		if n.Count > r.thrown[i] || n.Bound == code.Exact && n.Count < r.thrown[i] {
			t.Errorf("@%d %v did not return %v times, but it threw %d times", r.code.Instructions[i].BCI, r.code.Instructions[i], n, r.thrown[i])
		}
	}
}

// assemble makes valid bytecode of pairs of bytes: an instruction, and the number of the one that it jumps to. It returns where
// they start as well, with the return at the end.
func assemble(program []byte) (bytecode []byte, starts []int) {
	n := len(program) / 2
	starts = make([]int, n+1)
	size := func(i, bci int) int {
		switch program[2*i] % 10 {
		case 2, 3, 4, 5, 9: // a jump or a call
			return 3
		case 8: // tableswitch
			return 1 + 3 - bci%4 + 4*5
		}
		return 1
	}
	for i := range n {
		starts[i+1] = starts[i] + size(i, starts[i])
	}
	b := bytecode
	for i := range n {
		target := starts[int(program[2*i+1])%n]
		jump := func(size int) []byte {
			return binary.BigEndian.AppendUint64(nil, uint64(target-starts[i]))[8-size:]
		}
		switch program[2*i] % 10 {
		case 0:
			b = append(b, 0x00) // nop
		case 1:
			b = append(b, 0x2A) // aload_0
		case 2:
			b = append(append(b, 0x99), jump(2)...) // ifeq
		case 3:
			b = append(append(b, 0xA7), jump(2)...) // goto
		case 4:
			b = append(b, 0xB8, 0, methodConstant) // invokestatic
		case 5:
			b = append(b, 0xB6, 0, methodConstant) // invokevirtual
		case 6:
			b = append(b, 0xBE) // arraylength, which throws
		case 7:
			b = append(b, 0xB1+0x0E*(program[2*i+1]&1)) // return or athrow
		case 8:
			b = append(b, 0xAA)
			for len(b)%4 != 0 {
				b = append(b, 0)
			}
			b = append(append(b, jump(4)...), 0, 0, 0, 1, 0, 0, 0, 2)
			b = append(b, jump(4)...)
			target = starts[int(program[2*i+1]/16)%n]
			b = append(b, jump(4)...)
		case 9:
			b = append(b, 0xB7, 0, initConstant) // invokespecial
		}
	}
	return append(b, 0xB1), starts
}

// handlerRows makes an exception table of four bytes each, for instructions that start there.
func handlerRows(data []byte, starts []int) [][4]int {
	var rows [][4]int
	for n := len(starts) - 1; len(data) >= 4 && n > 0; data = data[4:] {
		from, to := int(data[0])%n, int(data[1])%n
		rows = append(rows, [4]int{starts[min(from, to)], starts[max(from, to)+1], starts[int(data[2])%n], int(data[3]%2) * throwConstant})
	}
	return rows
}

// randomProgram returns a method of up to size random instructions besides a few, and with up to handlers handlers, and the BCIs of the instructions.
func randomProgram(t *testing.T, random *rand.Rand, size, handlers int) (body *classfile.Code, starts []int) {
	program, rows := make([]byte, 8+2*random.IntN(size)), make([]byte, 4*random.IntN(handlers+1))
	for _, bytes := range [][]byte{program, rows} {
		for i := range bytes {
			bytes[i] = byte(random.IntN(256))
		}
	}
	bytecode, starts := assemble(program)
	return parseBody(t, bytecode, handlerRows(rows, starts)), starts
}

// Constants of the classes that parseBody makes.
const (
	methodConstant = 10
	initConstant   = 13
	throwConstant  = 2
)

// parseBody returns a method of bytecode, with rows of an exception table; nil if it is none.
func parseBody(t *testing.T, bytecode []byte, handlers [][4]int) *classfile.Code {
	var b bytes.Buffer
	u2 := func(values ...int) {
		for _, v := range values {
			b.Write([]byte{byte(v >> 8), byte(v)})
		}
	}
	u4 := func(v int) { u2(v>>16, v&0xFFFF) }
	text := func(s string) {
		b.WriteByte(1)
		u2(len(s))
		b.WriteString(s)
	}
	b.WriteString("\xCA\xFE\xBA\xBE")
	u2(0, 52, 14)
	text("T") // 1
	b.WriteByte(7)
	u2(1)           // 2: class T
	text("Code")    // 3
	text("m")       // 4
	text("()V")     // 5
	text("<init>")  // 6
	text("unused")  // 7
	text("unused")  // 8
	b.WriteByte(12) // 9: m()V
	u2(4, 5)
	b.WriteByte(10) // 10: T.m()V
	u2(2, 9)
	text("unused")  // 11
	b.WriteByte(12) // 12: <init>()V
	u2(6, 5)
	b.WriteByte(10) // 13: T.<init>()V
	u2(2, 12)
	u2(0x21, 2, 0, 0, 0, 1, 9, 4, 5, 1, 3)
	u4(12 + len(bytecode) + 8*len(handlers))
	u2(4, 4)
	u4(len(bytecode))
	b.Write(bytecode)
	u2(len(handlers))
	for _, h := range handlers {
		u2(h[:]...)
	}
	u2(0, 0)
	class, err := classfile.Parse(b.Bytes())
	if err != nil {
		return nil
	}
	body, err := class.Methods[0].Code()
	if err != nil {
		if handlers != nil {
			t.Fatal(err)
		}
		return nil
	}
	return body
}

// TestLargeCode bounds the time for code that a malicious class may have: as long as can be, with handlers for all of it, and
// with thousands of groups of contexts.
func TestLargeCode(t *testing.T) {
	const calls = 21000
	bytecode := append(bytes.Repeat([]byte{0xB8, 0, methodConstant}, calls), 0xB1)
	loops := append(bytes.Repeat([]byte{0x99, 0, 0}, calls), 0xB1)
	var few, many [][4]int
	for i := range 60000 {
		row := [4]int{0, 3 * calls, 3 * (i % calls), throwConstant}
		if many = append(many, row); i < 10 {
			few = append(few, row)
		}
	}
	rising, falling := map[int]code.Made{}, map[int]code.Made{}
	for i := range calls {
		rising[3*i], falling[3*i] = code.Made{Count: int64(i)}, code.Made{Count: int64(calls - i)}
	}
	for _, c := range []struct {
		name     string
		bytecode []byte
		handlers [][4]int
		groups   int
		calls    map[int]code.Made
	}{
		{"calls", bytecode, nil, 1, nil},
		{"calls made ever more often", bytecode, nil, 1, rising},
		{"calls made ever less often", bytecode, nil, 1, falling},
		{"some handlers", bytecode, few, 1, falling},
		{"handlers", bytecode, many, 1, falling},
		{"conditionals", loops, nil, 1, nil},
		{"conditionals of many contexts", loops, nil, 3000, nil},
	} {
		body := parseBody(t, c.bytecode, c.handlers)
		if body == nil {
			t.Fatal(c.name)
		}
		groups := make([]code.Counts, c.groups)
		for i := range groups {
			groups[i] = code.Counts{Entries: calls, Calls: c.calls}
		}
		stop := budget.Budget{Memory: 256 << 20, Time: 10 * time.Second}.Start(t, len(c.bytecode))
		x := code.NewExecutions(body, groups, nil, nil)
		stop()
		checkKnown(t, body, x)
	}
}

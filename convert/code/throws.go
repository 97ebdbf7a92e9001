package code

import (
	"slices"

	"github.com/iprof-viz/iprof-viz/classfile"
)

// A risk is what may keep an instruction from being followed by the next one.
type risk struct {
	throws bool // it may throw
	null   bool // it is a call whose receiver may be null, so that it may throw without making the call
}

// risks returns the risks of instructions, by their index. Those that can throw by their opcode alone cannot where an operand is known:
// this is not null, nor is a new object, or a variable that has been used since the last jump to here; a constant divides by no 0. A
// class that runs its own code has been initialized.
func risks(code *classfile.Code, hints map[int]CallHint) []risk {
	t := &tracer{code: code, hints: hints, this: thisStays(code), risks: make([]risk, len(code.Instructions))}
	joins := joinsOf(code)
	for i, in := range code.Instructions {
		if joins[i] {
			t.stack, t.sure = t.stack[:0], t.sure[:0]
		}
		t.step(i, in)
	}
	return t.risks
}

// joinsOf returns, by index of an instruction, whether control comes there otherwise than from the instruction before.
func joinsOf(code *classfile.Code) []bool {
	joins := make([]bool, len(code.Instructions)+1)
	join := func(bci int) {
		if i, ok := code.Index(bci); ok {
			joins[i] = true
		}
	}
	for i, in := range code.Instructions {
		flow := in.Flow()
		if flow == classfile.Next {
			continue
		}
		joins[i+1] = joins[i+1] || flow != classfile.Branch
		for _, s := range in.Successors() {
			if s.Kind != classfile.FallThrough || flow == classfile.SubroutineReturn {
				join(s.BCI)
			}
		}
	}
	for _, h := range code.Handlers {
		join(h.Target)
	}
	return joins
}

// thisStays reports whether variable 0 is the receiver of the method from its beginning to its end.
func thisStays(code *classfile.Code) bool {
	if code.Method().Flags&classfile.AccStatic != 0 {
		return false
	}
	return !slices.ContainsFunc(code.Instructions, func(in classfile.Instruction) bool {
		local, ok := in.Local()
		return ok && local == 0 && isStore(in.Op)
	})
}

// isStore reports whether an instruction writes a variable. Iinc does, too.
func isStore(op classfile.Opcode) bool { return op >= 0x36 && op <= 0x4e || op == 0x84 }

// A value is the content of a slot of the operand stack: of a variable, by its number, or one of these.
type value int32

const (
	anything value = -1
	surely   value = -2 // an object that is not null, or an int greater than 0
)

// A tracer follows operands through straight-line code.
type tracer struct {
	code  *classfile.Code
	hints map[int]CallHint
	this  bool // variable 0 is this
	risks []risk
	stack []value // what is below it is unknown
	sure  []value // variables with an object that is not null, or an int greater than 0
}

func (t *tracer) push(v value, slots int) {
	for range slots {
		t.stack = append(t.stack, v)
	}
}

func (t *tracer) pop(slots int) { t.stack = t.stack[:max(0, len(t.stack)-slots)] }

// top returns the topmost value on the stack.
func (t *tracer) top() value {
	if len(t.stack) == 0 {
		return anything
	}
	return t.stack[len(t.stack)-1]
}

func (t *tracer) isSure(v value) bool {
	return v == surely || v == 0 && t.this || v >= 0 && slices.Contains(t.sure, v)
}

// used notes that a value was an object, as the instruction would have thrown otherwise.
func (t *tracer) used(v value) {
	if v >= 0 && !t.isSure(v) {
		t.sure = append(t.sure, v)
	}
}

// store notes that a variable of one or two slots has a new value.
func (t *tracer) store(local, slots int, v value) {
	is := t.isSure(v)
	for k := value(local); k < value(local+slots); k++ {
		was := anything
		if t.isSure(k) {
			was = surely
		}
		for i := range t.stack {
			if t.stack[i] == k {
				t.stack[i] = was
			}
		}
		t.sure = slices.DeleteFunc(t.sure, func(x value) bool { return x == k })
	}
	if is {
		t.sure = append(t.sure, value(local))
	}
}

// step follows an instruction.
func (t *tracer) step(i int, in classfile.Instruction) {
	t.risks[i].throws = in.CanThrow()
	if called, ok := in.Called(); ok {
		t.call(i, in, called)
		return
	}
	if field, ok := in.Field(); ok {
		t.field(i, in.Op, field)
		return
	}
	local, isLocal := in.Local()
	switch op := in.Op; {
	case isLocal && !isStore(op):
		v := anything
		if takes, gives := effect(op); takes == 0 && gives == 1 {
			v = value(local)
		}
		_, gives := effect(op)
		t.push(v, gives)
	case isLocal:
		slots, _ := effect(op)
		v := anything
		if slots == 1 {
			v = t.top()
		}
		t.pop(slots)
		t.store(local, max(1, slots), v)
	case op >= opDup && op <= opSwap:
		t.shuffle(op)
	default:
		t.plain(i, in)
	}
}

// Opcodes that are told apart only here.
const (
	opDup          = 0x59
	opSwap         = 0x5f
	opIdiv         = 0x6c
	opIrem         = 0x70
	opArraylength  = 0xbe
	opMonitorenter = 0xc2
	opIfnull       = 0xc6
)

// plain follows an instruction that neither accesses variables or fields nor calls.
func (t *tracer) plain(i int, in classfile.Instruction) {
	top, result := t.top(), anything
	switch in.Op {
	case opArraylength, opMonitorenter:
		t.risks[i].throws = !t.isSure(top)
		t.used(top)
	case opIdiv, opIrem:
		t.risks[i].throws = !t.isSure(top)
	case classfile.OpNewarray:
		t.risks[i].throws = !t.isSure(top)
		result = surely
	case classfile.OpNew, classfile.OpAnewarray:
		result = surely
	case classfile.OpCheckcast:
		result = top
	case opIfnull:
		defer t.used(top)
	default:
		if n, ok := in.Number(); ok && n > 0 {
			result = surely
		}
	}
	takes, gives := effect(in.Op)
	if in.Op == classfile.OpMultianewarray {
		takes = len(t.stack) // as many as dimensions
	}
	t.pop(takes)
	t.push(result, gives)
}

// shuffle follows an instruction that copies or swaps what is on top of the stack.
func (t *tracer) shuffle(op classfile.Opcode) {
	size, below := 1, int(op-opDup)
	switch {
	case op == opSwap:
		below = 1
	case below > 2:
		size, below = 2, below-3
	}
	for len(t.stack) < size+below {
		t.stack = slices.Insert(t.stack, 0, anything)
	}
	n := len(t.stack)
	top := slices.Clone(t.stack[n-size:])
	if op == opSwap {
		t.stack = t.stack[:n-size]
	}
	t.stack = slices.Insert(t.stack, n-size-below, top...)
}

// field follows an access to a field.
func (t *tracer) field(i int, op classfile.Opcode, field classfile.Ref) {
	slots := slotsOf(field.Descriptor)
	if op == classfile.OpPutstatic || op == classfile.OpPutfield {
		t.pop(slots)
		slots = 0
	}
	if op == classfile.OpGetfield || op == classfile.OpPutfield {
		object := t.top()
		t.risks[i].throws = !t.isSure(object)
		t.pop(1)
		t.used(object)
	} else {
		t.risks[i].throws = field.Owner != t.code.Method().Class().Name
	}
	t.push(anything, slots)
}

// call follows a call.
func (t *tracer) call(i int, in classfile.Instruction, called classfile.Ref) {
	params, result, err := classfile.Types(called.Descriptor)
	if err != nil {
		t.stack = t.stack[:0]
		return
	}
	for _, name := range params {
		t.pop(slotsOfType(name))
	}
	constructs := called.Name == "<init>"
	sure := true
	if in.Op != classfile.OpInvokestatic && in.Op != classfile.OpInvokedynamic {
		object := t.top()
		sure = constructs || t.isSure(object)
		t.pop(1)
		t.used(object)
	}
	t.risks[i].null = !sure
	t.risks[i].throws = !sure || !t.hints[in.BCI].Returns && !(constructs && called.Owner == "java.lang.Object")
	if result != "void" {
		t.push(anything, slotsOfType(result))
	}
}

// slotsOf returns the slots of a value of a type, given by its descriptor.
func slotsOf(descriptor string) int {
	if descriptor == "J" || descriptor == "D" {
		return 2
	}
	return 1
}

// slotsOfType returns the slots of a value of a type, given by its name.
func slotsOfType(name string) int {
	if name == "long" || name == "double" {
		return 2
	}
	return 1
}

// NeverThrows reports whether a method always returns normally: no instruction of it can throw, and control never goes back. Hints are
// about its own calls.
func NeverThrows(body *classfile.Code, hints map[int]CallHint) bool {
	const synchronized = classfile.AccSynchronized // its lock may be null, and may be released by other code
	if body.Method().Flags&synchronized != 0 {
		return false
	}
	for _, in := range body.Instructions {
		if in.Flow() == classfile.Throw || in.Flow() == classfile.Subroutine {
			return false
		}
		if in.Flow() == classfile.Next || in.Flow() == classfile.Return {
			continue
		}
		if slices.ContainsFunc(in.Successors(), func(s classfile.Successor) bool { return s.BCI <= in.BCI }) {
			return false
		}
	}
	return !slices.ContainsFunc(risks(body, hints), func(r risk) bool { return r.throws })
}

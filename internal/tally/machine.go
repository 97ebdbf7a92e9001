package main

import (
	"fmt"
	"strings"

	"github.com/iprof-viz/iprof-viz/classfile"
)

// A machine runs the methods of one class, as far as the example needs the Java Virtual Machine, and counts on the way: entries of
// methods and outcomes of conditionals, each in its inlining context. Calls of other classes are those of runtime.
type machine struct {
	class    *classfile.Class
	code     map[*classfile.Method]*classfile.Code
	text     string // the content of the file that the program reads
	printed  strings.Builder
	entries  map[string]int64 // by context, the frame that is innermost first
	outcomes map[site]int64
}

// A site is an outcome of a conditional.
type site struct {
	context string // the callers of the frame with the conditional
	method  string
	bci     int
	jumped  bool
}

// inlineLimit is the number of bytes of a method up to which it is part of its caller's unit: MaxInlineSize of HotSpot.
const inlineLimit = 35

// A frame is an invocation.
type frame struct {
	method  *classfile.Method
	callers string // of the inlining context: "" in a compilation root
	locals  []any
	stack   []any
}

func (f *frame) push(v any) { f.stack = append(f.stack, v) }

func (f *frame) pop() any {
	v := f.stack[len(f.stack)-1]
	f.stack = f.stack[:len(f.stack)-1]
	return v
}

func (f *frame) popInt() int32 { return f.pop().(int32) }

// args pops the arguments of a call, the first one first.
func (f *frame) args(n int) []any {
	args := append([]any(nil), f.stack[len(f.stack)-n:]...)
	f.stack = f.stack[:len(f.stack)-n]
	return args
}

// call enters a method at a site, whose inlining context is begun anew if the method is too large to be inlined there.
func (m *machine) call(method *classfile.Method, args []any, callers string) (any, error) {
	code := m.code[method]
	if code == nil {
		var err error
		if code, err = method.Code(); err != nil {
			return nil, err
		}
		m.code[method] = code
	}
	if method.CodeLength() > inlineLimit {
		callers = ""
	}
	f := &frame{method: method, callers: callers, locals: make([]any, code.MaxLocals)}
	copy(f.locals, args)
	m.entries[method.Name+callers]++
	in, _ := code.At(0)
	for {
		next, result, err := m.step(f, in)
		if err != nil {
			return nil, fmt.Errorf("%s @%d %s: %w", method.Name, in.BCI, in, err)
		}
		if next < 0 {
			return result, nil
		}
		in, _ = code.At(next)
	}
}

// step runs an instruction and returns the BCI of the next one; -1: the method returns a result.
func (m *machine) step(f *frame, in classfile.Instruction) (next int, result any, err error) {
	name, _, _ := strings.Cut(in.Op.String(), "_")
	next = in.BCI + in.Len
	switch {
	case in.Flow() == classfile.Return:
		if in.Op.String() != "return" {
			result = f.pop()
		}
		return -1, result, nil
	case in.Flow() == classfile.Jump:
		return in.Successors()[0].BCI, nil, nil
	case in.Flow() == classfile.Branch:
		jumps, err := f.condition(in)
		if jumps {
			next = in.Successors()[1].BCI
		}
		m.outcomes[site{f.callers, f.method.Name, in.BCI, jumps}]++
		return next, nil, err
	}
	local, isLocal := in.Local()
	number, isNumber := in.Number()
	switch {
	case isNumber:
		f.push(int32(number))
	case name == "iinc":
		f.locals[local] = f.locals[local].(int32) + 1 // the programs have no others
	case isLocal && strings.HasSuffix(name, "load"):
		f.push(f.locals[local])
	case isLocal:
		f.locals[local] = f.pop()
	default:
		err = m.compute(f, in, name)
	}
	return next, nil, err
}

// condition says whether a conditional jumps.
func (f *frame) condition(in classfile.Instruction) (bool, error) {
	switch op := in.Op.String(); op {
	case "ifnull", "ifnonnull":
		return (f.pop() == nil) == (op == "ifnull"), nil
	default:
		var b int32
		name, twoValues := strings.CutPrefix(op, "if_icmp")
		if twoValues {
			b = f.popInt()
		} else {
			name = strings.TrimPrefix(op, "if")
		}
		a := f.popInt()
		switch name {
		case "eq":
			return a == b, nil
		case "ne":
			return a != b, nil
		case "lt":
			return a < b, nil
		case "ge":
			return a >= b, nil
		case "gt":
			return a > b, nil
		case "le":
			return a <= b, nil
		}
		return false, fmt.Errorf("not a known conditional")
	}
}

// compute runs an instruction that neither branches nor is about local variables.
func (m *machine) compute(f *frame, in classfile.Instruction, name string) error {
	field, _ := in.Field()
	switch name {
	case "ldc":
		f.push(strings.TrimPrefix(in.Operands(), "String "))
	case "iadd", "isub", "imul", "iand":
		b, a := f.popInt(), f.popInt()
		switch name {
		case "iadd":
			a += b
		case "isub":
			a -= b
		case "imul":
			a *= b
		case "iand":
			a &= b
		}
		f.push(a)
	case "dup":
		f.push(f.stack[len(f.stack)-1])
	case "dup2":
		f.stack = append(f.stack, f.stack[len(f.stack)-2:]...)
	case "new":
		f.push(map[string]any{})
	case "newarray", "anewarray":
		array := make([]any, f.popInt())
		if name == "newarray" {
			for i := range array {
				array[i] = int32(0)
			}
		}
		f.push(array)
	case "arraylength":
		f.push(int32(len(f.pop().([]any))))
	case "aaload", "iaload":
		i, array := f.popInt(), f.pop()
		f.push(array.([]any)[i])
	case "aastore", "iastore":
		v, i, array := f.pop(), f.popInt(), f.pop()
		array.([]any)[i] = v
	case "getfield":
		f.push(f.pop().(map[string]any)[field.Name])
	case "putfield":
		v, object := f.pop(), f.pop()
		object.(map[string]any)[field.Name] = v
	case "getstatic": // System.out
		f.push(nil)
	default:
		return m.invoke(f, in)
	}
	return nil
}

// invoke runs a call.
func (m *machine) invoke(f *frame, in classfile.Instruction) error {
	ref, ok := in.Called()
	if !ok {
		return fmt.Errorf("not a known instruction")
	}
	params, ret, err := classfile.Types(ref.Descriptor)
	if err != nil {
		return err
	}
	n := len(params)
	if in.Op != classfile.OpInvokestatic {
		n++
	}
	args := f.args(n)
	var result any
	if method, own := m.class.MethodByDescriptor(ref.Name, ref.Descriptor); own && ref.Owner == m.class.Name {
		result, err = m.call(method, args, fmt.Sprintf(" < %s:%d%s", f.method.Name, in.BCI, f.callers))
	} else {
		result, err = m.runtime(ref.Owner+"."+ref.Name, args)
	}
	if err == nil && ret != "void" {
		f.push(result)
	}
	return err
}

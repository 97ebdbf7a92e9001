package codefit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/javaname"
	"github.com/iprof-viz/iprof-viz/internal/words"
)

// compare returns the places that the code of a method cannot have, one a BCI, and the number of places compared.
func (j *judge) compare(code *classfile.Code, places []place) (misfits []Misfit, compared int) {
	t := &targets{code: code, steps: maxSteps}
	for _, x := range places {
		compared++
		if n := len(misfits); n > 0 && misfits[n-1].BCI == x.bci {
			continue
		}
		recorded, found := j.contradiction(t, x)
		if found != "" {
			misfits = append(misfits, Misfit{x.kind, x.bci, x.count, recorded, found})
		}
	}
	return misfits, compared
}

// contradiction words a recorded place and the code there; "": the code can have such a place.
func (j *judge) contradiction(t *targets, x place) (recorded, found string) {
	recorded = "a " + x.kind.String()
	in, ok := t.code.At(int(x.bci))
	if !ok {
		return j.recordedCall(recorded, x), t.nothingAt(int(x.bci))
	}
	switch x.kind {
	case ConditionalPlace:
		if flow := in.Flow(); flow != classfile.Branch && flow != classfile.Switch {
			return recorded, describe(in)
		}
		if target, ok := t.impossible(in, x.successors); ok {
			return fmt.Sprintf("a conditional that goes to @%d", target), describe(in)
		}
	case ReceiverPlace:
		if in.Op != classfile.OpInvokevirtual && in.Op != classfile.OpInvokeinterface {
			return recorded, describe(in)
		}
	case TypeCheckPlace:
		if in.Op != classfile.OpInstanceof && in.Op != classfile.OpCheckcast {
			return recorded, describe(in)
		}
	case CallPlace:
		if callee, ok := j.notCalled(in, x.callees); ok {
			return j.callOf(callee), describe(in)
		}
	}
	return "", ""
}

// recordedCall words a recorded place, and of a call the first callee.
func (j *judge) recordedCall(recorded string, x place) string {
	if x.kind == CallPlace && len(x.callees) > 0 {
		return j.callOf(x.callees[0].Slot)
	}
	return recorded
}

func (j *judge) callOf(slot int32) string { return "a call of " + j.names.Signature(int(slot)) }

// notCalled returns a callee that an instruction cannot call. The callee may be declared in many classes, as
// calls are virtual, but its name and types are those that the instruction has. Methods that VMs generate cannot be judged. Stacks leave
// some of these out, so of them only the instruction is judged.
func (j *judge) notCalled(in classfile.Instruction, callees []convert.Callee) (slot int32, ok bool) {
	ref, call := in.Called()
	if call && slices.Contains([]string{"", "java.lang.invoke.MethodHandle", "java.lang.invoke.VarHandle"}, ref.Owner) || isLoad(in.Op) {
		return 0, false // decided at run time
	}
	for _, callee := range callees {
		if isVM(j.names.Kind(int(callee.Slot))) {
			continue // which native-image may put anywhere
		}
		if callee.Inlined.Contexts == 0 {
			if !in.CanThrow() { // it calls nothing, nor does the VM for it
				return callee.Slot, true
			}
			continue
		}
		m, listed := j.profile.MethodAt(int(callee.Slot))
		class, known := j.profile.Type(m.Declaring)
		params, ret, all := j.types(m)
		switch {
		case !listed || !known || !all || isGenerated(class.Name, m.Name):
		case m.Name == "<clinit>": // of the class that the instruction uses first
		case !call || ref.Name != m.Name || ref.Descriptor != classfile.Descriptor(params, ret) || !j.mayCall(in.Op, m.Name, ref.Owner, class.Name):
			return callee.Slot, true
		}
	}
	return 0, false
}

// isLoad reports whether an instruction loads a constant, for which the VM may call any method.
func isLoad(op classfile.Opcode) bool {
	return op == classfile.OpLdc || op == classfile.OpLdcW || op == classfile.OpLdc2W
}

// describe words an instruction.
func describe(in classfile.Instruction) string {
	ref, ok := in.Called()
	switch flow := in.Flow(); {
	case ok && ref.Owner == "":
		return "invokedynamic " + ref.Name
	case ok:
		params, _, err := classfile.Types(ref.Descriptor)
		if err != nil {
			return in.Op.String()
		}
		for i, t := range params {
			params[i] = javaname.Type(t)
		}
		return fmt.Sprintf("a call of %s.%s(%s)", javaname.Type(ref.Owner), ref.Name, strings.Join(params, ", "))
	case flow == classfile.Branch || flow == classfile.Switch:
		return in.Op.String() + " to " + goals(in)
	}
	return in.Op.String()
}

// maxGoals is how many targets of a switch are named.
const maxGoals = 4

// goals lists where a conditional goes: "@12 or @20".
func goals(in classfile.Instruction) string {
	var list []string
	seen := map[int]bool{}
	for _, s := range in.Successors() {
		if !seen[s.BCI] {
			seen[s.BCI] = true
			list = append(list, fmt.Sprintf("@%d", s.BCI))
		}
	}
	if more := len(list) - maxGoals; more > 0 {
		list = append(list[:maxGoals], words.Count(int64(more), "other", "others"))
	}
	return strings.Join(list, ", ")
}

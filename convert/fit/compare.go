package fit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/internal/javaname"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// compare returns the places that the code of a method cannot have, one a BCI, and the number of places compared.
func (j *judge) compare(code *classfile.Code, places []place) (misfits []Misfit, compared int) {
	t := &targets{code: code, steps: maxSteps}
	certain := false
	for i, end := 0, 0; i < len(places); i = end {
		for end = i; end < len(places) && places[end].bci == places[i].bci && places[end].kind == places[i].kind; end++ {
		}
		misfit, uncertain := j.misfit(t, places[i:end])
		if n := len(misfits); misfit.Code != "" && (n == 0 || misfits[n-1].BCI != misfit.BCI) {
			misfits = append(misfits, misfit)
			certain = certain || !uncertain
		}
	}
	if !certain {
		misfits = nil
	}
	return misfits, len(places)
}

// misfit returns a place of the code that the records of one kind at one BCI contradict; without Code if none does. If a conditional
// fits in one context, so does the code: elsewhere another method was inlined there. Both targets must fit, as one is always the
// next instruction.
func (j *judge) misfit(t *targets, records []place) (m Misfit, uncertain bool) {
	var count int64
	for _, x := range records {
		count = sum(count, x.count)
		recorded, found, maybe := j.contradiction(t, x)
		switch {
		case found != "" && m.Code == "":
			m, uncertain = Misfit{x.kind, x.bci, 0, recorded, found}, maybe
		case found == "" && slices.ContainsFunc(x.successors, func(s iprof.Successor) bool { return s.Target != x.successors[0].Target }):
			return Misfit{}, false
		}
	}
	m.Count = count
	return m, uncertain
}

// contradiction words a recorded place and the code there; "": the code can have such a place. It is uncertain if it may be a place
// in an inlined method.
func (j *judge) contradiction(t *targets, x place) (recorded, found string, uncertain bool) {
	recorded = "a " + x.kind.String()
	in, ok := t.code.At(int(x.bci))
	if !ok {
		return j.recordedCall(recorded, x), t.nothingAt(int(x.bci)), false
	}
	switch x.kind {
	case ConditionalPlace:
		if flow := in.Flow(); flow != classfile.Branch && flow != classfile.Switch {
			return recorded, describe(in), false
		}
		if target, called, ok := t.impossible(in, x.successors); ok {
			inCallee := slices.ContainsFunc(called, func(ref classfile.Ref) bool { return j.hasInstruction(ref, int(target)) })
			return fmt.Sprintf("a conditional that goes to @%d", target), describe(in), inCallee
		}
	case ReceiverPlace:
		if in.Op != classfile.OpInvokevirtual && in.Op != classfile.OpInvokeinterface {
			return recorded, describe(in), false
		}
	case TypeCheckPlace:
		if in.Op != classfile.OpInstanceof && in.Op != classfile.OpCheckcast {
			return recorded, describe(in), false
		}
	case CallPlace:
		if callee, ok := j.notCalled(in, x.callees); ok {
			recorded, found := j.callOf(callee), describe(in)
			if recorded == found { // they differ in what they return
				recorded, found = recorded+j.returning(callee), found+returning(in)
			}
			return recorded, found, false
		}
	}
	return "", "", false
}

// hasInstruction reports whether an instruction begins at a BCI of a method that the code calls.
func (j *judge) hasInstruction(ref classfile.Ref, bci int) bool {
	owner := ref.Owner
	for range maxAncestors {
		class, _, err := j.find(owner)
		if err != nil {
			return false
		}
		if m, ok := class.MethodByDescriptor(ref.Name, ref.Descriptor); ok {
			code, err := m.Code()
			if err != nil || code == nil {
				return false
			}
			_, ok = code.At(bci)
			return ok
		}
		owner = class.Super
	}
	return false
}

// recordedCall words a recorded place, and of a call the first callee.
func (j *judge) recordedCall(recorded string, x place) string {
	if x.kind == CallPlace && len(x.callees) > 0 {
		return j.callOf(x.callees[0].Slot)
	}
	return recorded
}

func (j *judge) callOf(slot int32) string { return "a call of " + j.names.Signature(int(slot)) }

// returning says what a method returns, returning what the method that an instruction calls does.
func (j *judge) returning(slot int32) string {
	m, _ := j.profile.MethodAt(int(slot))
	_, ret, _ := j.types(m)
	return " that returns " + javaname.Type(ret)
}

func returning(in classfile.Instruction) string {
	ref, _ := in.Called()
	_, ret, err := classfile.Types(ref.Descriptor)
	if err != nil {
		return ""
	}
	return " that returns " + javaname.Type(ret)
}

// notCalled returns a callee that an instruction cannot call. The callee may be declared in many classes, as calls are virtual, but
// its name and types are those that the instruction has. Methods that VMs generate cannot be judged. Stacks leave some of these
// out, so of them only the instruction is judged.
func (j *judge) notCalled(in classfile.Instruction, callees []sites.Callee) (slot int32, ok bool) {
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

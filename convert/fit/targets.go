package fit

import (
	"fmt"
	"slices"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// targets computes where the conditionals of a method can go.
type targets struct {
	code  *classfile.Code
	steps int // remaining number of instructions to look at

	reached []int32 // by BCI: the number of the last walk that reached it
	walks   int32
	called  []classfile.Ref // methods called on the last walk, at most maxCalled
}

const maxCalled = 8

// maxSteps limits the work for a method: there are at most 65,535 instructions, and as many edges from a switch.
const maxSteps = 1 << 20

// nothingAt describes a BCI where no instruction begins.
func (t *targets) nothingAt(bci int) string {
	if bci >= t.code.Length {
		return fmt.Sprintf("nothing: the bytecode ends at @%d", t.code.Length)
	}
	return "no instruction begins there"
}

// impossible returns a recorded target that a conditional cannot have. A target is the first place with a frame state, so it may be
// anywhere on the straight line that follows a successor. If a method is inlined earlier on that line, the target is a place in
// that method: any number, usually a small one. So for each successor without a separate recorded target, one target is accepted
// that lies before the conditional, or that was never taken if there is a call on the line. For others, it returns the methods
// called on these lines, at most maxCalled.
func (t *targets) impossible(in classfile.Instruction, recorded []iprof.Successor) (target iprof.BCI, called []classfile.Ref, ok bool) {
	fits, own := make([]bool, len(recorded)), make([]bool, len(recorded)) // own: it is a successor itself
	var ways []int
	for _, s := range in.Successors() {
		if !slices.Contains(ways, s.BCI) {
			ways = append(ways, s.BCI)
		}
	}
	for i, s := range recorded {
		own[i] = slices.Contains(ways, int(s.Target))
		fits[i] = own[i] || s.Target < 0 || int(s.Target) == in.BCI
	}
	free, calling := 0, 0 // successors without a recorded target, and how many of them have a call
	for _, from := range ways {
		t.called = t.called[:0]
		calls := t.walk(from)
		taken := false
		for i, s := range recorded {
			switch {
			case own[i]: // it may also be on the line of another successor
				taken = taken || int(s.Target) == from
			case s.Target >= 0 && int(s.Target) < len(t.reached) && t.reached[s.Target] == t.walks:
				fits[i], taken = true, true
			}
		}
		if !taken {
			free++
			called = append(called, t.called...)
			if calls {
				calling++
			}
		}
	}
	if t.steps <= 0 {
		return 0, nil, false
	}
	for i, s := range recorded {
		switch {
		case fits[i]:
		case free > 0 && int(s.Target) < in.BCI:
			free--
		case calling > 0 && s.Count == 0:
			calling--
		default:
			return s.Target, called, true
		}
	}
	return 0, nil, false
}

// walk marks the instructions on the straight line that begins at a BCI, up to the first choice, and reports whether there is a
// call among them. A conditional on a static field is not a choice: its value is often known when the image is built, as for
// assertions, so the walk continues on both sides.
func (t *targets) walk(from int) (calls bool) {
	if t.reached == nil {
		t.reached = make([]int32, t.code.Length)
	}
	t.walks++
	for open := []int{from}; len(open) > 0; {
		at := open[len(open)-1]
		open = open[:len(open)-1]
		afterStatic := false
		for t.steps > 0 && at < len(t.reached) && t.reached[at] != t.walks {
			t.reached[at] = t.walks
			t.steps--
			in, _ := t.code.At(at)
			ref, call := in.Called()
			calls = calls || call || in.Op == classfile.OpNew
			if call && len(t.called) < maxCalled {
				t.called = append(t.called, ref)
			}
			next := in.Successors()
			if flow := in.Flow(); flow == classfile.Branch || flow == classfile.Switch {
				if afterStatic {
					for _, s := range next {
						open = append(open, s.BCI)
					}
				}
				break
			}
			if len(next) != 1 {
				break
			}
			afterStatic = in.Op == classfile.OpGetstatic
			at = next[0].BCI
		}
	}
	return calls
}

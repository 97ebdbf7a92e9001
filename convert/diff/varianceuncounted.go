package diff

import (
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// leaveOut marks the contexts that are not compared: one run has a count of their entries, and another one ran them without, as contexts
// below or other records show. How often it entered them is unknown, and not 0 as of a context that it lacks. Nor are methods compared, as in
// [New], with contexts that only some runs lack a count of, or that a run has no count of though it ran them. At is that of addTrees.
func (v *variance) leaveOut(at [][]iprof.NodeID) {
	v.isLeft, v.leftMethods = make([]bool, v.tree.Len()), make([]bool, v.summaryNumber()+1)
	if v.metric != convert.Calls { // stacks that end elsewhere have no samples of their own
		return
	}
	counted, uncounted := make([]bool, v.tree.Len()), make([]int, v.tree.Len()) // in any run; the runs
	entered, ran := make([]int, len(v.leftMethods)), make([]int, len(v.leftMethods))
	for run, p := range v.profiles {
		known, isEntered, isRun := make([]bool, v.tree.Len()), make([]bool, len(v.leftMethods)), make([]bool, len(v.leftMethods))
		for _, c := range v.counts[run] {
			known[c.Node], counted[c.Node] = true, true
			isEntered[v.tree.Node(c.Node).Method] = true
		}
		pr := v.filters[run]
		seen := make([]bool, v.tree.Len())
		for i, node := range at[run] {
			if isRun[v.tree.Node(node).Method] = true; !known[node] && !seen[node] && (pr == nil || pr.Keep[i]) {
				seen[node] = true
				uncounted[node]++
			}
		}
		for _, n := range p.Stacks.All() {
			isRun[v.pairing.Methods[run][p.MethodSlot(n.Method)]] = true
		}
		for method := range entered {
			if isEntered[method] {
				entered[method]++
			} else if isRun[method] {
				ran[method]++
			}
		}
	}
	for node, n := range uncounted {
		if n > 0 && counted[node] {
			v.left, v.isLeft[node] = append(v.left, iprof.NodeID(node)), true
		}
		if 0 < n && n < len(v.profiles) {
			v.leftMethods[v.tree.Node(iprof.NodeID(node)).Method] = true
		}
	}
	for method := range entered {
		if entered[method] > 0 && ran[method] > 0 {
			v.leftMethods[method] = true
		}
	}
}

// notCompared is the caveat about contexts that are not compared; nil: there are none.
func (v *variance) notCompared() []string {
	if len(v.left) == 0 {
		return nil
	}
	return []string{"not compared, as a run has no count of their entries, though it ran them: " + words.CountOf(int64(len(v.left)), v.things) +
		", such as one of " + v.methodName(int32(v.tree.Node(v.left[0]).Method))}
}

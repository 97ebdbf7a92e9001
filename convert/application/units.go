package application

import (
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// InUnits returns, by node of the context tree, whether its method, or one that is inlined into it, is a method of the application that
// is shown. Of a root, it says whether the compilation unit has application code.
func InUnits(p *iprof.Profile, names *convert.Names, isShown func(iprof.NodeID) bool) []bool {
	has := make([]bool, p.Contexts.Len())
	for i := len(has) - 1; i >= 0; i-- {
		n := p.Contexts.Node(iprof.NodeID(i))
		if isShown(iprof.NodeID(i)) && names.Kind(p.MethodSlot(n.Method)) == convert.Application {
			has[i] = true
		}
		if has[i] && n.Parent != iprof.NoNode {
			has[n.Parent] = true
		}
	}
	return has
}

// RootsNote says how many units have a root that is not the application's, in a view of its code alone, given a node of each; none if all
// roots are.
func RootsNote(p *iprof.Profile, names *convert.Names, view convert.View, units []int32) []string {
	if view != convert.AppView {
		return nil
	}
	outside := 0
	for _, node := range units {
		at := iprof.NodeID(node)
		for p.Contexts.Node(at).Parent != iprof.NoNode {
			at = p.Contexts.Node(at).Parent
		}
		if names.Kind(p.MethodSlot(p.Contexts.Node(at).Method)) != convert.Application {
			outside++
		}
	}
	if outside == 0 {
		return nil
	}
	return []string{words.Count(int64(outside), "unit has its root", "units have their roots") + " outside the application, which is inlined there"}
}

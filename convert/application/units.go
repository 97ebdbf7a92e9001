package application

import (
	"github.com/iprof-viz/iprof-viz/convert"
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

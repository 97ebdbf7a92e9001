package optimized

import (
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/optlog"
)

// Roles returns how the optimized image has the frames of stacks, or inlining contexts, of the profile, by node: as a compilation root, or inlined
// into its caller there. It follows each stack through the units of the log: a frame that is not inlined in the copy of its caller enters its own
// unit. Frames of methods that the log does not have are neither.
func (m *Image) Roles(t *iprof.Tree) []stacks.Role {
	r := roles{image: m, units: map[string]int32{}, calls: map[roleKey]nodeRole{}}
	r.index()
	all, at := make([]stacks.Role, t.Len()), make([]copyInUnit, t.Len())
	for i, n := range t.All() {
		at[i], all[i] = outOfLog, 0
		name := r.name(n.Method)
		inlined := false
		if n.Parent != iprof.NoNode && at[n.Parent] != outOfLog && name != "" {
			at[i], all[i] = r.inlined(at[n.Parent], n.Site, name)
			inlined = at[i] != outOfLog
		}
		if unit, ok := r.units[name]; !inlined && ok && name != "" {
			at[i], all[i] = copyInUnit{unit, 0}, stacks.RoleRoot
		}
	}
	return all
}

// A copyInUnit is a node of a unit.
type copyInUnit struct{ unit, node int32 }

var outOfLog = copyInUnit{-1, -1}

type roles struct {
	image *Image
	units map[string]int32 // by name of the root
	names map[iprof.MethodID]string
	calls map[roleKey]nodeRole
}

// A roleKey is a call of a copy.
type roleKey struct {
	up     copyInUnit
	bci    int32
	method string
}

// A nodeRole is the outcome of a call: the first copy that was inlined, if any.
type nodeRole struct {
	node int32
	role stacks.Role
}

func (r *roles) index() {
	r.names = map[iprof.MethodID]string{}
	for i := range r.image.Log.Units {
		u := &r.image.Log.Units[i]
		r.units[u.Method()] = int32(i)
		for k := 1; k < len(u.Nodes); k++ {
			n := &u.Nodes[k]
			key := roleKey{copyInUnit{int32(i), n.Parent}, n.BCI, n.Method}
			of := r.calls[key]
			switch kind := n.Kind(); {
			case kind == optlog.Inlined && of.role&stacks.RoleInlined == 0:
				of.node = int32(k)
				of.role |= stacks.RoleInlined
			case kind == optlog.Direct || kind == optlog.Indirect:
				of.role |= stacks.RoleRoot
			default:
				continue
			}
			r.calls[key] = of
		}
	}
}

// name returns the name of a method in the log; "" if the profile does not have all of it.
func (r *roles) name(id iprof.MethodID) string {
	name, known := r.names[id]
	if !known {
		name = logName(r.image.profile, r.image.profile.MethodSlot(id))
		r.names[id] = name
	}
	return name
}

// inlined returns the copy of a method that is inlined at a BCI of another copy, and its role: both if the compiler copied the call, and some of
// these are left. OutOfLog: it is not inlined there.
func (r *roles) inlined(up copyInUnit, bci iprof.BCI, name string) (copyInUnit, stacks.Role) {
	of := r.calls[roleKey{up, int32(bci), name}]
	if of.role&stacks.RoleInlined == 0 {
		return outOfLog, 0
	}
	return copyInUnit{up.unit, of.node}, of.role
}

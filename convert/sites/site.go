package sites

import (
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A Site is a place in a method's bytecode with counts, in one context or summed over several.
type Site struct {
	Slot    int32        // slot of the method
	Context iprof.NodeID // the node of [iprof.Profile.Contexts]; NoNode: all that count
	BCI     iprof.BCI
}

// key distinguishes sites of one List.
func (s Site) key() uint64 {
	if s.Context != iprof.NoNode {
		return convert.PlaceKey(int32(s.Context), s.BCI)
	}
	return convert.PlaceKey(s.Slot, s.BCI)
}

// A List has all sites of one kind.
type List[T any] struct {
	All []T   // in order of first appearance in the file
	VM  int64 // executions, or samples, in frames that a view folds into <VM>, which has no places

	VMDamaged bool // VM includes a count that is two numbers read as one: see [iprof.LooksPacked]
}

// siteOwners are the methods or the contexts that the sites in the nodes of a tree belong to.
type siteOwners struct {
	profile   *iprof.Profile
	byContext bool
	owners    []int32 // by node: the method's slot, or with byContext the node; or one of these constants
}

const (
	noOwner int32 = -1 // records of the node do not count
	vmOwner int32 = -2 // the node is shown as part of <VM>
)

// newSiteOwners returns the owners of the nodes of a tree. Scope and projection determine which nodes count; nil: all.
func newSiteOwners(p *iprof.Profile, t *iprof.Tree, scope []bool, pr *convert.Projection, byContext bool) *siteOwners {
	o := &siteOwners{p, byContext, make([]int32, t.Len())}
	for i, n := range t.All() {
		switch {
		case scope != nil && !scope[i], pr != nil && !pr.Keep[i]:
			o.owners[i] = noOwner
		case pr != nil && pr.Frame[i] < 0:
			o.owners[i] = vmOwner
		case byContext:
			o.owners[i] = int32(i)
		default:
			o.owners[i] = int32(p.MethodSlot(n.Method))
		}
	}
	return o
}

// site returns the site that a key stands for.
func (o *siteOwners) site(key uint64) Site {
	owner, bci := convert.SplitPlaceKey(key)
	if !o.byContext {
		return Site{Slot: owner, Context: iprof.NoNode, BCI: bci}
	}
	node := iprof.NodeID(owner)
	return Site{Slot: int32(o.profile.MethodSlot(o.profile.Contexts.Node(node).Method)), Context: node, BCI: bci}
}

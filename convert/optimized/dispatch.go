package optimized

import (
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/optlog"
)

// A Dispatch is the outcome of a virtual call in the copies of its caller, for all of its targets.
type Dispatch struct {
	Copies  int // of the caller; 0: the log does not have it
	Virtual int // copies in which it is a virtual call
	Partly  int // in which it is a switch of types, with a virtual call for all others
	Switch  int // in which it is a switch of types
	Direct  int // in which one method is called
	Inlined int // in which one method is inlined
	Removed int // in which nothing is left of it
}

// Dispatch returns the outcome of the virtual call at a place of a method, given its slot.
func (m *Image) Dispatch(caller int32, bci iprof.BCI) Dispatch {
	d := Dispatch{Copies: m.Copies(caller)}
	if d.Copies == 0 {
		return d
	}
	for nodes := range byCopy(m.calls[convert.PlaceKey(caller, bci)]) {
		var of [optlog.Deleted + 1]int
		targets, switches := 0, false
		for i, x := range nodes {
			isCopy := slices.ContainsFunc(nodes[:i], func(d decision) bool { return d.method == x.method && isTarget(d.kind) })
			if of[x.kind]++; isTarget(x.kind) && !isCopy {
				targets++
			}
			switches = switches || x.kind == optlog.Devirtualized
		}
		switch {
		case of[optlog.Indirect] > 0 && targets > 0:
			d.Partly++
		case of[optlog.Indirect] > 0:
			d.Virtual++
		case targets > 1 || targets > 0 && switches:
			d.Switch++
		case of[optlog.Inlined] > 0:
			d.Inlined++
		case of[optlog.Direct] > 0:
			d.Direct++
		}
	}
	d.Removed = d.Copies - d.Virtual - d.Partly - d.Switch - d.Direct - d.Inlined
	return d
}

// isTarget reports whether a node of a kind is one of the methods that a call enters.
func isTarget(k optlog.Kind) bool { return k == optlog.Inlined || k == optlog.Direct }

// String returns it in words: virtual call; type switch in 1 of 2 copies, inlined in 1.
func (d Dispatch) String() string {
	return inCopies(d.Copies, part{d.Virtual, "virtual call"}, part{d.Partly, "type switch and virtual call"}, part{d.Switch, "type switch"}, part{d.Direct, "call"},
		part{d.Inlined, "inlined"}, part{d.Removed, "removed"})
}

package calls

// calleeNames are the names of callees by site.
type calleeNames struct {
	last   []*Callee      // compared with the name
	called []*instruction // nil: no callee; an empty name: callees differ
}

// add takes a callee into account.
func (n *calleeNames) add(site int, callee *Callee) {
	switch x := n.called[site]; {
	case x == nil:
		x = &instruction{}
		x.called.Name, x.called.Descriptor = callee.Method, callee.Ref().Descriptor
		n.called[site] = x
	case n.last[site] != callee && (x.called.Name != callee.Method || x.called.Descriptor != callee.Ref().Descriptor):
		x.called.Name = "" // no method has this name
	}
	n.last[site] = callee
}

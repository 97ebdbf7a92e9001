package convert

// nameNodes gives the nodes names that tell them apart: methods that read alike say more of themselves, their
// parameters, and if that is not enough their return type and their id. What is not shown does not matter to them.
func (b *graphBuilder) nameNodes(g *Graph) {
	full := NewNames(NameOptions{Style: SignatureNames, Normalize: b.names.opts.Normalize}, b.p)[0]
	for i := range g.Nodes {
		n := &g.Nodes[i]
		n.Full = n.Name
		if n.Slot >= 0 {
			n.Full = full.Method(int(n.Slot))
		}
	}
	for detail := b.names.opts.Style.detail() + 1; detail <= withID; detail++ {
		seen := make(map[string]int, len(g.Nodes))
		for _, n := range g.Nodes {
			seen[n.Name]++
		}
		for i := range g.Nodes {
			if n := &g.Nodes[i]; n.Slot >= 0 && seen[n.Name] > 1 {
				n.Name = b.names.method(int(n.Slot), detail)
			}
		}
	}
}

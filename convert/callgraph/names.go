package callgraph

import (
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/compare"
)

// nameNodes gives the nodes unique names: classes with the same name show their packages; methods show their
// parameters, and if that is not enough their return type and their id. Names are compared only within the graph.
func (b *builder) nameNodes(g *Graph) {
	full := convert.NewNames(b.profile, convert.NameOptions{Style: convert.SignatureNames, Normalize: b.names.Options.Normalize})
	for i := range g.Nodes {
		if n := &g.Nodes[i]; n.Slot >= 0 {
			n.Full = full.Method(int(n.Slot))
			if name := b.unlisted(n.Slot); name != "" {
				n.Full = name
			}
		}
	}
	for detail := b.names.Options.Style.Detail() + 1; detail <= convert.WithID; detail++ {
		seen := make(map[string]int, len(g.Nodes))
		for _, n := range g.Nodes {
			seen[n.Name]++
		}
		for i := range g.Nodes {
			switch n := &g.Nodes[i]; {
			case seen[n.Name] < 2:
			case n.Slot >= 0 && b.unlisted(n.Slot) == "":
				n.Name = b.names.MethodWith(int(n.Slot), detail)
			default:
				n.Name = n.Full
			}
		}
	}
	if b.comparison != nil {
		b.comparison.nameRenamed(g)
	}
}

// nameRenamed completes the names of nodes whose methods were renamed since the base.
func (c *comparison) nameRenamed(g *Graph) {
	full := convert.NewNames(c.Sides[compare.OldSide].Profile, convert.NameOptions{Style: convert.SignatureNames, Normalize: c.names.Options.Normalize})
	for i := range g.Nodes {
		n := &g.Nodes[i]
		if n.Slot < 0 {
			continue
		}
		if n.Was = c.renamedFrom(n.Slot); n.Was != "" {
			n.Full = compare.Renaming(full.Method(int(c.slots[compare.OldSide][n.Slot])), n.Full)
		}
	}
}

// renamedFrom returns the old name of a method of the union, if it was renamed; otherwise "".
func (u *union) renamedFrom(slot int32) string {
	at := u.slots[compare.NewSide][slot]
	if at < 0 {
		return ""
	}
	return u.RenamedFrom(u.Methods[compare.NewSide][at])
}

// unlisted returns the name of a method that only the old profile refers to without listing it, "" for any other.
func (b *builder) unlisted(slot int32) string {
	if b.comparison == nil {
		return ""
	}
	return b.comparison.unlisted[int(slot)]
}

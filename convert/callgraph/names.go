package callgraph

import (
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/compare"
)

// nameNodes gives the nodes unique names: classes with the same name show their packages; methods show their parameters, and if
// that is not enough also their return type and their id. Names are compared only within the graph.
func (b *builder) nameNodes(g *Graph) {
	if b.opts.TableOnly {
		if b.comparison != nil {
			b.comparison.nameRenamed(g)
		}
		return
	}
	full := convert.NewNames(b.profile, convert.NameOptions{Style: convert.SignatureNames, Normalize: b.names.Options.Normalize})
	plain := convert.NewNames(b.profile, convert.NameOptions{Style: convert.FullNames, Normalize: b.names.Options.Normalize})
	for i := range g.Nodes {
		if n := &g.Nodes[i]; n.Slot >= 0 {
			n.Full, n.Plain = full.Method(int(n.Slot)), plain.Method(int(n.Slot))
			if name := b.unlisted(n.Slot); name != "" {
				n.Full, n.Plain = name, name
			}
		}
		g.Nodes[i].Signature = g.Nodes[i].Full
	}
	b.extendNames(g, b.names, func(n *Node) *string { return &n.Name })
	b.extendNames(g, full, func(n *Node) *string { return &n.Full })
	if b.comparison != nil {
		b.comparison.nameRenamed(g)
	}
}

// extendNames extends names that several nodes have, as far as necessary to distinguish them.
func (b *builder) extendNames(g *Graph, names *convert.Names, name func(*Node) *string) {
	for detail := names.Options.Style.Detail() + 1; detail <= convert.WithID; detail++ {
		seen := make(map[string]int, len(g.Nodes))
		for i := range g.Nodes {
			seen[*name(&g.Nodes[i])]++
		}
		for i := range g.Nodes {
			n := &g.Nodes[i]
			switch {
			case seen[*name(n)] < 2:
			case n.Slot >= 0 && b.unlisted(n.Slot) == "":
				*name(n) = names.MethodWith(int(n.Slot), detail)
			default:
				*name(n) = n.Signature
			}
		}
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
			was := full.Method(int(c.slots[compare.OldSide][n.Slot]))
			n.Full, n.Signature = compare.Renaming(was, n.Full), compare.Renaming(was, n.Signature)
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

// caller returns a group as a caller; full are names with packages and parameters.
func (b *builder) caller(full *convert.Names, group int32, count int64) Caller {
	of := b.groups.Groups[group]
	c := Caller{Slot: -1, Name: of.Name, Short: b.groups.Name(of), Count: count}
	if of.Slot >= 0 {
		c.Slot, c.Name = of.Slot, full.Method(int(of.Slot))
	}
	return c
}

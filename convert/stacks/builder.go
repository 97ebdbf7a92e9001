package stacks

import (
	"maps"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A Builder makes a profile from the stacks of another tool, added one by one. Its methods have only names.
type Builder struct {
	profile iprof.Builder
	methods map[string]iprof.MethodID
	values  []int64 // by node, as far as values have been added
	total   int64

	lines map[uint64]int64 // values of stacks whose last line is known, by node and line
}

// NewBuilder returns an empty Builder with a limit on distinct frames: see MaxNodes of [iprof.Options].
func NewBuilder(maxNodes int) *Builder {
	b := &Builder{methods: map[string]iprof.MethodID{}}
	b.profile.Stacks().Limit(maxNodes)
	return b
}

// Method returns the method with a name, and adds it if it is new. Methods are numbered from 0.
func (b *Builder) Method(name string) iprof.MethodID {
	if m, ok := b.methods[name]; ok {
		return m
	}
	m := iprof.MethodID(len(b.methods))
	b.methods[name] = m
	b.profile.AddMethod(iprof.Method{ID: m, Name: name, Declaring: iprof.NoType, Return: iprof.NoType})
	return m
}

// KnownMethod returns the method with a name; false: none so far.
func (b *Builder) KnownMethod(name []byte) (iprof.MethodID, bool) {
	m, ok := b.methods[string(name)]
	return m, ok
}

// Add counts a stack, leaf first, with at least one frame. BCIs must be 0, or source lines: see Lines of [iprof.Origin]. It returns the leaf's node. The error is
// [iprof.ErrOverflow] or [iprof.ErrTooManyNodes].
func (b *Builder) Add(stack iprof.Context, value int64) (iprof.NodeID, error) {
	if b.total+value < 0 {
		return iprof.NoNode, iprof.ErrOverflow
	}
	node := b.profile.Stacks().Add(stack)
	if node == iprof.NoNode {
		return node, b.profile.Stacks().Full()
	}
	b.count(node, stack[0].BCI, value)
	return node, nil
}

// count adds a value to a line of a node, 0 if it is unknown. The total must not exceed 2^63-1.
func (b *Builder) count(node iprof.NodeID, line iprof.BCI, value int64) {
	if line != 0 && value != 0 {
		if b.lines == nil {
			b.lines = map[uint64]int64{}
		}
		b.lines[convert.PlaceKey(int32(node), line)] += value
		b.total += value
		return
	}
	if more := int(node) + 1 - len(b.values); more > 0 {
		b.values = append(b.values, make([]int64, more)...)
	}
	b.values[node] += value
	b.total += value
}

// Stacks returns the tree of the stacks so far.
func (b *Builder) Stacks() *iprof.Tree { return &b.profile.Stacks().Tree }

// Profile returns the profile; nothing may be added afterwards. Each stack has one record for each line of its leaf, unless the value is 0.
func (b *Builder) Profile(origin iprof.Origin) *iprof.Profile {
	b.profile.SetOrigin(origin)
	b.profile.Declare(iprof.Samples)
	lines := slices.Sorted(maps.Keys(b.lines))
	for node := range b.Stacks().Len() {
		if node < len(b.values) && b.values[node] != 0 {
			b.profile.AddCount(iprof.Samples, iprof.Count{Node: iprof.NodeID(node), Value: b.values[node]}) // the total has been checked
		}
		for ; len(lines) > 0; lines = lines[1:] {
			of, line := convert.SplitPlaceKey(lines[0])
			if int(of) != node {
				break
			}
			b.profile.AddCount(iprof.Samples, iprof.Count{Node: iprof.NodeID(node), BCI: line, Value: b.lines[lines[0]]})
		}
	}
	return b.profile.Profile()
}

// AddProfile adds all stacks of another profile whose methods have only names. It returns the node here for each node of the other
// profile. Its errors are those of Add.
func (b *Builder) AddProfile(p *iprof.Profile) ([]iprof.NodeID, error) {
	if b.total+p.Total(iprof.Samples) < 0 {
		return nil, iprof.ErrOverflow
	}
	nodes, ok := b.profile.Stacks().AddTree(p.Stacks, func(id iprof.MethodID) iprof.MethodID {
		m, _ := p.Method(id)
		return b.Method(m.Name)
	})
	if !ok {
		return nil, b.profile.Stacks().Full()
	}
	for _, r := range p.Samples.All() {
		b.count(nodes[r.Node], r.BCI, r.Value)
	}
	return nodes, nil
}

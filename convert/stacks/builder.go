package stacks

import (
	"maps"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A Builder makes a profile from the stacks of another tool, added one by one. Its methods have only names.
type Builder struct {
	profile iprof.Builder
	methods map[string]iprof.MethodID // without a stated owner
	owned   map[ownedName]iprof.MethodID
	names   []ownedName // by method
	values  []int64     // by node, as far as values have been added
	total   int64

	lines map[uint64]int64 // values of stacks whose last line is known, by node and line
}

// An ownedName is what distinguishes methods: the application and a library may both have a memcpy.
type ownedName struct {
	name  string
	owner iprof.Owner
}

// NewBuilder returns an empty Builder with a limit on distinct frames: see MaxNodes of [iprof.Options].
func NewBuilder(maxNodes int) *Builder {
	b := &Builder{methods: map[string]iprof.MethodID{}, owned: map[ownedName]iprof.MethodID{}}
	b.profile.Stacks().Limit(maxNodes)
	return b
}

// Method returns the method with a name, and adds it if it is new. Methods are numbered from 0.
func (b *Builder) Method(name string) iprof.MethodID {
	if m, ok := b.methods[name]; ok {
		return m
	}
	m := b.add(ownedName{name: name})
	b.methods[name] = m
	return m
}

// OwnedMethod is like Method, for a frame whose owner is known: see Owners of [iprof.Origin]. In the profile, a name has one owner: where
// several have it, it is followed by the owner in brackets, memcpy [library], but for the method without a stated one or, if there is none,
// of the first of them.
func (b *Builder) OwnedMethod(name string, owner iprof.Owner) iprof.MethodID {
	if owner == "" {
		return b.Method(name)
	}
	key := ownedName{strings.TrimSuffix(name, inBrackets(owner)), owner} // as in a profile that is added to another
	m, ok := b.owned[key]
	if !ok {
		m = b.add(key)
		b.owned[key] = m
	}
	return m
}

func inBrackets(owner iprof.Owner) string { return " [" + string(owner) + "]" }

func (b *Builder) add(name ownedName) iprof.MethodID {
	b.names = append(b.names, name)
	return iprof.MethodID(len(b.names) - 1)
}

// owned are the owners in the order in which they keep their names.
var owned = []iprof.Owner{iprof.LibraryOwner, iprof.KernelOwner, iprof.JDKOwner, iprof.VMOwner}

// addMethods adds the methods to the profile, and returns the owners of their names; nil: none is known.
func (b *Builder) addMethods() (owners map[string]iprof.Owner) {
	if len(b.owned) > 0 {
		owners = make(map[string]iprof.Owner, len(b.owned))
	}
	for m, of := range b.names {
		name := of.name
		if of.owner != "" {
			taken := false
			for _, owner := range owned[:slices.Index(owned, of.owner)] {
				_, has := b.owned[ownedName{name, owner}]
				taken = taken || has
			}
			for taken || b.isTaken(name, owners) {
				name, taken = name+inBrackets(of.owner), false
			}
			owners[name] = of.owner
		}
		b.profile.AddMethod(iprof.Method{ID: iprof.MethodID(m), Name: name, Declaring: iprof.NoType, Return: iprof.NoType})
	}
	return owners
}

// isTaken reports whether a name is that of a method without an owner, or of one whose owner is already known.
func (b *Builder) isTaken(name string, owners map[string]iprof.Owner) bool {
	_, named := b.methods[name]
	_, owned := owners[name]
	return named || owned
}

// KnownMethod returns the method with a name; false: none so far.
func (b *Builder) KnownMethod(name []byte) (iprof.MethodID, bool) {
	m, ok := b.methods[string(name)]
	return m, ok
}

// Add counts a stack, leaf first, with at least one frame. BCIs must be 0, or source lines: see Lines of [iprof.Origin]. It returns the
// leaf's node. The error is [iprof.ErrOverflow] or [iprof.ErrTooManyNodes].
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

// Profile returns the profile, with the owners of its methods in its origin; nothing may be added afterwards. Each stack has one record for
// each line of its leaf, unless the value is 0.
func (b *Builder) Profile(origin iprof.Origin) *iprof.Profile {
	origin.Owners = b.addMethods()
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
	owners := p.Origin().Owners
	nodes, ok := b.profile.Stacks().AddTree(p.Stacks, func(id iprof.MethodID) iprof.MethodID {
		m, _ := p.Method(id)
		return b.OwnedMethod(m.Name, owners[m.Name])
	})
	if !ok {
		return nil, b.profile.Stacks().Full()
	}
	for _, r := range p.Samples.All() {
		b.count(nodes[r.Node], r.BCI, r.Value)
	}
	return nodes, nil
}

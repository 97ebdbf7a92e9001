package render

import (
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
)

// What colors can tell.
const (
	DefaultColor  ColorBy = iota // inlining for calls, kind for everything else
	KindColor                    // whose code it is
	InliningColor                // compilation roots and what was inlined into them
	NameColor                    // same name, same color
)

// ColorBy says what the colors of a flame graph tell.
type ColorBy int

var colorNames = [...]string{"default", "kind", "inlining", "name"}

// String returns the name that users know it by.
func (c ColorBy) String() string { return colorNames[c] }

// shade picks one of n shades for a frame by its class, or by what stands for one in names of other forms: everything
// up to the last dot outside of parameters.
func shade(name string, n int) int {
	if i := strings.IndexByte(name, '('); i > 0 {
		name = name[:i]
	}
	if i := strings.LastIndexByte(name, '.'); i > 0 {
		name = name[:i]
	}
	return int(hashName(name) % uint32(n))
}

// hashName is 32-bit FNV-1a, mixed once more as its low bits are poor.
func hashName(s string) uint32 {
	h := uint32(2166136261)
	for i := range len(s) {
		h = (h ^ uint32(s[i])) * 16777619
	}
	h ^= h >> 15
	h *= 0x2c1b3c6d
	return h ^ h>>12
}

// A painter chooses colors. It is the only place that knows what they mean.
type painter struct {
	t  *stacks.Tree
	by ColorBy
}

// swatch returns the color of a box. Name is that of its frame.
func (p painter) swatch(b *box, name string) swatch {
	switch {
	case b.node == noNode:
		return restSwatch
	case b.parent < 0:
		return rootSwatch
	}
	node := p.t.Nodes[b.node]
	switch {
	case p.t.Base != nil:
		return p.deltaSwatch(b)
	case p.by == InliningColor:
		of := kindSwatches[convert.UnknownKind]
		switch p.role(b.node) {
		case stacks.RoleRoot:
			of = compiledSwatches
		case stacks.RoleInlined:
			of = inlinedSwatches
		case stacks.RoleRoot | stacks.RoleInlined:
			of = bothSwatches
		}
		return of[shade(name, len(of))]
	case p.by == NameColor:
		return nameSwatches[hashName(name)%uint32(len(nameSwatches))]
	default:
		of := kindSwatches[p.t.Frames[node.Frame].Kind]
		return of[shade(name, len(of))]
	}
}

func (p painter) role(node int32) stacks.Role {
	if p.t.Roles == nil {
		return 0
	}
	return p.t.Roles[node]
}

func (p painter) deltaSwatch(b *box) swatch {
	step := 0
	if changed := p.t.Base.Changed; changed == nil || changed[b.node] {
		step = changeStep(float64(b.total) / b.base) // +Inf for new code
	}
	switch {
	case b.total == 0 && step == 0:
		return goneNoiseSwatch
	case b.total == 0:
		return goneSwatch
	case b.base == 0 && step != 0:
		return newSwatch
	}
	return deltaSwatches[sameSwatch+step]
}

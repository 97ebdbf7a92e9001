package render

import (
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/internal/words"
)

// The meanings of colors.
const (
	DefaultColor  ColorBy = iota // inlining for calls, kind for everything else
	KindColor                    // whose code it is
	InliningColor                // compilation roots, and methods inlined into them
	NameColor                    // same name, same color
)

// ColorBy is the meaning of the colors of a flame graph.
type ColorBy int

// String returns the name on the command line.
func (c ColorBy) String() string {
	return words.Enum(c, "ColorBy", "default", "kind", "inlining", "name")
}

// shade picks one of n shades for a frame by its class: the name up to the last dot before the parameters.
func shade(name string, n int) int {
	if i := strings.IndexByte(name, '('); i > 0 {
		name = name[:i]
	}
	if i := strings.LastIndexByte(name, '.'); i > 0 {
		name = name[:i]
	}
	return int(hashName(name) % uint32(n))
}

// hashName is 32-bit FNV-1a with its bits mixed once more, as the low ones are poor. flame.js does the same.
func hashName(s string) uint32 {
	h := uint32(2166136261)
	for i := range len(s) {
		h = (h ^ uint32(s[i])) * 16777619
	}
	h ^= h >> 15
	h *= 0x2c1b3c6d
	return h ^ h>>12
}

// A painter chooses the colors of boxes.
type painter struct {
	t  *stacks.Tree
	by ColorBy
}

// swatch returns the color of a box, for a frame of this name.
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
		step = changeStep(float64(b.total) / b.base) // +Inf for a new frame
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

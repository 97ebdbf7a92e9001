package render

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/internal/words"
)

// The meanings of colors.
const (
	DefaultColor  ColorBy = iota // inlining for calls; else kind, or package where nearly all is of one kind and of several packages
	KindColor                    // whose code it is
	InliningColor                // compilation roots, and methods inlined into them
	PackageColor                 // the widest packages have a color each
	NameColor                    // same name, same color
)

// ColorBy is the meaning of the colors of a flame graph.
type ColorBy int

// String returns the name on the command line.
func (c ColorBy) String() string {
	return words.Enum(c, "ColorBy", "default", "kind", "inlining", "package", "name")
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

// hashName is 32-bit FNV-1a with its bits mixed once more, as the low ones are poor. address.ts does the same.
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
	t        *stacks.Tree
	by       ColorBy
	packages map[string]int // with PackageColor: those that have a color, by its place in packageSwatches
}

// mostOfOneColor is the share of a kind, or of a package, above which its color would be nearly all of the picture.
const mostOfOneColor = 0.8

// defaultColor returns the colors that tell most about a tree, and why they are not those of kinds. palettes.ts does the same for the
// kinds that are shown.
func defaultColor(t *stacks.Tree, reverse bool) (by ColorBy, reason string) {
	if t.Metric == convert.Calls && t.Roles != nil {
		return InliningColor, "as these are calls"
	}
	byFrame := make([]int64, len(t.Frames))
	for _, n := range t.Nodes[1:] {
		switch {
		case !reverse:
			byFrame[n.Frame] += n.Self
		case n.Parent == 0: // where values were counted
			byFrame[n.Frame] += n.Total
		}
	}
	byKind := map[convert.Kind]int64{}
	for frame, value := range byFrame {
		byKind[t.Frames[frame].Kind] += value
	}
	whole := t.Nodes[0].Total
	for kind, value := range byKind {
		if kind != convert.UnknownKind && float64(value) > mostOfOneColor*float64(whole) && !mostlyOnePackage(t) {
			return PackageColor, fmt.Sprintf("as %s is %s", percent(value, whole), kindLabels[kind])
		}
	}
	return KindColor, ""
}

// mostlyOnePackage reports whether a package takes nearly all of the picture.
func mostlyOnePackage(t *stacks.Tree) bool {
	byFrame, areas, all := make([]float64, len(t.Frames)), map[string]float64{}, 0.0
	for _, n := range t.Nodes[1:] {
		byFrame[n.Frame] += float64(n.Total)
		all += float64(n.Total)
	}
	for frame, area := range byFrame {
		areas[packageOf(t.Frames[frame])] += area
	}
	for _, area := range areas {
		if area > mostOfOneColor*all {
			return true
		}
	}
	return false
}

// packageSwatches are the colors of packages, the widest first. None of them can be taken for that of a kind.
var packageSwatches = []swatch{
	{"k0", "#a5a2e6", "#443da4"}, {"k1", "#f0e56c", "#6b6212"}, {"k2", "#ef8488", "#b03440"}, {"k3", "#68dccf", "#0a4f68"},
	{"k4", "#b99c93", "#5a3028"}, {"k5", "#cd78dc", "#8f46a8"}, {"k6", "#c9bd50", "#466a10"}, {"k7", "#fbabb6", "#a03864"},
}

// otherPackages is the color of packages without one of their own.
var otherPackages = nameSwatches[9]

// widestPackages returns the packages that take most of the picture, the widest first.
func widestPackages(t *stacks.Tree, boxes []box) []string {
	area := map[string]float64{}
	for _, b := range boxes {
		if b.node > 0 && t.Runs[t.Nodes[b.node].Frame].Frames == 0 {
			area[packageOf(t.Frames[t.Nodes[b.node].Frame])] += b.weight
		}
	}
	delete(area, "")
	names := slices.SortedFunc(maps.Keys(area), func(a, b string) int {
		return cmp.Or(cmp.Compare(area[b], area[a]), strings.Compare(a, b))
	})
	return names[:min(len(names), len(packageSwatches))]
}

// packageOf returns the package of a frame, "" for a name without one.
func packageOf(f stacks.Frame) string {
	name, _, _ := strings.Cut(cmp.Or(f.Plain, f.Name), "(")
	packages, _ := splitName(name)
	return strings.TrimSuffix(packages, ".")
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
	case p.t.Runs[node.Frame].Frames > 0:
		return restSwatch
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
	case p.by == PackageColor:
		if i, ok := p.packages[packageOf(p.t.Frames[node.Frame])]; ok {
			return packageSwatches[i]
		}
		return otherPackages
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

// byFrame reports whether all boxes of a frame have the same color.
func (p painter) byFrame() bool { return p.t.Base == nil && p.by != InliningColor }

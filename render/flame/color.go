package flame

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/render/internal/fitname"
	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
	"github.com/iprof-viz/iprof-viz/render/palette"
)

// The meanings of colors.
const (
	DefaultColor  ColorBy = iota // inlining for calls; otherwise kind, or package if nearly all code is of one kind with several packages, and not below the application
	KindColor                    // the kind of code
	InliningColor                // compilation roots, and methods inlined into them
	PackageColor                 // one color for each of the widest packages
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

// hashName is 32-bit FNV-1a with its bits mixed once more, because the low ones are poor. steps.ts does the same.
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
	packages map[string]int // with PackageColor: the packages that have a color, by index in packageSwatches
}

// mostOfOneColor is the share of a kind, or of a package, above which its color would fill nearly the whole picture.
const mostOfOneColor = 0.8

// defaultColor returns the most informative colors for a tree, and why they are not those of kinds. palettes.ts does the same for
// the visible kinds.
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
		if kind != convert.UnknownKind && float64(value) > mostOfOneColor*float64(whole) && (kind == convert.Application || !showsApplication(t)) && !mostlyOnePackage(t) {
			return PackageColor, fmt.Sprintf("as %s is %s", numbers.Percent(value, whole), palette.KindLabels[kind])
		}
	}
	return KindColor, ""
}

// smallestOutstanding is the share of a box of the application from which on it is seen among paler ones.
const smallestOutstanding = 0.01

// showsApplication reports whether a box of the application stands out of the code that it calls, which is paler.
func showsApplication(t *stacks.Tree) bool {
	return slices.ContainsFunc(t.Nodes[1:], func(n stacks.Node) bool {
		return t.Frames[n.Frame].Kind == convert.Application && float64(n.Total) >= smallestOutstanding*float64(t.Nodes[0].Total)
	})
}

// mostlyOnePackage reports whether one package fills nearly the whole picture.
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

// packageSwatches are the colors of packages, widest first. None of them can be mistaken for the color of a kind.
var packageSwatches = []palette.Swatch{
	{Class: "k0", Light: "#a5a2e6", Dark: "#443da4"}, {Class: "k1", Light: "#f0e56c", Dark: "#6b6212"}, {Class: "k2", Light: "#ef8488", Dark: "#b03440"}, {Class: "k3", Light: "#68dccf", Dark: "#00757c"},
	{Class: "k4", Light: "#b99c93", Dark: "#5a3028"}, {Class: "k5", Light: "#cd78dc", Dark: "#8f46a8"}, {Class: "k6", Light: "#c9bd50", Dark: "#466a10"}, {Class: "k7", Light: "#fbabb6", Dark: "#a03864"},
}

// otherPackages is the color of packages without a separate one.
var otherPackages = palette.NameSwatches[9]

// widestPackages returns the packages that fill most of the picture, widest first.
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
	packages, _ := fitname.Split(name)
	return strings.TrimSuffix(packages, ".")
}

// swatch returns the color of a box, given the name of its frame.
func (p painter) swatch(b *box, name string) palette.Swatch {
	switch {
	case b.node == noNode:
		return palette.RestSwatch
	case b.parent < 0 && (p.t.Base == nil || !p.t.Base.Counts): // as a share, all is all
		return palette.RootSwatch
	}
	node := p.t.Nodes[b.node]
	switch {
	case p.t.Base != nil:
		return p.deltaSwatch(b)
	case p.t.Runs[node.Frame].Frames > 0:
		return palette.RestSwatch
	case p.by == InliningColor:
		of := palette.KindSwatches[convert.UnknownKind]
		switch p.role(b.node) {
		case stacks.RoleRoot:
			of = palette.CompiledSwatches
		case stacks.RoleInlined:
			of = palette.InlinedSwatches
		case stacks.RoleRoot | stacks.RoleInlined:
			of = palette.BothSwatches
		}
		return of[shade(name, len(of))]
	case p.by == PackageColor:
		if i, ok := p.packages[packageOf(p.t.Frames[node.Frame])]; ok {
			return packageSwatches[i]
		}
		return otherPackages
	case p.by == NameColor:
		return palette.NameSwatches[hashName(name)%uint32(len(palette.NameSwatches))]
	default:
		of := palette.KindSwatches[p.t.Frames[node.Frame].Kind]
		return of[shade(name, len(of))]
	}
}

func (p painter) role(node int32) stacks.Role {
	if p.t.Roles == nil {
		return 0
	}
	return p.t.Roles[node]
}

func (p painter) deltaSwatch(b *box) palette.Swatch {
	step := 0
	if changed := p.t.Base.Changed; changed == nil || changed[b.node] {
		step = palette.ChangeStep(float64(b.total) / b.base) // +Inf for a new frame
	}
	switch {
	case p.t.Base.IsUnknown(b.node):
		return palette.UntestedSwatch
	case b.total == 0 && step == 0:
		return palette.GoneNoiseSwatch
	case b.total == 0:
		return palette.GoneSwatch
	case b.base == 0 && step != 0:
		return palette.NewSwatch
	}
	return palette.DeltaSwatches[palette.SameSwatch+step]
}

// byFrame reports whether all boxes of a frame have the same color.
func (p painter) byFrame() bool { return p.t.Base == nil && p.by != InliningColor }

package flame

import (
	"cmp"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/render/internal/fitname"
	"github.com/iprof-viz/iprof-viz/render/internal/jsontext"
	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
	"github.com/iprof-viz/iprof-viz/render/palette"
)

// A pageHeader describes the columns that follow it. header.ts explains each field.
type pageHeader struct {
	Title    string        `json:"title"`
	Subtitle string        `json:"subtitle"`
	Unit     string        `json:"unit"`
	Entries  bool          `json:"entries"` // values are about leaves alone: see [convert.FilterOptions]
	Self     string        `json:"self"`
	About    []string      `json:"about"`
	Leaves   []string      `json:"leaves"` // the same from the other end
	Notes    []string      `json:"notes"`
	Icicle   bool          `json:"icicle"`
	Reverse  bool          `json:"reverse"`
	ByName   bool          `json:"byName"`
	Theme    string        `json:"theme"`
	Frames   int           `json:"frames"`
	Nodes    int           `json:"nodes"`
	Callees  bool          `json:"callees"`
	Big      bool          `json:"big"`
	Whole    float64       `json:"whole"`
	Kinds    []pageKind    `json:"kinds"` // by convert.Kind
	Packages []string      `json:"packages"`
	Palettes []pagePalette `json:"palettes"`
	Palette  int           `json:"palette"`
	Chosen   bool          `json:"chosen"`
	Most     float64       `json:"most"`
	Roles    bool          `json:"roles"`
	Compared *pageCompared `json:"compared"`
}

type pageKind struct {
	Name   string `json:"name"`
	Hidden bool   `json:"hidden"` // the page opens without it
}

type pagePalette struct {
	ID     string      `json:"id"`
	Label  string      `json:"label"`
	Groups []PageColor `json:"groups"`
}

// A PageColor is a color of the legend of a page, in light and dark.
type PageColor struct {
	Label string   `json:"label"`
	Light []string `json:"light"` // a shade each
	Dark  []string `json:"dark"`
}

type pageCompared struct {
	Scale  float64   `json:"scale"`
	Tested bool      `json:"tested"`
	Alike  string    `json:"alike"`
	Whole  float64   `json:"whole"`
	Rises  []float64 `json:"rises"`
	Falls  []float64 `json:"falls"`
	Counts bool      `json:"counts"`
	Own    []float64 `json:"own"`
	Of     string    `json:"of"`
}

// maxExactFloat is the number up to which JavaScript's numbers are exact.
const maxExactFloat = 1 << 53

func (p *Page) header() pageHeader {
	t, opts := p.t, p.opts
	h := pageHeader{
		Title: opts.Title, Subtitle: opts.Subtitle, Unit: plaintext.Visible(t.Unit), Entries: t.Metric == convert.Calls,
		Self: numbers.SelfWord(t.Tally), About: p.flame.aboutOnPage(opts.Reverse), Leaves: p.flame.aboutOnPage(!opts.Reverse), Notes: jsontext.OrNone(p.flame.notes()),
		Icicle: opts.Orientation != Flame, Reverse: opts.Reverse, ByName: opts.SortByName, Theme: opts.Theme.String(),
		Frames: len(p.frames), Nodes: p.nodes, Callees: p.callees, Big: t.Nodes[0].Total > maxExactFloat,
		Whole: p.flame.shareTotal(), Roles: t.Roles != nil,
	}
	if t.Base != nil && !opts.NoNotes {
		if note := testedMethods(t.Base); note != "" {
			h.Notes = append(h.Notes, note)
		}
	}
	for kind := range convert.NumKinds {
		h.Kinds = append(h.Kinds, pageKind{Name: palette.KindLabels[convert.Kind(kind)]})
	}
	h.Packages = make([]string, len(p.packages))
	for i, name := range p.packages {
		h.Packages[i] = fitname.Bound(plaintext.Visible(name))
	}
	h.Palettes = p.palettes()
	h.Palette = max(0, slices.IndexFunc(h.Palettes, func(of pagePalette) bool { return of.ID == opts.Color.String() }))
	h.Chosen, h.Most = opts.colorChosen, mostOfOneColor
	if b := t.Base; b != nil {
		h.Compared = &pageCompared{Scale: b.Scale, Tested: b.Changed != nil, Alike: b.Verdict(false), Whole: p.flame.baseShareTotal(), Rises: palette.Rises[:], Falls: palette.Falls[:],
			Counts: b.Counts, Own: p.flame.ownTotals(), Of: p.flame.all()}
	}
	return h
}

// palettes returns the available meanings of colors for a tree.
func (p *Page) palettes() []pagePalette {
	kinds := pagePalette{ID: KindColor.String(), Label: "by kind"}
	for kind := range convert.NumKinds {
		kinds.Groups = append(kinds.Groups, PageColorOf(palette.KindLabels[convert.Kind(kind)], palette.KindSwatches[convert.Kind(kind)]...))
	}
	packages := pagePalette{ID: PackageColor.String(), Label: "by package"}
	for i, name := range p.packages[:min(len(p.packages), len(packageSwatches))] {
		name = cmp.Or(name, "(no package)")
		packages.Groups = append(packages.Groups, PageColorOf(fitname.Bound(plaintext.Visible(name)), packageSwatches[i]))
	}
	packages.Groups = append(packages.Groups, PageColorOf("other packages", otherPackages))
	names := pagePalette{ID: NameColor.String(), Label: "by name"}
	for _, s := range palette.NameSwatches {
		names.Groups = append(names.Groups, PageColorOf("", s))
	}
	all := []pagePalette{kinds, packages, names}
	if p.t.Roles != nil {
		image, neither := imageWords(p.t)
		all = append(all, pagePalette{ID: InliningColor.String(), Label: "by inlining, " + image + " image", Groups: []PageColor{
			PageColorOf("compilation root", palette.CompiledSwatches...),
			PageColorOf("inlined into its caller", palette.InlinedSwatches...),
			PageColorOf("both", palette.BothSwatches...),
			PageColorOf(neither, palette.KindSwatches[convert.UnknownKind]...),
		}})
	}
	if p.t.Base != nil {
		change := pagePalette{ID: "change", Label: "by change"}
		for i, label := range changeLabels(p.t.Base.Tests > 0) {
			switch i {
			case 0:
				label = changeOf(p.t) + " down " + label
			case palette.SameSwatch + 1:
				label = changeOf(p.t) + " up " + label
			}
			change.Groups = append(change.Groups, PageColorOf(label, palette.DeltaSwatches[i]))
		}
		untested := "sum of several frames, not tested"
		if p.t.Base.Unknown != nil {
			untested = notCompared + ", or " + untested
		}
		change.Groups = append(change.Groups, PageColorOf("+ only in this profile", palette.NewSwatch),
			PageColorOf("− only in the base", palette.GoneSwatch), PageColorOf("", palette.GoneNoiseSwatch), PageColorOf(untested, palette.UntestedSwatch))
		all = append(all, change)
	}
	return all
}

// PageColorOf returns a color with one or more shades.
func PageColorOf(label string, of ...palette.Swatch) PageColor {
	c := PageColor{Label: strings.TrimSpace(label)}
	for _, s := range of {
		c.Light, c.Dark = append(c.Light, s.Light), append(c.Dark, s.Dark)
	}
	return c
}

package flame

import (
	"cmp"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/klauspost/compress/flate"

	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/internal/background"
	"github.com/iprof-viz/iprof-viz/render/internal/fitname"
	"github.com/iprof-viz/iprof-viz/render/internal/pagedata"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
	"github.com/iprof-viz/iprof-viz/render/internal/svgtext"
	"github.com/iprof-viz/iprof-viz/render/palette"
	"github.com/iprof-viz/iprof-viz/templates"
)

// HTML writes a page with a flame graph of all frames, however narrow, for browsers with JavaScript. The page is self-contained,
// and its CSP forbids all requests. Options for sizes and static pictures have no effect.
func HTML(w io.Writer, t *stacks.Tree, opts Options) error {
	t = orEmpty(t)
	opts, err := opts.Settle(t)
	if err != nil {
		return err
	}
	p := NewPage(t, opts)
	index := pagedata.Index{
		Title: opts.Title, Subtitle: opts.Subtitle, Theme: opts.Theme.String(),
		Parts: []pagedata.IndexPart{{Name: "flame", Length: pagedata.ToTheEnd}},
	}
	return pagedata.WritePage(w, templates.FlamePage(svgtext.Escape(index.Title)), index, flate.DefaultCompression, p.Write)
}

// A Page holds the frames and nodes of a page in the order of its columns.
type Page struct {
	t        *stacks.Tree
	opts     Options   // settled
	flame    *picture  // for texts that static pictures have as well
	weights  []float64 // by node, with a base
	frames   []int32   // in Tree.Frames, most frequent first, so that numbers in columns are short
	numberOf []int32   // by frame: index in frames
	nodes    int       // number of nodes in the page, including the root
	first    []orderedRun
	ordering ordering // weight of all other nodes
	callees  bool     // frames are written as callees of frames
	packages []string // nodes with frames, largest weight first
	texts    frameTexts
	shared   sharedTexts
}

// NewPage returns the data of a page with a flame graph.
func NewPage(t *stacks.Tree, opts Options) *Page {
	p := &Page{t: t, opts: opts, weights: unionWeights(t)}
	p.flame = &picture{t: t, opts: opts}
	frames := background.Go(func() {
		uses, areas := p.countFrames()
		p.orderFrames(uses)
		p.findPackages(areas)
		p.findTexts()
	})
	runs, count := p.findRuns()
	frames.Wait()
	p.nodes = count
	p.first = p.orderNodes(runs)
	p.callees = p.fewCallees(p.first)
	return p
}

func (p *Page) weight(node int32) float64 {
	if p.weights != nil {
		return p.weights[node]
	}
	return float64(p.t.Nodes[node].Total)
}

// countFrames returns how many nodes each frame has, and the sum of their weights.
func (p *Page) countFrames() (uses []int32, areas []float64) {
	uses, areas = make([]int32, len(p.t.Frames)), make([]float64, len(p.t.Frames))
	for n := int32(1); n < int32(len(p.t.Nodes)); n++ {
		frame := p.t.Nodes[n].Frame
		uses[frame]++
		areas[frame] += p.weight(n)
	}
	return uses, areas
}

// orderFrames numbers the frames that nodes have.
func (p *Page) orderFrames(uses []int32) {
	for f, n := range uses {
		if n > 0 {
			p.frames = append(p.frames, int32(f))
		}
	}
	slices.SortFunc(p.frames, func(a, b int32) int {
		if order := cmp.Compare(uses[b], uses[a]); order != 0 { // most names need not be compared
			return order
		}
		return cmp.Or(strings.Compare(p.t.Frames[a].Name, p.t.Frames[b].Name), cmp.Compare(a, b))
	})
	p.numberOf = make([]int32, len(p.t.Frames))
	for i, f := range p.frames {
		p.numberOf[f] = int32(i)
	}
}

// findPackages orders the packages by the area that their frames take.
func (p *Page) findPackages(areas []float64) {
	area := map[string]float64{}
	for _, f := range p.frames {
		area[packageOf(p.t.Frames[f])] += areas[f]
	}
	p.packages = slices.SortedFunc(maps.Keys(area), func(a, b string) int {
		return cmp.Or(cmp.Compare(area[b], area[a]), strings.Compare(a, b))
	})
}

// Write writes the columns of frames and nodes, with a header about them.
func (p *Page) Write(c *pagedata.Writer) {
	nodes := p.writeNodes(c)
	p.flame.depth = p.ordering.depth
	c.JSON(p.header())
	p.writeFrames(c)
	c.Join(nodes)
}

// A frameTexts holds the texts of frames, by their order in columns.
type frameTexts struct {
	names, was []string // old name, in a comparison
	// What patterns match if that is not the name: a prefix and 1 plus the number of characters of the name that follow it; 0 for
	// the name itself.
	prefixes []string
	keep     []int
	params   []string
}

func (p *Page) findTexts() {
	n := len(p.frames)
	t := &p.texts
	t.names, t.prefixes, t.keep, t.params = make([]string, n), make([]string, n), make([]int, n), make([]string, n)
	for i, f := range p.frames {
		name := fitname.Bound(plaintext.Visible(p.t.Frames[f].Name))
		plain, parameters := p.flame.patternName(p.t.Frames[f], name)
		shown, _, _ := strings.Cut(name, "(")
		t.names[i], t.params[i] = name, parameters
		switch {
		case plain == name:
		case shown != "" && plaintext.IsASCII(shown) && strings.HasSuffix(plain, shown):
			t.prefixes[i], t.keep[i] = strings.TrimSuffix(plain, shown), len(shown)+1
		default:
			t.prefixes[i], t.keep[i] = plain, 1
		}
	}
	if p.t.Base != nil {
		t.was = make([]string, n)
		for i, f := range p.frames {
			t.was[i] = fitname.Bound(plaintext.Visible(p.t.Frames[f].Was))
		}
	}
}

// A sharedTexts holds ids of texts in a table that other parts use as well.
type sharedTexts struct {
	table                        *pagedata.Strings // nil: the page has texts in its own lists
	names, prefixes, params, was []int32
}

// Share puts texts into a table that other parts use as well.
func (p *Page) Share(table *pagedata.Strings) {
	t := &p.texts
	p.shared = sharedTexts{table, table.AddAll(t.names), table.AddAll(t.prefixes), table.AddAll(t.params), table.AddAll(t.was)}
}

// writeTexts writes texts, or their ids if they are shared.
func (p *Page) writeTexts(c *pagedata.Writer, all []string, ids []int32) {
	if p.shared.table == nil {
		c.List(all)
		return
	}
	c.Shared(ids, p.shared.table)
}

// writeFrames writes the texts of frames, and what colors depend on.
func (p *Page) writeFrames(c *pagedata.Writer) {
	p.writeTexts(c, p.texts.names, p.shared.names)
	p.writeTexts(c, p.texts.prefixes, p.shared.prefixes)
	for _, n := range p.texts.keep {
		c.Number(uint64(n))
	}
	p.writeTexts(c, p.texts.params, p.shared.params)
	for _, f := range p.frames {
		c.WriteByte(byte(p.t.Frames[f].Kind))
	}
	number := make(map[string]uint64, len(p.packages))
	for i, name := range p.packages {
		number[name] = uint64(i)
	}
	for _, f := range p.frames {
		c.Number(number[packageOf(p.t.Frames[f])])
	}
	for _, name := range p.texts.names {
		c.WriteByte(byte(shade(name, len(palette.CompiledSwatches))))
	}
	for _, name := range p.texts.names {
		c.WriteByte(byte(hashName(name) % uint32(len(palette.NameSwatches))))
	}
	if p.t.Base != nil {
		p.writeTexts(c, p.texts.was, p.shared.was)
		p.writeMethodChanges(c)
	}
}

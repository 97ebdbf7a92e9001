package render

import (
	"cmp"
	"encoding/binary"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/klauspost/compress/flate"

	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/internal/background"
	"github.com/iprof-viz/iprof-viz/templates"
)

// FlameHTML writes a page with a flame graph of all frames, however narrow, for browsers with JavaScript. The page needs no other
// file, and its policy forbids all requests. Options about sizes and stills have no effect.
func FlameHTML(w io.Writer, t *stacks.Tree, opts FlameOptions) error {
	t = orEmpty(t)
	opts, err := opts.settle(t)
	if err != nil {
		return err
	}
	p := newFlamePage(t, opts)
	index := pageIndex{
		Title: opts.Title, Subtitle: opts.Subtitle, Theme: opts.Theme.String(),
		Parts: []pageIndexPart{{"flame", toTheEnd}},
	}
	return writePage(w, templates.FlamePage(xmlText(index.Title)), index, flate.DefaultCompression, p.write)
}

// A flamePage holds the frames and nodes of a page in the order of its columns.
type flamePage struct {
	t        *stacks.Tree
	opts     FlameOptions // settled
	flame    *flame       // for the texts that pictures have, too
	weights  []float64    // by node, with a base
	frames   []int32      // in Tree.Frames, the most frequent first: numbers in columns are short
	numberOf []int32      // by frame: its index in frames
	nodes    []int32      // in Tree.Nodes, in preorder, siblings in the order of the picture; nodes[0] is the root
	first    []int32      // the first block of nodes; the others are valid when they come from ordering
	ordering ordering
	depths   []int32  // by Tree.Nodes
	callees  bool     // frames are written as callees of frames
	packages []string // that frames have, the one with the greatest weight first
	texts    frameTexts
	table    *stringTable // has the texts; nil: the page has them in lists of its own
}

func newFlamePage(t *stacks.Tree, opts FlameOptions) *flamePage {
	p := &flamePage{t: t, opts: opts, weights: unionWeights(t)}
	p.flame = &flame{t: t, opts: opts}
	frames := background.Go(func() {
		p.orderFrames()
		p.findPackages()
		p.findTexts()
	})
	callees := p.linkNodes()
	frames.Wait()
	p.first = p.orderNodes(callees)
	p.callees = p.fewCallees(p.first[1:])
	return p
}

func (p *flamePage) weight(node int32) float64 {
	if p.weights != nil {
		return p.weights[node]
	}
	return float64(p.t.Nodes[node].Total)
}

// orderFrames numbers the frames that nodes have.
func (p *flamePage) orderFrames() {
	uses := make([]int32, len(p.t.Frames))
	for _, n := range p.t.Nodes[1:] {
		uses[n.Frame]++
	}
	for f, n := range uses {
		if n > 0 {
			p.frames = append(p.frames, int32(f))
		}
	}
	slices.SortStableFunc(p.frames, func(a, b int32) int {
		return cmp.Or(cmp.Compare(uses[b], uses[a]), strings.Compare(p.t.Frames[a].Name, p.t.Frames[b].Name))
	})
	p.numberOf = make([]int32, len(p.t.Frames))
	for i, f := range p.frames {
		p.numberOf[f] = int32(i)
	}
}

// nodeCallees has the callees of each node, as the tree has them, without those that nothing was counted in.
type nodeCallees struct {
	all   []int32
	first []int32 // by node: all[first[n]:first[n+1]]
}

// uncounted is the depth of nodes that pages lack.
const uncounted = -1

func (p *flamePage) linkNodes() nodeCallees {
	nodes := p.t.Nodes
	p.depths = make([]int32, len(nodes))
	first := make([]int32, len(nodes)+2) // two places on at first: filling moves each to the next one's place
	for n := int32(1); n < int32(len(nodes)); n++ {
		up := nodes[n].Parent
		if p.depths[up] == uncounted || p.weight(n) <= 0 {
			p.depths[n] = uncounted
			continue
		}
		p.depths[n] = p.depths[up] + 1
		p.flame.depth = max(p.flame.depth, int(p.depths[n]))
		first[up+2]++
	}
	for n := range nodes {
		first[n+2] += first[n+1]
	}
	all := make([]int32, first[len(nodes)+1])
	for n := int32(1); n < int32(len(nodes)); n++ {
		if p.depths[n] != uncounted {
			next := &first[nodes[n].Parent+1]
			all[*next] = n
			*next++
		}
	}
	return nodeCallees{all, first}
}

// An ordering fills flamePage.nodes while the first ones are written.
type ordering struct {
	blocks chan []int32 // parts of nodes, orderedBlock each but for the last; has room for all
	task   *background.Task
}

// The first block has the root and the calls that decide how frames are written.
const orderedBlock = 1 + sampledCalls

// orderNodes returns the first block.
func (p *flamePage) orderNodes(callees nodeCallees) []int32 {
	p.nodes = make([]int32, len(callees.all)+1)
	p.ordering.blocks = make(chan []int32, len(p.nodes)/orderedBlock+1)
	p.ordering.task = background.Go(func() {
		defer close(p.ordering.blocks)
		p.walk(callees)
	})
	first, ok := <-p.ordering.blocks
	if !ok {
		p.ordering.task.Wait() // it has panicked
	}
	return first
}

func (p *flamePage) walk(callees nodeCallees) {
	nodes := p.t.Nodes
	order := func(a, b int32) int {
		bySize := 0
		if !p.opts.SortByName {
			bySize = cmp.Compare(p.weight(b), p.weight(a))
		}
		return cmp.Or(bySize, strings.Compare(p.t.Frames[nodes[a].Frame].Name, p.t.Frames[nodes[b].Frame].Name), cmp.Compare(a, b))
	}
	from, to := 0, 0
	todo := []int32{0}
	for len(todo) > 0 {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		p.nodes[to] = n
		if to++; to-from == orderedBlock {
			p.ordering.blocks <- p.nodes[from:to]
			from = to
		}
		own := callees.all[callees.first[n]:callees.first[n+1]]
		if len(own) > 1 {
			slices.SortFunc(own, order)
		}
		for _, c := range slices.Backward(own) {
			todo = append(todo, c)
		}
	}
	if from < to {
		p.ordering.blocks <- p.nodes[from:to]
	}
}

// findPackages orders the packages by the area that their frames take.
func (p *flamePage) findPackages() {
	byFrame := make([]float64, len(p.t.Frames))
	for n := int32(1); n < int32(len(p.t.Nodes)); n++ {
		byFrame[p.t.Nodes[n].Frame] += p.weight(n)
	}
	area := map[string]float64{}
	for _, f := range p.frames {
		area[packageOf(p.t.Frames[f])] += byFrame[f]
	}
	p.packages = slices.SortedFunc(maps.Keys(area), func(a, b string) int {
		return cmp.Or(cmp.Compare(area[b], area[a]), strings.Compare(a, b))
	})
}

func (p *flamePage) write(c *columnWriter) {
	c.json(p.header())
	p.writeFrames(c)
	p.writeNodes(c)
}

// A frameTexts holds the texts of frames, by their order in columns.
type frameTexts struct {
	names, was []string // was: in a comparison
	// What patterns match where it is not the name: a prefix and one more than the number of characters of the name that follow it;
	// 0 for the name itself.
	prefixes []string
	keep     []int
	params   []string
}

func (p *flamePage) findTexts() {
	n := len(p.frames)
	t := &p.texts
	t.names, t.prefixes, t.keep, t.params = make([]string, n), make([]string, n), make([]int, n), make([]string, n)
	for i, f := range p.frames {
		name := boundName(visible(p.t.Frames[f].Name))
		plain, parameters := p.flame.patternName(p.t.Frames[f], name)
		shown, _, _ := strings.Cut(name, "(")
		t.names[i], t.params[i] = name, parameters
		switch {
		case plain == name:
		case shown != "" && isASCII(shown) && strings.HasSuffix(plain, shown):
			t.prefixes[i], t.keep[i] = strings.TrimSuffix(plain, shown), len(shown)+1
		default:
			t.prefixes[i], t.keep[i] = plain, 1
		}
	}
	if p.t.Base != nil {
		t.was = make([]string, n)
		for i, f := range p.frames {
			t.was[i] = boundName(visible(p.t.Frames[f].Was))
		}
	}
}

// share lets texts be in a table that other parts use, too.
func (p *flamePage) share(table *stringTable) {
	p.table = table
	for _, all := range [][]string{p.texts.names, p.texts.prefixes, p.texts.params, p.texts.was} {
		for _, s := range all {
			table.add(s)
		}
	}
}

// writeFrames writes the texts of frames, and what colors depend on.
func (p *flamePage) writeFrames(c *columnWriter) {
	c.list(p.texts.names, p.table)
	c.list(p.texts.prefixes, p.table)
	for _, n := range p.texts.keep {
		c.number(uint64(n))
	}
	c.list(p.texts.params, p.table)
	for _, f := range p.frames {
		c.WriteByte(byte(p.t.Frames[f].Kind))
	}
	number := make(map[string]uint64, len(p.packages))
	for i, name := range p.packages {
		number[name] = uint64(i)
	}
	for _, f := range p.frames {
		c.number(number[packageOf(p.t.Frames[f])])
	}
	for _, name := range p.texts.names {
		c.WriteByte(byte(shade(name, len(compiledSwatches))))
	}
	for _, name := range p.texts.names {
		c.WriteByte(byte(hashName(name) % uint32(len(nameSwatches))))
	}
	if p.t.Base != nil {
		c.list(p.texts.was, p.table)
	}
}

// sampledCalls is how many nodes decide how frames are written.
const sampledCalls = 1 << 16

// fewCallees reports whether frames are written as callees of frames, by some of the nodes: most methods call few others, but names
// that are random, or one a stack, would take more memory and time than they save in the file.
func (p *flamePage) fewCallees(some []int32) bool {
	calls := map[[2]int32]struct{}{}
	for _, n := range some {
		calls[p.callOf(n)] = struct{}{}
	}
	return len(calls) < len(some)/2
}

// callOf returns the frames of a node's caller and of the node. That of the root is one more than the others.
func (p *flamePage) callOf(n int32) [2]int32 {
	caller := p.t.Nodes[p.t.Nodes[n].Parent].Frame
	if caller < 0 {
		caller = int32(len(p.t.Frames))
	}
	return [2]int32{caller, p.t.Nodes[n].Frame}
}

// writeCallees writes the frame of each node as its place among the callees that its caller's frame had so far, from 1 on; 0 is a new
// one. The numbers of new ones follow.
func (p *flamePage) writeCallees(c *columnWriter) {
	places := map[[2]int32]int32{}
	callees := make([]int32, len(p.t.Frames)+1) // by caller: how many
	var added []int32
	for _, n := range p.nodes[1:] {
		call := p.callOf(n)
		place := places[call]
		c.number(uint64(place))
		if place == 0 {
			added = append(added, call[1])
			callees[call[0]]++
			places[call] = callees[call[0]]
		}
	}
	for _, frame := range added {
		c.number(uint64(p.numberOf[frame]))
	}
}

// writeNodes writes columns in preorder. The first says how many frames the path to a node is shorter than that to the node before
// and its callee. Then there are frames: as callees, or the low bytes of their numbers and what is above them, which deflate better
// apart. The last one has the node's own value.
func (p *flamePage) writeNodes(c *columnWriter) {
	t := p.t
	// In one pass, as neighbors in preorder are far from each other in memory.
	low, high := make([]byte, 0, len(p.nodes)), make([]byte, 0, len(p.nodes))
	self := binary.AppendUvarint(make([]byte, 0, len(p.nodes)), uint64(t.Nodes[0].Self))
	depth := int32(0)
	for block, ok := p.first[1:], true; ok; block, ok = <-p.ordering.blocks {
		for _, n := range block {
			node := &t.Nodes[n]
			self = binary.AppendUvarint(self, uint64(node.Self))
			c.number(uint64(depth + 1 - p.depths[n]))
			depth = p.depths[n]
			if !p.callees {
				number := p.numberOf[node.Frame]
				low = append(low, byte(number))
				high = binary.AppendUvarint(high, uint64(number>>8))
			}
		}
	}
	p.ordering.task.Wait()
	if p.callees {
		p.writeCallees(c)
	} else {
		c.Write(low)
		c.Write(high)
	}
	c.Write(self)
	if b := t.Base; b != nil {
		for _, n := range p.nodes {
			c.number(uint64(b.Values[n].Self/b.Scale + 0.5))
		}
		for _, n := range p.nodes {
			changed := byte(0)
			if b.Changed != nil && b.Changed[n] {
				changed = 1
			}
			c.WriteByte(changed)
		}
	}
	if t.Roles != nil {
		for _, n := range p.nodes {
			c.WriteByte(byte(t.Roles[n]))
		}
	}
}

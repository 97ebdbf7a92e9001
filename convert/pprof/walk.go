package pprof

import (
	"slices"

	"google.golang.org/protobuf/encoding/protowire"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A level of the walk is a node on the path from the root to the current node.
type level struct {
	end    uint32 // number of descendants, in walk order
	slot   int32  // the method shown, or NoFrame
	length int    // length of the path to its callers, in bytes
	addr   uint64 // of its innermost visible caller, at the call site
}

// tree writes a tree's records, depth first: neighbors then have nearly the same stack, which halves the compressed size.
//
// Only one frame of the path differs from a node to its sibling, so the callers' frames are kept encoded: as location ids for
// stacks, as lines of a location for inlining contexts.
func (w *writer) tree(t *iprof.Tree, proj *convert.Projection, inlined bool) {
	var (
		contexts = w.counts(t)
		levels   []level
		callers  path
		leaf     []byte
		id       []byte
		counts   []convert.SiteCount
		complete *completer
	)
	if inlined && w.opts.Complete != nil {
		complete = w.newCompleter(proj)
	}
	for i, n := range w.depthFirst(t, proj, contexts) {
		if w.err != nil {
			return
		}
		for len(levels) > 0 && levels[len(levels)-1].end <= uint32(i) {
			levels = levels[:len(levels)-1]
		}
		at := level{end: n.end, slot: n.slot}
		callers.truncate(0)
		if len(levels) > 0 {
			caller := &levels[len(levels)-1]
			callers.truncate(caller.length)
			if caller.slot != outsideSlot {
				callers.prepend(w.frame(leaf[:0], caller.slot, n.site, inlined))
			}
			at.length = callers.len()
			if inlined {
				at.addr = w.address(caller.slot, n.site, caller.addr)
			}
		}
		levels = append(levels, at)
		if n.record == 0 {
			continue
		}
		counts = contexts.Append(counts[:0], n.record)
		for j, c := range counts {
			switch {
			case j > 0 && c.BCI == counts[j-1].BCI: // same frames
			case !inlined:
				leaf = w.frame(leaf[:0], n.slot, c.BCI, false)
			default:
				leaf = w.frame(leaf[:0], n.slot, c.BCI, true)
				w.numLocation++
				w.location(w.numLocation, w.address(n.slot, c.BCI, at.addr), leaf, callers.bytes())
				id = protowire.AppendVarint(id[:0], w.numLocation)
			}
			switch {
			case complete != nil && len(levels) == 1 && c.Metric == convert.Calls:
				complete.sample(n.slot, c, id)
			case inlined:
				w.sample(c, id, nil)
			default:
				w.taggedSamples(i, c, leaf, callers.bytes())
			}
		}
	}
}

// outsideSlot stands for the method of records for which [convert.Projection.IsOutside] is true. As a caller it is not shown.
const outsideSlot = convert.NoSlot

// frame appends a frame in the encoding of the path.
func (w *writer) frame(b []byte, slot int32, bci iprof.BCI, inlined bool) []byte {
	switch {
	case slot == convert.NoFrame:
		return b
	case inlined:
		return w.appendLine(b, slot, bci)
	case slot == convert.VMSlot, slot == outsideSlot:
		bci = 0
	}
	id := uint64(w.stackFrames.Number(convert.PlaceKey(slot, bci))) + 1
	w.numLocation = max(w.numLocation, id)
	return protowire.AppendVarint(b, id)
}

// taggedSamples writes the samples of a stack, given its place in the walk: one for each thread and state, and one for the others.
func (w *writer) taggedSamples(place int, c convert.SiteCount, leaf, callers []byte) {
	if w.order != nil {
		for _, tagged := range w.tags[convert.PlaceKey(int32(w.order[place]), c.BCI)] {
			of := c
			of.Count = tagged.Value
			w.taggedSample(of, leaf, callers, tagged.Tag)
			c.Count -= tagged.Value
		}
		if c.Count == 0 {
			return
		}
	}
	w.sample(c, leaf, callers)
}

// stackLocations writes the locations of sampled frames, whose ids are in use already.
func (w *writer) stackLocations() {
	var line []byte
	for i, key := range w.stackFrames.List {
		slot, bci := convert.SplitPlaceKey(key)
		line = w.appendLine(line[:0], slot, bci)
		w.location(uint64(i)+1, w.address(slot, bci, 0), line, nil)
	}
}

// A walkNode has the parts of a node that the walk needs.
type walkNode struct {
	slot   int32 // the method shown, or NoFrame
	site   iprof.BCI
	end    uint32            // number of descendants, in walk order
	record convert.RecordRef // the first record that counts; 0: none
}

// depthFirst returns the nodes depth first, siblings in the order of their ids. Following links from node to node would wait for
// one cache miss after the other; this reads and writes mostly in order, and cache misses overlap.
func (w *writer) depthFirst(t *iprof.Tree, proj *convert.Projection, contexts *convert.ContextCounts) []walkNode {
	// The entry of a node is first the number of nodes in its subtree and, once it is reached, the place of its next child.
	places := make([]uint32, t.Len())
	clear(places)
	for i := len(places) - 1; i >= 0; i-- {
		places[i]++
		if parent := t.Node(iprof.NodeID(i)).Parent; parent != iprof.NoNode {
			places[parent] += places[i]
		}
	}
	nodes := make([]walkNode, len(places))
	root := uint32(0)
	for i, node := range t.All() {
		next := &root
		if node.Parent != iprof.NoNode {
			next = &places[node.Parent]
		}
		place := *next
		*next += places[i]
		n := walkNode{site: node.Site, end: *next, record: contexts.First(iprof.NodeID(i))}
		if proj == nil {
			n.slot = int32(w.profile.MethodSlot(node.Method))
		} else if n.slot = proj.Frame[i]; !proj.Keep[i] {
			n.record = 0
		} else if proj.IsOutside(iprof.NodeID(i)) {
			n.slot = outsideSlot
		}
		nodes[place], places[i] = n, place+1
		if w.order != nil && t == w.profile.Stacks {
			w.order[place] = iprof.NodeID(i)
		}
	}
	return nodes
}

// counts returns the counts in the contexts of t, for the metrics that w writes.
func (w *writer) counts(t *iprof.Tree) *convert.ContextCounts {
	metrics := []convert.Metric{convert.Calls, convert.Branches, convert.Receivers, convert.InstanceOf}
	if t == w.profile.Stacks {
		metrics = []convert.Metric{convert.Samples}
	}
	return convert.NewContextCounts(w.profile, t, slices.DeleteFunc(metrics, func(m convert.Metric) bool { return !w.has(m) })...)
}

// A path is a byte slice that grows and shrinks at its beginning.
type path struct {
	buf []byte // the path is at its end
	n   int
}

func (p *path) len() int       { return p.n }
func (p *path) bytes() []byte  { return p.buf[len(p.buf)-p.n:] }
func (p *path) truncate(n int) { p.n = n } // truncate to the last n bytes

func (p *path) prepend(b []byte) {
	if p.n+len(b) > len(p.buf) {
		grown := make([]byte, max(256, 2*(p.n+len(b))))
		copy(grown[len(grown)-p.n:], p.bytes())
		p.buf = grown
	}
	p.n += len(b)
	copy(p.bytes(), b)
}

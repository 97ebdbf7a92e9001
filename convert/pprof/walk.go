package pprof

import (
	"cmp"
	"slices"

	"google.golang.org/protobuf/encoding/protowire"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/index"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A level of the walk is a node on the way from the root to the one at hand.
type level struct {
	end    uint32 // of its descendants, in the order of the walk
	slot   int32  // what is shown of it, or NoFrame
	length int    // of the path to its callers, in bytes
	addr   uint64 // of the innermost of its callers that is shown, at its call site
}

// tree writes a tree's records, depth first: neighbours then have nearly all of their stack in common, which halves
// what is left after compression.
//
// Only one frame of the path differs from a node to its sibling, so the callers' frames are kept encoded: as location
// ids for stacks, as lines of a location for inlining contexts.
func (w *writer) tree(t *iprof.Tree, proj *convert.Projection, inlined bool) {
	var (
		heads, records = w.linkRecords(t)
		levels         []level
		callers        path
		leaf           []byte
		id             []byte
		events         []event
	)
	for i, n := range w.depthFirst(t, proj, heads) {
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
			callers.prepend(w.frame(leaf[:0], caller.slot, n.site, inlined))
			at.length = callers.len()
			if inlined {
				at.addr = w.address(caller.slot, n.site, caller.addr)
			}
		}
		levels = append(levels, at)
		if n.record == 0 {
			continue
		}
		events = records.appendEvents(events[:0], n.record)
		for j, e := range events {
			switch {
			case j > 0 && e.BCI == events[j-1].BCI: // same frames
			case !inlined:
				leaf = w.frame(leaf[:0], n.slot, e.BCI, false)
			default:
				leaf = w.frame(leaf[:0], n.slot, e.BCI, true)
				w.numLocation++
				w.location(w.numLocation, w.address(n.slot, e.BCI, at.addr), leaf, callers.bytes())
				id = protowire.AppendVarint(id[:0], w.numLocation)
			}
			if inlined {
				w.sample(e, id, nil)
			} else {
				w.sample(e, leaf, callers.bytes())
			}
		}
	}
}

// frame appends a frame as the path has it.
func (w *writer) frame(b []byte, slot int32, bci iprof.BCI, inlined bool) []byte {
	switch {
	case slot == convert.NoFrame:
		return b
	case inlined:
		return w.appendLine(b, slot)
	case slot == convert.VMSlot:
		bci = 0
	}
	id := uint64(w.stackFrames.Number(index.PlaceKey(slot, bci))) + 1
	w.numLocation = max(w.numLocation, id)
	return protowire.AppendVarint(b, id)
}

// stackLocations writes the locations of sampled frames, whose ids are in use already.
func (w *writer) stackLocations() {
	var line []byte
	for i, key := range w.stackFrames.List {
		slot, bci := index.KeyPlace(key)
		line = w.appendLine(line[:0], slot)
		w.location(uint64(i)+1, w.address(slot, bci, 0), line, nil)
	}
}

// A walkNode is what the walk needs of a node.
type walkNode struct {
	slot   int32 // what is shown of it, or NoFrame
	site   iprof.BCI
	end    uint32 // of its descendants, in the order of the walk
	record uint32 // one of its records, by number plus one; 0: it has none that count
}

// depthFirst returns the nodes depth first, siblings in the order of their ids. Links from node to node would be
// followed from one cache miss to the next; here most is read and written in order, and misses do not wait for each
// other.
func (w *writer) depthFirst(t *iprof.Tree, proj *convert.Projection, heads []uint32) []walkNode {
	// A node's entry is the number of its descendants and itself first, and from its turn on where its next child goes.
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
		n := walkNode{site: node.Site, end: *next, record: heads[i]}
		if proj == nil {
			n.slot = int32(w.Profile.MethodSlot(node.Method))
		} else if n.slot = proj.Frame[i]; !proj.Keep[i] {
			n.record = 0
		}
		nodes[place], places[i] = n, place+1
	}
	return nodes
}

// An event is a count at a BCI of a node.
type event struct {
	BCI    iprof.BCI
	metric convert.Metric
	key    int32 // of branches the target, of receivers and instanceof the type, else 0
	value  int64
}

// A recordChain has the records of several metrics that hang on one tree, numbered through.
type recordChain struct {
	Profile    *iprof.Profile
	next       []uint32 // by record: another of its node, plus one; 0: none
	parts      []chainPart
	successors []iprof.Successor // scratch
}

// A chainPart is the records of a metric.
type chainPart struct {
	metric     convert.Metric
	begin, end int // of their numbers
}

// linkRecords returns the records of the metrics that w writes and that hang on t, with the number of one by node, plus
// one; 0: it has none.
func (w *writer) linkRecords(t *iprof.Tree) ([]uint32, *recordChain) {
	heads, r := make([]uint32, t.Len()), &recordChain{Profile: w.Profile}
	clear(heads)
	metrics := []convert.Metric{convert.Calls, convert.Branches, convert.Receivers, convert.InstanceOf}
	if t == w.Profile.Stacks {
		metrics = []convert.Metric{convert.Samples}
	}
	n := 0
	for _, m := range metrics {
		if w.has(m) {
			end := n + w.Profile.Records(m.Section())
			r.parts = append(r.parts, chainPart{m, n, end})
			n = end
		}
	}
	r.next = make([]uint32, n)
	ofCount := func(c iprof.Count) iprof.NodeID { return c.Node }
	ofType := func(t iprof.TypeProfile) iprof.NodeID { return t.Node }
	for _, part := range r.parts {
		next := r.next[part.begin:part.end]
		switch part.metric {
		case convert.Samples:
			linkList(next, part, heads, &w.Profile.Samples, ofCount)
		case convert.Calls:
			linkList(next, part, heads, &w.Profile.Calls, ofCount)
		case convert.Branches:
			linkList(next, part, heads, &w.Profile.Conditionals, func(c iprof.Conditional) iprof.NodeID { return c.Node })
		case convert.Receivers:
			linkList(next, part, heads, &w.Profile.Receivers, ofType)
		case convert.InstanceOf:
			linkList(next, part, heads, &w.Profile.InstanceOf, ofType)
		}
	}
	return heads, r
}

func linkList[T any](next []uint32, part chainPart, heads []uint32, records *iprof.List[T], node func(T) iprof.NodeID) {
	for i, r := range records.All() {
		head := &heads[node(r)]
		next[i], *head = *head, uint32(part.begin+i)+1
	}
}

// appendEvents appends what was counted at a node, from its first record on: by BCI, metric and key, each once, without
// zeros.
func (r *recordChain) appendEvents(dst []event, record uint32) []event {
	for ; record != 0; record = r.next[record-1] {
		n, part := int(record-1), r.parts
		for n >= part[0].end {
			part = part[1:]
		}
		m, i := part[0].metric, n-part[0].begin
		switch m {
		case convert.Samples:
			c := r.Profile.Samples.At(i)
			dst = append(dst, event{c.BCI, m, 0, c.Value})
		case convert.Calls:
			c := r.Profile.Calls.At(i)
			dst = append(dst, event{c.BCI, m, 0, c.Value})
		case convert.Branches:
			c := r.Profile.Conditionals.At(i)
			r.successors = r.Profile.OwnSuccessors(r.successors[:0], c)
			for _, x := range r.successors {
				dst = append(dst, event{c.BCI, m, int32(x.Target), x.Count})
			}
		case convert.Receivers:
			dst = r.appendTypes(dst, m, r.Profile.Receivers.At(i))
		case convert.InstanceOf:
			dst = r.appendTypes(dst, m, r.Profile.InstanceOf.At(i))
		}
	}
	return addUp(dst)
}

func (r *recordChain) appendTypes(dst []event, m convert.Metric, t iprof.TypeProfile) []event {
	for _, x := range r.Profile.TypeCounts(t) {
		dst = append(dst, event{t.BCI, m, int32(x.Type), x.Count})
	}
	return dst
}

// addUp sorts events, makes one of those that differ in nothing but the value, and drops zeros. Sums fit, as those of
// whole sections do.
func addUp(events []event) []event {
	if len(events) > 1 {
		slices.SortFunc(events, func(a, b event) int {
			return cmp.Or(cmp.Compare(a.BCI, b.BCI), cmp.Compare(a.metric, b.metric), cmp.Compare(a.key, b.key))
		})
	}
	n := 0
	for _, e := range events {
		if n > 0 {
			if last := &events[n-1]; e.BCI == last.BCI && e.metric == last.metric && e.key == last.key {
				last.value += e.value
				continue
			}
		}
		if e.value != 0 {
			events[n] = e
			n++
		}
	}
	return events[:n]
}

// A path is bytes that grow and shrink at their beginning.
type path struct {
	buf []byte // the path is its end
	n   int
}

func (p *path) len() int       { return p.n }
func (p *path) bytes() []byte  { return p.buf[len(p.buf)-p.n:] }
func (p *path) truncate(n int) { p.n = n } // to the last n bytes

func (p *path) prepend(b []byte) {
	if p.n+len(b) > len(p.buf) {
		grown := make([]byte, max(256, 2*(p.n+len(b))))
		copy(grown[len(grown)-p.n:], p.bytes())
		p.buf = grown
	}
	p.n += len(b)
	copy(p.bytes(), b)
}

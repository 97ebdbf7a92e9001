package iprof

import (
	"fmt"
	"iter"
	"math/bits"
	"math/rand/v2"
	"strconv"
	"strings"
)

// A Frame is a method and a BCI on a stack.
type Frame struct {
	Method MethodID
	BCI    BCI
}

// A Context is a stack as the file has it: leaf first. The leaf's BCI is the position that the record is about, every
// other BCI is the call site in that caller.
type Context []Frame

// String returns the context as the file writes it: 5:0<3:2<2:9<1:3.
func (c Context) String() string {
	var b []byte
	for i, f := range c {
		if i > 0 {
			b = append(b, '<')
		}
		b = strconv.AppendInt(b, int64(f.Method), 10)
		b = append(b, ':')
		b = strconv.AppendInt(b, int64(f.BCI), 10)
	}
	return string(b)
}

// ParseContext reads what [Context.String] writes. The error says which frame, counted from 0 at the leaf, is wrong.
func ParseContext(s string) (Context, error) {
	var c Context
	for i, part := range strings.Split(s, "<") {
		f, err := parseFrame(part)
		if err != nil {
			return nil, fmt.Errorf("frame %d: %w", i, err)
		}
		c = append(c, f)
	}
	return c, nil
}

// parseFrame reads METHOD:BCI in full, with the errors that the fast reader does not word.
func parseFrame(s string) (Frame, error) {
	method, bci, ok := strings.Cut(s, ":")
	if !ok || !isDigits(method) || !isDigits(strings.TrimPrefix(bci, "-")) {
		return Frame{}, fmt.Errorf("%s is not METHOD:BCI", quoteShort(s))
	}
	m, err := strconv.ParseInt(method, 10, 32)
	if err != nil {
		return Frame{}, fmt.Errorf("%s: the method id does not fit in 31 bits", quoteShort(s))
	}
	b, err := strconv.ParseInt(bci, 10, 32)
	if err != nil || b < int64(MinBCI) || b > int64(MaxBCI) {
		return Frame{}, fmt.Errorf("%s: the BCI is outside of %d to %d", quoteShort(s), MinBCI, MaxBCI)
	}
	return Frame{MethodID(m), BCI(b)}, nil
}

func isDigits(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}

// A NodeID is the place of a node in its tree: 0 to Len-1, every node after its parent.
type NodeID int32

// NoNode is the parent of a root.
const NoNode NodeID = -1

// A Node is an instance: a method entered at a call site of its parent instance, or a root.
type Node struct {
	Parent NodeID // NoNode for a root
	Site   BCI    // the call site in the parent; 0 for a root
	Method MethodID
}

// A Tree is a context tree. Contexts share their outer frames, so all contexts of a file make one tree, whose nodes are
// told apart by parent, call site and method. The context 5:0<3:2<2:9<1:3 is the path root 1, 2 entered at BCI 3, 3
// entered at 9, 5 entered at 2; the leaf's BCI, 0, belongs to the record.
//
// A node comes after its parent, so a loop over falling ids adds children to their parents in one pass, and one over
// rising ids hands down what belongs to a path.
type Tree struct {
	nodes List[Node]
	index *pathIndex // nil: made anew when something is added

	path []uint64 // scratch of Add
}

// NewTree returns an empty tree.
func NewTree() *Tree { return &Tree{} }

// Len returns the number of nodes.
func (t *Tree) Len() int { return t.nodes.Len() }

// Node returns a node; it panics outside of [0, Len).
func (t *Tree) Node(id NodeID) Node { return t.nodes.At(int(id)) }

// All yields the nodes, every one after its parent.
func (t *Tree) All() iter.Seq2[int, Node] { return t.nodes.All() }

// Context returns the context of a record that hangs on a node with a leaf BCI.
func (t *Tree) Context(id NodeID, leaf BCI) Context {
	var c Context
	for bci := leaf; id != NoNode; {
		n := t.Node(id)
		c = append(c, Frame{n.Method, bci})
		id, bci = n.Parent, n.Site
	}
	return c
}

// maxNodes keeps a NodeID in its range. 2^31 nodes would be 70 GB.
const maxNodes = 1<<31 - 2

// Add returns the node of a context, and makes it and its callers where they are missing. The leaf's BCI does not
// matter. An empty context gives NoNode, as does a tree that is full.
//
// The hash of each path, root to frame, leads to its node. If a path is there, its callers are, so Add looks from the
// leaf outwards in growing steps until it meets a path that is there, and halves the last step: most contexts
// differ from an earlier one in few frames at the leaf's end, and look-ups are cache misses.
func (t *Tree) Add(c Context) NodeID {
	depth := len(c)
	if depth == 0 {
		return NoNode
	}
	t.path = grown(t.path, depth)
	t.hash(c, t.path)
	return t.insert(c, t.path)
}

// AddTree adds all contexts of another tree, whose methods the function translates, and returns by node of the other
// which node it is here. It is false where the tree is full.
func (t *Tree) AddTree(other *Tree, method func(MethodID) MethodID) ([]NodeID, bool) {
	if t.index == nil {
		t.reindex()
	}
	nodes := make([]NodeID, other.Len())
	hashes := make([]uint64, other.Len())
	for i, n := range other.All() {
		parent, h := NoNode, t.index.seed
		if n.Parent != NoNode {
			parent, h = nodes[n.Parent], hashes[n.Parent]
		}
		n.Parent, n.Method = parent, method(n.Method)
		hashes[i] = extend(h, n.Site, n.Method)
		if nodes[i] = t.index.find(hashes[i]); nodes[i] != NoNode {
			continue
		}
		if t.nodes.n >= maxNodes {
			return nil, false
		}
		t.nodes.Add(n)
		nodes[i] = NodeID(t.nodes.n - 1)
		t.index.add(hashes[i], nodes[i])
	}
	return nodes, true
}

// hash sets path[d] to the hash of c[d] and its callers.
func (t *Tree) hash(c Context, path []uint64) {
	if t.index == nil {
		t.reindex()
	}
	h, site := t.index.seed, BCI(0)
	for d := len(c) - 1; d >= 0; d-- {
		h = extend(h, site, c[d].Method)
		path[d], site = h, c[d].BCI
	}
}

// insert is Add for a context that hash has been applied to.
func (t *Tree) insert(c Context, path []uint64) NodeID {
	depth := len(c)
	// c[have:] is known to be there, c[:miss] is known not to be.
	have, miss, node := depth, 0, NoNode
	for d, step := 0, 1; d < depth; d, step = d+step, 2*step {
		if n := t.index.find(path[d]); n != NoNode {
			have, node = d, n
			break
		}
		miss = d + 1
	}
	for miss < have {
		mid := (miss + have) / 2
		if n := t.index.find(path[mid]); n != NoNode {
			have, node = mid, n
		} else {
			miss = mid + 1
		}
	}

	for d := have - 1; d >= 0; d-- {
		if t.nodes.n >= maxNodes {
			return NoNode
		}
		site := BCI(0)
		if d+1 < depth {
			site = c[d+1].BCI
		}
		t.nodes.Add(Node{Parent: node, Site: site, Method: c[d].Method})
		node = NodeID(t.nodes.n - 1)
		t.index.add(path[d], node)
	}
	return node
}

// reindex makes the index from the nodes.
func (t *Tree) reindex() {
	t.index = &pathIndex{seed: rand.Uint64()}
	hashes := make([]uint64, t.Len())
	for i, n := range t.All() {
		h := t.index.seed
		if n.Parent != NoNode {
			h = hashes[n.Parent]
		}
		hashes[i] = extend(h, n.Site, n.Method)
		t.index.add(hashes[i], NodeID(i))
	}
}

// seal drops what only Add needs.
func (t *Tree) seal() { t.index, t.path = nil, nil }

// extend hashes one more frame into the hash of its callers. Two 64-bit factors multiplied to 128 bits and folded mix
// every bit of both.
func extend(h uint64, site BCI, m MethodID) uint64 {
	hi, lo := bits.Mul64(h^0x9e3779b97f4a7c15, (uint64(uint32(site))<<32|uint64(uint32(m)))^0xd1b54a32d192ed03)
	return hi ^ lo ^ h
}

// A pathIndex finds nodes by the hash of their path. Paths are equal if their 64-bit hashes are: with a seed that is
// new in every process no file can be made to collide, and by chance a tree of ten million nodes does so once in
// 370,000 runs.
//
// It is split by the hash's top bits so that it grows piece by piece and not all at once.
type pathIndex struct {
	seed  uint64
	parts [1 << partBits]indexPart
}

const partBits = 8

// An indexPart is an open-addressed table with linear probing, a power of two long.
type indexPart struct {
	slots []indexSlot
	n     int
}

// An indexSlot has the hash in halves: 12 bytes rather than 16.
type indexSlot struct {
	hi, lo uint32
	node   uint32 // id+1; 0: empty
}

// touch reads where find will look first.
func (x *pathIndex) touch(h uint64) uint32 {
	p := &x.parts[h>>(64-partBits)]
	if len(p.slots) == 0 {
		return 0
	}
	return p.slots[uint32(h)&uint32(len(p.slots)-1)].node
}

func (x *pathIndex) find(h uint64) NodeID {
	p := &x.parts[h>>(64-partBits)]
	mask := uint32(len(p.slots) - 1)
	if len(p.slots) == 0 {
		return NoNode
	}
	for i := uint32(h) & mask; ; i = (i + 1) & mask {
		s := &p.slots[i]
		if s.node == 0 {
			return NoNode
		}
		if s.lo == uint32(h) && s.hi == uint32(h>>32) {
			return NodeID(s.node - 1)
		}
	}
}

// add stores a hash that is not there.
func (x *pathIndex) add(h uint64, n NodeID) {
	p := &x.parts[h>>(64-partBits)]
	if p.n >= len(p.slots)*3/4 {
		p.grow()
	}
	p.put(indexSlot{uint32(h >> 32), uint32(h), uint32(n) + 1})
	p.n++
}

func (p *indexPart) grow() {
	old := p.slots
	p.slots = make([]indexSlot, max(16, 2*len(old)))
	// Fresh memory is written before it is read: a page that is read first is fetched twice, and the second time all
	// threads are interrupted.
	clear(p.slots)
	for _, s := range old {
		if s.node != 0 {
			p.put(s)
		}
	}
}

func (p *indexPart) put(s indexSlot) {
	mask := uint32(len(p.slots) - 1)
	i := s.lo & mask
	for p.slots[i].node != 0 {
		i = (i + 1) & mask
	}
	p.slots[i] = s
}

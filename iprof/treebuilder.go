package iprof

import (
	"cmp"
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"

	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof/internal/pathindex"
)

// A TreeBuilder is a [Tree] that contexts can be added to. The zero TreeBuilder is empty and ready to use.
type TreeBuilder struct {
	Tree
	index  *pathindex.Index // the nodes by the hash of their path; nil until one is searched for
	seed   uint64           // hash of the empty path; random
	hashes List[uint64]     // hashes of the paths of the first nodes; only Child needs them
	path   []uint64         // scratch of Add
	limit  int              // maximum number of nodes; 0: maxNodes
}

// maxNodes is the limit of a NodeID. A tree of that size takes 70 GB.
const maxNodes = 1<<31 - 2

// DefaultMaxNodes is the default of [Options].MaxNodes.
const DefaultMaxNodes = 4 << 20

// ErrTooManyNodes is wrapped by the errors for files with more distinct frames than [Options].MaxNodes.
var ErrTooManyNodes = errors.New("too many distinct frames of stacks")

// Limit sets the number of nodes at which the tree is full. 0 means [DefaultMaxNodes], a negative number 2^31-2, the default of a
// TreeBuilder without a limit.
func (t *TreeBuilder) Limit(nodes int) {
	if nodes < 0 {
		nodes = maxNodes
	}
	t.limit = min(cmp.Or(nodes, DefaultMaxNodes), maxNodes)
}

// Full returns the error for more nodes than the tree may have.
func (t *TreeBuilder) Full() error {
	return fmt.Errorf("%w: more than %s", ErrTooManyNodes, words.Thousands(int64(cmp.Or(t.limit, maxNodes))))
}

// Add returns the node of a context. It adds the node and its callers if they are missing. The BCI of the leaf is ignored. For an
// empty context, and if the tree is full, see Limit, it returns NoNode.
func (t *TreeBuilder) Add(c Context) NodeID {
	if len(c) == 0 {
		return NoNode
	}
	t.path = slices.Grow(t.path[:0], len(c))[:len(c)]
	t.hash(c, t.path)
	return t.insert(c, t.path)
}

// Child returns the node of a method entered at a call site of parent, or a root if parent is NoNode and site is 0. It adds
// the node if it is missing. Use it for input that is already a tree; for whole stacks, Add is faster. If the tree is full,
// it returns NoNode.
func (t *TreeBuilder) Child(parent NodeID, site BCI, m MethodID) NodeID {
	t.start()
	for i := t.hashes.Len(); i < t.Len(); i++ {
		n := t.Node(NodeID(i))
		t.hashes.add(extend(t.hashOf(n.Parent), n.Site, n.Method))
	}
	h := extend(t.hashOf(parent), site, m)
	node := NodeID(t.index.Find(h))
	if node == NoNode {
		node = t.append(Node{parent, site, m}, h)
	}
	return node
}

func (t *TreeBuilder) hashOf(id NodeID) uint64 {
	if id == NoNode {
		return t.seed
	}
	return t.hashes.At(int(id))
}

// AddTree adds all nodes of another tree, whose method ids method translates. It returns the nodes of this tree by the other's.
// If this tree is full, it returns false.
func (t *TreeBuilder) AddTree(other *Tree, method func(MethodID) MethodID) ([]NodeID, bool) {
	if t.Len() == 0 && other.Len() <= cmp.Or(t.limit, maxNodes) {
		if nodes, ok := t.copyTree(other, method); ok {
			return nodes, true
		}
	}
	t.start()
	nodes := make([]NodeID, other.Len())
	hashes := make([]uint64, other.Len())
	for i, n := range other.All() {
		parent, h := NoNode, t.seed
		if n.Parent != NoNode {
			parent, h = nodes[n.Parent], hashes[n.Parent]
		}
		n.Parent, n.Method = parent, method(n.Method)
		hashes[i] = extend(h, n.Site, n.Method)
		if nodes[i] = NodeID(t.index.Find(hashes[i])); nodes[i] != NoNode {
			continue
		}
		if nodes[i] = t.append(n, hashes[i]); nodes[i] == NoNode {
			return nil, false
		}
	}
	return nodes, true
}

// copyTree is AddTree for an empty builder. It fails if two methods are translated to the same one; otherwise all nodes are new, and it need not
// search for equal ones.
func (t *TreeBuilder) copyTree(other *Tree, method func(MethodID) MethodID) ([]NodeID, bool) {
	var translated slots
	var was []MethodID // by slot of the translated ids
	nodes := make([]NodeID, other.Len())
	for i, n := range other.All() {
		id := method(n.Method)
		if translated.add(int32(id)) {
			was = append(was, n.Method)
		} else if slot, _ := translated.find(int32(id)); was[slot] != n.Method {
			t.nodes = List[Node]{}
			return nil, false
		}
		t.nodes.add(Node{n.Parent, n.Site, id})
		nodes[i] = NodeID(i)
	}
	return nodes, true
}

// start makes the index if there is none, and adds the nodes that the builder already has.
func (t *TreeBuilder) start() {
	if t.index != nil {
		return
	}
	t.index, t.seed = pathindex.New(t.Len()), rand.Uint64()
	hashes := make([]uint64, t.Len())
	for i, n := range t.All() {
		h := t.seed
		if n.Parent != NoNode {
			h = hashes[n.Parent]
		}
		hashes[i] = extend(h, n.Site, n.Method)
		t.index.Add(hashes[i], int32(i))
	}
}

// hash sets path[d] to the hash of c[d] and its callers.
func (t *TreeBuilder) hash(c Context, path []uint64) {
	t.start()
	h, site := t.seed, BCI(0)
	for d := len(c) - 1; d >= 0; d-- {
		h = extend(h, site, c[d].Method)
		path[d], site = h, c[d].BCI
	}
}

// insert does the work of Add for a context with known hashes. The index finds a node by the hash of its path from the root. If a
// path is present, so are its callers. So insert searches from the leaf outwards in growing steps until it finds a path, and then
// between the last two steps: most contexts differ from an earlier one in a few frames next to the leaf, and every lookup is a
// cache miss.
func (t *TreeBuilder) insert(c Context, path []uint64) NodeID {
	depth := len(c)
	// The path to c[have] is present, the paths to c[:miss] are not.
	have, miss, node := depth, 0, NoNode
	for d, step := 0, 1; d < depth; d, step = d+step, 2*step {
		if n := NodeID(t.index.Find(path[d])); n != NoNode {
			have, node = d, n
			break
		}
		miss = d + 1
	}
	for miss < have {
		mid := (miss + have) / 2
		if n := NodeID(t.index.Find(path[mid])); n != NoNode {
			have, node = mid, n
		} else {
			miss = mid + 1
		}
	}

	for d := have - 1; d >= 0; d-- {
		site := BCI(0)
		if d+1 < depth {
			site = c[d+1].BCI
		}
		if node = t.append(Node{Parent: node, Site: site, Method: c[d].Method}, path[d]); node == NoNode {
			break
		}
	}
	return node
}

// append adds a node that is not present, given the hash of its path. If the tree is full, it returns NoNode.
func (t *TreeBuilder) append(n Node, hash uint64) NodeID {
	if t.nodes.n >= cmp.Or(t.limit, maxNodes) {
		return NoNode
	}
	t.nodes.add(n)
	id := NodeID(t.nodes.n - 1)
	t.index.Add(hash, int32(id))
	return id
}

// Take returns the tree and leaves the builder empty: what only adding nodes needs takes as much memory as the tree.
func (t *TreeBuilder) Take() *Tree {
	tree := t.Tree
	*t = TreeBuilder{}
	return &tree
}

// extend returns the hash of a path with one more frame. Folding the 128-bit product of two 64-bit factors mixes every bit
// of both.
func extend(h uint64, site BCI, m MethodID) uint64 {
	hi, lo := bits.Mul64(h^0x9e3779b97f4a7c15, (uint64(uint32(site))<<32|uint64(uint32(m)))^0xd1b54a32d192ed03)
	return hi ^ lo ^ h
}

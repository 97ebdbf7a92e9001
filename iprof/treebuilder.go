package iprof

import (
	"math/bits"
	"math/rand/v2"
	"slices"
)

// A TreeBuilder is a [Tree] that contexts can be added to. The zero TreeBuilder is empty and ready to use.
type TreeBuilder struct {
	Tree
	index  *pathIndex   // of the nodes by the hash of their path; nil where there are none
	hashes List[uint64] // of the paths of the first nodes; only Child keeps it
	path   []uint64     // scratch of Add
}

// maxNodes keeps a NodeID in its range. 2^31 nodes would be 70 GB.
const maxNodes = 1<<31 - 2

// Add returns the node of a context. It makes the node and its callers where they are missing. The leaf's BCI does not
// matter. An empty context gives NoNode, as does a tree that is full, with 2^31-2 nodes.
//
// The hash of each path, root to frame, leads to its node. If a path is there, its callers are, so Add looks from the
// leaf outwards in growing steps until it meets a path that is there, and halves the last step: most contexts
// differ from an earlier one in few frames at the leaf's end, and look-ups are cache misses.
func (t *TreeBuilder) Add(c Context) NodeID {
	if len(c) == 0 {
		return NoNode
	}
	t.path = slices.Grow(t.path[:0], len(c))[:len(c)]
	t.hash(c, t.path)
	return t.insert(c, t.path)
}

// Child returns the node of a method entered at a call site of parent; it makes the node where it is missing. It is for
// stacks that come as a tree already. The parent may be NoNode: then the node is a root, and site is to be 0. A tree
// that is full gives NoNode.
func (t *TreeBuilder) Child(parent NodeID, site BCI, m MethodID) NodeID {
	t.start()
	for i := t.hashes.Len(); i < t.Len(); i++ {
		n := t.Node(NodeID(i))
		t.hashes.add(extend(t.hashOf(n.Parent), n.Site, n.Method))
	}
	h := extend(t.hashOf(parent), site, m)
	node := t.index.find(h)
	if node == NoNode {
		node = t.append(Node{parent, site, m}, h)
	}
	return node
}

func (t *TreeBuilder) hashOf(id NodeID) uint64 {
	if id == NoNode {
		return t.index.seed
	}
	return t.hashes.At(int(id))
}

// AddTree adds all nodes of another tree. method translates its methods. The result has by node of the other tree which
// node it is here. It is false where this tree is full.
func (t *TreeBuilder) AddTree(other *Tree, method func(MethodID) MethodID) ([]NodeID, bool) {
	t.start()
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
		if nodes[i] = t.append(n, hashes[i]); nodes[i] == NoNode {
			return nil, false
		}
	}
	return nodes, true
}

func (t *TreeBuilder) start() {
	if t.index == nil {
		t.index = &pathIndex{seed: rand.Uint64()}
	}
}

// hash sets path[d] to the hash of c[d] and its callers.
func (t *TreeBuilder) hash(c Context, path []uint64) {
	t.start()
	h, site := t.index.seed, BCI(0)
	for d := len(c) - 1; d >= 0; d-- {
		h = extend(h, site, c[d].Method)
		path[d], site = h, c[d].BCI
	}
}

// insert is Add for a context whose hashes are known.
func (t *TreeBuilder) insert(c Context, path []uint64) NodeID {
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

// append makes a node that is not there, given the hash of its path. A full tree gives NoNode.
func (t *TreeBuilder) append(n Node, hash uint64) NodeID {
	if t.nodes.n >= maxNodes {
		return NoNode
	}
	t.nodes.add(n)
	id := NodeID(t.nodes.n - 1)
	t.index.add(hash, id)
	return id
}

// take returns the tree and leaves the builder empty.
func (t *TreeBuilder) take() *Tree {
	tree := t.Tree
	*t = TreeBuilder{}
	return &tree
}

// extend hashes one more frame into the hash of its callers. Two 64-bit factors multiplied to 128 bits and folded mix
// every bit of both.
func extend(h uint64, site BCI, m MethodID) uint64 {
	hi, lo := bits.Mul64(h^0x9e3779b97f4a7c15, (uint64(uint32(site))<<32|uint64(uint32(m)))^0xd1b54a32d192ed03)
	return hi ^ lo ^ h
}

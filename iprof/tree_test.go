package iprof_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/testtier"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A naive tree finds nodes with a map.
type naive struct {
	ids   map[iprof.Node]iprof.NodeID
	nodes []iprof.Node
}

func (n *naive) add(c iprof.Context) iprof.NodeID {
	at, site := iprof.NoNode, iprof.BCI(0)
	for _, f := range slices.Backward(c) {
		node := iprof.Node{Parent: at, Site: site, Method: f.Method}
		id, ok := n.ids[node]
		if !ok {
			id = iprof.NodeID(len(n.nodes))
			n.ids[node] = id
			n.nodes = append(n.nodes, node)
		}
		at, site = id, f.BCI
	}
	return at
}

// checkTree adds contexts to a tree and to a naive one and compares them. Nodes are numbered as they are first met, root
// before leaf, in both.
func checkTree(t *testing.T, contexts []iprof.Context) {
	t.Helper()
	tree, want := &iprof.TreeBuilder{}, &naive{ids: map[iprof.Node]iprof.NodeID{}}
	var added []iprof.NodeID
	for _, c := range contexts {
		before := slices.Clone(c)
		got := tree.Add(c)
		if id := want.add(c); got != id || tree.Len() != len(want.nodes) {
			t.Fatalf("node %d of %d for %s, want %d of %d", got, tree.Len(), c, id, len(want.nodes))
		}
		if !slices.Equal(before, c) {
			t.Fatalf("Add changed %s to %s", before, c)
		}
		added = append(added, got)
	}
	for i, n := range tree.All() {
		if n != want.nodes[i] || n != tree.Node(iprof.NodeID(i)) {
			t.Fatalf("node %d is %v, want %v", i, n, want.nodes[i])
		}
		if n.Parent >= iprof.NodeID(i) || n.Parent < iprof.NoNode {
			t.Fatalf("node %d is before its parent %d", i, n.Parent)
		}
	}
	n := tree.Len()
	for i, c := range contexts {
		if got := tree.Context(added[i], c[0].BCI); !slices.Equal(got, c) {
			t.Fatalf("%s came back as %s", c, got)
		}
		if got := tree.Add(c); got != added[i] || tree.Len() != n {
			t.Fatalf("a second %s is node %d of %d, was %d of %d", c, got, tree.Len(), added[i], n)
		}
	}
}

// contexts makes contexts of a few methods, most of them variations of others: as in a profile, and in no order.
func contexts(r *rand.Rand, n, depth int) []iprof.Context {
	frame := func() iprof.Frame {
		return iprof.Frame{Method: iprof.MethodID(r.IntN(5)), BCI: iprof.BCI(r.IntN(4) - 2)}
	}
	var all []iprof.Context
	for range n {
		var c iprof.Context
		if len(all) > 0 && r.IntN(4) > 0 { // another's callers, and something of its own
			other := all[r.IntN(len(all))]
			c = slices.Clone(other[r.IntN(len(other)):])
		}
		for len(c) == 0 || r.IntN(3) > 0 && len(c) < depth {
			c = slices.Insert(c, 0, frame())
		}
		if r.IntN(3) == 0 {
			c[r.IntN(len(c))] = frame()
		}
		all = append(all, c)
	}
	return all
}

func TestTreeOfRandomContexts(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 1))
		checkTree(t, contexts(r, 1+r.IntN(300), 1+r.IntN(40)))
	}
}

// Every prefix and every branching point of one path, in several orders: the search by steps must not miss one.
func TestTreeBranchesAnywhere(t *testing.T) {
	const depth = 70
	var all []iprof.Context
	for i := range depth {
		all = append(all, straight(depth)[i:])
		branch := straight(depth)
		branch[i].Method = 9
		all = append(all, branch)
	}
	checkTree(t, all)
	slices.Reverse(all)
	checkTree(t, all)
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 2))
		r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		checkTree(t, all)
	}
}

// straight returns the context of a method that calls itself.
func straight(depth int) iprof.Context {
	return slices.Repeat(iprof.Context{{Method: 1, BCI: 3}}, depth)
}

func TestDeepTree(t *testing.T) {
	testtier.Sequential(t)
	const depth, branches = 50_000, 100
	tree := &iprof.TreeBuilder{}
	c := straight(depth)
	leaf := tree.Add(c)
	if leaf != depth-1 || tree.Len() != depth {
		t.Fatalf("node %d of %d", leaf, tree.Len())
	}
	for i := range branches { // one at each hundredth of the depth
		d := i * depth / branches
		branch := slices.Clone(c)
		branch[d].Method = 2
		if got, want := tree.Len(), depth; i == 0 && got != want {
			t.Fatal(got)
		}
		before := tree.Len()
		if node := tree.Add(branch[d:]); int(node) != before || tree.Node(node).Method != 2 {
			t.Fatalf("branch at %d: node %d of %d", d, node, before)
		}
		if tree.Add(c) != leaf {
			t.Fatalf("branch at %d: the path is another", d)
		}
	}
	if got := tree.Context(leaf, 3); !slices.Equal(got, c) {
		t.Error("the path came back otherwise")
	}
}

// A tree added to an empty builder gives the same nodes as its contexts one by one, and later contexts find these nodes.
func TestAddTreeToEmpty(t *testing.T) {
	for seed := range uint64(50) {
		r := rand.New(rand.NewPCG(seed, 4))
		first, second := contexts(r, r.IntN(100), 20), contexts(r, 1+r.IntN(100), 20)
		var other, tree, want iprof.TreeBuilder
		for _, c := range first {
			other.Add(c)
			want.Add(c)
		}
		if _, ok := tree.AddTree(&other.Tree, func(m iprof.MethodID) iprof.MethodID { return m }); !ok {
			t.Fatal("the tree is full")
		}
		for _, c := range slices.Concat(first, second) {
			if got, want := tree.Add(c), want.Add(c); got != want {
				t.Fatalf("%s is node %d, want %d", c, got, want)
			}
		}
	}
}

// Adding a whole tree is adding its contexts, with other methods.
func TestAddTree(t *testing.T) {
	for seed := range uint64(50) {
		r := rand.New(rand.NewPCG(seed, 3))
		first, second := contexts(r, min(int(seed), r.IntN(100)), 20), contexts(r, 1+r.IntN(100), 20)
		method := func(m iprof.MethodID) iprof.MethodID { return m / 2 } // some become one
		var tree, other, want iprof.TreeBuilder
		for _, c := range first {
			tree.Add(c)
			want.Add(c)
		}
		var nodes []iprof.NodeID
		for _, c := range second {
			nodes = append(nodes, other.Add(c))
			c = slices.Clone(c)
			for i := range c {
				c[i].Method = method(c[i].Method)
			}
			want.Add(c)
		}
		to, ok := tree.AddTree(&other.Tree, method)
		if !ok || len(to) != other.Len() || tree.Len() != want.Len() {
			t.Fatalf("%v, %d of %d nodes, the tree has %d, want %d", ok, len(to), other.Len(), tree.Len(), want.Len())
		}
		for i, n := range tree.All() {
			if n != want.Node(iprof.NodeID(i)) {
				t.Fatalf("node %d is %v, want %v", i, n, want.Node(iprof.NodeID(i)))
			}
		}
		for i, c := range second {
			for d := range c {
				c[d].Method = method(c[d].Method)
			}
			if got := tree.Context(to[nodes[i]], c[0].BCI); !slices.Equal(got, c) {
				t.Fatalf("%s came to %s", c, got)
			}
		}
	}
}

// Children and contexts make one tree, in any order of adding.
func TestChild(t *testing.T) {
	for seed := range uint64(50) {
		r := rand.New(rand.NewPCG(seed, 4))
		var tree iprof.TreeBuilder
		want := &naive{ids: map[iprof.Node]iprof.NodeID{}}
		for _, c := range contexts(r, 1+r.IntN(100), 20) {
			node, site := iprof.NoNode, iprof.BCI(0)
			if r.IntN(2) == 0 {
				node = tree.Add(c)
			} else {
				for _, f := range slices.Backward(c) {
					node, site = tree.Child(node, site, f.Method), f.BCI
				}
			}
			if id := want.add(c); node != id || tree.Len() != len(want.nodes) {
				t.Fatalf("node %d of %d for %s, want %d of %d", node, tree.Len(), c, id, len(want.nodes))
			}
		}
	}
}

func TestEmptyTree(t *testing.T) {
	var tree iprof.TreeBuilder
	if got := tree.Add(nil); got != iprof.NoNode || tree.Len() != 0 {
		t.Errorf("an empty context is node %d of %d", got, tree.Len())
	}
	var none iprof.Profile
	for range none.Contexts.All() {
		t.Error("a profile without anything in it has a node")
	}
	if none.Stacks.Len() != 0 {
		t.Error("a profile without anything in it has nodes")
	}
}

func TestParseContext(t *testing.T) {
	for _, s := range []string{
		"0:0", "5:0<3:2<2:9<1:3", "19547:-6", "2147483647:65535<0:-32768", strings.Repeat("7:1<", 5000) + "8:0",
	} {
		c, err := iprof.ParseContext(s)
		if err != nil || c.String() != s {
			t.Errorf("%.40q became %.40q: %v", s, c, err)
		}
	}
	c, err := iprof.ParseContext("5:0<3:-2")
	if want := (iprof.Context{{5, 0}, {3, -2}}); err != nil || !slices.Equal(c, want) {
		t.Errorf("%v, want the leaf first: %v", c, want)
	}
	for _, tt := range []struct{ in, want string }{
		{"", `frame 0: "" is not METHOD:BCI`},
		{"5:0<", `frame 1: "" is not METHOD:BCI`},
		{"5:0<3:2<1666x5", `frame 2: "1666x5" is not METHOD:BCI`},
		{"5:0,3:2", `frame 0: "5:0,3:2" is not METHOD:BCI`},
		{"5:70000", `frame 0: "5:70000": the BCI is outside of -32768 to 65535`},
		{"5000000000:0", `frame 0: "5000000000:0": the method id does not fit in 31 bits`},
	} {
		c, err := iprof.ParseContext(tt.in)
		if err == nil || c != nil || err.Error() != tt.want {
			t.Errorf("%q: %v, %v, want %s", tt.in, c, err, tt.want)
		}
	}
}

func TestBCI(t *testing.T) {
	for bci, want := range map[iprof.BCI]string{
		0: "0", 65535: "65535", -7: "-7",
		-1: "unwind", -2: "before", -3: "after", -4: "after exception", -5: "unknown", -6: "invalid frame state",
	} {
		if got := bci.String(); got != want {
			t.Errorf("%d is %q, want %q", int(bci), got, want)
		}
	}
}

// A builder whose tree was taken begins anew, and leaves that as it is.
func TestTake(t *testing.T) {
	var b iprof.TreeBuilder
	leaf := b.Child(b.Child(iprof.NoNode, 0, 1), 3, 2)
	tree := b.Take()
	if b.Len() != 0 || tree.Len() != 2 {
		t.Fatalf("%d nodes are left, %d taken", b.Len(), tree.Len())
	}
	if root := b.Child(iprof.NoNode, 0, 7); root != 0 || b.Len() != 1 || tree.Len() != 2 || tree.Node(leaf) != (iprof.Node{Parent: 0, Site: 3, Method: 2}) {
		t.Errorf("root %d, %d nodes, %+v taken", root, b.Len(), tree.Node(leaf))
	}
}

// Package testtree checks and prints trees of stacks in tests.
package testtree

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/folded"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// Folded returns a tree as folded text.
func Folded(t *testing.T, tree *stacks.Tree) string {
	t.Helper()
	var b strings.Builder
	if err := folded.Write(&b, tree); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// CheckSums checks that self and the children's totals add up to the total, everywhere, and that parents come first.
func CheckSums(t *testing.T, tree *stacks.Tree) {
	t.Helper()
	sums := make([]int64, len(tree.Nodes))
	for i, n := range tree.Nodes {
		sums[i] += n.Self
		if i == 0 {
			continue
		}
		if n.Parent < 0 || int(n.Parent) >= i {
			t.Fatalf("node %d has parent %d", i, n.Parent)
		}
		sums[n.Parent] += n.Total
	}
	for i, n := range tree.Nodes {
		if sums[i] != n.Total {
			t.Fatalf("node %d: self and children are %d, total is %d", i, sums[i], n.Total)
		}
	}
	if tree.Roles != nil && len(tree.Roles) != len(tree.Nodes) {
		t.Errorf("%d roles for %d nodes", len(tree.Roles), len(tree.Nodes))
	}
}

// Dump writes a tree with its roles, children by name.
func Dump(tree *stacks.Tree) string {
	children := map[int32][]int32{}
	for i := 1; i < len(tree.Nodes); i++ {
		p := tree.Nodes[i].Parent
		children[p] = append(children[p], int32(i))
	}
	name := func(i int32) string { return tree.Frames[tree.Nodes[i].Frame].Name }
	var b strings.Builder
	var walk func(i int32, indent string)
	walk = func(i int32, indent string) {
		n := tree.Nodes[i]
		label := "all"
		if i > 0 {
			label = name(i)
		}
		fmt.Fprintf(&b, "%s%s %d", indent, label, n.Total)
		if n.Self > 0 {
			fmt.Fprintf(&b, " self %d", n.Self)
		}
		if tree.Base != nil {
			fmt.Fprintf(&b, " base %g", tree.Base.Values[i].Total)
		}
		if tree.Roles != nil && i > 0 {
			fmt.Fprintf(&b, " %s", [...]string{"-", "root", "inlined", "both"}[tree.Roles[i]])
		}
		b.WriteByte('\n')
		slices.SortFunc(children[i], func(a, b int32) int { return strings.Compare(name(a), name(b)) })
		for _, c := range children[i] {
			walk(c, indent+" ")
		}
	}
	walk(0, "")
	return b.String()
}

// Of merges all stacks of a source.
func Of(t *testing.T, s stacks.Source) *stacks.Tree {
	t.Helper()
	tree, err := s.NewTree(convert.NewNames(s.Profile, convert.NameOptions{}), stacks.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

// ReadFolded reads folded text.
func ReadFolded(t *testing.T, text string) *iprof.Profile {
	t.Helper()
	p, err := folded.Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Parse reads folded text and merges its stacks.
func Parse(t *testing.T, text string) *stacks.Tree {
	t.Helper()
	return Of(t, stacks.Source{Profile: ReadFolded(t, text)})
}

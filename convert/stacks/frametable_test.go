package stacks

import (
	"testing"

	"github.com/iprof-viz/iprof-viz/iprof"
)

// No choice of edges fills a table's slots one after the other in every run: the edges that multiply to nearly the same hash without
// a seed are spread.
func TestEdgeTableIsSeeded(t *testing.T) {
	const edges = 1 << 14
	nodes := []Node{{Parent: -1, Frame: -1}}
	table := newEdgeTable(&nodes)
	// The inverse of the multiplier modulo 2^64 makes keys whose products differ in their lowest bits only.
	const multiplier uint64 = 0x9e3779b97f4a7c15
	inverse := multiplier
	for range 6 {
		inverse *= 2 - multiplier*inverse
	}
	for i := range uint64(edges) {
		key := i * inverse
		table.child(int32(key>>33), int32(key&0x7fffffff))
	}
	probes := 0
	for i := range table.slots {
		if table.slots[i] != 0 {
			probes++
		} else {
			probes = 0
		}
		if probes > edges/8 {
			t.Fatalf("more than %d edges are in slots side by side", edges/8)
		}
	}
}

// Seeds of one bit, as rare as any, spread edges, too.
func TestSeedsOfFewBits(t *testing.T) {
	nodes := []Node{{Parent: -1, Frame: -1}}
	table := edgeTable{nodes: &nodes, seed: 1}
	table.reserve(1000)
	slots := map[*int32]bool{}
	for frame := range int32(500) {
		slots[table.slot(0, frame)] = true
	}
	if len(slots) < 250 {
		t.Errorf("500 edges begin in %d slots", len(slots))
	}
}

// A stack that is added twice has both values.
func TestSetAddsUp(t *testing.T) {
	var s set
	var tree Tree
	stack := iprof.Context{{Method: 2}, {Method: 1}}
	s.add(stack, 3)
	s.add(stack[1:], 10)
	s.add(stack, 4)
	s.fill(&tree)
	if len(tree.Nodes) != 3 || tree.Nodes[0].Total != 17 || tree.Nodes[1].Self != 10 || tree.Nodes[2].Self != 7 {
		t.Errorf("%+v", tree.Nodes)
	}
}

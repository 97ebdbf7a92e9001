package stacks

import "testing"

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

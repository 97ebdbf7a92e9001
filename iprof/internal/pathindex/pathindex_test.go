package pathindex

import (
	"math/rand/v2"
	"testing"
)

// An index finds each hash that was added, through all of its growth, and no other. Hashes that share their top or low bits are found
// like any others.
func TestIndex(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	x := New(0)
	var hashes []uint64
	for i := range 5 * shardLen {
		h := random.Uint64()
		switch i % 100 {
		case 1:
			h = h<<8>>8 | 7<<56
		case 2:
			h = h>>20<<20 | 5
		}
		hashes = append(hashes, h)
		if node := x.Find(h); node != None {
			t.Fatalf("hash %#x is there before it was added, as %d", h, node)
		}
		x.Add(h, int32(i))
		if some := random.IntN(len(hashes)); x.Find(hashes[some]) != int32(some) {
			t.Fatalf("after %d: hash %d is at %d", i, some, x.Find(hashes[some]))
		}
	}
	for i, h := range hashes {
		if x.Find(h) != int32(i) {
			t.Errorf("hash %d is at %d", i, x.Find(h))
		}
	}
	if len(x.shards) < 8 {
		t.Errorf("%d shards: the test is too small", len(x.shards))
	}
}

// An index with room for a number of nodes grows no more for them, and is no longer than one that grows.
func TestNewHasRoom(t *testing.T) {
	for _, nodes := range []int{0, 1, 11, 12, 13, 1000, shardLen, 4 * shardLen} {
		reserved, grown := New(nodes), New(0)
		random := rand.New(rand.NewPCG(3, 4))
		before := slotsOf(reserved)
		for i := range nodes - nodes/50 { // hashes do not spread over the shards quite evenly
			h := random.Uint64()
			reserved.Add(h, int32(i))
			grown.Add(h, int32(i))
		}
		if n := slotsOf(reserved); n != before || n > 2*slotsOf(grown) {
			t.Errorf("%d nodes: %d slots at first, %d at the end, %d grown", nodes, before, n, slotsOf(grown))
		}
	}
}

func slotsOf(x *Index) int { return len(x.shards) * len(x.shards[0].slots) }

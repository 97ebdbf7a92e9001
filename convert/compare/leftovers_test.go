package compare

import "testing"

// No value that a file can choose leaves a hash as it is, or gives two hashes the same result, as it did for fixed factors.
func TestHashesAreSeeded(t *testing.T) {
	const factor = 0xd1b54a32d192ed03 // of the unseeded hash, which this value cancels
	for h := range uint64(1000) {
		if mix(h, factor) == h {
			t.Fatalf("%d stays", h)
		}
	}
	if mixSeeds == [2]uint64{} {
		t.Error("there are no seeds")
	}
	if a := hashText(1, "a"); a == hashText(1, "b") || a == hashText(2, "a") {
		t.Error("texts are not told apart")
	}
}

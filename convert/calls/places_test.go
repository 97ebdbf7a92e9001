package calls

import "testing"

// Keys keep their place, few or many.
func TestPlaces(t *testing.T) {
	var p places[int]
	for round := range 2 {
		for i := range 40 {
			if place, isNew := p.of(7 * i); place != i || isNew != (round == 0) {
				t.Errorf("round %d: key %d is at %d, new: %t", round, 7*i, place, isNew)
			}
		}
	}
	if len(p.keys) != 40 {
		t.Errorf("%d keys", len(p.keys))
	}
}

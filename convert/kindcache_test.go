package convert

import (
	"sync"
	"testing"
)

// Each slot has its own kind, also if several goroutines ask at once, and none before that.
func TestKindCache(t *testing.T) {
	const slots = 1001
	c := newKindCache(slots)
	kindOf := func(slot int) Kind { return Kind(slot % NumKinds) }
	for slot := range slots {
		if kind, ok := c.get(slot); ok {
			t.Fatalf("slot %d is of kind %s before anyone asks", slot, kind)
		}
	}
	var all sync.WaitGroup
	for from := range 4 {
		all.Go(func() {
			for i := range slots {
				slot := (i + from*slots/7) % slots
				if _, ok := c.get(slot); !ok {
					c.set(slot, kindOf(slot))
				}
			}
		})
	}
	all.Wait()
	for slot := range slots {
		if kind, ok := c.get(slot); !ok || kind != kindOf(slot) {
			t.Fatalf("slot %d: %s %t, want %s", slot, kind, ok, kindOf(slot))
		}
	}
	if NumKinds > 15 {
		t.Fatalf("%d kinds do not fit", NumKinds)
	}
}

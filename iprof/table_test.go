package iprof_test

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/iprof"
)

// TestTables compares tables with copies of their entries. Some names are longer than a chunk of a table, and ids take
// any number of bytes.
func TestTables(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	name := func() string {
		n := random.IntN(60)
		if random.IntN(100) == 0 {
			n = random.IntN(200_000)
		}
		return strings.Repeat(string(rune('a'+random.IntN(26))), n) + "é\x00"[:random.IntN(4)]
	}
	id := func() iprof.TypeID { return iprof.TypeID(random.Int32() >> random.IntN(31)) }
	maybe := func() iprof.TypeID {
		if random.IntN(10) == 0 {
			return iprof.NoType
		}
		return id()
	}

	for _, entries := range []int{0, 1, 3000} {
		var b iprof.Builder
		var wantTypes []iprof.Type
		var wantMethods []iprof.Method
		for len(wantTypes) < entries {
			if typ := (iprof.Type{ID: id(), Name: name()}); b.AddType(typ) {
				wantTypes = append(wantTypes, typ)
			}
		}
		for len(wantMethods) < entries {
			m := iprof.Method{ID: iprof.MethodID(id()), Name: name(), Declaring: maybe(), Return: maybe()}
			for range random.IntN(5) * random.IntN(80) {
				m.Params = append(m.Params, id())
			}
			if b.AddMethod(m) {
				wantMethods = append(wantMethods, m)
			}
		}
		p := b.Profile()
		types, methods := &p.Types, &p.Methods
		if types.Len() != entries || methods.Len() != entries {
			t.Fatalf("%d types and %d methods, want %d", types.Len(), methods.Len(), entries)
		}
		for i := range entries { // in any order
			i = (i * 7919) % entries
			if got := types.At(i); got != wantTypes[i] {
				t.Fatalf("type %d: %+v, want %+v", i, got, wantTypes[i])
			}
			if got := methods.At(i); !reflect.DeepEqual(got, wantMethods[i]) {
				t.Fatalf("method %d: %+v, want %+v", i, got, wantMethods[i])
			}
		}
		n := 0
		for i, got := range types.All() {
			if i != n || got != wantTypes[i] {
				t.Fatalf("type %d, in order: %d, %+v", n, i, got)
			}
			n++
		}
		for i, got := range methods.All() {
			if n--; !reflect.DeepEqual(got, wantMethods[i]) {
				t.Fatalf("method %d, in order: %+v", i, got)
			}
		}
		if n != 0 {
			t.Fatalf("not as many methods in order as types: %d", n)
		}
	}
}

// TestSlots has ids around the borders of pages, and around the largest id that has a page.
func TestSlots(t *testing.T) {
	ids := []iprof.MethodID{1 << 12, 0, 1<<31 - 1, 1<<12 - 1, 1 << 22, 1<<22 - 1, 1, 1<<22 + 1, 1<<12 + 1}
	b := iprof.NewBuilder(iprof.Version{Major: 1})
	b.AddType(iprof.Type{ID: 7, Name: "T"})
	for _, id := range ids {
		if !b.AddMethod(iprof.Method{ID: id, Name: "m", Declaring: 7, Return: 7}) || b.AddMethod(iprof.Method{ID: id}) {
			t.Errorf("method %d: not added once", id)
		}
	}
	p := b.Profile()
	for slot, id := range ids {
		if got := p.MethodSlot(id); got != slot {
			t.Errorf("method %d is in slot %d, want %d", id, got, slot)
		}
		if got := p.MethodIDAt(slot); got != id {
			t.Errorf("slot %d has method %d, want %d", slot, got, id)
		}
	}
	for _, id := range []iprof.MethodID{2, 1<<12 + 2, 1 << 13, 1<<22 + 2, -1} {
		if m, ok := p.Method(id); ok {
			t.Errorf("method %d: found %+v", id, m)
		}
	}
}

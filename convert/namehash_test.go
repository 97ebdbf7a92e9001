package convert

import (
	"hash/maphash"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// The hash is the name's, whether that was made or not, so equal names of any kind have equal hashes.
func TestHashIsOfTheName(t *testing.T) {
	var b iprof.Builder
	b.AddType(iprof.Type{ID: 1, Name: "p.A"})
	b.AddMethod(iprof.Method{ID: 1, Name: "m", Declaring: 1, Return: 1})
	b.AddMethod(iprof.Method{ID: 2, Name: "p.A.m", Declaring: iprof.NoType, Return: iprof.NoType})
	b.AddMethod(iprof.Method{ID: 3, Name: "n", Declaring: 9, Return: 1})
	b.Contexts().Child(iprof.NoNode, 0, 7)
	seed := maphash.MakeSeed()
	for _, p := range []*iprof.Profile{b.Profile(), testprofile.Example("shop.iprof")} {
		for _, style := range []NameStyle{FullNames, ShortNames, SignatureNames} {
			names := NewNames(p, NameOptions{Style: style})
			for slot := range p.MethodSlots() {
				before := names.hash(slot, seed)
				if want := maphash.String(seed, names.Method(slot)); before != want || names.hash(slot, seed) != want {
					t.Errorf("style %d: %s", style, names.Method(slot))
				}
			}
		}
	}
}

package convert

import (
	"hash/maphash"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// profilesOfNames are profiles whose methods have names of all kinds.
func profilesOfNames() []*iprof.Profile {
	var b iprof.Builder
	b.AddType(iprof.Type{ID: 1, Name: "p.A"})
	b.AddMethod(iprof.Method{ID: 1, Name: "m", Declaring: 1, Return: 1})
	b.AddMethod(iprof.Method{ID: 2, Name: "p.A.m", Declaring: iprof.NoType, Return: iprof.NoType})
	b.AddMethod(iprof.Method{ID: 3, Name: "n", Declaring: 9, Return: 1})
	b.Contexts().Child(iprof.NoNode, 0, 7)
	return []*iprof.Profile{b.Profile(), testprofile.Example("shop.iprof")}
}

// The hash is the name's, whether that was made or not, so equal names of any kind have equal hashes.
func TestHashIsOfTheName(t *testing.T) {
	seed := maphash.MakeSeed()
	for _, p := range profilesOfNames() {
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

// Whether a name has an end is known without the name.
func TestEndsOfPlainNames(t *testing.T) {
	for _, p := range profilesOfNames() {
		for _, opts := range []NameOptions{{}, {Style: ShortNames}, {Style: SignatureNames}, {Normalize: true}} {
			names := NewNames(p, opts)
			for slot := range min(p.MethodSlots(), 20) {
				full := names.PlainName(slot)
				for from := range len(full) {
					for other := range min(p.MethodSlots(), 20) {
						if got := names.PlainNameEndsIn(other, full[from:]); got != strings.HasSuffix(names.PlainName(other), full[from:]) {
							t.Errorf("%v: %s ends in %s: %t", opts, names.PlainName(other), full[from:], got)
						}
					}
				}
			}
		}
	}
}

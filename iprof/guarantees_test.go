package iprof_test

import (
	"errors"
	"math"
	"reflect"
	"slices"
	"testing"

	"github.com/iprof-viz/iprof-viz/iprof"
)

// panics reports whether a call does.
func panics(call func()) (did bool) {
	defer func() { did = recover() != nil }()
	call()
	return false
}

// Elements are counted from 0 to the length; all others panic, and empty lists have none.
func TestIndexesOutsidePanic(t *testing.T) {
	p := load(t, "../testdata/fib.iprof")
	for name, of := range map[string]struct {
		n  int
		at func(i int)
	}{
		"Calls":    {p.Calls.Len(), func(i int) { p.Calls.At(i) }},
		"Contexts": {p.Contexts.Len(), func(i int) { p.Contexts.Node(iprof.NodeID(i)) }},
		"Types":    {p.Types.Len(), func(i int) { p.Types.At(i) }},
		"Methods":  {p.Methods.Len(), func(i int) { p.Methods.At(i) }},
		"MethodAt": {p.MethodSlots(), func(i int) { p.MethodAt(i) }},
		"TypeAt":   {p.TypeSlots(), func(i int) { p.TypeAt(i) }},
	} {
		for i, want := range map[int]bool{-1: true, 0: false, of.n - 1: false, of.n: true, of.n + 1: true} {
			if of.n == 0 || panics(func() { of.at(i) }) != want {
				t.Errorf("%s at %d of %d: want a panic: %t", name, i, of.n, want)
			}
		}
	}
	var none *iprof.Tree
	for range none.All() {
		t.Error("a nil tree has a node")
	}
	var list iprof.List[iprof.Count]
	for range list.All() {
		t.Error("an empty list has an element")
	}
	if none.Len() != 0 || list.Len() != 0 {
		t.Error("not empty")
	}
}

// A caller may change the parameters of a method that it got, and the successors that it requested.
func TestResultsAreCopies(t *testing.T) {
	p := load(t, "../testdata/shop.iprof")
	changed := 0
	for i := range p.Methods.Len() {
		m := p.Methods.At(i)
		before := slices.Clone(m.Params)
		for k := range m.Params {
			m.Params[k] = -7
			changed++
		}
		if again := p.Methods.At(i); !slices.Equal(again.Params, before) {
			t.Fatalf("%s has changed", m.Name)
		}
	}
	c := p.Conditionals.At(0)
	kept := []iprof.Successor{{Index: 9, Target: 8, Count: 7}}
	got := p.OwnSuccessors(kept, c)
	if len(got) < 2 || got[0] != kept[0] {
		t.Errorf("%+v is not appended to %+v", got, kept)
	}
	for i := range got {
		got[i] = iprof.Successor{}
	}
	if again := p.OwnSuccessors(nil, c); slices.Contains(again, iprof.Successor{}) || changed == 0 {
		t.Errorf("%+v, %d parameters changed", again, changed)
	}
}

// A record whose counts are too many for the sum of its section is an error, and the profile stays as it was; a negative count panics.
func TestRecordsThatDoNotFit(t *testing.T) {
	records := map[iprof.Section]func(b *iprof.Builder, n int64) error{
		iprof.Calls:   func(b *iprof.Builder, n int64) error { return b.AddCount(iprof.Calls, iprof.Count{Value: n}) },
		iprof.Samples: func(b *iprof.Builder, n int64) error { return b.AddCount(iprof.Samples, iprof.Count{Value: n}) },
		iprof.Conditionals: func(b *iprof.Builder, n int64) error {
			return b.AddConditional(0, 5, []iprof.Successor{{Target: 9, Count: 1}, {Count: n}})
		},
		iprof.Receivers: func(b *iprof.Builder, n int64) error {
			return b.AddTypeProfile(iprof.Receivers, 0, 5, []iprof.TypeCount{{Count: 1}, {Count: n}})
		},
		iprof.InstanceOf: func(b *iprof.Builder, n int64) error {
			return b.AddTypeProfile(iprof.InstanceOf, 0, 5, []iprof.TypeCount{{Count: 1}, {Count: n}})
		},
		iprof.Monitors: func(b *iprof.Builder, n int64) error { return b.AddMonitors([]iprof.TypeCount{{Count: 1}, {Count: n}}) },
	}
	for _, s := range iprof.Sections {
		var b iprof.Builder
		b.AddType(iprof.Type{ID: 0, Name: "A"})
		b.AddMethod(iprof.Method{ID: 1, Name: "m"})
		b.Contexts().Child(iprof.NoNode, 0, 1)
		b.Stacks().Child(iprof.NoNode, 0, 1)
		if err := records[s](&b, 40); err != nil {
			t.Fatal(err)
		}
		before := b.Records()
		if err := records[s](&b, math.MaxInt64-30); !errors.Is(err, iprof.ErrOverflow) {
			t.Errorf("%s: %v", s, err)
		}
		if !panics(func() { records[s](&b, -1) }) {
			t.Errorf("%s: a negative count is taken", s)
		}
		after := b.Records()
		p := b.Profile()
		if total := p.Total(s); before != after || total != 40 && total != 41 {
			t.Errorf("%s: %d records and then %d, with a sum of %d", s, before, after, total)
		}
	}
}

// The origin of a zero profile is an iprof's: its unit is never empty.
func TestZeroProfile(t *testing.T) {
	var p iprof.Profile
	if o := p.Origin(); !reflect.DeepEqual(o, iprof.Origin{Unit: "samples", PerSample: 1}) || !o.IsIprof() {
		t.Errorf("%+v", o)
	}
	for _, s := range iprof.Sections {
		if p.Has(s) || p.Records(s) != 0 || p.Total(s) != 0 {
			t.Errorf("%s: %d records", s, p.Records(s))
		}
	}
	if p.MethodSlots() != 0 || p.TypeSlots() != 0 || p.Contexts.Len() != 0 || p.Stacks.Len() != 0 {
		t.Error("not empty")
	}
}

// DeclaringAt is the declaring type that MethodAt returns; none of a method that is not listed, or whose signature is unknown.
func TestDeclaringAt(t *testing.T) {
	var b iprof.Builder
	b.AddType(iprof.Type{ID: 7, Name: "A"})
	b.AddMethod(iprof.Method{ID: 1, Name: "run", Declaring: 7, Return: 7})
	b.AddMethod(iprof.Method{ID: 2, Name: "unsigned", Declaring: iprof.NoType, Return: iprof.NoType})
	b.Contexts().Add(iprof.Context{{Method: 3}})
	p := b.Profile()
	type declaring struct {
		of     iprof.TypeID
		listed bool
	}
	var got []declaring
	for slot := range p.MethodSlots() {
		of, listed := p.DeclaringAt(slot)
		got = append(got, declaring{of, listed})
	}
	if want := []declaring{{7, true}, {iprof.NoType, true}, {iprof.NoType, false}}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

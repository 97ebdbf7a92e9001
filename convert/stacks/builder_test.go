package stacks_test

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A value beyond 2^63-1 in all is an error, and the stacks before it stay.
func TestBuilderOverflow(t *testing.T) {
	b := stacks.NewBuilder(0)
	stack := func(names ...string) (c iprof.Context) {
		for _, name := range names {
			c = append(c, iprof.Frame{Method: b.Method(name)})
		}
		return c
	}
	if _, err := b.Add(stack("leaf", "root"), math.MaxInt64-1); err != nil {
		t.Fatal(err)
	}
	if node, err := b.Add(stack("leaf"), 2); !errors.Is(err, iprof.ErrOverflow) || node != iprof.NoNode {
		t.Errorf("%v, node %d", err, node)
	}
	if _, err := b.Add(stack("leaf"), 1); err != nil {
		t.Error(err)
	}
	p := b.Profile(iprof.Origin{Format: "folded stacks", Unit: "samples", PerSample: 1})
	if p.Total(iprof.Samples) != math.MaxInt64 || p.Samples.Len() != 2 || p.Methods.Len() != 2 {
		t.Errorf("%d in %d stacks of %d methods", p.Total(iprof.Samples), p.Samples.Len(), p.Methods.Len())
	}
}

// Values are added up by stack and line of its leaf, in any order; a stack without a value has no record. Values of lines count for the limit,
// too.
func TestBuilderAddsUpLines(t *testing.T) {
	b := stacks.NewBuilder(0)
	add := func(value int64, line iprof.BCI, names ...string) error {
		var c iprof.Context
		for i, name := range names {
			f := iprof.Frame{Method: b.Method(name)}
			if i == 0 {
				f.BCI = line
			}
			c = append(c, f)
		}
		_, err := b.Add(c, value)
		return err
	}
	for _, x := range []struct {
		value int64
		line  iprof.BCI
		stack string
	}{{0, 0, "none"}, {5, 7, "a"}, {1, 0, "a"}, {2, 3, "b"}, {4, 7, "a"}, {8, 9, "a"}, {3, 0, "a"}, {0, 5, "b"}, {6, 3, "b"}, {9, 2, "c"}} {
		if err := add(x.value, x.line, x.stack, "root"); err != nil {
			t.Fatal(err)
		}
	}
	if err := add(math.MaxInt64-37, 1, "a", "root"); !errors.Is(err, iprof.ErrOverflow) { // 38 so far
		t.Error(err)
	}
	if err := add(math.MaxInt64-38, 4, "c", "root"); err != nil {
		t.Error(err)
	}
	p := b.Profile(iprof.Origin{Format: "folded stacks", Unit: "samples", Lines: true})
	got := map[string]int64{}
	for _, r := range p.Samples.All() {
		m, _ := p.Method(p.Stacks.Node(r.Node).Method)
		got[fmt.Sprint(m.Name, ":", int(r.BCI))] += r.Value
	}
	want := map[string]int64{"a:0": 4, "a:7": 9, "a:9": 8, "b:3": 8, "c:2": 9, "c:4": math.MaxInt64 - 38}
	if !maps.Equal(got, want) || p.Samples.Len() != len(want) {
		t.Errorf("%v in %d records, want %v", got, p.Samples.Len(), want)
	}
}

// A name that frames of several owners have is that of the method without one, or of the first; others say whose they are, and keep to
// that when profiles are added up.
func TestBuilderOwners(t *testing.T) {
	type frame struct {
		name  string
		owner iprof.Owner
	}
	profile := func(frames ...frame) *iprof.Profile {
		b := stacks.NewBuilder(0)
		for i, f := range frames {
			if _, err := b.Add(iprof.Context{{Method: b.OwnedMethod(f.name, f.owner)}}, int64(1)<<i); err != nil {
				t.Fatal(err)
			}
		}
		return b.Profile(iprof.Origin{Format: "any", Unit: "samples", PerSample: 1})
	}
	text := func(p *iprof.Profile) (all []string) {
		for _, r := range p.Samples.All() {
			m, _ := p.Method(p.Stacks.Node(r.Node).Method)
			all = append(all, fmt.Sprintf("%s (%s) %d", m.Name, p.Origin().Owners[m.Name], r.Value))
		}
		return all
	}
	both := profile(frame{"memcpy", "library"}, frame{"memcpy", ""}, frame{"append", "VM"}, frame{"append", "library"}, frame{"free", "VM"}, frame{"memcpy", "library"},
		frame{"append [VM]", ""}, frame{"main", ""})
	want := []string{"memcpy [library] (library) 33", "memcpy () 2", "append [VM] [VM] (VM) 4", "append (library) 8", "free (VM) 16", "append [VM] () 64", "main () 128"}
	if got := text(both); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if got := text(profile(frame{"main", ""})); !slices.Equal(got, []string{"main () 1"}) {
		t.Errorf("%q", got)
	}
	sum := stacks.NewBuilder(0)
	for _, p := range []*iprof.Profile{profile(frame{"memcpy", "library"}), both} {
		if _, err := sum.AddProfile(p); err != nil {
			t.Fatal(err)
		}
	}
	if got := text(sum.Profile(iprof.Origin{Format: "any", Unit: "samples", PerSample: 1})); !slices.Equal(got[:2], []string{"memcpy [library] (library) 34", "memcpy () 2"}) {
		t.Errorf("%q", got)
	}
}

// Adding profiles is adding their stacks, also one without any, up to a total of 2^63-1.
func TestAddProfiles(t *testing.T) {
	of := func(values ...int64) *iprof.Profile {
		b := stacks.NewBuilder(0)
		for _, value := range values {
			if _, err := b.Add(iprof.Context{{Method: b.Method("leaf")}, {Method: b.Method("root")}}, value); err != nil {
				t.Fatal(err)
			}
		}
		return b.Profile(iprof.Origin{Format: "folded stacks"})
	}
	b := stacks.NewBuilder(0)
	for _, p := range []*iprof.Profile{of(), of(5), of(), of(7, 1)} {
		nodes, err := b.AddProfile(p)
		if err != nil || len(nodes) != p.Stacks.Len() {
			t.Fatalf("%d nodes, %v", len(nodes), err)
		}
	}
	if _, err := b.AddProfile(of(math.MaxInt64)); !errors.Is(err, iprof.ErrOverflow) {
		t.Error(err)
	}
	if _, err := b.AddProfile(of(math.MaxInt64 - 13)); err != nil {
		t.Error(err)
	}
	if p := b.Profile(iprof.Origin{Format: "folded stacks"}); p.Total(iprof.Samples) != math.MaxInt64 || p.Stacks.Len() != 2 {
		t.Errorf("%d in %d stacks", p.Total(iprof.Samples), p.Stacks.Len())
	}
}

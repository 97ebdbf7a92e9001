package stacks_test

import (
	"errors"
	"math"
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

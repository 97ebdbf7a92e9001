package stacks_test

import (
	"regexp"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// Of stacks that filters drop nothing is left: no node without a value, and no name.
func TestDroppedStacksLeaveNothing(t *testing.T) {
	compared := 0
	for name, data := range testprofile.Varied(t) {
		p := testprofile.Parse(t, string(data))
		zeros := false // which are kept like all others
		for _, r := range p.Samples.All() {
			zeros = zeros || r.Value == 0
		}
		if p.Samples.Len() == 0 || zeros {
			continue
		}
		compared++
		some := regexp.MustCompile("[aeiou]$")
		dropped := int64(0)
		for _, f := range []convert.FilterOptions{{Focus: some}, {Ignore: some}, {ShowFrom: some}, {Focus: some, Hide: regexp.MustCompile("get")}} {
			for _, reverse := range []bool{false, true} {
				tree, err := stacks.NewTree(p, nil, stacks.Options{Metric: convert.Samples, Filter: f, Reverse: reverse})
				if err != nil {
					t.Fatal(err)
				}
				dropped += tree.Hidden
				used := make([]bool, len(tree.Frames))
				for i, n := range tree.Nodes[1:] {
					used[n.Frame] = true
					if n.Total == 0 {
						t.Fatalf("%s: %+v: node %d, %s, has no samples", name, f, i+1, tree.Frames[n.Frame].Name)
					}
				}
				for i, u := range used {
					if !u {
						t.Fatalf("%s: %+v: no stack has %s", name, f, tree.Frames[i].Name)
					}
				}
			}
		}
		if dropped == 0 {
			t.Errorf("%s: nothing is dropped", name)
		}
	}
	if compared < 3 {
		t.Errorf("%d profiles are compared", compared)
	}
}

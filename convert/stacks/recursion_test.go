package stacks_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/internal/testtree"
)

// TestMergeRecursion: the merged tree is that of the stacks without a frame after itself.
func TestMergeRecursion(t *testing.T) {
	for name, data := range testprofile.Varied(t) {
		p := testprofile.Parse(t, string(data))
		for _, metric := range []convert.Metric{convert.Samples, convert.Calls} {
			tree := newTree(t, p, stacks.Options{Metric: metric})
			want := map[string]int64{}
			for stack, n := range testprofile.Lines(t, testtree.Folded(t, tree)) {
				want[strings.Join(slices.Compact(strings.Split(stack, ";")), ";")] += n
			}
			merged := tree.MergeRecursion()
			if fewer := len(merged.Nodes) < len(tree.Nodes); tree.IsRecursive() != fewer {
				t.Errorf("recursive: %t, and merging leaves %d of %d nodes", !fewer, len(merged.Nodes), len(tree.Nodes))
			}
			testtree.CheckSums(t, merged)
			if got := testprofile.Lines(t, testtree.Folded(t, merged)); !maps.Equal(got, want) {
				t.Errorf("%s, %s: %d stacks, want %d", name, metric, len(got), len(want))
			}
			if (merged.Roles == nil) != (tree.Roles == nil) || merged.Roles != nil && len(merged.Roles) != len(merged.Nodes) {
				t.Errorf("%s, %s: %d roles of %d nodes", name, metric, len(merged.Roles), len(merged.Nodes))
			}
		}
	}
}

// TestPatternNames: regardless of the style of names, frames have what patterns match.
func TestPatternNames(t *testing.T) {
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":1,"name":"app.Main"},{"id":2,"name":"void"},{"id":3,"name":"[Ljava.lang.String;"},{"id":4,"name":"int"}],
		"methods":[{"id":1,"name":"main","signature":[1,2,3,4]}],"samplingProfiles":[{"ctx":"7:0<1:1","records":[10]}]}`)
	for _, style := range []convert.NameStyle{convert.FullNames, convert.ShortNames, convert.SignatureNames} {
		tree, err := stacks.NewTree(p, convert.NewNames(p, convert.NameOptions{Style: style}), stacks.Options{PatternNames: true})
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, f := range tree.Frames {
			got += fmt.Sprintf("%s%s ", f.Plain, f.Params)
		}
		if got != "app.Main.main(java.lang.String[], int)  " {
			t.Errorf("%s: %q", style, got)
		}
	}
}

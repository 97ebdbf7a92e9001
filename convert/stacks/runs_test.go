package stacks_test

import (
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/internal/testtree"
)

// TestCollapseRuns: inner frames with nearly all of the value above them become one, those that differ stay, and all sums are
// right.
func TestCollapseRuns(t *testing.T) {
	frames := func(names ...string) []stacks.Frame {
		var all []stacks.Frame
		for _, name := range names {
			all = append(all, stacks.Frame{Name: name})
		}
		return all
	}
	// all 100 → main 100 → a 100 (1 self) → b 99 (and aside 0) → c 98 → work 98 → left 60 → leaf 60, right 38
	tree := &stacks.Tree{
		Frames: frames("main", "a", "b", "c", "work", "left", "leaf", "right"),
		Nodes: []stacks.Node{
			{Parent: -1, Frame: -1, Total: 100},
			{Parent: 0, Frame: 0, Total: 100}, {Parent: 1, Frame: 1, Self: 1, Total: 100}, {Parent: 2, Frame: 2, Self: 1, Total: 99},
			{Parent: 3, Frame: 3, Total: 98}, {Parent: 4, Frame: 4, Total: 98}, {Parent: 5, Frame: 5, Total: 60},
			{Parent: 6, Frame: 6, Self: 60, Total: 60}, {Parent: 5, Frame: 7, Self: 38, Total: 38},
		},
	}
	got := tree.CollapseRuns()
	runs := got.Runs
	testtree.CheckSums(t, got)
	if len(runs) != 1 || len(got.Nodes) != 6 {
		t.Fatalf("%d runs, nodes %+v", len(runs), got.Nodes)
	}
	run := runs[got.Nodes[1].Frame]
	if run != (stacks.Run{First: "main", Last: "c", Frames: 4}) || got.Frames[got.Nodes[1].Frame].Name != "main … c" {
		t.Errorf("%+v, %q", run, got.Frames[got.Nodes[1].Frame].Name)
	}
	if n := got.Nodes[1]; n.Total != 100 || n.Self != 2 {
		t.Errorf("the run has %+v", n)
	}
	if name := got.Frames[got.Nodes[2].Frame].Name; name != "work" || got.Nodes[2].Total != 98 {
		t.Errorf("%s after the run, %+v", name, got.Nodes[2])
	}
	if len(tree.Frames) != 8 || tree.Frames[0].Name != "main" {
		t.Error("the tree itself has changed")
	}

	for name, data := range testprofile.Varied(t) {
		p := testprofile.Parse(t, string(data))
		whole := newTree(t, p, stacks.Options{Metric: convert.Samples})
		collapsed := whole.CollapseRuns()
		testtree.CheckSums(t, collapsed)
		frames := 0
		for _, run := range collapsed.Runs {
			frames += run.Frames - 1
		}
		if len(collapsed.Nodes)+frames != len(whole.Nodes) || collapsed.Nodes[0].Total != whole.Nodes[0].Total {
			t.Errorf("%s: %d nodes and %d in runs, of %d", name, len(collapsed.Nodes), frames, len(whole.Nodes))
		}
	}
}

// A stack of one sample is a run as one of many is.
func TestRunOfOneSample(t *testing.T) {
	for _, value := range []string{"1", "100"} {
		tree := testtree.Parse(t, "a;b;c;d;e;f;g;h "+value+"\n").CollapseRuns()
		if len(tree.Runs) != 1 || len(tree.Nodes) != 3 {
			t.Errorf("%s: %d runs, %d nodes", value, len(tree.Runs), len(tree.Nodes))
		}
	}
}

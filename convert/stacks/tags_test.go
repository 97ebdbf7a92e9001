package stacks_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// Samples are added up by stack, line and tag, also those of another profile; each stack has them by thread and state.
func TestTags(t *testing.T) {
	var tags stacks.Tags
	main, pool, runs, waits := stacks.Tag{Thread: "main"}, stacks.Tag{Thread: "pool"}, stacks.Tag{Thread: "main", State: "runs"}, stacks.Tag{Thread: "main", State: "waits"}
	add := func(node iprof.NodeID, line iprof.BCI, tag stacks.Tag, value int64) { tags.Add(node, line, tag, value) }
	add(3, 7, pool, 4)
	add(3, 7, waits, 2)
	add(3, 7, main, 1)
	add(3, 7, pool, 5)
	add(3, 0, pool, 16)
	add(4, 7, runs, 32)
	add(3, 7, runs, 64)
	want := map[uint64][]stacks.TagCount{
		convert.PlaceKey(3, 7): {{Tag: main, Value: 1}, {Tag: runs, Value: 64}, {Tag: waits, Value: 2}, {Tag: pool, Value: 9}},
		convert.PlaceKey(3, 0): {{Tag: pool, Value: 16}}, convert.PlaceKey(4, 7): {{Tag: runs, Value: 32}},
	}
	same := func(a, b []stacks.TagCount) bool { return slices.Equal(a, b) }
	if got := tags.ByStack(); !maps.EqualFunc(got, want, same) {
		t.Errorf("%v, want %v", got, want)
	}
	var all stacks.Tags
	all.AddAll(nil, nil)
	all.AddAll(&tags, []iprof.NodeID{0, 0, 0, 1, 1})
	all.AddAll(&tags, []iprof.NodeID{9, 9, 9, 9, 1})
	want = map[uint64][]stacks.TagCount{
		convert.PlaceKey(1, 7): {{Tag: main, Value: 1}, {Tag: runs, Value: 64 + 32 + 32}, {Tag: waits, Value: 2}, {Tag: pool, Value: 9}},
		convert.PlaceKey(1, 0): {{Tag: pool, Value: 16}},
		convert.PlaceKey(9, 7): {{Tag: main, Value: 1}, {Tag: runs, Value: 64}, {Tag: waits, Value: 2}, {Tag: pool, Value: 9}}, convert.PlaceKey(9, 0): {{Tag: pool, Value: 16}},
	}
	if got := all.ByStack(); !maps.EqualFunc(got, want, same) {
		t.Errorf("%v, want %v", got, want)
	}
	if (*stacks.Tags)(nil).ByStack() != nil || len((&stacks.Tags{}).ByStack()) != 0 {
		t.Error("no tags have stacks")
	}
}

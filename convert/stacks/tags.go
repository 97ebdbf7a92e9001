package stacks

import (
	"cmp"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A Tag says where a sample was taken, besides its stack.
type Tag struct {
	Thread string // its name; "": unknown
	State  string // of the thread, as the file has it, such as "STATE_RUNNABLE"; "": unknown
}

// Tags divide the samples of a profile. The zero Tags is empty.
type Tags struct {
	numbers map[Tag]int32
	list    []Tag
	values  map[tagged]int64
}

// A tagged is a stack, by its node and the line of its leaf, with the number of a tag.
type tagged struct {
	node iprof.NodeID
	line iprof.BCI
	tag  int32
}

// Add counts samples of a stack, which is a node of Profile.Stacks, whose leaf is at a line; 0: unknown.
func (t *Tags) Add(node iprof.NodeID, line iprof.BCI, tag Tag, value int64) {
	number, known := t.numbers[tag]
	if !known {
		if t.numbers == nil {
			t.numbers, t.values = map[Tag]int32{}, map[tagged]int64{}
		}
		number = int32(len(t.list))
		t.numbers[tag], t.list = number, append(t.list, tag)
	}
	t.values[tagged{node, line, number}] += value
}

// AddAll adds the samples of another profile, whose stacks are these nodes here. Nil has none.
func (t *Tags) AddAll(other *Tags, nodes []iprof.NodeID) {
	if other == nil {
		return
	}
	for of, value := range other.values {
		t.Add(nodes[of.node], of.line, other.list[of.tag], value)
	}
}

// A TagCount has the samples with a tag.
type TagCount struct {
	Tag
	Value int64
}

// ByStack returns the samples of each stack, by thread and state. Stacks are [convert.PlaceKey] of their node and line. A stack may have
// more samples than those with a tag. Nil Tags have no stacks.
func (t *Tags) ByStack() map[uint64][]TagCount {
	if t == nil {
		return nil
	}
	all := map[uint64][]TagCount{}
	for of, value := range t.values {
		key := convert.PlaceKey(int32(of.node), of.line)
		all[key] = append(all[key], TagCount{t.list[of.tag], value})
	}
	for _, counts := range all {
		slices.SortFunc(counts, func(a, b TagCount) int { return cmp.Or(cmp.Compare(a.Thread, b.Thread), cmp.Compare(a.State, b.State)) })
	}
	return all
}

package inlining

import (
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
)

// hottest returns the name of the method with the most self samples among those that units show; "": there is none, or the first unit shows
// it. A sampled stack does not tell in which unit it ran, so units are sorted by entries even if a profile has enough samples.
func (b *builder) hottest(in *Trees) string {
	if convert.DefaultMetric.Resolve(b.profile) != convert.Samples || len(in.Units) == 0 {
		return ""
	}
	stacks, self := convert.Samples.Tree(b.profile), make([]int64, b.profile.MethodSlots())
	for node, value := range convert.Samples.Records(b.profile) {
		self[b.profile.MethodSlot(stacks.Node(node).Method)] += value
	}
	hottest := convert.NoFrame
	for i, n := range b.profile.Contexts.All() {
		slot := b.slot(int32(i))
		if slot < 0 || slot != int32(b.profile.MethodSlot(n.Method)) || self[slot] == 0 || !b.isDrawable(i) {
			continue
		}
		if hottest == convert.NoFrame || self[slot] > self[hottest] || self[slot] == self[hottest] && convert.CompareSlotNames(b.names, slot, hottest) < 0 {
			hottest = slot
		}
	}
	if hottest == convert.NoFrame || slices.ContainsFunc(in.Units[0].Instances, func(x Instance) bool { return x.Slot == hottest }) {
		return ""
	}
	return b.names.Method(int(hottest))
}

// SortedNotes says that units are not sorted by samples, and which method selects those of the hottest one; nil if the first unit shows it.
func (in *Trees) SortedNotes() []string {
	if in.Hottest == "" {
		return nil
	}
	return []string{"sorted by entries, not samples; the hottest method with entries is " + in.Hottest + ": as REGEXP it selects its units"}
}

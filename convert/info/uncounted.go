package info

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/caveats"
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// muchUncounted is the share of the executions of conditionals in methods without a count that triggers a caution: entries then miss hot code.
const muchUncounted = 0.05

// uncountedMethods returns the caveat about methods of instrumented code that ran, as other records show, and have no count of their entries.
// Tables of entries leave them out. Those with the most executions of conditionals are named, as they may be the hottest. Stacks have other
// code as well, which is not instrumented.
func uncountedMethods(p *iprof.Profile, names *convert.Names, in *Info, conditionals func() *sites.Sites) []caveats.Caveat {
	if in.Section(convert.Calls).Total == 0 {
		return nil
	}
	instrumented := make([]bool, p.MethodSlots())
	for _, node := range p.Contexts.All() {
		instrumented[p.MethodSlot(node.Method)] = true
	}
	entries := convert.NewEntries(p)
	var without []int
	ran := int64(0)
	for slot, is := range convert.Ran(p) {
		if !is || !instrumented[slot] || names.Kind(slot) == convert.Profiler {
			continue
		}
		ran++
		if !entries.Methods[slot].Known() {
			without = append(without, slot)
		}
	}
	if len(without) == 0 {
		return nil
	}
	executions := make([]int64, p.MethodSlots())
	var whole, missing int64
	for _, c := range conditionals().Conditionals.All {
		executions[c.Slot] += c.Executions
		whole += c.Executions
	}
	for _, slot := range without {
		missing += executions[slot]
	}
	slices.SortStableFunc(without, func(a, b int) int { return cmp.Compare(executions[b], executions[a]) })
	const named = 3
	var list []string
	for _, slot := range without[:min(named, len(without))] {
		list = append(list, names.Method(slot))
	}
	if more := len(without) - len(list); more > 0 {
		list = append(list, words.Thousands(int64(more))+" more")
	}
	c := caveats.Caveat{Kind: "uncounted-methods", Severity: caveats.Note, Count: int64(len(without)),
		Text: fmt.Sprintf("%s of %s that ran %s no count of entries: %s", words.Thousands(int64(len(without))), words.CountOf(ran, "methods"), words.HasOrHave(int64(len(without))), words.List(list))}
	if whole > 0 && missing > 0 {
		share := float64(missing) / float64(whole)
		c.Text += fmt.Sprintf("; %s of the executions of conditionals are there", words.Percent(share))
		if share >= muchUncounted {
			c.Severity = caveats.Caution
		}
	}
	return []caveats.Caveat{c}
}

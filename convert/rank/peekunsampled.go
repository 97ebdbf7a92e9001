package rank

import (
	"fmt"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/internal/words"
)

// unsampled counts the methods that call one of these, or are called by one, according to the counts of inlined calls and not to samples:
// a call that is short or rare is counted, but may never be sampled. They have no row. It also reports whether entries of any are counted.
func (k *peek) unsampled(methods []int32) (callers, callees int64, entered bool) {
	counted, shown := *k.counted, make([]bool, len(k.Groups))
	is := map[convert.GroupKey]bool{}
	for _, g := range methods {
		shown[g], is[k.Groups[g].GroupKey] = true, true
	}
	counted.matched = slices.Clone(counted.matched) // only these: others have a million edges
	counted.matchOnly(is)
	counted.methods = make([]peekMethod, len(counted.Groups))
	counted.inlined()
	type pair struct{ from, to convert.GroupKey }
	has := map[pair]bool{}
	for _, e := range k.edges {
		if e.from >= 0 && e.Count > 0 && (shown[e.from] || shown[e.to]) {
			has[pair{k.Groups[e.from].GroupKey, k.Groups[e.to].GroupKey}] = true
		}
	}
	for _, e := range counted.edges {
		if e.from < 0 || e.to < 0 || e.Count == 0 {
			continue
		}
		p := pair{counted.Groups[e.from].GroupKey, counted.Groups[e.to].GroupKey}
		if has[p] {
			continue
		}
		has[p] = true // several call sites are one caller
		if is[p.to] {
			callers++
		}
		if is[p.from] {
			callees++
		}
	}
	for g := range counted.methods {
		entered = entered || counted.matched[g] && counted.methods[g].known
	}
	return callers, callees, entered
}

// callsHint says of the methods of a table of samples whether the counts of calls have more neighbors of theirs, or which command has the
// places that call them. Those without entries have none of -m calls.
func (k *peek) callsHint(methods []int32, opts PeekOptions) []string {
	callers, callees, entered := k.unsampled(methods)
	var more []string
	if callers > 0 {
		more = append(more, words.Count(callers, "more caller"))
	}
	if callees > 0 {
		more = append(more, words.Count(callees, "more callee"))
	}
	switch {
	case len(more) > 0:
		return []string{fmt.Sprintf("%s %s no samples: -m calls shows the entries by call site", words.List(more), words.HasOrHave(callers+callees))}
	case opts.Metric != convert.DefaultMetric:
	case entered:
		return []string{"-m calls shows the entries by call site"}
	case opts.Code.Class != nil && calls.AnyCalled(k.Profile, k.Names, k.pattern, k.counted.codeOptions(opts.Code)):
		return []string{"no entries are counted; iprof-viz calls --to shows the call sites"}
	}
	return nil
}

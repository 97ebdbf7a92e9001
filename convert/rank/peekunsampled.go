package rank

import (
	"fmt"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A peekUnsampled counts the neighbors of a method that have counted calls but no stack with the call, and so no row.
type peekUnsampled struct{ callers, callees int64 }

// findUnsampled counts the methods that call a matching one, or are called by one, according to the counts of inlined calls and not to
// samples: a call that is short or rare is counted, but may never be sampled.
func (k *peek) findUnsampled(opts PeekOptions) {
	counted := newPeek(k.Profile, k.Names, k.pattern, convert.Calls, opts)
	counted.match()
	counted.inlined()
	if len(counted.edges) == 0 {
		return
	}
	type pair struct{ from, to convert.GroupKey }
	has := map[pair]bool{}
	for _, e := range k.edges {
		if e.from >= 0 && e.Count > 0 {
			has[pair{k.Groups[e.from].GroupKey, k.Groups[e.to].GroupKey}] = true
		}
	}
	at := map[convert.GroupKey]int32{}
	for g, ok := range k.matched {
		if ok {
			at[k.Groups[g].GroupKey] = int32(g)
		}
	}
	k.unsampled = map[int32]peekUnsampled{}
	for _, e := range counted.edges {
		if e.from < 0 || e.to < 0 || e.Count == 0 {
			continue
		}
		p := pair{counted.Groups[e.from].GroupKey, counted.Groups[e.to].GroupKey}
		if has[p] {
			continue
		}
		has[p] = true // several call sites are one caller
		if g, ok := at[p.to]; ok {
			of := k.unsampled[g]
			of.callers++
			k.unsampled[g] = of
		}
		if g, ok := at[p.from]; ok {
			of := k.unsampled[g]
			of.callees++
			k.unsampled[g] = of
		}
	}
}

// callsHint says of the methods of a table of samples whether the counts of calls have more neighbors of theirs.
func (k *peek) callsHint(methods []int32, opts PeekOptions) []string {
	var sum peekUnsampled
	for _, g := range methods {
		sum.callers += k.unsampled[g].callers
		sum.callees += k.unsampled[g].callees
	}
	var more []string
	if sum.callers > 0 {
		more = append(more, words.Count(sum.callers, "more caller"))
	}
	if sum.callees > 0 {
		more = append(more, words.Count(sum.callees, "more callee"))
	}
	switch {
	case len(more) > 0:
		return []string{fmt.Sprintf("%s %s no samples: -m calls has the entries by call site", words.List(more), words.HasOrHave(sum.callers+sum.callees))}
	case opts.Metric == convert.DefaultMetric && k.Profile.Total(iprof.Calls) > 0:
		return []string{"-m calls has the entries by call site"}
	}
	return nil
}

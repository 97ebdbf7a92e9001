package inlining

import (
	"fmt"
	"maps"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/optimized"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// answerOfImage answers the question for the optimized image in a sentence.
func (q *question) answerOfImage(in *Into, slots []int32, contexts map[int32][]cursor, isCallee func(*calls.Callee) bool, opts IntoOptions) string {
	copies, certain, most, all := 0, int64(0), int64(0), int64(0)
	for _, slot := range slots {
		all += max(0, q.image.Methods[slot])
		for _, c := range contexts[slot] {
			if q.reaches(c) {
				copies++
				certain, most = certain+q.entries.Count[c.leaf], code.AddBounds(most, q.image.Entries[c.leaf].High)
			}
		}
	}
	methods, n := q.nameOf(slots, opts.Match), len(slots)
	if n == 0 {
		methods, n = q.nameOfCallees(isCallee, opts.Match)
	}
	others := q.nameOf(slices.Collect(maps.Keys(q.targets)), opts.Target)
	left := q.leftWords(in.Callers)
	if left == "" {
		left = q.leftInLog(opts)
	}
	if copies > 0 {
		yes := "yes"
		if left != "" {
			yes = "in part"
		}
		answer := fmt.Sprintf(yes+": %s %s inlined into %s in %s", methods, words.IsOrAre(int64(n)), others, words.Count(int64(copies), "copy", "copies"))
		if share := shareWords(certain, min(most, all), all); share != "" {
			answer += ", with " + share + " of the entries"
		}
		if left != "" {
			answer += "; " + left
		}
		return answer
	}
	answer := fmt.Sprintf("no: %s %s not inlined into %s; ", methods, words.IsOrAre(int64(n)), others)
	switch {
	case left != "":
		return answer + left
	case len(in.Callers) > 0:
		return answer + "nothing is left of its calls, or they are in no compiled code"
	}
	return answer + q.notCalled(in, slots, methods, others, isCallee)
}

// shareWords returns a share that is between two numbers of all; "" if nothing is known of it.
func shareWords(certain, most, all int64) string {
	of := func(n int64) string { return words.Percent(float64(n) / float64(all)) }
	switch {
	case all == 0:
		return ""
	case certain == most:
		return of(certain)
	case certain > 0:
		return "at least " + of(certain)
	case most < all:
		return "at most " + of(most)
	}
	return ""
}

// leftWords says which of the calls is left in compiled code that is made most, and why; "": none.
func (q *question) leftWords(callers []Caller) string {
	var most *Call
	sites := 0
	for i := range callers {
		for k := range callers[i].Calls {
			c := &callers[i].Calls[k]
			if c.Outcome.Stayed() == 0 {
				continue
			}
			if sites++; most == nil || c.Target.Calls.Figure() > most.Target.Calls.Figure() {
				most = c
			}
		}
	}
	if most == nil {
		return ""
	}
	text := fmt.Sprintf("%s @%s (%s): %s", convert.SlotName(q.names, most.Site.Slot), most.Site.BCI, CallsText(most.Target.Calls), most.Outcome)
	return withReason(text, most.Outcome.Reason, sites)
}

// leftInLog is leftWords of calls that the call graph does not know the methods of, but the log does.
func (q *question) leftInLog(opts IntoOptions) string {
	matches := func(int32) bool { return true }
	if opts.Match != nil {
		matches = convert.SlotMatcher(q.names, opts.Match)
	}
	type place struct {
		caller int32
		bci    iprof.BCI
	}
	sites := map[place]bool{}
	var most *optimized.Call
	var caller int32
	for node, left := range q.image.Calls {
		slot := q.slot(int32(node))
		if !q.targets[slot] {
			continue
		}
		for i := range left {
			c := &left[i]
			if !matches(c.Slot) {
				continue
			}
			if sites[place{slot, c.BCI}] = true; most == nil || c.Count.Figure() > most.Count.Figure() {
				most, caller = c, slot
			}
		}
	}
	if most == nil {
		return ""
	}
	text := fmt.Sprintf("%s @%s (%s): %s", convert.SlotName(q.names, caller), most.BCI, CallsText(most.Count), most.Outcome())
	return withReason(text, most.Reason, len(sites))
}

// withReason adds the compiler's reason, and how many other sites there are.
func withReason(text, reason string, sites int) string {
	if reason != "" {
		text += ", \"" + words.CompilerReason(reason) + "\""
	}
	if sites > 1 {
		text += fmt.Sprintf("; calls at %s are left, too", words.Count(int64(sites-1), "other site"))
	}
	return text
}

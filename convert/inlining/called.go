package inlining

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/optimized"
	"github.com/iprof-viz/iprof-viz/internal/words"
)

// A Caller is a target of a question with its calls of the methods asked for, inlined or not.
type Caller struct {
	Slot     int32
	Entries  int64 // in all its contexts
	Known    bool  // false: the profile has no count, and Entries is meaningless
	Contexts int
	Calls    []Call // by BCI
}

// A Call is a call site and a method asked for, over all contexts of the caller.
type Call struct {
	Site   *calls.Site
	Target *calls.Target
	Facts  []calls.Fact // about calls that were not inlined
	Early  bool         // native-image may have inlined calls that seem to have stayed calls, before it added counters
	May    bool         // which method was called is unknown; a method asked for is one that the call may have entered

	Outcome *optimized.Outcome // in the optimized image; nil without one
}

// Name names the target of a call.
func (c *Call) Name(names *convert.Names) string { return c.Site.TargetName(names, c.Target.Callee) }

// PerEntry returns the calls per entry of the caller. It returns false if one of them is unknown.
func (c *Caller) PerEntry(call *Call) (float64, bool) {
	return call.Target.Calls.PerEntry(c.Entries, c.Known)
}

// sum adds up the calls of the methods, those of them that stayed calls, and those that may have been inlined before native-image added
// counters.
func (q *question) sum(callers ...Caller) (all, stayed, early calls.Count) {
	var stayedCalls, earlyCalls []calls.StayedCall
	for i := range callers {
		for _, c := range callers[i].Calls {
			switch {
			case c.May:
				continue
			case c.Early:
				earlyCalls = append(earlyCalls, calls.StayedOf(c.Site, c.Target))
			default:
				stayedCalls = append(stayedCalls, calls.StayedOf(c.Site, c.Target))
			}
			all = all.Plus(c.Target.Calls)
		}
	}
	return all, q.graph.Stayed(stayedCalls), q.graph.Stayed(earlyCalls)
}

// askCalls finds the calls from the targets to the methods, most calls first.
func (q *question) askCalls(isCallee func(*calls.Callee) bool) []Caller {
	var all []Caller
	totals := q.totals()
	for site, target := range q.graph.All() {
		if !q.targets[site.Slot] {
			continue
		}
		may := !isCallee(target.Callee)
		if may && !slices.ContainsFunc(target.May, isCallee) {
			continue
		}
		if len(all) == 0 || all[len(all)-1].Slot != site.Slot {
			all = append(all, totals[site.Slot])
		}
		c := &all[len(all)-1]
		c.Calls = append(c.Calls, q.call(site, target, may))
	}
	slices.SortStableFunc(all, func(x, y Caller) int {
		callsX, _, _ := q.sum(x)
		callsY, _, _ := q.sum(y)
		return q.names.OrByName(cmp.Compare(callsY.Figure(), callsX.Figure()), x.Slot, y.Slot)
	})
	return all
}

func (q *question) call(site *calls.Site, target *calls.Target, may bool) Call {
	if q.image != nil {
		outcome := q.image.Image.Outcome(site.Slot, site.BCI, target)
		return Call{Site: site, Target: target, May: may, Outcome: &outcome}
	}
	// the entries of an inherited method are those of a class that is unknown, and so they do not lack
	early := !may && target.Stayed.Figure() > 0 && !q.graph.Leaves(target) && !target.Callee.Inherited
	return Call{Site: site, Target: target, Facts: q.graph.Facts(site, target), Early: early, May: may}
}

// totals returns the targets as callers, without their calls.
func (q *question) totals() map[int32]Caller {
	totals := make(map[int32]Caller, len(q.targets))
	for slot := range q.targets {
		c := Caller{Slot: slot}
		if q.image != nil {
			c.Entries, c.Known = q.image.Methods[slot], q.image.Methods[slot] >= 0
		}
		totals[slot] = c
	}
	for i := range int32(q.profile.Contexts.Len()) {
		slot := q.slot(i)
		if !q.targets[slot] || !q.counts(i) {
			continue
		}
		c := totals[slot]
		if c.Contexts++; q.image == nil {
			c.Entries, c.Known = c.Entries+q.entries.Count[i], c.Known || q.entries.Known[i]
		}
		totals[slot] = c
	}
	return totals
}

// A WayStep is a call on the way to another method.
type WayStep struct {
	From, To string // the names of methods
	Site     *calls.Site
	Target   *calls.Target
}

// way returns the shortest way of calls from a target to a method, by the calls of each step that ran; nil: none is known.
func (q *question) way(isCallee func(*calls.Callee) bool) []WayStep {
	type step struct {
		site   *calls.Site
		target *calls.Target
		before int // the number of the step before; -1: none
	}
	var steps []step
	seen := make([]bool, q.profile.MethodSlots())
	visit := func(slot int32, before int) (found int) {
		sites := q.graph.Of(slot)
		for i := range sites {
			for k := range sites[i].Targets {
				t := &sites[i].Targets[k]
				switch to := t.Callee.Slot; {
				case t.Calls.Figure() == 0:
				case isCallee(t.Callee):
					steps = append(steps, step{&sites[i], t, before})
					return len(steps) - 1
				case to >= 0 && !seen[to]:
					seen[to] = true
					steps = append(steps, step{&sites[i], t, before})
				}
			}
		}
		return -1
	}
	last := -1
	for slot := range int32(len(seen)) { // in the order of the file
		if q.targets[slot] && last < 0 {
			seen[slot] = true
			last = visit(slot, -1)
		}
	}
	for i := 0; i < len(steps) && last < 0; i++ {
		last = visit(steps[i].target.Callee.Slot, i)
	}
	var way []WayStep
	for ; last >= 0; last = steps[last].before {
		s := &steps[last]
		way = append(way, WayStep{convert.SlotName(q.names, s.site.Slot), s.site.TargetName(q.names, s.target.Callee), s.site, s.target})
	}
	slices.Reverse(way)
	return way
}

// callersOf says which methods call the methods asked for most: three of them, and the number of the others; "" if none is known.
func (q *question) callersOf(isCallee func(*calls.Callee) bool) string {
	const maximum = 3
	counts := map[int32]calls.Count{}
	for site, target := range q.graph.All() {
		if isCallee(target.Callee) && target.Calls.Figure() > 0 {
			counts[site.Slot] = counts[site.Slot].Plus(target.Calls)
		}
	}
	slots := slices.SortedFunc(maps.Keys(counts), func(x, y int32) int {
		return q.names.OrByName(cmp.Compare(counts[y].Figure(), counts[x].Figure()), x, y)
	})
	var parts []string
	for _, slot := range slots[:min(maximum, len(slots))] {
		parts = append(parts, fmt.Sprintf("%s (%s)", convert.SlotName(q.names, slot), CallsText(counts[slot])))
	}
	if more := len(slots) - len(parts); more > 0 {
		parts = append(parts, words.Count(int64(more), "other method"))
	}
	return words.List(parts)
}

// CallsText returns a number of calls, with its bound.
func CallsText(c calls.Count) string {
	switch e := c.Execution(); {
	case e.Bound == code.None:
		return "an unknown number of calls"
	case e.Bound == code.AtLeast && c.High < code.Unlimited:
		return words.Thousands(c.Low) + " to " + words.Count(c.High, "call")
	default:
		return e.Bound.Words() + words.Count(e.Count, "call")
	}
}

// stayedWords says how many of the calls of the methods stayed calls; "" if none did.
func (q *question) stayedWords(callers []Caller) string {
	_, stayed, early := q.sum(callers...)
	var parts []string
	if stayed.Figure() > 0 {
		parts = append(parts, CallsText(stayed)+" stayed calls")
	}
	if early.Figure() > 0 {
		parts = append(parts, "native-image may have inlined "+CallsText(early)+" without a count")
	}
	return strings.Join(parts, "; ")
}

// notInlined continues a "no": how many calls stayed calls or, if the targets do not call the methods, the nearest that is true.
func (q *question) notInlined(in *Into, slots []int32, methods, others string, isCallee func(*calls.Callee) bool) string {
	if stayed := q.stayedWords(in.Callers); stayed != "" {
		return stayed
	}
	switch all, _, _ := q.sum(in.Callers...); {
	case len(in.Callers) > 0 && all.High == 0 && !slices.ContainsFunc(in.Callers, Caller.may):
		return others + agree(others, " has", " have") + " the call, but it never ran"
	case len(in.Callers) > 0:
		return "whether it was called is unknown"
	}
	return q.notCalled(in, slots, methods, others, isCallee)
}

// notCalled continues a "no" if the targets do not call the methods: how they come to be called.
func (q *question) notCalled(in *Into, slots []int32, methods, others string, isCallee func(*calls.Callee) bool) string {
	if n := q.sampledCalls(slots); n > 0 {
		return fmt.Sprintf("%s %s %s in %s, and no count says how often", others, agree(others, "calls", "call"), methods, words.CountOf(n, "samples"))
	}
	text := fmt.Sprintf("%s %s not known to call %s", others, agree(others, "is", "are"), methods)
	if in.Way = q.way(isCallee); in.Way != nil {
		names := []string{in.Way[0].From}
		for _, s := range in.Way {
			names = append(names, s.To)
		}
		return text + agree(others, " itself", " themselves") + "; the shortest way of calls is " + strings.Join(names, " → ")
	}
	if callers := q.callersOf(isCallee); callers != "" {
		return text + ", nor through others; " + methods + agree(methods, " is", " are") + " called by " + callers
	}
	return text + ", and no other caller is known"
}

// agree returns the form of a verb for a method, or for several.
func agree(methods, singular, plural string) string {
	if strings.HasPrefix(methods, "the ") {
		return plural
	}
	return singular
}

// sampledCalls returns the number of samples of stacks on which a target calls one of some methods.
func (q *question) sampledCalls(slots []int32) int64 {
	p := q.profile
	isCalled := make(map[int32]bool, len(slots))
	for _, slot := range slots {
		isCalled[slot] = true
	}
	has := make([]bool, p.Stacks.Len()) // by node
	for i, n := range p.Stacks.All() {
		if n.Parent >= 0 {
			caller := int32(p.MethodSlot(p.Stacks.Node(n.Parent).Method))
			has[i] = has[n.Parent] || q.targets[caller] && isCalled[int32(p.MethodSlot(n.Method))]
		}
	}
	sum := int64(0)
	for node, value := range convert.Samples.Records(p) {
		if has[node] {
			sum += value
		}
	}
	return sum
}

// may reports whether the caller has calls that may have entered a method asked for.
func (c Caller) may() bool { return slices.ContainsFunc(c.Calls, func(c Call) bool { return c.May }) }

// ask answers the question by the complete call graph. It returns false if no method matches.
func (q *question) ask(in *Into, slots []int32, contexts map[int32][]cursor, opts IntoOptions) bool {
	if q.image != nil {
		q.graph = q.image.Graph
	} else {
		q.graph = q.callGraph(opts.Calls)
	}
	frames := convert.CalledFrames(q.profile, q.projection)
	matches := func(*calls.Callee) bool { return true }
	if opts.Match != nil {
		matches = calls.Matcher(q.names, opts.Match)
	}
	isCallee := func(c *calls.Callee) bool {
		if c.Slot >= 0 && (q.image != nil && !q.image.Joined(c.Slot) || frames[c.Slot] == convert.NoFrame) {
			return false
		}
		return matches(c)
	}
	isKnown := len(slots) > 0
	for _, target := range q.graph.All() {
		isKnown = isKnown || isCallee(target.Callee)
	}
	if !isKnown {
		return false
	}
	in.Callers = q.askCalls(isCallee)
	if q.image != nil {
		in.Answer = q.answerOfImage(in, slots, contexts, isCallee, opts)
		return true
	}
	in.Answer = q.answer(in, slots, contexts, isCallee, opts)
	in.Notes[0] += "; a log of the optimized build says why a call was not inlined"
	in.Notes = append(in.Notes, q.graph.Notes("the calls that were not inlined, and lines")...)
	return true
}

package calls

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert/code"
)

// join sets the targets of a caller's sites: what is recorded, what the instruction can call, and how often it ran.
func (b *builder) join(c *caller) {
	for i := range c.sites {
		b.joinSite(&c.sites[i], c.facts[i], &c.records[i], c.hasCode)
		if c.most == nil || c.most[i] == code.Unlimited {
			continue
		}
		// the flow cannot narrow calls of exception handlers, whose executions are unknown
		if t := c.sites[i].target(c.facts[i].only); t != nil {
			t.atMost(c.most[i])
		}
	}
}

// A siteRoom is memory for the sites of a caller, and for their targets.
type siteRoom struct {
	sites   []Site
	targets []Target
}

// sitesWithoutCode returns the sites of a caller without code: all, or those from one index to another. They are in memory that a later
// call with the same room uses again.
func (b *builder) sitesWithoutCode(slot int32, c *compactCaller, from, to int, room *siteRoom) []Site {
	if from == to {
		return nil
	}
	if n := to - from; n > cap(room.sites) {
		room.sites = make([]Site, n)
	}
	if n := int(c.end(to-1) - c.end(from-1)); n > cap(room.targets) {
		room.targets = make([]Target, 0, n)
	}
	sites, targets := room.sites[:to-from], room.targets[:0]
	for i := range sites {
		r := c.record(from + i)
		n := len(targets) + len(r.targets)
		sites[i] = Site{Slot: slot, BCI: r.bci, Types: int(r.types), Saturated: r.saturated, Targets: targets[len(targets):len(targets):n]}
		b.joinSite(&sites[i], nil, &r, false)
		for k := range sites[i].Targets {
			b.narrowTarget(slot, &sites[i].Targets[k])
		}
		sites[i].sortTargets()
		targets = targets[:n]
	}
	return sites
}

// targetsWithoutCode yields the targets of a caller without code, of all sites, in any order: sums need no sites.
func (b *builder) targetsWithoutCode(slot int32, c *compactCaller) iter.Seq[*Target] {
	return func(yield func(*Target) bool) {
		for i := range c.targets {
			if t := b.targetWithoutCode(slot, &c.targets[i]); !yield(&t) {
				return
			}
		}
	}
}

func (b *builder) targetWithoutCode(slot int32, r *recordedTarget) Target {
	t := newTarget(r, Count{Range: code.Range{Low: r.calls, High: code.Unlimited}})
	b.limit(&t)
	b.narrowTarget(slot, &t)
	return t
}

func (b *builder) joinSite(s *Site, x *instruction, r *record, hasCode bool) {
	recorded := r.sum()
	s.Targets, s.Reason, s.Contradicts = s.Targets[:0], NoReason, false
	switch {
	case x != nil && s.Made.High >= recorded && !exceeds(recorded, s.Executions):
		s.Made.Low = max(s.Made.Low, recorded)
	case x != nil:
		s.Contradicts = true
		s.Made = Count{Range: code.Range{Low: recorded, High: code.Unlimited}}
	default:
		s.Made = Count{Range: code.Range{Low: recorded, High: code.Unlimited}}
		if s.Reason = OtherCode; !hasCode {
			s.Reason = NoClassFile
		} else if s.BCI < 0 {
			s.Reason = NoReason // not a place in the bytecode
		}
	}
	switch {
	case x != nil && x.only != nil:
		b.single(s, x, r)
	default:
		b.several(s, x, r)
	}
	for i := range s.Targets {
		b.limit(&s.Targets[i])
	}
	s.sortTargets()
}

// sortTargets brings targets into the order of [Site.Targets].
func (s *Site) sortTargets() {
	slices.SortStableFunc(s.Targets, func(t, u Target) int {
		return cmp.Or(cmp.Compare(u.Calls.Figure(), t.Calls.Figure()), strings.Compare(t.Callee.Class, u.Callee.Class), strings.Compare(t.Callee.Method, u.Callee.Method))
	})
}

// exceeds reports whether an instruction was executed less often than it called.
func exceeds(recorded int64, e code.Execution) bool {
	switch e.Bound {
	case code.Exact, code.UnlessThrown, code.AtMost:
		return recorded > e.Count
	}
	return false
}

// single joins a site whose instruction can enter one method only. Others that are recorded all the same, as native-image replaces some
// methods, have what is recorded.
func (b *builder) single(s *Site, x *instruction, r *record) {
	own := recordedTarget{callee: x.only}
	if t := r.of(x.only); t != nil {
		own = *t
	}
	calls := s.Made.less(r.sum() - own.calls)
	if x.evidence == ByClasses && !b.closed || s.Contradicts || own.calls < r.sum() {
		calls.Low, calls.Usual = own.calls, false
	}
	own.evidence = max(own.evidence, x.evidence)
	if own.calls > 0 && own.inlined < own.calls {
		own.evidence = Receivers
	}
	s.Targets = append(s.Targets, newTarget(&own, calls))
	for i := range r.targets {
		if t := &r.targets[i]; t.callee != x.only {
			s.Targets = append(s.Targets, newTarget(t, Count{Range: code.Range{Low: t.calls, High: code.AddBounds(t.calls, r.apart)}}))
		}
	}
}

// several joins a site that can enter several methods, or unknown ones.
func (b *builder) several(s *Site, x *instruction, r *record) {
	rest := s.Made.less(r.sum())
	if x == nil {
		rest = Count{Range: code.Range{High: code.Unlimited}}
	}
	for i := range r.targets {
		t := &r.targets[i]
		s.Targets = append(s.Targets, newTarget(t, Count{Range: code.Range{Low: t.calls, High: code.AddBounds(t.calls, code.AddBounds(rest.High, r.apart))}}))
	}
	if x == nil || rest.High == 0 {
		return
	}
	s.Reason = x.reason
	left := recordedTarget{callee: b.unknown(), evidence: NoEvidence, seen: &seenTypes{may: x.may}}
	switch {
	case r.saturated:
		left.callee, s.Reason = b.otherTypes(), NoReason
	case r.types > 0:
		s.Reason = TypesLost
	}
	s.Targets = append(s.Targets, newTarget(&left, rest))
}

func newTarget(r *recordedTarget, calls Count) Target {
	t := Target{
		Callee: r.callee, Evidence: r.evidence, Calls: calls, Inlined: r.inlined, Contexts: int(r.contexts), Uncounted: r.uncounted,
	}
	if r.seen != nil {
		t.Types, t.May = r.seen.keys, r.seen.may
	}
	if t.Stayed = calls.less(r.inlined); t.Uncounted {
		t.Stayed.Low, t.Stayed.Usual = 0, false
	}
	return t
}

// onlyInlined reports whether all known entries of a target are inlined ones, also at the site. Without class files, which would tell
// whether there is another call, there is no reason to think so.
func (b *builder) onlyInlined(t *Target) bool {
	return b.find == nil && t.Contexts > 0 && !t.Uncounted && b.contexts.entries.Methods[t.Callee.Slot].Root == 0
}

// limit narrows the calls of a target that stayed calls by the entries of the callee as compilation root.
func (b *builder) limit(t *Target) {
	if root, known := b.entriesOf(t.Callee); known && (!b.mayBeTiny(t.Callee) || b.onlyInlined(t)) {
		t.atMost(root)
	}
	if t.Stayed.High == 0 && t.Inlined > 0 { // also if the flow says so
		t.Evidence = Inlined
	}
}

// atMost narrows the calls that stayed calls by an upper bound, unless more are certain.
func (t *Target) atMost(n int64) {
	if n < t.Stayed.Low || n >= t.Stayed.High {
		return
	}
	t.Stayed.High, t.Stayed.Usual = n, false
	t.Calls.High, t.Calls.Usual = max(t.Calls.Low, code.AddBounds(n, t.Inlined)), false
	if n == 0 && t.Inlined > 0 {
		t.Evidence = Inlined
	}
}

// narrowTarget narrows the calls of a target.
func (b *builder) narrowTarget(caller int32, t *Target) {
	if b.graph.Entered == nil || t.Stayed.Fixed() {
		return
	}
	n := t.Stayed
	certain := b.narrowJoint(callsOf{caller, t.Callee}, 1, &n)
	if most, known := b.mostOf(t.Callee, certain); known {
		n.limit(most)
	}
	t.atMost(n.High)
}

// narrowJoint narrows the sum of calls from some sites of a caller by what is known of all its sites together. It returns how many of the calls
// that certainly enter the callee came from these sites.
func (b *builder) narrowJoint(of callsOf, sites int, sum *Count) (certain int64) {
	j, ok := b.joint[of]
	if !ok {
		return sum.Low
	}
	others := max(0, j.low-sum.Low) // certain at the other sites
	if sites == j.sites {
		sum.Low = max(sum.Low, j.Low)
	}
	sum.limit(max(0, j.High-others))
	return max(0, j.Low-others)
}

// mostOf returns how many calls of a callee may have entered it as compilation root, given how many they are certain to have made: the
// entries that other calls leave. It returns false if that is unknown.
func (b *builder) mostOf(callee *Callee, certain int64) (most int64, known bool) {
	root, known := b.entriesOf(callee)
	if !known {
		return 0, false
	}
	if slot := callee.Slot; slot >= 0 {
		all := b.graph.Entered[slot].Called.Low
		if b.certain != nil {
			all = b.certain[slot]
		}
		root -= all - certain
	}
	return root, root >= 0 && !b.mayBeTiny(callee)
}

// setRest sets that the calls have their lower bound unless an exception was thrown.
func (t *Target) setRest() { t.Stayed.Rest, t.Calls.Rest = true, true }

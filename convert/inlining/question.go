package inlining

import (
	"fmt"
	"maps"
	"regexp"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/internal/words"
)

// A question is whether methods are inlined into others, the targets.
type question struct {
	*builder
	targets map[int32]bool // by slot
	into    []bool         // by node: one of its callers is a target
	graph   *calls.Graph
	reverse intoSum // about the targets: how much of them is inlined into the methods
}

// An intoSum adds up how much of some methods is inlined into others.
type intoSum struct {
	entries, into int64 // entries of the methods, and how many of these are inlined into the others
	copies        int   // copies of the methods in the others
}

func (b *builder) newQuestion(isMethod func(slot int32) bool, target *regexp.Regexp) *question {
	n := b.profile.Contexts.Len()
	q := &question{builder: b, targets: map[int32]bool{}, into: make([]bool, n)}
	isTarget := convert.SlotMatcher(b.names, target)
	inMethod := make([]bool, n) // at least one of the callers is a method
	for i := range int32(n) {   // callers precede their inlined callees
		slot := b.slot(i)
		if slot >= 0 && isTarget(slot) {
			q.targets[slot] = true
		}
		if caller := b.caller(i); caller >= 0 {
			of := b.slot(caller)
			q.into[i] = q.into[caller] || q.targets[of]
			inMethod[i] = inMethod[caller] || of >= 0 && isMethod(of)
		}
		if slot >= 0 && q.targets[slot] && b.counts(i) {
			q.reverse.add(b.entries.Count[i], inMethod[i])
		}
	}
	return q
}

func (s *intoSum) add(entries int64, isInto bool) {
	s.entries += entries
	if isInto {
		s.into += entries
		s.copies++
	}
}

// reaches reports whether a context goes through a target.
func (q *question) reaches(c cursor) bool { return q.into[c.leaf] }

// reaching returns the contexts that go through a target; without a question all contexts.
func (q *question) reaching(contexts []cursor) []cursor {
	if q == nil {
		return contexts
	}
	return slices.DeleteFunc(slices.Clone(contexts), func(c cursor) bool { return !q.reaches(c) })
}

// answer answers the question in a sentence.
func (q *question) answer(in *Into, slots []int32, contexts map[int32][]cursor, isCallee func(*calls.Callee) bool, opts IntoOptions) string {
	var sum intoSum
	for _, slot := range slots {
		for _, c := range contexts[slot] {
			sum.add(q.entries.Count[c.leaf], q.reaches(c))
		}
	}
	methods, n := q.nameOf(slots, opts.Match), len(slots)
	if n == 0 { // methods without a context, such as native ones
		methods, n = q.nameOfCallees(isCallee, opts.Match)
	}
	others := q.nameOf(slices.Collect(maps.Keys(q.targets)), opts.Target)
	if sum.copies > 0 {
		answer := "yes: " + sum.words(methods, others, n)
		if stayed := q.stayedWords(in.Callers); stayed != "" {
			answer += "; " + stayed
		}
		return answer
	}
	answer := fmt.Sprintf("no: %s %s not inlined into %s", methods, words.IsOrAre(int64(n)), others)
	if q.reverse.copies > 0 {
		answer += "; conversely, " + q.reverse.words(others, methods, len(q.targets))
	}
	return answer + "; " + q.notInlined(in, slots, methods, others, isCallee)
}

// words says how much of n methods is inlined into others.
func (s *intoSum) words(methods, others string, n int) string {
	if s.into == 0 {
		return fmt.Sprintf("%s %s inlined into %s, in %s without entries", methods, words.IsOrAre(int64(n)), others, words.CountOf(int64(s.copies), "contexts"))
	}
	return fmt.Sprintf("%s of the entries of %s are inlined into %s", words.Percent(float64(s.into)/float64(s.entries)), methods, others)
}

// nameOf names methods: a single one by its name, several by the pattern that they match.
func (q *question) nameOf(slots []int32, pattern *regexp.Regexp) string {
	if len(slots) == 1 {
		return convert.SlotName(q.names, slots[0])
	}
	if pattern == nil {
		return "all methods"
	}
	return fmt.Sprintf("the %s matching %s", words.CountOf(int64(len(slots)), "methods"), pattern)
}

// nameOfCallees names methods that the profile has no context of, and returns their number.
func (q *question) nameOfCallees(isCallee func(*calls.Callee) bool, pattern *regexp.Regexp) (string, int) {
	seen := map[*calls.Callee]bool{}
	name := ""
	for site, target := range q.graph.All() {
		if c := target.Callee; !seen[c] && isCallee(c) {
			seen[c], name = true, site.TargetName(q.names, c)
		}
	}
	if len(seen) == 1 {
		return name, 1
	}
	return fmt.Sprintf("the %s matching %s", words.CountOf(int64(len(seen)), "methods"), pattern), len(seen)
}

package convert

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert/pattern"
	"github.com/iprof-viz/iprof-viz/internal/nearest"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// SlotName names a frame of a Projection: a method by its slot, VMSlot or NoFrame.
func SlotName(names *Names, slot int32) string {
	switch slot {
	case VMSlot:
		return VMFrame
	case NoFrame:
		return HiddenFrames
	}
	return names.Method(int(slot))
}

// CompareSlotNames orders methods by their names in this style, then by their parameters and return types, and only those that have the
// same as in the file: a file that was rewritten has another order, and overloads must not change places. Parameters that disambiguate
// names are ignored: not every output shows them, and the order must be the same in all.
func CompareSlotNames(names *Names, s, t int32) int {
	if s == t {
		return 0
	}
	name := func(slot int32) string {
		if slot < 0 {
			return SlotName(names, slot)
		}
		return names.StyleName(int(slot))
	}
	if order := strings.Compare(name(s), name(t)); order != 0 {
		return order
	}
	return CompareSignatures(names, s, t)
}

// CompareSignatures orders methods with the same name, as [CompareSlotNames] does.
func CompareSignatures(names *Names, s, t int32) int {
	if s == t || s < 0 || t < 0 {
		return cmp.Compare(s, t)
	}
	return cmp.Or(strings.Compare(names.compared(s), names.compared(t)), cmp.Compare(s, t))
}

// OrByName returns an order or, where that is 0, the one by the names of two methods. It reads these in that case only, as cmp.Or would not.
func (n *Names) OrByName(order int, s, t int32) int {
	if order != 0 {
		return order
	}
	return CompareSlotNames(n, s, t)
}

// HiddenFrames stands for hidden frames between frames that are shown.
const HiddenFrames = "(hidden)"

// SlotMatcher returns a function that reports whether the name of a slot matches. Each name is matched once.
func SlotMatcher(names *Names, re *regexp.Regexp) func(slot int32) bool {
	const yes, no = 1, 2
	answers := make([]uint8, len(names.methods))
	vm := re.MatchString(VMFrame)
	return func(slot int32) bool {
		switch {
		case slot == VMSlot:
			return vm
		case slot < 0:
			return false
		case answers[slot] == 0:
			answers[slot] = no
			if names.Matches(re, int(slot)) {
				answers[slot] = yes
			}
		}
		return answers[slot] == yes
	}
}

// A NoMatchError reports a pattern that matches no method shown.
type NoMatchError struct {
	Pattern  string
	Filter   string   // the name of the filter that has the pattern: focus, ignore, hide, show-from; "": none of them
	Nearest  []string // the most similar names, best first; at most five
	Hidden   bool     // matching methods exist, but the view or the filters hide all of them; Nearest is empty
	Either   string   // the pattern with | instead of commas, if that matches; Nearest is empty
	Called   bool     // matching methods have no entries, but are called, see package calls; Nearest is empty
	Sampled  bool     // matching methods have no entries, but are on sampled stacks, also with Uncalled or Callless; Nearest is empty
	Counted  bool     // matching methods have entries, but are on no sampled stack; Nearest is empty
	Without  Metric   // other than these two: matching methods have nothing in it, but are Sampled or Counted; DefaultMetric: none
	Uncalled bool     // matching methods ran, but no call of them is known; Nearest is empty
	Callless bool     // matching methods ran, but no call by them is known; Nearest is empty
	WithCode bool     // with Uncalled or Callless: class files were searched for calls
}

func (e *NoMatchError) Error() string {
	pattern := fmt.Sprintf("%q", e.Pattern)
	if strconv.CanBackquote(e.Pattern) { // backslashes are not doubled
		pattern = `"` + e.Pattern + `"`
	}
	if e.Filter != "" {
		pattern = "--" + e.Filter + " " + pattern
	}
	if e.Hidden {
		return "no visible method matches " + pattern + ": the view or the filters hide all that match"
	}
	if e.Called {
		return "no method with entries matches " + pattern + ": those that match are only called"
	}
	if e.Without != DefaultMetric {
		has := "calls"
		if e.Sampled {
			has = "samples"
		}
		return fmt.Sprintf("no method with %s matches %s: those that match have %s", e.Without, pattern, has)
	}
	if e.Sampled && !e.Uncalled && !e.Callless {
		return "no method with entries matches " + pattern + ": those that match are only on sampled stacks"
	}
	if e.Counted {
		return "no method on a sampled stack matches " + pattern + ": those that match only have call counts"
	}
	if e.Uncalled {
		return "no call is known of a method that matches " + pattern
	}
	if e.Callless {
		return "no call is known in a method that matches " + pattern
	}
	return "no method matches " + pattern
}

// OrCalled returns the error for a method that has no entries, as far as it is one that is called.
func (e *NoMatchError) OrCalled(called bool) *NoMatchError {
	if !called || e.Hidden {
		return e
	}
	return &NoMatchError{Pattern: e.Pattern, Filter: e.Filter, Called: true}
}

// OrSampled returns the error for a method that has no entries, as far as it is one on a sampled stack.
func (e *NoMatchError) OrSampled(sampled bool) *NoMatchError {
	if !sampled || e.Hidden {
		return e
	}
	return &NoMatchError{Pattern: e.Pattern, Filter: e.Filter, Sampled: true}
}

// OrOther returns the error for a method that only has values in the other one of samples and calls.
func (e *NoMatchError) OrOther(m Metric) *NoMatchError {
	if e.Hidden {
		return e
	}
	return &NoMatchError{Pattern: e.Pattern, Filter: e.Filter, Sampled: m == Samples, Counted: m == Calls}
}

// RanAny reports whether a method of the contexts or of the stacks of a profile matches, hidden or not.
func RanAny(names *Names, pattern *regexp.Regexp) bool {
	p := names.Profile
	return AnyMethodMatches(names, p.Contexts, nil, pattern) || AnyMethodMatches(names, p.Stacks, nil, pattern)
}

// NewNoMatchError returns the error for a pattern that matches none of the names shown.
func NewNoMatchError(re *regexp.Regexp, shown []string, hidden bool) *NoMatchError {
	text := pattern.Text(re)
	if hidden {
		return &NoMatchError{Pattern: text, Hidden: true}
	}
	if names := strings.Split(text, ","); len(names) > 1 && !slices.Contains(names, "") && !strings.ContainsAny(text, "(){}") { // as in parameters
		either := strings.Join(names, "|")
		if re, err := pattern.Compile(either); err == nil && slices.ContainsFunc(shown, re.MatchString) {
			return &NoMatchError{Pattern: text, Either: either}
		}
	}
	return &NoMatchError{Pattern: text, Nearest: nearest.Names(text, shown, 5)}
}

// IsNeeded reports whether the pattern belongs to a filter that keeps nothing without a match.
func (e *NoMatchError) IsNeeded() bool { return e.Filter == "focus" || e.Filter == "show-from" }

// Unmatched returns the filters whose patterns match no frame of profiles that are shown together, in the order focus, ignore,
// hide, show-from.
func (o FilterOptions) Unmatched(names ...*Names) []*NoMatchError {
	var none []*NoMatchError
	for _, f := range o.patterns() {
		if summary := o.View.SummaryFrame(); f.re == nil || summary != "" && f.re.MatchString(summary) {
			continue
		}
		if !slices.ContainsFunc(names, func(n *Names) bool { return n.anyReferenced(f.re) }) {
			err := NewNoMatchError(f.re, namesFor(f.re, names), false)
			err.Filter = f.name
			none = append(none, err)
		}
	}
	return none
}

// namesFor returns the names that a pattern is matched against.
func namesFor(re *regexp.Regexp, names []*Names) []string {
	var all []string
	for _, n := range names {
		for slot, used := range ReferencedMethods(n.Profile) {
			if used {
				all = append(all, n.MatchedName(re, slot))
			}
		}
	}
	return all
}

// anyReferenced reports whether a pattern matches a method that contexts or stacks refer to.
func (n *Names) anyReferenced(re *regexp.Regexp) bool {
	for slot, used := range ReferencedMethods(n.Profile) {
		if used && n.Matches(re, slot) {
			return true
		}
	}
	return false
}

// AnyMethodMatches reports whether a method of some nodes (nil: of all) matches, hidden or not.
func AnyMethodMatches(names *Names, t *iprof.Tree, among []bool, pattern *regexp.Regexp) bool {
	matches := SlotMatcher(names, pattern)
	for i, n := range t.All() {
		if (among == nil || among[i]) && matches(int32(names.Profile.MethodSlot(n.Method))) {
			return true
		}
	}
	return false
}

package convert

import (
	"cmp"
	"fmt"
	"regexp"
	"strconv"
	"strings"

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

// CompareSlotNames orders methods by their names in style, then as the file has them. Parameters that disambiguate
// overloads do not count: not every output shows them, and the order has to be the same in all.
func CompareSlotNames(names *Names, s, t int32) int {
	if s == t {
		return 0
	}
	name := func(slot int32) string {
		if slot < 0 {
			return SlotName(names, slot)
		}
		return names.PatternName(int(slot))
	}
	return cmp.Or(strings.Compare(name(s), name(t)), cmp.Compare(s, t))
}

// HiddenFrames stands for hidden frames between frames that are shown.
const HiddenFrames = "(hidden)"

// SlotMatcher returns a function that reports whether the name of a slot matches. Each name is matched once.
func SlotMatcher(names *Names, re *regexp.Regexp) func(slot int32) bool {
	const yes, no = 1, 2
	answers := make([]uint8, len(names.Methods))
	vm := re.MatchString(VMFrame)
	return func(slot int32) bool {
		switch {
		case slot == VMSlot:
			return vm
		case slot < 0:
			return false
		case answers[slot] == 0:
			answers[slot] = no
			if re.MatchString(names.PatternName(int(slot))) {
				answers[slot] = yes
			}
		}
		return answers[slot] == yes
	}
}

// A NoMatchError reports a pattern that matches no method shown.
type NoMatchError struct {
	Pattern string
	Nearest []string // the most similar names, the best first; at most five
	Hidden  bool     // methods match, but the view or the filters hide all of them; Nearest is empty
}

func (e *NoMatchError) Error() string {
	pattern := fmt.Sprintf("%q", e.Pattern)
	if strconv.CanBackquote(e.Pattern) { // backslashes stay single
		pattern = `"` + e.Pattern + `"`
	}
	if e.Hidden {
		return "no visible method matches " + pattern + ": the view or the filters hide all that match"
	}
	return "no method matches " + pattern
}

// NewNoMatchError returns the error of a pattern that matches none of the names shown.
func NewNoMatchError(pattern *regexp.Regexp, shown []string, hidden bool) *NoMatchError {
	if hidden {
		return &NoMatchError{Pattern: pattern.String(), Hidden: true}
	}
	return &NoMatchError{Pattern: pattern.String(), Nearest: nearest.Names(pattern.String(), shown, 5)}
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

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

// SlotName names what a Projection has for a frame: a method by its slot, VMSlot or NoFrame.
func SlotName(names *Names, slot int32) string {
	switch slot {
	case VMSlot:
		return VMFrame
	case NoFrame:
		return HiddenFrames
	}
	return names.Method(int(slot))
}

// CompareSlots orders methods by their names in style, then as the file has them: what tells overloads apart is not there in
// every format, and the order is to be the same in all.
func CompareSlots(names *Names, s, t int32) int {
	if s == t {
		return 0
	}
	name := func(slot int32) string {
		if slot < 0 {
			return SlotName(names, slot)
		}
		return names.InStyle(int(slot))
	}
	return cmp.Or(strings.Compare(name(s), name(t)), cmp.Compare(s, t))
}

// HiddenFrames stands for frames that filters hide between others that they do not.
const HiddenFrames = "(hidden)"

// MatchSlots returns a function that tells whether the name of a slot matches. It asks once for each.
func MatchSlots(names *Names, re *regexp.Regexp) func(slot int32) bool {
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
			if re.MatchString(names.InStyle(int(slot))) {
				answers[slot] = yes
			}
		}
		return answers[slot] == yes
	}
}

// A NoMatchError says that no method that is shown matches a pattern.
type NoMatchError struct {
	Pattern string
	Nearest []string // names that are most like it, the best first; five at the most
	Hidden  bool     // there are methods that match, but the view or the filters do not show them; Nearest is empty
}

func (e *NoMatchError) Error() string {
	pattern := fmt.Sprintf("%q", e.Pattern)
	if strconv.CanBackquote(e.Pattern) { // backslashes stay single
		pattern = `"` + e.Pattern + `"`
	}
	if e.Hidden {
		return "no method that is left matches " + pattern + ": the view or the filters hide what does"
	}
	return "no method matches " + pattern
}

// NewNoMatchError returns the error of a pattern that none of the names that are shown matches.
func NewNoMatchError(pattern *regexp.Regexp, shown []string, hidden bool) *NoMatchError {
	if hidden {
		return &NoMatchError{Pattern: pattern.String(), Hidden: true}
	}
	return &NoMatchError{Pattern: pattern.String(), Nearest: nearest.Names(pattern.String(), shown, 5)}
}

// AnyMatches reports whether a method of some nodes (nil: of all) matches, be it shown or not.
func AnyMatches(names *Names, t *iprof.Tree, among []bool, pattern *regexp.Regexp) bool {
	matches := MatchSlots(names, pattern)
	for i, n := range t.All() {
		if (among == nil || among[i]) && matches(int32(names.Profile.MethodSlot(n.Method))) {
			return true
		}
	}
	return false
}

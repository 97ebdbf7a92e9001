package check

import (
	"fmt"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/caveats"
	"github.com/iprof-viz/iprof-viz/convert/optimized"
	"github.com/iprof-viz/iprof-viz/internal/words"
)

const (
	// AbsentShare is the share of the entries in methods that a log does not name from which on it may be of another program.
	AbsentShare = 0.1

	// UntrainedUnits is the share of compiled methods without entries from which on a profile may be of another workload. Images have all
	// code that can be reached, and most of it never runs.
	UntrainedUnits = 0.95

	namedMethods = 3 // in a finding
)

// Optimized returns the findings of a comparison with the optimization log of the image that was built with a profile. Names are those of
// the profile.
func Optimized(c *optimized.Coverage, names *convert.Names) []caveats.Caveat {
	if c.Entries == 0 {
		return []caveats.Caveat{{Severity: caveats.Caution, Kind: "no-entries", Text: "the profile has no entries to compare with the log of the compiler"}}
	}
	if c.Of[optimized.Unnamed] == c.Entries {
		return []caveats.Caveat{{Severity: caveats.Caution, Kind: "unnamed", Count: int64(len(c.Methods[optimized.Unnamed])), Text: "the methods have no names to find them by in the log of the compiler"}}
	}
	all := []caveats.Caveat{{Severity: caveats.Note, Kind: "compiled", Count: int64(len(c.Methods[optimized.Compiled])),
		Text: fmt.Sprintf("%s of the entries are of methods in compiled code (%s)", words.Percent(c.Share(optimized.Compiled)), words.Count(int64(len(c.Methods[optimized.Compiled])), "method"))}}
	add := func(severity caveats.Severity, kind string, of optimized.Presence, what, hint string) {
		methods := c.Methods[of]
		if len(methods) == 0 {
			return
		}
		all = append(all, caveats.Caveat{Severity: severity, Kind: kind, Count: int64(len(methods)), Hint: hint,
			Text: fmt.Sprintf("%s with %s of the entries %s %s: %s", words.Count(int64(len(methods)), "method"), words.Percent(c.Share(of)), words.IsOrAre(int64(len(methods))), what, most(c, of, names))})
	}
	severity, hint := caveats.Note, "a log lacks methods that the compiler replaces with its own code, and those with another name in each build, as lambdas have"
	if c.Share(optimized.Absent) >= AbsentShare {
		severity, hint = caveats.Caution, "the log may be of another version of the program: build the image from the code of the profile"
	}
	add(severity, "absent-from-log", optimized.Absent, "not in the log", hint)
	add(caveats.Note, "never-compiled", optimized.OnlyCalled, "only called in the log, and never compiled", "")
	add(caveats.Note, "ambiguous-in-log", optimized.Unclear, "not told apart from others by the names in the log", "")
	add(caveats.Caution, "unnamed", optimized.Unnamed, "without a name in the profile, so that a log cannot have them", "")
	if share := float64(c.Idle) / float64(max(c.Units, 1)); c.Idle > 0 {
		idle := caveats.Caveat{Severity: caveats.Note, Kind: "untrained-units", Count: int64(c.Idle),
			Text: fmt.Sprintf("%s of %s (%s) are of methods without entries", words.Thousands(int64(c.Idle)), words.Count(int64(c.Units), "compilation"), words.Percent(share))}
		if share >= UntrainedUnits {
			idle.Severity, idle.Hint = caveats.Caution, "the compiler knows nothing of this code: record the profile with a workload that runs more of it"
		}
		all = append(all, idle)
	}
	caveats.Sort(all)
	return all
}

// most returns the methods of a presence with the most entries, and their shares.
func most(c *optimized.Coverage, of optimized.Presence, names *convert.Names) string {
	methods := c.Methods[of]
	var list []string
	for _, m := range methods[:min(namedMethods, len(methods))] {
		list = append(list, fmt.Sprintf("%s (%s)", names.Method(int(m.Slot)), words.Percent(float64(m.Entries)/float64(c.Entries))))
	}
	if len(methods) > namedMethods {
		return "most in " + words.List(list)
	}
	return words.List(list)
}

package check

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/iprof-viz/iprof-viz/classpath"
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/caveats"
	"github.com/iprof-viz/iprof-viz/convert/fit"
	"github.com/iprof-viz/iprof-viz/internal/words"
)

// A Threshold is the minimum share that passes a check.
type Threshold struct {
	Share float64 // from 0 to 1
	Flag  string  // the flag that set it; "" if it is the default
}

// DefaultFit is the share of the program's counts that must fit the code, by default.
const DefaultFit = 1 - muchGone

// maxDamaged is the maximum number of unreadable classes and jars that have a separate finding.
const maxDamaged = 10

// below says that a share does not pass: "less than 95% (--fail-under)".
func (t Threshold) below() string { return "less than " + t.text() }

func (t Threshold) text() string {
	text := strconv.FormatFloat(100*t.Share, 'g', 12, 64) + "%" // as its user wrote it
	if t.Flag != "" {
		text += " (" + t.Flag + ")"
	}
	return text
}

// Fit returns the findings of a comparison with code, see [fit.New].
func Fit(f *fit.Fit, minimum Threshold) []caveats.Caveat {
	all, damaged := misplaced(f.Damaged)
	whole := "--classpath takes the jars that the image is built from, with all libraries"
	if len(all) > 0 {
		whole = all[0].Hint
	}
	for i, err := range damaged {
		if left := len(damaged) - i; i == maxDamaged && left > 1 {
			all = append(all, caveats.Caveat{Severity: caveats.Caution, Kind: "unreadable-classes", Count: int64(left), Text: words.CountOf(int64(left), "more files with classes")})
			break
		}
		all = append(all, caveats.Caveat{Severity: caveats.Caution, Kind: "unreadable-classes", Count: 1, Text: err.Error(), Hint: "its methods are not judged"})
	}
	share, ok := f.Share()
	bad := f.Program.Changed.Methods + f.Program.Gone.Methods
	switch {
	case f.Program.Judged().Methods == 0:
		all = append(all, caveats.Caveat{Severity: caveats.Problem, Kind: "nothing-judged",
			Text: "no method of the profile is in the classes of --classpath" + otherCode(f), Hint: whole})
	case !ok:
		all = append(all, caveats.Caveat{Severity: unknownShare(minimum.Flag != ""), Kind: "nothing-judged",
			Text: "nothing was counted in the program's methods, so how well it matches the code is unknown"})
	case share < minimum.Share:
		hint := staleHint
		if f.Program.Gone == f.Program.Judged() {
			hint = whole
		}
		all = append(all, caveats.Caveat{Severity: caveats.Problem, Kind: "changed-code", Count: int64(bad),
			Text: fmt.Sprintf("%s of the %s in the program's methods match the code, %s", shareBelow(share, minimum.Share), f.Unit(), minimum.below()) + otherCode(f), Hint: hint})
	case bad > 0:
		all = append(all, caveats.Caveat{Severity: caveats.Caution, Kind: "changed-code", Count: int64(bad),
			Text: fmt.Sprintf("%s not fit the code any more, with %s of the %s in the program's methods",
				words.Count(int64(bad), "method does", "methods do"), words.Percent(1-share), f.Unit()), Hint: staleHint})
	}
	if missing, judged := f.NotJudged[fit.NoClass], f.Program.Judged(); missing.Methods > 0 && judged.Methods > 0 {
		finding := caveats.Caveat{Severity: caveats.Note, Kind: "missing-classes", Count: int64(missing.Methods),
			Text: fmt.Sprintf("the classes of %s with %s of all %s are not on the class path",
				words.Count(int64(missing.Methods), "method", "methods"), ShareOf(missing.Weight, f.Total), f.Unit())}
		if missing.Weight > judged.Weight {
			finding.Severity = caveats.Caution
			finding.Text += " (more than the classes that are)"
		}
		all = append(all, finding)
	}
	if n := f.JDK.Changed.Methods + f.JDK.Gone.Methods; n > 0 {
		share := "none"
		if fits, ok := f.JDK.Share(); ok {
			share = words.Percent(1 - fits)
		}
		all = append(all, caveats.Caveat{Severity: caveats.Note, Kind: "changed-jdk", Count: int64(n),
			Text: fmt.Sprintf("%s not fit, with %s of the %s in the JDK's methods", words.Count(int64(n), "method of the JDK does", "methods of the JDK do"), share, f.Unit()),
			Hint: "is --jdk the JDK that the image was built with?"})
	}
	return all
}

// otherCode says what the classes are that a profile does not fit, after a colon; "": nothing of the profile tells.
func otherCode(f *fit.Fit) string {
	judged, missing := f.Program.Judged(), f.NotJudged[fit.NoClass]
	switch {
	case judged.Methods == 0 && missing.Methods > 0 && len(f.Damaged) == 0:
		return ": another program, or not all of its classes"
	case judged.Methods == 0:
		return ""
	case f.Program.Gone == judged:
		return ": with none of its methods, probably another program"
	case missing.Weight > judged.Weight:
		return ": another version, or another program with some of the same classes"
	}
	return ": another version of the program"
}

// misplaced returns a finding for each directory that the class path has another one above of, and the other errors.
func misplaced(errs []error) (all []caveats.Caveat, others []error) {
	at := map[string]int{} // by directory: the finding
	whole := map[string]bool{}
	for _, err := range errs {
		dir, ok := classpath.RootOf(err)
		if !ok {
			others = append(others, err)
			continue
		}
		i, known := at[dir]
		if whole[dir] { // its finding is about all classes of a directory
			continue
		}
		if !known {
			whole[dir] = errors.As(err, new(*classpath.RootError))
			i = len(all)
			at[dir] = i
			all = append(all, caveats.Caveat{Severity: caveats.Caution, Kind: "unreadable-classes", Text: err.Error(), Hint: "use --classpath " + words.ShellQuote(filepath.ToSlash(dir))})
		}
		all[i].Count++
	}
	for i := range all {
		if n := all[i].Count - 1; n > 0 {
			all[i].Text += "; " + words.CountOf(n, "more classes") + " likewise"
		}
	}
	return all, others
}

// unknownShare is the severity if there is no share to compare with a threshold: an unknown share does not pass.
func unknownShare(threshold bool) caveats.Severity {
	if threshold {
		return caveats.Problem
	}
	return caveats.Caution
}

const staleHint = "record a new profile: native-image ignores counts of methods that are gone, and may use those of changed ones for other code"

// shareBelow formats a share that is below a threshold, with enough digits to differ from it.
func shareBelow(share, minimum float64) string {
	if text := words.Percent(share); text != words.Percent(minimum) {
		return text
	}
	return fmt.Sprintf("%.3f%%", 100*share)
}

// NotJudged lists the counts that a comparison with code did not judge, with the reasons: "12% not on the class path (7 methods)".
func NotJudged(f *fit.Fit) []string {
	var reasons []fit.Reason
	for r := range fit.NumReasons {
		if f.NotJudged[r].Methods > 0 {
			reasons = append(reasons, fit.Reason(r))
		}
	}
	slices.SortStableFunc(reasons, func(a, b fit.Reason) int { return cmp.Compare(f.NotJudged[b].Weight, f.NotJudged[a].Weight) })
	var all []string
	for _, r := range reasons {
		part := f.NotJudged[r]
		all = append(all, fmt.Sprintf("%s %s (%s)", ShareOf(part.Weight, f.Total), r, words.Count(int64(part.Methods), "method", "methods")))
	}
	return all
}

// ShareOf formats part/whole in percent; "0%" of nothing.
func ShareOf(part, whole int64) string {
	if whole == 0 {
		return "0%"
	}
	return words.Percent(float64(part) / float64(whole))
}

// GoneMethods is the caveat of a profile with methods that are not in a list of the program; false: none is gone.
func GoneMethods(a *fit.ListFit) (caveats.Caveat, bool) {
	if len(a.Rows) == 0 {
		return caveats.Caveat{}, false
	}
	f := caveats.Caveat{Severity: caveats.Caution, Kind: "gone", Count: int64(len(a.Rows)), Text: fmt.Sprintf("%s no longer in the program (%s of the %s)",
		words.Count(int64(len(a.Rows)), "recorded method is", "recorded methods are"), words.Percent(a.Share()), UnitOf(a))}
	if a.Share() >= muchGone {
		f.Severity = caveats.Problem
		f.Hint = "record a new profile: native-image ignores the counts of these methods"
	}
	return f, true
}

// UnitOf returns what the comparison with a list counts, in the plural.
func UnitOf(a *fit.ListFit) string {
	if a.Metric == convert.Samples {
		return "samples"
	}
	return "entries"
}

// muchGone is the share of gone methods at which a profile no longer matches the code.
const muchGone = 0.1

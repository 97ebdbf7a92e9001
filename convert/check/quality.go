package check

import (
	"fmt"
	"math"
	"strconv"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/caveats"
	"github.com/iprof-viz/iprof-viz/convert/quality"
	"github.com/iprof-viz/iprof-viz/internal/words"
)

// above says that a share does not pass: "more than 5% (--fail-over-gap)".
func (t Threshold) above() string { return "more than " + t.text() }

// Margin returns the findings about samples that are compared with a maximum margin of error; nil: none. Why says why M is nil.
func Margin(m *quality.Margin, names *convert.Names, maximum *Threshold, why string) []caveats.Caveat {
	switch {
	case maximum == nil:
	case m == nil:
		return unknown("the margin of error of the samples", why, maximum)
	case m.Relative() > maximum.Share:
		widest := m.Methods[m.Widest]
		return []caveats.Caveat{{Severity: caveats.Problem, Kind: "wide-margin", Count: m.Samples,
			Text: fmt.Sprintf("the share of %s, one of the hottest methods, is known to ±%s, %s", names.Method(int(widest.Slot)), marginPercent(m.Relative()), maximum.above()),
			Hint: enoughSamples(m)}}
	}
	return nil
}

// enoughSamples is the hint about a margin that is too wide.
func enoughSamples(m *quality.Margin) string {
	if times := m.Times(); !math.IsInf(times, 1) {
		return "record a longer run: " + timesAsMany(times) + " as many samples would do"
	}
	return "no number of samples has no error"
}

// timesAsMany formats a factor of samples, rounded up: "2.8 times".
func timesAsMany(times float64) string {
	if times < 10 {
		return strconv.FormatFloat(math.Ceil(10*times)/10, 'f', -1, 64) + " times"
	}
	return words.Thousands(int64(math.Ceil(min(times, 1e15)))) + " times"
}

// grossGap is the share of counts that contradict others above which a profile is doubtful whoever recorded it: those of the format's
// documentation and of the Java VM have at most 0.2%.
const grossGap = 0.05

// Flow returns the findings about counts that contradict each other, compared with a maximum; nil: a warning above grossGap. Why says why
// they are unknown.
func Flow(f *quality.Flow, names *convert.Names, maximum *Threshold, why string) []caveats.Caveat {
	finding := caveats.Caveat{Severity: caveats.Problem, Kind: "flow-gap"}
	limit, above := grossGap, ""
	if maximum != nil {
		limit, above = maximum.Share, ", "+maximum.above()
	} else {
		finding.Severity = caveats.Caution
	}
	gap, ok := f.Gap()
	switch {
	case !ok && maximum != nil:
		return unknown("how much of the counts contradict each other", why, maximum)
	case !ok || gap <= limit:
		return nil
	}
	finding.Count = int64(f.Contradictory)
	finding.Text = fmt.Sprintf("%s of the counts of the hottest methods contradict others%s: the most in %s", shareBelow(gap, limit), above, worstMethod(f, names))
	finding.Hint = "threads raced, the writer of the profile counted itself, class files are of other code, or the file is damaged: iprof-viz help quality"
	return []caveats.Caveat{finding}
}

// FlowText says whether counts add up, or how much of them do not, and where. There must be some to compare.
func FlowText(f *quality.Flow, names *convert.Names) string {
	by, leftOut := words.Count(int64(f.Equations), "equation"), ""
	if f.LeftOut > 0 {
		leftOut = fmt.Sprintf("; control flow left out in %s, beyond a limit", words.Count(int64(f.LeftOut), "context"))
	}
	if f.Excess == 0 {
		return fmt.Sprintf("%s of %s add up (%s: each place must be left as often as it is reached%s)", words.Count(f.Counts, "count"),
			words.Count(int64(len(f.Methods)), "method"), by, leftOut)
	}
	gap, _ := f.Gap()
	return fmt.Sprintf("%s of %s contradict others (%s%s), the most in %s", words.Percent(gap), words.Count(f.Counts, "count"), by, leftOut, worstMethod(f, names))
}

// worstMethod names the method with the most counts that contradict others, with its gap.
func worstMethod(f *quality.Flow, names *convert.Names) string {
	m := &f.Methods[0]
	gap, _ := m.Gap()
	return fmt.Sprintf("%s: %s of its own counts", names.Method(int(m.Slot)), words.Percent(gap))
}

// MarginText says which share of the hottest methods is the least certain, how certain it is, and how many samples it takes for a margin of
// error that is enough.
func MarginText(m *quality.Margin) string {
	of, widest := "the share of the hottest method", m.Methods[m.Widest]
	if n := len(m.Methods); n > 1 {
		of = fmt.Sprintf("the least certain share of the %d hottest methods", n)
	}
	text := fmt.Sprintf("%s: %s is %s, ±%s of that (%s)", words.Count(m.Samples, "sample"), of, words.Percent(widest.Share), marginPercent(widest.Relative()),
		words.RangePercent(widest.Low, widest.High, 1))
	if times := m.Times(); times > 1 && !math.IsInf(times, 1) {
		text += fmt.Sprintf("; %s as many would make it ±%s", timesAsMany(times), Threshold{Share: m.Enough}.text())
	}
	return text
}

// marginPercent formats a margin of error in percent, with two digits.
func marginPercent(relative float64) string {
	if relative >= 0.1 {
		return fmt.Sprintf("%.0f%%", 100*relative)
	}
	return fmt.Sprintf("%.2g%%", 100*relative)
}

// Coverage returns the findings about the share of the bytecode in methods that ran, compared with a minimum; nil: none. A nil share is
// unknown, and why says why.
func Coverage(share *float64, minimum *Threshold, why string) []caveats.Caveat {
	switch {
	case minimum == nil:
	case share == nil:
		return unknown("the coverage", why, minimum)
	case *share < minimum.Share:
		return []caveats.Caveat{{Severity: caveats.Problem, Kind: "low-coverage",
			Text: fmt.Sprintf("%s of the bytecode of the class path is in methods that ran, %s", shareBelow(*share, minimum.Share), minimum.below()),
			Hint: "record a profile with a workload that runs more of the program; the largest methods without entries are listed"}}
	}
	return nil
}

// unknown is the finding that there is nothing to compare with a threshold.
func unknown(what, why string, t *Threshold) []caveats.Caveat {
	return []caveats.Caveat{{Severity: caveats.Problem, Kind: "nothing-judged", Text: fmt.Sprintf("%s is unknown, which does not pass %s: %s", what, t.Flag, why)}}
}

package judge

import (
	"fmt"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/caveats"
	"github.com/iprof-viz/iprof-viz/convert/check"
	"github.com/iprof-viz/iprof-viz/convert/quality"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/convert/training"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/summary"
)

// thresholdKinds are the kinds of findings that say that a criterion other than sane is not passed.
var thresholdKinds = []string{"changed-code", "nothing-judged", "gone", "untrained", "wide-margin", "flow-gap", "low-coverage"}

// Quality judges a file by all criteria, and adds the findings about thresholds that it does not pass. It comes after all other checks.
// Nil is a profile that cannot be read.
func Quality(c *summary.CheckedFile, p *iprof.Profile, o Options) {
	if c.Quality == nil {
		c.Quality = &summary.CheckedQuality{}
	}
	j := criteria{file: c, quality: c.Quality, options: o, unreadable: p == nil}
	if p != nil {
		names := convert.NameOptions{Application: o.Application, Disambiguate: o.Distinct}
		if c.Quality.Names = o.Names; o.Names == nil || o.Names.Options != names {
			c.Quality.Names = convert.NewNames(p, names)
		}
		enough := quality.GoodMargin
		if o.FailOverMargin != nil {
			enough = *o.FailOverMargin
		}
		c.Quality.Margin = quality.NewMargin(p, enough)
		if c.Quality.Flow == nil {
			c.Quality.Flow = quality.NewFlow(c.Quality.Names, quality.FlowOptions{})
		}
	}
	all := []quality.Criterion{j.samples(p), j.flow(p), j.coverage(), j.fit(), j.listed(), j.production()}
	c.Quality.Verdict = append(quality.Verdict{j.sane()}, all...) // the others may have added findings
}

// flowByCode compares the counts of a profile with class files. Those of the JDK are used only if all of its methods fit: otherwise they
// are of another JDK than the image's.
func flowByCode(f *summary.CheckedCode, g *calls.Graph, opts calls.Options) *quality.Flow {
	fitting := f.Fitting
	if f.JDK.Changed.Methods+f.JDK.Gone.Methods > 0 {
		fitting = slices.Clone(fitting)
		for slot := range fitting {
			fitting[slot] = fitting[slot] && f.Names.Kind(slot) != convert.JDK
		}
	}
	return quality.NewFlow(f.Names, quality.FlowOptions{Graph: g, Class: opts.Class, Fitting: fitting})
}

// criteria makes the criteria of a file.
type criteria struct {
	file       *summary.CheckedFile
	quality    *summary.CheckedQuality
	options    Options
	unreadable bool
}

func noThreshold(flag string) string { return "no threshold (" + flag + ")" }

// judged completes a criterion. Unknown is the reason for which its value may be unknown.
func (j *criteria) judged(c quality.Criterion, flag, unknown string) quality.Criterion {
	if c.Value == nil {
		c.Reason = unknown
		if j.unreadable {
			c.Reason = "the file cannot be read"
		}
	}
	c.Judge(noThreshold(flag))
	return c
}

func (j *criteria) find(findings []caveats.Caveat) {
	if !j.unreadable { // which is worse
		j.file.Findings = append(j.file.Findings, findings...)
	}
}

// sane counts the findings that fail the check by themselves.
func (j *criteria) sane() quality.Criterion {
	errors, warnings, noun := 0, 0, "error"
	for _, f := range j.file.Findings {
		switch {
		case f.Severity == caveats.Caution:
			warnings++
		case f.Severity == caveats.Problem && slices.Contains(thresholdKinds, f.Kind):
			noun = "other error" // that one is of another criterion
		case f.Severity == caveats.Problem:
			errors++
		}
	}
	failing, text := errors, count(errors, noun)
	switch {
	case !j.options.Strict:
	case warnings > 0:
		failing, text = errors+warnings, text+", "+count(warnings, "warning")+" (--strict)"
	default:
		text += ", no warnings"
	}
	value := float64(failing)
	c := quality.Criterion{Name: "sane", Value: &value, Unit: quality.Findings, Threshold: new(float64), Maximum: true, Text: text}
	c.Judge("")
	return c
}

func count(n int, noun string) string {
	if n == 0 {
		return "no " + noun + "s"
	}
	return words.Count(int64(n), noun)
}

// optional returns a threshold that a flag sets; nil: it does not.
func optional(share *float64, flag string) *check.Threshold {
	if share == nil {
		return nil
	}
	return &check.Threshold{Share: *share, Flag: flag}
}

func (j *criteria) samples(p *iprof.Profile) quality.Criterion {
	const flag = "--fail-over-margin"
	c := quality.Criterion{Name: "samples", Unit: quality.Share, Threshold: j.options.FailOverMargin, Maximum: true}
	unknown, m := "the profile has no samples", j.quality.Margin
	if p != nil && p.Damaged(iprof.Samples) > 0 {
		unknown = "the counts of samples are damaged"
	}
	if m != nil {
		relative := m.Relative()
		c.Value = &relative
		c.Text = check.MarginText(m)
	}
	j.find(check.Margin(m, j.quality.Names, optional(c.Threshold, flag), unknown))
	return j.judged(c, flag, unknown)
}

func (j *criteria) flow(p *iprof.Profile) quality.Criterion {
	const flag = "--fail-over-gap"
	c := quality.Criterion{Name: "flow", Unit: quality.Share, Threshold: j.options.FailOverGap, Maximum: true}
	f, unknown := j.quality.Flow, "no count implies another"
	if f == nil {
		f = &quality.Flow{}
	}
	switch {
	case p == nil:
	case p.Total(iprof.Calls) == 0:
		unknown = "the profile has no entries"
	case p.Damaged(iprof.Calls)+p.Damaged(iprof.Receivers) > 0:
		unknown = "counts are damaged"
	case j.file.Code == nil:
		unknown += " (--classpath adds others)"
	}
	if gap, ok := f.Gap(); ok {
		c.Value = &gap
		c.Text = check.FlowText(f, j.quality.Names)
	}
	j.find(check.Flow(f, j.quality.Names, optional(c.Threshold, flag), unknown))
	return j.judged(c, flag, unknown)
}

func (j *criteria) coverage() quality.Criterion {
	const flag = "--fail-under-coverage"
	c := quality.Criterion{Name: "coverage", Unit: quality.Share, Threshold: j.options.FailUnderCoverage}
	unknown := "no classes (--classpath)"
	switch {
	case j.file.Coverage != nil:
		unknown = "the profile has no entries"
		c.Value = enteredBytes(j.file.Coverage)
	case j.file.Code != nil:
		unknown = "no method of the profile is in the classes"
	}
	if c.Value != nil {
		c.Text = words.Percent(*c.Value) + " of the bytecode is in methods that ran"
	}
	j.find(check.Coverage(c.Value, optional(c.Threshold, flag), unknown))
	return j.judged(c, flag, unknown)
}

// enteredBytes returns the share of the bytecode in methods that ran; nil: unknown.
func enteredBytes(coverage *table.Set) *float64 {
	var all, entered table.Cell
	for _, fact := range coverage.Facts {
		switch fact.Key {
		case "bytes":
			all = fact.Value
		case "entered_bytes":
			entered = fact.Value
		}
	}
	if entered.Kind != table.Int || all.Int == 0 {
		return nil
	}
	share := float64(entered.Int) / float64(all.Int)
	return &share
}

// fit judges as [check.Fit] does: without counts in the program's methods, only a threshold that was asked for is not passed.
func (j *criteria) fit() quality.Criterion {
	c := quality.Criterion{Name: "fit", Unit: quality.Share, Threshold: j.options.FailUnder}
	unknown := "no classes (--classpath)"
	if f := j.file.Code; f != nil {
		unknown = "nothing was counted in the program's methods"
		none := f.Program.Judged().Methods == 0
		if none {
			unknown = "no method of the profile is in the classes"
		}
		share, ok := f.Share()
		if ok {
			c.Value, c.Text = &share, words.Percent(share)+" of the program's "+f.Unit()+" fit the code"
		}
		if c.Threshold == nil && (ok || none) {
			least := check.DefaultFit
			c.Threshold = &least
		}
	}
	return j.judged(c, "--fail-under", unknown)
}

// listed judges as [check.GoneMethods] does.
func (j *criteria) listed() quality.Criterion {
	c := quality.Criterion{Name: "listed", Unit: quality.Share}
	if a := j.file.Against; a != nil && a.Total > 0 {
		share, least := 1-a.Share(), check.DefaultFit
		c.Value, c.Threshold = &share, &least
		c.Text = words.Percent(share) + " of the " + check.UnitOf(a) + " are in listed methods"
	}
	c = j.judged(c, "", "no list of methods (--against)")
	if c.Status == quality.Pass && slices.ContainsFunc(j.file.Findings, func(f caveats.Caveat) bool { return f.Kind == "gone" && f.Severity == caveats.Problem }) {
		c.Status = quality.Fail // exactly the threshold, which does not pass
	}
	return c
}

func (j *criteria) production() quality.Criterion {
	c := quality.Criterion{Name: "production", Unit: quality.Share, Threshold: j.options.FailUnderProduction}
	unknown := "no production samples (--production)"
	if of := j.file.Production; of != nil {
		unknown = "no production sample is in a method that could be judged"
		share, ok := of.Share()
		c.Asked = true
		known := "that ran in training"
		if of.Stacks {
			known = "on its stacks"
		}
		switch {
		case of.Foreign():
			unknown = words.Percent(float64(of.BySample[training.UnlistedClass])/float64(of.Base)) + " of production's " + of.Unit + " are in classes that the profile does not list"
		case ok:
			c.Value = &share
			c.Text = fmt.Sprintf("%s of production's %s judged %s are in methods %s", words.Percent(share), words.Thousands(of.Judged()), of.Unit, known)
			if left := of.Base - of.Judged(); left > 0 {
				c.Text += fmt.Sprintf("; %s are not judged", words.Percent(float64(left)/float64(of.Base)))
			}
		}
	}
	return j.judged(c, "--fail-under-production", unknown)
}

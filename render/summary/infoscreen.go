package summary

import (
	"bufio"
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/caveats"
	"github.com/iprof-viz/iprof-viz/convert/info"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/render/internal/fitname"
	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
)

// An infoScreen is the choice of what a summary on one screen shows. It ends with findings and caveats, which are the last lines that
// a user sees.
type infoScreen struct {
	contents, application bool   // a line or two each
	hottest               int    // rows
	sections              []bool // by number in infoText.sections
	findings, caveats     int
}

// screen writes as much of the summary as fits: at least a finding or a caveat, and both if there is room, then more of everything by importance.
// That the profiler counted itself is the exception: tables leave it out, so the application's part is more important.
func (t *infoText) screen(title string, opts InfoOptions) {
	most := infoScreen{caveats: len(t.in.Caveats)}
	if r := t.in.Findings; r != nil {
		most.findings = len(r.List)
	}
	maxFindings := most.findings
	if opts.Limit > 0 {
		maxFindings = min(maxFindings, opts.Limit)
	}
	list := t.hottestList()
	if list != nil {
		most.hottest = len(list.Rows)
	}
	sections := t.allSections(list)
	shown := infoScreen{findings: min(1, maxFindings), sections: make([]bool, len(sections))}
	if most.caveats > 0 && t.in.Caveats[0].Kind != info.ProfilerRuntime { // which says that tables leave it out
		shown.caveats = 1
	}
	write := func(s infoScreen) string {
		var b bytes.Buffer // never fails
		of := *t
		of.w = bufio.NewWriter(&b)
		of.short = new(bool)
		of.writeScreen(title, s, most, list, sections)
		of.w.Flush()
		return b.String()
	}
	if shown.caveats > 0 && !opts.Screen.Holds(write(shown)) {
		if t.in.Caveats[0].Severity == caveats.Note {
			shown.caveats = 0
		} else {
			shown.findings = 0
		}
	}
	add := func(more func(s *infoScreen)) {
		next := shown
		next.sections = slices.Clone(shown.sections)
		more(&next)
		if opts.Screen.Holds(write(next)) {
			shown = next
		}
	}
	hottest := func(n int) { add(func(s *infoScreen) { s.hottest = min(n, most.hottest) }) }
	findings := func(n int) { add(func(s *infoScreen) { s.findings = max(s.findings, min(n, maxFindings)) }) }
	remarks := func(n int) { add(func(s *infoScreen) { s.caveats = max(s.caveats, min(n, most.caveats)) }) }
	for n := 1; n <= 3; n++ {
		hottest(n)
	}
	add(func(s *infoScreen) { s.contents = true })
	if shown.caveats < min(1, most.caveats) {
		add(func(s *infoScreen) { s.application = true })
		remarks(1)
	}
	findings(2)
	add(func(s *infoScreen) { s.application = true })
	remarks(2)
	findings(3)
	hottest(5)
	for n := 3; n <= most.caveats; n++ {
		remarks(n)
	}
	for n := 4; n <= maxFindings; n++ {
		findings(n)
	}
	for i := range sections {
		one := infoScreen{sections: make([]bool, len(sections))}
		one.sections[i] = true
		if !t.tooWide(write(one)) {
			add(func(s *infoScreen) { s.sections[i] = true })
		}
	}
	t.w.WriteString(write(shown))
}

// tooWide reports whether a line of a text is wider than the terminal: not all tables of a summary can be narrow.
func (t *infoText) tooWide(text string) bool {
	for line := range strings.Lines(text) {
		if t.width > 0 && plaintext.Columns(strings.TrimSuffix(line, "\n")) > t.width {
			return true
		}
	}
	return false
}

// hottestList returns the list that says most about the time of the program, or its calls, as top does; nil: none.
func (t *infoText) hottestList() *info.TopList {
	i := slices.IndexFunc(t.in.Top, func(l info.TopList) bool { return l.By == info.TopSelf })
	switch entered := t.in.Entered; {
	case entered != nil && (i < 0 || t.in.FewSamples):
		return chosenRows(*entered)
	case i >= 0:
		return chosenRows(t.in.Top[i])
	case len(t.in.Top) > 0:
		return chosenRows(t.in.Top[0])
	}
	return nil
}

// allSections returns functions that write the other parts of the summary, in the order of the whole one.
func (t *infoText) allSections(hottest *info.TopList) []func(*infoText) {
	all := []func(*infoText){(*infoText).application, (*infoText).code}
	if t.in.OtherTool != nil {
		all = append(all, (*infoText).source)
	} else {
		all = append(all, (*infoText).sections, (*infoText).tables)
	}
	for _, list := range t.in.Top {
		if hottest == nil || list.Metric != hottest.Metric || list.By != hottest.By {
			all = append(all, func(t *infoText) { t.top(list) })
		}
	}
	return all
}

// writeScreen writes the parts that a screen has room for, and the names of those that it leaves out of all.
func (t *infoText) writeScreen(title string, s, most infoScreen, hottest *info.TopList, sections []func(*infoText)) {
	t.paragraph("", title)
	if verdict := t.verdict(); verdict != "" {
		t.paragraph("  ", verdict)
	}
	if s.contents {
		t.contents()
	}
	if s.application && !s.sections[0] {
		t.applicationLine()
	}
	for i, write := range sections {
		if s.sections[i] {
			write(t)
		}
	}
	if s.hottest > 0 {
		list := *hottest
		list.Rows = list.Rows[:s.hottest]
		t.chosen(&list)
	}
	t.worth(s.findings)
	if s.caveats > 0 || most.caveats == 0 {
		t.caveats(s.caveats)
	}

	var left []string
	for _, part := range []struct {
		n     int
		thing string
	}{{most.findings - s.findings, "finding"}, {most.caveats - s.caveats, "caveat"}, {numberOf(s.sections, false), "section"}} {
		if part.n > 0 {
			left = append(left, words.Count(int64(part.n), part.thing))
		}
	}
	switch {
	case len(left) > 0 && *t.short:
		t.heading("not shown: " + strings.Join(left, ", ") + " (--all); full names (--wide)")
	case len(left) > 0:
		t.heading("not shown: " + strings.Join(left, ", ") + " (--all)")
	case *t.short:
		t.heading(fitname.ShortNamesNote)
	}
}

// numberOf returns how often a value is in a list.
func numberOf(list []bool, value bool) (n int) {
	for _, x := range list {
		if x == value {
			n++
		}
	}
	return n
}

// verdict says what a profile shows and what it does not, if it is of little use: it is empty, has no names, or lacks conditionals or
// method entries, as one that was cut does; "": it is of use.
func (t *infoText) verdict() string {
	if t.in.OtherTool != nil {
		return ""
	}
	var shows, lacks []string
	nameless, partial := t.in.Methods.Listed == 0 && t.in.Methods.Referred > 0, false
	if nameless {
		lacks = append(lacks, "the names of methods")
	}
	for _, of := range []struct {
		metric convert.Metric
		says   string
	}{{convert.Samples, "where time is spent"}, {convert.Calls, "how often methods are entered"}, {convert.Branches, "where branches go"}} {
		if t.in.Section(of.metric).Total > 0 {
			shows = append(shows, of.says)
			continue
		}
		lacks = append(lacks, of.says)
		partial = partial || of.metric != convert.Samples // which many complete profiles lack
	}
	switch {
	case len(shows) == 0 && !slices.ContainsFunc(t.in.Sections, func(s info.SectionInfo) bool { return s.Total > 0 }):
		return "nothing was counted: this profile shows nothing of the program"
	case !nameless && !partial:
		return ""
	case len(shows) == 0:
		return "not in this profile: " + words.List(lacks)
	}
	return "in this profile: " + words.List(shows) + "; not in it: " + words.List(lacks)
}

// contents writes the totals of the file's sections, in a line or two.
func (t *infoText) contents() {
	if t.in.OtherTool != nil { // the title has it
		return
	}
	var has, absent []string
	for _, s := range t.in.Sections {
		switch {
		case !s.Present:
			absent = append(absent, s.Metric.String())
		case s.Damaged > 0:
			has = append(has, fmt.Sprintf("%s (%s damaged, so no total)", numbers.MetricUnits[s.Metric], words.Count(s.Damaged, "count")))
		default:
			has = append(has, words.CountOf(s.Total, numbers.MetricUnits[s.Metric]))
		}
	}
	text := strings.Join(has, ", ")
	if len(absent) > 0 {
		text = strings.TrimPrefix(text+"; ", "; ") + "absent: " + strings.Join(absent, ", ")
	}
	t.paragraph("  ", numbers.FitHead(text, t.width-len("  ")))
}

// applicationLine writes the application's part of the profile, in a line or two.
func (t *infoText) applicationLine() {
	a := t.in.Application
	if !t.hasApplication() {
		return
	}
	var parts []string
	for _, m := range a.Metrics {
		share := func(value int64) string { return numbers.SharePercent(float64(value)/float64(m.Base), 1) }
		if m.Metric == convert.Samples {
			parts = append(parts, fmt.Sprintf("%s of the %s, %s with the code it calls", share(m.Own), t.shortUnit(m.Metric), share(m.Value)))
		} else {
			part := share(m.Value) + " of the " + t.shortUnit(m.Metric)
			if m.Base < m.Total {
				part += " without the profiler's"
			}
			parts = append(parts, part)
		}
	}
	t.paragraph("  ", fmt.Sprintf("application: %s of %s, %s", numbers.Thousands(a.Methods), numbers.Plural(t.in.Methods.Referred, "method"), strings.Join(parts, "; ")))
}

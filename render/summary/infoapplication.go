package summary

import (
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/info"
	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
)

// application writes the application's part of the profile, and its hottest methods.
func (t *infoText) application() {
	a := t.in.Application
	if !t.hasApplication() {
		return
	}
	t.heading("The application: " + numbers.Thousands(a.Methods) + " of " + numbers.Plural(t.in.Methods.Referred, t.methodNoun()) + " with records")
	var units []string
	rows := [][]string{{"", "", "share of all", "methods"}}
	listed := false
	for _, m := range a.Metrics {
		units = append(units, t.shortUnit(m.Metric))
		name, share := t.shortUnit(m.Metric), func(value int64) string { return numbers.SharePercent(float64(value)/float64(m.Base), 1) }
		if m.Metric == convert.Samples {
			name += ", with the code it calls"
		} else if m.Base < m.Total {
			name += ", without the profiler's"
		}
		methods := numbers.Thousands(m.Counted)
		if m.Counted < a.Methods { // the others are callers of counted methods, or have only branches or types
			if m.Metric == convert.Samples {
				methods += " on stacks"
			} else {
				methods += " with " + t.shortUnit(m.Metric)
			}
		}
		rows = append(rows, []string{name, numbers.Thousands(m.Value), share(m.Value), methods})
		if m.Metric == convert.Samples {
			rows = append(rows, []string{"  self", numbers.Thousands(m.Own), share(m.Own), ""})
		}
		listed = listed || m.Top.Listed > 0
	}
	if !listed {
		t.paragraph("  ", "no application method has "+strings.Join(units, " or ")+"; --app REGEXP defines the application")
		return
	}
	t.grid(rows, left, right, right, right)
	for _, m := range a.Metrics {
		if m.Top.Listed > 0 {
			t.top(m.Top)
		}
	}
}

// hasApplication reports whether anything is known about the application.
func (t *infoText) hasApplication() bool {
	a := t.in.Application
	namesMissing := a.Methods == 0 && 2*t.in.Methods.Unlisted >= t.in.Methods.Referred
	return len(a.Metrics) > 0 && !namesMissing
}

// applicationHeading returns the heading of the application's hottest methods.
func (t *infoText) applicationHeading(list info.TopList) string {
	heading := "Methods of the application by " + t.shortUnit(list.Metric)
	if list.Metric == convert.Samples {
		heading += ", including the library code they call"
	}
	return heading
}

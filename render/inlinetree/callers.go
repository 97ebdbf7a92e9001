package inlinetree

import (
	"fmt"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/inlining"
	"github.com/iprof-viz/iprof-viz/convert/optimized"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
	"github.com/iprof-viz/iprof-viz/render/internal/siteline"
	"github.com/iprof-viz/iprof-viz/render/internal/terminal"
)

const callerLegend = "calls: @call site, method, calls (≤ at most, ≥ at least), ×calls per entry of the caller, [share of the calls that was inlined]; " +
	"• how the method is known, and what may have kept calls from being inlined, which is not the compiler's reason"

// factMark is before the lines about a call.
const factMark = '•'

// callerHead returns the line above the calls of a caller, some of which may be left out.
func callerHead(c *inlining.Caller, left int) string {
	return "called at " + numbers.Plural(len(c.Calls)+left, "call site") + ", in " + numbers.Plural(c.Contexts, "context")
}

const wayHead = "the shortest way of calls"

// callerRows returns the rows of a caller: itself, its calls, the first of which have remarks, and how many are left out.
func callerRows(in *inlining.Into, c *inlining.Caller, left, remarks int) *treeRows {
	rows := &treeRows{
		row: func(i int) treeRow {
			if i == 0 {
				return callerRow(in, c)
			}
			row := callRow(in, c, &c.Calls[i-1])
			if i > remarks {
				row.lines = nil
			}
			return row
		},
		more: func(int) string { return "… " + numbers.Plural(left, "more call") },
	}
	rows.add(0, 0)
	if left > 0 {
		rows.leaveOut()
	}
	for i := range c.Calls {
		rows.add(i+1, 1)
	}
	rows.end(0)
	return rows
}

func callerRow(in *inlining.Into, c *inlining.Caller) treeRow {
	row := treeRow{name: in.Name(c.Slot), count: "n/a", style: terminal.Bold}
	if c.Known {
		row.count = numbers.TreeCount(c.Entries)
	}
	return row
}

func callRow(in *inlining.Into, caller *inlining.Caller, c *inlining.Call) treeRow {
	s, t := c.Site, c.Target
	row := treeRow{
		site: siteline.CallPlace(in.Lines, s), name: c.Name(in.Names), count: siteline.CallCount(t.Calls),
		share: unknownShare,
	}
	if f, ok := caller.PerEntry(c); ok {
		row.factor = numbers.TreeFactor(f)
	}
	if share, known := outcomeShare(c.Outcome); known {
		row.share, row.part = "["+numbers.TreePercent(share, 1)+"]", float64(share)
	} else if n := t.Calls.Figure(); n > 0 && c.Outcome == nil {
		row.share, row.part = "["+numbers.TreePercent(t.Inlined, n)+"]", numbers.ShareOf(t.Inlined, n)
	}
	for _, text := range callTexts(caller, c) {
		row.lines = append(row.lines, siteline.Line{Mark: factMark, Head: text})
	}
	return row
}

// outcomeShare returns the share of calls that the optimized image inlines, if it is the same in all copies.
func outcomeShare(f *optimized.Outcome) (share int64, known bool) {
	switch {
	case f == nil || f.Copies == 0:
		return 0, false
	case f.Inlined == f.Copies:
		return 1, true
	}
	return 0, f.Inlined == 0 && f.Partly == 0 && f.Stayed() > 0
}

// callTexts returns the lines about a call.
func callTexts(caller *inlining.Caller, c *inlining.Call) []string {
	s, t := c.Site, c.Target
	var texts []string
	if c.May {
		texts = append(texts, "the method is unknown: "+s.Reason.String())
	} else if text := evidenceText(t.Evidence); text != "" {
		texts = append(texts, "known by "+text)
	}
	if c.Outcome != nil {
		texts = append(texts, "in the optimized image: "+c.Outcome.String())
		if c.Outcome.Reason != "" {
			texts = append(texts, "the compiler: "+words.CompilerReason(c.Outcome.Reason))
		}
		return texts
	}
	switch {
	case t.Contexts == 0 || t.Contexts == caller.Contexts && (t.Part() == calls.AllInlined || siteline.CallCount(t.Stayed) == "n/a"):
	case t.Part() == calls.AllInlined:
		texts = append(texts, fmt.Sprintf("inlined in %s of %s: all calls", numbers.Thousands(t.Contexts), numbers.Plural(caller.Contexts, "context")))
	case siteline.CallCount(t.Stayed) == "n/a":
		texts = append(texts, fmt.Sprintf("inlined in %s of %s: %s", numbers.Thousands(t.Contexts), numbers.Plural(caller.Contexts, "context"), words.Count(t.Inlined, "call")))
	default:
		texts = append(texts, fmt.Sprintf("inlined in %s of %s: %s; %s stayed calls", numbers.Thousands(t.Contexts), numbers.Plural(caller.Contexts, "context"),
			words.Count(t.Inlined, "call"), inlining.CallsText(t.Stayed)))
	}
	if c.Early && !slices.ContainsFunc(c.Facts, func(f calls.Fact) bool { return f.Kind == calls.NotCounted }) {
		texts = append(texts, "has fewer entries than calls: native-image may have inlined it before it added counters")
	}
	for _, f := range c.Facts {
		texts = append(texts, f.Text)
	}
	return texts
}

// evidenceText says what the method of calls that stayed calls is known by; "" if all were inlined, or nothing is known.
func evidenceText(e calls.Evidence) string {
	switch e {
	case calls.Receivers:
		return "receiver types"
	case calls.ByCode:
		return "the code: it can call no other method"
	case calls.ByClasses:
		return "the class hierarchy: no other class given has such a method"
	case calls.ByLambda:
		return "the lambda's type"
	}
	return ""
}

// wayRows returns the rows of the shortest way, and how many calls are left out at its end.
func wayRows(in *inlining.Into, way []inlining.WayStep, left int) *treeRows {
	rows := &treeRows{
		row: func(i int) treeRow {
			if i == 0 {
				return treeRow{name: in.Way[0].From, style: terminal.Bold}
			}
			s := &way[i-1]
			return treeRow{
				site: siteline.CallPlace(in.Lines, s.Site), name: s.To, count: siteline.CallCount(s.Target.Calls),
			}
		},
		more: func(int) string { return "… " + numbers.Plural(left, "more call") },
	}
	for i := range len(way) + 1 {
		rows.add(i, int32(i))
	}
	if left > 0 {
		rows.leaveOut()
	}
	rows.end(0)
	return rows
}

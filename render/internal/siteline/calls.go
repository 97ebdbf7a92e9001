package siteline

import (
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/sourceline"
	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
	"github.com/iprof-viz/iprof-viz/render/internal/places"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
)

// CallCount returns a number of calls, which may be a bound: 8.70k, ≤8.70k, n/a.
func CallCount(c calls.Count) string { return Count(c.Execution()) }

// Count formats a count with its bound: ≤10.0k; n/a if it is unknown.
func Count(e code.Execution) string {
	if e.Bound == code.None {
		return "n/a"
	}
	return e.Bound.Mark() + numbers.TreeCount(e.Count)
}

// maxReason limits the columns of the compiler's reason in a line with much else.
const maxReason = 80

// Outcome gives the outcome of a call in the optimized image, and whether it is new: virtual call, inlined before.
func Outcome(c *calls.LeavingCall) string {
	if c.WasInlined {
		return c.Outcome + ", was inlined"
	}
	return c.Outcome
}

// CallPlace returns the place of a call in its caller: @20 :13.
func CallPlace(lines *sourceline.Lines, s *calls.Site) string {
	return places.TreeSite(s.BCI, true) + places.LineSuffix(lines.Line(s.Slot, s.BCI))
}

// Leaving describes a call that was not inlined, of a method with a name: → WordCount.addLine  10.0k calls  ×10.0k  @20 :13. It has the calls per entry of the
// caller, if its entries are known.
func Leaving(lines *sourceline.Lines, c *calls.LeavingCall, name string, entries int64, known bool) string {
	text := "→ " + name + "  " + CallCount(c.Calls()) + " calls"
	if f, ok := c.Calls().PerEntry(entries, known); ok {
		text += "  " + numbers.TreeFactor(f)
	}
	if text += "  " + CallPlace(lines, c.Site); c.Outcome != "" {
		text += "  " + Outcome(c)
		if c.Reason != "" {
			text += ": " + plaintext.CutEnd(c.ReasonText(), maxReason)
		}
	}
	return text
}

// LeavingLegend explains Leaving in a legend.
const LeavingLegend = "a call that was not inlined; its calls are not entries of the unit (≤ at most, ≥ at least)"

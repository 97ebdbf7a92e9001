package inlinetree

import (
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/inlining"
	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
)

// optimizedLegend explains the trees of the optimized image, with callsLegend if they have calls.
const (
	optimizedLegend = "@call site, method, entries (≤ at most, ≥ at least), ×calls per entry of the caller, " +
		"[inclusive share of the unit's certain entries]; + not inlined there in the instrumented image"
	bareOptimizedLegend = "@call site, method, entries (≤ at most, ≥ at least), [share of certain entries]; + new in the optimized image; → calls"
	boundsLegend        = "at most: the copies of a method share the counts that the instrumented image has of it (≥: at least)"
	callsLegend         = "→ what the compiler left as a call, with the calls of its place and the compiler's last reason (was inlined: in the instrumented image)"
)

// treesTitle names trees.
func treesTitle(in *inlining.Trees) string {
	if in.Optimized {
		return "Inlining trees of the optimized image"
	}
	return "Inlining trees"
}

// ofEntries names the entries that shares are of.
func ofEntries(in *inlining.Trees) string {
	if in.Optimized {
		return " certain method entries"
	}
	return " method entries"
}

// ofAll names all entries.
func ofAll(in *inlining.Trees) string {
	if in.Optimized {
		return "of all certain entries"
	}
	return "of all entries"
}

// entriesText says how many entries an instance has.
func entriesText(n *inlining.Instance) string {
	of := n.Count()
	text := of.Bound.Words() + numbers.Plural(of.Count, "method entry")
	switch of.Bound {
	case code.None:
		return "method entries n/a: not in the file"
	case code.Exact:
		return text + " in this context"
	case code.AtLeast:
		return text + " in this copy"
	}
	return text + " in this copy, " + numbers.Thousands(n.Entries) + " of them certain"
}

// withHowToShow says how the inlining of the other image can be shown.
func withHowToShow(notes []string) []string {
	i := slices.Index(notes, convert.InstrumentedInliningNote)
	if i < 0 {
		return notes
	}
	notes = slices.Clone(notes)
	notes[i] += "; --optlog, a log of the optimized build, shows that one"
	return notes
}

package check

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/caveats"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// Conflicts are counts of calls that contradict each other. They are listed as recorded: no count is corrected by another.
type Conflicts struct {
	Methods []MethodConflict // the program's before those of the JDK and GraalVM, then by how many calls there are too many
	Sites   []SiteConflict   // likewise
}

// A MethodConflict is a method with more certain calls than entries.
type MethodConflict struct {
	Slot    int32
	System  bool  // the method is the JDK's or GraalVM's, whose class files rarely are those of the image
	Calls   int64 // that stayed calls, at least
	Entries int64 // as compilation root
	Early   bool  // native-image may have inlined it before it added counters, so nothing need be wrong
}

// A SiteConflict is a call site with more recorded calls than executions.
type SiteConflict struct {
	Slot       int32
	System     bool
	BCI        iprof.BCI
	Calls      int64 // recorded
	Executions int64 // of the instruction
	AtMost     bool  // Executions is an upper bound, not a count
}

// NewConflicts returns the conflicts in a call graph: among its methods, by slot, and its sites.
func NewConflicts(entered []calls.Entered, sites iter.Seq[*calls.Site], names *convert.Names) *Conflicts {
	c := &Conflicts{}
	system := func(slot int32) bool {
		switch names.Kind(int(slot)) {
		case convert.JDK, convert.NativeImage, convert.Profiler:
			return true
		}
		return false
	}
	for slot := range int32(len(entered)) {
		if e := &entered[slot]; e.Early || e.Contradicts {
			c.Methods = append(c.Methods, MethodConflict{slot, system(slot), e.Called.Low, e.Root, e.Early})
		}
	}
	for s := range sites {
		if s.Contradicts {
			c.Sites = append(c.Sites, SiteConflict{s.Slot, system(s.Slot), s.BCI, s.Made.Low, s.Executions.Count, s.Executions.Bound != code.Exact})
		}
	}
	slices.SortStableFunc(c.Methods, func(x, y MethodConflict) int {
		return cmp.Or(convert.CompareBools(x.System, y.System), cmp.Compare(y.Calls-y.Entries, x.Calls-x.Entries))
	})
	slices.SortStableFunc(c.Sites, func(x, y SiteConflict) int {
		return cmp.Or(convert.CompareBools(x.System, y.System), cmp.Compare(y.Calls-y.Executions, x.Calls-x.Executions))
	})
	return c
}

// cases are conflicts of a kind, in words.
type cases struct {
	all     []string
	program bool // one is in the program
}

func (c *cases) add(system bool, name string, calls int64, than string) {
	c.all = append(c.all, fmt.Sprintf("%s (%s, %s)", name, words.Count(calls, "call"), than))
	c.program = c.program || !system
}

// Findings returns the findings about conflicts.
func (c *Conflicts) Findings(names *convert.Names) []caveats.Caveat {
	var fewer, early, sites cases
	for _, m := range c.Methods {
		of := &fewer
		if m.Early {
			of = &early
		}
		of.add(m.System, names.Signature(int(m.Slot)), m.Calls, words.Count(m.Entries, "entry", "entries"))
	}
	for _, s := range c.Sites {
		ran := words.Count(s.Executions, "execution")
		if s.AtMost {
			ran = "at most " + ran
		}
		sites.add(s.System, fmt.Sprintf("%s @%d", names.Signature(int(s.Slot)), s.BCI), s.Calls, ran)
	}
	all := fewer.finding(nil, "calls-exceed-entries", "method has", "methods have", "more certain calls that were not inlined than entries as compilation root")
	all = sites.finding(all, "calls-exceed-executions", "call site has", "call sites have", "more recorded calls than executions")
	if n := int64(len(early.all)); n > 0 {
		all = append(all, caveats.Caveat{Severity: caveats.Note, Kind: "inlined-early", Count: n, Text: words.Count(n, "small method has", "small methods have") +
			" more certain calls than entries, as native-image may inline such methods before it adds counters: " + early.first()})
	}
	return all
}

// finding adds the finding about conflicts, if there are any: a warning if one is in the program.
func (c *cases) finding(all []caveats.Caveat, kind, one, more, why string) []caveats.Caveat {
	n := int64(len(c.all))
	if n == 0 {
		return all
	}
	f := caveats.Caveat{Severity: caveats.Caution, Kind: kind, Count: n, Text: words.Count(n, one, more) + " " + why + ": " + c.first(),
		Hint: "counters of several threads raced, or the class files are of other code; all counts are shown as recorded"}
	if !c.program {
		f.Severity = caveats.Note
		f.Hint = "none is in the program; is --jdk the JDK that the image was built with?"
	}
	return append(all, f)
}

// first lists the first cases.
func (c *cases) first() string {
	const most = 3
	if left := len(c.all) - most; left > 1 { // "1 more" would be as long
		return strings.Join(c.all[:most], ", ") + " and " + words.Thousands(int64(left)) + " more"
	}
	return words.List(c.all)
}

package optimized

import (
	"bytes"
	"flag"
	"testing"

	"pgregory.net/rapid"

	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/internal/profilegen"
	"github.com/iprof-viz/iprof-viz/internal/testtier"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// TestDrawnLogs: a log that is derived from a drawn profile, with decisions that are drawn, too, is joined with exactly these, and what its nodes
// were reached is within their bounds. Each method is compiled twice: the last compilation counts. A failure is shown with the smallest
// profile and the fewest decisions.
func TestDrawnLogs(t *testing.T) {
	flag.Set("rapid.seed", "1")
	flag.Set("rapid.nofailfile", "true")
	checks := "100"
	if testtier.More(t, "logs of 1,000 drawn profiles, instead of 100") {
		checks = "1000"
	}
	flag.Set("rapid.checks", checks)
	rapid.Check(t, func(t *rapid.T) {
		drawn := profilegen.Draw(t, "profile", profilegen.Options{PlainNames: true, Listed: true})
		if drawn.HasTwins() { // two methods of one class that Java could not tell apart, either
			return
		}
		drawn.Receivers = nil // drawn counts of types and of entries contradict each other
		p, err := iprof.Parse(bytes.NewReader(drawn.JSON()), iprof.Options{})
		if err != nil {
			t.Fatal(err)
		}
		decide := func() bool { return rapid.Bool().Draw(t, "inlined") }
		before, _, _, _ := derived(p, decide)
		text, copies, inlined, direct := derived(p, decide)
		log := readLog(t, append(before, text...))
		if len(log.Units) > 0 && log.Recompiled < len(log.Units) {
			t.Errorf("%d of %d units were compiled again", log.Recompiled, len(log.Units))
		}
		m, graph := New(p, log), calls.New(p, calls.Options{})
		check(t, "drawn", p, m, copies, inlined, direct)
		checkCounts(t, "drawn", p, m, graph)
		checkUnits(t, p, m, graph, log, false)
	})
}

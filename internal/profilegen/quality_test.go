package profilegen_test

import (
	"math"

	"pgregory.net/rapid"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/quality"
	"github.com/iprof-viz/iprof-viz/internal/profilegen"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// twiceIsAsContradictory: a profile that is added to itself has the same gap, and half as many samples are missing.
func twiceIsAsContradictory(t *rapid.T) {
	once := merge(t, parse(t, profilegen.Draw(t, "profile", profilegen.Options{Listed: true})))
	twice := merge(t, once, once)
	if twice == nil || once.Damaged(iprof.Calls)+once.Damaged(iprof.Receivers)+once.Damaged(iprof.Samples) > 0 || twice.Damaged(iprof.Calls)+twice.Damaged(iprof.Receivers)+twice.Damaged(iprof.Samples) > 0 {
		return
	}
	flow := func(p *iprof.Profile) *quality.Flow {
		return quality.NewFlow(convert.NewNames(p, convert.NameOptions{}), quality.FlowOptions{})
	}
	f, g := flow(once), flow(twice)
	x, y := f.FlowSum, g.FlowSum
	if x.Equations != y.Equations || x.Contradictory != y.Contradictory || x.Counts <= math.MaxInt64/2 && y.Counts != 2*x.Counts || x.Excess <= math.MaxInt64/2 && y.Excess != 2*x.Excess {
		t.Fatalf("%+v, twice %+v", x, y)
	}
	if gap, ok := x.Gap(); ok != (x.Equations > 0) || gap < 0 || gap > 1 {
		t.Fatalf("%+v: a gap of %v, %v", x, gap, ok)
	}
	m, n := quality.NewMargin(once, 0.25), quality.NewMargin(twice, 0.25)
	if (m == nil) != (once.Total(iprof.Samples) == 0) || (m == nil) != (n == nil) {
		t.Fatalf("%d samples: %+v, twice %+v", once.Total(iprof.Samples), m, n)
	}
	if m == nil {
		return
	}
	if n.Samples != 2*m.Samples || len(n.Methods) != len(m.Methods) || n.Relative() > m.Relative() || math.Abs(2*n.Times()-m.Times()) > 1e-9*m.Times() {
		t.Fatalf("%+v ±%v, %v times, twice %+v ±%v, %v times", m, m.Relative(), m.Times(), n, n.Relative(), n.Times())
	}
}

package diff

import (
	"fmt"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A singleRun is one of the runs that a side is the sum of.
type singleRun struct {
	*iprof.Profile
	side int
	projections
	methods, types []int32 // numbers in the comparison, by slot
}

// addRuns adds the single runs of both sides, the old ones first, unless each side is one run.
func (c *comparison) addRuns() {
	if len(c.opts.Runs[compare.OldSide])+len(c.opts.Runs[compare.NewSide]) <= 2 {
		return
	}
	for side, names := range c.opts.Runs {
		methods, types := c.NumbersOf(side, names)
		for i, n := range names {
			c.singleRuns = append(c.singleRuns, singleRun{
				Profile: n.Profile, side: side, projections: project(n, c.opts.Filter), methods: methods[i], types: types[i],
			})
		}
	}
}

// beyondVariation raises p-values to those given the variation between runs of one side, if there are several runs, and returns the
// variations. Likelihoods and things have the same order.
func (c *comparison) beyondVariation(likelihoods []float64, things [][]compare.Observation) []compare.Variation {
	if len(c.singleRuns) == 0 {
		return nil
	}
	variations := compare.Variations(things, len(c.opts.Runs[compare.OldSide]))
	for i, v := range variations {
		likelihoods[i] = max(likelihoods[i], v.Likelihood)
	}
	return variations
}

// lengths returns the lengths of the single runs, given the counts of all methods, or sites, by run.
func (c *comparison) lengths(byRun [][]int64) []float64 {
	if len(byRun) == 0 {
		return nil
	}
	return compare.Lengths(byRun)
}

// runsNote says whether changes are judged by how much runs differ.
func (c *comparison) runsNote() string {
	old, new := len(c.opts.Runs[compare.OldSide]), len(c.opts.Runs[compare.NewSide])
	if len(c.singleRuns) == 0 {
		return "one run per side: only counting noise is considered, not run-to-run variation"
	}
	return fmt.Sprintf("%s and %s: changes also exceed the variation within each side (moderated t-test)",
		words.CountOf(int64(old), "old runs"), words.CountOf(int64(new), "new runs"))
}

// methodsByRun returns the self samples, or entries, of a part of the single runs, or with totals the samples with callees, by run
// and row.
func (c *comparison) methodsByRun(m convert.Metric, which part, totals bool) [][]int64 {
	var byRun [][]int64
	for i := range c.singleRuns {
		run := &c.singleRuns[i]
		counts, _ := c.rowCounts(run.side, run.Profile, run.methods, m, run.of(which, m), totals)
		if perSample := run.Origin().PerSample; m == convert.Samples && perSample > 1 {
			for o := range counts {
				counts[o] /= perSample
			}
		}
		byRun = append(byRun, counts)
	}
	return byRun
}

// restsOfRuns returns the references for the counts of methods, by run: all samples, or the length of the run.
func (c *comparison) restsOfRuns(m convert.Metric, byRun [][]int64) []float64 {
	if m != convert.Samples {
		return c.lengths(byRun)
	}
	var sums []float64
	for _, counts := range byRun {
		sum := 0.0
		for _, n := range counts {
			sum += float64(n)
		}
		sums = append(sums, sum)
	}
	return sums
}

// observations returns the counts of a method and their references, by run.
func observations(m convert.Metric, byRun [][]int64, rests []float64, number int) []compare.Observation {
	var all []compare.Observation
	for run, counts := range byRun {
		o := compare.Observation{Count: float64(counts[number]), Rest: rests[run]}
		if m == convert.Samples {
			o.Rest -= o.Count
		}
		all = append(all, o)
	}
	return all
}

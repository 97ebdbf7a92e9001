package diff

import (
	"fmt"
	"math"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/words"
)

// scale finds the factors of the runs. Lengths are those of everything that the program did, regardless of the view and the filters: of
// calls as a difference of two runs has them, so that a method that is called more often does not make all others vary; of samples by
// their sums.
func (v *variance) scale() {
	lengths, typical := v.lengths()
	average := 0.0
	for i := range lengths {
		if lengths[i] == 0 { // the profiler's own runtime alone
			lengths[i] = float64(v.filters[i].TallyOf(v.profiles[i], v.metric).Kept().Value)
		}
		average += lengths[i] / float64(len(lengths))
	}
	for i, length := range lengths {
		factor := 1.0
		if length > 0 {
			factor = average / length
		}
		if math.Abs(factor-1) < compare.RoundingTolerance {
			factor = 1
		}
		v.factors = append(v.factors, factor)
		v.scaled = v.scaled || fmt.Sprintf("%.3g", factor) != "1"
		if typical[i] {
			v.typical++
		}
	}
}

// lengths returns the lengths of the runs, and which are by what most methods did.
func (v *variance) lengths() (lengths []float64, typical []bool) {
	byMethod := make([][]int64, len(v.profiles))
	lengths, typical = make([]float64, len(v.profiles)), make([]bool, len(v.profiles))
	for run, p := range v.profiles {
		pr, tree := v.filters[run], v.metric.Tree(p)
		if v.opts.Filter != wholeFilter {
			pr = convert.Project(p, tree, v.names[run], wholeFilter)
		}
		numbers := make([]int32, tree.Len()) // of the methods, by node: records are in any order, and to find a slot costs more
		for i, n := range tree.All() {
			numbers[i] = v.pairing.Methods[run][p.MethodSlot(n.Method)]
		}
		counts := make([]int64, v.summaryNumber())
		for node, n := range v.metric.Records(p) {
			if pr == nil || pr.Keep[node] {
				counts[numbers[node]] += n
				lengths[run] += float64(n)
			}
		}
		byMethod[run] = counts
	}
	if v.metric == convert.Samples {
		return lengths, typical
	}
	return compare.RunLengths(byMethod)
}

// lengthNote says how the lengths of the runs are known.
func (v *variance) lengthNote() string {
	how := "by their totals"
	if others := len(v.factors) - 1 - v.typical; v.typical > 0 {
		how = "by what most methods did"
		if others > 0 {
			how += ", of " + words.CountOf(int64(others), "runs") + " by totals"
		}
	}
	if v.scaled {
		return fmt.Sprintf("%s are scaled to the average length of the runs, %s", v.values, how)
	}
	return "the runs are treated as equally long, " + how
}

// runColumns returns the columns of the table of runs. Text has the factors only if there is one that is not 1.
func (v *variance) runColumns() []table.ColumnOf[runRow] {
	columns := headed(v, slices.Clone(runColumns))
	for i := range columns {
		if columns[i].Key == "scale" && v.scaled {
			columns[i].Heading = "scaled"
		}
	}
	return columns
}

package diff

import (
	"cmp"
	"math"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// headed returns columns with headings for the unit of the metric and its contexts.
func headed[R any](v *variance, columns []table.ColumnOf[R]) []table.ColumnOf[R] {
	if v.metric == convert.Calls {
		return columns
	}
	headings := map[string]string{
		"entries": v.values, "of entries": "of " + v.values, "contexts": v.things, "inlined into": "called by",
	}
	columns = slices.Clone(columns)
	for i, c := range columns {
		columns[i].Heading = cmp.Or(headings[c.Heading], c.Heading)
	}
	return columns
}

// A runRow is a run.
type runRow struct {
	entries     int64
	contexts    int
	scale       float64
	likeAverage float64
	file        string
}

var runColumns = []table.ColumnOf[runRow]{
	table.Of(table.Column{Key: "entries", Heading: "entries", Kind: table.CountColumn, Unit: "method entries", CSV: 1,
		Doc: "Method entries of the run; of metric samples, its samples."}, func(r runRow) table.Cell { return table.IntCell(r.entries) }),
	table.Of(table.Column{Key: "contexts", Heading: "contexts", Kind: table.CountColumn, Unit: "inlining contexts", CSV: 2,
		Doc: "Its contexts with a call count."}, func(r runRow) table.Cell { return table.IntCell(int64(r.contexts)) }),
	table.Of(table.Column{Key: "scale", Kind: table.FactorColumn, CSV: 5,
		Doc: "Entries of the run times this are those in a run of average length, which the table of contexts has."}, func(r runRow) table.Cell { return table.FloatCell(r.scale) }),
	table.Of(table.Column{Key: "like_average", Heading: "like average", Kind: table.ShareColumn, CSV: 3,
		Doc: "The overlap of the run with the average of all, by context or stack."}, func(r runRow) table.Cell { return table.FloatCell(r.likeAverage) }),
	table.Of(table.Column{Key: "profile", Heading: "profile", Kind: table.NameColumn, CSV: 4,
		Doc: "The file of the run."}, func(r runRow) table.Cell { return table.TextCell(r.file) }),
}

// A presenceRow is the contexts that are in a given number of runs.
type presenceRow struct {
	runs          int
	contexts, all int64
	entryShare    float64
}

var presenceColumns = []table.ColumnOf[presenceRow]{
	table.Of(table.Column{Key: "runs", Heading: "runs", Kind: table.CountColumn, Unit: "runs", CSV: 1,
		Doc: "The number of runs that have the contexts."}, func(r presenceRow) table.Cell { return table.IntCell(int64(r.runs)) }),
	table.Of(table.Column{Key: "contexts", Heading: "contexts", Kind: table.CountColumn, Unit: "inlining contexts", CSV: 2,
		Doc: "The number of contexts that are in this number of runs."}, func(r presenceRow) table.Cell { return table.IntCell(r.contexts) }),
	table.Of(table.Column{Key: "context_share", Heading: "share", Kind: table.ShareColumn, CSV: 3, Nullable: true,
		Doc: "Their share of all contexts; null without any."}, func(r presenceRow) table.Cell { return table.ShareCell(r.contexts, r.all) }),
	table.Of(table.Column{Key: "entry_share", Heading: "of entries", Kind: table.ShareColumn, CSV: 4,
		Doc: "Their share of the entries, as the mean of the shares in single runs."}, func(r presenceRow) table.Cell { return table.FloatCell(r.entryShare) }),
}

// A contextRow is a context whose entries differ between runs, or the row of those beyond the limit.
type contextRow struct {
	*variance
	node      iprof.NodeID
	deviation float64 // of entries in a run of average length
	of        variedNode
	rest      string // the name of the row of those beyond the limit; "": a context
}

// mean returns the entries in a run of average length.
func (r *contextRow) mean() float64 { return r.of.sum / float64(len(r.profiles)) }

// number returns the number of the context's method.
func (r *contextRow) number() int32 { return int32(r.tree.Node(r.node).Method) }

func (r *contextRow) name() table.Cell {
	if r.rest != "" {
		return table.TextCell(r.rest)
	}
	return table.TextCell(r.methodName(r.number()))
}

func ofContext(cell func(*contextRow) table.Cell) func(*contextRow) table.Cell {
	return func(r *contextRow) table.Cell {
		if r.rest != "" {
			return table.Cell{}
		}
		return cell(r)
	}
}

func ofMethod(cell func(p *iprof.Profile, m iprof.Method) table.Cell) func(*contextRow) table.Cell {
	return ofContext(func(r *contextRow) table.Cell {
		if r.number() == r.summaryNumber() {
			return table.Cell{}
		}
		return cell(r.methodOf(r.number()))
	})
}

// entriesCell makes cells of entries in a run of average length.
func entriesCell(entries func(*contextRow) float64) func(*contextRow) table.Cell {
	return ofContext(func(r *contextRow) table.Cell { return table.IntCell(int64(math.Round(entries(r)))) })
}

func methodIDCell(_ *iprof.Profile, m iprof.Method) table.Cell { return table.IntCell(int64(m.ID)) }

func signatureCell(p *iprof.Profile, m iprof.Method) table.Cell {
	return table.TextCell(convert.JVMSignature(p, m))
}

const methodIDDoc = "The method's id in the first run that has it."

var contextColumns = []table.ColumnOf[*contextRow]{
	table.Of(table.Column{Key: "runs", Heading: "runs", Kind: table.CountColumn, Unit: "runs", CSV: 1, Presence: table.InRows,
		Doc: "The number of runs that have the context."}, ofContext(func(r *contextRow) table.Cell { return table.IntCell(int64(r.of.runs())) })),
	table.Of(table.Column{Key: "mean", Heading: "mean", Kind: table.CountColumn, Unit: "method entries", CSV: 2, Presence: table.InRows,
		Doc: "Entries in a run of average length; a run without the context has 0."}, entriesCell((*contextRow).mean)),
	table.Of(table.Column{Key: "deviation", Heading: "±", Kind: table.CountColumn, Unit: "method entries", CSV: 3, Presence: table.InRows,
		Doc: "Their standard deviation."}, entriesCell(func(r *contextRow) float64 { return r.deviation })),
	table.Of(table.Column{Key: "variation", Heading: "±/mean", Kind: table.RatioColumn, Drop: table.DropLast, CSV: 4, Presence: table.InRows,
		Doc: "deviation / mean, before rounding. It may be above 1."}, ofContext(func(r *contextRow) table.Cell { return table.FloatCell(r.deviation / r.mean()) })),
	table.Of(table.Column{Key: "least", Heading: "min", Kind: table.CountColumn, Drop: 2, Unit: "method entries", CSV: 5, Presence: table.InRows,
		Doc: "The smallest number of any run."}, entriesCell(func(r *contextRow) float64 { return r.of.min })),
	table.Of(table.Column{Key: "most", Heading: "max", Kind: table.CountColumn, Drop: 1, Unit: "method entries", CSV: 6, Presence: table.InRows,
		Doc: "The largest number of any run."}, entriesCell(func(r *contextRow) float64 { return r.of.max })),
	table.Of(table.Column{Key: "method", Heading: "method", Kind: table.NameColumn, CSV: 7,
		Doc: "The method of the context."}, (*contextRow).name),
	table.Of(table.Column{Key: "callers", Heading: "inlined into", Kind: table.NameColumn, CSV: 8, Presence: table.Sometimes,
		Doc: "Its callers, the innermost first, up to 20 of them. None for a compilation root."},
		ofContext(func(r *contextRow) table.Cell { return table.TextOrNone(r.callers(r.node)) })),
	table.Of(table.Column{Key: "id", Kind: table.IDColumn, CSV: 9, Presence: table.Sometimes,
		Doc: methodIDDoc + " None for <VM>."}, ofMethod(methodIDCell)),
	table.Of(table.Column{Key: "signature", Kind: table.NameColumn, CSV: 10, Presence: table.Sometimes,
		Doc: "The method in JVM notation."}, ofMethod(signatureCell)),
}

// A conditionalRow is a conditional, or the row of the conditionals beyond the limit.
type conditionalRow struct {
	*variance
	*variedConditional
	rest string // the name of the row of those beyond the limit; "": a conditional
}

// A variedConditional is a conditional whose most likely successor has different probabilities in different runs.
type variedConditional struct {
	method                  int32 // number
	bci                     iprof.BCI
	runs                    int // that executed it
	mean, deviation, weight float64
	min, max, probability   float64
	target                  iprof.BCI
}

func (r *conditionalRow) name() table.Cell {
	if r.rest != "" {
		return table.TextCell(r.rest)
	}
	return table.TextCell(r.methodName(r.method))
}

func ofConditional(cell func(*conditionalRow) table.Cell) func(*conditionalRow) table.Cell {
	return func(r *conditionalRow) table.Cell {
		if r.rest != "" {
			return table.Cell{}
		}
		return cell(r)
	}
}

var conditionalsColumns = []table.ColumnOf[*conditionalRow]{
	table.Of(table.Column{Key: "runs", Heading: "runs", Kind: table.CountColumn, Unit: "runs", CSV: 1, Presence: table.InRows,
		Doc: "The number of runs that executed it."}, ofConditional(func(c *conditionalRow) table.Cell { return table.IntCell(int64(c.runs)) })),
	table.Of(table.Column{Key: "executions", Heading: "mean", Kind: table.CountColumn, Unit: "executions", CSV: 2, Presence: table.InRows,
		Doc: "The mean of its executions over these runs."}, ofConditional(func(c *conditionalRow) table.Cell { return table.IntCell(int64(math.Round(c.mean))) })),
	table.Of(table.Column{Key: "probability", Heading: "prob", Kind: table.ShareColumn, CSV: 3, Presence: table.InRows,
		Doc: "Of the most likely successor, as the mean over these runs, each counted once."}, ofConditional(func(c *conditionalRow) table.Cell { return table.FloatCell(c.probability) })),
	table.Of(table.Column{Key: "deviation", Heading: "±", Kind: table.ShareColumn, CSV: 4, Presence: table.InRows,
		Doc: "The standard deviation of the probability over these runs, around this mean."}, ofConditional(func(c *conditionalRow) table.Cell { return table.FloatCell(c.deviation) })),
	table.Of(table.Column{Key: "least", Heading: "min", Kind: table.ShareColumn, Drop: 2, CSV: 5, Presence: table.InRows,
		Doc: "The smallest probability of any run."}, ofConditional(func(c *conditionalRow) table.Cell { return table.FloatCell(c.min) })),
	table.Of(table.Column{Key: "most", Heading: "max", Kind: table.ShareColumn, Drop: 1, CSV: 6, Presence: table.InRows,
		Doc: "The largest probability of any run."}, ofConditional(func(c *conditionalRow) table.Cell { return table.FloatCell(c.max) })),
	table.Of(table.Column{Key: "method", Heading: "method", Kind: table.NameColumn, CSV: 7,
		Doc: "The method of the conditional."}, (*conditionalRow).name),
	table.Of(table.Column{Key: "bci", Heading: "at", Kind: table.BCIColumn, CSV: 8, Presence: table.InRows,
		Doc: "Its place in the method."}, ofConditional(func(c *conditionalRow) table.Cell { return table.IntCell(int64(c.bci)) })),
	table.Of(table.Column{Key: "target_bci", Heading: "to", Kind: table.BCIColumn, CSV: 9, Presence: table.InRows,
		Doc: "The BCI that the most likely successor goes to."}, ofConditional(func(c *conditionalRow) table.Cell { return table.IntCell(int64(c.target)) })),
	table.Of(table.Column{Key: "id", Kind: table.IDColumn, CSV: 10, Presence: table.InRows,
		Doc: methodIDDoc}, ofConditional(func(c *conditionalRow) table.Cell { return methodIDCell(c.methodOf(c.method)) })),
	table.Of(table.Column{Key: "signature", Kind: table.NameColumn, CSV: 11, Presence: table.InRows,
		Doc: "The method in JVM notation."}, ofConditional(func(c *conditionalRow) table.Cell { return signatureCell(c.methodOf(c.method)) })),
}

// VarianceDefinition returns the definition of the sets that [Variance] makes.
func VarianceDefinition() table.SetDefinition {
	return table.SetDefinition{
		Name: "variance",
		Facts: []table.Column{
			{Key: "runs", Kind: table.CountColumn, Unit: "runs", Doc: "The number of profiles."},
			{Key: "agreement", Kind: table.ShareColumn, Presence: table.Sometimes, Doc: "The sum, over contexts, or stacks, of the smallest share of the entries, or samples, that any run has there. Missing if a run has no count of any context that it ran."},
			overlapFact("overlap", "The sum over methods of the smallest share of the entries, or self samples, that any run has there."),
			overlapFact("overlap_branches", "The sum over successors of conditionals of the smallest share of all outcomes that any run has there; of calls."),
		},
		Tables: []table.Definition{
			{Name: "runs", Metrics: []convert.Metric{convert.Calls, convert.Samples}, Columns: table.Columns(runColumns)},
			{Name: "presence", Metrics: []convert.Metric{convert.Calls, convert.Samples}, Columns: table.Columns(presenceColumns)},
			{Name: "contexts", Metrics: []convert.Metric{convert.Calls, convert.Samples}, Columns: table.Columns(contextColumns), RestDoc: "The contexts beyond the limit."},
			{Name: "branches", Metrics: []convert.Metric{convert.Branches}, Columns: table.Columns(conditionalsColumns), RestDoc: "The conditionals beyond the limit."},
		},
	}
}

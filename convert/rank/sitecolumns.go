package rank

import (
	"math"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/sourceline"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A siteRow holds the cells that all rows of a site share; or it is a row that is not a site: <Total>, the sites beyond the limit,
// <VM>.
type siteRow struct {
	name       string // of the method
	executions int64
	base       int64 // of all sites
	damaged    bool  // see sites.TypeSite.Damaged
	*siteFacts       // nil: it is not a site
}

// siteFacts are the fields of a siteRow that only sites have.
type siteFacts struct {
	bci                        iprof.BCI
	method                     iprof.MethodID
	signature                  string
	entropy                    float64       // NaN: unknown
	line                       int           // in the source file; 0: unknown
	file                       string        // "": unknown
	source                     string        // the text of the line; "": unknown
	callers                    []table.Frame // with --contexts: the methods that the context is inlined into
	lineSamples, methodSamples int64
}

// ofSite leaves a cell out of rows that are not a site.
func ofSite[R any](site func(R) *siteRow, cell func(*siteFacts) table.Cell) func(R) table.Cell {
	return func(r R) table.Cell {
		if f := site(r).siteFacts; f != nil {
			return cell(f)
		}
		return table.Cell{}
	}
}

func executionsColumn[R any](site func(R) *siteRow) table.ColumnOf[R] {
	return table.Of(table.Column{Key: "executions", Heading: "executions", Kind: table.CountColumn, Unit: "executions", CSV: 3, Shared: true,
		Doc: "Executions of the site."},
		table.MarkDamaged(func(r R) table.Cell { return table.IntCell(site(r).executions) }, func(r R) bool { return site(r).damaged }))
}

// shareColumn is the column of a site's share of all executions.
func shareColumn[R any](key string, site func(R) *siteRow) table.ColumnOf[R] {
	return table.Of(table.Column{Key: key, Heading: "share", Kind: table.ShareColumn, Drop: 3, Shared: true, Nullable: true,
		Doc: "executions as a share of base; null if base is 0."}, func(r R) table.Cell { return table.ShareCell(site(r).executions, site(r).base) })
}

// entropyColumn is the column of the entropy of a site. Unknown says when it is null, "" for never.
func entropyColumn[R any](unknown string, site func(R) *siteRow) table.ColumnOf[R] {
	return table.Of(table.Column{Key: "entropy", Heading: "bits", Kind: table.NumberColumn, Drop: 1, Unit: "bits", Shared: true, Presence: table.InRows,
		Nullable: unknown != "", Doc: "The entropy of the counts: how uncertain the outcome is, in bits" + unknown + "."},
		ofSite(site, func(f *siteFacts) table.Cell {
			if math.IsNaN(f.entropy) {
				return table.UnknownCell()
			}
			return table.FloatCell(f.entropy)
		}))
}

// placeColumns are the columns of a site's place; if some counts are damaged, they follow a column that says so, for programs.
func placeColumns[R any](damaged bool, site func(R) *siteRow) []table.ColumnOf[R] {
	damage := table.DamageColumn(10, func(r R) bool { return site(r).damaged })
	columns := []table.ColumnOf[R]{
		table.Of(shared(damage.Column), damage.Cell),
		table.Of(table.Column{Key: "method", Heading: "method", Kind: table.NameColumn, CSV: 1, Shared: true,
			Doc: "The method of the site, or the name of a row that is not a site: <Total>, the sites beyond the limit, <VM>."},
			func(r R) table.Cell { return table.TextCell(site(r).name) }),
		table.Of(table.Column{Key: "bci", Heading: "at", Kind: table.BCIColumn, CSV: 2, Shared: true, Presence: table.InRows,
			Doc: "The site's place in the method."}, ofSite(site, (*siteFacts).at)),
		table.Of(table.Column{Key: "id", Kind: table.IDColumn, Shared: true, Presence: table.InRows,
			Doc: "The method's id in this file."}, ofSite(site, func(f *siteFacts) table.Cell { return table.IntCell(int64(f.method)) })),
		table.Of(inRows(shared(signatureColumn)), ofSite(site, func(f *siteFacts) table.Cell { return table.TextCell(f.signature) })),
	}
	if !damaged {
		return columns[1:]
	}
	return columns
}

// contextColumns are the columns of a site's context.
func contextColumns[R any](site func(R) *siteRow) []table.ColumnOf[R] {
	return []table.ColumnOf[R]{
		table.Of(table.Column{Key: "context", Kind: table.NameColumn, CSV: 9, Shared: true, Presence: table.Sometimes,
			Doc: "With --contexts: the callers that the method is inlined into, innermost first, in one line: a@9 < b@3; (root) without any."},
			ofSite(site, func(f *siteFacts) table.Cell { return table.TextCell(pathOf(f.callers)) })),
		table.Of(table.Column{Key: "callers", Heading: "inlined into", Kind: table.CallersColumn, Shared: true, Presence: table.Sometimes,
			Doc: "With --contexts: the same callers; none if the method was compiled by itself."},
			ofSite(site, func(f *siteFacts) table.Cell { return table.ListCell(f.callers) })),
	}
}

// A siteShape says which columns a table of sites has besides those that all have.
type siteShape struct {
	contexts bool              // of the context of each site
	damaged  bool              // whether its counts are damaged, as some are
	samples  bool              // the profile has any
	lines    *sourceline.Lines // nil: unknown

	callees, outcomes bool // of calls: the methods seen called, and what became of the call in the optimized image
	alike             bool // of types: people see how many have each name, as some have the same
}

// siteDefinition is the definition of a table of sites, without columns.
func siteDefinition(metric convert.Metric, parts, partsDoc string) table.Definition {
	return table.Definition{
		Name: metric.String(), Metrics: []convert.Metric{metric},
		Facts: []table.Column{
			{Key: "sort", Kind: table.WordColumn, Words: SiteOrders(metric), Doc: "The order of the sites; uncertainty: executions times entropy; entropy: that of sites below 0.1% of the executions last."},
			{Key: "sites", Kind: table.CountColumn, Unit: "sites", Doc: "Sites that the view and the filters keep."},
			{Key: "chosen", Kind: table.CountColumn, Unit: "sites", Doc: "Of these, the sites that the other flags select."},
		},
		Parts: parts, PartsDoc: partsDoc,
		TotalDoc: "Everything in base.", RestDoc: "The sites that were not selected, or that are beyond the limit.", OutsideDoc: "Sites in frames that the view folds into <VM>.",
	}
}

// siteLineColumns are the columns of the source line of a site. Text has the source below the name of the method.
func siteLineColumns[R any](site func(R) *siteRow) []table.ColumnOf[R] {
	return []table.ColumnOf[R]{
		table.Of(shared(lineColumn(2, "the line of the source file")), ofSite(site, func(f *siteFacts) table.Cell { return lineCell(f.line) })),
		table.Of(shared(fileColumn("the source file of the method")), ofSite(site, func(f *siteFacts) table.Cell { return table.TextOrNone(f.file) })),
		table.Of(shared(placeColumn("method")), ofSite(site, func(f *siteFacts) table.Cell { return table.TextOrNone(f.place()) })),
		table.Of(table.Column{Key: "source", Heading: "source", Kind: table.NameColumn, Below: "method", Shared: true, Presence: table.Sometimes,
			Doc: "With --source-path: the text of the line, if it is known."}, ofSite(site, func(f *siteFacts) table.Cell { return table.TextOrNone(f.source) })),
	}
}

// withoutSource hides the text of source lines from scripts if it is unknown.
func withoutSource[R any](columns []table.ColumnOf[R]) []table.ColumnOf[R] {
	return slices.DeleteFunc(columns, func(c table.ColumnOf[R]) bool { return c.Key == "source" })
}

package table

import (
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A Definition declares everything that tables with a name may contain, for all profiles and options. The published JSON schema is
// generated from it.
type Definition struct {
	Name    string // of the tables
	Metrics []convert.Metric
	Facts   []Column // in order; Key, Kind, Doc and so on are set
	Columns []Column // the columns that rows may have
	// Choices are alternatives: rows have the columns of one list from each Choice.
	Choices []Choice

	Parts    string // see Table
	PartsDoc string
	HasParts bool // a site has at least one part

	Total      Presence // Everywhere: all tables have Total; otherwise some do, or none if TotalDoc is ""
	TotalDoc   string
	RestDoc    string // "": no Rest
	OutsideDoc string // "": no Outside
}

// A Choice holds alternative lists of columns: each row has the columns of one of them.
type Choice [][]Column

// New returns a table without rows.
func (d Definition) New(metric convert.Metric, view convert.View) *Table {
	return &Table{Name: d.Name, Metric: metric, Unit: metric.Unit(), View: view, Parts: d.Parts}
}

// NewOf returns a table without rows, with the metric's unit in a profile: stacks of other tools may count something other than
// samples.
func (d Definition) NewOf(p *iprof.Profile, metric convert.Metric, view convert.View) *Table {
	t := d.New(metric, view)
	t.Unit, t.PerSample = metric.UnitIn(p), metric.PerSample(p)
	return t
}

// A SetDefinition declares everything that sets with a name may contain.
type SetDefinition struct {
	Name   string
	Facts  []Column
	Tables []Definition // in order; a set may lack some of them
}

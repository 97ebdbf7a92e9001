package table

import (
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A Definition says what every table of a name may hold, whatever the profile and the options: the published JSON schema
// is made of it.
type Definition struct {
	Name    string // of the tables
	Metrics []convert.Metric
	Facts   []Column // Key, Kind, Doc and so on, in their order
	Columns []Column // that rows may have
	// Choices are columns of which rows have those of one of several lists.
	Choices []Choice

	Parts    string // see Table
	PartsDoc string
	HasParts bool // a site has at least one part

	Total      Presence // Everywhere: all tables have Total. Otherwise: none if TotalDoc is ""
	TotalDoc   string
	RestDoc    string // "": there is no Rest
	OutsideDoc string // "": nothing is Outside
}

// A Choice is lists of columns of which each row has one.
type Choice [][]Column

// New returns a table without rows.
func (d *Definition) New(metric convert.Metric, view convert.View) *Table {
	return &Table{Name: d.Name, Metric: metric, Unit: metric.Unit(), View: view, Parts: d.Parts}
}

// NewOf returns a table without rows, of a metric of a profile, whose samples may count anything.
func (d *Definition) NewOf(p *iprof.Profile, metric convert.Metric, view convert.View) *Table {
	t := d.New(metric, view)
	t.Unit, t.PerSample = metric.UnitIn(p), metric.PerSample(p)
	return t
}

// A SetDefinition says what every set of a name may hold.
type SetDefinition struct {
	Name   string
	Facts  []Column
	Tables []Definition // in their order; a set may have some of them
}

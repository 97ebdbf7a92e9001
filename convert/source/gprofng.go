package source

import (
	"io"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/gprofng"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// Gprofng is the format of package gprofng.
var Gprofng = &Format{
	Name:       "gprofng",
	Noun:       gprofngNoun,
	Detect:     gprofng.Detect,
	DetectLate: gprofng.Detect,
	read:       readGprofng,
}

const gprofngNoun = "a gprofng call tree"

func readGprofng(r io.Reader, opts Options) (*File, error) {
	to := newAdder(opts.MaxNodes)
	to.isState = func(_ int, name string) bool { return name == gprofng.VM }
	sum, err := readText(r, opts.MaxInput, func(text io.Reader) (*gprofng.Summary, error) {
		return gprofng.Read(text, gprofng.Options{Column: opts.Column}, to.add)
	})
	if err != nil {
		return nil, err
	}
	// The value of a sample is unknown in a call tree.
	column := sum.Columns[sum.Column]
	origin := iprof.Origin{Format: gprofngNoun, Unit: unitOf(column), States: to.states}
	quantity := column.Title
	if origin.Unit != column.Unit && origin.Unit != convert.UnknownUnit {
		quantity = "" // the unit has it
	}
	return &File{
		Source: stacks.Source{Profile: to.stacks.Profile(origin), Quantity: quantity},
		Tables: []*table.Table{columnTable(sum)}, Caveats: caveatsOf(sum),
	}, nil
}

// caveatsOf returns the notes on a tree, and the warnings of its collector.
func caveatsOf(sum *gprofng.Summary) []string {
	all := slices.Clip(sum.Notes)
	for _, warning := range sum.Warnings {
		all = append(all, "the collector warned: "+warning)
	}
	return all
}

// unitOf returns the unit of the values of a column, with its metric if that is not the time of processors: leaked bytes, sync waits,
// sync wait milliseconds. The metric is then no more in the title of its pictures.
func unitOf(c gprofng.Column) string {
	title := metricWords(c.Title)
	switch last := title[strings.LastIndexByte(title, ' ')+1:]; {
	case c.Unit == "bytes":
		if of, ok := strings.CutPrefix(title, "bytes "); ok {
			return of + " bytes"
		}
		return c.Unit
	case c.Unit == "count" && last == "count" && title != last:
		return strings.TrimSuffix(title, " count") + "s"
	case c.Unit == "count" && strings.HasSuffix(title, "s"):
		return title
	case c.Unit == "count":
		return convert.UnknownUnit
	case c.Unit == "ms" && !strings.Contains(c.Title, "CPU"):
		return title + " milliseconds"
	}
	return c.Unit
}

// metricWords returns a title in lower case, but for abbreviations.
func metricWords(title string) string {
	of := strings.Fields(title)
	for i, w := range of {
		if w != strings.ToUpper(w) {
			of[i] = strings.ToLower(w)
		}
	}
	return strings.Join(of, " ")
}

// A columnRow is a metric of a call tree.
type columnRow struct {
	gprofng.Column
	read bool
}

func (r columnRow) metric() table.Cell {
	if r.Name == "" {
		return table.Cell{}
	}
	return table.TextCell(r.Name)
}

var columnColumns = []table.ColumnOf[columnRow]{
	table.Of(table.Column{Key: "title", Heading: "column", Kind: table.NameColumn,
		Doc: "As the file has it."}, func(r columnRow) table.Cell { return table.TextCell(r.Title) }),
	table.Of(table.Column{Key: "unit", Heading: "unit", Kind: table.WordColumn,
		Doc: "What its values count."}, func(r columnRow) table.Cell {
		if r.Unit == "count" {
			return table.TextCell(convert.UnknownUnit)
		}
		return table.TextCell(r.Unit)
	}),
	table.Of(table.Column{Key: "metric", Heading: "metric", Kind: table.NameColumn, Presence: table.Sometimes,
		Doc: "Its name as in -metrics, if the file has it."}, columnRow.metric),
	table.Of(table.Column{Key: "read", Heading: "read", Kind: table.FlagColumn,
		Doc: "Whether its values are those of the stacks; --column chooses."}, func(r columnRow) table.Cell { return table.BoolCell(r.read) }),
}

// columnTable has a row for each metric of a call tree.
func columnTable(sum *gprofng.Summary) *table.Table {
	t := &table.Table{Name: "columns", Title: "Columns"}
	row := table.Declare(t, columnColumns)
	for i, c := range sum.Columns {
		t.Rows = append(t.Rows, row(columnRow{c, i == sum.Column}))
	}
	return t
}

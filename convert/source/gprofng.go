package source

import (
	"io"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/gprofng"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// Gprofng is the format of package gprofng.
var Gprofng = &Format{
	Name:   "gprofng",
	Noun:   gprofngNoun,
	Detect: gprofng.Detect,
	Late:   true,
	read:   readGprofng,
}

const gprofngNoun = "a gprofng call tree"

func readGprofng(r io.Reader, opts Options) (*Source, error) {
	to := newAdder()
	sum, err := readText(r, opts.MaxInput, func(text io.Reader) (*gprofng.Summary, error) {
		return gprofng.Read(text, gprofng.Options{Column: opts.Column}, to.add)
	})
	if err != nil {
		return nil, err
	}
	// How much a sample adds is not in the call tree.
	origin := iprof.Origin{Format: gprofngNoun, Unit: pluralUnit(sum.Unit())}
	return &Source{
		Source: stacks.Source{Profile: to.stacks.Profile(origin)},
		Tables: []*table.Table{columnTable(sum)}, Doubts: sum.Notes,
	}, nil
}

func pluralUnit(unit string) string {
	if unit == "count" {
		return convert.UnknownUnit
	}
	return unit
}

// columnTable has a row for each metric of a call tree, and says which of them was read.
func columnTable(sum *gprofng.Summary) *table.Table {
	t := &table.Table{
		Name: "columns", Title: "Columns",
		Columns: []table.Column{
			{Key: "title", Heading: "column", Kind: table.NameColumn},
			{Key: "unit", Heading: "unit", Kind: table.WordColumn},
			{Key: "name", Heading: "metric", Kind: table.NameColumn},
			{Key: "read", Heading: "read", Kind: table.WordColumn},
		},
	}
	for i, c := range sum.Columns {
		name := table.Cell{}
		if c.Name != "" {
			name = table.TextCell(c.Name)
		}
		t.Rows = append(t.Rows, table.Row{Cells: []table.Cell{
			table.TextCell(c.Title), table.TextCell(pluralUnit(c.Unit)), name, table.BoolCell(i == sum.Column),
		}})
	}
	return t
}

package source

import (
	"fmt"
	"io"

	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/convert/xprof"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// Xprof is the format of package xprof.
var Xprof = &Format{
	Name:   "xprof",
	Noun:   xprofNoun,
	Detect: xprof.Detect,
	Late:   true,
	read:   readXprof,
}

const xprofNoun = "-Xprof text"

func readXprof(r io.Reader, opts Options) (*Source, error) {
	to := newAdder()
	sum, err := readText(r, opts.MaxInput, func(text io.Reader) (*xprof.Summary, error) {
		return xprof.Read(text, xprof.Options{}, to.add)
	})
	if err != nil {
		return nil, err
	}
	s := &Source{Doubts: sum.Notes, Tables: []*table.Table{threadTable(sum)}}
	s.Source = stacks.Source{Profile: to.stacks.Profile(iprof.Origin{Format: xprofNoun, Unit: "ticks", PerSample: 1})}
	if sum.Global != nil {
		s.Tables = append(s.Tables, globalTable(sum.Global))
	}
	return s, nil
}

// threadTable has a row for each block of a text.
func threadTable(sum *xprof.Summary) *table.Table {
	t := &table.Table{
		Name: "threads", Title: "Threads",
		Columns: []table.Column{
			{Key: "ticks", Heading: "ticks", Kind: table.CountColumn},
			{Key: "lost", Heading: "lost", Kind: table.CountColumn},
			{Key: "seconds", Heading: "seconds", Kind: table.NumberColumn},
			{Key: "line", Heading: "line", Kind: table.IDColumn},
			{Key: "closes", Heading: "adds up", Kind: table.WordColumn},
			{Key: "thread", Heading: "thread", Kind: table.NameColumn},
		},
	}
	for _, b := range sum.Blocks {
		t.Rows = append(t.Rows, table.Row{Cells: []table.Cell{
			table.IntCell(b.Ticks), table.IntCell(b.Lost), table.FloatCell(b.Elapsed.Seconds()), table.IntCell(int64(b.Line)),
			table.BoolCell(b.Closes), table.TextCell(b.Thread),
		}})
	}
	return t
}

// globalTable is the summary over all threads.
func globalTable(g *xprof.Global) *table.Table {
	t := &table.Table{
		Name: "global_summary", Title: fmt.Sprintf("Global summary of %.2f seconds", g.Elapsed.Seconds()),
		Columns: []table.Column{
			{Key: "ticks", Heading: "ticks", Kind: table.CountColumn},
			{Key: "share", Heading: "share", Kind: table.ShareColumn},
			{Key: "title", Heading: "", Kind: table.NameColumn},
		},
		Facts: []table.Fact{{Key: "seconds", Value: table.FloatCell(g.Elapsed.Seconds())}},
		Base:  g.Ticks[0].Ticks,
	}
	for _, row := range g.Ticks {
		t.Rows = append(t.Rows, table.Row{Cells: []table.Cell{
			table.IntCell(row.Ticks), table.ShareCell(row.Ticks, g.Ticks[0].Ticks), table.TextCell(row.Title),
		}})
	}
	return t
}

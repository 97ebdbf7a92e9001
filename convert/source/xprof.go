package source

import (
	"fmt"
	"io"

	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/convert/xprof"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// Xprof is the format of package xprof.
var Xprof = &Format{
	Name:       "xprof",
	Noun:       xprofNoun,
	Extensions: []string{".xprof"},
	Detect:     xprof.Detect,
	DetectLate: xprof.Detect,
	read:       readXprof,
}

const xprofNoun = "-Xprof text"

func readXprof(r io.Reader, opts Options) (*File, error) {
	to := newAdder(opts.MaxNodes)
	to.isState = xprof.IsState
	self := map[string]int64{}
	sum, err := readText(r, opts.MaxInput, func(text io.Reader) (*xprof.Summary, error) {
		return xprof.Read(text, xprof.Options{}, func(stack []string, ticks int64) error {
			self[stack[len(stack)-1]] += ticks
			return to.add(stack, ticks)
		})
	})
	if err != nil {
		return nil, err
	}
	s := &File{Caveats: sum.Notes, Tables: []*table.Table{threadTable(sum)}}
	s.Source = stacks.Source{Profile: to.stacks.Profile(iprof.Origin{Format: xprofNoun, Unit: "ticks", PerSample: 1, States: to.states}), Notes: blockedNotes(self, sum.Ticks)}
	if sum.Global != nil {
		s.Tables = append(s.Tables, globalTable(sum.Global))
	}
	return s, nil
}

// blockedNotes say that the hottest frame is none that ran, and how to leave it out, given the ticks in each frame.
func blockedNotes(self map[string]int64, total int64) []string {
	const blocked = "Blocked"
	for _, ticks := range self {
		if ticks > self[blocked] {
			return nil
		}
	}
	if self[blocked] == 0 {
		return nil
	}
	return []string{fmt.Sprintf("%s of %s are %s, which is no method: the thread waited; --ignore '^%[3]s$' leaves them out",
		words.Thousands(self[blocked]), words.Count(total, "tick"), blocked)}
}

// threadColumns are the columns of the table of threads.
var threadColumns = []table.ColumnOf[xprof.Block]{
	table.Of(table.Column{Key: "ticks", Heading: "ticks", Kind: table.CountColumn, Unit: "ticks",
		Doc: "Ticks of the thread."}, func(b xprof.Block) table.Cell { return table.IntCell(b.Ticks) }),
	table.Of(table.Column{Key: "lost", Heading: "lost", Kind: table.CountColumn, Unit: "ticks",
		Doc: "Ticks without a stack, besides the others."}, func(b xprof.Block) table.Cell { return table.IntCell(b.Lost) }),
	table.Of(table.Column{Key: "seconds", Heading: "seconds", Kind: table.NumberColumn,
		Doc: "Time that the thread was profiled for."}, func(b xprof.Block) table.Cell { return table.FloatCell(b.Elapsed.Seconds()) }),
	table.Of(table.Column{Key: "line", Heading: "line", Kind: table.IDColumn,
		Doc: "Where its block begins in the file."}, func(b xprof.Block) table.Cell { return table.IntCell(int64(b.Line)) }),
	table.Of(table.Column{Key: "closes", Heading: "adds up", Kind: table.FlagColumn,
		Doc: "Whether its rows add up to its ticks; if not, it is left out."}, func(b xprof.Block) table.Cell { return table.BoolCell(b.Closes) }),
	table.Of(table.Column{Key: "thread", Heading: "thread", Kind: table.NameColumn,
		Doc: "The name of the thread."}, func(b xprof.Block) table.Cell { return table.TextCell(b.Thread) }),
}

// threadTable has a row for each block of a text.
func threadTable(sum *xprof.Summary) *table.Table {
	t := &table.Table{Name: "threads", Title: "Threads"}
	row := table.Declare(t, threadColumns)
	for _, b := range sum.Blocks {
		t.Rows = append(t.Rows, row(b))
	}
	return t
}

// A globalRow is a row of the summary over all threads.
type globalRow struct {
	xprof.GlobalTicks
	received int64
}

var globalColumns = []table.ColumnOf[globalRow]{
	table.Of(table.Column{Key: "ticks", Heading: "ticks", Kind: table.CountColumn, Unit: "ticks",
		Doc: "Ticks of all threads, or of the VM."}, func(r globalRow) table.Cell { return table.IntCell(r.Ticks) }),
	table.Of(table.Column{Key: "share", Heading: "share", Kind: table.RatioColumn,
		Doc: "ticks as a share of the ticks received."}, func(r globalRow) table.Cell { return table.ShareCell(r.Ticks, r.received) }),
	table.Of(table.Column{Key: "title", Heading: "spent in", Kind: table.NameColumn,
		Doc: "As the file has it."}, func(r globalRow) table.Cell { return table.TextCell(r.Title) }),
}

// globalTable is the summary over all threads.
func globalTable(g *xprof.Global) *table.Table {
	received := g.Ticks[0].Ticks
	t := &table.Table{Name: "global_summary", Title: fmt.Sprintf("Global summary of %.2f seconds: a tick that counts for several threads counts once", g.Elapsed.Seconds()), Base: received}
	t.AddFact("seconds", table.FloatCell(g.Elapsed.Seconds()))
	row := table.Declare(t, globalColumns)
	for _, ticks := range g.Ticks {
		t.Rows = append(t.Rows, row(globalRow{ticks, received}))
	}
	return t
}

package main

import (
	"io"
	"slices"

	"github.com/spf13/cobra"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/sourceline"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/load"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/tables"
)

// tableOptions say how a command writes its tables. They are complete once they are settled, as the options of every command are
// before anything is loaded.
type tableOptions struct {
	format tableFormat
	color  colorWhen
	limit  int // rows; 0: all, -1: as suits the format
}

// A tableFormat is a tables.Format, or formatByExtension.
type tableFormat int

const formatByExtension tableFormat = -1

// defaultLimit is how many rows fit on a screen.
const defaultLimit = 20

// maxParts is how many rows a site has for people: the successors of a switch may be hundreds.
const maxParts = 9

func tableFlags(c *cobra.Command, to *tableOptions, io *cli.IOOptions) {
	to.format, to.limit = formatByExtension, -1
	cli.OutputFlag(c, io)
	cli.FormatFlag(c, &to.format, "table format (default: by the extension of --output, otherwise text)",
		cli.Pick[tableFormat]{Word: "text", Value: tableFormat(tables.TextFormat)}, cli.Pick[tableFormat]{Word: "csv", Value: tableFormat(tables.CSVFormat)},
		cli.Pick[tableFormat]{Word: "json", Value: tableFormat(tables.JSONFormat)}, cli.Pick[tableFormat]{Word: "markdown", Value: tableFormat(tables.MarkdownFormat)})
	cli.Bind(c, cli.NumberValue(&to.limit, "ROWS"), "limit", "n", "number of rows; 0: all (default: 20 in text and Markdown, all in CSV and JSON)")
	colorFlag(c, &to.color)
}

// settle fills in the format and its default limit.
func (o tableOptions) settle(t cli.Target) (tableOptions, error) {
	if o.format == formatByExtension {
		format, ok := map[string]tables.Format{
			"": tables.TextFormat, ".txt": tables.TextFormat, ".csv": tables.CSVFormat, ".json": tables.JSONFormat,
			".md": tables.MarkdownFormat, ".markdown": tables.MarkdownFormat,
		}[t.Extension()]
		if !ok {
			return o, cli.Usage("--format text writes text to any file", "tables are written to .txt, .csv, .json or .md files, not to %s", cli.Printable(string(t)))
		}
		o.format = tableFormat(format)
	}
	if o.limit < 0 && o.forPeople() {
		o.limit = defaultLimit
	}
	o.limit = max(o.limit, 0)
	return o, nil
}

// forPeople reports whether people read the table: they have to tell overloads apart, and programs want a method to be
// called the same in every table.
func (o tableOptions) forPeople() bool { return o.is(tables.TextFormat) || o.is(tables.MarkdownFormat) }

func (o tableOptions) is(f tables.Format) bool { return o.format == tableFormat(f) }

// parts is how many rows a site has; 0: all.
func (o tableOptions) parts() int {
	if o.limit > 0 && o.forPeople() {
		return maxParts
	}
	return 0
}

// look is how a table looks where the result goes.
func (o tableOptions) look(out *cli.Output) tables.Options {
	return tables.Options{Width: out.Columns(), Color: o.color.on(out)}
}

// A tableJob is a command that makes a table of a profile, with its options settled.
type tableJob struct {
	load   load.Options
	names  convert.NameOptions
	filter convert.FilterOptions
	metric convert.Metric
	table  tableOptions
	lines  load.ClassOptions                               // where source lines come from
	choose func(*iprof.Profile, *convert.Names) []cli.Note // the metric, before make; nil: it is settled
	make   func(*iprof.Profile, *convert.Names, *sourceline.Lines) (*table.Table, error)
}

// run reads a profile, or the sum of several, makes the table and writes it.
func (j tableJob) run(e *cli.Env, files []string) error {
	found, err := j.lines.OpenForLines()
	if err != nil {
		return err
	}
	defer found.Close()
	l, err := load.Load(e, files, j.load)
	if err != nil {
		return err
	}
	p := l.Profile
	if j.choose == nil {
		e.Console.Tell(l.Name, load.MetricNotes(p, j.metric)...)
	}
	j.names.Disambiguate = j.table.forPeople()
	names, err := load.NewNames(e, l.Name, j.names, j.filter, p)
	if err != nil {
		return err
	}
	if j.choose != nil {
		e.Console.Tell(l.Name, j.choose(p, names[0])...)
	}
	lines := found.Lines(p)
	t, err := j.make(p, names[0], lines)
	if err != nil {
		return cli.InFile(l.Name, err)
	}
	t.Doubts = append(t.Doubts, l.Doubts...)
	if j.table.is(tables.CSVFormat) { // which has no place for it
		for _, text := range slices.Concat(t.Filtered, t.Doubts) {
			e.Console.Tell(l.Name, cli.Note{Text: text})
		}
		e.Console.Tell(l.Name, omittedNotes(j.table.limit, t)...)
	}
	if !j.table.forPeople() {
		e.Console.Tell(l.Name, load.ApplicationNotes(t.Application)...)
	}
	look := j.table.look(e.Out)
	defer load.TellLines(e, l.Name, found, lines) // rows are made when they are written
	return e.Out.WriteResult(func(w io.Writer) error { return tables.Write(w, t, tables.Format(j.table.format), look) })
}

// omittedNotes count the rows, or sites, that are not in the CSV of tables with a limit, as CSV has no rows that sum up others.
// Without a limit, 0, only those are left out that the user did not select.
func omittedNotes(limit int, tables ...*table.Table) []cli.Note {
	if limit == 0 {
		return nil
	}
	rows, sites := 0, 0
	for _, t := range tables {
		_, n := t.RowsOfCSV()
		if t.Parts != "" && t.Rest != nil { // else these are rows of a site
			sites += n
		} else {
			rows += n + int(t.FactOf("left_out"))
		}
	}
	var notes []cli.Note
	for _, left := range []struct {
		n     int
		thing string
	}{{rows, "row"}, {sites, "site"}} {
		if left.n > 0 {
			notes = append(notes, cli.Notef("%s left out; -n 0 sets no limit", words.Count(int64(left.n), left.thing+" is", left.thing+"s are")))
		}
	}
	return notes
}

// rowsLeft returns a table, or fails where filters leave nothing to show in it. That none of it is the application's is an
// answer: the table of none.
func rowsLeft(t *table.Table, err error) (*table.Table, error) {
	if err == nil && t.Base == 0 && t.Whole > 0 && !t.OutsideOnly {
		return nil, load.NothingLeft(t.Filtered)
	}
	return t, err
}

// Package tablejob runs a command that makes a table from a profile: flags, defaults of formats, reading, writing.
package tablejob

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"

	"github.com/spf13/cobra"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/sourceline"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/load"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/internal/work"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/tables"
)

// Options control how a command writes its tables. They are complete once they are settled, like the options of every command
// before anything is loaded.
type Options struct {
	Format Format
	Color  cli.ColorWhen
	Limit  int // maximum rows; 0: all, -1: depends on the format
	screen int // lines of the screen that the table should fit; 0: unlimited

	allRows bool // the user chose the limit: the screen may be too small for the rows
}

// A Format is a tables.Format, FormatByExtension or OwnFormat.
type Format int

// FormatByExtension is the format implied by the name of the output.
const FormatByExtension Format = -1

// OwnFormat is one that only the command has, see [Job.Write].
const OwnFormat Format = -2

// DefaultLimit is the number of rows of text where there is no screen to fit.
const DefaultLimit = 20

// maxParts and minParts are limits of the rows per site in text: a switch may have hundreds of successors, and a screen should have
// room for several sites.
const (
	maxParts = 9
	minParts = 3
)

// Flags adds the flags of a command that writes a table: output, format, limit and color. More formats are the command's own.
func Flags(c *cobra.Command, to *Options, io *cli.IOOptions, more ...cli.Pick[Format]) {
	to.Format, to.Limit = FormatByExtension, -1
	cli.OutputFlag(c, io)
	cli.FormatFlag(c, &to.Format, "table format (default: by the extension of --output, otherwise text)", append([]cli.Pick[Format]{
		{Word: "text", Value: Format(tables.TextFormat)}, {Word: "csv", Value: Format(tables.CSVFormat)},
		{Word: "json", Value: Format(tables.JSONFormat)}, {Word: "markdown", Value: Format(tables.MarkdownFormat)},
	}, more...)...)
	cli.Bind(c, cli.NumberValue(&to.Limit, "ROWS"), "limit", "n", "number of rows; 0: all (default: as many as fit on the terminal, otherwise 20 in text and Markdown, all in CSV and JSON)")
	cli.WideFlag(c, io)
	cli.ColorFlag(c, &to.Color)
}

// Settle sets the format and its default limit. On a terminal, there are at first more rows than fit.
func (o Options) Settle(out *cli.Output) (Options, error) {
	if o.Format == FormatByExtension {
		format, ok := map[string]tables.Format{
			"": tables.TextFormat, ".txt": tables.TextFormat, ".csv": tables.CSVFormat, ".json": tables.JSONFormat,
			".md": tables.MarkdownFormat, ".markdown": tables.MarkdownFormat,
		}[out.Extension()]
		if !ok {
			hint := "--format text writes text to any file"
			if ext := out.Extension(); ext == ".html" || ext == ".htm" {
				hint = "iprof-viz report writes a page of all tables, with --base of a comparison"
			}
			return o, cli.Usage(hint, "tables are written to .txt, .csv, .json or .md files, not to %s", cli.Printable(string(out.Target)))
		}
		o.Format = Format(format)
	}
	lines := 0
	if o.Is(tables.TextFormat) {
		lines, _ = out.Screen()
	}
	if o.Limit < 0 && o.ForPeople() {
		o.screen, o.Limit = lines, max(DefaultLimit, lines)
	} else if o.Limit > 0 {
		o.screen, o.allRows = lines, true
	}
	o.Limit = max(o.Limit, 0)
	return o, nil
}

// Disambiguates reports whether overloads have their parameters: JSON has ids and signatures beside the names, all other formats have
// rows that could not be told apart.
func (o Options) Disambiguates() bool { return !o.Is(tables.JSONFormat) }

// ForPeople reports whether people read the table, rather than programs.
func (o Options) ForPeople() bool { return o.Is(tables.TextFormat) || o.Is(tables.MarkdownFormat) }

// Is reports whether the table is written in a format. The options must be settled, see [Options.Settle].
func (o Options) Is(f tables.Format) bool { return o.Format == Format(f) }

// Parts is the maximum number of rows per site; 0: all.
func (o Options) Parts() int {
	switch {
	case o.Limit == 0 || !o.ForPeople():
		return 0
	case o.screen > 0 && !o.allRows:
		return min(max(minParts, o.screen/8), maxParts)
	}
	return maxParts
}

// Look determines how a table looks at the output.
func (o Options) Look(out *cli.Output) tables.Options {
	look := tables.Options{Width: out.Columns(), Color: o.Color.On(out)}
	if o.screen > 0 {
		look.Screen.Lines, look.Screen.Columns = out.Screen()
		look.Screen.AllRows = o.allRows
	}
	return look
}

// A Job is a command that makes a table of a profile, with its options settled.
type Job struct {
	Load   load.Options
	Names  convert.NameOptions
	Filter convert.FilterOptions
	AtLine []**regexp.Regexp // patterns that may stand for a source line, see [load.ClassFinder.AtLines]
	Metric convert.Metric
	Table  Options
	Lines  load.ClassOptions                               // where source lines come from
	Code   *calls.Options                                  // set before Make: how the call graph reads class files; nil: not needed
	Choose func(*iprof.Profile, *convert.Names) []cli.Note // chooses the metric, before make; nil: it is settled
	Make   func(*iprof.Profile, *convert.Names, *sourceline.Lines) (*table.Table, error)
	Write  func(w io.Writer) error // writes something else, after Make, in a format of the command's own; nil: the table
}

// Run reads a profile, or the sum of several, makes the table and writes it.
func (j Job) Run(e *cli.Env, files []string) error {
	found, err := j.Lines.OpenForSources()
	if err != nil {
		return err
	}
	defer found.Close()
	l, err := load.Load(e, files, j.Load.WithCode(found))
	if err != nil {
		return err
	}
	if err := j.Lines.TellSources(e, l); err != nil {
		return err
	}
	p := l.Profile
	if j.Choose == nil {
		e.Console.Tell(l.Name, load.MetricNotes(p, j.Metric)...)
	}
	j.Names.Disambiguate = j.Table.Disambiguates()
	names, err := load.NewNames(e, l.Name, j.Names, j.Filter, p)
	if err != nil {
		return err
	}
	at, err := found.AtLines(names[0], j.AtLine...)
	if err != nil {
		return cli.InFile(l.Name, err)
	}
	for _, line := range at {
		e.Console.Tell(l.Name, line.Note())
	}
	if j.Choose != nil {
		e.Console.Tell(l.Name, j.Choose(p, names[0])...)
	}
	if j.Code != nil {
		*j.Code = found.CallOptions()
	}
	lines := found.Lines(p)
	t, err := j.Make(p, names[0], lines)
	if err != nil {
		return cli.InFile(l.Name, cmp.Or(j.withoutSites(names), err))
	}
	if err := ChargeCells([]*load.Loaded{l}, j.Load.MaxInput, t); err != nil {
		return err
	}
	if n := p.Damaged(t.Metric.Section()); n > 0 {
		t.Damaged = n
		t.Caveats = append(t.Caveats, fmt.Sprintf("%s of %s damaged, and so are the total and all shares; iprof-viz check says more",
			words.Count(n, "count", "counts"), t.Metric.String()+" "+words.IsOrAre(n)))
	}
	t.Caveats = append(t.Caveats, l.Caveats...)
	if !e.Console.IsQuiet() || !j.Table.Is(tables.TextFormat) { // what else the file has is not about the rows
		t.Notes = append(t.Notes, l.Notes...)
	}
	if j.Table.Is(tables.CSVFormat) { // this format has no place for it
		e.Console.Tell(l.Name, load.Notes(slices.Concat(t.Filtered, t.Caveats))...)
		e.Console.Tell(l.Name, OmittedNotes(j.Table.Limit, t)...)
	}
	if !j.Table.ForPeople() {
		e.Console.Tell(l.Name, load.Notes(t.Application.Notes())...)
	}
	if j.Write != nil {
		return e.Out.WriteResult(j.Write)
	}
	look := j.Table.Look(e.Out)
	write := func(w io.Writer) error { return tables.Write(w, t, tables.Format(j.Table.Format), look) }
	if look.Screen.Lines == 0 {
		defer load.TellLines(e, l.Name, found, lines) // rows are made when they are written
	} else if found != nil {
		write(io.Discard)
		load.TellLines(e, l.Name, found, lines) // above the table, which leaves room for them
		look = j.Table.Look(e.Out)
	}
	return e.Out.WriteResult(write)
}

// ChargeCells fails if tables are much larger than the files they are about, as few bytes can stand for a thousand receiver types at
// each of a thousand sites.
func ChargeCells(of []*load.Loaded, maxInput int64, all ...*table.Table) error {
	cells := int64(0)
	for _, t := range all {
		cells += t.Cells()
	}
	return load.Charge(of, maxInput, work.Cells, cells)
}

// AddCaveats adds notes about files to a result, before its other caveats. CSV has none: they are told.
func (o Options) AddCaveats(e *cli.Env, s *table.Set, notes []cli.Note) {
	if o.Is(tables.CSVFormat) {
		e.Console.Tell("", notes...)
	}
	for i, n := range notes {
		s.Caveats = slices.Insert(s.Caveats, i, n.File+": "+n.Text)
	}
}

// OmittedNotes count the rows, or sites, that are not in the CSV of tables with a limit, because CSV has no rows that sum up
// others. Without a limit, 0, only rows that the user did not select are left out.
func OmittedNotes(limit int, tables ...*table.Table) []cli.Note {
	if limit == 0 {
		return nil
	}
	rows, sites := 0, 0
	for _, t := range tables {
		_, n := t.RowsOfCSV()
		if t.Parts != "" && t.Rest != nil { // otherwise these are rows of a site
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
			notes = append(notes, cli.Notef("%s not shown; -n 0 shows all", words.Count(int64(left.n), left.thing+" is", left.thing+"s are")))
		}
	}
	return notes
}

// withoutSites is the failure if --focus or --show-from matches methods that have no sites, but samples or calls; nil: it is another one. Commands that choose
// a metric have a hint of their own.
func (j Job) withoutSites(names []*convert.Names) error {
	if j.Choose != nil || j.Metric != convert.Branches && j.Metric != convert.Receivers && j.Metric != convert.InstanceOf {
		return nil
	}
	_, _, err := load.FocusMetric(names, j.Metric, j.Filter)
	var f *cli.Failure
	var none *convert.NoMatchError
	if !errors.As(err, &f) || !errors.As(err, &none) {
		return nil
	}
	metric := convert.Calls
	if none.Sampled {
		metric = convert.Samples
	}
	f.Hint, f.Shows = "this shows them", fmt.Sprintf("top -m %s --%s %s", metric, none.Filter, cli.Printable(words.ShellQuote(none.Pattern)))
	return f
}

// RowsLeft returns a table, or fails if filters leave nothing to show in it. An empty table of application code is a valid result.
func RowsLeft(t *table.Table, err error) (*table.Table, error) {
	if err == nil && t.Base == 0 && t.Whole > 0 && !t.OutsideOnly {
		return nil, load.NothingLeft(t.Filtered)
	}
	return t, err
}

package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render"
)

// A tableOutput has the flags that every command has that writes a table.
type tableOutput struct {
	format tableFormat
	color  colorWhen
	limit  int // -1: what suits the format
}

// defaultLimit is how many rows fit on a screen. Programs get all, unless told.
const defaultLimit = 20

func (a *app) tableFlags(c *cobra.Command, to *tableOutput) {
	to.format, to.limit = formatByExtension, -1
	a.outputFlags(c)
	choiceFlag(c, &to.format, "format", "", "of the table; by the extension of --output, else text, unless told",
		pick[tableFormat]{"text", tableFormat(render.TextFormat)}, pick[tableFormat]{"csv", tableFormat(render.CSVFormat)},
		pick[tableFormat]{"json", tableFormat(render.JSONFormat)}, pick[tableFormat]{"markdown", tableFormat(render.MarkdownFormat)})
	bind(c, numberValue(&to.limit, "ROWS"), "limit", "n", "show that many rows, 0: all; 20 in text and Markdown, all in CSV and JSON, unless told")
	choiceFlag(c, &to.color, "color", "", "color text; auto: on a terminal, unless NO_COLOR is set",
		pick[colorWhen]{"auto", colorAuto}, pick[colorWhen]{"always", colorAlways}, pick[colorWhen]{"never", colorNever})
}

// A tableFormat is a render.TableFormat, or formatByExtension.
type tableFormat int

const formatByExtension tableFormat = -1

// settle decides on format and limit where the user has not, and on names: people have to tell overloads apart, and
// programs want a method to be called the same in every table.
func (to *tableOutput) settle(t *target, names *convert.NameOptions) error {
	if to.format == formatByExtension {
		format, ok := map[string]render.TableFormat{
			"": render.TextFormat, ".txt": render.TextFormat, ".csv": render.CSVFormat, ".json": render.JSONFormat,
			".md": render.MarkdownFormat, ".markdown": render.MarkdownFormat,
		}[t.extension()]
		if !ok {
			return usage("--format text writes text into any file", "a table goes into .txt, .csv, .json or .md, and %s is none of them", printable(t.path))
		}
		to.format = tableFormat(format)
	}
	forPeople := to.is(render.TextFormat) || to.is(render.MarkdownFormat)
	if to.limit < 0 && forPeople {
		to.limit = defaultLimit
	}
	to.limit = max(to.limit, 0)
	names.Apart = forPeople
	return nil
}

// parts is how many rows a site has for people, unless they want all: the ways of a switch may be hundreds.
func (to *tableOutput) parts() int {
	if to.limit > 0 && (to.is(render.TextFormat) || to.is(render.MarkdownFormat)) {
		return 9
	}
	return 0
}

func (to *tableOutput) is(f render.TableFormat) bool { return to.format == tableFormat(f) }

// colorWhen says when text is colored.
type colorWhen int

const (
	colorAuto colorWhen = iota
	colorAlways
	colorNever
)

// table reads a profile, or the sum of several, makes a table of it and writes it. The command's -m takes the metrics of
// choices; a command with none has no -m.
func (a *app) table(to *tableOutput, files []string, names convert.NameOptions, metric convert.Metric, choices []convert.Metric,
	make func(*iprof.Profile, *convert.Names) (*table.Table, error),
) error {
	if err := to.settle(&a.target, &names); err != nil {
		return err
	}
	in, p, err := a.profile(files)
	if err != nil {
		return err
	}
	if err := a.counted(in.name, p, metric, choices...); err != nil {
		return err
	}
	t, err := make(p, convert.NewNames(names, p)[0])
	if err != nil {
		return err
	}
	if t.Base == 0 && t.Whole > 0 {
		return &failure{status: statusCheck, file: in.name, empty: true, err: fmt.Errorf("nothing is left to show; %s", strings.Join(t.Filtered, "; "))}
	}
	if to.is(render.CSVFormat) { // which has no place for it
		for _, note := range slices.Concat(t.Filtered, t.Doubts) {
			a.note(in.name, "%s", note)
		}
	}
	opts := a.tableOptions(to)
	return a.write(func(w io.Writer) error { return render.Table(w, t, render.TableFormat(to.format), opts) })
}

// counted is metric, with a hint at another command where this one can show nothing that the profile has.
func (a *app) counted(file string, p *iprof.Profile, asked convert.Metric, choices ...convert.Metric) error {
	err := a.metric(file, p, asked, choices...)
	var f *failure
	if !errors.As(err, &f) || f.hint != "" {
		return err
	}
	for _, m := range convert.Metrics {
		if p.Total(m.Section()) == 0 {
			continue
		}
		command := m.String()
		if m == convert.Samples || m == convert.Calls {
			command = "top -m " + command
		}
		f.hint = fmt.Sprintf("it has %s, which iprof-viz %s shows", m, command)
		break
	}
	return f
}

// tableOptions say how wide the terminal is, and whether it shows colors.
func (a *app) tableOptions(to *tableOutput) render.TableOptions {
	return render.TableOptions{
		Width: a.columns(),
		Color: to.color == colorAlways || to.color == colorAuto && a.terminal() != nil &&
			os.Getenv("NO_COLOR") == "" && !strings.HasPrefix(os.Getenv("TERM"), "dumb"),
	}
}

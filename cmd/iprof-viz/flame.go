package main

import (
	"errors"
	"io"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render"
)

// A flameCommand has the flags of flame.
type flameCommand struct {
	names   convert.NameOptions
	tree    convert.TreeOptions
	picture render.FlameOptions
	from    contentKind // otherFile: told from the content
	pprof   convert.PprofReadOptions
	base    string
	format  string // "": by the extension of --output
}

func (a *app) newFlame(cmd *flameCommand) *cobra.Command {
	cmd.tree.Filter.View = convert.ExpertView
	cmd.picture.Width, cmd.picture.MinWidth = render.DefaultWidth, render.DefaultMinWidth
	c := &cobra.Command{
		Use:   "flame [flags] PROFILE",
		Short: "Draw a flame graph as SVG",
		Long: `flame draws each stack as a pile of frames, as wide as it has samples (or, with -m calls,
method entries, which are not time). The picture needs nothing else: a browser shows it with zoom and search.

PROFILE is an iprof, or folded stacks or a pprof profile of any other tool.`,
		Example: `  iprof-viz flame -o app.svg app.iprof
  iprof-viz flame -m calls --color inlining -o calls.svg app.iprof
  iprof-viz flame --base old.iprof -o changed.svg new.iprof
  perf script | stackcollapse-perf.pl | iprof-viz flame -o perf.svg -`,
		Args: oneProfile,
		RunE: func(c *cobra.Command, args []string) error { return a.flame(c, cmd, args[0]) },
	}
	a.outputFlags(c)
	fs := c.Flags()
	choiceFlag(c, &cmd.format, "format", "", "of the picture; by the extension of --output unless told", pick[string]{"svg", "svg"})
	metricFlag(c, &cmd.tree.Metric, convert.Samples, convert.Calls)
	choiceFlag(c, &cmd.picture.Color, "color", "", "what colors tell; inlining for calls, else kind, unless told",
		pick[render.ColorBy]{"kind", render.KindColor}, pick[render.ColorBy]{"inlining", render.InliningColor}, pick[render.ColorBy]{"name", render.NameColor})
	choiceFlag(c, &cmd.picture.Theme, "theme", "", "the background; auto: as the reader's system is set",
		pick[render.Theme]{"auto", render.AutoTheme}, pick[render.Theme]{"light", render.LightTheme}, pick[render.Theme]{"dark", render.DarkTheme})
	fs.StringVar(&cmd.base, "base", "", "show what changed since this `PROFILE`")
	fs.BoolVar(&cmd.picture.Icicle, "icicle", false, "the root on top")
	fs.BoolVar(&cmd.tree.Reverse, "reverse", false, "the leaves first: by what was counted, then its callers")
	fs.StringVar(&cmd.picture.Title, "title", "", "the `TEXT` above")
	fs.IntVar(&cmd.picture.Width, "width", cmd.picture.Width, "`PIXELS` across")
	fs.Float64Var(&cmd.picture.MinWidth, "min-width", cmd.picture.MinWidth, "frames narrower than this many `PIXELS` are drawn together")
	filterFlags(c, &cmd.tree.Filter)
	nameFlags(c, &cmd.names)
	choiceFlag(c, &cmd.from, "from", "", "what PROFILE is", pick[contentKind]{"auto", otherFile},
		pick[contentKind]{"iprof", iprofFile}, pick[contentKind]{"folded", foldedText},
		pick[contentKind]{"pprof", pprofFile})
	fs.StringVar(&cmd.pprof.SampleType, "sample-type", "", "the `TYPE` of values to draw of a pprof profile, such as cpu; its default unless told")
	a.readFlags(c)
	return c
}

func (a *app) flame(c *cobra.Command, cmd *flameCommand, name string) error {
	if ext := a.target.extension(); cmd.format == "" && ext != "" && ext != ".svg" {
		return usage("--format svg writes it into any file", "flame writes svg, and %s is no file of that kind", printable(a.target.path))
	}
	cmd.tree.Roles = cmd.picture.Color == render.InliningColor
	cmd.picture.Reverse = cmd.tree.Reverse
	t, err := a.stacks(c, cmd, name)
	if err != nil {
		return err
	}
	if cmd.base != "" {
		cmd.tree.Metric = t.Metric
		base, err := a.stacks(c, cmd, cmd.base)
		if err != nil {
			return err
		}
		t = convert.Compare(t, base)
	}
	if name != "-" {
		cmd.picture.Subtitle = filepath.Base(name)
	}
	return a.write(func(w io.Writer) error { return render.FlameSVG(w, t, cmd.picture) })
}

// stacks reads whatever has stacks.
func (a *app) stacks(c *cobra.Command, cmd *flameCommand, name string) (*convert.Tree, error) {
	in, err := a.open(name)
	if err != nil {
		return nil, err
	}
	defer in.file.Close()
	kind := cmd.from
	if kind == otherFile {
		kind = sniff(in.head)
	}
	if kind != foldedText && kind != pprofFile {
		return a.profileTree(in, cmd.names, cmd.tree)
	}
	for _, flag := range []string{"metric", "view", "focus", "ignore", "hide", "show-from", "names", "normalize"} {
		if c.Flags().Changed(flag) {
			return nil, usage("", "--%s is for iprof files, and %s has %s", flag, printable(in.name), kind)
		}
	}
	var t *convert.Tree
	if kind == foldedText {
		t, err = convert.ReadFolded(in.r)
	} else {
		if c.Flags().Changed("max-input") {
			cmd.pprof.MaxInput = a.reading.iprof.MaxInput
		}
		t, err = convert.ReadPprof(in.r, cmd.pprof)
	}
	switch {
	case errors.Is(err, iprof.ErrTooLarge):
		return nil, &failure{status: statusLimit, file: in.name, err: err, hint: "--max-input allows more"}
	case err != nil:
		return nil, &failure{status: statusInput, file: in.name, err: err}
	}
	if t.Nodes[0].Total == 0 {
		return nil, &failure{status: statusInput, file: in.name, err: errors.New("it has no stacks")}
	}
	if cmd.tree.Reverse {
		t = t.Reversed()
	}
	return t, nil
}

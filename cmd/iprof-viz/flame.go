package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/folded"
	"github.com/iprof-viz/iprof-viz/convert/pprof"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render"
)

// A flameCommand has the flags of flame.
type flameCommand struct {
	names   convert.NameOptions
	tree    stacks.Options
	picture render.FlameOptions
	from    contentKind // otherFile: told from the content
	pprof   pprof.ReadOptions
	base    string
	format  string // "": by the extension of --output
}

func (a *app) newFlame(cmd *flameCommand) *cobra.Command {
	cmd.tree.Filter.View = convert.ExpertView
	cmd.picture.Width, cmd.picture.MinWidth = render.DefaultWidth, render.DefaultMinWidth
	c := &cobra.Command{
		Use:   "flame [flags] PROFILE...",
		Short: "Draw a flame graph as SVG",
		Long: `flame draws each stack as a pile of frames, as wide as it has samples (or, with
-m calls, method entries, which are not time). The picture needs nothing else:
a browser shows it with zoom and search.

PROFILE is an iprof, or folded stacks or a pprof profile of any other tool.`,
		Example: `  iprof-viz flame -o app.svg app.iprof
  iprof-viz flame -m calls --color inlining -o calls.svg app.iprof
  iprof-viz flame --base old.iprof -o changed.svg new.iprof
  perf script | stackcollapse-perf.pl | iprof-viz flame -o perf.svg -`,
		Args: someProfiles,
		RunE: func(c *cobra.Command, args []string) error { return a.flame(c, cmd, args) },
	}
	a.outputFlags(c)
	fs := c.Flags()
	choiceFlag(c, &cmd.format, "format", "", "of the picture; by the extension of --output unless told", pick[string]{"svg", "svg"})
	metricFlag(c, &cmd.tree.Metric, convert.Samples, convert.Calls)
	choiceFlag(c, &cmd.picture.Color, "color", "", "what colors tell; inlining for calls, else kind, unless told",
		byName(render.KindColor, render.InliningColor, render.NameColor)...)
	choiceFlag(c, &cmd.picture.Theme, "theme", "", "the background; auto: as the reader's system is set",
		byName(render.AutoTheme, render.LightTheme, render.DarkTheme)...)
	fs.StringVar(&cmd.base, "base", "", "show what changed since this `PROFILE`")
	fs.BoolVar(&cmd.picture.Icicle, "icicle", false, "the root on top")
	fs.BoolVar(&cmd.tree.Reverse, "reverse", false, "the leaves first: by what was counted, then its callers")
	fs.StringVar(&cmd.picture.Title, "title", "", "the `TEXT` above")
	fs.IntVar(&cmd.picture.Width, "width", cmd.picture.Width, "`PIXELS` across")
	fs.Float64Var(&cmd.picture.MinWidth, "min-width", cmd.picture.MinWidth, "frames narrower than this many `PIXELS` are drawn together; 0: none")
	filterFlags(c, &cmd.tree.Filter)
	nameFlags(c, &cmd.names)
	choiceFlag(c, &cmd.from, "from", "", "what PROFILE is", pick[contentKind]{"auto", otherFile},
		pick[contentKind]{"iprof", iprofFile}, pick[contentKind]{"folded", foldedText},
		pick[contentKind]{"pprof", pprofFile})
	fs.StringVar(&cmd.pprof.SampleType, "sample-type", "", "the `TYPE` of values to draw of a pprof profile, such as cpu; its default unless told")
	a.readFlags(c)
	return c
}

func (a *app) flame(c *cobra.Command, cmd *flameCommand, files []string) error {
	if ext := a.target.extension(); cmd.format == "" && ext != "" && ext != ".svg" {
		return usage("--format svg writes it into any file", "flame writes svg, and %s is no file of that kind", printable(a.target.path))
	}
	if cmd.base != "" && c.Flags().Changed("color") {
		return usage("", "--color does not go with --base, whose colors tell what changed")
	}
	cmd.tree.Roles = cmd.picture.Color == render.InliningColor
	if !cmd.tree.Roles { // which all sections tell about
		a.keepOnly(cmd.tree.Metric)
		a.samplesFirst = a.samplesFirst && cmd.base == "" // what one profile lacks, neither is measured by
	}
	cmd.picture.Reverse = cmd.tree.Reverse
	if cmd.picture.MinWidth == 0 { // to render that would be the default
		cmd.picture.MinWidth = math.SmallestNonzeroFloat64
	}
	compared := [][]string{files}
	if cmd.base != "" {
		compared = append(compared, []string{cmd.base})
	}
	var sources []*stackSource
	for _, files := range compared {
		source, err := a.stackSource(c, cmd, files)
		if err != nil {
			return err
		}
		sources = append(sources, source)
	}
	if err := cmp.Or(onlyFor(c, iprofFile, sources, "metric", "names"), onlyFor(c, pprofFile, sources, "sample-type")); err != nil {
		return err
	}
	if s := sources[0]; cmd.tree.Roles && s.tree != nil && s.tree.Roles == nil {
		what := string(s.kind)
		if s.kind == pprofFile {
			what += " that does not"
		}
		return usage("", "--color inlining is for an iprof or a pprof profile that tells what was inlined, and %s holds %s",
			printable(s.in.name), what)
	}
	nameSources(sources, cmd.names)
	cmd.tree.Compared = cmd.base != ""
	t, err := a.stacks(cmd, sources[0])
	if err != nil {
		return err
	}
	if cmd.base != "" {
		cmd.tree.Metric = t.Metric
		base, err := a.stacks(cmd, sources[1])
		switch {
		case err != nil:
			return err
		case t.Nodes[0].Total == 0 && base.Nodes[0].Total == 0:
			both := sources[0].profile != nil && sources[1].profile != nil
			return &failure{status: statusCheck, empty: both, err: errors.New("nothing is left to show of either profile")}
		}
		if t, err = stacks.Compare(t, base); err != nil {
			// Of two iprofs, both have what the first one does.
			return &failure{status: statusInput, file: sources[1].in.name, err: err,
				hint: "--sample-type says what of a pprof profile is compared, -m what of an iprof"}
		}
	}
	cmd.picture.Subtitle = subtitle(files, cmd.base)
	return a.write(func(w io.Writer) error { return render.FlameSVG(w, t, cmd.picture) })
}

// subtitle names the profiles of a picture.
func subtitle(files []string, base string) string {
	short := func(name string) string {
		if name == "-" {
			return "standard input"
		}
		return filepath.Base(name)
	}
	name := short(files[0])
	switch {
	case len(files) > 1:
		name = nameOf(files)
	case base == "" && files[0] == "-":
		return ""
	}
	if base != "" {
		return name + ", compared with " + short(base)
	}
	return name
}

// A stackSource is a file that has stacks: a profile with the names of its methods, or the tree of another tool's stacks.
type stackSource struct {
	in      *input
	kind    contentKind
	profile *iprof.Profile
	names   *convert.Names
	tree    *stacks.Tree
}

// stackSource reads whatever has stacks.
func (a *app) stackSource(c *cobra.Command, cmd *flameCommand, files []string) (*stackSource, error) {
	if len(files) > 1 {
		if cmd.from == foldedText || cmd.from == pprofFile {
			return nil, usage("", "one PROFILE at a time, unless they are iprofs: %s is one too many", printable(files[1]))
		}
		in, p, err := a.profile(files)
		return &stackSource{in: in, kind: iprofFile, profile: p}, err
	}
	in, err := a.open(files[0])
	if err != nil {
		return nil, err
	}
	defer in.file.Close()
	kind := cmd.from
	if kind == otherFile {
		kind = sniff(in.head)
	}
	if kind != foldedText && kind != pprofFile {
		p, err := a.parse(in)
		return &stackSource{in: in, kind: iprofFile, profile: p}, err
	}
	t, err := a.foreign(c, cmd, in, kind)
	if err != nil {
		f := inputFailure(in.name, err, in.head)
		switch {
		case errors.Is(err, folded.ErrDecimal):
			f.hint = `in whole thousandths: awk '{ $NF = sprintf("%.0f", 1000 * $NF) } 1'`
		case errors.Is(err, folded.ErrComment):
			f.hint = "grep -v '^#' leaves them out"
		}
		return nil, f
	}
	if t.Nodes[0].Total == 0 {
		return nil, &failure{status: statusInput, file: in.name, err: errors.New("it has no stacks")}
	}
	if cmd.names.Normalize {
		t = t.Normalized()
	}
	return &stackSource{in: in, kind: kind, tree: t}, nil
}

// nameSources names the methods of what is compared alike: of two profiles together, of one as the other file does.
func nameSources(sources []*stackSource, opts convert.NameOptions) {
	var profiles []*iprof.Profile
	var other *stacks.Tree
	for _, s := range sources {
		if s.profile != nil {
			profiles = append(profiles, s.profile)
		} else {
			other = s.tree
		}
	}
	var names []*convert.Names
	if other != nil && len(profiles) == 1 {
		names = append(names, stacks.NewNamesLike(other, opts, profiles[0]))
	} else {
		names = convert.NewNames(opts, profiles...)
	}
	for _, s := range sources {
		if s.profile != nil {
			s.names, names = names[0], names[1:]
		}
	}
}

// stacks returns the stacks that a picture is to show. Where two profiles are compared, filters may leave none of one of
// them: those of the other are new then, or gone.
func (a *app) stacks(cmd *flameCommand, s *stackSource) (*stacks.Tree, error) {
	t, err := a.filteredStacks(cmd, s)
	var f *failure
	if errors.As(err, &f) && f.status == statusCheck && cmd.base != "" {
		a.note(f.file, "%v", f.err)
		err = nil
	}
	return t, err
}

func (a *app) filteredStacks(cmd *flameCommand, s *stackSource) (*stacks.Tree, error) {
	if s.profile != nil {
		return a.profileTree(s.in, s.profile, s.names, cmd.tree)
	}
	t := s.tree.Filtered(cmd.tree.Filter)
	err := a.filtered(s.in.name, t.Unit, t.Metric, t.Tally, t.Unused)
	var f *failure
	if errors.As(err, &f) {
		f.empty = false // names are as the file has them
	}
	if cmd.tree.Reverse {
		t = t.Reversed()
	}
	return t, err
}

// onlyFor fails if a flag was given that is for a kind of input, which none of the sources is.
func onlyFor(c *cobra.Command, kind contentKind, sources []*stackSource, flags ...string) error {
	for _, s := range sources {
		if s.kind == kind {
			return nil
		}
	}
	for _, flag := range flags {
		if c.Flags().Changed(flag) {
			return usage("", "--%s is for %s, and %s holds %s", flag, kind, printable(sources[0].in.name), sources[0].kind)
		}
	}
	return nil
}

// foreign reads the stacks of another tool's file.
func (a *app) foreign(c *cobra.Command, cmd *flameCommand, in *input, kind contentKind) (*stacks.Tree, error) {
	if kind == pprofFile {
		cmd.pprof.MaxInput = a.reading.iprof.MaxInput
		return pprof.Read(in.r, cmd.pprof)
	}
	text, err := in.plain()
	if err != nil {
		return nil, err
	}
	most := cmp.Or(a.reading.iprof.MaxInput, iprof.DefaultMaxInput)
	if most < 0 {
		return folded.Read(text)
	}
	limited := &io.LimitedReader{R: text, N: most + 1}
	t, err := folded.Read(limited)
	if limited.N <= 0 {
		return nil, fmt.Errorf("%w (%d bytes)", iprof.ErrTooLarge, most)
	}
	return t, err
}

package main

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/convert/diff"
	"github.com/iprof-viz/iprof-viz/internal/changes"
	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/load"
	"github.com/iprof-viz/iprof-viz/internal/tablejob"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/tables"
)

// diffOptions are the options of diff.
type diffOptions struct {
	cli.IOOptions
	sources            load.SourceOptions
	names              convert.NameOptions
	diff               diff.Options
	pairing            compare.Options
	failOver           float64  // a share; negative: no limit
	failUnderOverlap   *float64 // nil: no limit
	old, new           []string // files and directories of several runs, instead of the arguments
	table              tablejob.Options
	classes            load.ClassOptions // of the new program
	oldPath            string            // class path of the old program; "": as the new one's
	optlog, baseOptlog string            // the logs of the compilers of the new and the old image; "": none
}

func newDiff(e *cli.Env, o *diffOptions) *cobra.Command {
	o.diff = diff.Options{Filter: convert.FilterOptions{View: convert.ExpertView}, Threshold: compare.DefaultThreshold}
	o.failOver = -1
	c := &cobra.Command{
		Use:   "diff [flags] {OLD NEW | --old RUN... --new RUN...}",
		Short: "Compare two profiles or sets of runs",
		Long: `diff compares two profiles: self samples and method entries, branch
probabilities, receiver and instanceof types, and inlining. Methods are paired
by class, name and signature; then by name without build-dependent hashes, if
unambiguous; then by signature, callers, callees, branches and counts, if only
one match fits; then, outside the JDK and native-image, by class and name alone
if each profile has one overload that the other lacks: its signature changed.
Both are shown as renamed, old → new; --no-renames disables these steps.

Counts are first normalized for run length over the whole program, regardless of
--view and filters. Sample changes must be statistically significant (false
discovery rate of at most 5% per table). Counts of instrumented code are not
random samples: a change must be at least --threshold and larger than
independent events would produce. --exact shows every difference, for
deterministic programs.

--base-optlog and --optlog, the logs of the compilers that built two optimized
images, add decisions: calls that one image inlines and the other does not, the
most frequent first. Give the same profile twice if both were built with it.
With --classpath, all calls are compared, not only those inlined before.

--sort total compares samples with callees, --by class or package the sums of
their methods, --by line source lines, with --classpath and, if other classes
were profiled before, --old-classpath. Lines are paired by their distance from
the method's first line; flight recordings have lines without classes, which are
paired by number. A note says how large a change has to be to be found.

-n limits the methods, sites or units of each table. Units without application
code end sooner if all units together have more rows than that.

The overlap is one number from 0% to 100%. In each profile, a method has a share
of all samples, or entries; the overlap is the sum, over all methods, of the
lower of both shares. For branches, it is the sum over the successors of
conditionals.

Two runs of one program usually differ by more than chance alone would make
them. --old and --new may be repeated, so that each side has several runs. A
change must then also exceed the differences between the runs of one side,
method by method: a t-test that takes into account how much all methods vary. ±
is the relative standard deviation between runs of one side. A directory stands
for all profiles in it. Use at least two runs per side, preferably four.

--fail-over 5% exits with status 1 if a method's self samples or entries changed
by more than 5% of the larger run's total (after normalization). So no change
exceeds 100%, and it does not matter which of the two is the new one. Only
methods that are shown as changed count. Profiles with too few counts to judge
do not pass.

--fail-under-overlap 90% exits with status 1 if the overlap of samples, calls or
branches is lower than 90%, or unknown because only one profile has them. So it
also finds flipped branches. --section chooses. "iprof-viz variance" of some
runs shows which overlap is usual.`,
		Example: `  iprof-viz diff before.iprof after.iprof
  iprof-viz diff --section calls,inlining -n 0 before.iprof after.iprof
  iprof-viz diff --fail-under-overlap 90% --section branches a.iprof b.iprof
  iprof-viz diff --fail-over 5% -o diff.md before.iprof after.iprof
  iprof-viz diff --base-optlog A --optlog B --classpath app.jar a.iprof b.iprof
  iprof-viz diff --old monday.iprof --old tuesday.iprof --new runs/`,
		Args: func(c *cobra.Command, args []string) error { return o.sides(c, args) },
		RunE: running(e, o, runDiff),
	}
	sections := cli.ByName(diff.Sections...)
	cli.Bind(c, cli.ListValue(&o.diff.Sections, "SECTION", sections, cli.Exactly), "section", "", "only these sections, comma-separated: "+cli.OneOf(cli.WordsOf(sections)))
	cli.ChoiceFlag(c, &o.diff.Totals, "sort", "", "compare self samples, or total samples (with callees)", cli.Pick[bool]{Word: "self", Value: false}, cli.Pick[bool]{Word: "total", Value: true})
	cli.ChoiceFlag(c, &o.diff.By, "by", "", "the unit of a row of samples and calls", cli.ByName(convert.ByMethod, convert.ByClass, convert.ByPackage, convert.ByLine)...)
	cli.Bind(c, cli.ShareValue(&o.diff.Threshold), "threshold", "", "minimum change of entries, probabilities and types to report")
	cli.Bind(c, cli.ShareValue(&o.failOver), "fail-over", "", "exit with status 1 if a method's share changes more than this")
	changes.OverlapLimit(c, &o.failUnderOverlap)
	c.Flags().StringArrayVar(&o.old, "old", nil, "a `RUN` of the old program, or a directory of runs")
	c.Flags().StringArrayVar(&o.new, "new", nil, "a `RUN` of the new program, or a directory of runs")
	c.Flags().BoolVar(&o.diff.Exact, "exact", false, "show every difference, even if not significant")
	tablejob.Flags(c, &o.table, &o.IOOptions)
	load.ClassFlags(c, &o.classes)
	load.OptlogFlag(c, &o.optlog)
	c.Flags().StringVar(&o.baseOptlog, "base-optlog", "", "log of the compiler that built the old image: its `DIR`, or a file")
	c.Flags().StringVar(&o.oldPath, "old-classpath", "", "class `PATH` of the old program (default: as --classpath)")
	load.FilterFlags(c, &o.diff.Filter)
	load.NameFlags(c, &o.names)
	load.SourceFlags(c, &o.sources)
	load.RenamesFlag(c, &o.pairing)
	cli.InputFlags(c, &o.IOOptions)
	return c
}

// settle sets what follows from other options.
func (o diffOptions) settle(out *cli.Output, files []string) (diffOptions, error) {
	var err error
	o.table, err = o.table.Settle(out)
	o.diff.Limit, o.names.Disambiguate = o.table.Limit, o.table.Disambiguates()
	if o.diff.Threshold == 0 { // package diff would take this as the default
		o.diff.Threshold = -1
	}
	if err == nil {
		err = o.agree(files)
	}
	return o, err
}

// agree fails if the options contradict each other.
func (o diffOptions) agree(files []string) error {
	by, sections := o.diff.By, o.diff.Sections
	hasClasses := o.classes.ClassPath != "" || o.classes.JDK != ""
	if i := slices.IndexFunc(sections, func(s diff.Section) bool { return !s.HasGroups() }); i >= 0 && by != convert.ByMethod {
		return cli.Usage("", "--by %s groups samples and calls, not %s: %s", by, sections[i], sections[i].WhyNoGroups())
	}
	switch {
	case sections != nil && o.diff.Totals && !slices.Contains(sections, diff.Samples):
		return cli.Usage("", "--sort total compares samples, not %s: entries of callees that were not inlined have no caller", sections[0])
	case (o.optlog == "") != (o.baseOptlog == ""):
		return cli.Usage("", "--optlog and --base-optlog require each other: the logs of both builds")
	case o.optlog == "" && slices.Contains(sections, diff.Decisions):
		return cli.Usage("", "--section decisions needs --base-optlog and --optlog, the logs of both builds")
	case by != convert.ByLine && o.optlog == "" && (hasClasses || o.classes.SourcePath != "" || o.oldPath != ""):
		return cli.Usage(o.byLine(files), "--classpath, --old-classpath, --jdk and --source-path require --by line or --optlog")
	}
	return nil
}

// byLine says how to compare lines of what is to be compared; "" without the class files that it needs.
func (o diffOptions) byLine(files []string) string {
	if o.classes.ClassPath == "" {
		return ""
	}
	command := append([]string{"iprof-viz", "diff", "--by", "line"}, o.classes.Arguments()...)
	add := func(flag string, values ...string) {
		for _, value := range values {
			if value != "" {
				command = append(command, flag, value)
			}
		}
	}
	add("--source-path", o.classes.SourcePath)
	add("--old-classpath", o.oldPath)
	add("--old", o.old...)
	add("--new", o.new...)
	hint := ""
	if o.oldPath == "" {
		hint = "with --old-classpath OLD.jar as well if the old program had other classes: "
	}
	return hint + cli.ShellWords(command) + " " + cli.ShellWords(words.FileArguments(files))
}

func runDiff(e *cli.Env, o diffOptions, files []string) error {
	o, err := o.settle(e.Out, files)
	if err != nil {
		return err
	}
	table := o.table
	runs, err := o.runs(files)
	if err != nil {
		return err
	}
	files = slices.Concat(runs[:]...)
	lines, err := o.openLines()
	if err != nil {
		return err
	}
	defer lines.close()
	all, err := load.Each(e, files, o.reading(e, files))
	if err != nil {
		return err
	}
	load.TellSourceNotes(e, all)
	oldRuns := len(runs[compare.OldSide])
	var profiles []*iprof.Profile
	for _, side := range [][]*load.Loaded{all[:oldRuns], all[oldRuns:]} {
		p, err := sumOf(e, side)
		if err != nil {
			return err
		}
		profiles = append(profiles, p)
	}
	opts, newer := o.diff, load.NameOf(runs[compare.NewSide])
	several := len(files) > 2
	if several {
		profiles = append(profiles, load.ProfilesOf(all)...)
	}
	names, err := load.NewNames(e, newer, o.names, opts.Filter, profiles...)
	if err != nil {
		return err
	}
	if several {
		opts.Runs = [2][]*convert.Names{names[2 : 2+oldRuns], names[2+oldRuns:]}
	}
	if opts.Lines = lines.of(profiles); opts.By == convert.ByLine && slices.Contains(opts.Lines[:], nil) {
		return load.NoLines("--by line")
	}
	if opts.Images, err = lines.images(e, o, profiles); err != nil {
		return err
	}
	opts.Working = func(section string) error { return e.Working("comparison: " + section) }
	d, err := changes.New(compare.New(names[0], names[1], o.pairing), opts)
	if err != nil {
		return cli.InFile(newer, err)
	}
	lines.tell(e, [2]string{load.NameOf(runs[compare.OldSide]), newer})
	if err := tablejob.ChargeCells(all, o.MaxInput, d.Tables...); err != nil {
		return err
	}
	for _, l := range all {
		d.Caveats = append(d.Caveats, changes.Incomplete(l.Name, l.Profile)...)
	}
	older := load.NameOf(runs[compare.OldSide])
	if several {
		table.AddCaveats(e, &d.Set, load.RepeatedRuns(e, files))
	}
	for _, n := range changes.Anonymous([2]string{older, newer}, [2]*iprof.Profile{profiles[0], profiles[1]}) {
		d.Caveats = slices.Insert(d.Caveats, 0, n.File+": "+n.Text) // it explains others
	}
	head := []string{fmt.Sprintf("old: %s, new: %s", older, newer)}
	if h := d.Headline(); h != nil && !h.Others { // of others, the note about the overlap says so
		line := strings.TrimSpace(h.Amount + " " + h.Work)
		if h.Faster != "" {
			line += "; " + h.Faster
		}
		head, d.Verdict = append(head, line), line
	}
	d.Notes, d.InHead = slices.Insert(d.Notes, 0, head...), d.InHead+len(head)
	if table.Is(tables.CSVFormat) {
		e.Console.Tell(newer, tablejob.OmittedNotes(table.Limit, d.Tables...)...)
	}
	look := table.Look(e.Out)
	err = e.Out.WriteResult(func(w io.Writer) error {
		return tables.WriteSet(w, &d.Set, tables.Format(table.Format), look)
	})
	if err != nil {
		return err
	}
	return cli.InFile(newer, o.judge(d))
}

// judge fails if a limit of what changed is exceeded.
func (o diffOptions) judge(d *diff.Difference) error {
	var over, under error
	if o.failOver >= 0 {
		over = changedOver(d, o.failOver)
	}
	if o.failUnderOverlap != nil {
		under = changes.OverlapUnder(d.Overlaps, *o.failUnderOverlap)
	}
	if over != nil && under != nil {
		return &cli.Failure{Status: cli.StatusCheck, Err: fmt.Errorf("%w; %w", over, under)}
	}
	return cmp.Or(over, under)
}

// sides checks that there are profiles on both sides.
func (o *diffOptions) sides(c *cobra.Command, args []string) error {
	switch {
	case len(o.old)+len(o.new) == 0:
		return cli.TwoProfiles(c, args)
	case len(args) > 0:
		return cli.Usage("", "OLD and NEW cannot be combined with --old and --new: %s", cli.Printable(args[0]))
	case len(o.old) == 0 || len(o.new) == 0:
		return cli.Usage("", "--old and --new require each other")
	}
	return cli.OnlyOneStdin(slices.Concat(o.old, o.new))
}

// runs returns the files of both sides; those in a directory by name.
func (o diffOptions) runs(files []string) (runs [2][]string, err error) {
	if len(files) > 0 {
		return [2][]string{files[:1], files[1:]}, nil
	}
	for side, names := range [][]string{o.old, o.new} {
		for _, name := range names {
			found := []string{name}
			if info, err := os.Stat(name); err == nil && info.IsDir() {
				if found, err = profilesIn(name, false); err != nil {
					return runs, err
				}
			}
			runs[side] = append(runs[side], found...)
		}
	}
	return runs, nil
}

// sumOf adds up the runs of a side. The order of the runs does not matter.
func sumOf(e *cli.Env, runs []*load.Loaded) (*iprof.Profile, error) {
	if len(runs) == 1 {
		return runs[0].Profile, nil
	}
	sum := load.NewSum()
	for _, l := range runs {
		if err := sum.Add(e, l, 1); err != nil {
			return nil, err
		}
	}
	return sum.Source(e).Profile, nil
}

func (o diffOptions) reading(e *cli.Env, files []string) load.Options {
	reading := load.Options{MaxInput: o.MaxInput, Sources: o.sources}
	for i, s := range o.diff.Sections {
		if s == diff.Decisions { // the call graph is made of several
			return load.Options{MaxInput: o.MaxInput, Sources: o.sources, Needs: load.InliningContexts}
		}
		reading.Sections = append(reading.Sections, s.Metric().Section())
		if needs := load.MetricNeeds(s.Metric()); i == 0 || needs == "" { // one section that all stacks have is enough
			reading.Needs = needs
		}
	}
	if slices.Contains(o.diff.Sections, diff.Calls) || slices.Contains(o.diff.Sections, diff.Inlining) {
		reading.Sections = nil // any record may show that code ran whose entries are unknown
	}
	if o.diff.By == convert.ByLine {
		reading.Sections, reading.LinesDo = nil, true // see [load.Options.WithCode]
		if reading.Needs == "" {
			reading.Needs = load.CallSites
		}
	}
	if reading.Sections == nil && o.sources.AnyOther(e, files) { // there is nothing to compare the rest with
		reading.Sections = []iprof.Section{iprof.Samples}
	}
	return reading
}

// changedOver fails if a method's share changed by more than a limit, or if there are too few counts to know.
func changedOver(d *diff.Difference, limit float64) error {
	largest := d.Largest
	if d.TooFew {
		return &cli.Failure{Status: cli.StatusCheck, Err: fmt.Errorf("--fail-over %s: there are too few counts to judge, which does not pass", cli.FormatShare(limit)),
			Hint: "record longer runs"}
	}
	if largest == nil || largest.Size() <= limit {
		return nil
	}
	return &cli.Failure{Status: cli.StatusCheck, Err: fmt.Errorf("--fail-over %s: the share of %s in %s changed by %s",
		cli.FormatShare(limit), cli.Printable(largest.Method), largest.Unit, cli.SignedPoints(largest.Change))}
}

package main

import (
	"errors"
	"io"
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/caveats"
	"github.com/iprof-viz/iprof-viz/convert/check"
	"github.com/iprof-viz/iprof-viz/convert/fit"
	"github.com/iprof-viz/iprof-viz/convert/source"
	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/judge"
	"github.com/iprof-viz/iprof-viz/internal/load"
	"github.com/iprof-viz/iprof-viz/internal/tablejob"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/summary"
	"github.com/iprof-viz/iprof-viz/render/tables"
)

// checkOptions are the options of check.
type checkOptions struct {
	cli.IOOptions
	strict  bool
	salvage bool
	against string
	format  string // "": by the extension of --output
	limit   int    // -1: the default
	all     bool   // even if it does not fit on the terminal

	classes     load.ClassOptions
	application *regexp.Regexp

	// Thresholds are shares; nil: none, or for failUnder check.DefaultFit.
	failUnder, failUnderCoverage, failUnderProduction, failOverMargin, failOverGap *float64

	production string // "": none
	sources    load.SourceOptions

	optlog string // the log of the compiler; "": none
}

func newCheck(e *cli.Env, o *checkOptions) *cobra.Command {
	o.limit = -1
	c := &cobra.Command{
		Use:   "check [flags] PROFILE...",
		Short: "Validate profiles: complete, consistent, matching the code",
		Long: `check reads each PROFILE by itself and writes a line for each finding: FILE:
SEVERITY: PLACE: TEXT [KIND]. Of a profile that does not fit the code it writes
at most 12 lines, the error last; -n 0 shows all. Errors make all or most of a profile unusable:
stripped names, corrupt counts (two numbers read as one), no records. A warning
makes some numbers less reliable than they seem. The exit status is 1 with
errors (with --strict: or warnings), 3 if a file cannot be read as a profile: it
is truncated, malformed or in another format, and 5 if it is larger than
--max-input.

--against compares with the methods of a program: the output of
native-image-inspect, or a list with a method per line, such as
java.lang.Thread.sleep(long). Methods with counts that are not listed are
reported with their share of the entries, and with their likely new names. At
10% or more this is an error. native-image's own methods are left out.

--classpath compares with classes: whether each method with counts still exists,
and whether its code still has the recorded places. Methods that changed or are
gone are reported with their share of the counts, and with the places. If less
than 90% of the counts in the program's methods fit, or less than --fail-under,
that is an error. Missing classes, generated classes and native-image's own are
skipped. JDK classes are compared but do not affect the result, because
native-image substitutes some of them. It also reports the coverage: how many
methods of the classes ran, by package, and the largest methods without
entries; and methods with more certain calls than entries, and call sites with
more recorded calls than executions, whose counters raced or whose code changed.

--production compares with production samples in any supported stack format: how
many are in methods covered by the profile, and which hot methods are not.
With --fail-under-production, it is an error if less than that share of the
judged samples is in methods that ran. Samples are not judged in native and
abstract methods (known with --classpath and --jdk), in classes that the profile
does not list, and in native-image code without entries.

--optlog compares with the log of the compiler that built the optimized image:
how many entries are in compiled code, which methods with entries are not in the
log (10% or more is a warning: another version of the program), and how many
compiled methods have no entries. "iprof-viz help optimized" says how to get
the log.

The verdict says how good the profile is. Enough samples: the shares of the ten
hottest methods are known to a margin of error, at most --fail-over-margin.
Flow: how much of the counts of the 1,000 hottest methods contradict each other,
at most --fail-over-gap; --classpath compares more counts. Coverage: the share
of the bytecode in methods that ran, at least --fail-under-coverage. A value
that is unknown does not pass its threshold. "iprof-viz help quality" defines
all values.

On a terminal, the result fits its height: the most important parts, errors
last; of many profiles a line each. --all prints all parts, as a pipe or a file
gets them.

--salvage writes the complete records of a truncated file to the file given by
-o.`,
		Example: `  iprof-viz check app.iprof
  iprof-viz check --strict --format json *.iprof | jq '.files[].findings'
  iprof-viz check --against methods.json app.iprof
  iprof-viz check --classpath 'app.jar:lib/*' --fail-under 95% app.iprof
  iprof-viz check --fail-over-margin 25% --fail-over-gap 1% app.iprof
  iprof-viz check --production cpu.pb.gz app.iprof
  iprof-viz check --optlog DIR app.iprof
  iprof-viz check --salvage -o rest.iprof cut.iprof`,
		Args: cli.SomeProfiles,
		RunE: running(e, o, runCheck),
	}
	cli.OutputFlag(c, &o.IOOptions)
	fs := c.Flags()
	cli.FormatFlag(c, &o.format, "output format (default: by the extension of --output)", cli.WordPicks("text", "json", "markdown")...)
	fs.BoolVar(&o.strict, "strict", false, "treat warnings as errors")
	fs.StringVar(&o.against, "against", "", "report profiled methods missing from this `FILE`")
	fs.BoolVar(&o.salvage, "salvage", false, "write the complete records of a truncated profile to the file of -o")
	cli.Bind(c, cli.NumberValue(&o.limit, "ROWS"), "limit", "n", "maximum methods and packages to show; 0: all (default: as many as fit on the terminal, otherwise 20, or 12 lines about a profile that does not fit)")
	fs.BoolVar(&o.all, "all", false, "print all parts, even if they do not fit on the terminal")
	cli.WideFlag(c, &o.IOOptions)
	load.ClassPathFlags(c, &o.classes)
	cli.Bind(c, cli.OptionalShareValue(&o.failUnder, 1), "fail-under", "", "with --classpath: minimum share of the program's counts that must fit (default 90%)")
	fs.StringVar(&o.production, "production", "", "compare with production samples in this `FILE` (JFR, pprof, …)")
	cli.Bind(c, cli.OptionalShareValue(&o.failUnderProduction, 1), "fail-under-production", "", "minimum share of production samples that must be in methods that ran")
	cli.Bind(c, cli.OptionalShareValue(&o.failUnderCoverage, 1), "fail-under-coverage", "", "with --classpath: minimum share of its bytecode that must be in methods that ran")
	cli.Bind(c, cli.OptionalShareValue(&o.failOverMargin, math.Inf(1)), "fail-over-margin", "", "maximum margin of error of the samples: of the share of each of the ten hottest methods, relative to it")
	cli.Bind(c, cli.OptionalShareValue(&o.failOverGap, 1), "fail-over-gap", "", "maximum share of the counts of the hottest methods that contradict others")
	load.OptlogFlag(c, &o.optlog)
	load.AppFlag(c, &o.application)
	load.SourceFlags(c, &o.sources)
	from := c.Flag("from")
	from.Usage = strings.Replace(from.Usage, "PROFILE", "the samples of production", 1)
	cli.InputFlags(c, &o.IOOptions)
	return c
}

func runCheck(e *cli.Env, o checkOptions, files []string) error {
	if o.salvage && e.Out.IsStdout() {
		return cli.Usage("-o rest.iprof", "--salvage needs an output file")
	}
	if o.salvage && len(files) > 1 {
		return cli.Usage("", "--salvage accepts only one PROFILE: unexpected %s", cli.Printable(files[1]))
	}
	if o.salvage {
		if err := e.Out.CheckExport(".iprof"); err != nil {
			return err
		}
	}
	list, err := judge.ReadMethods(e, o.against)
	if err != nil {
		return err
	}
	o.format = o.formatFor(e.Out.Target)
	var screen tables.Screen
	brief := o.limit < 0 && !o.all
	if o.limit < 0 {
		o.limit = tablejob.DefaultLimit
		if brief && (o.format == "" || o.format == "text") {
			screen.Lines, screen.Columns = e.Out.Screen()
			o.limit = max(o.limit, screen.Lines)
		}
	}
	if o.production != "" {
		if err := cli.OnlyOneStdin(append(slices.Clone(files), o.production)); err != nil {
			return err
		}
	}
	code, err := openCode(o)
	if err != nil {
		return err
	}
	defer code.Close()
	samples, err := loadProduction(e, o)
	if err != nil {
		return err
	}
	log, err := load.OptimizationLog(e, o.optlog, o.MaxInput)
	if err != nil {
		return err
	}
	var checked []*summary.CheckedFile
	status := cli.StatusOK
	for _, file := range files {
		c, err := checkFile(e, o, file, list, code, samples, judge.NewImage(log))
		var f *cli.Failure
		switch {
		case err == nil:
		case !errors.As(err, &f) || f.Status == cli.StatusUsage || f.Status == cli.StatusOutput:
			return err
		default:
			status = max(status, f.Status)
		}
		if worst := c.Worst(); worst == caveats.Problem || o.strict && worst == caveats.Caution {
			status = max(status, cli.StatusCheck)
		}
		checked = append(checked, c)
	}
	write := func(w io.Writer) error {
		options := summary.CheckOptions{Limit: o.limit, Width: e.Out.Columns(), Brief: brief, Screen: screen}
		switch o.format {
		case "json":
			return summary.CheckJSON(w, checked, status == cli.StatusOK)
		case "markdown":
			return summary.CheckMarkdown(w, checked, options)
		}
		return summary.CheckText(w, checked, options)
	}
	if o.salvage { // -o is the profile
		err = cli.Finish(cli.StdoutName, e.Out.Stdout, write)
	} else {
		err = e.Out.WriteResult(write)
	}
	if err == nil && status != cli.StatusOK {
		err = &cli.Failure{Status: status} // everything has been printed
	}
	return err
}

// formatFor returns the format of the result. With --salvage, the target is for the profile.
func (o checkOptions) formatFor(t cli.Target) string {
	if o.format != "" || o.salvage {
		return o.format
	}
	return map[string]string{".json": "json", ".md": "markdown", ".markdown": "markdown"}[t.Extension()]
}

// judging returns the options of the judgement. JSON has all rows, and unchanged names.
func (o checkOptions) judging() judge.Options {
	j := judge.Options{Application: o.application, Limit: o.limit, Distinct: true, Strict: o.strict, FailUnder: o.failUnder,
		FailUnderCoverage: o.failUnderCoverage, FailUnderProduction: o.failUnderProduction, FailOverMargin: o.failOverMargin, FailOverGap: o.failOverGap}
	if o.format == "json" {
		j.Limit, j.Distinct = 0, false
	}
	return j
}

// checkFile checks one file. If the file, or all the code to compare it with, cannot be read, it returns the error in addition to
// the finding that says so.
func checkFile(e *cli.Env, o checkOptions, file string, list *fit.MethodList, code *judge.Code, samples *convert.Names, image *judge.Image) (*summary.CheckedFile, error) {
	c := &summary.CheckedFile{Name: load.NameOf([]string{file})}
	var readable *iprof.Profile
	defer func() {
		judge.Quality(c, readable, o.judging())
		judge.SortFindings(c.Findings)
	}()
	in, err := load.OpenInput(e, file)
	if err != nil {
		c.Findings = []caveats.Caveat{judge.Unreadable(err, nil)}
		return c, err
	}
	defer in.File.Close()
	if f := load.BlankFailure(in, source.Iprof); f != nil {
		finding := judge.Unreadable(f, nil)
		finding.Kind = "empty-file"
		c.Findings = []caveats.Caveat{finding}
		return c, f
	}
	p, cut, err := iprof.Salvage(in, iprof.Options{MaxInput: o.MaxInput, MaxNodes: in.MaxNodes(o.MaxInput), OmitRepeated: true})
	if cut != nil && !o.salvage {
		err = cut
	}
	worthless := err == nil && !judge.HasRecords(p) // worth less than the file it may replace
	if cut != nil && worthless {
		err = cut
	}
	if err != nil {
		f := load.InputFailure(in.Name, err, in.Input)
		finding := judge.Unreadable(f, in.Head)
		if o.salvage {
			finding.Hint = strings.Replace(finding.Hint, load.SalvageHint, "no complete record to salvage", 1)
		}
		c.Findings = []caveats.Caveat{finding}
		return c, f
	}
	if code != nil { // like the commands that read the code of a profile
		if err := load.ChargeProfile(in.Origin, o.MaxInput, p); err != nil {
			c.Findings = []caveats.Caveat{judge.Unreadable(err, nil)}
			return c, err
		}
	}
	if err := e.Working("checks"); err != nil {
		return c, err
	}
	c.Readable, readable = true, p
	c.Findings, c.Against = judge.Findings(p, file, list)
	c.Records = judge.RecordsOf(p)
	c.Unjudged = check.Unjudged(p, c.Against != nil || code != nil)
	if code != nil {
		if err := e.Working("fit to the code"); err != nil {
			return c, err
		}
	}
	damaged := code.Check(c, p, o.judging())
	if samples != nil {
		if err := e.Working("production"); err != nil {
			return c, err
		}
	}
	judge.Production(c, p, o.judging(), samples, code.Classes())
	image.Check(c, p, o.judging())
	if o.salvage {
		if cut != nil { // that is the reason why a section is missing
			c.Findings = slices.DeleteFunc(c.Findings, func(f caveats.Caveat) bool { return f.Kind == check.MissingSection })
		}
		c.Findings = append(c.Findings, check.Salvage(p, cut))
	}
	if o.salvage && !worthless {
		if err := e.Out.WriteIprof(p); err != nil {
			return c, err
		}
	}
	return c, damaged
}

// openCode opens the classes to compare with; nil: none.
func openCode(o checkOptions) (*judge.Code, error) {
	if o.classes.ClassPath == "" {
		switch {
		case o.failUnder != nil:
			return nil, cli.Usage("", "--fail-under requires --classpath")
		case o.failUnderCoverage != nil:
			return nil, cli.Usage("", "--fail-under-coverage requires --classpath")
		case o.classes.JDK != "":
			return nil, cli.Usage("--classpath takes the classes of the program, which --jdk completes", "--jdk requires --classpath")
		}
		return nil, nil
	}
	found, err := o.classes.Open()
	if err != nil {
		return nil, err
	}
	return judge.NewCode(found), nil
}

// loadProduction reads the production samples; nil: none.
func loadProduction(e *cli.Env, o checkOptions) (*convert.Names, error) {
	if o.production == "" {
		switch {
		case o.failUnderProduction != nil:
			return nil, cli.Usage("", "--fail-under-production requires --production")
		case o.sources != load.SourceOptions{}:
			return nil, cli.Usage("", "--from, --sample-type and --column require --production")
		}
		return nil, nil
	}
	l, err := load.File(e, o.production, load.Options{MaxInput: o.MaxInput, Sections: []iprof.Section{iprof.Samples}, Sources: o.sources})
	if err == nil {
		err = o.sources.Check(l)
	}
	if err != nil {
		return nil, err
	}
	e.Console.Tell(l.Name, load.SourceNotes(l)...)
	return judge.ProductionNames(l, o.judging())
}

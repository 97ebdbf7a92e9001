package main

import (
	"errors"
	"io"
	"os"
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
	"github.com/iprof-viz/iprof-viz/internal/load"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/summary"
)

// checkOptions are those of check.
type checkOptions struct {
	cli.IOOptions
	strict  bool
	salvage bool
	against string
	format  string // "": by the extension of --output
	limit   int

	classes     load.ClassOptions // without sources
	failUnder   *float64          // a share; nil: check.DefaultFit
	application *regexp.Regexp

	production          string // "": none
	sources             load.SourceOptions
	failUnderProduction *float64 // a share; nil: any will do
}

func newCheck(e *cli.Env, o *checkOptions) *cobra.Command {
	o.limit = defaultLimit
	c := &cobra.Command{
		Use:   "check [flags] PROFILE...",
		Short: "Check that profiles are complete, sane and fit the code",
		Long: `check reads each PROFILE by itself and writes a line for each finding:
FILE: SEVERITY: PLACE: TEXT [KIND]. An error makes a profile, or a good part of
it, useless: its names are stripped, counts are two numbers read as one, it is
empty. A warning makes some numbers less reliable than they seem. The exit
status is 1 with errors (with --strict: or warnings), 3 if a file cannot be read
as a profile: it is truncated, malformed, or something else, and 5 if it is
larger than --max-input.

--against compares with the methods of a program: the output of
native-image-inspect, or a list with a method per line, such as
java.lang.Thread.sleep(long). Methods with counts that are not listed are
reported with their share of all entries, and with their likely new names. From
10% on this is an error.

--classpath compares with classes: of each method with counts, whether it is still
there, and whether its code still has the recorded places. Methods that changed or
are gone are reported with their share of the counts, and with the places. If less
than 90% of the counts in the program's methods fit, or less than --fail-under,
that is an error. Classes that are missing on the path, generated classes and
those of native-image are not judged; the JDK's are, but do not count here, as
native-image replaces some. It also reports the coverage: how many methods of the
classes have entries, by package, and the largest without.

--production compares with samples of production, in any format with stacks: how
many are in methods that have entries in the profile, and which hot methods have
none. --fail-under-production makes it an error if less than that share of the
samples in methods is in methods with entries; code of native-image without
entries does not count here.

--salvage writes the complete records of a truncated file to the file given by
-o.`,
		Example: `  iprof-viz check app.iprof
  iprof-viz check --strict --format json *.iprof | jq '.files[].findings'
  iprof-viz check --against methods.json app.iprof
  iprof-viz check --classpath 'app.jar:lib/*' --fail-under 95% app.iprof
  iprof-viz check --production cpu.pb.gz app.iprof
  iprof-viz check --salvage -o rest.iprof cut.iprof`,
		Args: cli.SomeProfiles,
		RunE: running(e, o, runCheck),
	}
	cli.OutputFlag(c, &o.IOOptions)
	fs := c.Flags()
	cli.FormatFlag(c, &o.format, "output format (default: by the extension of --output)", cli.WordPicks("text", "json", "markdown")...)
	fs.BoolVar(&o.strict, "strict", false, "fail on warnings, too")
	fs.StringVar(&o.against, "against", "", "report methods with counts that this `FILE` does not list")
	fs.BoolVar(&o.salvage, "salvage", false, "write the complete records of a truncated profile to the file of -o")
	cli.Bind(c, cli.NumberValue(&o.limit, "ROWS"), "limit", "n", "number of methods and packages to show; 0: all")
	load.ClassPathFlags(c, &o.classes)
	cli.Bind(c, cli.OptionalShareValue(&o.failUnder), "fail-under", "", "with --classpath: the least share of the program's counts that must fit (default 90%)")
	fs.StringVar(&o.production, "production", "", "compare with the samples in this `FILE`, of any format with stacks")
	cli.Bind(c, cli.OptionalShareValue(&o.failUnderProduction), "fail-under-production", "", "the least share of production's samples that must be in methods with entries")
	cli.Bind(c, cli.PatternValue(&o.application), "app", "", load.AppUsage)
	load.SourceFlags(c, &o.sources)
	from := c.Flag("from")
	from.Usage = strings.Replace(from.Usage, "PROFILE", "the samples of production", 1)
	cli.InputFlags(c, &o.IOOptions)
	return c
}

func runCheck(e *cli.Env, o checkOptions, files []string) error {
	if o.salvage && e.Out.IsStdout() {
		return cli.Usage("-o rest.iprof", "--salvage writes a profile: it needs a file")
	}
	if o.salvage && len(files) > 1 {
		return cli.Usage("", "--salvage takes one PROFILE: %s is one too many", cli.Printable(files[1]))
	}
	var list *fit.MethodList
	if o.against != "" {
		var err error
		if list, err = readMethods(e, o.against); err != nil {
			return err
		}
	}
	o.format = o.formatFor(e.Out.Target)
	if o.production != "" {
		if err := cli.OnlyOneStdin(append(slices.Clone(files), o.production)); err != nil {
			return err
		}
	}
	code, err := openCode(o)
	if err != nil {
		return err
	}
	defer code.close()
	samples, err := loadProduction(e, o)
	if err != nil {
		return err
	}
	var checked []*summary.CheckedFile
	status := cli.StatusOK
	for _, file := range files {
		c, err := checkFile(e, o, file, list, code, samples)
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
		options := summary.CheckOptions{Limit: o.limit, Width: e.Out.Columns()}
		switch o.format {
		case "json":
			return summary.CheckJSON(w, checked, status == cli.StatusOK)
		case "markdown":
			return summary.CheckMarkdown(w, checked, options)
		}
		return summary.CheckText(w, checked, options)
	}
	if o.salvage { // -o has the profile
		err = cli.Finish(cli.StdoutName, e.Out.Stdout, write)
	} else {
		err = e.Out.WriteResult(write)
	}
	if err == nil && status != cli.StatusOK {
		err = &cli.Failure{Status: status} // everything has been said
	}
	return err
}

// formatFor returns the format of the result. With --salvage, the target is the profile's.
func (o checkOptions) formatFor(t cli.Target) string {
	if o.format != "" || o.salvage {
		return o.format
	}
	return map[string]string{".json": "json", ".md": "markdown", ".markdown": "markdown"}[t.Extension()]
}

// checkFile checks one file. Where it, or all the code to compare it with, cannot be read the error is
// returned, beside the finding that says so.
func checkFile(e *cli.Env, o checkOptions, file string, list *fit.MethodList, code *codeCheck, samples *convert.Names) (*summary.CheckedFile, error) {
	c := &summary.CheckedFile{Name: load.NameOf([]string{file})}
	in, err := load.OpenInput(e, file)
	if err != nil {
		c.Findings = []caveats.Caveat{unreadable(err, nil)}
		return c, err
	}
	defer in.File.Close()
	if f := load.BlankFailure(in, source.Iprof); f != nil {
		finding := unreadable(f, nil)
		finding.Kind = "empty-file"
		c.Findings = []caveats.Caveat{finding}
		return c, f
	}
	p, cut, err := iprof.Salvage(in, iprof.Options{MaxInput: o.MaxInput})
	if cut != nil && !o.salvage {
		err = cut
	}
	worthless := err == nil && !hasRecords(p) // less worth than the file it may replace
	if cut != nil && worthless {
		err = cut
	}
	if err != nil {
		f := load.InputFailure(in.Name, err, in.Input)
		finding := unreadable(f, in.Head)
		if errors.Is(err, iprof.ErrTruncated) {
			salvage := "check --salvage -o FILE keeps the complete records"
			if o.salvage {
				salvage = "there is no complete record to salvage"
			}
			finding.Hint += "; " + salvage
		}
		c.Findings = []caveats.Caveat{finding}
		return c, f
	}
	c.Readable = true
	c.Findings, c.Against = makeFindings(p, list)
	c.Records = recordsOf(p)
	c.Unjudged = check.Unjudged(p, c.Against != nil || code != nil)
	damaged := code.check(c, p, o)
	checkProduction(c, p, o, samples)
	if o.salvage {
		c.Findings = append(c.Findings, check.Salvage(p, cut))
	}
	if o.salvage && !worthless {
		if err := e.Out.WriteIprof(p); err != nil {
			return c, err
		}
	}
	sortFindings(c.Findings)
	return c, damaged
}

// makeFindings checks a profile, and compares it with a list of methods unless that is nil.
func makeFindings(p *iprof.Profile, list *fit.MethodList) ([]caveats.Caveat, *fit.ListFit) {
	findings := check.Profile(p)
	if list == nil {
		return findings, nil
	}
	against := fit.NewListFit(p, list)
	if gone, any := check.GoneMethods(against); any {
		findings = append(findings, gone)
	}
	return findings, against
}

func hasRecords(p *iprof.Profile) bool {
	return slices.ContainsFunc(iprof.Sections[:], func(s iprof.Section) bool { return p.Records(s) > 0 })
}

// unreadable is the finding that a file is no profile, from the error that says so and the file's beginning.
func unreadable(err error, head []byte) caveats.Caveat {
	finding := caveats.Caveat{Severity: caveats.Problem, Kind: "unreadable", Text: err.Error()}
	var f *cli.Failure
	if errors.As(err, &f) {
		finding.Hint = f.Hint
	}
	var place *iprof.SyntaxError
	if errors.As(err, &place) {
		finding.Kind, finding.Text = "malformed", place.Err.Error()
		finding.Place, _ = strings.CutSuffix(strings.TrimSuffix(place.Error(), place.Err.Error()), ": ")
	}
	switch {
	case errors.Is(err, iprof.ErrTruncated):
		finding.Kind = "truncated"
	case errors.Is(err, iprof.ErrTooLarge):
		finding.Kind = "too-large"
	case errors.Is(err, iprof.ErrVersion):
		finding.Kind = "version"
	case !errors.Is(err, iprof.ErrNotIprof):
	case load.IsLFSPointer(head):
		finding.Kind = "git-lfs-pointer"
	case load.IsMarkup(head):
		finding.Kind = "html"
	default:
		finding.Kind = "not-an-iprof"
	}
	return finding
}

// methodListHint is for those who have code where a list of methods is needed.
const methodListHint = "--classpath DIR checks the code in a directory; a list has a method per line, such as app.Shop.find(java.lang.String)"

// readMethods reads the list that a profile is compared with.
func readMethods(e *cli.Env, file string) (*fit.MethodList, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, load.InputFailure(file, cli.Cause(err), nil)
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil {
		if info.IsDir() {
			failure := load.DirectoryFailure(file)
			failure.Hint = methodListHint
			return nil, failure
		}
		if err := e.Out.Spare(file, info); err != nil {
			return nil, err
		}
	}
	list, err := fit.ReadMethods(f)
	if err != nil {
		failed := &cli.Failure{Status: cli.StatusInput, File: file, Err: cli.Cause(err)}
		if _, err := f.Seek(0, io.SeekStart); err == nil {
			if p, err := iprof.Parse(f, iprof.Options{}); err == nil && hasRecords(p) {
				failed.Err, failed.Hint = errors.New("a profile, where a list of methods is needed"), "iprof-viz diff compares two profiles"
			}
		}
		return nil, failed
	}
	return list, nil
}

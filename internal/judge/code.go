package judge

import (
	"regexp"
	"slices"

	"github.com/iprof-viz/iprof-viz/classpath"
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/caveats"
	"github.com/iprof-viz/iprof-viz/convert/check"
	"github.com/iprof-viz/iprof-viz/convert/fit"
	"github.com/iprof-viz/iprof-viz/convert/training"
	"github.com/iprof-viz/iprof-viz/internal/background"
	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/load"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/summary"
)

// Options control how profiles are judged. The zero value is useful.
type Options struct {
	Application         *regexp.Regexp // the application's methods; nil: all that belong neither to the JDK nor to GraalVM
	Limit               int            // maximum rows of tables; 0: all
	Distinct            bool           // methods with the same name show their parameters
	Names               *convert.Names // of the profile alone; nil, or with other options than these: they are made
	FailUnder           *float64       // the minimum share of the program's counts that must fit; nil: [check.DefaultFit]
	FailUnderProduction *float64       // the minimum share of production samples in methods that ran; nil: no minimum
	FailUnderCoverage   *float64       // the minimum share of the bytecode in methods that ran; nil: no minimum
	FailOverMargin      *float64       // the maximum margin of error of the hottest methods, see [quality.Margin]; nil: no maximum
	FailOverGap         *float64       // the maximum share of counts that contradict others, see [quality.Flow]; nil: no maximum
	Strict              bool           // warnings fail the check
	WithoutCalls        bool           // leave out the conflicts of calls: [Calls] adds them
}

// A Code compares profiles with the classes of --classpath. Nil means no comparison.
type Code struct {
	found *load.ClassFinder
	code  fit.Code
}

// NewCode compares with the class path and the JDK that were found.
func NewCode(found *load.ClassFinder) *Code {
	return &Code{found, fit.Code{Program: found.Path, JDK: found.OpenLibrary()}}
}

// Close closes the class path. X may be nil.
func (x *Code) Close() {
	if x != nil {
		x.found.Close()
	}
}

// Classes returns the finder of the classes; nil if X is nil.
func (x *Code) Classes() *load.ClassFinder {
	if x == nil {
		return nil
	}
	return x.found
}

// Check adds the comparison of a profile with the code. It fails if no method could be judged and some classes are
// damaged.
func (x *Code) Check(c *summary.CheckedFile, p *iprof.Profile, o Options) error {
	if x == nil {
		return nil
	}
	opts := training.ProgramOptions{Application: o.Application, Limit: o.Limit}
	var damaged []error
	covering := background.Go(func() { // it reads all classes, most of which the fit does not need
		c.Coverage, damaged = training.OfProgram(p, x.code.Program, opts)
	})
	names := convert.NewNames(p, convert.NameOptions{Application: o.Application})
	f := fit.New(p, names, x.code)
	c.Code = &summary.CheckedCode{Fit: f, Names: names}
	covering.Wait()
	problems := x.code.Program.Problems()
	if x.code.JDK != nil {
		problems = append(problems, x.code.JDK.Problems()...)
	}
	f.Damaged = distinctErrors(problems, f.Damaged, damaged)
	if f.Program.Judged().Methods == 0 {
		c.Coverage = nil // of other classes
	}
	minimum := check.Threshold{Share: check.DefaultFit}
	if o.FailUnder != nil {
		minimum = check.Threshold{Share: *o.FailUnder, Flag: "--fail-under"}
	}
	found := check.Fit(f, minimum)
	if hint := x.found.PlaceHint(false); hint != "" && f.Program.Judged().Methods == 0 {
		for i := range found {
			if found[i].Kind == "nothing-judged" {
				found[i].Text, found[i].Hint = "--classpath has no class of the program", hint
			}
		}
	}
	c.Findings = append(c.Findings, found...)
	if !o.WithoutCalls {
		opts := x.found.CallOptions()
		Calls(c, opts, func() *calls.Graph { return calls.New(p, opts) })
	}
	if err := x.found.Failed; err != nil {
		c.Findings = append(c.Findings, caveats.Caveat{Severity: caveats.Caution, Kind: "no-jdk", Text: err.Error(), Hint: "--jdk or JAVA_HOME names the directory of a JDK; its methods are not judged"})
	}
	for _, err := range f.Damaged {
		if _, misplaced := classpath.RootOf(err); !misplaced && f.Program.Judged().Methods == 0 {
			return &cli.Failure{Status: cli.StatusInput, File: "--classpath", Err: err}
		}
	}
	return nil
}

// Calls adds the conflicts of calls in a profile that was compared with code, and how far its counts contradict each other, for [Quality].
// The call graph has all contexts, and reads classes by the options; it is made only if there is something to judge.
func Calls(c *summary.CheckedFile, opts calls.Options, graph func() *calls.Graph) {
	of := c.Code
	if of.Program.Judged().Methods+of.JDK.Judged().Methods == 0 || of.Names.Profile.Total(iprof.Calls) == 0 {
		return
	}
	g := graph()
	c.Quality = &summary.CheckedQuality{Flow: flowByCode(c.Code, g, opts)}
	of.Conflicts = check.NewConflicts(g.Entered, g.Sites(), of.Names)
	c.Findings = append(c.Findings, of.Conflicts.Findings(of.Names)...)
}

// distinctErrors returns errors in their order, without duplicates.
func distinctErrors(lists ...[]error) []error {
	var all []error
	told := map[string]bool{}
	for _, err := range slices.Concat(lists...) {
		if !told[err.Error()] {
			told[err.Error()] = true
			all = append(all, err)
		}
	}
	return all
}

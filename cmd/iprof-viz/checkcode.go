package main

import (
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
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

// A codeCheck compares profiles with the classes of --classpath. Nil compares with none.
type codeCheck struct {
	found *load.ClassFinder
	code  fit.Code
}

// openCode opens the classes to compare with; nil: there are none.
func openCode(o checkOptions) (*codeCheck, error) {
	if o.classes.ClassPath == "" {
		switch {
		case o.failUnder != nil:
			return nil, cli.Usage("", "--fail-under is for --classpath")
		case o.classes.Jdk != "":
			return nil, cli.Usage("", "--jdk is for --classpath")
		}
		return nil, nil
	}
	found, err := o.classes.Open()
	if err != nil {
		return nil, err
	}
	return newCodeCheck(found), nil
}

func newCodeCheck(found *load.ClassFinder) *codeCheck {
	return &codeCheck{found, fit.Code{Program: found.Path, JDK: found.OpenLibrary()}}
}

func (x *codeCheck) close() {
	if x != nil {
		x.found.Close()
	}
}

// check adds the comparison of a profile with the code. It fails if no method could be judged and some classes are
// damaged.
func (x *codeCheck) check(c *summary.CheckedFile, p *iprof.Profile, o checkOptions) error {
	if x == nil {
		return nil
	}
	opts := training.ProgramOptions{Application: o.application, Limit: o.limit}
	if o.format == "json" {
		opts.Limit = 0
	}
	var damaged []error
	covering := background.Go(func() { // it reads all classes, most of which codefit does not need
		c.Coverage, damaged = training.OfProgram(p, x.code.Program, opts)
	})
	names := convert.NewNames(p, convert.NameOptions{Application: o.application})
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
	least := check.Threshold{Share: check.DefaultFit}
	if o.failUnder != nil {
		least = check.Threshold{Share: *o.failUnder, Flag: "--fail-under"}
	}
	c.Findings = append(c.Findings, check.Fit(f, least)...)
	if err := x.found.Failed; err != nil {
		c.Findings = append(c.Findings, caveats.Caveat{Severity: caveats.Caution, Kind: "no-jdk", Text: err.Error(), Hint: "--jdk or JAVA_HOME names the directory of a JDK; its methods are not judged"})
	}
	if f.Program.Judged().Methods == 0 && len(f.Damaged) > 0 {
		return &cli.Failure{Status: cli.StatusInput, File: "--classpath", Err: f.Damaged[0]}
	}
	return nil
}

// distinctErrors returns errors in their order, each text once.
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

// loadProduction reads the samples of production; nil: there are none.
func loadProduction(e *cli.Env, o checkOptions) (*convert.Names, error) {
	if o.production == "" {
		switch {
		case o.failUnderProduction != nil:
			return nil, cli.Usage("", "--fail-under-production is for --production")
		case o.sources != load.SourceOptions{}:
			return nil, cli.Usage("", "--from, --sample-type and --column are for --production")
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
	return productionNames(l, o)
}

// productionNames names the methods of production's samples.
func productionNames(l *load.Loaded, o checkOptions) (*convert.Names, error) {
	if err := load.CheckMetric(l.Profile, convert.Samples); err != nil {
		return nil, cli.InFile(l.Name, err)
	}
	return convert.NewNames(l.Profile, convert.NameOptions{Application: o.application, Disambiguate: o.format != "json"}), nil
}

// checkProduction adds the comparison of a profile with samples of production, unless there are none.
func checkProduction(c *summary.CheckedFile, p *iprof.Profile, o checkOptions, samples *convert.Names) {
	if samples == nil {
		return
	}
	limit := o.limit
	if o.format == "json" {
		limit = 0
	}
	c.Production = training.OfProduction(convert.NewNames(p, convert.NameOptions{}), samples, limit)
	var least *check.Threshold
	if o.failUnderProduction != nil {
		least = &check.Threshold{Share: *o.failUnderProduction, Flag: "--fail-under-production"}
	}
	c.Findings = append(c.Findings, check.Production(c.Production, least)...)
}

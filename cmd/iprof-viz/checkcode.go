package main

import (
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/caveats"
	"github.com/iprof-viz/iprof-viz/convert/check"
	"github.com/iprof-viz/iprof-viz/convert/fit"
	"github.com/iprof-viz/iprof-viz/convert/training"
	"github.com/iprof-viz/iprof-viz/internal/background"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render"
)

// A codeCheck compares profiles with the classes of --classpath. Nil compares with none.
type codeCheck struct {
	found *classFinder
	code  fit.Code
}

// openCode opens the classes to compare with; nil: there are none.
func openCode(o checkOptions) (*codeCheck, error) {
	if o.classes.classPath == "" {
		switch {
		case o.failUnder != nil:
			return nil, usage("", "--fail-under is for --classpath")
		case o.classes.jdk != "":
			return nil, usage("", "--jdk is for --classpath")
		}
		return nil, nil
	}
	found, err := o.classes.open()
	if err != nil {
		return nil, err
	}
	return newCodeCheck(found), nil
}

func newCodeCheck(found *classFinder) *codeCheck {
	return &codeCheck{found, fit.Code{Program: found.path, JDK: found.openLibrary()}}
}

func (x *codeCheck) close() {
	if x != nil {
		x.found.close()
	}
}

// check adds the comparison of a profile with the code. It fails if no method could be judged and some classes are
// damaged.
func (x *codeCheck) check(c *render.CheckedFile, p *iprof.Profile, o checkOptions) error {
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
	c.Code = &render.CheckedCode{Fit: f, Names: names}
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
	if err := x.found.failed; err != nil {
		c.Findings = append(c.Findings, caveats.Caveat{Severity: caveats.Caution, Kind: "no-jdk", Text: err.Error(), Hint: "--jdk or JAVA_HOME names the directory of a JDK; its methods are not judged"})
	}
	if f.Program.Judged().Methods == 0 && len(f.Damaged) > 0 {
		return &failure{status: statusInput, file: "--classpath", err: f.Damaged[0]}
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
func loadProduction(e *env, o checkOptions) (*convert.Names, error) {
	if o.production == "" {
		switch {
		case o.failUnderProduction != nil:
			return nil, usage("", "--fail-under-production is for --production")
		case o.sources != sourceOptions{}:
			return nil, usage("", "--from, --sample-type and --column are for --production")
		}
		return nil, nil
	}
	l, err := loadFile(e, o.production, loadOptions{maxInput: o.maxInput, sections: []iprof.Section{iprof.Samples}, sources: o.sources})
	if err == nil {
		err = o.sources.check(l)
	}
	if err != nil {
		return nil, err
	}
	return productionNames(l, o)
}

// productionNames names the methods of production's samples.
func productionNames(l *loaded, o checkOptions) (*convert.Names, error) {
	if err := checkMetric(l.Profile, convert.Samples); err != nil {
		return nil, inFile(l.name, err)
	}
	return convert.NewNames(l.Profile, convert.NameOptions{Application: o.application, Disambiguate: o.format != "json"}), nil
}

// checkProduction adds the comparison of a profile with samples of production, unless there are none.
func checkProduction(c *render.CheckedFile, p *iprof.Profile, o checkOptions, samples *convert.Names) {
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

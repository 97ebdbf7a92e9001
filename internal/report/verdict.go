package report

import (
	"regexp"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/info"
	"github.com/iprof-viz/iprof-viz/convert/source"
	"github.com/iprof-viz/iprof-viz/internal/judge"
	"github.com/iprof-viz/iprof-viz/internal/load"
	"github.com/iprof-viz/iprof-viz/render/page"
	"github.com/iprof-viz/iprof-viz/render/summary"
)

// Check compares a report's profile with classes and with production samples; nil: none.
func Check(now *load.Loaded, production *convert.Names, application *regexp.Regexp, found *load.ClassFinder) (*summary.CheckedFile, error) {
	opts := judge.Options{Limit: listLimit, Application: application, Distinct: true, WithoutCalls: true}
	c := &summary.CheckedFile{Name: load.ShortNames(now.Name)[0], Readable: true} // readers need not know its directory
	if found != nil && found.Path != nil {
		if err := judge.NewCode(found).Check(c, now.Profile, opts); err != nil {
			return nil, err
		}
	}
	judge.Production(c, now.Profile, opts, production, found)
	return c, nil
}

// addAgreement checks whether calls and entries agree, with the call graph.
func (r *report) addAgreement() error {
	if r.Checked.Code != nil {
		judge.Calls(r.Checked, r.Code.Calls, r.wholeGraph)
	}
	return nil
}

// addVerdict adds the verdicts on the profile, with its comparisons, and on the base if there is one. It takes as much memory as the call
// graph, and comes after it.
func (r *report) addVerdict() error {
	judge.NewImage(r.Log).Check(r.Checked, r.now.Profile, judge.Options{Distinct: true})
	judge.WithInfo(r.Checked, r.now, r.info, r.Listed || r.Checked.Code != nil)
	if r.now.Format == source.Iprof {
		opts := judge.Options{Application: r.names.Options.Application, Distinct: true}
		if r.base == nil {
			opts.Names = r.names
		}
		judge.Quality(r.Checked, r.profile, opts)
	}
	files := []*summary.CheckedFile{r.Checked}
	if r.base != nil {
		files = append(files, r.base.verdict(r.BaseName))
	}
	r.parts.Check = page.NewChecks(files)
	return nil
}

func (b *baseline) verdict(name string) *summary.CheckedFile {
	info := info.New(b.Profile, convert.NewNames(b.Profile, convert.NameOptions{}), info.Options{NoTop: true})
	if info.OtherTool != nil {
		info.AddOtherTool(b.Format.Name, b.Tables, b.Notes, b.Caveats)
	}
	c := &summary.CheckedFile{Name: name, Readable: true}
	judge.WithInfo(c, b.Loaded, info, true) // a base need not fit the code
	return c
}

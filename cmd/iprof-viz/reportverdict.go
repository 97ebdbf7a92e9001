package main

import (
	"cmp"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/caveats"
	"github.com/iprof-viz/iprof-viz/convert/check"
	"github.com/iprof-viz/iprof-viz/convert/info"
	"github.com/iprof-viz/iprof-viz/convert/source"
	"github.com/iprof-viz/iprof-viz/internal/load"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/summary"
)

// judgedFiles returns the verdicts on a report's profile, with its comparisons, and on its base unless that is nil.
func judgedFiles(now, base *load.Loaded, in *info.Info, opts reportMaking) []*summary.CheckedFile {
	judge(opts.checked, now, in, opts.listed || opts.checked.Code != nil)
	files := []*summary.CheckedFile{opts.checked}
	if base != nil {
		info := info.New(base.Profile, convert.NewNames(base.Profile, convert.NameOptions{}), info.Options{Limit: 1})
		if info.OtherTool != nil {
			info.AddOtherTool(base.Format.Name, base.Tables, base.Doubts)
		}
		c := &summary.CheckedFile{Name: opts.baseName, Readable: true}
		judge(c, base, info, true) // a base need not fit the code
		files = append(files, c)
	}
	return files
}

// judge adds the doubts of a profile to the findings about it. Compared says whether it was compared with code.
func judge(c *summary.CheckedFile, l *load.Loaded, info *info.Info, compared bool) {
	c.Findings = append(check.ProfileWithInfo(l.Profile, info), c.Findings...)
	sortFindings(c.Findings)
	if l.Format == source.Iprof {
		c.Records, c.Unjudged = recordsOf(l.Profile), check.Unjudged(l.Profile, compared)
	}
}

// sortFindings sorts findings, the most severe first.
func sortFindings(all []caveats.Caveat) {
	slices.SortStableFunc(all, func(x, y caveats.Caveat) int { return cmp.Compare(y.Severity, x.Severity) })
}

// recordsOf counts the records of all sections.
func recordsOf(p *iprof.Profile) (n int) {
	for _, s := range iprof.Sections {
		n += p.Records(s)
	}
	return n
}

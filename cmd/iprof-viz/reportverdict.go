package main

import (
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/info"
	"github.com/iprof-viz/iprof-viz/internal/judge"
	"github.com/iprof-viz/iprof-viz/internal/load"
	"github.com/iprof-viz/iprof-viz/render/summary"
)

// judgedFiles returns the verdicts on a report's profile, with its comparisons, and on its base unless that is nil.
func judgedFiles(now, base *load.Loaded, in *info.Info, opts reportMaking) []*summary.CheckedFile {
	judge.WithInfo(opts.checked, now, in, opts.listed || opts.checked.Code != nil)
	files := []*summary.CheckedFile{opts.checked}
	if base != nil {
		info := info.New(base.Profile, convert.NewNames(base.Profile, convert.NameOptions{}), info.Options{Limit: 1})
		if info.OtherTool != nil {
			info.AddOtherTool(base.Format.Name, base.Tables, base.Doubts)
		}
		c := &summary.CheckedFile{Name: opts.baseName, Readable: true}
		judge.WithInfo(c, base, info, true) // a base need not fit the code
		files = append(files, c)
	}
	return files
}

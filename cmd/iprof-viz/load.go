package main

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/iprof-viz/iprof-viz/convert/folded"
	"github.com/iprof-viz/iprof-viz/convert/source"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A loaded file is the content of one, or the sum of several.
type loaded struct {
	origin
	*source.File
	formats []*source.Format // of each file
}

// load reads the profile that a command is about: that of a file, or the sum of those of several.
func load(e *env, files []string, opts loadOptions) (*loaded, error) {
	l, err := loadFiles(e, files, opts)
	if err == nil {
		err = opts.sources.check(l)
	}
	return l, err
}

// loadFiles is load of a profile that is not the only one: an option may be for the format of another.
func loadFiles(e *env, files []string, opts loadOptions) (*loaded, error) {
	if len(files) == 1 {
		return loadFile(e, files[0], opts)
	}
	return loadSum(e, files, opts)
}

// loadFile reads one file.
func loadFile(e *env, file string, opts loadOptions) (*loaded, error) {
	in, err := openInput(e, file)
	if err != nil {
		return nil, err
	}
	defer in.file.Close()
	return in.load(e, opts, nil)
}

// loadEach reads profiles that are compared, one after the other.
func loadEach(e *env, files []string, opts loadOptions) ([]*loaded, error) {
	opts.several = true
	var all []*loaded
	for i, file := range files {
		e.console.progress.part(i, len(files))
		l, err := loadFile(e, file, opts)
		if err != nil {
			return nil, err
		}
		all = append(all, l)
	}
	return all, opts.sources.check(all...)
}

// profilesOf returns the profiles of files that are shown together.
func profilesOf(all []*loaded) []*iprof.Profile {
	var profiles []*iprof.Profile
	for _, l := range all {
		profiles = append(profiles, l.Profile)
	}
	return profiles
}

// load reads what an input holds: an iprof where its beginning tells nothing, as the reader of iprofs explains best why it is
// none. Scratch is nil but for profiles that are read one after the other.
func (in *input) load(e *env, opts loadOptions, scratch *iprof.Scratch) (*loaded, error) {
	if f := blankFailure(in, opts.expected()); f != nil {
		return nil, f
	}
	format := cmp.Or(opts.sources.from, in.Format, source.Iprof)
	l := &loaded{origin: in.origin, formats: []*source.Format{format}}
	switch {
	case format == source.Iprof:
		p, err := parse(in, opts, scratch)
		if err != nil {
			return nil, err
		}
		l.File = &source.File{Source: stacks.Source{Profile: p}, Format: format}
		return l, nil
	case opts.needs != "":
		return nil, lacks(e, in.name, format, opts.needs)
	}
	s, err := format.Read(in, source.Options{MaxInput: opts.maxInput, SampleType: opts.sources.sampleType, Column: opts.sources.column})
	if err != nil {
		f := inputFailure(in.name, err, in.Input)
		switch {
		case errors.Is(err, folded.ErrDecimal):
			f.hint = `this converts them to whole thousandths: awk '{ $NF = sprintf("%.0f", 1000 * $NF) } 1'`
		case errors.Is(err, folded.ErrComment):
			f.hint = "grep -v '^#' removes them"
		}
		return nil, f
	}
	if s.Profile.Total(iprof.Samples) == 0 {
		return nil, &failure{status: statusInput, file: in.name, err: errors.New("it has no stacks")}
	}
	l.File = s
	return l, nil
}

// nameOf names one or several profiles for messages.
func nameOf(files []string) string {
	switch {
	case len(files) > 1:
		return fmt.Sprintf("sum of %d profiles", len(files))
	case files[0] == "-":
		return stdinName
	}
	return files[0]
}

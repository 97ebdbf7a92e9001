package main

import (
	"fmt"

	"github.com/iprof-viz/iprof-viz/iprof"
)

// load reads the profile that a command is about: that of a file, or the sum of those of several.
func load(e *env, files []string, opts loadOptions) (origin, *iprof.Profile, error) {
	if len(files) == 1 {
		return loadFile(e, files[0], opts)
	}
	var parts []mergePart
	for _, file := range files {
		parts = append(parts, mergePart{file, 1})
	}
	m, err := addUp(e, parts, opts)
	if err != nil {
		return origin{}, nil, err
	}
	return origin{name: nameOf(files)}, m.Profile, nil
}

// loadFile reads the profile of one file.
func loadFile(e *env, file string, opts loadOptions) (origin, *iprof.Profile, error) {
	in, err := openInput(e, file)
	if err != nil {
		return origin{}, nil, err
	}
	defer in.file.Close()
	p, err := parse(in, opts, nil)
	return in.origin, p, err
}

// loadEach reads profiles that are compared, one after the other.
func loadEach(e *env, files []string, opts loadOptions) ([]*iprof.Profile, error) {
	opts.several = true
	var all []*iprof.Profile
	for i, file := range files {
		e.console.progress.part(i, len(files))
		_, p, err := loadFile(e, file, opts)
		if err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	return all, nil
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

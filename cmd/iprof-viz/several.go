package main

import (
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert/rewrite"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A source is a profile to be added up with others.
type source struct {
	name   string // "-": standard input
	weight int64
}

func onlyOneStdin(files []string) error {
	seen := false
	for _, file := range files {
		if file == "-" && seen {
			return usage("", "standard input can be read once only")
		}
		seen = seen || file == "-"
	}
	return nil
}

// nameOf names one or several profiles for messages.
func nameOf(files []string) string {
	switch {
	case len(files) > 1:
		return fmt.Sprintf("sum of %d profiles", len(files))
	case files[0] == "-":
		return "standard input"
	}
	return files[0]
}

// profile reads the profile that a command is about: that of a file, or the sum of those of several. The input is for
// messages; it is closed.
func (a *app) profile(files []string) (*input, *iprof.Profile, error) {
	if len(files) == 1 {
		in, err := a.open(files[0])
		if err != nil {
			return nil, nil, err
		}
		defer in.file.Close()
		p, err := a.parse(in)
		return in, p, err
	}
	var sources []source
	for _, file := range files {
		sources = append(sources, source{file, 1})
	}
	m, err := a.mergeSources(sources)
	if err != nil {
		return nil, nil, err
	}
	return &input{name: nameOf(files)}, m.Profile, nil
}

// mergeSources adds profiles up in their order. While one is added the next is parsed: two are in memory, however many there
// are, next to their sum.
func (a *app) mergeSources(sources []source) (*rewrite.Merged, error) {
	type parsed struct {
		in  *input
		p   *iprof.Profile
		err error
	}
	a.several = len(sources) > 1
	if a.several && os.Getenv("GOGC") == "" {
		debug.SetGCPercent(20) // a sixth less memory than with 50, a sixth more time: profiles come and go
	}
	a.reading.iprof.Scratch = &iprof.Scratch{}
	queue := make(chan parsed)
	stop := make(chan struct{})
	defer close(stop)
	go func() {
		for _, s := range sources {
			var r parsed
			r.in, r.p, r.err = a.parseSource(s)
			select {
			case queue <- r:
			case <-stop:
				return
			}
		}
	}()

	m := rewrite.NewMerger()
	for i, s := range sources {
		a.progress.part(i, len(sources))
		r := <-queue
		if r.err != nil {
			return nil, r.err
		}
		a.warnOfSource(r.in, r.p)
		var unlisted *rewrite.UnlistedError
		switch err := m.Add(r.in.name, r.p, s.weight); {
		case errors.As(err, &unlisted): // one that has to stay alone is found out when there is a second
			f := &failure{status: statusInput, file: unlisted.Name, err: err}
			if unlisted.Stripped {
				f.hint = "take the file as the image wrote it"
			}
			return nil, f
		case errors.Is(err, iprof.ErrOverflow):
			f := &failure{status: statusLimit, file: r.in.name, err: err}
			if slices.ContainsFunc(sources, func(s source) bool { return s.weight > 1 }) {
				f.hint = "lower weights leave room"
			}
			return nil, f
		case err != nil:
			return nil, &failure{status: statusLimit, file: r.in.name, err: err}
		}
	}
	a.reading.iprof.Scratch = nil // all are read
	return m.Merged(), nil
}

// parseSource reads a profile that is to be added to others.
func (a *app) parseSource(s source) (*input, *iprof.Profile, error) {
	in, err := a.open(s.name)
	if err != nil {
		return nil, nil, err
	}
	defer in.file.Close()
	if kind := sniff(in.head); kind == foldedText || kind == pprofFile {
		err := fmt.Errorf("it looks like %s, and only iprofs are added up", kind)
		return nil, nil, &failure{status: statusInput, file: in.name, err: err}
	}
	p, err := a.parse(in)
	return in, p, err
}

// warnOfSource says what is odd about a profile, and cannot be seen any more in the sum, or in what else is written of it.
func (a *app) warnOfSource(in *input, p *iprof.Profile) {
	for _, w := range p.Warnings {
		switch w.Kind {
		case iprof.WarnMissingCaller, iprof.WarnDanglingMethod, iprof.WarnDanglingType:
		default:
			a.note(in.name, "warning: %s", w)
		}
	}
}

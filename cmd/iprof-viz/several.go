package main

import (
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert/rewrite"
	"github.com/iprof-viz/iprof-viz/convert/source"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/internal/background"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A mergePart is a profile to be added up with others.
type mergePart struct {
	file   string // "-": standard input
	weight int64  // multiplies its counts
}

// addUp adds iprofs up in their order.
func addUp(e *env, parts []mergePart, opts loadOptions) (*rewrite.Merged, error) {
	m := rewrite.NewMerger()
	opts.needs = inliningContexts
	err := loadParts(e, parts, opts, func(l *loaded, weight int64) error { return merge(e, m, l, weight) })
	var f *failure
	if errors.Is(err, iprof.ErrOverflow) && errors.As(err, &f) && slices.ContainsFunc(parts, func(p mergePart) bool { return p.weight > 1 }) {
		f.hint = "use lower weights"
	}
	if err != nil {
		return nil, err
	}
	return m.Merged(), nil
}

// loadSum reads files and adds them up: iprofs, or files of other tools that count the same.
func loadSum(e *env, files []string, opts loadOptions) (*loaded, error) {
	var parts []mergePart
	for _, file := range files {
		parts = append(parts, mergePart{file, 1})
	}
	sum := newLoadedSum()
	if err := loadParts(e, parts, opts, func(l *loaded, weight int64) error { return sum.add(e, l, weight) }); err != nil {
		return nil, err
	}
	return &loaded{origin: origin{name: nameOf(files)}, formats: sum.formats, File: sum.source()}, nil
}

// A loadedSum is the sum of files: of iprofs, or of those of other tools.
type loadedSum struct {
	iprofs  *rewrite.Merger
	others  source.Sum
	first   string // the name of the first file
	formats []*source.Format
}

func newLoadedSum() *loadedSum { return &loadedSum{iprofs: rewrite.NewMerger()} }

func (s *loadedSum) add(e *env, l *loaded, weight int64) error {
	if s.formats == nil {
		s.first = l.name
	}
	s.formats = append(s.formats, l.Format)
	switch isIprof := l.Format == source.Iprof; {
	case isIprof != (s.formats[0] == source.Iprof):
		return &failure{status: statusInput, err: fmt.Errorf("%s is %s and %s is %s: only iprofs can be added to iprofs",
			printable(s.first), s.formats[0].Noun, printable(l.name), l.Format.Noun)}
	case isIprof:
		return merge(e, s.iprofs, l, weight)
	}
	switch err := s.others.Add(l.File); {
	case errors.Is(err, iprof.ErrOverflow):
		return &failure{status: statusLimit, file: l.name, err: err}
	case err != nil:
		return &failure{status: statusInput, file: l.name, err: err}
	}
	return nil
}

// source returns the sum. Do not call add afterwards.
func (s *loadedSum) source() *source.File {
	if s.formats[0] == source.Iprof {
		return &source.File{Source: stacks.Source{Profile: s.iprofs.Merged().Profile}, Format: source.Iprof}
	}
	return s.others.File()
}

// loadParts reads files in their order and hands each to a function. While it works on one the next is parsed: two are in
// memory, however many there are, next to what the function keeps.
func loadParts(e *env, parts []mergePart, opts loadOptions, add func(l *loaded, weight int64) error) error {
	type part struct {
		*loaded
		err error
	}
	opts.several = len(parts) > 1
	if opts.several && os.Getenv("GOGC") == "" {
		debug.SetGCPercent(20) // a sixth less memory than with 50, a sixth more time: profiles come and go
	}
	queue := make(chan part)
	stop := make(chan struct{})
	defer close(stop)
	reading := background.Go(func() {
		defer close(queue)
		scratch := &iprof.Scratch{}
		for _, p := range parts {
			var r part
			r.loaded, r.err = loadPart(e, p, opts, scratch)
			select {
			case queue <- r:
			case <-stop:
				return
			}
		}
	})
	for i, p := range parts {
		e.console.progress.part(i, len(parts))
		r, ok := <-queue
		if !ok {
			reading.Wait() // it has panicked
		}
		if r.err != nil {
			return r.err
		}
		if err := add(r.loaded, p.weight); err != nil {
			return err
		}
	}
	return nil
}

// loadPart reads a file that is to be added to others.
func loadPart(e *env, part mergePart, opts loadOptions, scratch *iprof.Scratch) (*loaded, error) {
	in, err := openInput(e, part.file)
	if err != nil {
		return nil, err
	}
	defer in.file.Close()
	return in.load(e, opts, scratch)
}

// merge adds an iprof to others.
func merge(e *env, m *rewrite.Merger, l *loaded, weight int64) error {
	e.console.tell(l.name, partWarnings(l.Profile)...)
	var unlisted *rewrite.UnlistedError
	switch err := m.Add(l.name, l.Profile, weight); {
	case errors.As(err, &unlisted): // one that has to stay alone is found out when there is a second
		f := &failure{status: statusInput, file: unlisted.Name, err: err}
		if unlisted.Stripped {
			f.hint = "use the file as the image wrote it"
		}
		return f
	case err != nil:
		return &failure{status: statusLimit, file: l.name, err: err}
	}
	return nil
}

// partWarnings are the oddities of a profile that cannot be seen any more in the sum, or in another result.
func partWarnings(p *iprof.Profile) []note {
	var notes []note
	for _, w := range p.Warnings {
		switch w.Kind {
		case iprof.WarnMissingCaller, iprof.WarnDanglingMethod, iprof.WarnDanglingType:
		default:
			notes = append(notes, noteOf("warning: %s", w))
		}
	}
	return notes
}

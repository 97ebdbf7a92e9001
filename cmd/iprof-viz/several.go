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

// A mergePart is a profile to be added up with others.
type mergePart struct {
	file   string // "-": standard input
	weight int64  // multiplies its counts
}

// addUp adds profiles up in their order. While one is added the next is parsed: two are in memory, however many there are,
// next to their sum.
func addUp(e *env, parts []mergePart, opts loadOptions) (*rewrite.Merged, error) {
	type parsed struct {
		name string
		p    *iprof.Profile
		err  error
	}
	opts.several = len(parts) > 1
	if opts.several && os.Getenv("GOGC") == "" {
		debug.SetGCPercent(20) // a sixth less memory than with 50, a sixth more time: profiles come and go
	}
	queue := make(chan parsed)
	stop := make(chan struct{})
	defer close(stop)
	go func() {
		scratch := &iprof.Scratch{}
		for _, part := range parts {
			var r parsed
			r.name, r.p, r.err = loadPart(e, part, opts, scratch)
			select {
			case queue <- r:
			case <-stop:
				return
			}
		}
	}()

	m := rewrite.NewMerger()
	for i, part := range parts {
		e.console.progress.part(i, len(parts))
		r := <-queue
		if r.err != nil {
			return nil, r.err
		}
		e.console.tell(r.name, partWarnings(r.p)...)
		var unlisted *rewrite.UnlistedError
		switch err := m.Add(r.name, r.p, part.weight); {
		case errors.As(err, &unlisted): // one that has to stay alone is found out when there is a second
			f := &failure{status: statusInput, file: unlisted.Name, err: err}
			if unlisted.Stripped {
				f.hint = "use the file as the image wrote it"
			}
			return nil, f
		case errors.Is(err, iprof.ErrOverflow):
			f := &failure{status: statusLimit, file: r.name, err: err}
			if slices.ContainsFunc(parts, func(p mergePart) bool { return p.weight > 1 }) {
				f.hint = "use lower weights"
			}
			return nil, f
		case err != nil:
			return nil, &failure{status: statusLimit, file: r.name, err: err}
		}
	}
	return m.Merged(), nil
}

// loadPart reads a profile that is to be added to others.
func loadPart(e *env, part mergePart, opts loadOptions, scratch *iprof.Scratch) (string, *iprof.Profile, error) {
	in, err := openInput(e, part.file)
	if err != nil {
		return "", nil, err
	}
	defer in.file.Close()
	if kind := sniff(in.head); kind == foldedText || kind == pprofFile {
		return "", nil, &failure{status: statusInput, file: in.name, err: fmt.Errorf("it looks like %s, and only iprofs can be added up", kind)}
	}
	p, err := parse(in, opts, scratch)
	return in.name, p, err
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

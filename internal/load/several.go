package load

import (
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert/diff"
	"github.com/iprof-viz/iprof-viz/convert/rewrite"
	"github.com/iprof-viz/iprof-viz/convert/source"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/internal/background"
	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A MergePart is a profile to be added up with others.
type MergePart struct {
	File   string // "-": standard input
	Weight rewrite.Weight
}

// otherPrograms are warnings that profiles that were added up are probably of different programs: of two once, of more about each.
func otherPrograms(m *rewrite.Merged) (warnings []cli.Note) {
	other := m.OfOtherPrograms()
	if len(m.Inputs) == 2 && len(other) == 2 {
		return []cli.Note{{Text: "the profiles have less than 5% of their contexts in common: they are probably of different programs"}}
	}
	for _, in := range other {
		warnings = append(warnings, cli.Note{File: in.Name, Text: "less than 5% of the contexts are in common with the other profiles: it is probably of a different program"})
	}
	return warnings
}

// An iprofSum adds iprofs up, and compares their code.
type iprofSum struct {
	*rewrite.Merger
	code    diff.CodeCheck
	anyCode bool // the code may differ: there is one profile, or no place in it is shown
}

// result returns the sum, and warns if it is probably one of different programs, or of different versions of one.
func (s *iprofSum) result(e *cli.Env) *rewrite.Merged {
	sum := s.Merged()
	for _, w := range otherPrograms(sum) {
		e.Console.Warn(w.File, w.Text)
	}
	_, others := s.code.About()
	for _, text := range others {
		e.Console.Warn("", text)
	}
	return sum
}

// FilesOf returns the files of parts, in order.
func FilesOf(parts []MergePart) []string {
	var files []string
	for _, p := range parts {
		files = append(files, p.File)
	}
	return files
}

// AddUp adds iprofs up in their order, by their weights. With equal, runs are made equally long before.
func AddUp(e *cli.Env, parts []MergePart, opts Options, equal bool) (*rewrite.Merged, error) {
	opts.Needs = InliningContexts
	var weights []rewrite.Weight
	for _, p := range parts {
		weights = append(weights, p.Weight)
	}
	factors, divisor, err := rewrite.CommonWeights(weights)
	if equal {
		factors, divisor, err = equalWeights(e, parts, weights, opts)
	}
	switch {
	case errors.Is(err, iprof.ErrOverflow):
		return nil, &cli.Failure{Status: cli.StatusLimit, Err: err, Hint: "use weights that differ less"}
	case err != nil:
		return nil, err
	}
	sum := &iprofSum{Merger: rewrite.NewMerger(), anyCode: len(parts) == 1}
	var last Origin
	err = loadParts(e, parts, opts, func(i int, l *Loaded) error {
		if i == len(parts)-1 { // until then, the next one is read meanwhile
			if err := e.Working("adding up"); err != nil {
				return err
			}
		}
		last = l.Origin
		return sum.add(e, l, factors[i])
	})
	var f *cli.Failure
	if errors.Is(err, iprof.ErrOverflow) && errors.As(err, &f) && slices.ContainsFunc(factors, func(n int64) bool { return n > 1 }) {
		f.Hint = "use lower weights"
		if divisor > 1 {
			f.Hint = fmt.Sprintf("fractions are added up exactly, in units of 1/%d: use weights with fewer digits", divisor)
		}
	}
	if err != nil {
		return nil, err
	}
	last.Collect() // what was added
	m := sum.result(e)
	if divisor > 1 {
		m.Divisor = divisor
		m.Profile, err = rewrite.Divided(m.Profile, divisor)
	}
	return m, err
}

// equalWeights reads files for how long their runs were: by their entries or, if one has none, by their samples.
func equalWeights(e *cli.Env, parts []MergePart, weights []rewrite.Weight, opts Options) (factors []int64, divisor int64, err error) {
	totals := map[iprof.Section][]rewrite.Length{}
	lacks := map[iprof.Section]string{} // the first file without
	lengths := []iprof.Section{iprof.Calls, iprof.Samples}
	if err := loadParts(e, parts, opts, func(_ int, l *Loaded) error {
		largest := int64(0)
		for _, s := range iprof.Sections {
			largest = max(largest, l.Profile.Total(s))
		}
		for _, s := range lengths {
			n := l.Profile.Total(s)
			if totals[s] = append(totals[s], rewrite.Length{Entries: n, Largest: largest}); n == 0 && lacks[s] == "" {
				lacks[s] = l.Name
			}
		}
		return nil
	}); err != nil {
		return nil, 0, err
	}
	for _, s := range lengths {
		if lacks[s] == "" {
			factors, divisor = rewrite.EqualWeights(totals[s], weights)
			return factors, divisor, nil
		}
	}
	return nil, 0, &cli.Failure{Status: cli.StatusInput, File: lacks[iprof.Calls], Err: errors.New("it has no calls, so how long the run was is unknown"),
		Hint: "without --equal-weight, counts are added as they are"}
}

// sumOf reads files and adds them up: iprofs, or files of other tools with the same unit.
func sumOf(e *cli.Env, files []string, opts Options) (*Loaded, error) {
	var parts []MergePart
	for _, file := range files {
		parts = append(parts, MergePart{file, rewrite.One})
	}
	e.Console.Tell("", Repeated(e, files, false, AddedEachTime)...)
	sum := NewSum()
	sum.iprofs.anyCode = opts.AnyCode
	if err := loadParts(e, parts, opts, func(_ int, l *Loaded) error { return sum.Add(e, l, 1) }); err != nil {
		return nil, err
	}
	return &Loaded{Origin: Origin{Name: NameOf(files), Size: sum.size}, Formats: sum.formats, File: sum.Source(e)}, nil
}

// AddedEachTime is the effect of a profile that is given several times to be added up.
const AddedEachTime = "its counts are added each time"

// A Sum is the sum of files: of iprofs, or of other tools' files.
type Sum struct {
	iprofs  *iprofSum
	others  source.Sum
	first   string // the name of the first file
	formats []*source.Format
	size    int64 // bytes of the files
}

// NewSum returns the sum of no files.
func NewSum() *Sum { return &Sum{iprofs: &iprofSum{Merger: rewrite.NewMerger()}} }

func (s *Sum) Add(e *cli.Env, l *Loaded, weight int64) error {
	if s.formats == nil {
		s.first = l.Name
	}
	s.formats = append(s.formats, l.Format)
	s.size += l.Size
	switch isIprof := l.Format == source.Iprof; {
	case isIprof != (s.formats[0] == source.Iprof):
		return &cli.Failure{Status: cli.StatusInput, Err: fmt.Errorf("%s is %s and %s is %s: only iprofs can be added to iprofs",
			cli.Printable(s.first), s.formats[0].Noun, cli.Printable(l.Name), l.Format.Noun)}
	case isIprof:
		return s.iprofs.add(e, l, weight)
	}
	switch err := s.others.Add(l.File); {
	case errors.Is(err, iprof.ErrOverflow):
		return &cli.Failure{Status: cli.StatusLimit, File: l.Name, Err: err}
	case err != nil:
		return &cli.Failure{Status: cli.StatusInput, File: l.Name, Err: err}
	}
	return nil
}

// Source returns the sum. Do not call Add afterwards.
func (s *Sum) Source(e *cli.Env) *source.File {
	if s.formats[0] == source.Iprof {
		return &source.File{Source: stacks.Source{Profile: s.iprofs.result(e).Profile}, Format: source.Iprof}
	}
	return s.others.File()
}

// loadParts reads files in their order and passes each, with its index, to a function. While it works on one, the next is parsed: at most two are in
// memory, in addition to what the function keeps.
func loadParts(e *cli.Env, parts []MergePart, opts Options, add func(i int, l *Loaded) error) error {
	type part struct {
		*Loaded
		err error
	}
	if opts.Several = len(parts) > 1; opts.Several {
		if err := CheckFiles(e, FilesOf(parts), opts); err != nil {
			return err
		}
	}
	if opts.Several && os.Getenv("GOGC") == "" {
		debug.SetGCPercent(20) // a sixth less memory than with 50, a sixth more time: profiles come and go
	}
	opts.scratch = &iprof.Scratch{}
	queue := make(chan part)
	stop := make(chan struct{})
	defer close(stop)
	reading := background.Go(func() {
		defer close(queue)
		for _, p := range parts {
			var r part
			r.Loaded, r.err = File(e, p.File, opts)
			select {
			case queue <- r:
			case <-stop:
				return
			}
		}
	})
	for i := range parts {
		e.Console.Progress.Part(i, len(parts))
		r, ok := <-queue
		if !ok {
			reading.Wait() // it has panicked
		}
		if r.err != nil {
			return r.err
		}
		if err := add(i, r.Loaded); err != nil {
			return err
		}
	}
	return nil
}

// add adds an iprof to others.
func (s *iprofSum) add(e *cli.Env, l *Loaded, weight int64) error {
	e.Console.Tell(l.Name, PartWarnings(l.Profile)...)
	var unlisted *rewrite.UnlistedError
	switch err := s.Add(l.Name, l.Profile, weight); {
	case errors.As(err, &unlisted): // one that has to stay alone is found out when there is a second
		f := &cli.Failure{Status: cli.StatusInput, File: unlisted.Name, Err: err}
		if unlisted.Stripped {
			f.Hint = "use the original, unstripped file"
		}
		return f
	case err != nil:
		return &cli.Failure{Status: cli.StatusLimit, File: l.Name, Err: err}
	}
	if numbers := s.Numbers(); len(numbers) > 0 && !s.anyCode {
		s.code.Add(cli.Printable(l.Name), l.Profile, numbers)
	}
	return nil
}

// PartWarnings are the irregularities of a profile that cannot be seen in the sum, or in another result.
func PartWarnings(p *iprof.Profile) []cli.Note {
	var notes []cli.Note
	for _, w := range p.Warnings {
		switch w.Kind {
		case iprof.WarnMissingCaller, iprof.WarnDanglingMethod, iprof.WarnDanglingType:
		default:
			notes = append(notes, cli.Notef("warning: %s", w))
		}
	}
	return notes
}

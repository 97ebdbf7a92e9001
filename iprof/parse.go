package iprof

import (
	"cmp"
	"errors"
	"io"
	"slices"

	"github.com/iprof-viz/iprof-viz/iprof/internal/gunzip"
)

// Options are the options of [Parse] and [Salvage]. With the zero value, all of a file of up to 2 GiB is read.
type Options struct {
	// MaxInput is the maximum size of the input in bytes, decompressed. A larger one fails with ErrTooLarge. 0 means
	// DefaultMaxInput, a negative number no limit.
	MaxInput int64

	// MaxNodes is the maximum number of distinct frames of all contexts, and of all samples. More fail with ErrTooManyNodes. 0 means
	// [DefaultMaxNodes], a negative number no limit.
	MaxNodes int

	// Sections are the sections whose records are stored; nil means all. The records of other sections are read and checked as
	// strictly, and Profile.Records and Profile.Total include them, but no warnings concern them.
	Sections []Section

	// EnoughSamples, if positive, is the number of samples that makes the other sections unnecessary: if the total of Samples is at
	// least EnoughSamples, the result is the same as if Sections were only Samples.
	//
	// It saves most of the time and memory if r is an io.Seeker, such as a file, and the file is plain and ends with its samples,
	// as native-image's files do: Parse then finds out before it stores the other records.
	EnoughSamples int64

	// OmitRepeated leaves out the frames of dialect 0.2.0 that repeat their callee and are no calls: those with [BCIInvalidFrameState] whose
	// callee is the same method, at another BCI, and whose caller has that BCI, too. Where native-image called a method that it had made
	// itself, such as the factory of an object, files of that dialect have them:
	//
	//	C.<init>:3 < C.<init>:-6 < factory:-6 < caller:21
	//
	// All 4,053 such frames of a published profile are like this one, and later dialects have none. Read as calls they are recursion that
	// never was, and the factory calls nothing.
	OmitRepeated bool

	// Scratch is reusable memory for reading several profiles in sequence. It must not be used concurrently. Nil allocates new
	// memory.
	Scratch *Scratch
}

// Parse reads a profile in any dialect from r, plain or gzipped, until EOF.
//
// It is strict: malformed or inconsistent input fails with a [*SyntaxError] and a nil profile. Errors from r are returned
// unchanged. Harmless irregularities are listed in Profile.Warnings.
//
// Memory: about 33 bytes for each node of the context trees, 20 for each record, the names, and a window of 256 KB into the text.
// In practice this is less than the file size.
func Parse(r io.Reader, opts Options) (*Profile, error) {
	p, err := parse(r, opts)
	if err != nil {
		return nil, err
	}
	return p, nil
}

// Salvage reads a truncated profile, for example one from a program killed while writing it. It returns everything up to the last
// complete record. The [*SyntaxError] says where the file ends; it is nil if the file is complete. For any other error, or if the
// version is missing, it fails like [Parse].
//
// A salvaged profile is not representative: the missing part may be as important as the rest.
func Salvage(r io.Reader, opts Options) (*Profile, *SyntaxError, error) {
	p, err := parse(r, opts)
	if err == nil {
		return p, nil, nil
	}
	var cut *SyntaxError
	if errors.As(err, &cut) && errors.Is(err, ErrTruncated) && p != nil && p.Version != (Version{}) {
		return p, cut, nil
	}
	return nil, nil, err
}

// parse does the work of Parse. With an error, it returns the profile up to the error, or nil.
func parse(r io.Reader, opts Options) (*Profile, error) {
	s, ok := r.(io.ReadSeeker)
	if !ok || opts.EnoughSamples <= 0 {
		return parseOnce(r, opts)
	}
	start, _ := s.Seek(0, io.SeekCurrent)
	found, err := endsInSamples(s, opts.EnoughSamples)
	if err != nil {
		return nil, err
	}
	if found {
		alone := opts
		alone.Sections = []Section{Samples}
		p, err := parseOnce(r, alone)
		if p == nil || p.Total(Samples) >= opts.EnoughSamples {
			return p, err
		}
		// The guess was wrong.
		if _, err := s.Seek(start, io.SeekStart); err != nil {
			return nil, err
		}
	}
	return parseOnce(r, opts)
}

func parseOnce(r io.Reader, opts Options) (*Profile, error) {
	in, err := gunzip.Open(errorMarker{r})
	if err == io.ErrUnexpectedEOF {
		err = ErrTruncated
	}
	if err != nil {
		return nil, syntaxError("", 0, err)
	}
	defer in.Close()
	opts.MaxInput = cmp.Or(opts.MaxInput, DefaultMaxInput)
	if opts.Scratch == nil {
		opts.Scratch = &Scratch{}
	}
	ps := &parser{
		scanner: newScanner(in, opts.Scratch.window),
		p:       &Profile{},
		omits:   opts.OmitRepeated,
		elem:    -1,
		sub:     -1,
	}
	opts.Scratch.window = ps.buf
	for _, sec := range Sections {
		ps.keeps[sec] = opts.Sections == nil || slices.Contains(opts.Sections, sec)
	}
	if opts.MaxInput > 0 {
		ps.r = &limited{in, opts.MaxInput, opts.MaxInput}
	}
	ps.collector = newCollector(ps.p, opts.Scratch, opts.MaxNodes)
	ps.batch = <-ps.collector.empty
	err = ps.document()
	if full := ps.collector.close(ps.batch); err == nil {
		err = full
	}
	if err != nil {
		at := ps.offset()
		var other *placed
		if errors.As(err, &other) {
			at, err = other.offset, other.error
		}
		err = syntaxError(ps.where(), at, damageOr(in, ps.r, err))
	}
	if opts.EnoughSamples > 0 && ps.p.totals[Samples] >= opts.EnoughSamples {
		ps.dropAllButSamples()
	}
	ps.p.review(&ps.warnings)
	return ps.p, err
}

// dropAllButSamples changes the profile and the warnings as if Options.Sections were only Samples.
func (ps *parser) dropAllButSamples() {
	p := ps.p
	for _, s := range Sections {
		if s != Samples {
			p.skipped[s] = p.Records(s)
		}
	}
	p.Contexts, p.Monitors, p.runs = &Tree{}, nil, runs{}
	p.Calls, p.Conditionals, p.Receivers, p.InstanceOf = List[Count]{}, List[Conditional]{}, List[TypeProfile]{}, List[TypeProfile]{}
	ps.warnings.list = slices.DeleteFunc(ps.warnings.list, func(w *Warning) bool {
		return w.Kind == WarnLeafBCI || w.Kind == WarnPackedCount
	})
}

// damageOr returns err, unless the file is gzipped and its checksum is wrong: then the text is damaged as well, and that is the
// error. To find out, damageOr reads the rest of the file.
func damageOr(in io.Reader, rest io.Reader, err error) error {
	var found gunzip.Damage
	if _, gzipped := in.(*gunzip.Reader); gzipped && !errors.Is(err, ErrTooLarge) {
		if _, end := io.Copy(io.Discard, rest); errors.As(end, &found) {
			return found
		}
	}
	return err
}

// syntaxError adds the place to err, unless err comes from the reader.
func syntaxError(path string, offset int64, err error) error {
	var failed *readError
	if errors.As(err, &failed) {
		return failed.error
	}
	if err == io.ErrNoProgress {
		return err
	}
	return &SyntaxError{path, offset, err}
}

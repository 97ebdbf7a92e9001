package iprof

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// DefaultMaxInput is what Parse reads at the most unless told otherwise: 2 GiB, decompressed.
const DefaultMaxInput = 2 << 30

// Options say how to read. The zero value reads as every command does by default.
type Options struct {
	MaxInput int64 // bytes, decompressed; 0 means DefaultMaxInput, a negative number no limit

	// Sections are those whose records are kept; nil: all. The others are read and checked as strictly, and their
	// totals and numbers of records are known, but nothing else is, and no warning is about them.
	Sections []Section

	// EnoughSamples is for those who look at samples where a profile has that many, and at something else where it has
	// not: if the total of Samples is at least EnoughSamples, the profile is as with Sections of Samples alone. 0: the
	// number of samples makes no difference.
	//
	// The records of other sections are then not even kept for a while, which saves two thirds of the time, where Parse can
	// know early: where r is an io.Seeker, as files are, and the file is plain and ends in its samples, as those of
	// native-image do.
	EnoughSamples int64

	// Scratch is memory that profiles share which are read one after the other, but never two at a time. Nil: each has
	// its own.
	Scratch *Scratch
}

// Parse reads a profile of any dialect, plain or gzipped (in several members, too), to the end of r. It is strict: what
// is malformed or contradicts the format is a [*SyntaxError], and nothing half-read is ever returned. An error of r is
// returned as it is. What is merely odd is in the profile's Warnings.
//
// Memory: about 33 bytes for each distinct frame of the contexts and some 20 for each record, next to names and a
// window of 256 KB; the text itself is not kept. Real files take less memory than they have bytes.
func Parse(r io.Reader, opts Options) (*Profile, error) {
	p, err := parse(r, opts)
	if err != nil {
		return nil, err
	}
	return p, nil
}

// Salvage reads what there is of a profile whose end is missing, as it is where the program was killed while it wrote:
// everything up to the last whole record. The second result says where the file ends, and is nil where it is whole.
// There is nothing to salvage, and the error is Parse's, where anything but the end is wrong, and where not even the
// version is there.
//
// A salvaged profile is not a small profile: what it lacks is not less used than what it has.
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

// parse returns what it has read even where it fails; that is nil or a profile without anything half-read in it.
func parse(r io.Reader, opts Options) (*Profile, error) {
	s, ok := r.(io.ReadSeeker)
	if !ok || opts.EnoughSamples <= 0 {
		return parseOnce(r, opts)
	}
	start, _ := s.Seek(0, io.SeekCurrent)
	found, err := endsInSamples(s, opts.EnoughSamples)
	if err != nil {
		return nil, syntaxError("", 0, err)
	}
	if found {
		alone := opts
		alone.Sections = []Section{Samples}
		p, err := parseOnce(r, alone)
		if p == nil || p.Total(Samples) >= opts.EnoughSamples {
			return p, err
		}
		// It looked like samples, and was something else.
		if _, err := s.Seek(start, io.SeekStart); err != nil {
			return nil, err
		}
	}
	return parseOnce(r, opts)
}

func parseOnce(r io.Reader, opts Options) (*Profile, error) {
	in, err := decompress(source{r})
	if err != nil {
		return nil, syntaxError("", 0, err)
	}
	defer in.Close()
	if opts.MaxInput == 0 {
		opts.MaxInput = DefaultMaxInput
	}
	if opts.Scratch == nil {
		opts.Scratch = &Scratch{}
	}
	ps := &parser{
		scanner: newScanner(in, opts.Scratch),
		p:       &Profile{},
		elem:    -1,
		sub:     -1,
	}
	for _, sec := range Sections {
		ps.keeps[sec] = opts.Sections == nil || slices.Contains(opts.Sections, sec)
	}
	if opts.MaxInput > 0 {
		ps.r = &limited{in, opts.MaxInput, opts.MaxInput}
	}
	ps.keeper = newKeeper(ps.p, opts.Scratch)
	ps.batch = <-ps.keeper.empty
	err = ps.document()
	ps.keeper.full <- ps.batch
	if full := ps.keeper.close(); err == nil {
		err = full
	}
	if err != nil {
		at := ps.offset()
		var other *placed
		if errors.As(err, &other) {
			at, err = other.offset, other.error
		}
		err = syntaxError(ps.where(), at, damageBehind(in, ps.r, err))
	}
	if opts.EnoughSamples > 0 && ps.p.totals[Samples] >= opts.EnoughSamples {
		ps.dropAllButSamples()
	}
	ps.p.review(&ps.warnings)
	return ps.p, err
}

// dropAllButSamples leaves of the profile and the warnings what they are where Options.Sections is Samples alone.
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

// damageBehind returns err, or that a gzipped file is damaged, as is told by its checksum: what is wrong in its text is not
// the writer's fault then. The rest of the file is read for that.
func damageBehind(in io.Reader, rest io.Reader, err error) error {
	var found damage
	if _, gzipped := in.(*ahead); gzipped && !errors.Is(err, ErrTooLarge) {
		if _, end := io.Copy(io.Discard, rest); errors.As(end, &found) {
			return found
		}
	}
	return err
}

// syntaxError places err, unless it is not about the text at all.
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

// A parser builds a Profile from tokens. Its methods read one thing each, from where the scanner stands; the fields
// section to sub say where that is in the document.
type parser struct {
	*scanner
	p      *Profile
	keeper *keeper
	batch  *batch // of keeper, at hand
	keeps  [numSections]bool

	section string // key in the document's object, as in the file; "": the object itself
	elem    int    // element of the section's array, -1: none
	field   string // key in the element
	sub     int    // element of the field's array

	seen     map[string]string // top-level keys as in the file, by their name in 1.1.0
	warnings warnings

	frames Context // the context of the record at hand
	values []int64 // its records
	places []int64 // where the array of records begins, and each of them; only readRecord keeps it
	succs  []Successor
	counts []TypeCount

	name   []byte   // of the type or method at hand
	params []TypeID // its signature
}

// longKey is longer than all keys of the format; a longer one is cut where it is quoted.
const longKey = 40

// where returns the place at hand, such as samplingProfiles[3].records[0].
func (ps *parser) where() string {
	var b strings.Builder
	key := func(k string) {
		odd := func(r rune) bool { return r <= ' ' || r == '"' || r == '.' || r == '[' || !strconv.IsPrint(r) }
		if len(k) > longKey || strings.ContainsFunc(k, odd) {
			k = quoteShort(k)
		}
		b.WriteString(k)
	}
	index := func(i int) {
		if i >= 0 {
			fmt.Fprintf(&b, "[%d]", i)
		}
	}
	key(ps.section)
	index(ps.elem)
	if ps.field != "" {
		b.WriteByte('.')
		key(ps.field)
		index(ps.sub)
	}
	return b.String()
}

// warn counts a warning of a kind and says where the first was; what tells apart several of one kind.
func (ps *parser) warn(kind WarningKind, what string) *Warning {
	return ps.warnAt(ps.offset(), kind, what)
}

// warnAt is warn, about what begins at an offset.
func (ps *parser) warnAt(start int64, kind WarningKind, what string) *Warning {
	w, first := ps.warnings.add(kind, what)
	if first {
		w.Path, w.Offset = ps.where(), start
	}
	return w
}

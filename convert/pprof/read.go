package pprof

import (
	"bufio"
	"cmp"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode/utf8"
	"unsafe"

	"github.com/google/pprof/profile"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/internal/objectfile"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/internal/work"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// ReadOptions are the options of Read.
type ReadOptions struct {
	// SampleType is the type of the values to read, such as "cpu" or "alloc_space". "" means the profile's default or, without
	// one, its last type, as in pprof.
	SampleType string

	// MaxInput is the maximum number of bytes to read, decompressed; the decoded objects may take twice as many. 0 means
	// DefaultMaxInput, a negative number no limit.
	MaxInput int64

	MaxNodes int // as in [iprof.Options]
}

// DefaultMaxInput is the default limit of Read in bytes: 256 MiB, decompressed.
const DefaultMaxInput = 256 << 20

// Read reads the stacks of a pprof profile of any tool, gzipped or not. Inlined functions are separate frames, and unsymbolized
// locations are named by their address. Nodes have roles if the profile has inlined functions. Read omits the frames that the
// profile marks as uninteresting, as pprof does.
//
// Negative values, as in a difference of profiles, are an error: a frame cannot have a negative width.
func Read(r io.Reader, opts ReadOptions) (stacks.Source, error) {
	data, err := readBytes(r, opts.MaxInput)
	if err != nil {
		return stacks.Source{}, err
	}
	prof, err := profile.ParseUncompressed(data)
	if err == nil {
		err = prof.CheckValid()
	}
	note := ""
	if err == nil {
		note, err = removeUninteresting(prof)
	}
	if err != nil {
		return stacks.Source{}, fmt.Errorf("not a pprof profile: %w", err)
	}
	column, err := sampleColumn(prof, opts.SampleType)
	if err != nil {
		return stacks.Source{}, err
	}
	allowed := work.New(opts.MaxInput)
	allowed.Grow(int64(len(data)))
	s, err := sourceOf(prof, column, opts.MaxNodes, allowed)
	if err == nil && note != "" {
		s.Notes = append(s.Notes, note)
	}
	return s, err
}

// Limits of the regular expressions in a profile. The time for matching grows with the product of the length of the texts and the
// number of instructions that an expression compiles to.
const (
	maxPattern = 1000    // characters
	maxSteps   = 1 << 28 // bytes of function names times instructions: some seconds at worst
)

// removeUninteresting removes the frames that a profile marks as uninteresting, as pprof does. The note says why, if it did not.
func removeUninteresting(prof *profile.Profile) (note string, err error) {
	if prof.DropFrames == "" {
		return "", nil
	}
	if utf8.RuneCountInString(prof.DropFrames) > maxPattern || utf8.RuneCountInString(prof.KeepFrames) > maxPattern {
		return fmt.Sprintf("frames that the profile marks as uninteresting are shown: its regular expression has more than %s characters", words.Thousands(maxPattern)), nil
	}
	bytes := 0
	for _, f := range prof.Function {
		bytes += len(f.Name)
	}
	instructions := 0
	for _, pattern := range []string{prof.DropFrames, prof.KeepFrames} {
		if re, err := syntax.Parse(pattern, syntax.Perl); err == nil {
			instructions += instructionsOf(re)
		}
	}
	if instructions > maxSteps/max(bytes, 1) {
		return "frames that the profile marks as uninteresting are shown: matching its regular expression would take too long", nil
	}
	return "", prof.RemoveUninteresting()
}

// instructionsOf estimates the number of instructions of a regular expression.
func instructionsOf(re *syntax.Regexp) int {
	n := 1 + len(re.Rune)
	for _, sub := range re.Sub {
		n += instructionsOf(sub)
	}
	if re.Op == syntax.OpRepeat { // at most 1,000 repetitions, even if nested: see the package regexp/syntax
		n *= max(re.Min, re.Max, 1)
	}
	return n
}

// readBytes returns all of r, decompressed.
func readBytes(r io.Reader, limit int64) ([]byte, error) {
	b := bufio.NewReader(r)
	r = b
	if magic, _ := b.Peek(2); string(magic) == "\x1f\x8b" {
		z, err := gzip.NewReader(b)
		if err != nil {
			return nil, fmt.Errorf("not a pprof profile: %w", err)
		}
		r = z
	}
	switch {
	case limit == 0:
		limit = DefaultMaxInput
	case limit < 0:
		limit = math.MaxInt64 / 4
	}
	m := meter{in: bufio.NewReaderSize(r, 64<<10), maxData: limit, maxCost: decodedTimes*limit + 1<<20}
	err := m.read()
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return nil, iprof.ErrTruncated
	case errors.Is(err, gzip.ErrChecksum):
		return nil, errors.New("the gzip checksum is wrong: the file is damaged")
	}
	return m.data, err
}

// sampleColumn returns the index of a sample type by its name, "" for the default.
func sampleColumn(prof *profile.Profile, name string) (int, error) {
	if len(prof.SampleType) == 0 {
		return 0, errors.New("the profile has no sample types")
	}
	wanted := cmp.Or(name, prof.DefaultSampleType)
	isWanted := func(t *profile.ValueType) bool { return t.Type == wanted }
	if i := slices.IndexFunc(prof.SampleType, isWanted); i >= 0 {
		return i, nil
	}
	if name == "" {
		return len(prof.SampleType) - 1, nil
	}
	var types []string
	for _, t := range prof.SampleType {
		types = append(types, t.Type)
	}
	return 0, fmt.Errorf("no sample type %q: the profile has %s", name, strings.Join(types, ", "))
}

// frames returns how many frames the stacks of all samples have. A location stands for all its inlined functions each time that it is
// on a stack, so N bytes may stand for N²/4 frames.
func frames(prof *profile.Profile) (n int64) {
	for _, sample := range prof.Sample {
		for _, l := range sample.Location {
			n += int64(max(1, len(l.Line)))
		}
	}
	return n
}

// addressNames returns how many bytes addressName writes at most. The file of a mapping may be long, and in the names of many locations.
func addressNames(prof *profile.Profile) (bytes int64) {
	for _, l := range prof.Location {
		names := 0
		for _, line := range l.Line {
			if isUnnamed(line.Function) {
				names++
			}
		}
		if l.Mapping != nil && (names > 0 || len(l.Line) == 0) {
			bytes += int64(max(1, names)) * int64(len(l.Mapping.File))
		}
	}
	return bytes
}

// sourceOf merges the stacks of a profile by one of their values. They have at most maxNodes distinct frames.
func sourceOf(prof *profile.Profile, column, maxNodes int, allowed *work.Budget) (stacks.Source, error) {
	var s stacks.Source
	if err := errors.Join(allowed.Charge(work.Frames, frames(prof)), allowed.Charge(work.Names, addressNames(prof))); err != nil {
		return s, fmt.Errorf("%w: %w", iprof.ErrTooLarge, err)
	}
	b := stacks.NewBuilder(maxNodes)
	methods, inlining := methodsOf(prof, b)
	origin := originOf(prof, prof.SampleType[column])
	entries := origin.Unit == convert.EntriesUnit // a location without inlined functions is then a compilation root
	var context iprof.Context                     // leaf first, as in the profile
	var outermost []bool                          // by frame of context: it is not inlined
	for i, sample := range prof.Sample {
		value := sample.Value[column]
		switch {
		case value == 0:
			continue
		case value < 0:
			return s, fmt.Errorf("sample %d is %d, and a count cannot be negative: it may be of a comparison, such as go tool pprof -diff_base writes", i, value)
		}
		context, outermost = context[:0], outermost[:0]
		for _, l := range sample.Location {
			lines := methods[l.ID]
			for j, m := range lines {
				context = append(context, iprof.Frame{Method: m})
				outermost = append(outermost, j == len(lines)-1)
			}
		}
		if len(context) == 0 {
			context, outermost = append(context, iprof.Frame{Method: b.Method(unknownStack)}), append(outermost, true)
		}
		node, err := b.Add(context, value)
		if errors.Is(err, iprof.ErrOverflow) {
			return s, fmt.Errorf("sample %d takes the sum past 2^63-1", i)
		} else if err != nil {
			return s, err
		}
		if !inlining && !entries {
			continue
		}
		s.Roles = append(s.Roles, make([]stacks.Role, b.Stacks().Len()-len(s.Roles))...)
		for _, root := range outermost {
			if root {
				s.Roles[node] |= stacks.RoleRoot
			} else {
				s.Roles[node] |= stacks.RoleInlined
			}
			node = b.Stacks().Node(node).Parent
		}
	}
	inlined := func(r stacks.Role) bool { return r&stacks.RoleInlined != 0 }
	if !entries && !slices.ContainsFunc(s.Roles, inlined) {
		s.Roles = nil
	}
	if slices.ContainsFunc(prof.Comments, isInliningNote) {
		s.Notes = append(s.Notes, convert.InstrumentedInliningNote)
	}
	s.Profile = b.Profile(origin)
	return s, nil
}

// unknownStack is the only frame of stacks without any frames.
const unknownStack = "<unknown stack>"

// methodsOf adds the profile's functions to b and returns the methods of each location by its ID, innermost first. To do so, it
// renumbers locations. It reports whether any location has inlined functions.
func methodsOf(prof *profile.Profile, b *stacks.Builder) (methods [][]iprof.MethodID, inlining bool) {
	method := func(name string, owner iprof.Owner) iprof.MethodID {
		return b.OwnedMethod(strings.ToValidUTF8(name, "\ufffd"), owner)
	}
	owners := map[*profile.Mapping]iprof.Owner{}
	for _, m := range prof.Mapping {
		owners[m] = objectfile.Owner(m.File)
	}
	// Functions share the strings of a table, each of which may be long and the name of many functions.
	type ownedText struct {
		text  *byte
		owner iprof.Owner
	}
	byText := map[ownedText]iprof.MethodID{}
	named := func(name string, owner iprof.Owner) iprof.MethodID {
		text := ownedText{unsafe.StringData(name), owner}
		m, ok := byText[text]
		if !ok {
			m = method(name, owner)
			byText[text] = m
		}
		return m
	}
	methods = make([][]iprof.MethodID, len(prof.Location))
	for i, l := range prof.Location {
		l.ID = uint64(i)
		owner := owners[l.Mapping]
		inlining = inlining || len(l.Line) > 1
		for _, line := range l.Line {
			f := line.Function
			if isUnnamed(f) {
				methods[i] = append(methods[i], method(addressName(l), owner))
				continue
			}
			methods[i] = append(methods[i], named(cmp.Or(f.Name, f.SystemName), owner))
		}
		if len(l.Line) == 0 {
			methods[i] = []iprof.MethodID{method(addressName(l), owner)}
		}
	}
	return methods, inlining
}

func isUnnamed(f *profile.Function) bool { return f == nil || f.Name == "" && f.SystemName == "" }

// addressName returns the name of a location without a function, such as "0x7f1200 [libc.so.6]".
func addressName(l *profile.Location) string {
	name := fmt.Sprintf("%#x", l.Address)
	if l.Mapping != nil && l.Mapping.File != "" {
		name += " [" + l.Mapping.File[strings.LastIndexByte(l.Mapping.File, '/')+1:] + "]"
	}
	return name
}

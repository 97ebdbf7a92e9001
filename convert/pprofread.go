package convert

import (
	"bufio"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/google/pprof/profile"

	"github.com/iprof-viz/iprof-viz/iprof"
)

// PprofReadOptions say what to read of a pprof profile.
type PprofReadOptions struct {
	// SampleType is the type of the values to read, such as "cpu" or "alloc_space"; "": what the profile has for its
	// default, or else its last, as in pprof.
	SampleType string

	// MaxInput is how many bytes are read at the most, decompressed. 0 means DefaultMaxPprof, a negative number no
	// limit.
	MaxInput int64
}

// DefaultMaxPprof is what ReadPprof reads at the most unless told otherwise: 256 MiB, decompressed. A profile takes
// several times its size in memory.
const DefaultMaxPprof = 256 << 20

// ReadPprof reads the stacks of a pprof profile of any tool, gzipped or not. Inlined functions are frames of their own;
// what is not symbolized reads as an address. A profile that tells what was inlined gives the nodes their roles. What
// the profile says is not interesting is left out, as by pprof.
//
// Negative values, as in a difference of profiles, are an error: nothing is that wide.
func ReadPprof(r io.Reader, opts PprofReadOptions) (*Tree, error) {
	data, err := readPprofBytes(r, opts.MaxInput)
	if err != nil {
		return nil, err
	}
	prof, err := profile.ParseUncompressed(data)
	if err == nil {
		err = prof.CheckValid()
	}
	if err == nil {
		err = prof.RemoveUninteresting()
	}
	if err != nil {
		return nil, fmt.Errorf("not a pprof profile: %w", err)
	}
	column, err := sampleColumn(prof, opts.SampleType)
	if err != nil {
		return nil, err
	}
	return pprofTree(prof, column)
}

// readPprofBytes returns all of r, decompressed.
func readPprofBytes(r io.Reader, limit int64) ([]byte, error) {
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
		limit = DefaultMaxPprof
	case limit < 0:
		limit = math.MaxInt64 - 1
	}
	data, err := io.ReadAll(io.LimitReader(r, limit+1))
	switch {
	case int64(len(data)) > limit:
		return nil, fmt.Errorf("%w: more than %d bytes, decompressed", iprof.ErrTooLarge, limit)
	case errors.Is(err, io.ErrUnexpectedEOF):
		return nil, iprof.ErrTruncated
	case errors.Is(err, gzip.ErrChecksum):
		return nil, errors.New("the gzip checksum is wrong: the file is damaged")
	}
	return data, err
}

// sampleColumn returns which of a sample's values has the type.
func sampleColumn(prof *profile.Profile, name string) (int, error) {
	if len(prof.SampleType) == 0 {
		return 0, errors.New("the profile has no sample types")
	}
	wanted := name
	if wanted == "" {
		wanted = prof.DefaultSampleType
	}
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
	return 0, fmt.Errorf("there is no sample type %q: the profile has %s", name, strings.Join(types, ", "))
}

// pprofTree merges the stacks of a profile by one of their values.
func pprofTree(prof *profile.Profile, column int) (*Tree, error) {
	t := &Tree{}
	t.Metric, t.Unit = pprofUnit(prof.SampleType[column])
	t.PerSample = perSample(prof, prof.SampleType[column])
	frames, inlining := pprofFrames(prof, t)
	inlining = inlining || t.Metric == Calls // where a location without inlinees says as much
	var set stackSet
	var context iprof.Context // leaf first, as in the profile
	var outermost []bool      // by frame of context: it is no inlinee
	var roles []Role          // by node of set.tree
	inlines := false
	for i, s := range prof.Sample {
		value := s.Value[column]
		switch {
		case value == 0:
			continue
		case value < 0:
			return nil, fmt.Errorf("sample %d is %d: a flame graph has no negative widths", i, value)
		case set.total > math.MaxInt64-value:
			return nil, fmt.Errorf("sample %d takes the sum past 2^63-1", i)
		}
		context, outermost = context[:0], outermost[:0]
		for _, l := range s.Location {
			lines := frames[l.ID]
			for j, f := range lines {
				context = append(context, iprof.Frame{Method: iprof.MethodID(f)})
				outermost = append(outermost, j == len(lines)-1)
			}
		}
		node := set.add(context, value)
		if node == iprof.NoNode && len(context) > 0 {
			return nil, errors.New("too many distinct stacks")
		}
		if !inlining {
			continue
		}
		roles = append(roles, make([]Role, set.tree.Len()-len(roles))...)
		for _, root := range outermost {
			role := RoleInlined
			if root {
				role = RoleRoot
			} else {
				inlines = true
			}
			roles[node] |= role
			node = set.tree.Node(node).Parent
		}
	}
	set.fill(t)
	if inlines || t.Metric == Calls {
		t.Roles = append([]Role{0}, roles...)
	}
	for _, c := range prof.Comments {
		if c == inliningNote {
			t.Notes = append(t.Notes, InstrumentedInlining)
		}
	}
	return t, nil
}

// pprofUnit returns what a value counts.
func pprofUnit(v *profile.ValueType) (Metric, string) {
	switch {
	case v.Unit != "count" && v.Unit != "":
		return DefaultMetric, strings.TrimSpace(v.Type + " " + v.Unit) // cpu nanoseconds
	case v.Type == Samples.String():
		return Samples, "samples"
	case v.Type == Calls.String():
		return Calls, entriesUnit
	case v.Type == "":
		return DefaultMetric, UnknownUnit
	}
	return DefaultMetric, v.Type
}

// perSample returns what a sample counts in values of a type: Tree.PerSample. Of other counts than ours nothing is known
// but that they count events, each for itself; in a profile of bytes they are estimates.
func perSample(prof *profile.Profile, v *profile.ValueType) int64 {
	period := prof.PeriodType
	exact := func(m Metric) bool { return m != Samples && m.String() == v.Type }
	switch {
	case period != nil && period.Type == v.Type && period.Unit == v.Unit && prof.Period > 0:
		return prof.Period
	case v.Unit != "count" && v.Unit != "", period != nil && period.Unit == "bytes", slices.ContainsFunc(Metrics, exact):
		return 0
	}
	return 1
}

// pprofFrames puts the profile's functions into t and returns the frames of each location by its ID, innermost first.
// For that it numbers locations and functions anew. It says whether any location has inlined functions.
func pprofFrames(prof *profile.Profile, t *Tree) (frames [][]int32, inlining bool) {
	table := newFrameTable(&t.Frames)
	add := func(name string) int32 {
		name = strings.ToValidUTF8(name, "\ufffd")
		return table.add(name, KindOf(name))
	}
	byFunction := make([]int32, len(prof.Function)) // +1; 0: not asked for
	for i, f := range prof.Function {
		f.ID = uint64(i)
	}
	frames = make([][]int32, len(prof.Location))
	for i, l := range prof.Location {
		l.ID = uint64(i)
		inlining = inlining || len(l.Line) > 1
		for _, line := range l.Line {
			f := line.Function
			if f == nil || f.Name+f.SystemName == "" {
				frames[i] = append(frames[i], add(addressName(l)))
				continue
			}
			number := &byFunction[f.ID]
			if *number == 0 {
				name := f.Name
				if name == "" {
					name = f.SystemName
				}
				*number = add(name) + 1
			}
			frames[i] = append(frames[i], *number-1)
		}
		if len(l.Line) == 0 {
			frames[i] = []int32{add(addressName(l))}
		}
	}
	return frames, inlining
}

// addressName returns how a location without a function reads: 0x7f1200 [libc.so.6].
func addressName(l *profile.Location) string {
	name := fmt.Sprintf("%#x", l.Address)
	if l.Mapping != nil && l.Mapping.File != "" {
		name += " [" + l.Mapping.File[strings.LastIndexByte(l.Mapping.File, '/')+1:] + "]"
	}
	return name
}

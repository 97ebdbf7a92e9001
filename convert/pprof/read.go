package pprof

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

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// ReadOptions say what to read of a pprof profile.
type ReadOptions struct {
	// SampleType is the type of the values to read, such as "cpu" or "alloc_space"; "": what the profile has for its
	// default, or else its last, as in pprof.
	SampleType string

	// MaxInput is how many bytes are read at the most, decompressed. 0 means DefaultMaxInput, a negative number no
	// limit.
	MaxInput int64
}

// DefaultMaxInput is what Read reads at the most unless told otherwise: 256 MiB, decompressed. A profile takes
// several times its size in memory.
const DefaultMaxInput = 256 << 20

// Read reads the stacks of a pprof profile of any tool, gzipped or not. Inlined functions are frames of their own;
// what is not symbolized reads as an address. A profile that tells what was inlined gives the nodes their roles. What
// the profile says is not interesting is left out, as by pprof.
//
// Negative values, as in a difference of profiles, are an error: nothing is that wide.
func Read(r io.Reader, opts ReadOptions) (*stacks.Tree, error) {
	data, err := readBytes(r, opts.MaxInput)
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
	return treeOf(prof, column)
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

// treeOf merges the stacks of a profile by one of their values.
func treeOf(prof *profile.Profile, column int) (*stacks.Tree, error) {
	t := &stacks.Tree{}
	t.Metric, t.Unit = unitOf(prof.SampleType[column])
	t.PerSample = perSample(prof, prof.SampleType[column])
	frames, inlining := framesOf(prof, t)
	inlining = inlining || t.Metric == convert.Calls // where a location without inlinees says as much
	var set stacks.Set
	var context iprof.Context // leaf first, as in the profile
	var outermost []bool      // by frame of context: it is no inlinee
	var roles []stacks.Role   // by node of set.tree
	inlines := false
	for i, s := range prof.Sample {
		value := s.Value[column]
		switch {
		case value == 0:
			continue
		case value < 0:
			return nil, fmt.Errorf("sample %d is %d: a flame graph has no negative widths", i, value)
		case set.Total > math.MaxInt64-value:
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
		node := set.Add(context, value)
		if node == iprof.NoNode && len(context) > 0 {
			return nil, errors.New("too many distinct stacks")
		}
		if !inlining {
			continue
		}
		roles = append(roles, make([]stacks.Role, set.Tree.Len()-len(roles))...)
		for _, root := range outermost {
			role := stacks.RoleInlined
			if root {
				role = stacks.RoleRoot
			} else {
				inlines = true
			}
			roles[node] |= role
			node = set.Tree.Node(node).Parent
		}
	}
	set.Fill(t)
	if inlines || t.Metric == convert.Calls {
		t.Roles = append([]stacks.Role{0}, roles...)
	}
	for _, c := range prof.Comments {
		if isInliningNote(c) {
			t.Notes = append(t.Notes, convert.InstrumentedInlining)
		}
	}
	return t, nil
}

// unitOf returns what a value counts.
func unitOf(v *profile.ValueType) (convert.Metric, string) {
	switch {
	case v.Unit != "count" && v.Unit != "":
		return convert.DefaultMetric, strings.TrimSpace(v.Type + " " + v.Unit) // cpu nanoseconds
	case v.Type == convert.Samples.String():
		return convert.Samples, "samples"
	case v.Type == convert.Calls.String():
		return convert.Calls, convert.EntriesUnit
	case v.Type == "":
		return convert.DefaultMetric, stacks.UnknownUnit
	}
	return convert.DefaultMetric, v.Type
}

// perSample returns what a sample counts in values of a type: Tree.PerSample. Of other counts than ours nothing is known
// but that they count events, each for itself; in a profile of bytes they are estimates.
func perSample(prof *profile.Profile, v *profile.ValueType) int64 {
	period := prof.PeriodType
	exact := func(m convert.Metric) bool { return m != convert.Samples && m.String() == v.Type }
	switch {
	case period != nil && period.Type == v.Type && period.Unit == v.Unit && prof.Period > 0:
		return prof.Period
	case v.Unit != "count" && v.Unit != "", period != nil && period.Unit == "bytes", slices.ContainsFunc(convert.Metrics, exact):
		return 0
	}
	return 1
}

// framesOf puts the profile's functions into t and returns the frames of each location by its ID, innermost first.
// For that it numbers locations and functions anew. It says whether any location has inlined functions.
func framesOf(prof *profile.Profile, t *stacks.Tree) (frames [][]int32, inlining bool) {
	table := stacks.NewFrameTable(&t.Frames)
	add := func(name string) int32 {
		name = strings.ToValidUTF8(name, "\ufffd")
		return table.Add(name, convert.KindOf(name))
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

package recording

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/internal/work"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/jfr"
)

// Format names the format in messages.
const Format = "a flight recording"

// Options are the options of Read.
type Options struct {
	// SampleType is the type of events to read, such as "jdk.NativeMethodSample" or "NativeMethodSample". "": samples of execution, see
	// the package.
	SampleType string

	Tags bool // whether the source has the threads of its samples

	MaxInput int64 // the limit of the bytes, for the work that they may cause: see [work.New]
	MaxNodes int   // as in [iprof.Options]
}

// preferred are the types of samples that are read by default, the best first.
var preferred = []string{cpuTimeSample, "jdk.ExecutionSample", "profiler.WallClockSample", nativeSample}

const (
	cpuTimeSample = "jdk.CPUTimeSample"
	nativeSample  = "jdk.NativeMethodSample"
)

// Read reads the stacks of a recording. It has lines if the recorder knows them: see Lines of [iprof.Origin]. Errors are [*jfr.Error], or
// name the types of events that the recording has.
func Read(r io.Reader, opts Options) (stacks.Source, *Summary, error) {
	rd := reader{opts: opts, in: jfr.NewReader(r), allowed: work.New(opts.MaxInput), types: map[string]*events{}}
	for {
		c, err := rd.in.Next()
		if err == nil {
			err = rd.chunk(c)
		}
		if errors.Is(err, jfr.ErrUnfinished) && rd.chunks > 0 { // it has nothing, but others have
			rd.unfinished, err = true, io.EOF
		}
		switch {
		case err == io.EOF:
			return rd.finish()
		case err != nil:
			return stacks.Source{}, nil, err
		}
	}
}

// A reader reads the chunks of a recording.
type reader struct {
	opts       Options
	in         *jfr.Reader
	allowed    *work.Budget
	types      map[string]*events
	order      []*events // of types, as they occur
	chunks     int
	unfinished bool  // a chunk
	samples    int64 // that were lost
	bytes      int64 // of events that were lost
}

// An events has the events of a type.
type events struct {
	Count
	stackless int64    // beside Events
	samples   *samples // nil: they are only counted
}

// chunk reads the events of a chunk, and then each of their stacks once.
func (r *reader) chunk(c *jfr.Chunk) error {
	r.allowed.Grow(c.Size())
	r.chunks++
	r.unfinished = r.unfinished || c.Unfinished
	for e, err := range c.Events() {
		if err != nil {
			return err
		}
		if err := r.event(e); err != nil {
			return err
		}
	}
	for _, of := range r.order {
		if of.samples != nil {
			if err := of.samples.endChunk(r.allowed); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *reader) event(e jfr.Event) (err error) {
	switch e.Type.Name {
	case "jdk.CPUTimeSamplesLost":
		return addTo(&r.samples, e, "lostSamples")
	case "jdk.DataLoss":
		return addTo(&r.bytes, e, "amount")
	}
	if e.Type.Field("stackTrace") == nil {
		return nil
	}
	of := r.types[e.Type.Name]
	if of == nil {
		of = &events{Count: Count{Name: e.Type.Name}}
		if r.opts.SampleType == "" && slices.Contains(preferred, of.Name) || isNamed(of.Name, r.opts.SampleType) {
			of.samples = &samples{stacks: stacks.NewBuilder(r.opts.MaxNodes), threads: map[string]int64{}, runners: map[int64]jfr.Event{}}
			if r.opts.Tags {
				of.samples.tags = &stacks.Tags{}
			}
		}
		r.types[of.Name], r.order = of, append(r.order, of)
	}
	stack, known, err := e.Number("stackTrace")
	switch {
	case err != nil:
		return err
	case !known || stack == 0:
		of.stackless++
		return nil
	}
	of.Events++
	if of.samples == nil {
		return nil
	}
	return of.samples.add(e, stack)
}

// addTo adds the value of a field to a sum, which is at most 2^63-1.
func addTo(sum *int64, e jfr.Event, field string) error {
	n, _, err := e.Number(field)
	*sum = addUp(*sum, n)
	return err
}

// isNamed reports whether a user means a type of events: "executionsample" is jdk.ExecutionSample.
func isNamed(event, wanted string) bool {
	return strings.EqualFold(event, wanted) || strings.EqualFold(shortName(event), wanted)
}

func shortName(event string) string { return event[strings.LastIndexByte(event, '.')+1:] }

// finish chooses the events after the last chunk.
func (r *reader) finish() (stacks.Source, *Summary, error) {
	chosen, err := r.choose()
	if err != nil {
		return stacks.Source{}, nil, err
	}
	s := chosen.samples
	unit := convert.Samples.Unit()
	if !slices.Contains(preferred, chosen.Name) {
		unit = "events"
	}
	origin := iprof.Origin{Format: Format, Unit: unit, Event: chosen.Name, PerSample: 1, Lines: true, Truncated: &iprof.Truncated{Frames: s.deepest, Samples: s.truncated}}
	sum := &Summary{Event: chosen.Name, Events: r.counts(), Threads: s.threadCounts(), byDefault: r.opts.SampleType == ""}
	sum.all, sum.stackless = chosen.Events+chosen.stackless, chosen.stackless+s.missing
	sum.unfinished, sum.bytes = r.unfinished, r.bytes
	if chosen.Name == cpuTimeSample {
		sum.samples = r.samples
	}
	return stacks.Source{Profile: s.stacks.Profile(origin), Tags: s.tags}, sum, nil
}

// choose returns the events to read.
func (r *reader) choose() (*events, error) {
	var chosen []*events
	for _, of := range r.order {
		if of.samples != nil && of.Events > of.samples.missing {
			chosen = append(chosen, of)
		}
	}
	rank := func(of *events) int { return slices.Index(preferred, of.Name) }
	wanted := r.opts.SampleType
	switch {
	case wanted == "" && len(chosen) > 0:
		return slices.MinFunc(chosen, func(a, b *events) int { return rank(a) - rank(b) }), nil
	case len(chosen) == 1:
		return chosen[0], nil
	case len(chosen) > 1:
		return nil, fmt.Errorf("sample type %q is %s or %s", wanted, inMessage(chosen[0].Name), inMessage(chosen[1].Name))
	}
	switch all := r.list(); {
	case all == "":
		return nil, errors.New("the recording has no events with stacks")
	case wanted == "":
		return nil, fmt.Errorf("the recording has no samples of execution; --sample-type reads others: %s", all)
	default:
		return nil, fmt.Errorf("no stacks of sample type %q: the recording has %s", wanted, all)
	}
}

// Limits of names in messages.
const (
	maxListed = 12
	maxName   = 80 // bytes
)

// counts are the types of events with stacks, the most frequent first.
func (r *reader) counts() (all []Count) {
	for _, of := range r.order {
		if of.Events > 0 {
			all = append(all, of.Count)
		}
	}
	sortCounts(all)
	return all
}

// list lists the types of events with stacks; "": none.
func (r *reader) list() string {
	all := r.counts()
	var names []string
	for i, of := range all {
		if i == maxListed {
			names = append(names, words.Count(int64(len(all)-i), "more type"))
			break
		}
		names = append(names, fmt.Sprintf("%s (%s)", inMessage(of.Name), words.Thousands(of.Events)))
	}
	return strings.Join(names, ", ")
}

// inMessage returns the name of a type for a message: files may have any.
func inMessage(event string) string {
	if len(event) > maxName {
		event = strings.ToValidUTF8(event[:maxName], "") + "…"
	}
	return words.Visible(event)
}

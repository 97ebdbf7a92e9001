package perfscript

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/internal/lines"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// DataMagic are the first bytes of a perf.data file.
const DataMagic = "PERFILE2"

// Errors of files that have no text of perf script.
var (
	ErrNoSamples = errors.New("no line reads COMM PID TIME: EVENT:, as those of perf script")
	ErrData      = errors.New("a binary perf.data file")
)

// Options choose the samples to read.
type Options struct {
	// Event is the event whose samples are read, such as "cycles:u" or "cycles". "": the first one in the text.
	Event string
}

// A Summary has the content of a text other than the stacks that were read.
type Summary struct {
	Event   string  // whose samples were read; "": the text does not say
	Events  []Count // all of them, in the order of the text
	Threads []Count // by name, of the samples that were read; in the order of the text

	Caveats []string // reasons not to trust the stacks, one sentence each
}

// A Count says how many samples there are of an event, or a thread.
type Count struct {
	Name    string
	Samples int64
}

// maxLine is the maximum length of a line in bytes.
const maxLine = 1 << 20

// Read calls add for the stack of each sample of an event, root first, with the owners of its frames and the name of its thread. The
// slices are only valid during the call. Read stops if add returns an error. Errors are [*lines.Error], or wrap ErrNoSamples or ErrData.
func Read(r io.Reader, opts Options, add func(stack []string, owners []iprof.Owner, thread string) error) (*Summary, error) {
	rd := reader{opts: opts, add: add, events: counts{}, threads: counts{}, frames: map[string]placedFrame{}, placed: map[placed]frame{}}
	in := lines.NewReader(r, maxLine)
	for {
		text, err := in.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		if in.Line() == 1 && bytes.HasPrefix(text, []byte(DataMagic)) {
			return nil, ErrData
		}
		if err := rd.line(text); err != nil {
			return nil, &lines.Error{Line: in.Line(), Err: err}
		}
	}
	if err := rd.endSample(); err != nil {
		return nil, err
	}
	return rd.finish()
}

// A reader reads a text.
type reader struct {
	opts Options
	add  func([]string, []iprof.Owner, string) error

	event   string // the one that is read
	chosen  bool   // event is set
	events  counts
	threads counts
	order   struct{ events, threads []string }
	frames  map[string]placedFrame // by the text of a line after the address
	placed  map[placed]frame       // that are inlined

	inSample  bool // the previous lines are a sample
	read      bool // whose stack is read
	thread    string
	stack     []string
	owners    []iprof.Owner // of stack
	inlined   int           // frames at the end of stack whose file is that of the next frame
	stacks    int64         // that were read
	stackless int64         // samples
	unknown   int64         // lines
}

// A placedFrame is a frame and the object that has its code.
type placedFrame struct {
	frame
	object
}

// A placed symbol is that of a frame that is inlined into one of an object.
type placed struct {
	symbol string
	object
}

type counts map[string]*Count

// add counts a sample, and returns whether the name is new.
func (c counts) add(name string) bool {
	of := c[name]
	if of == nil {
		c[name] = &Count{name, 1}
		return true
	}
	of.Samples++
	return false
}

func (r *reader) line(text []byte) error {
	switch {
	case len(bytes.TrimSpace(text)) == 0:
		return r.endSample()
	case text[0] == '#':
		return nil
	case r.inSample && isIndented(text):
		if rest, ok := cutAddress(bytes.TrimSpace(text)); ok {
			return r.frame(rest)
		}
		if text[0] == '\t' { // a source line, with -F srcline
			return nil
		}
	}
	h, ok := parseHeader(text)
	if !ok {
		if r.inSample && !isIndented(text) {
			r.unknown++
		}
		return nil
	}
	if err := r.endSample(); err != nil {
		return err
	}
	return r.begin(h)
}

func isIndented(text []byte) bool { return text[0] == ' ' || text[0] == '\t' }

// begin begins a sample.
func (r *reader) begin(h header) error {
	r.inSample = true
	event := lines.String(h.event)
	if r.events.add(event) {
		r.order.events = append(r.order.events, event)
		if wanted := r.opts.Event; wanted == "" && !r.chosen || wanted != "" && isNamed(event, wanted) {
			if r.chosen {
				return fmt.Errorf("event %q is %s or %s", wanted, words.Visible(r.event), words.Visible(event))
			}
			r.event, r.chosen = event, true
		}
	}
	if r.read = r.chosen && event == r.event; !r.read {
		return nil
	}
	thread := lines.String(h.thread)
	r.thread = thread
	if r.threads.add(thread) {
		r.order.threads = append(r.order.threads, thread)
	}
	if rest, ok := cutAddress(h.rest); ok { // without -g the only frame is on the same line
		return r.frame(rest)
	}
	return nil
}

// isNamed reports whether a user means an event: cycles is cycles:u.
func isNamed(event, wanted string) bool {
	rest, ok := strings.CutPrefix(event, wanted)
	return ok && (rest == "" || rest[0] == ':' && strings.Trim(rest[1:], "ukhHGpPSDIWeb") == "")
}

// frame adds a frame, a caller of the previous one. The text is that of a line after the address.
func (r *reader) frame(text []byte) error {
	if !r.read {
		return nil
	}
	if len(r.stack) == iprof.MaxFrames {
		return iprof.ErrTooDeep
	}
	key := symbolOf(text)
	of, known := r.frames[string(key)]
	if !known {
		of.frame, of.object = newFrame(lines.String(key))
		r.frames[string(key)] = of
	}
	if isInlined(key) {
		r.inlined++
	} else {
		r.placeInlined(of.object)
	}
	r.stack, r.owners = append(r.stack, of.name), append(r.owners, of.frame.owner)
	return nil
}

// placeInlined says which object the innermost frames have that are inlined into the next one.
func (r *reader) placeInlined(of object) {
	for at := len(r.stack) - r.inlined; at < len(r.stack); at++ {
		key := placed{r.stack[at], of}
		f, known := r.placed[key]
		if !known {
			f = frame{name: key.symbol}.in(of)
			r.placed[key] = f
		}
		r.stack[at], r.owners[at] = f.name, f.owner
	}
	r.inlined = 0
}

// endSample counts the sample that ends, if there is one.
func (r *reader) endSample() error {
	read := r.inSample && r.read
	r.inSample, r.read = false, false
	switch {
	case !read:
		return nil
	case len(r.stack) == 0:
		r.stackless++
		return nil
	}
	slices.Reverse(r.stack)
	slices.Reverse(r.owners)
	r.stacks++
	err := r.add(r.stack, r.owners, r.thread)
	r.stack, r.owners, r.inlined = r.stack[:0], r.owners[:0], 0
	return err
}

func (r *reader) finish() (*Summary, error) {
	switch {
	case len(r.events) == 0, r.stacks == 0 && r.event == "" && r.chosen: // only lines like NAME NUMBER
		return nil, fmt.Errorf("not perf script text: %w", ErrNoSamples)
	case !r.chosen:
		var all []string
		for _, event := range r.order.events {
			all = append(all, words.Visible(event))
		}
		return nil, fmt.Errorf("no event %q: the text has %s", r.opts.Event, strings.Join(all, ", "))
	}
	s := &Summary{Event: r.event}
	for _, event := range r.order.events {
		s.Events = append(s.Events, *r.events[event])
	}
	for _, thread := range r.order.threads {
		s.Threads = append(s.Threads, *r.threads[thread])
	}
	if r.stackless > 0 {
		s.Caveats = append(s.Caveats, fmt.Sprintf("%s of %s without a stack, so left out", words.Thousands(r.stackless), words.Count(r.events[r.event].Samples, "sample is", "samples are")))
	}
	if r.unknown > 0 {
		s.Caveats = append(s.Caveats, fmt.Sprintf("%s not understood, so ignored", words.Count(r.unknown, "line is", "lines are")))
	}
	return s, nil
}

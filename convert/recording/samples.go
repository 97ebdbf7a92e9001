package recording

import (
	"errors"
	"fmt"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/internal/work"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/jfr"
)

// A samples collects the stacks of events of a type.
type samples struct {
	stacks  *stacks.Builder
	threads map[string]int64
	tags    *stacks.Tags // nil: not wanted

	truncated int64 // samples
	deepest   int   // truncated stack, in frames
	missing   int64 // events whose stack the chunk does not have

	// Of the current chunk. Numbers mean nothing in the next.
	event   jfr.Event           // any
	traces  numbered[int64]     // values by stack
	running numbered[threadIn]  // values by thread and stack
	runners map[int64]jfr.Event // an event of each thread
	methods map[int64]iprof.MethodID
	stack   jfr.Stack
	context iprof.Context
}

// A threadIn is a thread with a stack, and its state; 0: unknown, or not wanted.
type threadIn struct{ thread, stack, state int64 }

// A stackAt is a stack of the profile: its node, and the line of its leaf.
type stackAt struct {
	node iprof.NodeID
	line iprof.BCI
}

// A numbered adds up values by number, in the order in which numbers occur.
type numbered[K comparable] struct {
	index  map[K]int
	number []K
	value  []int64
	events []int64
}

func (n *numbered[K]) add(number K, value int64) {
	if n.index == nil {
		n.index = map[K]int{}
	}
	i, known := n.index[number]
	if !known {
		i = len(n.number)
		n.index[number] = i
		n.number, n.value, n.events = append(n.number, number), append(n.value, 0), append(n.events, 0)
	}
	n.value[i] += value
	n.events[i]++
}

func (n *numbered[K]) clear() {
	clear(n.index)
	n.number, n.value, n.events = n.number[:0], n.value[:0], n.events[:0]
}

// maxValue is the maximum that an event may stand for, so that a chunk cannot overflow a sum.
const maxValue = 1 << 31

// add counts an event with a stack.
func (s *samples) add(e jfr.Event, stack int64) error {
	value := int64(1)
	if n, ok, err := e.Number("samples"); err != nil {
		return err
	} else if ok && 0 < n && n < maxValue {
		value = n
	}
	s.event = e
	s.traces.add(stack, value)
	state := int64(0)
	if s.tags != nil {
		var err error
		if state, _, err = e.Number("state"); err != nil {
			return err
		}
	}
	for _, field := range []string{"sampledThread", "eventThread"} {
		thread, ok, err := e.Number(field)
		if err != nil {
			return err
		}
		if ok {
			s.running.add(threadIn{thread, stack, state}, value)
			s.runners[thread] = e
			break
		}
	}
	return nil
}

// endChunk adds the stacks of a chunk, each once with all its samples: few bytes of an event may stand for a deep one.
func (s *samples) endChunk(allowed *work.Budget) error {
	s.methods = map[int64]iprof.MethodID{}
	at := map[int64]stackAt{} // by stack, of those that the chunk has
	for i, number := range s.traces.number {
		ok, err := s.event.Stack(number, &s.stack)
		switch {
		case err != nil:
			return err
		case !ok:
			s.missing += s.traces.events[i]
			continue
		}
		if at[number], err = s.addStack(s.traces.value[i], allowed); err != nil {
			return err
		}
	}
	names := map[int64]string{}
	for i, of := range s.running.number {
		stack, found := at[of.stack]
		if !found {
			continue
		}
		name, known := names[of.thread]
		if !known {
			if name = s.runners[of.thread].Thread("sampledThread"); name == "" {
				name = s.runners[of.thread].Thread("eventThread")
			}
			names[of.thread] = name
		}
		s.threads[name] += s.running.value[i]
		if s.tags != nil {
			s.tags.Add(stack.node, stack.line, stacks.Tag{Thread: name, State: s.event.Constant("state", of.state)}, s.running.value[i])
		}
	}
	s.traces.clear()
	s.running.clear()
	clear(s.runners)
	return nil
}

// addStack counts the stack that was read.
func (s *samples) addStack(value int64, allowed *work.Budget) (at stackAt, err error) {
	if len(s.stack.Frames) > iprof.MaxFrames {
		return at, iprof.ErrTooDeep
	}
	s.context = s.context[:0]
	for _, f := range s.stack.Frames {
		m, known := s.methods[f.Method]
		if !known {
			if m, err = s.method(f.Method, allowed); err != nil {
				return at, err
			}
			s.methods[f.Method] = m
		}
		line := iprof.BCI(0)
		if 0 < f.Line && f.Line <= int(iprof.MaxBCI) {
			line = iprof.BCI(f.Line)
		}
		s.context = append(s.context, iprof.Frame{Method: m, BCI: line})
	}
	if s.stack.Truncated {
		s.truncated += value
		s.deepest = max(s.deepest, len(s.stack.Frames))
	}
	at.line = s.context[0].BCI
	if at.node, err = s.stacks.Add(s.context, value); errors.Is(err, iprof.ErrOverflow) {
		err = fmt.Errorf("%d samples take the sum past 2^63-1", value)
	}
	return at, err
}

// unknownMethod is the name of a method that the chunk does not have.
const unknownMethod = "<unknown method>"

func (s *samples) method(number int64, allowed *work.Budget) (iprof.MethodID, error) {
	m, ok := s.event.Method(number)
	if !ok || m.Name == "" && m.Class == "" {
		return s.stacks.Method(unknownMethod), nil
	}
	if err := allowed.Charge(work.Names, int64(len(m.Class)+len(m.Name))); err != nil {
		return 0, fmt.Errorf("%w: %w", iprof.ErrTooLarge, err)
	}
	name := m.Name
	if m.Class != "" {
		name = dotted(m.Class) + "." + m.Name
	}
	return s.stacks.Method(name), nil
}

// dotted returns com.acme.Parser for com/acme/Parser. A name with dots is returned as it is: the JVM writes that of a hidden class as
// com.acme.Parser$$Lambda/0x000000000f045418, and other tools write the name of a library. So is that of a hidden class without a package,
// Parser$$Lambda/0x000000000f045418: no class of the package Parser$$Lambda has a name that begins with a digit.
func dotted(class string) string {
	if _, rest, _ := strings.Cut(class, "/"); strings.Contains(class, ".") || strings.IndexAny(rest, "0123456789") == 0 && !strings.Contains(rest, "/") {
		return class
	}
	return strings.ReplaceAll(class, "/", ".")
}

// threadCounts are the samples of each thread.
func (s *samples) threadCounts() []Count {
	var all []Count
	for name, n := range s.threads {
		all = append(all, Count{name, n})
	}
	sortCounts(all)
	return all
}

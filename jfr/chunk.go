package jfr

import (
	"errors"
	"fmt"
	"iter"
	"time"
)

// A Chunk is a part of a recording, complete in itself: numbers of constants mean nothing in another chunk.
type Chunk struct {
	Number   int       // from 1
	Offset   int64     // of its first byte in the decompressed file
	Start    time.Time // UTC
	Duration time.Duration

	// Unfinished means that the recorder did not finish the chunk: there may have been more events.
	Unfinished bool

	data  []byte
	plain bool // integers are not compressed
	types map[int64]*Type
	pools map[*Type]map[int64]int // the places of constants, by their numbers
	texts map[place]string        // texts that were read

	classes map[int]string // names of classes, by place
}

// Size is the number of bytes of the chunk.
func (c *Chunk) Size() int64 { return int64(len(c.data)) }

// The types of events that are not in the metadata.
const (
	metadataType  = 0
	constantsType = 1
)

func (c *Chunk) fail(at int, err error) error { return &Error{c.Number, c.Offset + int64(at), err} }

// event reads the beginning of an event: its size, and the number of its type. The cursor is then at its first value.
func (c *Chunk) event(at int) (in cursor, typ int64, err error) {
	in = cursor{data: c.data, at: at, end: len(c.data), plain: c.plain}
	size := in.int()
	typ = in.long()
	switch {
	case in.err != nil:
		return in, 0, c.fail(at, in.err)
	case size < int64(in.at-at):
		return in, 0, c.fail(at, fmt.Errorf("the size of an event is %d", size))
	case size > int64(len(c.data)-at):
		return in, 0, c.fail(at, fmt.Errorf("the size of an event is %d, but its chunk has only %d more bytes", size, len(c.data)-at))
	}
	in.end = at + int(size)
	return in, typ, nil
}

// special is like event, for one that the header, or another one, says to be of a type.
func (c *Chunk) special(at, typ int64, noun string) (cursor, error) {
	if at < headerSize || at >= int64(len(c.data)) {
		return cursor{}, c.fail(0, fmt.Errorf("its %s are said to be at its byte %d of %d", noun, at, len(c.data)))
	}
	in, found, err := c.event(int(at))
	if err == nil && found != typ {
		err = c.fail(int(at), fmt.Errorf("expected %s, an event of type %d, not of type %d", noun, typ, found))
	}
	return in, err
}

func (c *Chunk) readTypes(at int64) error {
	in, err := c.special(at, metadataType, "metadata")
	if err != nil {
		return err
	}
	if c.types, err = readMetadata(&in); err != nil {
		return c.fail(int(at), err)
	}
	return nil
}

// readConstants finds the constants, in a chain from the newest event to the oldest. As in the JDK's reader, the oldest one with a
// number counts.
func (c *Chunk) readConstants(at int64) error {
	c.pools = map[*Type]map[int64]int{}
	for _, t := range c.types {
		for _, f := range t.Fields {
			if isPlace(f.Name) {
				c.want(f)
			}
		}
	}
	for read := 0; ; {
		in, err := c.special(at, constantsType, "constants")
		if err != nil {
			return err
		}
		if read += in.end - int(at); read > len(c.data) {
			return c.fail(int(at), errors.New("events with constants refer to each other in a circle"))
		}
		in.long() // time
		in.long() // duration
		before := in.long()
		in.byte() // whether it is a flush
		for range in.count() {
			c.readPool(&in)
		}
		switch {
		case in.err != nil:
			return c.fail(int(at), in.err)
		case before == 0:
			return nil
		}
		at += before
	}
}

// isPlace reports whether fields of events with that name are about where an event happened, and in which state of its thread. Their constants are kept.
func isPlace(field string) bool {
	return field == "stackTrace" || field == "eventThread" || field == "sampledThread" || field == "state"
}

// want keeps the constants of a field, and those that they contain.
func (c *Chunk) want(f *Field) {
	if f.Constant || f.Type.kind == stringKind {
		if _, known := c.pools[f.Type]; known {
			return
		}
		c.pools[f.Type] = map[int64]int{}
	}
	for _, in := range f.Type.Fields {
		c.want(in) // values are nested at most maxNesting deep
	}
}

// readPool reads the constants of a type in an event.
func (c *Chunk) readPool(in *cursor) {
	id := in.long()
	t := c.types[id]
	if t == nil {
		if in.err == nil {
			in.fail(fmt.Errorf("constants have a type without metadata: %d", id))
		}
		return
	}
	places, wanted := c.pools[t]
	for range in.count() {
		number := in.long()
		if wanted {
			places[number] = in.at
		}
		in.skipType(t)
		if in.err != nil {
			return
		}
	}
}

// Events iterates over the events of the chunk that have a type in its metadata, in the order of the file. The error is an [*Error],
// and ends the iteration.
func (c *Chunk) Events() iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		for at := headerSize; at < len(c.data); {
			in, id, err := c.event(at)
			if err != nil {
				yield(Event{}, err)
				return
			}
			if t := c.types[id]; t != nil && id != metadataType && id != constantsType && !yield(Event{t, c, in}, nil) {
				return
			}
			at = in.end
		}
	}
}

// An Event is an event of a chunk.
type Event struct {
	Type *Type

	chunk *Chunk
	in    cursor // at its first value
}

// Number returns the value of a field: an integer, the number of a constant, or 1 for true. The bool is false if the event has no such
// field, or one of another type. The error is an [*Error].
func (e Event) Number(name string) (int64, bool, error) {
	f := e.Type.Field(name)
	if f == nil || f.Array || !f.Constant && f.Type.kind != integerKind && f.Type.Name != "boolean" {
		return 0, false, nil
	}
	v := value{chunk: e.chunk, typ: e.Type, in: e.in}
	n := v.number(f)
	if v.in.err != nil {
		return 0, false, e.chunk.fail(e.in.at, fmt.Errorf("%s: %w", quoted(e.Type.Name), v.in.err))
	}
	return n, true, nil
}

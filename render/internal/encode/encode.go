package encode

import (
	"slices"

	"github.com/klauspost/compress/flate"

	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/internal/pagedata"
	"github.com/iprof-viz/iprof-viz/render/internal/records"
)

// How a field is missing from records, if it may be.
const (
	inNone  = iota // all have it
	absent         // from all records, in the same way
	null           // likewise
	perhaps        // one byte per record says which: one of those above
)

// An Encoder writes the columns of parts.
type Encoder struct {
	texts   *pagedata.Strings
	methods Places
	deflate *flate.Writer // measures which of two encodings takes less
	size    countingWriter

	// Memory that each column reuses.
	plain, steps []byte    // the two encodings of whole numbers
	whole        []float64 // see wholes
}

type countingWriter int

func (n *countingWriter) Write(b []byte) (int, error) {
	*n += countingWriter(len(b))
	return len(b), nil
}

// New returns an encoder of parts that share texts. Methods are the page's methods, by their places in its list. First all parts
// are collected, then the texts are settled, then the parts are written.
func New(texts *pagedata.Strings, methods Places) *Encoder {
	return &Encoder{texts: texts, methods: methods}
}

// Bytes returns the bytes of a record.
func (e *Encoder) Bytes(c *Columns) []byte {
	return pagedata.BytesOfColumns(func(w *pagedata.Writer) { (&writer{w, e}).columns(c) })
}

// A writer writes a part.
type writer struct {
	*pagedata.Writer
	*Encoder
}

// columns writes columns one after the other.
func (w *writer) columns(all *Columns) {
	for i := range all.fields {
		if c := &all.fields[i]; c.Rule == nil {
			w.column(c)
		}
	}
}

// column writes how a field is missing, then its values: for a list first the length of each, then the content of all of them. If
// there is nothing, it writes nothing.
func (w *writer) column(c *column) {
	if c.Missing != 0 && w.missing(c.missing) == 0 {
		return
	}
	if c.List {
		count := 0
		lengths := w.wholes(len(c.lengths))
		for i, n := range c.lengths {
			lengths[i] = float64(n)
			count += n
		}
		w.wholeNumbers(lengths)
		if count == 0 {
			return
		}
	}
	switch c.Kind {
	case records.Text:
		places := w.wholes(len(c.texts))
		for i, id := range c.texts {
			places[i] = float64(w.texts.Places[id])
		}
		w.wholeNumbers(places)
	case records.Flag:
		w.Write(c.flags)
	case records.Record:
		w.columns(c.records)
	case records.Method:
		if places, ok := w.placesOf(c.numbers); ok {
			w.WriteByte(methodPlaces)
			w.wholeNumbers(places)
			return
		}
		w.numbers(c.numbers)
	default:
		w.numbers(c.numbers)
	}
}

// missing writes how a field is missing, and returns how many records have it.
func (w *writer) missing(how []records.Missing) int {
	bytes, n, alike := make([]byte, len(how)), 0, true
	for i, m := range how {
		bytes[i] = [...]byte{0: inNone, records.Absent: absent, records.Null: null}[m]
		if alike = alike && bytes[i] == bytes[0]; m == 0 {
			n++
		}
	}
	if alike {
		w.WriteByte(bytes[0])
		return n
	}
	w.WriteByte(perhaps)
	w.Write(bytes)
	return n
}

// placesOf returns the places of methods; false: one of them is not in the list.
func (w *writer) placesOf(ids []float64) ([]float64, bool) {
	places := w.wholes(len(ids))
	for i, id := range ids {
		place, ok := w.methods.of(iprof.MethodID(id))
		if !ok {
			return nil, false
		}
		places[i] = float64(place)
	}
	return places, true
}

// wholes returns a slice for n whole numbers. The next call reuses its memory.
func (e *Encoder) wholes(n int) []float64 {
	e.whole = slices.Grow(e.whole[:0], n)[:n]
	return e.whole
}

package iprof

import (
	"errors"
	"fmt"
)

// readRecord reads {"ctx":"5:0<3:2<2:9<1:3","records":[7]}, or {"methodBciList":"5:0,3:2","records":[7]} in 0.2.0
func (ps *parser) readRecord(sec Section) error {
	var has struct{ ctx, records bool }
	ps.next()
	start := ps.offset()
	ps.values, ps.places = ps.values[:0], ps.places[:0]
	err := ps.object("methodBciList", "ctx", func(key string) error {
		switch key {
		case "ctx":
			has.ctx = true
			sep := byte('<')
			if ps.field == "methodBciList" {
				sep = ','
			}
			return ps.readContext(sep)
		case "records":
			has.records = true
			ps.next()
			ps.places = append(ps.places, ps.offset())
			return ps.integers(func() error {
				ps.next()
				ps.places = append(ps.places, ps.offset())
				v, err := ps.integer("a number", leastValue, 1<<63-1)
				ps.values = append(ps.values, v)
				return err
			})
		}
		return errUnknown
	})
	if err != nil {
		return err
	}
	if !has.ctx && sec == Monitors && ps.elem < 0 {
		has.ctx = true // 0.2.0 has none
	}
	if !has.ctx {
		return &placed{start, errors.New(`a record without "ctx"`)}
	}
	if !has.records {
		return &placed{start, errors.New(`a record without "records"`)}
	}
	if sub, err := ps.store(sec, start); err != nil {
		ps.field, ps.sub = "records", sub
		return &placed{ps.places[sub+1], err}
	}
	return nil
}

// leastValue is the smallest number that integer lets pass in records: store knows which ones may be negative.
const leastValue = -1 << 63

// readContext reads a context. sep separates its frames.
func (ps *parser) readContext(sep byte) error {
	ps.next()
	start := ps.offset()
	text, err := ps.str("a string")
	if err != nil {
		return err
	}
	ps.frames = ps.room()
	for rest := text; ; {
		frame, more := rest, false
		for i, c := range rest {
			if c == sep {
				frame, rest, more = rest[:i], rest[i+1:], true
				break
			}
		}
		f, ok := quickFrame(frame)
		if !ok {
			f, err = parseFrame(string(frame))
			if err != nil {
				return &placed{start, fmt.Errorf("frame %d: %w", len(ps.frames), err)}
			}
		}
		if len(ps.frames) >= MaxFrames {
			return &placed{start, ErrTooDeep}
		}
		ps.frames = append(ps.frames, f)
		if !more {
			return nil
		}
	}
}

// quickFrame reads METHOD:BCI with numbers of usual length: up to 9 and 4 digits.
func quickFrame(b []byte) (Frame, bool) {
	i := 0
	number := func(most int) (v int32, ok bool) {
		from := i
		for i < len(b) && b[i]-'0' <= 9 && i-from < most {
			v = v*10 + int32(b[i]-'0')
			i++
		}
		return v, i > from
	}
	m, ok := number(9)
	if !ok || i >= len(b) || b[i] != ':' {
		return Frame{}, false
	}
	i++
	sign := int32(1)
	if i < len(b) && b[i] == '-' {
		sign = -1
		i++
	}
	bci, ok := number(4)
	return Frame{MethodID(m), BCI(sign * bci)}, ok && i == len(b)
}

// store checks the record in frames and values, which begins at the offset start, and adds it to the batch. With an error,
// it stores nothing, and the first result is the index of the wrong value, or -1 if it is about all values.
func (ps *parser) store(sec Section, start int64) (int, error) {
	v := ps.values
	switch sec {
	case Calls, Samples:
		if len(v) != 1 {
			return -1, fmt.Errorf("expected 1 number, found %d", len(v))
		}
	case Conditionals:
		if len(v)%3 != 0 {
			return -1, fmt.Errorf("expected 3 numbers for each successor, found %d", len(v))
		}
	default:
		if len(v)%2 != 0 {
			return -1, fmt.Errorf("expected 2 numbers for each type, found %d", len(v))
		}
	}
	total := ps.p.totals[sec]
	add := func(i int) error {
		if v[i] < 0 {
			return fmt.Errorf("count %d is negative", v[i])
		}
		if total += v[i]; total < 0 {
			return fmt.Errorf("count %d takes the sum of %s past 2^63-1", v[i], ps.section)
		}
		return nil
	}
	switch sec {
	case Calls, Samples:
		if err := add(0); err != nil {
			return 0, err
		}
	case Conditionals:
		ps.succs = ps.succs[:0]
		for i := 0; i < len(v); i += 3 {
			if v[i] < int64(MinBCI) || v[i] > int64(MaxBCI) {
				return i, fmt.Errorf("target %d is outside of %d to %d", v[i], MinBCI, MaxBCI)
			}
			if err := id31("index", v[i+1]); err != nil {
				return i + 1, err
			}
			if err := add(i + 2); err != nil {
				return i + 2, err
			}
			ps.succs = append(ps.succs, Successor{BCI(v[i]), int32(v[i+1]), v[i+2]})
		}
	default:
		ps.counts = ps.counts[:0]
		for i := 0; i < len(v); i += 2 {
			if err := id31("type id", v[i]); err != nil {
				return i, err
			}
			if err := add(i + 1); err != nil {
				return i + 1, err
			}
			ps.counts = append(ps.counts, TypeCount{TypeID(v[i]), v[i+1]})
		}
	}
	ps.p.totals[sec] = total
	if !ps.keeps[sec] {
		ps.p.skipped[sec]++
		if sec == Monitors {
			ps.p.skipped[sec] += len(v)/2 - 1
		}
		return -1, nil
	}
	if sec == Monitors { // the context is a dummy
		ps.p.Monitors = append(ps.p.Monitors, ps.counts...)
		return -1, nil
	}

	b := ps.batch
	r := pending{section: sec, frames: int32(len(ps.frames))}
	switch sec {
	case Calls, Samples:
		r.count = v[0]
		if sec == Calls && ps.frames[0].BCI != 0 {
			ps.warnAt(start, WarnLeafBCI, "")
		}
		if sec == Calls && LooksPacked(r.count) {
			ps.warnAt(start, WarnPackedCount, "")
		}
	case Conditionals:
		for _, s := range ps.succs {
			if LooksPacked(s.Count) {
				ps.warnAt(start, WarnPackedCount, "")
			}
		}
		r.values = int32(len(ps.succs))
		b.successors = append(b.successors, ps.succs...)
	default:
		for _, c := range ps.counts {
			if LooksPacked(c.Count) {
				ps.warnAt(start, WarnPackedCount, "")
			}
		}
		r.values = int32(len(ps.counts))
		b.typeCounts = append(b.typeCounts, ps.counts...)
	}
	if at, n := len(b.frames), len(ps.frames); at+n <= cap(b.frames) && &b.frames[:at+1][at] == &ps.frames[0] {
		b.frames = b.frames[:at+n] // they are there already
	} else {
		b.frames = append(b.frames, ps.frames...)
	}
	b.records = append(b.records, r)
	if len(b.frames)+len(b.successors)+len(b.typeCounts) < batchFrames {
		return -1, nil
	}
	var err error
	ps.batch, err = ps.collector.put(b)
	return -1, err
}

// id31 checks a number that has to fit in 31 bits.
func id31(name string, v int64) error {
	switch {
	case v < 0:
		return fmt.Errorf("%s %d is negative", name, v)
	case v > 1<<31-1:
		return fmt.Errorf("%s %d does not fit in 31 bits", name, v)
	}
	return nil
}

// smallHalf bounds the halves that look like separate counts, however much they differ.
const smallHalf = 1 << 13

// LooksPacked reports whether a count looks like two 32-bit counters read as one 64-bit value, see [WarnPackedCount], such as
// 34303903801135 = 7987<<32 | 7983 and 2190433328079 = 510<<32 | 7119: the upper half is at least 16, and the halves differ by an
// eighth at most, or both are small. The false-positive rate is one in a million counts of that size, and one in 500,000.
func LooksPacked(v int64) bool {
	hi, lo := v>>32, v&(1<<32-1)
	return hi >= 16 && (max(hi-lo, lo-hi) <= hi/8 || lo >= 16 && max(hi, lo) < smallHalf)
}

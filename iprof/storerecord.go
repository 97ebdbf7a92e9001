package iprof

import (
	"fmt"
	"slices"
)

// store checks the record in frames and values, which begins at the offset start, and adds it to the batch. With an error, it
// stores nothing, and the first result is the index of the wrong value, or -1 if it is about all values.
func (ps *parser) store(sec Section, start int64) (int, error) {
	if at, err := ps.check(sec); err != nil {
		return at, err
	}
	if !ps.keeps[sec] {
		ps.p.skipped[sec]++
		if sec == Monitors {
			ps.p.skipped[sec] += len(ps.values)/2 - 1
		}
		return -1, nil
	}
	if sec == Monitors { // the context is a dummy
		ps.p.Monitors = append(ps.p.Monitors, ps.counts...)
		return -1, nil
	}
	return -1, ps.put(sec, start)
}

// check checks values, adds them to the total of the section, and sets succs or counts.
func (ps *parser) check(sec Section) (int, error) {
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
	return -1, nil
}

// put adds a checked record to the batch.
func (ps *parser) put(sec Section, start int64) error {
	b := ps.batch
	if ps.repeats {
		ps.frames = ps.frames.withoutRepeated()
	}
	r := pending{frames: int32(len(ps.frames))}
	switch sec {
	case Calls, Samples:
		r.count = ps.values[0]
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
		b.frames = b.frames[:at+n] // they are already there
	} else {
		b.frames = append(b.frames, ps.frames...)
	}
	b.records = append(b.records, r)
	if len(b.frames)+len(b.successors)+len(b.typeCounts) < batchFrames {
		return nil
	}
	return ps.handOver()
}

// begin begins a batch for the records of a section.
func (ps *parser) begin(sec Section) error {
	if len(ps.batch.records) > 0 {
		if err := ps.handOver(); err != nil {
			return err
		}
	}
	ps.batch.section = sec
	return nil
}

// handOver passes on the batch and begins the next one, of the same section.
func (ps *parser) handOver() error {
	sec := ps.batch.section
	next, err := ps.collector.put(ps.batch)
	ps.batch = next
	if next != nil {
		next.section = sec
	}
	return err
}

// id31 checks a number that must fit in 31 bits.
func id31(name string, v int64) error {
	switch {
	case v < 0:
		return fmt.Errorf("%s %d is negative", name, v)
	case v > 1<<31-1:
		return fmt.Errorf("%s %d does not fit in 31 bits", name, v)
	}
	return nil
}

// LooksPacked reports whether a count looks like two 32-bit counters read as one 64-bit value, see [WarnPackedCount], such as
// 34303903801135 = 7987<<32 | 7983 and 2190433328079 = 510<<32 | 7119: the upper half is at least 16, and the halves differ by at
// most an eighth, or both are small. For the two cases, the false-positive rate is one in a million and one in 500,000 counts of
// that size.
func LooksPacked(v int64) bool {
	const smallHalf = 1 << 13 // the limit below which halves look like separate counts, however much they differ
	hi, lo := v>>32, v&(1<<32-1)
	return hi >= 16 && (max(hi-lo, lo-hi) <= hi/8 || lo >= 16 && max(hi, lo) < smallHalf)
}

// room returns the empty slice after the frames of the batch. A context that fits in there need not be copied.
func (ps *parser) room() Context {
	const most = 256 // nearly all contexts have fewer frames
	b := ps.batch
	b.frames = slices.Grow(b.frames, most)
	return b.frames[len(b.frames):len(b.frames):cap(b.frames)]
}

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
				v, err := ps.integer("a number", -1<<63, 1<<63-1) // store knows which ones may be negative
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

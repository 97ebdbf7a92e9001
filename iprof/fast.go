package iprof

import "slices"

// fastRecord reads a record that is written as native-image writes it, in one piece and with nothing odd in it:
//
//	{"ctx":"5:0<3:2<2:9<1:3","records":[7]}
//
// It is false, and has taken nothing, where the record is written otherwise, holds a number that needs a closer look,
// or is wrong: readRecord then reads it again and finds the words. Nearly all of a file passes here.
func (ps *parser) fastRecord(sec Section) bool {
	if ps.pos == ps.end || ps.buf[ps.pos] != '{' {
		return false
	}
	ps.frames = ps.room()
	n, short := ps.match(ps.buf[ps.pos : ps.end+1])
	if n == 0 && short && ps.fill() {
		n, _ = ps.match(ps.buf[ps.pos : ps.end+1])
	}
	if n == 0 {
		return false
	}
	if _, err := ps.store(sec); err != nil {
		return false
	}
	ps.pos += n
	return true
}

// room returns where the batch at hand will have the frames of its next record. A context that fits in there need not
// be copied.
func (ps *parser) room() Context {
	b := ps.batch
	b.frames = slices.Grow(b.frames, spareFrames)
	return b.frames[len(b.frames):len(b.frames):cap(b.frames)]
}

// spareFrames is more than nearly all contexts have.
const spareFrames = 256

const (
	recordHead   = `{"ctx":"`
	recordMiddle = `","records":[`
	recordTail   = `]}`
)

// match reads a record at the start of b into frames and values and returns its length, or 0. b ends with a byte that
// is in no record, so a look at b[i] is within b as long as everything before i has matched. short says that this byte
// was what did not match.
func (ps *parser) match(b []byte) (n int, short bool) {
	last := len(b) - 1
	if last < len(recordHead) || string(b[:len(recordHead)]) != recordHead {
		return 0, last < len(recordHead)
	}
	i := len(recordHead)
	frames := ps.frames[:0]
	for {
		d := b[i] - '0'
		if d > 9 {
			return 0, i == last
		}
		m := uint32(d)
		from := i
		for i++; ; i++ {
			if d = b[i] - '0'; d > 9 {
				break
			}
			m = m*10 + uint32(d)
		}
		if b[i] != ':' || i-from > 9 {
			return 0, i == last
		}
		i++
		negative := b[i] == '-'
		if negative {
			i++
		}
		from = i
		var bci uint32
		for ; ; i++ {
			if d = b[i] - '0'; d > 9 {
				break
			}
			bci = bci*10 + uint32(d)
		}
		if i == from || i-from > 4 { // longer BCIs are rare and may be out of range
			return 0, i == last
		}
		f := Frame{MethodID(m), BCI(bci)}
		if negative {
			f.BCI = -f.BCI
		}
		frames = append(frames, f)
		if b[i] != '<' {
			break
		}
		i++
	}
	ps.frames = frames
	if len(frames) > maxFrames {
		return 0, false
	}
	if last-i < len(recordMiddle) || string(b[i:i+len(recordMiddle)]) != recordMiddle {
		return 0, last-i < len(recordMiddle)
	}
	i += len(recordMiddle)
	values := ps.values[:0]
	for {
		negative := b[i] == '-'
		if negative {
			i++
		}
		from := i
		var v uint64
		for ; ; i++ {
			d := b[i] - '0'
			if d > 9 {
				break
			}
			v = v*10 + uint64(d)
		}
		if i == from || i-from > 18 || b[from] == '0' && i-from > 1 {
			return 0, i == last
		}
		if negative {
			v = -v
		}
		values = append(values, int64(v))
		if b[i] != ',' {
			break
		}
		i++
	}
	ps.values = values
	if last-i < len(recordTail) || string(b[i:i+len(recordTail)]) != recordTail {
		return 0, last-i < len(recordTail)
	}
	return i + len(recordTail), false
}

// fastMethod does for the table of methods what fastRecord does for records:
//
//	{"id":19547,"name":"main","signature":[10,8,4823]}
func (ps *parser) fastMethod() bool {
	if ps.pos == ps.end || ps.buf[ps.pos] != '{' {
		return false
	}
	id, name, n := ps.matchMethod(ps.buf[ps.pos : ps.end+1])
	if n == 0 && ps.end-ps.pos < windowSize/4 && ps.fill() { // it may be cut off by the window's end
		id, name, n = ps.matchMethod(ps.buf[ps.pos : ps.end+1])
	}
	if n == 0 || len(ps.params) < 2 || !ps.p.methods.add(id) {
		return false
	}
	ps.addMethod(MethodID(id), ps.keep(name))
	ps.pos += n
	return true
}

const (
	methodHead = `{"id":`
	methodName = `,"name":"`
	methodSig  = `","signature":[`
)

// matchMethod reads a method at the start of b, its signature into params, and returns the length of all, or 0. b ends
// with a byte that is in no method.
func (ps *parser) matchMethod(b []byte) (id int32, name []byte, n int) {
	if len(b) <= len(methodHead) || string(b[:len(methodHead)]) != methodHead {
		return 0, nil, 0
	}
	i := len(methodHead)
	number := func() (int32, bool) {
		from := i
		var v int32
		for b[i]-'0' <= 9 && i-from < 9 {
			v = v*10 + int32(b[i]-'0')
			i++
		}
		return v, i > from && (b[from] != '0' || i-from == 1)
	}
	id, ok := number()
	if !ok || len(b)-i <= len(methodName) || string(b[i:i+len(methodName)]) != methodName {
		return 0, nil, 0
	}
	i += len(methodName)
	from := i
	for c := b[i]; c >= ' ' && c < 0x80 && c != '"' && c != '\\'; c = b[i] {
		i++
	}
	name = b[from:i]
	if len(b)-i <= len(methodSig) || string(b[i:i+len(methodSig)]) != methodSig {
		return 0, nil, 0
	}
	i += len(methodSig)
	ps.params = ps.params[:0]
	for {
		t, ok := number()
		if !ok {
			return 0, nil, 0
		}
		ps.params = append(ps.params, TypeID(t))
		if b[i] != ',' {
			break
		}
		i++
	}
	if len(b)-i <= len(recordTail) || string(b[i:i+len(recordTail)]) != recordTail {
		return 0, nil, 0
	}
	return id, name, i + len(recordTail)
}

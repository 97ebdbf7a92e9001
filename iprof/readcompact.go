package iprof

import (
	"encoding/binary"
	"math/bits"
)

// fastRecord reads a record in the compact form in which native-image writes it, without white space or escapes:
//
//	{"ctx":"5:0<3:2<2:9<1:3","records":[7]}
//
// It returns false and consumes nothing if the record has another form, an unusually long number or an error. readRecord
// then reads it again, and has the error messages. Nearly all records of a file pass here.
func (ps *parser) fastRecord(sec Section) bool {
	if ps.pos == ps.end || ps.buf[ps.pos] != '{' {
		return false
	}
	ps.frames = ps.room()
	n, short := ps.match(ps.buf[ps.pos : ps.end+padding])
	if n == 0 && short && ps.fill() {
		n, _ = ps.match(ps.buf[ps.pos : ps.end+padding])
	}
	if n == 0 {
		return false
	}
	if _, err := ps.store(sec, ps.offset()); err != nil {
		return false
	}
	ps.pos += n
	return true
}

const (
	recordHead   = `{"ctx":"`
	recordMiddle = `","records":[`
	recordTail   = `]}`
)

// match reads a record at the start of b into frames and values. It returns the length of the record, or 0. The last bytes of b, padding,
// begin with one that no record contains, so b[i] is within b as long as everything before i has matched. short means that this byte was
// the first that did not match.
func (ps *parser) match(b []byte) (n int, short bool) {
	last := len(b) - padding
	if last < len(recordHead) || string(b[:len(recordHead)]) != recordHead {
		return 0, last < len(recordHead)
	}
	i := len(recordHead)
	frames := ps.frames[:0]
	for {
		m, n := digits(b, i)
		i += n
		if n == 0 || n == 8 || b[i] != ':' { // longer ids are rare
			return 0, i == last
		}
		i++
		negative := b[i] == '-'
		if negative {
			i++
		}
		bci, n := digits(b, i)
		i += n
		if n == 0 || n > 4 { // longer BCIs are rare and may be out of range
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
	if len(frames) > MaxFrames {
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
		v, n := digits(b, i)
		for i += n; n == 8; i++ { // a large one
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

// digits returns the number at b[i], and how many digits it has, up to 8; with none, v means nothing. There are at least 8 bytes, which are
// looked at together: numbers of different lengths, one byte at a time, are branches that no processor foresees.
func digits(b []byte, i int) (v uint64, n int) {
	const (
		zeros = 0x3030303030303030 // '0' in each byte
		above = 0x7676767676767676 // what takes a byte above 9 to the top bit, or has it there already
		tops  = 0x8080808080808080
	)
	d := binary.LittleEndian.Uint64(b[i:i+8]) ^ zeros // without the end, the address takes longer, and the next number waits for this one
	n = bits.TrailingZeros64((d+above|d)&tops) / 8    // a carry changes bytes after the first that is no digit
	d <<= (64 - 8*n) & 63                             // zeros before the number instead of other bytes after it
	d = d * (10<<8 + 1) >> 8 & 0x00ff00ff00ff00ff     // pairs of digits
	d = d * (100<<16 + 1) >> 16 & 0x0000ffff0000ffff
	return d * (10000<<32 + 1) >> 32, n
}

// fastMethod reads a method in compact form, as fastRecord does a record:
//
//	{"id":19547,"name":"main","signature":[10,8,4823]}
func (ps *parser) fastMethod() bool {
	id, name, n := ps.matchEntry(ps.matchMethod)
	if n == 0 || len(ps.params) < 2 || !ps.p.methods.add(id) {
		return false
	}
	addMethod(&ps.p.Methods, MethodID(id), name, ps.params)
	ps.p.refer(ps.params)
	ps.pos += n
	return true
}

// fastType reads a type in compact form:
//
//	{"id":9,"name":"java.lang.Object"}
func (ps *parser) fastType() bool {
	id, name, n := ps.matchEntry(matchType)
	if n == 0 || !ps.p.types.add(id) {
		return false
	}
	addType(&ps.p.Types, TypeID(id), name)
	ps.pos += n
	return true
}

// matchEntry matches a type or method at the current position. If the window may end within it, it fills the window and tries
// again.
func (ps *parser) matchEntry(match func(b []byte) (id int32, name []byte, n int)) (id int32, name []byte, n int) {
	if ps.pos == ps.end || ps.buf[ps.pos] != '{' {
		return 0, nil, 0
	}
	id, name, n = match(ps.buf[ps.pos : ps.end+padding])
	if n == 0 && ps.end-ps.pos < windowSize/4 && ps.fill() {
		id, name, n = match(ps.buf[ps.pos : ps.end+padding])
	}
	return id, name, n
}

const (
	entryHead = `{"id":`
	entryName = `,"name":"`
	methodSig = `","signature":[`
	typeTail  = `"}`
)

// matchType reads a type at the start of b. It returns the length of the type, or 0. The last bytes of b, padding, begin with one that no
// type contains.
func matchType(b []byte) (id int32, name []byte, n int) {
	id, name, i := matchNamed(b)
	if i == 0 || len(b)-i <= len(typeTail) || string(b[i:i+len(typeTail)]) != typeTail {
		return 0, nil, 0
	}
	return id, name, i + len(typeTail)
}

// matchMethod reads a method as matchType reads a type, and its signature into params.
func (ps *parser) matchMethod(b []byte) (id int32, name []byte, n int) {
	id, name, i := matchNamed(b)
	if i == 0 || len(b)-i <= len(methodSig) || string(b[i:i+len(methodSig)]) != methodSig {
		return 0, nil, 0
	}
	i += len(methodSig)
	params := ps.params[:0]
	for {
		t, to := matchID(b, i)
		if to == 0 {
			return 0, nil, 0
		}
		i = to
		params = append(params, TypeID(t))
		if b[i] != ',' {
			break
		}
		i++
	}
	ps.params = params
	if len(b)-i <= len(recordTail) || string(b[i:i+len(recordTail)]) != recordTail {
		return 0, nil, 0
	}
	return id, name, i + len(recordTail)
}

// matchNamed reads the common start of types and methods, up to the end of a name in ASCII without escapes.
func matchNamed(b []byte) (id int32, name []byte, n int) {
	if len(b) <= len(entryHead) || string(b[:len(entryHead)]) != entryHead {
		return 0, nil, 0
	}
	id, i := matchID(b, len(entryHead))
	if i == 0 || len(b)-i <= len(entryName) || string(b[i:i+len(entryName)]) != entryName {
		return 0, nil, 0
	}
	i += len(entryName)
	from := i
	for c := b[i]; c >= ' ' && c < 0x80 && c != '"' && c != '\\'; c = b[i] {
		i++
	}
	return id, b[from:i], i
}

// matchID reads an id of up to seven digits at b[i]. It returns the index after the id, or 0.
func matchID(b []byte, i int) (id int32, to int) {
	v, n := digits(b, i)
	if n == 0 || n == 8 || b[i] == '0' && n > 1 {
		return 0, 0
	}
	return int32(v), i + n
}

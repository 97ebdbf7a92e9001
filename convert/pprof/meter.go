package pprof

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"google.golang.org/protobuf/encoding/protowire"

	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A meter reads a Profile message and charges for each field as much memory as its decoded form will take. An empty location takes
// two bytes in the file, and a hundred in memory. It drops the labels of samples, which nothing here reads: decoded, they take most
// of the memory if there are any, and the decoder looks up the text of a key for each.
type meter struct {
	in      *bufio.Reader
	data    []byte // the message so far, without labels
	labels  int64  // bytes of dropped labels
	maxData int64  // including labels
	cost    int64  // memory of the objects so far, in bytes
	maxCost int64
}

// decodedTimes is the maximum size of the decoded objects of a profile, as a multiple of the file's size. Real profiles take up to
// three times the size of the file.
const decodedTimes = 2

// Costs of decoded objects in bytes, including the pointers to them and their entries in tables by id.
const (
	sampleCost   = 176
	idCost       = 16 // a location of a sample
	valueCost    = 8
	mappingCost  = 200
	locationCost = 200
	lineCost     = 64
	functionCost = 200
	stringCost   = 16
	otherCost    = 100
)

var errMalformed = errors.New("malformed")

// read reads the message to its end, or to where it is malformed: the decoder will report that.
func (m *meter) read() error {
	for {
		start := len(m.data)
		switch err := m.field(); {
		case err == errMalformed, err == io.EOF:
			return nil
		case err != nil:
			return err
		case m.size() > m.maxData:
			return fmt.Errorf("%w: more than %s bytes, decompressed", iprof.ErrTooLarge, words.Thousands(m.maxData))
		}
		field := withoutLabels(m.data[start:])
		m.labels += int64(len(m.data) - start - len(field))
		m.data = m.data[:start+len(field)]
		m.cost += cost(m.data[start:])
		if m.cost > m.maxCost {
			return fmt.Errorf("%w: its objects would take more than %s bytes of memory", iprof.ErrTooLarge, words.Thousands(m.maxCost))
		}
	}
}

// size returns how many bytes have been read.
func (m *meter) size() int64 { return int64(len(m.data)) + m.labels }

// field reads a field.
func (m *meter) field() error {
	tag, err := m.varint()
	if err != nil {
		return err
	}
	switch protowire.Type(tag & 7) {
	case protowire.VarintType:
		_, err = m.varint()
		return err
	case protowire.Fixed32Type:
		return m.bytes(4)
	case protowire.Fixed64Type:
		return m.bytes(8)
	case protowire.BytesType:
		n, err := m.varint()
		if err != nil {
			return err
		}
		return m.bytes(n)
	}
	return errMalformed
}

func (m *meter) varint() (uint64, error) {
	start := len(m.data)
	for {
		c, err := m.in.ReadByte()
		if err != nil {
			return 0, err
		}
		m.data = append(m.data, c)
		if c < 0x80 {
			break
		}
	}
	v, n := protowire.ConsumeVarint(m.data[start:])
	if n < 0 {
		return 0, errMalformed
	}
	return v, nil
}

// bytes reads n bytes, or one more than the limit.
func (m *meter) bytes(n uint64) error {
	const block = 64 << 10
	n = min(n, uint64(max(0, m.maxData-m.size()))+1)
	for n > 0 {
		m.data = slices.Grow(m.data, int(min(n, block)))
		read, err := m.in.Read(m.data[len(m.data):min(cap(m.data), len(m.data)+int(min(n, block)))])
		m.data = m.data[:len(m.data)+read]
		n -= uint64(read)
		if err != nil && n > 0 {
			return err
		}
	}
	return nil
}

// cost returns the cost of a field of a profile.
func cost(field []byte) int64 {
	number, _, n := protowire.ConsumeTag(field)
	body, _ := protowire.ConsumeBytes(field[max(n, 0):]) // nil for a number
	switch number {
	case profileSample:
		return sampleCost + costOf(body, sampleLocation, idCost) + costOf(body, sampleValue, valueCost)
	case profileMapping:
		return mappingCost
	case profileLocation:
		return locationCost + costOf(body, locationLine, lineCost)
	case profileFunction:
		return functionCost
	case profileStringTable:
		return stringCost + int64(len(body))
	}
	return otherCost
}

// withoutLabels removes the labels of a sample from a field, in place. Other fields are unchanged, and so are malformed samples.
func withoutLabels(field []byte) []byte {
	number, typ, tag := protowire.ConsumeTag(field)
	if tag < 0 || number != profileSample || typ != protowire.BytesType {
		return field
	}
	message, n := protowire.ConsumeBytes(field[tag:])
	if n < 0 {
		return field
	}
	var labels int
	for rest := message; len(rest) > 0; {
		number, _, n := protowire.ConsumeField(rest)
		if n < 0 {
			return field
		}
		if number == sampleLabel {
			labels += n
		}
		rest = rest[n:]
	}
	if labels == 0 {
		return field
	}
	kept := protowire.AppendVarint(field[:tag], uint64(len(message)-labels)) // no longer than before
	for rest := message; len(rest) > 0; {
		number, _, n := protowire.ConsumeField(rest)
		if number != sampleLabel {
			kept = append(kept, rest[:n]...)
		}
		rest = rest[n:]
	}
	return kept
}

// costOf returns the cost of the parts of a message in a field, given the cost of one part. Numbers may be packed.
func costOf(message []byte, field protowire.Number, each int64) (sum int64) {
	for len(message) > 0 {
		number, typ, value, n := consumeField(message)
		if n < 0 {
			break
		}
		message = message[n:]
		if number != field {
			continue
		}
		sum += each
		if typ == protowire.BytesType && each < lineCost { // packed, as these are numbers
			packed, _ := protowire.ConsumeBytes(value)
			sum += each * int64(numbersIn(packed))
		}
	}
	return sum
}

// numbersIn counts packed numbers: the last byte of each is below 0x80.
func numbersIn(packed []byte) (n int) {
	for _, c := range packed {
		if c < 0x80 {
			n++
		}
	}
	return n
}

// consumeField returns the field that b begins with, and its length; negative: it begins with none. Its number may be any, also 0, which
// protowire refuses: pprof skips it, and reads what follows.
func consumeField(b []byte) (number protowire.Number, typ protowire.Type, value []byte, n int) {
	tag, n := protowire.ConsumeVarint(b)
	if n < 0 {
		return 0, 0, nil, n
	}
	typ = protowire.Type(tag & 7)
	size := protowire.ConsumeFieldValue(1, typ, b[n:])
	if size < 0 {
		return 0, 0, nil, size
	}
	return protowire.Number(min(tag>>3, math.MaxInt32)), typ, b[n : n+size], n + size
}

package pprof

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"

	"google.golang.org/protobuf/encoding/protowire"

	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A meter reads a Profile message and charges for each field as much memory as its decoded form will take. An empty location
// takes two bytes in the file, and a hundred in memory.
type meter struct {
	in      *bufio.Reader
	data    []byte // the message so far
	maxData int64
	cost    int64 // of the objects so far, in bytes
	maxCost int64
}

// decodedTimes is the allowed size of the decoded objects of a profile, as a multiple of the file's. Those of real profiles have
// up to three times the size of the file.
const decodedTimes = 2

// Costs of decoded objects in bytes, with the pointers to them and their entries in tables by id.
const (
	sampleCost   = 176
	idCost       = 16 // of a location of a sample
	valueCost    = 8
	labelCost    = 400
	locationCost = 200
	lineCost     = 64
	functionCost = 200
	stringCost   = 16
	otherCost    = 100
)

var errMalformed = errors.New("malformed")

// read reads the message up to its end, or to where it is malformed: that is for the decoder to explain.
func (m *meter) read() error {
	for {
		start := len(m.data)
		switch err := m.field(); {
		case err == errMalformed, err == io.EOF:
			return nil
		case err != nil:
			return err
		case int64(len(m.data)) > m.maxData:
			return fmt.Errorf("%w: more than %s bytes, decompressed", iprof.ErrTooLarge, words.Thousands(m.maxData))
		}
		m.cost += cost(m.data[start:])
		if m.cost > m.maxCost {
			return fmt.Errorf("%w: its objects would take more than %s bytes of memory", iprof.ErrTooLarge, words.Thousands(m.maxCost))
		}
	}
}

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
	n = min(n, uint64(max(0, m.maxData-int64(len(m.data))))+1)
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
	body, _ := protowire.ConsumeBytes(field[max(n, 0):]) // nil of a number
	switch number {
	case profileSample:
		return sampleCost + costOf(body, sampleLocation, idCost) + costOf(body, sampleValue, valueCost) + costOf(body, sampleLabel, labelCost)
	case profileLocation:
		return locationCost + costOf(body, locationLine, lineCost)
	case profileFunction:
		return functionCost
	case profileStringTable:
		return stringCost + int64(len(body))
	}
	return otherCost
}

// costOf returns the cost of the parts of a message that are in a field, given that of one. Numbers may be packed.
func costOf(message []byte, field protowire.Number, each int64) (sum int64) {
	for len(message) > 0 {
		number, typ, n := protowire.ConsumeTag(message)
		if n < 0 {
			break
		}
		size := protowire.ConsumeFieldValue(number, typ, message[n:])
		if size < 0 {
			break
		}
		value := message[n : n+size]
		message = message[n+size:]
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

package pprof

import (
	"bufio"
	"bytes"
	"errors"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"

	"github.com/iprof-viz/iprof-viz/iprof"
)

// A message of as many bytes as the limit is read, and one more is an error.
func TestMeterLimit(t *testing.T) {
	message := appendInt(nil, profilePeriod, 1<<40)
	message = appendInt(message, profileDefaultSampleType, 3)
	for limit, want := range map[int]bool{len(message): true, len(message) + 1: true, len(message) - 1: false, 1: false} {
		m := meter{in: bufio.NewReader(bytes.NewReader(message)), maxData: int64(limit), maxCost: 1 << 20}
		if err := m.read(); (err == nil) != want || err != nil && !errors.Is(err, iprof.ErrTooLarge) {
			t.Errorf("limit %d of %d bytes: %v", limit, len(message), err)
		}
	}
}

// A sample without its labels has all other fields, in order. Other fields, samples without labels and malformed ones are unchanged.
func TestWithoutLabels(t *testing.T) {
	label := appendInt(nil, labelKey, 7)
	sample := func(fields ...[]byte) []byte { return appendBytes(nil, profileSample, bytes.Join(fields, nil)) }
	location, value := appendBytes(nil, sampleLocation, []byte{1, 2}), appendBytes(nil, sampleValue, []byte{3})
	labels := appendBytes(nil, sampleLabel, label)
	for _, c := range []struct{ field, want []byte }{
		{sample(location, value, labels), sample(location, value)}, {sample(labels, location, labels, labels, value), sample(location, value)}, {sample(location, value), sample(location, value)},
		{sample(labels), sample()}, {appendBytes(nil, profileFunction, labels), appendBytes(nil, profileFunction, labels)}, {appendInt(nil, profileSample, 5), appendInt(nil, profileSample, 5)},
		{sample(location, labels, []byte{0xff}), sample(location, labels, []byte{0xff})}, {sample(labels)[:3], sample(labels)[:3]}, {nil, nil},
	} {
		if got := withoutLabels(bytes.Clone(c.field)); !bytes.Equal(got, c.want) {
			t.Errorf("%x: %x, want %x", c.field, got, c.want)
		}
	}
	long := sample(bytes.Repeat(location, 100), labels) // its length takes a byte more
	if got := withoutLabels(bytes.Clone(long)); !bytes.Equal(got, sample(bytes.Repeat(location, 100))) || protowire.SizeVarint(uint64(len(long))) != 2 {
		t.Errorf("%d bytes of %d", len(got), len(long))
	}
}

// Every part of a message costs, also after fields that pprof skips: those with unknown numbers, and 0.
func TestCostOfParts(t *testing.T) {
	location := appendInt(nil, sampleLocation, 300)
	packed := appendBytes(nil, sampleLocation, []byte{1, 2, 0xac, 2})
	fixed := append(protowire.AppendTag(nil, 9, protowire.Fixed64Type), make([]byte, 8)...)
	fixed = append(append(fixed, protowire.AppendTag(nil, 10, protowire.Fixed32Type)...), make([]byte, 4)...)
	for _, c := range []struct {
		message []byte
		want    int64
	}{
		{bytes.Repeat(location, 3), 3}, {packed, 4}, {append(appendInt(nil, 0, 5), location...), 1}, {append(fixed, location...), 1},
		{append([]byte{0xf8, 0xff, 0xff, 0xff, 0xff, 0x01, 7}, location...), 1}, {append(bytes.Clone(location), 0xff), 1},
		{append(bytes.Clone(location), 10, 200), 1}, {fixed[:8], 0}, {nil, 0},
	} {
		if got := costOf(c.message, sampleLocation, 1); got != c.want {
			t.Errorf("%x: %d, want %d", c.message, got, c.want)
		}
	}
}

package pprof

import (
	"bufio"
	"bytes"
	"errors"
	"testing"

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

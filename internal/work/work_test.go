package work_test

import (
	"errors"
	"math"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/work"
)

// A file may cause so much work for each byte, and some more; a larger limit of the input allows more in proportion.
func TestBudget(t *testing.T) {
	const few, perByte = 1 << 18, 8 // of frames
	for _, tt := range []struct {
		name            string
		maxInput, bytes int64
		first, then     int64
		limit           int64 // 0: no error
	}{
		{"few for an empty file", 0, 0, few, 0, 0},
		{"one more", 0, 0, few, 1, few},
		{"some for each byte", 0, 100, few, 100 * perByte, 0},
		{"and one more", 0, 100, few + 100*perByte, 1, few + 100*perByte},
		{"five times as many", 0, 0, 5 * few, 0, few},
		{"that limit allows it", 5 * 256 << 20, 0, 5 * few, 0, 0},
		{"a smaller limit of the input takes nothing away", 1, 0, few, 0, 0},
		{"no limit", -1, 0, math.MaxInt64, math.MaxInt64, 0},
		{"more than there are numbers", 0, 0, 1, math.MaxInt64, few},
	} {
		b := work.New(tt.maxInput)
		b.Grow(tt.bytes)
		err := b.Charge(work.Frames, tt.first)
		if err == nil {
			err = b.Charge(work.Frames, tt.then)
		}
		var much *work.Exceeded
		switch {
		case tt.limit == 0 && err != nil:
			t.Errorf("%s: %v", tt.name, err)
		case tt.limit != 0 && (!errors.As(err, &much) || much.Limit != tt.limit):
			t.Errorf("%s: %+v, want a limit of %d", tt.name, err, tt.limit)
		}
	}
	b := work.New(0)
	if err := b.Charge(work.Frames, 36_000_000); err == nil || err.Error() != "it has at least 36,000,000 frames of stacks, with inlined functions; the limit is 262,144" {
		t.Errorf("%v", err)
	}
	if err := b.Charge(work.Names, 1); err != nil {
		t.Errorf("another unit: %v", err)
	}
}

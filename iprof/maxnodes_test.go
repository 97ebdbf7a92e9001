package iprof_test

import (
	"bytes"
	"errors"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// Distinct frames are limited by the size that the input may have, equal ones are not.
func TestMaxNodes(t *testing.T) {
	for _, tt := range []struct {
		maxInput int64
		want     int
	}{{0, 4 << 20}, {1, iprof.MaxFrames}, {4 << 30, 8 << 20}, {-1, 1<<31 - 2}} {
		if got := iprof.MaxNodes(tt.maxInput); got != tt.want {
			t.Errorf("%d bytes: %d nodes", tt.maxInput, got)
		}
	}
	for _, section := range []string{"callCountProfiles", "samplingProfiles"} {
		small := iprof.Options{MaxInput: 64 << 20} // 1,048,576 nodes
		if _, err := iprof.Parse(bytes.NewReader(testprofile.Chains(section, 3, 400_000)), small); !errors.Is(err, iprof.ErrTooManyNodes) {
			t.Errorf("%s: %v", section, err)
		}
		if _, err := iprof.Parse(bytes.NewReader(testprofile.Chains(section, 2, 400_000)), small); err != nil {
			t.Errorf("%s: %v", section, err)
		}
	}
}

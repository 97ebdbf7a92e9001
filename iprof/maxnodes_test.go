package iprof_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// Distinct frames are limited, equal ones are not. The error names the limit, also where the last record of the file exceeds it.
func TestMaxNodes(t *testing.T) {
	for _, section := range []string{"callCountProfiles", "samplingProfiles"} {
		three := testprofile.Chains(section, 3, 1000)
		for _, maxNodes := range []int{0, 3000, -1} {
			if _, err := iprof.Parse(bytes.NewReader(three), iprof.Options{MaxNodes: maxNodes}); err != nil {
				t.Errorf("%s: at most %d: %v", section, maxNodes, err)
			}
		}
		_, err := iprof.Parse(bytes.NewReader(three), iprof.Options{MaxNodes: 2999})
		if !errors.Is(err, iprof.ErrTooManyNodes) || !strings.HasSuffix(err.Error(), "more than 2,999") {
			t.Errorf("%s: %v", section, err)
		}
	}
	var tree iprof.TreeBuilder
	for maxNodes, want := range map[int]string{0: "more than 4,194,304", 7: "more than 7", -1: "more than 2,147,483,646"} {
		tree.Limit(maxNodes)
		if err := tree.Full(); !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%d: %v, want %s", maxNodes, err, want)
		}
	}
}

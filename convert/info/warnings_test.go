package info

import (
	"testing"

	"github.com/iprof-viz/iprof-viz/iprof"
)

// Warnings of the reader have their place in the file, if they have one.
func TestPlacesOfWarnings(t *testing.T) {
	p := &iprof.Profile{Warnings: []iprof.Warning{{Kind: iprof.WarnPackedCount, Path: "methods[3]", Offset: 70, Count: 2, Text: "a"}, {Kind: iprof.WarnPackedCount, Count: 1, Text: "b"}}}
	got := fileWarnings(p, &Info{})
	if len(got) != 2 || got[0].Place != "methods[3] (byte 70)" || got[0].Count != 2 || got[0].Text != "a" || got[1].Place != "" {
		t.Errorf("%+v", got)
	}
}

package jfr_test

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/budget"
	"github.com/iprof-viz/iprof-viz/internal/testjfr"
	"github.com/iprof-viz/iprof-viz/jfr"
)

// Any bytes are events, the same ones twice, or an error at a place in the file.
func FuzzRead(f *testing.F) {
	for _, c := range []testjfr.Chunk{
		{Events: events}, {Events: events, Plain: true}, {Events: events, Shuffled: true, Encodings: []byte{2, 4, 5}, Split: true}, {Events: events[:1], State: 3}, {},
	} {
		f.Add(c.Bytes())
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		defer budget.Reading.Start(t, len(data))()
		got, err := read(bytes.NewReader(data))
		if again, err2 := read(bytes.NewReader(data)); !slices.Equal(got, again) || (err == nil) != (err2 == nil) {
			t.Error("a second run differs")
		}
		if err == nil {
			return
		}
		var placed *jfr.Error
		if !errors.As(err, &placed) || placed.Offset < 0 || placed.Offset > int64(len(data)) || strings.ContainsAny(err.Error(), "\n\x1b\x00") {
			t.Errorf("%q", err)
		}
	})
}

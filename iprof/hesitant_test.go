package iprof_test

import (
	"bytes"
	"io"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A hesitantReader returns nothing, without an error, before each piece.
type hesitantReader struct {
	r     io.Reader
	piece int
	ready bool
}

func (h *hesitantReader) Read(b []byte) (int, error) {
	if h.ready = !h.ready; h.ready {
		return 0, nil
	}
	return h.r.Read(b[:min(len(b), h.piece)])
}

// Input that comes in pieces of any size, with nothing between them, is read to its end.
func TestHesitantInput(t *testing.T) {
	data := testprofile.Roots("callCountProfiles", 12_000) // more than the window
	want, err := iprof.Parse(bytes.NewReader(data), iprof.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, piece := range []int{4093, 100_000, 131_072, 140_000, 262_144} {
		p, err := iprof.Parse(&hesitantReader{r: bytes.NewReader(data), piece: piece}, iprof.Options{})
		if err != nil || p.Total(iprof.Calls) != want.Total(iprof.Calls) || p.Calls.Len() != want.Calls.Len() || p.Methods.Len() != want.Methods.Len() {
			t.Errorf("pieces of %d: %v", piece, err)
		}
	}
}

package ctxio

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
)

// A reader and a writer work until their context ends, and fail with its error from then on.
func TestUntilTheContextEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var text strings.Builder
	r, w := Reader(ctx, strings.NewReader("abcdef")), Writer(ctx, &text)
	if n, err := io.CopyN(w, r, 3); n != 3 || err != nil {
		t.Errorf("%d bytes, %v", n, err)
	}
	if at, err := r.Seek(1, io.SeekStart); at != 1 || err != nil {
		t.Errorf("at %d, %v", at, err)
	}
	cancel()
	if n, err := r.Read(make([]byte, 1)); n != 0 || !errors.Is(err, context.Canceled) {
		t.Errorf("reads %d, %v", n, err)
	}
	if n, err := w.Write([]byte("x")); n != 0 || !errors.Is(err, context.Canceled) || text.String() != "abc" {
		t.Errorf("writes %d, %v: %q", n, err, text.String())
	}
}

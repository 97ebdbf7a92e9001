package iprof_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/budget"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// FuzzGzip reads any bytes as gzip: the profile is that of the inflated text, and what is not a gzip is an error.
//
//fuzz:runs 1200
func FuzzGzip(f *testing.F) {
	for _, d := range dialects {
		f.Add([]byte(zipped(d.in)))
	}
	f.Add([]byte(zipped(dialects[0].in[:20], dialects[0].in[20:])))
	f.Fuzz(func(t *testing.T, data []byte) {
		defer budget.Budget{Memory: 64 << 20, PerByte: 16 << 10}.Start(t, len(data))() // a byte inflates to a thousand
		if !bytes.HasPrefix(data, []byte("\x1f\x8b")) {
			data = append([]byte("\x1f\x8b"), data...)
		}
		p, err := iprof.Parse(bytes.NewReader(data), iprof.Options{MaxInput: 1 << 20})
		var at *iprof.SyntaxError
		if err != nil && (!errors.As(err, &at) || strings.Contains(err.Error(), "\n")) {
			t.Errorf("%T: %v", err, err)
		}
		var text []byte
		z, theirs := gzip.NewReader(bytes.NewReader(data))
		if theirs == nil {
			text, theirs = io.ReadAll(io.LimitReader(z, 1<<20+1))
		}
		switch {
		case theirs == nil && len(text) > 1<<20:
			if !errors.Is(err, iprof.ErrTooLarge) && !errors.As(err, &at) {
				t.Errorf("%d bytes or more: %v", len(text), err)
			}
		case theirs != nil && err == nil:
			t.Errorf("compress/gzip: %v", theirs)
		case theirs == nil && !bytes.HasPrefix(text, []byte("\x1f\x8b")):
			plain, refused := iprof.Parse(bytes.NewReader(text), iprof.Options{})
			if (err == nil) != (refused == nil) || err == nil && !slices.Equal(describe(p), describe(plain)) {
				t.Errorf("gzipped: %v, plain: %v", err, refused)
			}
		}
	})
}

// FuzzWrite writes what it has read: encoding/json reads the same, and so does Parse, also from the canonical form.
//
//fuzz:runs 1200
func FuzzWrite(f *testing.F) {
	for _, d := range dialects {
		f.Add([]byte(d.in))
	}
	f.Add([]byte(halves))
	f.Fuzz(func(t *testing.T, data []byte) {
		defer budget.Reading.Start(t, len(data))()
		p, err := iprof.Parse(bytes.NewReader(data), iprof.Options{MaxInput: 64 << 10})
		if err != nil {
			return
		}
		write := func(p *iprof.Profile) string {
			var b strings.Builder
			if err := iprof.Write(&b, p); err != nil {
				t.Fatal(err)
			}
			return b.String()
		}
		written := write(p)
		again, err := agree(t, []byte(written))
		if err != nil {
			t.Fatalf("%v in\n%s", err, written)
		}
		if got := write(again); got != written {
			t.Errorf("written\n%sthen\n%s", written, got)
		}
		canonical := write(iprof.Canonical(p, false))
		if got := write(iprof.Canonical(again, false)); got != canonical {
			t.Errorf("canonical\n%sof what was written\n%s", canonical, got)
		}
		if got, err := agree(t, []byte(canonical)); err != nil || write(iprof.Canonical(got, false)) != canonical {
			t.Errorf("canonical\n%s: %v", canonical, err)
		}
	})
}

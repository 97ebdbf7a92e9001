package iprof_test

import (
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/iprof-viz/iprof-viz/internal/budget"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// For any bytes, Parse reads the same as encoding/json, or refuses them if the format description does. The result does not
// depend on the pieces in which a reader returns them.
func FuzzParse(f *testing.F) {
	for _, d := range dialects {
		f.Add([]byte(d.in))
		f.Add([]byte(zipped(d.in)))
	}
	f.Add([]byte(halves))
	for _, m := range malformed {
		if in := strings.Replace(m.in, "‸", "", 1); len(in) < 4<<10 {
			f.Add([]byte(in))
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		defer budget.Reading.Start(t, len(data))()
		if len(data) > 16<<10 {
			t.Skip("a smaller one shows as much")
		}
		p, err := agree(t, data)
		if err != nil {
			var at *iprof.SyntaxError
			if !errors.As(err, &at) || at.Offset < 0 || strings.Contains(err.Error(), "\n") || p != nil {
				t.Errorf("%T: %v", err, err)
			}
		}
		q, again := iprof.Parse(iotest.OneByteReader(strings.NewReader(string(data))), iprof.Options{})
		switch {
		case (err == nil) != (again == nil) || err != nil && err.Error() != again.Error():
			t.Errorf("%v, by the byte %v", err, again)
		case err == nil && !slices.Equal(describe(p), describe(q)):
			t.Errorf("%s\nby the byte\n%s", describe(p), describe(q))
		}
		if err != nil || strings.HasPrefix(string(data), "\x1f\x8b") {
			return
		}
		// The profile salvaged from a part is the beginning of the complete one.
		part, _, err := iprof.Salvage(strings.NewReader(string(data[:len(data)*2/3])), iprof.Options{})
		if err != nil {
			return
		}
		for _, s := range iprof.Sections {
			if got, want := rows(part, s), rows(p, s); len(got) > len(want) || !slices.Equal(got, want[:len(got)]) {
				t.Errorf("%s: salvaged %q of %q", s, got, want)
			}
		}
	})
}

func FuzzParseContext(f *testing.F) {
	for _, m := range malformed {
		if _, ctx, ok := strings.Cut(m.in, `"ctx":‸"`); ok {
			ctx, _, _ = strings.Cut(ctx, `"`)
			f.Add(ctx[:min(len(ctx), 100)])
		}
	}
	form := regexp.MustCompile(`^[0-9]+:-?[0-9]+(<[0-9]+:-?[0-9]+)*$`)
	f.Fuzz(func(t *testing.T, s string) {
		defer budget.Reading.Start(t, len(s))()
		c, err := iprof.ParseContext(s)
		if err != nil {
			if form.MatchString(s) && !strings.Contains(err.Error(), "does not fit") && !strings.Contains(err.Error(), "outside") {
				t.Errorf("%q: %v", s, err)
			}
			return
		}
		if !form.MatchString(s) {
			t.Errorf("%q is read as %s", s, c)
		}
		again, err := iprof.ParseContext(c.String())
		if err != nil || !slices.Equal(again, c) {
			t.Errorf("%q: %s came back as %s, %v", s, c, again, err)
		}
	})
}

// Each byte is a frame, by its low bits, and begins a new context, by its high ones, with some of the last one's callers.
func FuzzTree(f *testing.F) {
	f.Fuzz(func(t *testing.T, data []byte) {
		defer budget.Reading.Start(t, len(data))()
		var all []iprof.Context
		var c iprof.Context
		for _, b := range data[:min(len(data), 300)] {
			if b&0x80 != 0 && len(c) > 0 {
				all = append(all, slices.Clone(c))
				c = c[min(len(c), int(b>>4&7)):]
			}
			c = slices.Insert(slices.Clone(c), 0, iprof.Frame{Method: iprof.MethodID(b & 3), BCI: iprof.BCI(b>>2&3) - 1})
		}
		if len(c) > 0 {
			all = append(all, c)
		}
		checkTree(t, all)
	})
}

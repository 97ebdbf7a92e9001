package source_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert/source"
	"github.com/iprof-viz/iprof-viz/internal/budget"
	"github.com/iprof-viz/iprof-viz/internal/testtree"
)

// Any bytes are a file of one format, read with the same sums twice, or an error of one line.
//
//fuzz:runs 4000
func FuzzSource(f *testing.F) {
	for _, text := range []string{iprofText, foldedText, xprofText, gprofngText, packed(foldedText), jfrText, perfText, "\x0a\x04\x08\x01\x10\x02", "some output\n" + xprofText, "\xef\xbb\xbf{", "\x1f\x8b\x08"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		defer budget.Budget{Memory: 64 << 20, PerByte: 16 << 10}.Start(t, len(data))() // it may be gzipped
		opts := source.Options{MaxInput: 1 << 20}
		s, err := source.Read(bytes.NewReader(data), opts)
		if err != nil {
			if strings.ContainsAny(err.Error(), "\n\x1b\x00") {
				t.Errorf("%q", err)
			}
			return
		}
		if s.Format == nil {
			t.Fatal("no format")
		}
		tree := testtree.Of(t, s.Source)
		testtree.CheckSums(t, tree)
		again, err := source.Read(bytes.NewReader(data), opts)
		if err != nil || again.Format != s.Format {
			t.Fatalf("again: %v", err)
		}
		if a, b := testtree.Folded(t, tree), testtree.Folded(t, testtree.Of(t, again.Source)); a != b {
			t.Errorf("%q, again %q", a, b)
		}
		for _, note := range append(s.Notes, s.Caveats...) {
			if strings.ContainsAny(note, "\n\x1b\x00") {
				t.Errorf("note %q", note)
			}
		}
	})
}

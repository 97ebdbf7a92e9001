package iprof_test

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/testfile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A section is written as its key, and one that no format has as its number.
func TestNamesOfSections(t *testing.T) {
	for s, want := range map[iprof.Section]string{iprof.Monitors: "monitorProfiles", iprof.Samples: "samplingProfiles", iprof.Section(len(iprof.Sections)): "Section(6)", -1: "Section(-1)"} {
		if got := s.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestSections: excluded sections are counted and checked, but not stored.
func TestSections(t *testing.T) {
	for _, file := range []string{"../testdata/fib.iprof", "../testdata/shop.iprof", "../testdata/even-or-odd.iprof"} {
		data := testfile.Read(t, file)
		whole, err := iprof.Parse(bytes.NewReader(data), iprof.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range iprof.Sections {
			p, err := iprof.Parse(bytes.NewReader(data), iprof.Options{Sections: []iprof.Section{s}})
			if err != nil {
				t.Fatal(err)
			}
			for _, other := range iprof.Sections {
				if p.Total(other) != whole.Total(other) || p.Records(other) != whole.Records(other) || p.Has(other) != whole.Has(other) {
					t.Errorf("%s, %s kept: %s has %d records with a total of %d", file, s, other, p.Records(other), p.Total(other))
				}
			}
			kept := p.Calls.Len() + p.Conditionals.Len() + p.Receivers.Len() + p.InstanceOf.Len() + p.Samples.Len() + len(p.Monitors)
			if kept != whole.Records(s) {
				t.Errorf("%s, %s kept: %d records, want %d", file, s, kept, whole.Records(s))
			}
			if s == iprof.Samples && p.Contexts.Len() > 0 || s != iprof.Samples && p.Stacks.Len() > 0 {
				t.Errorf("%s, %s kept: nodes of other sections", file, s)
			}
		}
	}
	bad := `{"version":"1.0.0","types":[],"methods":[],"conditionalProfiles":[{"ctx":"1:0","records":[1,0]}]}`
	want := "conditionalProfiles[0].records (byte 89): expected 3 numbers for each successor, found 2"
	if _, err := iprof.Parse(strings.NewReader(bad), iprof.Options{Sections: []iprof.Section{iprof.Calls}}); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// unseekable is a pipe: a file without positions.
type unseekable struct{ io.Reader }

func (unseekable) Seek(int64, int) (int64, error) { return 0, os.ErrInvalid }

// TestEnoughSamples: the result depends on the content alone, and not on the kind of reader.
func TestEnoughSamples(t *testing.T) {
	files := []string{"../testdata/fib.iprof", "../testdata/shop.iprof", "../testdata/even-or-odd.iprof"}
	for _, pattern := range []string{"../../shared/edge/o*.iprof", "../../shared/real/streamtdi*"} {
		more, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, smallOnes(t, more)...)
	}
	const (
		table   = `{"version":"1.0.0","types":[{"id":1,"name":"A"}],"methods":[{"id":7,"name":"m","signature":[1,1]}],`
		samples = `"samplingProfiles":[{"ctx":"7:3","records":[2]},{"ctx":"7:0","records":[1]}]`
		calls   = `"callCountProfiles":[{"ctx":"7:5","records":[9]},{"ctx":"8:0<7:3","records":[34303903801135]}]`
	)
	texts := map[string]string{
		"samples last":  table + calls + `,` + samples + `}`,
		"samples first": table + samples + `,` + calls + `}`,
		// The last field looks like samples, but it is an unknown one.
		"none": table + calls + `,"x":{` + samples + `}}`,
		"few":  table + samples + `,` + calls + `,"x":{` + samples + `}}`,
		"cut":  table + calls + `,` + samples,
	}
	for _, file := range files {
		data := testfile.Read(t, file)
		texts[file] = string(data)
	}
	var scratch iprof.Scratch
	read := func(r io.Reader, opts iprof.Options) string {
		opts.Scratch = &scratch
		p, cut, err := iprof.Salvage(r, opts)
		if err != nil {
			return err.Error()
		}
		counts := fmt.Sprint(cut)
		for _, s := range iprof.Sections {
			counts += fmt.Sprint(" ", p.Has(s), p.Records(s), p.Total(s))
		}
		text := counts + fmt.Sprint(p.Warnings, p.Contexts.Len(), p.Stacks.Len(), p.Monitors)
		for _, list := range []*iprof.List[iprof.Count]{&p.Calls, &p.Samples} {
			for _, c := range list.All() {
				text += fmt.Sprint(c)
			}
		}
		return text + fmt.Sprint(p.Conditionals.Len(), p.Receivers.Len(), p.InstanceOf.Len())
	}
	for name, text := range texts {
		var total int64
		if p, _, err := iprof.Salvage(strings.NewReader(text), iprof.Options{}); err == nil {
			total = p.Total(iprof.Samples)
		}
		bounds := []int64{1, total + 1}
		if len(text) < 1<<16 {
			bounds = []int64{0, 1, 3, 4, total, total + 1}
		}
		for _, enough := range bounds {
			var want iprof.Options
			if enough > 0 && total >= enough {
				want.Sections = []iprof.Section{iprof.Samples}
			}
			opts := iprof.Options{EnoughSamples: enough}
			alone := read(strings.NewReader(text), want)
			for how, r := range map[string]io.Reader{
				"file": strings.NewReader(text), "reader": io.MultiReader(strings.NewReader(text)),
				"pipe": unseekable{strings.NewReader(text)},
			} {
				if got := read(r, opts); got != alone {
					t.Errorf("%s, %d samples, %d enough, as a %s:\n%.300s\nwant\n%.300s", name, total, enough, how, got, alone)
				}
			}
		}
	}
}

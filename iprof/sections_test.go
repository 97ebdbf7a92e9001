package iprof_test

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/iprof"
)

// TestSections: sections that are not asked for are counted and checked, and leave nothing else behind.
func TestSections(t *testing.T) {
	for _, file := range []string{"../testdata/fib.iprof", "../testdata/shop.iprof", "../testdata/even-or-odd.iprof"} {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
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

package source_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/source"
)

// A note names the events that are left out, unless the user chose one.
func TestEventsOfPerfScript(t *testing.T) {
	const note = "samples of cycles are shown, those of faults are left out; --sample-type chooses"
	one := strings.ReplaceAll(perfText, "faults", "cycles")
	for _, c := range []struct {
		text, event string
		samples     int64
		notes       []string
	}{{perfText, "", 2, []string{note}}, {perfText, "cycles", 2, nil}, {perfText, "faults", 1, nil}, {one, "", 3, nil}} {
		f, err := source.Read(strings.NewReader(c.text), source.Options{SampleType: c.event})
		if err != nil {
			t.Fatal(err)
		}
		if got := f.Profile.Total(convert.Samples.Section()); got != c.samples || !slices.Equal(f.Notes, c.notes) {
			t.Errorf("%q: %d samples, notes %q; want %d, %q", c.event, got, f.Notes, c.samples, c.notes)
		}
	}
}

// A text that is damaged, or has more frames than allowed, is an error and no profile.
func TestErrorsOfPerfScript(t *testing.T) {
	for _, opts := range []source.Options{{SampleType: "none"}, {MaxNodes: 1}, {MaxInput: 10}} {
		if f, err := source.Read(strings.NewReader(perfText), opts); err == nil || f != nil {
			t.Errorf("%+v: %v, %v", opts, f, err)
		}
	}
}

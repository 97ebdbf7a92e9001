package tables

import (
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/rank"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// TestUnknownPlaces has a conditional at a lost place with a successor at none, and one in the code: text and Markdown have one
// wording for all unknown places and explain it, programs have the values.
func TestUnknownPlaces(t *testing.T) {
	p := testprofile.Parse(t, `{`+testprofile.Methods("m")+`,"conditionalProfiles":[{"ctx":"1:-6","records":[-5,0,3,9,1,4]},{"ctx":"1:7","records":[9,0,1,12,1,1]}]}`)
	names := convert.NewNames(p, convert.NameOptions{})
	branches, err := rank.Branches(p, names, rank.BranchOptions{})
	if err != nil {
		t.Fatal(err)
	}
	sites, err := rank.Top(p, names, rank.TopOptions{Metric: convert.Branches, By: convert.BySite})
	if err != nil {
		t.Fatal(err)
	}
	known, err := rank.Branches(p, names, rank.BranchOptions{NearEven: new(0.0)})
	if err != nil {
		t.Fatal(err)
	}
	const note = ": the compiler recorded no bytecode index"
	for _, c := range []struct {
		name   string
		of     *table.Table
		format Format
		places int // with the note
	}{
		{"branches", branches, TextFormat, 3}, {"branches", branches, MarkdownFormat, 3},
		{"sites", sites, TextFormat, 2}, {"sites", sites, MarkdownFormat, 2},
		{"known", known, TextFormat, 0}, {"known", known, MarkdownFormat, 0},
	} {
		var b strings.Builder
		if err := Write(&b, c.of, c.format, Options{}); err != nil {
			t.Fatal(err)
		}
		text := b.String()
		if n := strings.Count(text, "(place unknown)"); n != c.places || strings.Contains(text, note) != (c.places > 0) || strings.Contains(text, "frame state") {
			t.Errorf("%s, %v: %d unknown places, want %d:\n%s", c.name, c.format, n, c.places, text)
		}
	}
	var b strings.Builder
	if err := Write(&b, sites, CSVFormat, Options{}); err != nil || !strings.Contains(b.String(), "T.m (invalid frame state),") {
		t.Errorf("%v\n%s", err, b.String())
	}
}

package folded_test

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/iprof-viz/iprof-viz/convert/folded"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/internal/budget"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/internal/testtree"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// FuzzWriteFolded writes random profiles in which two names are any text: each line is a stack and a count, without anything
// that does not print, the sum is the profile's, and the same stacks come back.
//
//fuzz:runs 400
func FuzzWriteFolded(f *testing.F) {
	for i, name := range testprofile.HostileNames {
		f.Add(uint64(i), name, testprofile.HostileNames[len(testprofile.HostileNames)-1-i])
	}
	f.Fuzz(func(t *testing.T, seed uint64, class, method string) {
		defer budget.Reading.Start(t, len(class)+len(method))()
		p := testprofile.Parse(t, string(testprofile.RandomNamed(seed%1000, class, method)))
		tree := testtree.Of(t, stacks.Source{Profile: p})
		text := testtree.Folded(t, tree)
		if !utf8.ValidString(text) {
			t.Errorf("not UTF-8: %q", text)
		}
		sum := int64(0)
		for _, n := range testprofile.Lines(t, text) {
			sum += n
		}
		if want := tree.Nodes[0].Total; sum != want || want != p.Total(iprof.Samples) && want != p.Total(iprof.Calls) {
			t.Errorf("sum %d, want %d", sum, want)
		}
		for line := range strings.Lines(text) {
			if strings.ContainsFunc(strings.TrimSuffix(line, "\n"), func(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) }) {
				t.Errorf("%q", line)
			}
		}
		back, err := folded.Read(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if again := testtree.Folded(t, testtree.Of(t, stacks.Source{Profile: back})); again != text {
			t.Errorf("%q came back as %q", text, again)
		}
	})
}

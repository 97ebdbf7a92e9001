package render

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/callgraph"
	"github.com/iprof-viz/iprof-viz/convert/inlining"
	"github.com/iprof-viz/iprof-viz/convert/rank"
	"github.com/iprof-viz/iprof-viz/convert/sourceline"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/browsertest"
	"github.com/iprof-viz/iprof-viz/internal/testmodel"
	"github.com/iprof-viz/iprof-viz/internal/testschema"
	"github.com/iprof-viz/iprof-viz/internal/testtable"
	"github.com/iprof-viz/iprof-viz/render/flame"
	"github.com/iprof-viz/iprof-viz/render/inlinetree"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
	"github.com/iprof-viz/iprof-viz/render/tables"
)

// TestLinesAreAsPublished validates tables and trees with lines, known and unknown ones, by their schemas.
func TestLinesAreAsPublished(t *testing.T) {
	p, known := testmodel.WordCount(t)
	names := convert.NewNames(p, convert.NameOptions{})
	for _, lines := range []*sourceline.Lines{known, sourceline.New(p, noClasses, nil)} {
		sites := rank.SiteOptions{Lines: lines, Contexts: true}
		for name, make := range map[string]func() (*table.Table, error){
			"branches": func() (*table.Table, error) {
				return rank.Branches(p, names, rank.BranchOptions{SiteOptions: sites})
			},
			"receivers": func() (*table.Table, error) {
				return rank.Types(p, names, convert.Receivers, rank.TypeOptions{SiteOptions: sites})
			},
			"peek": func() (*table.Table, error) {
				return rank.Peek(p, names, nil, rank.PeekOptions{Metric: convert.Calls, Lines: lines})
			},
			"top": func() (*table.Table, error) {
				return rank.Top(p, names, rank.TopOptions{By: convert.BySite, Lines: lines})
			},
			"graph": func() (*table.Table, error) {
				g, err := callgraph.New(p, names, callgraph.Options{Lines: lines})
				if err != nil {
					return nil, err
				}
				return g.Table(0), nil
			},
		} {
			made, err := make()
			if err != nil {
				t.Fatal(err)
			}
			testtable.Check(t, testschema.Read(t, name), made)
		}
		trees, err := inlining.New(p, names, inlining.Options{Lines: lines})
		if err != nil {
			t.Fatal(err)
		}
		into, err := inlining.NewInto(p, names, inlining.IntoOptions{Match: regexp.MustCompile(`find`), Lines: lines})
		if err != nil {
			t.Fatal(err)
		}
		var b, c bytes.Buffer
		if err := inlinetree.JSON(&b, trees); err != nil {
			t.Fatal(err)
		}
		if err := inlinetree.IntoJSON(&c, into); err != nil {
			t.Fatal(err)
		}
		testschema.Validate(t, testschema.Read(t, "inline"), b.String())
		testschema.Validate(t, testschema.Read(t, "into"), c.String())
	}
}

// TestSourceFitsTheWidth writes the text of a line into the second row of its site where there is room, and otherwise as its own
// line.
func TestSourceFitsTheWidth(t *testing.T) {
	p, lines := testmodel.WordCount(t)
	names := convert.NewNames(p, convert.NameOptions{})
	made, err := rank.Branches(p, names, rank.BranchOptions{SiteOptions: rank.SiteOptions{Lines: lines}})
	if err != nil {
		t.Fatal(err)
	}
	const text = "WordCount.java:43 · while (words[at] != null"
	for _, width := range []int{30, 40, 50, 60, 80, 100, 160, 0} {
		var b strings.Builder
		if err := tables.Text(&b, made, tables.Options{Width: width}); err != nil {
			t.Fatal(err)
		}
		found := 0
		for line := range strings.Lines(b.String()) {
			line = strings.TrimRight(line, "\n")
			if strings.HasPrefix(line, "    "+text[:22]) {
				found++
			}
			if width >= 40 && plaintext.Columns(line) > width {
				t.Errorf("%d columns: %q has %d", width, line, plaintext.Columns(line))
			}
		}
		if found != 2 { // both conditions of the loop
			t.Errorf("%d columns: the source is there %d times\n%s", width, found, &b)
		}
	}
	var b strings.Builder
	if err := tables.Markdown(&b, made); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), "| `while (words[at] != null && !words[at].equals(word)) {` |") {
		t.Error(&b)
	}
}

// TestTooltipsHaveSources are those of a static image and of a browser. The samples of find are 53, 11, 88, 3 and 4.
func TestTooltipsHaveSources(t *testing.T) {
	p, lines := testmodel.WordCount(t)
	for _, tt := range []struct {
		byLine     bool
		name, want string
	}{
		{false, "words.WordCount.find", "words.WordCount.find | WordCount.java:42 | 159 samples, 27.2% of all | 27.2% of its parent | self 18"},
		{true, "words.WordCount.find:43", "words.WordCount.find:43 | WordCount.java:43 | 99 samples, 17.0% of all | 32.4% of its parent | self 11"},
		{false, "java.lang.String.charAt", "java.lang.String.charAt | 97 samples, 16.6% of all | 16.6% of its parent | self 97"},
	} {
		tree, err := stacks.NewTree(p, nil, stacks.Options{Metric: convert.Samples, Lines: lines, ByLine: tt.byLine})
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		if err := flame.SVG(&b, tree, flame.Options{}); err != nil {
			t.Fatal(err)
		}
		for still := range strings.SplitSeq(strings.TrimPrefix(strings.Split(tt.want, " of its")[0], tt.name), " | ") {
			if !strings.Contains(b.String(), still) {
				t.Errorf("the still picture lacks %q", still)
			}
		}
		browsertest.Expect(t, browsertest.Play(t, `mouse("mousemove", box("`+tt.name+`")); log(tip());`, b.String()), tt.want)
	}
}

package page

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert/findings"
)

// TestPageAdvice: the page has a section about each kind of finding, once, as plain text that says what to do, and when not to.
func TestPageAdvice(t *testing.T) {
	kinds := []findings.Kind{
		findings.ManyTypes, findings.TypeTests, findings.EvenBranch, findings.Loop, findings.NotInlined, findings.TinyCalls, findings.ForceInline, findings.Locks, findings.NeverCounted, findings.Collector, findings.StringBuilding,
		findings.Outdated, findings.FewSamples, findings.FewEntries, findings.UncountedPackage,
	}
	var list []findings.Finding
	for _, k := range append(kinds, findings.Loop) {
		list = append(list, findings.Finding{Kind: k})
	}
	part := NewAdvice(list)
	if len(part.Kinds) != len(kinds) {
		t.Fatalf("%d sections, want %d", len(part.Kinds), len(kinds))
	}
	for i, k := range part.Kinds {
		var all []string
		for _, block := range k.Blocks {
			all = append(append(all, block.Text), block.Items...)
		}
		text := strings.Join(all, "\n")
		if k.Kind != kinds[i] || !strings.Contains(text, "Try:") || !strings.Contains(text, "Leave it alone if") {
			t.Errorf("%s:\n%s", k.Kind, text)
		}
		for j, part := range strings.Split(text, "`") {
			if j%2 == 0 && strings.ContainsAny(part, "*[]#") {
				t.Errorf("%s: Markdown in %q", k.Kind, part)
			}
		}
	}
}

// TestProseOf: emphasis and links are words, code stays code, and lines and items end where those of the page do.
func TestProseOf(t *testing.T) {
	got := proseOf("\n*loop, ×3*: a *test*, or **two**\nof [them](#many-types) with `a*b*c`.\n\nTry:\n\n- one\n  line\n- `--two`\n\nLeave it.\n")
	want := []ProseBlock{{Text: "A test, or two of them with `a*b*c`."}, {Text: "Try:"}, {Items: []string{"One line", "`--two`"}}, {Text: "Leave it."}}
	g, _ := json.Marshal(got)
	w, _ := json.Marshal(want)
	if !bytes.Equal(g, w) {
		t.Errorf("got  %s\nwant %s", g, w)
	}
}

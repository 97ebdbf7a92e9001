package render

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/inlining"
	"github.com/iprof-viz/iprof-viz/internal/browsertest"
	"github.com/iprof-viz/iprof-viz/internal/testpath"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/internal/testsvg"
	"github.com/iprof-viz/iprof-viz/render/inlinetree"
	"github.com/iprof-viz/iprof-viz/render/internal/fitname"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
	"github.com/iprof-viz/iprof-viz/render/listing"
)

// TestDocuments reads listings and trees of all examples, and of malicious names, as XML: elements are closed, links lead
// somewhere, and nothing can run or load.
func TestDocuments(t *testing.T) {
	path := testpath.Open(t, "../classfile/testdata/greeter.jar")
	hostile, names := testprofile.Hostile()
	for i, p := range append(testprofile.Examples(t), testprofile.Parse(t, testprofile.Greeter), testprofile.Parse(t, hostile)) {
		n := convert.NewNames(p, convert.NameOptions{Disambiguate: true})
		for _, by := range []listing.By{listing.ByBoth, listing.ByLine, listing.ByBytecode} {
			l, err := code.List(p, n, nil, code.ListOptions{Class: path.Class})
			if err != nil {
				t.Fatal(err)
			}
			var b bytes.Buffer
			if err := listing.HTML(&b, l, listing.Options{By: by, Subtitle: `<i>a.iprof`}); err != nil {
				t.Fatal(err)
			}
			text := testsvg.ReadDocument(t, b.String())
			for k := range l.Methods {
				if name := plaintext.Visible(fitname.ShortHashes(n.Method(int(l.Methods[k].Slot)))); !strings.Contains(text, name) {
					t.Errorf("profile %d: %s is missing", i, name)
				}
			}
		}
		in, err := inlining.New(p, n, inlining.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := inlinetree.HTML(&b, in, inlinetree.HTMLOptions{Title: `<b>&"`, Subtitle: `<i>a.iprof`}); err != nil {
			t.Fatal(err)
		}
		if text := testsvg.ReadDocument(t, b.String()); !strings.Contains(text, `<b>&"`) {
			t.Errorf("profile %d: no title", i)
		}
		into, err := inlining.NewInto(p, n, inlining.IntoOptions{Match: regexp.MustCompile("")})
		if err != nil {
			t.Fatal(err)
		}
		b.Reset()
		if err := inlinetree.IntoHTML(&b, into, inlinetree.HTMLOptions{}); err != nil {
			t.Fatal(err)
		}
		testsvg.ReadDocument(t, b.String())
	}
	if len(names) == 0 {
		t.Error("no hostile names")
	}
}

// TestDocumentsOnPhones: in 390 pixels, no listing or tree is wider than the window, also a deep one, and a name of a tree has the width of its
// row, above its numbers, which are all there.
func TestDocumentsOnPhones(t *testing.T) {
	page := browsertest.Look(t, 390, 844)
	for name, data := range testprofile.Published(t) {
		p := testprofile.Read(t, bytes.NewReader(data))
		in, err := inlining.New(p, convert.NewNames(p, convert.NameOptions{Disambiguate: true}), inlining.Options{Units: 10})
		if err != nil || len(in.Units) == 0 {
			continue
		}
		var b bytes.Buffer
		if err := inlinetree.HTML(&b, in, inlinetree.HTMLOptions{}); err != nil {
			t.Fatal(err)
		}
		var got []string
		browsertest.Drive(t, page, browsertest.WriteFile(t, "document.html", b.String()), `
			const rows = [...document.querySelectorAll(".tree .row:not(.head)")], box = (e) => e.getBoundingClientRect();
			const apart = (r) => box(r.children[1]).top >= box(r.children[0]).bottom - 1 && box(r.children[0]).width >= box(r).width - 1 && box(r.lastElementChild).right <= innerWidth + 1;
			return [String(document.documentElement.scrollWidth <= innerWidth), String(rows.filter((r) => !apart(r)).length), String(rows.length > 0)];`, &got)
		if strings.Join(got, " ") != "true 0 true" {
			t.Errorf("%s: %q", name, got)
		}
	}
}

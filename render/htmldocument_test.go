package render

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/classpath"
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/inlining"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/internal/testsvg"
	"github.com/iprof-viz/iprof-viz/render/inlinetree"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
	"github.com/iprof-viz/iprof-viz/render/listing"
)

// TestDocuments reads listings and trees of all examples, and of malicious names, as XML: elements are closed, links lead
// somewhere, and nothing can run or load.
func TestDocuments(t *testing.T) {
	path, err := classpath.Open("../classfile/testdata/greeter.jar", classpath.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer path.Close()
	hostile, names := testprofile.Hostile()
	for i, p := range append(testprofile.Examples(t), testprofile.Read(t, strings.NewReader(testprofile.Greeter)), testprofile.Read(t, strings.NewReader(hostile))) {
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
				if name := plaintext.Visible(n.Method(int(l.Methods[k].Slot))); !strings.Contains(text, name) {
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

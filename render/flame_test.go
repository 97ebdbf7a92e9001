package render

import (
	"bytes"
	"encoding/xml"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
)

func draw(t *testing.T, tree *convert.Tree, opts FlameOptions) string {
	t.Helper()
	var b bytes.Buffer
	if err := FlameSVG(&b, tree, opts); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// An element is what a reader that is not ours finds in a picture.
type element struct {
	name string
	attr map[string]string
	text string // its own and of all in it
}

// elements reads a picture with encoding/xml, which takes well-formed documents only.
func elements(t *testing.T, svg string) []*element {
	t.Helper()
	var all, open []*element
	d := xml.NewDecoder(strings.NewReader(svg))
	for {
		token, err := d.Token()
		if err == io.EOF {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			e := &element{name: token.Name.Local, attr: map[string]string{}}
			for _, a := range token.Attr {
				e.attr[a.Name.Local] = a.Value
			}
			all, open = append(all, e), append(open, e)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			for _, e := range open {
				e.text += string(token)
			}
		}
	}
}

func find(all []*element, name string) []*element {
	return slices.DeleteFunc(slices.Clone(all), func(e *element) bool { return e.name != name })
}

// TestHostileNames: names stay text. The picture has the elements that it has for harmless ones, and all names can be
// read in it, with what XML forbids made visible.
func TestHostileNames(t *testing.T) {
	title := "</title><script>alert(1)</script>\x1b"
	svg := draw(t, treeOf(convert.Samples, hostile()...), FlameOptions{Title: title, Subtitle: title, Width: 3000})
	all := elements(t, svg)
	if n := len(find(all, "script")); n != 1 {
		t.Errorf("%d scripts, want the viewer's alone", n)
	}
	if got := find(all, "title")[0].text; got != "</title><script>alert(1)</script>␛" {
		t.Errorf("title %q", got)
	}
	titles := ""
	for _, e := range find(all, "title") {
		titles += e.text + "\n"
	}
	for _, name := range []string{
		"</script><script>alert(1)</script>", "]]><x/>", "<init>", `a"b'c&d`, "esc␛[31mred", "nul␀nul", "line␊break␉tab",
		`\u202eevil.exe`, "bad\ufffd\ufffdutf8", "漢字のとても長い名前のメソッド.実行する", "&#x1b",
	} {
		if !strings.Contains(titles, "\n"+name+"\n") {
			t.Errorf("no title names %q", name)
		}
	}
}

func TestSameBytes(t *testing.T) {
	for _, compare := range []bool{false, true} {
		a := draw(t, treeOf(convert.Samples, wide(200, compare)...), FlameOptions{})
		if b := draw(t, treeOf(convert.Samples, wide(200, compare)...), FlameOptions{}); a != b {
			t.Error("a second run drew something else")
		}
		elements(t, a)
	}
}

func TestBadOptions(t *testing.T) {
	for want, opts := range map[string]FlameOptions{
		"a flame graph of 20 pixels: 300 to 20000 are possible":             {Width: 20},
		"frames of -1 pixels: the least width must be positive":             {MinWidth: -1},
		`id "a b": a letter, then letters, digits, - and _ are possible`:    {ID: "a b"},
		`id "1}/*{}": a letter, then letters, digits, - and _ are possible`: {ID: "1}/*{}"},
		"a flame graph of 1000000 pixels: 300 to 20000 are possible":        {Width: 1000000},
	} {
		err := FlameSVG(io.Discard, treeOf(convert.Samples), opts)
		if err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}

package render

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/xml"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/inlining"
)

// TestDocuments reads listings and trees of all examples, and of hostile names, as XML: elements are closed, links lead
// somewhere, and nothing can run or load.
func TestDocuments(t *testing.T) {
	path, err := classfile.Open("../classfile/testdata/greeter.jar", classfile.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer path.Close()
	hostile, names := hostileProfile()
	for i, p := range append(examples(t), parseProfile(t, strings.NewReader(greeter)), parseProfile(t, strings.NewReader(hostile))) {
		n := convert.NewNames(p, convert.NameOptions{Disambiguate: true})
		for _, by := range []ListBy{ByBoth, ByLine, ByBytecode} {
			l, err := code.List(p, n, nil, code.ListOptions{Class: path.Class})
			if err != nil {
				t.Fatal(err)
			}
			var b bytes.Buffer
			if err := ListHTML(&b, l, ListOptions{By: by, Subtitle: `<i>a.iprof`}); err != nil {
				t.Fatal(err)
			}
			text := readDocument(t, b.String())
			for k := range l.Methods {
				if name := visible(n.Method(int(l.Methods[k].Slot))); !strings.Contains(text, name) {
					t.Errorf("profile %d: %s is missing", i, name)
				}
			}
		}
		in, err := inlining.New(p, n, inlining.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := InlineHTML(&b, in, TreeHTMLOptions{Title: `<b>&"`, Subtitle: `<i>a.iprof`}); err != nil {
			t.Fatal(err)
		}
		if text := readDocument(t, b.String()); !strings.Contains(text, `<b>&"`) {
			t.Errorf("profile %d: no title", i)
		}
		into, err := inlining.NewInto(p, n, inlining.IntoOptions{Match: regexp.MustCompile("")})
		if err != nil {
			t.Fatal(err)
		}
		b.Reset()
		if err := IntoHTML(&b, into, TreeHTMLOptions{}); err != nil {
			t.Fatal(err)
		}
		readDocument(t, b.String())
	}
	if len(names) == 0 {
		t.Error("no hostile names")
	}
}

// readDocument checks a document, and returns its text.
func readDocument(t *testing.T, document string) string {
	t.Helper()
	style := document[strings.Index(document, "<style>")+len("<style>") : strings.Index(document, "</style>")]
	digest := sha256.Sum256([]byte(style))
	policy := fmt.Sprintf("default-src 'none'; style-src 'sha256-%s'; base-uri 'none'; form-action 'none'", base64.StdEncoding.EncodeToString(digest[:]))
	d := xml.NewDecoder(strings.NewReader(document))
	var text strings.Builder
	var open []string
	ids, links, hasPolicy := map[string]bool{}, map[string]bool{}, false
	for {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		switch x := token.(type) {
		case xml.StartElement:
			open = append(open, x.Name.Local)
			if strings.Contains(" script link img iframe object embed base form ", " "+x.Name.Local+" ") {
				t.Errorf("<%s>", x.Name.Local)
			}
			for _, a := range x.Attr {
				switch name := a.Name.Local; {
				case name == "id" && ids[a.Value]:
					t.Errorf("two elements are #%s", a.Value)
				case name == "id":
					ids[a.Value] = true
				case name == "href" && strings.HasPrefix(a.Value, "#"):
					links[a.Value[1:]] = true
				case name == "href", name == "style", name == "src", strings.HasPrefix(name, "on"):
					t.Errorf("%s=%q", name, a.Value)
				case name == "content" && a.Value == policy:
					hasPolicy = true
				}
			}
		case xml.EndElement:
			if len(open) == 0 || open[len(open)-1] != x.Name.Local {
				t.Fatalf("</%s> closes %v", x.Name.Local, open)
			}
			open = open[:len(open)-1]
		case xml.CharData:
			text.Write(x)
		case xml.Comment:
			t.Errorf("comment %s", x)
		}
	}
	if len(open) > 0 || !hasPolicy {
		t.Errorf("open: %v; policy: %v", open, hasPolicy)
	}
	for link := range links {
		if !ids[link] {
			t.Errorf("#%s is nowhere", link)
		}
	}
	return text.String()
}

// TestDeepTreesStayShallow nests no deeper than browsers do.
func TestDeepTreesStayShallow(t *testing.T) {
	var b bytes.Buffer
	h := newTreeHTML(&b)
	rows := &treeRows{row: func(int) treeRow { return treeRow{name: "m"} }}
	for i := range int32(2000) {
		rows.add(int(i), i)
	}
	h.add("m", "", rows, 1, true, 1)
	if err := h.write("t", treeHead{lines: []string{""}}, TreeHTMLOptions{}); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(readDocument(t, b.String()), "m"); n < 2000 {
		t.Errorf("%d rows", n)
	}
	if n := strings.Count(b.String(), "<ul>"); n > maxNested+1 {
		t.Errorf("%d lists", n)
	}
}

// TestIndexOfUnknownEntries has no share of entries that the file lacks.
func TestIndexOfUnknownEntries(t *testing.T) {
	var b bytes.Buffer
	h := newTreeHTML(&b)
	one := func(r treeRow) *treeRows {
		rows := &treeRows{row: func(int) treeRow { return r }}
		rows.add(0, 0)
		return rows
	}
	h.add("a", "", one(treeRow{name: "a"}), 3, true, 4)
	h.add("b", "", one(treeRow{name: "b", share: unknownShare}), 0, false, 4)
	if err := h.write("t", treeHead{lines: []string{""}}, TreeHTMLOptions{}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`<a href="#a">a</a></td><td>75.0%</td>`, `<a href="#b">b</a></td><td>n/a</td>`} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%s is missing", want)
		}
	}
	if n := strings.Count(b.String(), "<svg>"); n != 1 {
		t.Errorf("%d bars", n)
	}
}

// TestRowHeat scales heat by the greatest count, also of a lower bound, and without counts by samples.
func TestRowHeat(t *testing.T) {
	runs := func(n int64, b code.Bound) listRow {
		return listRow{execution: code.Execution{Count: n, Bound: b}, total: 1}
	}
	for _, c := range []struct {
		rows []listRow
		want []int
	}{
		{[]listRow{runs(100, code.Exact), runs(50, code.UnlessThrown), runs(100, code.AtMost), runs(0, code.Exact), {}}, []int{8, 4, 0, 0, 0}},
		{[]listRow{runs(100, code.Exact), runs(200, code.AtLeast)}, []int{4, 8}},
		{[]listRow{{total: 30}, {total: 15}, {}}, []int{8, 4, 0}},
		{[]listRow{{}}, []int{0}},
	} {
		h := newRowHeat(c.rows)
		for i := range c.rows {
			if got := heatOf(h.of(&c.rows[i])); got != c.want[i] {
				t.Errorf("%+v, row %d: %d, want %d", c.rows, i, got, c.want[i])
			}
		}
	}
}

// TestAnchors makes different anchors of names that look alike, and the same ones the next time.
func TestAnchors(t *testing.T) {
	names := []string{"a.B.c", "a.B.c(int)", "a.B.c(int[])", "a.B.c<int>", "", "", strings.Repeat("x", 999), "\x1b\"><script>"}
	var first []string
	for range 2 {
		a := anchors{}
		var got []string
		for _, name := range names {
			got = append(got, a.of(name))
		}
		if first == nil {
			first = got
		}
		if fmt.Sprint(got) != fmt.Sprint(first) || len(a) != len(names) {
			t.Errorf("%q, before %q", got, first)
		}
	}
}

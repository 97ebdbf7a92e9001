package inlinetree

import (
	"bytes"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/testsvg"
	"github.com/iprof-viz/iprof-viz/render/internal/siteline"
)

// TestDeepTreesStayShallow nests no deeper than browsers do.
func TestDeepTreesStayShallow(t *testing.T) {
	var b bytes.Buffer
	h := newTreeHTML(&b)
	rows := &treeRows{row: func(int) treeRow { return treeRow{name: "m"} }}
	for i := range int32(2000) {
		rows.add(int(i), i)
	}
	h.add("m", "", rows, 1, true, 1)
	if err := h.write("t", treeHead{lines: []string{""}}, HTMLOptions{}); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(testsvg.ReadDocument(t, b.String()), "m"); n < 2000 {
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
	if err := h.write("t", treeHead{lines: []string{""}}, HTMLOptions{}); err != nil {
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

// TestShortHashesInDocuments: a name with a hash is as short as in lists and sentences of reports, and its tooltip has the whole of it.
func TestShortHashesInDocuments(t *testing.T) {
	const name = "a.Outer$$Lambda$7f9625e1d86ae5b20ac1c4611023b13e51ac48e9.test"
	var b bytes.Buffer
	h := newTreeHTML(&b)
	rows := &treeRows{row: func(int) treeRow {
		return treeRow{name: name, lines: []siteline.Line{{Mark: '◇', Head: "@3 monomorphic: ", Parts: []siteline.Part{{Name: name, Share: "100%"}}}}}
	}}
	rows.add(0, 0)
	h.add(name, "", rows, 1, true, 1)
	h.add("b", "", rows, 1, true, 1)
	if err := h.write("t", treeHead{lines: []string{""}}, HTMLOptions{}); err != nil {
		t.Fatal(err)
	}
	if text := testsvg.ReadDocument(t, b.String()); strings.Contains(text, "e1d86a") || strings.Count(text, "$$Lambda$7f9625….test") != 6 {
		t.Errorf("%q", text)
	}
	if n := strings.Count(b.String(), `title="`+name+`"`); n != 6 {
		t.Errorf("%d tooltips", n)
	}
}

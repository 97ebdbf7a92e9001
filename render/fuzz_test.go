package render

import (
	"bytes"
	"encoding/csv"
	"encoding/xml"
	"io"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer/html"
	gonumdot "gonum.org/v1/gonum/graph/formats/dot"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/callgraph"
	"github.com/iprof-viz/iprof-viz/convert/inlining"
	"github.com/iprof-viz/iprof-viz/convert/rank"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/budget"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/internal/testschema"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/dot"
	"github.com/iprof-viz/iprof-viz/render/drawing"
	"github.com/iprof-viz/iprof-viz/render/flame"
	"github.com/iprof-viz/iprof-viz/render/graph"
	"github.com/iprof-viz/iprof-viz/render/inlinetree"
	"github.com/iprof-viz/iprof-viz/render/palette"
	"github.com/iprof-viz/iprof-viz/render/tables"
)

// The fuzz targets of this file draw and print random profiles, in which two names are any text. Names are data: for any names,
// the output is well-formed for a reader that is not ours, and the same the second time.

// addNames adds the seeds of a target.
func addNames(f *testing.F) {
	for i, name := range testprofile.HostileNames {
		f.Add(uint64(i), name, testprofile.HostileNames[len(testprofile.HostileNames)-1-i])
	}
}

// randomProfile makes the profile of a target.
func randomProfile(t *testing.T, seed uint64, class, method string) *iprof.Profile {
	t.Helper()
	return testprofile.Parse(t, string(testprofile.RandomNamed(seed%1000, class, method)))
}

// twice writes an output two times.
func twice(t *testing.T, write func(io.Writer) error) string {
	t.Helper()
	var first, second bytes.Buffer
	if err := write(&first); err != nil {
		t.Fatal(err)
	}
	if err := write(&second); err != nil {
		t.Fatal(err)
	}
	if first.String() != second.String() {
		t.Errorf("\n%s\nis not\n%s", first.String(), second.String())
	}
	return first.String()
}

// fuzzedTable makes a table of the profile of a target; the seed chooses its kind.
func fuzzedTable(t *testing.T, seed uint64, class, method string) (of *table.Table) {
	t.Helper()
	p := randomProfile(t, seed, class, method)
	names := convert.NewNames(p, convert.NameOptions{Disambiguate: true})
	var err error
	switch seed % 5 {
	case 0:
		of, err = rank.Top(p, names, rank.TopOptions{Metric: convert.Calls, Filter: convert.FilterOptions{View: convert.UserView}})
	case 1:
		of, err = rank.Top(p, names, rank.TopOptions{Metric: convert.Samples, By: convert.BySite})
	case 2:
		of, err = rank.Branches(p, names, rank.BranchOptions{})
	case 3:
		of, err = rank.Types(p, names, convert.Receivers, rank.TypeOptions{})
	default:
		var g *callgraph.Graph
		if g, err = callgraph.New(p, names, callgraph.Options{}); err == nil {
			of = g.Table(0)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return of
}

//fuzz:runs 100
func FuzzFlameSVG(f *testing.F) {
	addNames(f)
	f.Fuzz(func(t *testing.T, seed uint64, class, method string) {
		defer budget.Drawing.Start(t, len(class)+len(method))()
		draw := func(class, method string) string {
			tree, err := stacks.NewTree(randomProfile(t, seed, class, method), nil, stacks.Options{Metric: convert.Samples, PatternNames: true})
			if err != nil {
				t.Fatal(err)
			}
			return twice(t, func(w io.Writer) error {
				return flame.SVG(w, tree, flame.Options{Title: method, Subtitle: class, ID: "x", MinWidth: flame.NoMinWidth, Orientation: flame.Icicle})
			})
		}
		elements := markup(t, draw(class, method))
		plain := markup(t, draw("app.A", "main"))
		for e := range elements {
			if !plain[e] {
				t.Errorf("%q and %q make %s", class, method, e)
			}
		}
	})
}

// markup reads an SVG and returns its elements with their attributes, as element/attribute, and the scripts.
func markup(t *testing.T, svg string) map[string]bool {
	t.Helper()
	found := map[string]bool{}
	scripts := 0
	d := xml.NewDecoder(strings.NewReader(svg))
	for {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatalf("%v in\n%.3000s", err, svg)
		}
		if e, ok := token.(xml.StartElement); ok {
			if e.Name.Local == "script" {
				scripts++
			}
			for _, a := range e.Attr {
				if name := a.Name.Local; e.Name.Local != "svg" && (strings.HasPrefix(name, "on") || strings.Contains(name, "href")) {
					found[e.Name.Local+"/"+name+"="+a.Value] = true
				}
			}
			found[e.Name.Local] = true
		}
	}
	found["scripts: "+strings.Repeat("+", scripts)] = true
	return found
}

// Of any bytes that an engine may have drawn, the picture is XML without links and foreign elements.
//
//fuzz:runs 800
func FuzzDrawing(f *testing.F) {
	f.Add([]byte(`<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><g id="graph0" class="graph"><title>%3</title><polygon fill="#fff" points="-4,4 -4,-40 58,-40 58,4 -4,4"/>` +
		`<g id="node1" class="node box self125 total250"><title>n1</title><g id="a_node1"><a xlink:title="T.a()"><path fill="#f00" d="M0,0C1,1 2,2 3,3"/><text x="27" y="-14" onclick="x">T.a</text></a></g></g>` +
		`<g class="edge"><title>n1&#45;&gt;n1</title><path d="M0,0L1e3,-5"/><ellipse cx="1" cy="2" rx="3" ry="4"/><polyline points="1,2 3,4"/></g><script>x</script></g></svg>`))
	f.Fuzz(func(t *testing.T, drawn []byte) {
		defer budget.Drawing.Start(t, len(drawn))()
		var b bytes.Buffer
		if err := drawing.SVG(&b, drawn, drawing.SVGOptions{}); err != nil {
			return
		}
		for e := range markup(t, b.String()) {
			if name, _, _ := strings.Cut(e, "/"); !strings.HasPrefix(e, "scripts: ") && !slices.Contains(strings.Fields("svg title style desc script g rect path polygon polyline ellipse text tspan circle line defs clipPath use foreignObject"), name) || strings.Contains(e, "/on") {
				t.Errorf("element %s", e)
			}
		}
		if _, err := drawing.PNG(io.Discard, drawn, palette.LightTheme, drawing.Parts{}); err != nil && strings.Contains(err.Error(), "\n") {
			t.Error(err)
		}
	})
}

//fuzz:runs 60
func FuzzDOT(f *testing.F) {
	addNames(f)
	f.Fuzz(func(t *testing.T, seed uint64, class, method string) {
		defer budget.Drawing.Start(t, len(class)+len(method))()
		p := randomProfile(t, seed, class, method)
		names := convert.NewNames(p, convert.NameOptions{Style: convert.NameStyle(seed % 3)})
		g, err := callgraph.New(p, names, callgraph.Options{Nodes: 30})
		if err != nil {
			t.Fatal(err)
		}
		u, err := callgraph.NewUnits(p, names, callgraph.UnitOptions{Units: 5})
		if err != nil {
			t.Fatal(err)
		}
		in, err := inlining.New(p, names, inlining.Options{Units: 5})
		if err != nil {
			t.Fatal(err)
		}
		opts := dot.Options{Title: method, Subtitle: class}
		for _, text := range []string{
			twice(t, func(w io.Writer) error { return graph.DOT(w, g, opts) }),
			twice(t, func(w io.Writer) error { return graph.UnitsDOT(w, u, opts) }),
			twice(t, func(w io.Writer) error { return inlinetree.DOT(w, in, inlinetree.DOTOptions{Options: opts}) }),
		} {
			if _, err := gonumdot.ParseString(strings.ReplaceAll(text, "\ufffd", "?")); err != nil { // it takes U+FFFD for an error
				t.Errorf("%v in\n%.3000s", err, text)
			}
			for line := range strings.Lines(text) {
				if !utf8.ValidString(line) || strings.ContainsFunc(strings.TrimSuffix(line, "\n"), func(r rune) bool { return r != '\t' && unicode.IsControl(r) }) {
					t.Errorf("%q", line)
				}
			}
		}
	})
}

//fuzz:runs 200
func FuzzCSV(f *testing.F) {
	addNames(f)
	f.Fuzz(func(t *testing.T, seed uint64, class, method string) {
		defer budget.Drawing.Start(t, len(class)+len(method))()
		of := fuzzedTable(t, seed, class, method)
		rows, err := csv.NewReader(strings.NewReader(twice(t, func(w io.Writer) error { return tables.CSV(w, of) }))).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		if all, _ := of.RowsOfCSV(); len(rows) != len(all)+1 {
			t.Errorf("%d rows of %d", len(rows)-1, len(all))
		}
		for _, cell := range slices.Concat(rows...) {
			first, _ := utf8.DecodeRuneInString(cell)
			if strings.ContainsFunc(cell, func(r rune) bool { return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) }) || strings.ContainsRune("=+@＝＋－＠", first) {
				t.Errorf("cell %q", cell)
			}
		}
	})
}

//fuzz:runs 300
func FuzzJSON(f *testing.F) {
	addNames(f)
	schemas := map[string]*jsonschema.Schema{}
	f.Fuzz(func(t *testing.T, seed uint64, class, method string) {
		defer budget.Drawing.Start(t, len(class)+len(method))()
		of := fuzzedTable(t, seed, class, method)
		text := twice(t, func(w io.Writer) error { return tables.JSON(w, of) })
		if schemas[of.Name] == nil {
			schemas[of.Name] = testschema.Read(t, of.Name)
		}
		testschema.Validate(t, schemas[of.Name], text)
		if !utf8.ValidString(text) {
			t.Errorf("%q", text)
		}
	})
}

//fuzz:runs 300
func FuzzMarkdown(f *testing.F) {
	addNames(f)
	md := goldmark.New(goldmark.WithExtensions(extension.GFM), goldmark.WithRendererOptions(html.WithUnsafe(), html.WithXHTML()))
	f.Fuzz(func(t *testing.T, seed uint64, class, method string) {
		defer budget.Drawing.Start(t, len(class)+len(method))()
		of := fuzzedTable(t, seed, class, method)
		text := twice(t, func(w io.Writer) error { return tables.Markdown(w, of) })
		var page bytes.Buffer
		if err := md.Convert([]byte(text), &page); err != nil {
			t.Fatal(err)
		}
		rows := len(of.AllRows())
		if of.Total != nil {
			rows++
		}
		if got := strings.Count(page.String(), "<tr>") - 1; got != rows {
			t.Errorf("%d rows of %d in\n%s", got, rows, text)
		}
		for e := range markup(t, "<html>"+page.String()+"</html>") {
			if !strings.HasPrefix(e, "scripts: ") && !slices.Contains(strings.Fields("html p ul li strong table thead tbody tr th td code"), e) || e == "scripts: +" {
				t.Errorf("element %s", e)
			}
		}
	})
}

//fuzz:runs 60
func FuzzText(f *testing.F) {
	addNames(f)
	f.Fuzz(func(t *testing.T, seed uint64, class, method string) {
		defer budget.Drawing.Start(t, len(class)+len(method))()
		p := randomProfile(t, seed, class, method)
		in, err := inlining.New(p, nil, inlining.Options{Units: 5})
		if err != nil {
			t.Fatal(err)
		}
		into, err := inlining.NewInto(p, nil, inlining.IntoOptions{Methods: 5})
		if err != nil {
			t.Fatal(err)
		}
		texts := []string{
			twice(t, func(w io.Writer) error { return inlinetree.Text(w, in, inlinetree.TextOptions{Width: 80}) }),
			twice(t, func(w io.Writer) error { return inlinetree.IntoText(w, into, inlinetree.TextOptions{ASCII: true}) }),
		}
		of := fuzzedTable(t, seed, class, method)
		for _, width := range []int{0, 80} {
			texts = append(texts, twice(t, func(w io.Writer) error { return tables.Text(w, of, tables.Options{Width: width}) }))
		}
		for _, text := range texts {
			for line := range strings.Lines(text) {
				line = strings.TrimSuffix(line, "\n")
				if !utf8.ValidString(line) || strings.ContainsFunc(line, func(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) }) {
					t.Errorf("%q", line)
				}
			}
		}
	})
}

package flame

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/internal/testsvg"
	"github.com/iprof-viz/iprof-viz/internal/testtree"
	"github.com/iprof-viz/iprof-viz/render/internal/fitname"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
)

func draw(t *testing.T, tree *stacks.Tree, opts Options) string {
	t.Helper()
	var b bytes.Buffer
	if err := SVG(&b, tree, opts); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestHostileNames: names stay text. The picture has the elements that it has for harmless ones, and all names can be
// read in it, with visible characters for those that XML forbids.
func TestHostileNames(t *testing.T) {
	title := "</title><script>alert(1)</script>\x1b"
	svg := draw(t, testtree.From(convert.Samples, testtree.Hostile()...), Options{Title: title, Subtitle: title, Width: 3000})
	all := testsvg.Elements(t, svg)
	if n := len(testsvg.Find(all, "script")); n != 1 {
		t.Errorf("%d scripts, want the viewer's alone", n)
	}
	if got := testsvg.Find(all, "title")[0].Text; got != "</title><script>alert(1)</script>␛" {
		t.Errorf("title %q", got)
	}
	titles := ""
	for _, e := range testsvg.Find(all, "title") {
		titles += e.Text + "\n"
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
		a := draw(t, testtree.From(convert.Samples, testtree.Wide(200, compare)...), Options{})
		if b := draw(t, testtree.From(convert.Samples, testtree.Wide(200, compare)...), Options{}); a != b {
			t.Error("a second run drew something else")
		}
		testsvg.Elements(t, a)
	}
}

func TestBadOptions(t *testing.T) {
	for want, opts := range map[string]Options{
		"width of 20 pixels: must be 300 to 20,000":                   {Width: 20},
		"minimum frame width of -1 pixels: must be positive":          {MinWidth: -1},
		"minimum frame width of NaN pixels: must be positive":         {MinWidth: math.NaN()},
		"minimum frame width of +Inf pixels: must be positive":        {MinWidth: math.Inf(1)},
		`id "a b": must be a letter, then letters, digits, - or _`:    {ID: "a b"},
		`id "1}/*{}": must be a letter, then letters, digits, - or _`: {ID: "1}/*{}"},
		"width of 1,000,000 pixels: must be 300 to 20,000":            {Width: 1000000},
	} {
		err := SVG(io.Discard, testtree.From(convert.Samples), opts)
		if err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}

// TestFlameSVG is a picture to read: 400 pixels for 100 samples. Frames narrower than 150 pixels are in rests.
func TestFlameSVG(t *testing.T) {
	tree := testtree.Server()
	tree.Hidden = 25
	tree.Notes = []string{"samples are not seconds"}
	svg := draw(t, tree, Options{ID: "g", Width: 420, MinWidth: 150, Title: "Shop & co"})
	before, rest, _ := strings.Cut(svg, "<style>")
	_, rest, _ = strings.Cut(rest, "</style>\n")
	rest, _, _ = strings.Cut(rest, "<script>")
	const want = `<svg xmlns="http://www.w3.org/2000/svg" id="g" width="420" height="344" viewBox="0 0 420 344" role="figure" aria-labelledby="g-title" aria-describedby="g-desc">
<title id="g-title">Shop &amp; co</title>
<desc id="g-desc">100 samples, 4 frames deep. Width: samples of a frame and its callees. Only 100 samples: a 50% share has a 95% interval of 40–60%. Hidden: another 25 samples, 20.0% of all. Frames narrower than 150 px are merged (…): 2 frames, 30.0% of samples. Samples are not seconds.</desc>
<rect class="page" width="420" height="344"/>
<g class="head">
<text class="title" x="10" y="27">Shop &amp; co</text>
<text class="note" x="10" y="48">100 samples, 4 frames deep. Width: samples of a frame and its</text>
<text class="note" x="10" y="65">callees.</text>
<text class="note" x="10" y="82">Only 100 samples: a 50% share has a 95% interval of 40–60%.</text>
<text class="key" x="10" y="102">colors: kind</text>
<text class="key" x="114.34" y="102">application</text>
<text class="key" x="213.58" y="102">JDK</text>
<text class="key" x="27" y="119">… frames too narrow to draw</text>
<text class="key" x="221.92" y="119">shades distinguish classes</text>
<text class="foot" x="10" y="278">Hidden: another 25 samples, 20.0% of all.</text>
<text class="foot" x="10" y="295">Frames narrower than 150 px are merged (…): 2 frames, 30.0%</text>
<text class="foot" x="10" y="312">of samples.</text>
<text class="foot" x="10" y="329">Samples are not seconds.</text>
<rect class="a0" x="97.34" y="92" width="12" height="12"/>
<rect class="j2" x="196.58" y="92" width="12" height="12"/>
<rect class="r" x="10" y="109" width="12" height="12"/>
</g>
<g class="graph">
<g transform="translate(10 188) scale(.1)">
<path class="t" d="M0 590h3995"/>
<path class="a0" d="M0 420h3995"/>
<path class="a1" d="M0 250h2395"/>
<path class="r" d="M0 80h1195"/>
<path class="j2" d="M2400 250h1595"/>
</g>
<g transform="translate(10 188)">
<rect x="0" y="51" width="399.5" height="16"><title>all
100 samples, 100% of all, self 0</title></rect>
<rect x="0" y="34" width="399.5" height="16"><title>Main.main
100 samples, 100% of all, 100% of its parent, self 0</title></rect>
<rect x="0" y="17" width="239.5" height="16"><title>shop.Cart.total
60 samples, 60.0% of all, 60.0% of its parent, self 30</title></rect>
<rect x="0" y="0" width="119.5" height="16"><title>2 frames too narrow to draw
30 samples, 30.0% of all, 50.0% of its parent</title></rect>
<rect x="240" y="17" width="159.5" height="16"><title>java.nio.Disk.read
40 samples, 40.0% of all, 40.0% of its parent, self 40</title></rect>
<text x="3" y="63">all: 100 samples</text>
<text x="3" y="46">Main.main</text>
<text x="3" y="29">shop.Cart.total</text>
<text x="3" y="12">… 2 frames, 30.0%</text>
<text x="243" y="29">java.nio.Disk.read</text>
</g>
</g>
<metadata>{"unit":"samples","width":400,"fixed":true,"minWidth":150,"oneRow":980,"twoRows":400,"top":188,"icicle":false,"sub":"","about":["100 samples, 4 frames deep. Width: samples of a frame and its callees.","Only 100 samples: a 50% share has a 95% interval of 40–60%."],"notes":["Hidden: another 25 samples, 20.0% of all.","Frames narrower than 150 px are merged (…): 2 frames, 30.0% of samples.","Samples are not seconds."],"legend":[["","colors: kind"],["a0","application"],["j2","JDK"],["r","… frames too narrow to draw"],["","shades distinguish classes"]],"classes":["t","a0","a1","r","j2","j0"],"names":"Aall\nAMain.main\nAjava.nio.Disk.read\nFutil.List.get\nAshop.Cart.total","kinds":"ABEFC","frames":"AAkDACkDAI8BAIeAGeDEoB"}</metadata>
`
	got := strings.ReplaceAll(before+rest, "&#xA;", "\n")
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestDescription: a picture says its metric, the meaning of widths and colors, and how much it leaves out.
func TestDescription(t *testing.T) {
	piles := []testtree.Stack{{Frames: "a.A.a;b.B.b", Value: 900, Base: 500}, {Frames: "a.A.a;c.C.c", Value: 100, Base: 0}, {Frames: "a.A.a;d.D.d", Value: 0, Base: 500}}
	compared := func(metric convert.Metric) *stacks.Tree { return testtree.From(metric, piles...) }
	alone := func(metric convert.Metric) *stacks.Tree {
		tree := testtree.From(metric, piles...)
		tree.Base = nil
		return tree
	}
	filtered := alone(convert.Samples)
	filtered.Hidden = 3000
	filtered.Tally.ByReason[convert.DroppedByView] = convert.RecordSum{Records: 2, Value: 3000}
	filtered.Tally.Moved = convert.RecordSum{Records: 1, Value: 1234}
	filtered.Tally.VM = convert.RecordSum{Records: 1, Value: 1}
	charged := alone(convert.Samples)
	charged.Tally.Charged = convert.RecordSum{Records: 1, Value: 900}
	if svg := draw(t, charged, Options{}); !strings.Contains(svg, "incl. library code 900") || strings.Contains(svg, "self 900") {
		t.Error("the tooltips of a view that counts code of others call it self")
	}
	noted := alone(convert.Calls)
	noted.Notes = []string{convert.InstrumentedInliningNote}
	for name, test := range map[string]struct {
		tree *stacks.Tree
		opts Options
		want []string
		not  []string
	}{
		"samples": {alone(convert.Samples), Options{Color: KindColor}, []string{
			"Flame graph of samples", "1,000 samples, 2 frames deep. Width: samples of a frame and its callees.", "application",
		}, []string{"Hidden", "Only", "inlined", "rests"}},
		"calls": {noted, Options{}, []string{
			"Flame graph of method entries", "Width: method entries of a frame, inclusive. Calls are not time.",
			"red: compilation root", "blue: inlined into its caller, in the instrumented image",
			"Inlining is shown as in the instrumented image, not the optimized one.", "colors: inlining, as these are calls",
		}, []string{"samples", "application"}},
		"reversed":   {alone(convert.Samples), Options{Reverse: true}, []string{"Inverted: leaves first, then their callers. Width: samples that a path leads to."}, nil},
		"by kind":    {alone(convert.Calls), Options{Color: KindColor}, []string{"colors: kind", "application"}, []string{"red:", "colors: kind,"}},
		"charged":    {charged, Options{}, []string{"Frames are application code, incl. the library code that it calls."}, nil},
		"by package": {alone(convert.Samples), Options{}, []string{"colors: package, as 100% is application", "a", "b", "c", "d"}, []string{"shades", "other"}}, // all are of the application
		"no notes":   {filtered, Options{NoNotes: true}, []string{"1,000 samples, 2 frames deep."}, []string{"Hidden", "counted for their callers"}},
		"by name":    {alone(convert.Samples), Options{Color: NameColor}, []string{"the same name has the same color"}, []string{"application", "shades"}},
		"compared": {compared(convert.Samples), Options{}, []string{
			"Change of samples since the base", "1,000 samples compared with 1,000, scaled to the same total: colors and points are changes of the share; 2 frames deep.", "colors: change of the share", "of both profiles the larger, summed from the leaves up",
			"share up 25% or more", "about the same, or not significant",
			"Colored changes are statistically significant by Fisher's exact test; false discovery rate of at most 5% (Benjamini-Hochberg over 3 frames).", "+ only in this profile", "− only in the base",
		}, []string{"application", "share down", "100% or more"}}, // no box has these colors
		"calls compared": {compared(convert.Calls), Options{}, []string{ // b.B.b has most of both runs: 900 for 500
			"1,000 method entries compared with 1,000, the new run is treated as 1.8 times as long, by what most methods did, weighted with their shares; 2 frames deep.",
			"Colored changes are statistically significant by Fisher's exact test; false discovery rate of at most 5% (Benjamini-Hochberg over 4 frames).", "about the same, or not significant",
		}, []string{"red:"}},
		"filtered": {filtered, Options{}, []string{
			"Hidden: another 3,000 samples, 75.0% of all (" + convert.DroppedByView.String() + ").", "1,234 samples of hidden frames are charged to their callers.",
			"VM and native-image frames are folded into <VM>.",
		}, nil},
		"pruned": {alone(convert.Samples), Options{MinWidth: 400}, []string{
			"Frames narrower than 400 px are merged (…): 1 frame, 10.0% of samples.", "… frames too narrow to draw",
		}, nil},
		"titled": {alone(convert.Samples), Options{Title: "Checkout", Subtitle: "shop.iprof"}, []string{"Checkout", "shop.iprof"}, []string{"Flame graph of"}},
	} {
		t.Run(name, func(t *testing.T) {
			test.opts.Width = 3000 // so that no line is wrapped
			var said []string
			for _, e := range testsvg.Find(testsvg.Elements(t, draw(t, test.tree, test.opts)), "text") {
				if e.Attr["class"] != "" {
					said = append(said, e.Text)
				}
			}
			text := strings.Join(said, "\n")
			for _, s := range test.want {
				if !strings.Contains(text, s) {
					t.Errorf("%q is not said in\n%s", s, text)
				}
			}
			for _, s := range test.not {
				if strings.Contains(text, s) {
					t.Errorf("%q is said in\n%s", s, text)
				}
			}
		})
	}
}

// TestDeltas checks the colors of changes. A change of samples has one only if it is significant, as in diff.
func TestDeltas(t *testing.T) {
	// Of 1,000 samples each. 100 to 125 is a rise of 25%, but two draws of 1,000 differ as much in one of eleven
	// cases (z 1.70, with Yates's correction); 100 to 130 in one of 24 (z 2.03). 4 out of nothing are chance in one of
	// eight (z 1.50), 6 in one of 24 (z 2.04). Where "it" rises "other" falls: of two tests both find the same.
	// Of 1,000,000 calls nothing here is chance, and the length of a run is that of "other", which has most of it: 100 after
	// 105 are 5.3% less, as "other" has risen by 0.6%.
	for _, test := range []struct {
		now, base      int64
		samples, calls string
	}{
		{100, 100, "eq", "eq"}, {104, 100, "eq", "eq"}, {105, 100, "eq", "m1"}, {125, 100, "eq", "m2"}, {130, 100, "m2", "m2"},
		{200, 100, "m3", "m3"}, {100, 130, "l2", "l2"}, {100, 105, "eq", "l1"}, {95, 100, "eq", "l1"}, {80, 100, "eq", "l2"}, {50, 100, "l3", "l3"},
		{20, 0, "w", "w"}, {6, 0, "w", "w"}, {4, 0, "eq", "w"}, {0, 20, "g", "g"}, {0, 3, "h", "g"},
	} {
		for metric, want := range map[convert.Metric]string{convert.Samples: test.samples, convert.DefaultMetric: test.samples, convert.Calls: test.calls} {
			each := int64(1)
			if metric == convert.Calls {
				each = 1000
			}
			tree := testtree.From(metric, testtree.Stack{Frames: "it", Value: each * test.now, Base: each * test.base}, testtree.Stack{Frames: "other", Value: each * (1000 - test.now), Base: each * (1000 - test.base)})
			f := newPicture(tree, Options{Width: 1200, MinWidth: 0.1, SortByName: true, ID: "x"}, false)
			if got := f.swatches[f.class[1]].Class; f.name(&f.boxes[1]) != "it" || got != want {
				t.Errorf("%s: %d after %d has class %s, want %s", metric, test.now, test.base, got, want)
			}
		}
	}
}

// TestLongNames: a name of a megabyte is cut in all parts of the picture.
func TestLongNames(t *testing.T) {
	var stacks []testtree.Stack
	for i := range 30 {
		stacks = append(stacks, testtree.Stack{Frames: fmt.Sprintf("%s;run%d;%s", strings.Repeat("a.", 500_000), i, strings.Repeat("e\u0301", 300_000)), Value: 10, Base: 0})
	}
	svg := draw(t, testtree.From(convert.Samples, stacks...), Options{})
	if len(svg) > 256<<10 {
		t.Errorf("%d bytes", len(svg))
	}
	for _, e := range testsvg.Find(testsvg.Elements(t, svg), "title") {
		name, _, _ := strings.Cut(e.Text, "\n")
		if kept, _, cut := strings.Cut(name, plaintext.Ellipsis+"(+"); len(kept) > fitname.MaxName || cut && !strings.HasSuffix(name, " characters)") || strings.HasSuffix(kept, "e") {
			t.Fatalf("title of %d bytes ends in %q", len(name), name[len(name)-10:])
		}
	}
}

// A picture with merged recursion is not as deep as others of the same profile, and says so.
func TestMergedRecursionInWords(t *testing.T) {
	tree := testtree.From(convert.Samples, testtree.Stack{Frames: "shop.Main.main" + strings.Repeat(";shop.Main.fib", 9), Value: 8})
	for merged, want := range map[bool]string{false: "8 samples, 10 frames deep.", true: "8 samples, 2 frames deep with recursion merged."} {
		of := tree
		if merged {
			of = tree.MergeRecursion()
		}
		var b bytes.Buffer
		if err := SVG(&b, of, Options{}); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(b.String(), want) {
			t.Errorf("merged %v: no %q", merged, want)
		}
	}
}

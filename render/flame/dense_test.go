package flame

import (
	"fmt"
	"image/color"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/internal/browsertest"
	"github.com/iprof-viz/iprof-viz/internal/testsvg"
	"github.com/iprof-viz/iprof-viz/internal/testtree"
)

// dense is 1,280 wide: two rows have 20 boxes of 34 and 400 of 1 or 2.
func dense() *stacks.Tree {
	var piles []testtree.Stack
	for i := range 20 {
		piles = append(piles, testtree.Stack{Frames: fmt.Sprintf("com.shop.Wide%d.run;java.util.Wide%d.run", i, i), Value: 34})
	}
	packages := []string{"com.shop", "java.util", "com.oracle.svm", "jdk.internal"}
	for i := range 400 {
		piles = append(piles, testtree.Stack{Frames: fmt.Sprintf("%s.Narrow%d.run;%s.Thin%d.run", packages[i%4], i, packages[i/4%4], i), Value: int64(1 + i%2)})
	}
	return testtree.From(convert.Samples, piles...)
}

// TestDenseRows: a row of many narrow boxes is drawn as a pattern, with the boxes that the file has without scripts, and looks the same.
func TestDenseRows(t *testing.T) {
	svg := draw(t, dense(), Options{Width: 1300, Color: KindColor})
	dom := browsertest.Open(t, svg, "")
	still, live := linesOf(t, testsvg.Elements(t, svg)), linesOf(t, dom)
	if fmt.Sprint(still) != fmt.Sprint(live) {
		t.Errorf("%d lines, with scripts %d:\n%q\n%q", len(still), len(live), still, live)
	}
	if n := len(testsvg.Find(dom, "pattern")); n != 2 {
		t.Errorf("%d patterns", n)
	}
	var height int
	fmt.Sscan(testsvg.Elements(t, svg)[0].Attr["height"], &height)
	name := browsertest.WriteFile(t, "flame.svg", svg)
	image := browsertest.Screenshot(t, `<body style="margin:0"><img style="display:block" src="`+name+`">`, 1300, height)
	drawn := browsertest.Screenshot(t, `<!doctype html><style>body { margin: 0 } svg { display: block }</style>`+svg, 1300, height)
	settled, err := Options{Width: 1300, Color: KindColor}.Settle(dense())
	if err != nil {
		t.Fatal(err)
	}
	f := newPicture(dense(), settled, false)
	for depth := range int32(3) {
		for _, y := range []int{0, boxHeight / 2, boxHeight - 1, boxHeight} {
			for x := margin + 680; x < 1300; x++ { // right of the labels
				y := f.top + f.row(depth)*rowHeight + y
				a, b := color.RGBAModel.Convert(image.At(x, y)).(color.RGBA), color.RGBAModel.Convert(drawn.At(x, y)).(color.RGBA)
				for _, d := range []int{int(a.R) - int(b.R), int(a.G) - int(b.G), int(a.B) - int(b.B)} {
					if max(d, -d) > 40 {
						t.Fatalf("pixel %d,%d is %v, without scripts %v", x, y, b, a)
					}
				}
			}
		}
	}
}

// TestDenseSteps: the elements that a search replaces are as many as rows and colors, not as many as boxes, and those of labeled frames
// stay. A frame in a pattern zooms, and is printed as a line.
func TestDenseSteps(t *testing.T) {
	browsertest.Expect(t, browsertest.Play(t, `
		const graph = svg.querySelector(".graph"), before = boxes(), seen = new MutationObserver(() => {});
		seen.observe(graph, {childList: true, subtree: true});
		type("Narrow1");
		const added = seen.takeRecords().flatMap((r) => [...r.addedNodes]).flatMap((e) => [e, ...e.querySelectorAll("*")]).length;
		log(added > 6 && added < 30 ? "few elements" : added);
		const after = boxes();
		log(before.length === after.length && before.every((b, i) => b === after[i]) ? "the same boxes" : "others");
		log(status());
		const patterns = () => [...svg.querySelectorAll("pattern")].map((p) => p.querySelectorAll("path.match").length).join();
		log(patterns());
		dispatchEvent(new Event("beforeprint"));
		log("printed: " + patterns() + svg.querySelectorAll("path.match").length);
		dispatchEvent(new Event("afterprint"));
		log(patterns());
		const row = box("com.shop.Wide0.run").getBoundingClientRect();
		graph.dispatchEvent(new MouseEvent("click", {clientX: svg.getBoundingClientRect().right - 11, clientY: row.top + 8, bubbles: true}));
		log(names() + " " + svg.querySelectorAll("pattern").length);`, draw(t, dense(), Options{Width: 1300, Color: KindColor})),
		"few elements", "the same boxes", "111 matched: 13.0%", // 1, 10 to 19, 100 to 199: 56 of 2 and 55 of 1, of 1,280
		"0,1", "printed: 1", "0,1", "all 1280, com.shop.Narrow96.run 1280, com.shop.Thin96.run 1280 0")
}

package page

import (
	"fmt"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/browsertest"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// shallowness logs whether the table is below the picture and as wide as the window, whether the picture has less than three empty rows,
// counted in pixels of the canvas, and whether a name in the table is cut or has two lines.
const shallowness = inReport + `
	const look = () => {
		const canvas = one(".scroller canvas"), area = canvas.getBoundingClientRect(), aside = one(".split > aside").getBoundingClientRect(), { width, height } = canvas;
		const data = new Uint32Array(canvas.getContext("2d").getImageData(0, 0, width, height).data.buffer), page = data[data.length - 1];
		let last = height - 1; while (last && data.subarray(last * width, (last + 1) * width).every((p) => p === page)) last--;
		log([aside.top >= area.bottom ? "below" : "beside", aside.width === one(".split").clientWidth, height - last < 3 * 18, !one(".methods.two"), one(".methods .row:nth-child(4)").getBoundingClientRect().bottom < innerHeight].join(" "));
	};
	await go("#/flame"); for (let i = 0; i < 4; i++) await settled();`

// TestShallowFlameGraph: a picture of few rows is as high as they are, and the table of methods is below it, where there is room for their
// names; a zoom, a search and callers and callees leave it there. That of a deep one is beside it.
func TestShallowFlameGraph(t *testing.T) {
	page := browsertest.Look(t, 1280, 800)
	v := browsertest.VisitFile(t, page, tallyReport(t, "tally.jar", "java/tally/Tally.java").page, "")
	browsertest.Expect(t, v.Run(shallowness+`
		look(); const top = () => Math.round(one(".split > aside").getBoundingClientRect().top), before = top();
		await go("#/flame?s=hashCode"); await settled(); log(top() - before);
		await go("#/flame?m=tally.Tally.find&v=around"); for (let i = 0; i < 3; i++) await settled(); look();
		await go("#/flame?z=1.0"); for (let i = 0; i < 3; i++) await settled(); log(top() - before < 80);`),
		"below true true true true", "0", "below true true true true", "true")
	v.Resize(390, 844)
	browsertest.Expect(t, v.Run(shallowness+`look();`), "below true true false true")
	v.Resize(1280, 360)
	browsertest.Expect(t, v.Run(shallowness+`log(!one(".split.shallow"));`), "true")
	var names []string
	stack := ""
	for i := range 60 {
		names = append(names, fmt.Sprintf("step%d", i))
		stack = fmt.Sprintf("%d:3<", i+1) + stack
	}
	deep := testprofile.Parse(t, `{`+testprofile.Methods(names...)+testprofile.Samples(strings.TrimSuffix(stack, "<")+" 400")+`}`)
	v = browsertest.VisitFile(t, page, reportOf(t, deep).page, "")
	v.Resize(1280, 800)
	browsertest.Expect(t, v.Run(shallowness+`look();`), "beside false true true true")
}

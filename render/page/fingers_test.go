package page

import (
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/browsertest"
)

// TestFingers: in a window of 390 pixels, whatever one can press is 44 pixels high, except for links in the lines of a text.
func TestFingers(t *testing.T) {
	v := browsertest.VisitFile(t, browsertest.Look(t, 390, 844), wordCountReport(t).page, "")
	for _, view := range []string{"overview", "flame", "tree", "methods", "callgraph", "code", "sites", "units", "method/words.WordCount.addLine"} {
		browsertest.Expect(t, v.Run(inReport+`
			await go("#/`+view+`"); for (let i = 0; i < 5; i++) await settled();
			const inText = (a) => a.matches("a") && [...a.parentElement.childNodes].some((n) => n.nodeType === 3 && n.data.trim() !== "");
			for (const e of all("button, select, input, a, summary, .spacer > .row, .spacer > .line")) {
				const box = e.getBoundingClientRect(), row = e.closest(".spacer > *, summary");
				if (!box.width || inText(e) || e.closest(".answer, .at, .place:not(summary *)") || e.closest("[hidden]")) continue;
				const high = row ? row.getBoundingClientRect().height : box.height;
				if (high < 43.5) log("`+view+` " + e.tagName + " " + e.className + " “" + text(e).slice(0, 30) + "”: " + high);
			}`))
	}
}

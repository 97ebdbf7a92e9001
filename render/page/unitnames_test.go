package page

import (
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/browsertest"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// TestClassesOfUnits: at 1280 pixels, no unit's name loses a part of its class: names have two lines instead, all of them, and the list
// takes room from the picture. Their rows are as high as the text, with numbers beside them, and below each other.
func TestClassesOfUnits(t *testing.T) {
	page, two, one := browsertest.Look(t, 1280, 800), 0, 0
	for name, data := range testprofile.Published(t) {
		got := browsertest.VisitFile(t, page, publishedReport(t, name, data).page, "#/units").Run(inReport + `
			if (!document.querySelector(".grid.units .spacer > .line")) return;
			await settled(); await settled();
			const rows = [...document.querySelectorAll(".grid.units .spacer > .line:not(.site)")], two = document.querySelector(".grid.units").classList.contains("two");
			const names = rows.map((e) => e.querySelector(".text > :is(a, span:not(.twist, .bci, .note))"));
			log(two ? "two" : "one");
			for (const [i, e] of names.entries()) {
				const text = e.textContent, r = e.getBoundingClientRect(), row = rows[i].getBoundingClientRect();
				if (text.replace(/[0-9a-f]{6}…/g, "").includes("…")) log("cut: " + text);
				if (two !== e.classList.contains("lines")) log(text + " is on other lines than the rest");
				if (r.top < row.top - 1 || r.bottom > row.bottom + 1 || r.right > rows[i].children[1].getBoundingClientRect().left) log(text + " is out of its row");
				if (i && row.top < rows[i - 1].getBoundingClientRect().bottom - 1) log(text + " is on another row");
			}`)
		for _, line := range got {
			switch line {
			case "two":
				two++
			case "one":
				one++
			default:
				t.Errorf("%s: %s", name, line)
			}
		}
	}
	if len(testprofile.Published(t)) > 10 && (two == 0 || one == 0) {
		t.Errorf("%d reports have names on two lines, %d on one", two, one)
	}
}

package page

import (
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/inlining"
	"github.com/iprof-viz/iprof-viz/internal/browsertest"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// TestUnitsWithRareApplicationCode: a unit is the application's, too, if its code of the application is too rare to be listed, as in the
// command inline; one without any is not.
func TestUnitsWithRareApplicationCode(t *testing.T) {
	methods := strings.NewReplacer(`"T"`, `"app.Main"`, `"U"`, `"java.lang.Object"`)
	p := testprofile.Parse(t, methods.Replace(`{"version":"1.0.0","types":[{"id":1,"name":"T"},{"id":2,"name":"U"},{"id":3,"name":"void"}],"methods":[`+
		`{"id":1,"name":"often","signature":[2,3]},{"id":2,"name":"rare","signature":[1,3]},{"id":3,"name":"main","signature":[1,3]},{"id":4,"name":"other","signature":[2,3]}]`+
		testprofile.Calls("1:0 1000000", "2:0<1:3 1", "3:0 5", "4:0 7")+`}`))
	r := reportOf(t, p)
	trees, err := inlining.New(p, convert.NewNames(p, convert.NameOptions{}), inlining.Options{Filter: reportFilter, MinShare: 0.001})
	if err != nil {
		t.Fatal(err)
	}
	r.parts.Inline = NewUnits(trees)
	r.write(t)
	browsertest.Expect(t, browsertest.Visit(t, r.page, "#/units", inReport+`
		await settled(); await settled();
		log(all(".grid.units .spacer > .line:not(.site)").map((e) => text(e.querySelector(".text")).replace(/^[▸▾ ]+/, "")).join("|"));
		log(text(one("output.summary")));`), "java.lang.Object.often 2 instances|app.Main.main", "2 of 3 units, with >99.9% of all entries, inlined ones included")
}

// TestClassesOfUnits: at 1280 pixels, no unit's name loses a part of its class: the list takes room from the picture beside it, which is
// below it if that is not enough, and no name has two lines. Rows are as high as the text, with numbers beside it, and below each other.
func TestClassesOfUnits(t *testing.T) {
	page, places := browsertest.Look(t, 1280, 800), map[string]int{}
	for name, data := range testprofile.Published(t) {
		got := browsertest.VisitFile(t, page, publishedReport(t, name, data).page, "#/units").Run(inReport + `
			if (!document.querySelector(".grid.units .spacer > .line")) return;
			await settled(); await settled();
			const rows = [...document.querySelectorAll(".grid.units .spacer > .line:not(.site)")], two = document.querySelector(".grid.units").classList.contains("two");
			const names = rows.map((e) => e.querySelector(".text > :is(a, span:not(.twist, .bci, .note))"));
			const list = document.querySelector(".split > .column").getBoundingClientRect(), picture = document.querySelector(".split > aside.unit").getBoundingClientRect(), canvas = document.querySelector(".unit canvas").getBoundingClientRect();
			log(picture.top >= list.bottom ? "below" : picture.left >= list.right ? "beside" : "the picture covers the list");
			if (two) log("names have two lines");
			if (canvas.height < 3 * 18 || canvas.bottom > innerHeight) log("the picture has " + canvas.height + " pixels");
			for (const [i, e] of names.entries()) {
				const text = e.textContent, r = e.getBoundingClientRect(), row = rows[i].getBoundingClientRect();
				if (text.replace(/[0-9a-f]{6}…/g, "").includes("…")) log("cut: " + text);
				if (two !== e.classList.contains("lines")) log(text + " is on other lines than the rest");
				if (r.top < row.top - 1 || r.bottom > row.bottom + 1 || r.right > rows[i].children[1].getBoundingClientRect().left) log(text + " is out of its row");
				if (i && row.top < rows[i - 1].getBoundingClientRect().bottom - 1) log(text + " is on another row");
			}`)
		for _, line := range got {
			if line == "below" || line == "beside" {
				places[line]++
			} else {
				t.Errorf("%s: %s", name, line)
			}
		}
	}
	if len(testprofile.Published(t)) > 10 && len(places) != 2 {
		t.Errorf("pictures are beside the list or below it: %v", places)
	}
}

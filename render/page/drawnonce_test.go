package page

import (
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/browsertest"
)

// TestRowsAreDrawnOnce: a view makes its rows once when it is opened, and none when it is left. At first, pictures that come after the rows
// take some of their room in two views.
func TestRowsAreDrawnOnce(t *testing.T) {
	v := browsertest.VisitFile(t, browsertest.Look(t, 1280, 800), shopReport(t).page, "")
	browsertest.Expect(t, v.Run(inReport+`
		for (let i = 0; i < 3; i++) await settled();
		let drawn = 0;
		new MutationObserver((records) => { drawn += records.filter((r) => r.target.classList?.contains("spacer") && r.addedNodes.length > 1).length; }).observe(d.body, { childList: true, subtree: true });
		for (const view of ["methods", "sites", "units", "tree", "flame", "methods", "sites", "units", "tree", "flame", "overview"]) {
			drawn = 0;
			await go("#/" + view); for (let i = 0; i < 3; i++) await settled();
			log(view + " " + drawn);
		}`), "methods 1", "sites 1", "units 2", "tree 1", "flame 2", "methods 1", "sites 1", "units 1", "tree 1", "flame 1", "overview 0")
}

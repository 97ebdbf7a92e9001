package page

import (
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/browsertest"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// TestContentOnPhones: in 390 pixels, a call tree has two rows of controls above it, with a button for the others, and no cell of it is
// empty; the changes have their first row within three quarters of the window, with the caveats that are folded above it one click away.
func TestContentOnPhones(t *testing.T) {
	old, now := testprofile.Example("tally.iprof"), testprofile.Example("tally-after.iprof")
	phone := browsertest.Look(t, 390, 844)
	tree := browsertest.VisitFile(t, phone, shopReport(t).page, "")
	browsertest.Expect(t, tree.Run(inReport+`
		await go("#/tree"); await settled(); const controls = () => all(".tree .tools :is(button, input, select)").filter((e) => e.offsetHeight > 0), rows = () => new Set(controls().map((e) => Math.round(e.getBoundingClientRect().top))).size;
		log(rows() + " " + controls().some((e) => text(e) === "Heaviest path"));
		log(all(".calltree .spacer .line").every((row) => [...row.querySelectorAll(".number")].filter((e) => e.offsetHeight > 0).every((e) => text(e) !== "")));
		await click(named("More")); log(rows() > 2 && controls().some((e) => text(e) === "Heaviest path") && controls().every((e) => e.getBoundingClientRect().height >= 44)); await click(named("More")); log(rows());`),
		"2 false", "true", "true", "2")
	r := reportOf(t, now)
	r.addBase(t, old, now)
	r.parts.Base.Caveats = []string{"a first caveat, which is long enough for two lines of a phone", "a second one"}
	r.write(t)
	const changes = inReport + `
		await go("#/changes"); await settled(); const first = () => one(".changes table tbody tr").getBoundingClientRect(), caveats = () => all(".changes .caveats li").filter((e) => e.getBoundingClientRect().height > 0 && e.checkVisibility());
		log(first().top < 0.75 * innerHeight); log(caveats().length);
		const fold = one(".changes summary"); log(text(fold) + " " + (fold.getBoundingClientRect().height >= 44));`
	v := browsertest.VisitFile(t, phone, r.page, "")
	browsertest.Expect(t, v.Run(changes+`await click(fold); log(caveats().length);`), "true", "0", "3 caveats about the comparison true", "3")
	v = browsertest.VisitFile(t, browsertest.Look(t, 1280, 800), r.page, "")
	browsertest.Expect(t, v.Run(changes), "true", "3", "3 caveats about the comparison false")
}

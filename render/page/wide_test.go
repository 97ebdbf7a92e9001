package page

import (
	"testing"

	"github.com/iprof-viz/iprof-viz/convert/findings"
	"github.com/iprof-viz/iprof-viz/internal/browsertest"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// TestWidthOfLargeScreens: in a window of 1920 pixels, what is on the overview and among the changes reaches the right edge, in columns beside each
// other, and no line of text is longer than can be read; in one of 1280 pixels, the overview has the same order in two columns.
func TestWidthOfLargeScreens(t *testing.T) {
	const parts = inReport + `
		const look = () => {
			const sections = [...view().querySelectorAll(".columns section")].filter((e) => e.offsetHeight > 0).map((e) => e.getBoundingClientRect()), edge = Math.max(...sections.map((b) => b.right));
			const sentences = [...view().querySelectorAll("article > p")].map((e) => e.getBoundingClientRect().width);
			return new Set(sections.map((b) => Math.round(b.left))).size + " columns " + (innerWidth - edge < 60) + " " + (Math.max(...sentences) <= 1560);
		};
		for (let i = 0; i < 3; i++) await settled();`
	page := browsertest.Look(t, 1280, 800)
	shop := shopReport(t)
	shop.parts.Info.Findings = []Finding{{Kind: findings.ManyTypes, Title: "call of 8+ types", Weight: &Weight{Metric: "samples", Unit: "samples", Share: 0.1, Value: 144, Total: 1584}}}
	shop.write(t)
	v := browsertest.VisitFile(t, page, shop.page, "")
	narrow := v.Run(parts + `await go("#/overview"); log(look()); log([...view().querySelectorAll("h2, caption")].map((e) => text(e.firstChild)).join("|"));`)
	v.Resize(1920, 1080)
	wide := v.Run(parts + `await go("#/overview"); log(look()); log([...view().querySelectorAll("h2, caption")].map((e) => text(e.firstChild)).join("|"));`)
	browsertest.Expect(t, narrow, "2 columns true true", wide[1])
	browsertest.Expect(t, wide[:1], "3 columns true true")
	profile := func(samples ...string) *iprof.Profile {
		return testprofile.Parse(t, `{`+testprofile.Methods("a", "b", "c")+testprofile.Samples(samples...)+`}`)
	}
	old, now := profile("1:0 1000", "2:0<1:3 1500", "3:0<1:5 1400"), profile("1:0 3000", "2:0<1:3 500", "3:0<1:5 400")
	r := reportOf(t, now)
	r.addBase(t, old, now)
	r.write(t)
	v = browsertest.VisitFile(t, page, r.page, "")
	browsertest.Expect(t, v.Run(parts+`await go("#/changes"); log(look());`), "2 columns true true")
}

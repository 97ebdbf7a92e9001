package page

import (
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/browsertest"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// TestLongNames: a name of 50,000 characters takes a few lines of the overview, and its tooltip has all of it.
func TestLongNames(t *testing.T) {
	long := strings.Repeat("InvoiceWriter", 4000)
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":0,"name":"app.`+long+`"},{"id":1,"name":"int"}],"methods":[{"id":1,"name":"find","signature":[0,1]},{"id":2,"name":"close","signature":[0,1]}],
		"callCountProfiles":[{"ctx":"1:0","records":[3000000]},{"ctx":"2:0","records":[3000000]},{"ctx":"2:0<1:4","records":[90000000]}],
		"conditionalProfiles":[{"ctx":"1:0","records":[3,0,50000000,6,1,50000000]}],"samplingProfiles":[{"ctx":"1:4","records":[700]},{"ctx":"2:4<1:4","records":[300]}]}`)
	for _, width := range []int{390, 1280} {
		v := browsertest.VisitFile(t, browsertest.Look(t, width, 844), reportOf(t, p).page, "")
		browsertest.Expect(t, v.Run(`
			for (let i = 0; i < 5; i++) await settled();
			const link = one(".answer a"), tall = (e) => e.getBoundingClientRect().height;
			log(text(link).length + " " + (tall(one(".answer")) < 140) + " " + (link.title.length > 50000) + " " + (one(".worth li") ? [...document.querySelectorAll(".worth > li")].every((e) => tall(e) < 300) : "no finding"));
			log(document.documentElement.scrollWidth <= innerWidth && one(".overview").scrollWidth <= one(".overview").clientWidth);`),
			"90 true true true", "true")
	}
}

package page

import (
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert/findings"
	"github.com/iprof-viz/iprof-viz/internal/browsertest"
	"github.com/iprof-viz/iprof-viz/internal/testfile"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// TestLongNames: a name of 50,000 characters takes a few lines of the overview, in sentences and in tables.
func TestLongNames(t *testing.T) {
	shop := testfile.Read(t, "../../testdata/shop.iprof")
	long := strings.Repeat("InvoiceWriter", 4000)
	p := testprofile.Parse(t, strings.ReplaceAll(string(shop), `"com.example.shop.InvoiceWriter"`, `"com.example.shop.`+long+`"`))
	r := reportOf(t, p)
	at := slices.IndexFunc(r.parts.Methods.Methods, func(m MethodRecord) bool { return strings.Contains(m.Name, "InvoiceWriterInvoiceWriter") })
	r.parts.Info.Findings = []Finding{{Kind: findings.ManyTypes, Title: "call of 8+ types", Weight: &Weight{Metric: "samples", Unit: "samples", Share: 0.1, Value: 144, Total: 1584}, Methods: []FoundMethod{
		{Role: findings.About, ID: r.parts.Methods.Methods[at].ID},
	}}}
	r.write(t)
	for _, width := range []int{390, 1280} {
		v := browsertest.VisitFile(t, browsertest.Look(t, width, 844), r.page, "")
		browsertest.Expect(t, v.Run(`
			for (let i = 0; i < 5; i++) await settled();
			const tall = (e) => e.getBoundingClientRect().height;
			log(text(one(".answer a")).length + " " + (tall(one(".answer")) < 160) + " " + all(".worth > li").length + " " + all(".worth > li").every((e) => tall(e) < 300) + " " + all(".overview tr").every((e) => tall(e) < 100));
			log(document.documentElement.scrollWidth <= innerWidth && one(".overview").scrollWidth <= one(".overview").clientWidth);`),
			"90 true 1 true true", "true")
	}
}

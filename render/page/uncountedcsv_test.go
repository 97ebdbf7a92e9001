package page

import (
	"fmt"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/browsertest"
)

// The CSV of methods has the number of contexts without a count, as that of top does: numbers of such methods, which have ≥ in the page, are
// a lower bound. Columns about the base of samples say of which number they are, as rows may be sorted by another one.
func TestReportCopiesUncounted(t *testing.T) {
	r := comparedShop(t)
	want := map[string]string{}
	for _, row := range r.rows("top.calls") {
		n := "0"
		if of, ok := row["uncounted"]; ok && of != nil {
			n = fmt.Sprint(of)
		}
		want[r.names[fmt.Sprint(row["id"])]] = n
	}
	got := browsertest.VisitFile(t, browsertest.Look(t, 1280, 800), r.page, "").Run(inReport + `
		await go("#/methods"); await click(named("CSV")); await settled();
		const [head, ...rows] = copied.at(-1).trim().split("\n"), names = head.split(",");
		log([...grid().querySelectorAll("[role=columnheader]")].map(text).slice(0, 8).filter((s) => /^(Base|±|Points)$/.test(s)).join()); // those of samples
		for (const row of rows) { const c = row.split(","); if (c[names.indexOf("contexts")]) log(c[0] + " " + c[names.indexOf("uncounted")]); }`)
	if len(got) < 3 || got[0] != "" {
		t.Fatal(got)
	}
	for _, line := range got[1:] { // the methods that the list shows: the application's
		at := strings.LastIndexByte(line, ' ')
		if n, ok := want[line[:at]]; !ok || n != line[at+1:] {
			t.Errorf("%s, want %q", line, n)
		}
	}
}

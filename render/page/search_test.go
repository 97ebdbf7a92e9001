package page

import (
	"net/url"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/browsertest"
)

// TestReportSearches: a pattern that the reader has typed, or has confirmed where a link has it, runs again after a step back and in a tab
// that is opened again; another one of a link waits where it may take long.
func TestReportSearches(t *testing.T) {
	v := browsertest.VisitFile(t, browsertest.Look(t, 1280, 800), shopReport(t).page, "")
	const see = `log(one("input").value + " | " + all(".tools output").map(text).join("") + " | " + text(one(".summary") || one(".methods")));`
	const back = `history.back(); await new Promise((r) => setTimeout(r, 100)); await settled();`
	for _, view := range []string{"#/flame", "#/methods", "#/sites/branches", "#/units"} {
		v.Load(view)
		lines := v.Run(see + `type("Inv.*er|Money"); await settled();` + see + `
			await click(one("#tab-overview")); await settled(); ` + back + see + `
			await click(one("#tab-overview")); await settled(); await click(all("#panel").length && document.querySelector("[role=tab][href^='` + strings.Split(view, "/b")[0] + `']")); await settled();` + see)
		if len(lines) != 4 || lines[0] == lines[1] || lines[2] != lines[1] || lines[3] != lines[1] || !strings.HasPrefix(lines[1], "Inv.*er|Money | ") {
			t.Errorf("%s: %q", view, lines)
		}
		waits := func(pattern string) bool {
			t.Helper()
			v.Load(view + "?s=" + url.QueryEscape(pattern))
			got := v.Run(see)[0]
			waits := strings.Contains(got, "the link's pattern")
			if !strings.HasPrefix(got, pattern+" | ") {
				t.Errorf("%s, %s: %s", view, pattern, got)
			}
			if waits { // until Enter, and no longer after a step back
				got := v.Run(`const input = one("input"); input.focus(); key("Enter", input); await settled();` + see + `await click(one("#tab-overview")); await settled(); ` + back + see)
				if len(got) != 2 || got[0] != got[1] || strings.Contains(got[0], "Enter") {
					t.Errorf("%s, %s, confirmed: %q", view, pattern, got)
				}
			}
			return waits
		}
		for _, pattern := range []string{"Inv.*er", "(Inv|Mon){7}"} {
			if !waits(pattern) {
				t.Errorf("%s: %s of a link does not wait", view, pattern)
			}
		}
		for _, pattern := range []string{"Invoice|Money|Order", `shop\.(Order|Invoice)`} {
			if waits(pattern) {
				t.Errorf("%s: %s of a link waits", view, pattern)
			}
		}
	}
	// This one would take longer than anybody waits.
	v.Load("#/methods?s=" + url.QueryEscape(strings.Repeat("(.|.)", 40)+`\x00`))
	if got := v.Run(see)[0]; !strings.Contains(got, "Enter filters") {
		t.Error(got)
	}
}

package page

import (
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/browsertest"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/internal/testtree"
	"github.com/iprof-viz/iprof-viz/render/flame"
)

// TestReportSearches: a pattern that the reader has typed runs again after a step back and in a tab that is opened again.
func TestReportSearches(t *testing.T) {
	v := browsertest.VisitFile(t, browsertest.Look(t, 1280, 800), shopReport(t).page, "")
	const see = `log(one("input").value + " | " + all(".tools output").map(text).join("") + " | " + text(one(".summary") || one(".methods")));`
	for _, view := range []string{"#/flame", "#/methods", "#/sites/branches", "#/units"} {
		v.Load(view)
		lines := v.Run(see + `type("Inv.*er|Money"); await settled();` + see + `
			await click(one("#tab-overview")); await settled(); await back();` + see + `
			await click(one("#tab-overview")); await settled(); await click(all("#panel").length && document.querySelector("[role=tab][href^='` + strings.Split(view, "/b")[0] + `']")); await settled();` + see)
		if len(lines) != 4 || lines[0] == lines[1] || lines[2] != lines[1] || lines[3] != lines[1] || !strings.HasPrefix(lines[1], "Inv.*er|Money | ") {
			t.Errorf("%s: %q", view, lines)
		}
	}
}

// TestSlowLinks: no pattern of a link keeps a page busy.
func TestSlowLinks(t *testing.T) {
	class, method, _ := strings.Cut(browsertest.SlowName(), ".")
	views := map[string]string{"#/flame?s=": "no match", "#/flame?h=": "", "#/methods?s=": "0 of ", "#/sites/branches?s=": "0 of ", "#/sites/receivers?s=": "0 of ", "#/units?s=": "0 of "}
	report := browsertest.VisitFile(t, browsertest.Look(t, 1280, 800), reportOf(t, testprofile.Parse(t, string(testprofile.RandomNamed(1, class, method)))).page, "")
	for fragment, want := range views {
		checkSlow(t, report, fragment, want)
	}
	single := browsertest.VisitFile(t, browsertest.Look(t, 1280, 800), pageOf(t, testtree.From(convert.Samples, testtree.Stack{Frames: "main;" + browsertest.SlowName(), Value: 9}), flame.Options{}), "")
	checkSlow(t, single, "#s=", "no match")
	checkSlow(t, single, "#h=", "")
	browsertest.Expect(t, single.Run(`await go("#s=a{90}"); log(status());`), "1 method matched: 100%")
}

// checkSlow has a page search for slow patterns, and say of each that nothing matches.
func checkSlow(t *testing.T, v browsertest.Visiting, fragment, want string) {
	t.Helper()
	got := v.SearchSlow(fragment)
	if len(got) != len(browsertest.SlowPatterns) {
		t.Errorf("%s: %d answers", fragment, len(got))
	}
	for i, s := range got {
		if !strings.Contains(s, want) || want == "" && s != "" {
			t.Errorf("%s%.60s: %q", fragment, browsertest.SlowPatterns[i], s)
		}
	}
}

package page

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/browser"
	"github.com/iprof-viz/iprof-viz/internal/browsertest"
)

// TestPageOfServers: servers of build results say more about a page than it says itself.
func TestPageOfServers(t *testing.T) {
	page := shopReport(t).page
	const shown = `document.querySelector("[role=tab]") && getComputedStyle(document.body).margin === "0px"`
	for name, tt := range map[string]struct{ header, value, until string }{
		"another character set":      {"Content-Type", "text/html; charset=iso-8859-1", shown},
		"trusted types":              {"Content-Security-Policy", "require-trusted-types-for 'script'", shown},
		"no scripts":                 {"Content-Security-Policy", "script-src 'none'", `document.body?.innerText.includes("needs JavaScript") && document.body.innerText.includes("iprof-viz info") && !document.body.innerText.includes("Reading")`},
		"a sandbox without scripts":  {"Content-Security-Policy", "sandbox", `document.body?.innerText.includes("needs JavaScript")`},
		"a sandbox that has scripts": {"Content-Security-Policy", "sandbox allow-scripts", shown},
	} {
		t.Run(name, func(t *testing.T) {
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Type", "text/html; charset=utf-8")
				w.Header().Set(tt.header, tt.value)
				w.Write([]byte(page))
			}))
			defer server.Close()
			tab := browsertest.Look(t, 1280, 800)
			defer tab.Close()
			if err := tab.Open(server.URL); err != nil {
				t.Fatal(err)
			}
			browsertest.Visiting{T: t, Page: tab, File: server.URL}.Until(tt.until)
		})
	}
}

// TestPageSavedAgain: browsers save the document as it is, with all that a script has put there.
func TestPageSavedAgain(t *testing.T) {
	v := browsertest.VisitFile(t, browsertest.Look(t, 1280, 800), shopReport(t).page, "#/methods")
	copied := documentOf(t, v.Page)
	again := browsertest.VisitFile(t, v.Page, strings.Replace(copied, `id="panel"`, `id="panel" data-saved=""`, 1), "#/methods")
	again.Until(`document.querySelector("#panel:not([data-saved]) .view")`)
	if got := documentOf(t, again.Page); len(got) != len(copied) {
		t.Errorf("a copy of a copy has %d bytes instead of %d", len(got), len(copied))
	}
	got := again.Run(`await click(one("#tab-units")); log(all("[role=treegrid] [role=row]").length > 3); log(d.querySelectorAll("header.report").length + " " + d.querySelectorAll("style").length);`)
	said := got[:0:0]
	for _, line := range got {
		if !strings.HasPrefix(line, "policy: inline style-src-attr") { // of the attributes that were saved
			said = append(said, line)
		}
	}
	browsertest.Expect(t, said, "true", "1 2")
}

func documentOf(t *testing.T, page *browser.Page) string {
	t.Helper()
	var text string
	if err := page.Run(`return "<!DOCTYPE html>" + document.documentElement.outerHTML`, &text); err != nil {
		t.Fatal(err)
	}
	return text
}

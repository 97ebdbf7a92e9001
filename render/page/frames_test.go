package page

import (
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/browser"
	"github.com/iprof-viz/iprof-viz/internal/testtier"
)

// inFrames uses a page from inside, as the document around it may not. It answers messages with the view that is shown.
const inFrames = `if (parent !== window) {
	const errors = [];
	addEventListener("error", (e) => errors.push(e.message));
	addEventListener("message", async ({data}) => {
		const view = () => document.querySelector("[role=tab][aria-selected=true]")?.textContent ?? document.querySelector(".method:not([hidden]) h2")?.textContent ?? "";
		if (data.click) document.querySelector(data.click).click();
		if (data.back) history.back();
		for (let i = 0; i < 15000 && view() !== data.want; i++) await new Promise((r) => setTimeout(r, 20));
		parent.postMessage([view(), ...errors].join("; "), "*");
	});
}`

// TestPageInFrames: links of a page lead to its views and the back button back, where the document's address is not its own, and where it
// must not change.
func TestPageInFrames(t *testing.T) {
	testtier.Long(t, "opens reports in frames of other pages")
	if _, ok := browser.Find(); !ok {
		t.Skip("no chromium on PATH: pages in frames are not tested")
	}
	page, dir := shopReport(t).page, t.TempDir()
	write := func(name, content string) string {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	write("report.html", page)
	const size = ` style="border:0;width:1200px;height:700px"></iframe>`
	around := `<!doctype html><title>around</title><iframe sandbox="allow-scripts" srcdoc="` + html.EscapeString(page) + `"` + size
	host := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		switch r.URL.Path {
		case "/srcdoc":
			fmt.Fprint(w, around)
		case "/src":
			fmt.Fprint(w, `<!doctype html><title>around</title><iframe sandbox="allow-scripts" src="report.html"`+size)
		default:
			fmt.Fprint(w, page)
		}
	}))
	defer host.Close()
	b, err := browser.Start(t.Context(), 1280, 800, "--disable-features=IsolateSandboxedIframes")
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	tab, err := b.NewPage(inFrames)
	if err != nil {
		t.Fatal(err)
	}
	for name, url := range map[string]string{
		"http, srcdoc": host.URL + "/srcdoc", "http": host.URL + "/src",
		"file": "file://" + write("src.html", `<!doctype html><title>around</title><iframe sandbox="allow-scripts" src="report.html"`+size),
	} {
		if err := tab.Open(url); err != nil {
			t.Fatal(err)
		}
		if err := tab.Until(t.Context(), `location.href === `+string(jsonText(t, url))+` && document.readyState === "complete"`); err != nil {
			t.Fatal(name, err)
		}
		step := func(action, want string) {
			t.Helper()
			var got string
			if err := tab.Run(`const answer = new Promise((resolve) => addEventListener("message", (e) => resolve(e.data), {once: true}));
				frames[0].postMessage({`+action+` want: `+string(jsonText(t, want))+`}, "*");
				return Promise.race([answer, new Promise((resolve) => setTimeout(resolve, 300000, "no answer"))]);`, &got); err != nil {
				t.Fatal(name, err)
			}
			if got != want {
				t.Errorf("%s: after %s %q, want %q", name, action, got, want)
			}
		}
		const method = "com.example.shop.InvoiceWriter.field"
		step(``, "Overview")
		step(`click: "#tab-methods",`, "Methods")
		step(`click: ".view:not([hidden]) .grid a",`, method)
		step(`click: ".view:not([hidden]) a[href^='#/flame']",`, "Flame")
		step(`back: true,`, method)
		step(`back: true,`, "Methods")
	}
}

func jsonText(t *testing.T, value any) []byte {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

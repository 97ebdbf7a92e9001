package main

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/browser"
	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/testfile"
	"github.com/iprof-viz/iprof-viz/internal/testtier"
)

// trapErrors keeps errors of scripts, requests that the policy of the page forbids, and lists without a choice, over reloads.
const trapErrors = `
	const keep = (text) => sessionStorage.errors = (sessionStorage.errors || "") + text + "\n";
	addEventListener("error", (e) => keep(e.message));
	addEventListener("unhandledrejection", (e) => keep(String(e.reason)));
	addEventListener("securitypolicyviolation", (e) => keep(e.violatedDirective + " " + e.blockedURI));
	const look = () => {
		for (const s of document.querySelectorAll("nav.served select")) if (!s.closest("[hidden]") && s.selectedIndex < 0) keep("a list is blank");
		requestAnimationFrame(look);
	};
	requestAnimationFrame(look);
`

// In a browser: the address opens a page, profiles can be chosen and dropped onto it, and a file that is replaced reloads the
// pages of it, at the same place.
func TestServeInABrowser(t *testing.T) {
	testtier.Long(t, "uses the page of serve in a browser")
	if _, ok := browser.Find(); !ok {
		t.Skip("no chromium on PATH: the page of serve is not tested")
	}
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), 2*hanging)
	defer cancel()
	b, err := browser.Start(ctx, 1280, 800)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	file := copyFile(t, shopFile, filepath.Join(t.TempDir(), "app.iprof"))
	profiled := filepath.Join(t.TempDir(), "profiled.iprof")
	if err := os.WriteFile(profiled, []byte(profiledText), 0o644); err != nil {
		t.Fatal(err)
	}
	s := startServe(t, file, wordcountFile, profiled)
	open := func(address string) *browser.Page {
		t.Helper()
		p, err := b.NewPage(trapErrors)
		if err == nil {
			err = p.Open(address)
		}
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	until := func(p *browser.Page, format string, args ...any) {
		t.Helper()
		short, cancel := context.WithTimeout(ctx, hanging)
		defer cancel()
		expression := fmt.Sprintf(format, args...)
		if err := p.Until(short, expression); err != nil {
			var now string
			p.Run("return location.href + '\\n' + document.body.innerText.slice(0, 600) + '\\n' + (sessionStorage.errors || '')", &now)
			t.Fatalf("%v\n%s", err, now)
		}
	}
	run := func(p *browser.Page, script string) {
		t.Helper()
		if err := p.Run(script, nil); err != nil {
			t.Fatal(err)
		}
	}
	axe, err := browser.Axe()
	if err != nil {
		t.Fatal(err)
	}
	accessible := func(p *browser.Page) {
		t.Helper()
		if axe == nil {
			return
		}
		found, err := p.Inaccessible(axe, browser.AllRules)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range found {
			t.Error(line)
		}
	}
	const chosen = `document.querySelector("nav.served select")?.selectedOptions[0]?.textContent`
	const shows = `document.querySelector("h1")?.textContent === %q && ` + chosen + ` === %q`

	nothing := open(s.address + "profiles/99")
	until(nothing, `document.querySelector("nav.served select")`)
	accessible(nothing)
	// An address without a page lets profiles be chosen, of which none is.
	until(nothing, shows, "No profile", "a removed profile")
	unknown := nothing // six pages would have all connections that a browser opens to one server, if it takes all for visible
	if err := unknown.Open(s.address + "reports/today"); err != nil {
		t.Fatal(err)
	}
	until(unknown, shows+` && document.querySelector("main").textContent.includes("no page at this address")`, "No such page", "–")
	accessible(unknown)
	run(unknown, `const list = document.querySelector("nav.served select");
		list.value = "1";
		list.dispatchEvent(new Event("change"));`)
	until(unknown, shows, "app.iprof", file)
	p := open(s.address)
	until(p, shows, "app.iprof", file)
	until(p, `location.pathname.endsWith("/profiles/1") && !document.querySelector("nav.served p").textContent`)
	accessible(p)

	run(p, `location.hash = "#/methods";
		const list = document.querySelector("nav.served select");
		list.value = "2";
		list.dispatchEvent(new Event("change"));`)
	until(p, shows+` && location.hash === "#/methods"`, "wordcount.iprof", wordcountFile)

	data := testfile.Read(t, shopFile)
	drop := func(name string, data []byte) string {
		return fmt.Sprintf(`const files = new DataTransfer();
			files.items.add(new File([Uint8Array.from(atob(%q), (c) => c.charCodeAt(0))], %q));
			dispatchEvent(new DragEvent("dragenter", { dataTransfer: files, cancelable: true }));
			if (getComputedStyle(document.querySelector(".drop")).position !== "fixed") throw new Error("no overlay");
			dispatchEvent(new DragEvent("drop", { dataTransfer: files, cancelable: true }));
			if (document.querySelector(".drop")) throw new Error("the overlay stays");`, base64.StdEncoding.EncodeToString(data), name)
	}
	run(p, drop("half.iprof", data[:len(data)/2]))
	until(p, `document.querySelector("nav.served p").textContent.includes("half.iprof: ") && document.querySelector("nav.served p").textContent.includes("unexpected end of file")`)
	const hostile = `<img src=x onerror=alert(1)>.iprof`
	run(p, drop(hostile, data))
	until(p, shows+` && location.hash === "#/methods" && location.pathname.endsWith("/profiles/4")`, hostile, hostile)

	run(p, `[...document.querySelectorAll("nav.served button")].find((b) => b.textContent === "Remove").click();`)
	until(p, shows, "app.iprof", file)

	run(p, `const list = document.querySelectorAll("nav.served select")[1];
		list.value = "2";
		list.dispatchEvent(new Event("change"));`)
	until(p, `location.search === "?base=2" && document.querySelectorAll("nav.served select")[1]?.value === "2" &&
		document.querySelector("h1")?.textContent === "app.iprof, compared with wordcount.iprof" && document.querySelector("#tab-changes")`)
	// Dropping another one keeps the comparison.
	run(p, drop("later.iprof", data))
	until(p, `location.search === "?base=2" && document.querySelector("h1")?.textContent === "later.iprof, compared with wordcount.iprof" && `+chosen+` === "later.iprof"`)
	run(p, `history.back();`)
	until(p, `location.search === "?base=2" && document.querySelector("h1")?.textContent === "app.iprof, compared with wordcount.iprof" && `+chosen)
	run(p, `const list = document.querySelectorAll("nav.served select")[1];
		if ([...list.options].map((o) => o.textContent.replace(/\S*\//g, "")).join() !== "–,changes since wordcount.iprof,changes since profiled.iprof,changes since later.iprof,changes to wordcount.iprof,changes to profiled.iprof,changes to later.iprof") throw new Error(list.textContent);
		list.value = "to 2";
		list.dispatchEvent(new Event("change"));`)
	until(p, `location.search === "?base=1" && document.querySelector("h1")?.textContent === "wordcount.iprof, compared with app.iprof" && `+chosen)
	run(p, `history.back();`)
	until(p, `location.search === "?base=2" && document.querySelector("h1")?.textContent === "app.iprof, compared with wordcount.iprof" && `+chosen)
	run(p, `const list = document.querySelectorAll("nav.served select")[1];
		list.value = "";
		list.dispatchEvent(new Event("change"));`)
	until(p, shows+` && !location.search`, "app.iprof", file)

	run(p, `location.hash = "#/flame";`)
	other := open(s.address + "profiles/1#/sites")
	until(other, shows, "app.iprof", file)
	words := testfile.Read(t, wordcountFile)
	replaceFile(t, file, words)
	const version = `document.querySelector("script[data-version]")?.dataset.version === "2" && document.querySelector("h1")`
	until(other, version+` && location.hash === "#/sites"`)
	if err := p.Front(); err != nil { // a hidden page catches up when it is seen again
		t.Fatal(err)
	}
	until(p, version+` && location.hash === "#/flame"`)
	replaceFile(t, file, data[:len(data)/2])
	until(p, `document.querySelector("nav.served p[aria-live]")?.textContent.includes("cannot be read") && `+chosen+`.endsWith("⚠")`)

	// A page that cannot be made is made again when its files have changed, as it is by their page. Words are not compared with ms.
	replaceFile(t, file, data)
	since := open(s.address + "profiles/1?base=2#/methods")
	const title = `document.querySelector("h1")?.textContent === %q && location.hash === "#/methods"`
	until(since, title, "app.iprof, compared with wordcount.iprof")
	replaceFile(t, file, []byte("Functions Call Tree. Metric: Attributed Total CPU Time\n\nAttr. Total   Name\nCPU\n sec.      %\n0.030 100.00    +-<Total>\n0.030 100.00      +-main\n"))
	until(since, title+` && document.querySelector("main").textContent.includes("ms cannot be compared with samples--sample-type chooses")`, "This page could not be created")
	replaceFile(t, file, data)
	until(since, title, "app.iprof, compared with wordcount.iprof")

	// The profiler's own code: a page from a server is loaded again with it, and without; a file says how to get it. Of 100 entries it has 88.
	const methods = `[...document.querySelectorAll(".view.methods .grid a")].map((a) => a.textContent).join(" ")`
	const buttons = `[...document.querySelectorAll(".view:not([hidden]) .kinds button")].map((b) => b.textContent + " " + b.getAttribute("aria-pressed")).join(" ")`
	const press = `[...document.querySelectorAll(".view:not([hidden]) .kinds button")].find((b) => b.textContent === "profiler").click();`
	mine := open(s.address + "profiles/3#/methods")
	until(mine, methods+` === "shop.App.main" && `+buttons+` === "application true profiler false" && !location.search`)
	run(mine, press)
	until(mine, methods+` === "com.oracle.svm.enterprise.profiling.P.count shop.App.main" && `+buttons+` === "application true profiler true" && location.search === "?view=machine"`)
	run(mine, press)
	until(mine, methods+` === "shop.App.main" && `+buttons+` === "application true profiler false" && !location.search`)
	run(mine, `location.hash = "#/flame";`)
	until(mine, buttons+` === "application true profiler false"`)
	run(mine, press)
	until(mine, buttons+` === "application true profiler true" && location.search === "?view=machine" && location.hash.startsWith("#/flame")`)
	run(mine, press)
	until(mine, buttons+` === "application true profiler false" && !location.search`)
	page := filepath.Join(t.TempDir(), "report.html")
	var messages bytes.Buffer
	if status := execute(cli.NewEnv(nil, io.Discard, &messages), []string{"report", "-q", "-o", page, profiled}); status != cli.StatusOK {
		t.Fatal(messages.String())
	}
	still := open("file://" + page + "#/methods")
	until(still, methods+` === "shop.App.main"`)
	run(still, press)
	until(still, `document.querySelector(".view.methods output").textContent === "The profiler's own code, 88.0%% of all calls, is not in this report: one that report --view machine writes has it"`)
	for _, page := range []*browser.Page{p, unknown, other, mine, still} {
		var errors string
		if err := page.Run("return sessionStorage.errors || ''", &errors); err != nil || errors != "" {
			t.Errorf("%v, %s", err, strings.TrimSpace(errors))
		}
	}
	if err := p.Front(); err != nil {
		t.Fatal(err)
	}
	until(p, shows, "app.iprof", file) // it has caught up with the file, which is whole again
	s.end(t, os.Interrupt)
	until(p, `document.querySelector("nav.served p").textContent.includes("is not responding")`)
}

const profiledText = `{"version":"1.1.0","types":[{"id":0,"name":"void"},{"id":1,"name":"shop.App"},{"id":2,"name":"com.oracle.svm.enterprise.profiling.P"}],
"methods":[{"id":1,"name":"main","signature":[1,0]},{"id":2,"name":"count","signature":[2,0]}],
"callCountProfiles":[{"ctx":"1:0","records":[12]},{"ctx":"2:0","records":[88]}]}`

package browser_test

import (
	"bytes"
	"context"
	"errors"
	"image/png"
	"strings"
	"testing"
	"time"

	"github.com/iprof-viz/iprof-viz/internal/browser"
	"github.com/iprof-viz/iprof-viz/internal/testtier"
)

// start returns a browser, until the test ends. It skips the test without one.
func start(t *testing.T) *browser.Browser {
	t.Helper()
	testtier.Long(t, "drives a browser alone, as tests of pages do in the short tier")
	if _, ok := browser.Find(); !ok {
		t.Skip("no chromium on PATH")
	}
	b, err := browser.Start(context.Background(), 800, 600)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	return b
}

func newPage(t *testing.T, b *browser.Browser, before string) *browser.Page {
	t.Helper()
	p, err := b.NewPage(before)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// One browser has all pages: a start takes two seconds of the processors.
func TestBrowser(t *testing.T) {
	b := start(t)
	t.Run("page", func(t *testing.T) { checkPage(t, newPage(t, b, "window.early = document.readyState;")) })
	t.Run("busy", func(t *testing.T) { checkBusyPage(t, newPage(t, b, "")) })
	t.Run("windows", func(t *testing.T) { checkWindows(t, b) })
}

// checkWindows: the tab of each window has frames and the focus, also of one that was opened before others.
func checkWindows(t *testing.T, b *browser.Browser) {
	t.Helper()
	var windows []*browser.Page
	for range 3 {
		p, err := b.NewWindow("")
		if err != nil {
			t.Fatal(err)
		}
		windows = append(windows, p)
	}
	for i, p := range windows {
		var got string
		if err := p.Run(`const none = new Promise((resolve) => setTimeout(resolve, 60000, "no"));
			return await Promise.race([none, new Promise((resolve) => requestAnimationFrame(() => resolve("a")))]) + " frame, " + document.hasFocus();`, &got); err != nil || got != "a frame, true" {
			t.Errorf("window %d: %s, %v", i, got, err)
		}
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	}
}

// checkPage opens a page with a script: in a document without any, the one that comes before all others may run only
// when someone looks.
func checkPage(t *testing.T, p *browser.Page) {
	t.Helper()
	if err := p.Open("data:text/html,<script>window.seen = window.early</script><p>Hello</p>"); err != nil {
		t.Fatal(err)
	}
	if err := p.Until(t.Context(), `document.querySelector("p")`); err != nil {
		t.Fatal(err)
	}
	var got []string
	if err := p.Run(`return [document.querySelector("p").textContent, early, seen]`, &got); err != nil || strings.Join(got, " ") != "Hello loading loading" {
		t.Errorf("%q, %v", got, err)
	}
	if err := p.Run(`throw new Error("no such thing")`, nil); err == nil || !strings.Contains(err.Error(), "no such thing") {
		t.Errorf("an exception is not an error: %v", err)
	}
	if err := p.Resize(500, 400); err != nil {
		t.Fatal(err)
	}
	if err := p.Until(t.Context(), "innerWidth === 500 && innerHeight === 400"); err != nil {
		t.Fatal(err)
	}
	shot, err := p.Screenshot()
	if err != nil {
		t.Fatal(err)
	}
	if size, err := png.DecodeConfig(bytes.NewReader(shot)); err != nil || size.Width != 500 || size.Height != 400 {
		t.Errorf("a screenshot of %d × %d pixels, %v", size.Width, size.Height, err)
	}
	checkReset(t, p)
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	if err := p.Reset(t.Context()); err == nil {
		t.Error("a closed page is reset")
	}
}

// checkReset emulates all that can be, and looks whether a reset page has nothing of it.
func checkReset(t *testing.T, p *browser.Page) {
	t.Helper()
	const state = `return [location.href, history.length, matchMedia("print").matches, matchMedia("(prefers-color-scheme: dark)").matches, matchMedia("(forced-colors: active)").matches].join(" ")`
	// A new document has not seen the change of scripts for another, and a page with scripts is loaded to see that they run.
	const scripted = `data:text/html,<p>Hello</p><script>document.querySelector("p").className = "run"</script>`
	for _, err := range []error{p.ForcedColors(true), p.Scripts(false), p.Paper(true), p.Open(scripted), p.Until(t.Context(), "document.querySelector('p')"), p.Reset(t.Context())} {
		if err != nil {
			t.Fatal(err)
		}
	}
	var got string
	if err := p.Run(state, &got); err != nil || got != "about:blank 1 false false false" {
		t.Errorf("a reset page: %s, %v", got, err)
	}
	for _, err := range []error{p.Open(scripted), p.Until(t.Context(), "document.querySelector('p.run')")} {
		if err != nil {
			t.Fatal(err)
		}
	}
}

// checkBusyPage: anyone who waits for a page that never ends its work gives up in time, and so does the browser. What is waited for
// comes after the script that never ends, as a document is seen while it loads.
func checkBusyPage(t *testing.T, p *browser.Page) {
	t.Helper()
	if err := p.Open("data:text/html,<script>for (;;);</script><p>Hello</p>"); err != nil {
		t.Fatal(err)
	}
	wait, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
	defer cancel()
	if err := p.Until(wait, `document.querySelector("p")`); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}
}

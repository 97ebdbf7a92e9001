package main

import (
	"errors"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/browser"
)

// Screenshots in the README and in docs have the size of a window as it opens.
const shotWidth, shotHeight = 1280, 800

// checkScreenshot checks that a picture in docs is a screenshot of a window; with -update, it takes one of a page. Two browsers, or
// the fonts of two systems, do not draw the same pixels, so it is not compared.
func checkScreenshot(t *testing.T, kept string, page []byte) {
	t.Helper()
	if *update {
		takeScreenshot(t, kept, page)
	}
	f, err := os.Open(kept)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if size, err := png.DecodeConfig(f); err != nil || size.Width != shotWidth || size.Height != shotHeight {
		t.Errorf("%s is no screenshot of %d × %d pixels (%v): make docs takes it", kept, shotWidth, shotHeight, err)
	}
}

func takeScreenshot(t *testing.T, kept string, page []byte) {
	t.Helper()
	if _, ok := browser.Find(); !ok {
		t.Logf("no chromium on PATH: %s stays as it is", kept)
		return
	}
	file := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(file, page, 0o666); err != nil {
		t.Fatal(err)
	}
	b, err := browser.Start(t.Context(), shotWidth, shotHeight, "--hide-scrollbars")
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	p, err := b.NewPage("")
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(p.Resize(shotWidth, shotHeight), p.Open("file://"+file), p.Until(t.Context(), `document.querySelector("#panel .view, .graph canvas")`)); err != nil {
		t.Fatal(err)
	}
	shot, err := p.Screenshot()
	if err == nil {
		err = os.WriteFile(kept, shot, 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
}

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/browser"
	"github.com/iprof-viz/iprof-viz/internal/testtier"
)

// fullHinting is the system's configuration of fonts, but that all are hinted fully, as where no distribution has set anything.
const fullHinting = `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><include ignore_missing="yes">/etc/fonts/fonts.conf</include>
<match target="pattern"><edit name="hinting" mode="assign"><bool>true</bool></edit><edit name="hintstyle" mode="assign"><const>hintfull</const></edit></match>
<match target="font"><edit name="hinting" mode="assign"><bool>true</bool></edit><edit name="hintstyle" mode="assign"><const>hintfull</const></edit></match></fontconfig>`

// lookAtNames zooms out and in, and returns how many names it has seen, and those outside of their boxes.
const lookAtNames = `
	const seen = {names: 0, outside: []}, frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
	const width = (e) => e.getBoundingClientRect().width, press = (text) => [...document.querySelectorAll("button")].find((b) => b.textContent === text && width(b))?.click();
	for (const zoom of ["", "−", "−", "−", "+", "+", "+", "+", "+"]) {
		press(zoom);
		await frame();
		for (const g of document.querySelectorAll("svg .node, svg .row, svg g[role=img]")) {
			const box = [...g.querySelectorAll("path:not(.hit), polygon, rect")].sort((a, b) => width(b) - width(a))[0]?.getBoundingClientRect();
			for (const text of g.querySelectorAll(g.matches(".row") ? "text.name" : "text")) {
				const at = text.getBoundingClientRect();
				if (!box?.width || !at.width || at.left >= box.right) continue;
				seen.names++;
				if (at.left < box.left - 0.5 || at.right > box.right + 0.5) seen.outside.push(text.textContent);
			}
		}
	}
	return seen;`

// TestNamesFitWithHintedFonts: names stay in their boxes at every scale if the system makes letters wider at small sizes.
func TestNamesFitWithHintedFonts(t *testing.T) {
	testtier.Long(t, "zooms pictures in a browser of its own, with hinted fonts")
	if _, ok := browser.Find(); !ok {
		t.Skip("no chromium on PATH: names in pictures are not measured")
	}
	dir := t.TempDir()
	fonts := filepath.Join(dir, "fonts.conf")
	if err := os.WriteFile(fonts, []byte(fullHinting), 0o666); err != nil {
		t.Fatal(err)
	}
	t.Setenv("FONTCONFIG_FILE", fonts)
	b, err := browser.Start(t.Context(), 1280, 800)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	for name, args := range map[string][]string{
		"inline.svg": {"inline"}, "graph.svg": {"graph"}, "units.svg": {"graph", "--units"}, "report.html": {"report"},
	} {
		if _, err := exec.LookPath("dot"); err != nil && args[0] == "graph" {
			t.Log("no dot on PATH: no names of", name, "are measured")
			continue
		}
		file := filepath.Join(dir, name)
		if status, _, stderr, err := runProgram(append(args, "-o", file, shopFile)); err != nil || status != 0 {
			t.Fatalf("%s: %d, %v\n%s", name, status, err, stderr)
		}
		address := "file://" + file
		if name == "report.html" {
			address += "#/callgraph"
		}
		p, err := b.NewWindow("")
		if err == nil {
			err = p.Open(address)
		}
		if err == nil {
			err = p.Until(t.Context(), `document.readyState === "complete" && document.querySelector("svg text") && [...document.querySelectorAll("button")].some((b) => b.textContent === "+")`)
		}
		var seen struct {
			Names   int
			Outside []string
		}
		if err == nil {
			err = p.Run(lookAtNames, &seen)
		}
		if err != nil {
			t.Fatal(name, err)
		}
		if seen.Names < 200 || len(seen.Outside) > 0 {
			t.Errorf("%s: %d names, of which are outside of their boxes: %q", name, seen.Names, seen.Outside)
		}
	}
}

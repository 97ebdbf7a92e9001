package page

import (
	"fmt"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/internal/browsertest"
	"github.com/iprof-viz/iprof-viz/render/internal/records"
)

// TestCodeIsTime: bars and shares of lines are the method's samples. By folded --lines, addLine has 584 samples: 30 in line 21 (18 and 12
// of the loop's two halves), 211 in line 22 (114 in isLetter, 97 in charAt), 31 in line 23, 6 in line 26, and 306 in line 27 (142 in
// substring, 159 in find). The hottest line alone is open, with the instructions that have something; all of the bytecode, 58 bytes in 35
// instructions, is there on demand. The comment above the method is in the file only.
func TestCodeIsTime(t *testing.T) {
	r := wordCountReport(t)
	v := browsertest.VisitFile(t, browsertest.Look(t, 1280, 800), r.page, "#/method/words.WordCount.addLine(Ljava/lang/String;)V")
	browsertest.Expect(t, v.Run(`
		for (let i = 0; i < 5; i++) await settled();
		const lines = all(".listing > .place, .listing summary > .place").filter((e) => !e.matches(".head"));
		const wide = (e) => Math.round(100 * parseFloat(getComputedStyle(e.querySelector(".heat")).getPropertyValue("--heat") || 0));
		for (const e of lines) log([text([...e.querySelectorAll(".n")].pop()), text(e.querySelector(".share")), wide(e) || "", e.querySelectorAll(".sharebar").length || "", text(e.querySelector(".text")).trim()].join("|"));
		log(all(".source[open]").map((e) => e.dataset.line + " " + [...e.querySelectorAll("[data-bci]")].filter((r) => r.getClientRects().length).map((r) => r.dataset.bci).join()));
		log(text(one(".listing .head .share")) + ": " + one(".listing .head .share").title);
		log(lines.every((e) => e.getBoundingClientRect().bottom < innerHeight));
		await click(one(".bytecode")); log(one(".source[open]").querySelectorAll("[data-bci]").length === [...one(".source[open]").querySelectorAll("[data-bci]")].filter((r) => r.getClientRects().length).length);
		log(one(".bytecode").getAttribute("aria-pressed"));
		log(all(".t-keyword").slice(0, 3).map(text) + " " + text(one(".t-comment")));
		const parts = [...one('[data-line="22"] summary .sharebar').children].map((e) => e.getBoundingClientRect().width); log((parts[0] / (parts[0] + parts[1])).toFixed(2));
		await click(one(".code h3 a")); log(location.hash);`),
		"18||||/** Counts the words of a line. */", "19||||void addLine(String line) {", "20||||int begin = -1; // of a word, or not in one",
		"21|5.14%|5|1|for (int i = 0; i < line.length(); i++) {", "22|36.1%|36|1|if (isLetter(line.charAt(i))) {", "23|5.31%|5|1|if (begin < 0) {",
		"24||||begin = i;", "25||||}", "26|1.03%|1|1|} else if (begin >= 0) {", "27|52.4%|52||counts[find(line.substring(begin, i))]++;", "28||||begin = -1;",
		"29||||}", "30||||}", "31||||if (begin >= 0) {", "32||||counts[find(line.substring(begin))]++;", "33||||}", "34||||}", "35||||",
		"27 44,47,50", "total %: samples with all callees, the application's as well, as a share of all; Code has shares with library, without callees in the application", "true", "true", "true", "void,int,for /** Counts the words of a line. */",
		// 520,000 of 670,000 characters are letters.
		"0.78", "#/code/words%2FWordCount.java?line=27")
}

// TestBarsOfWrappedLines: the bar of a line is as high as that of any other where its text needs two lines: length alone is its share.
func TestBarsOfWrappedLines(t *testing.T) {
	v := browsertest.VisitFile(t, browsertest.Look(t, 390, 844), wordCountReport(t).page, "#/code/words%2FWordCount.java")
	browsertest.Expect(t, v.Run(`
		for (let i = 0; i < 3; i++) await settled();
		const rows = all(".file .place:not(.head)"), height = (e) => e.getBoundingClientRect().height;
		log(rows.some((e) => height(e) > 30)); log([...new Set(rows.map((e) => height(e.querySelector(".heat"))))].join());`), "true", "12")
}

// TestCodeOfFiles: the tab has each file as a whole, with the samples of its lines and of the library code that they call, opens at the
// hottest line, and an address shows its line. By folded --lines --view app, line 27 has 147 of 584 samples (142 in substring), line
// 37 has 114.
func TestCodeOfFiles(t *testing.T) {
	r := wordCountReport(t)
	for i := range r.parts.Code.Sources {
		r.parts.Code.Sources[i].Samples = []LineSamples{{27, 147}, {37, 114}}
	}
	r.parts.Code.Sources = append(r.parts.Code.Sources, SourceFile{Name: "far/Away.java", Length: 30, Pieces: []SourcePiece{{11, "\tint a;\n<img src=x onerror=pwned()>"}}})
	r.write(t)
	look := `
		for (let i = 0; i < 5; i++) await settled();
		const target = one(".file .target"), window_ = one(".file").getBoundingClientRect(), at = target?.getBoundingClientRect();
		log(target ? [target.dataset.line, at.top > window_.top && at.bottom < Math.min(window_.bottom, innerHeight)] : "no line");`
	v := browsertest.VisitFile(t, browsertest.Look(t, 1280, 800), r.page, "#/code")
	browsertest.Expect(t, v.Run(look+`
		const head = one(".file .head").children[1]; log(text(head) + ": " + head.title);
		log(all(".files a").map(text).join("; ")); log(all(".file .place:not(.head)").length);
		const line = (n) => one('.file [data-line="' + n + '"]'); for (const n of [27, 37, 36]) log([...line(n).querySelectorAll(".n")].map(text).join("|") + " " + getComputedStyle(line(n).querySelector(".heat")).getPropertyValue("--heat"));
		await key("n", one(".file")); log(one(".file .target").dataset.line); await key("p", one(".file")); log(one(".file .target").dataset.line);
		await click(line(37).querySelector("a")); log(location.hash);`),
		"27,true", "with library %: samples in the line's own code and in the library code that it calls, as a share of all samples", "WordCount.java44.7%words/; Away.javafar/", "49",
		// Executions as list has them.
		"25.2%|140,000|27 1", "19.5%|670,000|37 0.7755102040816326", "||36 ", "37", "27", "#/method/words.WordCount.isLetter(C)Z?at=0")
	v = browsertest.VisitFile(t, browsertest.Look(t, 1280, 800), r.page, "#/code/words%2FWordCount.java?line=44")
	browsertest.Expect(t, v.Run(look+`log(text(one(".file h2")));`), "44,true", "words/WordCount.javahottest line: 27")
	v = browsertest.VisitFile(t, browsertest.Look(t, 1280, 800), r.page, "#/code/far%2FAway.java")
	browsertest.Expect(t, v.Run(look+`log([...all(".file .gap"), ...all(".file .place .text")].map((e) => text(e).trim()).join("|")); log(all(".file img").length);`),
		"no line", "10 lines without listed methods|18 lines without listed methods|int a;|<img src=x onerror=pwned()>", "0")
	for address, says := range map[string]string{"#/code/none.java": "This report has no source file “none.java”; showing words/WordCount.java.", "#/code/words%2FWordCount.java?line=900": "This report does not have line 900 of the file."} {
		v = browsertest.VisitFile(t, browsertest.Look(t, 1280, 800), r.page, address)
		browsertest.Expect(t, v.Run(`for (let i = 0; i < 5; i++) await settled(); log(text(one(".unknown")));`), says)
	}
}

// TestNarrowIndentation: in 390 pixels, lines have half of their indentation, and a long line begins in its first row. Line 27 has 16 columns of it.
func TestNarrowIndentation(t *testing.T) {
	v := browsertest.VisitFile(t, browsertest.Look(t, 390, 844), wordCountReport(t).page, "")
	const see = inReport + `
		await go("#/code"); for (let i = 0; i < 3; i++) await settled();
		const line = view().querySelector('.place[data-line="27"]'), row = line.getBoundingClientRect(), range = document.createRange(), letters = document.createTreeWalker(line.querySelector(".text"), NodeFilter.SHOW_TEXT);
		while (letters.nextNode()?.data.trim() === ""); 
		range.setStart(letters.currentNode, 0); range.setEnd(letters.currentNode, 1);
		const first = range.getBoundingClientRect(), width = first.width;
		log(Math.round((first.left - line.querySelector(".text").getBoundingClientRect().left) / width) + " " + (first.top < row.top + 10) + " " + (row.height > 2 * first.height));`
	browsertest.Expect(t, v.Run(see), "8 true true")
	v.Resize(1280, 800)
	browsertest.Expect(t, v.Run(see), "16 true false")
}

// TestQuietLinesFold: many lines in a row where nothing was counted are one line, but for three at both ends; lines of a place that an
// address names open.
func TestQuietLinesFold(t *testing.T) {
	r := wordCountReport(t)
	m := &r.parts.Code.Methods[0]
	var text []string
	for n := range 100 {
		text = append(text, fmt.Sprint("line", n+1))
	}
	r.parts.Code.Sources[0] = SourceFile{Name: "Long.java", Length: 100, Pieces: []SourcePiece{{1, strings.Join(text, "\n")}}}
	ran := func(n int64) Runs { return Runs{Count: records.KnownIf(n, true), Bound: code.Exact} }
	runs, never := ran(5), ran(0)
	m.Lines = []CodeLine{{Line: 10, Runs: &runs, Rows: []CodeRow{{BCI: 0, Text: "nop", Runs: runs}}}, {Line: 30, Runs: &never, Rows: []CodeRow{{BCI: 1, Text: "nop", Runs: never}}}, {Line: 60, Runs: &runs, Rows: []CodeRow{{BCI: 2, Text: "nop", Runs: runs}}}}
	m.Hottest = 0
	name := r.names[fmt.Sprint(m.ID)]
	r.write(t)
	v := browsertest.VisitFile(t, browsertest.Look(t, 1280, 800), r.page, "#/methods")
	browsertest.Expect(t, v.Run(`
		await go("#/method/" + encodeURIComponent(`+fmt.Sprintf("%q", name)+`));
		const seen = () => all(".listing .place:not(.head)").filter((e) => e.checkVisibility({ contentVisibilityAuto: true }) && !e.dataset.bci).map((e) => text([...e.querySelectorAll(".n")].pop())).join();
		log(seen()); log(all(".cold > summary").map(text).join("; "));
		await go(location.hash + "?at=1"); log([one(".cold").open, one(".target").getBoundingClientRect().bottom < innerHeight]);`),
		"8,9,10,11,12,13,57,58,59,60,61", "43 lines, 14–56", "true,true")
}

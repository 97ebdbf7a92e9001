package page

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/browsertest"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// tablesWithNames log the names in each table of a report, a line for each: those of its first rows and of the last
// ones, as [full name, shown name, pixels that it has, pixels of it without class and parameters].
const tablesWithNames = inReport + `
const ruler = document.createElement("canvas").getContext("2d");
const nameIn = (cell, label, full) => {
	const shown = label.textContent, style = getComputedStyle(label); ruler.font = style.fontWeight + " " + style.fontSize + " " + style.fontFamily;
	const tail = / \([a-z ]+\)( :\d+)?$/.exec(full)?.[0] || ""; // which is never cut
	return [full, shown, Math.round(cell.getBoundingClientRect().right - label.getBoundingClientRect().left), Math.ceil(ruler.measureText(full.replace(/(?<=[^.])\(.*/s, "").split(".").at(-1) + tail).width)];
};
const ofRow = (row) => { const cell = row.querySelector("[title]"), label = cell.querySelector("a, span:not(.twist, .bci)") || cell; return [nameIn(cell, label, cell.title.split(" · ")[0])]; };
const some = async (g, row, of) => {
	const all = [];
	for (const at of [0, 1e6]) {
		g.scrollTop = at * g.clientHeight; g.dispatchEvent(new w.Event("scroll")); await settled();
		for (const r of g.querySelectorAll(row)) all.push(...of(r));
	}
	return all;
};
const report = async (address, grid, row, of) => {
	await go(address); await settled();
	const g = view() && [...view().querySelectorAll(grid)].find(shown);
	if (g && !one(".unknown:not(:empty)")) log(JSON.stringify([address, await some(g, row, of)]));
};
const kinds = "k=" + encodeURIComponent(allKinds);
await report("#/methods?" + kinds, ".grid", ".spacer > .line", ofRow);
for (const list of ["branches", "calls", "receivers"]) await report("#/sites/" + list + "?" + kinds, ".grid", ".spacer > .line", (row) => [...row.children].filter((c) => c.querySelector("a")).map((c) => nameIn(c, c.querySelector("a"), c.title)));
await report("#/units?" + kinds, ".grid", ".spacer > .line:not(.site)", ofRow);
await report("#/tree", ".grid", ".spacer > .line", (row) => { const cell = row.querySelector(".text"); return [nameIn(cell, cell.querySelector(".text"), cell.title)]; });
await report("#/flame", ".methods .body", ".spacer > .row", (row) => { const cell = row.querySelector(".name"); return [nameIn(cell, cell.querySelector("a") || cell, row.title)]; });
`

// TestEveryProfile opens the report of every profile, and looks at its first screen, its names and its searches: in two
// windows, at its names in one of these, and in one theme, in turn, as a look at a large one takes seconds.
func TestEveryProfile(t *testing.T) {
	page, tables, looks := browsertest.Look(t, 1280, 800), 0, 0
	profiles := testprofile.Published(t)
	for n, name := range slices.Sorted(maps.Keys(profiles)) {
		t.Run(name, func(t *testing.T) {
			v := browsertest.VisitFile(t, page, publishedReport(t, name, profiles[name]).page, "")
			for i, size := range [][2]int{{1280, 800}, {390, 844}, {1920, 1080}} {
				if i > 0 && i != 2-n%2 && i != (n+2)%3 {
					continue
				}
				v.Resize(size[0], size[1])
				browsertest.Expect(t, v.Run(firstScreen))
				if i == (n+2)%3 {
					browsertest.Expect(t, v.Run(tabsAreWhole))
				}
				if i == n%2 {
					tables, looks = tables+checkNames(t, v), looks+1
				}
			}
			v.Resize(1280, 800)
			if err := v.Page.Theme(n%2 == 1); err != nil {
				t.Fatal(err)
			}
			browsertest.Expect(t, v.Run(matchesStandOut))
		})
	}
	if tables < 5*looks/2 {
		t.Errorf("%d tables in %d looks", tables, looks)
	}
}

// tabsAreWhole logs faults of the tabs: texts of values that are missing, views wider than their window, controls that are cut, out of it or
// over each other, and numbers and heads of columns that are cut.
const tabsAreWhole = inReport + `
const box = (e) => e.getBoundingClientRect(), wide = (e) => e.scrollWidth > e.clientWidth + 1, style = (e) => getComputedStyle(e), seen = (what) => [...view().querySelectorAll(what)].filter((e) => box(e).width && box(e).height);
const addresses = all(".tabs a").map((a) => a.getAttribute("href"));
await go("#/sites"); for (const link of all(".sites .tools a")) addresses.push(link.getAttribute("href"));
for (const address of new Set(addresses)) {
	await go(address); for (let i = 0; i < 3; i++) await settled();
	const fault = (what, e) => log(address + ": " + what + ": " + text(e).slice(0, 60)), missing = /undefined|NaN|\[object/.exec(view().innerText);
	if (missing) log(address + " says " + missing[0]);
	for (const e of [d.scrollingElement, ...seen("article, .view, .split, .column, p, h2, h3")]) if (wide(e) && style(e).overflowX === "visible" && style(e).display !== "inline") fault("too wide", e);
	const controls = seen("button, select, input");
	for (const e of controls) if (box(e).left < -1 || box(e).right > innerWidth + 1 || e.matches("button") && wide(e) && style(e).textOverflow !== "ellipsis") fault("cut", e);
	const tools = controls.filter((e) => e.closest(".tools"));
	tools.forEach((a, i) => { for (const b of tools.slice(i + 1)) if (box(a).left < box(b).right - 2 && box(b).left < box(a).right - 2 && box(a).top < box(b).bottom - 2 && box(b).top < box(a).bottom - 2) fault("over another", a); });
	for (const e of [...seen("[role=gridcell].number, td, .share, .number, .n"), ...seen("[role=columnheader]").map((e) => e.firstElementChild || e)]) if (wide(e) && style(e).display !== "inline") fault("cut", e);
}
`

// firstScreen logs what is missing of the first screen of a report: the whole answer, the flame graph of at most 200 pixels, and below it
// what comes next, which in a phone's window need not be there.
const firstScreen = inReport + `
await go("#/overview"); for (let i = 0; i < 3; i++) await settled();
const box = (e) => e.getBoundingClientRect(), inWindow = (e) => box(e).height > 0 && box(e).top >= 0 && box(e).bottom <= innerHeight && box(e).left >= 0 && box(e).right <= innerWidth;
const answer = one(".answer"), flame = one(".where canvas");
if (!answer || !inWindow(answer) || answer.scrollHeight > answer.clientHeight + 4) log("the answer is cut");
if (flame && (!inWindow(flame) || box(flame).height > 200)) log("the flame graph is at " + box(flame).top + " to " + box(flame).bottom);
if (all(".tabs a").length > 2 && !flame) log("there is no flame graph");
const next = one(".hotline, .columns tbody tr");
if (flame && innerWidth > 1000 && (!next || !inWindow(next))) log("the hottest line or method is out of the window");
if (view().scrollWidth > view().clientWidth) log("it scrolls sideways");
`

// matchesStandOut logs where a match of a search does not stand out: in pixels of flame graphs, all colors but those of matches, text and
// page, each of at least a hundredth of what is drawn, have a contrast of at least 3 to the color of matches, and in graphs all boxes
// but those that match are faint.
const matchesStandOut = inReport + `
const light = ([r, g, b]) => [r, g, b].map((n) => n / 255).map((c) => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4).reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
const contrast = (a, b) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);
await go("#/flame?s="); await settled();
const first = all(".methods .spacer > .row")[0];
if (first) {
	await go("#/flame?s=" + encodeURIComponent("^" + first.title.replace(/\(.*/s, "").replace(/[^\w.]/g, "\\$&").replace(/[.]/g, "\\.") + "$")); for (let i = 0; i < 3; i++) await settled();
	const canvas = one(".graph .scroller canvas") || one(".graph canvas"), { width, height } = canvas, data = canvas.getContext("2d").getImageData(0, 0, width, height).data, runs = new Map(), counts = new Map();
	const pixels = new Uint32Array(data.buffer); // neighbors mostly have the same color, whose name takes longer than to look at them
	for (let i = 0, end; i < pixels.length; i = end) {
		for (end = i + 1; pixels[end] === pixels[i];) end++;
		runs.set(pixels[i], (runs.get(pixels[i]) || 0) + end - i);
	}
	for (const [pixel, n] of runs) {
		const [r, g, b, a] = new Uint8Array(Uint32Array.of(pixel).buffer), key = r + "," + g + "," + b;
		if (a) counts.set(key, (counts.get(key) || 0) + n);
	}
	const dark = d.documentElement.classList.contains("dark"), match = dark ? "217,168,255" : "106,27,177", page = dark ? "23,25,30" : "255,255,255";
	counts.delete(page);
	const drawn = [...counts.values()].reduce((a, b) => a + b, 0);
	if (!counts.get(match)) log("no match of " + first.title + " is drawn");
	for (const [color, n] of counts) if (color !== match && n > 0.01 * drawn) { const c = contrast(color.split(","), match.split(",")); if (c < 3) log(color + " has a contrast of " + c.toFixed(2) + " to a match, in " + n + " of " + drawn); }
	if (one(".tabs a[href^='#/callgraph']")) {
		await go("#/callgraph?s=" + encodeURIComponent(first.title.replace(/\(.*/s, "").split(".").at(-1).replace(/[^\w]/g, "."))); await settled();
		const nodes = [...view().querySelectorAll(".canvas .node")], faint = (g) => Number(getComputedStyle(g).opacity);
		const out = nodes.filter((g) => g.classList.contains("dim"));
		if (out.length === nodes.length || out.some((g) => faint(g) > 0.4) || nodes.some((g) => !out.includes(g) && faint(g) < 1)) log("matches are as faint as others");
	}
}
`

// checkNames checks each table of a report, and returns their number. A class has one spelling in a table: as it is, without packages, or
// without its first words as well; and if one class has its packages, all have. Nothing is cut within a class or, while there is room
// for it, within a method.
func checkNames(t *testing.T, v browsertest.Visiting) int {
	t.Helper()
	lines := v.Run(tablesWithNames)
	for _, line := range lines {
		var where string
		var rows [][4]any
		if err := json.Unmarshal([]byte(line), &[]any{&where, &rows}); err != nil {
			t.Fatal(line)
		}
		for _, fault := range faultsOfNames(rows) {
			t.Errorf("%s: %s", where, fault)
		}
	}
	return len(lines)
}

var (
	placeAfterName = regexp.MustCompile(` (@-?\d+|\([a-z ]+\))( :\d+)?$`)
	generatedClass = regexp.MustCompile(`\$\$Lambda|\$\$[0-9a-f]{4}…|_[0-9a-f]{6}`)
	upperOrNested  = regexp.MustCompile(`^(\$?[\p{Lu}\d$_]|\$[\p{Ll}])`)
)

// faultsOfNames reports differences between the spellings of a class, and names that are cut elsewhere than at their words.
func faultsOfNames(rows [][4]any) (faults []string) {
	spellings, withPackages := map[string]string{}, map[bool]string{}
	words := map[int]string{}
	for _, row := range rows {
		full, shown := placeAfterName.ReplaceAllString(row[0].(string), ""), placeAfterName.ReplaceAllString(row[1].(string), "")
		if strings.HasPrefix(full, "<") && strings.HasSuffix(full, ">") {
			words[len(strings.Fields(shown))] = shown
			continue
		}
		class, method := classAndMethod(full)
		spelled, short := classAndMethod(shown)
		if short != method && !generatedClass.MatchString(method) && row[2].(float64) > row[3].(float64)+20 {
			faults = append(faults, fmt.Sprintf("%s is %s in %v pixels", full, shown, row[2]))
			continue
		}
		if spelled == "" || class == "" {
			continue
		}
		if before, ok := spellings[class]; ok && before != spelled {
			faults = append(faults, fmt.Sprintf("%s is %s and %s", class, before, spelled))
		}
		spellings[class] = spelled
		if rest, cut := strings.CutPrefix(spelled, "…"); cut && !generatedClass.MatchString(class) && (!strings.HasSuffix(class, rest) || !upperOrNested.MatchString(rest)) ||
			!cut && !generatedClass.MatchString(class) && spelled != class && !strings.HasSuffix(class, "."+spelled) {
			faults = append(faults, fmt.Sprintf("%s is %s", class, spelled))
		}
		if strings.Contains(class, ".") {
			withPackages[strings.Contains(spelled, ".")] = shown
		}
	}
	if len(withPackages) > 1 {
		faults = append(faults, fmt.Sprintf("packages in %s, and none in %s", withPackages[true], withPackages[false]))
	}
	if len(words) > 1 {
		faults = append(faults, fmt.Sprint("placeholders of different words: ", words))
	}
	return faults
}

func classAndMethod(name string) (class, method string) {
	if at := strings.IndexByte(name, '('); at > 0 && name[at-1] != '.' {
		name = name[:at]
	}
	at := strings.LastIndexByte(name, '.')
	return name[:max(at, 0)], name[at+1:]
}

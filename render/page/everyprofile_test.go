package page

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
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
	return [full, shown, Math.round(cell.getBoundingClientRect().right - label.getBoundingClientRect().left), Math.ceil(ruler.measureText(full.replace(/(?<=[^.])\(.*/s, "").split(".").at(-1)).width)];
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

// TestNamesAreAlike: in each table of a report, and in windows of a computer and of a phone, a class has one spelling: as it is, without packages,
// or without its first words as well; and if one class has its packages, all have. Nothing is cut within a class or, while there is
// room for it, within a method.
func TestNamesAreAlike(t *testing.T) {
	tables := 0
	profiles := testprofile.Published(t)
	for name, data := range profiles {
		p := testprofile.Read(t, bytes.NewReader(data))
		v := browsertest.VisitFile(t, browsertest.Look(t, 1280, 800), reportOf(t, p).page, "")
		for _, size := range [][2]int{{1280, 800}, {390, 844}} {
			v.Resize(size[0], size[1])
			for _, line := range v.Run(tablesWithNames) {
				var where string
				var rows [][4]any
				if err := json.Unmarshal([]byte(line), &[]any{&where, &rows}); err != nil {
					t.Fatalf("%s: %s", name, line)
				}
				tables++
				for _, fault := range faultsOfNames(rows) {
					t.Errorf("%s, %s in %v: %s", name, where, size, fault)
				}
			}
		}
	}
	if tables < 8*len(profiles) {
		t.Errorf("%d tables", tables)
	}
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

package page

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/browsertest"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/internal/testtree"
	"github.com/iprof-viz/iprof-viz/render/flame"
)

// TestReportInFrame: a report works inside another page.
func TestReportInFrame(t *testing.T) {
	r := shopReport(t)
	data, err := json.Marshal(r.page)
	if err != nil {
		t.Fatal(err)
	}
	page := browsertest.Look(t, 1280, 800)
	browsertest.Drive(t, page, browsertest.WriteFile(t, "outside.html", "<!doctype html><title>outside</title><body>"), "", nil)
	v := browsertest.Visiting{T: t, Page: page}
	got := v.Run(`
		const url = URL.createObjectURL(new Blob([` + string(data) + `], {type: "text/html"}));
		const frame = document.createElement("iframe");
		frame.style.cssText = "width: 1000px; height: 600px";
		frame.src = url + "#/methods?s=Money";
		document.body.append(frame);
		await until(() => frame.contentDocument?.querySelector(".methods .line"));
		log(text(frame.contentDocument.querySelector(".column > .summary")).replace(/\d+ more columns?$/, ""));
		frame.contentDocument.querySelector("#tab-flame").click();
		await until(() => frame.contentDocument.querySelector(".flame .details li"));
		log(text(frame.contentDocument.querySelector(".flame .details li")));`)
	browsertest.Expect(t, got, fmt.Sprintf("%d of 67 methods with samples or calls", countMatches(r, "Money")), counted(r.json["top.samples"]["base"])+" samples, 100% of all")
}

// countMatches returns how many of the application's methods have a name with a word.
func countMatches(r report, word string) int {
	names := map[string]bool{}
	for _, part := range []string{"top.samples", "top.calls"} {
		for _, row := range r.rows(part) {
			if name := r.names[fmt.Sprint(row["id"])]; strings.HasPrefix(name, "com.example.") && strings.Contains(name, word) {
				names[fmt.Sprint(row["id"])] = true
			}
		}
	}
	return len(names)
}

// TestFlamePageMouseAndKeys: the pointer, buttons and keys that no other test has, and the texts that are copied.
func TestFlamePageMouseAndKeys(t *testing.T) {
	browsertest.Expect(t, browsertest.Visit(t, pageOf(t, testtree.Server(), flame.Options{}), "", `
		const canvas = one(".spacer canvas"), row = 18;
		const at = (type, share, depth) => { const r = canvas.getBoundingClientRect(); canvas.dispatchEvent(new MouseEvent(type, {clientX: r.left + share * r.width, clientY: r.top + (depth + 0.5) * row, bubbles: true})); return settled(); };
		await at("mousemove", 0.3, 2); log([...one("body > .tip").children].map((e) => e.textContent).join(" | "));
		await at("click", 0.3, 2); log(details()); // the first of two siblings
		log(one(".minimap") !== undefined);
		await at("click", 0.5, 4); log(details());
		await key("c"); await key("s"); await key("l"); log(copied[0] + " | " + copied[1].split("\n").join(" < ") + " | " + (copied[2] === location.href)); log(status());
		const map = one(".minimap"), r = map.getBoundingClientRect(); // the second of the siblings at depth 2 of four rows
		map.dispatchEvent(new MouseEvent("click", {clientX: r.left + 0.9 * r.width, clientY: r.top + 2.5 * 4, bubbles: true})); await settled(); log(details());
		await click(one(".methods .spacer > .row")); log(details().split(" | ")[0]);
		await press("Reset"); log(details().split(" | ").slice(0, 2).join(" | ")); log(location.hash);
		await key("/"); log(document.activeElement === one("input")); document.activeElement.blur();
		await key("t"); log(document.querySelector(".methods").checkVisibility()); await key("t"); log(document.querySelector(".methods").checkVisibility());
		await key("?"); log(document.querySelector("dialog").open); await press("Close"); log(document.querySelector("dialog").open);
		await press("Flip"); log(location.hash); await at("mousemove", 0.9, 0); log(all("body > .tip").length); await press("Flip"); log(location.hash);
		await press("total"); log(table().split(",")[0]); await press("method"); log(table().split(",")[0]); await press("self"); log(table().split(",")[0]);`),
		"shop.Cart.total | 60 samples, 60.0% of all | 60.0% of its parent | self 30 | application",
		"shop.Cart.total | 60 samples, 60.0% of all | 60.0% of its parent | self 30 | application", "true",
		"java.util.List.get | 30 samples, 30.0% of all | 100% of its parent | self 30 | JDK",
		"java.util.List.get | Main.main < shop.Cart.total < shop.Cart.total < java.util.List.get | true", "link copied",
		"java.nio.Disk.read | 40 samples, 40.0% of all | 40.0% of its parent | self 40 | JDK", "java.nio.Disk.read",
		"all | 100 samples, 100% of all", "", "true", "false", "true", "true", "false", "#i=1", "0", "",
		"0 100 Main.main", "0 100 Main.main", "40 40 java.nio.Disk.read")
}

// TestReportHands: the pointer in tables and pictures of a report, with numbers of the commands; kinds of code off and on in each
// view.
func TestReportHands(t *testing.T) {
	r := shopReport(t)
	v := browsertest.VisitFile(t, browsertest.Look(t, 1280, 800), r.page, "")
	application := func(part string) (n int) {
		for _, row := range r.rows(part) {
			if row["id"] != nil && strings.HasPrefix(r.names[fmt.Sprint(row["id"])], "com.example.") {
				n++
			}
		}
		return n
	}
	units, roots := objects(r.json["inline"]["units"]), 0
	for _, u := range units {
		if strings.HasPrefix(r.names[fmt.Sprint(objects(u["instances"])[0]["id"])], "com.example.") {
			roots++
		}
	}
	// Switches are one state of all views.
	var want []string
	for _, part := range []string{"branches", "receivers", "instanceof"} {
		want = append(want, fmt.Sprintf("%s: %d of %d, then %[3]d", part, application(part), len(r.rows(part))))
	}
	want = append(want, fmt.Sprintf("units: %d of %d, then %[2]d", roots, len(units)))
	browsertest.Expect(t, v.Run(inReport+`
		const numbers = () => summary().split(" ·")[0].replace(/ (conditionals|sites|units).*/, "");
		for (const view of ["sites/branches", "sites/receivers", "sites/instanceof", "units"]) {
			await go("#/" + view);
			const some = numbers();
			await click(named("JDK")); await click(named("native-image and VM")); const every = numbers();
			log(view.replace("sites/", "") + ": " + some + ", then " + every);
			await click(named("native-image and VM")); await click(named("JDK"));
			if (numbers() !== some) log("back: " + numbers());
		}`), want...)

	// A click into the picture of a unit selects the instance in the tree; Enter in a table leads to the method.
	unit := units[slices.IndexFunc(units, func(u map[string]any) bool { return len(objects(u["instances"])) > 2 })]
	root := r.names[fmt.Sprint(objects(unit["instances"])[0]["id"])]
	got := v.Run(inReport + fmt.Sprintf(`
		await go("#/units?k=application,JDK,native-image%%20and%%20VM&s=" + encodeURIComponent(%q));
		const g = grid(), canvas = one("aside.unit canvas"), box = canvas.getBoundingClientRect();
		await click(lines()[0].lastChild);
		const place = {clientX: box.left + 5, clientY: box.top + 18 + 9, bubbles: true};
		canvas.dispatchEvent(new MouseEvent("mousemove", place)); await settled(); log(one("body > .tip").firstChild.textContent);
		canvas.dispatchEvent(new MouseEvent("click", place)); await settled(); log(d.getElementById(g.getAttribute("aria-activedescendant")).firstChild.title);
		await go("#/methods"); await click(grid().querySelector("[data-column=entries]")); key("ArrowDown", grid()); await key("Enter", grid()); log(text(view().querySelector("h2")));`, "^"+strings.NewReplacer(".", `\.`, "$", `\$`).Replace(root)+"$"))
	if len(got) != 3 || !strings.HasSuffix(got[0], got[1]) || got[1] == "" {
		t.Errorf("%q", got)
	}
	top := ""
	most := int64(-1)
	for _, row := range r.rows("top.calls") {
		if name := r.names[fmt.Sprint(row["id"])]; strings.HasPrefix(name, "com.example.") && number(row["entries"]) > most {
			top, most = name, number(row["entries"])
		}
	}
	if len(got) == 3 && got[2] != top {
		t.Errorf("Enter leads to %s, not %s", got[2], top)
	}
}

// TestReportCopiesChanges: copied tables of changes have the rows of diff.
func TestReportCopiesChanges(t *testing.T) {
	p := testprofile.Example("shop.iprof")
	r := reportOf(t, p)
	r.addBase(t, olderShop(t), p)
	var want []string
	section := r.json["diff"]["sections"].(map[string]any)["calls"].(map[string]any)
	for i, row := range objects(section["rows"]) {
		want = append(want, fmt.Sprintf("%d,%v,%s,%s", i+1, row["change"], plainNumber(row["old"]), plainNumber(row["new"])))
	}
	got := browsertest.Visit(t, r.page, "#/changes/calls", inReport+`
		await click(named("CSV")); const [head, ...rows] = copied.at(-1).trim().split(/\r?\n/), heads = head.split(",");
		for (const row of rows) { const c = row.match(/("[^"]*"|[^,]*)(,|$)/g).map((s) => s.replace(/,$/, "")); log(["rank", "change", "old", "new"].map((k) => c[heads.indexOf(k)]).join(",")); }`)
	browsertest.Expect(t, got, want...)
}

func plainNumber(n any) string {
	if n == nil {
		return ""
	}
	return fmt.Sprint(n)
}

package page

import (
	"fmt"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/callgraph"
	"github.com/iprof-viz/iprof-viz/convert/findings"
	"github.com/iprof-viz/iprof-viz/internal/browsertest"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// TestOverviewSaysWhatIsAbove: the flame graph of the first view begins at the application. It says how many rows of callers it leaves
// out, here 14 of 15 rows between all stacks and the application, and a click shows them.
func TestOverviewSaysWhatIsAbove(t *testing.T) {
	var names []string
	stack := "16:3"
	for i := range 15 {
		names = append(names, fmt.Sprintf(`{"id":%d,"name":"step%d","signature":[0,2]}`, i+1, i))
		stack += fmt.Sprintf("<%d:1", 15-i)
	}
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":0,"name":"java.util.Steps"},{"id":1,"name":"app.Main"},{"id":2,"name":"void"}],
		"methods":[`+strings.Join(names, ",")+`,{"id":16,"name":"run","signature":[1,2]}]`+testprofile.Samples(stack+" 400")+`}`)
	v := browsertest.VisitFile(t, browsertest.Look(t, 1280, 800), reportOf(t, p).page, "")
	browsertest.Expect(t, v.Run(inReport+`
		for (let i = 0; i < 3; i++) await settled();
		const height = () => one(".where canvas").getBoundingClientRect().height, above = () => text(one(".above")) + " " + height() + " " + one(".where .scroller").scrollTop;
		log(above()); await click(one(".above button")); log(above()); await click(one(".above button")); log(above());`),
		"15 rows that nearly all of these stacks share are not shown. Show them 36 270", "Hide the 15 rows of callers 306 0", "15 rows that nearly all of these stacks share are not shown. Show them 36 270")
	browsertest.Expect(t, browsertest.Visit(t, wordCountReport(t).page, "", `for (let i = 0; i < 3; i++) await settled(); log(document.querySelector(".above").hidden);`), "true")
}

// TestOverviewSaysTheTruthAboutAbove: callers that divide the stacks, such as threads, stay in the picture, and if rows without an
// application are so deep that one frame has most of each visible one, it begins where they divide, and does not say that all share them.
func TestOverviewSaysTheTruthAboutAbove(t *testing.T) {
	const head = `{"version":"1.0.0","types":[{"id":0,"name":"java.util.Steps"},{"id":1,"name":"app.Main"},{"id":2,"name":"void"}],"methods":[{"id":20,"name":"run","signature":[1,2]},{"id":21,"name":"other","signature":[0,2]},`
	var names []string
	stack := ""
	for i := range 15 {
		names = append(names, fmt.Sprintf(`{"id":%d,"name":"step%d","signature":[0,2]}`, i+1, i))
		stack += fmt.Sprintf("<%d:1", 15-i)
	}
	methods := head + strings.Join(names, ",") + "]"
	const see = inReport + `
		for (let i = 0; i < 3; i++) await settled();
		const above = one(".above"); log((above ? text(above) : "") + " " + one(".where canvas").getBoundingClientRect().height + " " + one(".where .scroller").scrollTop);`
	half := strings.Replace(stack, "<1:1", "<1:1<20:5", 1)
	for _, test := range []struct {
		samples []string
		want    string
	}{
		{[]string{"21:3" + half + " 220", "20:3<20:5 180"}, " 198 0"}, // an application that ends beside a deep call
		{[]string{"20:3<3:1<1:1 200", "20:3<3:1<2:1 200"}, " 72 0"},
		{[]string{"20:3" + stack + " 170", "21:3" + stack + " 170", "21:3<1:1 60"}, "15 rows of callers are not shown; at least 85.0% of the samples are below them. Show them 36 270"},
		{[]string{"1:9" + stack + " 170", "21:3" + stack + " 170", "21:3<1:1 60"}, "6 rows of callers are not shown; at least 85.0% of the samples are below them. Show them 198 108"},
	} {
		p := testprofile.Parse(t, methods+testprofile.Samples(test.samples...)+"}")
		browsertest.Expect(t, browsertest.VisitFile(t, browsertest.Look(t, 1280, 800), reportOf(t, p).page, "").Run(see), test.want)
	}
}

// TestFramesThatAreNoMethods: the overview does not count threads, kinds of code and states of a VM among the methods, nor names one as the
// caller of a method.
func TestFramesThatAreNoMethods(t *testing.T) {
	var b iprof.Builder
	b.SetOrigin(iprof.Origin{Format: "-Xprof text", Unit: "ticks", PerSample: 1, States: map[string]bool{"worker": true, "compiled": true, "Blocked": true}})
	for id, name := range []string{"worker", "compiled", "Blocked", "app.Main.run"} {
		b.AddMethod(iprof.Method{ID: iprof.MethodID(id), Name: name, Declaring: iprof.NoType, Return: iprof.NoType})
	}
	worker := b.Stacks().Child(iprof.NoNode, 0, 0)
	for _, c := range []iprof.Count{{Node: b.Stacks().Child(b.Stacks().Child(worker, 0, 1), 0, 3), Value: 400}, {Node: b.Stacks().Child(worker, 0, 2), Value: 600}} {
		if err := b.AddCount(iprof.Samples, c); err != nil {
			t.Fatal(err)
		}
	}
	v := browsertest.VisitFile(t, browsertest.Look(t, 1280, 1200), reportOf(t, b.Profile()).page, "")
	browsertest.Expect(t, v.Run(inReport+`
		const all = text(view()); log(all.includes("Heaviest caller")); log(all.includes("3 frames are threads, kinds of code (interpreted, compiled, stub) or states of the VM, not methods."));
		const table = [...view().querySelectorAll("table")].find((t) => text(t.caption).startsWith("Hottest frames of all: self ticks")); log([...table.querySelectorAll("td:first-child")].map((c) => text(c).replace(" @0", "")).join(", "));`),
		"false", "true", "Blocked (not a method), app.Main.run")
}

// TestTabsStay: tabs stay where they are when another one becomes bold, and the tools of a flame graph have one row.
func TestTabsStay(t *testing.T) {
	r := shopReport(t)
	r.addBase(t, olderShop(t), testprofile.Example("shop.iprof"))
	v := browsertest.VisitFile(t, browsertest.Look(t, 1280, 800), r.page, "")
	browsertest.Expect(t, v.Run(inReport+`
		const places = () => [...document.querySelectorAll(".tabs a")].map((a) => a.getBoundingClientRect().left).join();
		const all = new Set();
		for (const tab of document.querySelectorAll(".tabs a")) { await click(tab); all.add(places()); }
		log(all.size);
		await go("#/flame"); await settled(); const tools = [...view().querySelectorAll(".tools.many > *")].filter(shown).map((e) => e.getBoundingClientRect());
		log(tools.length > 5 && tools.every((b) => b.bottom <= tools[0].bottom + 4));`), "1", "true")
}

// TestGraphOpensOnHotPath: the window of a call graph has the whole hot path as it opens, also after it was resized, unless the reader has
// moved in it.
func TestGraphOpensOnHotPath(t *testing.T) {
	const path = inReport + `
		await go("#/callgraph"); for (let i = 0; i < 3; i++) await settled();
		if (!view().querySelector(".dim")) await click(named("Hot path"));
		const canvas = one(".canvas").getBoundingClientRect(), boxes = [...view().querySelectorAll(".canvas [data-at]:not(.dim)")].filter((g) => Number(g.dataset.at) >= 0).map((g) => g.querySelector("rect, path").getBoundingClientRect());
		log((boxes.length > 2) + " " + boxes.every((b) => b.left >= canvas.left && b.right <= canvas.right && b.top >= canvas.top && b.bottom <= canvas.bottom));`
	v := browsertest.VisitFile(t, browsertest.Look(t, 1280, 800), tallyReport(t, "tally.jar", "java/tally/Tally.java").page, "")
	browsertest.Expect(t, v.Run(path), "true true")
	v.Resize(390, 844)
	browsertest.Expect(t, v.Run(path), "true true")
	browsertest.Expect(t, v.Run(inReport+`const width = () => one(".canvas > svg").getAttribute("width") * 1; const before = width(); await click(named("+")); log(width() > before); window.wide = width();`), "true")
	v.Resize(1280, 800)
	browsertest.Expect(t, v.Run(inReport+`for (let i = 0; i < 3; i++) await settled(); log(one(".canvas > svg").getAttribute("width") * 1 === window.wide);`), "true")
}

// TestCallsOfPhones: in 390 pixels, the target of a call has a line of its own, so that both names are whole.
func TestCallsOfPhones(t *testing.T) {
	v := browsertest.VisitFile(t, browsertest.Look(t, 390, 844), shopReport(t).page, "")
	const see = inReport + `
		await go("#/sites/calls?k=" + encodeURIComponent(allKinds)); for (let i = 0; i < 3; i++) await settled();
		const rows = lines().map((l) => [...l.children]).filter((c) => c.length > 2), box = (e) => e.getBoundingClientRect();
		log(rows.length > 5 && rows.every(([place, , target]) => box(target).top >= box(place).bottom - 1 && box(target).bottom <= box(place.parentElement).bottom + 1));
		log(Math.max(...rows.map(([place]) => box(place).width)) > 250);`
	browsertest.Expect(t, v.Run(see), "true", "true")
	v.Resize(1280, 800)
	browsertest.Expect(t, v.Run(inReport+`for (let i = 0; i < 3; i++) await settled(); const [place, , target] = lines()[0].children; log(target.getBoundingClientRect().top === place.getBoundingClientRect().top);`), "true")
}

// TestCallsSayWhatIsMissing: without class files, most calls that were not inlined have no row: the list says how many entries they made at
// most, as many as the table of the call graph has of unknown callers.
func TestCallsSayWhatIsMissing(t *testing.T) {
	const see = inReport + `await go("#/sites/calls?k=" + encodeURIComponent(allKinds)); await settled(); log([...view().querySelectorAll(".limit")].filter(shown).map(text).join());`
	p := testprofile.Example("shop.iprof")
	g, err := callgraph.New(p, convert.NewNames(p, convert.NameOptions{}), callgraph.Options{Metric: convert.Calls, Filter: reportFilter})
	if err != nil {
		t.Fatal(err)
	}
	unknown := int64(0)
	for i := range g.Edges {
		if g.Edges[i].Evidence == callgraph.UnknownEvidence {
			unknown += g.Edges[i].Count
		}
	}
	r := shopReport(t)
	browsertest.Expect(t, browsertest.Visit(t, r.page, "", see),
		"Without class files, calls that were not inlined are known by receiver types alone: no row has those that made up to "+words.Thousands(unknown)+" entries. --classpath adds them.")
	with := *r.parts.SiteCalls
	with.Classes = true
	r.parts.SiteCalls = &with
	r.write(t)
	browsertest.Expect(t, browsertest.Visit(t, r.page, "", see), "")
}

// TestCallersInShort: the page of a method names its heaviest callers without scrolling, also in a comparison and above long code, with a way
// to the tables of all.
func TestCallersInShort(t *testing.T) {
	r := shopReport(t)
	r.addBase(t, olderShop(t), testprofile.Example("shop.iprof"))
	v := browsertest.VisitFile(t, browsertest.Look(t, 1280, 800), r.page, "")
	browsertest.Expect(t, v.Run(inReport+`
		await go("#/method/com.example.shop.InvoiceWriter.escape"); const line = view().querySelector(".called"); log(text(line)); log(line.getBoundingClientRect().bottom < innerHeight / 2);
		await click(line.querySelector("button")); const { top } = one(".butterfly").getBoundingClientRect(); log(top >= 0 && top < innerHeight - 60);`),
		"Called by com.example.shop.InvoiceWriter.field (142 samples). Callers and callees ↓", "true", "true")
}

// TestFindingsLinkToCode: where the page has the code of a finding, it links to it and suggests no command that lists it.
func TestFindingsLinkToCode(t *testing.T) {
	r := tallyReport(t, "tally.jar", "java/tally/Tally.java")
	place := FoundMethod{ID: r.parts.Code.Methods[0].ID, Role: findings.About, Name: "tally.Tally"}
	r.parts.Info.Findings = []Finding{{Kind: "loop", Title: "loop", Methods: []FoundMethod{place}, Command: "iprof-viz list x", Link: "docs/worth-a-look.md#loop"}}
	r.parts.Advice = &Advice{[]KindAdvice{{"loop", []ProseBlock{{Text: "Try:"}, {Items: []string{"Read the body with `list --classpath … --source-path …`: hoist"}}}}}}
	r.write(t)
	const see = inReport + `
		const item = view().querySelector(".worth > li"); await click(item.querySelector("button"));
		log([...item.querySelectorAll(".note")].map(text).filter((s) => s.startsWith("Try")).join() + " " + item.querySelectorAll("code").length + " " + [...item.querySelectorAll("a")].filter((a) => text(a) === "here")[0]?.hash.split("?")[0]);`
	browsertest.Expect(t, browsertest.Visit(t, r.page, "", see), "Try: Read the body here: hoist More 1 #/method/tally.Tally.isLetter(C)Z")
	r.parts.Code = nil
	r.write(t)
	browsertest.Expect(t, browsertest.Visit(t, r.page, "", see), "Try: Read the body with list --classpath … --source-path …: hoist More 4 undefined")
}

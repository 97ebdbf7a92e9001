package page

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/rank"
	"github.com/iprof-viz/iprof-viz/convert/sourceline"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/internal/browsertest"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
	"github.com/iprof-viz/iprof-viz/render/listing"
	"github.com/iprof-viz/iprof-viz/render/tables"
)

// addPlaces adds the places with samples of methods without code, and the hotspots of all methods.
func (r *report) addPlaces(t *testing.T, p *iprof.Profile, names *convert.Names, limit int, lines *sourceline.Lines, coded ...code.Method) {
	t.Helper()
	listed := make([]bool, p.MethodSlots())
	for _, m := range coded {
		listed[m.Slot] = true
	}
	var all, app []int32
	for slot := range p.MethodSlots() {
		all = append(all, int32(slot))
		if names.Kind(slot) == convert.Application {
			app = append(app, int32(slot))
		}
	}
	sites := code.SampleSites(p, names, reportFilter)
	beyond := slices.DeleteFunc(code.BranchesBeyondEntries(p, names, reportFilter), func(b code.BranchBeyondEntries) bool { return listed[b.Slot] })
	places := Places{
		Limit: limit, Methods: code.SampledPlaces(sites, limit, listed), Beyond: beyond, Lines: lines,
		All: code.Hotspots(sites, all, lines.Line), App: code.Hotspots(code.SampleSites(p, names, convert.FilterOptions{View: convert.AppView}), app, lines.Line),
	}
	r.parts.Places = NewPlaces(names, places)
}

// A topSite is a row of top --by site.
type topSite struct {
	id, bci     string
	self, total int64
}

func sitesOfTop(t *testing.T, p *iprof.Profile, view convert.View) []topSite {
	t.Helper()
	top, err := rank.Top(p, nil, rank.TopOptions{Metric: convert.Samples, By: convert.BySite, Filter: convert.FilterOptions{View: view}})
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	var read struct {
		Rows []struct {
			ID, BCI     json.Number
			Self, Total int64
		}
	}
	if err := tables.JSON(&text, top); err != nil || json.Unmarshal(text.Bytes(), &read) != nil {
		t.Fatal(err, text.String())
	}
	var all []topSite
	for _, r := range read.Rows {
		all = append(all, topSite{r.ID.String(), r.BCI.String(), r.Self, r.Total})
	}
	return all
}

// addresses are the names of methods in addresses, by id.
func (r report) addresses() map[string]string {
	all := map[string]string{}
	for _, m := range r.parts.Methods.Methods {
		all[fmt.Sprint(m.ID)] = cmp.Or(m.JVM, m.Name)
	}
	return all
}

// TestReportPlaces: the page of each method has the places that list has, with its counts and those of top --by site, hottest
// first.
func TestReportPlaces(t *testing.T) {
	p := testprofile.Example("shop.iprof")
	r := reportOf(t, p)
	of, err := code.List(p, nil, nil, code.ListOptions{Filter: reportFilter})
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := listing.JSON(&text, of); err != nil {
		t.Fatal(err)
	}
	var list struct {
		Methods []struct {
			ID     json.Number
			Places []struct {
				BCI          json.Number
				SamplesSelf  int64 `json:"samples_self"`
				SamplesTotal int64 `json:"samples_total"`
			}
		}
	}
	if err := json.Unmarshal(text.Bytes(), &list); err != nil {
		t.Fatal(err)
	}
	addresses := r.addresses()
	base := number(r.json["top.samples"]["base"])
	byTotal := map[string]bool{} // less than a twentieth of the method's samples are its own
	for _, m := range objects(r.json["top.samples"]["rows"]) {
		byTotal[m["id"].(json.Number).String()] = 20*number(m["self"]) < number(m["total"])
	}
	// Or the application's hottest place, with library code, is not the one with the most self samples.
	hottest := func(view convert.View) map[string]string {
		first := map[string]topSite{}
		for _, s := range sitesOfTop(t, p, view) {
			if was, seen := first[s.id]; !seen || s.self > was.self || s.self == was.self && s.total > was.total {
				first[s.id] = s
			}
		}
		at := map[string]string{}
		for id, s := range first {
			at[id] = s.bci
		}
		return at
	}
	own := hottest(convert.ExpertView)
	for id, bci := range hottest(convert.AppView) {
		byTotal[id] = byTotal[id] || own[id] != bci
	}
	row := func(s topSite) string {
		by, first, last := "Self", s.self, s.total
		if byTotal[s.id] {
			by, first, last = "Total", s.total, s.self
		}
		return fmt.Sprintf("%s @%s|%s|%s|%s|%s", addresses[s.id], s.bci, by, numbers.Thousands(first), numbers.Percent(first, base), numbers.Thousands(last))
	}
	var listed, ranked, names []string
	for _, m := range list.Methods {
		names = append(names, addresses[m.ID.String()])
		for _, x := range m.Places {
			if x.SamplesTotal > 0 {
				listed = append(listed, row(topSite{m.ID.String(), x.BCI.String(), x.SamplesSelf, x.SamplesTotal}))
			}
		}
	}
	for _, s := range sitesOfTop(t, p, convert.ExpertView) {
		ranked = append(ranked, row(s))
	}
	encoded, _ := json.Marshal(names)
	v := browsertest.VisitFile(t, browsertest.Look(t, 1280, 800), r.page, "")
	got := v.Run(inReport + `
		for (const name of ` + string(encoded) + `) {
			await go("#/method/" + encodeURIComponent(name));
			const table = [...view().querySelectorAll("table")].find((t) => t.caption.textContent === "Samples by bytecode index");
			if (!table) continue;
			for (const more of view().querySelectorAll(".places .more")) more.click();
			let before = Infinity;
			for (const r of table.tBodies[0].rows) {
				const [place, first, share, last] = [...r.cells].map((c) => c.textContent), n = Number(first.replace(/,/g, ""));
				log([name + " " + place.split(/\s/)[0], table.tHead.rows[0].cells[1].textContent, first, share, last].join("|"));
				if (n > before) log(name + " is not in order");
				before = n;
			}
			const callers = view().querySelector(".butterfly");
			if (callers && !(table.compareDocumentPosition(callers) & Node.DOCUMENT_POSITION_FOLLOWING)) log(name + ": callers come first");
		}`)
	same(t, slices.Clone(got), listed)
	same(t, got, ranked)
	// 44 bytes are written at 40, a conditional whose successors have 64,000 and 20,000 executions; 78 calls BufferedWriter.write.
	browsertest.Expect(t, v.Run(inReport+`
		await go("#/overview"); const link = [...view().querySelectorAll("td a")].find((a) => a.title.includes("InvoiceWriter.write @")); log(link.title);
		await click(link); const row = view().querySelector(".target"); log(text(row.cells[0]) + " of " + view().querySelectorAll("tr.target").length);
		log(text(view().querySelector(".places [data-bci='40'] td"))); log(view().querySelectorAll(".places .note").length); log(text([...view().querySelectorAll(".places .note")].at(-1)));
		await go("#/method/" + encodeURIComponent("com.example.shop.InvoiceWriter.write") + "?at=77"); log(view().querySelectorAll(".target").length);`),
		"com.example.shop.InvoiceWriter.write @78", "@78 → BufferedWriter.write of 1", "@40 ◆ →43 76.2% →70 23.8%", "2",
		`iprof-viz list '^com\.example\.shop\.InvoiceWriter\.write$' --app '^com' shop.iprof shows all that was counted at each index; report --classpath app.jar --source-path src has source lines.`, "0")
}

// recursing has a method that calls itself, samples in three of its places, and a conditional that ran 1.01 times as often as its
// method was entered.
const recursing = `{"version":"1.0.0","types":[{"id":0,"name":"void"},{"id":1,"name":"app.Main"}],
	"methods":[{"id":1,"name":"main","signature":[1,0]},{"id":2,"name":"fib","signature":[1,0]},{"id":3,"name":"loop","signature":[1,0]}],
	"samplingProfiles":[{"ctx":"2:7<2:5<2:5<1:3","records":[4]},{"ctx":"2:2<2:5<1:3","records":[2]},{"ctx":"2:5<1:3","records":[3]},{"ctx":"3:9<1:8","records":[1]}],
	"callCountProfiles":[{"ctx":"2:0","records":[1000]},{"ctx":"3:0","records":[1000]}],
	"conditionalProfiles":[{"ctx":"2:4","records":[8,0,600,10,1,410]},{"ctx":"3:5","records":[8,0,9000,10,1,1000]}]}`

// TestReportPlacesOfRecursion: a stack counts once for a place that it visits twice. A method whose conditional seems to have run a
// little more often than it was entered says why, in the words of list, and so does Sites; one with a loop does not.
func TestReportPlacesOfRecursion(t *testing.T) {
	r := reportOf(t, testprofile.Parse(t, recursing))
	v := browsertest.VisitFile(t, browsertest.Look(t, 1280, 800), r.page, "")
	places := `for (const r of view().querySelectorAll(".places tbody tr")) log([...r.cells].map(text).join("|") + " " + Number(r.cells[1].style.getPropertyValue("--share")).toFixed(2));
		log([...view().querySelectorAll(".note")].map(text).filter((s) => s.includes("more often")).join("; "));`
	got := v.Run(inReport + `await go("#/method/app.Main.fib");` + places + `await go("#/method/app.Main.loop");` + places + `await go("#/method/app.Main.main");` + places + `
		await go("#/sites/branches"); await click(lines().find((l) => cells(l)[0].includes("fib"))); log([...view().querySelectorAll("aside p")].map(text).filter((s) => s.includes("more often")).join("; "));
		await click(lines().find((l) => cells(l)[0].includes("loop"))); log([...view().querySelectorAll("aside p")].map(text).filter((s) => s.includes("more often")).join("; "));`)
	why := "@4 ran more often than the method was entered: it is in a loop, or racing threads lost counts."
	browsertest.Expect(t, got,
		"@7|4|40.0%|4 0.44", "@5 → Main.fib|3|30.0%|9 0.33", "@2|2|20.0%|2 0.22", why,
		"@9|1|10.0%|1 1.00", "",
		// It has no self samples.
		"@3 → Main.fib|9|90.0%|0 0.90", "@8 → Main.loop|1|10.0%|0 0.10", "",
		why, "")
	l, err := code.List(testprofile.Parse(t, recursing), nil, nil, code.ListOptions{Filter: reportFilter})
	if err != nil {
		t.Fatal(err)
	}
	if note := r.parts.Places.Beyond.Note; !slices.Contains(listing.Notes(l), note) {
		t.Errorf("%s is not said by list: %q", note, listing.Notes(l))
	}
}

// TestReportPlacesSeparateRecords: types and callees at a place have separate lines; the sentences below both tables of the
// summary say which places they name.
func TestReportPlacesSeparateRecords(t *testing.T) {
	r := shopReport(t)
	v := browsertest.VisitFile(t, browsertest.Look(t, 1280, 800), r.page, "")
	browsertest.Expect(t, v.Run(inReport+`
		for (const note of view().querySelectorAll(".note")) if (text(note).startsWith("After a method")) log(text(note).split(/\.(?: |$)/)[0]);
		await go("#/method/" + encodeURIComponent("java.util.HashMap.hash(Ljava/lang/Object;)I"));
		const cell = view().querySelector(".places [data-bci='9'] td"); log(JSON.stringify(cell.textContent));
		log([...cell.querySelectorAll(".below")].map((e) => e.offsetTop > 15 && e.offsetHeight < 30));`),
		"After a method: the place with the most samples, library code included, by bytecode index (@)",
		"After a method: the place with the most samples of its own, by bytecode index (@)",
		`"@9\n◇ String 86.0% | Long 14.0%\n→ String.hashCode"`, "true,true")
}

// TestPlaceOfTheHeadline: the first row of a method's places is the one that the headline names, though nearly all of its samples are in library
// code, and those at the other place are of the method itself.
func TestPlaceOfTheHeadline(t *testing.T) {
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":0,"name":"app.Shop"},{"id":1,"name":"int"},{"id":2,"name":"java.lang.Math"}],
		"methods":[{"id":1,"name":"find","signature":[0,1]},{"id":2,"name":"abs","signature":[2,1]}]`+testprofile.Samples("1:4 100", "2:0<1:9 500")+`}`)
	r := reportOf(t, p)
	r.addPlaces(t, p, convert.NewNames(p, convert.NameOptions{}), 100, nil)
	r.write(t)
	browsertest.Expect(t, browsertest.Visit(t, r.page, "", inReport+`
		const link = [...view().querySelectorAll("td a")].find((a) => a.title === "app.Shop.find @9" || text(a) === "app.Shop.find @9");
		await click(link);
		for (const row of view().querySelectorAll(".places tr")) log((row.className && row.className + ": ") + [...row.cells].map(text).join("|"));`),
		"Place|Total|% of all|Self", "target: @9 → Math.abs|500|83.3%|0", "@4|100|16.7%|100")
}

// TestReportLinesOfARecording: its places are source lines, which need no class files, and the headline has the hottest. A line may be
// unknown, even the hottest of a method.
func TestReportLinesOfARecording(t *testing.T) {
	b := stacks.NewBuilder(0)
	for _, s := range []struct {
		value int64
		lines [2]iprof.BCI
		leaf  string
	}{{500, [2]iprof.BCI{46, 9}, "app.Shop.find"}, {200, [2]iprof.BCI{47, 9}, "app.Shop.find"}, {30, [2]iprof.BCI{0, 9}, "app.Shop.find"}, {70, [2]iprof.BCI{0, 10}, "app.Shop.idle"}} {
		if _, err := b.Add(iprof.Context{{Method: b.Method(s.leaf), BCI: s.lines[0]}, {Method: b.Method("app.Shop.main"), BCI: s.lines[1]}}, s.value); err != nil {
			t.Fatal(err)
		}
	}
	p := b.Profile(iprof.Origin{Format: "a recording", Unit: "samples", PerSample: 1, Lines: true})
	r := reportOf(t, p)
	r.addPlaces(t, p, convert.NewNames(p, convert.NameOptions{}), 0, sourceline.Recorded(p))
	r.write(t)
	browsertest.Expect(t, browsertest.Visit(t, r.page, "", inReport+`
		log(text(view().querySelector(".answer")) + " " + text(view().querySelector(".shares")));
		log([...view().querySelectorAll("td a")].slice(0, 3).map(text).join(", "));
		await go("#/method/app.Shop.find");
		for (const row of view().querySelectorAll(".places tr")) log([...row.cells].map(text).join("|"));`),
		"91.3% of the samples are in Shop.find, 62.5% on line 46. Of all 800 samples: 91.3% in the method, all in its own code (self and total). Heaviest caller: Shop.main.",
		"app.Shop.find :46, app.Shop.idle",
		"Line|Self|% of all|Total", "46|500|62.5%|500", "47|200|25.0%|200", "unknown|30|3.75%|30")
}

// TestReportPlacesAreLimited: pages say which places are left out.
func TestReportPlacesAreLimited(t *testing.T) {
	p := testprofile.Parse(t, recursing)
	r := reportOf(t, p)
	r.addPlaces(t, p, convert.NewNames(p, convert.NameOptions{}), 2, nil)
	r.write(t)
	show := `for (const r of view().querySelectorAll(".places tbody tr")) log(text(r.cells[0])); log(text(view().querySelector(".places .note:not(:last-child):not(:nth-last-child(3))") || view().querySelector(".places .note")));`
	browsertest.Expect(t, browsertest.Visit(t, r.page, "", inReport+`await go("#/method/app.Main.fib");`+show+`await go("#/method/app.Main.main"); log(text(view().querySelector(".places .note")));`),
		"@7", "@5 → Main.fib", "This report has the 2 places with the most self samples: 1 place of this method is not among them.",
		"This report has the 2 places with the most self samples: none of this method is among them.")
}

// TestReportWithoutPlaces: a page of stacks of other tools has no places, and no commands that need some.
func TestReportWithoutPlaces(t *testing.T) {
	r := shopReport(t)
	r.parts.Places, r.parts.Branches, r.parts.Receivers, r.parts.InstanceOf = nil, nil, nil, nil
	r.parts.Info.Version = "" // as of another format
	r.write(t)
	browsertest.Expect(t, browsertest.Visit(t, r.page, "", inReport+`
		log([...view().querySelectorAll("td a")].some((a) => / [@:]/.test(a.title)) + " " + text(view()).includes("After a method"));
		await go("#/method/" + encodeURIComponent("com.example.shop.InvoiceWriter.write")); log(view().querySelectorAll(".places").length + " " + /iprof-viz list|n\/a/.test(text(view())));`),
		"false false", "0 false")
}

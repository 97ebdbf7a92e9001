package page

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/callgraph"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/caveats"
	"github.com/iprof-viz/iprof-viz/convert/check"
	"github.com/iprof-viz/iprof-viz/convert/findings"
	"github.com/iprof-viz/iprof-viz/convert/info"
	"github.com/iprof-viz/iprof-viz/convert/inlining"
	"github.com/iprof-viz/iprof-viz/convert/rank"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/browsertest"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/inlinetree"
	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
	"github.com/iprof-viz/iprof-viz/render/internal/records"
	"github.com/iprof-viz/iprof-viz/render/summary"
	"github.com/iprof-viz/iprof-viz/render/tables"
)

// A report is a page, the parts that went into it, and the JSON that commands write of the same models, read by encoding/json.
type report struct {
	page  string
	parts Parts
	names map[string]string // by id: as in pictures
	json  map[string]map[string]any
}

var reportFilter = convert.FilterOptions{View: convert.ExpertView}

// keep keeps the JSON of a command under the name of a part.
func (r *report) keep(t *testing.T, name string, write func(io.Writer) error) {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	d := json.NewDecoder(&b)
	d.UseNumber()
	var value map[string]any
	if err := d.Decode(&value); err != nil {
		t.Fatal(err)
	}
	r.json[name] = value
}

// reportOf makes a page with all that a profile has, for a browser.
func reportOf(t *testing.T, p *iprof.Profile) report {
	t.Helper()
	return reportNamed(t, p, convert.NewNames(p, convert.NameOptions{}))
}

// reportNamed is reportOf with names of methods as options make them.
func reportNamed(t *testing.T, p *iprof.Profile, names *convert.Names) report {
	t.Helper()
	browsertest.Needed(t)
	return readReport(t, p, names)
}

// readReport is reportNamed for tests that read the page themselves.
func readReport(t *testing.T, p *iprof.Profile, names *convert.Names) report {
	t.Helper()
	r := report{names: map[string]string{}, json: map[string]map[string]any{}}
	keepTable := func(name string, of *table.Table, err error) *table.Table {
		if err != nil {
			t.Fatal(err)
		}
		r.keep(t, name, func(w io.Writer) error { return tables.JSON(w, of) })
		return of
	}
	info := info.New(p, names, info.Options{Limit: 10})
	r.keep(t, "info", func(w io.Writer) error { return summary.InfoJSON(w, info) })
	r.parts.Info, r.parts.Input = NewInfo(info), &Input{"--app '^com' shop.iprof"}
	r.check(t, &summary.CheckedFile{Name: "shop.iprof", Readable: true, Findings: check.ProfileWithInfo(p, info), Records: 12_345})
	r.parts.Methods = NewMethods(p, names)
	for m, part := range r.trees() {
		if p.Total(m.Section()) == 0 {
			continue
		}
		tree, err := stacks.NewTree(p, names, stacks.Options{Metric: m, Filter: reportFilter, PatternNames: true, Compared: true})
		if err != nil {
			t.Fatal(err)
		}
		*part = tree
		top, err := rank.Top(p, names, rank.TopOptions{Metric: m, Filter: reportFilter})
		if top = keepTable("top."+m.String(), top, err); m == convert.Samples {
			r.parts.TopSamples = NewTable[SampleRow](top)
		} else {
			r.parts.TopCalls = NewTable[CallRow](top)
		}
	}
	sites := rank.SiteOptions{Filter: reportFilter}
	if p.Total(iprof.Conditionals) > 0 {
		branches, err := rank.Branches(p, names, rank.BranchOptions{SiteOptions: sites})
		r.parts.Branches = NewTable[BranchRow](keepTable("branches", branches, err))
	}
	for m, part := range map[convert.Metric]**TypeTable{convert.Receivers: &r.parts.Receivers, convert.InstanceOf: &r.parts.InstanceOf} {
		if p.Total(m.Section()) > 0 {
			types, err := rank.Types(p, names, m, rank.TypeOptions{SiteOptions: sites})
			*part = NewTypeTable(keepTable(m.String(), types, err))
		}
	}
	if p.Total(convert.Monitors.Section()) > 0 {
		locks, err := rank.Top(p, names, rank.TopOptions{Metric: convert.Monitors, Filter: reportFilter})
		r.parts.Monitors = NewTable[MonitorRow](keepTable("monitors", locks, err))
	}
	if p.Total(iprof.Calls)+p.Total(iprof.Samples) > 0 {
		g, err := callgraph.New(p, names, callgraph.Options{Filter: reportFilter, BesideCalls: true})
		if err != nil {
			t.Fatal(err)
		}
		r.parts.Graph = NewTable[Edge](keepTable("graph", g.Table(0), nil))
	}
	r.parts.Ways = waysOf(t, p, names)
	if p.Total(iprof.Calls) > 0 {
		pr := convert.Project(p, p.Contexts, names, reportFilter)
		graph := calls.New(p, calls.Options{Contexts: pr})
		of, err := rank.Calls(p, names, rank.CallOptions{Graph: graph, Filter: reportFilter, Made: true})
		r.parts.SiteCalls = NewCalls(keepTable("calls", of, err), graph, names, graph.Outside(names, pr))
		peek, err := rank.Peek(p, names, nil, rank.PeekOptions{Metric: convert.Calls, Filter: reportFilter})
		keepTable("peek", peek, err)
	}
	if p.Total(iprof.Calls) > 0 {
		trees, err := inlining.New(p, names, inlining.Options{Filter: reportFilter})
		if err != nil {
			t.Fatal(err)
		}
		r.keep(t, "inline", func(w io.Writer) error { return inlinetree.JSON(w, trees) })
		r.parts.Inline = NewUnits(trees)
	}
	r.addPlaces(t, p, names, 0, nil)
	for slot := range p.MethodSlots() {
		r.names[fmt.Sprint(p.MethodIDAt(slot))] = plaintext.Visible(names.Method(slot))
	}
	r.write(t)
	return r
}

// trees are the flame graphs.
func (r *report) trees() map[convert.Metric]**stacks.Tree {
	return map[convert.Metric]**stacks.Tree{convert.Samples: &r.parts.Samples, convert.Calls: &r.parts.Calls}
}

// check makes files the part with the verdicts.
func (r *report) check(t *testing.T, files ...*summary.CheckedFile) {
	t.Helper()
	r.keep(t, "check", func(w io.Writer) error { return summary.CheckJSON(w, files, true) })
	r.parts.Check = NewChecks(files)
}

// write makes the page of the parts.
func (r *report) write(t *testing.T) {
	t.Helper()
	var b strings.Builder
	parts := r.parts // Report takes them
	if err := Report(&b, &parts, Options{Title: "The shop", Subtitle: "shop.iprof"}); err != nil {
		t.Fatal(err)
	}
	if parts != (Parts{}) {
		t.Error("the page keeps parts")
	}
	r.page = b.String()
}

// idOf returns the id of a method by its name in pictures.
func (r *report) idOf(t *testing.T, name string) iprof.MethodID {
	t.Helper()
	for _, m := range r.parts.Methods.Methods {
		if m.Name == name {
			return m.ID
		}
	}
	t.Fatal("no " + name)
	return 0
}

// rows are the rows of a table.
func (r report) rows(part string) []map[string]any { return objects(r.json[part]["rows"]) }

func objects(list any) []map[string]any {
	var all []map[string]any
	for _, o := range list.([]any) {
		all = append(all, o.(map[string]any))
	}
	return all
}

// counted writes a number of JSON with separators; absent is "".
func counted(n any) string {
	if n == nil {
		return ""
	}
	i, err := n.(json.Number).Int64()
	if err != nil {
		panic(err)
	}
	return numbers.Thousands(i)
}

// portion writes a share of JSON as pages do.
func portion(share any) string {
	if share == nil {
		return ""
	}
	x, err := share.(json.Number).Float64()
	if err != nil {
		panic(err)
	}
	return numbers.Percent(x, 1)
}

// inReport has functions for scripts that use a report.
const inReport = `
const view = () => [...d.querySelectorAll("#panel > .view")].find((e) => !e.hidden);
const grid = () => [...view().querySelectorAll(".grid")].find(shown);
const lines = (g = grid()) => [...g.querySelectorAll(".spacer > .line")];
const cells = (row) => [...row.children].map((c) => c.title && c.classList.contains("text") ? c.title : c.textContent);
const summary = () => text([...view().querySelectorAll(".column > .summary")].find(shown));
const rowsSaid = () => summary().replace(/\d+ more columns?$/, "").split(" · ").at(-1);
// All rows of a table, by scrolling through it.
const everything = async (g = grid(), of = cells) => {
	const all = new Map();
	for (g.scrollTop = 0;;) {
		g.dispatchEvent(new w.Event("scroll")); await settled();
		for (const row of lines(g)) all.set(Number(row.getAttribute("aria-rowindex")), of(row));
		const before = g.scrollTop;
		g.scrollTop += g.clientHeight - 80;
		if (g.scrollTop === before) break;
	}
	return [...all].sort((a, b) => a[0] - b[0]).map(([, row]) => row);
};
const search = async (s) => { const i = [...view().querySelectorAll("input")].find(shown); i.value = s; i.dispatchEvent(new w.Event("input", {bubbles: true})); await settled(); };
const allKinds = "application,JDK,native-image and VM,profiler,unknown,library";
`

// shopReport is that of the example, which has every kind of record, for a browser.
func shopReport(t *testing.T) report {
	browsertest.Needed(t)
	return readShop(t)
}

// readShop is shopReport for tests that read the page themselves.
func readShop(t *testing.T) report {
	return onlyOnce("shop.iprof", func() report {
		p := testprofile.Example("shop.iprof")
		return readReport(t, p, convert.NewNames(p, convert.NameOptions{}))
	})
}

// publishedReport is that of one of [testprofile.Published], without the JSON of tables.
func publishedReport(t *testing.T, name string, data []byte) report {
	return onlyOnce(name, func() report {
		p := testprofile.Read(t, bytes.NewReader(data))
		r := readReport(t, p, convert.NewNames(p, convert.NameOptions{}))
		r.json = nil // that of all of them would take a gigabyte
		return r
	})
}

// made has the reports that several tests look at, by name.
var made struct {
	sync.Mutex
	of map[string]report
}

// onlyOnce makes a report when it is first needed. A test may replace its parts and change its info.
func onlyOnce(name string, build func() report) report {
	made.Lock()
	defer made.Unlock()
	r, ok := made.of[name]
	if !ok {
		r = build()
		if made.of == nil {
			made.of = map[string]report{}
		}
		made.of[name] = r
	}
	info := *r.parts.Info
	r.parts.Info, r.names, r.json = &info, maps.Clone(r.names), maps.Clone(r.json)
	return r
}

// same reports rows that only one of two lists has.
func same(t *testing.T, got, want []string) {
	t.Helper()
	if len(want) == 0 {
		t.Fatal("nothing to compare")
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("%d rows, want %d\ngot  %s\nwant %s", len(got), len(want), strings.Join(got, "\n     "), strings.Join(want, "\n     "))
	}
}

// TestReportMethods: the table has the rows of top, by samples and by calls.
func TestReportMethods(t *testing.T) {
	browsertest.Short(t)
	r := shopReport(t)
	v := browsertest.VisitFile(t, browsertest.Look(t, 2200, 2000), r.page, "#/methods?k=application%2CJDK%2Cnative-image+and+VM") // all columns and rows are visible
	got := v.Run(`for (const row of all(".grid .spacer > .line")) log([...row.children].map((c, i) => i ? c.textContent : c.title).join("|"));`)
	// The first of a method in the order of the commands, and the first with the most types.
	worst, most := map[string]string{}, map[string]string{}
	for _, row := range r.rows("branches") {
		likeliest := 0.0
		for _, s := range objects(row["successors"]) {
			p, _ := s["probability"].(json.Number).Float64()
			likeliest = max(likeliest, p)
		}
		if id := row["id"].(json.Number).String(); worst[id] == "" && likeliest < 1 { // not always one way
			worst[id] = numbers.Percent(likeliest, 1) + " @" + row["bci"].(json.Number).String()
		}
	}
	types := map[string]int{}
	for _, row := range r.rows("receivers") {
		if id, n := row["id"].(json.Number).String(), len(objects(row["types"])); n > types[id] {
			types[id], most[id] = n, numbers.Plural(n, "type")+fmt.Sprintf(" @%s", row["bci"])
			if row["saturated"] == true {
				most[id] = fmt.Sprintf("%d+ types @%s", n, row["bci"])
			}
		}
	}
	calls := map[string]map[string]any{}
	for _, row := range r.rows("top.calls") {
		calls[row["id"].(json.Number).String()] = row
	}
	var want []string
	line := func(id string, s, c map[string]any) string {
		cells := []string{r.names[id], counted(s["self"]), portion(s["self_share"]), interval(s["self_interval"]), counted(s["total"]), portion(s["total_share"]), interval(s["total_interval"])}
		return strings.Join(append(cells, boundOfEntries(c, 0)+counted(c["entries"]), portion(c["entries_share"]), counted(c["root_calls"]), boundOfEntries(c, 1)+counted(c["inlined_calls"]), counted(c["contexts"]), worst[id], most[id]), "|")
	}
	for _, row := range r.rows("top.samples") {
		id := row["id"].(json.Number).String()
		want = append(want, line(id, row, calls[id]))
		delete(calls, id)
	}
	for id, row := range calls {
		want = append(want, line(id, nil, row))
	}
	same(t, got, want)
}

// interval rounds outward: an independent form of words.RangePercent.
func interval(of any) string {
	if of == nil {
		return ""
	}
	low, _ := of.([]any)[0].(json.Number).Float64()
	high, _ := of.([]any)[1].(json.Number).Float64()
	digits, unit := 0, 1.0
	if high < 0.1 {
		digits, unit = 1, 10
	}
	return fmt.Sprintf("%.*f–%.*f%%", digits, math.Floor(low*100*unit)/unit, digits, math.Ceil(high*100*unit)/unit)
}

// TestReportOrders: columns sort, largest first; filters and kinds choose; the address has it all.
func TestReportOrders(t *testing.T) {
	r := shopReport(t)
	most := func(part, key string) string { // the row with the largest value of the application
		best, name := int64(-1), ""
		for _, row := range r.rows(part) {
			n, _ := row[key].(json.Number).Int64()
			if of := r.names[row["id"].(json.Number).String()]; strings.HasPrefix(of, "com.example.") && n > best {
				best, name = n, of
			}
		}
		return name
	}
	application := 0
	for _, row := range r.rows("top.calls") {
		if strings.HasPrefix(row["method"].(string), "com.example.") {
			application++
		}
	}
	browsertest.Expect(t, browsertest.Visit(t, r.page, "#/methods", inReport+`
		log(cells(lines()[0])[0]);
		await click(grid().querySelector("[data-column=total]")); log(cells(lines()[0])[0]); log(grid().querySelector("[aria-sort=descending]").textContent);
		await click(grid().querySelector("[data-column=entries]")); log(cells(lines()[0])[0]);
		await click(grid().querySelector("[data-column=method]")); log(cells(lines()[0])[0]); log(w.location.hash);
		log(summary());
		await search("Money\\.(plus|times)$"); log(lines().map((l) => cells(l)[0]).sort().join(" ")); log(rowsSaid());
		await search("parseLine(java.lang.String)"); log(rowsSaid());
		await search("Money("); log(view().querySelector("input").hasAttribute("aria-invalid")); await search("a)"); log(view().querySelector("input").getAttribute("aria-invalid")); await search("");
		await click(named("application")); log(text(view().querySelector(".empty"))); log(w.location.hash);
		await click(named("Show all")); log(rowsSaid() + w.location.hash);`),
		most("top.samples", "self"), "com.example.shop.Shop.run", "Total", most("top.calls", "entries"), // run is like main, which has no branch
		"com.example.shop.BulkDiscount.apply", "#/methods?o=method",
		fmt.Sprintf("%d of 67 methods with samples or calls4 more columns", application),
		"com.example.shop.Money.plus com.example.shop.Money.times", "2 of 67 methods with samples or calls", "1 of 67 methods with samples or calls", "false", "true",
		"The filter and the switches above hide 67 methods. 67 methods in application, JDK, native-image and VM: showShow all", "#/methods?k=none&o=method",
		"67 methods with samples or calls#/methods?k=application%2CJDK%2Cnative-image+and+VM&o=method")
}

// TestReportSums: selected rows are added up and copied.
func TestReportSums(t *testing.T) {
	r := shopReport(t)
	var self, entries int64
	for _, name := range []string{"com.example.shop.Money.plus", "com.example.shop.Money.times"} {
		for part, sum := range map[string]*int64{"top.samples": &self, "top.calls": &entries} {
			for _, row := range r.rows(part) {
				if row["method"] == name {
					n, _ := row[map[string]string{"top.samples": "self", "top.calls": "entries"}[part]].(json.Number).Int64()
					*sum += n
				}
			}
		}
	}
	base := func(part string) int64 { n, _ := r.json[part]["base"].(json.Number).Int64(); return n }
	got := browsertest.Visit(t, r.page, "#/methods?s=Money.%28plus%7Ctimes%29", inReport+`
		const g = grid();
		await key("ArrowDown", g); await key(" ", g); await key(" ", g); g.dispatchEvent(new w.KeyboardEvent("keydown", {key: "ArrowDown", shiftKey: true, bubbles: true})); await settled();
		log(summary());
		log(g.querySelectorAll("[aria-selected=true]").length + " " + d.getElementById(g.getAttribute("aria-activedescendant")).className);
		await click(named("CSV")); for (const line of copied.at(-1).trim().split("\n")) log(line.split(",").slice(0, 2));
		await click(named("Markdown")); for (const line of copied.at(-1).trim().split("\n").slice(0, 2)) log(line);
		await key("Escape", g); log(rowsSaid());`)
	if len(got) != 8 {
		t.Fatal(got)
	}
	if want := fmt.Sprintf("2 selected, self %s (%s), entries %s (%s), ", numbers.Thousands(self), numbers.Percent(self, base("top.samples")), numbers.Thousands(entries), numbers.Percent(entries, base("top.calls"))); !strings.HasPrefix(got[0], want) {
		t.Errorf("got %s, want %s", got[0], want)
	}
	browsertest.Expect(t, got[1:], "2 line active", "method,self", "com.example.shop.Money.times,12", "com.example.shop.Money.plus,5",
		"| Method | Self | Self % | Self 95% | Total | Total % | Entries | Entries % | As root | Inlined |", // as they are seen
		"| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |", "2 of 67 methods with samples or calls")
}

// TestReportMethod: the callers and callees of each method are those of peek, with the samples of graph.
func TestReportMethod(t *testing.T) {
	browsertest.Short(t)
	r := shopReport(t)
	ids := []string{}
	for _, row := range r.rows("top.calls") {
		ids = append(ids, row["id"].(json.Number).String())
	}
	addresses := map[string]string{}
	for _, m := range r.parts.Methods.Methods {
		addresses[fmt.Sprint(m.ID)] = m.JVM
	}
	var list []string
	for _, id := range ids {
		list = append(list, addresses[id])
	}
	data, _ := json.Marshal(list)
	got := browsertest.Visit(t, r.page, "", inReport+`
		d.getElementById("panel").style.display = "none"; // only texts are compared: no need to draw so many pages
		for (const name of `+string(data)+`) {
			await go("#/method/" + encodeURIComponent(name));
			for (const more of [...view().querySelectorAll(".more")]) more.click();
			const facts = [...view().querySelectorAll(".numbers dd")].map(text).join("; ");
			log(name + " | " + facts);
			for (const table of view().querySelectorAll(".butterfly table"))
				for (const row of table.querySelectorAll("tbody tr"))
					log(name + " | " + table.caption.textContent + " | " + [...row.children].map((c, i) => (c.querySelector("a")?.title || c.textContent) && text(table.tHead.rows[0].cells[i]) + "=" + (c.querySelector("a")?.title || c.textContent)).filter(Boolean).join(" "));
		}`)
	var want []string
	want = append(want, r.callsOf(addresses, ids)...)
	samples := map[string]map[string]any{}
	for _, row := range r.rows("top.samples") {
		samples[row["id"].(json.Number).String()] = row
	}
	for _, c := range r.rows("top.calls") {
		id := c["id"].(json.Number).String()
		line := addresses[id] + " | "
		if s := samples[id]; s != nil {
			for _, key := range []string{"self", "total"} {
				line += fmt.Sprintf("%s, %s, 95%%: %s; ", plural64(number(s[key]), "sample"), portion(s[key+"_share"]), interval(s[key+"_interval"]))
			}
		} else {
			line += "none; "
		}
		contexts, _ := c["contexts"].(json.Number).Int64()
		line += fmt.Sprintf("%s, %s of all: %s as compilation root, %s inlined, in %s", boundOfEntries(c, 0)+counted(c["entries"]), portion(c["entries_share"]), counted(c["root_calls"]), boundOfEntries(c, 1)+counted(c["inlined_calls"]), plural64(contexts, "inlining context"))
		if boundOfEntries(c, 0) != "" {
			line += "; not counted in " + counted(c["uncounted"]) + " more"
		}
		want = append(want, line)
	}
	same(t, got, want)
}

// number is an integer of JSON.
func number(n any) int64 {
	i, err := n.(json.Number).Int64()
	if err != nil {
		panic(err)
	}
	return i
}

func plural64(n int64, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return numbers.Thousands(n) + " " + noun + "s"
}

// treeFactorOf writes a factor to three digits, ×1.00 for one that only rounds to 1.
func treeFactorOf(x float64) string {
	if text := numbers.Factor(x); text != "×1" || x == 1 {
		return text
	}
	return "×1.00"
}

// TestReportSites: all sites with their numbers, and those that branches --near-even chooses.
func TestReportSites(t *testing.T) {
	browsertest.Short(t)
	p := testprofile.Example("shop.iprof")
	r := reportOf(t, p)
	everyKind := "k=application%2CJDK%2Cnative-image+and+VM"
	got := browsertest.Visit(t, r.page, "#/sites/branches?"+everyKind, inReport+`
		for (const row of await everything()) log("branch|" + [row[0], row[2], row[3], row[5], row[6].replace(/[→↺]/g, "")].join("|"));
		for (const within of ["0.05", "0.1"]) {
			await go("#/sites/branches?only=" + within + "&`+everyKind+`");
			log(within + ": " + summary());
		}
		for (const m of ["receivers", "instanceof"]) {
			await go("#/sites/" + m + "?`+everyKind+`");
			for (const row of await everything()) log(m + "|" + [row[0], row[2], row[3], row[4], row[6]].join("|"));
		}
		await go("#/sites/monitors?`+everyKind+`");
		for (const row of await everything()) log("monitors|" + row.join("|"));`)
	var want []string
	place := func(row map[string]any) string {
		return r.names[row["id"].(json.Number).String()] + " @" + row["bci"].(json.Number).String()
	}
	float := func(n any) float64 { x, _ := n.(json.Number).Float64(); return x }
	for _, row := range r.rows("branches") {
		successors := objects(row["successors"])
		slices.SortStableFunc(successors, func(a, b map[string]any) int { return int(float(b["count"]) - float(a["count"])) })
		var to []string
		for _, s := range successors {
			to = append(to, s["target_bci"].(json.Number).String()+" "+portion(s["probability"]))
		}
		want = append(want, strings.Join([]string{"branch", place(row), counted(row["executions"]), portion(row["share"]), words.Significant(float(row["entropy"])), strings.Join(to, " ")}, "|"))
	}
	for _, within := range []string{"0.05", "0.1"} {
		x, _ := strconv.ParseFloat(within, 64)
		of, err := rank.Branches(p, convert.NewNames(p, convert.NameOptions{}), rank.BranchOptions{SiteOptions: rank.SiteOptions{Filter: reportFilter}, NearEven: &x})
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		var chosen struct{ Chosen, Sites int }
		marks := ""
		if err := tables.JSON(&b, of); err != nil || json.Unmarshal(b.Bytes(), &chosen) != nil {
			t.Fatal(err, chosen)
		}
		if chosen.Chosen > 0 {
			marks = " · @ bytecode index, → where it goes, ↺ back in a loop"
		}
		want = append(want, fmt.Sprintf("%s: %d of %d conditionals%s", within, chosen.Chosen, chosen.Sites, marks))
	}
	for _, part := range []string{"receivers", "instanceof"} {
		for _, row := range r.rows(part) {
			var types []string
			kind, least, most := row["kind"].(string), "", "" // the last two: marks of bounds
			if row["saturated"] == true {
				kind, least, most = kind+"+", "≥ ", "≤ "
			}
			for _, of := range objects(row["types"]) {
				types = append(types, of["type"].(string)+" "+most+portion(of["share"]))
			}
			want = append(want, strings.Join([]string{part, place(row), least + counted(row["executions"]), portion(row["executions_share"]), kind, strings.Join(types, " | ")}, "|"))
		}
	}
	for _, row := range r.rows("monitors") {
		want = append(want, strings.Join([]string{"monitors", row["type"].(string), counted(row["count"]), portion(row["share"])}, "|"))
	}
	same(t, got, want)
}

// TestReportUnits: every instance of every unit, in the order of inline.
func TestReportUnits(t *testing.T) {
	browsertest.Short(t)
	r := shopReport(t)
	got := browsertest.Visit(t, r.page, "#/units?k=application%2CJDK%2Cnative-image+and+VM", inReport+`
		await click(named("Expand all"));
		const row = (l) => [Number(l.getAttribute("aria-level")) - 1, l.children[0].title.split(" ·")[0], ...[...l.children].slice(1).map((c) => c.textContent)].join("|");
		for (const line of await everything(grid(), row)) log(line);
		await click(named("Collapse all")); log(summary() + ", " + (await everything(grid(), row)).length);
		const g = grid();
		await key("Home", g); await key("ArrowRight", g); log(lines().filter((l) => l.getAttribute("aria-expanded") === "true").length > 0);
		await key("ArrowLeft", g); log(lines().filter((l) => l.getAttribute("aria-expanded") === "true").length);`)
	var want []string
	known := func(n any, unknown string) string {
		if n == nil {
			return unknown
		}
		return counted(n)
	}
	float := func(n any) float64 { x, _ := n.(json.Number).Float64(); return x }
	units := objects(r.json["inline"]["units"])
	for _, unit := range units {
		for i, x := range objects(unit["instances"]) {
			depth, _ := x["depth"].(json.Number).Int64()
			frequency, share := "", "|"+portion(x["share"]) // of all, of the unit
			if x["frequency"] != nil {
				frequency = treeFactorOf(float(x["frequency"]))
			}
			if i == 0 {
				share = portion(unit["share"]) + "|"
			}
			want = append(want, fmt.Sprintf("%d|%s|%s|%s|%s", depth, r.names[x["id"].(json.Number).String()], known(x["entries"], "n/a"), frequency, share))
			for _, key := range []string{"receivers", "instanceof"} {
				for _, s := range list(x[key]) {
					var types []string
					least, most := "", ""
					if s["saturated"] == true {
						least, most = "≥ ", "≤ "
					}
					for _, of := range objects(s["types"]) {
						types = append(types, of["type"].(string)+" "+most+portion(of["share"]))
					}
					noun := map[string]string{"instanceof": "instanceof, "}[key]
					want = append(want, fmt.Sprintf("%d|@%s %s%s: %s (%s%s)", depth+1, s["bci"], noun, s["kind"], strings.Join(types, " | "), least, numbers.TreeCount(int64(float(s["executions"])))))
				}
			}
			for _, s := range list(x["conditionals"]) {
				successors := objects(s["successors"])
				slices.SortStableFunc(successors, func(a, b map[string]any) int { return int(float(b["count"]) - float(a["count"])) })
				line := fmt.Sprintf("%d|@%s", depth+1, s["bci"])
				for _, to := range successors {
					line += fmt.Sprintf(" →%s %s", to["target_bci"], portion(to["probability"]))
				}
				want = append(want, line+fmt.Sprintf(" (%s)", numbers.TreeCount(int64(float(s["executions"])))))
			}
		}
	}
	want = append(want, fmt.Sprintf("%d units, with 100%% of all entries, %d", len(units), len(units)), "true", "0")
	browsertest.Expect(t, got, want...)
}

// list is a list of objects that may be absent.
func list(of any) []map[string]any {
	if of == nil {
		return nil
	}
	return objects(of)
}

// TestReportOverview: the numbers of info.
func TestReportOverview(t *testing.T) {
	browsertest.Short(t)
	r := shopReport(t)
	got := browsertest.Visit(t, r.page, "", inReport+`
		log(d.querySelector("h1").textContent + ", " + d.querySelector(".sub").textContent);
		log([...d.querySelectorAll("[role=tab]")].map((a) => a.textContent).join(" "));
		for (const table of view().querySelectorAll("table")) {
			log("# " + table.caption.textContent);
			for (const row of table.querySelectorAll("tbody tr")) log([...row.children].map((c) => c.querySelector("a")?.title || c.textContent).join("|"));
		}
		for (const e of view().querySelectorAll(".stack")) log(e.getAttribute("aria-label"));
		const said = [...view().querySelectorAll(".note")].map(text).find((s) => s.includes("of all entries")), row = [...view().querySelectorAll(".whose > span")].findIndex((e) => text(e) === "calls");
		log(/has ([\d.]+%) of all entries/.exec(said)[1] === text(view().querySelectorAll(".whose > span")[row + 2]));
		for (const e of view().querySelectorAll(".caveats li")) log(e.firstChild.textContent + e.childNodes[1].textContent);
		log([...view().querySelectorAll(".verdict")].map(text).join("; ") + ", " + (view().querySelector(".verdict").getBoundingClientRect().bottom < 190));
		await click(view().querySelector(".verdict a")); log(text(d.activeElement) + w.location.hash);`)
	want := []string{"The shop, shop.iprof", "Overview Flame Tree Methods Graph Sites Units"}
	metrics := objects(r.json["info"]["application"].(map[string]any)["metrics"])
	spots := map[convert.View]map[string]string{} // the first sites of top
	for _, view := range []convert.View{convert.ExpertView, convert.AppView} {
		spots[view] = map[string]string{}
		for _, site := range sitesOfTop(t, testprofile.Example("shop.iprof"), view) {
			if spots[view][site.id] == "" && site.self > 0 {
				spots[view][site.id] = " @" + site.bci
			}
		}
	}
	application := func(of map[string]any, limit int, own bool) {
		top := of["top"].(map[string]any)
		for _, row := range objects(top["rows"])[:limit] {
			n, _ := row["value"].(json.Number).Int64()
			all, _ := top["total"].(json.Number).Int64()
			line := "|" + numbers.Thousands(n) + "|" + numbers.Percent(n, all)
			if own {
				line = spots[convert.AppView][row["id"].(json.Number).String()] + line + "|" + counted(row["own"])
			}
			line = row["name"].(string) + line
			want = append(want, line)
		}
	}
	want = append(want, "# The application's hottest methods: samples including the library code they call")
	application(metrics[0], 8, true)
	want = append(want, "# Hottest methods of all: self samples")
	for _, row := range r.rows("top.samples")[:8] {
		id := row["id"].(json.Number).String()
		want = append(want, r.names[id]+spots[convert.ExpertView][id]+"|"+counted(row["self"])+"|"+portion(row["self_share"]))
	}
	want = append(want, "# The application's most called methods: entries are not time")
	application(metrics[1], 5, false)
	want = append(want, "# Records, iprof 1.1.0")
	for _, s := range objects(r.json["info"]["sections"]) {
		section := s["metric"].(string)
		if unit := s["unit"].(string); unit != section {
			section += ": " + unit
		}
		want = append(want, section+"|"+counted(s["records"])+"|"+counted(s["total"]))
	}
	for _, of := range objects(r.json["info"]["code"]) {
		var parts []string
		all, _ := of["total"].(json.Number).Int64()
		if own, _ := of["profiler"].(json.Number).Int64(); of["metric"] != "samples" { // as elsewhere on the page
			all -= own
			of["profiler"] = json.Number("0")
		}
		for _, kind := range [][2]string{{"unknown", "unknown"}, {"application", "application"}, {"jdk", "JDK"}, {"native_image", "native-image and VM"}, {"profiler", "profiler"}, {"library", "library"}} {
			if n, _ := of[kind[0]].(json.Number).Int64(); n > 0 {
				parts = append(parts, kind[1]+" "+numbers.Percent(n, all))
			}
		}
		want = append(want, strings.Join(parts, ", "))
	}
	want = append(want, "true") // one share of the calls is the application's, wherever it is
	for _, d := range objects(r.json["info"]["doubts"]) {
		want = append(want, map[string]string{"note": "note", "caution": "warning", "problem": "error"}[d["severity"].(string)]+" "+d["text"].(string))
	}
	want = append(want, "Sane, 2 notes: the format, the names and 12,345 records fit together. Caveats, true", "Caveats")
	browsertest.Expect(t, got, want...)
}

// TestReportInstances: a method page counts instances of its unit as the unit does, the root among them.
func TestReportInstances(t *testing.T) {
	r := shopReport(t)
	for _, unit := range objects(r.json["inline"]["units"]) {
		instances := objects(unit["instances"])
		if len(instances) < 2 {
			continue
		}
		got := browsertest.Visit(t, r.page, "#/method/"+url.PathEscape(r.names[instances[0]["id"].(json.Number).String()]), inReport+`
			log([...view().querySelectorAll(".inlining .note")].map((e) => e.textContent).join("")); await go("#/"); log([...view().querySelectorAll("th")].map((e) => e.textContent).filter((s) => s.startsWith("%")).join());`)
		want := fmt.Sprintf("With the %s copies of methods inlined into it, this compilation unit has %s entries, ", counted(json.Number(fmt.Sprint(number(unit["size"])-1))), counted(unit["inclusive"]))
		if len(got) != 2 || !strings.HasPrefix(got[0], want) {
			t.Fatalf("got  %q\nwant %q", got, want)
		}
		if got[1] != "% of all,% of all,% of application" { // samples of other code count for the application, its entries do not
			t.Errorf("heads of shares: %s", got[1])
		}
		return
	}
	t.Error("no unit with instances")
}

// TestReportAddresses: methods are links everywhere, a step back is one, and tabs keep what was shown.
func TestReportAddresses(t *testing.T) {
	r := shopReport(t)
	browsertest.Expect(t, browsertest.Visit(t, r.page, "", inReport+`
		const heading = () => view().className + ": " + text(view().querySelector("h2") || view());
		await click(view().querySelector("td a")); log(heading()); log(w.location.hash); log(w.document.title);
		await click(view().querySelector(".butterfly a")); log(heading().slice(0, 30));
		await back(); log(heading());
		await click(named("Flame graph around it: calls")); log(details().split(" | ")[0]); log(view().querySelector("select").value);
		await click([...view().querySelectorAll(".acts a")].filter(shown)[0]); log(heading());
		await click(named("Units with it")); log(text([...view().querySelectorAll("output")][0])); log(lines().filter((l) => l.querySelector(".match")).length > 0);
		await key("4", d.body); log(w.location.hash); await search("Money"); log(w.location.hash);
		await key("6", d.body); log(w.location.hash);
		const tab = d.querySelector("[aria-selected=true]"); tab.focus(); await key("ArrowLeft", tab); await key("ArrowLeft", d.activeElement); log(w.location.hash + " " + d.activeElement.textContent);
		await key("?", d.body); log(d.querySelector("dialog[open] dt").textContent); await key("?", d.body); log(d.querySelector("dialog[open]"));
		await go("#/method/" + encodeURIComponent("com.example.Gone.away()V")); log(text(view().querySelector("article")));
		await go("#/nowhere"); log(view().className);`),
		"view method: com.example.shop.InvoiceWriter.field", "#/method/com.example.shop.InvoiceWriter.field(Ljava%2Flang%2FStringBuilder%3BLjava%2Flang%2FString%3BLjava%2Flang%2FObject%3B)V?at=3",
		"com.example.shop.InvoiceWriter.field(Ljava/lang/StringBuilder;Ljava/lang/String;Ljava/lang/Object;)V – The shop",
		"view method: com.example.shop.", "view method: com.example.shop.InvoiceWriter.field",
		"com.example.shop.InvoiceWriter.field", "calls", "view method: com.example.shop.InvoiceWriter.field",
		"units with com.example.shop.InvoiceWriter.field", "true",
		"#/methods", "#/methods?s=Money", "#/sites", "#/methods?s=Money Methods", "/", "null",
		"com.example.Gone.away()VThis method is not in the profile.Methods with a similar name", "view overview")
}

// TestReportFlame: one graph of samples and one of calls, of all code as they open. With the application's alone, samples of library code
// count for the application that calls it, its entries do not count.
func TestReportFlame(t *testing.T) {
	browsertest.Short(t)
	r := shopReport(t)
	entries, all := int64(0), number(r.json["top.calls"]["base"])
	for _, row := range r.rows("top.calls") {
		if strings.HasPrefix(row["method"].(string), "com.example.") {
			entries += number(row["entries"])
		}
	}
	browsertest.Expect(t, browsertest.Visit(t, r.page, "#/flame", inReport+`
		const facts = () => { const s = [...view().querySelectorAll(".details")].find(shown); return text(s.querySelector("li")); };
		log(facts());
		await search("Money"); log(w.location.hash);
		const s = view().querySelector("select"); s.value = "calls"; s.dispatchEvent(new w.Event("change")); await settled(); await settled();
		log(facts()); log(w.location.hash);
		await back(); log(facts()); log(w.location.hash);
		// The kinds that the reader chooses are shown in every view.
		await search(""); await click(named("native-image and VM")); log(w.location.hash.replace("&k=", "?k=")); log(status());
		await key("4", d.body); log(w.location.hash);
		await go("#/flame"); await click(named("Only application")); log(w.location.hash); log(status());
		await click(named("Only application")); log(w.location.hash); log(status() || "all");
		await go("#/flame?metric=calls&k=application"); log(facts());`),
		counted(r.json["top.samples"]["base"])+" samples, 100% of all", "#/flame?s=Money",
		numbers.Thousands(all)+" method entries, 100% of all", "#/flame?s=Money&metric=calls",
		counted(r.json["top.samples"]["base"])+" samples, 100% of all", "#/flame?s=Money",
		"#/flame?k=application%2CJDK", "native-image and VM code counts for its callers", "#/methods?k=application%2CJDK",
		"#/flame?k=application", "JDK, native-image and VM code counts for its callers", "#/flame", "all",
		numbers.Thousands(entries)+" method entries, "+numbers.Percent(entries, all)+" of all")
}

// evilNames are those that a page must not obey.
func evilNames() []string {
	return []string{
		`<img src=x onerror="pwned()">`, `</script><script>pwned()</script>`, `javascript:pwned()`, `";pwned();"`, `@0`, `%zz/../?#`, "a\u202eb\u0000c",
		`__proto__`, `constructor`, `<!--<script>`, `'=1+1`, strings.Repeat("x", 50_000),
	}
}

// evilProfile has these names everywhere. Counts and types depend on times.
func evilProfile(t *testing.T, times int) *iprof.Profile {
	t.Helper()
	types := `{"id":0,"name":"void"}`
	var methods, calls, samples, branches, receivers, checks, locks []string
	for i, name := range evilNames() {
		quoted, err := json.Marshal(name)
		if err != nil {
			t.Fatal(err)
		}
		types += fmt.Sprintf(`,{"id":%d,"name":%s}`, i+1, quoted)
		methods = append(methods, fmt.Sprintf(`{"id":%d,"name":%s,"signature":[%d,0,%d]}`, i, quoted, i+1, i+1))
		at := fmt.Sprintf("%d:%d<0:7", i, i)
		calls = append(calls, fmt.Sprintf(`{"ctx":"%d:0","records":[%d]}`, i, 10+i*times), fmt.Sprintf(`{"ctx":"%s","records":[%d]}`, at, 100+i*times))
		samples = append(samples, fmt.Sprintf(`{"ctx":"%s","records":[%d]}`, at, 100+i*times))
		branches = append(branches, fmt.Sprintf(`{"ctx":"%s","records":[9,0,%d,5,1,7]}`, at, 5+i*times))
		receivers = append(receivers, fmt.Sprintf(`{"ctx":"%s","records":[%d,5]}`, at, (i+times-1)%len(evilNames())+1))
		checks = append(checks, fmt.Sprintf(`{"ctx":"%s","records":[%d,6]}`, at, (i+times-1)%len(evilNames())+1))
		locks = append(locks, fmt.Sprintf("%d,%d", i+1, 7+i))
	}
	branches = append(branches, `{"ctx":"0:-6","records":[-5,0,3,9,1,4]}`) // at an unknown place, and to another
	section := func(name string, records []string) string {
		return fmt.Sprintf(`,"%s":[%s]`, name, strings.Join(records, ","))
	}
	return testprofile.Parse(t, `{"version":"1.1.0","types":[`+types+`],"methods":[`+strings.Join(methods, ",")+`]`+section("callCountProfiles", calls)+section("samplingProfiles", samples)+
		section("conditionalProfiles", branches)+section("virtualInvokeProfiles", receivers)+section("instanceofProfiles", checks)+
		`,"monitorProfiles":[{"ctx":"0:0","records":[`+strings.Join(locks, ",")+`]}]}`)
}

// TestReportHostile: names only ever become text, on every view.
func TestReportHostile(t *testing.T) {
	r := reportOf(t, evilProfile(t, 1))
	got := browsertest.Visit(t, r.page, "", inReport+`
		const all = ["overview", "flame", "flame?metric=calls", "methods", "sites/branches", "sites/receivers", "sites/instanceof", "sites/monitors", "units"];
		let opened = 0;
		for (const v of all) {
			await go("#/" + v);
			const open = named("Expand all"); if (open) await click(open);
			const g = grid();
			if (v === "sites/branches") log([...new Set(view().textContent.match(/.-\d|.\(place unknown\)/g))].join());
			if (g) for (const k of ["ArrowDown", "End", "Home"]) await key(k, g);
			for (const b of ["Markdown", "CSV"]) if (named(b)) await click(named(b));
			await key("?", d.body);
			for (const p of d.querySelectorAll("dialog[open] p")) if (/--(view|app)/.test(text(p))) log(v + " has a flag: " + text(p));
			await key("?", d.body);
			const links = [...view().querySelectorAll("a")];
			for (const a of links) if (!a.getAttribute("href").startsWith("#/")) log("leads to " + a.getAttribute("href"));
		}
		await go("#/methods");
		const addresses = (await everything(grid(), (l) => l.querySelector("a").getAttribute("href")));
		for (const a of addresses) { await go(a); if (view().querySelector("h2.title") && view().querySelector(".numbers dd")) opened++; else log("not found: " + a.slice(0, 80)); }
		log(opened);
		log(d.querySelectorAll("img, script:not([id]) ~ script, iframe, object").length + " " + d.scripts.length);`)
	browsertest.Expect(t, got, " (place unknown),→(place unknown)", fmt.Sprint(len(evilNames())), "0 3")
}

// TestReportOfNothing: a profile without records has a summary and no other view; so has one of samples alone no units.
func TestReportOfNothing(t *testing.T) {
	empty := testprofile.Parse(t, `{"version":"1.0.0","types":[],"methods":[]}`)
	browsertest.Expect(t, browsertest.Visit(t, reportOf(t, empty).page, "#/methods", inReport+`log(text(d.querySelector(".tabs")) + view().className + view().querySelectorAll("table").length);`), "Overviewview overview1")
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":0,"name":"void"},{"id":1,"name":"a.B"}],"methods":[{"id":1,"name":"run","signature":[1,0]},{"id":2,"name":"main","signature":[1,0]}],"samplingProfiles":[{"ctx":"1:0<2:4","records":[3]}]}`)
	browsertest.Expect(t, browsertest.Visit(t, reportOf(t, p).page, "#/method/a.B.run()V", inReport+`
		log([...d.querySelectorAll("[role=tab]")].map(text).join(" ")); log(text(view().querySelector(".numbers")));
		for (const part of view().querySelectorAll(".butterfly > div")) log(text(part.querySelector("table") || part));`),
		"Overview Flame Tree Methods Graph", "Self3 samples, 100%, 95%: 43–100%Total3 samples, 100%, 95%: 43–100%",
		"Callers in samplesMethodSamplesa.B.main @43", "No callees are known.")
}

// TestReportWorth: findings are there where info has any, with links to their methods, in the unit of their tool. Of several of
// one method only the first has its share. Hints at remedies are a page's.
func TestReportWorth(t *testing.T) {
	r := shopReport(t)
	field := r.idOf(t, "com.example.shop.InvoiceWriter.field")
	info := r.parts.Info
	info.Findings, info.Caveats = nil, nil
	for n := range 7 {
		info.Findings = append(info.Findings, Finding{
			Kind: findings.ManyTypes, Title: fmt.Sprintf("megamorphic call %d <b>", n), Weight: &Weight{Metric: "samples", Unit: "ticks", Share: 0.309, Value: 10, Total: 33},
			Methods: []FoundMethod{
				{Role: findings.About, Name: "com.example.shop.InvoiceWriter.field", ID: field, BCI: records.KnownIf(iprof.BCI(22), true)},
				{Role: findings.ChargedTo, Name: "<img src=x>", ID: 4711},
			},
			Command: "iprof-viz receivers 'shop\u202e'", Link: findings.ManyTypes.Link(),
		})
	}
	info.Findings[6].Weight.Value = 11
	var list []caveats.Caveat
	for i, hint := range []string{"tables and pictures leave it out; top -m calls --view machine shows it", "12,228 call counts: iprof-viz top -m calls", "use the original, unstripped file", "--color is one"} {
		info.Caveats = append(info.Caveats, Caveat{fmt.Sprint("a caveat ", i), hint})
		list = append(list, caveats.Caveat{Text: fmt.Sprint("a caveat ", i)}) // check has no flags of other commands
	}
	r.check(t, &summary.CheckedFile{Findings: list})
	r.parts.Advice = NewAdvice([]findings.Finding{{Kind: findings.ManyTypes}})
	r.write(t)
	browsertest.Expect(t, browsertest.Visit(t, r.page, "", inReport+`
		const items = () => [...view().querySelectorAll(".worth > li")];
		for (const e of view().querySelectorAll(".caveats li")) log(text(e).replace(/note a caveat \d/, "hint: "));
		log(items().length + " " + text(items()[0]));
		const open = items()[0].querySelector("button.more"), advice = () => items()[0].querySelector(".advice");
		log(open.getAttribute("aria-label") + " " + open.getAttribute("aria-expanded") + shown(advice()));
		await click(open); log(open.getAttribute("aria-expanded") + shown(advice())); log([...advice().children].map((e) => e.localName).join()); log(text(advice().querySelector("p")));
		log([...advice().querySelectorAll("code")].map(text).filter((s, i, all) => !i || i === all.length - 2).join(" ")); log(text(advice().querySelector("li:last-child")));
		log(text(advice().lastElementChild) + advice().querySelectorAll("a").length);
		await click(open); log(open.getAttribute("aria-expanded") + shown(advice()));
		await click(named("2 more")); log(items().length + items().map((e) => " " + text(e.querySelector("b"))).join(""));
		await click(items()[6].querySelector("a")); log(text(view().querySelector("h2")));`),
		"hint: the other views of this page leave it out", "hint: Methods has entries, from 12,228 call counts", "hint: use the original, unstripped file", "hint: ",
		`5 30.9% of ticks: megamorphic call 0 <b>: InvoiceWriter.field @22, mostly for <img src=x> more types than compilers inline: each call goes through a tableTry: Test for the most frequent type first: value instanceof String s ? s : value.toString(). More`,
		"megamorphic call 0 <b>: more to try falsefalse", "truetrue", "p,p,p,ul,p,code,p",
		"A virtual call or interface call with at least three receiver types, of which the two most frequent have less than 90%. The profiler keeps eight types; 8+ says that there may have been more.",
		`8+ iprof-viz receivers 'shop\u202e'`, "For a JDK method, such as hashCode of a map's keys, use one type of key in a hot map.",
		"iprof-viz help worth-a-look#many-types0", "falsefalse",
		"7 30.9% of ticks: The same ticks: The same ticks: The same ticks: The same ticks: The same ticks: 30.9% of ticks:", "com.example.shop.InvoiceWriter.field")
}

// TestReportWidths: no window is too narrow, and a wide one has numbers near their names.
func TestReportWidths(t *testing.T) {
	v := browsertest.VisitFile(t, browsertest.Look(t, 1280, 800), shopReport(t).page, "")
	for _, width := range []int{360, 400, 760, 1280, 3840} {
		v.Resize(width, 800)
		for _, view := range append(slices.Clone(shopViews), "#/method/"+url.PathEscape("com.example.shop.Money.<init>(JLjava/lang/String;)V")) {
			browsertest.Expect(t, v.Run(inReport+fmt.Sprintf(`
				await go(%q);
				const tooWide = () => [d.scrollingElement, ...all(".grid, article, .view")].filter((e) => e.scrollWidth > e.clientWidth + 1);
				for (let i = 0; i < 20 && tooWide().length; i++) await settled(); // tables of a view that was hidden follow the size that they are observed to have
				for (const e of tooWide()) log(location.hash + ": " + e.className + " has " + e.scrollWidth + " pixels of " + e.clientWidth);
				const width = w.innerWidth, fold = [...view().querySelectorAll(".fold")].find(shown);
				if (fold) { await click(fold); if (fold.getAttribute("aria-expanded") !== "true") log("folded"); }
				for (const b of view().querySelectorAll(".tools :is(button, select, input)")) {
					const box = b.getBoundingClientRect();
					if (shown(b) && b !== fold && (box.width < 20 || box.left < 0 || box.right > width)) log([width, location.hash, b.textContent || b.type, "is at", box.left, box.right].join(" "));
				}
				if (fold) await click(fold);
				if (view().matches(".units")) for (const e of view().querySelectorAll(".units .line:not(.site) > *")) if (e.scrollWidth > e.clientWidth + 1) log([width, e.textContent, "is cut at", e.clientWidth, "of", e.scrollWidth].join(" "));`, view)))
		}
		if width < 3840 {
			continue
		}
		browsertest.Expect(t, v.Run(`await go("#/methods"); const cells = one(".spacer > .line").children; log(cells[1].getBoundingClientRect().right - cells[0].getBoundingClientRect().left < 1000);`), "true")
	}
	v.Resize(360, 800)
	browsertest.Expect(t, v.Run(inReport+`
		await go("#/methods");
		const more = all(".summary button")[0], before = grid().querySelectorAll("[data-column]").length;
		await click(more);
		const heads = [...grid().querySelectorAll("[data-column]")], first = lines()[0].firstChild, last = heads.at(-1), left = first.getBoundingClientRect().left;
		log(more.textContent + " " + (d.activeElement === more) + " " + (d.scrollingElement.scrollWidth <= w.innerWidth));
		grid().scrollLeft = 10000; await settled();
		log((last.getBoundingClientRect().right <= w.innerWidth) + " " + (first.getBoundingClientRect().left === left) + " " + (heads.length > before));
		await click(more); log(grid().querySelectorAll("[data-column]").length === before);`), "Fewer columns true true", "true true true", "true")
}

// TestReportLimits: nothing that limits leave out reads as if there were none.
func TestReportLimits(t *testing.T) {
	p := testprofile.Example("shop.iprof")
	names := convert.NewNames(p, convert.NameOptions{})
	r := reportOf(t, p)
	top, err := rank.Top(p, names, rank.TopOptions{Metric: convert.Calls, Filter: reportFilter, Limit: 3})
	if err != nil {
		t.Fatal(err)
	}
	g, err := callgraph.New(p, names, callgraph.Options{Filter: reportFilter, BesideCalls: true})
	if err != nil {
		t.Fatal(err)
	}
	edges := g.Table(5)
	graph := calls.New(p, calls.Options{Contexts: convert.Project(p, p.Contexts, names, reportFilter)})
	few, err := rank.Calls(p, names, rank.CallOptions{Graph: graph, Filter: reportFilter, Made: true, Limit: 7})
	if err != nil {
		t.Fatal(err)
	}
	trees, err := inlining.New(p, names, inlining.Options{Filter: reportFilter, Units: 2, MinShare: 0.9})
	if err != nil {
		t.Fatal(err)
	}
	r.parts.TopCalls, r.parts.Graph, r.parts.Inline = NewTable[CallRow](top), NewTable[Edge](edges), NewUnits(trees)
	r.parts.SiteCalls = NewCalls(few, graph, names, slices.Values([]calls.Outside(nil)))
	r.write(t)
	left, leftCalls := int64(len(r.rows("graph"))-5), int64(0) // the rest are those with the fewest stayed calls: all others are known
	for _, row := range r.rows("calls")[7:] {
		if row["calls"] != nil {
			leftCalls += number(row["calls"])
		}
	}
	outside := int64(0)
	for _, e := range graph.Entered {
		outside += max(0, e.Root-e.Called.Low)
	}
	missing := fmt.Sprintf(" Without class files, calls that were not inlined are known by receiver types alone: no row has those that made up to %s entries. --classpath adds them.", numbers.Thousands(outside))
	browsertest.Expect(t, browsertest.Visit(t, r.page, "#/method/com.example.shop.Shop.run", inReport+`
		log([...view().querySelectorAll(".numbers dt")].map((e, i) => e.textContent + " " + e.nextSibling.textContent)[2]);
		for (const e of view().querySelectorAll(".butterfly .note")) if (text(e).startsWith("This")) log(text(e));
		await go("#/sites/calls"); log(text(view().querySelector(".view:not([hidden]) .limit")));
		await go("#/methods"); log(text(view().querySelector(".limit")).split(":")[0]);
		await go("#/units"); log(summary().replace(/^[\d,]+/, "some").replace(/[\d.]+%/g, "…")); log(lines().filter((l) => l.querySelector(".mark")?.textContent === "…").length > 0);
		await search("nothing-like-it"); log(text(view().querySelector(".empty"))); log(summary().split(",")[0]);
		await search("com.example|java"); log(summary().replace(/^.*; /, "")); log(summary().split(",")[0].replace(/^[12]/, "some"));`),
		"Entries below this report's limit",
		fmt.Sprintf("This report leaves out the %s: some may be missing here.", plural64(int64(len(r.rows("calls"))-7), "least frequent call")),
		fmt.Sprintf("This report leaves out the %s: some may be missing here.", plural64(left, "weakest sampled call")),
		fmt.Sprintf("The report contains only the first rows; the other %d have ≥ %s calls in all.", len(r.rows("calls"))-7, numbers.Thousands(leftCalls))+missing,
		"The report has the first methods by samples and by entries alone",
		fmt.Sprintf("some of %d units, with … of all entries, inlined ones included; the report has 2, the application's first, the others have …", len(objects(r.json["inline"]["units"]))), "true",
		fmt.Sprintf("None of the 2 units shown contains such a method. iprof-viz inline nothing-like-it --app '^com' shop.iprof looks in all %d", len(objects(r.json["inline"]["units"]))), "0 of the 2 here",
		fmt.Sprintf("iprof-viz inline 'com.example|java' --app '^com' shop.iprof looks in all %d", len(objects(r.json["inline"]["units"]))), "some of the 2 here")
}

// boundOfEntries is the mark before the entries of a row if more contexts have no count than the one where the method is a compilation root,
// which may be left out.
func boundOfEntries(row map[string]any, withoutRoot float64) string {
	n, ok := row["uncounted"].(json.Number)
	if !ok {
		return ""
	}
	if row["root_calls"] != nil {
		withoutRoot = 0
	}
	if uncounted, err := n.Float64(); err == nil && uncounted > withoutRoot {
		return "≥ "
	}
	return ""
}

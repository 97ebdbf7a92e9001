package page

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/caveats"
	"github.com/iprof-viz/iprof-viz/convert/check"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/convert/diff"
	"github.com/iprof-viz/iprof-viz/convert/rank"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/browsertest"
	"github.com/iprof-viz/iprof-viz/internal/testfile"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/internal/testtree"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
	"github.com/iprof-viz/iprof-viz/render/summary"
	"github.com/iprof-viz/iprof-viz/render/tables"
)

// addBase adds the comparison with an older profile to a report.
func (r *report) addBase(t *testing.T, old, new *iprof.Profile) {
	t.Helper()
	names := convert.NewSharedNames(convert.NameOptions{Disambiguate: true}, old, new)
	pairs := compare.New(names[0], names[1], compare.Options{})
	changes := diff.New(pairs, diff.Options{Filter: reportFilter})
	byMethod := map[convert.Metric][]diff.MethodChange{}
	for m, tree := range r.trees() {
		byMethod[m] = diff.Methods(pairs, m, diff.Options{Filter: reportFilter})
		top, err := rank.Top(old, names[0], rank.TopOptions{Metric: m, Filter: reportFilter})
		if err != nil {
			t.Fatal(err)
		}
		r.keep(t, "base.top."+m.String(), func(w io.Writer) error { return tables.JSON(w, top) })
		if m == convert.Samples {
			r.parts.BaseTopSamples = NewTable[SampleRow](top)
		} else {
			r.parts.BaseTopCalls = NewTable[CallRow](top)
		}
		if *tree == nil {
			continue
		}
		before, err := stacks.NewTree(old, names[0], stacks.Options{Metric: m, Filter: reportFilter, PatternNames: true, Compared: true})
		if err != nil {
			t.Fatal(err)
		}
		if *tree, err = stacks.Compare(*tree, before, pairs); err != nil {
			t.Fatal(err)
		}
	}
	r.keep(t, "diff", func(w io.Writer) error { return tables.WriteSet(w, &changes.Set, tables.JSONFormat, tables.Options{}) })
	var totals *table.Table
	for _, of := range diff.New(pairs, diff.Options{Filter: reportFilter, Totals: true, Sections: []diff.Section{diff.Samples}}).Tables {
		totals = of
		r.keep(t, "diff.totals", func(w io.Writer) error { return tables.JSON(w, of) })
		r.json["diff"]["sections"].(map[string]any)["totals"] = r.json["diff.totals"]
	}
	r.addChangedGraphs(t, names[0], names[1], pairs)
	r.parts.Diff = NewDifference(changes, totals)
	r.parts.Base = NewBase(Base{Name: "old/shop.iprof", Command: []string{"iprof-viz", "diff", "old one.iprof"}, Of: pairs, Changes: byMethod})
	of := func(name string, p *iprof.Profile) *summary.CheckedFile {
		return &summary.CheckedFile{Name: name, Readable: true, Findings: check.Profile(p), Records: 12_345}
	}
	base := of("old/shop.iprof", old)
	base.Findings = append([]caveats.Caveat{{Severity: caveats.Caution, Text: "<i>damaged"}}, base.Findings...)
	r.check(t, of("shop.iprof", new), base)
	for slot := range old.MethodSlots() {
		r.names["old "+fmt.Sprint(old.MethodIDAt(slot))] = plaintext.Visible(names[0].Method(slot))
	}
	r.write(t)
}

// olderShop is a run of an older shop, twice as long: it parsed more slowly, had a method that is gone, and no copies of append in
// the writer; one conditional and the types of one call were others.
func olderShop(t *testing.T) *iprof.Profile {
	t.Helper()
	text := testfile.Read(t, "../../testdata/shop.iprof")
	var p map[string]any
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&p); err != nil {
		t.Fatal(err)
	}
	records := func(section string, change func(ctx string, values []int64) []int64) {
		var kept []any
		for _, r := range objects(p[section]) {
			var values []int64
			for _, n := range r["records"].([]any) {
				v, _ := n.(json.Number).Int64()
				values = append(values, v)
			}
			if r["records"] = change(r["ctx"].(string), values); r["records"] != nil && len(r["records"].([]int64)) > 0 {
				kept = append(kept, r)
			}
		}
		p[section] = kept
	}
	// Counts are at every second or third place.
	times := func(values []int64, first, step int) []int64 {
		for i := first; i < len(values); i += step {
			values[i] *= 2
		}
		return values
	}
	records("callCountProfiles", func(ctx string, v []int64) []int64 {
		if strings.HasPrefix(ctx, "401:0<478:2<128:2") {
			return nil
		}
		if ctx == "401:0<478:2<128:33" { // 2.5 per entry of its caller, 1 in the new run
			return []int64{v[0] * 5}
		}
		return times(v, 0, 1)
	})
	records("samplingProfiles", func(ctx string, v []int64) []int64 {
		if strings.HasPrefix(ctx, "226:9<") {
			v[0] *= 3
		}
		return times(v, 0, 1)
	})
	records("conditionalProfiles", func(ctx string, v []int64) []int64 {
		if ctx == "121:10" {
			v[2], v[5] = v[5], v[2]
		}
		return times(v, 2, 3)
	})
	for _, section := range []string{"virtualInvokeProfiles", "instanceofProfiles"} {
		records(section, func(ctx string, v []int64) []int64 {
			if strings.HasPrefix(ctx, "128:") {
				v = v[:2]
			}
			return times(v, 1, 2)
		})
	}
	first := objects(p["methods"])[0]["signature"].([]any)[0]
	p["methods"] = append(p["methods"].([]any), map[string]any{"id": 9001, "name": "</b>legacy", "signature": []any{first, 0}})
	p["callCountProfiles"] = append(p["callCountProfiles"].([]any), map[string]any{"ctx": "9001:0", "records": []int{3_000_000}})
	p["samplingProfiles"] = append(p["samplingProfiles"].([]any), map[string]any{"ctx": "9001:0", "records": []int{300}})
	older, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	return testprofile.Parse(t, string(older))
}

// shareWords returns the text for the change of a share in a row.
func shareWords(row map[string]any) string {
	text := strings.NewReplacer("more", "larger", "fewer", "smaller").Replace(fmt.Sprint(row["change"]))
	if row["share_only"] == true {
		text += "*"
	}
	return text
}

// change writes the difference of two shares in points, an independent form of numbers.PointsAlone in numbers.ts, for more than 0.001 points.
func change(of any) string {
	x, err := of.(json.Number).Float64()
	if err != nil {
		panic(err)
	}
	size, decimals := 100*max(x, -x), 2
	if size < 0.1 {
		decimals = 4
	}
	if size < 0.01 {
		decimals = 5
	}
	return strings.ReplaceAll(fmt.Sprintf("%+.*f", decimals, 100*x), "-", "−")
}

// TestReportChanges: the tables of changes have the rows of diff, and a method the numbers of both profiles.
func TestReportChanges(t *testing.T) {
	browsertest.Short(t)
	p := testprofile.Example("shop.iprof")
	r := reportOf(t, p)
	r.addBase(t, olderShop(t), p)
	sections := r.json["diff"]["sections"].(map[string]any)
	rows := func(section string) []map[string]any { return objects(sections[section].(map[string]any)["rows"]) }
	named := func(row map[string]any) string {
		if id, ok := row["id"]; ok {
			return r.names[fmt.Sprint(id)]
		}
		return r.names["old "+fmt.Sprint(row["old_id"])]
	}
	got := browsertest.Visit(t, r.page, "#/changes", inReport+`
		log(text(view().querySelector("h2:not(.headline)")));
		log(text(view().querySelector("article > .note:not(.shares)")));
		log([...view().querySelectorAll(".small")].filter((s) => /^(Samples|Totals|Calls)/.test(text(s.querySelector("caption")))).map((s) => [...s.querySelectorAll("th")].map(text).join(" ") + "; " +
			[...s.parentElement.querySelectorAll(".mark")].map(text).join("; ")).join("\n"));
		log([...view().querySelectorAll("nav a")].map(text).join(" "));
		log([...view().querySelectorAll("caption")].map((c) => c.firstChild.textContent).join("; "));
		log(text(view().querySelector("tbody tr")) + " " + text(view().querySelector("code")) + " " + text(view().querySelector("tbody").lastChild));
		for (const s of ["samples", "totals", "calls", "branches", "receivers", "instanceof", "inlining"]) {
			await go("#/changes/" + s);
			for (const row of await everything()) log(s + "|" + row.join("|"));
		}
		await go("#/changes/branches"); await click(lines()[0].lastChild);
		log(text([...view().querySelectorAll("aside.site")].find(shown)).replace("MarkdownCSV", ""));
		await go("#/changes/inlining"); await click(lines()[1].lastChild);
		for (const li of [...view().querySelectorAll("aside.site")].find(shown).querySelectorAll("li")) log("copy|" + text(li));
		await go("#/changes/samples?s=legacy"); log(summary()); await click(lines()[0].querySelector("a"));
		log(w.location.hash); log(text(view().querySelector("article p:not(.sub):not(.acts)")));
		for (const row of view().querySelectorAll("article > .small > table tbody tr")) log([...row.children].map(text).join("|"));
		await click(named("Flame graph around it: samples")); log(details().split(" | ").slice(0, 3).join(" | "));
		await go("#/flame"); log([...view().querySelectorAll("select")].filter(shown)[2].selectedOptions[0].textContent);
		// All code, as changes were tested with it; the application alone with a click.
		const pressed = () => [...view().querySelectorAll(".kinds")].filter(shown)[0].querySelectorAll("[aria-pressed=true]").length + " " + (details().includes("All code is shown here") && details().includes("tables compare methods in all stacks"));
		log(pressed()); await click(named("Only application")); log(pressed()); await click(named("Only application")); log(pressed());
		await go("#/methods?s=parseItem$"); log([...grid().querySelectorAll("[data-column]")].map(text).join("|")); log(cells(lines()[0]).slice(0, 6).join("|"));
		await go("#/overview"); log(text(view().querySelector(".columns h2")));
		log([...view().querySelectorAll(".verdict")].map(text).join(" "));
		for (const h of view().querySelectorAll("h2")) if (/^Caveats/.test(text(h))) log(text(h) + ": " + text(h.parentElement.querySelector("li")));`)

	changes, _, _ := strings.Cut(strings.TrimSuffix(fmt.Sprint(r.json["diff"]["title"]), " (--view app)"), "; ") // notes have the rest
	total, ours, _ := strings.Cut(changes, ", ")
	want := []string{fmt.Sprintf("%s: %d methods by self samples (%d with callees), %d by calls, 1 conditional, 1 virtual call, 1 type check, %d units; %s", total,
		len(rows("samples")), len(rows("totals")), len(rows("calls")), len(rows("inlining")), ours), "", "", "Largest Samples Totals Calls Branches Receivers Type checks Inlining",
		fmt.Sprintf("Samples: %d methods changed, by change of their self share; Totals: %d methods changed, by change of their total share; Inlining: %d units changed, by entries that are new, gone or moved; Calls: %s changed, by change of their share; "+
			"Receivers: 1 virtual call changed, by executions × change of types; Type checks: 1 type check changed, by executions × change of types; Branches: 1 conditional changed, by executions × change of probability",
			len(rows("samples")), len(rows("totals")), len(rows("inlining")), words.CountOf(int64(len(rows("calls"))), "methods")), ""}
	ratio := func(section string) float64 {
		x, _ := sections[section].(map[string]any)["length_ratio"].(json.Number).Float64()
		return x
	}
	base := func(section, key string) float64 {
		x, _ := sections[section].(map[string]any)[key].(json.Number).Float64()
		return x
	}
	// Most methods of the new run were called half as often, all together even less: the larger run is the old one.
	all := treeFactorOf(base("calls", "base") / base("calls", "old_base"))
	if all >= treeFactorOf(ratio("calls")) {
		t.Fatalf("%s by all calls, %s by most methods", all, treeFactorOf(ratio("calls")))
	}
	normalized := func(section, words string) string {
		return fmt.Sprintf("×*: new / old × %.3g, as the new run ", 1/ratio(section)) + fmt.Sprintf(words, ratio(section))
	}
	const ofSamples = "has %.3g times as many samples"
	want[2] = strings.Join([]string{
		"Method Points Old · % New · % ×* ±; " + normalized("samples", ofSamples), "Method Points Old · % New · % ×* ±; larger*: only the share of 14 methods is larger: no more total samples per call than before, within noise, as there are 60.5% fewer in all; " + normalized("totals", ofSamples),
		"Method Points Old · % New · %* ×*; " + normalized("calls", "is treated as %.3g times as long") + "; new %*: of the larger run, normalized for length; top has the run's own",
	}, "\n")
	want[1] = fmt.Sprintf("Length of the new run, as a multiple of the old one: %s by the calls of most methods ("+all+" by all calls, of which a single method may make many), %s by its samples. Normalized for that, × is new / old, and points are the change of the share. Points of a method compare its self counts in all stacks, in Totals those with callees; points of a box in Flame compare one path, with its callees. False discovery rate of at most 5%% per table.", treeFactorOf(ratio("calls")), treeFactorOf(ratio("samples")))
	moreOf := func(row map[string]any) string { // samples
		n := [2]int64{}
		for i, key := range []string{"old", "new"} {
			if x, ok := row[key].(json.Number); ok {
				n[i], _ = x.Int64()
			}
		}
		return numbers.Signed(n[1] - n[0])
	}
	for _, section := range []string{"samples", "totals", "calls"} {
		for i, row := range rows(section) {
			factor := ""
			if f, ok := row["factor"]; ok {
				x, _ := f.(json.Number).Float64()
				factor = treeFactorOf(x)
			}
			line := strings.Join([]string{section, named(row), fmt.Sprint(i + 1), shareWords(row), counted(row["old"]), counted(row["new"]), factor,
				portion(row["old_share"]), portion(row["new_share"]), change(row["difference"])}, "|")
			if section != "calls" {
				line += "|" + moreOf(row)
			}
			want = append(want, line)
			if section == "samples" && i == 0 {
				want[5] = strings.Join([]string{named(row), change(row["difference"]), counted(row["old"]) + " · " + portion(row["old_share"]), counted(row["new"]) + " · " + portion(row["new_share"]), factor + moreOf(row) + " iprof-viz diff 'old one.iprof' Total", counted(sections["samples"].(map[string]any)["old_base"]), counted(sections["samples"].(map[string]any)["base"]),
					moreOf(map[string]any{"old": sections["samples"].(map[string]any)["old_base"], "new": sections["samples"].(map[string]any)["base"]})}, "")
			}
		}
	}
	for _, section := range []string{"branches", "receivers", "instanceof"} {
		for i, row := range rows(section) {
			list, key := "successors", "target_bci"
			if section != "branches" {
				list, key = "types", "type"
			}
			type part struct {
				text string
				size float64
			}
			var parts []part
			for _, x := range objects(row[list]) {
				size, _ := x["difference"].(json.Number).Float64()
				name := fmt.Sprint(x[key])
				if section == "branches" {
					name = "→" + name
				}
				parts = append(parts, part{fmt.Sprintf("%s: %s to %s", name, portion(x["old_share"]), portion(x["new_share"])), max(size, -size)})
			}
			slices.SortStableFunc(parts, func(a, b part) int { return int(1e9 * (b.size - a.size)) })
			var all []string
			for _, x := range parts {
				all = append(all, x.text)
			}
			want = append(want, strings.Join([]string{section, fmt.Sprintf("%s @%v", named(row), row["bci"]), fmt.Sprint(i + 1), fmt.Sprint(row["change"]), counted(row["old_executions"]), counted(row["new_executions"]),
				portion(row["moved"]), strings.Join(all, "; ")}, "|"))
		}
	}
	for i, unit := range rows("inlining") {
		root := objects(unit["nodes"])[0]
		n := map[any]int{}
		for _, x := range objects(unit["nodes"]) {
			n[x["change"]]++
		}
		some := func(change string) string { return strings.TrimPrefix(fmt.Sprint(n[change]), "0") }
		times := ""
		if f, ok := root["factor"].(json.Number); ok {
			x, _ := f.Float64()
			times = treeFactorOf(x)
		}
		want = append(want, strings.Join([]string{"inlining", named(root), fmt.Sprint(i + 1), counted(root["old"]), counted(root["new"]), times, some("gone"), some("new"), some("changed")}, "|"))
	}
	site := rows("branches")[0]
	panel := fmt.Sprintf("%s @%vSuccessorsToOldNewOld %%New %%", named(site), site["bci"])
	for _, s := range objects(site["successors"]) {
		panel += fmt.Sprintf("→%v%s%s%s%s", s["target_bci"], counted(s["old"]), counted(s["new"]), portion(s["old_share"]), portion(s["new_share"]))
	}
	want = append(want, panel)
	marks := map[any]string{"same": ".", "gone": "-", "new": "+", "changed": "*"}
	changed := false
	for _, x := range objects(rows("inlining")[1]["nodes"]) {
		place := ""
		if bci, ok := x["bci"]; ok {
			place = fmt.Sprintf(" @%v", bci)
		}
		entries := func(key string) string {
			switch n, ok := x[key]; {
			case !ok:
				return "–"
			case n == nil:
				return "n/a"
			default:
				return counted(n)
			}
		}
		name := strings.Split(strings.Split(named(x), "(")[0], ".")
		rates := ""
		if x["change"] == "changed" {
			rates, changed = "×2.5 to ×1 per entry of its caller, ", true
		}
		line := fmt.Sprintf("copy|%s%s %s %s%s to %s", marks[x["change"]], place, strings.Join(name[max(0, len(name)-2):], "."), rates, entries("old"), entries("new"))
		if n, ok := x["copies"]; ok && fmt.Sprint(n) != "1" {
			line += fmt.Sprintf(", %v copies", n)
		}
		want = append(want, line)
	}
	if !changed {
		t.Error("no copy changed")
	}
	old := map[string]map[string]any{} // of the method that is gone, by metric
	row := map[string]map[string]any{}
	for _, metric := range []string{"samples", "calls"} {
		for _, x := range r.rows("base.top." + metric) {
			if fmt.Sprint(x["id"]) == "9001" {
				old[metric] = x
			}
		}
		for _, x := range rows(metric) {
			if fmt.Sprint(x["old_id"]) == "9001" {
				row[metric] = x
			}
		}
	}
	var parsing, self map[string]any
	for _, x := range rows("samples") {
		if strings.HasSuffix(fmt.Sprint(x["method"]), ".parseItem") {
			parsing = x
		}
	}
	for _, x := range r.rows("top.samples") {
		if fmt.Sprint(x["id"]) == fmt.Sprint(parsing["id"]) {
			self = x
		}
	}
	values := func(key string) string {
		x := old["samples"]
		return fmt.Sprintf("%s, %s, 95%%: %s", counted(x[key]), portion(x[key+"_share"]), interval(x[key+"_interval"]))
	}
	part := numbers.Percent(300, func() int64 { n, _ := r.json["base.top.samples"]["base"].(json.Number).Int64(); return n }())
	want = append(want, fmt.Sprintf("1 of %d methods", len(rows("samples"))), "#/method/com.example.shop.BulkDiscount.%3C%2Fb%3Elegacy()Z", "Gone: only in the base.",
		fmt.Sprintf("Self, samples|%s|–|%s", values("self"), change(row["samples"]["difference"])+" points"), fmt.Sprintf("Total, samples|%s|–|", values("total")),
		fmt.Sprintf("Entries|3,000,000, %s|–|%s", portion(old["calls"]["entries_share"]), change(row["calls"]["difference"])+" points"), "As compilation root|3,000,000|–|", "Inlined|0|–|", "Contexts|1|–|",
		fmt.Sprintf("com.example.shop.BulkDiscount.</b>legacy | this box: 0 samples, 0%% of all | base: 300, %s; −%s points, significant; −300 samples; gone", part, strings.TrimSuffix(part, "%")),
		"Colors by change", "3 true", "1 false", "3 true", "Method|Self|%|Base self|Self ±|Self points|Total|%|Entries|%|Base|Points",
		strings.Join([]string{named(parsing), counted(parsing["new"]), portion(self["self_share"]), counted(parsing["old"]), "−" + counted(json.Number(fmt.Sprint(number(parsing["old"])-number(parsing["new"])))), change(parsing["difference"])}, "|"),
		want[0],
		"Sane, 2 notes: the format, the names and 12,345 records fit together. Caveats The base, old/shop.iprof: 1 warning, 1 note. Caveats",
		"Caveats: note 1 inlined call count has a caller without a count: calls per invocation are unknown thereonly the rates of these calls are n/a; all counts hold", "Caveats of old/shop.iprof, the base: warning <i>damaged")
	browsertest.Expect(t, got, want...)
}

// TestReportOfTwoSaysWhich: views of the new profile alone say so, and lead to its changes; others show both.
func TestReportOfTwoSaysWhich(t *testing.T) {
	visit := func(r report) []string {
		return browsertest.Visit(t, r.page, "", inReport+`
			for (const tab of d.querySelectorAll("[role=tab]")) {
				await click(tab);
				const said = d.querySelector(".alone");
				log(text(tab) + ": " + text(said) + (said.querySelector("a")?.hash || ""));
			}`)
	}
	p := testprofile.Example("shop.iprof")
	r := reportOf(t, p)
	browsertest.Expect(t, visit(r), "Overview: ", "Flame: ", "Tree: ", "Methods: ", "Graph: ", "Sites: ", "Units: ")
	r.addBase(t, olderShop(t), p)
	browsertest.Expect(t, visit(r), "Overview: ", "Changes: ", "Flame: ", "Tree: ", "Methods: ", "Graph: ",
		"Sites: Of the new profile. What changed since old/shop.iprof#/changes/branches",
		"Units: Of the new profile. What changed since old/shop.iprof#/changes/inlining")
}

// TestReportWithoutChanges: kinds without a change share a line, with all that their titles say. Where nothing changed, notes on changes
// are left out.
func TestReportWithoutChanges(t *testing.T) {
	p := testprofile.Example("shop.iprof")
	const overlap = "overlap: sum over methods, or successors of conditionals, of the smaller share|"
	const equal = "all compared counts are identical: both profiles may come from the same run, or the program is deterministic"
	run := func(calls, branches string) *iprof.Profile {
		return testprofile.Parse(t, `{`+testprofile.Methods("a", "b", "c")+testprofile.Calls("1:0 50000", "2:0 70000", calls)+testprofile.Section("conditionalProfiles", []string{"1:3 10 0 20 20 1 40", branches})+`}`)
	}
	for _, c := range []struct {
		old, new                  *iprof.Profile
		changes, overview, tables string
	}{
		{p, p, "Since old/shop.iprof: as many samples for as many calls; as fast if sampled equally often.|Totals|no differences|" + equal + "|No change: shares of samples, shares of totals, shares of calls, branches, receivers, type checks, inlining.|" +
			"overlap: samples 100.0%, calls 100.0%, branches 100.0%|" + overlap + "Also show the smaller differences",
			equal, ""},
		{run("3:0 100", "2:3 10 0 2 20 1 4"), run("3:0 101", "2:4 10 0 2 20 1 4"),
			"Since old/shop.iprof: less than 0.1% more method entries; counts do not say which run was faster.|Totals|no significant differences of shares above the threshold|" +
				"in 1 of 2 methods with conditionals, T.b, these are at other bytecode indexes or lead to others: the code or the compiler differs, so bytecode positions there do not match|" +
				"No change: shares of calls (smaller differences: 1), branches (1 conditional ran only in old, 1 in new), inlining.|" +
				"overlap: calls more than 99.9%, branches 90.9%|" + overlap + // 60 of 66 executions are at the same place
				"Also show the smaller differences", "", ""},
		{run("3:0 40000", "2:3 10 0 2 20 1 4"), run("3:0 60000", "2:3 10 0 2 20 1 4"),
			"Since old/shop.iprof: 12.5% more method entries; counts do not say which run was faster.|Totals|1 difference: 1 method by calls|No change: branches, inlining.|Length|overlap: calls 91.7%, branches 100.0%|" + overlap +
				"one run per side|Also show the smaller differences", "", "Calls: 1 method changed, by change of their share"},
	} {
		r := reportOf(t, c.new)
		r.addBase(t, c.old, c.new)
		got := browsertest.Visit(t, r.page, "#/changes", inReport+`
			log([...view().querySelectorAll("h2, article > p, .caveats li")].map(text).map((s) => s.replace(/^[\d,]+ → .*/, "Totals").replace(/^(Length|one run per side|Also show the smaller differences).*/, "$1")).join("|"));
			log([...view().querySelectorAll("caption")].map((c) => c.firstChild.textContent).join("; "));
			await go("#/overview"); log([...view().querySelectorAll("h2 ~ .caveats > li")].map(text).filter((s) => s.startsWith("all compared")).join("|"));`)
		browsertest.Expect(t, got, c.changes, c.tables, c.overview)
	}
}

// TestReportOfSampleChanges: where all changes are of samples, the heading does not say it twice.
func TestReportOfSampleChanges(t *testing.T) {
	old, now := testprofile.Example("tally.iprof"), testprofile.Example("tally-after.iprof")
	r := reportOf(t, now)
	r.addBase(t, old, now)
	browsertest.Expect(t, browsertest.Visit(t, r.page, "#/changes", inReport+`log([...view().querySelectorAll("h2")].map(text).join("|"));`),
		"Since old/shop.iprof: 35.1% fewer samples for as many calls; faster if sampled equally often.|14 methods changed share (15 with callees), 2 of the application")
}

// TestReportLargeCounts: on the first page of changes, counts of many digits are short, so that names have two lines and tables fit.
func TestReportLargeCounts(t *testing.T) {
	run := func(some, many string) *iprof.Profile {
		return testprofile.Parse(t, `{`+testprofile.Methods("a", "b", "aMethodOfTwoLines")+testprofile.Calls("1:0 900000000", "2:0 "+some, "3:0 "+many)+testprofile.Samples("1:0 500", "2:0 600")+`}`)
	}
	old, new := run("9999999", "500000000"), run("10000000", "1579450001")
	r := reportOf(t, new)
	r.addBase(t, old, new)
	browsertest.Expect(t, browsertest.Visit(t, r.page, "#/changes", inReport+`
			const table = [...view().querySelectorAll("table")].find((t) => /^Calls/.test(text(t.caption))), box = table.getBoundingClientRect(), around = table.parentElement.getBoundingClientRect();
			log([...table.tBodies[0].rows].map((r) => [...r.cells].slice(2, 4).map(text).join(" ")).join("|"));
			log(box.right <= around.right + 1 && [...table.querySelectorAll("td:first-child")].every((c) => c.getBoundingClientRect().height < 60));`),
		"500M · 20.1% 1.58G · 63.4%|1.41G 2.49G", "true")
}

// TestReportCaveats: the first view has one caveat about the comparison as it is, and of several how many Changes has.
func TestReportCaveats(t *testing.T) {
	run := func(samples, branches string) *iprof.Profile {
		return testprofile.Parse(t, `{`+testprofile.Methods("a", "b")+testprofile.Calls("1:0 50000", "2:0 70000")+testprofile.Samples("1:0 12", samples)+testprofile.Section("conditionalProfiles", []string{branches})+`}`)
	}
	const first, second = "2:3 10 0 2000 20 1 40", "2:4 10 0 2000 20 1 40" // at another bytecode index
	for branches, want := range map[string]string{first: "1: only 25 samples: only large changes are statistically significant", second: "2: 2 caveats about the comparison#/changes"} {
		old, new := run("2:0 13", first), run("2:0 14", branches)
		r := reportOf(t, new)
		r.addBase(t, old, new)
		browsertest.Expect(t, browsertest.Visit(t, r.page, "#/changes", inReport+`
			const all = view().querySelectorAll("h2 ~ * .caveats > li, h2 ~ .caveats > li").length;
			await go("#/overview"); const [caveat] = view().querySelectorAll("h2 + .caveats > li"); log(all + ": " + text(caveat) + (caveat.querySelector("a")?.hash || ""));`), want)
	}
}

// TestReportOldShare: of entries, a method's page has the old share of diff, normalized for run length, so that old, change and
// new add up.
func TestReportOldShare(t *testing.T) {
	run := func(c string) *iprof.Profile {
		return testprofile.Parse(t, `{`+testprofile.Methods("a", "b", "c")+testprofile.Calls("1:0 50000", "2:0 30000", c)+`}`)
	}
	old, new := run("3:0 20000"), run("3:0 40000") // b and a are what they were: 20,000 are 16.7% of the 120,000 that the new run has
	r := reportOf(t, new)
	r.addBase(t, old, new)
	browsertest.Expect(t, browsertest.Visit(t, r.page, "#/method/"+url.PathEscape("T.c()V"), inReport+`log(text(view().querySelector(".compared tbody tr")));`),
		"Entries20,000, 16.7%40,000, 33.3%+16.67 points, ×2")
}

// TestReportOtherSignatures: a method with other parameters has one page with both numbers, which is found by its name in the base as well; a
// method that is gone, and is not known to have become another, links to overloads that only the new profile has, and these to it.
func TestReportOtherSignatures(t *testing.T) {
	run := func(param string) *iprof.Profile {
		return testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":0,"name":"void"},{"id":1,"name":"a.A"},{"id":2,"name":"int"},{"id":3,"name":"long"},{"id":4,"name":"java.lang.Math"}],
			"methods":[{"id":1,"name":"find","signature":[1,0,`+param+`]},{"id":2,"name":"abs","signature":[4,0,`+param+`]},{"id":3,"name":"main","signature":[1,0]}]`+
			testprofile.Calls("1:0 5000", "2:0 7000", "3:0 1")+testprofile.Samples("1:0 500", "2:0 600")+`}`)
	}
	old, new := run("2"), run("3")
	r := reportOf(t, new)
	r.addBase(t, old, new)
	browsertest.Expect(t, browsertest.Visit(t, r.page, "#/method/"+url.PathEscape("a.A.find(int)"), inReport+`
		const about = () => [...view().querySelectorAll("p")].map(text).filter((s) => /base/.test(s)).join("; ");
		log(text(view().querySelector(".title")) + ": " + about() + " " + text(view().querySelector(".compared tbody tr")));
		await go("#/method/" + encodeURIComponent("java.lang.Math.abs(I)V"));
		log(about());
		await click([...view().querySelectorAll("p > a")].find((e) => e.hash.includes("abs(J)V")));
		log(text(view().querySelector(".title")) + ": " + about());`),
		"a.A.find: In the base it is a.A.find(int). Self, samples500, 45.5%, 95%: 42–49%500, 45.5%, 95%: 42–49%±0 points, ×1, not significant",
		"Gone: only in the base. With the same name only this profile has: java.lang.Math.abs",
		"java.lang.Math.abs: New: not in the base. With the same name only the base has: java.lang.Math.abs(int)")
}

// TestMethodChangesOfStacks: in pictures those methods have another self that have one in the tables of diff. Totals count a stack once.
func TestMethodChangesOfStacks(t *testing.T) {
	old, p := olderShop(t), testprofile.Example("shop.iprof")
	names := convert.NewSharedNames(convert.NameOptions{Disambiguate: true}, old, p)
	pairs := compare.New(names[0], names[1], compare.Options{})
	for _, m := range []convert.Metric{convert.Samples, convert.Calls} {
		want, got := map[string]bool{}, map[string]bool{}
		all := diff.Methods(pairs, m, diff.Options{Filter: reportFilter})
		for _, c := range all {
			name, _ := pairs.Method(c.Number)
			want[name] = c.Changed
		}
		var trees [2]*stacks.Tree
		for side, of := range []*iprof.Profile{old, p} {
			var err error
			if trees[side], err = stacks.NewTree(of, names[side], stacks.Options{Metric: m, Filter: reportFilter, Compared: true}); err != nil {
				t.Fatal(err)
			}
		}
		tree, err := stacks.Compare(trees[1], trees[0], pairs)
		if err != nil {
			t.Fatal(err)
		}
		self, some, unknown := map[string]bool{}, 0, 0
		for i, n := range tree.Nodes[1:] {
			self[tree.Frames[n.Frame].Name] = self[tree.Frames[n.Frame].Name] || n.Self > 0 || tree.Base.Values[i+1].Self > 0
		}
		for i, f := range tree.Frames {
			switch isUnknown := tree.Base.UnknownMethods[0]; {
			case !self[f.Name]:
			case isUnknown != nil && isUnknown[i]: // diff has no verdict on it either
				unknown++
			default:
				got[f.Name] = tree.Base.SelfChanged[i]
			}
			if tree.Base.SelfChanged[i] {
				some++
			}
		}
		if some == 0 || some == len(tree.Frames) || !maps.Equal(got, want) || tree.Base.SelfTests != len(all)+unknown || unknown > 0 != (m == convert.Calls) {
			t.Errorf("%s: %d of %d tests, %v, want %v", m, some, tree.Base.SelfTests, got, want)
		}
	}
	// 900 of 1,000 against 500 of 1,000: a calls itself in all stacks, so its total is all of both, and its self all but that of b.
	recursive := testtree.From(convert.Samples, testtree.Stack{Frames: "a;b;a", Value: 900, Base: 500}, testtree.Stack{Frames: "a;b", Value: 100, Base: 500})
	for i, f := range recursive.Frames {
		if b := recursive.Base; !b.SelfChanged[i] || b.TotalChanged[i] || b.TotalTests != 2 {
			t.Errorf("%s: self %v, total %v of %d tests", f.Name, b.SelfChanged[i], b.TotalChanged[i], b.TotalTests)
		}
	}
}

// TestReportChangesWidths: no view of a comparison is wider than its window, however narrow. It needs real frames: grids follow the
// size that they are observed to have.
func TestReportChangesWidths(t *testing.T) {
	p := testprofile.Example("shop.iprof")
	r := reportOf(t, p)
	r.addBase(t, olderShop(t), p)
	r.write(t)
	page := browsertest.Look(t, 1280, 800)
	v := browsertest.VisitFile(t, page, r.page, "")
	for _, width := range []int{1280, 760, 360, 3840} {
		if err := page.Resize(width, 800); err != nil {
			t.Fatal(err)
		}
		for _, line := range v.Run(`
			for (const v of ["overview", "methods", "changes", "changes/calls", "changes/receivers", "changes/inlining", "method/com.example.shop.InvoiceWriter.write"]) {
				await go("#/" + v);
				const tooWide = () => [document.scrollingElement, ...all(".grid, article, .view")].filter((g) => g.scrollWidth > g.clientWidth + 1).map((g) => g.className + g.scrollWidth);
				for (let i = 0; i < 50 && tooWide().length; i++) await settled();
				if (tooWide().length) log(v + ": " + tooWide());
				// Its table of values: all in sight, and no word on two lines.
				const cells = all("table.compared :is(th, td)");
				if (v.startsWith("method/") && !cells.length) log("no table of values");
				for (const cell of cells) {
					if (cell.getBoundingClientRect().right > innerWidth) log(text(cell) + " is outside");
					for (const node of [...cell.childNodes].map((n) => n.firstChild || n)) for (const word of node.textContent.matchAll(/[^ ]+/g)) {
						if (node.nodeType !== Node.TEXT_NODE) continue;
						const range = document.createRange();
						range.setStart(node, word.index); range.setEnd(node, word.index + word[0].length);
						if (range.getClientRects().length > 1) log(word[0] + " breaks");
					}
					if (/\d/.test(text(cell)) && cell.querySelector("wbr")) log(text(cell) + " may break");
				}
			}`) {
			t.Errorf("%d: %s", width, line)
		}
	}
}

// TestReportChangesHostile: names of both profiles only ever become text, in the views of changes.
func TestReportChangesHostile(t *testing.T) {
	p := evilProfile(t, 1)
	r := reportOf(t, p)
	r.addBase(t, evilProfile(t, 5000), p)
	got := browsertest.Visit(t, r.page, "", inReport+`
		for (const v of ["overview", "changes", "changes/samples", "changes/calls", "changes/branches", "changes/receivers", "changes/instanceof", "changes/inlining", "flame"]) {
			await go("#/" + v);
			const g = grid();
			if (g) { if (!lines().length) log(v + " has no rows"); await click(lines()[0].lastChild); await click(named("CSV")); }
			for (const a of view().querySelectorAll("a")) if (!a.getAttribute("href").startsWith("#/")) log("leads to " + a.getAttribute("href"));
		}
		await go("#/changes/calls");
		for (const a of lines().map((l) => l.querySelector("a").getAttribute("href"))) { await go(a); if (!view().querySelector("article > .small > table td")) log("not found: " + a.slice(0, 80)); }
		log(d.querySelectorAll("img, script:not([id]) ~ script, iframe, object").length + " " + d.scripts.length);`)
	browsertest.Expect(t, got, "0 3")
}

// TestReportChangesInOrder: successors whose shares changed by the same stay in the order of the file, whatever the last digits are.
func TestReportChangesInOrder(t *testing.T) {
	of := func(first, second int) *iprof.Profile {
		return testprofile.Parse(t, fmt.Sprintf(`{"version":"1.0.0","types":[{"id":0,"name":"void"},{"id":1,"name":"A"}],"methods":[{"id":1,"name":"a","signature":[1,0]}],
			"callCountProfiles":[{"ctx":"1:0","records":[1000000]}],"samplingProfiles":[{"ctx":"1:0","records":[100]}],
			"conditionalProfiles":[{"ctx":"1:7","records":[10,0,%d,47,1,%d]}]}`, first, second))
	}
	now := of(1_000_000, 200_000)
	r := reportOf(t, now)
	r.addBase(t, of(200_000, 800_000), now)
	browsertest.Expect(t, browsertest.Visit(t, r.page, "#/changes/branches", inReport+`log(cells(lines()[0]).at(-1));`), "→10: 20.0% to 83.3%; →47: 80.0% to 16.7%")
}

package page

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/fit"
	"github.com/iprof-viz/iprof-viz/convert/folded"
	"github.com/iprof-viz/iprof-viz/convert/source"
	"github.com/iprof-viz/iprof-viz/convert/training"
	"github.com/iprof-viz/iprof-viz/internal/browsertest"
	"github.com/iprof-viz/iprof-viz/internal/testpath"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
	"github.com/iprof-viz/iprof-viz/render/summary"
)

// partlyCounted is a profile whose main inlines a method without a separate count, which inlines one of the JDK; rec, a
// compilation root, is inlined into itself.
const partlyCounted = `{"version":"1.0.0","types":[{"id":0,"name":"app.A"},{"id":1,"name":"java.lang.B"},{"id":2,"name":"void"}],
	"methods":[{"id":1,"name":"main","signature":[0,2]},{"id":2,"name":"only","signature":[0,2]},{"id":3,"name":"jdk","signature":[1,2]},
		{"id":4,"name":"rec","signature":[0,2]},{"id":5,"name":"unused","signature":[0,2]}],
	"callCountProfiles":[{"ctx":"1:0","records":[%d]},{"ctx":"3:0<2:1<1:5","records":[40]},{"ctx":"4:0","records":[1000]},{"ctx":"4:0<4:7","records":[%d]}]}`

// TestReportCounts: the views of a report count the same methods, and unknown entries are not zero.
func TestReportCounts(t *testing.T) {
	r := reportOf(t, testprofile.Parse(t, fmt.Sprintf(partlyCounted, 100, 300)))
	v := browsertest.VisitFile(t, browsertest.Look(t, 1280, 800), r.page, "")
	got := v.Run(`
		const rows = (table) => [...table.querySelectorAll("tr")].map((row) => [...row.children].map((c) => c.textContent).join("|")).join("; ");
		log(text(one("section > p.note")));
		log(all(".view.overview p.note").map(text).at(-1));
		await go("#/methods"); log(text(one(".column > .summary")));
		await go("#/flame"); log(text(one("section.methods .summary > span")));
		for (const row of all("section.methods .spacer > .row")) log([...row.children].map((c, i) => i < 2 ? c.title : row.title).join("|"));
		await go("#/method/app.A.only()V"); log(text(one(".numbers dd")));
		await go("#/method/app.A.rec()V");
		for (const s of [".butterfly > div:first-child", ".inlining"]) { log(text(one(s + " caption"))); log(rows(one(s + " table"))); log(text(one(s + " .note") || one(s))); }
		for (const th of [...all(".butterfly th")].slice(0, 4)) if (th.title) log(text(th) + ": " + th.title);
		log(text(one(".inlining + .note"))); await go("#/units"); log(text(one("aside.unit .note")));`)
	// rec has 300 entries inlined into itself of 1,300; who entered it as compilation root is unknown, and it may have called itself.
	browsertest.Expect(t, got, "The application has 97.2% of all entries; 2 of its 3 methods in the profile have counted entries.", // 1,400 of 1,440
		"records of 4 of the 5 methods in its table · 4 inlining contexts of 2 compilation roots",
		"3 of 4 methods with calls, 2 counted", "4 methods with calls, 3 counted",
		"1,300 method entries|1,300 method entries|app.A.rec()", "100 method entries|140 method entries|app.A.main()", "40 method entries|40 method entries|java.lang.B.jdk()", "no counted entries|40 method entries|app.A.only()",
		"n/a: they were not counted",
		"Callers", "Method|Calls|% of entries|Per entry|Evidence; app.A.rec @7|≥ 300|≥ 23.1%|≥ ×0.231|inlined; <callers unknown>|≤ 1,000|≤ 76.9%||",
		"Only inlined calls and receiver types are known: a report with --classpath has the other callers and callees.",
		"Inlined into 1 compilation unit", "Compilation root|Entries|Copies; app.A.rec|300|1", "With the one copy of a method inlined into it, this compilation unit has 1,300 entries, 90.3% of all. Its tree and picture",
		"Calls: inlined or not; ≥ and ≤ are bounds", "% of entries: as a share of the entries of this method", "Per entry: calls per entry of the caller",
		"Inlining is shown as in the instrumented image, not the optimized one.",
		"Widths are inclusive method entries (with inlined callees). Inlining is shown as in the instrumented image, not the optimized one.")
}

// TestAtLeastNothing: of 5 inlined calls, the type that was seen 3 times may have made all: at least 0 calls of its method stayed calls, which
// says nothing.
func TestAtLeastNothing(t *testing.T) {
	r := reportOf(t, testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":0,"name":"void"},{"id":1,"name":"app.Base"},{"id":2,"name":"app.A"},{"id":3,"name":"app.B"},{"id":4,"name":"app.Main"}],
		"methods":[{"id":1,"name":"main","signature":[4,0]},{"id":2,"name":"m","signature":[1,0]}],
		"virtualInvokeProfiles":[{"ctx":"1:5","records":[2,200,3,3]}],"callCountProfiles":[{"ctx":"1:0","records":[1]},{"ctx":"2:0<1:5","records":[5]}]}`))
	browsertest.Expect(t, browsertest.VisitFile(t, browsertest.Look(t, 1280, 800), r.page, "").Run(inReport+`
		await go("#/sites/calls"); await settled(); log(lines().map(text).join("; "));
		await go("#/method/app.Main.main()V"); log(all(".butterfly > div:last-child tbody tr").map((row) => [...row.children].map(text).join("|")).join("; "));`),
		"app.Main.main @5≥ 195≥ 1953250%app.A.mperhaps inherited; 2 receiver types, 96.1% for this method; app.Main.main @50583.3%app.Base.m; app.Main.main @5n/an/an/aapp.B.mperhaps inherited; 2 receiver types",
		"app.A.m @5|≥ 195|≥ ×195|receivers; app.Base.m @5|5|×5|inlined; app.B.m @5|n/a|n/a|receivers")
}

// TestInlinedIntoHidden: units whose roots are hidden are one row of the page of a method, with their number and the sum of its copies' entries,
// which is a lower bound if one was not counted.
func TestInlinedIntoHidden(t *testing.T) {
	r := reportOf(t, testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":0,"name":"app.A"},{"id":1,"name":"com.oracle.svm.enterprise.profiling.P"},{"id":2,"name":"void"}],
		"methods":[{"id":1,"name":"a","signature":[1,2]},{"id":2,"name":"b","signature":[1,2]},{"id":3,"name":"c","signature":[1,2]},{"id":4,"name":"copied","signature":[0,2]},{"id":5,"name":"main","signature":[0,2]},{"id":6,"name":"callee","signature":[0,2]}],
		"callCountProfiles":[{"ctx":"1:0","records":[10]},{"ctx":"2:0","records":[10]},{"ctx":"3:0","records":[10]},{"ctx":"5:0","records":[10]},
			{"ctx":"4:0<1:3","records":[70]},{"ctx":"4:0<2:3","records":[50]},{"ctx":"6:0<4:1<3:3","records":[5]},{"ctx":"4:0<5:3","records":[90]}]}`))
	browsertest.Expect(t, browsertest.VisitFile(t, browsertest.Look(t, 1280, 800), r.page, "").Run(inReport+`
		await go("#/method/app.A.copied()V"); log(text(one(".inlining caption").firstChild)); log(all(".inlining tbody tr").map((row) => [...row.children].map(text).join("|")).join("; "));`),
		"Inlined into 4 compilation units", "(hidden) in 3 units|≥ 120|3; app.A.main|90|1")
}

// TestReportWithProfiler: the sums of the file cover everything in it, those of other views and their shares are not.
func TestReportWithProfiler(t *testing.T) {
	path := testpath.Open(t, "../../testdata/wordcount.jar")
	page := browsertest.Look(t, 1280, 800)
	notes := func(text string) []string {
		p := testprofile.Parse(t, text)
		r := reportOf(t, p)
		names := convert.NewNames(p, convert.NameOptions{})
		r.check(t, &summary.CheckedFile{Name: "a.iprof", Readable: true, Code: &summary.CheckedCode{Fit: fit.New(p, names, fit.Code{Program: path}), Names: names}})
		r.write(t)
		return browsertest.VisitFile(t, page, r.page, "").Run(`
			for (const s of all("section")) if (/^(Fit|Records)/.test(text(s))) for (const e of s.querySelectorAll(".note")) log(text(e));`)
	}
	// 2,500,003 entries, 2,000,000 executions; of these 500,000 are the profiler's. Three records have samples, two of one stack.
	browsertest.Expect(t, notes(testprofile.InfoProfile), "All 4,500,003 counts have no code to compare with: 88.9% not on the class path; 11.1% of native-image and its profiler; 0% without a name.",
		"records of 3 of the 4 methods in its table · records of 1 method that its table lacks · 4 inlining contexts of 2 compilation roots · 2 sampled stacks, with a record for each place in their last method",
		"These include the profiler's own runtime; other views and their shares do not.")
	browsertest.Expect(t, notes(strings.ReplaceAll(testprofile.InfoProfile, "com.oracle.svm.enterprise.profiling.", "com.example.")), "All 4,500,003 counts have no code to compare with: 100% not on the class path; 0% without a name.",
		"records of 3 of the 4 methods in its table · records of 1 method that its table lacks · 4 inlining contexts of 2 compilation roots · 2 sampled stacks, with a record for each place in their last method")
}

// TestReportOverloads: in tables that are narrow, names of overloads stay apart.
func TestReportOverloads(t *testing.T) {
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":0,"name":"org.example.mathematics.utilities.Calc"},{"id":1,"name":"double"},{"id":2,"name":"org.example.mathematics.Range"}],
		"methods":[{"id":1,"name":"abs","signature":[0,1,1]},{"id":2,"name":"abs","signature":[0,1,2]},{"id":3,"name":"abs","signature":[0,1,2,2,2,2,2,2]}],
		"callCountProfiles":[{"ctx":"1:0","records":[900]},{"ctx":"2:0","records":[800]},{"ctx":"3:0","records":[700]}]}`)
	r := reportNamed(t, p, convert.NewNames(p, convert.NameOptions{Disambiguate: true}))
	r.write(t)
	v := browsertest.VisitFile(t, browsertest.Look(t, 1280, 800), r.page, "")
	names := func(view, cell string) string {
		return strings.Join(v.Run(fmt.Sprintf(`await go(%q); if (document.querySelector(".shallow")) {%s}; log([...all(%q)].map(text).join(" "));`, view, tableBeside, cell)), "")
	}
	like := func(where, got, want string) {
		if !regexp.MustCompile("^" + want + "$").MatchString(got) {
			t.Errorf("%s: %s", where, got)
		}
	}
	const calc, cell = `(\S*\.)?Calc\.abs`, ".spacer > .line > :first-child"
	like("flame", names("#/flame", "section.methods .spacer .name"), calc+`\(double\) `+calc+`\(Range\) `+calc+`\(…(, Range)+\)`)
	like("methods", names("#/methods", cell), calc+`\(double\) `+calc+`\(\S*Range\) `+calc+`\((Range, ){5}Range\)`)
	v.Resize(400, 800)
	like("methods in a narrow window", names("#/methods", cell), `\S*Calc\.abs\(double\) \S*Calc\.abs\(Range\) \S*Calc\.abs`)
}

// TestReportCoverage: of samples alone, a report says which methods were on stacks, and nothing about entries.
func TestReportCoverage(t *testing.T) {
	path := testpath.Open(t, "../../testdata/wordcount.jar:../../classfile/testdata/greeter.jar")
	const profile = `{"version":"1.0.0","types":[{"id":0,"name":"words.WordCount"},{"id":1,"name":"char"},{"id":2,"name":"boolean"}],
		"methods":[{"id":1,"name":"isLetter","signature":[0,2,1]}],%q:[{"ctx":"1:0","records":[400]}]}`
	const all = "All methods with code in the given classes, sampled or not; VM-generated classes are excluded."
	page := browsertest.Look(t, 1280, 800)
	for section, want := range map[string][]string{
		"samplingProfiles": {"At least 1 of 7 methods ran (seen in sampled stacks)", all, "Packages by methods on sampled stacks", "Package|On stacks|Methods", "words|1|5", "<no package>|0|2",
			"the profile has no call counts: methods not seen in samples may still have run"},
		"callCountProfiles": {"", all, "Packages by bytecode without entries", "Package|Entered|Methods|%|Bytes not entered", "words|1|5|20.0%|", "<no package>|0|2|0%|19"},
	} {
		p := testprofile.Parse(t, fmt.Sprintf(profile, section))
		covered, damaged := training.OfProgram(p, path, training.ProgramOptions{})
		if damaged != nil {
			t.Fatal(damaged)
		}
		r := reportOf(t, p)
		r.check(t, &summary.CheckedFile{Name: "a.iprof", Readable: true, Coverage: covered})
		r.write(t)
		got := browsertest.VisitFile(t, page, r.page, "").Run(`
			for (const s of all("section")) if (text(s).startsWith("Coverage")) for (const e of s.querySelectorAll("p, caption, tr")) log([...e.childNodes].map((c) => c.textContent).join("|"));`)
		if section == "callCountProfiles" { // the others are findings of check
			of := r.json["check"]["files"].([]any)[0].(map[string]any)["coverage"].(map[string]any)
			words := objects(of["sections"].(map[string]any)["packages"].(map[string]any)["rows"])[0]
			want[0] = strings.TrimPrefix(of["title"].(string), "coverage: ")
			want[4] += numbers.Thousands(number(words["bytes"]) - number(words["entered_bytes"]))
			got = got[:min(len(got), len(want))]
		}
		browsertest.Expect(t, got, want...)
	}
}

// TestReportChangedSites: Sites has a filter for the sites that diff lists, with its address and the counts of both profiles.
func TestReportChangedSites(t *testing.T) {
	p := testprofile.Example("shop.iprof")
	r := reportOf(t, p)
	r.addBase(t, olderShop(t), p)
	var want []string
	for _, section := range []string{"branches", "receivers", "instanceof"} {
		changes, parts, noun, marks := map[string]string{}, "types", "sites", " · @ bytecode index"
		if section == "branches" {
			parts, noun, marks = "successors", "conditionals", marks+", → where it goes, ↺ back in a loop"
		}
		panel := map[string]string{} // by site
		for _, row := range objects(r.json["diff"]["sections"].(map[string]any)[section].(map[string]any)["rows"]) {
			if row["id"] == nil {
				continue
			}
			site := fmt.Sprint(row["id"], " ", row["bci"])
			changes[site] = row["change"].(string)
			var counts []string
			for _, part := range objects(row[parts]) {
				counts = append(counts, counted(part["old"])+"→"+counted(part["new"]))
			}
			slices.Sort(counts)
			panel[site] = strings.Join(counts, " ")
		}
		var rows []string
		for _, row := range r.rows(section) {
			if site := fmt.Sprint(row["id"], " ", row["bci"]); changes[site] != "" {
				rows = append(rows, fmt.Sprintf("%s @%v|%s|%s", r.names[fmt.Sprint(row["id"])], row["bci"], changes[site], panel[site]))
			}
		}
		if len(rows) == 0 {
			t.Errorf("no %s changed", section)
		}
		want = append(want, fmt.Sprintf("All %s, Changed since the base: %d", noun, len(rows)), "true", fmt.Sprintf("%d of %d %s", len(rows), len(r.rows(section)), noun)+marks,
			"changed application,JDK,native-image and VM")
		want = append(want, rows...)
	}
	// Of its type checks none changed in the application: choosing them shows all code.
	v := browsertest.VisitFile(t, browsertest.Look(t, 1600, 800), r.page, "")
	browsertest.Expect(t, v.Run(`
		const which = () => all(".which, .tools select").find((e) => e.closest("[hidden]") === null);
		const options = () => [...which().options || which().children];
		const choose = async (value) => { if (which().options) { which().value = value; which().dispatchEvent(new Event("change")); await settled(); } else await click(options().find((b) => b.dataset.which === value)); };
		const chosen = () => which().options ? which().value : options().find((b) => b.getAttribute("aria-pressed") === "true").dataset.which;
		for (const s of ["branches", "receivers", "instanceof"]) {
			await go("#/sites/" + s);
			log(options().slice(0, 2).map(text).join(", "));
			await choose("changed"); log(all(".grid .spacer > .line").length > 0);
			for (const b of all(".tools .kinds button[aria-pressed=false]")) await click(b);
			log(text(one(".column > .summary")).replace(/\d+ more columns?$/, "").trim());
			const hash = location.hash; await go("#/overview"); await go(hash);
			log(chosen() + " " + new URLSearchParams(hash.split("?")[1]).get("k"));
			const change = all(".grid .head [role=columnheader]").map(text).indexOf("Change");
			for (let i = 0; i < all(".grid .spacer > .line").length; i++) {
				const cells = all(".grid .spacer > .line")[i].children, name = cells[0].title + "|" + cells[change].textContent;
				await click(cells[change]);
				log(name + "|" + [...all("aside.site table").at(-1).querySelectorAll("tbody tr")].map((row) => row.children[1].textContent + "→" + row.children[2].textContent).sort().join(" "));
			}
		}`), want...)
}

// TestReportUnknownTypes: the entropy of types without names is unknowns, nor which of the other profile's they are.
func TestReportUnknownTypes(t *testing.T) {
	run := func(calls string) *iprof.Profile {
		return testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":7,"name":"void"},{"id":8,"name":"A"},{"id":9,"name":"B"}],"methods":[{"id":1,"name":"m","signature":[8,7]}],
			"callCountProfiles":[{"ctx":"1:0","records":[1000]}],"virtualInvokeProfiles":[{"ctx":"1:3","records":[`+calls+`]},{"ctx":"1:6","records":[88,5000]}]}`)
	}
	old, p := run("8,990,77,10"), run("8,100,9,900")
	r := reportOf(t, p)
	r.addBase(t, old, p)
	for _, of := range objects(objects(objects(r.json["inline"]["units"])[0]["instances"])[0]["receivers"]) {
		if unknown := of["kind"] == "unknown"; (of["entropy"] == nil) != unknown {
			t.Errorf("@%v: %v bits", of["bci"], of["entropy"])
		}
	}
	got := browsertest.VisitFile(t, browsertest.Look(t, 1600, 800), r.page, "").Run(inReport + `
		const entropies = () => { const at = all(".grid .head [role=columnheader]").filter(shown).map(text).indexOf("Entropy"); return lines().map((row) => row.children[0].title + ": " + row.children[at].textContent).join("; "); };
		await go("#/sites/receivers?o=rank"); log(entropies());
		for (let i = 0; i < 2; i++) { await click(all(".grid .head [role=columnheader]").filter(shown).find((e) => text(e) === "Entropy")); log(entropies()); }
		await go("#/changes/receivers");
		await click(lines()[0].lastChild);
		for (const row of [...view().querySelectorAll("aside.site")].find(shown).querySelectorAll("tbody tr")) log([...row.children].map(text).join("|"));`)
	// 0.1 and 0.9: 0.469 bits.
	browsertest.Expect(t, got, "A.m @3: 0.469; A.m @6: n/a", "A.m @3: 0.469; A.m @6: n/a", "A.m @3: 0.469; A.m @6: n/a",
		"A|990|100|99.0%|10.0%", "B|n/a|900|n/a|90.0%", "<unknown type 77>|10|n/a|1.00%|n/a")
}

// TestReportProduction: without call counts, a report says which methods were on the profile's stacks, and nothing about entries.
func TestReportProduction(t *testing.T) {
	const profile = `{"version":"1.0.0","types":[{"id":0,"name":"app.Shop"},{"id":1,"name":"int"}],
		"methods":[{"id":1,"name":"find","signature":[0,1]},{"id":2,"name":"close","signature":[0,1]}],%q:[{"ctx":"1:0","records":[400]}]}`
	page := browsertest.Look(t, 1280, 800)
	for section, want := range map[string][]string{
		"samplingProfiles": {"25.0% of 400 judged counts in methods on the profile's stacks, 75.0% on none of its stacks, 0.0% not in the profile",
			"Hot in production, not on the profile’s stacks", "Method|Self|Total|In training", "app.Shop.close|66.7%|66.7%|on no stack",
			"the profile has no call counts: a method that is on none of its stacks may have run all the same",
			"of the judged counts in application methods 25.0% are in methods on the profile's stacks"},
		"callCountProfiles": {"25.0% of 400 judged counts in methods with entries, 75.0% without entries, 0.0% not in the profile",
			"Hot in production, without entries", "Method|Self|Total|In training", "app.Shop.close|66.7%|66.7%|no entries",
			"of the judged counts in application methods 25.0% are in methods with entries",
			"not judged: 11.1% of all in classes that the profile does not list, so probably were not in the image that recorded it"},
	} {
		p := testprofile.Parse(t, fmt.Sprintf(profile, section))
		samples, err := folded.Read(strings.NewReader("app.Shop.find 100\napp.Shop.close 300\napp.Cart.add 50\n"))
		if err != nil {
			t.Fatal(err)
		}
		names := convert.NewNames(p, convert.NameOptions{})
		r := reportOf(t, p)
		r.check(t, &summary.CheckedFile{Name: "a.iprof", Readable: true, Production: training.OfProduction(names, convert.NewNames(samples, convert.NameOptions{}), training.ProductionOptions{})})
		r.write(t)
		got := browsertest.VisitFile(t, page, r.page, "").Run(`
			for (const s of all("section")) if (text(s).startsWith("Production")) for (const e of s.querySelectorAll("p, caption, tr")) log([...e.childNodes].map((c) => c.textContent).join("|"));`)
		browsertest.Expect(t, got[:len(want)], want...)
	}
}

// TestReportWhoseUnit: values of stacks have the same unit everywhere on a page, their tool's.
func TestReportWhoseUnit(t *testing.T) {
	p, err := folded.Read(strings.NewReader("app.Shop.find 300\n"))
	if err != nil {
		t.Fatal(err)
	}
	r := reportOf(t, p)
	r.parts.Places = nil // as for stacks of other tools
	r.write(t)
	browsertest.Expect(t, browsertest.VisitFile(t, browsertest.Look(t, 1280, 800), r.page, "").Run(`
		for (const e of all(".answer, .where h2, caption")) log(text(e));`),
		"100% of the counts are in Shop.find.", "Where the counts areapplicationFlame graph", "Hottest methods: self counts", "Records")
}

// TestReportOfTime: a unit of time is called time in sentences, and methods that only call others are not among the hottest.
func TestReportOfTime(t *testing.T) {
	file, err := source.Gprofng.Read(strings.NewReader(`Functions Call Tree. Metric: Attributed Total CPU Time

Attr. Total    Name
CPU
 sec.      %
0.100 100.00   +-<Total>
0.100 100.00     +-main
0.060  60.00       +-work
0.040  40.00       +-wait
`), source.Options{})
	if err != nil {
		t.Fatal(err)
	}
	r := reportOf(t, file.Profile)
	r.parts.Places = nil
	r.write(t)
	browsertest.Expect(t, browsertest.VisitFile(t, browsertest.Look(t, 1280, 800), r.page, "").Run(`
		log(text(one(".answer")));
		log(text(one(".where h2")));
		const hottest = all("table").find((table) => text(table).startsWith("Hottest"));
		for (const row of hottest.querySelectorAll("tbody tr")) log(text(row));`),
		"60.0% of the time is in work.", "Where the time goesapplicationFlame graph", "work6060.0%", "wait4040.0%")
}

package page

import (
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/browsertest"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// TestReportFinds: of a search that only code that is not shown matches, the page says so and keeps it. Sites have their totals
// by kind, of all code; those whose types the profile does not list are unknown, and those with a count that is two numbers read
// as one, 20·2³² + 21, are damaged. Intervals are two columns of CSV. Columns without a number make room for others. Of 100
// samples Cart.add has 5, and 35 with the library that it calls.
func TestReportFinds(t *testing.T) {
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":1,"name":"void"},{"id":4,"name":"java.util.HashMap"},{"id":5,"name":"shop.Cart"}],
		"methods":[{"id":3,"name":"put","signature":[4,1]},{"id":4,"name":"add","signature":[5,1]},{"id":5,"name":"total","signature":[5,1]},{"id":6,"name":"items","signature":[5,1]},
		{"id":7,"name":"pay\u0301\u0301\u0301\u0301\u0301\u0301","signature":[5,1]}]`+
		testprofile.Calls("3:0 70", "4:0 20", "5:0 5", "3:0<4:1 5", "6:0 7", "7:0 8")+
		testprofile.Samples("3:1 60", "3:1<4:2 30", "3:1 5", "4:1 5")+
		testprofile.Section("virtualInvokeProfiles", []string{"3:7 4 13 5 12", "4:7 5 3", "3:9 0 85899345941"})+`}`)
	r := reportOf(t, p)
	r.addWithLibrary(t, p)
	v := browsertest.VisitFile(t, browsertest.Look(t, 1280, 800), r.page, "#/sites/receivers")
	const said = `
		const empty = () => text([...view().querySelectorAll(".empty")].find(shown)), which = () => [...view().querySelectorAll(".which button")].filter(shown);`
	browsertest.Expect(t, v.Run(inReport+said+`
		log(which().map(text).join(", ")); log(lines().map((l) => cells(l)[0]).join());
		await click(named("0 unknown")); log(empty()); log(which().filter((b) => b.getAttribute("aria-pressed") === "true").map(text).join());
		await click(named("1 match in JDK: show")); log(lines().map((l) => cells(l).join("|")).join()); log(w.location.hash);
		await go("#/methods?s=put"); log(empty());
		await click(named("1 match in JDK: show")); log(lines().map((l) => cells(l)[0]).join()); log(w.location.hash); log(view().querySelector("input").value);
		await go("#/methods?s=put%7Cadd"); log(lines().length); await click(named("1 match in JDK: show")); log(lines().length);
		await click(named("CSV")); const rows = copied.at(-1).trim().split("\n").map((l) => l.split(",")), at = (id) => rows.map((l) => l[rows[0].indexOf(id)]).join(" ");
		log(at("self_interval_low")); log(at("self_interval_high")); log(at("with_library"));`),
		"All sites, 0 bimorphic, 1 monomorphic, 0 unknown", "shop.Cart.add @7",
		"The filter and the switches above hide 3 sites. 1 match in JDK: showShow all", "0 unknown",
		"java.util.HashMap.put @9|1|85,899,345,941|>99.9%|unknown|damaged|n/a|<unknown type 0> 100%", "#/sites/receivers?k=application%2CJDK&only=unknown",
		"The filter and the switches above hide 5 methods. 1 match in JDK: showShow all",
		"java.util.HashMap.put", "#/methods?s=put&k=application%2CJDK", "put",
		"1", "2",
		// Wilson's intervals of 95 and of 5 of 100: (n + 1.92 ± 1.96·√(n·(100−n)/100 + 0.96)) / 103.84.
		"self_interval_low 0.88825 0.0215437", "self_interval_high 0.978456 0.11175", "with_library  35")
	v.Resize(400, 800)
	browsertest.Expect(t, v.Run(inReport+said+`
		await go("#/methods?o=-self"); for (let i = 0; i < 5; i++) await settled();
		log([...grid().querySelectorAll("[data-column]")].map((b) => b.dataset.column).join());
		log(Math.max(...lines().map((l) => (l.firstChild.textContent.match(/\u0301/g) || []).length)) + " " + getComputedStyle(lines()[0]).overflow);
		await go("#/units?s=put"); log(rowsSaid().split(",")[0]); await click(named("1 unit in JDK: show")); log(rowsSaid().split(",")[0]);
		await go("#/units?s=put&k=none"); log(empty());`),
		"method,self,entries,entries_share", "2 clip", // accents, stacked
		"1 of 5 units", "2 of 5 units", "None of the 5 units shown contains such a method. 2 units in application, JDK: show")
}

// TestNamed: an empty name is something that one can click.
func TestNamed(t *testing.T) {
	for name, want := range map[string]string{"": "<unnamed method>", " ": `<" ">`, "a.b": "a.b"} {
		if got := named(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

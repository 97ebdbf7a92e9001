package page

import (
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/rank"
	"github.com/iprof-viz/iprof-viz/internal/browsertest"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// addWithLibrary adds the samples of the application's methods with those in the library code that they call.
func (r *report) addWithLibrary(t *testing.T, p *iprof.Profile) {
	t.Helper()
	top, err := rank.Top(p, convert.NewNames(p, convert.NameOptions{}), rank.TopOptions{Metric: convert.Samples, Filter: convert.FilterOptions{View: convert.AppView}})
	if err != nil {
		t.Fatal(err)
	}
	r.parts.AppSamples = NewTable[SampleRow](top)
	r.write(t)
}

// TestReportFirstRows: while the application alone is shown, its methods are in the order of their samples with library code,
// which the heading shows at any width; sites keep that of the command, whose rank is of all code. An order that the reader chose stays.
func TestReportFirstRows(t *testing.T) {
	// Of 100 samples HashMap.put has 97, called by Cart.add (60), Cart.total (30) and Main.main (7); total has 2 self samples,
	// main 1.
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":1,"name":"void"},{"id":4,"name":"java.util.HashMap"},{"id":5,"name":"shop.Cart"},{"id":6,"name":"shop.Main"}],
		"methods":[{"id":3,"name":"put","signature":[4,1]},{"id":4,"name":"add","signature":[5,1]},{"id":5,"name":"total","signature":[5,1]},{"id":6,"name":"main","signature":[6,1]}]`+
		testprofile.Calls("3:0 900", "4:0 60", "5:0 30", "6:0 1")+
		testprofile.Samples("3:1<4:2<6:1 60", "3:1<5:2<6:2 30", "3:1<6:3 7", "5:9<6:2 2", "6:9 1")+
		testprofile.Section("conditionalProfiles", []string{"3:4 9 0 400 12 1 500", "4:4 9 0 50 12 1 50", "5:4 9 0 800 12 1 0"})+`}`)
	r := reportOf(t, p)
	r.addWithLibrary(t, p)
	const said = `
		const sorted = () => [...grid().querySelectorAll("[aria-sort=ascending], [aria-sort=descending]")].map((e) => text(e) + " " + e.getAttribute("aria-sort")).join();
		const names = () => lines().map((l) => l.firstChild.title.replace(/^.*\.(?=\w)/, "")).join(" ") + " by " + sorted();`
	page := browsertest.Look(t, 1280, 800)
	defer page.Close()
	v := browsertest.VisitFile(t, page, r.page, "#/methods")
	browsertest.Expect(t, v.Run(inReport+said+`
		log(names()); log(w.location.hash);
		await click(named("JDK")); log(names()); await click(named("JDK")); log(names());
		await click(grid().querySelector("[data-column=entries]")); log(names()); log(w.location.hash);
		await click(named("JDK")); log(names()); await click(named("JDK"));`),
		"add total main by With library descending", "#/methods",
		"put total main add by Self descending", "add total main by With library descending",
		"add total main by Entries descending", "#/methods?o=-entries", "put add total main by Entries descending")
	// By the name up and by itself: even the order that would be used without a choice is one.
	v.Load("#/methods?o=method")
	browsertest.Expect(t, v.Run(inReport+said+`
		log(names()); await click(grid().querySelector("[data-column=with_library]")); log(w.location.hash);
		await click(named("JDK")); log(names()); await go("#/methods?o=nothing"); log(names());`),
		"add total main by Method ascending", "#/methods?o=-with_library", "add total main put by With library descending", "add total main by With library descending")
	v.Load("#/sites/branches")
	browsertest.Expect(t, v.Run(inReport+said+`
		log(names()); await click(named("JDK")); log(names()); await click(grid().querySelector("[data-column=rank]")); await click(grid().querySelector("[data-column=rank]")); log(names());
		await click(grid().querySelector("[data-column=entropy]")); await click(grid().querySelector("[data-column=rank]")); log(names());
		await go("#/units"); log(text(one(".units [aria-sort]")) + " " + one(".units [aria-sort]").getAttribute("aria-sort") + getComputedStyle(one(".units [aria-sort]"), "::after").content);`),
		"add @4 total @4 by Rank ascending", "put @4 add @4 total @4 by Rank ascending", "put @4 add @4 total @4 by Rank ascending", "put @4 add @4 total @4 by Rank ascending",
		"Of all descending\" ↓\"")
	for _, width := range []int{400, 360} {
		v.Resize(width, 800)
		browsertest.Expect(t, v.Run(inReport+said+`
			for (const view of ["methods?k=application", "sites/branches?k=application&o=-executions"]) {
				await go("#/" + view); for (let i = 0; i < 5; i++) await settled();
				const head = grid().querySelector("[aria-sort=descending] button");
				log([sorted(), head.scrollWidth > head.clientWidth, grid().scrollWidth > grid().clientWidth]);
			}`), "With library descending,false,false", "Executions descending,false,false")
	}
}

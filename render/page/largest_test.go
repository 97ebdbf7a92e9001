package page

import (
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/browsertest"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// TestLargestChanges: the first screen of a comparison names the methods that changed most, before it says what is hot: in samples if
// both runs made as many calls, otherwise in points.
func TestLargestChanges(t *testing.T) {
	run := func(calls, b, c string) *iprof.Profile {
		return testprofile.Parse(t, `{`+testprofile.Methods("a", "b", "c", "d")+calls+testprofile.Samples("1:0 1000", "2:0<1:3 "+b, "3:0<1:5 "+c)+`}`)
	}
	calls := testprofile.Calls("1:0 50000", "2:0 70000", "3:0 90000")
	see := func(old, new *iprof.Profile) []string {
		r := reportOf(t, new)
		r.addBase(t, old, new)
		return browsertest.Visit(t, r.page, "#/overview", inReport+`
			for (let i = 0; i < 3; i++) await settled();
			const line = one(".largest"), box = (e) => e.getBoundingClientRect();
			log(text(line)); log([...line.querySelectorAll("a")].map((a) => a.getAttribute("href")).join(" "));
			log(box(one(".headline")).bottom <= box(line).top && box(line).bottom <= box(one(".answer")).top && box(line).bottom < innerHeight);`)
	}
	browsertest.Expect(t, see(run(calls, "900", "0"), run(calls, "300", "40")), "Most changed: T.b −600 samples (900 → 300) and T.c +40 (more).", "#/method/T.b()V #/method/T.c()V", "true")
	browsertest.Expect(t, see(run("", "900", "0"), run("", "300", "40")), "Most changed: T.b −24.98 points (×0.473) and T.c +2.99 (more).", "#/method/T.b()V #/method/T.c()V", "true") // T.a has as many
}

// TestHeadlineOfOtherPrograms: the first sentence of two programs says that they probably are, and no change of a method is named before.
func TestHeadlineOfOtherPrograms(t *testing.T) {
	run := func(names ...string) *iprof.Profile {
		return testprofile.Parse(t, `{`+testprofile.Methods(names...)+testprofile.Samples("1:0 1000", "2:0<1:3 300")+`}`)
	}
	old, new := run("a", "b"), run("c", "d")
	r := reportOf(t, new)
	r.addBase(t, old, new)
	browsertest.Expect(t, browsertest.Visit(t, r.page, "#/overview", inReport+`
		for (let i = 0; i < 3; i++) await settled();
		log(text(one("article").firstElementChild)); log(text(one("article > .shares")).split(". ")[0]); log(all(".largest").length);`),
		"Compared with old/shop.iprof: probably different programs.", "Overlap: samples 0.0%", "0")
}

// TestAllHasItsChange: where pictures show changes of numbers, the box of all stacks has the color of its change, like that of a method that
// has all of them; where they show shares, all is all, and gray.
func TestAllHasItsChange(t *testing.T) {
	run := func(calls, samples string) *iprof.Profile {
		return testprofile.Parse(t, `{`+testprofile.Methods("a", "b", "c")+calls+testprofile.Samples("2:0<1:3 "+samples, "3:0<1:5 "+samples)+`}`)
	}
	for calls, want := range map[string]string{testprofile.Calls("1:0 50000", "2:0 70000"): "true 121,125,226", "": "false 215,218,222"} {
		r := reportOf(t, run(calls, "300"))
		r.addBase(t, run(calls, "900"), run(calls, "300"))
		browsertest.Expect(t, browsertest.Visit(t, r.page, "", inReport+`
			for (let i = 0; i < 3; i++) await settled();
			const canvas = one(".where canvas"), pixel = (y) => [...canvas.getContext("2d").getImageData(400, y, 1, 1).data].slice(0, 3).join();
			log((pixel(9) === pixel(27)) + " " + pixel(9));`), want)
	}
}

// TestSitesWithoutChanges: a list of sites of which none has changed has no column of changes, which would be empty.
func TestSitesWithoutChanges(t *testing.T) {
	run := func(jumps string) *iprof.Profile {
		return testprofile.Parse(t, `{`+testprofile.Methods("a", "b")+testprofile.Calls("1:0 50000", "2:0 70000")+`,"conditionalProfiles":[{"ctx":"1:3","records":[5,0,50000,8,1,`+jumps+`]}]}`)
	}
	for jumps, want := range map[string]string{"50000": "false", "5000000": "true"} {
		r := reportOf(t, run(jumps))
		r.addBase(t, run("50000"), run(jumps))
		browsertest.Expect(t, browsertest.Visit(t, r.page, "#/sites/branches", inReport+`
			for (let i = 0; i < 3; i++) await settled();
			log(all(".grid .head [role=columnheader]").map(text).includes("Change"));`), want)
	}
}

// TestPartlyCountedEntries: entries of a method that also ran in contexts without a count are a lower bound, in the list and on its page.
func TestPartlyCountedEntries(t *testing.T) {
	for _, test := range []struct{ calls, list, page string }{
		{testprofile.Calls("1:0 9000", "2:0<1:5 60", "3:0<2:7<1:6 120", "3:0<2:7 40"), "T.f|≥ 60|n/a|≥ 60", "≥ 60, 0.65% of all: n/a as compilation root, ≥ 60 inlined, in 1 inlining context; not counted in 2 more"},
		{testprofile.Calls("1:0 9000", "2:0<1:5 60", "3:0<2:7 40"), "T.f|≥ 60|n/a|60", "≥ 60, 0.66% of all: n/a as compilation root, 60 inlined, in 1 inlining context; not counted in 1 more"},
		{testprofile.Calls("1:0 9000", "2:0<1:5 60", "2:0 7", "3:0<2:7 40"), "T.f|67|7|60", "67, 0.74% of all: 7 as compilation root, 60 inlined, in 2 inlining contexts"},
	} {
		p := testprofile.Parse(t, `{`+testprofile.Methods("main", "f", "g")+test.calls+`}`)
		browsertest.Expect(t, browsertest.Visit(t, reportOf(t, p).page, "#/methods", inReport+`
			for (let i = 0; i < 3; i++) await settled();
			const row = all(".grid [role=row]").map((r) => [...r.children].map(text)).find((r) => r[0] === "T.f");
			log([row[0], row[1], row[3] || "n/a", row[4]].join("|"));
			location.hash = "#/method/T.f()V"; await settled(); await settled();
			log(text(one(".numbers dd")));`), test.list, test.page)
	}
}

// TestOverloadsInSentences: two methods of one name have their parameters where they are in one sentence or list, and no others have.
func TestOverloadsInSentences(t *testing.T) {
	run := func(some, other string) *iprof.Profile {
		return testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":0,"name":"void"},{"id":1,"name":"a.b.T"},{"id":2,"name":"int"},{"id":3,"name":"java.lang.String"}],
			"methods":[{"id":1,"name":"main","signature":[1,0]},{"id":2,"name":"put","signature":[1,0,2]},{"id":3,"name":"put","signature":[1,0,3]}]`+
			testprofile.Calls("1:0 50000", "2:0 70000", "3:0 90000")+testprofile.Samples("1:0 1000", "2:0<1:3 "+some, "3:0<1:5 "+other)+`}`)
	}
	r := reportOf(t, run("300", "4000"))
	r.addBase(t, run("900", "0"), run("300", "4000"))
	browsertest.Expect(t, browsertest.Visit(t, r.page, "#/overview", inReport+`
		for (let i = 0; i < 3; i++) await settled();
		log(text(one(".largest")).replace(/[−+]\S+|\([^)]*[→m][^)]*\)/g, "")); log([...one(".answer").querySelectorAll("a:not(.spot)")].map(text).join(" "));
		await go("#/flame"); for (let i = 0; i < 3; i++) await settled();
		log([...document.querySelectorAll(".details .changes button")].map(text).join(" "));`),
		"Most changed: T.put(String)  samples  and T.put(int)  .", "T.put", "T.put T.put(int) T.main")
}

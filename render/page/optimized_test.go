package page

import (
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/hierarchy"
	"github.com/iprof-viz/iprof-viz/convert/inlining"
	"github.com/iprof-viz/iprof-viz/convert/optimized"
	"github.com/iprof-viz/iprof-viz/internal/browsertest"
	"github.com/iprof-viz/iprof-viz/internal/testpath"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/optlog"
)

// TestReportOptimized: the tab has the units of the optimized image: calls that are left with their reasons, bounds, copies that are new, and
// methods that only the log has.
func TestReportOptimized(t *testing.T) {
	browsertest.Short(t)
	r := reportOf(t, testprofile.Example("wordcount.iprof"))
	p := testprofile.Example("wordcount.iprof")
	path := testpath.Open(t, "../../testdata/wordcount.jar")
	log, err := optlog.Read("../../testdata/wordcount.optlog.jsonl", optlog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	units, err := optimized.New(p, log).NewUnits(calls.New(p, calls.Options{Class: path.Class, Classes: hierarchy.New(path.Class, path.Headers)}), path.Class)
	if err != nil {
		t.Fatal(err)
	}
	trees, err := inlining.New(units.Profile, convert.NewNames(units.Profile, convert.NameOptions{}), inlining.Options{Image: units})
	if err != nil {
		t.Fatal(err)
	}
	r.parts.Optimized = NewUnits(trees)
	r.write(t)
	v := browsertest.VisitFile(t, browsertest.Look(t, 1280, 800), r.page, "#/optimized")
	got := v.Run(inReport + `
		log(text(one("[role=tab][aria-selected=true]")) + "; " + text(one("aside.unit .note")) + "; " + summary());
		await click(named("Expand all"));
		for (const row of lines()) log([...row.children].map(text).join(" | "));
		await click([...lines()].at(-1));
		log(w.location.hash);`)
	want := []string{
		"Optimized; Widths are inclusive method entries (with inlined callees) that are certain.; 2 units, with 100% of all certain entries. Sorted by inclusive entries that are certain: ≤ and ≥ are bounds, and not in them",
		"▾words.WordCount.addLine 4 instances | 10,000 |  | >99.9% | ",
		"→ @44 java.lang.String.substring ≤ 140k calls · call: relevance-based (relevance=0.125000, probability=14.000000, bonus=1.000000, nodes=520 > 300.000000)",
		"@17 words.WordCount.isLetter | 670,000 | ×67 |  | 81.7%",
		"▾@47 words.WordCount.find | 140,000 | ×14 |  | 17.1%",
		"→ @29 java.lang.String.equals ≤ 150k calls · call: relevance-based (relevance=0.500000, probability=15.000000, bonus=1.000000, nodes=340 > 300.000000)",
		"@6 java.lang.String.length | ≤ 680,000 |  |  | n/a",
		"▾words.WordCount.main 4 instances | 1 |  | <0.01% | ",
		"→ @20 words.WordCount.addLine 10.0k calls · call: relevance-based (relevance=0.062500, probability=10000.000000, bonus=1.000000, nodes=412 > 300.000000)",
		"▾@39 words.WordCount.find | 1 | ×1 |  | 33.3%",
		"@29 + java.lang.String.equals | ≤ 149,989 |  |  | n/a",
		"@4 words.WordCount.<init> | 1 | ×1 |  | 33.3%",
		"#/optimized?u=words.WordCount.main%28%5BLjava%2Flang%2FString%3B%29V",
	}
	for i := range max(len(got), len(want)) {
		if i >= len(got) || i >= len(want) || got[i] != want[i] {
			t.Fatalf("line %d of\n%s", i, strings.Join(got, "\n"))
		}
	}
}

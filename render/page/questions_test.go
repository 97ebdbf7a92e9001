package page

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/browsertest"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// TestFirstScreenAnswers: the first screen answers five questions without a click and without scrolling: what is hot, why, on which line,
// who calls it, and what changed. It does with samples and code, with counts alone, where places take a click, and in a comparison.
func TestFirstScreenAnswers(t *testing.T) {
	text, err := os.ReadFile("../../testdata/shop.iprof")
	if err != nil {
		t.Fatal(err)
	}
	var counts map[string]any
	if err := json.Unmarshal(text, &counts); err != nil {
		t.Fatal(err)
	}
	delete(counts, "samplingProfiles")
	if text, err = json.Marshal(counts); err != nil {
		t.Fatal(err)
	}
	compared := shopReport(t)
	compared.addBase(t, olderShop(t), testprofile.Example("shop.iprof"))
	for _, of := range []struct {
		name, page string
		want       []string
	}{
		{"samples and code", wordCountReport(t).page, []string{"hot: 53.3% WordCount.addLine", "why: String.substring", "line: 27", "caller: WordCount.main"}},
		{"counts alone", reportOf(t, testprofile.Parse(t, string(text))).page, []string{"hot: 2.98% InvoiceWriter.field", "why: flame graph", "line: ", "caller: InvoiceWriter.write", "line, in Sites: com.example.shop.InvoiceWriter.escape @10"}},
		{"compared", compared.page, []string{"hot: 33.2% InvoiceWriter.field", "why: StringBuilder.append", "line: @3", "caller: InvoiceWriter.write", "changed: Since old/shop.iprof: 60.5% fewer samples for 50.0% fewer calls: 21.0% fewer per call; faster per call if sampled equally often.", "changed: com.example.shop.OrderReader.parseItem"}},
	} {
		t.Run(of.name, func(t *testing.T) {
			browsertest.Expect(t, browsertest.Visit(t, of.page, "", inReport+`
				for (let i = 0; i < 5; i++) await settled();
				const seen = (e) => { const r = e?.getBoundingClientRect(); return r && r.height > 0 && r.top >= 0 && r.bottom <= innerHeight ? e : null; };
				const answer = seen(one(".answer")), links = [...answer.querySelectorAll("a:not(.spot)")].map(text);
				log("hot: " + text(answer.querySelector("b")) + " " + links[0]);
				log("why: " + (links[1] ?? (seen(one(".where canvas")) ? "flame graph" : "")));
				const place = / on line (\d+)| at (@\d+)/.exec(text(answer)), caller = seen(answer.nextElementSibling.querySelector("a"));
				log("line: " + (place ? place[1] || place[2] : ""));
				log("caller: " + text(caller));
				if (one(".headline")) log("changed: " + text(seen(one(".headline"))));
				const change = [...view().querySelectorAll("table.changed td a")][0];
				if (change) log("changed: " + text(seen(change)));
				if (!place) { await click(named("Sites")); await settled(); log("line, in Sites: " + cells(seen(lines()[0]))[0]); }`), of.want...)
		})
	}
}

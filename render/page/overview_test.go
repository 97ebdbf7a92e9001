package page

import (
	"fmt"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/internal/browsertest"
	"github.com/iprof-viz/iprof-viz/internal/testfile"
	"github.com/iprof-viz/iprof-viz/internal/testmodel"
	"github.com/iprof-viz/iprof-viz/internal/testpath"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// wordCountReport returns a report with the code and the source of WordCount.
func wordCountReport(t *testing.T) report {
	t.Helper()
	p, lines := testmodel.WordCount(t)
	path := testpath.Open(t, "../../testdata/wordcount.jar")
	source := testfile.Read(t, "../../testdata/java/words/WordCount.java")
	names := convert.NewNames(p, convert.NameOptions{})
	l, err := code.List(p, names, nil, code.ListOptions{
		Filter: reportFilter, Limit: 4, Hottest: 1000, Class: path.Class,
		Source: func(*classfile.Class) ([]byte, string, error) { return source, "", nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	r := reportOf(t, p)
	r.parts.Code = NewCode(l, nil)
	r.addPlaces(t, p, names, 0, lines, l.Methods...)
	r.addWithLibrary(t, p)
	r.write(t)
	return r
}

// TestOverviewOpens: the window of a report has, as it opens and from top to bottom, the answer, the flame graph of the application
// and the hottest line. Of 584 samples 311 are in addLine or in library code that it calls: 72 of its own, 97 in charAt and 142 in
// substring. Line 27 has those of substring and 5 of its own, line 26 has 6.
func TestOverviewOpens(t *testing.T) {
	r := wordCountReport(t)
	v := browsertest.VisitFile(t, browsertest.Look(t, 1280, 800), r.page, "")
	const see = `
		for (let i = 0; i < 5; i++) await settled();
		const box = (s) => one(s).getBoundingClientRect();
		const order = [".answer", ".verdict", ".where .scroller", ".hotline", ".columns table"].map((s) => one(s) ? box(s) : null).filter(Boolean);`
	browsertest.Expect(t, v.Run(see+`
		log(text(one(".answer"))); log(text(one(".shares"))); log(order.length + " " + order.every((b, i) => !i || b.top >= order[i - 1].bottom) + " " + (box(".hotline").bottom < innerHeight));
		for (const row of one(".hotline").children) log(row.className + "|" + [...row.children].slice(1).map((c) => text(c).trim()).join("|"));
		// Five rows: all, main, addLine, its callees, those of find. The first two are as wide as the article.
		const canvas = one(".where canvas"), pixel = (x, y) => [...canvas.getContext("2d").getImageData(x * devicePixelRatio, y * devicePixelRatio, 1, 1).data].slice(0, 3).join();
		log(box(".where canvas").height + " " + (box(".where canvas").width === box(".columns").width));
		log([pixel(600, 24) === pixel(600, 40), pixel(600, 24) === pixel(500, 60), pixel(900, 78)].join(" "));
		const bar = one(".columns td.bar"), size = parseFloat(getComputedStyle(bar).backgroundSize), range = document.createRange(); range.selectNodeContents(bar);
		log(size > 40 && range.getBoundingClientRect().left > bar.getBoundingClientRect().left + 14 + size);
		log(text(one(".answer .spot")) + " " + new URLSearchParams(one(".answer .spot").hash.split("?")[1]).get("at"));
		await click(one(".where h2 a")); log(location.hash);`),
		"53.3% of the samples are in WordCount.addLine, 25.2% on line 27, which calls String.substring.",
		"Of all 584 samples: 53.3% in the method and the library code it calls, 12.3% in its own code (self), 100% with the application methods it calls as well (total). Heaviest caller: WordCount.main.", "5 true true",
		"||25|}", "|1.03%|26|} else if (begin >= 0) {", "hottest|25.2%|27|counts[find(line.substring(begin, i))]++;", "||28|begin = -1;", "||29|}",
		"90 true", "true false 255,255,255", "true", "line 27 44", "#/flame?k=application%2CJDK")
}

// TestComparisonOpens: the window of a comparison has the headline, the answer in smaller letters, the flame graph, the changes and the
// hottest line; verdicts on both profiles are one line.
func TestComparisonOpens(t *testing.T) {
	p, _ := testmodel.WordCount(t)
	r := wordCountReport(t)
	r.addBase(t, p, p)
	v := browsertest.VisitFile(t, browsertest.Look(t, 1280, 800), r.page, "")
	browsertest.Expect(t, v.Run(`
		for (let i = 0; i < 5; i++) await settled();
		const box = (s) => one(s).getBoundingClientRect(), size = (s) => parseFloat(getComputedStyle(one(s)).fontSize);
		const order = [".headline", ".answer", ".verdict", ".where .scroller", ".hotline"].map(box);
		log(order.every((b, i) => !i || b.top >= order[i - 1].bottom) + " " + (box(".hotline").bottom < innerHeight) + " " + (size(".answer") < size(".headline")));
		log(new Set([...document.querySelectorAll(".verdict")].map((e) => e.getBoundingClientRect().top)).size + " " + (box(".columns h2").top < innerHeight - 100) + " " + (box(".columns h2").left < box(".hotline").left - 100));`),
		"true true true", "1 true true")
}

// TestOverviewSays: the first sentence of profiles without samples, without names, with few samples and without anything.
func TestOverviewSays(t *testing.T) {
	const methods = `{"version":"1.0.0","types":[{"id":0,"name":"app.Shop"},{"id":1,"name":"int"},{"id":2,"name":"java.lang.Math"}],"methods":[{"id":1,"name":"find","signature":[0,1]},{"id":2,"name":"close","signature":[0,1]},{"id":3,"name":"a","signature":[2,1]}]`
	page := browsertest.Look(t, 1280, 800)
	for name, c := range map[string]struct{ profile, want string }{
		"counts":   {methods + `,"callCountProfiles":[{"ctx":"1:0","records":[300]},{"ctx":"2:0","records":[100]}]}`, "75.0% of the method entries are of Shop.find."},
		"place":    {methods + `,"callCountProfiles":[{"ctx":"2:0","records":[1]},{"ctx":"1:0<2:7","records":[300]},{"ctx":"1:0<2:9","records":[40]}]}`, "99.7% of the method entries are of Shop.find, called mostly by Shop.close at @7."},
		"all":      {methods + `,"callCountProfiles":[{"ctx":"2:0","records":[1]},{"ctx":"1:0<2:7","records":[300]}]}`, "99.7% of the method entries are of Shop.find, called by Shop.close at @7."},
		"both":     {methods + `,"callCountProfiles":[{"ctx":"2:0","records":[1]},{"ctx":"1:0<2:7","records":[200]},{"ctx":"1:0<1:5<2:7","records":[100]}]}`, "99.7% of the method entries are of Shop.find, which calls itself and is called mostly by Shop.close at @7."},
		"places":   {methods + `,"callCountProfiles":[{"ctx":"2:0","records":[1]},{"ctx":"1:0<2:7","records":[150]},{"ctx":"1:0<2:9","records":[150]}]}`, "99.7% of the method entries are of Shop.find."},
		"itself":   {methods + `,"callCountProfiles":[{"ctx":"2:0","records":[1]},{"ctx":"1:0<2:7","records":[1]},{"ctx":"1:0<1:5<2:7","records":[300]}]}`, "99.7% of the method entries are of Shop.find, which calls itself."},
		"tie":      {methods + `,"callCountProfiles":[{"ctx":"1:0","records":[200]},{"ctx":"2:0","records":[200]}]}`, "50.0% of the method entries each are of Shop.close and Shop.find."},
		"library":  {methods + `,"callCountProfiles":[{"ctx":"1:0","records":[1]},{"ctx":"3:0","records":[9000]}]}`, ">99.9% of the method entries are of Math.a, 0.01% of Shop.find, the application’s most called."},
		"equal":    {methods + `,"callCountProfiles":[{"ctx":"1:0","records":[1]},{"ctx":"2:0","records":[1]},{"ctx":"3:0","records":[9000]}]}`, ">99.9% of the method entries are of Math.a."},
		"branches": {methods + `,"conditionalProfiles":[{"ctx":"1:0","records":[3,0,1,6,1,1]}]}`, "This profile has neither samples nor method entries. It has executions of conditionals."},
		"empty":    {methods + `}`, "This profile is empty: there is nothing to show."},
	} {
		p := testprofile.Parse(t, c.profile)
		got := strings.Join(browsertest.VisitFile(t, page, reportOf(t, p).page, "").Run(`log(text(one(".answer"))); if (one(".hotline")) log("a line"); if (one(".answer + .note")?.textContent.includes("With class files")) log("+");`), " ")
		if strings.Contains(c.profile, "callCount") {
			c.want += " +"
		}
		if got != c.want {
			t.Errorf("%s: %s\nwant %s", name, got, c.want)
		}
	}
	for kind, want := range map[string]string{
		"few-samples": "Only 3 samples: too few to rank methods. 2 samples are in Shop.find, 2 samples at @4.",
		"stripped":    "This profile has no names: its methods are numbers. 66.7% of the samples are in Shop.find, 66.7% at @4.",
	} {
		r := reportOf(t, testprofile.Parse(t, methods+`,"samplingProfiles":[{"ctx":"1:4","records":[2]},{"ctx":"2:4","records":[1]}]}`))
		for i := range r.parts.Check.Files {
			r.parts.Check.Files[i].Findings = []CheckFinding{{Severity: "warning", Kind: kind}}
		}
		r.write(t)
		browsertest.Expect(t, browsertest.VisitFile(t, page, r.page, "").Run(`log(text(one(".answer")));`), want)
	}
	// A method that calls nothing: one share is enough.
	r := reportOf(t, testprofile.Parse(t, methods+`,"samplingProfiles":[{"ctx":"1:4","records":[400]},{"ctx":"2:4","records":[100]}]}`))
	browsertest.Expect(t, browsertest.VisitFile(t, page, r.page, "").Run(`log(text(one(".shares")));`), "Of all 500 samples: 80.0% in the method, all in its own code (self and total). @4: bytecode index; for source lines, make the report with --classpath app.jar --source-path src.")
}

// TestAnswerNamesCallees: the first sentence names the one or two methods that half of the samples of the hottest place are in, or the one
// that has more than that place in calls at several places together.
func TestAnswerNamesCallees(t *testing.T) {
	page := browsertest.Look(t, 1280, 800)
	for samples, want := range map[string]string{
		"2:0<1:9 300|3:0<1:5 300|3:0<1:12 300|1:9 100": "100% of the samples are in Shop.find, 60.0% in 2 calls of Math.b, 40.0% at @9, which calls Math.a.",
		"2:0<1:9 300|3:0<1:5 250|3:0<1:12 250|1:9 200": "100% of the samples are in Shop.find, 50.0% at @9, which calls Math.a.",
		"3:0<2:4<1:9 600|2:0<1:9 400":                  "100% of the samples are in Math.a, called by Shop.find at @9; 60.0% of all are in Math.b itself.",
		"600 200 200":                                  "100% of the samples are in Math.a, called by Shop.find at @9.",
		"400 350 250":                                  "100% of the samples are in Shop.find, 100% at @9, which calls Math.a and Math.b.",
		"200 200 200":                                  "100% of the samples are in Shop.find, 100% at @9.",
	} {
		records := strings.Split(samples, "|")
		if len(records) == 1 { // of three callees at one place
			var n [3]int
			if _, err := fmt.Sscan(samples, &n[0], &n[1], &n[2]); err != nil {
				t.Fatal(err)
			}
			records = []string{fmt.Sprint("2:0<1:9 ", n[0]), fmt.Sprint("3:0<1:9 ", n[1]), fmt.Sprint("4:0<1:9 ", n[2]), fmt.Sprint("1:9 ", 1000-n[0]-n[1]-n[2])}
		}
		p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":0,"name":"app.Shop"},{"id":1,"name":"int"},{"id":2,"name":"java.lang.Math"}],
			"methods":[{"id":1,"name":"find","signature":[0,1]},{"id":2,"name":"a","signature":[2,1]},{"id":3,"name":"b","signature":[2,1]},{"id":4,"name":"c","signature":[2,1]}]`+
			testprofile.Samples(records...)+`}`)
		r := reportOf(t, p)
		r.addPlaces(t, p, convert.NewNames(p, convert.NameOptions{}), 100, nil)
		r.write(t)
		browsertest.Expect(t, browsertest.VisitFile(t, page, r.page, "").Run(`log(text(one(".answer")));`), want)
	}
}

// TestAnswerOfAFlatProfile: where no method stands out, the first sentence begins with the ways that the heaviest one forks into.
func TestAnswerOfAFlatProfile(t *testing.T) {
	var methods, records []string
	for id := 1; id <= 14; id++ {
		methods = append(methods, fmt.Sprintf(`{"id":%d,"name":"m%d","signature":[0,1]}`, id, id))
		if id <= 8 {
			records = append(records, fmt.Sprintf("%d:0<20:1<22:0 75", id))
		} else {
			records = append(records, fmt.Sprintf("%d:0<21:1<22:3 %d", id, 60+id))
		}
	}
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":0,"name":"app.Shop"},{"id":1,"name":"int"}],"methods":[`+strings.Join(methods, ",")+
		`,{"id":20,"name":"first","signature":[0,1]},{"id":21,"name":"second","signature":[0,1]},{"id":22,"name":"main","signature":[0,1]}]`+testprofile.Samples(records...)+`}`)
	browsertest.Expect(t, browsertest.Visit(t, reportOf(t, p).page, "", `log(d.querySelector(".answer").textContent);`),
		"58.3% of the samples are below Shop.first and 41.7% below Shop.second. No method stands out: 7.29% are in Shop.m1, 7.29% at @0.")
}

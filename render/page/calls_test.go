package page

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/hierarchy"
	"github.com/iprof-viz/iprof-viz/convert/rank"
	"github.com/iprof-viz/iprof-viz/internal/browsertest"
	"github.com/iprof-viz/iprof-viz/internal/testfile"
	"github.com/iprof-viz/iprof-viz/internal/testpath"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
	"github.com/iprof-viz/iprof-viz/render/tables"
)

// TestCallsAreThoseOfPeek: a page has each call, and each row for entries from outside, that peek has of all methods, with the same count
// and evidence, and no other.
func TestCallsAreThoseOfPeek(t *testing.T) {
	wordcount := testfile.Read(t, "../../testdata/wordcount.iprof")
	type profile struct {
		data    []byte
		classes string
	}
	all := map[string]profile{"wordcount with classes": {wordcount, "../../testdata/wordcount.jar"}}
	if data, err := os.ReadFile("../../../shared/jvm/calls/profile.iprof"); err == nil {
		all["dispatch"], all["dispatch with classes"] = profile{data, ""}, profile{data, "../../../shared/jvm/calls/classes"}
	}
	for name, data := range testprofile.Varied(t) {
		all[name] = profile{data, ""}
	}
	for name, of := range all {
		t.Run(name, func(t *testing.T) {
			p := testprofile.Parse(t, string(of.data))
			if p.Total(iprof.Calls) == 0 {
				return
			}
			var opts calls.Options
			if of.classes != "" {
				path := testpath.Open(t, of.classes)
				opts = calls.Options{Class: path.Class, Classes: hierarchy.New(path.Class, path.Headers)}
			}
			samePeek(t, p, opts)
		})
	}
}

// samePeek compares the calls of a page with the JSON of peek.
func samePeek(t *testing.T, p *iprof.Profile, opts calls.Options) {
	t.Helper()
	names := convert.NewNames(p, convert.NameOptions{})
	r := report{json: map[string]map[string]any{}}
	peek, err := rank.Peek(p, names, nil, rank.PeekOptions{Metric: convert.Calls, Filter: reportFilter, Code: opts})
	if err != nil {
		t.Fatal(err)
	}
	r.keep(t, "peek", func(w io.Writer) error { return tables.JSON(w, peek) })
	pr := convert.Project(p, p.Contexts, names, reportFilter)
	opts.Contexts = pr
	graph := calls.New(p, opts)
	table, err := rank.Calls(p, names, rank.CallOptions{Graph: graph, Filter: reportFilter, Made: true})
	if err != nil {
		t.Fatal(err)
	}
	r.parts.Methods, r.parts.SiteCalls = NewMethods(p, names), NewCalls(table, graph, names, graph.Outside(names, pr))
	r.write(t)
	_, records := recordsOf(t, r)

	text := func(x any) string { // absent is null
		switch x := x.(type) {
		case nil:
			return ""
		case float64:
			return strconv.FormatFloat(x, 'f', -1, 64)
		}
		return fmt.Sprint(x)
	}
	want, got := map[string]bool{}, map[string]bool{}
	for _, method := range r.rows("peek") {
		for _, n := range objects(method["neighbors"]) {
			count := text(n["count"]) + " " + text(n["bound"])
			switch {
			case n["relation"] == "callee" && n["bci"] != nil:
				target := text(n["other_id"])
				if target == "" {
					target = text(n["other"])
				}
				want[fmt.Sprint(method["id"], " @", n["bci"], " ", target, " ", count, " ", n["evidence"])] = true
			case n["relation"] == "caller" && n["bci"] == nil && n["evidence"] == nil && n["other"] != convert.HiddenCaller:
				want[fmt.Sprint(method["id"], " from ", n["other"], " ", count)] = true
			}
		}
	}
	part := records["calls"]
	profilers := map[string]bool{} // which peek hides in this view
	for _, m := range r.parts.Methods.Methods {
		profilers[fmt.Sprint(m.ID)] = m.Kind == convert.Profiler
	}
	for _, c := range objects(part["rows"]) {
		target := text(c["target_id"])
		if profilers[target] {
			continue
		}
		if target == "" {
			target = text(c["target"])
		}
		got[fmt.Sprint(text(c["id"]), " @", text(c["bci"]), " ", target, " ", text(c["calls"]), " ", text(c["bound"]), " ", c["evidence"])] = true
	}
	for _, e := range objects(part["entered"]) {
		if e["contradiction"] == nil || text(e["count"]) != "0" {
			got[fmt.Sprint(text(e["id"]), " from ", e["name"], " ", text(e["count"]), " ", text(e["bound"]))] = true
		}
	}
	for key := range want {
		if !got[key] {
			t.Errorf("the page lacks %s", key)
		}
	}
	for key := range got {
		if !want[key] {
			t.Errorf("only the page has %s", key)
		}
	}
}

// callsOf returns the rows of the tables of callers and callees on the pages of methods, made of the JSON of peek and graph. Addresses are
// those of methods by id.
func (r *report) callsOf(addresses map[string]string, ids []string) []string {
	samples := map[string]string{} // by caller, place and callee
	place := func(caller, bci, callee any) string { return fmt.Sprint(caller, bci, callee) }
	for _, e := range r.rows("graph") {
		samples[place(e["caller_id"], e["bci"], e["callee_id"])] = counted(e["count"])
	}
	var all []string
	counts, evident := map[string]bool{}, map[string]bool{} // sides of methods with calls, and with evidence for them
	sampled := map[string]bool{}                            // calls with samples that peek has as well
	entries := map[any]float64{}
	for _, m := range r.rows("top.calls") {
		entries[m["id"]], _ = m["entries"].(json.Number).Float64()
	}
	for _, method := range r.rows("peek") {
		id := fmt.Sprint(method["id"])
		if !slices.Contains(ids, id) {
			continue
		}
		for _, n := range objects(method["neighbors"]) {
			side, caller, callee := "Callers", n["other_id"], method["id"]
			switch n["relation"] {
			case "callee":
				side, caller, callee = "Callees", method["id"], n["other_id"]
			case "method":
				continue
			}
			line := addresses[id] + " | " + side + " | Method=" + n["other"].(string)
			if bci := n["bci"]; bci != nil {
				line += fmt.Sprint(" @", bci)
			}
			mark := map[any]string{"at_least": "≥ ", "at_most": "≤ "}[n["bound"]]
			count := func(heading, text string) {
				if n["count"] == nil {
					text = "n/a"
				}
				line += " " + heading + "=" + text
			}
			count("Calls", mark+counted(n["count"]))
			if side == "Callers" {
				count("% of entries", mark+numbers.Percent(ratio(n["count"], entries[method["id"]]), 1))
			}
			if n["evidence"] != nil && n["evidence"] != "" {
				count("Per entry", mark+treeFactorOf(ratio(n["count"], entries[caller])))
				key := place(caller, n["bci"], callee)
				if samples[key] != "" && callee != nil {
					line += " Samples=" + samples[key]
					sampled[key] = true
				}
				line += fmt.Sprint(" Evidence=", n["evidence"])
				evident[id+side] = true
			}
			counts[id+side] = true
			all = append(all, line)
		}
	}
	for _, e := range r.rows("graph") {
		if sampled[place(e["caller_id"], e["bci"], e["callee_id"])] {
			continue
		}
		for side, of := range map[string][2]string{"Callers": {"callee_id", "caller_id"}, "Callees": {"caller_id", "callee_id"}} {
			id := fmt.Sprint(e[of[0]])
			if !slices.Contains(ids, id) {
				continue
			}
			caption, known := side, ""
			if !counts[id+side] {
				caption += " in samples"
			}
			if evident[id+side] {
				known = " Evidence=samples"
			}
			all = append(all, strings.TrimSpace(fmt.Sprintf("%s | %s | Method=%s @%v Samples=%s%s", addresses[id], caption, r.names[fmt.Sprint(e[of[1]])], e["bci"], counted(e["count"]), known)))
		}
	}
	return all
}

// ratio divides a number of JSON.
func ratio(n any, of float64) float64 {
	x, _ := n.(json.Number)
	value, _ := x.Float64()
	return value / of
}

// TestReportOfTheOptimizedImage: with a log of the compiler, the first view has the most frequent calls that are left, with the compiler's
// words, which stay text, and leads to all of them; their panel has both.
func TestReportOfTheOptimizedImage(t *testing.T) {
	r := reportOf(t, testprofile.Example("shop.iprof")) // whose rows are changed
	part := r.parts.SiteCalls
	var left []*SiteCall
	for i := range part.Rows {
		if c := &part.Rows[i]; c.Calls.Known && c.Calls.Value > 0 && len(left) < 6 {
			left = append(left, c)
		}
	}
	slices.SortStableFunc(left, func(a, b *SiteCall) int { return int(b.Calls.Value - a.Calls.Value) })
	for i, c := range left {
		c.Optimized, c.Reason, c.Left = fmt.Sprintf("call in %d of 9 copies", i+1), fmt.Sprintf("<img src=x onerror=pwned()> %d", i), int64(i+1)
	}
	part.Rows[len(part.Rows)-1].Optimized = "inlined"
	part.Log = true
	r.write(t)
	v := browsertest.VisitFile(t, browsertest.Look(t, 1280, 800), r.page, "")
	var want []string
	for i, c := range left[:4] {
		want = append(want, fmt.Sprintf("%s calls: |call in %d of 9 copies; compiler: <img src=x onerror=pwned()> %d", numbers.Thousands(c.Calls.Value), i+1, i))
	}
	browsertest.Expect(t, v.Run(inReport+`
		for (const item of all(".left li")) log(text(item.querySelector("b")).replace("≥ ", "") + " |" + text(item.querySelector(".note")));
		await click(one(".left > .note a")); log(location.hash.split("&k=")[0]); log(text(one(".column > .summary")).split(" ")[0]);
		await click(lines()[0].lastChild); const h = all("aside h3").find((e) => text(e) === "In the optimized image"); log([...h.nextSibling.children].map(text).join("|"));
		log(all("img").length);`),
		append(want, "#/sites/calls?only=left&o=-calls", "6", "call in 1 of 9 copies|compiler: <img src=x onerror=pwned()> 0", "0")...)
}

// TestCallsBeginWithTheStayed: the list of calls begins with the one that stayed a call most often. If those are in libraries, code of all
// kinds is shown; a list of other sites stays the application's, and the address has the kinds that a reader chooses.
func TestCallsBeginWithTheStayed(t *testing.T) {
	page, all := browsertest.Look(t, 1280, 800), 0
	defer page.Close()
	for name, data := range testprofile.Published(t) {
		got := browsertest.VisitFile(t, page, publishedReport(t, name, data).page, "#/sites/calls").Run(inReport + `
			if (!text(one("[aria-selected=true]")).startsWith("Sites") || !location.hash.startsWith("#/sites/calls") || !shown(view().querySelector(".kinds"))) log("none"); else {
				const pressed = () => [...view().querySelectorAll(".kinds button")].filter(shown).filter((b) => b.getAttribute("aria-pressed") === "true").map(text), kinds = [...view().querySelectorAll(".kinds button")].filter(shown).filter((b) => b.hasAttribute("aria-pressed")).length;
				const first = text(lines()[0]), had = pressed(); await go("#/sites/calls?k=" + encodeURIComponent(allKinds)); await settled();
				const most = text(lines()[0]), every = kinds > 1 && had.length === kinds && had.includes("application");
				if (every && first !== most) log("the first row is " + first + ", not " + most);
				await go("#/sites/calls?k=application"); await settled(); log(every + " " + (!had.includes("application") || pressed().join() === "application"));
				await go("#/sites/calls"); await settled();
				if (every) {
					const link = [...view().querySelectorAll(".links a")].filter(shown).find((a) => text(a) === "Branches");
					if (link) await click(link); log(link ? pressed().join() : "application");
					await go("#/sites/calls"); await settled();
					const other = () => [...view().querySelectorAll(".kinds button")].filter(shown).find((b) => b.hasAttribute("aria-pressed") && text(b) !== "application"), name = text(other());
					await click(other()); log(/k=application/.test(location.hash) && !decodeURIComponent(location.hash).includes(name));
					await click(other()); log(location.hash);
				}
			}`)
		switch {
		case len(got) > 0 && got[0] == "none":
		case len(got) > 1:
			all++
			browsertest.Expect(t, got, "true true", "application", "true", "#/sites/calls")
		default:
			browsertest.Expect(t, got, "false true")
		}
		if t.Failed() {
			t.Fatal(name)
		}
	}
	if all == 0 && len(testprofile.Published(t)) > 10 {
		t.Error("no list begins with code of all kinds")
	}
}

// TestSitesOfLibrariesAlone: a list whose sites are all in libraries begins with them, not empty.
func TestSitesOfLibrariesAlone(t *testing.T) {
	run := func(caller string) string {
		return `{"version":"1.0.0","types":[{"id":1,"name":"void"},{"id":2,"name":"app.Main"},{"id":3,"name":"java.util.List"},{"id":4,"name":"app.A"},{"id":5,"name":"app.B"}],
			"methods":[{"id":1,"name":"run","signature":[2,1]},{"id":2,"name":"sort","signature":[3,1]}]` + testprofile.Calls("1:0 50", "2:0 70") + testprofile.Section("virtualInvokeProfiles", []string{"2:5 4 30 5 20", caller}) + `}`
	}
	for caller, want := range map[string]string{"2:7 4 9 5 1": "2 sites", "1:7 4 9 5 1": "1 of 2 sites"} {
		browsertest.Expect(t, browsertest.Visit(t, reportOf(t, testprofile.Parse(t, run(caller))).page, "#/sites/receivers", inReport+`await settled(); log(summary().split(" ·")[0]);`), want)
	}
}

// TestUnnamedTargets: the heading of the targets says what Type.? is.
func TestUnnamedTargets(t *testing.T) {
	browsertest.Expect(t, browsertest.Visit(t, reportOf(t, testprofile.Example("shop.iprof")).page, "#/sites/calls", inReport+`
		await settled(); await settled();
		log(all("[role=columnheader]").some((e) => text(e).startsWith("Target") && (e.title + (e.querySelector("[title]")?.title ?? "")).includes("Type.?: one that objects of this type have")));`), "true")
}

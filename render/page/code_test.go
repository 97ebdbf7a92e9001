package page

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/caveats"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/fit"
	"github.com/iprof-viz/iprof-viz/convert/rank"
	"github.com/iprof-viz/iprof-viz/convert/training"
	"github.com/iprof-viz/iprof-viz/internal/browsertest"
	"github.com/iprof-viz/iprof-viz/internal/testfile"
	"github.com/iprof-viz/iprof-viz/internal/testmodel"
	"github.com/iprof-viz/iprof-viz/internal/testpath"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/internal/records"
	"github.com/iprof-viz/iprof-viz/render/listing"
	"github.com/iprof-viz/iprof-viz/render/summary"
)

// TestReportCode: the listing of each method has the places of list with their counts and what was counted there, and the lines
// of the source, which only ever become text; sites lead to their rows.
func TestReportCode(t *testing.T) {
	p, lines := testmodel.WordCount(t)
	path := testpath.Open(t, "../../testdata/wordcount.jar")
	source := make([]string, 100)
	for i := range source {
		source[i] = fmt.Sprintf(`    <img src=x onerror="pwned()"></script>@0 %d`, i+1)
	}
	names := convert.NewNames(p, convert.NameOptions{})
	of, err := code.List(p, names, nil, code.ListOptions{
		Filter: reportFilter, Limit: 4, Hottest: 1000, Class: path.Class,
		Source: func(*classfile.Class) ([]byte, string, error) { return []byte(strings.Join(source, "\n")), "", nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(of.Methods) != 4 { // of five; java.lang.String is not in the jar
		t.Fatalf("%d methods have code", len(of.Methods))
	}
	r := reportOf(t, p)
	r.parts.Code = NewCode(of, nil)
	branches, err := rank.Branches(p, names, rank.BranchOptions{SiteOptions: rank.SiteOptions{Filter: reportFilter, Lines: lines}})
	if err != nil {
		t.Fatal(err)
	}
	r.parts.Branches = NewTable[BranchRow](branches)
	r.addPlaces(t, p, names, 0, lines, of.Methods...)
	covered, damaged := training.OfProgram(p, path, training.ProgramOptions{})
	if damaged != nil {
		t.Fatal(damaged)
	}
	checked := &summary.CheckedFile{
		Name: "wordcount.iprof", Readable: true, Code: &summary.CheckedCode{Fit: fit.New(p, names, fit.Code{Program: path}), Names: names},
		Coverage: covered, Production: training.OfProduction(names, names, training.ProductionOptions{}), Findings: []caveats.Caveat{{Severity: caveats.Caution, Text: "<b>a caveat", Hint: "<i>look"}},
	}
	r.check(t, checked)
	r.write(t)

	var listed bytes.Buffer
	if err := listing.JSON(&listed, of); err != nil {
		t.Fatal(err)
	}
	d := json.NewDecoder(&listed)
	d.UseNumber()
	var list map[string]any
	if err := d.Decode(&list); err != nil {
		t.Fatal(err)
	}
	var want, addresses []string
	found := map[string]bool{} // bounds and kinds of records
	for _, m := range objects(list["methods"]) {
		addresses = append(addresses, m["signature"].(string))
		want = append(want, m["signature"].(string))
		byLine, text := map[int][]string{}, `<img src=x onerror="pwned()"></script>@0`
		places := objects(m["places"])
		hottest, samples := 0, map[int][2]int64{} // total and self by line
		for _, at := range places {
			line, _ := at["line"].(json.Number).Int64()
			add := func(s string) { byLine[int(line)] = append(byLine[int(line)], s) }
			total, _ := at["samples_total"].(json.Number).Int64()
			self, _ := at["samples_self"].(json.Number).Int64()
			of := samples[int(line)]
			samples[int(line)] = [2]int64{of[0] + total, of[1] + self}
			runs := counted(at["executions"])
			switch at["bound"] {
			case nil:
				runs = "n/a"
			case "at_least":
				runs = "≥ " + runs
			case "at_most", "unless_thrown":
				runs = "≤ " + runs
			}
			found[fmt.Sprint(at["bound"])] = true
			some := func(n any) string { return strings.TrimPrefix(" "+counted(n), " 0") }
			add(fmt.Sprintf("%v %s%s%s", at["bci"], runs, some(at["samples_self"]), some(at["samples_total"])))
			if b, ok := at["conditional"]; ok {
				found["conditional"] = true
				for _, s := range objects(b.(map[string]any)["successors"]) {
					share, _ := s["probability"].(json.Number).Float64()
					add(fmt.Sprintf("goes →%v %s", s["target_bci"], treePercentOf(share)))
				}
			}
			for _, c := range objects(orEmptyList(at["callees"])) {
				found["callee"] = true
				add("calls " + r.names[fmt.Sprint(c["id"])])
			}
		}
		for _, line := range slices.Sorted(maps.Keys(byLine)) {
			if of := samples[line]; hottest == 0 || slices.Compare(of[:], []int64{samples[hottest][0], samples[hottest][1]}) > 0 {
				hottest = line
			}
			want = append(append(want, fmt.Sprintf("line %d %s %[1]d", line, text)), byLine[line]...)
		}
		want = append(want, fmt.Sprintf("open %d in sight", hottest))
	}
	if !found["exact"] || !found["unless_thrown"] || !found["conditional"] || !found["callee"] {
		t.Errorf("the listing lacks something: %v", found)
	}
	encoded, _ := json.Marshal(addresses)
	got := browsertest.Visit(t, r.page, "#/methods", inReport+`
		for (const name of `+string(encoded)+`) {
			await go("#/method/" + encodeURIComponent(name)); log(name);
			for (const e of view().querySelectorAll(".listing :is(.place:not(.head), .at)")) {
				if (e.parentElement.tagName === "SUMMARY") log("line " + text([...e.querySelectorAll(".n")].pop()) + " " + text(e.querySelector(".text")));
				else if (e.dataset.bci) log(e.dataset.bci + " " + [".runs", ".self", ".total"].map((s) => text(e.querySelector(s))).filter((s) => s).join(" "));
				else if (text(e).startsWith("◆")) [...e.querySelectorAll("a")].map((a) => a.textContent + " " + text(a.nextSibling)).sort((a, b) => parseInt(a.slice(1)) - parseInt(b.slice(1))).forEach((s) => log("goes " + s));
				else if (text(e).startsWith("→")) for (const a of e.querySelectorAll("a")) log("calls " + a.textContent);
			}
			const open = [...view().querySelectorAll(".source[open]")], box = view().querySelector(".listing").getBoundingClientRect(), top = open[0].getBoundingClientRect().top;
			log("open " + open.map((e) => e.dataset.line).join() + (top >= box.top && top < Math.min(box.bottom, w.innerHeight) ? " in sight" : ""));
		}
		await go("#/sites/branches?o=rank"); log(lines()[0].querySelectorAll(".sharebar i").length + " " + cells(lines()[0]).pop()); log(cells(lines()[0])[0]); await click(lines()[0].querySelector("a")); log(w.location.hash);
		const rows = view().querySelectorAll(".target"); log(rows.length + " " + rows[0].dataset.bci + " " + (rows[0].getBoundingClientRect().top < w.innerHeight));
		await click(view().querySelector(".at a")); log(w.location.hash.split("?")[1] + " " + view().querySelector(".target").dataset.bci);
		await go("#/method/java.lang.String.charAt(I)C"); log(text(view().querySelector(".places .note:last-child")));
		await go("#/method/" + encodeURIComponent("words.WordCount.<init>")); log([...view().querySelectorAll(".note code")].map((e) => text(e.parentElement.previousSibling) + " " + text(e.parentElement)).join());
		await go("#/overview");
		for (const s of view().querySelectorAll("section")) if (/^(Fit|Coverage|Production|Caveats)/.test(text(s))) for (const e of s.querySelectorAll(":scope > p:not(.note), li, tr")) log([...e.childNodes].map(text).join("|"));
		const hot = [...view().querySelector("table").querySelectorAll("td a")]; log(hot.map((a) => a.title).join(", "));
		await click(hot[0]); log(w.location.hash.split("?")[1] + " " + view().querySelectorAll(".target").length + " " + view().querySelector(".target").closest(".source").dataset.line); log(view().querySelectorAll(".places").length);
		const title = view().querySelector("h2.title").getBoundingClientRect(), list = view().querySelector(".listing").getBoundingClientRect(), mark = view().querySelector(".target").getBoundingClientRect();
		log((title.top >= view().getBoundingClientRect().top) + " " + (mark.top >= list.top && mark.bottom <= Math.min(list.bottom, w.innerHeight)));
		await go("#/flame?s=find%24"); await key("n"); log([...view().querySelectorAll(".about dd:last-child div")].map(text).join("; "));
		log(d.querySelectorAll("img").length);`)
	sortSuccessors(want)
	want = append(want, `2 <img src=x onerror="pwned()"></script>@0 37`, "words.WordCount.isLetter @3 :37", "#/method/words.WordCount.isLetter(C)Z?at=3", "1 3 true", "at=6 6",
		`iprof-viz list '^java\.lang\.String\.charAt$' --app '^com' shop.iprof shows all that was counted at each index; report --jdk $JAVA_HOME has source lines.`,
		"This report has the code of 4 methods, the hottest of those whose classes were given, and not of this one. iprof-viz list '^words\\.WordCount\\.<init>$' --app '^com' shop.iprof shows all that was counted at each index.",
		// 820,003 entries and 3,689,991 executions of conditionals, all in the jar's five methods. In production the profile's own
		// 584 samples: 204 in these, 380 in java.lang.String, which has no entries, but samples.
		"Of 4,509,994 counts in methods of the program's classes, as given, 100% fit (5 methods).",
		"5 of 5 methods ran, 100.0%, with 100.0% of the bytecode",
		"34.9% of 584 judged samples in methods with entries, 65.1% that ran without a count, 0.0% without entries, 0.0% not in the profile",
		"warning|<b>a caveat|<i>look",
		// With library code 147, 99 and 114 samples, in folded --lines --view app; of the first, 142 are at index 44.
		"words.WordCount.addLine :27, words.WordCount.find :43, words.WordCount.isLetter :37", "at=44 1 27", "0", "true true",
		// The loop's condition is tried again 10,000 times. Of its 159 samples 3 are in the line that returns.
		// Of find's 159 samples, two callees have 88 and 53.
		`java.lang.String.equals 88, 55.3%; java.lang.String.hashCode 53, 33.3%; 43 <img src=x onerror="pwned()"></script>@0 43 (150,001 runs, 99 samples); 42 <img src=x onerror="pwned()"></script>@0 42 (140,001 runs, 53 samples); 46 <img src=x onerror="pwned()"></script>@0 46 (140,001 runs, 4 samples)`,
		"0")
	browsertest.Expect(t, got, want...)
}

// treePercentOf writes a share with three digits: an independent form of numbers.TreePercent.
func treePercentOf(share float64) string {
	switch text := fmt.Sprintf("%.2f%%", 100*share); {
	case share == 0, share == 1:
		return fmt.Sprintf("%.0f%%", 100*share)
	case text == "0.00%":
		return "<0.01%"
	case len(text) < len("10.00%"):
		return text
	case 100*share >= 99.95:
		return ">99.9%"
	default:
		return fmt.Sprintf("%.1f%%", 100*share)
	}
}

func orEmptyList(of any) any {
	if of == nil {
		return []any{}
	}
	return of
}

// sortSuccessors sorts lines about the successors of a conditional, which follow each other, by target.
func sortSuccessors(all []string) {
	for i := 1; i < len(all); i++ {
		for k := i; k > 0 && strings.HasPrefix(all[k], "goes ") && strings.HasPrefix(all[k-1], "goes "); k-- {
			var a, b int
			fmt.Sscanf(all[k-1], "goes →%d", &a)
			fmt.Sscanf(all[k], "goes →%d", &b)
			if a <= b {
				break
			}
			all[k-1], all[k] = all[k], all[k-1]
		}
	}
}

// TestCodeLinesAreWhole: in the order of the bytecode, a line has the samples of all its instructions wherever some of them are, each stack
// once, and the line with the most is the hottest.
func TestCodeLinesAreWhole(t *testing.T) {
	data := testfile.Read(t, "../../testdata/tally-after.iprof")
	path := testpath.Open(t, "../../testdata/tally-after.jar")
	p := testprofile.Parse(t, string(data))
	names := convert.NewNames(p, convert.NameOptions{})
	of, err := code.List(p, names, nil, code.ListOptions{Class: path.Class})
	if err != nil {
		t.Fatal(err)
	}
	type place struct {
		slot int32
		line int
	}
	body, self, total := map[int32]*classfile.Code{}, map[place]int64{}, map[place]int64{}
	for _, m := range of.Methods {
		body[m.Slot] = m.Code
	}
	for leaf, n := range convert.Samples.Leaves(p) {
		seen := map[place]bool{}
		for node, bci := leaf.Node, leaf.BCI; node != iprof.NoNode; {
			frame := p.Stacks.Node(node)
			at := place{slot: int32(p.MethodSlot(frame.Method))}
			if code := body[at.slot]; code != nil {
				at.line = code.Line(int(bci))
			}
			if len(seen) == 0 {
				self[at] += n
			}
			if !seen[at] {
				total[at] += n
			}
			seen[at], node, bci = true, frame.Parent, frame.Site
		}
	}
	again := 0
	for _, m := range NewCode(of, nil).Methods {
		slot, listed, most := int32(p.MethodSlot(m.ID)), map[int]bool{}, int64(0)
		for _, line := range m.Lines {
			if line.Line == 0 {
				continue
			}
			at := place{slot, line.Line}
			if line.Runs.Self != self[at] || line.Runs.Total != total[at] {
				t.Errorf("%s, line %d: samples %d self, %d total, want %d and %d", names.Method(int(slot)), line.Line, line.Runs.Self, line.Runs.Total, self[at], total[at])
			}
			if listed[line.Line] {
				again++
			}
			listed[line.Line], most = true, max(most, line.Runs.Total)
		}
		if m.Hottest >= 0 && m.Lines[m.Hottest].Runs.Total != most {
			t.Errorf("%s: the hottest line is %v, want one of %d samples", names.Method(int(slot)), m.Lines[m.Hottest], most)
		}
	}
	if again == 0 {
		t.Error("no line has instructions apart")
	}
}

// TestReportCodeColumns: a column without any number is left out, the others stay in a narrow window.
func TestReportCodeColumns(t *testing.T) {
	p, _ := testmodel.WordCount(t)
	path := testpath.Open(t, "../../testdata/wordcount.jar")
	listing, err := code.List(p, convert.NewNames(p, convert.NameOptions{}), nil, code.ListOptions{Filter: reportFilter, Limit: 4, Hottest: 1000, Class: path.Class})
	if err != nil {
		t.Fatal(err)
	}
	r := reportOf(t, p)
	r.parts.Code = NewCode(listing, nil)
	known := 0
	forget := func(runs *Runs) {
		if runs != nil && runs.Count.Known {
			runs.Count, runs.Bound = records.Maybe[int64]{}, code.None
			known++
		}
	}
	for _, m := range r.parts.Code.Methods {
		for _, line := range m.Lines {
			forget(line.Runs)
			for i := range line.Rows {
				forget(&line.Rows[i].Runs)
			}
		}
	}
	if known == 0 {
		t.Fatal("no executions")
	}
	r.write(t)
	v := browsertest.VisitFile(t, browsertest.Look(t, 1280, 800), r.page, "#/method/words.WordCount.isLetter(C)Z")
	// Instructions begin at one margin, also those that need two lines.
	for width, columns := range map[int]string{230: "total % line", 400: "total % line", 1280: "total % total self line"} {
		v.Resize(width, 800)
		browsertest.Expect(t, v.Run(`
			log(all(".listing .head .n").filter((e) => e.getBoundingClientRect().width).map(text).join(" "));
			for (const e of all(".listing details")) e.open = true;
			const starts = all(".place[data-bci] .text").map((e) => {
				const range = d.createRange(), left = new Map();
				range.selectNodeContents(e.lastChild);
				for (const r of range.getClientRects()) left.set(r.top, Math.min(r.left, left.get(r.top) ?? Infinity)); // spaces have rectangles of their own
				return [...left.values()];
			});
			log([new Set(starts.flat()).size, innerWidth > 230 || starts.some((lines) => lines.length > 1)]);`), columns, "1,true")
	}
	browsertest.Expect(t, v.Run(`log(text(one(".code > .note")).split(". ")[2]);`), "The profile does not say how often this code ran")
	// It scrolls with its page, and a link leads to its hottest line.
	v.Resize(1280, 320)
	browsertest.Expect(t, v.Run(`
		const listing = one(".listing"); log(listing.clientHeight > 320 && listing.scrollHeight === listing.clientHeight);
		const link = one(".code h3 a"); await click(link);
		const row = one(".target"), box = row.getBoundingClientRect(), page = one(".view.method").getBoundingClientRect();
		log(text(one(".code h3 a")) === "hottest line, with all callees: " + row.closest(".source").dataset.line); log(box.top >= page.top && box.bottom <= page.bottom);`), "true", "true", "true")
}

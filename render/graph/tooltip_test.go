package graph

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/callgraph"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/internal/testtier"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/dot"
)

// A shownCall is an arrow of a picture, as the places of its nodes.
type shownCall struct {
	from, to int
	through  bool
}

// inlinedCounts reads the counts of inlined calls from the tooltips of arrows.
func inlinedCounts(t *testing.T, text string) map[shownCall]int64 {
	t.Helper()
	counts := map[shownCall]int64{}
	arrow := regexp.MustCompile(`(?m)^\tn(\d+) -> n(\d+) \[.*tooltip="((?:[^"\\]|\\.)*)"`)
	count := regexp.MustCompile(`inlined, ([\d,]+) entr`)
	for _, m := range arrow.FindAllStringSubmatch(text, -1) {
		from, _ := strconv.Atoi(m[1])
		to, _ := strconv.Atoi(m[2])
		for line := range strings.SplitSeq(m[3], `\n`) {
			if n := count.FindStringSubmatch(line); n != nil {
				counts[shownCall{from, to, strings.Contains(line, "methods that are not shown")}] += digits(n[1])
			}
		}
	}
	return counts
}

func digits(text string) int64 {
	n, _ := strconv.ParseInt(strings.ReplaceAll(text, ",", ""), 10, 64)
	return n
}

// nodeTooltips returns the tooltips of all nodes, boxes and rows of tables.
func nodeTooltips(g *callgraph.Graph) []string {
	tooltips := make([]string, len(g.Nodes))
	_, alone := drawnGraph(g)
	parts := PartsOf(g, dot.Options{})
	for part, rows := range tableParts(alone) {
		for k, i := range rows {
			tooltips[i] = parts.Names[tableID(part)][k+1].Tooltip
		}
	}
	for i := range g.Nodes {
		if names := parts.Names[dot.NodeID(int32(i))]; len(names) > 0 {
			tooltips[i] = names[0].Tooltip
		}
	}
	return tooltips
}

// lineOf returns the count in the line of a tooltip that ends in some words, 0 without such a line.
func lineOf(tooltip, words string) int64 {
	m := regexp.MustCompile(`(?m)^([\d,]+) ` + words + `$`).FindStringSubmatch(tooltip)
	if m == nil {
		return 0
	}
	return digits(m[1])
}

// inlinedRecords adds up the records of inlined calls from the text of a profile: by the nearest caller among the nodes, and by node
// those into hidden callers and all.
func inlinedRecords(p *iprof.Profile, g *callgraph.Graph, records []testprofile.Record, view convert.View) (calls map[shownCall]int64, hidden, all []int64) {
	place := map[int]int{} // by id
	for i, n := range g.Nodes {
		if n.Slot >= 0 {
			m, _ := p.MethodAt(int(n.Slot))
			place[int(m.ID)] = i
		}
	}
	names := convert.NewNames(p, convert.NameOptions{})
	calls, hidden, all = map[shownCall]int64{}, make([]int64, len(g.Nodes)), make([]int64, len(g.Nodes))
	for _, r := range records {
		var at []int // -1: not drawn; -2: not in the view
		for _, f := range r.Frames() {
			text, _, _ := strings.Cut(f, ":")
			id, _ := strconv.Atoi(text)
			i, drawn := place[id]
			switch {
			case view == convert.ExpertView && names.Kind(p.MethodSlot(iprof.MethodID(id))) == convert.Profiler:
				i = -2
			case !drawn:
				i = -1
			}
			at = append(at, i)
		}
		to := at[0]
		if to < 0 || len(at) == 1 {
			continue
		}
		all[to] += r.Records[0]
		switch k := slices.IndexFunc(at[1:], func(i int) bool { return i >= 0 }); {
		case k >= 0:
			calls[shownCall{at[1+k], to, k > 0}] += r.Records[0]
		case !slices.Contains(at[1:], -1):
			hidden[to] += r.Records[0]
		}
	}
	return calls, hidden, all
}

// TestEntriesWithoutAnEdge: the inlined entries of a node are those that arrows to it have, those into hidden callers, those within a
// class or package, and the others that its tooltip has. Each arrow has what the records say of its two methods.
func TestEntriesWithoutAnEdge(t *testing.T) {
	profiles := testprofile.Varied(t)
	seeds, large := uint64(2), 60_000
	if testtier.More(t, "eight random profiles rather than two, and all arrows of profiles of more than 60,000 bytes") {
		seeds, large = 8, 200_000
	}
	for seed := range seeds {
		profiles[fmt.Sprint("random/", seed)] = testprofile.Random(seed, testprofile.RandomVersions[seed%2])
	}
	var rests, hiddens, withins, arrows int
	for name, data := range profiles {
		p := testprofile.Parse(t, string(data))
		var doc testprofile.Document
		if err := json.Unmarshal(data, &doc); err != nil {
			t.Fatal(err)
		}
		for _, m := range []convert.Metric{convert.Calls, convert.Samples} {
			for _, opts := range []callgraph.Options{
				allEdges(m),
				{Metric: m, NoSampledSites: true, Nodes: 8},
				{Metric: m, NoSampledSites: true},
				{Metric: m, Filter: convert.FilterOptions{View: convert.ExpertView}},
				{Metric: m, NoSampledSites: true, By: convert.ByClass, Nodes: 20},
				{Metric: m, NoSampledSites: true, By: convert.ByPackage, Filter: convert.FilterOptions{View: convert.UserView}},
			} {
				if opts.Nodes == 0 && len(data) > large { // up to a hundred thousand arrows
					continue
				}
				g := graphOf(t, p, opts)
				where := fmt.Sprintf("%s, %+v", name, opts)
				shown := inlinedCounts(t, dotOf(t, g))
				through := make([]int64, len(g.Nodes))
				for call, n := range shown {
					through[call.to] += n
					arrows++
				}
				records, hidden, all := inlinedRecords(p, g, doc.Section(iprof.Calls), opts.Filter.View)
				for i, tooltip := range nodeTooltips(g) {
					rest, within := lineOf(tooltip, "of these without an edge here"), lineOf(tooltip, "of these within the (?:class|package)")
					inlined, inHidden := lineOf(tooltip, "inlined into callers"), lineOf(tooltip, "of these into hidden callers")
					if through[i]+rest+within+inHidden != inlined || inlined != g.Nodes[i].Entries.Inlined {
						t.Fatalf("%s: arrows to %s have %d entries:\n%s", where, g.Nodes[i].Full, through[i], tooltip)
					}
					if opts.By == convert.ByMethod && (inlined != all[i] || inHidden != hidden[i] || within != 0) {
						t.Fatalf("%s: %s has %d inlined entries, %d into hidden callers:\n%s", where, g.Nodes[i].Full, all[i], hidden[i], tooltip)
					}
					for sum, n := range map[*int]int64{&rests: rest, &hiddens: inHidden, &withins: within} {
						if n > 0 {
							*sum++
						}
					}
				}
				for call, n := range shown {
					if opts.By == convert.ByMethod && (n > records[call] || opts.EdgeFraction == 0 && n != records[call]) {
						t.Fatalf("%s: %+v has %d entries, its records %d", where, call, n, records[call])
					}
				}
			}
		}
	}
	if rests == 0 || hiddens == 0 || withins == 0 || arrows == 0 {
		t.Errorf("%d nodes with a rest, %d with hidden callers, %d with calls within, %d arrows", rests, hiddens, withins, arrows)
	}
}

// TestEntriesOfSampledArrows: c is inlined into a directly and through b, and only the call through b was sampled; d is inlined into
// a without a sample of the call.
func TestEntriesOfSampledArrows(t *testing.T) {
	hide := convert.FilterOptions{Hide: regexp.MustCompile(`T\.b`)}
	for _, c := range []struct {
		samples     string
		arrow, rest string
	}{
		{"3:0<2:2<1:1 400", `sampled, 400 samples, through methods that are not shown\ninlined, 30 entries, through methods that are not shown`, "201 of these without an edge here"},
		{"3:0<1:4 400", `sampled, 400 samples\n@4: inlined, 200 entries, ×22.2 per entry of the caller (200 of 9 of its 9 entries)\n@9: inlined, 1 entry, ×0.111 per entry of the caller (1 of 9 of its 9 entries)`, "30 of these without an edge here"},
	} {
		p := testprofile.Parse(t, `{`+testprofile.Methods("a", "b", "c", "d")+
			testprofile.Calls("1:0 9", "3:0<1:4 200", "3:0<2:2<1:1 30", "4:0<1:7 5", "3:0<1:9 1")+
			testprofile.Samples(c.samples, "4:0 300", "1:0 500")+`}`)
		g := graphOf(t, p, callgraph.Options{Metric: convert.Samples, NoSampledSites: true, Filter: hide})
		text := dotOf(t, g)
		if want := `, tooltip="T.a()\n→ T.c()\n` + c.arrow + `"`; strings.Count(text, want) != 1 {
			t.Errorf("no arrow with %s in\n%s", want, text)
		}
		for i, tooltip := range nodeTooltips(g) {
			switch g.Nodes[i].Name {
			case "T.c":
				if !strings.Contains(tooltip, "231 inlined into callers\n"+c.rest+"\n") {
					t.Errorf("no %q in\n%s", c.rest, tooltip)
				}
			case "T.d":
				if !strings.Contains(tooltip, "5 inlined into callers\n5 of these without an edge here\n") {
					t.Errorf("%s", tooltip)
				}
			}
		}
	}
}

// TestEntriesWithoutALine: in the default picture, too, the inlined entries of a box are those of the lines to it, some of which come
// through methods without a box, and those that its tooltip has.
func TestEntriesWithoutALine(t *testing.T) {
	boxes, through := 0, 0
	for name, data := range testprofile.Varied(t) {
		p := testprofile.Parse(t, string(data))
		for _, m := range []convert.Metric{convert.Calls, convert.Samples} {
			if p.Total(m.Section()) == 0 {
				continue
			}
			g := graphOf(t, p, callgraph.Options{Metric: m, Ways: true, Nodes: callgraph.DefaultBoxes})
			shown := make([]int64, len(g.Nodes))
			for call, n := range inlinedCounts(t, dotOf(t, g)) {
				shown[call.to] += n
			}
			for _, e := range g.Edges {
				if e.Evidence == callgraph.InlinedEvidence && len(e.Via) > 0 {
					through++
				}
			}
			for i, tooltip := range nodeTooltips(g) {
				if g.Nodes[i].Members != nil || lineOf(tooltip, "inlined into callers") == 0 {
					continue
				}
				boxes++
				if rest, hidden, all := lineOf(tooltip, "of these without an edge here"), lineOf(tooltip, "of these into hidden callers"), lineOf(tooltip, "inlined into callers"); shown[i]+rest+hidden != all {
					t.Errorf("%s, %s: lines to %s have %d entries:\n%s", name, m, g.Nodes[i].Full, shown[i], tooltip)
				}
			}
		}
	}
	if boxes == 0 || through == 0 {
		t.Errorf("%d boxes, %d lines through others", boxes, through)
	}
}

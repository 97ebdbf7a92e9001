package graph

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/callgraph"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/internal/testsvg"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
	"github.com/iprof-viz/iprof-viz/render/tables"
)

// calledFrom are the entries of a method by their callers. Edges tell those as compilation root between bounds.
type calledFrom struct{ root, inlined, hidden int64 }

// edgesInto are the edges into a method.
type edgesInto struct {
	calledFrom       // without root
	low, high  int64 // of root
}

// TestEdgesAddUpToEntries reads the edges of graphs from their JSON. In every view the entries of each method as compilation
// root, inlined and inlined into hidden callers are those that its records have, and so are the sums in the legend.
func TestEdgesAddUpToEntries(t *testing.T) {
	for name, data := range testprofile.Published(t) {
		t.Run(name, func(t *testing.T) {
			p := testprofile.Parse(t, string(data))
			var doc testprofile.Document
			if err := json.Unmarshal(data, &doc); err != nil {
				t.Fatal(err)
			}
			for _, view := range convert.Views {
				g := graphOf(t, p, callgraph.Options{Filter: convert.FilterOptions{View: view}})
				got, want := edgesInJSON(t, g), recordsByCaller(p, &doc, view)
				if len(got) < len(want) {
					t.Errorf("%s: %d methods, want %d", view, len(got), len(want))
				}
				contradicts := map[string]bool{} // receiver types tell more calls than entries: native-image inlined some before it counted
				for _, n := range g.Nodes {
					if n.Contradicts && n.Slot >= 0 {
						contradicts[fmt.Sprint(p.MethodIDAt(int(n.Slot)))] = true
					}
				}
				var sum calledFrom
				for method, n := range got {
					of := want[method]
					if n.inlined != of.inlined || n.hidden != of.hidden || n.high < of.root || n.low > of.root && !contradicts[method] && method != convert.VMFrame {
						t.Errorf("%s: %s has %+v, want %+v", view, method, n, of)
					}
					sum = calledFrom{sum.root + of.root, sum.inlined + of.inlined, sum.hidden + of.hidden}
				}
				if g.Inlined != sum.inlined || g.Hidden != sum.hidden || g.Entries != sum.root+sum.inlined+sum.hidden {
					t.Errorf("%s: %d entries, %d inlined, %d into hidden callers; the edges have %+v", view, g.Entries, g.Inlined, g.Hidden, sum)
				}
				legend := shownEdges(newCosts(g, drawnEdges(g)))
				for text, n := range map[string]int64{"inlined call": sum.inlined, "as compilation root": sum.root, "inlined into hidden callers": sum.hidden} {
					if n > 0 && !strings.Contains(legend, numbers.Thousands(n)) || n == 0 && strings.Contains(legend, text) {
						t.Errorf("%s: %q, want %d %s", view, legend, n, text)
					}
				}
			}
		})
	}
}

// edgesInJSON adds up the edges by callee: its id, or <VM>.
func edgesInJSON(t *testing.T, g *callgraph.Graph) map[string]edgesInto {
	t.Helper()
	var b bytes.Buffer
	if err := tables.Write(&b, g.Table(0), tables.JSONFormat, tables.Options{}); err != nil {
		t.Fatal(err)
	}
	var table struct {
		Rows []struct {
			Caller, Callee, Evidence, Bound string
			CalleeID                        *int32 `json:"callee_id"`
			Count                           int64
		}
	}
	if err := json.Unmarshal(b.Bytes(), &table); err != nil {
		t.Fatal(err)
	}
	methods := map[string]edgesInto{}
	for _, e := range table.Rows {
		if e.Count == 0 || e.Evidence == callgraph.SampledEvidence.String() {
			continue
		}
		method := e.Callee
		if e.CalleeID != nil {
			method = fmt.Sprint(*e.CalleeID)
		}
		n := methods[method]
		switch {
		case e.Evidence == callgraph.UnknownEvidence.String(), e.Evidence == callgraph.CalledEvidence.String():
			switch e.Bound {
			case "exact":
				n.low, n.high = n.low+e.Count, n.high+e.Count
			case "at_least":
				n.low, n.high = n.low+e.Count, math.MaxInt64/2
			default:
				n.high += e.Count
			}
		case e.Caller == convert.HiddenCaller:
			n.hidden += e.Count
		default:
			n.inlined += e.Count
		}
		methods[method] = n
	}
	return methods
}

// recordsByCaller adds up the records of calls by their leaf: its id, or <VM>.
func recordsByCaller(p *iprof.Profile, doc *testprofile.Document, view convert.View) map[string]calledFrom {
	names := convert.NewNames(p, convert.NameOptions{})
	methods := map[string]calledFrom{}
	for _, r := range doc.Section(iprof.Calls) {
		var frames []string // as the view shows them; "": hidden
		for i, f := range r.Frames() {
			id, _, _ := strings.Cut(f, ":")
			number, _ := strconv.Atoi(id)
			switch kind := names.Kind(p.MethodSlot(iprof.MethodID(number))); {
			case view == convert.AppView && kind != convert.Application:
				if isRoot := i > 0 && i == len(r.Frames())-1; !isRoot { // that the application's methods are inlined into
					id = ""
				}
			case view != convert.MachineView && kind == convert.Profiler:
				id = ""
			case view == convert.UserView && kind == convert.NativeImage:
				id = convert.VMFrame
			}
			frames = append(frames, id)
		}
		n := methods[frames[0]]
		switch callers := frames[1:]; {
		case frames[0] == "" || r.Records[0] == 0:
			continue
		case len(callers) == 0:
			n.root += r.Records[0]
		case slices.ContainsFunc(callers, func(id string) bool { return id != "" }):
			n.inlined += r.Records[0]
		default:
			n.hidden += r.Records[0]
		}
		methods[frames[0]] = n
	}
	return methods
}

// TestTooltipsHaveFullNumbers: labels are short, and tooltips have every digit of a count that the file has.
func TestTooltipsHaveFullNumbers(t *testing.T) {
	p := testprofile.Parse(t, `{`+testprofile.Methods("a", "b")+testprofile.Calls("1:0 70123", "2:0 40456", "2:0<1:3 20345")+testprofile.Samples("2:1<1:4 2016")+
		testprofile.Section("conditionalProfiles", []string{"1:5 9 0 30000 20 1 40123"})+`}`)
	for _, model := range []any{graphOf(t, p, callgraph.Options{NoSampledSites: true}), unitsOf(t, p, callgraph.UnitOptions{})} {
		_, tooltips := testsvg.DOTTexts(t, dotOf(t, model))
		all := strings.Join(tooltips, "\n")
		wants := []string{"2,016 samples", "20,345"}
		if _, ok := model.(*callgraph.Graph); ok {
			wants = append(wants, "(70,123)")
		}
		for _, want := range wants {
			if !strings.Contains(all, want) {
				t.Errorf("%T: no %q in\n%s", model, want, all)
			}
		}
		for _, short := range []string{"2.02k", "20.3k", "70.1k"} {
			if strings.Contains(all, short) {
				t.Errorf("%T: %q in\n%s", model, short, all)
			}
		}
	}
}

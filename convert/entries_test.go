package convert_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/internal/testtier"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// An inlinedEdge is a call site with one of the methods that are inlined there.
type inlinedEdge struct {
	sites.Site
	callee int32
	sites.InlinedCalls
}

func inlinedEdges(p *iprof.Profile) []inlinedEdge {
	var edges []inlinedEdge
	for _, s := range sites.New(p, sites.Options{Metrics: []convert.Metric{convert.Calls}}).Calls.All {
		for _, c := range s.Callees {
			if c.Inlined.Contexts > 0 {
				edges = append(edges, inlinedEdge{s.Site, c.Slot, c.Inlined})
			}
		}
	}
	return edges
}

func TestFrequencyOfMatchedContexts(t *testing.T) {
	for _, c := range []struct {
		name, calls         string
		count               int64
		known               bool
		frequency, coverage float64 // negative: none
	}{
		{ // c was entered 150 times, but only 50 of these entries tell about m
			"root without m", `{"ctx":"2:0","records":[100]},{"ctx":"2:0<1:4","records":[50]},{"ctx":"3:0<2:7<1:4","records":[50]},{"ctx":"1:0","records":[50]}`,
			50, true, 1, 1. / 3,
		},
		{"loop", `{"ctx":"2:0","records":[4]},{"ctx":"3:0<2:7","records":[40]}`, 40, true, 10, 1},
		{"caller without a count", `{"ctx":"3:0<2:7","records":[40]}`, 40, true, -1, -1},
		{ // the context whose caller has no count adds to the count but not to the frequency
			"one caller without a count", `{"ctx":"3:0<2:7<1:4","records":[40]},{"ctx":"2:0","records":[10]},{"ctx":"3:0<2:7","records":[5]}`,
			45, true, 0.5, 1,
		},
		{"callee without a count", `{"ctx":"2:0","records":[4]},{"ctx":"1:0<3:1<2:7","records":[2]}`, 0, false, -1, -1},
		{"never entered caller", `{"ctx":"2:0","records":[0]},{"ctx":"3:0<2:7","records":[0]}`, 0, true, -1, -1},
		{"counted in two records", `{"ctx":"2:0","records":[4]},{"ctx":"2:0","records":[4]},{"ctx":"3:0<2:7","records":[2]}`, 2, true, 0.25, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := testprofile.Parse(t, `{`+testprofile.Methods("a", "c", "m")+`,"callCountProfiles":[`+c.calls+`]}`)
			e := convert.NewEntries(p)
			caller, callee := int32(p.MethodSlot(2)), int32(p.MethodSlot(3))
			edges := slices.DeleteFunc(inlinedEdges(p), func(x inlinedEdge) bool { return x.Slot != caller || x.callee != callee })
			if len(edges) != 1 {
				t.Fatalf("%d edges", len(edges))
			}
			edge := edges[0]
			if edge.BCI != 7 || edge.Count != c.count || edge.Known != c.known {
				t.Errorf("@%d count %d known %v", edge.BCI, edge.Count, edge.Known)
			}
			value := func(v float64, ok bool) float64 {
				if !ok {
					return -1
				}
				return v
			}
			if f := value(edge.Frequency()); f != c.frequency {
				t.Errorf("frequency %v, want %v", f, c.frequency)
			}
			if v := value(edge.Coverage(e.Methods[caller].Total())); v != c.coverage {
				t.Errorf("coverage %v, want %v", v, c.coverage)
			}
		})
	}
}

func TestTwoCalleesAtOneSite(t *testing.T) {
	p := testprofile.Parse(t, `{`+testprofile.Methods("c", "a", "b")+`,"callCountProfiles":[{"ctx":"1:0","records":[9]},{"ctx":"2:0<1:7","records":[6]},{"ctx":"3:0<1:7","records":[3]}]}`)
	var got []string
	for _, e := range inlinedEdges(p) {
		f, _ := e.Frequency()
		got = append(got, fmt.Sprintf("%d→%d@%d %d ×%.3f", e.Slot+1, e.callee+1, e.BCI, e.Count, f))
	}
	if want := "1→2@7 6 ×0.667, 1→3@7 3 ×0.333"; strings.Join(got, ", ") != want {
		t.Errorf("%s, want %s", strings.Join(got, ", "), want)
	}
}

// TestEntriesOfPublishedProfiles counts the text's records again.
func TestEntriesOfPublishedProfiles(t *testing.T) {
	testtier.Sequential(t)
	for name, data := range testprofile.Varied(t) {
		t.Run(name, func(t *testing.T) {
			var d testprofile.Document
			if err := json.Unmarshal(data, &d); err != nil {
				t.Fatal(err)
			}
			root, inlined, edges := map[string]int64{}, map[string]int64{}, map[string]int64{}
			for _, r := range d.Section(iprof.Calls) {
				frames := r.Frames()
				leaf, _, _ := strings.Cut(frames[0], ":")
				if len(frames) == 1 {
					root[leaf] += r.Records[0]
				} else {
					inlined[leaf] += r.Records[0]
					edges[leaf+"<"+frames[1]] += r.Records[0]
				}
			}
			p := testprofile.Parse(t, string(data))
			e := convert.NewEntries(p)
			gotRoot, gotInlined, gotEdges := map[string]int64{}, map[string]int64{}, map[string]int64{}
			id := func(slot int) string {
				m, _ := p.MethodAt(slot)
				return strconv.Itoa(int(m.ID))
			}
			for slot, m := range e.Methods {
				if m.Known() {
					gotRoot[id(slot)], gotInlined[id(slot)] = m.Root, m.Inlined
				}
			}
			sumTo := make([]int64, len(e.Methods))
			for _, edge := range inlinedEdges(p) {
				sumTo[edge.callee] += edge.Count
				if edge.Known {
					gotEdges[fmt.Sprintf("%s<%s:%d", id(int(edge.callee)), id(int(edge.Slot)), int32(edge.BCI))] = edge.Count
				}
				if v, ok := edge.Coverage(e.Methods[edge.Slot].Total()); ok && (v <= 0 || v > 1) {
					t.Errorf("coverage %v", v)
				}
			}
			zero := func(_ string, v int64) bool { return v == 0 }
			for _, m := range []map[string]int64{root, inlined, gotRoot, gotInlined} {
				maps.DeleteFunc(m, zero)
			}
			if !maps.Equal(root, gotRoot) || !maps.Equal(inlined, gotInlined) || !maps.Equal(edges, gotEdges) {
				t.Error("entries or edges differ from the text's")
			}
			for slot, m := range e.Methods {
				if m.Total() != m.Root+sumTo[slot] {
					t.Errorf("method %s: %d entries, %d as root and %d through edges", id(slot), m.Total(), m.Root, sumTo[slot])
				}
			}
			var units int64
			inclusive := e.Inclusive(p)
			for i, n := range p.Contexts.All() {
				if n.Parent == iprof.NoNode {
					units += inclusive[i]
				}
			}
			if units != p.Total(iprof.Calls) {
				t.Errorf("units have %d inclusive entries of %d", units, p.Total(iprof.Calls))
			}
		})
	}
}

// TestEntriesOfTheVM compares with the counts of the VM's own tool interface in another run of the same program.
func TestEntriesOfTheVM(t *testing.T) {
	for _, name := range []string{"known/known", "seed/even", "seed/odd", "seed/fib"} {
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile(filepath.Join("../../shared/jvm", name+".iprof"))
			if err != nil {
				t.Skip("no measured profiles beside the project")
			}
			p := testprofile.Parse(t, string(text))
			e := convert.NewEntries(p)
			slots := map[string]int32{}
			for i, m := range p.Methods.All() {
				class, _ := p.Type(m.Declaring)
				signature := convert.JVMSignature(p, m)
				slots[class.Name+"\t"+m.Name+"\t"+signature[strings.LastIndexByte(signature, '('):]] = int32(i)
			}
			type site struct {
				caller, callee int32
				BCI            int
			}
			inlined := map[site]int64{}
			for _, edge := range inlinedEdges(p) {
				inlined[site{edge.Slot, edge.callee, int(edge.BCI)}] = edge.Count
			}
			truth, err := os.ReadFile(filepath.Join("../../shared/jvm", filepath.Dir(name), "jvmti.tsv"))
			if err != nil {
				if truth, err = os.ReadFile(filepath.Join("../../shared/jvm", name+".jvmti.tsv")); err != nil {
					t.Fatal(err)
				}
			}
			entries, edges := 0, 0
			for line := range strings.Lines(string(truth)) {
				f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
				want, err := strconv.ParseInt(f[len(f)-1], 10, 64)
				if err != nil {
					t.Fatal(err)
				}
				switch f[0] {
				case "entry":
					slot, ok := slots[strings.Join(f[1:4], "\t")]
					if !ok {
						continue // hidden classes have other names in every run
					}
					entries++
					if got := e.Methods[slot].Total(); got != want {
						t.Errorf("%s: %d entries, the VM counted %d", f[1:4], got, want)
					}
				case "edge":
					caller, ok1 := slots[strings.Join(f[1:4], "\t")]
					callee, ok2 := slots[strings.Join(f[5:8], "\t")]
					bci, _ := strconv.Atoi(f[4])
					if got, ok := inlined[site{caller, callee, bci}]; ok1 && ok2 && ok {
						edges++
						if got != want {
							t.Errorf("%s @%d → %s: %d inlined, the VM counted %d", f[1:4], bci, f[5:8], got, want)
						}
					}
				}
			}
			if entries == 0 || edges == 0 {
				t.Errorf("compared %d entries and %d edges", entries, edges)
			}
		})
	}
}

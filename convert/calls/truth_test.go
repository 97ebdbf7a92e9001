package calls_test

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/hierarchy"
	"github.com/iprof-viz/iprof-viz/internal/testpath"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

const shared = "../../../shared/jvm"

// An edge is one that the VM reported: how often a caller called a callee from an instruction.
type edge struct {
	caller string
	bci    int
	callee string
}

// programs are the profiles with the VM's own edges.
var programs = []struct{ profile, edges, classes string }{
	{"calls/profile.iprof", "calls/jvmti.tsv", "calls/classes"},
	{"known/known.iprof", "known/jvmti.tsv", "known/classes"},
	{"seed/fib.iprof", "seed/fib.jvmti.tsv", "seed-classes"},
	{"seed/even.iprof", "seed/even.jvmti.tsv", "seed-classes"},
	{"seed/odd.iprof", "seed/odd.jvmti.tsv", "seed-classes"},
}

// TestEdgesOfTheVM compares each edge with the VM's.
func TestEdgesOfTheVM(t *testing.T) {
	for _, x := range programs {
		t.Run(x.profile, func(t *testing.T) { compareEdges(t, x.profile, x.edges, x.classes) })
	}
}

func compareEdges(t *testing.T, profile, edges, classes string) {
	p, text := readTruth(t, profile, edges)
	g := calls.New(p, withClasses(t, filepath.Join(shared, classes)))
	checkIdentities(t, p, g)
	for _, e := range g.Entered {
		if e.Contradicts {
			t.Errorf("a contradiction: %+v", e)
		}
	}
	found := checkEdges(t, p, g, text)
	if found.missing > 0 || float64(found.certain) < 0.97*float64(found.calls) {
		t.Errorf("%+v", found)
	}
	var entries, lost int64
	for method, n := range vmEntries(text) {
		slot := slotOf(p, method)
		if slot < 0 {
			continue
		}
		e := g.Entered[slot]
		outside := max(0, n-found.inside[method])
		entries += n
		lost += max(0, e.Outside().High-outside)
		if e.Outside().Low > outside {
			t.Errorf("%s: %+v, the VM says %d from outside", method, e, outside)
		}
	}
	if float64(lost) > 0.03*float64(entries) {
		t.Errorf("%d of %d entries may be from outside, and are not", lost, entries)
	}
	checkGenerated(t, p, g, text)
	found.inside = nil
	t.Logf("%+v; %d of %d entries may be from outside, and are not", found, lost, entries)
}

// checkGenerated checks the edges to methods that the profile does not have: a site calls at least as often as it called lambdas, whose
// classes are made at run time, and the VM initializes classes.
func checkGenerated(t *testing.T, p *iprof.Profile, g *calls.Graph, text string) {
	t.Helper()
	lambdas := map[edge]int64{} // by site
	for e, n := range vmEdges(t, text) {
		if slot := slotOf(p, e.caller); slot < 0 {
			continue
		} else if strings.Contains(e.callee, "$$Lambda") {
			lambdas[edge{e.caller, e.bci, ""}] += n
		} else if callee := slotOf(p, e.callee); strings.Contains(e.callee, ".<clinit>") && callee >= 0 {
			if x := g.Entered[callee]; x.From != calls.FromVM || x.Outside().Low != n || x.Outside().High != n {
				t.Errorf("%v: %+v, the VM says %d", e, x, n)
			}
		}
	}
	for e, n := range lambdas {
		s := g.At(slotOf(p, e.caller), iprof.BCI(e.bci))
		if s == nil || n > s.Made.High || len(s.Targets) == 0 {
			t.Errorf("%v: %+v, the VM says that it called lambdas %d times", e, s, n)
		}
	}
}

// readTruth reads a profile, and what the VM said of the same run.
func readTruth(t *testing.T, profile, edges string) (*iprof.Profile, string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(shared, edges))
	if err != nil {
		t.Skip("no ../shared/jvm")
	}
	file, err := os.Open(filepath.Join(shared, profile))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	p := testprofile.Read(t, file)
	return p, string(text)
}

// edgesFound counts the VM's edges that begin and end in methods of the profile.
type edgesFound struct {
	edges, equal, bounded, missing int   // wrong ones fail the test
	calls, certain                 int64 // of these edges, and of the equal ones

	inside map[string]int64 // calls by method
}

// checkEdges checks that the calls of a graph are the VM's, or have them within their bounds.
func checkEdges(t *testing.T, p *iprof.Profile, g *calls.Graph, text string) edgesFound {
	t.Helper()
	sum := edgesFound{inside: map[string]int64{}}
	type place struct { // sites may be made anew each time that they are asked for
		slot int32
		bci  iprof.BCI
		of   *calls.Callee
	}
	found := map[place]bool{}
	byLambda := map[string]int64{} // calls of a method from lambdas
	for e, n := range vmEdges(t, text) {
		slot := slotOf(p, e.caller)
		if strings.Contains(e.caller, "$$Lambda") {
			byLambda[e.callee] += n
		}
		if slot < 0 || strings.Contains(e.callee, "$$Lambda") || strings.Contains(e.callee, ".<clinit>") {
			continue // code that the profile does not have, or called by the VM
		}
		sum.edges++
		sum.calls += n
		sum.inside[e.callee] += n
		target := targetOf(g, slot, e)
		if target == nil {
			sum.missing++
			if g.WithoutCode == 0 && len(g.Problems) == 0 {
				t.Errorf("%v: no target", e)
			}
			continue
		}
		found[place{slot, iprof.BCI(e.bci), target.Callee}] = true
		c := target.Calls
		if n < c.Low || n > c.High {
			t.Errorf("%v: %+v, the VM says %d", e, c, n)
		}
		if c.Execution().Plain() && c.High == n {
			sum.equal++
			sum.certain += n
		} else {
			sum.bounded++
		}
	}
	for s, target := range g.All() {
		c := target.Callee
		if c.Slot < 0 || found[place{s.Slot, s.BCI, c}] || target.Calls.Low == 0 {
			continue
		}
		if n := byLambda[c.Class+"."+c.Method+c.Ref().Descriptor]; target.Evidence != calls.ByLambda || target.Calls.Low > n {
			t.Errorf("%d@%d: %+v calls %s.%s, the VM says it does not", s.Slot, s.BCI, target.Calls, c.Class, c.Method)
		}
	}
	return sum
}

// withClasses returns the options for the classes of a class path.
func withClasses(t testing.TB, file string) calls.Options {
	path := testpath.Open(t, file)
	return calls.Options{Class: path.Class, Classes: hierarchy.New(path.Class, path.Headers)}
}

// targetOf returns the target for an edge; nil: none.
func targetOf(g *calls.Graph, slot int32, e edge) *calls.Target {
	s := g.At(slot, iprof.BCI(e.bci))
	if s == nil {
		return nil
	}
	for i := range s.Targets {
		if c := s.Targets[i].Callee; !c.Inherited && c.Class+"."+c.Method+c.Ref().Descriptor == e.callee {
			return &s.Targets[i]
		}
	}
	return nil
}

// vmEntries reads how often methods were entered.
func vmEntries(text string) map[string]int64 {
	all := map[string]int64{}
	for line := range strings.Lines(text) {
		if f := strings.Split(strings.TrimSpace(line), "\t"); f[0] == "entry" {
			n, _ := strconv.ParseInt(f[4], 10, 64)
			all[f[1]+"."+f[2]+f[3]] += n
		}
	}
	return all
}

// vmEdges reads edges: caller, BCI, callee, times.
func vmEdges(t *testing.T, text string) map[edge]int64 {
	all := map[edge]int64{}
	for line := range strings.Lines(text) {
		f := strings.Split(strings.TrimSpace(line), "\t")
		if f[0] != "edge" {
			continue
		}
		bci, err1 := strconv.Atoi(f[4])
		n, err2 := strconv.ParseInt(f[8], 10, 64)
		if err1 != nil || err2 != nil {
			t.Fatalf("%q", line)
		}
		all[edge{f[1] + "." + f[2] + f[3], bci, f[5] + "." + f[6] + f[7]}] += n
	}
	return all
}

// slotOf returns the slot of a method; -1: the profile does not have it.
func slotOf(p *iprof.Profile, method string) int32 {
	for slot := range p.MethodSlots() {
		m, ok := p.MethodAt(slot)
		if !ok {
			continue
		}
		name := func(id iprof.TypeID) string { x, _ := p.Type(id); return x.Name }
		params := ""
		for _, id := range m.Params {
			params += descriptorOf(name(id))
		}
		if name(m.Declaring)+"."+m.Name+"("+params+")"+descriptorOf(name(m.Return)) == method {
			return int32(slot)
		}
	}
	return -1
}

func descriptorOf(name string) string {
	if i := strings.Index("void boolean byte char short int long float double", name); i >= 0 && name != "" {
		return map[string]string{"void": "V", "boolean": "Z", "byte": "B", "char": "C", "short": "S", "int": "I", "long": "J", "float": "F", "double": "D"}[name]
	}
	if strings.HasPrefix(name, "[") {
		return strings.ReplaceAll(name, ".", "/")
	}
	return "L" + strings.ReplaceAll(name, ".", "/") + ";"
}

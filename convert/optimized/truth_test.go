package optimized

import (
	"bytes"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/hierarchy"
	"github.com/iprof-viz/iprof-viz/internal/testfile"
	"github.com/iprof-viz/iprof-viz/internal/testpath"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/optlog"
)

// A vmSite is an instruction that calls.
type vmSite struct {
	caller string // package.Class.method
	bci    int
}

// TestCountsOfTheVM: in the log that a real compiler wrote, each certain count of what one copy of a method calls is the VM's own count of that
// edge, and each bound is at least that.
func TestCountsOfTheVM(t *testing.T) {
	const dir = "../../../shared/jvm/calls/"
	data, err := os.ReadFile(dir + "profile.iprof")
	if err != nil {
		t.Skip("no profile of a program with a log")
	}
	text := testfile.Read(t, dir+"jvmti.tsv")
	edges := map[vmSite]map[string]int64{} // by callee
	for line := range strings.Lines(string(text)) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if f[0] != "edge" {
			continue
		}
		bci, err := strconv.Atoi(f[4])
		n, err2 := strconv.ParseInt(f[8], 10, 64)
		if err != nil || err2 != nil {
			t.Fatal(line)
		}
		at := vmSite{f[1] + "." + f[2], bci}
		if edges[at] == nil {
			edges[at] = map[string]int64{}
		}
		edges[at][f[5]+"."+f[6]] += n
	}
	p := testprofile.Read(t, bytes.NewReader(data))
	path := testpath.Open(t, dir+"classes")
	log, err := optlog.Read("../../../shared/optlog/dispatch.graal-ce-2023-04.jdk17.jsonl.gz", optlog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	m := New(p, log)
	c := newCounter(m, calls.New(p, calls.Options{Class: path.Class, Classes: hierarchy.New(path.Class, path.Headers)}), path.Class)
	headOf := func(method string) string { return method[:strings.IndexByte(method, '(')] }
	certain, bounded := 0, 0
	counts := c.count()
	t.Run("lambdas", func(t *testing.T) { checkLambdas(t, m, counts) })
	for i, counts := range counts {
		u := &log.Units[i]
		for k, r := range counts {
			n := &u.Nodes[k]
			if k == 0 || n.BCI < 0 || !strings.HasPrefix(n.Method, "calls.Dispatch") || c.twins[i][int32(k)] != (twin{}) || m.slots[i][n.Parent] < 0 || m.Copies(m.slots[i][n.Parent]) != 1 {
				continue
			}
			kind := n.Kind()
			if kind != optlog.Inlined && kind != optlog.Direct { // others have several targets
				continue
			}
			at := vmSite{headOf(u.Nodes[n.Parent].Method), int(n.BCI)}
			truth, called := edges[at][headOf(n.Method)]
			if !called { // a target that the VM never saw, or an instruction of other code
				continue
			}
			switch {
			case r.Fixed():
				certain++
				if r.Low != truth {
					t.Errorf("%s @%d %s: %d, the VM counted %d", at.caller, at.bci, n.Method, r.Low, truth)
				}
			default:
				bounded++
				if r.Low > truth || r.High < truth {
					t.Errorf("%s @%d %s: %+v, the VM counted %d", at.caller, at.bci, n.Method, r, truth)
				}
			}
		}
	}
	t.Logf("%d certain counts, %d bounds", certain, bounded)
	if certain < 30 {
		t.Errorf("only %d counts to compare", certain)
	}
}

// checkLambdas: each lambda that run inlines was entered 300 times, as the VM says, though the profile does not have the methods, and has
// their classes under other names.
func checkLambdas(t *testing.T, m *Image, counts [][]code.Range) {
	for i := range m.Log.Units {
		u := &m.Log.Units[i]
		if u.Method() != "calls.Dispatch.run(int)" {
			continue
		}
		certain := 0
		for k, r := range counts[i] {
			n := &u.Nodes[k]
			if !strings.Contains(n.Method, "$$Lambda$") || strings.Contains(n.Method, "<init>") {
				continue
			}
			if r.Low > 300 || r.High < 300 {
				t.Errorf("%s @%d: %+v, the VM counted 300", n.Method, n.BCI, r)
			}
			if r.Fixed() {
				certain++
			}
		}
		if certain != 5 {
			t.Errorf("%d lambdas have a certain count, want 5 of 6", certain)
		}
	}
	apply, run := m.targets["calls.Dispatch.apply(IntUnaryOperator, int)"][0], m.targets["calls.Dispatch.run(int)"][0]
	c := &calls.Callee{Slot: -1, Class: "calls.Dispatch$$Lambda$20/0x00007f8cfc00efc8", Method: "applyAsInt", Descriptor: "(I)I"}
	if f := m.Outcome(apply, 2, &calls.Target{Callee: c}); f.Inlined != 4 || f.Removed != 0 {
		t.Errorf("call of a lambda: %v", f)
	}
	if f := m.Outcome(run, 686, &calls.Target{Callee: c}); f.Inlined != 0 {
		t.Errorf("call of another method of a lambda: %v", f)
	}
}

package optimized

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/optlog"
)

// A node of a log, as it is written.
type node struct {
	MethodName  string   `json:"methodName"`
	CallsiteBci int32    `json:"callsiteBci"`
	Inlined     bool     `json:"inlined"`
	Reason      []string `json:"reason"`
	Indirect    bool     `json:"indirect"`
	Alive       bool     `json:"alive"`
	Invokes     []*node  `json:"invokes,omitempty"`

	slot int
}

// names are the names of methods in a log, by slot, from the types of the profile.
func names(p *iprof.Profile) []string {
	all := make([]string, p.MethodSlots())
	for slot := range all {
		m, _ := p.MethodAt(slot)
		short := func(id iprof.TypeID) string {
			t, _ := p.Type(id)
			name, dims := t.Name, 0
			for strings.HasPrefix(name, "[") {
				name, dims = name[1:], dims+1
			}
			if dims > 0 {
				if of, ok := map[string]string{"I": "int", "B": "byte", "C": "char", "J": "long", "Z": "boolean", "D": "double", "F": "float", "S": "short"}[name]; ok {
					name = of
				} else {
					name = strings.TrimSuffix(strings.TrimPrefix(name, "L"), ";")
				}
			}
			if slash := strings.IndexByte(name, '/'); slash < 0 {
				name = name[strings.LastIndexByte(name, '.')+1:]
			} else {
				name = name[strings.LastIndexByte(name[:slash], '.')+1:]
			}
			return name + strings.Repeat("[]", dims)
		}
		var params []string
		for _, id := range m.Params {
			params = append(params, short(id))
		}
		holder, _ := p.Type(m.Declaring)
		all[slot] = holder.Name + "." + m.Name + "(" + strings.Join(params, ", ") + ")"
	}
	return all
}

// A place is a call in a method, as in a log.
type place struct {
	caller, callee string
	bci            int32
}

// derived makes the log of an image with exactly the inlining of a profile, but for calls that decide leaves, with their own calls: false
// is a direct call. It counts the copies of methods, and the outcomes of calls.
func derived(p *iprof.Profile, decide func() bool) (log []byte, copies []int, inlined, direct map[place]int) {
	name := names(p)
	copies, inlined, direct = make([]int, p.MethodSlots()), map[place]int{}, map[place]int{}
	nodes := make([]*node, p.Contexts.Len())
	var roots []*node
	for i, n := range p.Contexts.All() {
		x := &node{MethodName: name[p.MethodSlot(n.Method)], CallsiteBci: int32(n.Site), Reason: []string{"first", "last"}, slot: p.MethodSlot(n.Method)}
		if n.Parent == iprof.NoNode {
			x.CallsiteBci, x.Inlined = -1, true
			roots = append(roots, x)
		} else {
			up := nodes[n.Parent]
			if up == nil || !up.Inlined {
				continue
			}
			up.Invokes = append(up.Invokes, x)
			x.Inlined = decide()
			x.Alive = !x.Inlined
		}
		nodes[i] = x
	}
	// Of roots with one name, as of a method that is compiled again, the last counts; those of a compiler do not.
	last := map[string]*node{}
	for _, r := range roots {
		if !regexp.MustCompile(`^(org\.graalvm\.compiler|jdk\.graal\.compiler|jdk\.vm\.ci)\.`).MatchString(r.MethodName) {
			last[r.MethodName] = r
		}
	}
	var count func(*node)
	count = func(x *node) {
		copies[x.slot]++
		for _, n := range x.Invokes {
			at := place{x.MethodName, n.MethodName, n.CallsiteBci}
			if n.Inlined {
				count(n)
			}
			if n.CallsiteBci >= 0 && n.Inlined {
				inlined[at]++
			} else if n.CallsiteBci >= 0 {
				direct[at]++
			}
		}
	}
	for _, r := range last {
		count(r)
	}
	var b bytes.Buffer
	for i, r := range roots {
		line, err := json.Marshal(map[string]any{"methodName": r.MethodName, "compilationId": fmt.Sprint(i), "inliningTree": r, "optimizationTree": map[string]any{}})
		if err != nil {
			panic(err)
		}
		b.Write(append(line, '\n'))
	}
	return b.Bytes(), copies, inlined, direct
}

// A tester is a test, or a run of one with drawn values.
type tester interface {
	Helper()
	Errorf(format string, args ...any)
	Fatal(args ...any)
}

func readLog(t tester, text []byte) *optlog.Log {
	t.Helper()
	dir, err := os.MkdirTemp("", "optlog")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "log")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	log, err := optlog.Read(file, optlog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return log
}

// TestDerivedLogs: a log that was made from a profile with known decisions is joined with exactly these, for each call of each method
// whose name is clear, over all profiles; of methods that share a name none has more copies than it had.
func TestDerivedLogs(t *testing.T) {
	for file, data := range testprofile.Varied(t) {
		p, err := iprof.Parse(bytes.NewReader(data), iprof.Options{})
		if err != nil {
			t.Fatal(file, err)
		}
		for _, share := range []float64{1, 0, 0.6} {
			random := rand.New(rand.NewPCG(1, uint64(share*10)))
			text, copies, inlined, direct := derived(p, func() bool { return random.Float64() < share })
			m := New(p, readLog(t, text))
			check(t, fmt.Sprint(file, " ", share), p, m, copies, inlined, direct)
		}
	}
}

func check(t tester, file string, p *iprof.Profile, m *Image, copies []int, inlined, direct map[place]int) {
	t.Helper()
	name, slots := names(p), map[string][]int32{}
	for slot, n := range name {
		if slot < p.Methods.Len() {
			slots[n] = append(slots[n], int32(slot))
		}
	}
	entries, inCode := int64(0), int64(0)
	for slot, of := range convert.NewEntries(p).Methods {
		entries += of.Total()
		got := m.Copies(int32(slot))
		if clear := len(slots[name[slot]]) == 1; got > copies[slot] || clear && got != copies[slot] {
			t.Errorf("%s: %d copies of %s, counted again %d", file, got, name[slot], copies[slot])
		}
		if got > 0 { // of methods that share a name only if it is clear which is meant
			inCode += of.Total()
		}
	}
	if m.Entries != entries || m.InCode != inCode {
		t.Errorf("%s: %d of %d entries are in the log, counted again %d of %d", file, m.InCode, m.Entries, inCode, entries)
	}
	all := map[place]bool{}
	for at := range inlined {
		all[at] = true
	}
	for at := range direct {
		all[at] = true
	}
	for at := range all {
		if len(slots[at.caller]) != 1 || len(slots[at.callee]) == 0 {
			continue
		}
		f := m.Outcome(slots[at.caller][0], iprof.BCI(at.bci), &calls.Target{Callee: &calls.Callee{Slot: slots[at.callee][0]}})
		// A context may be there twice in a profile, and in one copy of a caller then.
		if f.Copies != copies[slots[at.caller][0]] || f.Inlined+f.Partly > inlined[at] || f.Direct+f.Partly > direct[at] || f.Inlined+f.Partly+f.Direct == 0 || f.Indirect != 0 || f.Inlined+f.Partly+f.Direct+f.Removed != f.Copies || f.Reason != "last" {
			t.Errorf("%s: %+v: %+v, of %d copies inlined %d, called %d", file, at, f, copies[slots[at.caller][0]], inlined[at], direct[at])
		}
		if f.Partly == 0 && len(slots[at.callee]) == 1 && (f.Inlined != inlined[at] || f.Direct != direct[at]) { // otherwise a copy has the call twice
			t.Errorf("%s: %+v: inlined in %d, called in %d; %d and %d", file, at, f.Inlined, f.Direct, inlined[at], direct[at])
		}
	}
}

// TestOutcomes: a branch of a switch of types decides about its target, the indirect call about all others; for a target that is not known a call
// that is left decides.
func TestOutcomes(t *testing.T) {
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":0,"name":"void"},{"id":1,"name":"a.Main"},{"id":2,"name":"a.A"},{"id":3,"name":"a.B"},{"id":4,"name":"[La.B;"},{"id":5,"name":"int"}],
		"methods":[{"id":1,"name":"run","signature":[1,0]},{"id":2,"name":"get","signature":[2,0,4,5]},{"id":3,"name":"get","signature":[3,0,4,5]},{"id":4,"name":"twice","signature":[3,0]},{"id":5,"name":"twice","signature":[3,5]}]`+
		testprofile.Calls("1:0 10", "2:0 6", "3:0 4", "4:0 3", "5:0 2")+`}`)
	// A log has one object a line.
	log := readLog(t, []byte(strings.ReplaceAll(`{"methodName":"a.Main.run()","compilationId":"1","inliningTree":{"methodName":"a.Main.run()","invokes":[
		{"methodName":"a.I.get(B[], int)","callsiteBci":3,"indirect":true,"alive":true,"reason":["rare"]},{"methodName":"a.A.get(B[], int)","callsiteBci":3,"inlined":true,"reason":["one","hot"]},
		{"methodName":"a.I.get(B[], int)","callsiteBci":9,"indirect":true},
		{"methodName":"a.I.get(B[], int)","callsiteBci":20,"indirect":true,"invokes":[{}]},{"methodName":"a.A.get(B[], int)","callsiteBci":20,"inlined":true},
		{"methodName":"a.A.get(B[], int)","callsiteBci":24,"alive":true},{"methodName":"a.I.get(B[], int)","callsiteBci":28,"indirect":true,"alive":true},
		{"methodName":"a.A.get(B[], int)","callsiteBci":40,"inlined":true,"reason":["hot"]},{"methodName":"a.A.get(B[], int)","callsiteBci":40,"alive":true,"reason":["large"]},
		{"methodName":"a.A.get(B[], int)","callsiteBci":44,"inlined":true},{"methodName":"a.A.get(B[], int)","callsiteBci":44,"inlined":true},
		{"methodName":"a.B.twice()","callsiteBci":12,"inlined":true,"invokes":[{"methodName":"a.B.get(B[], int)","callsiteBci":1,"alive":true}]}]}}`, "\n", " ")+
		`
{"methodName":"a.Main.run()","compilationId":"0","inliningTree":null}
`))
	m := New(p, log)
	slot := func(id iprof.MethodID) int32 { return int32(p.MethodSlot(id)) }
	for _, c := range []struct {
		bci    iprof.BCI
		callee calls.Callee
		want   string
	}{
		{3, calls.Callee{Slot: slot(2)}, "inlined hot"}, {3, calls.Callee{Slot: slot(3)}, "virtual call rare"}, {3, calls.Callee{Slot: -1, OtherTypes: true}, "virtual call rare"}, {3, calls.Callee{Slot: -1}, "virtual call rare"},
		{3, calls.Callee{Slot: -1, Class: "a.A", Method: "get", Descriptor: "([La/B;I)V"}, "inlined hot"}, {3, calls.Callee{Slot: -1, Class: "a.C", Method: "get", Descriptor: "([La/B;I)V"}, "virtual call rare"},
		{9, calls.Callee{Slot: slot(2)}, "removed "}, {12, calls.Callee{Slot: slot(4)}, "inlined "}, {14, calls.Callee{Slot: -1}, "removed "},
		{40, calls.Callee{Slot: slot(2)}, "inlined at 1 of 2 places large"}, {44, calls.Callee{Slot: slot(2)}, "inlined "},
	} {
		f := m.Outcome(slot(1), c.bci, &calls.Target{Callee: &c.callee})
		if got := f.String() + " " + f.Reason; got != c.want || f.Copies != 1 {
			t.Errorf("@%d %+v: %s, in %d copies", c.bci, c.callee, got, f.Copies)
		}
	}
	for bci, want := range map[iprof.BCI]Dispatch{3: {Copies: 1, Partly: 1}, 9: {Copies: 1, Removed: 1}, 12: {Copies: 1, Inlined: 1}, 14: {Copies: 1, Removed: 1}, 20: {Copies: 1, Switch: 1}, 24: {Copies: 1, Direct: 1}, 28: {Copies: 1, Virtual: 1}, 44: {Copies: 1, Inlined: 1}} {
		if got := m.Dispatch(slot(1), bci); got != want {
			t.Errorf("@%d: %+v", bci, got)
		}
	}
	// A call that was removed in the other copy has no say in why one is left, whatever the compiler wrote on its way.
	two := readLog(t, []byte(strings.ReplaceAll(`{"methodName":"a.Main.run()","compilationId":"1","inliningTree":{"methodName":"a.Main.run()","invokes":[
		{"methodName":"a.B.twice()","callsiteBci":1,"inlined":true,"invokes":[{"methodName":"a.B.get(B[], int)","callsiteBci":5,"alive":true,"reason":["large"]}]},
		{"methodName":"a.B.twice()","callsiteBci":2,"inlined":true,"invokes":[{"methodName":"a.B.get(B[], int)","callsiteBci":5,"reason":["hot","dead"]}]}]}}`, "\n", " ")+"\n"))
	one := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":0,"name":"void"},{"id":1,"name":"a.Main"},{"id":3,"name":"a.B"},{"id":4,"name":"[La.B;"},{"id":5,"name":"int"}],
		"methods":[{"id":1,"name":"run","signature":[1,0]},{"id":3,"name":"get","signature":[3,0,4,5]},{"id":4,"name":"twice","signature":[3,0]}]`+testprofile.Calls("1:0 10", "3:0 4", "4:0 3")+`}`)
	if f := New(one, two).Outcome(int32(one.MethodSlot(4)), 5, &calls.Target{Callee: &calls.Callee{Slot: int32(one.MethodSlot(3))}}); f.Copies != 2 || f.Direct != 1 || f.Removed != 1 || f.Reason != "large" {
		t.Errorf("%+v", f)
	}
	if got := (Dispatch{Copies: 3, Partly: 2, Switch: 1}).String(); got != "type switch and virtual call in 2 of 3 copies, type switch in 1" {
		t.Error(got)
	}
	// twice() and int twice() share a name: which of them is inlined is unclear, and so are its calls.
	if f := m.Outcome(slot(4), 1, &calls.Target{Callee: &calls.Callee{Slot: slot(3)}}); f.String() != "caller not in the log" {
		t.Errorf("%+v", f)
	}
	if m.Ambiguous != 1 || m.Unclear != 5 || m.InCode != 16 || m.Entries != 25 || m.Units != 1 || log.Recompiled != 1 {
		t.Errorf("%+v", m)
	}
	for _, c := range []struct {
		outcome Outcome
		want    string
	}{
		{Outcome{Copies: 4, Inlined: 3, Direct: 1}, "inlined in 3 of 4 copies, call in 1"}, {Outcome{Copies: 2, Indirect: 1, Removed: 1}, "virtual call in 1 of 2 copies, removed in 1"},
		{Outcome{Copies: 5, Removed: 5}, "removed"}, {Outcome{}, "caller not in the log"},
	} {
		if got := c.outcome.String(); got != c.want {
			t.Errorf("%+v: %s", c.outcome, got)
		}
	}
}

// TestRealLog: the log of a real compiler over the program of ../shared/jvm/calls has nearly all entries of its profile. By jq,
// hasNext and copy stay virtual calls in run.
func TestRealLog(t *testing.T) {
	data, err := os.ReadFile("../../../shared/jvm/calls/profile.iprof")
	if err != nil {
		t.Skip("no profile of a program with a log")
	}
	p := testprofile.Read(t, bytes.NewReader(data))
	log, err := optlog.Read("../../../shared/optlog/dispatch.graal-ce-2023-04.jdk17.jsonl.gz", optlog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	m := New(p, log)
	if share := float64(m.InCode) / float64(m.Entries); share < 0.96 {
		t.Errorf("%.3f of the entries are in the log", share)
	}
	slot := map[string]int32{}
	for i, n := range names(p) {
		slot[n] = int32(i)
	}
	run := slot["calls.Dispatch.run(int)"]
	for bci, want := range map[iprof.BCI]string{337: "virtual call", 360: "virtual call"} {
		if got := m.Outcome(run, bci, &calls.Target{Callee: &calls.Callee{Slot: -1}}).String(); got != want {
			t.Errorf("@%d: %s", bci, got)
		}
	}
	if got := m.Outcome(slot["calls.Dispatch.greatest(List)"], 39, &calls.Target{Callee: &calls.Callee{Slot: slot["calls.Dispatch$Item.compareTo(Object)"]}}); got.Inlined == 0 {
		t.Errorf("%+v", got)
	}
}

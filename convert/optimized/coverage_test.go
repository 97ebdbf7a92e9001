package optimized

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"regexp"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/optlog"
)

// ofCompiler matches the lines of a compiler's own units.
var ofCompiler = regexp.MustCompile(`"methodName":"(org\.graalvm\.compiler|jdk\.graal\.compiler|jdk\.vm\.ci)\.[^"]*","optimizationTree":\{\}\}\s*$`)

// TestCoverageOfDerivedLogs: each entry of a profile is in one presence; a method is compiled if the log that was made of it has its code,
// only called if the log has just calls of it, and absent if the log names it nowhere.
func TestCoverageOfDerivedLogs(t *testing.T) {
	seen := map[Presence]int{}
	for file, data := range testprofile.Varied(t) {
		p, err := iprof.Parse(bytes.NewReader(data), iprof.Options{})
		if err != nil {
			t.Fatal(file, err)
		}
		random := rand.New(rand.NewPCG(2, 3))
		text, copies, _, _ := derived(p, func() bool { return random.Float64() < 0.6 })
		lines := bytes.SplitAfter(text, []byte("\n")) // without a third of the units, so that methods are absent
		text = nil
		for i, line := range lines {
			if i%3 != 0 && !ofCompiler.Match(line) { // units of a compiler are left out
				text = append(text, line...)
			}
		}
		if len(text) == 0 {
			continue
		}
		c := New(p, readLog(t, text)).Coverage()
		name, slots := names(p), map[string]int{}
		for slot := range p.Methods.Len() {
			slots[name[slot]]++
		}
		sum, methods := int64(0), 0
		for of := range c.Methods {
			here := int64(0)
			for i, m := range c.Methods[of] {
				here += m.Entries
				methods++
				seen[Presence(of)]++
				if m.Entries != convert.NewEntries(p).Methods[m.Slot].Total() || i > 0 && m.Entries > c.Methods[of][i-1].Entries {
					t.Fatalf("%s: %+v", file, m)
				}
				named := bytes.Contains(text, fmt.Appendf(nil, "%q", name[m.Slot]))
				if int(m.Slot) < p.Methods.Len() && slots[name[m.Slot]] == 1 && Presence(of) != Unnamed && !bytes.ContainsAny([]byte(name[m.Slot]), "<>&\\\"") {
					switch of := Presence(of); {
					case (of == Absent) == named:
						t.Errorf("%s: %s: presence %d, named in the log: %v", file, name[m.Slot], of, named)
					case of == Compiled && copies[m.Slot] == 0, of == Unclear:
						t.Errorf("%s: %s: presence %d, %d copies", file, name[m.Slot], of, copies[m.Slot])
					}
				}
			}
			if here != c.Of[of] {
				t.Errorf("%s: presence %d: %d entries, counted again %d", file, of, c.Of[of], here)
			}
			sum += here
		}
		entered := 0
		total := int64(0)
		for _, m := range convert.NewEntries(p).Methods {
			if total += m.Total(); m.Total() > 0 {
				entered++
			}
		}
		if sum != total || sum != c.Entries || methods != entered {
			t.Errorf("%s: %d entries of %d methods, counted again %d of %d", file, sum, methods, total, entered)
		}
		if c.Idle > c.Units {
			t.Errorf("%s: %d of %d units are idle", file, c.Idle, c.Units)
		}
	}
	for of := range presences {
		if seen[of] == 0 {
			t.Errorf("no profile has a method with presence %d", of)
		}
	}
}

// TestCoverage has a method of each presence.
func TestCoverage(t *testing.T) {
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":0,"name":"void"},{"id":1,"name":"a.Main"},{"id":2,"name":"int"}],
		"methods":[{"id":1,"name":"run","signature":[1,0]},{"id":2,"name":"in","signature":[1,0]},{"id":3,"name":"called","signature":[1,0]},{"id":4,"name":"twice","signature":[1,0]},
		{"id":5,"name":"twice","signature":[1,2]},{"id":6,"name":"gone","signature":[1,0]},{"id":7,"name":"never","signature":[1,0]}]`+
		testprofile.Calls("1:0 100", "2:0<1:3 20", "3:0 30", "4:0 4", "5:0 5", "6:0 6", "7:0 0", "99:0 7")+`}`)
	log := readLog(t, []byte(`{"methodName":"a.Main.run()","compilationId":"1","inliningTree":{"methodName":"a.Main.run()","invokes":[{"methodName":"a.Main.in()","callsiteBci":3,"inlined":true},{"methodName":"a.Main.called()","callsiteBci":6,"alive":true}]}}
{"methodName":"a.Main.twice()","compilationId":"2","inliningTree":null}
{"methodName":"a.Main.never()","compilationId":"3","inliningTree":null}
{"methodName":"b.Other.x()","compilationId":"4","inliningTree":null}
`))
	c := New(p, log).Coverage()
	if want := [presences]int64{Absent: 6, OnlyCalled: 30, Unclear: 9, Compiled: 120, Unnamed: 7}; c.Of != want || c.Entries != 172 || c.Units != 4 || c.Idle != 2 {
		t.Errorf("%+v", c)
	}
	if got := c.Share(Compiled); got < 0.6976 || got > 0.6977 {
		t.Error(got)
	}
}

// TestCoverageOfBridges: where the calls in a log tell a bridge from the method that it calls, neither is unclear.
func TestCoverageOfBridges(t *testing.T) {
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":0,"name":"void"},{"id":1,"name":"a.Main"},{"id":2,"name":"int"}],
		"methods":[{"id":1,"name":"get","signature":[1,0]},{"id":2,"name":"get","signature":[1,2]}]`+testprofile.Calls("1:0 10", "2:0<1:5 10", "2:0 7")+`}`)
	of := func(inlined string) *Coverage {
		return New(p, readLog(t, []byte(`{"methodName":"a.Main.get()","compilationId":"1","inliningTree":{"methodName":"a.Main.get()","invokes":[`+inlined+`]}}`))).Coverage()
	}
	if c := of(`{"methodName":"a.Main.get()","callsiteBci":5,"inlined":true}`); c.Of != [presences]int64{Compiled: 27} {
		t.Errorf("the bridge with the method: %+v", c)
	}
	if c := of(`{"methodName":"a.Main.get()","callsiteBci":5,"alive":true}`); c.Of != [presences]int64{Compiled: 10, OnlyCalled: 17} {
		t.Errorf("the bridge, which calls the method: %+v", c)
	}
	// A call by another callee at the same BCI says nothing: this method calls more than a bridge does.
	other := `{"methodName":"a.Main.help()","callsiteBci":3,"inlined":true,"invokes":[{"methodName":"a.Main.get()","callsiteBci":5,"alive":true}]}`
	if c := of(other); c.Of != [presences]int64{Compiled: 17, OnlyCalled: 10} {
		t.Errorf("the method, which calls something that calls one of them: %+v", c)
	}
	if c := of(``); c.Of != [presences]int64{Unclear: 27} {
		t.Errorf("one of them: %+v", c)
	}
}

// TestDecisive: an unknown target is decided by a call that is left, and by nothing if there is none.
func TestDecisive(t *testing.T) {
	node := func(k optlog.Kind) decision { return decision{kind: k, method: "a.B.c()"} }
	for _, c := range []struct {
		nodes []decision
		want  optlog.Kind // Root: none
	}{
		{nil, optlog.Root},
		{[]decision{node(optlog.Deleted), node(optlog.Devirtualized)}, optlog.Root},
		{[]decision{node(optlog.Inlined)}, optlog.Inlined},
		{[]decision{node(optlog.Inlined), node(optlog.Direct)}, optlog.Direct},
		{[]decision{node(optlog.Direct), node(optlog.Indirect), node(optlog.Inlined)}, optlog.Indirect},
	} {
		of, inside, places, found := decisive(c.nodes, nil, nil)
		if of.kind != c.want || found != (c.want != optlog.Root) || inside+places != 0 {
			t.Errorf("%v: %v, found: %t", c.nodes, of, found)
		}
	}
}

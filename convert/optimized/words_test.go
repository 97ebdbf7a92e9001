package optimized

import (
	"fmt"
	"slices"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/optlog"
)

// TestNotes: the notes have the share of entries in compiled code, and that of methods that share a name.
func TestNotes(t *testing.T) {
	profile := `{"version":"1.0.0","types":[{"id":0,"name":"void"},{"id":1,"name":"a.Main"},{"id":2,"name":"int"}],
		"methods":[{"id":1,"name":"run","signature":[1,0]},{"id":2,"name":"twice","signature":[1,0]},{"id":3,"name":"twice","signature":[1,2]}]`
	p := testprofile.Parse(t, profile+testprofile.Calls("1:0 75", "2:0 15", "3:0 10")+`}`)
	unit := func(method, id string) string {
		return `{"methodName":"` + method + `","compilationId":"` + id + `","inliningTree":null}` + "\n"
	}
	text := unit("a.Main.run()", "1") + unit("a.Main.run()", "2") + unit("a.Main.twice()", "3") + unit("b.B.b()", "4") + unit("jdk.graal.compiler.X.y()", "5")
	for _, tt := range []struct {
		log, profile string
		want         []string
	}{
		{text, profile + testprofile.Calls("1:0 75", "2:0 15", "3:0 10") + `}`, []string{
			"log of the compiler: 3 compilations, 2 of methods in this profile; 1 earlier one of the same methods left out; 1 of the compiler itself left out",
			"75.0% of the entries are of methods in compiled code, 25.0% of methods that share a name in the log (1): their calls are not judged",
		}},
		{unit("a.Main.run()", "1"), profile + testprofile.Calls("1:0 75", "2:0 25") + `}`, []string{
			"log of the compiler: 1 compilation, 1 of methods in this profile", "75.0% of the entries are of methods in compiled code",
		}},
		{unit("a.Main.run()", "1"), profile + testprofile.Calls("1:0 1") + `}`, []string{
			"log of the compiler: 1 compilation, 1 of methods in this profile", "100.0% of the entries are of methods in compiled code",
		}},
		{unit("a.Main.run()", "1"), profile + `}`, []string{"log of the compiler: 1 compilation, 1 of methods in this profile"}},
	} {
		if got := New(testprofile.Parse(t, tt.profile), readLog(t, []byte(tt.log))).Notes(); !slices.Equal(got, tt.want) {
			t.Errorf("got  %q\nwant %q", got, tt.want)
		}
	}
	// A method that no unit has: nothing is said of its calls.
	m := New(p, readLog(t, []byte(unit("b.B.b()", "1"))))
	if f := m.Outcome(int32(p.MethodSlot(1)), 3, &calls.Target{Callee: &calls.Callee{Slot: -1}}); f != (Outcome{}) || f.String() != "caller not in the log" {
		t.Errorf("%+v", f)
	}
	if d := m.Dispatch(int32(p.MethodSlot(1)), iprof.BCI(3)); d != (Dispatch{}) || d.String() != "caller not in the log" {
		t.Errorf("%+v", d)
	}
}

// TestSwitchOfTwoTypes: two targets at one place are a switch of types, whether or not the log says what it replaced.
func TestSwitchOfTwoTypes(t *testing.T) {
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":0,"name":"void"},{"id":1,"name":"a.Main"}],"methods":[{"id":1,"name":"run","signature":[1,0]}]`+testprofile.Calls("1:0 1")+`}`)
	m := New(p, readLog(t, []byte(`{"methodName":"a.Main.run()","compilationId":"1","inliningTree":{"methodName":"a.Main.run()","invokes":[{"methodName":"a.A.x()","callsiteBci":3,"inlined":true},{"methodName":"a.B.x()","callsiteBci":3,"alive":true}]}}`)))
	if d := m.Dispatch(int32(p.MethodSlot(1)), 3); d != (Dispatch{Copies: 1, Switch: 1}) || d.String() != "type switch" {
		t.Errorf("%+v", d)
	}
}

// TestNamesInLogs: a method has a name in logs if the profile lists it, its class and the types of its parameters.
func TestNamesInLogs(t *testing.T) {
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":0,"name":"void"},{"id":1,"name":"a.Main"},{"id":2,"name":"int"}],
		"methods":[{"id":1,"name":"run","signature":[1,0,2,1]},{"id":2,"name":"two","signature":[1,0,2,77]},{"id":3,"name":"three","signature":[78,0]},{"id":4,"name":"main","signature":[1,0]}]`+
		testprofile.Calls("1:0 1", "9:0 1")+`}`)
	for id, want := range map[iprof.MethodID]string{1: "a.Main.run(int, Main)", 2: "", 3: "", 4: "a.Main.main()", 9: ""} {
		if got := logName(p, p.MethodSlot(id)); got != want {
			t.Errorf("method %d is %q, not %q", id, got, want)
		}
	}
}

// TestKeysOfCalls: a call is told by its caller in the unit and its place, however many callers there are.
func TestKeysOfCalls(t *testing.T) {
	keys := map[int64]string{}
	for _, parent := range []int32{0, 1, 2, 3, 1 << 30} {
		for _, bci := range []int32{-1, 0, 1, 65535, 1<<31 - 1} {
			n := &optlog.Node{}
			n.Parent, n.BCI = parent, bci
			what := fmt.Sprint(parent, " ", bci)
			if key := siteKey(n); keys[key] != "" {
				t.Errorf("%s has the key of %s", what, keys[key])
			} else {
				keys[key] = what
			}
		}
	}
}

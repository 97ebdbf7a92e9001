package optimized

import (
	"testing"

	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// TestBranchesBelowTheirCall: a log has the branches of a type switch below the virtual call. They are calls of the caller, also of one
// that is among them: here a.A.x calls itself or a.B.x, and has both inlined twice.
func TestBranchesBelowTheirCall(t *testing.T) {
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":0,"name":"void"},{"id":1,"name":"a.A"},{"id":2,"name":"a.B"}],
		"methods":[{"id":1,"name":"x","signature":[1,0]},{"id":2,"name":"x","signature":[2,0]}]`+testprofile.Calls("1:0 60", "2:0 30")+`}`)
	const (
		of   = `{"methodName":"a.I.x()","callsiteBci":3,"indirect":true,"invokes":[`
		ofA  = `{"methodName":"a.A.x()","callsiteBci":3,"inlined":true,"invokes":[`
		ofB  = `{"methodName":"a.B.x()","callsiteBci":3,"inlined":true}`
		call = `{"methodName":"a.I.x()","callsiteBci":3,"indirect":true,"alive":true}`
	)
	m := New(p, readLog(t, []byte(`{"methodName":"a.A.x()","compilationId":"1","inliningTree":{"methodName":"a.A.x()","invokes":[`+
		of+ofA+of+ofA+call+`]},`+ofB+`]}`+`]},`+ofB+`]}`+`]}}`)))
	if m.Copies(0) != 3 || m.Copies(1) != 2 {
		t.Errorf("%d and %d copies", m.Copies(0), m.Copies(1))
	}
	if d := m.Dispatch(0, 3); d != (Dispatch{Copies: 3, Switch: 2, Virtual: 1}) {
		t.Errorf("%+v", d)
	}
	for slot := range int32(2) {
		if f := m.Outcome(0, 3, &calls.Target{Callee: &calls.Callee{Slot: slot}}); f.Copies != 3 || f.Inlined != 2 || f.Removed != 0 || f.Indirect != 1 {
			t.Errorf("a call of method %d: %+v", slot, f)
		}
	}
}

// TestMethodAndBridge: a method and the bridge to it have one name in a log, and a unit each, though the profile has no call of the bridge.
func TestMethodAndBridge(t *testing.T) {
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":0,"name":"java.lang.Object"},{"id":1,"name":"a.A"},{"id":2,"name":"a.B"}],
		"methods":[{"id":1,"name":"x","signature":[1,0]},{"id":2,"name":"x","signature":[1,2]},{"id":3,"name":"y","signature":[2,0]}]`+testprofile.Calls("1:0 60", "2:0 60")+`}`)
	unit := func(id, invoke string) string {
		return `{"methodName":"a.A.x()","compilationId":"` + id + `","inliningTree":{"methodName":"a.A.x()","invokes":[` + invoke + `]}}` + "\n"
	}
	method, bridge := unit("1", `{"methodName":"a.B.y()","callsiteBci":7,"alive":true}`), unit("2", `{"methodName":"a.A.x()","callsiteBci":1,"alive":true}`)
	for _, text := range []string{method + bridge, bridge + method, bridge + method + bridge + method} {
		log := readLog(t, []byte(text))
		m := New(p, log)
		if len(log.Units) != 2 || m.Copies(0) != 1 || m.Copies(1) != 1 || m.Ambiguous != 0 {
			t.Errorf("%s: %d units, %d and %d copies, %d ambiguous", text, len(log.Units), m.Copies(0), m.Copies(1), m.Ambiguous)
		}
		if f := m.Outcome(1, 7, &calls.Target{Callee: &calls.Callee{Slot: 2}}); f.Direct != 1 {
			t.Errorf("the method's call: %+v", f)
		}
		if f := m.Outcome(0, 1, &calls.Target{Callee: &calls.Callee{Slot: 1}}); f.Direct != 1 {
			t.Errorf("the bridge's call: %+v", f)
		}
	}
}

package optimized

import (
	"testing"

	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/optlog"
)

// TestSumsOfTargets: a node of a log stands for its method, an indirect call for all that have no node of their own, and a call that may be of any
// of them raises the bound above of each.
func TestSumsOfTargets(t *testing.T) {
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":0,"name":"void"},{"id":1,"name":"a.A"},{"id":2,"name":"a.B"},
		{"id":3,"name":"c.C$$Lambda$21/0x00007f8cfc00f208"},{"id":4,"name":"c.Stable$$Lambda$757dc562bd36ea200eb6c28e3e4f26d394a1086f"}],
		"methods":[{"id":1,"name":"m","signature":[1,0]},{"id":2,"name":"m","signature":[2,0]}]`+testprofile.Calls("1:0 60", "2:0 30")+`}`)
	c := &counter{image: New(p, readLog(t, []byte(`{"methodName":"a.A.m()","compilationId":"1","inliningTree":{"methodName":"a.A.m()","invokes":[{"methodName":"c.C$$Lambda$b92714bfadcdb93f077676897249b3ad487993c4.run()","callsiteBci":1,"inlined":true},{"methodName":"c.Stable$$Lambda$757dc562bd36ea200eb6c28e3e4f26d394a1086f.run()","callsiteBci":1,"inlined":true}]}}`)))}
	exactly := func(n int64) calls.Count { return calls.Count{Range: code.Range{Low: n, High: n}} }
	upTo := func(n int64) calls.Count { return calls.Count{Range: code.Range{High: n}} }
	known := []calls.Target{
		{Callee: &calls.Callee{Slot: 0}, Calls: exactly(60)},
		{Callee: &calls.Callee{Slot: 1}, Calls: exactly(30)},
		{Callee: &calls.Callee{Slot: -1, Class: "c.C", Method: "m", Descriptor: "()V"}, Calls: exactly(8)},
		{Callee: &calls.Callee{Slot: -1, OtherTypes: true}, Calls: exactly(5)},
	}
	unknown := append(known[:len(known):len(known)], calls.Target{Callee: &calls.Callee{Slot: -1}, Calls: upTo(7)})
	usually := []calls.Target{{Callee: &calls.Callee{Slot: 0}, Calls: calls.Count{Range: code.Range{Low: 2, High: 9}, Usual: true}}}

	lambdas := []calls.Target{
		{Callee: &calls.Callee{Slot: -1, Class: "c.C$$Lambda$20/0x00007f8cfc00efc8", Method: "run", Descriptor: "()V"}, Calls: exactly(4)},
		{Callee: &calls.Callee{Slot: 1}, Types: []iprof.TypeID{3}, Calls: exactly(6)},
		{Callee: &calls.Callee{Slot: 0}, Calls: exactly(9)},
	}
	const lambda = "c.C$$Lambda$b92714bfadcdb93f077676897249b3ad487993c4.run()"
	inherited := []calls.Target{{Callee: &calls.Callee{Slot: -1, Class: "c.C", Method: "m", Descriptor: "()V", Inherited: true}, Calls: exactly(8)}}

	inlined := func(method string) *optlog.Node { return &optlog.Node{Method: method, Inlined: true} }
	virtual := &optlog.Node{Method: "a.I.m()", Indirect: true, Alive: true}
	for _, x := range []struct {
		name    string
		targets []calls.Target
		node    *optlog.Node
		slot    int32
		own     []string
		want    madeSum
	}{
		{"a method", known, inlined("a.A.m()"), 0, []string{"a.A.m()"}, madeSum{code.Range{Low: 60, High: 60}, true}},
		{"a method, with a call that may be of it", unknown, inlined("a.A.m()"), 0, []string{"a.A.m()"}, madeSum{code.Range{Low: 60, High: 67}, false}},
		{"a method by its slot, not by the name of another", known, inlined("c.C.m()"), 0, nil, madeSum{code.Range{Low: 60, High: 60}, true}},
		{"a method that the profile does not have", known, inlined("c.C.m()"), -1, nil, madeSum{code.Range{Low: 8, High: 8}, true}},
		{"one of these, with a call that may be of it", unknown, inlined("c.C.m()"), -1, nil, madeSum{code.Range{Low: 8, High: 15}, false}},
		{"one that is not called", known[:3], inlined("d.D.m()"), -1, nil, madeSum{usual: true}},
		{"one that the profiler may not have kept", known, inlined("d.D.m()"), -1, nil, madeSum{code.Range{High: 5}, false}},
		{"a lambda, which has another name in the profile", lambdas, inlined(lambda), -1, nil, madeSum{code.Range{High: 10}, false}},
		{"a lambda that the profile has under this name", lambdas, inlined("c.Stable$$Lambda$757dc562bd36ea200eb6c28e3e4f26d394a1086f.run()"), -1, nil, madeSum{usual: true}},
		{"a virtual call beside a lambda", lambdas, virtual, -1, []string{lambda}, madeSum{code.Range{Low: 9, High: 19}, false}},
		{"a method that the receiver's class inherits", inherited, inlined("b.Base.m()"), -1, nil, madeSum{code.Range{High: 8}, false}},
		{"a method with another name than the inherited one", inherited, inlined("b.Base.n()"), -1, nil, madeSum{usual: true}},
		{"one that is not known to be called", unknown, inlined("d.D.m()"), -1, nil, madeSum{code.Range{High: 12}, false}},
		{"a virtual call", known, virtual, -1, nil, madeSum{code.Range{Low: 103, High: 103}, true}},
		{"a virtual call beside two methods", known, virtual, -1, []string{"a.A.m()", "c.C.m()"}, madeSum{code.Range{Low: 35, High: 35}, true}},
		{"a virtual call beside a method, with a call that may be of any", unknown, virtual, -1, []string{"a.A.m()"}, madeSum{code.Range{Low: 43, High: 50}, false}},
		{"a count that is usually the bound", usually, inlined("a.A.m()"), 0, nil, madeSum{code.Range{Low: 2, High: 9}, true}},
	} {
		own := map[string]bool{}
		for _, method := range x.own {
			own[method] = true
		}
		if got := c.sumOf(&calls.Site{Targets: x.targets}, x.node, x.slot, own); got != x.want {
			t.Errorf("%s: %+v, want %+v", x.name, got, x.want)
		}
	}
}

// TestDispatchRemoved: a virtual call is removed if nothing of it was reached, neither the call nor any branch of a switch of types.
func TestDispatchRemoved(t *testing.T) {
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":0,"name":"void"},{"id":1,"name":"a.A"}],
		"methods":[{"id":1,"name":"run","signature":[1,0]}]`+testprofile.Calls("1:0 60")+`}`)
	for _, invoke := range []string{
		`{"methodName":"a.I.m()","callsiteBci":0,"indirect":true}`,
		`{"methodName":"a.I.m()","callsiteBci":0,"indirect":true,"invokes":[{"methodName":"a.A.m()","callsiteBci":0}]}`,
	} {
		log := readLog(t, []byte(`{"methodName":"a.A.run()","compilationId":"1","inliningTree":{"methodName":"a.A.run()","invokes":[`+invoke+`]}}`))
		if d := New(p, log).Dispatch(0, 0); d != (Dispatch{Copies: 1, Removed: 1}) {
			t.Errorf("%s: %+v", invoke, d)
		}
	}
}

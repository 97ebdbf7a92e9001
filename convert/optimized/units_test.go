package optimized

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// TestUnits: of 100 entries of g, 60 are certain: f has one copy, and in all of its contexts g was inlined at this place. The other two copies share
// the rest. h is left at a place that the compiler copied; the instrumented image inlined it there. The profile does not have z, and twice is
// one of two methods.
func TestUnits(t *testing.T) {
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":0,"name":"void"},{"id":1,"name":"a.Main"},{"id":2,"name":"int"},{"id":3,"name":"java.lang.String"}],
		"methods":[{"id":1,"name":"run","signature":[1,0]},{"id":2,"name":"f","signature":[1,0,3]},{"id":3,"name":"g","signature":[1,0]},{"id":4,"name":"h","signature":[1,0]},
		{"id":5,"name":"twice","signature":[1,0]},{"id":6,"name":"twice","signature":[1,2]}]`+
		testprofile.Calls("1:0 10", "2:0<1:4 100", "3:0<2:2<1:4 60", "3:0 40", "4:0<1:8 30", "5:0 7", "6:0 8")+`}`)
	log := readLog(t, []byte(strings.ReplaceAll(`{"methodName":"a.Main.run()","compilationId":"1","inliningTree":{"methodName":"a.Main.run()","invokes":[
		{"methodName":"a.Main.f(String)","callsiteBci":4,"inlined":true,"invokes":[{"methodName":"a.Main.g()","callsiteBci":2,"inlined":true}]},
		{"methodName":"a.Main.h()","callsiteBci":8,"alive":true,"reason":["large"]},{"methodName":"a.Main.h()","callsiteBci":8,"alive":true,"reason":["large"]},
		{"methodName":"b.Y.z(int[], String[][])","callsiteBci":12,"alive":true,"indirect":true},{"methodName":"a.Main.g()","callsiteBci":20,"inlined":true},
		{"methodName":"a.Main.twice()","callsiteBci":24,"inlined":true},{"methodName":"bare","callsiteBci":28,"alive":true},{"methodName":".dotted","callsiteBci":32,"alive":true}]}}
{"methodName":"a.Main.g()","compilationId":"2","inliningTree":{"methodName":"a.Main.g()"}}`, "\n\t\t", " ")+"\n"))
	m := New(p, log)
	u, err := m.NewUnits(calls.New(p, calls.Options{}), nil)
	if err != nil {
		t.Fatal(err)
	}
	names := convert.NewNames(u.Profile, convert.NameOptions{Style: convert.SignatureNames})
	most := u.Most(func(node int32) int32 { return int32(u.Profile.Contexts.Node(iprof.NodeID(node)).Parent) })
	bound := func(n int64) string {
		if n == code.Unlimited {
			return "?"
		}
		return fmt.Sprint(n)
	}
	var got []string
	frames := convert.CalledFrames(u.Profile, nil)
	for node, n := range u.Profile.Contexts.All() {
		slot := int32(u.Profile.MethodSlot(n.Method))
		r := u.Entries[node]
		got = append(got, fmt.Sprintf("%s @%s %d-%s, in all %s, new %t", names.Method(int(slot)), n.Site, r.Low, bound(r.High), bound(most[node]), u.New[node]))
		for i := range u.Calls[node] {
			c := &u.Calls[node][i]
			of := c.Leaving(slot, frames)
			got = append(got, fmt.Sprintf("  @%s %s %d-%s known %d: %s, %q, before %t; %s", c.BCI, names.Method(int(c.Slot)), c.Count.Low, bound(c.Count.High), c.Known(), c.Outcome(), c.Reason, c.Lost, of.Name(names)))
		}
	}
	want := []string{
		"a.Main.run() @0 10-10, in all 218, new false",
		`  @8 a.Main.h() 30-30 known 30: call in 2 copies, "large", before true; a.Main.h()`,
		`  @12 b.Y.z(int[], String[][]) 0-? known 0: virtual call, "", before false; b.Y.z(int[], String[][])`,
		`  @28 ?.bare() 0-? known 0: call, "", before false; ?.bare()`,
		`  @32 ?..dotted() 0-? known 0: call, "", before false; ?..dotted()`,
		"a.Main.f(java.lang.String) @4 100-100, in all 160, new false",
		"a.Main.g() @2 60-60, in all 60, new false",
		"a.Main.g() @20 0-40, in all 40, new true",
		"a.Main.twice() @24 0-8, in all 8, new false",
		"a.Main.g() @0 0-40, in all 40, new false",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if n := u.Profile.Total(iprof.Calls); n != 170 {
		t.Errorf("%d entries are certain", n)
	}
	for id, want := range map[iprof.MethodID]struct {
		copies, known int
		entries       int64
	}{1: {1, 1, 10}, 2: {1, 1, 100}, 3: {3, 3, 100}, 4: {0, 0, 30}, 5: {0, -1, 7}, 6: {0, -1, 8}} {
		slot := int32(p.MethodSlot(id))
		if m.Copies(slot) != want.copies || m.KnownCopies(slot) != want.known || u.Methods[slot] != want.entries || !u.Joined(slot) {
			t.Errorf("method %d: %d copies, %d, %d entries", id, m.Copies(slot), m.KnownCopies(slot), u.Methods[slot])
		}
	}
	last := int32(u.Profile.Methods.Len() - 1)
	if m.Copies(-1) != 0 || m.KnownCopies(-1) != -1 || u.Methods[last] != -1 || u.Joined(last) {
		t.Errorf("a method that only the log has: %d entries", u.Methods[last])
	}
	if notes := u.Notes[len(u.Notes)-1]; notes != "of 66.7% of the 255 entries it is certain which copy they entered" {
		t.Error(notes)
	}
}

package optimized

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// TestRolesOfDerivedLogs: in an image with the inlining of the profile, each inlining context is inlined, but for its root; without any inlining
// a frame is a root or, as it has no unit, neither; and with parts of it, what a frame is inlined into is in the log.
func TestRolesOfDerivedLogs(t *testing.T) {
	for file, data := range testprofile.Varied(t) {
		p, err := iprof.Parse(bytes.NewReader(data), iprof.Options{})
		if err != nil {
			t.Fatal(file, err)
		}
		name, number := names(p), map[string]int{}
		for _, n := range name[:p.Methods.Len()] {
			number[n]++
		}
		for _, share := range []float64{1, 0, 0.6} {
			random := rand.New(rand.NewPCG(3, uint64(share*10)))
			text, _, inlined, direct := derived(p, func() bool { return random.Float64() < share })
			log := readLog(t, text)
			units := map[string]bool{}
			for i := range log.Units {
				units[log.Units[i].Method()] = true
			}
			for i, role := range New(p, log).Roles(p.Contexts) {
				n := p.Contexts.Node(iprof.NodeID(i))
				method := name[p.MethodSlot(n.Method)]
				isRoot, want := n.Parent == iprof.NoNode, stacks.RoleInlined
				if isRoot {
					want = stacks.RoleRoot
				}
				caller := ""
				if !isRoot {
					caller = name[p.MethodSlot(p.Contexts.Node(n.Parent).Method)]
				}
				at := place{caller, method, int32(n.Site)}
				switch {
				case number[method] != 1 || !isRoot && (number[caller] != 1 || n.Site < 0):
				case share == 1 && clearRoot(p, name, number, units, i) && role != want,
					role&stacks.RoleRoot != 0 && !units[method] && direct[at] == 0,
					role&stacks.RoleInlined != 0 && inlined[at] == 0,
					role == 0 && units[method],
					share == 0 && role&stacks.RoleInlined != 0:
					t.Errorf("%s %v: %s in %s @%d: role %d", file, share, method, caller, n.Site, role)
				}
			}
		}
	}
}

// clearRoot reports whether all names of a context are clear, and its root is in the log, which leaves out a compiler's own methods.
func clearRoot(p *iprof.Profile, name []string, number map[string]int, units map[string]bool, node int) bool {
	for {
		n := p.Contexts.Node(iprof.NodeID(node))
		if number[name[p.MethodSlot(n.Method)]] != 1 || n.Site < 0 {
			return false
		}
		if n.Parent == iprof.NoNode {
			return units[name[p.MethodSlot(n.Method)]]
		}
		node = int(n.Parent)
	}
}

// TestRolesOfCopiedCalls: of a call that the compiler copied, some places are inlined and some are calls; frames below follow the inlined ones.
func TestRolesOfCopiedCalls(t *testing.T) {
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":0,"name":"void"},{"id":1,"name":"a.Main"}],
		"methods":[{"id":1,"name":"run","signature":[1,0]},{"id":2,"name":"f","signature":[1,0]},{"id":3,"name":"g","signature":[1,0]}]`+
		testprofile.Calls("1:0 1", "2:0<1:4 5", "3:0<2:2<1:4 5", "3:0<1:9 1")+`}`)
	log := readLog(t, []byte(`{"methodName":"a.Main.run()","compilationId":"1","inliningTree":{"methodName":"a.Main.run()","invokes":[`+
		`{"methodName":"a.Main.f()","callsiteBci":4,"alive":true},{"methodName":"a.Main.f()","callsiteBci":4,"inlined":true,"invokes":[{"methodName":"a.Main.g()","callsiteBci":2,"inlined":true}]}]}}`+"\n"))
	want := []stacks.Role{stacks.RoleRoot, stacks.RoleRoot | stacks.RoleInlined, stacks.RoleInlined, 0}
	for i, role := range New(p, log).Roles(p.Contexts) {
		if role != want[i] {
			t.Errorf("%d: %d, want %d", i, role, want[i])
		}
	}
}

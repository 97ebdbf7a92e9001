package callgraph

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// ways returns the lines of a graph of ways, with the methods that they pass, then boxes of several methods.
func ways(g *Graph) string {
	var lines []string
	for i, line := range strings.Split(arrows(g), "\n") {
		if i < len(g.Edges) {
			var via []string
			for _, n := range g.Edges[i].Via {
				via = append(via, n.Name)
			}
			if via != nil {
				line += " via " + strings.Join(via, ", ")
			}
			lines = append(lines, line)
		}
	}
	for _, n := range g.Nodes {
		if n.Members != nil {
			var names []string
			for _, m := range n.Members {
				names = append(names, m.Name)
			}
			lines = append(lines, fmt.Sprintf("%s: %s; %d self, %d total", n.Name, strings.Join(names, ", "), n.Self, n.Total))
		}
	}
	return strings.Join(lines, "\n")
}

// The stacks main → run → loop → parse → read 50, main → run → loop → print → write 40, and loop itself 10: each of the three hottest
// methods has its way to main, and methods that only lie on one are on a line, whose samples are those of stacks that go all of it.
func TestWays(t *testing.T) {
	for by := range 8 {
		p := testprofile.Parse(t, testprofile.Rotated(t, "{"+testprofile.Methods("main", "run", "loop", "parse", "print", "read", "write")+
			testprofile.Samples("6:0<4:1<3:1<2:1<1:1 50", "7:0<5:1<3:2<2:1<1:1 40", "3:5<2:1<1:1 10")+"}", by))
		for _, test := range []struct {
			nodes      int
			want       string
			methods    int
			selfOfThem int64
		}{
			{0, `T.main → T.loop sampled 100 via T.run
			T.loop → T.read sampled 50 via T.parse
			T.loop → T.write sampled 40 via T.print`, 7, 100},
			{4, `T.main → T.loop sampled 100 via T.run
			T.loop → T.read sampled 50 via T.parse
			T.loop → T.write sampled 40 via T.print`, 7, 100},
			{3, `T.main → T.read sampled 50 via T.run, T.loop, T.parse`, 5, 60}, // write would make loop a box, too
			{1, `T.main → T.read sampled 50 via T.run, T.loop, T.parse`, 5, 60}, // no fewer than one way
		} {
			g := graphOf(t, p, Options{Metric: convert.Samples, Ways: true, Nodes: test.nodes})
			testprofile.WantText(t, fmt.Sprint(test.nodes, " boxes"), ways(g), test.want)
			if g.ShownNodes != test.methods || g.ShownSamples != test.selfOfThem || g.Samples != 100 || g.AllNodes != 7 {
				t.Errorf("%d boxes: %d of %d methods, %d of %d samples", test.nodes, g.ShownNodes, g.AllNodes, g.ShownSamples, g.Samples)
			}
		}
	}
}

// A line has the stacks that come all of its way, also where a method on the way calls itself, and not those of its last call alone.
func TestSamplesOfAWay(t *testing.T) {
	for by := range 8 {
		p := testprofile.Parse(t, testprofile.Rotated(t, "{"+testprofile.Methods("main", "walk", "step", "leaf", "other")+
			testprofile.Samples("4:0<3:1<2:1<1:1 50", "4:0<3:1<3:2<2:1<2:2<1:1 30", "4:0<3:1<5:1 8", "3:9<2:1<1:1 1")+"}", by))
		testprofile.WantText(t, "ways", ways(graphOf(t, p, Options{Metric: convert.Samples, Ways: true, Nodes: 2, NodeFraction: 0.05})),
			`T.main → T.leaf sampled 80 via T.walk, T.step`)
	}
}

// Of the stacks main → eval → visit → eval → visit → leaf 60, main → eval → visit 40, and other → leaf 5, the heaviest way of leaf is
// that from main. Eval and visit call each other: they are one box, which 100 stacks pass once, although 60 pass its methods twice.
func TestWaysThroughRecursion(t *testing.T) {
	for by := range 8 {
		p := testprofile.Parse(t, testprofile.Rotated(t, "{"+testprofile.Methods("main", "eval", "visit", "leaf", "other")+
			testprofile.Samples("4:0<3:1<2:1<3:2<2:1<1:1 60", "3:9<2:1<1:1 40", "4:0<5:1 5")+"}", by))
		testprofile.WantText(t, "ways", ways(graphOf(t, p, Options{Metric: convert.Samples, Ways: true})), `T.main → 2 methods call each other sampled 100
		2 methods call each other → T.leaf sampled 60
		2 methods call each other: T.visit, T.eval; 40 self, 100 total`)
		// All stacks pass visit, but eval has more self samples.
		p = testprofile.Parse(t, "{"+testprofile.Methods("main", "eval", "visit", "leaf")+testprofile.Samples("2:1<3:2<2:5<3:1<1:1 60", "3:9<1:1 40", "3:7<2:5<3:1<1:1 1")+"}")
		testprofile.WantText(t, "by self", ways(graphOf(t, p, Options{Metric: convert.Samples, Ways: true})), `T.main → 2 methods call each other sampled 101
		2 methods call each other: T.eval, T.visit; 101 self, 101 total`)
		// A library calls the application back: in their box, the one with more self samples is first.
		p = testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":0,"name":"void"},{"id":1,"name":"a.A"},{"id":2,"name":"java.util.List"}],
		"methods":[{"id":1,"name":"main","signature":[1,0]},{"id":2,"name":"each","signature":[2,0]},{"id":3,"name":"run","signature":[1,0]}]`+
			testprofile.Samples("2:1<3:1<2:1<1:1 60", "2:2<1:1 40")+"}")
		testprofile.WantText(t, "callbacks", ways(graphOf(t, p, Options{Metric: convert.Samples, Ways: true})), `A.main → 2 methods call each other sampled 100
		2 methods call each other: List.each, A.run; 100 self, 100 total`)
		// A method that calls itself has a loop.
		p = testprofile.Parse(t, "{"+testprofile.Methods("main", "fib")+testprofile.Samples("2:1<2:1<2:1<1:1 70", "2:1<1:1 30")+"}")
		testprofile.WantText(t, "loop", ways(graphOf(t, p, Options{Metric: convert.Samples, Ways: true})), `T.main → T.fib sampled 100
		T.fib → T.fib sampled 70`)
	}
}

// Cold has most of its samples from other, although main, which is the first in the file, is the heaviest caller of hot. The heaviest
// call between these two ways, that of hot by other, connects them.
func TestWaysOfOtherMethodsDoNotCount(t *testing.T) {
	for by := range 8 {
		p := testprofile.Parse(t, testprofile.Rotated(t, "{"+testprofile.Methods("main", "other", "hot", "cold")+testprofile.Samples("3:0<1:1 60", "3:0<2:1 50", "4:0<1:2 10", "4:0<2:2 30")+"}", by))
		testprofile.WantText(t, "ways", ways(graphOf(t, p, Options{Metric: convert.Samples, Ways: true})), `T.main → T.hot sampled 60
		T.other → T.hot sampled 50
		T.other → T.cold sampled 30
		T.main → T.cold sampled 10`)
	}
}

// Most stacks of fib were cut at 2 frames, so that its heaviest way ends at deep. Main, which has samples itself, is not alone for that:
// it calls fib through a lambda and, in fewer stacks, idle.
func TestWaysAreConnected(t *testing.T) {
	methods := testprofile.Methods("main", "lambda", "fib", "deep", "idle", "wait")
	samples := methods + testprofile.Samples("3:1<4:1 60", "3:1<2:1<1:1 30", "3:1<2:1<1:9 4", "1:3 10", "5:1<6:1 20", "5:1<1:2 3")
	shared := methods + testprofile.Samples("3:1<2:1<4:1 60", "3:1<2:1<1:1 30", "1:3 10") // deep calls fib through the lambda as well
	entries := methods + testprofile.Calls("1:0 10", "2:0<1:1 4", "3:0<2:1<1:1 30", "4:0 6", "3:0<4:1 60", "5:0<1:2 2", "6:0 20", "5:0<6:1 20")
	for _, test := range []struct {
		name, records string
		opts          Options
		want          string
	}{
		{"all", samples, Options{}, `T.deep → T.fib sampled 60
			T.main → T.fib sampled 34 via T.lambda
			T.wait → T.idle sampled 20
			T.main → T.idle sampled 3`},
		{"a share", samples, Options{NodeFraction: 0.05}, `T.deep → T.fib sampled 60
			T.main → T.fib sampled 34 via T.lambda
			T.wait → T.idle sampled 20
			T.main → T.idle sampled 3`}, // of 23: it connects nothing, but would be missed
		{"room", shared, Options{Nodes: 4}, `T.lambda → T.fib sampled 90
			T.deep → T.lambda sampled 60
			T.main → T.lambda sampled 30`},
		{"no room", shared, Options{Nodes: 3}, `T.deep → T.fib sampled 60 via T.lambda
			T.main →… T.fib sampled 30`},
		{"entries", entries, Options{NodeFraction: 0.04}, `T.deep →@1 T.fib inlined 60 ×10 cov 100%
			T.main →@1 T.fib inlined 30 ×7.5 cov 100% via T.lambda
			T.wait →@1 T.idle inlined 20 ×1 cov 100%`},
	} {
		test.opts.Ways = true
		testprofile.WantText(t, test.name, ways(graphOf(t, testprofile.Parse(t, "{"+test.records+"}"), test.opts)), test.want)
	}
}

// By entries, ways continue above compilation roots with the caller that calls them most, and a line counts the calls of the box that it
// leads to: hot, 2000 times, not loop, once.
func TestWaysOfEntries(t *testing.T) {
	for by := range 8 {
		p := testprofile.Parse(t, testprofile.Rotated(t, `{"version":"1.0.0","types":[{"id":1,"name":"void"},{"id":2,"name":"app.Main"},{"id":3,"name":"app.A"},{"id":4,"name":"app.B"}],
		"methods":[{"id":1,"name":"run","signature":[2,1]},{"id":2,"name":"get","signature":[3,1]},{"id":3,"name":"get","signature":[4,1]},
		{"id":4,"name":"loop","signature":[2,1]},{"id":5,"name":"hot","signature":[2,1]}]`+
			testprofile.Calls("1:0 10", "2:0<1:5 70", "3:0 40", "4:0<1:8 1", "5:0<4:3<1:8 2000")+
			`,"virtualInvokeProfiles":[{"ctx":"1:5","records":[3,70,4,30]}]}`, by))
		g := graphOf(t, p, Options{Metric: convert.Calls, Ways: true, NodeFraction: 0.004}) // 8 entries: loop has one
		testprofile.WantText(t, "ways", ways(g), `Main.run →@3 Main.hot inlined 2000 ×2e+03 cov 100% via Main.loop
		Main.run →@5 A.get inlined 70 ×7 cov 100%
		Main.run →@5 B.get called ≥30 ×3 cov 100%`)
		if g.ShownEntries != 2121 || g.Entries != 2121 {
			t.Errorf("%d of %d entries", g.ShownEntries, g.Entries)
		}
	}
}

// Burn is called by walk 57, fib 30, job 20, ping 3 and pong 2 times; job calls it through ping and pong in less than a tenth of its stacks.
// Back, which burn calls, calls it again in 30 stacks: these are a line, and no box of several. Rare is on no way.
func TestOtherCallers(t *testing.T) {
	for by := range 8 {
		p := testprofile.Parse(t, testprofile.Rotated(t, "{"+testprofile.Methods("job", "walk", "fib", "burn", "ping", "pong", "back", "rare")+
			testprofile.Samples("4:0<2:1<1:1 57", "4:0<3:1<1:2 30", "4:0<1:3 20", "4:0<5:1<1:4 2", "4:0<5:1<6:1<1:4 1", "4:0<6:1<1:4 2",
				"4:0<7:1<4:5<2:1<1:1 30", "2:9<8:1 4", "3:3<1:2 9", "7:5<4:5<2:1<1:1 25")+"}", by))
		entries := testprofile.Parse(t, "{"+testprofile.Methods("job", "walk", "fib", "burn", "ping", "pong")+
			testprofile.Calls("1:0 1", "2:0<1:1 1", "4:0<2:1<1:1 60", "3:0<1:2 1", "4:0<3:1<1:2 30", "5:0 1", "4:0<5:1 5", "6:0 1", "4:0<6:1 3", "4:0<6:2 1")+"}")
		for _, test := range []struct {
			opts   Options
			want   string
			others string
		}{
			{Options{Metric: convert.Calls, NodeFraction: 0.3}, `T.job →@1 T.burn inlined 60 ×60 cov 100% via T.walk
			T.job →@1 T.burn inlined 30 ×30 cov 100% via T.fib`, "T.burn: 9 by 2, T.ping() 5, T.pong() 4"},
			{Options{NodeFraction: 0.02}, `T.walk → T.burn sampled 112
			T.job → T.walk sampled 112
			T.burn → T.back sampled 55
			T.job → T.fib sampled 39
			T.fib → T.burn sampled 30
			T.back → T.burn sampled 30
			T.job → T.burn sampled 20`, "T.burn: 5 by 2, T.ping() 3, T.pong() 2; T.walk: 4 by 1, T.rare() 4"},
			{Options{NodeFraction: 0.3}, `T.job → T.burn sampled 112 via T.walk
			T.job → T.burn sampled 30 via T.fib
			T.job → T.burn sampled 20`, "T.burn: 5 by 2, T.ping() 3, T.pong() 2"},
		} {
			of := entries
			if test.opts.Ways = true; test.opts.Metric != convert.Calls {
				test.opts.Metric, of = convert.Samples, p
			}
			g := graphOf(t, of, test.opts)
			testprofile.WantText(t, "lines", ways(g), test.want)
			if got := strings.Join(othersOf(g), "; "); got != test.others {
				t.Errorf("others: %s, want %s", got, test.others)
			}
		}
	}
}

// othersOf returns the callers of boxes whose calls are on no line.
func othersOf(g *Graph) (others []string) {
	for _, n := range g.Nodes {
		if n.Others.Callers > 0 {
			text := fmt.Sprintf("%s: %d by %d", n.Name, n.Others.Count, n.Others.Callers)
			for _, o := range n.Others.Most {
				text += fmt.Sprintf(", %s %d", o.Name, o.Count)
			}
			others = append(others, text)
		}
	}
	return others
}

// A line has the edges between the same boxes through the same methods: its samples, if there are any, and all counts, by call site.
func TestWayLines(t *testing.T) {
	for by := range 6 {
		p := testprofile.Parse(t, testprofile.Rotated(t, "{"+testprofile.Methods("main", "run", "loop", "hot", "cold", "side")+
			testprofile.Calls("1:0 1", "2:0<1:1 5", "4:0<3:1<2:1<1:1 30", "4:0<3:2<2:1<1:1 20", "4:0<6:1<1:7 10", "5:0<1:9 2")+
			testprofile.Samples("4:1<3:1<2:1<1:1 60", "4:1<6:1<1:7 40", "5:1<1:9 30", "1:1 9")+"}", by))
		for _, m := range []convert.Metric{convert.Samples, convert.Calls} {
			g := graphOf(t, p, Options{Metric: m, Ways: true})
			var lines []string
			edges := 0
			for _, l := range g.WayLines() {
				var via []string
				for _, n := range l.Via {
					via = append(via, n.Name)
				}
				text := fmt.Sprintf("%s → %s via %s", g.Nodes[l.From].Name, g.Nodes[l.To].Name, strings.Join(via, ", "))
				if edges += len(l.Counts); l.Samples != nil {
					edges++
					text += fmt.Sprintf(": %d samples", l.Samples.Count)
				}
				for _, e := range append(slices.Clone(l.Counts), l.Samples) {
					if e != nil && (e.From != l.From || e.To != l.To || len(e.Via) != len(l.Via) || len(e.Via) > 0 && &e.Via[0] != &l.Via[0]) {
						t.Errorf("%s has an edge of another line", text)
					}
				}
				sum, _ := g.Sum(l.Counts)
				lines = append(lines, text+fmt.Sprintf("; %d in %d counts", sum, len(l.Counts)))
			}
			slices.Sort(lines)
			testprofile.WantText(t, fmt.Sprint("lines by ", m, ", rotated by ", by), strings.Join(lines, "\n"), wayLines[m])
			if edges != len(g.Edges) {
				t.Errorf("%d edges in lines, and %d in the graph", edges, len(g.Edges))
			}
		}
	}
}

var wayLines = map[convert.Metric]string{
	convert.Samples: `T.main → T.cold via : 30 samples; 2 in 1 counts
		T.main → T.hot via T.run, T.loop: 60 samples; 50 in 2 counts
		T.main → T.hot via T.side: 40 samples; 10 in 1 counts`,
	convert.Calls: `T.main → T.cold via : 30 samples; 2 in 1 counts
		T.main → T.hot via T.side: 40 samples; 10 in 1 counts
		T.main → T.run via : 60 samples; 5 in 1 counts
		T.run → T.hot via T.loop: 60 samples; 50 in 2 counts`,
}

// TestWaysOfAllProfiles: the hottest methods are in the picture, each with a way from a root; boxes form no cycle; and what the picture
// says it has is what its boxes and lines have.
func TestWaysOfAllProfiles(t *testing.T) {
	for name, data := range testprofile.Varied(t) {
		p := testprofile.Parse(t, string(data))
		for _, m := range []convert.Metric{convert.Calls, convert.Samples} {
			if p.Total(m.Section()) == 0 {
				continue
			}
			for _, opts := range []Options{{Nodes: 40, NodeFraction: 0.001}, {Nodes: 12}, {Nodes: 10, By: convert.ByClass}} {
				opts.Metric, opts.Ways = m, true
				checkWays(t, fmt.Sprintf("%s, %s, %d", name, m, opts.Nodes), p, opts)
			}
		}
	}
}

func checkWays(t *testing.T, what string, p *iprof.Profile, opts Options) {
	t.Helper()
	g := graphOf(t, p, opts)
	opts.Ways, opts.Nodes, opts.NodeFraction = false, 0, 0
	whole := graphOf(t, p, opts)
	if g.Entries != whole.Entries || g.Samples != whole.Samples || g.AllNodes != whole.AllNodes || g.Inlined != whole.Inlined {
		t.Errorf("%s: the sums are others", what)
	}
	self := func(n *Node) int64 {
		if opts.Metric == convert.Samples {
			return n.Self
		}
		return n.Entries.Total()
	}
	shown, sum := map[string]bool{}, int64(0)
	show := func(n *Node) {
		if !shown[n.Full] {
			shown[n.Full], sum = true, sum+self(n)
		}
	}
	for i := range g.Nodes {
		n := &g.Nodes[i]
		if n.Members == nil {
			show(n)
		}
		var sum Node
		for k := range n.Members {
			m := &n.Members[k]
			show(m)
			sum.Entries.Root, sum.Entries.Inlined, sum.Entries.Contexts = sum.Entries.Root+m.Entries.Root, sum.Entries.Inlined+m.Entries.Inlined, sum.Entries.Contexts+m.Entries.Contexts
			sum.Self, sum.Hidden = sum.Self+m.Self, sum.Hidden+m.Hidden
		}
		if n.Members != nil && (n.Entries != sum.Entries || n.Self != sum.Self || n.Hidden != sum.Hidden) {
			t.Errorf("%s: %+v is not the sum of its members", what, n)
		}
	}
	into := make([][]int32, len(g.Nodes))
	for i := range g.Edges {
		e := &g.Edges[i]
		for k := range e.Via {
			show(&e.Via[k])
		}
		if e.From != e.To && !e.Beside { // those beside ways may call back
			into[e.To] = append(into[e.To], e.From)
		}
		if e.Evidence == SampledEvidence && e.Count > g.Nodes[e.To].Total && len(e.Via) == 0 {
			t.Errorf("%s: %d samples enter %s, which has %d", what, e.Count, g.Nodes[e.To].Name, g.Nodes[e.To].Total)
		}
	}
	want := g.ShownEntries
	if opts.Metric == convert.Samples {
		want = g.ShownSamples
	}
	if sum != want {
		t.Errorf("%s: boxes and lines have %d, the graph says %d", what, sum, want)
	}
	hottest := slices.MaxFunc(whole.Nodes, func(x, y Node) int { return int(min(1, max(-1, self(&x)-self(&y)))) })
	if !shown[hottest.Full] {
		t.Errorf("%s: %s, the hottest, is not shown", what, hottest.Full)
	}
	if opts.Metric == convert.Samples && opts.By == convert.ByMethod {
		checkCallers(t, what, p, g)
	}
	if out := make([][]int32, len(g.Nodes)); len(g.Nodes) > 0 {
		for to, callers := range into {
			for _, from := range callers {
				out[from] = append(out[from], int32(to))
			}
		}
		if _, n := cycles(out); n != len(g.Nodes) {
			t.Errorf("%s: %d boxes in %d components", what, len(g.Nodes), n)
		}
	}
}

// checkCallers counts the stacks again: those of a box are those that begin in it, those of the lines into it, and those of callers
// without a line. Boxes that a stack enters twice are left out. And no other call between two boxes is a tenth of the callee's.
func checkCallers(t *testing.T, what string, p *iprof.Profile, g *Graph) {
	t.Helper()
	boxOf := make([]int32, p.MethodSlots())
	for i := range boxOf {
		boxOf[i] = -1
	}
	for i, n := range g.Nodes {
		if n.Slot >= 0 {
			boxOf[n.Slot] = int32(i)
		}
		for _, m := range n.Members {
			if m.Slot >= 0 {
				boxOf[m.Slot] = int32(i)
			}
		}
	}
	type pair struct{ from, to int32 }
	begin, twice, direct := make([]int64, len(g.Nodes)), make([]bool, len(g.Nodes)), map[pair]int64{}
	for node, value := range convert.Samples.Records(p) {
		entered, pairs := map[int32]int{}, map[pair]bool{}
		for at := iprof.NodeID(node); at >= 0; at = p.Stacks.Node(at).Parent {
			box := boxOf[p.MethodSlot(p.Stacks.Node(at).Method)]
			if box < 0 {
				continue
			}
			up := p.Stacks.Node(at).Parent
			if up < 0 {
				begin[box] += value
				entered[box]++
				continue
			}
			if from := boxOf[p.MethodSlot(p.Stacks.Node(up).Method)]; from != box {
				entered[box]++
				if from >= 0 {
					pairs[pair{from, box}] = true
				}
			}
		}
		for box, n := range entered {
			twice[box] = twice[box] || n > 1
		}
		for of := range pairs {
			direct[of] += value
		}
	}
	into, lines := make([]int64, len(g.Nodes)), map[pair]bool{}
	for i := range g.Edges {
		if e := &g.Edges[i]; e.Evidence == SampledEvidence && e.From != e.To {
			into[e.To] += e.Count
			lines[pair{e.From, e.To}] = lines[pair{e.From, e.To}] || len(e.Via) == 0 && !e.Through
		}
	}
	for i, n := range g.Nodes {
		if sum := begin[i] + into[i] + n.Others.Count; n.Slot >= 0 && !twice[i] && sum != n.Total {
			t.Errorf("%s: %s has %d samples: %d begin there, %d are on lines, %d from others", what, n.Name, n.Total, begin[i], into[i], n.Others.Count)
		}
	}
	for of, n := range direct {
		if 10*n >= g.Nodes[of.to].Total && !lines[of] {
			t.Errorf("%s: %d samples of %s in %s, of %d, are not drawn", what, n, g.Nodes[of.to].Name, g.Nodes[of.from].Name, g.Nodes[of.to].Total)
		}
	}
}

// Components of a graph with a cycle of three, a loop and a chain.
func TestCycles(t *testing.T) {
	component, n := cycles([][]int32{{1}, {2, 3}, {0}, {3, 4}, nil})
	if n != 3 || component[0] != component[1] || component[1] != component[2] || component[3] == component[0] || component[4] == component[3] {
		t.Errorf("%d: %v", n, component)
	}
	long := make([][]int32, 300_000) // no recursion
	for i := range long[1:] {
		long[i] = []int32{int32(i) + 1}
	}
	if _, n := cycles(long); n != len(long) {
		t.Errorf("%d components of a chain of %d", n, len(long))
	}
	long[len(long)-1] = []int32{0}
	if _, n := cycles(long); n != 1 {
		t.Errorf("%d components of a circle", n)
	}
}

package callgraph

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// A stop is a frame of a stack on a way.
type stop struct {
	of *walk
	at int
}

// way finds the heaviest way from a group to its root in lists of stacks: see [wayFinder].
func (r *recount) way(group int32, m convert.Metric) []int32 {
	start := func(group int32) (stops []stop) {
		for i := range r.stacks {
			if w := &r.stacks[i]; m == convert.Samples && w.has(group) {
				at := len(w.groups) - 1
				for w.groups[at] != group {
					at--
				}
				stops = append(stops, stop{w, at})
			}
		}
		for i := range r.contexts {
			if w := &r.contexts[i]; m == convert.Calls && w.groups[len(w.groups)-1] == group {
				stops = append(stops, stop{w, len(w.groups) - 1})
			}
		}
		return stops
	}
	way, stops, entered := []int32{group}, start(group), map[int32]bool{group: true}
	for {
		weights, roots, isRoot := map[int32]int64{}, int64(0), false
		for _, s := range stops {
			if up := s.of.above(s.at, nil); up >= 0 {
				weights[s.of.groups[up]] += s.of.value
			} else {
				roots, isRoot = roots+s.of.value, true
			}
		}
		best := int32(-1)
		for g, n := range weights {
			if best < 0 || n > weights[best] || n == weights[best] && g < best {
				best = g
			}
		}
		if from, n := r.callerOfRoots(way[len(way)-1]); m == convert.Calls && isRoot && from >= 0 && (best < 0 || min(n, roots) > weights[best]) {
			way = append(way, from)
			if entered[from] {
				return way
			}
			entered[from], stops = true, start(from)
			continue
		}
		if best < 0 {
			return way
		}
		way = append(way, best)
		var next []stop
		for _, s := range stops {
			if up := s.of.above(s.at, nil); up >= 0 && s.of.groups[up] == best {
				next = append(next, stop{s.of, up})
			}
		}
		stops = next
	}
}

// callerOfRoots returns the other group that calls a root most often or, if no call is known, has the most samples; -1: none.
func (r *recount) callerOfRoots(group int32) (from int32, calls int64) {
	for _, e := range r.b.called {
		if e.to == group && e.from != group {
			return e.from, e.count.Figure()
		}
	}
	for _, e := range r.all {
		if e.evidence == SampledEvidence && e.to == group && e.from != group {
			return e.from, 0
		}
	}
	return -1, 0
}

// arranged writes the boxes and lines of ways, see [arrangement], by asking for each pair of groups whether one calls the other.
func arranged(ways [][]int32, groups int) string {
	calls, reach := make([][]bool, groups), make([][]bool, groups)
	on, hot := make([]bool, groups), make([]bool, groups)
	for g := range calls {
		calls[g], reach[g] = make([]bool, groups), make([]bool, groups)
		reach[g][g] = true
	}
	for _, way := range ways {
		hot[way[0]], on[way[0]] = true, true
		for i, g := range way[1:] {
			on[g], calls[g][way[i]], reach[g][way[i]] = true, true, true
		}
	}
	for via := range groups {
		for from := range groups {
			for to := range groups {
				reach[from][to] = reach[from][to] || reach[from][via] && reach[via][to]
			}
		}
	}
	box := make([]int, groups) // the first group that it calls, and that calls it
	for g := range box {
		for box[g] = 0; !reach[g][box[g]] || !reach[box[g]][g]; box[g]++ {
		}
	}
	next, isBox := make([]map[int]bool, groups), make([]bool, groups)
	callers, size := make([]map[int]bool, groups), make([]int, groups)
	for g := range groups {
		next[g], callers[g] = map[int]bool{}, map[int]bool{}
		size[box[g]]++
	}
	for from := range groups {
		for to := range groups {
			if a, b := box[from], box[to]; calls[from][to] && a != b {
				next[a][b], callers[b][a] = true, true
			}
		}
	}
	for g := range groups {
		b := box[g]
		isBox[b] = on[b] && (isBox[b] || hot[g] || size[b] > 1 || len(next[b]) != 1 || len(callers[b]) != 1)
	}
	var lines []string
	for from := range groups {
		if !isBox[from] {
			continue
		}
		lines = append(lines, fmt.Sprint("box ", from))
		for to := range next[from] {
			line := fmt.Sprint("line ", from)
			for !isBox[to] {
				line += fmt.Sprint(" ", to)
				for after := range next[to] { // one
					to = after
				}
			}
			lines = append(lines, fmt.Sprint(line, " ", to))
		}
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// arrangedBy writes an arrangement as arranged does.
func arrangedBy(a *arrangement) string {
	first := make([]int32, len(a.sizes))
	for i := range first {
		first[i] = 1 << 30
	}
	for _, g := range a.groups {
		first[a.component(g)] = min(first[a.component(g)], g)
	}
	var lines []string
	for c, is := range a.boxes {
		if is {
			lines = append(lines, fmt.Sprint("box ", first[c]))
		}
	}
	for _, l := range a.lines {
		line := fmt.Sprint("line ", first[l.from])
		for _, g := range l.via {
			line += fmt.Sprint(" ", g)
		}
		lines = append(lines, fmt.Sprint(line, " ", first[l.to]))
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// A drawnWays is a graph of ways, to count again.
type drawnWays struct {
	*recount
	g *Graph
	m convert.Metric
}

func (d *drawnWays) group(n *Node) int32 {
	if n.Slot >= 0 {
		return d.b.groups.NumberOfFrame(n.Slot, 0)
	}
	return int32(slices.IndexFunc(d.b.groups.Groups, func(g convert.Group) bool { return g.Name == n.Full }))
}

// members returns the groups of a box.
func (d *drawnWays) members(box int32) (groups []int32) {
	n := &d.g.Nodes[box]
	if n.Members == nil {
		return []int32{d.group(n)}
	}
	for i := range n.Members {
		groups = append(groups, d.group(&n.Members[i]))
	}
	return groups
}

// callers returns the groups of the last call of a line.
func (d *drawnWays) callers(l *WayLine) []int32 {
	if n := len(l.Via); n > 0 {
		return []int32{d.group(&l.Via[n-1])}
	}
	return d.members(l.From)
}

// samples counts the stacks that have the last call of a line or, if whole is true, come all of its way.
func (d *drawnWays) samples(l *WayLine, whole bool) int64 {
	sum, from, to := int64(0), d.members(l.From), d.members(l.To)
	for i := range d.stacks {
		w := &d.stacks[i]
		if slices.ContainsFunc(w.frames(), func(frame int) bool {
			up := w.above(frame, nil)
			if up < 0 || !slices.Contains(to, w.groups[frame]) || !slices.Contains(d.callers(l), w.groups[up]) {
				return false
			}
			if !whole {
				return true
			}
			for k := range slices.Backward(l.Via) {
				via := d.group(&l.Via[k])
				if up < 0 || w.groups[up] != via {
					return false
				}
				for up >= 0 && w.groups[up] == via { // it may call itself
					up = w.above(up, nil)
				}
			}
			return up >= 0 && slices.Contains(from, w.groups[up])
		}) {
			sum += w.value
		}
	}
	return sum
}

// frames are the indexes of the frames.
func (w *walk) frames() []int {
	all := make([]int, len(w.groups))
	for i := range all {
		all[i] = i
	}
	return all
}

// check counts the lines again that are on ways: the calls of their ends, and the stacks.
func (d *drawnWays) check(t *testing.T, what string) {
	for _, l := range d.g.WayLines() {
		if l.Beside {
			continue
		}
		var got, want []string
		var samples int64
		for _, e := range l.Counts {
			got = append(got, fmt.Sprint(e.Evidence, e.Site, e.SiteKnown, e.Through, e.EdgeCounts, e.Bound))
		}
		var uncounted []string // of which nothing else is known
		for _, e := range d.all {
			if e.evidence != SampledEvidence && slices.Contains(d.callers(&l), e.from) && slices.Contains(d.members(l.To), e.to) {
				text := fmt.Sprint(e.evidence, e.site, e.siteKnown, e.through, e.EdgeCounts, e.bound)
				if e.Known {
					want = append(want, text)
				} else {
					uncounted = append(uncounted, text)
				}
			}
		}
		if want == nil && l.Samples == nil && l.From != l.To {
			want = uncounted
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s: from %d to %d are the calls\n%q, not\n%q", what, l.From, l.To, got, want)
		}
		if l.Samples != nil {
			samples = l.Samples.Count
		}
		expected := d.samples(&l, d.m == convert.Samples)
		if expected == 0 {
			expected = d.samples(&l, false)
		}
		if samples != expected {
			t.Errorf("%s: from %d to %d are %d samples, not %d", what, l.From, l.To, samples, expected)
		}
	}
	for i := range d.g.Nodes {
		n := &d.g.Nodes[i]
		var sum Node
		if n.Members == nil {
			sum = d.by[d.group(n)]
		} else {
			sum = d.together(d.members(int32(i)))
			if !slices.IsSortedFunc(n.Members, func(x, y Node) int {
				if d.m == convert.Samples {
					return cmp.Or(cmp.Compare(y.Self, x.Self), cmp.Compare(y.Total, x.Total))
				}
				return cmp.Or(cmp.Compare(y.Entries.Total(), x.Entries.Total()), cmp.Compare(y.Inclusive, x.Inclusive))
			}) {
				t.Errorf("%s: the members of %s are not in order", what, n.Name)
			}
		}
		if got, want := nodeLine(n), nodeLine(&sum); got != want {
			t.Errorf("%s: %s has\n%s, not\n%s", what, n.Name, got, want)
		}
	}
}

// together counts several groups as one: a stack counts once.
func (d *drawnWays) together(groups []int32) (sum Node) {
	for _, g := range groups {
		n := d.by[g]
		sum.Entries.Root, sum.Entries.Inlined, sum.Entries.Contexts = sum.Entries.Root+n.Entries.Root, sum.Entries.Inlined+n.Entries.Inlined, sum.Entries.Contexts+n.Entries.Contexts
		sum.Self, sum.Hidden = sum.Self+n.Self, sum.Hidden+n.Hidden
	}
	some := func(w *walk) bool { return slices.ContainsFunc(groups, w.has) }
	for i := range d.contexts {
		if w := &d.contexts[i]; some(w) {
			sum.Inclusive += w.value
		}
	}
	for i := range d.stacks {
		if w := &d.stacks[i]; some(w) {
			sum.Total += w.value
		}
	}
	return sum
}

// program makes a profile of a random program whose methods mostly call later ones, some of them only one, themselves or an earlier one.
func program(seed uint64) string {
	const methods = 16
	random := rand.New(rand.NewPCG(seed, 3))
	var names []string
	callees := make([][]int, methods+1)
	for m := 1; m <= methods; m++ {
		names = append(names, fmt.Sprint("m", m))
		for range 1 + random.IntN(2) {
			callees[m] = append(callees[m], min(m+1+random.IntN(3), methods))
		}
		if m > 1 && random.IntN(6) == 0 {
			callees[m] = append(callees[m], 1+random.IntN(m))
		}
	}
	records := func(n, depth int) (list []string) {
		for range n {
			m := 1 + random.IntN(min(methods, 2+40/depth))
			stack := fmt.Sprintf("%d:0", m)
			for k := random.IntN(depth); k > 0 && m < methods; k-- {
				at := random.IntN(len(callees[m]))
				callee := callees[m][at]
				stack = fmt.Sprintf("%d:0<%d:%d%s", callee, m, at, strings.TrimPrefix(stack, fmt.Sprintf("%d:0", m)))
				m = callee
			}
			list = append(list, fmt.Sprint(stack, " ", random.IntN(4)*random.IntN(300)))
		}
		return list
	}
	return "{" + testprofile.Methods(names...) + testprofile.Calls(records(50, 4)...) + testprofile.Samples(records(30, 14)...) + "}"
}

// TestRecountWays finds the ways of random profiles again, arranges and counts them.
func TestRecountWays(t *testing.T) {
	for seed := range uint64(8) {
		text := program(seed)
		if seed < 2 {
			text = string(testprofile.Random(seed+40, "1.1.0"))
		}
		p := testprofile.Parse(t, text)
		for _, o := range []Options{{Nodes: 7}, {By: convert.ByClass}, {Nodes: 5, EdgeFraction: 0.05}, {NodeFraction: 0.1}} {
			for _, o.Metric = range []convert.Metric{convert.Calls, convert.Samples} {
				o.Ways = true
				what := fmt.Sprintf("seed %d, %s by %s, %d nodes", seed, o.Metric, o.By, o.Nodes)
				b, err := newBuilder(p, convert.NewNames(p, convert.NameOptions{}), o, nil)
				if err != nil {
					t.Fatal(err)
				}
				r, f := newRecount(p, b, false), b.newWayFinder()
				var ways [][]int32
				for g := range int32(r.groups) {
					if !r.isSeen(g) {
						continue
					}
					ways = append(ways, f.way(g))
					if want := r.way(g, o.Metric); !slices.Equal(ways[len(ways)-1], want) {
						t.Errorf("%s: from %d the way is %d, not %d", what, g, ways[len(ways)-1], want)
					}
				}
				for n := range ways {
					if got, want := arrangedBy(arrange(ways[:n+1])), arranged(ways[:n+1], r.groups); got != want {
						t.Errorf("%s: %d ways make\n%s\nnot\n%s", what, n+1, got, want)
					}
				}
				d := &drawnWays{recount: r, g: b.graph(b.chooseWays()), m: o.Metric}
				d.check(t, what)
			}
		}
	}
}

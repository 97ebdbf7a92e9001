package callgraph

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A recountedUnits chooses and counts units again, context by context.
type recountedUnits struct {
	*recount
	opts      UnitOptions
	names     *convert.Names
	inclusive []int64 // by context
	shown     []bool
	units     []int // roots, in order
	room      int
}

func (w *walk) node() int     { return int(w.nodes[len(w.nodes)-1]) }
func (w *walk) group() int32  { return w.groups[len(w.groups)-1] }
func (w *walk) root() int     { return int(w.nodes[0]) }
func (w *walk) visible() bool { return w.group() >= 0 }

func (r *recount) unitsOf(opts UnitOptions, names *convert.Names) *recountedUnits {
	u := &recountedUnits{recount: r, opts: opts, names: names, inclusive: make([]int64, len(r.contexts)), shown: make([]bool, len(r.contexts)), room: opts.Nodes}
	if u.room == 0 {
		u.room = len(r.contexts)
	}
	for i := range r.contexts {
		for _, at := range r.contexts[i].nodes {
			u.inclusive[at] += r.contexts[i].value
		}
	}
	return u
}

// first orders contexts by their inclusive entries.
func (u *recountedUnits) first(x, y int) int {
	return cmp.Or(cmp.Compare(u.inclusive[y], u.inclusive[x]), cmp.Compare(x, y))
}

func (u *recountedUnits) inFocus(w *walk) bool {
	return u.opts.Filter.Focus != nil && w.visible() && u.matches(u.opts.Filter.Focus, w.group())
}

// contextsOf returns the visible contexts of a unit.
func (u *recountedUnits) contextsOf(root int) (all []*walk) {
	for i := range u.contexts {
		if w := &u.contexts[i]; w.root() == root && w.visible() {
			all = append(all, w)
		}
	}
	return all
}

// take shows a context and its callers, if there is room for all of them.
func (u *recountedUnits) take(w *walk) {
	var missing []int
	for frame, at := range w.nodes {
		if w.groups[frame] >= 0 && !u.shown[at] {
			missing = append(missing, int(at))
		}
	}
	if len(missing) > u.room {
		return
	}
	for _, at := range missing {
		u.shown[at] = true
	}
	u.room -= len(missing)
}

func (u *recountedUnits) choose() (allUnits, allContexts int) {
	for i := range u.contexts {
		if u.contexts[i].root() != i || len(u.contextsOf(i)) == 0 {
			continue
		}
		allUnits++
		allContexts += len(u.contextsOf(i))
		if u.opts.Filter.Focus == nil || slices.ContainsFunc(u.contextsOf(i), u.inFocus) {
			u.units = append(u.units, i)
		}
	}
	slices.SortFunc(u.units, u.first)
	for _, most := range []int{u.opts.Units, u.opts.Nodes} {
		if most > 0 {
			u.units = u.units[:min(most, len(u.units))]
		}
	}
	var focused, others []int
	for i := range u.contexts {
		w := &u.contexts[i]
		switch {
		case !slices.Contains(u.units, w.root()) || !w.visible():
		case len(w.nodes) == 1:
			u.take(w)
		case u.inFocus(w):
			focused = append(focused, i)
		case float64(u.inclusive[i]) >= u.opts.NodeFraction*float64(u.inclusive[w.root()]):
			others = append(others, i)
		}
	}
	slices.SortFunc(focused, u.first)
	slices.SortFunc(others, u.first)
	for _, i := range slices.Concat(focused, others) {
		u.take(&u.contexts[i])
	}
	u.units = slices.DeleteFunc(u.units, func(root int) bool {
		return !slices.ContainsFunc(u.contextsOf(root), func(w *walk) bool { return u.shown[w.node()] })
	})
	return allUnits, allContexts
}

// near returns the innermost shown frame above one; -1: none.
func (u *recountedUnits) near(w *walk, frame int) int {
	for frame--; frame >= 0 && !u.shown[w.nodes[frame]]; frame-- {
	}
	return frame
}

// shownIn returns the shown contexts of a unit, in order.
func (u *recountedUnits) shownIn(root int) []*walk {
	return slices.DeleteFunc(u.contextsOf(root), func(w *walk) bool { return !u.shown[w.node()] })
}

func (u *recountedUnits) lines() (lines []string) {
	allUnits, allContexts := u.choose()
	shownEntries := int64(0)
	for number, root := range u.units {
		shown := u.shownIn(root)
		sum := int64(0)
		for _, w := range shown {
			sum += w.value
		}
		shownEntries += sum
		lines = append(lines, fmt.Sprintf("unit %d: %d contexts, %d inclusive, %d shown", number, len(u.contextsOf(root)), u.inclusive[root], sum))
		for _, w := range shown {
			last := len(w.nodes) - 1
			parent, through, known := -1, false, false
			var site iprof.BCI
			var entries int64
			callerKnown := false
			if near := u.near(w, last); near >= 0 {
				parent = slices.IndexFunc(shown, func(other *walk) bool { return other.node() == int(w.nodes[near]) })
				if through = near < last-1; !through {
					site, known = w.sites[last], true
					caller := &u.contexts[w.nodes[near]]
					entries, callerKnown = caller.value, caller.known
				}
			}
			lines = append(lines, contextLine(u.names.Method(int(u.b.groups.Groups[w.group()].Slot)), UnitContext{Parent: int32(parent), Through: through, Site: site, SiteKnown: known, Entries: w.value, Known: w.known,
				Inclusive: u.inclusive[w.node()], Focus: u.inFocus(w), CallerEntries: entries, CallerKnown: callerKnown}))
		}
	}
	lines = append(lines, u.calls()...)
	return append(lines, fmt.Sprintf("%d units, %d contexts, %d shown", allUnits, allContexts, shownEntries))
}

func contextLine(name string, c UnitContext) string {
	return fmt.Sprintf("%s below %d at %d %t, through %t: %d %t of %d, inclusive %d, focus %t", name, c.Parent, c.Site, c.SiteKnown, c.Through, c.Entries, c.Known, c.CallerEntries, c.Inclusive, c.Focus) +
		fmt.Sprint(" ", c.CallerKnown)
}

// calls follows each stack through the units.
func (u *recountedUnits) calls() []string {
	counts := map[UnitCall]int64{}
	p := u.b.profile
	for i := range u.stacks {
		w, at := &u.stacks[i], -1
		seen := map[UnitCall]bool{}
		for _, node := range w.nodes {
			frame := p.Stacks.Node(node)
			before := at
			at = slices.IndexFunc(u.contexts, func(c walk) bool { // inlined there
				n := p.Contexts.Node(iprof.NodeID(c.node()))
				return before >= 0 && int(n.Parent) == before && n.Site == frame.Site && n.Method == frame.Method
			})
			if at >= 0 {
				continue
			}
			at = slices.IndexFunc(u.contexts, func(c walk) bool { return len(c.nodes) == 1 && p.Contexts.Node(c.nodes[0]).Method == frame.Method })
			if at < 0 || before < 0 {
				continue
			}
			caller := &u.contexts[before]
			near := u.near(caller, len(caller.nodes))
			to := slices.Index(u.units, at)
			if near < 0 || to < 0 {
				continue
			}
			from := slices.Index(u.units, caller.root())
			seen[UnitCall{FromUnit: int32(from), ToUnit: int32(to), FromContext: int32(slices.IndexFunc(u.shownIn(caller.root()), func(c *walk) bool { return c.node() == int(caller.nodes[near]) }))}] = true
		}
		for call := range seen {
			counts[call] += w.value
		}
	}
	var all []UnitCall
	for call, n := range counts {
		if call.Count = n; n > 0 {
			all = append(all, call)
		}
	}
	slices.SortFunc(all, func(x, y UnitCall) int {
		return cmp.Or(cmp.Compare(y.Count, x.Count), cmp.Compare(x.FromUnit, y.FromUnit), cmp.Compare(x.ToUnit, y.ToUnit), cmp.Compare(x.FromContext, y.FromContext))
	})
	var lines []string
	for _, call := range all {
		lines = append(lines, fmt.Sprintf("call %+v", call))
	}
	return lines
}

// TestRecountUnits chooses and counts the units of random profiles again.
func TestRecountUnits(t *testing.T) {
	focus := regexp.MustCompile(`\.m[27]$`)
	for seed := range uint64(4) {
		text := program(seed + 30)
		if seed < 2 {
			text = string(testprofile.Random(seed+60, "1.1.0"))
		}
		p := testprofile.Parse(t, text)
		names := convert.NewNames(p, convert.NameOptions{})
		for _, hide := range []*regexp.Regexp{nil, regexp.MustCompile(`^app\.B\b`)} {
			b, err := newBuilder(p, names, Options{Metric: convert.Calls, Filter: convert.FilterOptions{Hide: hide}}, nil)
			if err != nil {
				t.Fatal(err)
			}
			r := newRecount(p, b, hide != nil && seed < 2)
			for _, o := range []UnitOptions{{}, {Units: 4}, {Nodes: 9}, {NodeFraction: 0.3, Units: 8}, {Filter: convert.FilterOptions{Focus: focus}, Nodes: 12}} {
				o.Filter.Hide = hide
				u, err := NewUnits(p, names, o)
				if err != nil {
					t.Fatal(err)
				}
				var got []string
				for number, unit := range u.Units {
					got = append(got, fmt.Sprintf("unit %d: %d contexts, %d inclusive, %d shown", number, unit.Size, unit.Inclusive, unit.Shown))
					for _, c := range unit.Contexts {
						got = append(got, contextLine(c.Name, c))
					}
				}
				for _, call := range u.Calls {
					got = append(got, fmt.Sprintf("call %+v", call))
				}
				got = append(got, fmt.Sprintf("%d units, %d contexts, %d shown", u.AllUnits, u.AllContexts, u.ShownEntries))
				want := r.unitsOf(o, names).lines()
				for i := range max(len(got), len(want)) {
					if i >= len(got) || i >= len(want) || got[i] != want[i] {
						t.Fatalf("seed %d, hide %v, %+v: line %d of %d, %d:\ngot  %q\nwant %q", seed, hide, o, i, len(got), len(want), got[min(i, len(got)):min(i+1, len(got))], want[min(i, len(want)):min(i+1, len(want))])
					}
				}
			}
		}
	}
}

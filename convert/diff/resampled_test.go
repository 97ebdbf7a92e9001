package diff

import (
	"bytes"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A population is a profile that runs are drawn from: each count of a run is Poisson with a mean in proportion to the
// population's.
type population struct {
	name string
	*iprof.Profile
	hot [2][]iprof.MethodID // of calls and samples, the hottest first
}

func newPopulation(name string, p *iprof.Profile) *population {
	of := &population{name: name, Profile: iprof.Canonical(p, true)}
	for i, m := range []convert.Metric{convert.Calls, convert.Samples} {
		tree := of.Contexts
		if m == convert.Samples {
			tree = of.Stacks
		}
		self := map[iprof.MethodID]int64{}
		for node, n := range m.Records(of.Profile) {
			self[tree.Node(node).Method] += n
		}
		of.hot[i] = slices.SortedFunc(maps.Keys(self), func(a, b iprof.MethodID) int { return int(min(1, max(-1, self[b]-self[a]))) })
	}
	return of
}

// self returns the calls or samples of a method, and of all methods.
func (of *population) self(m convert.Metric, method iprof.MethodID) (self, all float64) {
	tree := of.Contexts
	if m == convert.Samples {
		tree = of.Stacks
	}
	for node, n := range m.Records(of.Profile) {
		if all += float64(n); tree.Node(node).Method == method {
			self += float64(n)
		}
	}
	return self, all
}

// A planted change multiplies the calls and samples of a method.
type planted struct {
	method iprof.MethodID
	factor float64
}

// run draws a run whose length is a multiple of the population's. The spread, if not 0, is the standard deviation of the
// logarithm of the factor by which each method differs between runs for reasons other than chance.
func (of *population) run(r *rand.Rand, length float64, change planted, spread float64) *iprof.Profile {
	b := iprof.NewBuilder(of.Version)
	for _, t := range of.Types.All() {
		b.AddType(t)
	}
	for _, m := range of.Methods.All() {
		b.AddMethod(m)
	}
	varied := map[iprof.MethodID]float64{}
	draw := func(method iprof.MethodID, n int64) int64 {
		mean := length * float64(n)
		if method == change.method && change.factor > 0 {
			mean *= change.factor
		}
		if spread > 0 {
			if varied[method] == 0 {
				varied[method] = math.Exp(spread * r.NormFloat64())
			}
			mean *= varied[method]
		}
		return testprofile.Poisson(r, mean)
	}
	adder := func(tree *iprof.Tree, to *iprof.TreeBuilder) func(iprof.NodeID) iprof.NodeID {
		at := make([]iprof.NodeID, tree.Len())
		for i := range at {
			at[i] = iprof.NoNode
		}
		var add func(iprof.NodeID) iprof.NodeID
		add = func(node iprof.NodeID) iprof.NodeID {
			if node == iprof.NoNode {
				return node
			}
			if at[node] == iprof.NoNode {
				n := tree.Node(node)
				at[node] = to.Child(add(n.Parent), n.Site, n.Method)
			}
			return at[node]
		}
		return add
	}
	fail := func(err error) {
		if err != nil {
			panic(err) // a sum above 2^63
		}
	}
	context, stack := adder(of.Contexts, b.Contexts()), adder(of.Stacks, b.Stacks())
	for _, c := range of.Calls.All() {
		if n := draw(of.Contexts.Node(c.Node).Method, c.Value); n > 0 {
			fail(b.AddCount(iprof.Calls, iprof.Count{Node: context(c.Node), BCI: c.BCI, Value: n}))
		}
	}
	for _, c := range of.Samples.All() {
		if n := draw(of.Stacks.Node(c.Node).Method, c.Value); n > 0 {
			fail(b.AddCount(iprof.Samples, iprof.Count{Node: stack(c.Node), BCI: c.BCI, Value: n}))
		}
	}
	for _, c := range of.Conditionals.All() {
		var successors []iprof.Successor
		sum, drawn := int64(0), map[iprof.BCI]int64{}
		for _, s := range of.Successors(c) {
			if n, again := drawn[s.Target]; again && of.SharedTargetTotals() {
				s.Count = n
			} else {
				s.Count = draw(-1, s.Count)
			}
			drawn[s.Target] = s.Count
			sum += s.Count
			successors = append(successors, s)
		}
		if sum > 0 {
			fail(b.AddConditional(context(c.Node), c.BCI, successors))
		}
	}
	for section, list := range map[iprof.Section]*iprof.List[iprof.TypeProfile]{iprof.Receivers: &of.Receivers, iprof.InstanceOf: &of.InstanceOf} {
		_ = section
		_ = list
	}
	for _, section := range []iprof.Section{iprof.Receivers, iprof.InstanceOf} {
		list := &of.Receivers
		if section == iprof.InstanceOf {
			list = &of.InstanceOf
		}
		for _, at := range list.All() {
			var types []iprof.TypeCount
			for _, c := range of.TypeCounts(at) {
				if c.Count = draw(-1, c.Count); c.Count > 0 {
					types = append(types, c)
				}
			}
			if len(types) > 0 {
				fail(b.AddTypeProfile(section, context(at.Node), at.BCI, types))
			}
		}
	}
	return b.Profile()
}

// populations are real profiles, with a length that makes their runs small enough for a test, and one that does not.
func populations(t *testing.T) []*population {
	var all []*population
	data, err := os.ReadFile(filepath.Join("../../testdata", "shop.iprof"))
	if err != nil {
		t.Fatal(err)
	}
	p, err := iprof.Parse(bytes.NewReader(data), iprof.Options{})
	if err != nil {
		t.Fatal(err)
	}
	all = append(all, newPopulation("shop", p))
	shared, err := filepath.Glob("../../../shared/real")
	if err != nil || len(shared) == 0 {
		return all
	}
	published := testprofile.Published(t)
	for _, name := range slices.Sorted(maps.Keys(published)) {
		p := testprofile.Parse(t, string(published[name]))
		if p.Calls.Len() > 100 || p.Samples.Len() > 100 {
			all = append(all, newPopulation(name, p))
		}
	}
	return all
}

// ratios are how many times as long as the new run the old one is.
var ratios = []float64{1, 3, 10, 30, 100}

func TestChance(t *testing.T) {
	all := populations(t)
	for _, of := range all {
		for _, ratio := range ratios {
			alarms := map[string]int{}
			const pairs = 20
			for pair := range uint64(pairs) {
				r := rand.New(rand.NewPCG(pair, uint64(ratio)))
				old, new := of.run(r, 1, planted{}, 0), of.run(r, 1/ratio, planted{}, 0)
				names := convert.NewSharedNames(convert.NameOptions{Disambiguate: true}, old, new)
				d := New(compare.New(names[0], names[1], compare.Options{NoRenames: true}), Options{})
				for _, table := range d.Tables {
					if table.FactOf("groups") > 0 {
						alarms[table.Name]++
					}
				}
				if d.Changes > 0 {
					alarms["any"]++
				}
				if d.Largest != nil && d.Largest.Size() > 0.01 {
					alarms["fail-over"]++
				}
				for _, m := range []convert.Metric{convert.Calls, convert.Samples} {
					if old.Total(m.Section()) == 0 || new.Total(m.Section()) == 0 {
						continue
					}
					a, _ := stacks.NewTree(old, names[0], stacks.Options{Metric: m})
					b, _ := stacks.NewTree(new, names[1], stacks.Options{Metric: m})
					c, err := stacks.Compare(b, a, nil)
					if err != nil {
						t.Fatal(err)
					}
					if slices.Contains(c.Base.Changed, true) {
						alarms["flame "+m.String()]++
					}
				}
			}
			fmt.Println(of.name, ratio, alarms)
		}
	}
}

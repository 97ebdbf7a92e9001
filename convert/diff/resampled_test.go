package diff

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/convert/rewrite"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/internal/testfile"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/internal/testtier"
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

// noMethod stands for the method of counts that vary each on their own: those of successors and types.
const noMethod iprof.MethodID = -1

// run draws a run whose length is a multiple of the population's. The spread, if not 0, is the standard deviation of the
// logarithm of the factors by which the calls of each method, and the successors and types of each record, differ between
// runs for reasons other than chance.
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
			if varied[method] == 0 || method == noMethod {
				varied[method] = math.Exp(spread * r.NormFloat64())
			}
			mean *= varied[method]
		}
		return testprofile.Poisson(r, mean)
	}
	adder := func(tree *iprof.Tree, to *iprof.TreeBuilder) (add func(iprof.NodeID) iprof.NodeID, has func(iprof.NodeID) bool) {
		at := make([]iprof.NodeID, tree.Len())
		for i := range at {
			at[i] = iprof.NoNode
		}
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
		return add, func(node iprof.NodeID) bool { return at[node] != iprof.NoNode }
	}
	fail := func(err error) {
		if err != nil {
			panic(err) // a sum above 2^63
		}
	}
	context, inContexts := adder(of.Contexts, b.Contexts())
	stack, _ := adder(of.Stacks, b.Stacks())
	var zeros []iprof.Count
	for _, c := range of.Calls.All() {
		if n := draw(of.Contexts.Node(c.Node).Method, c.Value); n == 0 {
			zeros = append(zeros, c)
		} else {
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
				s.Count = draw(noMethod, s.Count)
			}
			drawn[s.Target] = s.Count
			sum += s.Count
			successors = append(successors, s)
		}
		if sum > 0 {
			fail(b.AddConditional(context(c.Node), c.BCI, successors))
		}
	}
	for _, section := range []iprof.Section{iprof.Receivers, iprof.InstanceOf} {
		list := &of.Receivers
		if section == iprof.InstanceOf {
			list = &of.InstanceOf
		}
		for _, at := range list.All() {
			var types []iprof.TypeCount
			for _, c := range of.TypeCounts(at) {
				if c.Count = draw(noMethod, c.Count); c.Count > 0 {
					types = append(types, c)
				}
			}
			if len(types) > 0 {
				fail(b.AddTypeProfile(section, context(at.Node), at.BCI, types))
			}
		}
	}
	for _, c := range zeros {
		if inContexts(c.Node) { // other records are of it: without one of its own, its entries would be unknown rather than 0
			fail(b.AddCount(iprof.Calls, iprof.Count{Node: context(c.Node), BCI: c.BCI}))
		}
	}
	return b.Profile()
}

// drawnFrom are the published profiles that runs are drawn from, beside an example. The manual's table counts pairs of these: others
// that are published do not change it.
var drawnFrom = []string{
	"known/known.iprof", "known/known_alltypes.iprof",
	"real/binary-tree-0.2.0.iprof.gz", "real/streamtdi-0.4.0.iprof.gz", "real/stripped-1.0.0.iprof.gz",
	"sampling-json/profile.iprof.gz", "sampling-recursion/profile.iprof.gz",
	"seed/fib-jdk.iprof",
}

// populations returns the profiles that runs are drawn from: an example, and published ones if there are any beside the checkout.
func populations(t *testing.T) []*population {
	t.Helper()
	data := testfile.Read(t, "../../testdata/shop.iprof")
	all := []*population{newPopulation("shop", testprofile.Parse(t, string(data)))}
	shared, err := filepath.Glob("../../../shared/real")
	if err != nil || len(shared) == 0 || !testtier.More(t, "runs drawn of eight published profiles, with the manual's table of those that differ by chance") {
		return all
	}
	published := testprofile.Beside(t)
	for _, name := range drawnFrom {
		data, ok := published[name]
		if !ok {
			t.Fatalf("%s is not among the published profiles", name)
		}
		all = append(all, newPopulation(name, testprofile.Parse(t, string(data))))
	}
	return all
}

// ratios are how many times as long as the new run the old one is.
var ratios = []float64{1, 3, 10, 30, 100}

// enoughToFind is the number of samples or calls of a method in the shorter run from which on a change of 30% is found. If
// both runs are equally long, both are random, so it takes twice as many.
func enoughToFind(ratio float64) float64 { return 600 * (1 + 1/ratio) }

// compareRuns returns the changes from one run to another.
func compareRuns(old, new *iprof.Profile) (*Difference, []*convert.Names) {
	names := convert.NewSharedNames(convert.NameOptions{Disambiguate: true}, old, new)
	return New(compare.New(names[0], names[1], compare.Options{NoRenames: true}), Options{}), names
}

// colored reports whether a comparing flame graph has colors.
func colored(t *testing.T, m convert.Metric, old, new *iprof.Profile, names []*convert.Names) bool {
	if old.Total(m.Section()) == 0 || new.Total(m.Section()) == 0 {
		return false
	}
	var trees [2]*stacks.Tree
	for i, p := range []*iprof.Profile{old, new} {
		tree, err := stacks.NewTree(p, names[i], stacks.Options{Metric: m})
		if err != nil {
			t.Fatal(err)
		}
		trees[i] = tree
	}
	c, err := stacks.Compare(trees[1], trees[0], nil)
	if err != nil {
		t.Fatal(err)
	}
	return slices.Contains(c.Base.Changed, true)
}

// manual is the file with the table that TestChance makes.
const manual = "../../cmd/iprof-viz/doc.go"

// Of pairs of runs that differ only by chance, at most 5% have a change, for any ratio of the lengths, and changes by 30% of a
// hot method are found if the method has enough counts. The manual has the numbers, a line for each ratio.
func TestChance(t *testing.T) {
	all := populations(t)
	text := testfile.Read(t, manual)
	for _, ratio := range ratios {
		line := fmt.Sprintf("%7s  %s  %s", fmt.Sprintf("1:%v", ratio), falseAlarms(t, all, ratio), plantedChanges(t, all, ratio))
		if len(all) > 1 && !strings.Contains(string(text), "//\t"+line+"\n") {
			t.Errorf("the manual does not have this line:\n//\t%s", line)
		}
	}
}

// falseAlarms draws pairs of runs that differ only by chance and returns the number of pairs and of those with a change, by
// section and for flame graphs.
func falseAlarms(t *testing.T, all []*population, ratio float64) string {
	const pairs = 9
	const anywhere, types, flame, failOver = "diff", "types", "flame", "fail-over"
	tried, alarms := 0, map[string]int{}
	for _, of := range all {
		for pair := range uint64(pairs) {
			r := rand.New(rand.NewPCG(pair, uint64(ratio)))
			old, new := of.run(r, 1, planted{}, 0), of.run(r, 1/ratio, planted{}, 0)
			d, names := compareRuns(old, new)
			tried++
			for _, of := range d.Tables {
				name := of.Name
				if name == Receivers.String() || name == InstanceOf.String() {
					name = types
				}
				if of.FactOf("groups") > 0 {
					alarms[name]++
				}
			}
			if d.Changes > 0 {
				alarms[anywhere]++
			}
			if d.Largest != nil && d.Largest.Size() > 0.01 {
				alarms[failOver]++
			}
			if colored(t, convert.Calls, old, new, names) || colored(t, convert.Samples, old, new, names) {
				alarms[flame]++
			}
		}
	}
	for of, n := range alarms {
		if most := mostByChance(tried, 0.05); n > most {
			t.Errorf("1:%v: %s: %d of %d pairs have a change, more than %d", ratio, of, n, tried, most)
		}
	}
	return fmt.Sprintf("%5d  %4d  %7d  %5d  %8d  %5d  %8d  %5d  %9d", tried, alarms[anywhere], alarms[Samples.String()], alarms[Calls.String()],
		alarms[Branches.String()], alarms[types], alarms[Inlining.String()], alarms[flame], alarms[failOver])
}

// plantedChanges draws pairs of runs in which the share of one of the ten hottest methods grows by 30% and returns how many of
// the changes in methods with enough counts are found.
func plantedChanges(t *testing.T, all []*population, ratio float64) string {
	found, tried := 0, 0
	for _, of := range all {
		for metric, m := range []convert.Metric{convert.Calls, convert.Samples} {
			hot := of.hot[metric]
			for rank, method := range hot[:min(10, len(hot))] {
				self, sum := of.self(m, method)
				switch {
				case self/ratio < enoughToFind(ratio):
					continue
				case self > 0.4*sum:
					continue // it is what the length of the run is measured by
				}
				share := self / sum
				change := planted{method, 1.3 * (1 - share) / (1 - 1.3*share)}
				r := rand.New(rand.NewPCG(uint64(rank), uint64(ratio)))
				d, _ := compareRuns(of.run(r, 1, planted{}, 0), of.run(r, 1/ratio, change, 0))
				if tried++; hasMethod(d, m, of.methodName(method)) {
					found++
				}
			}
		}
	}
	if float64(found) < 0.95*float64(tried) {
		t.Errorf("1:%v: %d of %d changes are found", ratio, found, tried)
	}
	return fmt.Sprintf("%d of %d", found, tried)
}

// mostByChance returns the number of hits that one in a thousand series of tries exceeds.
func mostByChance(tries int, p float64) int {
	term := math.Pow(1-p, float64(tries))
	for k, sum := 0, 0.0; ; k++ {
		if sum += term; sum >= 0.999 {
			return k
		}
		term *= float64(tries-k) / float64(k+1) * p / (1 - p)
	}
}

// methodName returns a method's name without parameters.
func (of *population) methodName(id iprof.MethodID) string {
	return convert.NewNames(of.Profile, convert.NameOptions{}).Method(of.MethodSlot(id))
}

// hasMethod reports whether a table has a method's change.
func hasMethod(d *Difference, m convert.Metric, name string) bool {
	for _, t := range d.Tables {
		if t.Name != m.String() {
			continue
		}
		column, _ := t.Column("method")
		for _, row := range t.Rows {
			if text := row.Cell(column).Text; text == name || strings.HasPrefix(text, name+"(") {
				return true
			}
		}
	}
	return false
}

// severalRuns draws runs that vary, and adds them up.
func (of *population) severalRuns(t *testing.T, r *rand.Rand, n int, change planted, spread float64) (sum *iprof.Profile, runs []*iprof.Profile) {
	m := rewrite.NewMerger()
	for i := range n {
		p := of.run(r, 1, change, spread)
		if err := m.Add(fmt.Sprint(i), p, 1); err != nil {
			t.Fatal(err)
		}
		runs = append(runs, p)
	}
	return m.Merged().Profile, runs
}

// Runs of one program that vary more than random counts, by 10% for each method, are the same program to diff if there are
// several of each. With one run on each side they are not.
func TestSeveralRuns(t *testing.T) {
	const tries = 5
	const spread, runs = 0.1, 3
	alone, several, tried, found := 0, 0, 0, 0
	for _, of := range populations(t) {
		if of.Records(iprof.Calls) == 0 || strings.Contains(of.name, "stripped") { // stripped profiles cannot be added up
			continue
		}
		for try := range uint64(tries) {
			for _, change := range []planted{{}, {of.hot[0][1], 2}} {
				r := rand.New(rand.NewPCG(try, 5))
				old, oldRuns := of.severalRuns(t, r, runs, planted{}, spread)
				new, newRuns := of.severalRuns(t, r, runs, change, spread)
				names := convert.NewSharedNames(convert.NameOptions{Disambiguate: true}, slices.Concat([]*iprof.Profile{old, new}, oldRuns, newRuns)...)
				pair := compare.New(names[0], names[1], compare.Options{NoRenames: true})
				d := New(pair, Options{Runs: [2][]*convert.Names{names[2 : 2+runs], names[2+runs:]}})
				if change.factor > 0 {
					if hasMethod(d, convert.Calls, of.methodName(change.method)) {
						found++
					}
					continue
				}
				tried++
				if d.Changes > 0 {
					several++
					for _, table := range d.Tables {
						if n := table.FactOf("groups"); n > 0 {
							t.Logf("%s, %d: %d changes of %s", of.name, try, n, table.Name)
						}
					}
				}
				if New(pair, Options{}).Changes > 0 {
					alone++
				}
			}
		}
	}
	t.Logf("%d comparisons: %d have a change if each side is one run, %d with %d runs; %d planted changes are found", tried, alone, several, runs, found)
	if alone < tried || several > 1 { // as the manual says
		t.Errorf("%d and %d of %d comparisons have a change, want all and at most one", alone, several, tried)
	}
	if most := mostByChance(tried, 0.05); several > most {
		t.Errorf("%d of %d comparisons have a change, more than %d", several, tried, most)
	}
	if float64(found) < 0.75*float64(tried) { // one method has nearly all calls of some of the profiles, and the others seem to vary with it
		t.Errorf("%d of %d changes are found", found, tried)
	}
}

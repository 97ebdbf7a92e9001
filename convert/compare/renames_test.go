package compare

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/javaname"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/internal/testtier"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// renamed writes which methods of two profiles are paired though their names differ.
func renamed(old, new *iprof.Profile) string {
	c := New(namesOf(old), namesOf(new), Options{})
	var lines []string
	for number, is := range c.renamed {
		if inOld, inNew := c.Sides[OldSide].MethodSlots[number], c.Sides[NewSide].MethodSlots[number]; is && inOld >= 0 && inNew >= 0 {
			m, _ := old.MethodAt(int(inOld))
			n, _ := new.MethodAt(int(inNew))
			lines = append(lines, Renaming(convert.JVMSignature(old, m), convert.JVMSignature(new, n)))
		}
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

func TestRenamed(t *testing.T) {
	// Methods of T; classes and signatures of more than one are written out.
	tables := func(types string, methods ...string) string {
		var list []string
		for i, m := range methods {
			name, signature, _ := strings.Cut(m, " ")
			list = append(list, fmt.Sprintf(`{"id":%d,"name":%q,"signature":[%s]}`, i+1, name, signature))
		}
		return `"version":"1.0.0","types":[{"id":8,"name":"void"},{"id":9,"name":"app.Main"},{"id":7,"name":"int"},{"id":6,"name":"java.lang.String"},` + types + `],"methods":[` + strings.Join(list, ",") + `]`
	}
	const point, vec = `{"id":10,"name":"app.Point"},{"id":11,"name":"[Lapp.Point;"}`, `{"id":10,"name":"geo.Point"},{"id":11,"name":"[Lgeo.Point;"}`
	for _, c := range []struct{ name, old, new, want string }{
		{
			"called at the same place",
			testprofile.Methods("main", "tax") + testprofile.Calls("1:0 10", "2:0<1:4 10"),
			testprofile.Methods("main", "vat") + testprofile.Calls("1:0 10", "2:0<1:4 10"),
			"T.tax()V → T.vat()V",
		},
		{
			"called at another place",
			testprofile.Methods("main", "tax") + testprofile.Calls("1:0 10", "2:0<1:4 10"),
			testprofile.Methods("main", "vat") + testprofile.Calls("1:0 10", "2:0<1:7 10"),
			"",
		},
		{
			"still listed, but not entered",
			testprofile.Methods("main", "tax", "vat") + testprofile.Calls("1:0 10", "2:0<1:4 10"),
			testprofile.Methods("main", "tax", "vat") + testprofile.Calls("1:0 10", "3:0<1:4 10"),
			"",
		},
		{
			"two that are called alike",
			testprofile.Methods("main", "tax", "fee") + testprofile.Calls("1:0 10", "2:0<1:4 10", "3:0<1:4 10"),
			testprofile.Methods("main", "vat", "toll") + testprofile.Calls("1:0 10", "2:0<1:4 10", "3:0<1:4 10"),
			"",
		},
		{
			"called by one that is renamed",
			testprofile.Methods("main", "tax", "rate") + testprofile.Calls("1:0 10", "2:0<1:4 10", "3:0<2:9<1:4 10"),
			testprofile.Methods("main", "vat", "quota") + testprofile.Calls("1:0 10", "2:0<1:4 10", "3:0<2:9<1:4 10"),
			"T.rate()V → T.quota()V\nT.tax()V → T.vat()V",
		},
		{
			"called at two places, of which half are the same",
			testprofile.Methods("main", "tax") + testprofile.Calls("1:0 10", "2:0<1:4 10", "2:0<1:9 10"),
			testprofile.Methods("main", "vat") + testprofile.Calls("1:0 10", "2:0<1:4 10", "2:0<1:30 10"),
			"T.tax()V → T.vat()V",
		},
		{
			"called at three places, of which one is the same",
			testprofile.Methods("main", "tax") + testprofile.Calls("1:0 10", "2:0<1:4 10", "2:0<1:9 10", "2:0<1:12 10"),
			testprofile.Methods("main", "vat") + testprofile.Calls("1:0 10", "2:0<1:4 10", "2:0<1:30 10", "2:0<1:40 10"),
			"",
		},
		{
			"a class called at the same places",
			tables(`{"id":10,"name":"app.Circle"}`, "main 9,8", "area 10,7") + testprofile.Calls("1:0 10", "2:0<1:4 10", "2:0<1:9 10", "2:0<1:12 10"),
			tables(`{"id":10,"name":"app.Square"}`, "main 9,8", "area 10,7") + testprofile.Calls("1:0 10", "2:0<1:4 10", "2:0<1:9 10", "2:0<1:12 10"),
			"app.Circle.area()I → app.Square.area()I",
		},
		{
			"a class called at the same places, among many others",
			tables(`{"id":10,"name":"app.Circle"}`, "main 9,8", "area 10,7") + testprofile.Calls("1:0 10", "2:0<1:4 10", "2:0<1:9 10", "2:0<1:12 10",
				"2:0<1:15 10", "2:0<1:18 10", "2:0<1:21 10", "2:0<1:24 10"),
			tables(`{"id":10,"name":"app.Square"}`, "main 9,8", "area 10,7") + testprofile.Calls("1:0 10", "2:0<1:4 10", "2:0<1:9 10", "2:0<1:12 10",
				"2:0<1:35 10", "2:0<1:38 10", "2:0<1:41 10", "2:0<1:44 10"),
			"",
		},
		{
			"a lambda of another class called at the same places",
			tables(`{"id":10,"name":"app.Circle$$Lambda$`+testprofile.LambdaHash+`"}`, "main 9,8", "area 10,7") + testprofile.Calls("1:0 10", "2:0<1:4 10", "2:0<1:9 10", "2:0<1:12 10"),
			tables(`{"id":10,"name":"app.Square$$Lambda$`+testprofile.AnotherHash+`"}`, "main 9,8", "area 10,7") + testprofile.Calls("1:0 10", "2:0<1:4 10", "2:0<1:9 10", "2:0<1:12 10"),
			"",
		},
		{
			"another signature",
			tables(`{"id":1,"name":"long"}`, "main 9,8", "tax 9,8,7") + testprofile.Calls("1:0 10", "2:0<1:4 10"),
			tables(`{"id":1,"name":"long"}`, "main 9,8", "vat 9,8,1") + testprofile.Calls("1:0 10", "2:0<1:4 10"),
			"",
		},
		{
			"a class in another package, as a parameter too",
			tables(point, "main 9,8", "<init> 10,8,7", "getX 10,7", "draw 9,8,10,11") +
				testprofile.Calls("1:0 10", "2:0<1:4 10", "3:0<1:9 20", "4:0<1:20 10", "3:0<4:2<1:20 10"),
			tables(vec, "main 9,8", "<init> 10,8,7", "getX 10,7", "draw 9,8,10,11") +
				testprofile.Calls("1:0 10", "2:0<1:4 10", "3:0<1:9 20", "4:0<1:20 10", "3:0<4:2<1:20 10"),
			"app.Main.draw(Lapp/Point;[Lapp/Point;)V → app.Main.draw(Lgeo/Point;[Lgeo/Point;)V\n" +
				"app.Point.<init>(I)V → geo.Point.<init>(I)V\napp.Point.getX()I → geo.Point.getX()I",
		},
		{
			"another class of an interface, met at the same place",
			tables(`{"id":10,"name":"app.Circle"}`, "main 9,8", "area 10,7") + testprofile.Calls("1:0 10", "2:0<1:4 10") + testprofile.Section("virtualInvokeProfiles", []string{"1:4 10 10"}),
			tables(`{"id":10,"name":"app.Square"}`, "main 9,8", "area 10,7") + testprofile.Calls("1:0 10", "2:0<1:4 10") + testprofile.Section("virtualInvokeProfiles", []string{"1:4 10 10"}),
			"",
		},
		{
			"the first methods of two programs",
			tables(`{"id":10,"name":"a.Hello"}`, "run 6,8", "main 10,8") + testprofile.Calls("1:0 1", "2:0<1:4 1"),
			tables(`{"id":10,"name":"b.World"}`, "run 6,8", "main 10,8") + testprofile.Calls("1:0 1", "2:0<1:4 1"),
			"",
		},
	} {
		if got := renamed(testprofile.Parse(t, `{`+c.old+`}`), testprofile.Parse(t, `{`+c.new+`}`)); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}

// Lambdas with equal names (hashes removed) are distinguished by the methods they call. That they were paired so is expected:
// they have no other name than before.
func TestRenamedLambdas(t *testing.T) {
	text := func(first, second string, ids [2]int) *iprof.Profile {
		return testprofile.Parse(t, fmt.Sprintf(`{"version":"1.0.0","types":[{"id":8,"name":"void"},{"id":9,"name":"T"},{"id":1,"name":"T$$Lambda$%s"},{"id":2,"name":"T$$Lambda$%s"}],
			"methods":[{"id":1,"name":"run","signature":[1,8]},{"id":2,"name":"run","signature":[2,8]},{"id":3,"name":"lambda$0","signature":[9,8]},{"id":4,"name":"lambda$1","signature":[9,8]},{"id":5,"name":"main","signature":[9,8]}],
			"callCountProfiles":[{"ctx":"%d:0<5:7","records":[20]},{"ctx":"%d:0<5:9","records":[20]},{"ctx":"3:0<%d:4<5:7","records":[20]},{"ctx":"4:0<%d:4<5:9","records":[20]}]}`,
			first, second, ids[0], ids[1], ids[0], ids[1]))
	}
	old, new := text(testprofile.LambdaHash, testprofile.AnotherHash, [2]int{1, 2}), text(strings.Repeat("c", 40), strings.Repeat("d", 40), [2]int{2, 1})
	c := New(namesOf(old), namesOf(new), Options{})
	if c.Renamed != 0 || c.Normalized != 2 || c.Ambiguous != 0 {
		t.Errorf("renamed %d, normalized %d, unsettled %d", c.Renamed, c.Normalized, c.Ambiguous)
	}
	if got := New(namesOf(old), namesOf(new), Options{NoRenames: true}); got.Ambiguous != 4 {
		t.Errorf("%d unsettled by names alone", got.Ambiguous)
	}
	for slot := range 2 {
		if c.Methods[OldSide][slot] != c.Methods[NewSide][1-slot] {
			t.Errorf("the lambda that calls lambda$%d is another one", slot)
		}
	}
}

// A planting describes synthetic changes between two runs.
type planting struct {
	types   map[iprof.TypeID]string // their names in the new run
	methods map[iprof.MethodID]string

	gone, new map[iprof.MethodID]bool // methods that only the old run has, and only the new one
	tidy      bool                    // profiles list only methods that ran
}

// runs returns an old run of a program and one that is 1.7 times as long, with counts drawn from Poisson distributions around
// those of p. Methods keep their ids.
func (pl *planting) runs(t *testing.T, p *iprof.Profile, r *rand.Rand) (old, new *iprof.Profile) {
	bare := planting{tidy: pl.tidy}
	return bare.run(t, p, r, 1, pl.new), pl.run(t, p, r, 1.7, pl.gone)
}

func (pl *planting) run(t *testing.T, p *iprof.Profile, r *rand.Rand, longer float64, without map[iprof.MethodID]bool) *iprof.Profile {
	used := convert.ReferencedMethods(p)
	b := iprof.NewBuilder(p.Version)
	for _, of := range p.Types.All() {
		if name, ok := pl.types[of.ID]; ok {
			of.Name = name
		}
		b.AddType(of)
	}
	for slot, m := range p.Methods.All() {
		if pl.tidy && (without[m.ID] || !used[slot]) {
			continue
		}
		if name, ok := pl.methods[m.ID]; ok {
			m.Name = name
		}
		b.AddMethod(m)
	}
	// Without a method there is nothing that it called.
	dead := func(tree *iprof.Tree) []bool {
		dead := make([]bool, tree.Len())
		for i, n := range tree.All() {
			dead[i] = without[n.Method] || n.Parent != iprof.NoNode && dead[n.Parent]
		}
		return dead
	}
	inContexts, inStacks := dead(p.Contexts), dead(p.Stacks)
	draw := func(n int64) int64 { return testprofile.Poisson(r, longer*float64(n)) }
	node := func(to *iprof.TreeBuilder, from *iprof.Tree, n iprof.NodeID) iprof.NodeID {
		return to.Add(from.Context(n, 0))
	}
	check := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range p.Calls.All() {
		if n := draw(c.Value); n > 0 && !inContexts[c.Node] {
			check(b.AddCount(iprof.Calls, iprof.Count{Node: node(b.Contexts(), p.Contexts, c.Node), BCI: c.BCI, Value: n}))
		}
	}
	for _, c := range p.Samples.All() {
		if n := draw(c.Value); n > 0 && !inStacks[c.Node] {
			check(b.AddCount(iprof.Samples, iprof.Count{Node: node(b.Stacks(), p.Stacks, c.Node), BCI: c.BCI, Value: n}))
		}
	}
	for _, c := range p.Conditionals.All() {
		var successors []iprof.Successor
		sum := int64(0)
		for _, s := range p.Successors(c) {
			s.Count = draw(s.Count)
			sum += s.Count
			successors = append(successors, s)
		}
		if sum > 0 && !inContexts[c.Node] {
			check(b.AddConditional(node(b.Contexts(), p.Contexts, c.Node), c.BCI, successors))
		}
	}
	for i, list := range []*iprof.List[iprof.TypeProfile]{&p.Receivers, &p.InstanceOf} {
		for _, c := range list.All() {
			var types []iprof.TypeCount
			for _, of := range p.TypeCounts(c) {
				if of.Count = draw(of.Count); of.Count > 0 {
					types = append(types, of)
				}
			}
			if len(types) > 0 && !inContexts[c.Node] {
				check(b.AddTypeProfile([]iprof.Section{iprof.Receivers, iprof.InstanceOf}[i], node(b.Contexts(), p.Contexts, c.Node), c.BCI, types))
			}
		}
	}
	return b.Profile()
}

// A harvest has the numbers of methods of the new run that cannot be paired by name.
type harvest struct {
	planted, found int // methods that ran in the old run as well; those paired with themselves
	unrelated      int // methods that did not run in the old run
	wrong          []string
}

func (h *harvest) add(o harvest) {
	h.planted += o.planted
	h.found += o.found
	h.unrelated += o.unrelated
	h.wrong = append(h.wrong, o.wrong...)
}

func reap(old, new *iprof.Profile) harvest {
	var h harvest
	c, byName := New(namesOf(old), namesOf(new), Options{}), New(namesOf(old), namesOf(new), Options{NoRenames: true})
	ran, runs := convert.ReferencedMethods(old), convert.ReferencedMethods(new)
	for slot, number := range byName.Methods[NewSide] {
		if !runs[slot] || slot >= new.Methods.Len() || byName.Sides[OldSide].MethodSlots[number] >= 0 {
			continue
		}
		m, _ := new.MethodAt(slot)
		is, listed := old.Method(m.ID)
		there := listed && ran[old.MethodSlot(m.ID)]
		if there {
			h.planted++
		} else {
			h.unrelated++
		}
		at := c.Sides[OldSide].MethodSlots[c.Methods[NewSide][slot]]
		if at < 0 {
			continue
		}
		if was, _ := old.MethodAt(int(at)); was.ID != m.ID {
			h.wrong = append(h.wrong, Renaming(convert.JVMSignature(old, was), convert.JVMSignature(new, m)))
		} else if there && is.ID == m.ID {
			h.found++
		}
	}
	return h
}

// TestRenames plants renames in published and measured profiles and logs how many are found. Of 100 renamed methods it must
// be 70, and 70 of 100 methods that are in renamed classes or have them among their parameters. If as many methods are removed
// and added, none may be taken for a renamed one.
func TestRenames(t *testing.T) {
	all := testprofile.Published(t)
	total := map[string]*harvest{"methods": {}, "classes": {}, "strangers": {}}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		p := testprofile.Parse(t, string(all[name]))
		var ids []iprof.MethodID // that may be renamed
		for slot, used := range convert.ReferencedMethods(p) {
			if m, listed := p.MethodAt(slot); used && listed && m.Name[0] != '<' && javaname.Normalize(m.Name) == m.Name {
				ids = append(ids, m.ID)
			}
		}
		if len(ids) < 60 {
			continue
		}
		n := min(100, len(ids)/3)
		for _, kind := range slices.Sorted(maps.Keys(total)) {
			var sum harvest
			for seed := range uint64(3) {
				r := rand.New(rand.NewPCG(seed, 1))
				r.Shuffle(len(ids), func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
				var pl planting
				switch kind {
				case "methods":
					pl.methods = map[iprof.MethodID]string{}
					for i, id := range ids[:n] {
						pl.methods[id] = fmt.Sprint("planted", i)
					}
				case "classes":
					pl.types = plantClasses(p, ids, n)
				case "strangers":
					pl.tidy, pl.gone, pl.new = true, map[iprof.MethodID]bool{}, map[iprof.MethodID]bool{}
					for i, id := range ids[:2*n] {
						if i%2 == 0 {
							pl.gone[id] = true
						} else {
							pl.new[id] = true
						}
					}
				}
				sum.add(reap(pl.runs(t, p, r)))
			}
			total[kind].add(sum)
			t.Logf("%-33s %-9s %4d of %4d found, %d wrong; %d unrelated", name, kind, sum.found, sum.planted, len(sum.wrong), sum.unrelated)
			for _, w := range sum.wrong {
				t.Log("  ", w)
			}
		}
	}
	for kind, minimum := range map[string]int{"methods": 70, "classes": 70} {
		if h := total[kind]; 100*h.found < minimum*h.planted {
			t.Errorf("%s: %d of %d found", kind, h.found, h.planted)
		}
	}
	for kind, h := range total {
		t.Logf("%s: %d of %d found, %d wrong; %d unrelated", kind, h.found, h.planted, len(h.wrong), h.unrelated)
		if len(h.wrong) > 0 {
			t.Errorf("%s: %d pairs are wrong:\n%s", kind, len(h.wrong), strings.Join(h.wrong, "\n"))
		}
	}
}

// plantClasses gives classes other names until these have that many of the methods.
func plantClasses(p *iprof.Profile, ids []iprof.MethodID, most int) map[iprof.TypeID]string {
	others := map[string]string{}
	methods := 0
	for _, id := range ids {
		if methods >= most {
			break
		}
		m, _ := p.Method(id)
		class, _ := p.Type(m.Declaring)
		if others[class.Name] == "" {
			others[class.Name] = fmt.Sprint(class.Name[:strings.LastIndexByte(class.Name, '.')+1], "Planted", len(others))
			for _, id := range ids {
				if o, _ := p.Method(id); o.Declaring == m.Declaring {
					methods++
				}
			}
		}
	}
	types := map[iprof.TypeID]string{}
	for _, of := range p.Types.All() {
		element := strings.TrimSuffix(strings.TrimPrefix(strings.TrimLeft(of.Name, "["), "L"), ";")
		if other := others[element]; other != "" && (element == of.Name || of.Name[0] == '[') {
			types[of.ID] = strings.Replace(of.Name, element, other, 1)
		}
	}
	return types
}

// named returns the same stacks as another tool writes them: names without signatures and call sites.
func named(t *testing.T, p *iprof.Profile, m convert.Metric) *iprof.Profile {
	t.Helper()
	names := namesOf(p)
	b := iprof.NewBuilder(iprof.Version{})
	b.SetOrigin(iprof.Origin{Format: "folded stacks", Unit: convert.UnknownUnit, PerSample: 1})
	b.Declare(iprof.Samples)
	ids := map[string]iprof.MethodID{}
	tree := treeOf(p, m)
	nodes := make([]iprof.NodeID, tree.Len())
	for i, n := range tree.All() {
		name := names.Method(p.MethodSlot(n.Method))
		if _, known := ids[name]; !known {
			ids[name] = iprof.MethodID(len(ids))
			b.AddMethod(iprof.Method{ID: ids[name], Name: name, Declaring: iprof.NoType, Return: iprof.NoType})
		}
		parent := iprof.NoNode
		if n.Parent != iprof.NoNode {
			parent = nodes[n.Parent]
		}
		nodes[i] = b.Stacks().Child(parent, 0, ids[name])
	}
	for node, n := range m.Records(p) {
		if err := b.AddCount(iprof.Samples, iprof.Count{Node: nodes[node], Value: n}); err != nil {
			t.Fatal(err)
		}
	}
	return b.Profile()
}

// treeOf returns the stacks of samples, or the contexts of calls.
func treeOf(p *iprof.Profile, m convert.Metric) *iprof.Tree {
	if m == convert.Samples {
		return p.Stacks
	}
	return p.Contexts
}

// TestRenamesOfNames plants renamed classes in profiles that have names without signatures, as folded stacks have. Of 100
// methods of such classes 70 must be found. None may be paired with another method, and no method of a removed class with
// one of an added class.
func TestRenamesOfNames(t *testing.T) {
	testtier.Sequential(t) // TestRenames has its goroutines
	all := testprofile.Beside(t)
	seeds := uint64(1)
	if testtier.More(t, "three draws of renamed methods rather than one") {
		seeds = 3
	}
	var renamed, strangers harvest
	for _, file := range slices.Sorted(maps.Keys(all)) {
		p := testprofile.Parse(t, string(all[file]))
		for _, m := range []convert.Metric{convert.Samples, convert.Calls} {
			ids := methodsIn(p, m)
			if len(ids) < 60 {
				continue
			}
			n := min(100, len(ids)/3)
			var found, apart harvest
			for seed := range seeds {
				r := rand.New(rand.NewPCG(seed, 1))
				r.Shuffle(len(ids), func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
				pl := planting{types: plantClasses(p, ids, n)}
				old, new := pl.runs(t, p, r)
				found.add(reapNames(&pl, p, named(t, old, m), named(t, new, m)))

				replaced := planting{gone: map[iprof.MethodID]bool{}, new: map[iprof.MethodID]bool{}}
				replaced.replace(p, ids, n)
				old, new = replaced.runs(t, p, r)
				apart.add(reapNames(&replaced, p, named(t, old, m), named(t, new, m)))
			}
			renamed.add(found)
			strangers.add(apart)
			t.Logf("%-33s %-7s %4d of %4d found, %d wrong; of %d unrelated %d wrong",
				file, m, found.found, found.planted, len(found.wrong), apart.unrelated, len(apart.wrong))
		}
	}
	t.Logf("%d of %d found, %d wrong; of %d unrelated %d wrong",
		renamed.found, renamed.planted, len(renamed.wrong), strangers.unrelated, len(strangers.wrong))
	if 100*renamed.found < 70*renamed.planted {
		t.Errorf("%d of %d found", renamed.found, renamed.planted)
	}
	for _, w := range append(renamed.wrong, strangers.wrong...) {
		t.Errorf("wrong: %s", w)
	}
}

// methodsIn returns the methods that have stacks of a metric, and a name that does not depend on the build.
func methodsIn(p *iprof.Profile, m convert.Metric) []iprof.MethodID {
	met := map[iprof.MethodID]bool{}
	for _, n := range treeOf(p, m).All() {
		met[n.Method] = true
	}
	var ids []iprof.MethodID
	for _, of := range p.Methods.All() {
		class, _ := p.Type(of.Declaring)
		if name := class.Name + "." + of.Name; met[of.ID] && javaname.Normalize(name) == name {
			ids = append(ids, of.ID)
		}
	}
	return ids
}

// replace takes classes with at least n of the methods out of the new run, and others out of the old one.
func (pl *planting) replace(p *iprof.Profile, ids []iprof.MethodID, n int) {
	run := map[iprof.TypeID]map[iprof.MethodID]bool{}
	for _, id := range ids {
		m, _ := p.Method(id)
		to := run[m.Declaring]
		switch {
		case to != nil:
		case len(pl.gone) <= len(pl.new) && len(pl.gone) < n:
			to = pl.gone
		case len(pl.new) < n:
			to = pl.new
		default:
			continue
		}
		if run[m.Declaring] == nil {
			run[m.Declaring] = to
			for _, of := range p.Methods.All() {
				if of.Declaring == m.Declaring {
					to[of.ID] = true
				}
			}
		}
	}
}

// reapNames is reap for profiles of names: it knows the planted classes by their names.
func reapNames(pl *planting, p, old, new *iprof.Profile) harvest {
	before := map[string]string{} // class by its planted name
	for id, planted := range pl.types {
		of, _ := p.Type(id)
		before[planted] = of.Name
	}
	was := func(method string) (string, bool) {
		class, name := splitName(method)
		other, ok := before[class]
		return other + "." + name, ok
	}
	inOld := map[string]bool{}
	for _, m := range old.Methods.All() {
		inOld[m.Name] = true
	}
	var h harvest
	c := New(namesOf(old), namesOf(new), Options{})
	for slot, m := range new.Methods.All() {
		want, planted := was(m.Name)
		planted = planted && inOld[want]
		switch {
		case planted:
			h.planted++
		case !inOld[m.Name]:
			h.unrelated++
			fallthrough
		default:
			want = m.Name
		}
		at := c.Sides[OldSide].MethodSlots[c.Methods[NewSide][slot]]
		if at < 0 {
			continue
		}
		switch o, _ := old.MethodAt(int(at)); {
		case o.Name != want && javaname.Normalize(o.Name) != javaname.Normalize(want):
			h.wrong = append(h.wrong, Renaming(o.Name, m.Name))
		case planted:
			h.found++
		}
	}
	return h
}

// TestRenamesOfDifferentPrograms compares every published profile with every other, both ways, and with itself. No method of
// a program may be paired with one of another: those of the JDK and of GraalVM are, where versions differ.
func TestRenamesOfDifferentPrograms(t *testing.T) {
	testtier.Sequential(t)
	all := testprofile.Published(t)
	var programs, stacks []*iprof.Profile
	words := map[*iprof.Profile]bool{} // Tally was WordCount: its methods are renamed ones
	for _, name := range slices.Sorted(maps.Keys(all)) {
		p := testprofile.Parse(t, string(all[name]))
		words[p] = strings.Contains(name, "tally") || strings.Contains(name, "wordcount")
		programs = append(programs, p)
		for _, m := range []convert.Metric{convert.Samples, convert.Calls} {
			if treeOf(p, m).Len() > 0 {
				stacks = append(stacks, named(t, p, m))
			}
		}
	}
	for kind, profiles := range map[string][]*iprof.Profile{"iprofs": programs, "names": stacks} {
		pairs, renames := 0, 0
		for _, a := range profiles {
			for _, b := range profiles {
				c := New(namesOf(a), namesOf(b), Options{})
				pairs++
				for number, is := range c.renamed {
					slot := c.Sides[NewSide].MethodSlots[number]
					if !is || slot < 0 {
						continue
					}
					renames++
					if c.Sides[NewSide].Names.Kind(int(slot)) == convert.Application && !(words[a] && words[b]) {
						t.Errorf("%s: %s", kind, c.Label(int32(number)))
					}
				}
			}
		}
		t.Logf("%s: %d pairs of profiles, %d methods that are not the program's paired", kind, pairs, renames)
	}
}

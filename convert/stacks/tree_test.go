package stacks_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/internal/testfile"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/internal/testtree"
	"github.com/iprof-viz/iprof-viz/iprof"
)

func newTree(t *testing.T, p *iprof.Profile, opts stacks.Options) *stacks.Tree {
	t.Helper()
	tree, err := stacks.NewTree(p, convert.NewNames(p, convert.NameOptions{}), opts)
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

func TestFoldedOfPublishedProfiles(t *testing.T) {
	for name, data := range testprofile.Varied(t) {
		t.Run(name, func(t *testing.T) {
			var d testprofile.Document
			if err := json.Unmarshal(data, &d); err != nil {
				t.Fatal(err)
			}
			p := testprofile.Parse(t, string(data))
			for _, metric := range []convert.Metric{convert.Samples, convert.Calls} {
				tree := newTree(t, p, stacks.Options{Metric: metric})
				testtree.CheckSums(t, tree)
				text := testtree.Folded(t, tree)
				if got, want := testprofile.Lines(t, text), d.Folded(metric.Section()); !maps.Equal(got, want) {
					t.Errorf("%s: %d stacks, want %d", metric, len(got), len(want))
				}
				if all := strings.SplitAfter(text, "\n"); !slices.IsSorted(all[:len(all)-1]) {
					t.Errorf("%s: not sorted", metric)
				}
				back := testtree.Parse(t, text)
				testtree.CheckSums(t, back)
				if again := testtree.Folded(t, back); again != text {
					t.Errorf("%s: folded text that was read reads otherwise", metric)
				}
				reversed := newTree(t, p, stacks.Options{Metric: metric, Reverse: true})
				testtree.CheckSums(t, reversed)
				want := map[string]int64{}
				for stack, n := range d.Folded(metric.Section()) {
					frames := strings.Split(stack, ";")
					slices.Reverse(frames)
					want[strings.Join(frames, ";")] += n
				}
				if got := testprofile.Lines(t, testtree.Folded(t, reversed)); !maps.Equal(got, want) {
					t.Errorf("%s reversed: %d stacks, want %d", metric, len(got), len(want))
				}
			}
		})
	}
}

// TestFoldedOfTheVM compares with stacks that the VM's flight recorder wrote itself.
func TestFoldedOfTheVM(t *testing.T) {
	for _, dir := range []string{"sampling-json", "sampling-recursion"} {
		dir := filepath.Join("../../../shared/jvm", dir)
		data, err := os.ReadFile(filepath.Join(dir, "profile.iprof.gz"))
		if err != nil {
			t.Skip("no measured profiles beside the project")
		}
		want := testfile.Read(t, filepath.Join(dir, "folded.txt.gz"))
		tree := newTree(t, testprofile.Parse(t, string(testprofile.Gunzip(t, data))), stacks.Options{})
		if got := testprofile.Lines(t, testtree.Folded(t, tree)); !maps.Equal(got, testprofile.Lines(t, string(testprofile.Gunzip(t, want)))) {
			t.Errorf("%s: other stacks than the VM's", dir)
		}
	}
}

// evenOrOdd is the published EvenOrOddLength, run with an even length three times and an odd one once, with samples.
const evenOrOdd = `{"version":"1.1.0",
"types":[{"id":8,"name":"void"},{"id":9,"name":"EvenOrOddLength"}],
"methods":[{"id":1,"name":"main","signature":[9,8]},{"id":2,"name":"printEvenOrOdd","signature":[9,8]},
 {"id":3,"name":"printEven","signature":[9,8]},{"id":4,"name":"printOdd","signature":[9,8]},{"id":5,"name":"print","signature":[9,8]}],
"callCountProfiles":[{"ctx":"1:0","records":[4]},{"ctx":"5:0<3:2<2:9<1:3","records":[3]},{"ctx":"2:0<1:3","records":[4]},
 {"ctx":"3:0<2:9<1:3","records":[3]},{"ctx":"4:0","records":[1]},{"ctx":"5:0<4:2","records":[1]}],
"samplingProfiles":[{"ctx":"5:7<3:2<2:9<1:3","records":[6]},{"ctx":"5:7<4:2<2:15<1:3","records":[2]},{"ctx":"1:1","records":[1]}]}`

func TestTreeOfEvenOrOddLength(t *testing.T) {
	p := testprofile.Parse(t, evenOrOdd)
	for _, c := range []struct {
		name string
		opts stacks.Options
		want string
	}{
		{"calls", stacks.Options{Metric: convert.Calls}, `all 16
 EvenOrOddLength.main 14 self 4 root
  EvenOrOddLength.printEvenOrOdd 10 self 4 inlined
   EvenOrOddLength.printEven 6 self 3 inlined
    EvenOrOddLength.print 3 self 3 inlined
 EvenOrOddLength.printOdd 2 self 1 root
  EvenOrOddLength.print 1 self 1 inlined
`},
		{"samples, with what was inlined", stacks.Options{Metric: convert.Samples, Roles: true}, `all 9
 EvenOrOddLength.main 9 self 1 root
  EvenOrOddLength.printEvenOrOdd 8 inlined
   EvenOrOddLength.printEven 6 inlined
    EvenOrOddLength.print 6 self 6 inlined
   EvenOrOddLength.printOdd 2 root
    EvenOrOddLength.print 2 self 2 inlined
`},
		{"calls, leaf first", stacks.Options{Metric: convert.Calls, Reverse: true}, `all 16
 EvenOrOddLength.main 4 self 4 root
 EvenOrOddLength.print 4 inlined
  EvenOrOddLength.printEven 3 inlined
   EvenOrOddLength.printEvenOrOdd 3 inlined
    EvenOrOddLength.main 3 self 3 root
  EvenOrOddLength.printOdd 1 self 1 root
 EvenOrOddLength.printEven 3 inlined
  EvenOrOddLength.printEvenOrOdd 3 inlined
   EvenOrOddLength.main 3 self 3 root
 EvenOrOddLength.printEvenOrOdd 4 inlined
  EvenOrOddLength.main 4 self 4 root
 EvenOrOddLength.printOdd 1 self 1 root
`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := testtree.Dump(newTree(t, p, c.opts)); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

func TestTreeOfOtherMetrics(t *testing.T) {
	p := testprofile.Parse(t, evenOrOdd)
	_, err := stacks.NewTree(p, convert.NewNames(p, convert.NameOptions{}), stacks.Options{Metric: convert.Branches})
	if err == nil || err.Error() != "branches have no stacks: samples and calls have" {
		t.Errorf("%v", err)
	}
}

func TestCompare(t *testing.T) {
	// The base has half as many samples: its values count twice. "b" is gone, "c" is new.
	compare := func(t, base *stacks.Tree) string {
		c, err := stacks.Compare(t, base, nil)
		if err != nil {
			return err.Error()
		}
		return testtree.Dump(c)
	}
	now, base := testtree.Parse(t, "m;a 6\nm;c 2\nm 2\n"), testtree.Parse(t, "m;a 1\nm;b 3\nm 1\n")
	got := compare(now, base)
	want := `all 10 base 10
 m 10 self 2 base 10
  a 6 self 6 base 2
  b 0 base 6
  c 2 self 2 base 0
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	// Neither says what it counts. If one does, it speaks for both, and if both do, it has to be the same.
	now.Unit = "samples"
	if got := compare(now, base); got != want {
		t.Errorf("samples and counts: %s", got)
	}
	base.Unit = "method entries"
	if got := compare(now, base); got != "samples cannot be compared with method entries" {
		t.Errorf("samples and method entries: %s", got)
	}
}

// Two runs of one program, which draws among 200 methods of equal share: diff calls none of them changed, and so does a
// comparison, however many there are. One that really takes twice as long is told all the same.
func TestCompareWithChance(t *testing.T) {
	const methods, samples = 200, 20_000
	r := rand.New(rand.NewPCG(1, 2))
	run := func(double int) *stacks.Tree {
		counts := make([]int, methods)
		for range samples {
			m := r.IntN(methods + 1)
			if m == methods { // the second share of one method, or no method's
				m = double
			}
			counts[m]++
		}
		var b strings.Builder
		for m, n := range counts {
			fmt.Fprintf(&b, "main;run;m%03d;inner %d\n", m, n)
		}
		return testtree.Parse(t, b.String())
	}
	for name, c := range map[string]struct {
		now, base *stacks.Tree
		want      string
	}{
		"same":    {run(0), run(0), "[]"},
		"twice":   {run(7), run(0), "[inner inner m000 m007]"},
		"nothing": {run(0), testtree.Parse(t, ""), "[]"},
	} {
		tree, err := stacks.Compare(c.now, c.base, nil)
		if err != nil {
			t.Fatal(err)
		}
		changed := []string{}
		for i, is := range tree.Base.Changed {
			if is {
				changed = append(changed, tree.Frames[tree.Nodes[i].Frame].Name)
			}
		}
		slices.Sort(changed)
		if got := fmt.Sprint(changed); got != c.want {
			t.Errorf("%s: changed are %s, want %s", name, got, c.want)
		}
		// Each method is a test; main and run have all that there is, and inner has all of its caller.
		if name != "nothing" && tree.Base.Tests != methods {
			t.Errorf("%s: %d tests", name, tree.Base.Tests)
		}
	}
}

// TestCompareCalls: runs have the length that diff gives them. One method that is entered half as often leaves the others
// what they were, and that does not depend on what filters show.
func TestCompareCalls(t *testing.T) {
	old := testprofile.Parse(t, `{`+testprofile.Methods("a", "b", "c", "rare")+testprofile.Calls("1:0 50000", "2:0 30000", "3:0 20000", "4:0 3")+`}`)
	new := testprofile.Parse(t, `{`+testprofile.Methods("a", "b", "c", "rare")+testprofile.Calls("1:0 350000", "2:0 105000", "3:0 140000", "4:0 30")+`}`) // 7 times as long; rare is chance
	names := convert.NewSharedNames(convert.NameOptions{}, old, new)
	for focus, want := range map[string]string{
		"":    "all 595030 base 700021 changed, T.a 350000 base 350000, T.b 105000 base 210000 changed, T.c 140000 base 140000, T.rare 30 base 21",
		"b$":  "all 105000 base 210000 changed, T.b 105000 base 210000 changed",
		"T.c": "all 140000 base 140000, T.c 140000 base 140000",
	} {
		opts := stacks.Options{Metric: convert.Calls, Compared: true}
		if focus != "" {
			opts.Filter.Focus = regexp.MustCompile(focus)
		}
		var trees [2]*stacks.Tree
		for i, p := range []*iprof.Profile{old, new} {
			tree, err := stacks.NewTree(p, names[i], opts)
			if err != nil {
				t.Fatal(err)
			}
			trees[i] = tree
		}
		tree, err := stacks.Compare(trees[1], trees[0], nil)
		if err != nil {
			t.Fatal(err)
		}
		if b := tree.Base; b.Scale != 7 || !b.Typical {
			t.Errorf("%q: scaled by %v, typical %v", focus, b.Scale, b.Typical)
		}
		var got []string
		for i, n := range tree.Nodes {
			if n.Total == 0 && tree.Base.Values[i].Total == 0 { // not shown
				continue
			}
			name := "all"
			if i > 0 {
				name = tree.Frames[n.Frame].Name
			}
			line := fmt.Sprintf("%s %d base %.0f", name, n.Total, tree.Base.Values[i].Total)
			if tree.Base.Changed[i] {
				line += " changed"
			}
			got = append(got, line)
		}
		if got := strings.Join(got, ", "); got != want {
			t.Errorf("%q:\ngot  %s\nwant %s", focus, got, want)
		}
	}
}

// TestCompareCallsThreshold: a difference of millions of calls is significant, but below 5% it is not a change of a frame or a
// method, as in diff. Samples have no threshold.
func TestCompareCallsThreshold(t *testing.T) {
	old := testprofile.Parse(t, `{`+testprofile.Methods("same", "near", "far")+testprofile.Calls("1:0 500000000", "2:0 20000000", "3:0 20000000")+`}`)
	new := testprofile.Parse(t, `{`+testprofile.Methods("same", "near", "far")+testprofile.Calls("1:0 500000000", "2:0 20800000", "3:0 21200000")+`}`)
	names := convert.NewSharedNames(convert.NameOptions{}, old, new)
	var trees [2]*stacks.Tree
	for i, p := range []*iprof.Profile{old, new} {
		var err error
		if trees[i], err = stacks.NewTree(p, names[i], stacks.Options{Metric: convert.Calls, Compared: true}); err != nil {
			t.Fatal(err)
		}
	}
	tree, err := stacks.Compare(trees[1], trees[0], nil)
	if err != nil {
		t.Fatal(err)
	}
	b := tree.Base
	for i, n := range tree.Nodes[1:] {
		name := tree.Frames[n.Frame].Name
		if far := name == "T.far"; b.Changed[i+1] != far || b.SelfChanged[n.Frame] != far || b.TotalChanged[n.Frame] != far {
			t.Errorf("%s: changed %v, self %v, total %v", name, b.Changed[i+1], b.SelfChanged[n.Frame], b.TotalChanged[n.Frame])
		}
	}
	if b.Changed[0] || b.Scale != 1 {
		t.Errorf("all: changed %v, scaled by %v", b.Changed[0], b.Scale)
	}
	if got := b.Verdict(false); got != "less than 5% or not significant" {
		t.Error(got)
	}
}

// TestCompareRenamed: a method that has another name in the new profile is one frame, be it in another build, renamed, or both.
// Entries of it count for the length of the runs, and no other frame has its old name.
func TestCompareRenamed(t *testing.T) {
	run := func(renamed, hash string) *iprof.Profile {
		return testprofile.Parse(t, `{`+testprofile.Methods("main", renamed, "lambda_"+hash)+testprofile.Calls("1:0 1000", "2:0<1:4 2000", "3:0<2:9<1:4 4000")+`}`)
	}
	old, new := run("tax", testprofile.LambdaHash), run("vat", testprofile.AnotherHash)
	names := convert.NewSharedNames(convert.NameOptions{}, old, new)
	var trees [2]*stacks.Tree
	for i, p := range []*iprof.Profile{old, new} {
		tree, err := stacks.NewTree(p, names[i], stacks.Options{Metric: convert.Calls, Compared: true})
		if err != nil {
			t.Fatal(err)
		}
		trees[i] = tree
	}
	for _, c := range []struct {
		opts  compare.Options
		want  string
		label string
		notes int
	}{
		{compare.Options{}, `all 7000 base 7000
 T.main 7000 self 1000 base 7000 root
  T.vat 6000 self 2000 base 6000 inlined
   T.lambda_0123456789012345678901234567890123456789 4000 self 4000 base 4000 inlined
`, "T.tax → T.vat", 2},
		{compare.Options{NoRenames: true}, `all 7000 base 7000
 T.main 7000 self 1000 base 7000 root
  T.tax 0 base 6000 inlined
   T.lambda_0123456789012345678901234567890123456789 0 base 4000 inlined
  T.vat 6000 self 2000 base 0 inlined
   T.lambda_0123456789012345678901234567890123456789 4000 self 4000 base 0 inlined
`, "T.vat", 1},
	} {
		tree, err := stacks.Compare(trees[1], trees[0], compare.New(names[0], names[1], c.opts))
		if err != nil {
			t.Fatal(err)
		}
		if got := testtree.Dump(tree); got != c.want {
			t.Errorf("%+v:\n%s\nwant\n%s", c.opts, got, c.want)
		}
		if got := tree.Frames[1].Label(); got != c.label {
			t.Errorf("%+v: labeled %q, want %q", c.opts, got, c.label)
		}
		if got := len(tree.Notes) - len(trees[1].Notes); got != c.notes {
			t.Errorf("%+v: %d more notes: %q", c.opts, got, tree.Notes)
		}
	}
}

// TestCompareInViews: a view that leaves the application's three methods does not change how long a run was. It is twice as long;
// two of them are entered four times as often, and the profiler's own runtime, which is not part of the program, much more often.
func TestCompareInViews(t *testing.T) {
	run := func(library, one, two, three int) *iprof.Profile {
		return testprofile.Parse(t, fmt.Sprintf(`{"version":"1.0.0","types":[{"id":9,"name":"shop.Cart"},{"id":8,"name":"java.util.HashMap"},{"id":7,"name":%q}],
			"methods":[{"id":1,"name":"one","signature":[9,9]},{"id":2,"name":"two","signature":[9,9]},{"id":3,"name":"three","signature":[9,9]},
			{"id":4,"name":"put","signature":[8,8]},{"id":5,"name":"get","signature":[8,8]},{"id":6,"name":"hash","signature":[8,8]},{"id":7,"name":"count","signature":[7,7]}]%s}`,
			"com.oracle.svm.enterprise.profiling.Counters", testprofile.Calls(fmt.Sprint("1:0 ", one), fmt.Sprint("2:0 ", two), fmt.Sprint("3:0 ", three),
				fmt.Sprint("4:0 ", library), fmt.Sprint("5:0 ", library), fmt.Sprint("6:0 ", library), fmt.Sprint("7:0 ", 10*one*one))))
	}
	profiles := []*iprof.Profile{run(100000, 1000, 1000, 1000), run(200000, 4000, 4000, 2000)}
	names := convert.NewSharedNames(convert.NameOptions{}, profiles...)
	for _, view := range convert.Views {
		var trees []*stacks.Tree
		for i, p := range profiles {
			tree, err := stacks.NewTree(p, names[i], stacks.Options{Metric: convert.Calls, Compared: true, Filter: convert.FilterOptions{View: view}})
			if err != nil {
				t.Fatal(err)
			}
			trees = append(trees, tree)
		}
		tree, err := stacks.Compare(trees[1], trees[0], nil)
		if err != nil {
			t.Fatal(err)
		}
		if tree.Base.Scale != 2 || !tree.Base.Typical {
			t.Errorf("view %s: scaled by %v, typical %v", view, tree.Base.Scale, tree.Base.Typical)
		}
	}
}

// A frame of a reversed tree has the roles of all stacks that share it: print was inlined into even, and a root below odd.
func TestReversedMergesRoles(t *testing.T) {
	p := testprofile.Parse(t, `{`+testprofile.Methods("even", "odd", "print")+
		testprofile.Calls("1:0 1", "3:0<1:2 1", "2:0 1", "3:0 1")+
		testprofile.Samples("3:5<1:2 4", "3:5<2:2 3")+`}`)
	want := `all 7
 T.print 7 both
  T.even 4 self 4 root
  T.odd 3 self 3 root
`
	for _, reverse := range []bool{true, false} {
		tree := newTree(t, p, stacks.Options{Metric: convert.Samples, Roles: true, Reverse: reverse})
		if !reverse {
			tree = tree.Reversed()
		}
		if got := testtree.Dump(tree); got != want {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
	}
}

// A method with the same samples in both runs has not changed, in however many places it is called.
func TestMethodsOfManyCallersAreCompared(t *testing.T) {
	now, base := testtree.Parse(t, "a;f 1000\nb;f 1000\nc;f 1000\na;g 3000\n"), testtree.Parse(t, "a;f 1000\nb;f 1000\nc;f 1000\na;g 3000\n")
	for _, tree := range []*stacks.Tree{now, base} {
		tree.Unit, tree.PerSample = "samples", 1
	}
	got, err := stacks.Compare(now, base, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, f := range got.Frames {
		if got.Base.SelfChanged[i] || got.Base.TotalChanged[i] {
			t.Errorf("%s has changed", f.Name)
		}
	}
	if got.Base.SelfTests != 2 || got.Base.TotalTests != 5 {
		t.Errorf("%d and %d tests, want f and g, and all five", got.Base.SelfTests, got.Base.TotalTests)
	}
}

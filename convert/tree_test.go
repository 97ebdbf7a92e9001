package convert

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/iprof"
)

// parse reads a profile that is written in a test.
func parse(t *testing.T, text string) *iprof.Profile {
	t.Helper()
	p, err := iprof.Parse(strings.NewReader(text), iprof.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// profiles yields the published and measured profiles, where they are found.
func profiles(t *testing.T) map[string][]byte {
	t.Helper()
	found := map[string][]byte{}
	for _, pattern := range []string{"real/*.iprof.gz", "jvm/*/*.iprof", "jvm/*/*.iprof.gz"} {
		files, err := filepath.Glob(filepath.Join("../../shared", pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if strings.HasSuffix(file, ".gz") {
				data = gunzip(t, data)
			}
			found[filepath.Base(filepath.Dir(file))+"/"+filepath.Base(file)] = data
		}
	}
	if len(found) == 0 {
		t.Skip("no published profiles beside the project")
	}
	return found
}

func gunzip(t *testing.T, data []byte) []byte {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if data, err = io.ReadAll(z); err != nil {
		t.Fatal(err)
	}
	return data
}

// document is an iprof of any dialect as encoding/json sees it: what the tests count again.
type document struct {
	Version string
	Types   []struct {
		ID             int32
		Name, TypeName string
	}
	Methods []struct {
		ID               int32
		Name, MethodName string
		Signature        []int32
	}
	CallCountProfiles, HotnessPoints, SamplingProfiles []struct {
		Ctx, MethodBciList string
		Records            []int64
	}
}

// folded counts stacks of plain names, root first, from the text of an iprof.
func (d *document) folded(metric Metric) map[string]int64 {
	types := map[int32]string{}
	for _, x := range d.Types {
		types[x.ID] = x.Name + x.TypeName
	}
	methods := map[int32]string{}
	for _, x := range d.Methods {
		if x.ID >= 0 {
			methods[x.ID] = types[x.Signature[0]] + "." + x.Name + x.MethodName
		}
	}
	records := d.SamplingProfiles
	if metric == Calls {
		records = append(d.CallCountProfiles, d.HotnessPoints...)
	}
	stacks := map[string]int64{}
	for _, r := range records {
		var frames []string
		for _, f := range strings.FieldsFunc(r.Ctx+r.MethodBciList, func(r rune) bool { return r == '<' || r == ',' }) {
			id, _, _ := strings.Cut(f, ":")
			n, _ := strconv.Atoi(id)
			name, ok := methods[int32(n)]
			if !ok {
				name = "<unknown method " + id + ">"
			}
			frames = append(frames, name)
		}
		slices.Reverse(frames)
		stacks[strings.Join(frames, ";")] += r.Records[0]
	}
	maps.DeleteFunc(stacks, func(_ string, v int64) bool { return v == 0 })
	return stacks
}

// lines reads folded text back in the plainest way.
func lines(t *testing.T, folded string) map[string]int64 {
	t.Helper()
	stacks := map[string]int64{}
	for line := range strings.Lines(folded) {
		line = strings.TrimSuffix(line, "\n")
		space := strings.LastIndexByte(line, ' ')
		n, err := strconv.ParseInt(line[space+1:], 10, 64)
		if err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		if _, twice := stacks[line[:space]]; twice {
			t.Errorf("%q stands twice", line[:space])
		}
		stacks[line[:space]] = n
	}
	return stacks
}

func folded(t *testing.T, tree *Tree) string {
	t.Helper()
	var b strings.Builder
	if err := WriteFolded(&b, tree); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func newTree(t *testing.T, p *iprof.Profile, opts TreeOptions) *Tree {
	t.Helper()
	tree, err := NewTree(p, NewNames(NameOptions{}, p)[0], opts)
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

func TestFoldedOfPublishedProfiles(t *testing.T) {
	for name, data := range profiles(t) {
		t.Run(name, func(t *testing.T) {
			var d document
			if err := json.Unmarshal(data, &d); err != nil {
				t.Fatal(err)
			}
			p := parse(t, string(data))
			for _, metric := range []Metric{Samples, Calls} {
				tree := newTree(t, p, TreeOptions{Metric: metric})
				checkSums(t, tree)
				text := folded(t, tree)
				if got, want := lines(t, text), d.folded(metric); !maps.Equal(got, want) {
					t.Errorf("%s: %d stacks, want %d", metric, len(got), len(want))
				}
				if all := strings.SplitAfter(text, "\n"); !slices.IsSorted(all[:len(all)-1]) {
					t.Errorf("%s: not sorted", metric)
				}
				back, err := ReadFolded(strings.NewReader(text))
				if err != nil {
					t.Fatal(err)
				}
				checkSums(t, back)
				if again := folded(t, back); again != text {
					t.Errorf("%s: folded text that was read reads otherwise", metric)
				}
				reversed := newTree(t, p, TreeOptions{Metric: metric, Reverse: true})
				checkSums(t, reversed)
				want := map[string]int64{}
				for stack, n := range d.folded(metric) {
					frames := strings.Split(stack, ";")
					slices.Reverse(frames)
					want[strings.Join(frames, ";")] += n
				}
				if got := lines(t, folded(t, reversed)); !maps.Equal(got, want) {
					t.Errorf("%s reversed: %d stacks, want %d", metric, len(got), len(want))
				}
			}
		})
	}
}

// TestFoldedOfTheVM compares with stacks that the VM's flight recorder wrote itself.
func TestFoldedOfTheVM(t *testing.T) {
	for _, dir := range []string{"sampling-json", "sampling-recursion"} {
		dir := filepath.Join("../../shared/jvm", dir)
		data, err := os.ReadFile(filepath.Join(dir, "profile.iprof.gz"))
		if err != nil {
			t.Skip("no measured profiles beside the project")
		}
		want, err := os.ReadFile(filepath.Join(dir, "folded.txt.gz"))
		if err != nil {
			t.Fatal(err)
		}
		tree := newTree(t, parse(t, string(gunzip(t, data))), TreeOptions{})
		if got := lines(t, folded(t, tree)); !maps.Equal(got, lines(t, string(gunzip(t, want)))) {
			t.Errorf("%s: other stacks than the VM's", dir)
		}
	}
}

// checkSums checks that self and the children's totals are the total, everywhere, and that parents come first.
func checkSums(t *testing.T, tree *Tree) {
	t.Helper()
	sums := make([]int64, len(tree.Nodes))
	for i, n := range tree.Nodes {
		sums[i] += n.Self
		if i == 0 {
			continue
		}
		if n.Parent < 0 || int(n.Parent) >= i {
			t.Fatalf("node %d has parent %d", i, n.Parent)
		}
		sums[n.Parent] += n.Total
	}
	for i, n := range tree.Nodes {
		if sums[i] != n.Total {
			t.Fatalf("node %d: self and children are %d, total is %d", i, sums[i], n.Total)
		}
	}
	if tree.Roles != nil && len(tree.Roles) != len(tree.Nodes) {
		t.Errorf("%d roles for %d nodes", len(tree.Roles), len(tree.Nodes))
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

// dump writes a tree with its roles, children in the order of their names.
func dump(tree *Tree) string {
	children := map[int32][]int32{}
	for i := 1; i < len(tree.Nodes); i++ {
		p := tree.Nodes[i].Parent
		children[p] = append(children[p], int32(i))
	}
	name := func(i int32) string { return tree.Frames[tree.Nodes[i].Frame].Name }
	var b strings.Builder
	var walk func(i int32, indent string)
	walk = func(i int32, indent string) {
		n := tree.Nodes[i]
		label := "all"
		if i > 0 {
			label = name(i)
		}
		fmt.Fprintf(&b, "%s%s %d", indent, label, n.Total)
		if n.Self > 0 {
			fmt.Fprintf(&b, " self %d", n.Self)
		}
		if tree.Base != nil {
			fmt.Fprintf(&b, " base %g", tree.Base.Values[i].Total)
		}
		if tree.Roles != nil && i > 0 {
			fmt.Fprintf(&b, " %s", [...]string{"-", "root", "inlined", "both"}[tree.Roles[i]])
		}
		b.WriteByte('\n')
		slices.SortFunc(children[i], func(a, b int32) int { return strings.Compare(name(a), name(b)) })
		for _, c := range children[i] {
			walk(c, indent+" ")
		}
	}
	walk(0, "")
	return b.String()
}

func TestTreeOfEvenOrOddLength(t *testing.T) {
	p := parse(t, evenOrOdd)
	for _, c := range []struct {
		name string
		opts TreeOptions
		want string
	}{
		{"calls", TreeOptions{Metric: Calls}, `all 16
 EvenOrOddLength.main 14 self 4 root
  EvenOrOddLength.printEvenOrOdd 10 self 4 inlined
   EvenOrOddLength.printEven 6 self 3 inlined
    EvenOrOddLength.print 3 self 3 inlined
 EvenOrOddLength.printOdd 2 self 1 root
  EvenOrOddLength.print 1 self 1 inlined
`},
		{"samples, with what was inlined", TreeOptions{Roles: true}, `all 9
 EvenOrOddLength.main 9 self 1 root
  EvenOrOddLength.printEvenOrOdd 8 inlined
   EvenOrOddLength.printEven 6 inlined
    EvenOrOddLength.print 6 self 6 inlined
   EvenOrOddLength.printOdd 2 root
    EvenOrOddLength.print 2 self 2 inlined
`},
		{"calls, leaf first", TreeOptions{Metric: Calls, Reverse: true}, `all 16
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
			if got := dump(newTree(t, p, c.opts)); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

func TestTreeOfOtherMetrics(t *testing.T) {
	p := parse(t, evenOrOdd)
	_, err := NewTree(p, NewNames(NameOptions{}, p)[0], TreeOptions{Metric: Branches})
	if err == nil || err.Error() != "branches have no stacks: samples and calls have" {
		t.Errorf("%v", err)
	}
}

func TestCompare(t *testing.T) {
	read := func(text string) *Tree {
		tree, err := ReadFolded(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		return tree
	}
	// The base has half as many samples: its values count twice. "b" is gone, "c" is new.
	compare := func(t, base *Tree) string {
		c, err := Compare(t, base)
		if err != nil {
			return err.Error()
		}
		return dump(c)
	}
	now, base := read("m;a 6\nm;c 2\nm 2\n"), read("m;a 1\nm;b 3\nm 1\n")
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
	run := func(double int) *Tree {
		counts := make([]int, methods)
		for range samples {
			m := r.IntN(methods + 1)
			if m == methods { // the second share of one method, or nobody's
				m = double
			}
			counts[m]++
		}
		var b strings.Builder
		for m, n := range counts {
			fmt.Fprintf(&b, "main;run;m%03d;inner %d\n", m, n)
		}
		return foldedTree(t, b.String())
	}
	for name, c := range map[string]struct {
		now, base *Tree
		want      string
	}{
		"same":    {run(0), run(0), "[]"},
		"twice":   {run(7), run(0), "[inner inner m000 m007]"},
		"nothing": {run(0), foldedTree(t, ""), "[]"},
	} {
		tree, err := Compare(c.now, c.base)
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
	old := parse(t, `{`+methods("a", "b", "c", "rare")+calls("1:0 50000", "2:0 30000", "3:0 20000", "4:0 3")+`}`)
	new := parse(t, `{`+methods("a", "b", "c", "rare")+calls("1:0 350000", "2:0 105000", "3:0 140000", "4:0 30")+`}`) // 7 times as long; rare is chance
	names := NewNames(NameOptions{}, old, new)
	for focus, want := range map[string]string{
		"":    "all 595030 base 700021 changed, T.a 350000 base 350000, T.b 105000 base 210000 changed, T.c 140000 base 140000, T.rare 30 base 21",
		"b$":  "all 105000 base 210000 changed, T.b 105000 base 210000 changed",
		"T.c": "all 140000 base 140000, T.c 140000 base 140000",
	} {
		opts := TreeOptions{Metric: Calls, Compared: true}
		if focus != "" {
			opts.Filter.Focus = regexp.MustCompile(focus)
		}
		var trees [2]*Tree
		for i, p := range []*iprof.Profile{old, new} {
			tree, err := NewTree(p, names[i], opts)
			if err != nil {
				t.Fatal(err)
			}
			trees[i] = tree
		}
		tree, err := Compare(trees[1], trees[0])
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

package stacks_test

import (
	"encoding/json"
	"errors"
	"math"
	"regexp"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/classpath"
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/sourceline"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/internal/testfile"
	"github.com/iprof-viz/iprof-viz/internal/testpath"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/internal/testtree"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// wordCount is a profile of the methods of testdata/wordcount.jar with other samples, and its lines.
func wordCount(t *testing.T, samples ...string) (*iprof.Profile, *sourceline.Lines) {
	t.Helper()
	text := testfile.Read(t, "../../testdata/wordcount.iprof")
	var d struct{ Types, Methods json.RawMessage }
	if err := json.Unmarshal(text, &d); err != nil {
		t.Fatal(err)
	}
	p := testprofile.Parse(t, `{"version":"1.0.0","types":`+string(d.Types)+`,"methods":`+string(d.Methods)+testprofile.Samples(samples...)+`}`)
	path := testpath.Open(t, "../../testdata/wordcount.jar")
	return p, sourceline.New(p, path.Class, nil)
}

// With ByLine a frame is a line of a method: of callers that of the call, of leaves that of the sample. Methods without lines are
// one frame, and the VM is one.
func TestTreeByLine(t *testing.T) {
	p, lines := wordCount(t, "4:58<2:24<1:3 5", "4:0<2:57<1:3 2", "4:58<2:25<1:3 3", "6:0<1:3 1", "6:9<1:3 1", "2:24<1:3 4")
	for _, c := range []struct {
		filter convert.FilterOptions
		want   string
	}{
		{convert.FilterOptions{}, `all 16
 words.WordCount.main:11 16
  java.lang.String.charAt 2 self 2
  words.WordCount.addLine:21 2
   words.WordCount.find:42 2 self 2
  words.WordCount.addLine:23 12 self 4
   words.WordCount.find:47 8 self 8
`},
		{convert.FilterOptions{Hide: regexp.MustCompile("addLine")}, `all 16
 words.WordCount.main:11 16 self 4
  java.lang.String.charAt 2 self 2
  words.WordCount.find:42 2 self 2
  words.WordCount.find:47 8 self 8
`},
	} {
		tree := newTree(t, p, stacks.Options{Metric: convert.Samples, ByLine: true, Lines: lines, PatternNames: true, Filter: c.filter})
		testtree.CheckSums(t, tree)
		if got := testtree.Dump(tree); got != c.want {
			t.Errorf("got\n%s\nwant\n%s", got, c.want)
		}
		for _, f := range tree.Frames {
			file, line := "words/WordCount.java", f.Line
			if strings.HasPrefix(f.Name, "java.") {
				file, line = "", 0
			}
			name, _, _ := strings.Cut(f.Name, ":")
			if f.File != file || f.Line != line || line > 0 == (name == f.Name) || f.Plain != name || !strings.HasPrefix(f.Params, "(") {
				t.Errorf("%+v", f)
			}
		}
	}
	vm := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":1,"name":"void"},{"id":2,"name":"com.oracle.svm.core.V"},{"id":3,"name":"A"}],
		"methods":[{"id":1,"name":"v","signature":[2,1]},{"id":2,"name":"w","signature":[2,1]},{"id":3,"name":"a","signature":[3,1]}]`+
		testprofile.Samples("1:5<2:3<3:1 4", "2:5<3:2 1", "3:9 2")+`}`)
	none := sourceline.New(vm, func(string) (*classfile.Class, error) { return nil, classpath.ErrNotFound }, nil)
	tree := newTree(t, vm, stacks.Options{Metric: convert.Samples, ByLine: true, Lines: none, Filter: convert.FilterOptions{View: convert.UserView}})
	if got, want := testtree.Dump(tree), "all 7\n A.a 7 self 2\n  <VM> 5 self 5\n"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// Samples without a frame of the application are one node, beside the roles of the others.
func TestTreeOutsideOfTheApplication(t *testing.T) {
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":1,"name":"void"},{"id":2,"name":"java.lang.B"},{"id":3,"name":"A"}],
		"methods":[{"id":2,"name":"b","signature":[2,1]},{"id":3,"name":"a","signature":[3,1]}]`+
		testprofile.Calls("3:0 1")+testprofile.Samples("2:5<3:1 4", "2:5 2", "2:6<2:5 3")+`}`)
	app := convert.FilterOptions{View: convert.AppView}
	tree := newTree(t, p, stacks.Options{Metric: convert.Samples, Filter: app, Roles: true})
	testtree.CheckSums(t, tree)
	if got, want := testtree.Dump(tree), "all 9\n <outside the application> 5 self 5 -\n A.a 4 self 4 root\n"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	for i, n := range tree.Nodes[1:] {
		if f := tree.Frames[n.Frame]; (f.Name == convert.OutsideFrame) != (f.Kind == convert.UnknownKind) {
			t.Errorf("node %d: %+v", i+1, f)
		}
	}
	all := newTree(t, testprofile.Parse(t, `{`+testprofile.Methods("a")+testprofile.Samples("1:5 2")+`}`), stacks.Options{Metric: convert.Samples, Filter: app})
	if len(all.Nodes) != 2 {
		t.Errorf("%+v", all.Nodes)
	}
}

// A source's roles are those of its nodes, merged; of hidden frames there are none.
func TestKnownRoles(t *testing.T) {
	p := testtree.ReadFolded(t, "a;b 1\na;c;b 2\na;c 1\n")
	roles := make([]stacks.Role, p.Stacks.Len())
	for i := range roles {
		roles[i] = []stacks.Role{stacks.RoleRoot, stacks.RoleInlined, stacks.RoleInlined, stacks.RoleRoot}[min(i, 3)]
	}
	source := stacks.Source{Profile: p, Roles: roles, Quantity: "Total CPU", Notes: []string{"a note"}}
	tree := testtree.Of(t, source)
	want := "all 4\n a 4 root\n  b 1 self 1 inlined\n  c 3 self 1 inlined\n   b 2 self 2 root\n"
	if got := testtree.Dump(tree); got != want || len(tree.Notes) != 1 || tree.Values() != "Total CPU" {
		t.Errorf("got\n%s, %q, values are %s", got, tree.Notes, tree.Values())
	}
	hidden, err := source.NewTree(nil, stacks.Options{Filter: convert.FilterOptions{Hide: regexp.MustCompile("^c$")}})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := testtree.Dump(hidden), "all 4\n a 4 self 1 root\n  b 3 self 3 both\n"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// A title says what values are: a quantity, its unit, or both; times are said to be times.
func TestValuesInWords(t *testing.T) {
	for want, tree := range map[string]stacks.Tree{
		"samples": {Unit: "samples"}, "time in ms": {Unit: "ms"}, "Total CPU in ms": {Unit: "ms", Quantity: "Total CPU"}, "Hits": {Unit: convert.UnknownUnit, Quantity: "Hits"}, "counts": {Unit: convert.UnknownUnit},
	} {
		if got := tree.Values(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// A comparison says how its values were scaled, and what a value that changed is.
func TestBaseInWords(t *testing.T) {
	for _, c := range []struct {
		base                       stacks.Base
		length, changed, unchanged string
	}{
		{stacks.Base{Scale: 2, Unit: convert.EntriesUnit}, "scaled to the same total", "significant", "not significant"},
		{stacks.Base{Scale: 1, Unit: "samples"}, "scaled to the same total: colors and points are changes of the share", "significant", "not significant"},
		{stacks.Base{Scale: 0.65, Unit: "samples"}, "scaled to the same total: colors and points are changes of the share of all samples, of which there are ×0.65 as many as in the base", "significant", "not significant"},
		{stacks.Base{Scale: 1, Counts: true, Typical: true}, "not scaled: colors are changes of their number", "significant", "not significant"},
		{stacks.Base{Scale: 1, Typical: true, Threshold: 0.05}, "both runs are treated as equally long, by what most methods did, weighted with their shares", "significant", "less than 5% or not significant"},
	} {
		if c.base.Length() != c.length || c.base.Verdict(true) != c.changed || c.base.Verdict(false) != c.unchanged {
			t.Errorf("%q, %q, %q", c.base.Length(), c.base.Verdict(true), c.base.Verdict(false))
		}
	}
}

// Where the samples drop by a third because one method is gone, the share of another rises; its number of samples does not change.
func TestCompareNumbersOfSamples(t *testing.T) {
	tree := func(text string) *stacks.Tree {
		of, err := stacks.Source{Profile: testtree.ReadFolded(t, text)}.NewTree(nil, stacks.Options{})
		if err != nil {
			t.Fatal(err)
		}
		of.PerSample = 1
		return of
	}
	now, before := tree("a;same 6000\n"), tree("a;same 6000\na;gone 3000\n")
	for _, c := range []struct {
		by     stacks.ChangeOf
		counts bool
		scale  float64
		change bool
	}{{stacks.AutoChange, false, 2.0 / 3, true}, {stacks.ShareChange, false, 2.0 / 3, true}, {stacks.CountChange, true, 1, false}} {
		got, err := stacks.CompareBy(now, before, nil, c.by)
		if err != nil {
			t.Fatal(err)
		}
		for i, n := range got.Nodes[1:] {
			name := got.Frames[n.Frame].Name
			if is := got.Base.Changed[i+1]; name == "same" && is != c.change || name == "gone" && !is {
				t.Errorf("%v: %s changed: %v", c.by, name, is)
			}
		}
		if got.Base.Counts != c.counts || got.Base.Scale != c.scale || got.Base.SameWork {
			t.Errorf("%v: %+v", c.by, got.Base)
		}
	}
}

// Values of other tools that are not samples are compared without a test: every difference is a change.
func TestCompareExactValues(t *testing.T) {
	tree := func(text string) *stacks.Tree {
		p, err := testtree.ReadFolded(t, text), error(nil)
		exact, err := stacks.Source{Profile: p}.NewTree(nil, stacks.Options{})
		if err != nil {
			t.Fatal(err)
		}
		exact.PerSample = 0
		return exact
	}
	c, err := stacks.Compare(tree("a;b 6\na;c 2\n"), tree("a;b 3\na;d 1\n"), nil)
	if err != nil {
		t.Fatal(err)
	}
	if b := c.Base; b.Changed != nil || b.SelfChanged != nil || b.Tests != 0 || b.Threshold != 0 || b.Scale != 2 || b.Total != 4 || b.Whole != 4 || b.Typical {
		t.Errorf("%+v", b)
	}
	if got, want := testtree.Dump(c), "all 8 base 8\n a 8 base 8\n  b 6 self 6 base 6\n  c 2 self 2 base 0\n  d 0 base 2\n"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	for single, want := range map[[2]string]float64{{"a 5", "a 1"}: 5, {"a 1", "a 4"}: 0.25} {
		if c, err := stacks.Compare(tree(single[0]), tree(single[1]), nil); err != nil || c.Base.Scale != want {
			t.Errorf("%q: %+v, %v", single, c.Base, err)
		}
	}
	for _, empty := range [][2]string{{"", "a 1"}, {"a 1", ""}} {
		if c, err := stacks.Compare(tree(empty[0]), tree(empty[1]), nil); err != nil || c.Base.Scale != 1 {
			t.Errorf("%q: %+v, %v", empty, c.Base, err)
		}
	}
}

// Runs of a comparison have the sums of both sides, and changes stay with their nodes.
func TestCollapseRunsOfComparison(t *testing.T) {
	now, base := testtree.Parse(t, "a;b;c;d;e 100\n"), testtree.Parse(t, "a;b;c;d;e 199\na;b 1\n")
	c, err := stacks.Compare(now, base, nil)
	if err != nil {
		t.Fatal(err)
	}
	c.Roles = []stacks.Role{0, stacks.RoleRoot, stacks.RoleInlined, 0, 0, stacks.RoleInlined}
	got := c.CollapseRuns()
	testtree.CheckSums(t, got)
	if len(got.Nodes) != 3 || len(got.Base.Values) != 3 || len(got.Base.Changed) != 3 || got.Roles[1] != stacks.RoleRoot|stacks.RoleInlined || got.Roles[2] != stacks.RoleInlined {
		t.Fatalf("%s%+v", testtree.Dump(got), got.Base)
	}
	if v := got.Base.Values[1]; v.Total != 100 || v.Self != 0.5 {
		t.Errorf("the run's base is %+v", v)
	}
	if got.Base.SelfChanged != nil || got.Base.TotalChanged != nil || got.Base.Scale != c.Base.Scale || len(c.Base.Values) != 6 {
		t.Errorf("%+v", got.Base)
	}
	if run := got.Runs[got.Nodes[1].Frame]; run != (stacks.Run{First: "a", Last: "d", Frames: 4}) {
		t.Errorf("%+v", run)
	}
	// In the base most of it was elsewhere: the frames differ.
	base = testtree.Parse(t, "a;b;c;d;e 50\na;b 50\n")
	if c, err = stacks.Compare(now, base, nil); err != nil || len(c.CollapseRuns().Nodes) != len(c.Nodes) {
		t.Errorf("%s%v", testtree.Dump(c), err)
	}
}

// Four frames are the least that become one, from 98% on.
func TestShortestRun(t *testing.T) {
	for text, nodes := range map[string]int{
		"a;b;c;d 100\n": 3, "a;b;c 100\n": 4, "a;b;c;d 98\na;b 2\n": 3, "a;b;c;d 97\na;b 3\n": 5, "a;b;c;d 49\nx;b;c;d 51\n": 9,
	} {
		if got := testtree.Parse(t, text).CollapseRuns(); len(got.Nodes) != nodes {
			t.Errorf("%q: %d nodes, want %d\n%s", text, len(got.Nodes), nodes, testtree.Dump(got))
		}
	}
}

// Profiles of several files become one: methods by name, values added.
func TestAddProfile(t *testing.T) {
	b := stacks.NewBuilder(0)
	first, second := testtree.ReadFolded(t, "a;b 1\nc 2\n"), testtree.ReadFolded(t, "c 3\na;b 10\na;d 5\n")
	for _, p := range []*iprof.Profile{first, second} {
		nodes, err := b.AddProfile(p)
		if err != nil || len(nodes) != p.Stacks.Len() {
			t.Fatal(nodes, err)
		}
		for i, n := range p.Stacks.All() {
			was, _ := p.Method(n.Method)
			if b.Stacks().Node(nodes[i]).Method != b.Method(was.Name) {
				t.Errorf("%s has become another", was.Name)
			}
		}
	}
	if m, ok := b.KnownMethod([]byte("d")); !ok || m != b.Method("d") {
		t.Error("d is not known")
	}
	if _, ok := b.KnownMethod([]byte("e")); ok {
		t.Error("e is known")
	}
	huge := stacks.NewBuilder(0)
	if _, err := huge.Add(iprof.Context{{Method: huge.Method("a")}}, math.MaxInt64-2); err != nil {
		t.Fatal(err)
	}
	if _, err := huge.AddProfile(first); !errors.Is(err, iprof.ErrOverflow) {
		t.Error(err)
	}
	p := b.Profile(iprof.Origin{Format: "folded stacks", Unit: "samples", PerSample: 1})
	if got, want := testtree.Dump(testtree.Of(t, stacks.Source{Profile: p})), "all 21\n a 16\n  b 11 self 11\n  d 5 self 5\n c 5 self 5\n"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// A builder has as many distinct frames as its limit says.
func TestBuilderLimit(t *testing.T) {
	b := stacks.NewBuilder(3)
	frame := iprof.Frame{Method: b.Method("a")}
	if _, err := b.Add(iprof.Context{frame, frame, frame}, 1); err != nil {
		t.Fatal(err)
	}
	other := iprof.Context{{Method: b.Method("b")}}
	if node, err := b.Add(other, 1); !errors.Is(err, iprof.ErrTooManyNodes) || node != iprof.NoNode || !strings.HasSuffix(err.Error(), "more than 3") {
		t.Errorf("%v, node %d", err, node)
	}
	if _, err := b.AddProfile(testtree.ReadFolded(t, "c 1")); !errors.Is(err, iprof.ErrTooManyNodes) {
		t.Error(err)
	}
}

// A tree says of which image its roles are.
func TestRolesOfTheOptimizedImage(t *testing.T) {
	p := testprofile.Parse(t, `{`+testprofile.Methods("a", "b")+testprofile.Calls("1:0 5", "2:0<1:3 7")+`}`)
	for _, optimized := range []func(*iprof.Tree) []stacks.Role{nil, func(tree *iprof.Tree) []stacks.Role { return make([]stacks.Role, tree.Len()) }} {
		tree := newTree(t, p, stacks.Options{Metric: convert.Calls, Optimized: optimized})
		if tree.Optimized != (optimized != nil) {
			t.Errorf("roles of the optimized image: %t", tree.Optimized)
		}
	}
}

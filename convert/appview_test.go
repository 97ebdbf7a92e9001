package convert_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/pprof/profile"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/callgraph"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/convert/diff"
	"github.com/iprof-viz/iprof-viz/convert/inlining"
	"github.com/iprof-viz/iprof-viz/convert/pprof"
	"github.com/iprof-viz/iprof-viz/convert/rank"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/testfile"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/internal/testtier"
	"github.com/iprof-viz/iprof-viz/internal/testtree"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// appRecount has the counts of the application's methods by name, as in the text of an iprof.
type appRecount struct {
	stacks  map[string]int64 // samples by the application's frames, root first; OutsideFrame if none
	self    map[string]int64 // samples by the innermost of them
	entries map[string]int64
	samples int64 // of all
	calls   int64 // entries of the application's methods
}

// An owner tells by the name of a method whether it is the application's.
type owner func(name string) bool

// ownedByPattern is the application that --app names: what a pattern matches, and nothing else.
func ownedByPattern(re *regexp.Regexp) owner {
	return func(name string) bool { return !strings.HasPrefix(name, "<") && re.MatchString(name) }
}

// isOfApplication is the application where no option names it.
func isOfApplication(name string) bool {
	if name == convert.OutsideFrame || strings.HasPrefix(name, "<") || strings.HasPrefix(name, ".") {
		return false
	}
	for _, pkg := range []string{"java", "javax", "jdk", "sun", "com.sun", "com.oracle.svm", "com.oracle.graal", "org.graalvm", "jdk.graal"} {
		if strings.HasPrefix(name, pkg+".") {
			return false
		}
	}
	return true
}

func recountApplication(t *testing.T, data []byte, isOwn owner) appRecount {
	t.Helper()
	var d testprofile.Document
	if err := json.Unmarshal(data, &d); err != nil {
		t.Fatal(err)
	}
	r := appRecount{stacks: map[string]int64{}, self: map[string]int64{}, entries: map[string]int64{}}
	for stack, v := range d.Folded(iprof.Samples) {
		var kept []string
		for frame := range strings.SplitSeq(stack, ";") {
			if isOwn(frame) {
				kept = append(kept, frame)
			}
		}
		if kept == nil {
			kept = []string{convert.OutsideFrame}
		}
		r.stacks[strings.Join(kept, ";")] += v
		r.self[kept[len(kept)-1]] += v
		r.samples += v
	}
	for stack, v := range d.Folded(iprof.Calls) {
		if leaf := stack[strings.LastIndexByte(stack, ';')+1:]; isOwn(leaf) {
			r.entries[leaf] += v
			r.calls += v
		}
	}
	return r
}

// TestAppView recounts what the application's view of every profile shows: of the examples and of the published ones, with the
// application that is found and with others that patterns name.
func TestAppView(t *testing.T) {
	testtier.Sequential(t)
	examples, err := filepath.Glob("../testdata/*.iprof")
	if err != nil || len(examples) == 0 {
		t.Fatal(len(examples), "examples:", err)
	}
	for _, file := range examples {
		data := testfile.Read(t, file)
		appViews(t, filepath.Base(file), data)
	}
	for file, data := range testprofile.Varied(t) {
		appViews(t, file, data)
	}
}

// appViews tests the view of a profile for several applications. The patterns are of packages and classes that the profiles have:
// the JDK's may be the application, a part of the found one alone, and both.
func appViews(t *testing.T, file string, data []byte) {
	for _, pattern := range []string{"", `^java\.util\.`, `^com\.oracle\.svm\.core\.genscavenge\.`, `^(se|com\.example)\..*\$|^java\.lang\.`, `\.(main|get)$`} {
		t.Run(file+" "+pattern, func(t *testing.T) {
			if pattern == "" {
				appView(t, data, isOfApplication, convert.NameOptions{})
				return
			}
			re := regexp.MustCompile(pattern)
			appView(t, data, ownedByPattern(re), convert.NameOptions{Application: re})
		})
	}
}

func appView(t *testing.T, data []byte, isOwn owner, style convert.NameOptions) {
	app := convert.FilterOptions{View: convert.AppView}
	p := testprofile.Read(t, bytes.NewReader(data))
	want := recountApplication(t, data, isOwn)
	names := convert.NewNames(p, style)
	if want.samples > 0 {
		samplesOfApplication(t, p, names, app, want)
	}
	if want.calls > 0 {
		callsOfApplication(t, p, names, app, want, isOwn)
	}
	for _, m := range []convert.Metric{convert.Branches, convert.Receivers, convert.InstanceOf} {
		sites := rank.SiteOptions{Filter: app}
		tbl, err := rank.Branches(p, names, rank.BranchOptions{SiteOptions: sites})
		if m != convert.Branches {
			tbl, err = rank.Types(p, names, m, rank.TypeOptions{SiteOptions: sites})
		}
		if err != nil {
			t.Fatal(err)
		}
		onlyApplication(t, m.String(), tbl, "method", isOwn)
	}
}

func samplesOfApplication(t *testing.T, p *iprof.Profile, names *convert.Names, app convert.FilterOptions, want appRecount) {
	t.Helper()
	tree, err := stacks.NewTree(p, names, stacks.Options{Metric: convert.Samples, Filter: app})
	if err != nil {
		t.Fatal(err)
	}
	testtree.CheckSums(t, tree)
	if got := testprofile.Lines(t, testtree.Folded(t, tree)); !maps.Equal(got, want.stacks) || tree.Nodes[0].Total != want.samples {
		t.Errorf("stacks\n%v\nwant\n%v", got, want.stacks)
	}

	top, err := rank.Top(p, names, rank.TopOptions{Metric: convert.Samples, Filter: app})
	if err != nil {
		t.Fatal(err)
	}
	self := map[string]int64{}
	for _, r := range top.AllRows() {
		self[top.Cell(r, "method").Text] += top.Cell(r, "self").Int
	}
	sameSelf(t, "top", self, want)
	if top.Base != want.samples {
		t.Errorf("top: %d samples, want %d", top.Base, want.samples)
	}

	peek, err := rank.Peek(p, names, nil, rank.PeekOptions{Metric: convert.Samples, Filter: app})
	if _, outside := want.self[convert.OutsideFrame]; outside && len(want.self) == 1 { // no method is shown
		var none *convert.NoMatchError
		if !errors.As(err, &none) {
			t.Errorf("peek: %v", err)
		}
	} else if err != nil {
		t.Fatal(err)
	} else if peek.Base != want.samples {
		t.Errorf("peek: %d samples, want %d", peek.Base, want.samples)
	}

	graph, err := callgraph.New(p, names, callgraph.Options{Metric: convert.Samples, Filter: app})
	if err != nil {
		t.Fatal(err)
	}
	self = map[string]int64{}
	for _, n := range graph.Nodes {
		plain, _, _ := strings.Cut(n.Full, "(")
		self[plain] += n.Self
	}
	sameSelf(t, "graph", self, want)

	var b bytes.Buffer
	if err := pprof.Write(&b, p, names, pprof.Options{Metrics: []convert.Metric{convert.Samples}, Filter: app}); err != nil {
		t.Fatal(err)
	}
	prof, err := profile.ParseData(b.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	self = map[string]int64{}
	for _, s := range prof.Sample {
		self[s.Location[0].Line[0].Function.Name] += s.Value[0]
	}
	sameSelf(t, "pprof", self, want)

	d := diff.New(compare.New(names, names, compare.Options{}), diff.Options{Filter: app, Sections: []diff.Section{diff.Samples}, Exact: true})
	if d.Tables[0].Base != want.samples || d.Changes != 0 {
		t.Errorf("diff: %d samples, %d changes, want %d", d.Tables[0].Base, d.Changes, want.samples)
	}
	v := diff.Variance([]string{"a", "b"}, []*iprof.Profile{p, p}, []*convert.Names{names, names}, diff.VarianceOptions{Metric: convert.Samples, Filter: app})
	if v.Agreement < 1-1e-9 {
		t.Errorf("variance: agreement %v", v.Agreement)
	}
}

func callsOfApplication(t *testing.T, p *iprof.Profile, names *convert.Names, app convert.FilterOptions, want appRecount, isOwn owner) {
	t.Helper()
	top, err := rank.Top(p, names, rank.TopOptions{Metric: convert.Calls, Filter: app})
	if err != nil {
		t.Fatal(err)
	}
	entries := map[string]int64{}
	for _, r := range top.AllRows() {
		entries[top.Cell(r, "method").Text] += top.Cell(r, "entries").Int
	}
	maps.DeleteFunc(entries, func(_ string, n int64) bool { return n == 0 })
	if !maps.Equal(entries, want.entries) || top.Base != want.calls {
		t.Errorf("top: %d entries, want %d\n%v\nwant\n%v", top.Base, want.calls, entries, want.entries)
	}
	onlyApplication(t, "top", top, "method", isOwn)
	trees, err := inlining.New(p, names, inlining.Options{Filter: app})
	if err != nil {
		t.Fatal(err)
	}
	if trees.Base != want.calls {
		t.Errorf("inline: %d entries, want %d", trees.Base, want.calls)
	}
	graph, err := callgraph.New(p, names, callgraph.Options{Metric: convert.Calls, Filter: app})
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range graph.Nodes {
		if plain, _, _ := strings.Cut(n.Full, "("); !isOwn(plain) && n.Entries.Total() != 0 {
			t.Errorf("graph: %s has %s entries", n.Full, strconv.FormatInt(n.Entries.Total(), 10))
		}
	}
}

func sameSelf(t *testing.T, where string, got map[string]int64, want appRecount) {
	t.Helper()
	maps.DeleteFunc(got, func(_ string, v int64) bool { return v == 0 })
	if !maps.Equal(got, want.self) {
		t.Errorf("%s: samples of methods\n%v\nwant\n%v", where, got, want.self)
	}
}

// onlyApplication checks that no row of a table is about a method of others.
func onlyApplication(t *testing.T, where string, tbl *table.Table, column string, isOwn owner) {
	t.Helper()
	for _, r := range tbl.AllRows() {
		if name := tbl.Cell(r, column).Text; name != "" && !isOwn(name) {
			t.Errorf("%s has a row of %s", where, name)
		}
	}
}

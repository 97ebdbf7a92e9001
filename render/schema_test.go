package render

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/info"
	"github.com/iprof-viz/iprof-viz/convert/inlining"
	"github.com/iprof-viz/iprof-viz/convert/rank"
	"github.com/iprof-viz/iprof-viz/convert/sourceline"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// schema compiles a published schema and forbids all keys that it does not describe.
func schema(t *testing.T, name string) *jsonschema.Schema {
	t.Helper()
	f, err := os.Open(filepath.Join("../docs/schema", name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	doc, err := jsonschema.UnmarshalJSON(f)
	if err != nil {
		t.Fatal(err)
	}
	closeObjects(doc)
	c := jsonschema.NewCompiler()
	if err := c.AddResource(name, doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile(name)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func closeObjects(x any) {
	switch x := x.(type) {
	case map[string]any:
		for _, v := range x {
			closeObjects(v)
		}
		if _, ok := x["properties"]; ok && x["type"] == "object" {
			x["additionalProperties"] = false
		}
	case []any:
		for _, v := range x {
			closeObjects(v)
		}
	}
}

// checkSchema writes a table as JSON and validates it.
func checkSchema(t *testing.T, s *jsonschema.Schema, table *table.Table) {
	t.Helper()
	validate(t, s, write(t, table, JSONFormat, TableOptions{}))
}

// validate checks JSON by a published schema.
func validate(t *testing.T, s *jsonschema.Schema, text string) {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Validate(doc); err != nil {
		t.Errorf("%v\n%.500s", err, text)
	}
}

// examples are the profiles in testdata.
func examples(t *testing.T) []*iprof.Profile {
	t.Helper()
	files, err := filepath.Glob("../testdata/*.iprof")
	if err != nil || len(files) == 0 {
		t.Fatal("no examples", err)
	}
	var all []*iprof.Profile
	for _, file := range files {
		f, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		p, err := iprof.Parse(f, iprof.Options{})
		f.Close()
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		all = append(all, p)
	}
	return all
}

// noClasses finds no class.
func noClasses(string) (*classfile.Class, error) { return nil, classfile.ErrNotFound }

func TestTopIsAsPublished(t *testing.T) {
	s := schema(t, "top")
	for _, p := range examples(t) {
		names := convert.NewNames(p, convert.NameOptions{})
		for _, m := range convert.Metrics {
			for _, by := range convert.GroupBys {
				for _, view := range []convert.View{convert.MachineView, convert.UserView} {
					for _, order := range rank.TopOrders(m)[:2] {
						filter := convert.FilterOptions{View: view, Ignore: regexp.MustCompile(`HashMap`)}
						if m == convert.Monitors {
							filter.Ignore = nil // there are no stacks
						}
						table, err := rank.Top(p, names, rank.TopOptions{
							Lines: sourceline.New(p, noClasses, nil), Metric: m, By: by, Pattern: regexp.MustCompile(`java\.(\w+)`), Limit: 3, Sort: order, Filter: filter,
						})
						if err != nil {
							if m == convert.Monitors && by != convert.ByMethod && by != convert.ByClass {
								continue
							}
							t.Fatal(err)
						}
						checkSchema(t, s, table)
					}
				}
			}
		}
	}
}

func TestPeekIsAsPublished(t *testing.T) {
	s := schema(t, "peek")
	for _, p := range examples(t) {
		names := convert.NewNames(p, convert.NameOptions{})
		for _, m := range []convert.Metric{convert.Samples, convert.Calls} {
			for _, view := range []convert.View{convert.MachineView, convert.UserView} {
				table, err := rank.Peek(p, names, regexp.MustCompile(``), rank.PeekOptions{
					Metric: m, Limit: 3, Filter: convert.FilterOptions{View: view},
				})
				if err != nil {
					t.Fatal(err)
				}
				checkSchema(t, s, table)
			}
		}
	}
}

func TestInlineIsAsPublished(t *testing.T) {
	trees, into := schema(t, "inline"), schema(t, "into")
	hostile, _ := hostileProfile()
	profiles := append(examples(t), parseProfile(t, strings.NewReader(hostile)), parseProfile(t, strings.NewReader(inlineCase)))
	for _, p := range profiles {
		names := convert.NewNames(p, convert.NameOptions{})
		for _, filter := range []convert.FilterOptions{{}, {View: convert.UserView}, {Hide: regexp.MustCompile(`String|\.a$`)}} {
			for _, match := range []*regexp.Regexp{nil, regexp.MustCompile(`\.`)} {
				in, err := inlining.New(p, names, inlining.Options{Filter: filter, Match: match, Units: 5, Depth: 2})
				if err != nil {
					t.Fatal(err)
				}
				var b bytes.Buffer
				if err := InlineJSON(&b, in); err != nil {
					t.Fatal(err)
				}
				validate(t, trees, b.String())
			}
			in, err := inlining.NewInto(p, names, inlining.IntoOptions{Filter: filter, Match: regexp.MustCompile(``), MinShare: 0.1, Depth: 3})
			if err != nil {
				t.Fatal(err)
			}
			var b bytes.Buffer
			if err := IntoJSON(&b, in); err != nil {
				t.Fatal(err)
			}
			validate(t, into, b.String())
		}
	}
}

// TestFlameIsAsPublished: the tree of a flame graph, also compared, adds up.
func TestFlameIsAsPublished(t *testing.T) {
	s := schema(t, "flame")
	hostile, _ := hostileProfile()
	for _, p := range append(examples(t), parseProfile(t, strings.NewReader(hostile)), parseProfile(t, strings.NewReader(`{"version":"1.0.0","types":[],"methods":[]}`))) {
		names := convert.NewNames(p, convert.NameOptions{})
		for _, m := range []convert.Metric{convert.Samples, convert.Calls} {
			for _, filter := range []convert.FilterOptions{{}, {View: convert.AppView}} {
				tree, err := stacks.NewTree(p, names, stacks.Options{Metric: m, Filter: filter})
				if err != nil {
					t.Fatal(err)
				}
				var b bytes.Buffer
				if err := FlameJSON(&b, tree); err != nil {
					t.Fatal(err)
				}
				validate(t, s, b.String())
				var got struct {
					Base  int64
					Nodes []struct {
						Parent      *int
						Frame       *int
						Self, Total int64
					}
					Frames []struct{ Name string }
				}
				if err := json.Unmarshal(b.Bytes(), &got); err != nil {
					t.Fatal(err)
				}
				sums, lines := make([]int64, len(got.Nodes)), map[string]int64{}
				for i := len(got.Nodes) - 1; i >= 0; i-- {
					n := got.Nodes[i]
					if sums[i]+n.Self != n.Total {
						t.Errorf("%v: node %d has %d, its callees and itself %d", m, i, n.Total, sums[i]+n.Self)
					}
					if n.Parent != nil {
						sums[*n.Parent] += n.Total
					}
					stack := ""
					for k := i; got.Nodes[k].Parent != nil; k = *got.Nodes[k].Parent {
						stack = ";" + strings.ReplaceAll(got.Frames[*got.Nodes[k].Frame].Name, ";", ":") + stack
					}
					if n.Self != 0 && stack != "" {
						lines[stack[1:]] += n.Self
					}
				}
				if len(got.Nodes) > 0 && got.Nodes[0].Total != got.Base {
					t.Errorf("%v: %d, not %d", m, got.Nodes[0].Total, got.Base)
				}
				var all int64
				for _, value := range lines {
					all += value
				}
				if all != got.Base {
					t.Errorf("%v: stacks have %d of %d", m, all, got.Base)
				}
			}
		}
	}
	var b bytes.Buffer
	if err := FlameJSON(&b, treeOf(convert.Samples, wide(50, true)...)); err != nil {
		t.Fatal(err)
	}
	validate(t, s, b.String())
	if !strings.Contains(b.String(), `"old_total"`) {
		t.Error("a comparison has no old values")
	}
}

// vmSites has sites in the VM, which a view folds, some without any count, a record of more types than the profiler keeps,
// locks of all kinds, and a call that a sampled stack shows.
const vmSites = `{"version":"1.1.0","types":[{"id":1,"name":"com.oracle.svm.core.X"},{"id":2,"name":"com.example.A"},
	{"id":3,"name":"com.oracle.svm.enterprise.profiling.P"}],
	"methods":[{"id":1,"name":"x","signature":[1,1]},{"id":2,"name":"a","signature":[2,2]},{"id":3,"name":"b","signature":[2,2]}],
	"samplingProfiles":[{"ctx":"3:4<2:6","records":[1]},{"ctx":"1:4<2:6","records":[1]}],
	"conditionalProfiles":[{"ctx":"1:3","records":[4,0,70]},{"ctx":"2:3<3:8","records":[1,0,20,5,1,2]},{"ctx":"2:5","records":[]}],
	"virtualInvokeProfiles":[{"ctx":"1:3","records":[1,70]},{"ctx":"2:6<3:8","records":[1,1,2,1,3,1,4,1,5,1,6,1,7,1,8,1,9,1]},{"ctx":"2:5","records":[]}],
	"instanceofProfiles":[{"ctx":"1:3","records":[1,70]},{"ctx":"2:3<3:8","records":[1,20]},{"ctx":"2:5","records":[]}],
	"monitorProfiles":[{"ctx":"0:0","records":[1,5,2,4,3,3,4,2]}]}`

func TestSitesAreAsPublished(t *testing.T) {
	branches, monitors := schema(t, "branches"), schema(t, "monitors")
	types := map[convert.Metric]*jsonschema.Schema{convert.Receivers: schema(t, "receivers"), convert.InstanceOf: schema(t, "instanceof")}
	for _, p := range append(examples(t), parseProfile(t, strings.NewReader(vmSites))) {
		for _, view := range []convert.View{convert.MachineView, convert.UserView} {
			names := convert.NewNames(p, convert.NameOptions{Normalize: view == convert.UserView})
			for _, contexts := range []bool{false, true} {
				opts := rank.SiteOptions{Filter: convert.FilterOptions{View: view}, Contexts: contexts, Limit: 3}
				table, err := rank.Branches(p, names, rank.BranchOptions{SiteOptions: opts})
				if err != nil {
					t.Fatal(err)
				}
				checkSchema(t, branches, table)
				for metric, s := range types {
					table, err := rank.Types(p, names, metric, rank.TypeOptions{SiteOptions: opts})
					if err != nil {
						t.Fatal(err)
					}
					checkSchema(t, s, table)
				}
			}
		}
		for _, view := range []convert.View{convert.MachineView, convert.UserView} {
			table, err := rank.Top(p, convert.NewNames(p, convert.NameOptions{}), rank.TopOptions{Metric: convert.Monitors, Limit: 3, Filter: convert.FilterOptions{View: view}})
			if err != nil {
				t.Fatal(err)
			}
			table.Name = "monitors"
			checkSchema(t, monitors, table)
		}
	}
}

func TestInfoIsAsPublished(t *testing.T) {
	s := schema(t, "info")
	profiles := append(examples(t), parseProfile(t, strings.NewReader(`{"version":"1.0.0","types":[],"methods":[]}`)),
		parseProfile(t, strings.NewReader(`{"version":"1.0.0","types":[],"methods":[],"callCountProfiles":[{"ctx":"7:0<8:1","records":[3]}]}`)))
	for _, p := range profiles {
		var b bytes.Buffer
		if err := InfoJSON(&b, info.New(p, convert.NewNames(p, convert.NameOptions{}), info.Options{})); err != nil {
			t.Fatal(err)
		}
		validate(t, s, b.String())
	}
}

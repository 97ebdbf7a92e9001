package render

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/classpath"
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/info"
	"github.com/iprof-viz/iprof-viz/convert/inlining"
	"github.com/iprof-viz/iprof-viz/convert/rank"
	"github.com/iprof-viz/iprof-viz/convert/sourceline"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/internal/testschema"
	"github.com/iprof-viz/iprof-viz/internal/testtable"
	"github.com/iprof-viz/iprof-viz/internal/testtree"
	"github.com/iprof-viz/iprof-viz/render/flame"
	"github.com/iprof-viz/iprof-viz/render/inlinetree"
	"github.com/iprof-viz/iprof-viz/render/summary"
)

func TestTopIsAsPublished(t *testing.T) {
	s := testschema.Read(t, "top")
	for _, p := range testprofile.Examples(t) {
		names := convert.NewNames(p, convert.NameOptions{})
		for _, m := range convert.Metrics {
			for _, by := range convert.GroupBys {
				for _, view := range []convert.View{convert.MachineView, convert.UserView} {
					for _, order := range rank.TopOrders(m)[:2] {
						filter := convert.FilterOptions{View: view, Ignore: regexp.MustCompile(`HashMap`)}
						if m == convert.Monitors {
							filter.Ignore = nil // no stacks
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
						testtable.Check(t, s, table)
					}
				}
			}
		}
	}
}

func TestPeekIsAsPublished(t *testing.T) {
	s := testschema.Read(t, "peek")
	for _, p := range testprofile.Examples(t) {
		names := convert.NewNames(p, convert.NameOptions{})
		for _, m := range []convert.Metric{convert.Samples, convert.Calls} {
			for _, view := range []convert.View{convert.MachineView, convert.UserView} {
				table, err := rank.Peek(p, names, regexp.MustCompile(``), rank.PeekOptions{
					Metric: m, Limit: 3, Filter: convert.FilterOptions{View: view},
				})
				if err != nil {
					t.Fatal(err)
				}
				testtable.Check(t, s, table)
			}
		}
	}
}

func TestInlineMatchesSchema(t *testing.T) {
	trees, into := testschema.Read(t, "inline"), testschema.Read(t, "into")
	hostile, _ := testprofile.Hostile()
	profiles := append(testprofile.Examples(t), testprofile.Parse(t, hostile), testprofile.Parse(t, testprofile.InlineCase))
	for _, p := range profiles {
		names := convert.NewNames(p, convert.NameOptions{})
		for _, filter := range []convert.FilterOptions{{}, {View: convert.UserView}, {Hide: regexp.MustCompile(`String|\.a$`)}} {
			for _, match := range []*regexp.Regexp{nil, regexp.MustCompile(`\.`)} {
				in, err := inlining.New(p, names, inlining.Options{Filter: filter, Match: match, Units: 5, Depth: 2, Calls: &calls.Options{}})
				if err != nil {
					t.Fatal(err)
				}
				var b bytes.Buffer
				if err := inlinetree.JSON(&b, in); err != nil {
					t.Fatal(err)
				}
				testschema.Validate(t, trees, b.String())
			}
			for _, target := range []*regexp.Regexp{nil, regexp.MustCompile(``)} {
				in, err := inlining.NewInto(p, names, inlining.IntoOptions{Filter: filter, Match: regexp.MustCompile(``), Target: target, MinShare: 0.1, Depth: 3})
				if err != nil {
					t.Fatal(err)
				}
				var b bytes.Buffer
				if err := inlinetree.IntoJSON(&b, in); err != nil {
					t.Fatal(err)
				}
				testschema.Validate(t, into, b.String())
			}
		}
	}
}

// TestFlameIsAsPublished: the tree of a flame graph, also compared, adds up.
func TestFlameIsAsPublished(t *testing.T) {
	s := testschema.Read(t, "flame")
	hostile, _ := testprofile.Hostile()
	for _, p := range append(testprofile.Examples(t), testprofile.Parse(t, hostile), testprofile.Parse(t, `{"version":"1.0.0","types":[],"methods":[]}`)) {
		names := convert.NewNames(p, convert.NameOptions{})
		for _, m := range []convert.Metric{convert.Samples, convert.Calls} {
			for _, filter := range []convert.FilterOptions{{}, {View: convert.AppView}} {
				tree, err := stacks.NewTree(p, names, stacks.Options{Metric: m, Filter: filter})
				if err != nil {
					t.Fatal(err)
				}
				var b bytes.Buffer
				if err := flame.JSON(&b, tree); err != nil {
					t.Fatal(err)
				}
				testschema.Validate(t, s, b.String())
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
	if err := flame.JSON(&b, testtree.From(convert.Samples, testtree.Wide(50, true)...)); err != nil {
		t.Fatal(err)
	}
	testschema.Validate(t, s, b.String())
	if !strings.Contains(b.String(), `"old_total"`) {
		t.Error("a comparison has no old values")
	}
}

func TestSitesAreAsPublished(t *testing.T) {
	branches, monitors := testschema.Read(t, "branches"), testschema.Read(t, "monitors")
	types := map[convert.Metric]*jsonschema.Schema{convert.Receivers: testschema.Read(t, "receivers"), convert.InstanceOf: testschema.Read(t, "instanceof")}
	for _, p := range append(testprofile.Examples(t), testprofile.Parse(t, testprofile.VmSites)) {
		for _, view := range []convert.View{convert.MachineView, convert.UserView} {
			names := convert.NewNames(p, convert.NameOptions{Normalize: view == convert.UserView})
			for _, contexts := range []bool{false, true} {
				opts := rank.SiteOptions{Filter: convert.FilterOptions{View: view}, Contexts: contexts, Limit: 3}
				table, err := rank.Branches(p, names, rank.BranchOptions{SiteOptions: opts})
				if err != nil {
					t.Fatal(err)
				}
				testtable.Check(t, branches, table)
				for metric, s := range types {
					table, err := rank.Types(p, names, metric, rank.TypeOptions{SiteOptions: opts})
					if err != nil {
						t.Fatal(err)
					}
					testtable.Check(t, s, table)
				}
			}
		}
		for _, view := range []convert.View{convert.MachineView, convert.UserView} {
			table, err := rank.Top(p, convert.NewNames(p, convert.NameOptions{}), rank.TopOptions{Metric: convert.Monitors, Limit: 3, Filter: convert.FilterOptions{View: view}})
			if err != nil {
				t.Fatal(err)
			}
			table.Name = "monitors"
			testtable.Check(t, monitors, table)
		}
	}
}

func TestInfoIsAsPublished(t *testing.T) {
	s := testschema.Read(t, "info")
	profiles := append(testprofile.Examples(t), testprofile.Parse(t, `{"version":"1.0.0","types":[],"methods":[]}`),
		testprofile.Parse(t, `{"version":"1.0.0","types":[],"methods":[],"callCountProfiles":[{"ctx":"7:0<8:1","records":[3]}]}`))
	for _, p := range profiles {
		var b bytes.Buffer
		if err := summary.InfoJSON(&b, info.New(p, convert.NewNames(p, convert.NameOptions{}), info.Options{})); err != nil {
			t.Fatal(err)
		}
		testschema.Validate(t, s, b.String())
	}
}

// noClasses finds no class.
func noClasses(string) (*classfile.Class, error) { return nil, classpath.ErrNotFound }

package convert_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/callgraph"
	"github.com/iprof-viz/iprof-viz/convert/inlining"
	"github.com/iprof-viz/iprof-viz/convert/pattern"
	"github.com/iprof-viz/iprof-viz/convert/rank"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/internal/testtier"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// TestPastedNames uses every name of a method, as it is printed in any style, as a pattern, also with its parentheses escaped: it
// matches the method, whatever the style of the names, and the same methods everywhere.
func TestPastedNames(t *testing.T) {
	testtier.Sequential(t)
	escape := strings.NewReplacer("(", `\(`, ")", `\)`)
	styles := []convert.NameStyle{convert.FullNames, convert.ShortNames, convert.SignatureNames}
	for file, data := range testprofile.Varied(t) {
		t.Run(file, func(t *testing.T) {
			p := testprofile.Read(t, bytes.NewReader(data))
			var all []*convert.Names
			for _, style := range styles {
				all = append(all, convert.NewNames(p, convert.NameOptions{Style: style, Disambiguate: true}))
			}
			referenced := convert.ReferencedMethods(p)
			tried := 0
			for slot, used := range referenced {
				if !used {
					continue
				}
				for i, n := range all {
					name := n.Method(slot)
					if end := strings.LastIndexByte(name, ')'); end >= 0 {
						name = name[:end+1] // the return type and the id are for people alone
					}
					for _, written := range []string{name, escape.Replace(name)} {
						re, err := pattern.Compile(written)
						if err != nil {
							t.Fatal(written, err)
						}
						if styles[i] == convert.ShortNames && written != name { // parameters have their packages in expressions
							continue
						}
						for k, other := range all {
							if !other.Matches(re, slot) {
								t.Errorf("%s, printed with --names %v, does not match with --names %v", written, styles[i], styles[k])
							}
						}
					}
					if tried++; tried%997 == 1 {
						sameSet(t, p, all, name)
					}
				}
			}
		})
	}
}

// sameSet checks that a pattern finds the same methods in samples, calls, callers and callees, and trees.
func sameSet(t *testing.T, p *iprof.Profile, all []*convert.Names, expr string) {
	t.Helper()
	re, err := pattern.Compile(expr)
	if err != nil {
		t.Fatal(err)
	}
	var inStacks, inContexts []int32 // slots
	for _, c := range []struct {
		tree *iprof.Tree
		into *[]int32
	}{{p.Stacks, &inStacks}, {p.Contexts, &inContexts}} {
		seen := map[int32]bool{}
		for _, n := range c.tree.All() {
			if slot := int32(p.MethodSlot(n.Method)); !seen[slot] && all[0].Matches(re, int(slot)) {
				seen[slot] = true
				*c.into = append(*c.into, slot)
			}
		}
		slices.Sort(*c.into)
	}
	either := slices.Compact(slices.Sorted(slices.Values(slices.Concat(inStacks, inContexts))))
	for _, names := range all {
		graph, err := callgraph.New(p, names, callgraph.Options{Metric: convert.Calls, Filter: convert.FilterOptions{Focus: re}})
		if err != nil {
			t.Fatal(err)
		}
		var found []int32
		for _, n := range graph.Nodes {
			if n.Focus {
				found = append(found, n.Slot)
			}
		}
		if slices.Sort(found); !slices.Equal(found, either) {
			t.Errorf("graph: %s has methods %v, want %v", expr, found, either)
		}
		for metric, want := range map[convert.Metric][]int32{convert.Samples: inStacks, convert.Calls: inContexts} {
			if len(want) == 0 || p.Total(metric.Section()) == 0 {
				continue
			}
			peek, err := rank.Peek(p, names, re, rank.PeekOptions{Metric: metric})
			if err != nil {
				t.Errorf("peek, %v: %v", metric, err)
				continue
			}
			focused, err := rank.Top(p, names, rank.TopOptions{Metric: metric, Filter: convert.FilterOptions{Focus: re}})
			if err != nil {
				t.Fatal(err)
			}
			whole := int64(0)
			tree := p.Contexts
			if metric == convert.Samples {
				tree = p.Stacks
			}
			for at, v := range metric.Records(p) {
				for n := at; n != iprof.NoNode; n = tree.Node(n).Parent {
					if slices.Contains(want, int32(p.MethodSlot(tree.Node(n).Method))) {
						whole += v
						break
					}
				}
			}
			if focused.Base != whole {
				t.Errorf("--focus %s leaves %d of %v, want %d", expr, focused.Base, metric, whole)
			}
			methods := 0
			for _, r := range peek.AllRows() {
				if peek.Cell(r, "relation").Text == "method" {
					methods++
				}
			}
			if methods == 0 || methods > len(want) {
				t.Errorf("peek %s: %d methods by %v, want at most %d", expr, methods, metric, len(want))
			}
		}
		if len(inContexts) > 0 && p.Total(iprof.Calls) > 0 {
			if _, err := inlining.New(p, names, inlining.Options{Match: re}); err != nil {
				t.Errorf("inline %s: %v", expr, err)
			}
			if into, err := inlining.NewInto(p, names, inlining.IntoOptions{Match: re}); err != nil {
				t.Errorf("inline --into %s: %v", expr, err)
			} else if len(into.Methods) > len(inContexts) {
				t.Errorf("inline --into %s: %d methods, want at most %d", expr, len(into.Methods), len(inContexts))
			}
		}
	}
}

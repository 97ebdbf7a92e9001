package rank

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// The note about neighbors without samples has as many as a count of the records' pairs of frames finds.
func TestPeekTellsOfNeighborsWithoutSamples(t *testing.T) {
	told := 0
	for name, p := range map[string]*iprof.Profile{
		"wordcount": testprofile.Example("wordcount.iprof"), "shop": testprofile.Example("shop.iprof"),
		"random": testprofile.Parse(t, string(testprofile.Random(1, "1.1.0"))), "another": testprofile.Parse(t, string(testprofile.Random(2, "1.1.0"))),
	} {
		type pair struct{ from, to int }
		pairs := func(tree *iprof.Tree, m convert.Metric) map[pair]bool {
			found := map[pair]bool{}
			for n, value := range m.Records(p) {
				for value > 0 {
					node := tree.Node(n)
					if node.Parent == iprof.NoNode {
						break
					}
					found[pair{p.MethodSlot(tree.Node(node.Parent).Method), p.MethodSlot(node.Method)}] = true
					if m == convert.Calls {
						break // callers above have records of their own, or none
					}
					n = node.Parent
				}
			}
			return found
		}
		counted, sampled := pairs(p.Contexts, convert.Calls), pairs(p.Stacks, convert.Samples)
		names := convert.NewNames(p, convert.NameOptions{})
		for _, slot := range slotsOnStacks(p) {
			callers, callees := 0, 0
			for edge := range counted {
				if !sampled[edge] && edge.to == slot {
					callers++
				}
				if !sampled[edge] && edge.from == slot {
					callees++
				}
			}
			re := regexp.MustCompile("^" + regexp.QuoteMeta(names.PlainName(slot)) + "$")
			opts := PeekOptions{Metric: convert.Samples, Filter: convert.FilterOptions{View: convert.MachineView}}
			if Matching(p, names, re, opts).Methods > 1 {
				continue // overloads share a table
			}
			got, err := Peek(p, names, re, opts)
			if err != nil {
				t.Fatal(err)
			}
			var want []string
			for _, of := range []struct {
				n    int
				noun string
			}{{callers, "caller"}, {callees, "callee"}} {
				switch {
				case of.n == 1:
					want = append(want, "1 more "+of.noun)
				case of.n > 1:
					want = append(want, fmt.Sprintf("%d more %ss", of.n, of.noun))
				}
			}
			hint := ""
			if len(want) > 0 {
				told++
				has := " have"
				if callers+callees == 1 {
					has = " has"
				}
				hint = strings.Join(want, " and ") + has + " no samples: -m calls shows the entries by call site"
			}
			if i := slices.IndexFunc(got.Notes, func(note string) bool { return strings.Contains(note, "no samples") }); hint == "" && i >= 0 || hint != "" && (i < 0 || got.Notes[i] != hint) {
				t.Errorf("%s: %s: notes %q, want %q", name, names.PlainName(slot), got.Notes, hint)
			}
		}
	}
	if told < 2 {
		t.Errorf("%d notes in all profiles", told)
	}
}

// slotsOnStacks returns the methods on sampled stacks.
func slotsOnStacks(p *iprof.Profile) []int {
	var slots []int
	for n := range convert.Samples.Records(p) {
		for n != iprof.NoNode {
			node := p.Stacks.Node(n)
			if slot := p.MethodSlot(node.Method); !slices.Contains(slots, slot) {
				slots = append(slots, slot)
			}
			n = node.Parent
		}
	}
	return slots
}

package callgraph

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/inlining"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// In the user view, units whose root is the VM's are one, the last, with their entries.
func TestUnitsOfTheVMAreOne(t *testing.T) {
	for file, data := range testprofile.Varied(t) {
		p, err := iprof.Parse(bytes.NewReader(data), iprof.Options{})
		if err != nil {
			t.Fatal(file, err)
		}
		roots, inVM, all := vmUnits(t, data)
		filter := convert.FilterOptions{View: convert.UserView}
		for _, limit := range []int{0, 3} {
			trees, err := inlining.New(p, nil, inlining.Options{Filter: filter, Units: limit})
			if err != nil {
				t.Fatal(file, err)
			}
			units, err := NewUnits(p, nil, UnitOptions{Filter: filter, Units: limit})
			if err != nil {
				t.Fatal(file, err)
			}
			if trees.Base != all || trees.UnitCount != units.AllUnits || len(trees.Units) != len(units.Units) {
				t.Errorf("%s: %d and %d units of %d and %d entries, counted again %d", file, trees.UnitCount, units.AllUnits, trees.Base, units.Entries, all)
			}
			var sum, sumOfGraph int64
			contexts := 0
			for i, u := range trees.Units {
				v := &units.Units[i]
				sum += u.Inclusive
				sumOfGraph += v.Inclusive
				contexts += v.Size
				if u.Merged != v.Merged {
					t.Errorf("%s: unit %d is of %d units as a tree and of %d in the graph", file, i, u.Merged, v.Merged)
				}
				isVM, isLast := u.Root().Slot == convert.VMSlot, roots > 0 && i == len(trees.Units)-1
				if isVM != isLast || (u.Merged > 0) != isVM {
					t.Errorf("%s: unit %d of %d: <VM> %v, of %d units", file, i, len(trees.Units), isVM, u.Merged)
				}
				if isVM && (u.Merged != roots || u.Inclusive != inVM || u.Root().Entries+u.Root().PrunedInclusive != inVM) {
					t.Errorf("%s: %d units of %d entries are <VM>, counted again %d of %d", file, u.Merged, u.Inclusive, roots, inVM)
				}
				if isVM && (v.Inclusive != u.Inclusive || len(v.Contexts) != 1 || v.Contexts[0].Entries > u.Root().Entries || v.Contexts[0].Most != v.Contexts[0].Entries) {
					t.Errorf("%s: <VM> itself has %d of %d entries as a tree, and in the graph %+v", file, u.Root().Entries, u.Inclusive, v)
				}
			}
			if limit == 0 && (sum != all || sumOfGraph != all || contexts != units.AllContexts) {
				t.Errorf("%s: units have %d entries, and %d in the graph, of %d; %d of %d contexts", file, sum, sumOfGraph, all, contexts, units.AllContexts)
			}
		}
	}
}

// vmUnits counts, in the text of a profile, the compilation roots of the VM, the entries in their units, and all entries, but those
// of the profiler's runtime.
func vmUnits(t *testing.T, data []byte) (roots int, inVM, all int64) {
	t.Helper()
	var d testprofile.Document
	if err := json.Unmarshal(data, &d); err != nil {
		t.Fatal(err)
	}
	types, kinds := map[int32]string{}, map[string]convert.Kind{}
	for _, x := range d.Types {
		types[x.ID] = x.Name + x.TypeName
	}
	for _, x := range d.Methods {
		if len(x.Signature) > 0 {
			kinds[strconv.Itoa(int(x.ID))] = convert.KindOf(strings.TrimSuffix(strings.TrimPrefix(types[x.Signature[0]], "L"), ";"))
		}
	}
	seen := map[string]bool{}
	for _, s := range []iprof.Section{iprof.Calls, iprof.Conditionals, iprof.Receivers, iprof.InstanceOf} {
		for _, r := range d.Section(s) {
			var of []convert.Kind
			frames := r.Frames()
			for _, f := range frames {
				id, _, _ := strings.Cut(f, ":")
				of = append(of, kinds[id])
			}
			root, _, _ := strings.Cut(frames[len(frames)-1], ":")
			isVM := of[len(of)-1] == convert.NativeImage
			if isVM && !seen[root] {
				seen[root] = true
				roots++
			}
			if s != iprof.Calls || of[0] == convert.Profiler {
				continue
			}
			all += r.Records[0]
			if isVM {
				inVM += r.Records[0]
			}
		}
	}
	return roots, inVM, all
}

// Units that are requested are not merged.
func TestUnitsOfTheVMInFocus(t *testing.T) {
	for file, data := range testprofile.Varied(t) {
		p, err := iprof.Parse(bytes.NewReader(data), iprof.Options{})
		if err != nil {
			t.Fatal(file, err)
		}
		re := regexp.MustCompile(`^<VM>$`)
		filter := convert.FilterOptions{View: convert.UserView}
		trees, err := inlining.New(p, nil, inlining.Options{Filter: filter, Match: re})
		if err != nil || len(trees.Units) == 0 {
			continue // it has none
		}
		filter.Focus = re
		units, err := NewUnits(p, nil, UnitOptions{Filter: filter})
		if err != nil {
			t.Fatal(file, err)
		}
		if len(units.Units) != len(trees.Units) {
			t.Errorf("%s: %d units in focus, %d trees", file, len(units.Units), len(trees.Units))
		}
		for i := range trees.Units {
			if trees.Units[i].Merged > 0 || units.Units[i].Merged > 0 {
				t.Errorf("%s: unit %d is merged", file, i)
			}
		}
	}
}

// A unit of the VM, the first of the file, has the entries of all of its methods if it is requested, however it calls itself.
func TestFirstUnitOfTheVM(t *testing.T) {
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":8,"name":"void"},{"id":9,"name":"T"},{"id":10,"name":"com.oracle.svm.core.Heap"}],
		"methods":[{"id":1,"name":"a","signature":[9,8]},{"id":2,"name":"alloc","signature":[10,8]},{"id":3,"name":"grow","signature":[10,8]}]`+
		testprofile.Calls("2:0 10", "3:0<2:1 7", "2:0<3:4<2:1 3", "1:0 5", "2:0<1:4 2")+`}`)
	u := unitsOf(t, p, UnitOptions{Filter: convert.FilterOptions{View: convert.UserView, Focus: regexp.MustCompile(`^<VM>$`)}})
	if len(u.Units) != 2 || len(u.Units[0].Contexts) != 1 || u.Units[0].Shown != 20 || u.Units[0].Contexts[0].Entries != 20 || u.Units[0].Contexts[0].Most != 20 || u.ShownEntries != 27 {
		t.Errorf("%d shown: %+v", u.ShownEntries, u.Units)
	}
}

package iprof_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/iprof"
)

// The canonical form lists the primitive types first, in their order, and then others by name; methods by class, name and signature. Their
// order in the file makes no difference.
func TestCanonicalOrder(t *testing.T) {
	types := []string{"boolean", "byte", "short", "char", "int", "float", "long", "double", "void", "A", "B", "b.A"}
	methods := [][]int{ // in the canonical order: class, name, return type, parameters
		{0, 0, 8}, {9, 0, 8}, {9, 0, 0, 0}, {9, 0, 8, 0}, {9, 0, 8, 0, 4}, {9, 0, 8, 4}, {9, 1, 8}, {10, 0, 8}, {10, 0, 8, 9}, {11, 0, 8},
	}
	write := func(typeOrder, methodOrder []int) string {
		var typeTexts, methodTexts, calls []string
		id := make([]int, len(types))
		for i, k := range typeOrder {
			id[k] = 10 * (i + 1)
			typeTexts = append(typeTexts, fmt.Sprintf(`{"id":%d,"name":%q}`, id[k], types[k]))
		}
		for i, k := range methodOrder {
			m := methods[k]
			signature := []string{fmt.Sprint(id[m[0]])}
			for _, of := range m[2:] {
				signature = append(signature, fmt.Sprint(id[of]))
			}
			methodTexts = append(methodTexts, fmt.Sprintf(`{"id":%d,"name":%q,"signature":[%s]}`, i+7, []string{"f", "g"}[m[1]], strings.Join(signature, ",")))
			calls = append(calls, fmt.Sprintf(`{"ctx":"%d:0","records":[%d]}`, i+7, k+1))
		}
		return `{"version":"1.0.0","types":[` + strings.Join(typeTexts, ",") + `],"methods":[` + strings.Join(methodTexts, ",") + `],"callCountProfiles":[` + strings.Join(calls, ",") + `]}`
	}
	random := rand.New(rand.NewPCG(5, 6))
	for range 30 {
		p, err := iprof.Parse(strings.NewReader(write(random.Perm(len(types)), random.Perm(len(methods)))), iprof.Options{})
		if err != nil {
			t.Fatal(err)
		}
		c := iprof.Canonical(p, false)
		for i, name := range types {
			if got := c.Types.At(i); got.Name != name || int(got.ID) != i {
				t.Fatalf("type %d is %v, want %s", i, got, name)
			}
		}
		for i, want := range methods {
			got := c.Methods.At(i)
			is := append([]int{int(got.Declaring), strings.Index("fg", got.Name), int(got.Return)}, func() (all []int) {
				for _, p := range got.Params {
					all = append(all, int(p))
				}
				return all
			}()...)
			if int(got.ID) != i+1 || !slices.Equal(is, want) {
				t.Fatalf("method %d is %v, want %v", i, is, want)
			}
		}
		for i, r := range slices.Collect(values(c)) {
			if r != int64(i+1) {
				t.Errorf("record %d has %d", i, r)
			}
		}
	}
}

// values yields the call counts of a profile.
func values(p *iprof.Profile) func(func(int64) bool) {
	return func(yield func(int64) bool) {
		for _, r := range p.Calls.All() {
			if !yield(r.Value) {
				return
			}
		}
	}
}

// Records that were read and not kept are counted in the canonical form, too, however few.
func TestCanonicalCountsSkippedRecords(t *testing.T) {
	for n := range 3 {
		text := `{"version":"1.0.0","types":[],"methods":[],"callCountProfiles":[` + strings.TrimSuffix(strings.Repeat(`{"ctx":"1:0","records":[3]},`, n), ",") + `],"samplingProfiles":[{"ctx":"1:0","records":[5]}]}`
		p, err := iprof.Parse(strings.NewReader(text), iprof.Options{Sections: []iprof.Section{iprof.Samples}})
		if err != nil {
			t.Fatal(err)
		}
		c := iprof.Canonical(p, false)
		if c.Records(iprof.Calls) != n || c.Total(iprof.Calls) != int64(3*n) || c.Calls.Len() != 0 || c.Total(iprof.Samples) != 5 {
			t.Errorf("%d of %d call counts, %d in all", c.Records(iprof.Calls), n, c.Total(iprof.Calls))
		}
	}
}

// Records of one context are in the order of their BCIs in the canonical form, and those of one BCI are one, wherever they stand in the file.
func TestCanonicalOrderOfPlaces(t *testing.T) {
	const text = `{"version":"1.1.0","types":[],"methods":[],` +
		`"conditionalProfiles":[{"ctx":"1:9","records":[20,0,5]},{"ctx":"2:4","records":[6,0,1]},{"ctx":"1:3","records":[12,0,7]},{"ctx":"1:9","records":[20,0,30]}],` +
		`"virtualInvokeProfiles":[{"ctx":"1:8","records":[1,2]},{"ctx":"1:2","records":[1,3]},{"ctx":"1:8","records":[1,40]}],` +
		`"samplingProfiles":[{"ctx":"1:7","records":[11]},{"ctx":"1:5","records":[13]},{"ctx":"1:7","records":[600]}]}`
	p, err := iprof.Parse(strings.NewReader(text), iprof.Options{})
	if err != nil {
		t.Fatal(err)
	}
	c := iprof.Canonical(p, false)
	var got []string
	for _, r := range c.Conditionals.All() {
		got = append(got, fmt.Sprintf("conditional %d:%d %v", c.Contexts.Node(r.Node).Method, r.BCI, c.OwnSuccessors(nil, r)))
	}
	for _, r := range c.Receivers.All() {
		for _, of := range c.TypeCounts(r) {
			got = append(got, fmt.Sprintf("receiver %d:%d %d", c.Contexts.Node(r.Node).Method, r.BCI, of.Count))
		}
	}
	for _, r := range c.Samples.All() {
		got = append(got, fmt.Sprintf("sample %d:%d %d", c.Stacks.Node(r.Node).Method, r.BCI, r.Value))
	}
	want := []string{
		"conditional 1:3 [{12 0 7}]", "conditional 1:9 [{20 0 35}]", "conditional 2:4 [{6 0 1}]",
		"receiver 1:2 3", "receiver 1:8 42", "sample 1:5 13", "sample 1:7 611",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q\nwant %q", got, want)
	}
}

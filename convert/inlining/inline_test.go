package inlining

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/testfile"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// inlining makes trees with short names.
func inlining(t *testing.T, p *iprof.Profile, opts Options) *Trees {
	t.Helper()
	in, err := New(p, convert.NewNames(p, convert.NameOptions{Style: convert.ShortNames, Disambiguate: true}), opts)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// outline writes trees in a plain form: a line for each instance, indented by its depth, then the pruned instances
// below it.
func outline(in *Trees) string {
	var b strings.Builder
	for _, u := range in.Units {
		fmt.Fprintf(&b, "unit %d/%d\n", u.Inclusive, in.Base)
		for _, n := range u.Instances {
			b.WriteString(strings.Repeat("  ", int(n.Depth)+1))
			if n.Parent >= 0 && n.SiteKnown {
				fmt.Fprintf(&b, "@%d ", int32(n.Site))
			}
			b.WriteString(in.Name(n.Slot))
			if n.Known {
				fmt.Fprintf(&b, " %d", n.Entries)
			} else {
				b.WriteString(" n/a")
			}
			if f, ok := n.Frequency(); ok {
				fmt.Fprintf(&b, " ×%.3g", f)
			}
			fmt.Fprintf(&b, " [%d]", n.Inclusive)
			if n.PrunedSites > 0 {
				fmt.Fprintf(&b, " … %d/%d %d", n.PrunedSites, n.PrunedInstances, n.PrunedInclusive)
			}
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// TestEvenOrOddUnits: the published description lists the compilation units of its example.
func TestEvenOrOddUnits(t *testing.T) {
	text := testfile.Read(t, "../../testdata/even-or-odd.iprof")
	const want = `unit 6/8
  EvenOrOddLength.main 2 [6]
    @3 EvenOrOddLength.printEvenOrOdd 2 ×1 [4]
      @9 EvenOrOddLength.printEven 1 ×0.5 [2]
        @2 EvenOrOddLength.print 1 ×1 [1]
unit 2/8
  EvenOrOddLength.printOdd 1 [2]
    @2 EvenOrOddLength.print 1 ×1 [1]
`
	if got := outline(inlining(t, testprofile.Parse(t, string(text)), Options{})); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestInlining(t *testing.T) {
	for _, c := range []struct {
		name, calls string
		opts        Options
		want        string
	}{
		{"a caller without a count is kept, and gives no frequency", `{"ctx":"1:0","records":[10]},{"ctx":"3:0<2:7<1:4","records":[4]}`, Options{}, `unit 14/14
  T.a 10 [14]
    @4 T.b n/a [4]
      @7 T.c 4 [4]
`},
		{"a root without a count", `{"ctx":"2:0<1:4","records":[4]}`, Options{}, `unit 4/4
  T.a n/a [4]
    @4 T.b 4 [4]
`},
		{"recursion", `{"ctx":"1:0","records":[8]},{"ctx":"1:0<1:5","records":[4]},{"ctx":"1:0<1:5<1:5","records":[2]},{"ctx":"1:0<1:9<1:5","records":[2]}`, Options{}, `unit 16/16
  T.a 8 [16]
    @5 T.a 4 ×0.5 [8]
      @5 T.a 2 ×0.5 [2]
      @9 T.a 2 ×0.5 [2]
`},
		{"a loop", `{"ctx":"1:0","records":[4]},{"ctx":"2:0<1:5","records":[40]}`, Options{}, `unit 44/44
  T.a 4 [44]
    @5 T.b 40 ×10 [40]
`},
		{"two callees at one site, the hotter first", `{"ctx":"1:0","records":[9]},{"ctx":"2:0<1:5","records":[3]},{"ctx":"3:0<1:5","records":[6]}`, Options{}, `unit 18/18
  T.a 9 [18]
    @5 T.c 6 ×0.667 [6]
    @5 T.b 3 ×0.333 [3]
`},
		{"by place in the bytecode", `{"ctx":"1:0","records":[9]},{"ctx":"2:0<1:5","records":[1]},{"ctx":"3:0<1:8","records":[6]}`, Options{ByBCI: true}, `unit 16/16
  T.a 9 [16]
    @5 T.b 1 ×0.111 [1]
    @8 T.c 6 ×0.667 [6]
`},
		{"never entered is not unknown", `{"ctx":"1:0","records":[0]},{"ctx":"2:0<1:5","records":[0]}`, Options{}, `unit 0/0
  T.a 0 [0]
    @5 T.b 0 [0]
`},
		{"one context in two records", `{"ctx":"1:0","records":[3]},{"ctx":"1:0","records":[4]}`, Options{}, "unit 7/7\n  T.a 7 [7]\n"},
		{"units by inclusive entries, then by name", `{"ctx":"3:0","records":[5]},{"ctx":"2:0","records":[5]},{"ctx":"1:0","records":[1]},{"ctx":"2:0<1:5","records":[8]}`, Options{},
			"unit 9/19\n  T.a 1 [9]\n    @5 T.b 8 ×8 [8]\nunit 5/19\n  T.b 5 [5]\nunit 5/19\n  T.c 5 [5]\n"},
		{"as many units as wanted", `{"ctx":"3:0","records":[5]},{"ctx":"2:0","records":[4]},{"ctx":"1:0","records":[1]}`, Options{Units: 1}, "unit 5/10\n  T.c 5 [5]\n"},
		{"small shares are pruned and counted", `{"ctx":"1:0","records":[90]},{"ctx":"2:0<1:5","records":[4]},{"ctx":"3:0<2:1<1:5","records":[2]},{"ctx":"3:0<1:8","records":[4]}`, Options{MinShare: 0.05},
			"unit 100/100\n  T.a 90 [100] … 1/1 4\n    @5 T.b 4 ×0.0444 [6] … 1/1 2\n"},
		{"unknown is not small", `{"ctx":"1:0","records":[90]},{"ctx":"2:0<1:5","records":[0]}],"conditionalProfiles":[{"ctx":"3:2<3:1<1:8","records":[1,0,9]}`, Options{MinShare: 0.05},
			"unit 90/90\n  T.a 90 [90] … 1/1 0\n    @8 T.c n/a [0]\n      @1 T.c n/a [0]\n"},
		{"depth", `{"ctx":"1:0","records":[1]},{"ctx":"2:0<1:5","records":[1]},{"ctx":"3:0<2:1<1:5","records":[1]},{"ctx":"2:0<2:2<1:5","records":[1]}`, Options{Depth: 1},
			"unit 4/4\n  T.a 1 [4]\n    @5 T.b 1 ×1 [3] … 2/2 2\n"},
		{"matching instances are not pruned", `{"ctx":"1:0","records":[97]},{"ctx":"2:0<1:5","records":[1]},{"ctx":"3:0<2:1<1:5","records":[1]},{"ctx":"2:0<1:7","records":[1]},{"ctx":"2:0","records":[9]}`,
			Options{Depth: 1, MinShare: 0.5, Match: regexp.MustCompile(`\.c$`)},
			"unit 100/109\n  T.a 97 [100] … 1/1 1\n    @5 T.b 1 ×0.0103 [2]\n      @1 T.c 1 ×1 [1]\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := testprofile.Parse(t, `{`+testprofile.Methods("a", "b", "c")+`,"callCountProfiles":[`+c.calls+`]}`)
			if got := outline(inlining(t, p, c.opts)); got != c.want {
				t.Errorf("got\n%swant\n%s", got, c.want)
			}
		})
	}
}

// TestInliningOfViews: a is the application's, g the profiler's and v the VM's.
func TestInliningOfViews(t *testing.T) {
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":8,"name":"void"},{"id":9,"name":"A"},
		{"id":10,"name":"com.oracle.svm.enterprise.profiling.P"},{"id":11,"name":"com.oracle.svm.core.V"}],
		"methods":[{"id":1,"name":"a","signature":[9,8]},{"id":2,"name":"g","signature":[10,8]},
		{"id":3,"name":"h","signature":[10,8]},{"id":4,"name":"v","signature":[11,8]},{"id":5,"name":"w","signature":[11,8]}],
		"callCountProfiles":[{"ctx":"1:0","records":[10]},{"ctx":"2:0<1:1","records":[20]},{"ctx":"3:0<2:2<1:1","records":[30]},
		{"ctx":"1:0<3:3<2:2<1:1","records":[5]},{"ctx":"4:0<1:4","records":[6]},{"ctx":"5:0<4:5<1:4","records":[7]},
		{"ctx":"1:0<5:6<4:5<1:4","records":[8]},{"ctx":"2:0","records":[100]}]}`)
	for _, c := range []struct {
		name string
		opts convert.FilterOptions
		want string
	}{
		{"machine", convert.FilterOptions{}, `unit 100/186
  P.g 100 [100]
unit 86/186
  A.a 10 [86]
    @1 P.g 20 ×2 [55]
      @2 P.h 30 ×1.5 [35]
        @3 A.a 5 ×0.167 [5]
    @4 V.v 6 ×0.6 [21]
      @5 V.w 7 ×1.17 [15]
        @6 A.a 8 ×1.14 [8]
`},
		{"expert: frames of the profiler that lead to others stand as one that is hidden", convert.FilterOptions{View: convert.ExpertView}, `unit 36/36
  A.a 10 [36]
    @4 V.v 6 ×0.6 [21]
      @5 V.w 7 ×1.17 [15]
        @6 A.a 8 ×1.14 [8]
    @1 (hidden) n/a [5]
      @3 A.a 5 [5]
`},
		{"user: frames of the VM are one, without the site of its calls", convert.FilterOptions{View: convert.UserView}, `unit 36/36
  A.a 10 [36]
    @4 <VM> 13 [21]
      A.a 8 [8]
    @1 (hidden) n/a [5]
      @3 A.a 5 [5]
`},
		{"focus counts stacks through a method", convert.FilterOptions{Focus: regexp.MustCompile(`V\.w`)}, `unit 15/15
  A.a 10 [15]
    @4 V.v 6 ×0.6 [15]
      @5 V.w 7 ×1.17 [15]
        @6 A.a 8 ×1.14 [8]
`},
		{"hide", convert.FilterOptions{Hide: regexp.MustCompile(`\bP\.|\bV\.v`)}, `unit 30/30
  A.a 10 [30]
    @4 (hidden) n/a [15]
      @5 V.w 7 [15]
        @6 A.a 8 ×1.14 [8]
    @1 (hidden) n/a [5]
      @3 A.a 5 [5]
`},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := inlining(t, p, Options{Filter: c.opts})
			if got := outline(in); got != c.want {
				t.Errorf("got\n%swant\n%s", got, c.want)
			}
			if in.Total != 186 || in.Tally.Hidden().Value != 186-in.Base {
				t.Errorf("%d in all, %d left, %d hidden", in.Total, in.Base, in.Tally.Hidden().Value)
			}
		})
	}
}

// TestUnitOfTheVM: units of the VM alone are one, which stands for all that is inlined into them: a call site and two methods of
// the first, two call sites of the second.
func TestUnitOfTheVM(t *testing.T) {
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":8,"name":"void"},{"id":9,"name":"A"},{"id":11,"name":"com.oracle.svm.core.V"},{"id":12,"name":"java.util.C"}],
		"methods":[{"id":1,"name":"a","signature":[9,8]},{"id":4,"name":"v","signature":[11,8]},{"id":5,"name":"w","signature":[11,8]},{"id":6,"name":"c","signature":[12,8]},{"id":7,"name":"d","signature":[12,8]}]`+
		testprofile.Calls("1:0 1000", "4:0 10", "6:0<4:1 20", "7:0<6:2<4:1 300", "5:0 4", "6:0<5:1 50", "7:0<5:3 6")+`}`)
	in := inlining(t, p, Options{Filter: convert.FilterOptions{View: convert.UserView}})
	want := `unit 1000/1390
  A.a 1000 [1000]
unit 390/1390
  <VM> 14 [390] … 3/4 376
`
	if got := outline(in); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if u := in.Units[len(in.Units)-1]; u.Merged != 2 || u.Size != 6 || !u.Known || in.UnitCount != 2 {
		t.Errorf("%+v, of %d units", u, in.UnitCount)
	}
}

// TestBranchesOfInstances has the rule for successors with one target in both versions of it, records of one site added up, and
// successors that are not places in the bytecode.
func TestBranchesOfInstances(t *testing.T) {
	for _, c := range []struct {
		version, records, want string
	}{
		{"1.0.0", `{"ctx":"1:5","records":[8,0,30,20,1,10]}`, "@5 40: →8 30 →20 10"},
		{"1.0.0", `{"ctx":"1:5","records":[8,0,30,20,1,10,20,2,10]}`, "@5 50: →8 30 →20 20"},
		// Before 1.0.0 both successors to 20 carry the total of the target.
		{"0.4.0", `{"ctx":"1:5","records":[8,0,30,20,1,20,20,2,20]}`, "@5 50: →8 30 →20 20"},
		{"0.4.0", `{"ctx":"1:5","records":[8,0,30,20,1,20,20,2,20]},{"ctx":"1:5","records":[20,0,1,8,1,2]}`, "@5 53: →8 32 →20 21"},
		{"0.4.0", `{"ctx":"1:5","records":[-5,0,3,-5,0,3,-1,0,4]}`, "@5 7: →unwind 4 →unknown 3"},
		{"1.0.0", `{"ctx":"1:5","records":[8,0,1,20,1,2]},{"ctx":"1:5","records":[20,1,5,8,0,3]}`, "@5 11: →20 7 →8 4"},
		{"1.0.0", `{"ctx":"1:5","records":[-5,0,3,-5,0,3]},{"ctx":"1:5","records":[-5,0,1,-5,0,2]}`, "@5 9: →unknown 5 →unknown 4"},
		{"1.0.0", `{"ctx":"1:5","records":[8,0,9,20,1,0]}`, "@5 9: →8 9 →20 0 one-sided"},
		{"1.0.0", `{"ctx":"1:5","records":[8,0,0,20,1,0]}`, "@5 0: →8 0 →20 0 one-sided"},
		// 1000 times 0.08 bits, 100 times 1 bit, 5000 times the same way, 6 times the same way
		{"1.0.0", `{"ctx":"1:1","records":[8,0,6,20,1,0]},{"ctx":"1:2","records":[8,0,5000,20,1,0]},{"ctx":"1:3","records":[8,0,50,20,1,50]},{"ctx":"1:4","records":[8,0,990,20,1,10]}`,
			"@3 100: →8 50 →20 50; @4 1000: →8 990 →20 10; @2 5000: →8 5000 →20 0 one-sided; @1 6: →8 6 →20 0 one-sided"},
	} {
		p := testprofile.Parse(t, `{`+strings.Replace(testprofile.Methods("a"), "1.0.0", c.version, 1)+`,"callCountProfiles":[{"ctx":"1:0","records":[1]}],"conditionalProfiles":[`+c.records+`]}`)
		var got []string
		for _, b := range inlining(t, p, Options{}).Units[0].Root().Conditionals {
			s := fmt.Sprintf("@%d %d:", b.BCI, b.Executions)
			for _, place := range b.Targets() {
				s += fmt.Sprintf(" →%s %d", place.Target, place.Count)
			}
			if b.OneSided() {
				s += " one-sided"
			}
			if c.version == "0.4.0" && len(b.Successors) != len(b.Targets()) {
				t.Errorf("%s: %d successors, %d targets", c.records, len(b.Successors), len(b.Targets()))
			}
			got = append(got, s)
		}
		if strings.Join(got, "; ") != c.want {
			t.Errorf("%s: %s\ngot  %s\nwant %s", c.version, c.records, strings.Join(got, "; "), c.want)
		}
	}
}

func TestTypesOfInstances(t *testing.T) {
	p := testprofile.Parse(t, `{`+strings.Replace(testprofile.Methods("a"), "1.0.0", "1.1.0", 1)+`,"callCountProfiles":[{"ctx":"1:0","records":[1]}],
		"virtualInvokeProfiles":[{"ctx":"1:3","records":[8,1,9,2]},{"ctx":"1:3","records":[8,4]},
			{"ctx":"1:6","records":[1,1,2,1,3,1,4,1,5,1,6,1,7,1,8,93]},{"ctx":"1:9","records":[9,500]}],
		"instanceofProfiles":[{"ctx":"1:3","records":[9,7]}]}`)
	var got []string
	for _, s := range inlining(t, p, Options{}).Units[0].Root().Types {
		text := fmt.Sprintf("@%d %d %s", s.BCI, s.Executions, s.Kind())
		if s.InstanceOf {
			text += " instanceof"
		}
		for _, c := range s.Ranked() {
			text += fmt.Sprintf(" %d:%d", c.Type, c.Count)
		}
		got = append(got, text)
	}
	want := "@6 100 megamorphic 8:93 1:1 2:1 3:1 4:1 5:1 6:1 7:1; @3 7 bimorphic 8:5 9:2; @9 500 monomorphic 9:500; @3 7 monomorphic instanceof 9:7"
	if strings.Join(got, "; ") != want {
		t.Errorf("got  %s\nwant %s", strings.Join(got, "; "), want)
	}
}

// TestInliningOfPublishedProfiles counts the records of the text again: entries(m) = root + Σ inlined for every method, and
// for every call site, and units add up to the whole. Pruning moves nothing.
func TestInliningOfPublishedProfiles(t *testing.T) {
	for name, data := range testprofile.Published(t) {
		t.Run(name, func(t *testing.T) {
			var d testprofile.Document
			if err := json.Unmarshal(data, &d); err != nil {
				t.Fatal(err)
			}
			root, inlined, units := map[string]int64{}, map[string]int64{}, map[string]int64{}
			var total int64
			for _, r := range d.Section(iprof.Calls) {
				frames := r.Frames()
				leaf, _, _ := strings.Cut(frames[0], ":")
				if len(frames) == 1 {
					root[leaf] += r.Records[0]
				} else {
					inlined[leaf+"<"+frames[1]] += r.Records[0]
				}
				unit, _, _ := strings.Cut(frames[len(frames)-1], ":")
				units[unit] += r.Records[0]
				total += r.Records[0]
			}
			p := testprofile.Parse(t, string(data))
			id := func(slot int32) string {
				m, _ := p.MethodAt(int(slot))
				return strconv.Itoa(int(m.ID))
			}
			in := inlining(t, p, Options{})
			gotRoot, gotInlined, gotUnits := map[string]int64{}, map[string]int64{}, map[string]int64{}
			instances := 0
			for _, u := range in.Units {
				instances += len(u.Instances)
				gotUnits[id(u.Root().Slot)] += u.Inclusive
				for _, n := range u.Instances {
					if n.Parent < 0 {
						gotRoot[id(n.Slot)] += n.Entries
					} else {
						gotInlined[fmt.Sprintf("%s<%s:%d", id(n.Slot), id(u.Instances[n.Parent].Slot), int32(n.Site))] += n.Entries
					}
				}
			}
			zero := func(_ string, v int64) bool { return v == 0 }
			for _, m := range []map[string]int64{root, inlined, units, gotRoot, gotInlined, gotUnits} {
				maps.DeleteFunc(m, zero)
			}
			if !maps.Equal(root, gotRoot) || !maps.Equal(inlined, gotInlined) || !maps.Equal(units, gotUnits) {
				t.Error("entries of roots, inlined ones or units differ from the text's")
			}
			if instances != p.Contexts.Len() {
				t.Errorf("%d instances of %d", instances, p.Contexts.Len())
			}

			for _, opts := range []Options{
				{},
				{MinShare: 0.02},
				{Depth: 2, ByBCI: true},
				{MinShare: 0.3, Match: regexp.MustCompile(`main|String|fib|method 3`)},
				{Filter: convert.FilterOptions{View: convert.ExpertView}},
				{Filter: convert.FilterOptions{View: convert.UserView}, MinShare: 0.02},
				{Filter: convert.FilterOptions{Focus: regexp.MustCompile(`String`), Hide: regexp.MustCompile(`Array`)}, Depth: 3},
			} {
				checkInlining(t, inlining(t, p, opts), total, opts)
			}
		})
	}
}

// checkInlining: the units' entries add up to the base, and in each of them every instance's do.
func checkInlining(t *testing.T, in *Trees, total int64, opts Options) {
	t.Helper()
	if in.Total != total || in.Base+in.Tally.Hidden().Value != total {
		t.Errorf("%+v: %d of %d entries, %d hidden; the text has %d", opts, in.Base, in.Total, in.Tally.Hidden().Value, total)
	}
	var units int64
	var share float64
	for _, u := range in.Units {
		units += u.Inclusive
		if in.Base > 0 {
			share += float64(u.Inclusive) / float64(in.Base)
		}
		own := make([]int64, len(u.Instances)) // the share of an instance's inclusive entries that is not below it
		size := 0
		for i, n := range u.Instances {
			own[i] += n.Inclusive - n.PrunedInclusive
			size += 1 + n.PrunedInstances
			if n.Parent < 0 != (i == 0) || n.Parent >= int32(i) {
				t.Fatalf("%+v: instance %d is under %d", opts, i, n.Parent)
			}
			if n.Parent >= 0 {
				own[n.Parent] -= n.Inclusive
				if n.Depth != u.Instances[n.Parent].Depth+1 {
					t.Fatalf("%+v: depth %d under %d", opts, n.Depth, u.Instances[n.Parent].Depth)
				}
			}
			if opts.Match == nil && n.Inclusive > 0 && float64(n.Inclusive) < opts.MinShare*float64(u.Inclusive) {
				t.Errorf("%+v: %d of %d is drawn", opts, n.Inclusive, u.Inclusive)
			}
		}
		if u.Inclusive != u.Root().Inclusive {
			t.Errorf("%+v: unit %d, root %d", opts, u.Inclusive, u.Root().Inclusive)
		}
		for i, n := range u.Instances {
			exact := opts.Filter.Focus == nil && n.Slot != convert.NoFrame
			if want := n.Entries; exact && own[i] != want || !exact && own[i] != 0 && own[i] != want {
				t.Fatalf("%+v: %s has %d entries, its sums leave %d", opts, in.Name(n.Slot), want, own[i])
			}
		}
		if opts.Filter == (convert.FilterOptions{}) && size != u.Size {
			t.Errorf("%+v: %d instances are drawn or pruned of %d", opts, size, u.Size)
		}
	}
	if opts.Match != nil {
		if in.Matching != len(in.Units) || in.Matching > in.UnitCount {
			t.Errorf("%+v: %d units of %d that match", opts, len(in.Units), in.Matching)
		}
		return
	}
	if units != in.Base || in.Base > 0 && (share < 1-1e-9 || share > 1+1e-9) {
		t.Errorf("%+v: units have %d of %d entries, shares of %v in all", opts, units, in.Base, share)
	}
}

// TestSitesOfTheVM adds conditionals and receivers up over all instances and compares with flat.tsv, which was made from
// the VM's own counters.
func TestSitesOfTheVM(t *testing.T) {
	for _, name := range []string{"known/flat.tsv known/known.iprof", "known/flat_alltypes.tsv known/known_alltypes.iprof", "seed/even.flat.tsv seed/even.iprof", "seed/fib-jdk.flat.tsv seed/fib-jdk.iprof"} {
		truth, file, _ := strings.Cut(name, " ")
		t.Run(file, func(t *testing.T) {
			text, err := os.ReadFile(filepath.Join("../../../shared/jvm", file))
			if err != nil {
				t.Skip("no measured profiles beside the project")
			}
			p := testprofile.Parse(t, string(text))
			type site struct {
				kind, method string
				BCI          int
			}
			got := map[site]map[string]int64{}
			add := func(s site, what string, n int64) {
				if got[s] == nil {
					got[s] = map[string]int64{}
				}
				got[s][what] += n
			}
			for _, u := range inlining(t, p, Options{}).Units {
				for _, n := range u.Instances {
					m, _ := p.MethodAt(int(n.Slot))
					class, _ := p.Type(m.Declaring)
					signature := convert.JVMSignature(p, m)
					method := class.Name + "\t" + m.Name + "\t" + signature[strings.LastIndexByte(signature, '('):]
					if n.Known {
						add(site{"call", method, 0}, "", n.Entries)
					}
					for _, c := range n.Conditionals {
						var sum int64
						for _, place := range c.Targets() {
							add(site{"if", method, int(c.BCI)}, strconv.Itoa(int(place.Target)), place.Count)
							sum += place.Count
						}
						if sum != c.Executions {
							t.Errorf("%s @%d: %d executions, %d in all", method, c.BCI, c.Executions, sum)
						}
					}
					for _, types := range n.Types {
						kind := "virtual"
						if types.InstanceOf {
							kind = "instanceof"
						}
						for _, c := range types.Types {
							seen, _ := p.Type(c.Type)
							add(site{kind, method, int(types.BCI)}, seen.Name, c.Count)
						}
					}
				}
			}
			want := testfile.Read(t, filepath.Join("../../../shared/jvm", truth))
			compared := map[string]int{}
			for line := range strings.Lines(string(want)) {
				f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
				kind := f[0]
				if kind == "switch" {
					kind = "if"
				}
				if kind == "monitor" || kind == "instanceof" && p.InstanceOf.Len() == 0 || len(f) != 6 {
					continue
				}
				bci, _ := strconv.Atoi(f[4])
				values := map[string]int64{}
				for part := range strings.FieldsSeq(f[5]) {
					colon := strings.LastIndexByte(part, ':')
					n, err := strconv.ParseInt(part[colon+1:], 10, 64)
					if err != nil {
						t.Fatal(err)
					}
					what := part[:max(colon, 0)]
					if kind == "if" { // the index of a successor is not the same in all files; its target is
						what, _, _ = strings.Cut(what, ":")
					}
					values[what] += n
				}
				s := site{kind, strings.Join(f[1:4], "\t"), bci}
				if len(got[s]) == iprof.SaturatedTypes { // the truth may know more types than were recorded
					maps.DeleteFunc(values, func(what string, _ int64) bool { _, ok := got[s][what]; return !ok })
				}
				if !maps.Equal(got[s], values) {
					t.Errorf("%v: %v, the VM counted %v", s, got[s], values)
				}
				compared[kind]++
			}
			if compared["call"] == 0 || compared["if"] == 0 || compared["virtual"] == 0 {
				t.Errorf("compared %v", compared)
			}
		})
	}
}

// TestUnitsOfTheApplication has the units put with 50 entries, get with 40, app.A with 3, put with app.B inlined into it and 2 in
// all, and app.C with 1: those with code of the application are taken before others, and all are in the order of their entries.
func TestUnitsOfTheApplication(t *testing.T) {
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":1,"name":"java.util.Map"},{"id":2,"name":"app.X"}],
		"methods":[{"id":1,"name":"put","signature":[1,1]},{"id":2,"name":"get","signature":[1,1]},{"id":3,"name":"a","signature":[2,1]},{"id":4,"name":"b","signature":[2,1]},
		{"id":5,"name":"c","signature":[2,1]},{"id":6,"name":"of","signature":[1,1]}]`+testprofile.Calls("1:0 50", "2:0 40", "3:0 3", "6:0 1", "4:0<6:3 1", "5:0 1")+`}`)
	for _, c := range []struct {
		units, ofApp int
		want         string
	}{
		{2, 0, "Map.put Map.get"},
		{2, 1, "Map.put X.a"},
		{2, 9, "X.a Map.of X.c"}, // more than 2
		{4, 9, "Map.put X.a Map.of X.c"},
		{4, 1, "Map.put Map.get X.a Map.of"}, // the second one with code of the application by its entries
		{5, 1, "Map.put Map.get X.a Map.of X.c"},
		{0, 1, "Map.put Map.get X.a Map.of X.c"},
	} {
		in, got := inlining(t, p, Options{Units: c.units, OfApp: c.ofApp}), []string{}
		for _, u := range in.Units {
			got = append(got, in.Name(u.Root().Slot))
		}
		if got := strings.Join(got, " "); got != c.want || in.UnitCount != 5 || in.Base != 96 {
			t.Errorf("%d units, %d of the application: %s, want %s; %d units, %d entries", c.units, c.ofApp, got, c.want, in.UnitCount, in.Base)
		}
	}
}

func TestNoMatchInlining(t *testing.T) {
	p := testprofile.Parse(t, `{`+testprofile.Methods("start", "stop")+`,"callCountProfiles":[{"ctx":"1:0","records":[1]},{"ctx":"2:0<1:4","records":[1]}]}`)
	names := convert.NewNames(p, convert.NameOptions{Style: convert.ShortNames})
	_, err := New(p, names, Options{Match: regexp.MustCompile("sotp")})
	_, err2 := NewInto(p, names, IntoOptions{Match: regexp.MustCompile("sotp")})
	for _, err := range []error{err, err2} {
		var none *convert.NoMatchError
		if !errors.As(err, &none) || !slices.Equal(none.Nearest, []string{"T.stop"}) {
			t.Errorf("%v: %+v", err, none)
		}
	}
}

// TestDeepInlining: a chain of inlined calls as long as it likes takes no stack and time in proportion.
func TestDeepInlining(t *testing.T) {
	const depth = 200_000
	var ctx strings.Builder
	ctx.WriteString("1:0")
	for range depth {
		ctx.WriteString("<1:3")
	}
	p := testprofile.Parse(t, `{`+testprofile.Methods("a")+`,"callCountProfiles":[{"ctx":"`+ctx.String()+`","records":[7]}]}`)
	in := inlining(t, p, Options{MinShare: 0.5})
	if n := len(in.Units[0].Instances); n != depth+1 {
		t.Errorf("%d instances", n)
	}
	last := in.Units[0].Instances[depth]
	if last.Depth != depth || last.Entries != 7 || in.Units[0].Root().Known {
		t.Errorf("%+v", last)
	}
	hidden := inlining(t, p, Options{Filter: convert.FilterOptions{ShowFrom: regexp.MustCompile("nowhere")}})
	if len(hidden.Units) != 0 || hidden.Base != 0 {
		t.Errorf("%d units, %d entries", len(hidden.Units), hidden.Base)
	}
}

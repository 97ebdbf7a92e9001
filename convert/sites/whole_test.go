package sites_test

import (
	"reflect"
	"runtime"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// TestWhole: while a Whole is alive, New returns the same sites as without it. They are taken from the Whole if each method counts in all of
// its contexts or in none.
func TestWhole(t *testing.T) {
	text := `{` + testprofile.Methods("a", "b", "c") + testprofile.Calls("1:0 10", "2:0<1:4 20", "3:0<2:7<1:4 40", "2:0 5", "3:0<2:7 5") +
		testprofile.Section("conditionalProfiles", []string{"2:3<1:4 9 0 15 5 1 5", "2:3 5 1 4 9 0 1", "1:3 9 0 1", "3:5<2:7 9 0 2"}) +
		testprofile.Section("virtualInvokeProfiles", []string{"2:7<1:4 8 30 9 10", "2:7 9 5", "1:8 9 1"}) +
		testprofile.Section("instanceofProfiles", []string{"2:9<1:4 8 2", "3:9<2:7 8 4"}) + `}`
	p := testprofile.Parse(t, text)
	inlined := []bool{false, true, true, false, true} // in the order of the calls
	keep := []bool{true, true, true, true, true}
	options := map[string]struct {
		opts  sites.Options
		taken bool
	}{
		"all":              {sites.Options{}, true},
		"without parts":    {sites.Options{NoParts: true}, true},
		"some lists":       {sites.Options{Metrics: []convert.Metric{convert.Receivers, convert.Calls}}, true},
		"some methods":     {sites.Options{Scope: sites.MethodScope(p, int32(p.MethodSlot(1)), int32(p.MethodSlot(3)))}, true},
		"no method":        {sites.Options{Scope: sites.MethodScope(p)}, true},
		"by context":       {sites.Options{ByContext: true}, false},
		"inlined contexts": {sites.Options{Scope: sites.Scope{Contexts: inlined}}, false},
		"once in <VM>":     {sites.Options{Contexts: &convert.Projection{Frame: []int32{0, convert.VMSlot, 2, 1, 2}, Keep: keep}}, false},
		"always in <VM>":   {sites.Options{Contexts: &convert.Projection{Frame: []int32{0, convert.VMSlot, 2, convert.VMSlot, 2}, Keep: keep}}, false},
	}
	alone := map[string]*sites.Sites{}
	for name, o := range options {
		alone[name] = sites.New(p, o.opts)
	}
	whole := sites.NewWhole(p)
	taken := map[*iprof.TypeCount]bool{}
	for _, t := range sites.New(p, sites.Options{}).Receivers.All {
		taken[&t.Types[0]] = true
	}
	for name, o := range options {
		got, want := sites.New(p, o.opts), alone[name]
		if o.opts.NoParts { // it may have them
			want = alone["all"]
		}
		if !same(got.Conditionals, want.Conditionals) || !same(got.Receivers, want.Receivers) || !same(got.InstanceOf, want.InstanceOf) {
			t.Errorf("%s: %+v, want %+v", name, got, want)
		}
		for _, x := range got.Receivers.All {
			if taken[&x.Types[0]] != o.taken {
				t.Errorf("%s: taken is %t", name, !o.taken)
			}
		}
	}
	if sites.NewWhole(p) != whole {
		t.Error("they are added up again")
	}
	rest := whole.WithoutConditionals()
	for name, o := range options {
		got, want := sites.New(p, o.opts), alone[name]
		if o.opts.NoParts { // it may have them, but the rest has no conditionals to take
			continue
		}
		if !same(got.Conditionals, want.Conditionals) || !same(got.Receivers, want.Receivers) {
			t.Errorf("%s without conditionals: %+v, want %+v", name, got, want)
		}
	}
	if of := sites.New(p, sites.Options{Metrics: []convert.Metric{convert.Receivers}}).Receivers.All; !taken[&of[0].Types[0]] {
		t.Error("the rest is added up again")
	}
	if again := sites.NewWhole(p); again == whole || again == rest {
		t.Error("the conditionals are not added up again")
	}
	runtime.KeepAlive(whole)
	runtime.KeepAlive(rest)
}

func same[T any](a, b sites.List[T]) bool {
	return a.VM == b.VM && len(a.All) == len(b.All) && (len(a.All) == 0 || reflect.DeepEqual(a.All, b.All))
}

package calls_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// Without class files, the callee of a receiver type has the name of what is called from the site in stacks, if all is called the same there.
func TestSampledCalleesNameOthers(t *testing.T) {
	const head = `{"version":"1.0.0","types":[{"id":1,"name":"app.Main"},{"id":2,"name":"app.A"},{"id":3,"name":"app.B"},{"id":4,"name":"com.oracle.svm.core.Slow"},{"id":8,"name":"int"},{"id":9,"name":"void"}],
	"methods":[{"id":1,"name":"run","signature":[1,9]},{"id":2,"name":"get","signature":[2,9]},{"id":3,"name":"get","signature":[3,9]},{"id":4,"name":"put","signature":[3,9]},
	{"id":5,"name":"<clinit>","signature":[3,9]},{"id":6,"name":"slow","signature":[4,9]},{"id":7,"name":"get","signature":[3,9,8]}]`
	receivers := testprofile.Section("virtualInvokeProfiles", []string{"1:5 2 70 3 30"})
	for _, c := range []struct {
		name       string
		calls      string
		samples    []string
		wantA, toB string
	}{
		{"no sample", "1:0 10", []string{"1:5 3"}, "app.A.?", "app.B.?"},
		{"a callee", "1:0 10", []string{"2:0<1:5 3"}, "app.A.get", "app.B.get"},
		{"of another class of the site", "1:0 10", []string{"4:0<1:5 3"}, "app.A.put", "app.B.put"},
		{"two classes", "1:0 10", []string{"2:0<1:5 3", "3:0<1:5 3"}, "app.A.get", "app.B.get"},
		{"two names", "1:0 10", []string{"2:0<1:5 3", "4:0<1:5 3"}, "app.A.?", "app.B.?"},
		{"two signatures", "1:0 10", []string{"2:0<1:5 3", "7:0<1:5 3"}, "app.A.?", "app.B.?"},
		{"another site", "1:0 10", []string{"2:0<1:6 3"}, "app.A.?", "app.B.?"},
		{"another caller", "1:0 10", []string{"2:0<6:5 3"}, "app.A.?", "app.B.?"},
		{"a static initializer", "1:0 10", []string{"5:0<1:5 3"}, "app.A.?", "app.B.?"},
		{"with a static initializer", "1:0 10", []string{"5:0<1:5 3", "2:0<1:5 3"}, "app.A.get", "app.B.get"},
		{"code of the image", "1:0 10", []string{"6:0<1:5 3"}, "app.A.?", "app.B.?"},
		{"an inlined callee says it already", "4:0<1:5 9", []string{"2:0<1:5 3"}, "app.A.put", "app.B.put"},
	} {
		p := testprofile.Parse(t, head+testprofile.Calls(strings.Split(c.calls, ", ")...)+receivers+testprofile.Samples(c.samples...)+"}")
		g := calls.New(p, calls.Options{})
		checkIdentities(t, p, g)
		names := convert.NewNames(p, convert.NameOptions{})
		site := g.At(int32(p.MethodSlot(1)), iprof.BCI(5))
		if site == nil || len(site.Targets) != 2 {
			t.Fatalf("%s: %+v", c.name, site)
		}
		for i, want := range []string{c.wantA, c.toB} {
			if got := site.TargetName(names, site.Targets[i].Callee); got != want {
				t.Errorf("%s: %s, want %s", c.name, got, want)
			}
		}
	}
}

// Where one receiver type alone has no method of its own, it inherits the one that was seen there and is no other type's.
func TestInheritedCallees(t *testing.T) {
	const head = `{"version":"1.0.0","types":[{"id":1,"name":"app.Main"},{"id":2,"name":"app.A"},{"id":3,"name":"app.B"},{"id":4,"name":"app.Base"},{"id":5,"name":"app.C"},{"id":9,"name":"void"},
	{"id":11,"name":"T1"},{"id":12,"name":"T2"},{"id":13,"name":"T3"},{"id":14,"name":"T4"},{"id":15,"name":"T5"},{"id":16,"name":"T6"}],
	"methods":[{"id":1,"name":"run","signature":[1,9]},{"id":2,"name":"get","signature":[2,9]},{"id":4,"name":"get","signature":[4,9]},{"id":5,"name":"get","signature":[5,9]},{"id":6,"name":"put","signature":[4,9]},
	{"id":11,"name":"get","signature":[11,9]},{"id":12,"name":"get","signature":[12,9]},{"id":13,"name":"get","signature":[13,9]},{"id":14,"name":"get","signature":[14,9]},{"id":15,"name":"get","signature":[15,9]},{"id":16,"name":"get","signature":[16,9]}]`
	for _, c := range []struct {
		name, receivers string
		calls, samples  []string
		want            string
	}{
		{"a sample says", "1:5 3 30", nil, []string{"4:0<1:5 3"}, "app.Base.get 30"},
		{"beside a type with its own", "1:5 3 30 2 20", nil, []string{"4:0<1:5 3", "2:0<1:5 1"}, "app.Base.get 30, app.A.get 20"},
		{"two types without their own", "1:5 3 30 1 20", nil, []string{"4:0<1:5 3"}, "app.B.get 30, app.Main.get 20"},
		{"two methods were seen", "1:5 3 30", nil, []string{"4:0<1:5 3", "5:0<1:5 3"}, "app.B.get 30"},
		{"the method seen is another type's", "1:5 3 30 2 20", nil, []string{"2:0<1:5 3"}, "app.B.get 30, app.A.get 20"},
		{"it was inlined in part", "1:5 3 30", []string{"4:0<1:5 9"}, nil, "app.Base.get 30"},
		{"inlined, and a sample of another name", "1:5 3 30", []string{"4:0<1:5 9"}, []string{"6:0<1:5 3"}, "app.Base.get 30"},
		{"there may be other types", "1:5 3 30 2 20 11 1 12 1 13 1 14 1 15 1 16 1", nil, []string{"4:0<1:5 3"}, "app.B.get 30, app.A.get 20"},
	} {
		p := testprofile.Parse(t, head+testprofile.Calls(append([]string{"1:0 50", "4:0 40"}, c.calls...)...)+testprofile.Section("virtualInvokeProfiles", []string{c.receivers})+testprofile.Samples(append(c.samples, "1:0 1")...)+"}")
		g := calls.New(p, calls.Options{})
		checkIdentities(t, p, g)
		names, site := convert.NewNames(p, convert.NameOptions{}), g.At(int32(p.MethodSlot(1)), iprof.BCI(5))
		var got []string
		for i := range site.Targets {
			if x := &site.Targets[i]; x.Calls.Low > 1 {
				got = append(got, fmt.Sprint(site.TargetName(names, x.Callee), " ", x.Calls.Low))
			}
		}
		if got := strings.Join(got, ", "); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

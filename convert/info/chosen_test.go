package info

import (
	"fmt"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// The lists of instrumented code have the application's rows or, where it has none, those of neither VM nor profiler.
func TestChosenRows(t *testing.T) {
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":1,"name":"void"},{"id":2,"name":"com.oracle.svm.core.genscavenge.Walker"},
		{"id":3,"name":"com.oracle.svm.enterprise.profiling.Counters"},{"id":4,"name":"java.util.HashMap"},{"id":5,"name":"shop.Cart"}],
		"methods":[{"id":1,"name":"walk","signature":[2,1]},{"id":2,"name":"count","signature":[3,1]},{"id":3,"name":"put","signature":[4,1]},{"id":4,"name":"add","signature":[5,1]}]`+
		testprofile.Calls("1:0 500", "2:0 400", "3:0 300", "4:0 200")+testprofile.Samples("1:0 5", "3:0 3", "4:0 2")+
		testprofile.Section("conditionalProfiles", []string{"1:5 10 0 50 20 1 50", "3:5 10 0 30 20 1 30", "3:9 10 0 1 20 1 1"})+
		testprofile.Section("virtualInvokeProfiles", []string{"1:7 4 50", "2:7 4 40"})+`}`)
	in := New(p, convert.NewNames(p, convert.NameOptions{}), Options{Limit: 1})
	var got []string
	for _, list := range in.Top {
		line := fmt.Sprintf("%s %s: %d, first %s", list.Metric, list.By, list.Listed, list.Rows[0].Name)
		if c := list.Chosen; c != nil {
			line += fmt.Sprintf("; application %v: %d, first %s %d", c.Application, c.Listed, c.Rows[0].Name, c.Rows[0].Value)
		}
		got = append(got, line)
	}
	testprofile.WantText(t, "lists", strings.Join(got, "\n"), `
		samples outermost-frames: 3, first com.oracle.svm.core.genscavenge.Walker.walk
		samples leaf-frames: 3, first com.oracle.svm.core.genscavenge.Walker.walk
		calls compilation-roots: 4, first com.oracle.svm.core.genscavenge.Walker.walk; application true: 1, first shop.Cart.add 200
		branches sites: 3, first com.oracle.svm.core.genscavenge.Walker.walk; application false: 2, first java.util.HashMap.put 60
		receivers sites: 2, first com.oracle.svm.core.genscavenge.Walker.walk`)
}

// The methods that were entered most often are not the compilation roots: their entries where they are inlined count as well.
func TestEnteredMethods(t *testing.T) {
	p := testprofile.Parse(t, "{"+testprofile.Methods("main", "hot", "warm")+testprofile.Calls("1:0 1", "2:0<1:4 60", "2:0<3:1<1:2 30", "3:0<1:2 70", "3:0 5")+"}")
	in := New(p, convert.NewNames(p, convert.NameOptions{}), Options{Limit: 2})
	got := fmt.Sprintf("%s by %s, %d of %d:", in.Entered.Metric, in.Entered.By, in.Entered.Total, in.Entered.Listed)
	for _, r := range in.Entered.Rows {
		got += fmt.Sprintf(" %s %d", r.Name, r.Value)
	}
	if want := "calls by methods, 166 of 3: T.hot 90 T.warm 75"; got != want || !in.FewSamples {
		t.Errorf("%s, want %s", got, want)
	}
}

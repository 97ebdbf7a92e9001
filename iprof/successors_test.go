package iprof_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/iprof"
)

func TestOwnSuccessors(t *testing.T) {
	many := "" // 40 successors of 20 targets, each with a total of 3
	for i := range 40 {
		many += fmt.Sprintf(",%d,%d,3", i%20, i)
	}
	for _, test := range []struct {
		name, version, records string
		want                   []int64
	}{
		{"before 1.0.0 the first has the total", "0.2.0", `20,0,5,31,1,7,20,2,5,20,3,5`, []int64{5, 7, 0, 0}},
		{"since 1.0.0 each has its own", "1.0.0", `20,0,5,31,1,7,20,2,5`, []int64{5, 7, 5}},
		{"totals that differ", "0.4.0", `20,0,5,20,1,9,20,2,5`, []int64{9, 0, 0}},
		{"many", "0.4.0", many[1:], append(slices.Repeat([]int64{3}, 20), make([]int64, 20)...)},
	} {
		p, err := iprof.Parse(strings.NewReader(`{"version":"`+test.version+`","types":[],"methods":[],
			"conditionalProfiles":[{"ctx":"7:11","records":[`+test.records+`]}]}`), iprof.Options{})
		if err != nil {
			t.Fatal(err)
		}
		before := iprof.Successor{Target: 1, Index: 2, Count: 3}
		all := p.OwnSuccessors([]iprof.Successor{before}, p.Conditionals.At(0))
		var got []int64
		for _, s := range all[1:] {
			got = append(got, s.Count)
		}
		if all[0] != before || !slices.Equal(got, test.want) {
			t.Errorf("%s: %v before %v, want %v before %v", test.name, all[0], got, before, test.want)
		}
	}
}

package iprof_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
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

// TestSumSuccessors adds up records in which targets and indexes come again, in lists so short that every pair is compared
// and so long that they are sorted. Sums are counted again by a map, and do not depend on the order.
func TestSumSuccessors(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	type key struct {
		target iprof.BCI
		index  int32
		nth    int
	}
	for range 3000 {
		list := func() (l []iprof.Successor) {
			for range random.IntN([]int{4, 60}[random.IntN(2)]) {
				l = append(l, iprof.Successor{Target: iprof.BCI(random.IntN(5)), Index: int32(random.IntN(3)), Count: int64(random.IntN(9))})
			}
			return l
		}
		counts := func(lists ...[]iprof.Successor) map[key]int64 {
			sums := map[key]int64{}
			for _, l := range lists {
				seen := map[key]int{}
				for _, s := range l {
					k := key{s.Target, s.Index, 0}
					sums[key{s.Target, s.Index, seen[k]}] += s.Count
					seen[k]++
				}
			}
			return sums
		}
		a, b := list(), list()
		ab := iprof.SumSuccessors(slices.Clone(a), slices.Clone(b))
		if want := counts(a, b); !maps.Equal(counts(ab), want) || len(ab) != len(want) {
			t.Fatalf("%v and %v are %v", a, b, ab)
		}
		if ba := iprof.SumSuccessors(slices.Clone(b), slices.Clone(a)); !slices.Equal(ab, ba) {
			t.Fatalf("%v and %v are %v, and the other way round %v", a, b, ab, ba)
		}
	}
}

package diff_test

import (
	"fmt"
	"log"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/convert/diff"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// run is a profile of two methods with their entries.
func run(a, b int64) *iprof.Profile {
	builder := iprof.NewBuilder(iprof.Version{Major: 1})
	builder.AddType(iprof.Type{ID: 0, Name: "Shop"})
	for id, name := range []string{"order", "pay"} {
		builder.AddMethod(iprof.Method{ID: iprof.MethodID(id), Name: name, Declaring: 0, Return: 0})
	}
	for id, entries := range []int64{a, b} {
		node := builder.Contexts().Child(iprof.NoNode, 0, iprof.MethodID(id))
		if err := builder.AddCount(iprof.Calls, iprof.Count{Node: node, Value: entries}); err != nil {
			log.Fatal(err)
		}
	}
	return builder.Profile()
}

func ExampleNew() {
	old, now := run(90_000, 10_000), run(90_000, 20_000)
	names := convert.NewSharedNames(convert.NameOptions{}, old, now)
	d := diff.New(compare.New(names[0], names[1], compare.Options{}), diff.Options{})
	fmt.Println(d.Title)
	fmt.Printf("%s: %+.1f%% of %s\n", d.Largest.Method, 100*d.Largest.Change, d.Largest.Unit)
	// Output:
	// 1 difference
	// Shop.pay: +9.1% of method entries
}

func ExampleVariance() {
	runs := []*iprof.Profile{run(50, 50), run(50, 50), run(75, 25)}
	v := diff.Variance([]string{"1.iprof", "2.iprof", "3.iprof"}, runs, nil, diff.VarianceOptions{})
	fmt.Println(v.Agreement)
	// Output:
	// 0.75
}

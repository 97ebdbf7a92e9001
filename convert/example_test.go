package convert_test

import (
	"fmt"
	"regexp"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

func ExampleNewNames() {
	p := testprofile.Example("fib.iprof")
	for _, style := range []convert.NameStyle{convert.FullNames, convert.ShortNames, convert.SignatureNames} {
		names := convert.NewNames(p, convert.NameOptions{Style: style})
		fmt.Println(names.Method(p.MethodSlot(6882)))
	}
	// Output:
	// java.util.HashMap.getNode
	// HashMap.getNode
	// java.util.HashMap.getNode(java.lang.Object)
}

func ExampleMetric_Resolve() {
	p := testprofile.Example("even-or-odd.iprof")
	m := convert.DefaultMetric.Resolve(p)
	fmt.Println(p.Total(m.Section()), m.Unit())
	// Output:
	// 8 method entries
}

// Which calls a filter leaves, and why not the others.
func ExampleProject() {
	p := testprofile.Example("even-or-odd.iprof")
	left := convert.Project(p, p.Contexts, nil, convert.FilterOptions{Ignore: regexp.MustCompile("printEven$")})
	tally := left.TallyOf(p, convert.Calls)
	fmt.Println(tally.Kept().Value, "of", p.Total(convert.Calls.Section()))
	for _, note := range tally.Notes(convert.Calls.Unit(), convert.Calls.RecordsNoun()) {
		fmt.Println(note)
	}
	// Output:
	// 6 of 8
	// hidden: 2 method entries in 2 contexts (--ignore)
}

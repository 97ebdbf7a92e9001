package rewrite_test

import (
	"fmt"
	"log"

	"github.com/iprof-viz/iprof-viz/convert/rewrite"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// The sum of two runs, of which one counts twice.
func ExampleMerger() {
	m := rewrite.NewMerger()
	for i, weight := range []int64{1, 2} {
		if err := m.Add(fmt.Sprintf("run%d", i+1), testprofile.Example("even-or-odd.iprof"), weight); err != nil {
			log.Fatal(err)
		}
	}
	sum := m.Merged()
	fmt.Println(sum.Profile.Total(iprof.Calls), "entries,", sum.InAll, "of", sum.Contexts, "contexts in both")
	// Output:
	// 24 entries, 8 of 8 contexts in both
}

func ExampleStrip() {
	p := testprofile.Example("even-or-odd.iprof")
	s := rewrite.Strip(p, rewrite.StripOptions{})
	fmt.Println(p.Types.Len(), "types,", s.Types, "of them unused")
	// Output:
	// 7 types, 2 of them unused
}

// Without the key the names cannot be found again.
func ExamplePseudonyms() {
	p := testprofile.Example("even-or-odd.iprof")
	names := rewrite.NewPseudonyms([]byte("secret"), nil)
	anonymous, err := names.Anonymize(p, p)
	if err != nil {
		log.Fatal(err)
	}
	revealed, pseudonyms, _ := names.Reveal(anonymous)
	fmt.Println(pseudonyms, "names restored")
	for _, m := range revealed.Methods.All() {
		fmt.Println(m.Name)
	}
	// Output:
	// 6 names restored
	// main
	// print
	// printEven
	// printEvenOrOdd
	// printOdd
}

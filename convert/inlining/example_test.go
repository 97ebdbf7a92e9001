package inlining_test

import (
	"fmt"
	"log"
	"regexp"

	"github.com/iprof-viz/iprof-viz/convert/inlining"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// Compilation units as trees of what was inlined into them.
func ExampleNew() {
	in, err := inlining.New(testprofile.Example("even-or-odd.iprof"), nil, inlining.Options{})
	if err != nil {
		log.Fatal(err)
	}
	for _, unit := range in.Units {
		for _, n := range unit.Instances {
			fmt.Printf("%*s%s %d\n", 2*n.Depth, "", in.Name(n.Slot), n.Entries)
		}
	}
	// Output:
	// EvenOrOddLength.main 2
	//   EvenOrOddLength.printEvenOrOdd 2
	//     EvenOrOddLength.printEven 1
	//       EvenOrOddLength.print 1
	// EvenOrOddLength.printOdd 1
	//   EvenOrOddLength.print 1
}

// Where a method was inlined.
func ExampleNewInto() {
	in, err := inlining.NewInto(testprofile.Example("even-or-odd.iprof"), nil, inlining.IntoOptions{Match: regexp.MustCompile("print$")})
	if err != nil {
		log.Fatal(err)
	}
	for _, m := range in.Methods {
		fmt.Println(in.Name(m.Slot), m.Total())
		for _, place := range m.Places[1:] {
			fmt.Printf("%*s%s %d\n", 2*place.Depth, "", in.Name(place.Slot), place.Entries)
		}
	}
	// Output:
	// EvenOrOddLength.print 2
	//   EvenOrOddLength.printEven 1
	//     EvenOrOddLength.printEvenOrOdd 1
	//       EvenOrOddLength.main 1
	//   EvenOrOddLength.printOdd 1
}

package compare_test

import (
	"fmt"
	"log"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/convert/folded"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// Methods of both profiles have common numbers.
func ExampleNew() {
	read := func(text string) *iprof.Profile {
		p, err := folded.Read(strings.NewReader(text))
		if err != nil {
			log.Fatal(err)
		}
		return p
	}
	names := convert.NewSharedNames(convert.NameOptions{}, read("main;read 3\n"), read("main;write 2\n"))
	c := compare.New(names[0], names[1], compare.Options{NoRenames: true})
	for number := range c.At {
		name, _ := c.Method(int32(number))
		inOld, inNew := c.Sides[compare.OldSide].MethodSlots[number] >= 0, c.Sides[compare.NewSide].MethodSlots[number] >= 0
		fmt.Println(name, inOld, inNew)
	}
	// Output:
	// main true true
	// read true false
	// write false true
}

func ExampleBeyondChance() {
	fmt.Println(compare.BeyondChance([]float64{0.001, 0.04, 0.5}))
	// Output:
	// [true false false]
}

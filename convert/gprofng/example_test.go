package gprofng_test

import (
	"fmt"
	"log"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert/gprofng"
)

func ExampleRead() {
	const tree = `Functions Call Tree. Metric: Attributed Total CPU Time

Attr. Total   Attr.      Name
CPU           Sync Wait
 sec.      %   Count
1.581 100.00  8          +-<Total>
1.401  88.61  8            +-_start
1.401  88.61  8            |  +-main
1.041  65.84  0            |    +-hash
0.310  19.61  5            |    +-clone
0.180  11.39  0            +-<Truncated-stack>
`
	for _, column := range []string{"", "sync wait count"} {
		sum, err := gprofng.Read(strings.NewReader(tree), gprofng.Options{Column: column}, func(stack []string, value int64) error {
			fmt.Println(strings.Join(stack, ";"), value)
			return nil
		})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%v: %d in all\n", sum.Columns[sum.Column], sum.Total)
	}
	// Output:
	// _start;main;hash 1041
	// _start;main;clone 310
	// _start;main 50
	// <Truncated-stack> 180
	// "Total CPU" (ms): 1581 in all
	// _start;main;clone 5
	// _start;main 3
	// "Sync Wait Count" (count): 8 in all
}

package rank_test

import (
	"fmt"
	"log"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/rank"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

func ExampleTop() {
	t, err := rank.Top(testprofile.Example("even-or-odd.iprof"), nil, rank.TopOptions{Metric: convert.Calls, Limit: 2})
	if err != nil {
		log.Fatal(err)
	}
	for _, row := range t.Rows {
		fmt.Println(t.Cell(row, "method").Text, t.Cell(row, "entries").Int)
	}
	fmt.Println(t.Cell(*t.Rest, "method").Text, t.Cell(*t.Rest, "entries").Int)
	// Output:
	// EvenOrOddLength.main 2
	// EvenOrOddLength.print 2
	// <3 more methods> 4
}

// The successors of a conditional, and how often each was taken.
func ExampleBranches() {
	t, err := rank.Branches(testprofile.Example("even-or-odd.iprof"), nil, rank.BranchOptions{})
	if err != nil {
		log.Fatal(err)
	}
	for _, row := range t.Rows {
		fmt.Println(t.Cell(row, "method").Text, t.Cell(row, "bci").Int, "→", t.Cell(row, "target_bci").Int, t.Cell(row, "count").Int)
	}
	// Output:
	// EvenOrOddLength.printEvenOrOdd 6 → 9 1
	// EvenOrOddLength.printEvenOrOdd 6 → 15 1
}

package tables_test

import (
	"log"
	"os"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/rank"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/render/tables"
)

func ExampleText() {
	t, err := rank.Top(testprofile.Example("even-or-odd.iprof"), nil, rank.TopOptions{Metric: convert.Calls, Limit: 2})
	if err != nil {
		log.Fatal(err)
	}
	t.Notes = nil
	if err := tables.Text(os.Stdout, t, tables.Options{}); err != nil {
		log.Fatal(err)
	}
	// Output:
	// methods by entries, 2 of 5
	// 8 method entries, view machine
	//
	// entries  share  as root  inlined  contexts  method
	//       8   100%        3        5         6  <Total>
	//       2    25%        2        0         1  EvenOrOddLength.main
	//       2    25%        0        2         2  EvenOrOddLength.print
	//       4    50%        1        3         3  <3 more methods>
}

func ExampleCSV() {
	t, err := rank.Branches(testprofile.Example("even-or-odd.iprof"), nil, rank.BranchOptions{})
	if err != nil {
		log.Fatal(err)
	}
	if err := tables.CSV(os.Stdout, t); err != nil {
		log.Fatal(err)
	}
	// Output:
	// method,bci,executions,successor,target_bci,index,count,probability
	// EvenOrOddLength.printEvenOrOdd,6,2,0,9,0,1,0.5
	// EvenOrOddLength.printEvenOrOdd,6,2,1,15,1,1,0.5
}

package info_test

import (
	"fmt"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/info"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

func ExampleNew() {
	in := info.New(testprofile.Example("even-or-odd.iprof"), nil, info.Options{})
	calls := in.Section(convert.Calls)
	fmt.Println(calls.Records, calls.Total)
	for _, d := range in.Caveats {
		fmt.Println(d.Severity, d.Kind)
	}
	// Output:
	// 6 8
	// caution few-samples
}
